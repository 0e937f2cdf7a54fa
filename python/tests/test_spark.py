"""Spark: rows of `generate`, files of the command, whatever is killed or runs twice."""

import contextlib
import doctest
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator

import pyarrow as pa
import pytest
from engines import Killer, command, descendants, examples_of_the_page, files, is_of_generate

import gridmill

pyspark = pytest.importorskip("pyspark")
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.sql import SparkSession  # noqa: E402

import gridmill.spark as engine  # noqa: E402

# The full form of scripts/check_engine.sh spark kills an executor in 5 runs.
KILLS = int(os.environ.get("GRIDMILL_KILLS", "1"))


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="module")
def master(tmp_path_factory):
    """A master and two workers. They have addresses of their own, because Spark starts no second attempt of a task on the same host."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    spark_class = [str(pathlib.Path(pyspark.__file__).parent / "bin" / "spark-class")]
    environment = {**os.environ, "SPARK_DAEMON_MEMORY": "512m", "SPARK_NO_DAEMONIZE": "1"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    deploy = [*spark_class, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", port, "--webui-port", "0"]
    processes = [subprocess.Popen(deploy, **quiet)]
    for host in ("127.0.0.2", "127.0.0.3"):
        folder = str(tmp_path_factory.mktemp("worker"))
        options = ["--host", host, "--cores", "1", "--memory", "1500m", "--webui-port", "0", "--work-dir", folder]
        worker = [*spark_class, "org.apache.spark.deploy.worker.Worker", *options, f"spark://127.0.0.1:{port}"]
        processes.append(subprocess.Popen(worker, **quiet))
    yield f"spark://127.0.0.1:{port}"
    for process in reversed(processes):
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def spark(events, master):
    """Two executors of one core each, in processes of their own, with speculation."""
    options = {
        "spark.master": master,
        "spark.cores.max": "2",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": f"file://{events}",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.rolling.enabled": "false",
        "spark.executor.memory": "1g",
        "spark.speculation": "true",
        "spark.speculation.interval": "100ms",
        "spark.speculation.multiplier": "1.5",
        "spark.speculation.quantile": "0.5",
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    wait_for_executors()
    yield session
    session.stop()


def table(df) -> pa.Table:
    """All rows in the order of their indices."""
    return df.toArrow().sort_by("index").combine_chunks()


def test_rows_are_those_of_generate(spark):
    df = engine.generate(spark, 2500, 42, shard_rows=1000, rulebook="se", givens="26..28")
    assert df.rdd.getNumPartitions() == 3
    assert is_of_generate(table(df), gridmill.generate(2500, seed=42, rulebook="se", givens="26..28"))
    traced = engine.generate(spark, 3, 42, rulebook="se", add="path").orderBy("index").first()
    assert traced["path"][0]["technique"] == pa.table(gridmill.generate(3, seed=42, rulebook="se", add="path")).to_pylist()[0]["path"][0]["technique"]


def test_ratings_and_forms_are_those_of_the_package(spark):
    puzzles = engine.generate(spark, 300, 7, shard_rows=100)
    expected = gridmill.generate(300, seed=7).table()
    rated, ratings = table(engine.rate(puzzles, "se")), pa.table(gridmill.rate(expected, "se"))
    for name in ratings.column_names:
        assert rated[name].to_pylist() == ratings[name].to_pylist(), name
    forms = table(engine.canonical(engine.canonical(puzzles)))
    assert forms["class_id"].to_pylist() == gridmill.canonical(expected)["class_id"].to_list()
    assert forms["input_class_id"].to_pylist() == forms["class_id"].to_pylist()
    with pytest.raises(ValueError, match="rulebook"):
        engine.rate(puzzles, "no such rulebook")


def test_duplicates_go_and_the_first_stays(spark):
    puzzles = engine.generate(spark, 300, 7, shard_rows=100).select("index", "puzzle")
    images = pa.table(gridmill.augment(gridmill.generate(300, seed=7), times=1, seed=1))
    images = pa.table({"index": pa.array(range(300, 600), pa.int64()), "puzzle": images["puzzle"]})
    both = puzzles.union(spark.createDataFrame(images))
    kept = engine.dedup(both)
    assert sorted(row["index"] for row in kept.collect()) == list(range(300))
    assert kept.columns == ["index", "puzzle"]
    assert engine.dedup(both, by="row").count() == 600


@pytest.mark.parametrize("into", [{"train": 0.9, "test": 0.1}, "a:0.003,b:0.002,c:0.995"], ids=str)
def test_splits_are_those_of_the_package(spark, into):
    puzzles = engine.generate(spark, 1000, 7, shard_rows=500)
    rows = gridmill.generate(1000, seed=7).table()["puzzle"].to_list() * 2
    expected = {name: sorted(rows) for name, rows in gridmill.split(rows, into, seed=5).items()}
    found = {name: [] for name in expected}
    for row in engine.split(puzzles.union(puzzles), into, seed=5).collect():
        found[row["split"]].append(row["puzzle"])
    assert {name: sorted(rows) for name, rows in found.items()} == expected


def test_a_corpus_is_that_of_the_command(spark, program, tmp_path):
    plan = gridmill.CorpusPlan(2500, seed=42, shard_rows=300)
    engine.write_corpus(spark, plan, tmp_path / "spark")
    command(program, tmp_path / "command", 2500, 42, 300)
    assert files(tmp_path / "spark") == files(tmp_path / "command")


def executors() -> list[int]:
    return [process for process, words in descendants(os.getpid()).items() if "CoarseGrainedExecutorBackend" in words]


def wait_for_executors() -> None:
    end = time.monotonic() + 60
    while len(executors()) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    # A new executor registers.
    time.sleep(3)


@pytest.fixture(scope="module")
def whole(program, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "corpus"
    command(program, out, 300_000, 42, 20_000)
    return files(out)


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_executor_leaves_each_row_once(spark, whole, tmp_path, kill):
    """Kills an executor with -9 while rows are made, and another while files are written."""
    is_executor = lambda words: "CoarseGrainedExecutorBackend" in words
    wait_for_executors()
    with Killer(is_executor, kill, earliest=1.0, latest=2.0) as killer:
        rows = table(engine.generate(spark, 300_000, 42, shard_rows=20_000))
    assert killer.victims, "the rows were there before an executor was killed"
    assert is_of_generate(rows, gridmill.generate(300_000, seed=42))
    wait_for_executors()
    with Killer(is_executor, kill + 1000, earliest=0.5, latest=1.5) as killer:
        engine.write_corpus(spark, gridmill.CorpusPlan(300_000, seed=42, shard_rows=20_000), tmp_path / "spark")
    assert killer.victims, "the corpus was whole before an executor was killed"
    assert files(tmp_path / "spark") == whole


def test_a_task_that_runs_twice_by_speculation_gives_each_row_once(spark, events, whole, tmp_path):
    """Stops a worker for a while: its task is started again on the other executor."""
    wait_for_executors()
    before = speculated(events)
    victims = workers_of_one_executor(spark)
    with stopped(victims):
        rows = table(engine.generate(spark, 300_000, 42, shard_rows=20_000))
    with stopped(victims):
        engine.write_corpus(spark, gridmill.CorpusPlan(300_000, seed=42, shard_rows=20_000), tmp_path / "spark")
    assert is_of_generate(rows, gridmill.generate(300_000, seed=42))
    assert files(tmp_path / "spark") == whole
    assert speculated(events) > before, "no task ran twice"


@contextlib.contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    """Stops processes, and lets those that are left go on at the end."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def workers_of_one_executor(spark) -> list[int]:
    """Processes of Python below an executor that has run a task: a new one, started for one that was killed, may have none yet."""
    spark.sparkContext.parallelize(range(2), 2).map(str).collect()
    below = ([process for process, words in descendants(executor).items() if "pyspark" in words] for executor in executors())
    return next(filter(None, below))


