"""Corpora: the same rows as the command, arrays, files, streams."""

import csv
import filecmp
import io
import pickle
import subprocess

import numpy as np
import pyarrow as pa
import pytest

import gridmill

MODES = [
    {},
    {"givens": 30},
    {"givens": "26..28", "symmetry": "rot180"},
    {"mix": "givens=30:0.5,26:0.5"},
    {"givens": "easy", "max_puzzles_per_grid": 4},
    {"box": "2x3"},
    {"box": "3x4", "givens": 90},
    {"dig": "bottom-up"},
    {"dig": "controlled-bias"},
    {"dig": "enumerated"},
    {"fill": "digitwise", "minimal": True},
    {"rulebook": "se", "er": "1.0..4.0"},
    {"rulebook": "hodoku", "mix": "level=easy:0.5,medium:0.5", "add": "canonical"},
    {"require": ["x_wing"], "add": "guesses"},
    {"seed": "a garden"},
]


def words(options):
    """Options as words of a command line."""
    for name, value in options.items():
        word = "--" + name.replace("_", "-")
        if value is True and name != "minimal":
            yield word
        else:
            value = ",".join(value) if isinstance(value, list) else str(value).lower() if value is True else value
            yield f"{word}={value}"


@pytest.mark.parametrize("options", MODES, ids=str)
def test_rows_are_those_of_the_command(program, options, quick):
    options = {"seed": 7, **options}
    # One dig in 257,000 succeeds there.
    count = (2 if quick else 8) if options.get("dig") == "controlled-bias" else 40
    command = [program, "generate", f"--count={count}", "--no-timings", "--progress=never", *words(options)]
    expected = list(csv.DictReader(io.StringIO(subprocess.run(command, check=True, capture_output=True, text=True).stdout)))
    corpus = gridmill.generate(count, **options)
    table = pa.table(corpus)
    assert table.column_names == list(expected[0])
    assert table["puzzle"].to_pylist() == [row["puzzle"] for row in expected]
    assert table["solution"].to_pylist() == [row["solution"] for row in expected]
    for name in table.column_names:
        shown = lambda value: "" if value is None else str(value).lower()
        if table.schema.field(name).type == pa.float64():
            assert table[name].to_pylist() == [float(row[name]) if row[name] else None for row in expected]
        else:
            assert [shown(value) for value in table[name].to_pylist()] == [row[name].lower() for row in expected], name
    for index in (0, count // 2, -1):
        assert corpus[index].puzzle == expected[index]["puzzle"]
        assert corpus[index].row == table.slice(index % count, 1).to_pylist()[0]
    for row, (puzzle, solution) in zip(expected, zip(corpus.puzzles, corpus.solutions)):
        digits = ".123456789ABCDEFGHIJKLMNOP"
        assert row["puzzle"] == "".join(digits[cell] for cell in puzzle)
        assert row["solution"] == "".join(digits[cell] for cell in solution)


@pytest.mark.parametrize("format", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("options", [{}, {"rulebook": "hodoku", "add": "path", "givens": 30}], ids=str)
def test_folders_are_those_of_the_command_byte_for_byte(program, tmp_path, format, options):
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    options = {"seed": 3, "shard_rows": 300, "format": format, **options}
    command = [program, "generate", "--count=1000", "--no-timings", "--progress=never", f"--out={theirs}"]
    subprocess.run([*command, *words(options)], check=True, capture_output=True)
    gridmill.generate(1000, **options).save(ours)
    names = lambda folder: sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert names(ours) == names(theirs)
    assert filecmp.cmpfiles(ours, theirs, names(ours), shallow=False)[0] == names(ours)


def test_files_of_patterns_and_grids(program, tmp_path):
    grids = tmp_path / "grids.txt"
    grids.write_text(gridmill.generate(1, seed=1)[0].solution + "\n")
    corpus = gridmill.generate(5, seed=2, from_=grids)
    assert set(pa.table(corpus)["solution"].to_pylist()) == {gridmill.generate(1, seed=1)[0].solution}


def test_folders_are_refused_resumed_and_replaced(tmp_path):
    corpus = gridmill.generate(100, seed=1)
    corpus.save(tmp_path / "corpus")
    with pytest.raises(ValueError, match="resume"):
        corpus.save(tmp_path / "corpus")
    corpus.save(tmp_path / "corpus", resume=True)
    gridmill.generate(10, seed=1).save(str(tmp_path / "corpus"), overwrite=True)
    with pytest.raises(ValueError):
        corpus.save(tmp_path / "corpus", overwrite=True, resume=True)
    with pytest.raises(OSError):
        corpus.save("/proc/no/such/folder")


def test_rows_may_start_anywhere():
    year = gridmill.generate(30, seed=9, mix="givens=30:0.5,26:0.5")
    week = gridmill.generate(7, seed=9, start=14, of=30, mix="givens=30:0.5,26:0.5")
    assert (week.puzzles == year.puzzles[14:21]).all()
    assert week[0].puzzle == year[14].puzzle and week[-1].row["index"] == 20
    assert len(week) == 7
    stream = gridmill.stream(9, batch_size=7, start=14, of=30, mix="givens=30:0.5,26:0.5")
    assert list(next(stream)["puzzle"]) == [year[index].puzzle for index in range(14, 21)]
    plan = gridmill.CorpusPlan(7, seed=9, start=14)
    assert plan.rows(0) == (14, 21)
    with pytest.raises(IndexError, match="^there are no rows 0 to 7; the corpus has rows 14 to 21$"):
        plan.table(0, 7)
    with pytest.raises(gridmill.OptionError, match="give mix_block=1000 or of=N"):
        gridmill.generate(7, seed=9, start=14, mix="givens=30:0.5,26:0.5")


def test_options_may_be_none_and_numbers_of_numpy():
    plain = gridmill.generate(3, seed=np.int64(5), givens=np.uint8(30), symmetry=None)
    assert (plain.puzzles == gridmill.generate(3, seed=5, givens=30).puzzles).all()
    seed = bytes(range(32))
    assert gridmill.generate(1, seed=seed)[0].puzzle == gridmill.generate(1, seed=seed.hex())[0].puzzle
    assert gridmill.generate(1)[0].puzzle != gridmill.generate(1)[0].puzzle
    assert gridmill.generate(2, seed=5, no_timings=False)[0].row.keys() > plain[0].row.keys()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_rows_do_not_depend_on_threads(threads):
    corpus = gridmill.generate(2000, seed=9, threads=threads)
    assert (corpus.puzzles == gridmill.generate(2000, seed=9).puzzles).all()


def test_a_puzzle_is_drawn():
    puzzle = gridmill.generate(10, seed=42)[0]
    assert str(puzzle).splitlines()[1] == "│ 2 . . │ . 7 . │ . . . │"
    assert puzzle._repr_html_().startswith("<img ")
    assert puzzle.svg().startswith("<svg") and len(puzzle.svg(solution=True)) > len(puzzle.svg())
    assert puzzle.givens == sum(cell != "." for cell in puzzle.puzzle)


def test_corpora_say_that_they_are_not_pickled():
    with pytest.raises(RuntimeError, match="same options"):
        pickle.dumps(gridmill.generate(1, seed=1))


def test_indices_beyond_the_corpus_are_refused():
    corpus = gridmill.generate(10, seed=1)
    for index in (10, -11, 2**62):
        with pytest.raises(IndexError):
            corpus[index]
    assert len(list(corpus)) == 10


@pytest.mark.parametrize("start, size", [(0, 100), (300, 1), (1000, 700), (12345, 256)])
def test_streams_have_the_rows_of_the_corpus(start, size):
    stream = gridmill.stream(7, size, start=start, givens=30)
    batches = [next(stream) for _ in range(3)]
    assert stream.position == start + 3 * size
    assert [batch["index"][0] for batch in batches] == [start, start + size, start + 2 * size]
    corpus = gridmill.generate(start + 3 * size, seed=7, givens=30)
    for n, batch in enumerate(batches):
        assert len(batch) == size
        assert batch["puzzle"][0] == corpus[start + n * size].puzzle
        assert batch["puzzle"][-1] == corpus[start + (n + 1) * size - 1].puzzle


def test_streams_without_a_count_have_exact_shares_in_blocks():
    stream = gridmill.stream(1, 1000, mix="givens=30:0.5,28:0.5")
    for batch in (next(stream), next(stream)):
        assert sorted(batch["givens"].to_list()) == [28] * 500 + [30] * 500
    with pytest.raises(ValueError):
        gridmill.stream(1, 0)


@pytest.mark.parametrize("size", [1, 100, 256, 700, 2000])
@pytest.mark.parametrize("shards", [1, 2, 3, 7])
def test_shards_have_every_row_once(size, shards):
    start, count = 5, 5 + 3 * min(size, 400) + 11
    corpus = gridmill.generate(count, seed=7)
    found = {}
    for shard in range(shards):
        stream = gridmill.stream(7, size, start=start, count=count, shard=(shard, shards), threads=1)
        for number, batch in enumerate(stream):
            begin = start + (shard + number * shards) * size
            assert batch["index"].to_list() == list(range(begin, min(begin + size, count)))
            assert stream.position == min(begin + shards * size, count)
            found.update(zip(batch["index"].to_list(), batch["puzzle"].to_list()))
    assert sorted(found) == list(range(start, count))
    assert [found[index] for index in sorted(found)] == pa.table(corpus)["puzzle"].to_pylist()[start:]


@pytest.mark.parametrize("count", [None, 1000])
def test_the_rest_of_a_shard_starts_at_its_position(count):
    stream = gridmill.stream(7, 70, start=3, count=count, shard=(1, 3))
    for _ in range(3):
        rest = gridmill.stream(7, 70, start=stream.position, count=count, shard=(0, 3))
        expected = [batch["index"].to_list() for batch, _ in zip(rest, range(3))]
        ahead = gridmill.stream(7, 70, start=3, count=count, shard=(1, 3))
        whole = [batch["index"].to_list() for batch, _ in zip(ahead, range(6))]
        place = [indices[0] for indices in whole].index(stream.position)
        assert whole[place : place + 3] == expected
        next(stream)


@pytest.mark.parametrize("options", [{"mix": "givens=30:0.5,26:0.5"}, {"rulebook": "hodoku", "mix": "level=easy:0.5,medium:0.5"}], ids=str)
def test_streams_with_a_count_have_mixes(options):
    expected = pa.table(gridmill.generate(60, seed=7, **options))
    for shards in (1, 2):
        parts = [gridmill.stream(7, 25, count=60, shard=(shard, shards), **options) for shard in range(shards)]
        found = pa.concat_tables(pa.table(batch) for part in parts for batch in part)
        assert found.schema == pa.schema(parts[0]) == expected.schema and parts[0].column_names == expected.column_names
        assert found.sort_by("index").to_pylist() == expected.to_pylist()


def test_streams_beyond_their_count_are_empty():
    stream = gridmill.stream(7, 100, start=50, count=50)
    assert list(stream) == [] and list(stream) == [] and stream.position == 50
    assert list(gridmill.stream(7, 100, count=250, shard=(3, 4))) == []
    assert [len(batch) for batch in gridmill.stream(7, 2**63, count=70, shard=(0, 2**62))] == [70]


@pytest.mark.parametrize("shard", [(0, 0), (1, 1), (2, 2), (-1, 2), (0, -1), (1, 0)])
def test_shards_that_are_none_are_refused(shard):
    with pytest.raises(ValueError, match=r"^shard is \(.*\); of \(i, n\), i is from 0 to n - 1 and n is 1 or more$"):
        gridmill.stream(7, shard=shard)
    with pytest.raises(ValueError, match="count 0"):
        gridmill.stream(7, count=0)


def test_numbers_have_one_type_whatever_the_rows():
    table = next(gridmill.stream(7, 50, count=50, rulebook="hodoku", symmetry="rot180"))
    assert table["index"].to_numbers().tolist() == list(range(50)) and table["index"].to_numbers().dtype == np.int64
    for name in table.column_names:
        values = table[name].to_list()
        if any(isinstance(value, (str, list)) for value in values):
            with pytest.raises(TypeError, match="not numbers"):
                table[name].to_numbers()
            continue
        found = table[name].to_numbers()
        nullable = pa.schema(table).field(name).nullable
        assert found.dtype == (np.float64 if nullable else np.int64), name
        expected = [np.nan if value is None else value for value in values]
        assert np.array_equal(found, expected, equal_nan=True), name
        plain = table[name].to_numpy()
        assert plain.tolist() == values and (plain.dtype == object) == (None in values), name


def test_a_stream_ends_with_its_indices():
    stream = gridmill.stream(1, 100, start=2**64 - 151)
    assert [len(batch) for batch in stream] == [100, 50]


def test_arrow_readers_agree():
    corpus = gridmill.generate(20_000, seed=4)
    table = pa.table(corpus)
    assert table.num_rows == 20_000 and pa.schema(corpus) == table.schema
    pl = pytest.importorskip("polars")
    pd = pytest.importorskip("pandas")
    assert pl.DataFrame(corpus)["puzzle"].to_list() == table["puzzle"].to_pylist()
    assert pd.DataFrame.from_arrow(corpus)["givens"].tolist() == table["givens"].to_pylist()
