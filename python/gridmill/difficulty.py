"""Difficulty as a number from 0 to 1 that may change while a run goes on: quantiles of a measure among minimal 9x9 puzzles.

0.3 stands for puzzles that are harder than 30% of the puzzles of `gridmill.generate` without options. The measure is `guesses` (search
difficulty: the guesses of a solver) or `er` (the rating of the hardest step of a person).

>>> import gridmill
>>> from gridmill import difficulty
>>> difficulty.options(0.3, by="er")
{'er': '1.7..2.0'}
>>> easy = gridmill.generate(100, seed=1, **difficulty.options(0.3, by="er"))
>>> {difficulty.of(1.5, by="er") < 0.3, difficulty.of(4.5, by="er") > 0.5}
{True}
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from gridmill import OptionError
from gridmill._shown import shown

from ._quantiles import ER, GUESSES

__all__ = ["Measure", "between", "of", "options"]

Measure: TypeAlias = Literal["guesses", "er", "givens"]


@dataclass(frozen=True)
class _Distribution:
    """Values of a measure in order, with the shares of puzzles below each, and at most at each."""

    values: tuple[float, ...]
    below: tuple[float, ...]
    up_to: tuple[float, ...]
    decimals: int
    #: End of a range that has the largest value of the sample: others exceed it.
    end: float

    def share(self, value: float) -> float:
        """Share of puzzles below a value, and half of those with it."""
        at = bisect_left(self.values, value)
        if at < len(self.values) and self.values[at] == value:
            return (self.below[at] + self.up_to[at]) / 2
        if at == 0:
            return 0.0
        if at == len(self.values):
            return 1.0
        start, end = self.values[at - 1], self.values[at]
        return self.up_to[at - 1] + (self.below[at] - self.up_to[at - 1]) * (value - start) / (end - start)

    def range(self, lower: float, upper: float) -> str:
        """Range of the values that have at least half of their puzzles between two shares, and of the value in the middle of them."""
        middle = min(bisect_left(self.up_to, (lower + upper) / 2), len(self.values) - 1)
        covered = (min(end, upper) - max(start, lower) >= (end - start) / 2 for start, end in zip(self.below, self.up_to, strict=True))
        chosen = [middle, *(at for at, is_covered in enumerate(covered) if is_covered)]
        last = max(chosen)
        end = self.end if last == len(self.values) - 1 else self.values[last]
        return f"{self.values[min(chosen)]:.{self.decimals}f}..{end:.{self.decimals}f}"


def _distribution(table: tuple[tuple[float, float, float], ...], decimals: int, end: float) -> _Distribution:
    values, below, up_to = zip(*table, strict=True)
    return _Distribution(values, below, up_to, decimals, end)


_DISTRIBUTIONS = {"guesses": _distribution(GUESSES, 2, 100_000.0), "er": _distribution(ER, 1, 12.0)}
#: Givens of difficulty 0 and 1 for each box: three quarters of the cells, and a number that digs reach at once.
_GIVENS = {"2x2": (12, 4), "2x3": (27, 9), "3x2": (27, 9), "2x4": (48, 18), "4x2": (48, 18), "3x3": (61, 23)}


def options(value: float, *, by: Measure = "guesses", width: float = 0.1, box: str = "3x3") -> dict[str, Any]:
    """Options of `gridmill.generate` and `stream` for puzzles of a difficulty.

    They take the quantiles from `value - width / 2` to `value + width / 2`; at the ends of the scale, the lowest or highest `width`. Puzzles
    with equal values stay together, so that a range may have a larger or smaller share: half of all puzzles need no guess. Other puzzles
    are made and dropped, about 1 / `width` for a row, easy or hard.

    Quantiles are measured for 9x9. `by="givens"` works for every `box`: from three quarters of the cells down to a few givens, in equal
    steps. It says little about difficulty, and is what other packages have.

    >>> from gridmill import difficulty
    >>> difficulty.options(0.5, by="givens", box="2x3")
    {'givens': 18, 'box': '2x3'}
    """
    value, width = _share("value", value), _share("width", width)
    if by == "givens":
        return _givens(value, box)
    lower = min(max(value - width / 2, 0.0), 1.0 - width)
    return between(lower, lower + width, by=by, box=box)


def between(lower: float, upper: float, *, by: Measure = "guesses", box: str = "3x3") -> dict[str, Any]:
    """Options for puzzles between two quantiles; by givens, for a range of givens.

    >>> from gridmill import difficulty
    >>> difficulty.between(0.0, 1.0, by="er")
    {'er': '1.2..12.0'}
    """
    lower, upper = _share("lower", lower), _share("upper", upper)
    if lower > upper:
        raise OptionError(f"lower is {lower} and upper {upper}; give the smaller number first")
    if by == "givens":
        most, least = _givens(lower, box)["givens"], _givens(upper, box)["givens"]
        return {**_givens(lower, box), "givens": f"{least}..{most}" if least < most else least}
    _check(by)
    if box != "3x3":
        raise OptionError(f'box is {shown(box)}; quantiles of {by} are for "3x3": give by="givens", or a level of the rulebook basic')
    return {by: _DISTRIBUTIONS[by].range(lower, upper)}


def of(value: float, *, by: Measure = "guesses", box: str = "3x3") -> float:
    """Difficulty of a puzzle by its measured value: the share of puzzles below it, and half of those with the same value.

    >>> from gridmill import difficulty
    >>> difficulty.of(0.0) == difficulty.of(0) > 0.2
    True
    """
    value = _number("value", value)
    if by == "givens":
        most, least = _ends(box)
        return min(max((most - value) / (most - least), 0.0), 1.0)
    _check(by)
    return _DISTRIBUTIONS[by].share(value)


def _givens(value: float, box: str) -> dict[str, Any]:
    most, least = _ends(box)
    givens = {"givens": round(most + (least - most) * value)}
    return givens if box == "3x3" else {**givens, "box": box}


def _ends(box: str) -> tuple[int, int]:
    if box not in _GIVENS:
        raise OptionError(f"box is {shown(box)}; there are: {', '.join(_GIVENS)}")
    return _GIVENS[box]


def _check(by: str) -> None:
    if not isinstance(by, str) or by not in get_args(Measure):
        raise OptionError(f"by is {shown(by)}; there are: {', '.join(get_args(Measure))}")


def _share(name: str, value: float) -> float:
    number = _number(name, value)
    if not 0 <= number <= 1:
        raise OptionError(f"{name} is {value}; give a number from 0 to 1")
    return number


def _number(name: str, value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if number != number or isinstance(value, (str, bytes)):
        raise OptionError(f"{name} is {str(value)[:20]!r}; give a number")
    return number
