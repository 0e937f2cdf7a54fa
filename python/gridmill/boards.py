"""Questions about many boards at once, in NumPy arrays.

Boards are arrays of whole numbers, 0 for an empty cell: `(n, 81)`, `(n, 9, 9)`, `(81,)`, `(9, 9)`, or the same for another size up to
16x16; `box` such as `"2x3"` tells apart shapes with as many cells. Boards may be inconsistent. All functions run without the GIL, on
`threads` for many boards; 0 is one for each core.

>>> import numpy as np
>>> from gridmill import boards
>>> board = np.array([[1, 2, 3, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 1]])
>>> boards.candidates(board)[0, 3]  # bit 3 is digit 4
np.uint16(8)
>>> boards.conflicts(board)[3]
array([False,  True, False,  True])
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from . import _gridmill

__all__ = [
    "KINDS",
    "STATUSES",
    "TECHNIQUES",
    "Steps",
    "candidates",
    "conflicts",
    "count_solutions",
    "forced",
    "legal_moves",
    "next_step",
    "wrong_cells",
]

_Boards: TypeAlias = NDArray[np.integer[Any]]

KINDS = ("none", "naked_single", "hidden_single_box", "hidden_single_row", "hidden_single_column")
"""Names of the kinds that `forced` gives as numbers."""

STATUSES = ("step", "complete", "stuck", "dead_end")
"""Names of the statuses that `next_step` gives as numbers: `stuck` if no technique applies, `dead_end` if the board shows that it has no
solution."""

TECHNIQUES = tuple(_gridmill.technique_names())
"""Names of the techniques that `next_step` gives as numbers."""


def candidates(boards: _Boards, *, box: str | None = None, threads: int = 0) -> NDArray[np.uint16]:
    """Candidates of each cell as a mask, bit 0 for digit 1: the digits that no peer of an empty cell has. An array of the boards' shape.

    >>> import numpy as np
    >>> from gridmill import boards
    >>> boards.candidates(np.zeros((2, 81), np.uint8)).tolist() == [[511] * 81] * 2
    True
    """
    return _gridmill.board_cells("candidates", boards, box=box, threads=threads)


def legal_moves(boards: _Boards, *, box: str | None = None, threads: int = 0) -> NDArray[np.bool_]:
    """True for each candidate of each cell. An array of the boards' shape with one more axis, the digits from 1.

    >>> import numpy as np
    >>> from gridmill import boards
    >>> boards.legal_moves(np.zeros((2, 9, 9), np.uint8)).shape
    (2, 9, 9, 9)
    """
    return _gridmill.board_cells("legal_moves", boards, box=box, threads=threads)


def conflicts(boards: _Boards, *, box: str | None = None, threads: int = 0) -> NDArray[np.bool_]:
    """True for each cell whose digit is also that of a peer. An array of the boards' shape.

    >>> import numpy as np
    >>> from gridmill import boards
    >>> int(boards.conflicts(np.array([7, 0, 7] + [0] * 78)).sum())
    2
    """
    return _gridmill.board_cells("conflicts", boards, box=box, threads=threads)


def wrong_cells(boards: _Boards, solutions: _Boards, *, box: str | None = None, threads: int = 0) -> NDArray[np.bool_]:
    """True for each cell that has a digit other than that of the solution. An array of the boards' shape.

    >>> import gridmill
    >>> from gridmill import boards
    >>> corpus = gridmill.generate(10, seed=1)
    >>> bool(boards.wrong_cells(corpus.puzzles, corpus.solutions).any())
    False
    """
    return _gridmill.board_wrong_cells(boards, solutions, box=box, threads=threads)


@overload
def forced(boards: _Boards, *, kinds: Literal[False] = False, box: str | None = None, threads: int = 0) -> NDArray[np.uint8]: ...
@overload
def forced(
    boards: _Boards, *, kinds: Literal[True], box: str | None = None, threads: int = 0
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
def forced(
    boards: _Boards, *, kinds: bool = False, box: str | None = None, threads: int = 0
) -> NDArray[np.uint8] | tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Forced digit of each cell, 0 for none: a naked single, or else a hidden single of its box, row or column. An array of the boards'
    shape; with `kinds` also one of numbers, whose names are `KINDS`.

    >>> import numpy as np
    >>> from gridmill import boards
    >>> digits, kinds = boards.forced(np.array([[1, 2, 3, 0] + [0] * 12]), kinds=True)
    >>> digits[0, 3], boards.KINDS[kinds[0, 3]]
    (np.uint8(4), 'naked_single')
    """
    digits = _gridmill.board_cells("forced", boards, box=box, threads=threads)
    return (digits, _gridmill.board_cells("forced_kinds", boards, box=box, threads=threads)) if kinds else digits


class Steps(NamedTuple):
    """Next steps, one for each board."""

    status: NDArray[np.int16]
    """Number of the status, whose names are `STATUSES`; 0 if there is a step."""
    technique: NDArray[np.int16]
    """Number of the technique, whose names are `TECHNIQUES`; -1 for none."""
    cell: NDArray[np.int16]
    """Cell in which a digit is placed, -1 for none."""
    digit: NDArray[np.int16]
    """Digit that is placed, 0 for none."""
    eliminations: NDArray[np.uint16] | None
    """Candidates that are removed, a mask for each cell; None unless asked for."""


def next_step(
    boards: _Boards,
    rulebook: str | PathLike[str] | None = None,
    *,
    placement: bool = False,
    eliminations: bool = False,
    budget: int | str | None = None,
    box: str | None = None,
    threads: int = 0,
) -> Steps:
    """First step of a rulebook on each board, one row for each: a digit to place, or candidates to remove. Boards have no notes, so that
    the state is that of all candidates.

    With `placement`, steps that only remove candidates are applied, and the first one that places a digit is returned. `rulebook` is
    `hodoku`, `se`, `basic`, `braids` or a file; by default `hodoku` for 9x9 boards, and `basic` for smaller ones. `budget` limits the
    work of the chains of se, or of braids.

    >>> import numpy as np
    >>> from gridmill import boards
    >>> step = boards.next_step(np.array([[1, 2, 3, 0] + [0] * 12]))
    >>> boards.TECHNIQUES[step.technique[0]], step.cell[0], step.digit[0]
    ('full_house', np.int16(3), np.int16(4))
    """
    rows = _gridmill.board_next_step(
        boards, rulebook, placement=placement, eliminations=eliminations, budget=budget, box=box, threads=threads
    )
    masks = rows[:, 4:].view(np.uint16) if eliminations else None
    return Steps(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3], masks)


def count_solutions(boards: _Boards, limit: int = 2, *, box: str | None = None, threads: int = 0) -> NDArray[np.uint64]:
    """Number of solutions of each board, up to `limit`: `gridmill.count_solutions` for arrays.

    >>> import numpy as np
    >>> from gridmill import boards
    >>> boards.count_solutions(np.zeros((1, 16), np.uint8), limit=1000)
    array([288], dtype=uint64)
    """
    return _gridmill.count_solutions(boards, limit, box=box, threads=threads, progress=False)
