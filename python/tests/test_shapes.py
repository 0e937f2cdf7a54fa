"""The shape of puzzles goes along with them; where it is lost, `box` says it; nothing guesses between two."""

import json
import subprocess
import sys

import numpy as np
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gridmill

CORPUS = gridmill.generate(60, seed=7, box="3x2")
TALL = CORPUS.table()
TEXTS = TALL["puzzle"].to_list()
SOLUTIONS = TALL["solution"].to_list()
QUESTIONS = [gridmill.solve, gridmill.count_solutions, gridmill.is_unique, gridmill.is_minimal]
ROWS = [gridmill.dedup, gridmill.split, gridmill.augment, gridmill.class_keys, gridmill.report, gridmill.overlap]


def right(answer):
    return list(answer.to_list() if isinstance(answer, gridmill.Column) else answer) == SOLUTIONS


def carrying():
    """Forms of the same puzzles that state their shape."""
    return [CORPUS, TALL, TALL["puzzle"], pa.table(CORPUS), pa.table(TALL), pa.table(CORPUS).slice(0, 60)]


def silent():
    """Forms that state nothing."""
    array = CORPUS.puzzles
    return [
        TEXTS,
        array,
        array.reshape(-1, 6, 6),
        pa.array(TEXTS),
        pa.table({"puzzle": TEXTS}),
        pandas.DataFrame({"puzzle": TEXTS}),
        polars.DataFrame({"puzzle": TEXTS}),
    ]


@pytest.mark.parametrize("data", carrying(), ids=lambda data: type(data).__name__)
def test_shapes_are_carried(data):
    assert right(gridmill.solve(data))
    assert gridmill.solve(data, box="3x2").to_list() == SOLUTIONS
    assert gridmill.count_solutions(data).to_list() == [1] * 60
    assert all(gridmill.is_unique(data).to_list())
    assert all(gridmill.is_minimal(data).to_list())
    assert len(gridmill.dedup(data, by="row")) == 60
    splits = gridmill.split(data, {"a": 0.5, "b": 0.5}, seed=1)
    assert sum(map(len, splits.values())) == 60
    images = gridmill.augment(data, times=2, seed=1)
    assert gridmill.count_solutions(images).to_list() == [1] * 120
    for rows in (images, gridmill.dedup(data), *splits.values()):
        assert rows.box == "3x2"
        assert set(gridmill.count_solutions(rows).to_list()) <= {1}
    assert gridmill.overlap(data, images)["pairs"][1]["rows"] == [60, 120]
    assert gridmill.report(data).data["corpora"][0]["box"] == "3x2"


@pytest.mark.parametrize("data", carrying(), ids=lambda data: type(data).__name__)
def test_a_box_that_contradicts_is_refused(data):
    for function in [*QUESTIONS, *ROWS]:
        with pytest.raises(ValueError, match="3x2 boxes, and box is 2x3") as problem:
            function(data, box="2x3")
        assert "\n" not in str(problem.value)


@pytest.mark.parametrize("data", silent(), ids=lambda data: type(data).__name__)
def test_two_shapes_that_fit_are_named(data):
    for function in [*QUESTIONS, *ROWS]:
        with pytest.raises(ValueError, match='36 cells fit 2x3 and 3x2 boxes; .*box="2x3" or box="3x2"') as problem:
            function(data)
        assert "\n" not in str(problem.value)
    answer = gridmill.solve(data, box="3x2")
    if isinstance(answer, np.ndarray):
        assert answer.shape == data.shape
        assert (answer.reshape(60, 36) == CORPUS.solutions).all()
    else:
        assert right(answer)
    assert len(gridmill.dedup(data, by="row", box="3x2")) == 60


def test_one_puzzle_needs_its_box_too():
    one_puzzle = [gridmill.solve, gridmill.rate, gridmill.steps, gridmill.minimal_puzzles]
    one_puzzle += [gridmill.path_tokens, gridmill.path_states, gridmill.search_trace]
    for puzzle in (TEXTS[0], CORPUS.puzzles[0], CORPUS.puzzles[0].reshape(6, 6)):
        for function in one_puzzle:
            with pytest.raises(ValueError, match="2x3 and 3x2"):
                function(puzzle)
    for function in (gridmill.unavoidable_sets, lambda grid: gridmill.scan(grid, givens=10)):
        with pytest.raises(ValueError, match="2x3 and 3x2"):
            function(SOLUTIONS[0])
    assert gridmill.solve(TEXTS[0], box="3x2") == SOLUTIONS[0]
    assert (gridmill.solve(CORPUS.puzzles[0].reshape(6, 6), box="3x2").ravel() == CORPUS.solutions[0]).all()
    # The numbers of cells that one shape has need nothing.
    assert gridmill.count_solutions("." * 16, limit=300) == 288
    with pytest.raises(ValueError, match="box"):
        gridmill.solve(TEXTS[0], box="6x6")
    with pytest.raises(ValueError):
        gridmill.solve("." * 16, box="3x3")


def test_sixteen_rows_of_small_grids_or_one_large():
    grids = np.zeros((16, 16), "u1")
    assert gridmill.count_solutions(grids, box="2x2").shape == (16,)
    assert gridmill.count_solutions(grids, box="4x4") == 2


