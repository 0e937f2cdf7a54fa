"""Questions about puzzles, in every form in which they come."""

import numpy as np
import pyarrow as pa
import pytest

import gridmill

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(scope="module")
def table():
    return pa.table(gridmill.generate(1000, seed=42))


def forms(table):
    """The same puzzles in every form with texts."""
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    column = table["puzzle"]
    yield table
    yield column
    yield column.chunk(0)
    yield column.combine_chunks().dictionary_encode()
    yield column.cast(pa.large_string())
    yield column.cast(pa.string_view())
    yield pl.DataFrame(table)
    yield pl.Series(column)
    yield table.to_pandas()
    yield table.to_pandas()["puzzle"]
    yield pd.DataFrame({"quiz": column.to_pylist()})
    yield gridmill.generate(1000, seed=42)


def test_arrow_forms(table):
    for form in forms(table):
        assert pa.array(gridmill.solve(form)).equals(table["solution"].combine_chunks())
        assert gridmill.is_unique(form).to_list() == [True] * 1000


def test_columns_are_named(table):
    renamed = table.rename_columns(["mine" if name == "puzzle" else name for name in table.column_names])
    assert gridmill.solve(renamed, column="mine")[0] == table["solution"][0].as_py()
    with pytest.raises(ValueError, match="no column is called"):
        gridmill.solve(renamed)


def test_texts():
    assert gridmill.solve(PUZZLE) == SOLUTION
    assert gridmill.solve([PUZZLE, "." * 81]) == [SOLUTION, None]
    assert gridmill.solve(iter((PUZZLE,))) == [SOLUTION]
    assert gridmill.solve(np.array([PUZZLE])) == [SOLUTION]
    assert gridmill.solve([]) == []
    assert gridmill.count_solutions(PUZZLE) == 1
    assert gridmill.count_solutions(["." * 81], 17) == [17]
    assert gridmill.is_minimal(PUZZLE) is False
    assert gridmill.is_unique([SOLUTION, "12" + SOLUTION[2:]]) == [True, False]


def test_minimal_puzzles():
    found = gridmill.minimal_puzzles(PUZZLE)
    puzzles = found.to_list()
    assert found.complete and len(found) == len(puzzles) == len(set(puzzles)) == sum(found.by_givens.values()) == found.classes()
    assert (found.puzzle, found.solution) == (PUZZLE, SOLUTION)
    assert all(gridmill.is_minimal(puzzles)) and gridmill.solve(puzzles) == [SOLUTION] * len(puzzles)
    assert sorted(found.needed + found.optional) == [cell for cell, digit in enumerate(PUZZLE) if digit != "."]
    in_all = [cell for cell in range(81) if all(puzzle[cell] != "." for puzzle in puzzles)]
    assert found.needed == in_all
    cells = found.to_numpy()
    assert cells.dtype == np.uint8 and cells.shape == (len(found), 81)
    assert ["".join(map(str, row)).replace("0", ".") for row in cells] == puzzles
    digits = np.array([int(digit) for digit in PUZZLE.replace(".", "0")])
    for form in (digits, digits.reshape(9, 9), digits.astype("u1")[::-1][::-1], [PUZZLE]):
        assert gridmill.minimal_puzzles(form).to_list() == puzzles
    some = gridmill.minimal_puzzles(PUZZLE, limit=len(found) - 1)
    assert not some.complete and len(some) == len(found) - 1 and set(some.to_list()) < set(puzzles)
    # A complete 4x4 grid, and all minimal puzzles of its class: 96 grids of 284 minimal puzzles.
    small = gridmill.minimal_puzzles("1234341221434321")
    assert (len(small), small.classes(), small.to_numpy().shape) == (284, 14, (284, 16))


