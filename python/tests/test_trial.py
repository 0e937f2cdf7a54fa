"""Measures without a rulebook: trial depth, braids, backdoors."""

import numpy as np
import pytest

import gridmill

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_measures_are_arrays_and_those_of_generate() -> None:
    rows = gridmill.generate(40, seed=42, add=["trial", "backdoors"]).table()
    rated = gridmill.rate(rows.puzzles, "none", add=["trial", "backdoors"])
    for name in ("trial_depth", "b", "backdoor_size", "backdoors"):
        assert rated[name].to_list() == rows[name].to_list()
    depths = np.asarray(rated["trial_depth"].to_numpy())
    assert depths.shape == (40,) and set(depths.tolist()) <= {0, 1}
    definition = {"version": "trial/1", "budget": 1_000_000}
    assert rows.facts["measures"] == {"trial": definition, "backdoors": definition}
    assert gridmill.rate(HARD, "none", add="trial")["bxb"] == 4


def test_a_budget_leaves_bounds() -> None:
    row = gridmill.rate(HARD, "none", add=["trial", "backdoors"], budget="trial=1")
    assert row["trial_depth"] is None and row["trial_at_least"] is not None
    with pytest.raises(ValueError, match="there is nothing to measure"):
        gridmill.rate(EASY, "none")


def test_rows_are_chosen_by_measures() -> None:
    rows = gridmill.generate(10, seed=42, b=range(3, 5), backdoor=1).table()
    assert set(rows["b"].to_list()) <= {3, 4} and set(rows["backdoor_size"].to_list()) == {1}
    rows = gridmill.generate(20, seed=42, mix={"b": {(0, 0): 0.5, (1, 9): 0.5}}).table()
    assert [b == 0 for b in rows["b"].to_list()].count(True) == 10
    for options in ({"b": (5, 2)}, {"b": -1}, {"trial_depth": "x"}, {"b": 1, "mix": "b=1:1"}, {"budget": {"trial": 7}}):
        with pytest.raises(ValueError):
            gridmill.generate(1, seed=1, **options)
