"""Boards of a corpus: arrays, columns, warnings."""

import warnings

import pytest

import gridmill


def test_corpus_and_table_have_the_same_boards() -> None:
    for option in ("broken", "filled=50", "filled=35..40,order=random"):
        corpus = gridmill.generate(10, seed=3, board=option)
        table = corpus.table()
        assert (corpus.boards == table.boards).all()
        texts = ["".join(str(digit) if digit else "." for digit in board) for board in corpus.boards]
        assert texts == table["board"].to_list()
        assert corpus[4].row["board"] == texts[4]
        batch = next(iter(gridmill.stream(3, 10, board=option)))
        assert batch["board"].to_list() == texts


def test_missing_boards_and_bad_options_are_told() -> None:
    with pytest.raises(gridmill.OptionError, match="give board"):
        _ = gridmill.generate(1, seed=1).boards
    with pytest.raises(gridmill.OptionError, match=r"board=\"solutions=1\.\.2\" cannot be met"):
        gridmill.generate(1, seed=1, board="solutions=1..2")
    for bad in ("filled=40,order=sideways", ["broken", "filled=40"]):
        with pytest.raises(gridmill.OptionError, match="give solutions=RANGE, broken, filled=RANGE"):
            gridmill.generate(1, seed=1, board=bad)


def test_few_classes_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="36 essentially different"):
        small = gridmill.generate(100, seed=1, box="2x2")
    with pytest.warns(UserWarning, match="36 essentially different"):
        gridmill.split(small, "train:0.5,test:0.5")
    with pytest.warns(UserWarning, match="36 essentially different"):
        gridmill.dedup(small)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gridmill.generate(30, seed=1, box="2x2")
        gridmill.generate(1000, seed=1, box="2x3")
