"""Search traces and human paths: both checkers, tokens and arrays agree."""

import random

import numpy as np
import pytest

import gridmill
from gridmill.traces import TraceError, replay

BOXES = {"2x2": 16, "2x3": 36, "3x2": 36, "2x4": 64, "3x3": 81}
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def grids(box, count=8):
    """Puzzles, and the same without the first given: several solutions; the third has none."""
    puzzles = gridmill.generate(count, seed=3, box=box).puzzles
    open_ = puzzles.copy()
    for row in open_:
        row[np.flatnonzero(row)[0]] = 0
    return np.concatenate([puzzles, open_])


OPTIONS = [
    {},
    {"order": "rows", "digits": "solution_last"},
    {"order": "random", "digits": "random", "propagation": "naked", "seed": 5},
    {"order": "fewest_places", "propagation": "none"},
    {"order": "random_fewest", "digits": "solution_first", "limit": 5},
]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("options", OPTIONS)
def test_both_checkers_accept_every_trace(box, options):
    puzzles = grids(box)
    traces = gridmill.search_trace(puzzles, box=box, max_events=300, **{"limit": 2, **options})
    assert traces.offsets[-1] == len(traces.tokens) and len(traces) == len(puzzles)
    counts = gridmill.count_solutions(puzzles, options.get("limit", 2), box=box)
    for n, puzzle in enumerate(puzzles):
        found = replay(puzzle, traces[n], box=box)
        assert ["".join(map(str, row)) for row in found] == gridmill.check_trace(puzzle, traces[n], box=box)
        assert len(found) == traces.solutions[n]
        if not traces.truncated[n]:
            assert traces.solutions[n] == counts[n]
        decoded = gridmill.decode_trace(traces[n], side=traces.side)
        assert decoded["events"] == traces.events(n) and decoded["board"] == puzzle.tolist()
        assert (gridmill.encode_trace(decoded, side=traces.side) == traces[n]).all()
        events = [event["event"] for event in decoded["events"]]
        assert (traces.guesses[n], traces.contradictions[n]) == (events.count("guess"), events.count("contradiction"))


def verdict(check, puzzle, tokens):
    try:
        return len(check(puzzle, tokens))
    except ValueError:
        return None


def test_both_checkers_refuse_the_same_changed_traces():
    draw = random.Random(1)
    refused = accepted = 0
    puzzles = grids("3x3", 6)
    traces = gridmill.search_trace(puzzles, limit=2, max_events=150, order="fewest_places", propagation="naked")
    vocabulary = len(gridmill.trace_vocabulary())
    for n, puzzle in enumerate(puzzles):
        for _ in range(60):
            tokens = traces[n].copy()
            place = draw.randrange(len(tokens))
            change = draw.randrange(4)
            if change == 0:
                tokens[place] = draw.randrange(vocabulary + 3)
            elif change == 1:
                tokens = np.delete(tokens, place)
            elif change == 2:
                tokens = np.insert(tokens, place, tokens[draw.randrange(len(tokens))])
            else:
                tokens[place] = min(tokens[place] + draw.choice([1, 9]), vocabulary - 1)
            found = verdict(replay, puzzle, tokens)
            assert found == verdict(gridmill.check_trace, puzzle, tokens), (n, place, change)
            refused += found is None
            accepted += found is not None
    assert refused > 600 and accepted > 0


def test_a_given_twice_and_no_solution():
    twice = "11" + "." * 79
    traces = gridmill.search_trace([twice, "12" + "." * 79])
    assert traces.events(0) == [{"event": "repeated", "house": 0, "digit": 1}, {"event": "exhausted"}]
    assert replay(twice, traces[0]).shape == (0, 81)


def test_padded_arrays_cut_and_fill():
    traces = gridmill.search_trace([PUZZLE, HARD])
    pad = gridmill.trace_vocabulary().index("pad")
    whole = traces.to_numpy()
    lengths = np.diff(traces.offsets)
    assert whole.shape == (2, lengths.max()) and whole.dtype == np.uint16
    for row, length, tokens in zip(whole, lengths, (traces[0], traces[-1])):
        assert (row[:length] == tokens).all() and (row[length:] == pad).all()
    assert (traces.to_numpy(length=100) == whole[:, :100]).all()
    assert traces.to_numpy(length=0).shape == (2, 0)
    with pytest.raises(IndexError):
        traces[2]
    with pytest.raises(ValueError, match="memory"):
        traces.to_numpy(length=2**62)


