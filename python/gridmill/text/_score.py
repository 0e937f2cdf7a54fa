"""Prompts, and scores of the answers to them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gridmill
from gridmill import InputError, OptionError

from ._board import Board, box_size, cell_name
from ._parse import find_board
from ._styles import SPARSE, Style, empty_sign, form_of, format_board

#: Solved board that shows the form of an answer.
_EXAMPLE = "1234341221434321"


def make_prompt(
    puzzle: Any,
    style: Style = "spaced",
    *,
    answer_style: Style | None = None,
    instructions: str | None = None,
    rules: bool = True,
    empty: str | None = None,
    box: str | None = None,
) -> str:
    """Writes the task, the rules, the puzzle in a style, and how to answer.

    `answer_style` is the style that the answer should have, that of the puzzle if it is not given. `instructions` replaces the last
    paragraph, and `rules=False` leaves the rules out. Sides 6 and 8 need `box` for their rules.

    >>> from gridmill.text import make_prompt
    >>> print(make_prompt("1..43.......2..1"))
    Solve this 4x4 Sudoku. Each row, each column and each box of 2 rows and 2 columns holds the digits 1 to 4, each once.
    `_` is an empty cell.
    <BLANKLINE>
    1 _ _ 4
    3 _ _ _
    _ _ _ _
    2 _ _ 1
    <BLANKLINE>
    Write the solved board in the same form between <answer> and </answer>.
    """
    board = Board.read(puzzle, "puzzle")
    sign = empty_sign(style, empty)
    if answer_style is not None:
        form_of(answer_style)
    lines = [f"Solve this {board.side}x{board.side} Sudoku."]
    if rules:
        height, width = box_size(board.side, box)
        box_words = f"each box of {height} rows and {width} columns"
        lines[0] += f" Each row, each column and {box_words} holds the digits 1 to {board.side}, each once."
    lines.append(f"`{sign}` is an empty cell." if sign else "Cells that are not listed are empty.")
    if style == "boxes":
        lines.append("Each line is a box, from the top left to the bottom right, row by row.")
    shown = format_board(board.text, style, empty=empty, box=box)
    return "\n".join([*lines, "", shown, "", instructions if instructions is not None else _instructions(style, answer_style)])


def _instructions(style: str, answer_style: Style | None) -> str:
    if answer_style is None or answer_style == style:
        return "Write the solved board in the same form between <answer> and </answer>."
    example = format_board(_EXAMPLE, answer_style)
    cells = "all cells" if answer_style in SPARSE else "the solved board"
    return f"Write {cells} between <answer> and </answer> in this form (of a 4x4 board):\n\n{example}"


@dataclass(frozen=True)
class Score:
    """Score of an answer: `score` from 0 to 1, and `reasons` in sentences.

    `board` is the board that was found, or None. `right`, `wrong` and `left` count the `empty` cells of the puzzle: those with the digit of
    the solution, with another one, and without one. `changed` counts givens that the answer does not have.
    """

    score: float
    reasons: tuple[str, ...]
    board: str | None
    right: int
    wrong: int
    left: int
    changed: int
    empty: int

    @property
    def is_solved(self) -> bool:
        return self.board is not None and self.right == self.empty and self.changed == 0

    def __float__(self) -> float:
        return self.score


def score_answer(
    answer: object,
    entry: Any,
    *,
    style: Style | None = None,
    partial: float = 1.0,
    penalty: float = 0.0,
    keep_givens: bool = True,
    box: str | None = None,
) -> Score:
    """Scores the answer of a model. Whatever the answer is, there is a score.

    `answer` is text, or a list of chat messages (dicts with `role` and `content`), of which the last one of the assistant counts.
    `entry` has a `puzzle` and its `solution`: a row of a table as a dict, a `gridmill.Puzzle`, or an entry of reasoning-gym. A puzzle as
    text is solved. The board is found as by `parse_board`; a list of cells may leave out the givens.

    - The solution scores 1.
    - Another board scores `partial * max(0, right - penalty * wrong) / empty`, of the cells that are empty in the puzzle. `partial=0`: the
      solution alone scores. `penalty=1`: a wrong cell costs what a right one gives, so that filling in at random does not pay.
    - A board with a changed or missing given scores 0, unless `keep_givens` is False: then only the empty cells count.
    - An answer without a board scores 0.

    >>> from gridmill.text import score_answer
    >>> score = score_answer("<answer>1234 3412 2143 4311</answer>", "1..43.......4..1")
    >>> round(score.score, 2), score.reasons
    (0.91, ('10 of 11 empty cells are right, 1 is wrong.', 'r4c3 is 1; it should be 2.'))
    """
    puzzle, solution = read_task(entry, box)
    for name, value in (("partial", partial), ("penalty", penalty)):
        if not math.isfinite(value) or value < 0 or (name == "partial" and value > 1):
            raise OptionError(f"{name} is {value}; give a number from 0 {'to 1' if name == 'partial' else 'up'}")
    answer = reply_of(answer)
    if not isinstance(answer, str):
        return _no_board(puzzle, f"The answer is {type(answer).__name__}, not text.")
    found = find_board(answer, style, side=puzzle.side, box=box, puzzle=puzzle)
    if found.board is None:
        return _no_board(puzzle, f"{found.reason[0].upper()}{found.reason[1:]}.")
    return _score_of(found.board, puzzle, solution, partial, penalty, keep_givens)


def reply_of(answer: object) -> object:
    """The text of the last message of the assistant, if the answer is a list of chat messages; anything else as it is."""
    if not isinstance(answer, (list, tuple)) or not answer or not all(isinstance(part, Mapping) and "role" in part for part in answer):
        return answer
    content = next((part.get("content") for part in reversed(answer) if part["role"] == "assistant"), None)
    if isinstance(content, (list, tuple)):
        # Content in parts, of which some are text.
        content = "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return "" if content is None else content


def read_task(entry: Any, box: str | None) -> tuple[Board, Board]:
    """Puzzle and solution of an entry."""
    if isinstance(entry, Mapping):
        fields = entry if "puzzle" in entry else entry.get("metadata", entry)
        if not isinstance(fields, Mapping) or "puzzle" not in fields:
            raise InputError("entry has no field puzzle, and none in metadata")
        puzzle, solution = fields["puzzle"], fields.get("solution")
    else:
        puzzle, solution = entry, getattr(entry, "solution", None)
    board = Board.read(puzzle, "puzzle")
    if solution is None:
        solution = gridmill.solve(board.text, box=box)
        if solution is None:
            raise InputError("puzzle does not have exactly one solution")
    solved = Board.read(solution, "solution")
    if solved.side != board.side or not all(solved.digits):
        raise InputError("solution is no filled board of the size of puzzle")
    return board, solved


def _no_board(puzzle: Board, reason: str) -> Score:
    empty = puzzle.digits.count(0)
    return Score(0.0, (reason,), None, 0, 0, empty, 0, empty)


def _score_of(board: Board, puzzle: Board, solution: Board, partial: float, penalty: float, keep_givens: bool) -> Score:
    empty = puzzle.digits.count(0)
    cells = range(len(puzzle.digits))
    changed = [cell for cell in cells if puzzle.digits[cell] and board.digits[cell] != puzzle.digits[cell]]
    wrong = [cell for cell in cells if not puzzle.digits[cell] and board.digits[cell] not in (0, solution.digits[cell])]
    left = sum(not puzzle.digits[cell] and not board.digits[cell] for cell in cells)
    right = empty - len(wrong) - left
    reasons = []
    if changed:
        first = changed[0]
        reasons.append(
            f"{_count(len(changed), 'given')} changed: {cell_name(first, board.side)} is {_sign(board.digits[first])}, not {puzzle.digits[first]}."
        )
    if right == empty and not changed:
        return Score(1.0, ("The board is solved.",), board.text, right, 0, 0, 0, empty)
    parts = [f"{right} of {empty} empty cells are right"]
    parts += [f"{_count(len(wrong))} wrong"] if wrong else []
    parts += [f"{_count(left)} left empty"] if left else []
    reasons.append(", ".join(parts) + ".")
    if wrong:
        first = wrong[0]
        reasons.append(f"{cell_name(first, board.side)} is {board.digits[first]}; it should be {solution.digits[first]}.")
    score = 0.0 if (changed and keep_givens) or not empty else partial * max(0.0, right - penalty * len(wrong)) / empty
    return Score(score, tuple(reasons), board.text, right, len(wrong), left, len(changed), empty)


def _count(number: int, noun: str = "") -> str:
    plural = "" if number == 1 or not noun else "s"
    return f"{number}{' ' + noun if noun else ''}{plural} {'is' if number == 1 else 'are'}"


def _sign(digit: int) -> str:
    return str(digit) if digit else "empty"
