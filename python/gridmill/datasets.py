"""Corpora, tables and streams for Hugging Face `datasets`.

>>> import gridmill
>>> from gridmill.datasets import dataset
>>> dataset(gridmill.generate(100, seed=42)).num_rows
100
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import datasets  # type: ignore[import-untyped]
import pyarrow  # type: ignore[import-untyped]
from datasets.table import InMemoryTable  # type: ignore[import-untyped]

import gridmill

__all__ = ["dataset", "iterable", "splits"]


def dataset(data: gridmill.Corpus | gridmill.Table) -> datasets.Dataset:
    """Returns the rows of a corpus or a table as a `Dataset` in memory. Rows of a table are not copied.

    >>> import gridmill
    >>> from gridmill.datasets import dataset
    >>> dataset(gridmill.generate(100, seed=42))[0]["givens"]
    24
    """
    return datasets.Dataset(InMemoryTable(pyarrow.table(data)))


def splits(parts: Mapping[str, gridmill.Corpus | gridmill.Table]) -> datasets.DatasetDict:
    """Returns a `DatasetDict` with a `Dataset` for each name, such as `train` and `test`."""
    return datasets.DatasetDict({name: dataset(data) for name, data in parts.items()})


def iterable(
    seed: int | str | bytes,
    *,
    count: int | None = None,
    start: int = 0,
    batch_size: int = 1024,
    num_shards: int = 1,
    threads: int | None = None,
    **options: Any,
) -> datasets.IterableDataset:
    """Returns an `IterableDataset` of new puzzles: the rows of `gridmill.generate` with the same seed and options, from index `start`.

    With `count` it ends before that index; without, mixes have exact shares in every 1,000 rows, or in every `mix_block`.

    Of `num_shards` shards, each has every `num_shards`-th batch of `batch_size` rows. Give as many
    shards as there are processes (nodes times workers of a DataLoader), or a multiple of that if there is a `count`: a process reads its
    shards one after the other, and without `count` a shard has no end. Several shards use one thread each, unless `threads` is given.

    >>> from gridmill.datasets import iterable
    >>> puzzles = iterable(42, givens=30)
    >>> [row["givens"] for row in puzzles.take(3)]
    [30, 30, 30]
    """
    if seed is None:
        raise ValueError("seed is None; give one, so that all shards have the same")
    if num_shards < 1:
        raise ValueError(f"num_shards is {num_shards}; give 1 or more")
    if threads is None:
        threads = 1 if num_shards > 1 else 0
    options = {"batch_size": batch_size, "start": start, "count": count, "threads": threads, **options}
    # Options that cannot be met are refused now, not with the first row.
    stream = gridmill.stream(seed, **options)
    features = datasets.Features.from_arrow_schema(pyarrow.schema(stream))
    # Of all arguments, only the shards are a list: lists are divided among processes.
    arguments = {"seed": seed, "shards": [(shard, num_shards) for shard in range(num_shards)], "options": options}
    return datasets.IterableDataset.from_generator(_rows, features=features, gen_kwargs=arguments)


def _rows(seed: int | str | bytes, shards: list[tuple[int, int]], options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for shard in shards:
        for table in gridmill.stream(seed, shard=shard, **options):
            yield from pyarrow.table(table).to_pylist()