def speculated(events) -> int:
    """Tasks that were started by speculation, by the log of the application."""
    count = 0
    for log in pathlib.Path(events).rglob("*"):
        if log.is_file():
            for line in log.read_text(errors="replace").splitlines():
                if '"SparkListenerTaskStart"' in line:
                    count += json.loads(line)["Task Info"]["Speculative"]
    return count


def test_spark_connect_has_the_same_rows():
    """A server of its own, which the client reaches over gRPC only."""
    pytest.importorskip("grpc")
    code = """
        import gridmill, gridmill.spark as engine
        from pyspark.sql import SparkSession
        spark = SparkSession.builder.remote("local[1]").config("spark.ui.enabled", "false").getOrCreate()
        puzzles = engine.generate(spark, 300, 7, shard_rows=100)
        rows = engine.rate(puzzles).orderBy("index").collect()
        assert [row["puzzle"] for row in rows] == gridmill.generate(300, seed=7).table()["puzzle"].to_list()
        assert [row["level"] for row in rows] == gridmill.rate([row["puzzle"] for row in rows])["level"].to_list()
        assert engine.dedup(puzzles.union(puzzles)).count() == 300
        marked = engine.split(puzzles, {"train": 0.9, "test": 0.1}).where("split = 'test'").count()
        assert marked == 30, marked
        print("connected", type(spark).__module__)
        spark.stop()
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPARK")}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=240, env=environment
    )
    assert "connected pyspark.sql.connect" in done.stdout, done.stderr[-3000:]


def test_the_page_runs(spark):
    examples = examples_of_the_page("pyspark")
    assert len(examples.examples) > 4
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0
