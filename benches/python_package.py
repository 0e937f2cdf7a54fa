"""Measures the Python package, the program and py-sudoku in one run.

PyTorch, py-sudoku and reasoning-gym are measured where they are. Figures are the best of three runs, taken in turn; of `solve`, medians of blocks, as
`compare` has them.
"""

import argparse
import importlib.metadata
import importlib.util
import os
import pathlib
import platform
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import gridmill
import gridmill.boards
from gridmill.env import VectorEnv
from measuring import QUIET, head, in_turns, machine, output, report, row, seconds_of

RUNS = 3


def best_of(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The best time of each of these works, taken in turn."""
    return {name: min(found) for name, found in zip(works, in_turns(list(works.values()), RUNS))}


def run(options: argparse.Namespace) -> None:
    scale = 4 if options.quick else 1
    with tempfile.TemporaryDirectory() as folder, report(options, "reports/python/README.md"):
        print("# The Python package compared with the program\n\nThe best of three runs, taken in turn; of `solve`, medians of blocks.\n")
        print(f"{gridmill.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, {machine()}.\n")
        ours = package(options.program, pathlib.Path(folder), scale)
        peers(ours)
        reasoning_gym(scale)
        # Last, because it keeps the process on one core.
        environments(scale)


def package(program: str, folder: pathlib.Path, scale: int) -> dict[str, float]:
    """Prints the table of the package and the program. Returns rates of making and solving puzzles on one thread."""
    head("| form: | puzzles | package, a second | compared with: | a second | share")

    def line(name: str, form: str, count: int, other: str, package: float, command: float) -> float:
        row(name, form, f"{count:,}", f"{count / package:,.0f}", other, f"{count / command:,.0f}", f"{command / package:.0%}")
        return count / package

    def compared(name: str, form: str, count: int, words: list[object], work: Callable[[], object]) -> float:
        out = folder / {"generate": "corpus", "rate": "rated.parquet"}[words[0]]
        command = [program, *words, "--no-timings", "--overwrite", "--out", out, *QUIET]
        best = best_of({"command": lambda: output(command), "package": work})
        return line(name, form, count, "the command, to Parquet", best["package"], best["command"])

    count, ours = 200_000 // scale, {}
    for threads in (1, 2):
        words = ["generate", "--count", count, "--seed", 1, "--threads", threads]
        rate = compared(f"`generate`, {threads} thread(s)", "to NumPy", count, words, lambda: gridmill.generate(count, seed=1, threads=threads).puzzles)
        ours.setdefault("make", rate)
    for workers in (1, 2) if importlib.util.find_spec("torch") else ():
        words = ["generate", "--count", count, "--seed", 1, "--threads", workers]
        compared(f"`DataLoader`, {workers} worker(s)", "to tensors", count, words, lambda: load(count, workers))

    count, block = 500_000 // scale, 5000
    corpus = gridmill.generate(count, seed=2)
    puzzles, path = corpus.puzzles, folder / "puzzles.txt"
    texts = ["".join(".123456789"[cell] for cell in row) for row in puzzles]
    path.write_text("\n".join(texts))
    assert (gridmill.solve(puzzles, threads=1) == corpus.solutions).all()
    # The command gives the median of its blocks; here are blocks, too.
    blocks = [seconds_of(lambda: gridmill.solve(puzzles[at : at + block], threads=1)) for at in range(0, count, block)]
    solved = statistics.median(blocks) * count / block
    ours["solve"] = line("`solve`, 1 thread", "NumPy to NumPy", count, "the bitboard solver in `compare`", solved, count / bitboard(program, path))

    count = 20_000 // scale
    path.write_text("\n".join(texts[:count]))
    for rulebook, threads in (("hodoku", 1), ("hodoku", 2), ("se", 2)):
        words = ["rate", path, "--rulebook", rulebook, "--threads", threads]
        work = lambda: gridmill.rate(puzzles[:count], rulebook, threads=threads)
        compared(f"`rate`, {rulebook}, {threads} thread(s)", "NumPy to Arrow", count, words, work)
    memory = [f"{peak_memory(puzzles):,.0f} MB after {puzzles:,} puzzles" for puzzles in (100_000 // scale, 10_000_000 // scale)]
    print(f"\nPeak memory of a process that takes a `stream` in batches of 8,192, on 2 threads: {' and '.join(memory)}.")
    return ours


def peers(ours: dict[str, float]) -> None:
    """Prints a table of the package that people find today."""
    if not importlib.util.find_spec("sudoku"):
        return
    from sudoku import Sudoku

    made, solved = 100, 30
    boards = [Sudoku(3, seed=seed).difficulty(0.7) for seed in range(made)]
    texts = ["".join(str(cell or 0) for row in board.board for cell in row) for board in boards]
    best = best_of(
        {
            "make": lambda: [Sudoku(3, seed=seed).difficulty(0.7) for seed in range(made)],
            "solve": lambda: [board.solve() for board in boards[:solved]],
        }
    )
    print(
        f"\nCompared with py-sudoku {importlib.metadata.version('py-sudoku')}, one thread, puzzles a second. Its puzzles have"
        f" {statistics.mean(81 - text.count('0') for text in texts):.1f} givens on average; {sum(gridmill.is_unique(texts))} of {made} have one solution."
        " Ours are minimal.\n"
    )
    head("| gridmill | py-sudoku | ratio")
    for name, count in (("make", made), ("solve", solved)):
        theirs = count / best[name]
        row(name, f"{ours[name]:,.0f}", f"{theirs:,.0f}", f"{ours[name] / theirs:,.0f}")


def environments(scale: int) -> None:
    """Prints tables of `gridmill.boards` and `gridmill.env` on one core, which puzzles made ahead share."""
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
    best = best_of({name: work for name, (_, work) in questions.items()})
    print("\nQuestions about boards on one core, NumPy to NumPy. Boards are puzzles of which a third of the empty cells is filled, unless the row says otherwise.\n")
    head("`gridmill.boards` | boards a second")
    for name, time in best.items():
        row(name, f"{len(questions[name][0]) / time:,.0f}")
    print(
        "\nSteps of `VectorEnv` on one core, with right digits, so that each puzzle is solved and followed by the next; making the puzzles is part "
        "of it. Observations are board and givens.\n"
    )
    head('environments | steps a second | with masks of legal actions | with `teacher="singles"`')
    for envs in (1, 64, 1024, 16384):
        row(f"{envs:,}", *(f"{steps_a_second(envs, options):,.0f}" for options in ({}, {"action_masks": True}, {"teacher": "singles"})))


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


def reasoning_gym(scale: int) -> None:
    """Prints a table of entries of reasoning-gym: its own Sudoku, ours, and rows of `generate`, in turn on one thread."""
    if not importlib.util.find_spec("reasoning_gym"):
        return
    from reasoning_gym import create_dataset

    import gridmill.reasoning_gym

    def entries(name: str, count: int, **config: object) -> tuple[int, Callable[[], object]]:
        return count, lambda: list(create_dataset(name, seed=1, size=count, **config))

    few, many, rows = 40 // scale, 6400 // scale, 50_000 // scale
    works = {
        "its `sudoku`, 40 empty cells": entries("sudoku", few, min_empty=40, max_empty=40),
        "its `sudoku`, up to 60 empty cells": entries("sudoku", few, min_empty=60, max_empty=60),
        "`gridmill_sudoku`, 40 empty cells": entries("gridmill_sudoku", many, options={"givens": 41, "threads": 1}),
        "`gridmill_sudoku`, minimal": entries("gridmill_sudoku", many, options={"threads": 1}),
        "`generate`, minimal, to NumPy": (rows, lambda: gridmill.generate(rows, seed=1, threads=1).puzzles),
    }
    best = best_of({name: work for name, (_, work) in works.items()})
    speeds = {name: works[name][0] / time for name, time in best.items()}
    version = importlib.metadata.version("reasoning-gym")
    print(f"\nCompared with reasoning-gym {version}, one thread, entries a second; an entry has a prompt, an answer and metadata.\n")
    head("| entries a second | ratio")
    for name, speed in speeds.items():
        row(name, f"{speed:,.1f}", f"{speed / next(iter(speeds.values())):,.1f}")


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
    return int(output([sys.executable, "-c", code])) / 1024


def bitboard(program: str, path: pathlib.Path) -> float:
    """Puzzles a second of the bitboard solver on one thread, as `compare` measures it on whole puzzles."""
    text = output([program, "compare", path, "--checkers=bitboard", *QUIET])
    found = re.search(r"bitboard\s+([0-9,]+)", text)
    assert found, text
    return float(found[1].replace(",", ""))