def test_rows_do_not_depend_on_threads_or_form():
    puzzles = gridmill.generate(300, seed=9).puzzles
    texts = ["".join(map(str, row)) for row in puzzles]
    one = gridmill.search_trace(puzzles, threads=1, order="random", seed=4)
    two = gridmill.search_trace(iter(texts), threads=2, order="random", seed=4)
    assert (one.tokens == two.tokens).all() and (one.offsets == two.offsets).all()
    strided = np.asfortranarray(puzzles.astype(np.int64))[::-1]
    assert (gridmill.search_trace(strided, order="random", seed=4)[0] == one[-1]).all()
    assert len(gridmill.search_trace([])) == 0 and gridmill.search_trace([]).to_numpy().shape == (0, 0)


def test_labels_stand_before_their_events():
    puzzles = gridmill.generate(40, seed=11).puzzles
    solutions = gridmill.solve(puzzles).astype(np.int64)
    traces = gridmill.search_trace(puzzles, limit=2, labels=True)
    labels = traces.labels
    names = gridmill.trace_vocabulary()
    for n in range(len(puzzles)):
        for row in range(labels["offsets"][n], labels["offsets"][n + 1]):
            state, moves, size = labels["states"][row], labels["moves"][row], labels["sizes"][row]
            assert names[traces[n][labels["tokens"][row]]] in ("naked", "hidden_row", "hidden_column", "hidden_box", "guess")
            right = (state == 0) | (state == solutions[n])
            if size == -2:
                assert not moves.any() and not right.all()
                continue
            assert right.all()
            # Every good move is a digit of the solution.
            cells = np.flatnonzero(moves)
            assert (moves[cells] == 1 << (solutions[n][cells] - 1)).all() and (state[cells] == 0).all()
            if size == 0:
                assert len(cells) > 0
    assert {-2, 0, 1} <= set(labels["sizes"].tolist())
    unknown = gridmill.search_trace(HARD, labels=True, label_budget=10).labels
    assert unknown["sizes"][0] == -1
    assert gridmill.search_trace(PUZZLE).labels is None
    assert gridmill.search_trace("." * 81, labels=True).labels["offsets"].tolist() == [0, 0]


def test_paths_are_those_of_steps():
    for puzzle, rulebook in [(PUZZLE, None), (HARD, "hodoku"), (PUZZLE, "se")]:
        steps = gridmill.steps(puzzle, rulebook)
        (tokens,) = [paths[0] for paths in [gridmill.path_tokens(puzzle, rulebook)]]
        decoded = gridmill.decode_trace(tokens)
        expected = [step.data for step in steps]
        assert [step["technique"] for step in decoded["steps"]] == [step["technique"] for step in expected]
        for step, data in zip(decoded["steps"], expected):
            assert step["placements"] == [(c["cell"], c["digit"]) for c in data["placements"]]
            assert sorted(step["eliminations"]) == sorted((c["cell"], c["digit"]) for c in data["eliminations"])
        assert (gridmill.encode_trace(decoded) == tokens).all()
        digits, candidates, offsets = gridmill.path_states(puzzle, rulebook)
        assert len(digits) == len(candidates) == len(steps) + 1 == offsets[-1]
        for n, step in enumerate(decoded["steps"]):
            for cell, digit in step["placements"]:
                assert digits[n, cell] == 0 and digits[n + 1, cell] == digit and candidates[n, cell] >> (digit - 1) & 1
            for cell, digit in step["eliminations"]:
                assert candidates[n, cell] >> (digit - 1) & 1 and not candidates[n + 1, cell] >> (digit - 1) & 1
        assert decoded["solved"] == bool((digits[-1] != 0).all())