@pytest.mark.parametrize("box", ["2x4", "4x2", "2x5", "5x2", "3x4", "4x3"])
def test_other_sizes_with_two_shapes(box):
    table = gridmill.generate(3, seed=1, box=box).table()
    assert table.box == box
    assert gridmill.solve(table).to_list() == table["solution"].to_list()
    with pytest.raises(ValueError, match="boxes; say which"):
        gridmill.solve(table["puzzle"].to_list())


def stating(text):
    return pa.table({"puzzle": TEXTS}).replace_schema_metadata({"gridmill.facts": text})


def test_metadata_go_through_arrow_and_lies_are_refused():
    facts = pa.table(CORPUS).schema.metadata[b"gridmill.facts"]
    assert (json.loads(facts)["version"], json.loads(facts)["shape"]) == (2, "3x2")
    later = stating('{"version":9,"shape":"3x2","weights":{"column":"w"}}')
    assert right(gridmill.solve(later))
    for text in ("", "x", "{}", "[1]", '{"version":1,"shape":"6x6"}', '{"version":-1}', '{"version":1,"shape":5}'):
        for function in [*QUESTIONS, *ROWS]:
            with pytest.raises(ValueError, match="gridmill.facts") as problem:
                function(stating(text))
            assert "\n" not in str(problem.value)
    for function in [*QUESTIONS, *ROWS]:
        with pytest.raises(ValueError) as problem:
            function(stating('{"version":1,"shape":"3x3"}'))
        assert "\n" not in str(problem.value)


def test_columns_of_a_dict_state_one_shape():
    data = {"puzzle": TALL["puzzle"], "solution": CORPUS.solutions}
    assert gridmill.dedup(data).box == "3x2"
    wide = gridmill.generate(60, seed=7, box="2x3").table()
    with pytest.raises(ValueError, match="3x2 boxes and 2x3 boxes"):
        gridmill.dedup({"puzzle": TALL["puzzle"], "solution": wide["solution"]})
    with pytest.raises(ValueError, match="3x2 boxes and with 2x3 boxes are not compared"):
        gridmill.overlap(TALL, wide)
    with pytest.raises(ValueError, match="are not compared"):
        gridmill.split(TALL, exclude=wide)


@pytest.mark.parametrize("format", ["parquet", "csv", "jsonl"])
def test_folders_and_files_state_their_shape(tmp_path, format):
    folder = tmp_path / "corpus"
    gridmill.generate(60, seed=7, box="3x2", format=format).save(folder)
    assert gridmill.dedup(folder, by="row").box == "3x2"
    assert gridmill.count_solutions(gridmill.augment(folder, seed=1)).to_list() == [1] * 60
    for function in ROWS:
        with pytest.raises(ValueError, match="3x2 boxes, and box is 2x3"):
            function(folder, box="2x3")
    file = next((folder / "data").iterdir())
    if format == "parquet":
        assert gridmill.dedup(file, by="row").box == "3x2"
        # pyarrow keeps the facts.
        assert None not in gridmill.solve(pq.read_table(file)).to_list()
    else:
        with pytest.raises(ValueError, match="2x3 and 3x2"):
            gridmill.dedup(file)
        assert gridmill.dedup(file, by="row", box="3x2").box == "3x2"


def test_files_of_python_tables_state_their_shape(tmp_path):
    file = tmp_path / "rows.parquet"
    pq.write_table(pa.table(TALL), file)
    assert gridmill.dedup(file, by="row").box == "3x2"
    assert right(gridmill.solve(pq.read_table(file)))
    pq.write_table(stating('{"version":1,"shape":"4x4"}'), file)
    with pytest.raises(ValueError, match="4x4 boxes are stated"):
        gridmill.dedup(file)


@pytest.mark.parametrize("command", [["dedup"], ["augment", "--times", "2"], ["split", "--into", "a:1"]])
def test_files_of_commands_state_their_shape(tmp_path, command):
    corpus, out = tmp_path / "corpus", tmp_path / ("out" if command[0] == "split" else "out.parquet")
    gridmill.generate(60, seed=7, box="3x2").save(corpus)
    run = [sys.executable, "-m", "gridmill", *command, str(corpus), "--box", "3x2", "--out", str(out)]
    subprocess.run(run, check=True, capture_output=True)
    file = next(out.rglob("*.parquet")) if out.is_dir() else out
    assert json.loads(pq.read_metadata(file).metadata[b"gridmill.facts"])["shape"] == "3x2"
    assert gridmill.dedup(file, by="row").box == "3x2"
    assert set(gridmill.count_solutions(pq.read_table(file)).to_list()) == {1}


def test_commands_print_names_that_help_lists():
    assert " --checker bitboard " in gridmill.generate(1, seed=1).command


def test_every_shape_has_guesses():
    for box, givens, most in (("2x2", None, 0), ("2x3", None, 10), ("4x4", 130, 1000)):
        corpus = gridmill.generate(4, seed=1, box=box, givens=givens, add="guesses")
        values = corpus.table()["guesses"].to_list()
        assert all(0 <= value <= most for value in values)
        assert gridmill.rate(corpus, "none", add="guesses", progress=False)["guesses"].to_list() == values


def test_ratings_of_large_grids_are_refused():
    corpus = gridmill.generate(2, seed=1, box="4x4", givens=150)
    with pytest.raises(gridmill.OptionError, match="side up to 9"):
        gridmill.rate(corpus, "basic", progress=False)
