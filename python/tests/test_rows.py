"""dedup, split, overlap, augment, report: the results of the commands, on data in memory."""

import csv
import io
import json
import subprocess

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gridmill

SMALL = ["1...3.......4..1", "1..4.......3...1", "2...3.......4..2", "1..............."]


@pytest.fixture(scope="module")
def corpus():
    return gridmill.generate(500, seed=11, givens="26..40", rulebook="hodoku")


@pytest.fixture(scope="module")
def with_duplicates(corpus):
    """The corpus, and two images of every fifth row, in a mixed order."""
    table = pa.table(corpus).select(["puzzle", "solution", "givens", "level"])
    images = pa.table(gridmill.augment(table.take(list(range(0, 500, 5))), times=2, seed=3))
    images = images.append_column("level", pa.nulls(len(images), pa.string())).select(table.column_names).cast(table.schema)
    both = pa.concat_tables([table, images]).combine_chunks()
    order = np.random.default_rng(5).permutation(len(both))
    return both.take(order)


def run(*words):
    done = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
    return done.stdout


def of_command(table, tmp_path, program, *words):
    """The rows that a command writes of a table."""
    pq.write_table(table, tmp_path / "in.parquet")
    run(program, words[0], tmp_path / "in.parquet", f"--out={tmp_path}/out.parquet", "--overwrite", "--progress=never", *words[1:])
    return pq.read_table(tmp_path / "out.parquet")


@pytest.mark.parametrize("by", ["row", "puzzle", "expansion", "grid"])
def test_dedup_keeps_the_rows_that_the_command_keeps(with_duplicates, tmp_path, program, by):
    expected = of_command(with_duplicates, tmp_path, program, "dedup", f"--by={by}")
    kept, counts = gridmill.dedup(with_duplicates, by=by, return_counts=True)
    assert pa.table(kept).to_pydict() == expected.to_pydict()
    assert counts["rows"] == 700 and counts["kept"] == len(kept) == (700 if by == "row" else 500)
    assert counts["equal"] + counts["equivalent"] == 700 - len(kept)


def test_dedup_returns_the_form_of_the_data(with_duplicates):
    texts = with_duplicates["puzzle"].to_pylist()
    expected = pa.table(gridmill.dedup(with_duplicates))["puzzle"].to_pylist()
    assert gridmill.dedup(texts) == expected
    assert gridmill.dedup(tuple(texts)) == expected
    assert gridmill.dedup(iter(texts)) == expected
    # Texts stay as they are.
    assert gridmill.dedup([text.replace(".", "0") for text in texts]) == [text.replace(".", "0") for text in expected]
    digits = np.array([[int(c) if c != "." else 0 for c in text] for text in texts])
    kept = gridmill.dedup(digits)
    assert kept.dtype == np.uint8
    assert ["".join(".123456789"[cell] for cell in row) for row in kept] == expected
    assert (gridmill.dedup(digits.reshape(-1, 9, 9)).reshape(-1, 81) == kept).all()
    for data in [
        {"puzzle": texts},
        {"puzzle": digits},
        with_duplicates["puzzle"],
        with_duplicates.to_pandas(),
        pl.from_arrow(with_duplicates),
        pl.from_arrow(with_duplicates)["puzzle"],
        gridmill.dedup(with_duplicates, by="row"),
    ]:
        kept = gridmill.dedup(data)
        assert isinstance(kept, gridmill.Table)
        assert kept["puzzle"].to_list() == expected
    assert pl.DataFrame(gridmill.dedup(pl.from_arrow(with_duplicates))).columns == with_duplicates.column_names
    assert len(gridmill.dedup(pl.from_arrow(with_duplicates)).puzzles) == 500


def test_files_are_read_as_the_command_reads_them(with_duplicates, tmp_path):
    path = tmp_path / "rows.parquet"
    pq.write_table(with_duplicates, path)
    assert len(gridmill.dedup(path)) == 500
    assert len(gridmill.dedup([path, path])) == 500
    with pytest.raises(FileNotFoundError, match="missing.csv"):
        gridmill.dedup(tmp_path / "missing.csv")


def test_other_sizes():
    assert gridmill.dedup(SMALL, box="2x2") == gridmill.dedup(SMALL) == [SMALL[0], SMALL[3]]
    assert gridmill.dedup(["." * 36], box="3x2") == ["." * 36]
    assert gridmill.dedup(["1" + "." * 99, "." * 99 + "2"], box="2x5") == ["1" + "." * 99]
    with pytest.raises(ValueError, match="too many symmetries"):
        gridmill.dedup(["." * 256])


