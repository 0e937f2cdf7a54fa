"""Finds boards in the text of a model, in one pass over its lines."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from gridmill import InputError, OptionError
from gridmill._shown import shown

from ._board import Board, box_size, houses_of
from ._styles import SPARSE, Style, form_of

_SIDES = (4, 6, 8, 9)
_THINK = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_ANSWER = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>\n]{0,100}>")
_LATEX = re.compile(r"\\(?:begin|end)\{[^{}\n]{0,20}\}(?:\{[^{}\n]{0,40}\})?|\\[A-Za-z]{1,20}")
# The end of a row in LaTeX.
_LATEX_ROW = re.compile(r"\\\\(?![A-Za-z])")
# A list of cells over several lines, as JSON is printed with an indentation.
_LIST = re.compile(r"\[(?:[\s,\"']|\d|null|None){4,1000}\]")
# What comes before and after the bracket of a row: a name, as in `board = [[5, ...`, and `array([[5, ...`; or a type.
_OPENING = re.compile(r"^[^\[\]]{0,60}[A-Za-z=:][^\[\]]{0,60}\[+(?=\s{0,9}[\"']?[0-9._*])")
_CLOSING = re.compile(r"\][\s,)\]}]{0,9}(?:dtype\s{0,2}=\s{0,2}[\w.]{1,20})?[\s,;)\]}]{0,9}$")
_KEY = re.compile(r"\brow[ _]?\d{1,2}\s{0,9}:", re.IGNORECASE)
_BULLET = re.compile(r"\s*(?:[-*+>\u2022\u2013]|\d{1,2}[.:)])\s+")
_LABEL = re.compile(
    r"\s*(?:(?:r(?:ow)?|line)[ _]?\d{1,2}|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\s+row|[a-i]|\d{1,2}\s?[:.)])\s{0,9}:?\s+",
    re.IGNORECASE,
)
_ARROW = re.compile(r"(?:is|=|->|=>|-|:|\u2013|\u2014|\u2192)\s+")
_ITALIC = re.compile(r"(?<![^\s])\*([0-9])\*(?![^\s])")
_CELLS = re.compile(r"[0-9._*]+")
_SINGLE = frozenset("0123456789._*-xX?")
_RULE = re.compile(r"[-+=:\s\u2500-\u257f]+")
_RUN = re.compile(r"[0-9._* \t]+")
_TO_DIGITS = str.maketrans("._*-xX?", "0000000")
# Delimiters become blanks, fullwidth digits ASCII; marks that join digits to emoji go.
_FOLD = str.maketrans(
    {sign: " " for sign in "|│┃║,;&\"'[](){}\\`"}
    | {chr(0xFF10 + digit): str(digit) for digit in range(10)}
    | {chr(code): "" for code in (0xFE0F, 0x20E3, 0x200B)}
)
_POINTS = str.maketrans(".:", "  ")
_OTHER_DIGIT = re.compile(r"[^\x00-\x7f]")
_ITEMS = {
    "rncn": re.compile(r"\br([1-9])c([1-9])\s{0,9}(?:[:=]|->)\s{0,9}([1-9])(?![0-9])", re.IGNORECASE),
    "pairs": re.compile(r"\(\s{0,9}([1-9])\s{0,9},\s{0,9}([1-9])\s{0,9}\)\s{0,9}[:=]\s{0,9}([1-9])(?![0-9])"),
    "tuples": re.compile(r"\(\s{0,9}([1-9])\s{0,9},\s{0,9}([1-9])\s{0,9},\s{0,9}([1-9])\s{0,9}\)"),
    "keyed": re.compile(r"\b([A-I])([1-9])[\"']?\s{0,9}[:=]\s{0,9}([1-9])(?![0-9])"),
}


@dataclass(frozen=True)
class Found:
    """Board that was found, or the reason why there is none."""

    board: Board | None
    reason: str = ""


def parse_board(text: str, style: Style | None = None, *, side: int | None = None, box: str | None = None) -> str:
    """Finds the last full board in a text, or the last one if none is full, and returns its cells with `.` for an empty one.

    Text within `<think>` is left out. If there are `<answer>` tags, only the last answer is read. Boards may stand in code fences, tables,
    lists, LaTeX, JSON, printed arrays or sentences, with digits of any script. Without `style`, every style of `STYLES` is read but `boxes`, whose lines look like rows, and lists of cells
    (`rncn`, `pairs`, `tuples`, `keyed`) count if they have all cells or if nothing else is there. `side` is the number of rows, for texts
    that may hold boards of several sizes. Raises `gridmill.InputError` with the reason if no board is found. Takes time in proportion to
    the text.

    >>> from gridmill.text import parse_board
    >>> parse_board("<think>1 2 3 4?</think> It is:\\n```\\n1 2 | 3 4\\n3 4 | 1 2\\n----+----\\n2 1 | 4 3\\n4 3 | 2 1\\n```")
    '1234341221434321'
    >>> parse_board("The rows are 1234, 3412 and so on.")
    Traceback (most recent call last):
        ...
    gridmill.InputError: no board was found
    """
    if not isinstance(text, str):
        raise TypeError(f"text is {type(text).__name__}; give str")
    found = find_board(text, style, side=side, box=box)
    if found.board is None:
        raise InputError(found.reason)
    return found.board.text


def find_board(
    text: str, style: str | None = None, *, side: int | None = None, box: str | None = None, puzzle: Board | None = None
) -> Found:
    """Finds the last board in the answer of a text. Cells that a list leaves out are those of `puzzle`."""
    if side is not None and side not in _SIDES:
        raise OptionError(f"side is {shown(side)}; give 4, 6, 8 or 9")
    if style is not None:
        form_of(style)
    answer, problem = answer_of(text)
    if problem:
        return Found(None, problem)
    if style in SPARSE:
        return _sparse(answer, (style,), side, puzzle, is_named=True)
    found = _dense(answer, side)
    if style == "boxes" and found.board is not None:
        return Found(_from_boxes(found.board, box))
    if found.board is None and style is None:
        listed = _sparse(answer, SPARSE, side, puzzle, is_named=False)
        return found if listed.board is None else listed
    return found


def answer_of(text: str) -> tuple[str, str]:
    """The part of a text that is the answer, and the problem if it has none."""
    start, opened = 0, None
    for tag in _THINK.finditer(text):
        if tag[1]:
            start, opened = tag.end(), None
        elif opened is None:
            opened = tag.start()
    rest = text[start:opened]
    if opened is not None and not rest.strip():
        return "", "no board was found: the text ends within <think>"
    answer = None
    for answer in _ANSWER.finditer(rest):
        pass
    return (rest if answer is None else answer[1]), ""


@dataclass
class _Lines:
    """Rows of cells in consecutive lines, the last board that they made, and why others made none."""

    rows: list[str] = field(default_factory=list)
    board: Board | None = None
    problem: str = ""
    longest: tuple[int, int] = (0, 0)

    def row(self, cells: str) -> None:
        if self.rows and len(self.rows[0]) != len(cells):
            self.close()
        self.rows.append(cells)

    def close(self) -> None:
        """Ends a block of rows: its last `side` rows are a board."""
        if self.rows:
            side = len(self.rows[0])
            if len(self.rows) >= side:
                self.take("".join(self.rows[-side:]))
            else:
                self.longest = max(self.longest, (len(self.rows), side))
        self.rows = []

    def blank(self) -> None:
        """Ends a block that is a board; within a board, blank lines stand between bands."""
        if self.rows and len(self.rows) >= len(self.rows[0]):
            self.close()

    def take(self, cells: str) -> None:
        side = math.isqrt(len(cells))
        digits = tuple(map(int, cells))
        if max(digits) > side:
            self.problem = f"a board of {side} rows holds {max(digits)}"
        elif self.board is None or 0 in self.board.digits or 0 not in digits:
            # A puzzle that is repeated after its solution is no answer.
            self.board = Board(digits, side)


def _dense(text: str, side: int | None) -> Found:
    """The last board of which all cells are written, with signs for the empty ones."""
    sides = _SIDES if side is None else (side,)
    boards = tuple(side * side for side in sides)
    lines = _Lines()
    # A list of 27 triples is no board of 81 digits.
    text = _ITEMS["tuples"].sub(" t ", _LATEX_ROW.sub("\n", text.replace("\\n", "\n")))
    text = _LIST.sub(_on_one_line, _LATEX.sub(" ", _TAG.sub(" ", text)))
    for raw in text.splitlines():
        line = _KEY.sub(" ", _CLOSING.sub(" ", _OPENING.sub(" ", raw)).translate(_FOLD))
        if not line.isascii():
            line = _OTHER_DIGIT.sub(_ascii_digit, line)
        if not line.strip():
            lines.blank()
        elif not _RULE.fullmatch(line):
            rows = _rows_of(line, raw, sides, boards, len(lines.rows))
            if len(rows[0]) in sides:
                for cells in rows:
                    lines.row(cells)
                continue
            lines.close()
            for cells in rows if rows[0] else _boards_within(line, boards):
                lines.take(cells)
    lines.close()
    if lines.board is not None:
        return Found(lines.board)
    if lines.problem:
        return Found(None, f"no board was found: {lines.problem}")
    if lines.longest[0] > 1:
        return Found(None, f"no board was found: {lines.longest[0]} rows of {lines.longest[1]} cells stand together")
    return Found(None, "no board was found")


def _on_one_line(found: re.Match[str]) -> str:
    return " ".join(found[0].split()).replace("null", "0").replace("None", "0")


def _ascii_digit(found: re.Match[str]) -> str:
    """The digit of another script, or in a circle, as an ASCII one."""
    sign = found[0]
    digit = unicodedata.digit(sign, None)
    is_digit = digit is not None and (unicodedata.category(sign) == "Nd" or "CIRCLED" in unicodedata.name(sign, ""))
    return str(digit) if is_digit else sign


def _rows_of(line: str, raw: str, sides: tuple[int, ...], boards: tuple[int, ...], above: int) -> list[str]:
    """The rows of a line: one, one whole board, or several with `/` between. The first is no text if there are none."""
    cells = _cells_of(line, sides + boards)
    if cells:
        return [cells]
    parts = [_cells_of(part, sides) for part in line.split("/")] if "/" in line else []
    if parts and all(len(part) == len(parts) for part in parts):
        return parts
    # The number of the row, as in a table or in `1) 5 3 ...`; a line with the numbers of the columns may stand above.
    tokens = line.split()
    if ("|" in raw or ")" in raw) and len(tokens) - 1 in sides and tokens[0].strip("*") in (str(above), str(above + 1)):
        return [_cells_of(" ".join(tokens[1:]), sides)]
    return [""]


def _unlabelled(line: str) -> Iterator[str]:
    """The line, and what is left of it without a bullet, a label and a sign between label and cells."""
    yield line
    if "**" in line and any(map(str.isalpha, line)):
        # Bold words.
        line = line.replace("**", "")
    bullet = _BULLET.match(line)
    for begin in (0, bullet.end()) if bullet else (0,):
        if begin:
            yield line[begin:]
        if label := _LABEL.match(line, begin):
            yield line[label.end() :]
            if arrow := _ARROW.match(line, label.end()):
                yield line[arrow.end() :]


def _cells_of(line: str, lengths: tuple[int, ...]) -> str:
    """Digits of a line that consists of cells alone, maybe after a label, if there are as many as one of `lengths`; else no text."""
    for part in _unlabelled(_ITALIC.sub(r"\1", line) if "*" in line else line):
        # Bold type, or empty cells; within one word, both may be meant.
        for bare in (part, part.replace("**", "")) if "**" in part else (part,):
            tokens = bare.split()
            cells = "".join(tokens)
            if len(tokens) > 1 and "**" in bare:
                continue
            if len(cells) in lengths and (_CELLS.fullmatch(cells) or (len(tokens) == len(cells) and _SINGLE.issuperset(cells))):
                return cells.translate(_TO_DIGITS)
    return ""


def _boards_within(line: str, boards: tuple[int, ...]) -> Iterator[str]:
    """Boards within a sentence."""
    for run in _RUN.finditer(line):
        tokens = run[0].split()
        for cells in tokens if len(tokens) > 1 else ():
            yield from _board_of(cells, boards)
        yield from _board_of("".join(tokens), boards)


def _board_of(cells: str, boards: tuple[int, ...]) -> tuple[str, ...]:
    """The cells, without the point at the end of a sentence, if there are as many as in a board."""
    if len(cells) not in boards:
        cells = cells.strip("*")
    if len(cells) - 1 in boards and cells.find(".") == len(cells) - 1:
        cells = cells[:-1]
    return (cells.translate(_TO_DIGITS),) if len(cells) in boards else ()


def _sparse(text: str, styles: tuple[str, ...], side: int | None, puzzle: Board | None, *, is_named: bool) -> Found:
    """The board that a list of cells gives; of a cell that is named twice, the later digit counts."""
    for style in styles:
        cells = {(row, column): digit for row, column, digit in map(_numbers, _ITEMS[style].finditer(text))}
        if not cells:
            continue
        largest = max(max(row, column, digit) for (row, column), digit in cells.items())
        size = side or next(side for side in _SIDES if side >= largest)
        if largest > size:
            return Found(None, f"no board was found: a cell or digit exceeds {size}")
        digits = [0] * size**2 if puzzle is None else list(puzzle.digits)
        for (row, column), digit in cells.items():
            digits[size * (row - 1) + column - 1] = digit
        rest = _ITEMS[style].sub("", text).translate(_FOLD).translate(_POINTS)
        if is_named or all(digits) or not rest.strip():
            return Found(Board(tuple(digits), size))
    return Found(None, "no board was found")


def _numbers(item: re.Match[str]) -> tuple[int, int, int]:
    row, column, digit = item.groups()
    return (int(row) if row.isdigit() else ord(row) - ord("A") + 1), int(column), int(digit)


def _from_boxes(board: Board, box: str | None) -> Board:
    """The board whose boxes are the rows of another one."""
    boxes = houses_of(board.side, box_size(board.side, box))[2 * board.side :]
    digits = [0] * len(board.digits)
    for cells, row in zip(boxes, board.rows, strict=True):
        for cell, digit in zip(cells, row, strict=True):
            digits[cell] = digit
    return Board(tuple(digits), board.side)
