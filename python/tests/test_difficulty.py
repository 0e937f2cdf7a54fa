"""Difficulty as a number: its table against fresh puzzles, and the options that it gives."""

import doctest
import math

import numpy as np
import pytest

import gridmill
from gridmill import difficulty
from gridmill._quantiles import COUNT, ER, GUESSES

FRESH = 4000
BOXES = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"]


def test_the_examples_run():
    assert doctest.testmod(difficulty).failed == 0


@pytest.fixture(scope="module")
def fresh():
    table = gridmill.generate(FRESH, seed="fresh", rulebook="se", add="guesses").table()
    return {name: table[name].to_numbers() for name in ("guesses", "er")}


@pytest.mark.parametrize(("by", "table"), [("guesses", GUESSES), ("er", ER)])
def test_the_table_agrees_with_fresh_puzzles(fresh, by, table):
    values = fresh[by]
    for value, below, up_to in table:
        for share, found in ((below, (values < value).mean()), (up_to, (values <= value).mean())):
            # Five standard errors of the difference, and one puzzle.
            allowed = 5 * math.sqrt(share * (1 - share) * (1 / FRESH + 1 / COUNT)) + 1 / FRESH
            assert abs(share - found) <= allowed, (by, value, share, found)


@pytest.mark.parametrize(("by", "table"), [("guesses", GUESSES), ("er", ER)])
def test_shares_are_in_order(by, table):
    values, below, up_to = (np.array(column) for column in zip(*table, strict=True))
    assert below[0] == 0 and up_to[-1] == 1 and (np.diff(values) > 0).all()
    assert (below < up_to).all() and (up_to[:-1] <= below[1:]).all()
    found = [difficulty.of(value, by=by) for value in np.linspace(-1, values[-1] + 1, 2000)]
    assert found == sorted(found) and found[0] == 0 and found[-1] == 1


@pytest.mark.parametrize(("by", "table"), [("guesses", GUESSES), ("er", ER)])
@pytest.mark.parametrize("width", [0.0, 0.02, 0.1, 0.5, 1.0])
def test_a_range_has_the_puzzles_of_its_quantiles(fresh, by, table, width):
    ends = []
    for value in np.linspace(0, 1, 41):
        lower, upper = map(float, difficulty.options(value, by=by, width=width)[by].split(".."))
        ends.append((lower, upper))
        # The quantile itself is in the range.
        error = 5 * math.sqrt(value * (1 - value) / FRESH) + 1e-9
        assert (fresh[by] < lower).mean() <= value + error and (fresh[by] > upper).mean() <= 1 - value + error
        # A value that has more than half of its puzzles outside is in the range only if it is the middle.
        start = min(max(value - width / 2, 0), 1 - width)
        middle = start + width / 2
        for one, below, up_to in table:
            inside = min(up_to, start + width) - max(below, start)
            if inside > (up_to - below) / 2 + 1e-9:
                assert lower <= one <= upper
            elif inside < (up_to - below) / 2 - 1e-9 and not below - 1e-9 <= middle <= up_to + 1e-9:
                assert not lower < one < upper
    assert ends == sorted(ends)


@pytest.mark.parametrize("by", ["guesses", "er"])
@pytest.mark.parametrize("value", [0.0, 0.35, 0.55, 0.8, 1.0])
def test_rows_are_in_their_range(by, value):
    chosen = difficulty.options(value, by=by)
    rows = gridmill.generate(20, seed=3, **chosen).table()
    lower, upper = map(float, chosen[by].split(".."))
    assert all(lower <= found <= upper for found in rows[by].to_numbers())


@pytest.mark.parametrize("box", BOXES)
def test_givens_of_every_shape(box):
    numbers = [difficulty.options(value, by="givens", box=box) for value in np.linspace(0, 1, 5)]
    givens = [options["givens"] for options in numbers]
    assert givens == sorted(givens, reverse=True) and len(set(givens)) == 5
    for options in numbers:
        rows = gridmill.generate(3, seed=1, **options)
        assert rows.box == box and [puzzle.givens for puzzle in (rows[0], rows[2])] == [options["givens"]] * 2
        assert difficulty.options(difficulty.of(options["givens"], by="givens", box=box), by="givens", box=box) == options
    both = difficulty.between(0.5, 1, by="givens", box=box)
    assert both["givens"] == f"{givens[4]}..{givens[2]}"


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: difficulty.options(1.5), "value is 1.5; give a number from 0 to 1"),
        (lambda: difficulty.options(float("nan")), "value is 'nan'; give a number"),
        (lambda: difficulty.options("0.5"), "value is '0.5'; give a number"),
        (lambda: difficulty.options(0.5, width=-1), "width is -1; give a number from 0 to 1"),
        (lambda: difficulty.options(0.5, by="level"), "by is 'level'; there are: guesses, er, givens"),
        (lambda: difficulty.of(1, by=["er"]), "by is ['er']; there are: guesses, er, givens"),
        (lambda: difficulty.between(0.6, 0.5), "lower is 0.6 and upper 0.5; give the smaller number first"),
        (lambda: difficulty.options(0.5, by="givens", box="5x5"), "box is '5x5'; there are: 2x2, 2x3, 3x2, 2x4, 4x2, 3x3"),
        (lambda: difficulty.options(0.5, box="2x3"), 'box is \'2x3\'; quantiles of guesses are for "3x3": give by="givens", or a level of the rulebook basic'),
    ],
)  # fmt: skip
def test_errors(call, line):
    with pytest.raises(gridmill.OptionError) as error:
        call()
    assert str(error.value) == line
