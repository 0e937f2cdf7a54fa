"""Measures Ray and Spark beside the program on the same cores, in one run, and prints a page about it.

python scripts/bench_engines.py PROGRAM [--quick] [--runs=N]

Needs the package, Ray, Spark and Java; an engine that is missing is left out. `bash scripts/bench.sh engines` installs all of it, and writes
reports/scale/engines.md.
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

PROGRAM = sys.argv[1]
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


def in_turn(works: dict[str, Callable[[], object]]) -> dict[str, list[Cost]]:
    """The costs of each, measured in turn, so that a slow minute of the machine is everybody's."""
    costs: dict[str, list[Cost]] = {name: [] for name in works}
    for _ in range(RUNS):
        for name, work in works.items():
            costs[name].append(cost(work, child_seconds if name == "command" else processor_seconds))
            print(f"{name}: {costs[name][-1][0]:.1f} s, {costs[name][-1][1]:.1f} s of cores", file=sys.stderr, flush=True)
    return costs


class Bench:
    def __init__(self, folder: pathlib.Path, scale: int) -> None:
        self.folder = folder
        self.count = 10_000_000 // scale
        self.shard_rows = 500_000 // scale
        self.rated = 1_000_000 // scale
        # Works by the rows that they make, the command first.
        self.works: dict[int, dict[str, Callable[[], object]]] = {
            self.count: {"command": self.generate},
            self.rated: {"command": self.rate},
        }
        self.plan = gridmill.CorpusPlan(self.count, seed=1, shard_rows=self.shard_rows)
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
        engine.rate(engine.generate(2000, 1, shard_rows=500)).materialize()

        def rows() -> None:
            dataset = engine.generate(self.count, 1, shard_rows=self.shard_rows)
            assert sum(len(batch) for batch in dataset.iter_batches(batch_size=None, batch_format="pyarrow")) == self.count

        def rate() -> None:
            puzzles = ray.data.read_parquet(str(self.folder / "puzzles" / "data"))
            engine.rate(puzzles).write_parquet(str(self.fresh("rated")))

        corpus = lambda: engine.write_corpus(self.plan, self.fresh("other"))
        self.works[self.count] |= {"Ray: `write_corpus`": corpus, "Ray: `generate`, all rows taken by the driver": rows}
        self.works[self.rated] |= {"Ray: Parquet, `rate`, Parquet": rate}
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
        engine.rate(engine.generate(spark, 2000, 1, shard_rows=500)).write.parquet(str(self.fresh("warm")))

        def rows() -> None:
            engine.generate(spark, self.count, 1, shard_rows=self.shard_rows).write.parquet(str(self.fresh("rows")))

        def rate() -> None:
            puzzles = spark.read.parquet(str(self.folder / "puzzles" / "data"))
            engine.rate(puzzles).write.parquet(str(self.fresh("rated")))

        corpus = lambda: engine.write_corpus(spark, self.plan, self.fresh("other"))
        self.works[self.count] |= {"Spark: `write_corpus`": corpus, "Spark: `generate`, written as Parquet by Spark": rows}
        self.works[self.rated] |= {"Spark: Parquet, `rate`, Parquet": rate}
        return f"Spark {pyspark.__version__}, {CORES} executors with one core each"


def main() -> None:
    scale = 50 if "--quick" in sys.argv else 1
    engines = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), scale)
        for name in ("ray", "spark"):
            if importlib.util.find_spec("pyspark" if name == "spark" else name):
                engines.append(getattr(bench, name)())
        costs = {rows: in_turn(works) for rows, works in bench.works.items()}
    words = " ".join(word for word in sys.argv[2:])
    print(
        f"""# Engines beside the command

Made by `bash scripts/bench.sh engines{' ' + words if words else ''}`: medians of {RUNS} run(s) each, command and engine in turn, on the same {CORES} cores.
Engines are up when the clock starts, and have made 2,000 rows.

gridmill {gridmill.__version__}, Python {platform.python_version()}, {', '.join(engines)}, {cpu()}, {platform.system()}.

- The command is `gridmill generate --no-timings --threads {CORES}` to a folder in shards of {bench.shard_rows:,} rows, or
  `gridmill rate --no-timings --threads {CORES}` from a folder of Parquet files to a Parquet file.
- `write_corpus` writes the same files as the command.
- Seconds of cores are those of all processes of the command or the engine. Other work on the machine changes them less than the time.

| | rows | engine, s | command, s | time | engine, s of cores | command, s of cores | cores |
|---|---:|---:|---:|---:|---:|---:|---:|"""
    )
    table = [(name, rows, found[name], found["command"]) for rows, found in costs.items() for name in list(found)[1:]]
    for name, rows, engine, command in table:
        times = [statistics.median(cost[place] for cost in costs) for place in (0, 1) for costs in (engine, command)]
        # The ratio of each run, because a slow minute of the machine is that of a run.
        ratios = [statistics.median(one[place] / other[place] for one, other in zip(engine, command)) - 1 for place in (0, 1)]
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
