"""Measures Ray and Spark and the program on the same cores, in one run. An engine that is missing is left out."""

import argparse
import importlib.util
import os
import pathlib
import platform
import resource
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from typing import NamedTuple

import gridmill
from measuring import QUIET, head, machine, output, report, row, seconds_of

CORES = 2

# Seconds and seconds of all cores.
Cost = tuple[float, float]
Runs = dict[str, Callable[[], object]]


class Work(NamedTuple):
    """What an engine does, and the command that does as much."""

    run: Callable[[], object]
    command: Callable[[], object]
    rows: int


def busy_seconds() -> float:
    """Seconds in which cores of this machine have worked. Ray ends workers without keeping account of them."""
    user, nice, system, _, _, irq, softirq = map(int, pathlib.Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def cost(work: Callable[[], object]) -> Cost:
    before = busy_seconds()
    return seconds_of(work), busy_seconds() - before


def in_turn(warm: Callable[[], object], works: dict[str, Work], rounds: int) -> dict[str, list[tuple[Cost, Cost]]]:
    """The costs of each work and of the command, measured in turn, so that a slow minute of the machine is everybody's."""
    costs: dict[str, list[tuple[Cost, Cost]]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            # An engine ends workers that had nothing to do for some seconds.
            warm()
            pair = cost(work.run), cost(work.command)
            costs[name].append(pair)
            print(f"{name}: {pair[0][0]:.1f} s, command {pair[1][0]:.1f} s", file=sys.stderr, flush=True)
    return costs


class Bench:
    def __init__(self, program: str, what: str, folder: pathlib.Path, scale: int) -> None:
        self.program, self.what, self.folder = program, what, folder
        self.count = 10_000_000 // scale
        self.shard_rows = 500_000 // scale
        self.rated = 2_000_000 // scale
        # Works of the engine that is up.
        self.works: dict[str, Work] = {}
        self.plan = gridmill.CorpusPlan(self.count, seed=1, shard_rows=self.shard_rows)
        self.rated_plan = gridmill.CorpusPlan(self.rated // 2, seed=1, shard_rows=self.rated // 40, rulebook="hodoku")
        self.command("generate", "--count=2000", "--seed=1", "--shard-rows=500", "--no-timings", out="few")
        if what == "rate":
            self.command("generate", f"--count={self.rated}", "--seed=2", f"--shard-rows={self.rated // 20}", "--no-timings", out="puzzles")

    def command(self, *words: str, out: str) -> None:
        output([self.program, *words, f"--threads={CORES}", f"--out={self.fresh(out)}", *QUIET])

    def fresh(self, name: str) -> pathlib.Path:
        """A path where nothing is."""
        path = self.folder / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        return path

    def parquet(self, corpus: str) -> str:
        return str(self.folder / corpus / "data")

    def generate(self) -> None:
        self.command("generate", f"--count={self.count}", "--seed=1", f"--shard-rows={self.shard_rows}", "--no-timings", out="corpus")

    def generate_rated(self) -> None:
        sizes = f"--count={len(self.rated_plan)}", f"--shard-rows={self.rated // 40}"
        self.command("generate", *sizes, "--seed=1", "--rulebook=hodoku", "--no-timings", out="corpus")

    def rate(self) -> None:
        self.command("rate", str(self.folder / "puzzles"), "--no-timings", out="rated.parquet")

    def set_works(self, made: Runs, rated: Runs, made_rated: Runs) -> None:
        if self.what == "generate":
            self.works = {name: Work(run, self.generate, self.count) for name, run in made.items()}
        else:
            self.works = {name: Work(run, self.rate, self.rated) for name, run in rated.items()}
            self.works |= {name: Work(run, self.generate_rated, len(self.rated_plan)) for name, run in made_rated.items()}

    def ray(self) -> str:
        import ray

        import gridmill.ray as engine

        ray.init("local", num_cpus=CORES, include_dashboard=False, object_store_memory=2 * 2**30, logging_level="error", log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False

        def warm() -> None:
            puzzles = ray.data.read_parquet(self.parquet("few")).union(engine.generate(2000, 1, shard_rows=500))
            engine.rate(puzzles, task_rows=250).write_parquet(str(self.fresh("warm")))

        def rows() -> None:
            dataset = engine.generate(self.count, 1, shard_rows=self.shard_rows)
            assert sum(len(batch) for batch in dataset.iter_batches(batch_size=None, batch_format="pyarrow")) == self.count

        def rate() -> None:
            puzzles = ray.data.read_parquet(self.parquet("puzzles"))
            engine.rate(puzzles).write_parquet(str(self.fresh("rated")))

        def corpus(plan: gridmill.CorpusPlan) -> Callable[[], object]:
            return lambda: engine.write_corpus(plan, self.fresh("other"))

        self.set_works(
            {"Ray: `write_corpus`": corpus(self.plan), "Ray: `generate`, all rows taken by the driver": rows},
            {"Ray: Parquet, `rate`, Parquet": rate},
            {"Ray: `write_corpus` of a plan with ratings": corpus(self.rated_plan)},
        )
        self.warm, self.stop = warm, ray.shutdown
        return f"Ray {ray.__version__}, one node with {CORES} cores"

    def spark(self) -> str:
        os.environ["PYSPARK_PYTHON"] = sys.executable
        import pyspark
        from pyspark.sql import SparkSession

        import gridmill.spark as engine

        builder = SparkSession.builder.master(f"local-cluster[{CORES},1,2048]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.executor.memory", "2g").config("spark.ui.showConsoleProgress", "false")
        spark = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")

        def warm() -> None:
            puzzles = spark.read.parquet(self.parquet("few")).unionByName(engine.generate(spark, 2000, 1, shard_rows=500))
            engine.rate(puzzles).write.parquet(str(self.fresh("warm")))

        def rows() -> None:
            engine.generate(spark, self.count, 1, shard_rows=self.shard_rows).write.parquet(str(self.fresh("rows")))

        def rate() -> None:
            puzzles = spark.read.parquet(self.parquet("puzzles"))
            engine.rate(puzzles).write.parquet(str(self.fresh("rated")))

        def rate_only() -> None:
            puzzles = spark.read.parquet(self.parquet("puzzles"))
            engine.rate(puzzles).write.format("noop").mode("overwrite").save()

        def corpus(plan: gridmill.CorpusPlan) -> Callable[[], object]:
            return lambda: engine.write_corpus(spark, plan, self.fresh("other"))

        self.set_works(
            {"Spark: `write_corpus`": corpus(self.plan), "Spark: `generate`, written as Parquet by Spark": rows},
            {"Spark: Parquet, `rate`, Parquet": rate, "Spark: Parquet, `rate`, no file (`noop`)": rate_only},
            {"Spark: `write_corpus` of a plan with ratings": corpus(self.rated_plan)},
        )
        self.warm, self.stop = warm, spark.stop
        return f"Spark {pyspark.__version__}, {CORES} executors with one core each"


def run(options: argparse.Namespace) -> None:
    for what in options.what or ("generate", "rate"):
        with tempfile.TemporaryDirectory() as folder, report(options, f"reports/scale/engines-{what}.md"):
            measure(Bench(options.program, what, pathlib.Path(folder), 50 if options.quick else 1), options.runs)


def measure(bench: Bench, runs: int) -> None:
    engines, table = [], []
    for name in ("ray", "spark"):
        if importlib.util.find_spec("pyspark" if name == "spark" else name):
            # One engine is up at a time.
            engines.append(getattr(bench, name)())
            table += [(work, bench.works[work].rows, costs) for work, costs in in_turn(bench.warm, bench.works, runs).items()]
            bench.stop()
    command = {
        "generate": f"`gridmill generate --no-timings --threads {CORES}` to a folder in shards of {bench.shard_rows:,} rows, which `write_corpus` writes, too",
        "rate": f"`gridmill rate --no-timings --threads {CORES}` from a folder of 20 Parquet files to a Parquet file; for plans, `gridmill generate --rulebook hodoku`",
    }[bench.what]
    print(
        f"""# Engines compared with the command: {bench.what}

Medians of {runs} run(s) each, command and engine in turn, on the same {CORES} cores.
One engine is up at a time; it has just rated and written 4,000 rows, half of them read from Parquet, when the clock starts.

gridmill {gridmill.__version__}, Python {platform.python_version()}, {', '.join(engines)}, {machine()}, {platform.system()}.

- The command is {command}.
- Seconds of cores are those in which cores of the machine worked, which had nothing else to do.
"""
    )
    head("| rows | engine, s | command, s | time | engine, s of cores | command, s of cores | cores")
    for name, rows, pairs in table:
        times = [f"{statistics.median(pair[who][what] for pair in pairs):,.1f}" for what in (0, 1) for who in (0, 1)]
        # The ratio of each run, because a slow minute of the machine is that of a run.
        ratios = [f"{statistics.median(engine[what] / command[what] for engine, command in pairs) - 1:+.1%}" for what in (0, 1)]
        row(name, f"{rows:,}", *times[:2], ratios[0], *times[2:], ratios[1])
    print(f"\nPeak memory of the process that drives: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB.")
