"""Measures Ray and Spark beside the program on the same cores, in one run, and prints a page about it.

python scripts/bench_engines.py generate|rate PROGRAM [--quick] [--runs=N]

Needs the package, Ray, Spark and Java; an engine that is missing is left out. `bash scripts/bench.sh engines` installs all of it, and writes
reports/scale/engines-generate.md and engines-rate.md.
"""

import importlib.util
import os
import pathlib
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import gridmill

WHAT, PROGRAM = sys.argv[1:3]
CORES = 2
RUNS = int(next((word.removeprefix("--runs=") for word in sys.argv if word.startswith("--runs=")), "3"))

# Seconds and seconds of all cores.
Cost = tuple[float, float]


def processor_seconds() -> float:
    """Seconds of all cores that this process and those below it have used."""
    parents, used = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            # Of the process, and of children that have ended.
            used[int(entry.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    total = 0.0
    for process, seconds in used.items():
        ancestor = process
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        total += seconds if ancestor == os.getpid() else 0.0
    return total


def child_seconds() -> float:
    """Seconds of all cores of children that have ended: the command, without an engine that waits."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cost(work: Callable[[], object], used: Callable[[], float]) -> Cost:
    start, before = time.perf_counter(), used()
    work()
    return time.perf_counter() - start, used() - before


def in_turn(command: Callable[[], object], warm: Callable[[], object], works: dict[str, Callable[[], object]]) -> dict[str, list[tuple[Cost, Cost]]]:
    """The costs of each work beside those of the command, measured in turn, so that a slow minute of the machine is everybody's."""
    costs: dict[str, list[tuple[Cost, Cost]]] = {name: [] for name in works}
    for _ in range(RUNS):
        for name, work in works.items():
            # An engine ends workers that had nothing to do for some seconds.
            warm()
            pair = cost(work, processor_seconds), cost(command, child_seconds)
            costs[name].append(pair)
            print(f"{name}: {pair[0][0]:.1f} s, command {pair[1][0]:.1f} s", file=sys.stderr, flush=True)
    return costs


class Bench:
    def __init__(self, folder: pathlib.Path, scale: int) -> None:
        self.folder = folder
        self.count = 10_000_000 // scale
        self.shard_rows = 500_000 // scale
        self.rated = 1_000_000 // scale
        # Works of the engine that is up.
        self.works: dict[str, Callable[[], object]] = {}
        self.plan = gridmill.CorpusPlan(self.count, seed=1, shard_rows=self.shard_rows)
        if WHAT == "rate":
            self.command("generate", f"--count={self.rated}", "--seed=2", f"--shard-rows={self.rated // 20}", "--no-timings", out="puzzles")

    def command(self, *words: str, out: str) -> None:
        line = [PROGRAM, *words, f"--threads={CORES}", f"--out={self.fresh(out)}", "--progress=never"]
        subprocess.run(line, check=True, capture_output=True)

    def fresh(self, name: str) -> pathlib.Path:
        """A path where nothing is."""
        path = self.folder / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        return path

    def generate(self) -> None:
        self.command("generate", f"--count={self.count}", "--seed=1", f"--shard-rows={self.shard_rows}", "--no-timings", out="corpus")

    def rate(self) -> None:
        self.command("rate", str(self.folder / "puzzles"), "--no-timings", out="rated.parquet")

    def ray(self) -> str:
        import ray

        import gridmill.ray as engine

        ray.init("local", num_cpus=CORES, include_dashboard=False, object_store_memory=2 * 2**30, logging_level="error", log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        self.warm = lambda: engine.rate(engine.generate(2000, 1, shard_rows=1000), task_rows=250).materialize()

        def rows() -> None:
            dataset = engine.generate(self.count, 1, shard_rows=self.shard_rows)
            assert sum(len(batch) for batch in dataset.iter_batches(batch_size=None, batch_format="pyarrow")) == self.count

        def rate() -> None:
            puzzles = ray.data.read_parquet(str(self.folder / "puzzles" / "data"))
            engine.rate(puzzles).write_parquet(str(self.fresh("rated")))

        corpus = lambda: engine.write_corpus(self.plan, self.fresh("other"))
        made = {"Ray: `write_corpus`": corpus, "Ray: `generate`, all rows taken by the driver": rows}
        self.works = made if WHAT == "generate" else {"Ray: Parquet, `rate`, Parquet": rate}
        self.stop = ray.shutdown
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
        self.warm = lambda: engine.rate(engine.generate(spark, 2000, 1, shard_rows=500)).write.parquet(str(self.fresh("warm")))

        def rows() -> None:
            engine.generate(spark, self.count, 1, shard_rows=self.shard_rows).write.parquet(str(self.fresh("rows")))

        def rate() -> None:
            puzzles = spark.read.parquet(str(self.folder / "puzzles" / "data"))
            engine.rate(puzzles).write.parquet(str(self.fresh("rated")))

        def rate_alone() -> None:
            puzzles = spark.read.parquet(str(self.folder / "puzzles" / "data"))
            engine.rate(puzzles).write.format("noop").mode("overwrite").save()

        corpus = lambda: engine.write_corpus(spark, self.plan, self.fresh("other"))
        made = {"Spark: `write_corpus`": corpus, "Spark: `generate`, written as Parquet by Spark": rows}
        rated = {"Spark: Parquet, `rate`, Parquet": rate, "Spark: Parquet, `rate`, no file (`noop`)": rate_alone}
        self.works = made if WHAT == "generate" else rated
        self.stop = spark.stop
        return f"Spark {pyspark.__version__}, {CORES} executors with one core each"


def main() -> None:
    scale = 50 if "--quick" in sys.argv else 1
    engines = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), scale)
        table = []
        for name in ("ray", "spark"):
            if importlib.util.find_spec("pyspark" if name == "spark" else name):
                # One engine is up at a time.
                engines.append(getattr(bench, name)())
                table += in_turn(bench.generate if WHAT == "generate" else bench.rate, bench.warm, bench.works).items()
                bench.stop()
    words = " ".join(word for word in sys.argv[3:])
    rows = bench.count if WHAT == "generate" else bench.rated
    command = {
        "generate": f"`gridmill generate --no-timings --threads {CORES}` to a folder in shards of {bench.shard_rows:,} rows, which `write_corpus` writes, too",
        "rate": f"`gridmill rate --no-timings --threads {CORES}` from a folder of 20 Parquet files to a Parquet file",
    }[WHAT]
    print(
        f"""# Engines beside the command: {WHAT}

Made by `bash scripts/bench.sh engines{' ' + words if words else ''}`: medians of {RUNS} run(s) each, command and engine in turn, on the same {CORES} cores.
One engine is up at a time; it has just made and rated 2,000 rows when the clock starts.

gridmill {gridmill.__version__}, Python {platform.python_version()}, {', '.join(engines)}, {cpu()}, {platform.system()}.

- The command is {command}.
- Seconds of cores are those of all processes of the command or the engine. Other work on the machine changes them less than the time. They lack
  what workers of Ray used that ended meanwhile.

| | rows | engine, s | command, s | time | engine, s of cores | command, s of cores | cores |
|---|---:|---:|---:|---:|---:|---:|---:|"""
    )
    for name, pairs in table:
        times = [statistics.median(pair[who][what] for pair in pairs) for what in (0, 1) for who in (0, 1)]
        # The ratio of each run, because a slow minute of the machine is that of a run.
        ratios = [statistics.median(engine[what] / command[what] for engine, command in pairs) - 1 for what in (0, 1)]
        print(
            f"| {name} | {rows:,} | {times[0]:,.1f} | {times[1]:,.1f} | {ratios[0]:+.1%} | {times[2]:,.1f} | {times[3]:,.1f} | {ratios[1]:+.1%} |"
        )
    print(f"\nPeak memory of the process that drives: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB.")


def cpu() -> str:
    try:
        found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return f"{os.cpu_count()} cores, {found[1] if found else platform.processor()}"


if __name__ == "__main__":
    main()
