"""Shared by the measuring programs: commands and their cost, the processor, sets of puzzles, programs that take turns."""

import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path


def generated(gridmill: str, folder: Path, *options: str) -> list[str]:
    """Puzzles of the generator."""
    subprocess.run([gridmill, "generate", *options, "--seed", "1", "--no-timings", "--progress", "never", "--out", folder / "corpus"], check=True, capture_output=True)
    subprocess.run([gridmill, "export", folder / "corpus", "--to", "text", "--out", folder / "puzzles.txt"], check=True, capture_output=True)
    puzzles = (folder / "puzzles.txt").read_text().split()
    shutil.rmtree(folder / "corpus")
    (folder / "puzzles.txt").unlink()
    return puzzles


def collected(name: str, most: int) -> list[str]:
    """The first puzzles of a collection; none if it is not there."""
    path = Path(os.environ.get("GRIDMILL_DATA", "")) / name
    lines = path.read_text().splitlines() if path.is_file() else []
    return [line[:81] for line in lines if len(line) >= 81 and set(line[:81]) <= set(".0123456789")][:most]


def version_of(gridmill: str) -> str:
    """The program's version, and the processor."""
    version = subprocess.run([gridmill, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    return f"{version} on {processor()}"


def processor() -> str:
    """The name of this machine's processor."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"^model name\s*: (.*)$", info.read_text(), re.M) if info.exists() else None
    return model[1].strip() if model else platform.processor() or platform.machine()


def measured(command: list[object], open_files: int | None = None) -> tuple[float, int, str]:
    """Seconds, peak memory in bytes and standard output of a command."""

    def limit() -> None:
        if open_files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))

    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen([str(word) for word in command], stdout=out, stderr=errors, preexec_fn=limit)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        if child.returncode != 0:
            errors.seek(0)
            raise SystemExit(f"{' '.join(map(str, command))} ended with {child.returncode}: {errors.read().decode()}")
        out.seek(0)
        # Linux counts in KiB.
        return seconds, usage.ru_maxrss * 1024, out.read().decode()


def in_turns(programs: list[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Seconds of each program in each round; every second round begins with the last."""
    seconds: list[list[float]] = [[] for _ in programs]
    for round in range(rounds):
        order = range(len(programs))
        for n in order if round % 2 == 0 else reversed(order):
            start = time.perf_counter()
            programs[n]()
            seconds[n].append(time.perf_counter() - start)
    return seconds


def ratio(slow: list[float], fast: list[float]) -> str:
    """Median and quartiles of the ratio of two programs."""
    low, middle, high = statistics.quantiles([a / b for a, b in zip(slow, fast, strict=True)], n=4, method="inclusive")
    return f"{middle:.3g} ({low:.3g}-{high:.3g})"
