"""Endless mixes, streams that are pickled, and shares of mixtures."""

import copy
import pickle
from collections import Counter

import pytest

import gridmill
from gridmill._mixture import Schedule, apportion, checked_weights

WEIGHTS = [[1], [1, 1], [0.5, 0.3, 0.2], [1, 0, 3], [1e-6, 1], [0.1] * 7, [3, 1e-9, 2]]


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("first", [0, 10**9])
def test_each_row_more_is_a_row_of_one_source(weights, first):
    before = apportion(first, weights)
    for rows in range(first, first + 60):
        counts = apportion(rows, weights)
        assert sum(counts) == rows
        assert rows == first or sum(count - old for count, old in zip(counts, before)) == 1
        assert all(count >= old for count, old in zip(counts, before))
        shares = [rows * weight / sum(weights) for weight in weights]
        assert all(abs(count - share) < 2 for count, share in zip(counts, shares))
        assert all(count == 0 for count, weight in zip(counts, weights) if weight == 0)
        before = counts


def test_changes_of_weights_keep_the_rows_so_far():
    schedule = Schedule(10, [(0, [1, 1]), (3, [1, 0]), (5, [0, 1])])
    assert [schedule.rows_before(batch) for batch in (0, 3, 5, 7)] == [[0, 0], [15, 15], [35, 15], [35, 35]]
    # Added later, the changes mean the same.
    later = Schedule(10, [(0, [1, 1])])
    later.rows_before(3)
    later.extend([(3, [1, 0]), (5, [0, 1])])
    assert later.rows_before(7) == [35, 35]


@pytest.mark.parametrize("weights, error", [([1], ValueError), ([1, -1], ValueError), ([0, 0], ValueError), ([1, float("nan")], ValueError), ([1, float("inf")], ValueError), (["a", 1], TypeError), (3, TypeError)], ids=str)
def test_weights_that_mean_nothing_are_refused(weights, error):
    with pytest.raises(error) as problem:
        checked_weights(weights, 2)
    assert len(str(problem.value).splitlines()) == 1


MIXES = [
    {"mix": "givens=40:0.5,30:0.5"},
    {"mix": ["level=easy:0.8,medium:0.2", "symmetry=rot180:0.5,none:0.5"]},
    {"mix": "guesses=0:0.5,0.5..3:0.5"},
]


@pytest.mark.parametrize("options", MIXES, ids=str)
def test_endless_mixes_are_corpora_in_blocks(options):
    stream = gridmill.stream(5, batch_size=150, mix_block=100, **options)
    rows = [next(stream) for _ in range(2)]
    corpus = gridmill.generate(300, seed=5, mix_block=100, **options)
    assert [text for table in rows for text in table["puzzle"].to_list()] == [puzzle.puzzle for puzzle in corpus]
    later = gridmill.stream(5, batch_size=50, start=150, mix_block=100, **options)
    assert next(later)["puzzle"].to_list() == rows[1]["puzzle"].to_list()[:50]


def test_a_stream_without_count_has_blocks_of_a_thousand_rows():
    table = next(gridmill.stream(5, batch_size=2000, mix="givens=40:0.5,30:0.5"))
    givens = table["givens"].to_list()
    assert Counter(givens[:1000]) == Counter(givens[1000:]) == {40: 500, 30: 500}
    assert table["puzzle"][0] == gridmill.generate(1, seed=5, mix="givens=40:0.5,30:0.5", mix_block=1000)[0].puzzle
    # A count is one block, as ever.
    counted = next(gridmill.stream(5, batch_size=10, count=10, mix="givens=40:0.5,30:0.5"))
    assert Counter(counted["givens"].to_list()) == {40: 5, 30: 5}
    listed = next(gridmill.stream(5, batch_size=10, mix="givens=40:0.5,30:0.5", mix_block=10, mix_order="listed"))
    assert listed["givens"].to_list() == [40] * 5 + [30] * 5


@pytest.mark.parametrize("options", [{}, {"count": 500}, {"shard": (1, 3)}, {"mix": "givens=40:0.5,30:0.5"}, {"count": 500, "mix": "er=1.0..2.0:1,2.1..8.0:1", "start": 64}], ids=str)
def test_a_pickled_stream_goes_on_at_its_position(options):
    stream = gridmill.stream(5, batch_size=32, **options)
    for _ in range(3):
        other = pickle.loads(pickle.dumps(stream))
        assert (other.position, other.column_names, repr(other)) == (stream.position, stream.column_names, repr(stream))
        rows = next(stream)["puzzle"].to_list()
        assert next(other)["puzzle"].to_list() == rows
        assert other.position == stream.position
    assert next(copy.deepcopy(stream))["puzzle"].to_list() == next(copy.copy(stream))["puzzle"].to_list() == next(stream)["puzzle"].to_list()


def test_a_pickled_stream_needs_its_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    grid = gridmill.generate(2, seed=1).solutions[0]
    (tmp_path / "grids.txt").write_text("".join(map(str, grid)) + "\n")
    stream = gridmill.stream(5, batch_size=8, from_="grids.txt")
    data = pickle.dumps(stream)
    assert next(pickle.loads(data))["puzzle"].to_list() == next(stream)["puzzle"].to_list()
    (tmp_path / "grids.txt").write_text("".join(map(str, gridmill.generate(2, seed=1).solutions[1])) + "\n")
    with pytest.raises(ValueError, match="another file here"):
        pickle.loads(data)


def test_a_stream_that_is_over_stays_so():
    stream = gridmill.stream(5, batch_size=32, count=40)
    assert len(list(stream)) == 2
    assert list(pickle.loads(pickle.dumps(stream))) == []
