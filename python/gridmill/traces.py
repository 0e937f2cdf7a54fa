"""Checks search traces in NumPy alone, from the puzzle and the tokens: a second opinion, and a reference for programs of one's own.

It follows docs/TRACES.md and shares no code with the searcher. ``gridmill.check_trace`` is the same in Rust, and faster.

>>> import gridmill
>>> from gridmill.traces import replay
>>> puzzle = "1......2..3.4..."
>>> replay(puzzle, gridmill.search_trace(puzzle)[0])
array([[1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 2, 1]], dtype=uint8)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["TraceError", "replay"]

_MARKS = (
    "pad",
    "bos",
    "sep",
    "eos",
    "naked",
    "hidden_row",
    "hidden_column",
    "hidden_box",
    "guess",
    "try",
    "contradiction",
    "repeated",
    "solution",
    "exhausted",
    "limit",
    "truncated",
)
_BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3)}


class TraceError(ValueError):
    """Tokens that are not a search of the puzzle."""


def replay(
    puzzle: str | Sequence[int] | NDArray[np.integer[Any]],
    tokens: Sequence[int] | NDArray[np.integer[Any]],
    *,
    box: str | None = None,
) -> NDArray[np.uint8]:
    """Checks every event of a trace and returns the solutions that it found: uint8, (solutions, cells).

    ``puzzle`` is text or the cells, 0 for an empty one; ``box`` such as ``"3x2"`` tells apart shapes with as many cells. Raises TraceError with
    the first token that is wrong.
    """
    grid = _cells(puzzle)
    sequence = np.asarray(tokens)
    if sequence.ndim != 1 or sequence.dtype.kind not in "iu":
        raise TraceError("tokens are one sequence of whole numbers")
    search = _Replay(grid, _box(grid.size, box), [int(token) for token in sequence])
    search.run()
    return np.array(search.solutions, dtype=np.uint8).reshape(-1, grid.size)


def _cells(puzzle: str | Sequence[int] | NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    if isinstance(puzzle, str):
        puzzle = [int(sign) if sign.isdecimal() else 0 for sign in "".join(puzzle.split())]
    cells = np.asarray(puzzle)
    side = math.isqrt(cells.size)
    if cells.dtype.kind not in "iu" or side not in _BOXES or side * side != cells.size:
        raise TraceError("a puzzle has 16, 36, 64 or 81 cells, each a whole number")
    if cells.min() < 0 or cells.max() > side:
        raise TraceError(f"a cell is 0 (empty) to {side}")
    return cells.reshape(-1).astype(np.int64)


def _box(cells: int, box: str | None) -> tuple[int, int]:
    side = math.isqrt(cells)
    if box is None:
        return _BOXES[side]
    rows, _, columns = box.partition("x")
    if not (rows.isdecimal() and columns.isdecimal() and int(rows) * int(columns) == side and min(int(rows), int(columns)) > 1):
        raise TraceError(f"box: {box!r} is no box of a grid with {cells} cells")
    return int(rows), int(columns)


class _Replay:
    """A replay up to a token."""

    def __init__(self, grid: NDArray[np.int64], box: tuple[int, int], tokens: list[int]) -> None:
        side = math.isqrt(grid.size)
        self.side, self.grid, self.tokens, self.at = side, grid.copy(), tokens, 0
        cell = np.arange(grid.size)
        row, column = cell // side, cell % side
        in_box = row // box[0] * box[0] + column // box[1]
        # Row, column and box of each cell, numbered through.
        self.houses_of = np.stack([row, side + column, 2 * side + in_box])
        self.holds = np.stack([(self.houses_of == house).any(axis=0) for house in range(3 * side)])
        self.sees = (self.holds.T.astype(np.int64) @ self.holds.astype(np.int64)) > 0
        self.removed = side**3
        self.cell = 2 * side**3
        self.house = self.cell + side**2
        self.back = self.house + 3 * side**2
        self.board = self.back + side**2 + 1
        self.marks = self.board + side + 1
        # Grid before each choice point, its alternatives, and how many were tried.
        self.points: list[tuple[NDArray[np.int64], list[tuple[int, int]], int]] = []
        self.solutions: list[NDArray[np.int64]] = []
        # Number of the last return.
        self.depth = 0

    def fail(self, reason: str) -> TraceError:
        return TraceError(f"token {self.at}: {reason}")

    def candidates(self) -> NDArray[np.bool_]:
        """Digits that each empty cell can take: (cells, side)."""
        has = self.grid[:, None] == np.arange(1, self.side + 1)
        seen = (self.sees.astype(np.int64) @ has.astype(np.int64)) > 0
        candidates: NDArray[np.bool_] = ~seen & (self.grid == 0)[:, None]
        return candidates

    def next(self) -> int:
        if self.at >= len(self.tokens):
            raise self.fail("the trace has no end")
        self.at += 1
        return self.tokens[self.at - 1]

    def mark(self) -> str:
        """Takes a mark; a return to a choice point is ``back`` alone, with its number in ``depth``."""
        token = self.next()
        if self.back <= token < self.board:
            self.depth = token - self.back
            return "back"
        if 0 <= token - self.marks < len(_MARKS):
            return _MARKS[token - self.marks]
        raise self.fail("no event begins so")

    def place(self) -> tuple[int, int]:
        """Takes a digit in a cell."""
        token = self.next()
        if not 0 <= token < self.removed:
            raise self.fail("a digit in a cell must follow")
        return token // self.side, token % self.side

    def constraint(self) -> tuple[int | None, int, int]:
        """Takes a cell, or a house and a digit: (None, cell, 0) or (house, 0, digit)."""
        token = self.next()
        if self.cell <= token < self.house:
            return None, token - self.cell, 0
        if self.house <= token < self.back:
            return (token - self.house) // self.side, 0, (token - self.house) % self.side
        raise self.fail("a cell or a digit in a house must follow")

    def satisfying(self, constraint: tuple[int | None, int, int]) -> set[tuple[int, int]]:
        """Candidates of a constraint that is not satisfied yet."""
        house, cell, digit = constraint
        allowed = self.candidates()
        if house is None:
            if self.grid[cell] != 0:
                raise self.fail("the cell has a digit")
            return {(cell, int(d)) for d in np.flatnonzero(allowed[cell])}
        if (self.grid[self.holds[house]] == digit + 1).any():
            raise self.fail("the house has the digit")
        return {(int(c), digit) for c in np.flatnonzero(allowed[:, digit] & self.holds[house])}

    def run(self) -> None:
        if self.tokens[:1] == [self.marks + 1]:
            board = [self.board + int(digit) for digit in self.grid]
            expected = [self.marks + 1, *board, self.marks + 2]
            self.at = len(expected)
            if self.tokens[: self.at] != expected:
                raise self.fail("the board of the tokens is not the puzzle")
        # "any": the state decides; "try": an alternative must follow; "failed", "solved": only a return or an end.
        allowed = "any"
        while True:
            mark = self.mark()
            if mark == "truncated":
                break
            if allowed == "try":
                if mark != "try":
                    raise self.fail("an alternative must be tried")
                self.take_alternative()
                allowed = "any"
            elif allowed == "any":
                allowed = self.step(mark)
            elif mark == "back":
                self.go_back()
                allowed = "try"
            elif mark == "exhausted" and not self.open_points():
                break
            elif mark == "limit" and allowed == "solved":
                break
            else:
                raise self.fail("the search must go back or end")
        rest = self.tokens[self.at :]
        if rest[:1] == [self.marks + 3]:
            rest = rest[1:]
        if any(token != self.marks for token in rest):
            raise self.fail("the search is over")

    def step(self, mark: str) -> str:
        """Checks an event of a state; returns what may follow."""
        if mark in ("naked", "hidden_row", "hidden_column", "hidden_box"):
            cell, digit = self.place()
            house = None if mark == "naked" else int(self.houses_of[_MARKS.index(mark) - 5, cell])
            if self.grid[cell] != 0 or self.satisfying((house, cell, digit)) != {(cell, digit)}:
                raise self.fail("it is not the only candidate")
            self.grid[cell] = digit + 1
            return "any"
        if mark == "guess":
            return self.guess()
        if mark == "contradiction":
            if self.satisfying(self.constraint()):
                raise self.fail("there is a candidate")
            return "failed"
        if mark == "repeated":
            house, _, digit = self.constraint()
            if house is None or np.count_nonzero(self.grid[self.holds[house]] == digit + 1) < 2:
                raise self.fail("the house does not have the digit twice")
            return "failed"
        if mark == "solution":
            counts = [np.bincount(self.grid[held], minlength=self.side + 1)[1:] for held in self.holds]
            if not all((count == 1).all() for count in counts):
                raise self.fail("a house lacks a digit")
            self.solutions.append(self.grid.copy())
            return "solved"
        raise self.fail(f"{mark} where an event of the state must follow")

    def guess(self) -> str:
        expected = self.satisfying(self.constraint())
        listed = []
        while self.at < len(self.tokens) and 0 <= self.tokens[self.at] < self.removed:
            listed.append(self.place())
        if not listed or len(listed) != len(expected) or set(listed) != expected:
            raise self.fail("the alternatives are not the candidates")
        self.points.append((self.grid.copy(), listed, 0))
        return "try"

    def take_alternative(self) -> None:
        before, alternatives, tried = self.points[-1]
        cell, digit = self.place()
        if (cell, digit) != alternatives[tried]:
            raise self.fail("it is not the next alternative")
        self.points[-1] = (before, alternatives, tried + 1)
        self.grid[cell] = digit + 1

    def open_points(self) -> int:
        """Number of choice points up to the deepest one with an alternative left."""
        for place in range(len(self.points), 0, -1):
            _, alternatives, tried = self.points[place - 1]
            if tried < len(alternatives):
                return place
        return 0

    def go_back(self) -> None:
        if self.depth != self.open_points() or self.depth == 0:
            raise self.fail("it is not the deepest choice point with an alternative left")
        del self.points[self.depth :]
        self.grid = self.points[-1][0].copy()
