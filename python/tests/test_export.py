"""Layouts of other programs, and folders with splits: the files of the commands, byte for byte."""

import pathlib
import subprocess

import numpy as np
import pytest

import gridmill

LAYOUTS = {
    "hrm": ("hrm", {"set": "test", "augment": 2, "seed": 5}, ["--set=test", "--augment=2", "--seed=5"]),
    "numpy": ("numpy", {}, []),
    "jsonl": ("rows.jsonl", {"columns": ["solution", "puzzle"]}, ["--columns=solution,puzzle"]),
    "json": ("rows.json", {}, []),
    "csv": ("rows.csv", {"columns": "puzzle,index"}, ["--columns=puzzle,index"]),
    "bank": ("bank.jsonl", {}, []),
    "sudoku-extreme": ("rows.csv", {}, []),
    "sdm": ("rows.sdm", {}, []),
    "text": ("rows.txt", {}, []),
    "hodoku": ("library.txt", {}, []),
    "opensudoku": ("rows.opensudoku", {}, []),
    "sudokuwiki": ("wiki.txt", {}, []),
    "sudoku-coach": ("coach.txt", {}, []),
    "f-puzzles": ("links.txt", {}, []),
    "sudokupad": ("pad.txt", {}, []),
    "sdk": ("sadman", {}, []),
    "ipuz": ("files", {}, []),
    "svg": ("drawings", {}, []),
    "png": ("pictures", {"width": 99}, ["--style=width=99"]),
    "book": ("book.pdf", {"title": "Ten", "per_page": 1, "hints": True, "language": "de"}, ["--title=Ten", "--per-page=1", "--hints", "--language=de"]),
}


def same(one, other):
    difference = subprocess.run(["diff", "-r", one, other], capture_output=True, text=True)
    assert difference.returncode == 0, difference.stdout[:2000]


def run(program, *words):
    subprocess.run([program, *map(str, words), "--progress=never"], check=True, capture_output=True)


@pytest.fixture(scope="module")
def corpus():
    return gridmill.generate(300, seed=42, level="easy", format="parquet")


@pytest.fixture(scope="module")
def folder(corpus, tmp_path_factory):
    out = tmp_path_factory.mktemp("rows") / "corpus"
    corpus.save(out)
    return out


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_that_of_the_command(program, corpus, folder, tmp_path, layout):
    name, options, words = LAYOUTS[layout]
    done = gridmill.export(folder, layout, tmp_path / name, **options)
    assert (done["puzzles"], done["skipped"]) == (300, 0)
    (tmp_path / "command").mkdir()
    run(program, "export", folder, f"--to={layout}", f"--out={tmp_path / 'command' / name}", *words)
    same(tmp_path / name, tmp_path / "command" / name)
    # Rows in memory have no file to name among their facts, and the same puzzles.
    (tmp_path / "memory").mkdir()
    for number, data in enumerate((corpus, corpus.table())):
        out = tmp_path / "memory" / f"{number}{name}"
        gridmill.export(data, layout, str(out), **options)
        for path in [out] if out.is_file() else [path for path in out.rglob("*") if path.is_file() and path.name != "facts.json"]:
            made = tmp_path / name / path.relative_to(out) if out.is_dir() else tmp_path / name
            if layout == "sudoku-extreme":
                # The first field is the name of the file.
                lines = [[line.partition(b",")[2] for line in file.read_bytes().splitlines()] for file in (path, made)]
                assert lines[0] == lines[1]
            else:
                assert path.read_bytes() == made.read_bytes(), path


def test_arrays_lists_and_columns_are_exported(tmp_path, corpus):
    puzzles = corpus.puzzles
    texts = corpus.table()["puzzle"].to_list()
    for number, data in enumerate((puzzles, puzzles.reshape(-1, 9, 9), puzzles[::-1][::-1], texts, iter(texts), {"puzzle": texts})):
        out = tmp_path / f"{number}.txt"
        assert gridmill.export(data, "text", out) == {"puzzles": 300, "skipped": 0, "notes": []}
        assert out.read_text().split() == texts
    assert gridmill.export([*texts[:2], "." * 81], "numpy", tmp_path / "arrays", invalid="skip")["skipped"] == 1
    assert (np.load(tmp_path / "arrays" / "puzzles.npy").reshape(2, 81) == puzzles[:2]).all()


def test_layouts_are_those_of_the_library(corpus, tmp_path):
    with pytest.raises(gridmill.OptionError, match="^layout is \"x\": give one of ") as problem:
        gridmill.export(corpus, "x", tmp_path / "x")
    assert str(problem.value).split("give one of ")[1].split(", ") == list(LAYOUTS)