def test_minimal_puzzles_refuse():
    for puzzle, reason in [
        (SOLUTION, "81 givens are optional; minimal puzzles are enumerated for up to 64"),
        ("." * 81, "several solutions"),
        ([PUZZLE, PUZZLE], "2 puzzles where one is required"),
        ("." * 36, "36 cells fit 2x3 and 3x2 boxes"),
    ]:
        with pytest.raises(gridmill.InputError, match=reason):
            gridmill.minimal_puzzles(puzzle)
    with pytest.raises(gridmill.OptionError, match="limit is 0"):
        gridmill.minimal_puzzles(PUZZLE, limit=0)
    for limit in (1.5, "3", True):
        with pytest.raises(TypeError, match="limit"):
            gridmill.minimal_puzzles(PUZZLE, limit=limit)
    with pytest.raises(ValueError, match="limit is -1"):
        gridmill.minimal_puzzles(PUZZLE, limit=-1)


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8"])
def test_arrays(dtype):
    corpus = gridmill.generate(300, seed=1)
    puzzles = corpus.puzzles.astype(dtype)
    for form in (puzzles, puzzles.reshape(-1, 9, 9), np.asfortranarray(puzzles)):
        solved = gridmill.solve(form)
        assert solved.dtype == np.uint8 and solved.shape == form.shape
        assert (solved.reshape(-1, 81) == corpus.solutions).all()
    assert (gridmill.solve(puzzles[::-3]) == corpus.solutions[::-3]).all()
    assert gridmill.is_minimal(puzzles).all() and gridmill.is_minimal(puzzles[5]) is True
    assert gridmill.count_solutions(puzzles).tolist() == [1] * 300
    frozen = puzzles[:2].copy()
    frozen.flags.writeable = False
    assert gridmill.is_unique(frozen).tolist() == [True, True]
    assert not gridmill.solve(np.zeros((2, 81), dtype)).any()
    assert gridmill.solve(puzzles[:0]).shape == (0, 81)


def test_other_sizes():
    small = gridmill.generate(50, seed=1, box="2x3")
    assert (gridmill.solve(small.puzzles, box="2x3") == small.solutions).all()
    assert gridmill.solve(["1...3.......4..1", PUZZLE])[1] == SOLUTION


def test_ratings_are_those_of_the_corpus():
    for rulebook in ("hodoku", "se"):
        table = pa.table(gridmill.generate(200, seed=3, givens=26, rulebook=rulebook, add="path"))
        rated = pa.table(gridmill.rate(table, rulebook, add="path"))
        for name in rated.column_names:
            if name != "reason":
                assert rated[name].to_pylist() == table[name].to_pylist(), name
    assert gridmill.rate(PUZZLE, "se")["er"] == 1.2
    with pytest.raises(ValueError, match="solution"):
        gridmill.rate("." * 81)
    assert gridmill.rate([PUZZLE, "." * 81, "x"])["score"].to_list() == [204, None, None]


def test_forms_are_those_of_the_corpus():
    table = pa.table(gridmill.generate(200, seed=3, add="canonical"))
    forms = pa.table(gridmill.canonical(table))
    for name in ("canonical_puzzle", "canonical_grid", "automorphisms", "class_id"):
        assert forms[name].to_pylist() == table[name].to_pylist()
    one = gridmill.canonical(PUZZLE)
    assert one["transform"].startswith("3x3-") and one["canonical_puzzle"].startswith(".....")
    with pytest.raises(ValueError, match="already in its row"):
        gridmill.canonical("11" + "." * 79)


def test_small_grids_have_levels_and_steps():
    puzzle = "......34.3....2."
    assert gridmill.rate(puzzle)["level"] == "easy"
    steps = gridmill.steps(puzzle)
    assert len(steps) == puzzle.count(".")
    assert steps[0].data["houses"] == ["b1"]
    assert steps[0].drawing.count("\n") == 6
    six = ".31..5......2.5.6.5.4..3..........2."
    assert len(gridmill.rate([six], box="3x2")["level"]) == 1
    with pytest.raises(ValueError, match="rulebook hodoku is for 9x9"):
        gridmill.steps(puzzle, "hodoku")


def test_steps_lead_to_the_solution():
    steps = gridmill.steps(PUZZLE)
    assert len(steps) == gridmill.rate(PUZZLE)["steps"]
    assert steps[0].text == gridmill.hint(PUZZLE).next.text == str(steps[0])
    assert steps[0].data["technique"] == steps[0].technique
    assert steps[0].drawing.count("\n") == 12
    assert steps[0].text in steps[0].svg() == steps[0]._repr_svg_()
    assert ">I</text>" in steps[0].svg(letters=True) and ">I</text>" not in steps[0].svg()
    assert gridmill.hint(SOLUTION).next is None
    with pytest.raises(ValueError):
        gridmill.steps("." * 81)


