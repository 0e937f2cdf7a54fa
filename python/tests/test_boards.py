"""Answers of gridmill.boards compared with brute force in NumPy, on random boards, consistent or not."""

import inspect

import numpy as np
import pytest
from test_hostile import wrong

import gridmill
from gridmill import boards

SHAPES = ["2x2", "2x3", "3x2", "2x4", "3x3", "4x4"]
QUESTIONS = [boards.candidates, boards.legal_moves, boards.conflicts, boards.forced, boards.next_step, boards.count_solutions]


def random_boards(box, count, seed=0):
    """States on the way to a solution with up to three wrong digits, and boards of any digits."""
    rows, columns = map(int, box.split("x"))
    side = rows * columns
    rng = np.random.default_rng(seed)
    solutions = gridmill.generate(count, seed=seed, box=box, givens=side * side * 3 // 4, minimal="any").solutions
    states = np.where(rng.random(solutions.shape) < rng.random((count, 1)), solutions, 0)
    for row in states[::2]:
        for _ in range(rng.integers(4)):
            row[rng.integers(len(row))] = rng.integers(side + 1)
    anything = rng.integers(0, side + 1, (count, side * side)) * (rng.random((count, side * side)) < 0.4)
    return np.concatenate([states, anything]).astype(np.uint8)


def peers_of(box):
    """For each cell, its peers: an array (cells, cells) of bool."""
    rows, columns = map(int, box.split("x"))
    side = rows * columns
    cell = np.arange(side * side)
    row, column = cell // side, cell % side
    houses = (row // rows * side + column // columns, row, column)
    same = np.any([house[:, None] == house for house in houses], axis=0)
    return same & ~np.eye(side * side, dtype=bool)


def moves_of(box, states):
    """Legal moves by the definition."""
    peers = peers_of(box)
    side = round(states.shape[1] ** 0.5)
    is_digit = states[:, :, None] == np.arange(1, side + 1)
    seen = np.einsum("cp,npd->ncd", peers.astype(np.int32), is_digit.astype(np.int32)) > 0
    return (states == 0)[:, :, None] & ~seen


@pytest.mark.parametrize("box", SHAPES)
def test_candidates_moves_and_conflicts_are_those_of_the_definition(box):
    states = random_boards(box, 300 if box != "4x4" else 20)
    peers = peers_of(box)
    moves = moves_of(box, states)
    side = moves.shape[2]
    assert (boards.legal_moves(states, box=box) == moves).all()
    masks = boards.candidates(states, box=box)
    assert masks.dtype == np.uint16
    assert (masks == (moves * 2 ** np.arange(side)).sum(axis=2)).all()
    same = (states[:, :, None] == states[:, None, :]) & peers & (states > 0)[:, :, None]
    assert (boards.conflicts(states, box=box) == same.any(axis=2)).all()


def test_wrong_cells_are_filled_and_differ():
    corpus = gridmill.generate(200, seed=4)
    states = np.random.default_rng(1).integers(0, 10, corpus.puzzles.shape)
    expected = (states != 0) & (states != corpus.solutions)
    assert (boards.wrong_cells(states, corpus.solutions) == expected).all()
    assert (boards.wrong_cells(states.reshape(-1, 9, 9), corpus.solutions) == expected.reshape(-1, 9, 9)).all()
    with pytest.raises(gridmill.InputError, match="one solution for each board"):
        boards.wrong_cells(states, corpus.solutions[:5])


def test_solutions_are_counted():
    states = random_boards("2x2", 50)
    expected = [gridmill.count_solutions("".join(map(str, row)), 5) for row in states.tolist()]
    assert boards.count_solutions(states, 5).tolist() == expected


@pytest.mark.parametrize("rulebook", ["hodoku", "se", "basic", "braids"])
def test_steps_are_those_that_the_rulebook_takes_first(rulebook):
    corpus = gridmill.generate(40, seed=9)
    found = boards.next_step(corpus.puzzles, rulebook, eliminations=True)
    placed = boards.next_step(corpus.puzzles, rulebook, placement=True)
    for row, puzzle in enumerate(corpus.puzzles):
        steps = [step.data for step in gridmill.steps(puzzle, rulebook)]
        first = steps[0]
        assert boards.TECHNIQUES[found.technique[row]] == first["technique"]
        (place,) = first["placements"] or [{"cell": -1, "digit": 0}]
        assert (found.cell[row], found.digit[row]) == (place["cell"], place["digit"])
        masks = np.zeros(81, np.uint16)
        for candidate in first["eliminations"]:
            masks[candidate["cell"]] |= 1 << candidate["digit"] - 1
        assert (found.eliminations[row] == masks).all()
        for place in [place for step in steps for place in step["placements"]][:1]:
            assert (placed.cell[row], placed.digit[row]) == (place["cell"], place["digit"])
    assert placed.eliminations is None and (found.status == 0).all()


def test_statuses_name_what_there_is():
    solved = gridmill.generate(1, seed=1).solutions[0]
    twice = np.array([5, 5] + [0] * 79)
    found = boards.next_step(np.array([solved, np.zeros(81, np.uint8), twice]), "basic")
    assert [boards.STATUSES[status] for status in found.status] == ["complete", "stuck", "dead_end"]
    assert found.technique.tolist() == found.cell.tolist() == [-1, -1, -1] and found.digit.tolist() == [0, 0, 0]


def test_forms_of_arrays_give_the_same_answers():
    states = random_boards("3x3", 40)
    expected = boards.candidates(states)
    for dtype in ("u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"):
        assert (boards.candidates(states.astype(dtype)) == expected).all()
    assert (boards.candidates(np.asfortranarray(states)) == expected).all()
    assert (boards.candidates(np.repeat(states, 2, axis=1)[:, ::2]) == expected).all()
    assert (boards.candidates(states[::-1])[::-1] == expected).all()
    assert (boards.candidates(states.reshape(-1, 9, 9)) == expected.reshape(-1, 9, 9)).all()
    assert boards.candidates(states[0]).shape == (81,) and boards.candidates(states[0].reshape(9, 9)).shape == (9, 9)
    empty = np.zeros((0, 81), np.uint8)
    assert boards.candidates(empty).shape == (0, 81) and boards.legal_moves(empty).shape == (0, 81, 9)
    assert boards.next_step(empty).status.shape == (0,)


def test_threads_give_the_same_answers():
    states = np.tile(random_boards("3x3", 100), (150, 1))
    for question in (boards.candidates, boards.legal_moves, boards.conflicts, boards.forced):
        expected = question(states, threads=1)
        assert (question(states, threads=2) == expected).all()
        assert (question(states[:200]) == expected[:200]).all()
    some = states[:300]
    assert (boards.next_step(some, threads=2).cell == boards.next_step(some, threads=1).cell).all()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_hostile_input_is_refused(question):
    for thing in [*wrong(), "1" * 81, ["1" * 81]]:
        if question is boards.count_solutions and not isinstance(thing, np.ndarray):
            continue
        with pytest.raises((TypeError, ValueError)):
            question(thing)


def test_errors_name_row_and_value():
    states = np.zeros((5, 81), np.int64)
    states[3, 10] = 10
    for question in (boards.candidates, boards.forced, boards.next_step):
        with pytest.raises(gridmill.InputError, match=r"^boards: row 3: .*r2c2.*10"):
            question(states)
    with pytest.raises(gridmill.InputError, match=r"^boards: r2c2"):
        boards.candidates(states[3])
    with pytest.raises(TypeError, match="boards is list; it must be a NumPy array"):
        boards.candidates([[0] * 81])
    with pytest.raises(gridmill.InputError, match="16 bits"):
        boards.candidates(np.zeros((1, 400), np.uint8), box="4x5")
    with pytest.raises(gridmill.InputError, match="hodoku"):
        boards.next_step(np.zeros((1, 16), np.uint8), "hodoku")


def test_functions_are_documented_with_examples():
    for name in boards.__all__:
        if inspect.isfunction(thing := getattr(boards, name)):
            assert ">>>" in thing.__doc__, name
