"""Processes of engines: found, killed and stopped by the tests of Ray and Spark."""

import doctest
import os
import pathlib
import random
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable

import pyarrow as pa

import gridmill
from gridmill._engines import signed


def descendants(root: int) -> dict[int, str]:
    """Processes below a process, with their command lines."""
    parents, words = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text()
            words[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found: dict[int, str] = {}
    for process in parents:
        ancestor = process
        while ancestor in parents and ancestor != root:
            ancestor = parents[ancestor]
        if ancestor == root and process != root:
            found[process] = words[process]
    return found


class Killer:
    """Kills a process with -9 at a random time after work has begun, in a thread of its own."""

    def __init__(self, is_victim: Callable[[str], bool], seed: int, *, earliest: float = 0.0, latest: float = 1.0) -> None:
        self._is_victim = is_victim
        self._random = random.Random(seed)
        self._delay = self._random.uniform(earliest, latest)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.victims: list[int] = []

    def _run(self) -> None:
        while not self._stop.is_set():
            if any(self._is_victim(words) for words in descendants(os.getpid()).values()):
                break
            time.sleep(0.02)
        self._stop.wait(self._delay)
        while not self._stop.is_set() and not self.victims:
            victims = [process for process, words in descendants(os.getpid()).items() if self._is_victim(words)]
            if victims:
                victim = self._random.choice(victims)
                os.kill(victim, signal.SIGKILL)
                self.victims.append(victim)
            time.sleep(0.02)

    def __enter__(self) -> "Killer":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()


def have_same_values(rows: pa.Table, expected: pa.Table) -> bool:
    """Compares the names and the values of all columns. The types of Spark have signs, and dictionaries may be in another order."""
    plain = lambda column: column.cast(signed(column.type)).combine_chunks()
    return rows.column_names == expected.column_names and all(
        plain(rows[name]).equals(plain(expected[name])) for name in rows.column_names
    )


def is_of_generate(rows: pa.Table, corpus: gridmill.Corpus) -> bool:
    """Compares rows with those of a corpus."""
    return have_same_values(rows, pa.table(corpus))


def command(program, out, count, seed, shard_rows, *words):
    line = [program, "generate", f"--count={count}", f"--seed={seed}", f"--shard-rows={shard_rows}", "--no-timings"]
    subprocess.run([*line, f"--out={out}", "--progress=never", *words], check=True, capture_output=True)


def files(folder) -> dict[str, bytes]:
    """All files below a folder."""
    root = pathlib.Path(folder)
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def examples_of_the_page(needed: str) -> doctest.DocTest:
    """Returns the examples in the section "Ray and Spark" of docs/SCALE.md under the comment `needs NEEDED`."""
    page = pathlib.Path(os.environ.get("GRIDMILL_REPOSITORY", pathlib.Path(__file__).parents[2])) / "docs" / "SCALE.md"
    section = page.read_text("utf-8").split("\n## Ray and Spark\n")[1].split("\n## ")[0]
    blocks = re.findall(rf"^<!-- needs {needed} -->\n```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