def test_the_column_is_the_default_search():
    corpus = gridmill.generate(20, seed=2, add="search_trace")
    traces = gridmill.search_trace(corpus.puzzles)
    column = corpus.table()["search_trace"].to_list()
    assert column == [traces[n].tolist() for n in range(20)]
    rated = gridmill.rate(corpus.puzzles, add="search_trace")
    assert rated["search_trace"].to_list() == column


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gridmill.search_trace(PUZZLE, order="best"), 'order is "best": allowed are fewest'),
        (lambda: gridmill.search_trace(PUZZLE, digits=""), 'digits is "": allowed are ascending'),
        (lambda: gridmill.search_trace(PUZZLE, propagation="all"), "allowed are none, naked, singles"),
        (lambda: gridmill.search_trace(PUZZLE, seed=-1), "seed is -1: give a whole number"),
        (lambda: gridmill.search_trace(PUZZLE, seed=1.5), "seed is 1.5"),
        (lambda: gridmill.search_trace(PUZZLE, limit=0), "limit is 0"),
        (lambda: gridmill.search_trace(PUZZLE, limit=True), "limit is True"),
        (lambda: gridmill.search_trace(PUZZLE, max_events=2**64), "max_events"),
        (lambda: gridmill.search_trace([PUZZLE, "12"]), "row 1"),
        (lambda: gridmill.search_trace([PUZZLE, "1" * 16]), "row 1: a 2x2 grid among 3x3 grids"),
        (lambda: gridmill.search_trace("." * 256), "side up to 9"),
        (lambda: gridmill.search_trace(np.full((2, 81), 10)), "row 0"),
        (lambda: gridmill.path_tokens("." * 81), "solutions"),
        (lambda: gridmill.path_states(["." * 256]), "side up to 9"),
        (lambda: gridmill.trace_vocabulary(7), "side is 7: allowed are 4, 6, 8 and 9"),
        (lambda: gridmill.decode_trace([65535]), "token 0: 65535 is no token"),
        (lambda: gridmill.decode_trace([1875, 5]), "token 1"),
        (lambda: gridmill.encode_trace({"events": [{"event": "naked", "cell": 81, "digit": 1}]}), "event 0: cell"),
        (lambda: gridmill.encode_trace({"events": [{"event": "naked", "cell": 1, "digit": 0}]}), "event 0: digit"),
        (lambda: gridmill.encode_trace({"events": [{}]}), "event 0: event is missing"),
        (lambda: gridmill.encode_trace({"events": [3]}), "event 0"),
        (lambda: gridmill.encode_trace({}), "a trace is a dict"),
        (lambda: gridmill.encode_trace({"steps": [{"technique": "magic", "placements": [], "eliminations": []}]}), "step 0"),
        (lambda: gridmill.encode_trace({"board": [1], "events": []}), "board: give 81"),
        (lambda: gridmill.check_trace([PUZZLE, PUZZLE], []), "2 puzzles where one is required"),
        (lambda: gridmill.check_trace(HARD, gridmill.search_trace(PUZZLE)[0]), "not the puzzle"),
        (lambda: gridmill.check_trace(PUZZLE, gridmill.path_tokens(PUZZLE)[0]), "not a search"),
        (lambda: gridmill.check_trace(PUZZLE, []), "no end"),
        (lambda: replay("12", []), "a puzzle has"),
        (lambda: replay(PUZZLE, np.zeros((2, 2), int)), "one sequence"),
        (lambda: replay(np.full(81, -1), [0]), "a cell is 0"),
        (lambda: replay(PUZZLE, [0], box="1x9"), "box"),
        (lambda: replay(PUZZLE, [-5]), "token 1"),
    ],
)
def test_wrong_arguments_are_told(call, words):
    with pytest.raises(ValueError) as error:
        call()
    assert words in str(error.value) and "\n" not in str(error.value)
    assert isinstance(error.value, (gridmill.InputError, gridmill.OptionError, TraceError))


@pytest.mark.parametrize("tokens", ["text", 5, [1.5], [-1], [70000], np.zeros(3), np.zeros((2, 2), np.uint16)])
def test_what_is_no_sequence_is_a_type_error(tokens):
    with pytest.raises(TypeError, match="uint16"):
        gridmill.decode_trace(tokens)
