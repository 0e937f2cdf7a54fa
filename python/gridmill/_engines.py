"""Rows as engines pass them between machines: columns added to a table, types without signs, bounds of splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeAlias

import pyarrow as pa  # type: ignore[import-untyped]

import gridmill

Seed: TypeAlias = int | str | bytes
Into: TypeAlias = str | Mapping[str, float]
By: TypeAlias = Literal["row", "puzzle", "expansion", "grid"]
Names: TypeAlias = str | Sequence[str]
Invalid: TypeAlias = Literal["stop", "skip"]

# Digits of a key by which rows are counted before the keys at a cut are looked at: 65,536 groups.
PREFIX = 4
# A share of 1, in billionths.
_ONE = 10**9


def with_columns(rows: Any, added: Any) -> Any:
    """Returns a table with columns added. A column that has the name of an added one is kept as `input_NAME`, as the commands do."""
    names = renamed(rows.column_names, added.column_names)
    return pa.table([*rows.columns, *added.columns], names=[*names, *added.column_names])


def renamed(given: Iterable[str], ours: Iterable[str]) -> list[str]:
    """Returns the names of given columns next to columns that are added."""
    given, ours = list(given), set(ours)
    names = []
    for name in given:
        new = name
        while name in ours and (new in ours or new in given):
            new = f"input_{new}"
        names.append(new)
    return names


# Workers of Ray import these from here, because this file imports in a sixth of the time of Ray's datasets.
def part(compute: Callable[[Any], Any], rows: Any, start: int, end: int) -> Any:
    """Computes a table from the rows from `start` up to `end`."""
    return compute(rows.slice(start, end - start))


def rated_rows(rows: Any, options: Mapping[str, Any]) -> Any:
    """Returns a table with the columns of `gridmill.rate`."""
    return with_columns(rows, pa.table(gridmill.rate(rows, **options)))


def canonical_rows(rows: Any, add: Names | None, column: str | None) -> Any:
    """Returns a table with the columns of `gridmill.canonical`."""
    forms = gridmill.canonical(rows, add=add, column=column, threads=1, progress=False)
    return with_columns(rows, pa.table(forms))


def signed(kind: Any) -> Any:
    """Returns the type for engines without unsigned numbers and dictionaries: the next wider one, int64 for uint64, and that of the values."""
    wider = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.int64()}
    if pa.types.is_dictionary(kind):
        return signed(kind.value_type)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return pa.list_(signed_field(kind.value_field))
    if pa.types.is_struct(kind):
        return pa.struct([signed_field(kind.field(place)) for place in range(kind.num_fields)])
    return wider.get(kind, kind)


def signed_field(field: Any) -> Any:
    """Returns the field with its type without signs."""
    return field.with_type(signed(field.type))


def signed_schema(schema: Any) -> Any:
    """Returns the schema with all types without signs."""
    return pa.schema([signed_field(field) for field in schema])


def shares(into: Into) -> list[tuple[str, int]]:
    """Returns the names of splits with their shares in billionths, checked as `gridmill.split` checks them."""
    gridmill.split(["." * 81], into, by="row", progress=False)
    if isinstance(into, str):
        pairs = [part.split(":", 1) for part in into.split(",")]
    else:
        pairs = [[name, str(share)] for name, share in into.items()]
    return [(name, int(Decimal(share) * _ONE)) for name, share in pairs]


def bounds(
    parts: list[tuple[str, int]], groups: Mapping[str, int], keys_of: Callable[[set[str]], Iterable[tuple[str, int]]]
) -> list[str | None]:
    """Returns the first key of each split after the first; None where a split and those after it have no class.

    Classes are in the order of their keys. A class goes to the first split whose end is behind the place where the class begins.
    `groups` has the number of rows by the first digits of their keys, and `keys_of` returns keys of some groups, with their rows.
    """
    rows, whole = sum(groups.values()), sum(share for _, share in parts)
    ends, total = [], 0
    for _, share in parts[:-1]:
        total += share
        ends.append((2 * total * rows + whole) // (2 * whole))
    # The first class that begins at an end or behind it is in the group that holds the end, or is the first of the next.
    places, place = {}, 0
    for group in sorted(groups):
        places[group] = place
        place += groups[group]
    order = list(places)
    required: dict[int, list[str]] = {}
    for end in ends:
        last = max((number for number, group in enumerate(order) if places[group] <= end), default=0)
        required[end] = order[last : last + 2]
    needed = {group for groups_of_end in required.values() for group in groups_of_end}
    found = Counter[str]()
    for key, count in keys_of(needed) if needed else ():
        found[key] += count
    keys: dict[str, list[str]] = {}
    for key in sorted(found):
        keys.setdefault(key[:PREFIX], []).append(key)
    result: list[str | None] = []
    for end in ends:
        result.append(_first_from(end, required[end], places, keys, found))
    return result


def _first_from(
    end: int, groups: list[str], places: Mapping[str, int], keys: Mapping[str, list[str]], found: Mapping[str, int]
) -> str | None:
    for group in groups:
        place = places[group]
        for key in keys.get(group, ()):
            if place >= end:
                return key
            place += found[key]
    return None
