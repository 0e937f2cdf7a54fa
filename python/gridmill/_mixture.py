"""Rows of each source of a mixture: exact shares of every batch, by weights that change at given batches."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gridmill._shown import shown

# Changes of weights that processes share: a worker may be that many behind.
SHARED_CHANGES = 65_536


def checked_weights(weights: Sequence[Any], sources: int) -> list[float]:
    """Returns weights as numbers: finite, not negative, not all zero, one for each source."""
    try:
        numbers = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise TypeError(f"weights is {shown(weights)}; give a list of numbers, one for each source") from None
    if len(numbers) != sources:
        raise ValueError(f"weights has {len(numbers)} numbers, and there are {sources} sources")
    if not all(math.isfinite(number) and number >= 0 for number in numbers) or not any(numbers):
        raise ValueError(f"weights is {numbers}; give numbers of 0 or more, and one above 0")
    return numbers


def apportion(rows: int, weights: Sequence[float]) -> list[int]:
    """Returns the rows of each source among the first `rows` rows, in proportion to the weights.

    The method of A. Sainte-Laguë (1910): the n-th row of a source has the priority weight / (2n - 1), and the rows with the highest
    priorities are taken. So no source loses a row where there is one row more.

    >>> [apportion(rows, [0.5, 0.3, 0.2]) for rows in (0, 1, 2, 3, 10)]
    [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [5, 3, 2]]
    """
    exact = [Fraction(weight) for weight in weights]
    total = sum(exact)
    counts = [max(0, math.floor(rows * weight / total) - 1) for weight in exact]

    def next_row(source: int) -> tuple[Fraction, int]:
        return exact[source] / (2 * counts[source] + 1), -source

    def last_row(source: int) -> tuple[Fraction, int]:
        return exact[source] / (2 * counts[source] - 1), -source

    places = [place for place, weight in enumerate(exact) if weight > 0]
    for _ in range(rows - sum(counts)):
        counts[max(places, key=next_row)] += 1
    while True:
        first = max(places, key=next_row)
        last = min((place for place in places if counts[place] > 0), key=last_row, default=first)
        if first == last or next_row(first) < last_row(last):
            return counts
        counts[first] += 1
        counts[last] -= 1


class Schedule:
    """Weights from given batches on, and the rows that each source has given before a batch.

    >>> schedule = Schedule(10, [(0, [1.0, 1.0]), (2, [1.0, 0.0])])
    >>> schedule.rows_before(0), schedule.rows_before(2), schedule.rows_before(4)
    ([0, 0], [10, 10], [30, 10])
    """

    def __init__(self, batch_size: int, changes: Sequence[tuple[int, Sequence[float]]]) -> None:
        self._batch_size = batch_size
        self._begins: list[int] = []
        self._weights: list[list[float]] = []
        self._given: list[list[int]] = []
        self.extend(changes)

    def __len__(self) -> int:
        return len(self._begins)

    def changes(self) -> list[tuple[int, list[float]]]:
        """Returns the changes: batches, and the weights from these on."""
        return list(zip(self._begins, self._weights, strict=True))

    def extend(self, changes: Sequence[tuple[int, Sequence[float]]]) -> None:
        """Adds changes, whose batches are in ascending order."""
        for batch, weights in changes:
            self._given.append(self.rows_before(batch) if self._begins else [0] * len(weights))
            self._begins.append(batch)
            self._weights.append(list(weights))

    def rows_before(self, batch: int) -> list[int]:
        """Returns the rows of each source in the batches before this one."""
        place = max(bisect_right(self._begins, batch) - 1, 0)
        since = apportion((batch - self._begins[place]) * self._batch_size, self._weights[place])
        return [before + rows for before, rows in zip(self._given[place], since, strict=True)]
