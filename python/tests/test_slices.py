"""Slices and iterators of corpora, tables and columns mean what they mean of a list."""

import itertools

import pyarrow as pa
import pytest
from engines import have_same_values

import gridmill

ENDS = (None, 0, 1, 3, 6, 7, 8, 100, -1, -3, -7, -8, -100, 10**30)
SLICES = [slice(start, stop, step) for start, stop, step in itertools.product(ENDS, ENDS, (None, 1, 2, 3, -1, -2, -10))]


@pytest.fixture(scope="module")
def corpus():
    return gridmill.generate(7, seed=3, start=5, rulebook="se", add=["path", "canonical"])


def test_slices_of_tables_and_columns_are_those_of_lists(corpus):
    table = corpus.table()
    indices = table["index"].to_list()
    for places in SLICES:
        part = table[places]
        assert part["index"].to_list() == table["index"][places].to_list() == indices[places], places
        assert len(part) == len(indices[places]) and part.column_names == table.column_names
    whole = pa.table(table)
    assert have_same_values(pa.table(table[2:5]), whole.slice(2, 3))
    assert have_same_values(pa.table(table[::-2]), whole.take([6, 4, 2, 0]))
    assert (table[::2].puzzles == table.puzzles[::2]).all() and (table[1:][::-1].solutions == table.solutions[1:][::-1]).all()


def test_slices_of_corpora_are_tables_of_their_rows(corpus):
    whole = pa.table(corpus)
    for places in [slice(0, 5), slice(-2, None), slice(None, None, 3), slice(5, 0, -2), slice(None, None, -1), slice(3, 3), slice(9, 12)]:
        part = corpus[places]
        assert isinstance(part, gridmill.Table)
        assert have_same_values(pa.table(part), whole.take(pa.array(list(range(7))[places], pa.int64())))
    large = gridmill.generate(2**62, seed=1)
    assert large[10**18 : 10**18 + 2]["index"].to_list() == [10**18, 10**18 + 1]
    assert large[-2:]["puzzle"][1] == large[-1].puzzle
    assert large[:: 2**61]["index"].to_list() == [0, 2**61]


def test_iterators_go_through_rows(corpus):
    assert [puzzle.index for puzzle in corpus] == list(range(5, 12))
    assert [row["index"] for row in corpus.table()] == list(corpus.table()["index"]) == list(range(5, 12))
    assert next(iter(gridmill.generate(2**63 - 1, seed=1))).index == 0
    puzzles = iter(corpus)
    next(puzzles)
    assert len(list(puzzles)) == 6 and list(puzzles) == []


def test_a_part_states_of_how_many_rows_it_is_one():
    corpus = gridmill.generate(400, seed=3, box="2x2", dig="weighted")
    for part in (corpus[10:60], corpus.table()[10:60], corpus.table()[::-1][340:390]):
        assert len(part) == 50 and part.facts["design"]["count"] == 400
        # The rows are a sample of the same puzzles: their weights count.
        assert part.facts["weights"]["kind"] == "ln" and part.facts["population"] == corpus.facts["population"]
        assert gridmill.report(part).data["corpora"][0]["unbiased"]


@pytest.mark.parametrize("key", [1.5, None, (1, 2), "x", slice(1.5, 2), slice("a", "b"), slice(0, 5, 0), [0, 1], object()])
def test_other_keys_are_refused(corpus, key):
    for rows in (corpus, corpus.table(), corpus.table()["puzzle"]):
        with pytest.raises((TypeError, ValueError, KeyError)):
            rows[key]
    for row in (7, -8, 2**63 - 1):
        with pytest.raises(IndexError):
            corpus[row]