def test_what_cannot_be_exported_is_refused(tmp_path, corpus, folder):
    out = tmp_path / "out.txt"
    for layout, path, options, line in [
        ("text", out, {"augment": 2}, "augment: it is for the layout hrm, not text"),
        ("hrm", tmp_path / "x", {"augment": 10**9}, "augment is 1000000000: at most 1000000"),
        ("hrm", tmp_path / "x", {"set": "../x"}, "set is \"../x\": it is the name of a folder"),
        ("text", out, {"title": "No"}, "title: it is for the layout book, not text"),
        ("book", tmp_path / "b.pdf", {"per_page": 31}, "per_page=31: a number from 1 to 30"),
        ("book", tmp_path / "b.pdf", {"paper": "a99"}, "paper: "),
        ("text", tmp_path / "x.csv", {}, "out=\".*x.csv\": "),
        ("text", out, {"columns": "puzzle"}, "columns=\"puzzle\": the columns of the layout text are fixed"),
    ]:
        with pytest.raises(gridmill.OptionError, match=f"^{line}") as problem:
            gridmill.export(corpus, layout, path, **options)
        assert "--" not in str(problem.value)
    with pytest.raises(gridmill.InputError):
        gridmill.export(["." * 81], "numpy", tmp_path / "n")
    with pytest.raises(TypeError):
        gridmill.export(5, "text", out)
    with pytest.raises(OSError):
        gridmill.export(pathlib.Path("no such file"), "text", out)
    gridmill.export(corpus, "text", out)
    with pytest.raises(ValueError, match="overwrite=True"):
        gridmill.export(corpus, "text", out)
    gridmill.export(corpus, "text", out, overwrite=True)
    with pytest.raises(gridmill.OptionError, match="is an input|is a file of a corpus"):
        gridmill.export(folder, "jsonl", folder / "data" / "x.jsonl", overwrite=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.txt"]


def test_splits_of_files_are_those_of_the_command(program, folder, tmp_path):
    options = {"by": "grid", "seed": 9, "stratify": "givens", "format": "csv", "shard_rows": 100, "license": "cc0-1.0"}
    counts = gridmill.split(folder, {"train": 0.8, "test": 0.2}, out=tmp_path / "python", **options)
    assert (counts["rows"], [part["name"] for part in counts["splits"]]) == (300, ["train", "test"])
    words = ["--into=train:0.8,test:0.2", "--by=grid", "--seed=9", "--stratify=givens", "--format=csv", "--shard-rows=100", "--license=cc0-1.0"]
    run(program, "split", folder, f"--out={tmp_path / 'command'}", *words)
    same(tmp_path / "python", tmp_path / "command")
    with pytest.raises(ValueError, match="overwrite=True|resume=True"):
        gridmill.split(folder, {"train": 0.8, "test": 0.2}, out=tmp_path / "python", **options)
    again = gridmill.split(folder, {"train": 0.8, "test": 0.2}, out=tmp_path / "python", resume=True, **options)
    assert again == counts
    with pytest.raises(gridmill.OptionError, match="is an input; overwrite=True would remove it"):
        gridmill.split(folder, out=folder, overwrite=True)


def test_folders_of_splits_have_the_rows_of_the_dict(corpus, folder, tmp_path):
    into = {"train": 0.8, "test": 0.2}
    splits = gridmill.split(corpus, into, seed=9)
    gridmill.split(folder, into, seed=9, out=tmp_path / "out")
    assert (tmp_path / "out" / "README.md").read_text().startswith("---")
    for name, rows in splits.items():
        read = gridmill.dedup(tmp_path / "out", by="row", split=name)
        assert read["puzzle"].to_list() == rows["puzzle"].to_list()
    for data in (corpus, corpus.table(), corpus.puzzles):
        with pytest.raises(gridmill.OptionError, match="^out is for rows of files: give a pathlib.Path"):
            gridmill.split(data, into, out=tmp_path / "memory")
    for options in ({"format": "csv"}, {"license": "mit"}, {"overwrite": True}, {"resume": True}, {"shard_rows": 5}):
        with pytest.raises(gridmill.OptionError, match="give out, too"):
            gridmill.split(corpus, into, **options)


@pytest.mark.parametrize("by", ["row", "puzzle", "expansion", "grid"])
def test_generated_splits_are_those_of_the_command(program, tmp_path, by):
    into = {"train": 0.9, "test": 0.1}
    corpus = gridmill.generate(500, seed=42, box="2x2", shard_rows=200)
    corpus.save(tmp_path / "python", split=into, by=by, license="mit")
    words = ["generate", "--count=500", "--seed=42", "--box=2x2", "--shard-rows=200", "--no-timings", "--license=mit"]
    run(program, *words, "--split=train:0.9,test:0.1", f"--split-by={by}", f"--out={tmp_path / 'command'}")
    same(tmp_path / "python", tmp_path / "command")
    splits = gridmill.generate(500, seed=42, box="2x2", split=into, by=by)
    for name, rows in splits.items():
        read = gridmill.dedup(tmp_path / "command", by="row", split=name)
        assert rows["puzzle"].to_list() == [row["puzzle"] for row in rows]
        if by == "row":
            assert sorted(set(rows["puzzle"])) == sorted(read["puzzle"].to_list())
        assert rows.facts["splits"]["by"] == by and rows.facts["splits"]["name"] == name
    assert sum(map(len, splits.values())) == 500


def test_splits_that_cannot_be_made_are_refused(tmp_path):
    corpus = gridmill.generate(10, seed=1)
    for options, error, line in [
        ({"by": "grid"}, gridmill.OptionError, "by says which rows stay in one split: give split, too"),
        ({"split": {"train": 0.5}}, gridmill.OptionError, r"split is \{'train': 0.5\}: "),
        ({"split": {"train": 1}, "by": "cell"}, gridmill.OptionError, "by is \"cell\": give one of row, puzzle, expansion, grid"),
        ({"split": 5}, TypeError, "split is 5, of type int: give a dict of shares"),
        ({"split": {"../x": 1.0}}, gridmill.OptionError, "split is "),
    ]:
        for call in (lambda options=options: gridmill.generate(10, seed=1, **options), lambda options=options: corpus.save(tmp_path / "x", **options)):
            with pytest.raises(error, match=f"^{line}"):
                call()
    with pytest.raises(gridmill.OptionError, match="part and split exclude each other"):
        corpus.save(tmp_path / "x", split={"a": 1.0}, part="1/2")
    assert not (tmp_path / "x").exists()
