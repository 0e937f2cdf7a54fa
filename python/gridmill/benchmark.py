"""The frozen benchmarks `gridmill-bench-1` and `gridmill-bench-2`: made, read and scored.

Strata by ER (Sudoku Explainer), guesses (search difficulty) and, in the second, trial depth. The rows are the same on every
machine, and their hashes are part of the package.

>>> import tempfile
>>> from gridmill import benchmark
>>> folder = tempfile.mkdtemp() + "/bench"
>>> benchmark.make(folder, first=1)
>>> puzzles = benchmark.load(folder)
>>> len(puzzles), puzzles[0]["id"]
(12, 'er_1/0')
>>> answers = {puzzle["id"]: puzzle["solution"] for puzzle in puzzles[:6]}
>>> benchmark.score(answers, folder)["measures"]["er"]["exact"]["count"]
6
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, Literal

from ._gridmill import benchmark_questions, make_benchmark, score_benchmark
from .text._board import Board
from .text._parse import find_board
from .text._score import reply_of

__all__ = ["load", "make", "score"]


def make(
    folder: str | PathLike[str],
    *,
    name: Literal["gridmill-bench-1", "gridmill-bench-2"] = "gridmill-bench-1",
    first: int | None = None,
    overwrite: bool = False,
    resume: bool = False,
    license: str | None = None,
    threads: int = 0,
    progress: bool | None = None,
) -> None:
    """Makes a benchmark in `folder`, as `gridmill benchmark --out` does. Rows with another hash than that of the definition are an InputError.

    `first=N` makes the first N rows of each stratum alone, which have no hash to be compared with.
    """
    make_benchmark(
        folder, name=name, first=first, overwrite=overwrite, resume=resume, license=license, threads=threads, progress=progress
    )


def load(folder: str | PathLike[str]) -> list[dict[str, str]]:
    """Returns the puzzles that are scored, stratum by stratum: dicts with `id`, `stratum`, `puzzle` and `solution`. The rows are compared with their hashes."""
    return benchmark_questions(folder)


def score(answers: PathLike[str] | dict[str, Any] | Iterable[Any], folder: str | PathLike[str]) -> dict[str, Any]:
    """Scores answers to the puzzles of `folder`.

    `answers` is a dict by puzzle or `id`, an iterable with one answer for each puzzle in order, or a `pathlib.Path` of a file that
    `gridmill benchmark --score` reads. An answer is what `gridmill.text.score_answer` takes, a whole response or chat messages, read in the same
    way; or a list or an array of the 81 cells; or None. Returns what the command prints with
    `--json`: for each stratum, each measure and all, the share solved exactly with its 95 % interval, the mean share of cells, and the numbers
    of missing and invalid answers by kind; and the headline number.
    """
    if isinstance(answers, (str, PathLike)):
        return score_benchmark(answers, folder)
    puzzles = [(puzzle["id"], puzzle["puzzle"]) for puzzle in benchmark_questions(folder)]
    if not isinstance(answers, dict):
        in_order = (puzzle for _, puzzle in puzzles)
        return score_benchmark([_cells(answer, next(in_order, "")) for answer in answers], folder)
    by_key = dict(puzzles) | {puzzle: puzzle for _, puzzle in puzzles}
    return score_benchmark({key: _cells(answer, by_key.get(key, "")) for key, answer in answers.items()}, folder)


def _cells(answer: Any, puzzle: str) -> Any:
    """The board of a response, as `score_answer` finds it; what has none stays, for the program to count."""
    reply = reply_of(answer)
    if not isinstance(reply, str):
        return reply
    found = find_board(reply, side=9, puzzle=Board.read(puzzle) if puzzle else None)
    return reply if found.board is None else found.board.text
