"""Rows of several splits do not mix by accident."""

from pathlib import Path

import pytest

import gridmill
from gridmill._gridmill import main

CHOOSERS = [gridmill.dedup, gridmill.split, gridmill.augment, gridmill.class_keys, gridmill.report]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of 90 rows for training and 10 for tests."""
    out = tmp_path_factory.mktemp("splits") / "both"
    arguments = ["generate", "--count=100", "--seed=3", "--split=train:0.9,test:0.1", f"--out={out}", "--progress=never"]
    assert main(["gridmill", *arguments]) == 0
    return out


def forms(folder):
    """The folder, and its files."""
    files = sorted((folder / "data").iterdir())
    return [folder, files, tuple(files)]


@pytest.mark.parametrize("function", CHOOSERS, ids=lambda function: function.__name__)
def test_splits_are_chosen_by_name(folder, function):
    for data in forms(folder):
        with pytest.raises(ValueError, match=r'several splits \(.*\).* split="NAME" takes one, split="all"'):
            function(data)
        with pytest.raises(ValueError, match="no file belongs to split dev; they belong to test, train"):
            function(data, split="dev")
        function(data, split="train")
    with pytest.raises(ValueError, match="the data are in memory"):
        function(["." * 81], split="train")


@pytest.mark.parametrize(("split", "rows"), [("train", 90), ("TEST", 10), ("all", 100)])
def test_the_rows_of_the_split_are_read(folder, split, rows):
    for data in forms(folder):
        assert len(gridmill.dedup(data, split=split)) == rows
        assert len(gridmill.augment(data, times=2, split=split)) == 2 * rows
        assert len(gridmill.class_keys(data, split=split)) == rows
        assert gridmill.report(data, split=split).data["corpora"][0]["rows"] == rows
        assert sum(map(len, gridmill.split(data, {"a": 0.5, "b": 0.5}, split=split).values())) == rows


def test_rows_to_leave_out_are_of_one_split(folder):
    corpus = gridmill.generate(10, seed=5)
    with pytest.raises(ValueError, match="several splits"):
        gridmill.split(corpus, {"a": 0.5, "b": 0.5}, exclude=folder)


def test_overlap_compares_splits(folder):
    def names(found):
        return [Path(corpus["name"]).name for corpus in found["corpora"]]

    both = gridmill.overlap(folder)
    assert names(both) == ["train", "test"] or names(both) == ["test", "train"]
    assert [pair["classes"] for pair in both["pairs"]] == [0, 0, 0]
    assert sorted(names(gridmill.overlap(mine=folder, other=["." * 81]))) == ["other", "test", "train"]
    one = gridmill.overlap(folder, folder, split="test")
    assert [corpus["rows"] for corpus in one["corpora"]] == [10, 10]
    whole = gridmill.overlap(a=folder, b=folder, split="all")
    assert [pair["rows"] for pair in whole["pairs"]] == [[100, 100]] * 3


def test_groups_are_compared_with_each_other_only():
    one, other = gridmill.generate(4, seed=1), gridmill.generate(4, seed=2)
    names = [pair["corpora"] for pair in gridmill.overlap(mine=one, against=(other, one), by="row")["pairs"]]
    assert names == [["mine", "data 2"], ["mine", "data 3"]]
    found = [gridmill.overlap(one, against=against, by="row")["pairs"] for against in (other, one)]
    assert [[pair["classes"] for pair in pairs] for pairs in found] == [[0], [4]]
