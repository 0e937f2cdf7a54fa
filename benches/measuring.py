"""What the measuring programs share: commands and their cost, programs that take turns, sets of puzzles, the machine, tables, reports."""

import argparse
import contextlib
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUIET = ["--progress", "never"]


def cargo(command: str, *arguments: str) -> None:
    """Builds the release form of the program, or of what the arguments name."""
    subprocess.run(["cargo", command, "--release", "--locked", "--quiet", *arguments], check=True, cwd=ROOT, stdout=sys.stderr)


def example(package: str, name: str) -> str:
    """Builds an example of a package, and returns its path."""
    cargo("build", "--package", package, "--example", name)
    return str(ROOT / "target" / "release" / "examples" / name)


def write(options: argparse.Namespace, file: str, text: str) -> None:
    """Writes a file of the repository, or of the folder `--out`; a complete file takes the place of the one before."""
    if options.out == "-":
        sys.__stdout__.write(text)
        return
    path = (Path(options.out) if options.out else ROOT) / file
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    new.write_text(text)
    new.replace(path)
    print(path, file=sys.__stdout__)


class Echo(list):
    """Keeps what is printed, and shows it on standard error as it comes."""

    def write(self, text: str) -> None:
        self.append(text)
        sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


@contextlib.contextmanager
def report(options: argparse.Namespace, file: str) -> Iterator[None]:
    """Writes what is printed in the block to a file of the repository."""
    text = Echo()
    with contextlib.redirect_stdout(text):
        print(f"<!-- {options.command} -->")
        yield
    write(options, file, "".join(text))


def replace_part(options: argparse.Namespace, file: str, parts: dict[str, list[str]]) -> None:
    """Replaces the lines between each of these marks and the next `<!-- end -->` of a page."""
    end, text = "<!-- end -->\n", (ROOT / file).read_text()
    for mark, lines in parts.items():
        before, rest = text.split(f"<!-- {mark} -->\n")
        text = f"{before}<!-- {mark} -->\n\n{chr(10).join(lines)}\n\n{end}{rest.split(end, 1)[1]}"
    write(options, file, text)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Makes a folder for large files, in $TMPDIR or here, and removes it."""
    folder = Path(tempfile.mkdtemp(dir=os.environ.get("TMPDIR", "."))).resolve()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def lines_of(columns: str, rows: Iterable[Iterable[object]] = ()) -> list[str]:
    """A table: a text column, then columns of numbers, or of text where the name ends in `:`."""
    names = [name.strip() for name in columns.split("|")]
    rulers = ["---" if place == 0 or name.endswith(":") else "--:" for place, name in enumerate(names)]
    head = [f"| {' | '.join(name.removesuffix(':') for name in names)} |", f"|{'|'.join(rulers)}|"]
    return [*head, *(f"| {' | '.join(map(str, cells))} |" for cells in rows)]


def head(columns: str) -> None:
    """Prints the head of a table."""
    print("\n".join(lines_of(columns)))


def row(*cells: object) -> None:
    """Prints a row of a table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def output(command: list[object], **options: object) -> str:
    """Standard output of a command."""
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def children_seconds() -> float:
    """Processor seconds of the commands that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def on_core(command: list[object], text: str | None = None, core: int = 0) -> tuple[str, float]:
    """Standard output and processor seconds of a command that stays on one core."""
    before = children_seconds()
    out = output(["taskset", "-c", core, *command], input=text)
    return out, children_seconds() - before


def limited(command: list[object], limit: int) -> tuple[int, float]:
    """Exit code, below 0 if it was stopped, and processor seconds of a command that may take `limit` of them."""
    before = children_seconds()
    set_limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    words = [str(word) for word in command]
    code = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=set_limit).returncode
    return code, children_seconds() - before


def generated(gridmill: str, folder: Path, *options: str) -> list[str]:
    """Puzzles of the generator."""
    output([gridmill, "generate", *options, "--seed", "1", "--no-timings", *QUIET, "--out", folder / "corpus"])
    output([gridmill, "export", folder / "corpus", "--to", "text", "--out", folder / "puzzles.txt"])
    puzzles = (folder / "puzzles.txt").read_text().split()
    shutil.rmtree(folder / "corpus")
    (folder / "puzzles.txt").unlink()
    return puzzles


def collected(name: str, most: int) -> list[str]:
    """The first puzzles of a collection; none, with a message, if it is not there."""
    path = Path(os.environ.get("GRIDMILL_DATA", "")) / name
    if not path.is_file():
        print(f"{name}: not there", file=sys.stderr)
        return []
    lines = path.read_text().splitlines()
    return [line[:81] for line in lines if len(line) >= 81 and set(line[:81]) <= set(".0123456789")][:most]


def version_of(gridmill: str) -> str:
    """The program's version, and the processor."""
    return f"{output([gridmill, '--version']).strip()} on {processor()}"


def processor() -> str:
    """The name of this machine's processor."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"^model name\s*: (.*)$", info.read_text(), re.M) if info.exists() else None
    return model[1].strip().replace("(R)", "") if model else platform.processor() or platform.machine()


def machine() -> str:
    """The cores and the processor of this machine."""
    return f"{os.cpu_count()} cores of an {processor()}"


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


def seconds_of(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turns(works: list[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Seconds of each work in each round; every second round begins with the last, so that a slow minute of the machine is everybody's."""
    seconds: list[list[float]] = [[] for _ in works]
    for round in range(rounds):
        order = range(len(works))
        for n in order if round % 2 == 0 else reversed(order):
            seconds[n].append(seconds_of(works[n]))
    return seconds


def ratio(slow: list[float], fast: list[float]) -> str:
    """Median and quartiles of the ratio of two programs."""
    low, middle, high = statistics.quantiles([a / b for a, b in zip(slow, fast, strict=True)], n=4, method="inclusive")
    return f"{middle:.3g} ({low:.3g}-{high:.3g})"
