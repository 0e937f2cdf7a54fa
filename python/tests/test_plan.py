"""Plans: rows of any range, and files that other processes write."""

import pickle
import signal
import subprocess
import sys
import textwrap

import pyarrow as pa
import pytest
from engines import have_same_values

import gridmill

OPTIONS = [
    {},
    {"rulebook": "se", "add": "path", "givens": "26..28"},
    {"mix": "givens=30:0.5,26:0.5", "box": "3x3"},
    {"dig": "bottom-up", "add": "canonical"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_rows_are_those_of_generate(options):
    plan = pickle.loads(pickle.dumps(gridmill.CorpusPlan(700, seed=3, shard_rows=300, **options)))
    whole = pa.table(gridmill.generate(700, seed=3, **options))
    assert (plan.shards, len(plan)) == (3, 700)
    assert pa.schema(plan).equals(whole.schema)
    assert have_same_values(pa.table(plan.table(150, 650)), whole.slice(150, 500))
    batches = [pa.table(batch) for shard in range(plan.shards) for batch in plan.batches(*plan.rows(shard), 256)]
    assert [len(batch) for batch in batches] == [256, 44, 256, 44, 100]
    assert have_same_values(pa.concat_tables(batches), whole)
    assert len(plan.table(5, 5)) == 0


def test_a_seed_that_is_drawn_goes_with_the_plan():
    plan = gridmill.CorpusPlan(10)
    assert pickle.loads(pickle.dumps(plan)).json == plan.json
    assert plan.seed in plan.command


def test_a_plan_with_grids_reads_their_file_again(tmp_path):
    grids = tmp_path / "grids.txt"
    grids.write_text("\n".join(gridmill.generate(20, seed=1).table()["solution"].to_list()))
    plan = gridmill.CorpusPlan(20, seed=2, from_=grids)
    pickled = pickle.dumps(plan)
    assert pickle.loads(pickled).table(0, 20)["puzzle"].to_list() == plan.table(0, 20)["puzzle"].to_list()
    grids.write_text("\n".join(gridmill.generate(20, seed=5).table()["solution"].to_list()))
    with pytest.raises(ValueError, match="another file here"):
        pickle.loads(pickled)


def test_what_cannot_be_met_is_refused():
    with pytest.raises(ValueError, match="no times"):
        gridmill.CorpusPlan(10, seed=1, no_timings=False)
    with pytest.raises(ValueError, match="givens"):
        gridmill.CorpusPlan(10, seed=1, givens=90)
    with pytest.raises(ValueError, match="there is no option"):
        gridmill.CorpusPlan(10, seed=1, no_such_option=1)
    plan = gridmill.CorpusPlan(10, seed=1, shard_rows=5)
    for call in (lambda: plan.rows(2), lambda: plan.table(0, 11), lambda: plan.table(3, 2), lambda: plan.batches(0, 11)):
        with pytest.raises(IndexError):
            call()
    with pytest.raises(ValueError, match="batch_rows"):
        plan.batches(0, 10, 0)
    with pytest.raises(ValueError, match="no plan"):
        gridmill.CorpusPlan.from_json("{}")


def test_shards_of_many_processes_make_the_corpus_of_the_command(program, tmp_path):
    plan = gridmill.CorpusPlan(1000, seed=42, shard_rows=300, format="csv")
    line = [program, "generate", "--count=1000", "--seed=42", "--shard-rows=300", "--format=csv", "--no-timings"]
    subprocess.run([*line, f"--out={tmp_path / 'command'}", "--progress=never"], check=True, capture_output=True)
    with plan.begin(tmp_path / "plan") as writer:
        assert writer.missing == [0, 1, 2, 3]
        with pytest.raises(ValueError, match="another run"):
            plan.begin(tmp_path / "plan", resume=True)
        with pytest.raises(ValueError, match="no entry"):
            writer.enter(["{}"])
        for shard in (3, 0, 2, 1, 3):
            writer.enter([plan.write_shard(shard, tmp_path / "plan", writer.run)])
        run = writer.run
        writer.finish()
    with pytest.raises(ValueError, match="closed"):
        writer.finish()
    with pytest.raises(ValueError, match="it is over"):
        plan.write_shard(0, tmp_path / "plan", run)
    difference = subprocess.run(["diff", "-r", tmp_path / "plan", tmp_path / "command"], capture_output=True, text=True)
    assert difference.returncode == 0, difference.stdout


def test_keys_are_equal_for_equal_classes_and_split_as_the_split_does():
    rows = gridmill.generate(200, seed=3).table()["puzzle"].to_list()
    images = gridmill.augment(rows, times=1, seed=1)
    for by, same in (("row", 0), ("puzzle", 200), ("grid", 200)):
        keys, others = gridmill.class_keys(rows, by=by).to_list(), gridmill.class_keys(images, by=by).to_list()
        assert sum(one == other for one, other in zip(keys, others, strict=True)) == same
    keys = dict(zip(rows, gridmill.class_keys(rows, seed=9).to_list(), strict=True))
    splits = gridmill.split(rows, "a:0.25,b:0.75", seed=9)
    assert max(keys[row] for row in splits["a"]) < min(keys[row] for row in splits["b"])
    assert gridmill.class_keys([rows[0], "no puzzle"], invalid="skip").to_list()[1] is None
    with pytest.raises(ValueError):
        gridmill.class_keys([rows[0], "no puzzle"])


@pytest.mark.parametrize("next_run", ["plan", "command"])
def test_a_killed_driver_leaves_a_folder_that_goes_on(program, tmp_path, next_run):
    """The driver dies by kill -9 with two shards entered, and one written and not entered."""
    out = tmp_path / "out"
    code = f"""
        import gridmill, os, signal
        plan = gridmill.CorpusPlan(1000, seed=42, shard_rows=200)
        writer = plan.begin({str(out)!r})
        writer.enter([plan.write_shard(shard, {str(out)!r}, writer.run) for shard in (1, 3)])
        plan.write_shard(4, {str(out)!r}, writer.run)
        print(writer.run, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    driver = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert driver.returncode == -signal.SIGKILL, driver.stderr
    kept = (out / "data" / "part-00003-of-00005.parquet").stat().st_mtime_ns
    plan, line = gridmill.CorpusPlan(1000, seed=42, shard_rows=200), [program, "generate", "--count=1000", "--seed=42"]
    line += ["--shard-rows=200", "--no-timings", "--progress=never"]
    if next_run == "plan":
        with plan.begin(out, resume=True) as writer:
            assert writer.missing == [0, 2, 4]
            with pytest.raises(ValueError, match="it is over"):
                plan.write_shard(0, out, driver.stdout.strip())
            writer.enter([plan.write_shard(shard, out, writer.run) for shard in writer.missing])
            writer.finish()
    else:
        subprocess.run([*line, f"--out={out}", "--resume"], check=True, capture_output=True)
    assert (out / "data" / "part-00003-of-00005.parquet").stat().st_mtime_ns == kept
    subprocess.run([*line, f"--out={tmp_path / 'whole'}"], check=True, capture_output=True)
    difference = subprocess.run(["diff", "-r", out, tmp_path / "whole"], capture_output=True, text=True)
    assert difference.returncode == 0, difference.stdout


def test_errors_have_classes_and_name_arguments():
    with pytest.raises(gridmill.OptionError, match=r'^dig walk needs a number of givens to walk to, such as givens="19\.\.21"$'):
        gridmill.generate(10, seed=1, dig="walk")
    with pytest.raises(gridmill.OptionError, match="^givens is 'many': give minimal"):
        gridmill.generate(10, seed=1, givens="many")
    with pytest.raises(gridmill.OptionError, match='^mix="givens=..." and givens exclude each other; give one$'):
        gridmill.generate(10, seed=1, givens=30, mix="givens=30:1")
    with pytest.raises(gridmill.SearchError, match=r'^puzzle 0: no .* in 1 attempts; .* or give dig="walk", which reaches fewer givens$'):
        len(gridmill.generate(1, seed=1, givens="17..18", attempts=1).puzzles)
    with pytest.raises(gridmill.InputError):
        gridmill.dedup(["no puzzle"])
    assert all(issubclass(kind, ValueError) for kind in (gridmill.OptionError, gridmill.InputError, gridmill.SearchError))


def test_a_bank_excludes_puzzles_and_chooses_columns(tmp_path):
    known = gridmill.generate(20, seed=1)
    listed = tmp_path / "known.txt"
    listed.write_text("\n".join(known.table()["puzzle"].to_list()))
    options = {"exclude": listed, "columns": ["puzzle", "level", "compact_path"], "level": "easy", "add": "compact_path"}
    corpus = gridmill.generate(20, seed=1, **options)
    found = gridmill.overlap(known=known, new=corpus)
    assert [pair["classes"] for pair in found["pairs"][:2]] == [0, 0]
    plan = gridmill.CorpusPlan(20, seed=1, **options)
    assert plan.column_names == ["puzzle", "level", "compact_path"]
    there = pickle.loads(pickle.dumps(plan))
    assert there.table(0, 20)["compact_path"].to_list() == corpus.table()["compact_path"].to_list()
    listed.write_text(known[0].puzzle)
    with pytest.raises(gridmill.OptionError, match="the plan has another file here: exclude"):
        pickle.loads(pickle.dumps(plan))
    row = corpus[3].row
    steps = gridmill.parse_compact_path(row["compact_path"])
    traced = gridmill.rate(row["puzzle"], add="path")["path"]
    for name in ("technique", "placements"):
        assert [step[name] for step in steps] == [step[name] for step in traced]
    with pytest.raises(gridmill.InputError, match="step 1: "):
        gridmill.parse_compact_path("naked r1")