def test_words_are_those_of_a_language_or_a_file(tmp_path):
    step = gridmill.steps(PUZZLE, language="de")[0]
    assert (step.title, step.explanation) == (
        "Nackter Einer",
        "5 ist die einzige Ziffer, die in r5c5 noch möglich ist. Also steht in r5c5 die 5.",
    )
    assert gridmill.hint(PUZZLE, language="es", cells="words").next.explanation.endswith("5 va en fila 5 columna 5.")
    wrong = gridmill.hint({"givens": PUZZLE, "entries": "..8" + "." * 78}, language="fr", cells="A1")
    assert wrong.message == wrong.problems[-1]["message"] == "A3 n'est pas 8 dans la solution"
    own = tmp_path / "own.txt"
    own.write_text("house.row: x")
    with pytest.raises(ValueError, match='own.txt: line 1: "house.row" must print "number" in each of its forms; its slots are number'):
        gridmill.hint(PUZZLE, language=own)
    with pytest.raises(ValueError, match='there is no language "xx"; there are en, de, fr, es, ja'):
        gridmill.steps(PUZZLE, language="xx")


def test_hints_are_for_any_state():
    from_text = gridmill.hint(PUZZLE)
    assert from_text.status == "unique" and from_text.problems == [] and from_text.solution == SOLUTION
    digits = np.array([0 if letter == "." else int(letter) for letter in PUZZLE])
    for state in (digits, digits.tolist(), digits.reshape(9, 9), {"givens": digits}, {"givens": PUZZLE, "notes": [""] * 81}):
        assert gridmill.hint(state).json == from_text.json
    wrong = gridmill.hint({"id": 3, "givens": PUZZLE, "entries": "..8" + "." * 78})
    assert (wrong.status, wrong.next, wrong.data["id"]) == ("wrong", None, 3)
    assert wrong.problems[-1] == {
        "kind": "wrong_entry",
        "cells": [2],
        "digit": 8,
        "house": None,
        "message": "r1c3 is not 8 in the solution",
    }
    several = gridmill.hint("." * 81)
    assert several.status == "multiple" and len(several.solutions) == 2
    first, second = several.solutions
    assert several.differing_cells == [cell for cell in range(81) if first[cell] != second[cell]]
    assert gridmill.hint("nonsense").status == "unreadable"
    assert gridmill.hint(several.solutions[0]).status == "complete"
    stuck = gridmill.hint({"givens": "1...3......3..2."})
    assert stuck.next.data["technique"] and stuck.stuck is None
    # Without notes, what the next step rests on comes before it; partial notes are no errors.
    played = gridmill.hint({
        "givens": "..5.7946..1.6...2....8.....7..3.5....6..4..9....9.1..6.....8....3...7.4..7219.3..",
        "entries": "38.2....19...5........1.9......6...4...7.2.......8.......43...2...52...94....6...",
    })
    assert [step.technique for step in played.rests_on] == ["pointing"] and played.next.technique == "claiming"
    assert "5" in played.rests_on[0].drawing and played.data["candidates"][60] == "167"
    partial = gridmill.hint({"givens": PUZZLE, "notes": "partial", "pencilmarks": ["", "", "12"] + [""] * 78})
    assert (partial.status, partial.data["notes"]) == ("unique", "partial")
    # Every answer has the same fields.
    assert wrong.data.keys() == several.data.keys() == gridmill.hint({}).data.keys()
    with pytest.raises(TypeError, match="not int"):
        gridmill.hint(7)


def test_columns_and_tables():
    table = next(gridmill.stream(1, 10))
    assert len(table) == 10 and table[-1]["index"] == 9 and len(table["puzzle"]) == 10
    assert table["givens"].to_numpy().dtype == np.uint16
    assert table.puzzles.shape == table.solutions.shape == (10, 81)
    for bad in ("no column", 10, -11):
        with pytest.raises((KeyError, IndexError)):
            table[bad]
    with pytest.raises(KeyError):
        gridmill.rate([PUZZLE]).puzzles