@pytest.mark.parametrize("options", [{}, {"by": "grid"}, {"stratify": "givens", "seed": "a garden"}, {"stratify": "level", "into": "a:0.5,b:0.5"}], ids=str)
def test_split_puts_rows_where_the_command_does(with_duplicates, tmp_path, program, options):
    pq.write_table(with_duplicates, tmp_path / "in.parquet")
    words = [f"--{name}={value}" for name, value in options.items()]
    run(program, "split", tmp_path / "in.parquet", f"--out={tmp_path}/out", "--progress=never", *words)
    splits, counts = gridmill.split(with_duplicates, return_counts=True, **options)
    assert sum(len(rows) for rows in splits.values()) == 700
    for name, rows in splits.items():
        files = sorted((tmp_path / "out" / "data").glob(f"{name}-*.parquet"))
        assert pa.table(rows).to_pydict() == pa.concat_tables([pq.read_table(file) for file in files]).to_pydict(), name
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert counts == manifest["plan"]
    found = gridmill.overlap(**splits)
    assert all(pair["classes"] == 0 for pair in found["pairs"] if pair["by"] in ("row", options.get("by", "puzzle"), "puzzle"))


def test_split_takes_shares_as_a_dict_and_leaves_out_what_is_excluded(with_duplicates):
    texts = with_duplicates["puzzle"].to_pylist()
    splits = gridmill.split(texts, {"train": 0.8, "test": 0.2}, seed=4)
    assert list(splits) == ["train", "test"] and sorted(splits["train"] + splits["test"]) == sorted(texts)
    again = gridmill.split(texts[::-1], {"train": 0.8, "test": 0.2}, seed=4)
    assert {name: set(rows) for name, rows in splits.items()} == {name: set(rows) for name, rows in again.items()}
    benchmark = gridmill.augment(texts[:50], seed=9)
    left = gridmill.split(texts, {"train": 0.8, "test": 0.2}, exclude=benchmark)
    assert gridmill.overlap(left["train"] + left["test"], benchmark)["pairs"][1]["classes"] == 0


def test_overlap_is_that_of_the_command(with_duplicates, tmp_path, program):
    one, two = with_duplicates.slice(0, 400), with_duplicates.slice(400)
    for name, table in [("one", one), ("two", two)]:
        pq.write_table(table, tmp_path / f"{name}.parquet")
    expected = json.loads(run(program, "overlap", tmp_path / "one.parquet", tmp_path / "two.parquet", "--json", "--progress=never"))
    for found in [gridmill.overlap(one, two), gridmill.overlap(tmp_path / "one.parquet", tmp_path / "two.parquet")]:
        plain = lambda result: [(pair["by"], pair["classes"], pair["rows"], [[row["puzzle"] for row in rows] for rows in pair["examples"]]) for pair in result["pairs"]]
        assert plain(found) == plain(expected)
    assert found["pairs"][1]["classes"] > 0
    named = gridmill.overlap(train=one, test=two)
    assert [corpus["name"] for corpus in named["corpora"]] == ["train", "test"]
    # Rows in memory are counted from 0.
    for row, table in zip(named["pairs"][1]["examples"][0], (one, two)):
        assert table["puzzle"][row["row"]].as_py() == row["puzzle"]
    with pytest.raises(ValueError, match="give two"):
        gridmill.overlap(one)


@pytest.mark.parametrize("options", [{}, {"times": 3, "keep_original": True}, {"only": "digits,rows"}, {"rulebook": "se", "seed": "x"}], ids=str)
def test_augment_makes_the_images_of_the_command(corpus, tmp_path, program, options):
    table = pa.table(corpus).slice(0, 60).combine_chunks()
    words = [f"--{name.replace('_', '-')}" if value is True else f"--{name}={value}" for name, value in ({"times": 1} | options).items()]
    expected = of_command(table, tmp_path, program, "augment", *words)
    images = gridmill.augment(table, **options)
    assert pa.table(images).to_pydict() == expected.to_pydict()
    assert (gridmill.solve(images.puzzles) == images.solutions).all()
    assert gridmill.augment(table, threads=1, **options)["puzzle"].to_list() == images["puzzle"].to_list()


def test_augment_takes_arrays(corpus):
    images = gridmill.augment({"puzzle": corpus.puzzles, "solution": corpus.solutions}, times=2, seed=1)
    assert images.puzzles.shape == (1000, 81)
    assert images["source_index"].to_numpy().tolist() == [row for row in range(500) for _ in range(2)]
    assert (gridmill.solve(images.puzzles) == images.solutions).all()
    assert gridmill.augment(corpus.puzzles, times=2, seed=1)["puzzle"].to_list() == images["puzzle"].to_list()


def test_report_is_that_of_the_command(corpus, tmp_path, program):
    corpus.save(tmp_path / "data")
    run(program, "report", tmp_path / "data", f"--out={tmp_path}/report.json", "--progress=never")
    expected = json.loads((tmp_path / "report.json").read_text())
    of_path = gridmill.report(tmp_path / "data").data
    of_corpus = gridmill.report(corpus).data
    of_table = gridmill.report(pa.table(corpus)).data

    def figures(report):
        """Everything but where the rows come from."""
        origin = {"name", "program", "command", "seed", "planned_rows", "whole_rows", "rating_scale", "plan", "bias", "checks"}
        return [{name: value for name, value in part.items() if name not in origin} for part in report["corpora"]]

    assert figures(of_path) == figures(of_corpus) == figures(expected)
    assert of_table["corpora"][0]["rows"] == 500
    assert all(check["passed"] for check in of_corpus["corpora"][0]["checks"])


