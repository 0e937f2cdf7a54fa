"""Ray: rows of `generate`, files of the command, whatever is killed."""

import doctest
import os

import pyarrow as pa
import pytest
from engines import Killer, command, examples_of_the_page, files, have_same_values, is_of_generate

import gridmill

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
import gridmill.ray as engine  # noqa: E402

# The full form of scripts/check_engine.sh ray kills a worker in 20 runs.
KILLS = int(os.environ.get("GRIDMILL_KILLS", "2"))
MEMORY = 300 * 2**20


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """Two nodes of one core each, on this machine."""
    arguments = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=arguments)
    cluster.add_node(**{name: value for name, value in arguments.items() if name != "include_dashboard"})
    ray.init(address=cluster.address, logging_level="error", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def table(dataset) -> pa.Table:
    """All rows in the order of their indices."""
    tables = [pa.table(block) for block in dataset.iter_batches(batch_format="pyarrow", batch_size=None)]
    return pa.concat_tables(tables).sort_by("index").combine_chunks()


def test_two_nodes_work():
    assert sum(node["Alive"] for node in ray.nodes()) == 2


def test_rows_are_those_of_generate():
    dataset = engine.generate(2500, 42, shard_rows=1000, rulebook="se", givens="26..28")
    assert is_of_generate(table(dataset), gridmill.generate(2500, seed=42, rulebook="se", givens="26..28"))
    assert dataset.count() == 2500


def test_order_is_kept_where_it_is_asked_for():
    context = ray.data.DataContext.get_current().execution_options
    context.preserve_order = True
    try:
        rows = [row["index"] for row in engine.generate(2500, 42, shard_rows=300).iter_rows()]
    finally:
        context.preserve_order = False
    assert rows == list(range(2500))


def test_ratings_and_forms_are_those_of_the_package():
    puzzles = engine.generate(300, 7, shard_rows=100)
    expected = gridmill.generate(300, seed=7).table()
    rated = table(engine.rate(puzzles, "se"))
    for name, column in zip(pa.table(gridmill.rate(expected, "se")).column_names, pa.table(gridmill.rate(expected, "se")).columns):
        assert rated[name].to_pylist() == column.to_pylist(), name
    by_tasks = table(engine.rate(puzzles, "se", task_rows=30))
    # By values: dictionaries are in the order in which blocks came.
    assert have_same_values(by_tasks, rated)
    forms = table(engine.canonical(engine.canonical(puzzles), task_rows=40))
    assert forms["class_id"].to_pylist() == gridmill.canonical(expected)["class_id"].to_list()
    assert forms["input_class_id"].to_pylist() == forms["class_id"].to_pylist()
    assert set(puzzles.columns()) <= set(forms.column_names)
    with pytest.raises(ValueError, match="rulebook"):
        engine.rate(puzzles, "no such rulebook")


def test_duplicates_go_and_the_first_stays():
    puzzles = engine.generate(300, 7, shard_rows=100)
    images = pa.table(gridmill.augment(gridmill.generate(300, seed=7), times=1, seed=1))
    images = pa.table({"index": pa.array(range(300, 600), pa.uint64()), "puzzle": images["puzzle"]})
    both = puzzles.select_columns(["index", "puzzle"]).union(ray.data.from_arrow(images))
    assert both.count() == 600
    kept = engine.dedup(both)
    assert sorted(row["index"] for row in kept.iter_rows()) == list(range(300))
    assert kept.columns() == ["index", "puzzle"]
    assert engine.dedup(both, by="row").count() == 600


@pytest.mark.parametrize("into", [{"train": 0.9, "test": 0.1}, "a:0.003,b:0.002,c:0.995"], ids=str)
def test_splits_are_those_of_the_package(into):
    puzzles = engine.generate(1000, 7, shard_rows=300)
    marked = engine.split(puzzles.union(puzzles), into, seed=5)
    rows = gridmill.generate(1000, seed=7).table()["puzzle"].to_list() * 2
    expected = {name: sorted(rows) for name, rows in gridmill.split(rows, into, seed=5).items()}
    found = {name: [] for name in expected}
    for row in marked.iter_rows():
        found[row["split"]].append(row["puzzle"])
    assert {name: sorted(rows) for name, rows in found.items()} == expected


def test_rows_without_a_puzzle_are_named_or_left_out():
    rows = ray.data.from_items([{"index": 0, "puzzle": "53..7"}, {"index": 1, "puzzle": gridmill.generate(1, seed=1)[0].puzzle}])
    assert [row["index"] for row in engine.dedup(rows, invalid="skip").iter_rows()] == [1]
    with pytest.raises(Exception, match="puzzle|cells|characters"):
        engine.dedup(rows).count()


@pytest.mark.parametrize("format", ["parquet", "csv", "jsonl"])
def test_a_corpus_is_that_of_the_command(program, tmp_path, format):
    dataset = engine.generate(2500, 42, shard_rows=300, format=format)
    engine.write_corpus(dataset, tmp_path / "ray", license="cc0-1.0")
    command(program, tmp_path / "command", 2500, 42, 300, f"--format={format}", "--license=cc0-1.0")
    assert files(tmp_path / "ray") == files(tmp_path / "command")
    with pytest.raises(ValueError, match="already"):
        engine.write_corpus(dataset, tmp_path / "ray")
    with pytest.raises(TypeError, match="write_parquet"):
        engine.write_corpus(dataset.limit(10), tmp_path / "other")


def test_a_dead_driver_leaves_a_folder_that_goes_on(program, tmp_path):
    plan = gridmill.CorpusPlan(2500, seed=42, shard_rows=300)
    command(program, tmp_path / "whole", 2500, 42, 300)
    for out, resume in [(tmp_path / "ray", "ray"), (tmp_path / "command", "command")]:
        with plan.begin(out) as writer:
            writer.enter([plan.write_shard(shard, out, writer.run) for shard in (1, 4)])
        kept = (out / "data" / "part-00004-of-00009.parquet").stat().st_mtime_ns
        if resume == "ray":
            engine.write_corpus(plan, out, resume=True)
        else:
            command(program, out, 2500, 42, 300, "--resume")
        assert files(out) == files(tmp_path / "whole")
        assert (out / "data" / "part-00004-of-00009.parquet").stat().st_mtime_ns == kept


def _is_task(name):
    return lambda words: words.startswith("ray::") and name in words


@pytest.fixture(scope="module")
def whole(program, tmp_path_factory):
    """The corpus of the command, 12 shards, a second or two each way."""
    out = tmp_path_factory.mktemp("whole") / "corpus"
    command(program, out, 240_000, 42, 20_000)
    return files(out)


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_worker_leaves_each_row_once(whole, tmp_path, kill):
    """Kills a worker with -9 while rows are made, and another while files are written."""
    dataset = engine.generate(240_000, 42, shard_rows=20_000)
    with Killer(_is_task("ReadGridmill"), kill, latest=2.0) as killer:
        rows = table(dataset)
    assert killer.victims, "the rows were there before a worker was killed"
    assert rows["index"].to_pylist() == list(range(240_000))
    with Killer(_is_task("_write_shard"), kill + 1000, latest=1.0) as killer:
        engine.write_corpus(dataset, tmp_path / "ray")
    assert killer.victims, "the corpus was whole before a worker was killed"
    assert files(tmp_path / "ray") == whole
    assert is_of_generate(rows, gridmill.generate(240_000, seed=42))


def test_the_page_runs():
    examples = examples_of_the_page("ray")
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_examples_of_the_functions_run():
    results = doctest.testmod(engine)
    assert results.failed == 0 and results.attempted > 10
