"""Boards of any form as digits, and the size of their boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gridmill import InputError, OptionError
from gridmill._shown import shown

#: Boxes of each side, as (rows, columns).
_BOXES: dict[int, tuple[tuple[int, int], ...]] = {4: ((2, 2),), 6: ((2, 3), (3, 2)), 8: ((2, 4), (4, 2)), 9: ((3, 3),)}
_SIDES = {side * side: side for side in _BOXES}
_EMPTY_SIGNS = ".0_*-"
_SIGNS = frozenset(_EMPTY_SIGNS + "123456789")
_ZEROS = str.maketrans(_EMPTY_SIGNS, "0" * len(_EMPTY_SIGNS))


@dataclass(frozen=True)
class Board:
    """Digits of a board, row by row, with 0 for an empty cell."""

    digits: tuple[int, ...]
    side: int

    @classmethod
    def read(cls, board: Any, name: str = "board") -> Board:
        """Reads text, whole numbers in a list, a nested list or an array, a `gridmill.Puzzle`, a row as a dict, or an entry of reasoning-gym."""
        if isinstance(board, Mapping):
            board = board.get("metadata", board).get("puzzle", board)
        if not isinstance(board, str) and isinstance(getattr(board, "puzzle", None), str):
            board = board.puzzle
        digits = _digits_of_text(board, name) if isinstance(board, str) else _digits_of_numbers(board, name)
        side = _SIDES.get(len(digits))
        if side is None:
            raise InputError(f"{name} has {len(digits)} cells; a board has 16, 36, 64 or 81")
        if max(digits) > side:
            cell = next(cell for cell, digit in enumerate(digits) if digit > side)
            raise InputError(f"{name} holds {digits[cell]} in {cell_name(cell, side)}; a {side}x{side} board has 1 to {side}")
        return cls(digits, side)

    @property
    def text(self) -> str:
        """The digits as text, with `.` for an empty cell."""
        return "".join(str(digit) if digit else "." for digit in self.digits)

    @property
    def rows(self) -> list[tuple[int, ...]]:
        return [self.digits[start : start + self.side] for start in range(0, len(self.digits), self.side)]


def cell_name(cell: int, side: int) -> str:
    return f"r{cell // side + 1}c{cell % side + 1}"


def box_size(side: int, box: str | None) -> tuple[int, int]:
    """Rows and columns of a box. Of two sizes that fit, `box` names one."""
    sizes = {f"{rows}x{columns}": (rows, columns) for rows, columns in _BOXES[side]}
    if box is None and len(sizes) == 1:
        return _BOXES[side][0]
    if box in sizes:
        return sizes[box]
    choices = " or ".join(f'box="{name}"' for name in sizes)
    if box is None:
        raise InputError(f"{side * side} cells fit {' and '.join(sizes)} boxes; say which: {choices}")
    raise OptionError(f"box is {shown(box)}; a {side}x{side} board has {choices}")


def houses_of(side: int, size: tuple[int, int]) -> list[list[int]]:
    """Cells of each row, then of each column, then of each box."""
    height, width = size
    rows = [[side * row + column for column in range(side)] for row in range(side)]
    columns = [[side * row + column for row in range(side)] for column in range(side)]
    boxes: list[list[int]] = [[] for _ in range(side)]
    for cell in range(side * side):
        row, column = divmod(cell, side)
        boxes[row // height * (side // width) + column // width].append(cell)
    return rows + columns + boxes


def house_name(house: int, side: int) -> str:
    kind, number = divmod(house, side)
    return f"{('row', 'column', 'box')[kind]} {number + 1}"


def _digits_of_text(text: str, name: str) -> tuple[int, ...]:
    cells = "".join(text.split())
    if strange := next((sign for sign in cells if sign not in _SIGNS), None):
        raise InputError(f"{name} holds {strange!r}; cells are 1 to 9, and one of {' '.join(_EMPTY_SIGNS)} where they are empty")
    return tuple(map(int, cells.translate(_ZEROS)))


def _digits_of_numbers(board: Any, name: str) -> tuple[int, ...]:
    values = board.tolist() if hasattr(board, "tolist") else board
    if not isinstance(values, Iterable) or isinstance(values, (bytes, dict)):
        raise TypeError(f"{name} is text, or digits in a list or an array, not {type(board).__name__}")
    digits: list[int] = []
    for value in values:
        digits.extend(_digit(item, name) for item in (value if isinstance(value, (list, tuple)) else (value,)))
        if len(digits) > max(_SIDES):
            raise InputError(f"{name} has more than {max(_SIDES)} cells; a board has 16, 36, 64 or 81")
    return tuple(digits)


def _digit(value: Any, name: str) -> int:
    if value is None:
        return 0
    if hasattr(value, "item"):
        value = value.item()
    if type(value) is not int or not 0 <= value <= 9:
        raise InputError(f"{name} holds {str(value)[:20]!r}; cells are whole numbers from 0 to 9")
    return value
