"""Measures the Python package beside the program and py-sudoku, in one run, and prints a page about it.

python benches/bench_python.py PROGRAM [--quick]

Needs the package and NumPy; PyTorch, py-sudoku and reasoning-gym are measured where they are. Figures are the best of three runs, taken in turn; of
`solve`, medians of blocks, as `compare` has them.
`bash benches/bench.sh python` installs all of it, and writes reports/python.
"""

import importlib.metadata
import importlib.util
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import gridmill
import gridmill.boards
from gridmill.env import VectorEnv
from measuring import processor

PROGRAM = sys.argv[1]
RUNS = 3


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def command(*words: str) -> None:
    subprocess.run([PROGRAM, *words, "--progress=never"], check=True, capture_output=True)


def in_turn(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The best time of each, measured in turn, so that a slow minute of the machine is everybody's."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(RUNS):
        for name, work in works.items():
            times[name].append(seconds(work))
    return {name: min(found) for name, found in times.items()}


def main() -> None:
    scale = 4 if "--quick" in sys.argv else 1
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        count = 200_000 // scale
        for threads in (1, 2):
            words = ("generate", f"--count={count}", "--seed=1", "--no-timings", f"--threads={threads}", "--overwrite")
            best = in_turn(
                {
                    "command": lambda: command(*words, f"--out={folder}/corpus"),
                    "numpy": lambda: gridmill.generate(count, seed=1, threads=threads).puzzles,
                }
            )
            rows.append((f"`generate`, {threads} thread(s)", "to NumPy", count, "the command, to Parquet", best))

        count = 200_000 // scale
        for workers in (1, 2) if importlib.util.find_spec("torch") else ():
            words = ("generate", f"--count={count}", "--seed=1", "--no-timings", f"--threads={workers}", "--overwrite")
            best = in_turn(
                {
                    "command": lambda: command(*words, f"--out={folder}/corpus"),
                    "numpy": lambda: load(count, workers),
                }
            )
            rows.append((f"`DataLoader`, {workers} worker(s)", "to tensors", count, "the command, to Parquet", best))
        memory = [(puzzles, peak_memory(puzzles)) for puzzles in (100_000 // scale, 10_000_000 // scale)]

        count = 500_000 // scale
        corpus = gridmill.generate(count, seed=2)
        puzzles, solutions = corpus.puzzles, corpus.solutions
        path = pathlib.Path(folder, "puzzles.txt")
        texts = ["".join(".123456789"[cell] for cell in row) for row in puzzles]
        path.write_text("\n".join(texts))
        assert (gridmill.solve(puzzles, threads=1) == solutions).all()
        rate = band_solver(path)
        # The command gives the median of its blocks; here are blocks, too.
        block = 5000
        blocks = [seconds(lambda: gridmill.solve(puzzles[at : at + block], threads=1)) for at in range(0, count, block)]
        best = {"numpy": statistics.median(blocks) * count / block, "command": count / rate}
        solving = count / best["numpy"]
        rows.append(("`solve`, 1 thread", "NumPy to NumPy", count, "the band solver in `compare`", best))

        count = 20_000 // scale
        path.write_text("\n".join(texts[:count]))
        for rulebook, threads in (("hodoku", 1), ("hodoku", 2), ("se", 2)):
            words = ("rate", str(path), f"--rulebook={rulebook}", "--no-timings", f"--threads={threads}", "--overwrite")
            best = in_turn(
                {
                    "command": lambda: command(*words, f"--out={folder}/rated.parquet"),
                    "numpy": lambda: gridmill.rate(puzzles[:count], rulebook, threads=threads),
                }
            )
            rows.append((f"`rate`, {rulebook}, {threads} thread(s)", "NumPy to Arrow", count, "the command, to Parquet", best))

    lines = [
        "# The Python package beside the program",
        "",
        f"Made by `bash benches/bench.sh python{' --quick' if scale > 1 else ''}`: the best of three runs, taken in turn; of `solve`, medians of blocks.",
        "",
        f"{gridmill.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, {os.cpu_count()} cores, {processor()}.",
        "",
        "| | form | puzzles | package, a second | compared with | a second | share |",
        "|---|---|---:|---:|---|---:|---:|",
    ]
    for name, form, count, other, best in rows:
        ours, theirs = count / best["numpy"], count / best["command"]
        lines.append(f"| {name} | {form} | {count:,} | {ours:,.0f} | {other} | {theirs:,.0f} | {ours / theirs:.0%} |")
    peaks = " and ".join(f"{peak:,.0f} MB after {puzzles:,} puzzles" for puzzles, peak in memory)
    lines += ["", f"Peak memory of a process that takes a `stream` in batches of 8,192, on 2 threads: {peaks}."]
    ours = {"make": rows[0][2] / rows[0][4]["numpy"], "solve": solving}
    lines += peers(ours)
    lines += reasoning_gym(scale)
    # Last, because it keeps the process on one core.
    lines += environments(scale)
    print("\n".join(lines))


def peers(ours: dict[str, float]) -> list[str]:
    """A table beside the packages that people find today."""
    if not importlib.util.find_spec("sudoku"):
        return []
    from sudoku import Sudoku

    made, solved = 100, 30
    boards = [Sudoku(3, seed=seed).difficulty(0.7) for seed in range(made)]
    times = {
        "make": min(seconds(lambda: [Sudoku(3, seed=seed).difficulty(0.7) for seed in range(made)]) for _ in range(RUNS)) / made,
        "solve": min(seconds(lambda: [board.solve() for board in boards[:solved]]) for _ in range(RUNS)) / solved,
    }
    texts = ["".join(str(cell or 0) for row in board.board for cell in row) for board in boards]
    unique = sum(gridmill.is_unique(texts))
    givens = statistics.mean(81 - text.count("0") for text in texts)
    return [
        "",
        f"Beside py-sudoku {importlib.metadata.version('py-sudoku')}, one thread, puzzles a second. Its puzzles have {givens:.1f} givens on average; "
        f"{unique} of {made} have one solution. Ours are minimal.",
        "",
        "| | gridmill | py-sudoku | ratio |",
        "|---|---:|---:|---:|",
        *(f"| {name} | {ours[name]:,.0f} | {1 / times[name]:,.0f} | {ours[name] * times[name]:,.0f} |" for name in ("make", "solve")),
    ]


def environments(scale: int) -> list[str]:
    """Tables of `gridmill.boards` and `gridmill.env` on one core, which puzzles made ahead share."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    count = 400_000 // scale
    corpus = gridmill.generate(count, seed=3)
    states = np.where(np.random.default_rng(0).random(corpus.puzzles.shape) < 0.3, corpus.solutions, corpus.puzzles)
    few, minimal = states[: count // 20], corpus.puzzles[: count // 10]
    questions = {
        "`candidates`": (states, lambda: gridmill.boards.candidates(states, threads=1)),
        "`legal_moves`": (states, lambda: gridmill.boards.legal_moves(states, threads=1)),
        "`conflicts`": (states, lambda: gridmill.boards.conflicts(states, threads=1)),
        "`wrong_cells`": (states, lambda: gridmill.boards.wrong_cells(states, corpus.solutions, threads=1)),
        "`forced`": (states, lambda: gridmill.boards.forced(states, threads=1)),
        "`count_solutions`, up to 2": (states, lambda: gridmill.boards.count_solutions(states, threads=1)),
        "`next_step`, basic": (few, lambda: gridmill.boards.next_step(few, "basic", threads=1)),
        "`next_step`, hodoku": (few, lambda: gridmill.boards.next_step(few, "hodoku", threads=1)),
        "`next_step`, se": (few, lambda: gridmill.boards.next_step(few, "se", threads=1)),
        "`gridmill.search_trace` of minimal puzzles": (minimal, lambda: gridmill.search_trace(minimal, threads=1)),
        "the same with labels": (few, lambda: gridmill.search_trace(minimal[: len(few)], labels=True, threads=1)),
        "`gridmill.path_tokens` of minimal puzzles, hodoku": (few, lambda: gridmill.path_tokens(minimal[: len(few)], rulebook="hodoku", threads=1)),
    }
    best = in_turn({name: work for name, (_, work) in questions.items()})
    lines = [
        "",
        "Questions about boards on one core, NumPy to NumPy. Boards are puzzles of which a third of the empty cells is filled, unless the row says "
        "otherwise.",
        "",
        "| `gridmill.boards` | boards a second |",
        "|---|---:|",
        *(f"| {name} | {len(questions[name][0]) / time:,.0f} |" for name, time in best.items()),
        "",
        "Steps of `VectorEnv` on one core, with right digits, so that each puzzle is solved and followed by the next; making the puzzles is part "
        "of it. Observations are board and givens.",
        "",
        "| environments | steps a second | with masks of legal actions | with `teacher=\"singles\"` |",
        "|---:|---:|---:|---:|",
    ]
    for envs in (1, 64, 1024, 16384):
        rates = [steps_a_second(envs, options) for options in ({}, {"action_masks": True}, {"teacher": "singles"})]
        lines.append(f"| {envs:,} | " + " | ".join(f"{rate:,.0f}" for rate in rates) + " |")
    return lines


def steps_a_second(envs: int, options: dict[str, object]) -> float:
    """The best rate of three runs of some hundred steps."""
    best = 0.0
    for _ in range(RUNS):
        env = VectorEnv(envs, seed=1, threads=1, **options)
        seen, _ = env.reset()
        spent, steps = 0.0, max(200, 20_000 // envs)
        for _ in range(steps):
            board = seen["board"]
            cell = (board == 0).argmax(axis=1)
            actions = cell * 9 + np.maximum(env.solutions()[np.arange(envs), cell], 1).astype(np.int64) - 1
            start = time.perf_counter()
            seen = env.step(actions)[0]
            spent += time.perf_counter() - start
        env.close()
        best = max(best, steps * envs / spent)
    return best


def reasoning_gym(scale: int) -> list[str]:
    """A table of entries of reasoning-gym: its own Sudoku, ours, and rows of `generate`, in turn on one thread."""
    if not importlib.util.find_spec("reasoning_gym"):
        return []
    from reasoning_gym import create_dataset

    import gridmill.reasoning_gym

    few, many, rows = 40 // scale, 6400 // scale, 50_000 // scale
    datasets = {
        "its `sudoku`, 40 empty cells": ("sudoku", few, {"min_empty": 40, "max_empty": 40}),
        "its `sudoku`, up to 60 empty cells": ("sudoku", few, {"min_empty": 60, "max_empty": 60}),
        "`gridmill_sudoku`, 40 empty cells": ("gridmill_sudoku", many, {"options": {"givens": 41, "threads": 1}}),
        "`gridmill_sudoku`, minimal": ("gridmill_sudoku", many, {"options": {"threads": 1}}),
    }

    def entries(name: str, count: int, config: dict[str, object]) -> Callable[[], object]:
        return lambda: list(create_dataset(name, seed=1, size=count, **config))

    works = {name: entries(*of) for name, of in datasets.items()}
    counts = {name: count for name, (_, count, _) in datasets.items()}
    works["`generate`, minimal, to NumPy"], counts["`generate`, minimal, to NumPy"] = (
        lambda: gridmill.generate(rows, seed=1, threads=1).puzzles,
        rows,
    )
    speeds = {name: counts[name] / time for name, time in in_turn(works).items()}
    first = next(iter(speeds.values()))
    return [
        "",
        f"Beside reasoning-gym {importlib.metadata.version('reasoning-gym')}, one thread, entries a second; an entry has a prompt, an answer and metadata.",
        "",
        "| | entries a second | ratio |",
        "|---|---:|---:|",
        *(f"| {name} | {speed:,.1f} | {speed / first:,.1f} |" for name, speed in speeds.items()),
    ]


def load(count: int, workers: int) -> None:
    """Takes `count` new puzzles from workers, in batches of 512."""
    from torch.utils.data import DataLoader

    from gridmill.torch import PuzzleDataset

    loader = DataLoader(PuzzleDataset(1, count=count), batch_size=None, num_workers=workers)
    assert sum(len(batch["puzzles"]) for batch in loader) == count


def peak_memory(count: int) -> float:
    """Peak memory in MB of a process that takes `count` puzzles of a stream."""
    code = f"""
import gridmill
for batch in gridmill.stream(1, count={count}, threads=2):
    batch.puzzles
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout) / 1024


def band_solver(path: pathlib.Path) -> float:
    """Puzzles a second of the bitboard solver on one thread, as `compare` measures it on whole puzzles."""
    done = subprocess.run(
        [PROGRAM, "compare", str(path), "--checkers=bitboard", "--progress=never"], check=True, capture_output=True, text=True
    )
    found = re.search(r"bitboard\s+([0-9,]+)", done.stdout)
    assert found, done.stdout
    return float(found[1].replace(",", ""))



if __name__ == "__main__":
    main()
