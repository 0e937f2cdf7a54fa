"""A puzzle that is solved in turns, by text commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

import gridmill
from gridmill import InputError, OptionError
from gridmill._shown import shown

from ._board import Board, box_size, cell_name, house_name, houses_of
from ._parse import answer_of
from ._score import read_task
from ._styles import Style, form_of, format_board

Refuse = Literal["wrong", "conflict", "nothing"]
Command = Literal["place", "erase", "note", "undo", "check", "hint", "show"]
COMMANDS: tuple[str, ...] = get_args(Command)

_CELL = r"(?:r\s?([1-9])\s?c\s?([1-9])|\(?\s?([1-9])\s?[, ]\s?([1-9])\s?\)?)"
_PLACE = re.compile(rf"(?:place\s)?\s?{_CELL}\s?(?:[:=,]|->)?\s?([1-9])", re.IGNORECASE)
_ERASE = re.compile(rf"erase\s?{_CELL}", re.IGNORECASE)
_NOTE = re.compile(rf"note\s?{_CELL}\s?[:=]?\s?([1-9][1-9, ]{{0,30}}|none)", re.IGNORECASE)
_WORD = re.compile(r"(undo|check|hint|show)", re.IGNORECASE)
#: Commands with arguments, as they are written.
_EXAMPLES = {"place": "place r1c1 5", "erase": "erase r1c1", "note": "note r1c1 24"}
_LONGEST_LINE = 200


class Game:
    """A puzzle, the digits and notes that are entered, and what was done: the state of a multi-turn environment.

    `entry` is as for `score_answer`. `refuse` says which digits are refused: `wrong` (those that differ from the solution), `conflict` (those
    that a house has already) or `nothing`. `commands` limits the commands that `apply` takes. `style` is that of `render`. `rulebook`
    chooses the hints, as in `gridmill.hint`. Rows and columns count from 1. Every method that plays returns one line.

    >>> from gridmill.text import Game
    >>> game = Game("1..43.......2..1")
    >>> game.apply("I think that is forced.\\nplace r1c2 2")
    'r1c2 is 2 now; 10 cells are empty.'
    >>> game.apply("place r1c3 2")
    'Refused: 2 is in row 1 already, in r1c2.'
    >>> game.apply("undo"), game.mistakes
    ('r1c2 is empty again.', 1)
    >>> print(game.hint())
    r3c1: full house in column 1 places 4
    """

    def __init__(
        self,
        entry: Any,
        *,
        refuse: Refuse = "conflict",
        commands: Iterable[Command] = COMMANDS,  # type: ignore[assignment]
        style: Style = "grid",
        rulebook: str = "hodoku",
        box: str | None = None,
    ) -> None:
        self._puzzle, self._solution = read_task(entry, box)
        self.side = self._puzzle.side
        self._size = box_size(self.side, box)
        self._houses = houses_of(self.side, self._size)
        self._refuse = _one_of("refuse", refuse, get_args(Refuse))
        self._commands = tuple(_one_of("commands", name, COMMANDS) for name in commands)
        form_of(style)
        self._style: Style = style
        self._rulebook = rulebook
        self._digits = list(self._puzzle.digits)
        self._notes: dict[int, tuple[int, ...]] = {}
        # What each move changed: cell, digit and notes before it.
        self._history: list[tuple[int, int, tuple[int, ...]]] = []
        self._excluded: dict[int, set[int]] = {}
        self.moves = 0
        self.mistakes = 0
        self.hints = 0
        self.checks = 0

    @property
    def puzzle(self) -> str:
        return self._puzzle.text

    @property
    def solution(self) -> str:
        return self._solution.text

    @property
    def board(self) -> str:
        """Givens and entries, with `.` for an empty cell."""
        return Board(tuple(self._digits), self.side).text

    @property
    def box(self) -> str:
        return f"{self._size[0]}x{self._size[1]}"

    @property
    def examples(self) -> list[str]:
        """One example of each command that `apply` takes."""
        return [_EXAMPLES.get(name, name) for name in self._commands]

    @property
    def is_solved(self) -> bool:
        return tuple(self._digits) == self._solution.digits

    @property
    def progress(self) -> float:
        """Share of the cells of the puzzle that were empty and have the digit of the solution."""
        empty = [cell for cell, digit in enumerate(self._puzzle.digits) if not digit]
        right = sum(self._digits[cell] == self._solution.digits[cell] for cell in empty)
        return right / len(empty) if empty else 1.0

    @property
    def helps(self) -> int:
        """Answers to `hint` and `check`, which know the solution."""
        return self.hints + self.checks

    @property
    def notes(self) -> dict[str, str]:
        """Notes of each cell that has some."""
        return {cell_name(cell, self.side): "".join(map(str, digits)) for cell, digits in sorted(self._notes.items())}

    def render(self, style: Style | None = None, *, empty: str | None = None) -> str:
        """Writes the board in a style."""
        return format_board(self._digits, style or self._style, empty=empty, box=self.box)

    def place(self, row: int, column: int, digit: int) -> str:
        """Enters a digit in place of what is there."""
        cell, digit = self._cell(row, column), _number(digit, self.side)
        if cell is None or not digit:
            return self._mistake(f"rows, columns and digits are 1 to {self.side}")
        if problem := self._problem(cell, digit):
            return self._mistake(problem)
        self._set(cell, digit, ())
        if self.is_solved:
            return "Solved."
        return f"{cell_name(cell, self.side)} is {digit} now; {self._empty_cells()}."

    def erase(self, row: int, column: int) -> str:
        """Empties a cell."""
        cell = self._cell(row, column)
        if cell is None:
            return self._mistake(f"rows and columns are 1 to {self.side}")
        name = cell_name(cell, self.side)
        if self._puzzle.digits[cell]:
            return self._mistake(f"{name} is a given")
        if not self._digits[cell]:
            return self._mistake(f"{name} is empty")
        self._set(cell, 0, ())
        return f"{name} is empty now; {self._empty_cells()}."

    def note(self, row: int, column: int, digits: Iterable[int]) -> str:
        """Sets the notes of an empty cell. No digits: none."""
        cell = self._cell(row, column)
        noted = tuple(sorted({_number(digit, self.side) for digit in digits}))
        if cell is None or 0 in noted:
            return self._mistake(f"rows, columns and digits are 1 to {self.side}")
        name = cell_name(cell, self.side)
        if self._digits[cell]:
            return self._mistake(f"{name} has a digit")
        self._set(cell, 0, noted)
        return f"{name} has the notes {''.join(map(str, noted))}." if noted else f"{name} has no notes."

    def undo(self) -> str:
        """Takes the last change back."""
        if not self._history:
            return self._mistake("nothing is left to undo")
        cell, digit, notes = self._history.pop()
        self.moves += 1
        self._digits[cell] = digit
        self._notes.pop(cell, None)
        if notes:
            self._notes[cell] = notes
        return f"{cell_name(cell, self.side)} is {digit or 'empty'} again."

    def check(self) -> str:
        """Names the entries that differ from the solution."""
        self.checks += 1
        wrong = [cell for cell, digit in enumerate(self._digits) if digit and digit != self._solution.digits[cell]]
        if wrong:
            return f"Wrong: {', '.join(cell_name(cell, self.side) for cell in wrong)}."
        return "Solved." if self.is_solved else f"No entry is wrong; {self._empty_cells()}."

    def hint(self) -> str:
        """Next step by the rulebook, as a line. Steps that only remove candidates are remembered, so that the next hint goes on."""
        state = {"givens": self.puzzle, "entries": self.board, "notes": "all", "pencilmarks": self._candidates(), "box": self.box}
        found = gridmill.hint(state, self._rulebook)
        self.hints += 1
        if found.next is None:
            return found.message
        for candidate in found.next.data["eliminations"]:
            self._excluded.setdefault(candidate["cell"], set()).add(candidate["digit"])
        return found.next.text

    def apply(self, command: str) -> str:
        """Carries out the last line of a text that is a command.

        Commands are `place r1c1 5` (also `r1c1=5`, `r1c1: 5` and `[1 1 5]`), `erase r1c1`, `note r1c1 24`, `note r1c1 none`, `undo`, `check`,
        `hint` and `show`. As in `parse_board`, only the last `<answer>` is read, if there is one, and nothing within `<think>`.
        """
        answer = answer_of(command)[0] if isinstance(command, str) else ""
        for line in reversed(answer.splitlines()):
            words = " ".join(line.strip()[:_LONGEST_LINE].strip("`*[]().>-#\"' ").split())
            reply = self._command(words) if words and len(line) <= _LONGEST_LINE else None
            if reply is not None:
                return reply
        return self._mistake(f"no command was found; write one of: {', '.join(self.examples)}")

    def _command(self, words: str) -> str | None:
        """Reply to a command; None if it is none."""
        if (found := _PLACE.fullmatch(words)) and "place" in self._commands:
            return self.place(*_place_of(found), int(found[5]))
        if (found := _ERASE.fullmatch(words)) and "erase" in self._commands:
            return self.erase(*_place_of(found))
        if (found := _NOTE.fullmatch(words)) and "note" in self._commands:
            return self.note(*_place_of(found), [int(sign) for sign in found[5] if sign.isdigit()])
        if (found := _WORD.fullmatch(words)) and (name := found[1].lower()) in self._commands:
            return self.render() if name == "show" else str(getattr(self, name)())
        return None

    def _problem(self, cell: int, digit: int) -> str:
        """The reason why a digit is refused; empty text if it is not."""
        name = cell_name(cell, self.side)
        if self._puzzle.digits[cell]:
            return f"{name} is a given"
        if self._refuse == "wrong" and digit != self._solution.digits[cell]:
            return f"{name} is not {digit} in the solution"
        if self._refuse == "conflict":
            for number, house in enumerate(self._houses):
                same = [other for other in house if other != cell and self._digits[other] == digit]
                if cell in house and same:
                    return f"{digit} is in {house_name(number, self.side)} already, in {cell_name(same[0], self.side)}"
        return ""

    def _candidates(self) -> list[list[int]]:
        """Digits of each empty cell that no house has and that no hint removed."""
        cells: list[list[int]] = []
        for cell, digit in enumerate(self._digits):
            taken = {self._digits[other] for house in self._houses if cell in house for other in house} | self._excluded.get(cell, set())
            cells.append([] if digit else [other for other in range(1, self.side + 1) if other not in taken])
        return cells

    def _cell(self, row: int, column: int) -> int | None:
        row, column = _number(row, self.side), _number(column, self.side)
        return self.side * (row - 1) + column - 1 if row and column else None

    def _set(self, cell: int, digit: int, notes: tuple[int, ...]) -> None:
        self._history.append((cell, self._digits[cell], self._notes.get(cell, ())))
        self.moves += 1
        self._digits[cell] = digit
        self._notes.pop(cell, None)
        if notes:
            self._notes[cell] = notes

    def _mistake(self, reason: str) -> str:
        self.mistakes += 1
        return f"Refused: {reason}."

    def _empty_cells(self) -> str:
        empty = self._digits.count(0)
        return f"{empty} cell{' is' if empty == 1 else 's are'} empty"

    def to_dict(self) -> dict[str, Any]:
        """The state as values of JSON, for `from_dict`."""
        return {
            "puzzle": self.puzzle,
            "solution": self.solution,
            "box": self.box,
            "board": self.board,
            "notes": {str(cell): list(digits) for cell, digits in sorted(self._notes.items())},
            "excluded": {str(cell): sorted(digits) for cell, digits in sorted(self._excluded.items())},
            "history": [[cell, digit, list(notes)] for cell, digit, notes in self._history],
            "moves": self.moves,
            "mistakes": self.mistakes,
            "hints": self.hints,
            "checks": self.checks,
            "refuse": self._refuse,
            "commands": list(self._commands),
            "style": self._style,
            "rulebook": self._rulebook,
        }

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> Game:
        """Makes the game of a state that `to_dict` gave.

        >>> from gridmill.text import Game
        >>> game = Game("1..43.......2..1")
        >>> _ = game.place(1, 2, 2)
        >>> Game.from_dict(game.to_dict()).undo()
        'r1c2 is empty again.'
        """
        try:
            options = {name: state[name] for name in ("refuse", "commands", "style", "rulebook", "box")}
            game = cls({"puzzle": state["puzzle"], "solution": state["solution"]}, **options)
            board = Board.read(state["board"], "board")
            notes = {int(cell): tuple(digits) for cell, digits in state["notes"].items()}
            excluded = {int(cell): set(digits) for cell, digits in state["excluded"].items()}
            history = [(cell, digit, tuple(noted)) for cell, digit, noted in state["history"]]
            counts = [state[name] for name in ("moves", "mistakes", "hints", "checks")]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"the state of a game is damaged: {type(error).__name__}: {error}") from None
        changes = [*history, *((cell, 0, digits) for cell, digits in (*notes.items(), *excluded.items()))]
        if board.side != game.side or not all(game._fits(cell, digit, noted) for cell, digit, noted in changes):
            raise InputError("the state of a game is damaged: a cell or digit is out of range")
        if any(type(count) is not int or count < 0 for count in counts):
            raise InputError("the state of a game is damaged: moves, mistakes, hints and checks are counts")
        if any(given and given != digit for given, digit in zip(game._puzzle.digits, board.digits, strict=True)):
            raise InputError("the state of a game is damaged: the board lacks a given")
        game._digits, game._notes, game._excluded, game._history = list(board.digits), notes, excluded, history
        game.moves, game.mistakes, game.hints, game.checks = counts
        return game

    def _fits(self, cell: object, digit: object, notes: Iterable[object]) -> bool:
        is_cell = type(cell) is int and 0 <= cell < len(self._digits) and not self._puzzle.digits[cell]
        return is_cell and (digit == 0 or bool(_number(digit, self.side))) and all(_number(noted, self.side) for noted in notes)


def _number(value: object, side: int) -> int:
    """A whole number from 1 to `side` of any type; 0 for anything else."""
    number = value.__index__() if hasattr(value, "__index__") and not isinstance(value, bool) else 0
    return number if 1 <= number <= side else 0


def _place_of(found: re.Match[str]) -> tuple[int, int]:
    return int(found[1] or found[3]), int(found[2] or found[4])


def _one_of(name: str, value: str, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise OptionError(f"{name} is {shown(value)}; there are: {', '.join(choices)}")
    return value
