"""Values as messages show them."""

from __future__ import annotations

_LONGEST = 60


def shown(value: object) -> str:
    """Returns a value as Python writes it, in one line, without the end if it is long.

    >>> shown([[1, 2], "x"]), shown("." * 81) == repr("." * 81)[:60] + "..."
    ("[[1, 2], 'x']", True)
    """
    line = " ".join(repr(value).split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "..."