def test_report_shows_and_saves(corpus, tmp_path):
    report = gridmill.report(train=corpus, test=pa.table(gridmill.generate(50, seed=12)))
    assert repr(report) == "<gridmill.Report of train, test>"
    assert report._repr_html_().startswith("<iframe") and "<!DOCTYPE html>" in report.html[:100]
    assert str(report) == report.markdown and "train" in report.markdown
    assert report.failed_checks == []
    for ending in ["html", "md", "json", "csv"]:
        report.save(tmp_path / f"report.{ending}")
    assert (tmp_path / "report.html").read_text() == report.html
    assert json.loads((tmp_path / "report.json").read_text()) == report.data
    assert len(list(csv.reader(io.StringIO((tmp_path / "report.csv").read_text())))) > 100
    with pytest.raises(ValueError, match="report.html"):
        report.save(tmp_path / "report.html")
    report.save(tmp_path / "report.html", overwrite=True)
    with pytest.raises(ValueError, match="must end in"):
        report.save(tmp_path / "report.pdf")
    damaged = pa.table(corpus).to_pydict()
    damaged["solution"][7] = damaged["solution"][8]
    assert gridmill.report(pa.table(damaged), check="all").failed_checks


BAD = [
    (lambda: gridmill.dedup("." * 81), TypeError, "one text"),
    (lambda: gridmill.dedup([1, 2]), TypeError, "row 0 is int"),
    (lambda: gridmill.dedup(7), TypeError, "int holds no puzzles"),
    (lambda: gridmill.dedup({}), ValueError, "no columns"),
    (lambda: gridmill.dedup({"a": ["." * 81]}), ValueError, "no column is called puzzle"),
    (lambda: gridmill.dedup({"puzzle": ["." * 81], "solution": []}), ValueError, "same length|all columns"),
    (lambda: gridmill.dedup(["." * 81, "x"]), ValueError, "data: row 1, column 2: 1 cell where"),
    (lambda: gridmill.dedup(["." * 81], by="cell"), ValueError, "give one of row, puzzle, expansion, grid"),
    (lambda: gridmill.dedup(["." * 81], by="grid"), ValueError, "data: row 0"),
    (lambda: gridmill.dedup(np.full((2, 81), 10)), ValueError, "row 0: r1c1 is 10"),
    (lambda: gridmill.dedup(np.zeros((2, 81))), TypeError, "whole numbers"),
    (lambda: gridmill.dedup(["." * 81], box="3"), ValueError, "no box shape"),
    (lambda: gridmill.dedup(pa.table({"puzzle": [1]})), ValueError, "must hold text"),
    (lambda: gridmill.split(["." * 81], "train:0.5"), ValueError, "add up to 0.5, not 1"),
    (lambda: gridmill.split(["." * 81], 7), TypeError, "into is 7"),
    (lambda: gridmill.split(["." * 81], {"train": "x"}), ValueError, "is not a share"),
    (lambda: gridmill.split(["." * 81], stratify="steps"), ValueError, "level, er, givens, guesses, score"),
    (lambda: gridmill.split(["." * 81], stratify="er"), ValueError, "no column is called er"),
    (lambda: gridmill.split(["." * 81], seed=[1]), TypeError, "seed"),
    (lambda: gridmill.overlap(), ValueError, "give two"),
    (lambda: gridmill.augment(["." * 81], 0), ValueError, "0 images"),
    (lambda: gridmill.augment(["." * 81], 10**9), ValueError, "at most 1,000,000"),
    (lambda: gridmill.augment(["." * 81], only=["colors"]), ValueError, "give some of digits"),
    (lambda: gridmill.augment(["." * 16], rulebook="se"), ValueError, "9x9"),
    (lambda: gridmill.report(), ValueError, "needs data"),
    (lambda: gridmill.report(["." * 81], check="some"), ValueError, "check must be"),
    (lambda: gridmill.report(["." * 81], check=-1), ValueError, "check must be"),
]


@pytest.mark.parametrize(("call", "kind", "words"), BAD, ids=range(len(BAD)))
def test_bad_input_is_told_in_one_line(call, kind, words):
    with pytest.raises(kind, match=words) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_rows_without_puzzles_are_left_out_if_asked():
    rows = ["." * 80 + "1", "x", "." * 80 + "2"]
    kept, counts = gridmill.dedup(rows, invalid="skip", return_counts=True)
    assert kept == rows[:1] and counts["no_puzzle"] == 1
    assert len(gridmill.augment(rows, times=2, invalid="skip")) == 4


def test_no_rows():
    assert gridmill.dedup([]) == []
    assert gridmill.split([], "a:0.5,b:0.5") == {"a": [], "b": []}
    assert gridmill.dedup(np.zeros((0, 81), np.uint8)).shape == (0, 81)
    assert len(gridmill.augment([])) == 0
