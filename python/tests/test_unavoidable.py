"""Unavoidable sets, their columns, and scans of grids."""

import numpy as np
import pytest

import gridmill

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NAMES = ("unavoidable_sets", "max_clique", "hit_once")


def test_sets_are_unavoidable_and_minimal() -> None:
    found = gridmill.unavoidable_sets(PUZZLE, 9)
    assert (found.grid, found.solution, found.complete_to) == (PUZZLE, SOLUTION, 9)
    assert len(found) == len(found.sets) == sum(found.by_size.values()) == 59
    without = ["".join("." if cell in cells else digit for cell, digit in enumerate(SOLUTION)) for cells in found.sets]
    assert not any(gridmill.is_unique(without))
    one_more = [text[:cell] + SOLUTION[cell] + text[cell + 1 :] for text, cells in zip(without, found.sets) for cell in cells]
    assert all(gridmill.is_unique(one_more))
    given = {cell for cell, digit in enumerate(PUZZLE) if digit != "."}
    assert found.hit_once == sum(len(given & set(cells)) == 1 for cells in found.sets)
    clique = found.max_clique_sets
    assert found.max_clique_is_largest and len(clique) == found.max_clique
    assert len({cell for cells in clique for cell in cells}) == sum(map(len, clique))
    assert gridmill.unavoidable_sets(SOLUTION).hit_once is None
    for form in (np.array([int(digit) for digit in SOLUTION]).reshape(9, 9), [SOLUTION]):
        assert gridmill.unavoidable_sets(form, np.int64(9)).sets == found.sets


def test_a_budget_leaves_the_sizes_that_were_searched_whole() -> None:
    whole, part = gridmill.unavoidable_sets(PUZZLE, 10), gridmill.unavoidable_sets(PUZZLE, 10, budget=1000)
    assert 4 <= part.complete_to < 10
    assert part.sets == [cells for cells in whole.sets if len(cells) <= part.complete_to]


def test_unavoidable_sets_refuse() -> None:
    for size in (0, 3, 82, 2**63):
        with pytest.raises(gridmill.OptionError, match=f"size is {size}: give 4 to 81"):
            gridmill.unavoidable_sets(PUZZLE, size)
    for size in (1.5, "9", True, float("nan")):
        with pytest.raises(TypeError, match="size"):
            gridmill.unavoidable_sets(PUZZLE, size)
    with pytest.raises(ValueError, match="size is -1"):
        gridmill.unavoidable_sets(PUZZLE, -1)
    with pytest.raises(gridmill.OptionError, match="budget is 0"):
        gridmill.unavoidable_sets(PUZZLE, budget=0)
    refuse_grids(gridmill.unavoidable_sets)


def test_a_scan_finds_all_minimal_puzzles() -> None:
    for grid in ("1234341221434321", "1234341223414123"):
        every = gridmill.minimal_puzzles(grid)
        found = gridmill.scan(grid, 16)
        assert sorted(found.to_list()) == sorted(every.to_list())
        assert found.by_givens == every.by_givens and (found.solution, found.givens) == (grid, 16)
        few = gridmill.scan(grid, 4, threads=1)
        assert few.to_list() == [puzzle for puzzle in found.to_list() if 16 - puzzle.count(".") == 4]
        cells = found.to_numpy()
        assert cells.dtype == np.uint8 and cells.shape == (len(found), 16)
        assert ["".join(map(str, row)).replace("0", ".") for row in cells] == found.to_list()
    few_given = "12343412214....."
    assert gridmill.scan(few_given, 16, within=True).to_list() == sorted(gridmill.minimal_puzzles(few_given).to_list())
    none = gridmill.scan(PUZZLE, 10)
    assert len(none) == 0 and none.by_givens == {} and none.to_numpy().shape == (0, 81)
    assert none.solution == SOLUTION


def test_scans_refuse() -> None:
    for givens in (0, 82, 2**63):
        with pytest.raises(gridmill.OptionError, match=f"givens is {givens}: give 1 to 81"):
            gridmill.scan(SOLUTION, givens)
    for givens in (1.5, "9", True, None):
        with pytest.raises(TypeError, match="givens"):
            gridmill.scan(SOLUTION, givens)
    refuse_grids(lambda grid: gridmill.scan(grid, 5))


def refuse_grids(ask) -> None:
    for grid, reason in [
        ("." * 81, "several solutions"),
        ([SOLUTION, SOLUTION], "2 puzzles where one is required"),
        ("." * 256, "sides up to 9, and this is 16x16"),
        ("11" + "." * 79, "contradiction"),
        (np.full((81,), 10), "r1c1 is 10, no digit"),
    ]:
        with pytest.raises(gridmill.InputError, match=reason):
            ask(grid)


def test_columns_are_those_of_generate_and_of_the_sets() -> None:
    rows = gridmill.generate(12, seed=42, add="unavoidable").table()
    rated = gridmill.rate(rows.puzzles, "none", add="unavoidable")
    for name in NAMES:
        assert rated[name].to_list() == rows[name].to_list()
    for row, puzzle in enumerate(rows["puzzle"].to_list()):
        sets = gridmill.unavoidable_sets(puzzle)
        assert [len(sets), sets.max_clique, sets.hit_once] == [rows[name].to_list()[row] for name in NAMES]
    assert rows.facts["measures"]["unavoidable"] == {"cells": 10, "clique_budget": 1_000_000}
    with pytest.raises(ValueError, match='add="unavoidable" is for grids with a side up to 9'):
        gridmill.generate(1, seed=1, box="4x4", add="unavoidable")
