# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "datasets>=5",
#     "mlcroissant>=1.1",
#     "numpy>=2",
#     "pandas>=3",
#     "pyarrow>=16",
# ]
# ///
"""Opens sets for training as their readers do, and checks them.

    check_sets.py splits FOLDER NAME=ROWS...      load_dataset and Croissant give these splits
    check_sets.py hrm FOLDER SET GROUPS IMAGES    a reader written from the description of the layout
    check_sets.py numpy FOLDER ROWS               arrays with a solution for each puzzle
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy


def check_solutions(puzzles, solutions):
    """Every solution is complete and valid, and has the givens of its puzzle."""
    assert puzzles.shape == solutions.shape and puzzles.shape[1] == 81, (puzzles.shape, solutions.shape)
    assert ((puzzles == 0) | (puzzles == solutions)).all()
    grids = solutions.reshape(-1, 9, 9).astype(numpy.int64)
    boxes = grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    for houses in (grids, grids.transpose(0, 2, 1), boxes):
        assert (numpy.sort(houses, axis=2) == numpy.arange(1, 10)).all()


def digits(texts):
    joined = "".join(texts).replace(".", "0").encode()
    return (numpy.frombuffer(joined, dtype=numpy.uint8) - ord("0")).reshape(-1, 81)


def splits(folder, expected):
    import datasets
    import mlcroissant

    expected = {name: int(rows) for name, rows in (pair.split("=") for pair in expected)}
    with tempfile.TemporaryDirectory() as cache:
        opened = datasets.load_dataset(str(folder), cache_dir=cache)
        found = {name: len(rows) for name, rows in opened.items()}
        assert found == expected, (found, expected)
        seen = set()
        for rows in opened.values():
            texts = rows["puzzle"][:]
            assert seen.isdisjoint(texts), "a puzzle is in two splits"
            seen.update(texts)
            check_solutions(digits(texts), digits(rows["solution"][:]))
    document = mlcroissant.Dataset(str(folder / "croissant.json"))
    assert not document.metadata.ctx.issues.errors, document.metadata.ctx.issues.errors
    for name, rows in expected.items():
        assert sum(1 for _ in document.records(name)) == rows, f"Croissant: {name}"
    print(f"{folder.name}: {expected}, as datasets and Croissant read them")


def hrm(folder, name, groups, images):
    groups, images = int(groups), int(images)
    place = folder / name
    about = json.loads((place / "dataset.json").read_text())
    assert json.loads((folder / "identifiers.json").read_text()) == ["<blank>"]
    load = {
        field: numpy.load(place / f"all__{field}.npy", mmap_mode="r")
        for field in ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")
    }
    rows = groups * (1 + images)
    assert (about["seq_len"], about["vocab_size"], about["pad_id"], about["sets"]) == (81, 11, 0, ["all"])
    assert (about["total_groups"], about["num_puzzle_identifiers"]) == (groups, 1)
    assert load["inputs"].shape == load["labels"].shape == (rows, 81)
    assert load["inputs"].min() >= 1 and load["inputs"].max() <= 10 and load["labels"].min() >= 2
    assert (load["puzzle_identifiers"] == numpy.zeros(rows)).all()
    assert (load["puzzle_indices"] == numpy.arange(rows + 1)).all()
    assert (load["group_indices"] == numpy.arange(0, rows + 1, 1 + images)).all()
    check_solutions(load["inputs"] - 1, load["labels"] - 1)
    # Images have the givens of their puzzle in number, and are not the puzzle.
    givens = (load["inputs"] > 1).sum(axis=1).reshape(groups, 1 + images)
    assert (givens == givens[:, :1]).all()
    if images:
        assert len(numpy.unique(numpy.asarray(load["inputs"][: 1 + images]), axis=0)) == 1 + images
    print(f"{folder.name}/{name}: {groups:,} groups of {1 + images:,}")


def arrays(folder, rows):
    puzzles = numpy.load(folder / "puzzles.npy", mmap_mode="r")
    check_solutions(puzzles, numpy.load(folder / "solutions.npy", mmap_mode="r"))
    columns = numpy.load(folder / "columns.npz")
    assert puzzles.dtype == numpy.uint8 and len(puzzles) == int(rows)
    assert (columns["givens"] == (puzzles > 0).sum(axis=1)).all()
    print(f"{folder.name}: {len(puzzles):,} rows as NumPy arrays")


def main():
    kind, folder, *rest = sys.argv[1:]
    folder = Path(folder)
    {"splits": lambda: splits(folder, rest), "hrm": lambda: hrm(folder, *rest), "numpy": lambda: arrays(folder, *rest)}[kind]()


if __name__ == "__main__":
    main()
