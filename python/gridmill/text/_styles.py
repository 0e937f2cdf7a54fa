"""Serialisations: forms in which boards are shown to text models."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from gridmill import OptionError
from gridmill._shown import shown

from ._board import Board, box_size

Style: TypeAlias = Literal[
    "line", "rows", "spaced", "grid", "labelled", "table", "csv", "json", "json_rows", "json_object", "numpy", "xml", "boxes",
    "rncn", "pairs", "tuples", "keyed",
]  # fmt: skip
#: Styles that list the digits and leave empty cells out.
SPARSE = ("rncn", "pairs", "tuples", "keyed")
_EMPTY_SIGNS = (".", "0", "_", "*")
_LETTERS = "ABCDEFGHI"


@dataclass(frozen=True)
class _Sheet:
    """A board that is written: its digits, the signs of its cells, and rows and columns of a box (0 where a style needs none)."""

    board: Board
    signs: list[list[str]]
    size: tuple[int, int]

    @property
    def filled(self) -> Iterable[tuple[int, int, int]]:
        """Row, column and digit of each filled cell, counted from 1."""
        side = self.board.side
        return ((cell // side + 1, cell % side + 1, digit) for cell, digit in enumerate(self.board.digits) if digit)


@dataclass(frozen=True)
class _Form:
    """One style: where it is in use, its sign of an empty cell, whether another may be chosen, and its writer."""

    source: str
    write: Callable[[_Sheet], str]
    empty: str
    has_choice: bool = True
    has_boxes: bool = False


def _joined(within: str, between: str = "\n") -> Callable[[_Sheet], str]:
    """Returns a writer of rows, with this text between cells and between rows."""
    return lambda sheet: between.join(map(within.join, sheet.signs))


def _listed(cell: str, around: str = "{}") -> Callable[[_Sheet], str]:
    """Returns a writer of the filled cells, with places for row, column and digit."""
    return lambda sheet: around.format(", ".join(cell.format(*filled) for filled in sheet.filled))


def _boxes(sheet: _Sheet) -> str:
    (height, width), side = sheet.size, sheet.board.side
    corners = ((top, left) for top in range(0, side, height) for left in range(0, side, width))
    lines = [[sign for row in sheet.signs[top : top + height] for sign in row[left : left + width]] for top, left in corners]
    return _with_rules(lines, (side // width, width))


def _with_rules(rows: list[list[str]], size: tuple[int, int]) -> str:
    """Rows in groups with `|` between them, and a rule of dashes after each `size[0]` rows."""
    height, width = size
    groups = len(rows) // width
    rule = "+".join("-" * (2 * width + (0 < group < groups - 1)) for group in range(groups))
    lines = []
    for number, row in enumerate(rows):
        if number and number % height == 0:
            lines.append(rule)
        lines.append(_grouped(row, width, " | ", " "))
    return "\n".join(lines)


def _labelled(sheet: _Sheet) -> str:
    (height, width), side = sheet.size, sheet.board.side
    lines = ["   " + _grouped([f"C{number + 1}" for number in range(side)], width, "   ", " ")]
    for number, row in enumerate(sheet.signs):
        if number and number % height == 0:
            lines.append("   " + " ".join("-" * (2 * side - 2)))
        lines.append(f"R{number + 1}  " + _grouped(row, width, " |  ", "  "))
    return "\n".join(lines)


def _grouped(items: list[str], width: int, between: str, within: str) -> str:
    return between.join(within.join(items[start : start + width]) for start in range(0, len(items), width))


def _table(sheet: _Sheet) -> str:
    head = [" ", *(str(number + 1) for number in range(sheet.board.side))]
    lines = [head, ["---"] * len(head), *([letter, *row] for letter, row in zip(_LETTERS, sheet.signs, strict=False))]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _json(sheet: _Sheet) -> str:
    return json.dumps(sheet.board.rows)


def _json_rows(sheet: _Sheet) -> str:
    return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in sheet.board.rows) + "\n]"


def _json_object(sheet: _Sheet) -> str:
    return json.dumps({f"row_{number + 1}": row for number, row in enumerate(sheet.board.rows)})


def _numpy(sheet: _Sheet) -> str:
    return "[" + "\n ".join("[" + " ".join(map(str, row)) + "]" for row in sheet.board.rows) + "]"


def _xml(sheet: _Sheet) -> str:
    rows = (f'  <row index="{number + 1}">{",".join(row)}</row>' for number, row in enumerate(sheet.signs))
    return "\n".join(("<sudoku>", *rows, "</sudoku>"))


def _keyed(sheet: _Sheet) -> str:
    return json.dumps({f"{_LETTERS[row - 1]}{column}": digit for row, column, digit in sheet.filled})


_FORMS: dict[str, _Form] = {
    "line": _Form("text files, sudoku-extreme, Sudoku4LLM 1", _joined("", ""), "."),
    "rows": _Form("text files", _joined(""), "."),
    "spaced": _Form("reasoning-gym: sudoku, mini_sudoku", _joined(" "), "_"),
    "grid": _Form("SimpleSudoku, Sudoku4LLM 4", lambda sheet: _with_rules(sheet.signs, sheet.size), ".", has_boxes=True),
    "labelled": _Form("TextArena: Sudoku-v0", _labelled, ".", has_boxes=True),
    "table": _Form("Markdown, Sudoku4LLM 9", _table, "0"),
    "csv": _Form("Sudoku4LLM 5", _joined(","), "0"),
    "json": _Form("JSON and Python, metadata of reasoning-gym", _json, "0", has_choice=False),
    "json_rows": _Form("Sudoku4LLM 2", _json_rows, "0", has_choice=False),
    "json_object": _Form("Sudoku4LLM 3", _json_object, "0", has_choice=False),
    "numpy": _Form("printed NumPy arrays", _numpy, "0", has_choice=False),
    "xml": _Form("Sudoku4LLM 11", _xml, "0"),
    "boxes": _Form("Sudoku4LLM 7: a line for each box", _boxes, "0", has_boxes=True),
    "rncn": _Form("players, Sudoku-Bench", _listed("r{}c{}={}"), "", has_choice=False),
    "pairs": _Form("Sudoku4LLM 8", _listed("({},{})={}"), "", has_choice=False),
    "tuples": _Form("Sudoku4LLM 6", _listed("({},{},{})", "[{}]"), "", has_choice=False),
    "keyed": _Form("Sudoku4LLM 10: cells A1 to I9", _keyed, "", has_choice=False),
}

#: Name of each style, and where it is in use.
STYLES: Mapping[str, str] = MappingProxyType({name: form.source for name, form in _FORMS.items()})


def form_of(style: str) -> _Form:
    form = _FORMS.get(style) if isinstance(style, str) else None
    if form is None:
        raise OptionError(f"style is {shown(style)}; there are: {', '.join(STYLES)}")
    return form


def empty_sign(style: str, empty: str | None) -> str:
    """Sign of an empty cell in a style; empty text where empty cells are left out."""
    form = form_of(style)
    if empty is None:
        return form.empty
    if not isinstance(empty, str):
        raise OptionError(f"empty is {shown(empty)}; give one of {' '.join(_EMPTY_SIGNS)}")
    if not form.has_choice and empty != form.empty:
        raise OptionError(f"empty is {shown(empty)}; style {style} has {repr(form.empty) if form.empty else 'no sign for an empty cell'}")
    if form.has_choice and empty not in _EMPTY_SIGNS:
        raise OptionError(f"empty is {shown(empty)}; give one of {' '.join(_EMPTY_SIGNS)}")
    return empty


def format_board(board: Any, style: Style = "spaced", *, empty: str | None = None, box: str | None = None) -> str:
    """Writes a board of side 4, 6, 8 or 9 in a style of `STYLES`.

    `board` is text, digits in a list, a nested list or an array (0 for an empty cell), or a `gridmill.Puzzle`. `empty` is the sign of an
    empty cell, if not that of the style: one of `.`, `0`, `_` and `*`. `box` is the size of a box, such as `"2x3"`, which `grid`, `labelled`
    and `boxes` need for sides 6 and 8.

    >>> from gridmill.text import format_board
    >>> print(format_board("1..43.......2..1", "grid"))
    1 . | . 4
    3 . | . .
    ----+----
    . . | . .
    2 . | . 1
    >>> format_board("1..43.......2..1", "rncn")
    'r1c1=1, r1c4=4, r2c1=3, r4c1=2, r4c4=1'
    """
    form = form_of(style)
    read = Board.read(board)
    sign = empty_sign(style, empty)
    rows = [[str(digit) if digit else sign for digit in row] for row in read.rows]
    size = box_size(read.side, box) if form.has_boxes or box is not None else (0, 0)
    return form.write(_Sheet(read, rows, size))
