"""Puzzles as batches of tensors for PyTorch, right under any number of workers and ranks.

>>> import torch
>>> from torch.utils.data import DataLoader
>>> from gridmill.torch import PuzzleDataset
>>> loader = DataLoader(PuzzleDataset(42, batch_size=256), batch_size=None)
>>> batch = next(iter(loader))
>>> batch["puzzles"].shape, batch["puzzles"].dtype
(torch.Size([256, 81]), torch.uint8)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

import gridmill

__all__ = ["Batch", "PuzzleDataset", "TableDataset"]

_Seed: TypeAlias = int | str | bytes
_GRIDS = ("puzzles", "solutions")


class Batch(dict[str, torch.Tensor]):
    """Tensors with one row for each puzzle: `index`, `puzzles`, `solutions`, and further columns.

    Workers pass it as arrays. PyTorch passes a file descriptor for each tensor, which takes longer than the bytes of a batch.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _batch, ({name: tensor.numpy(force=True) for name, tensor in self.items()},)


def _batch(arrays: Mapping[str, Any]) -> Batch:
    return Batch({name: torch.from_numpy(array) for name, array in arrays.items()})


class _Batches(IterableDataset[Batch]):
    """Batches in an order that all processes agree on. Each batch is given out by one worker of one rank.

    Of W ranks, rank r takes the batches r, r + W, r + 2W and so on; its workers take turns. DataLoader asks its workers in turn, so that a
    rank sees the same batches in the same order, however many workers it has.
    """

    def __init__(
        self,
        seed: _Seed,
        *,
        batch_size: int,
        start: int,
        augment: int,
        threads: int | None,
        rank: int | None,
        world_size: int | None,
        box: str | None,
    ) -> None:
        super().__init__()
        for name, value, least in (("batch_size", batch_size, 1), ("start", start, 0), ("augment", augment, 0)):
            if value < least:
                raise ValueError(f"{name} is {value}; give {least} or more")
        if seed is None:
            raise ValueError("seed is None; give one, so that all workers have the same")
        self._place = _place(rank, world_size)
        self._seed = seed
        self._batch_size = batch_size
        self._start = start
        self._augment = augment
        self._box = box
        self._threads = threads
        # Epoch and start. Shared, so that workers that live on see what set_epoch sets.
        self._state = torch.tensor([0, start]).share_memory_()  # type: ignore[no-untyped-call]

    def set_epoch(self, epoch: int, *, start: int | None = None) -> None:
        """Sets the number of the epoch, on which the order of a shuffle and the images of `augment` depend.

        `start` is where this epoch begins, in puzzles; without it, where the dataset begins.
        """
        self._state[0] = epoch
        self._state[1] = self._start if start is None else start

    def __len__(self) -> int:
        """Number of batches of this rank."""
        end = self._end()
        if end is None:
            raise TypeError("a dataset without count is endless and has no len()")
        rank, world_size = self._rank_of_world()
        return len(range(int(self._state[1]), end, self._batch_size)[rank::world_size])

    def __iter__(self) -> Iterator[Batch]:
        rank, world_size = self._rank_of_world()
        worker = get_worker_info()
        number, workers = (0, 1) if worker is None else (worker.id, worker.num_workers)
        threads = self._threads if self._threads is not None else 0 if worker is None else 1
        epoch, start = self._state.tolist()
        shard = (rank + world_size * number, world_size * workers)
        for position, batch in self._batches(epoch, start, shard, threads):
            yield self._images(batch, epoch, position, threads) if self._augment else batch

    def __getstate__(self) -> dict[str, Any]:
        # A worker that is spawned is outside of the process group.
        place = self._rank_of_world() if _is_distributed() else self._place
        return {**self.__dict__, "_place": place}

    def _end(self) -> int | None:
        """Index after the last puzzle; None for an endless dataset."""
        raise NotImplementedError

    def _batches(self, epoch: int, start: int, shard: tuple[int, int], threads: int) -> Iterator[tuple[int, Batch]]:
        """Batches of a shard, each with its position."""
        raise NotImplementedError

    def _rank_of_world(self) -> tuple[int, int]:
        if self._place is not None:
            return self._place
        if _is_distributed():
            return torch.distributed.get_rank(), torch.distributed.get_world_size()
        return 0, 1

    def _images(self, batch: Batch, epoch: int, position: int, threads: int) -> Batch:
        """Images of the puzzles of a batch. They depend on its position, and not on who makes it."""
        grids = {"puzzle": batch["puzzles"].numpy(), "solution": batch["solutions"].numpy()}
        seed = _hash(self._seed, epoch, position)
        images = gridmill.augment(grids, times=self._augment, seed=seed, box=self._box, threads=threads, progress=False)
        rows = torch.from_numpy(images["source_index"].to_numpy().astype(np.int64))
        new = {"puzzles": torch.from_numpy(images.puzzles), "solutions": torch.from_numpy(images.solutions)}
        return Batch({name: new[name] if name in new else values[rows] for name, values in batch.items()})


class PuzzleDataset(_Batches):
    """New puzzles: the rows of `gridmill.generate` with the same seed and options, from index `start`.

    Yields a dict of tensors for each batch: `index` (int64), `puzzles` and `solutions` (uint8, one row of cells for each puzzle, 0 for an
    empty cell), and each name in `columns` (int64 or bool; float64 with NaN for null if the column may have nulls). Use it with
    `DataLoader(dataset, batch_size=None, num_workers=k)`.

    Without `count` it is endless. With `count` it ends before that index, and iterating again gives the same rows. Each row comes once,
    whatever the number of workers and ranks; ranks differ by one batch if `count` is no multiple of `batch_size * world_size`. After
    `steps` batches on each rank, the rest is the dataset with `start` larger by `steps * batch_size * world_size`.

    `augment=K` gives K random images of each puzzle in its place, so that a batch has `K * batch_size` rows; `index` and columns are those of
    the puzzle, and images change with `set_epoch`. `rank` and `world_size` are those of `torch.distributed` where it is initialized.
    `threads` is 1 in a worker, and one for each core in the main process. `options` are those of `gridmill.generate`.

    >>> from gridmill.torch import PuzzleDataset
    >>> dataset = PuzzleDataset(42, count=1000, batch_size=400, columns=["givens"])
    >>> [tuple(batch["puzzles"].shape) for batch in dataset]
    [(400, 81), (400, 81), (200, 81)]
    >>> next(iter(dataset))["givens"][:3]
    tensor([24, 26, 27])
    """

    def __init__(
        self,
        seed: _Seed,
        *,
        count: int | None = None,
        batch_size: int = 512,
        start: int = 0,
        columns: Sequence[str] = (),
        augment: int = 0,
        threads: int | None = None,
        rank: int | None = None,
        world_size: int | None = None,
        **options: Any,
    ) -> None:
        box = options.get("box") or "3x3"
        super().__init__(
            seed,
            batch_size=batch_size,
            start=start,
            augment=augment,
            threads=threads,
            rank=rank,
            world_size=world_size,
            box=box,
        )
        self._count = count
        self._columns = tuple(columns)
        self._options = options
        # Options that cannot be met are refused now, not in a worker.
        names = self._stream(start, (0, 1), 1).column_names
        for name in self._columns:
            if name not in names:
                raise ValueError(f"there is no column {name!r}; there are: {', '.join(names)}")

    def _stream(self, start: int, shard: tuple[int, int], threads: int) -> gridmill.Stream:
        return gridmill.stream(
            self._seed, self._batch_size, start=start, count=self._count, shard=shard, threads=threads, **self._options
        )

    def _end(self) -> int | None:
        return self._count

    def _batches(self, epoch: int, start: int, shard: tuple[int, int], threads: int) -> Iterator[tuple[int, Batch]]:
        stream = self._stream(start, shard, threads)
        position = stream.position
        for table in stream:
            numbers = {name: table[name].to_numbers() for name in ("index", *self._columns)}
            yield position, _batch({**numbers, "puzzles": table.puzzles, "solutions": table.solutions})
            position = stream.position


class TableDataset(_Batches):
    """Puzzles in memory: a `Corpus`, a `Table`, or a mapping of names to arrays with `puzzles`, `solutions` and any further columns.

    Yields a dict of tensors for each batch, as `PuzzleDataset`; `index` is the number of the row. Of a `Table`, `columns` names the further
    columns; of a mapping, `box` gives the size of a box for `augment`, such as `"2x3"`, where the number of cells does not say it. Each row
    comes once an epoch, whatever the number of workers and ranks. `shuffle` changes the order with each
    `set_epoch`, and `augment=K` gives K random images of each puzzle in its place, new ones after each `set_epoch`. Order and images depend
    on `seed`, the epoch and `batch_size`.

    After `steps` batches on each rank, `set_epoch(epoch, start=steps * batch_size * world_size)` gives the rest of the epoch.

    >>> import gridmill
    >>> from gridmill.torch import TableDataset
    >>> dataset = TableDataset(gridmill.generate(1000, seed=42), batch_size=400, shuffle=True)
    >>> dataset.set_epoch(1)
    >>> [len(batch["index"]) for batch in dataset]
    [400, 400, 200]
    """

    def __init__(
        self,
        data: gridmill.Corpus | gridmill.Table | Mapping[str, Any],
        *,
        batch_size: int = 512,
        columns: Sequence[str] = (),
        shuffle: bool = False,
        augment: int = 0,
        seed: _Seed = 0,
        threads: int | None = None,
        rank: int | None = None,
        world_size: int | None = None,
        box: str | None = None,
    ) -> None:
        stated = data.box if isinstance(data, (gridmill.Corpus, gridmill.Table)) else None
        if None not in (box, stated) and box != stated:
            raise ValueError(f"the data state {stated} boxes, and box is {box}; leave the option out")
        super().__init__(
            seed,
            batch_size=batch_size,
            start=0,
            augment=augment,
            threads=threads,
            rank=rank,
            world_size=world_size,
            box=stated or box,
        )
        self._shuffle = shuffle
        # Tensors, because they are passed to spawned workers in shared memory.
        self._data = {name: torch.from_numpy(values) for name, values in _arrays(data, columns).items()}
        self._rows = len(self._data["puzzles"])
        for name, values in self._data.items():
            if len(values) != self._rows:
                raise ValueError(f"{name} has {len(values)} rows, and puzzles has {self._rows}")

    def _end(self) -> int | None:
        return self._rows

    def _batches(self, epoch: int, start: int, shard: tuple[int, int], threads: int) -> Iterator[tuple[int, Batch]]:
        order = torch.arange(self._rows)
        if self._shuffle:
            order = torch.randperm(self._rows, generator=torch.Generator().manual_seed(_hash(self._seed, epoch)))
        number, shards = shard
        for position in range(start, self._rows, self._batch_size)[number::shards]:
            rows = order[position : position + self._batch_size].clone()
            yield position, Batch({"index": rows, **{name: values[rows] for name, values in self._data.items()}})


def _arrays(data: Any, columns: Sequence[str]) -> dict[str, Any]:
    """Arrays of a corpus, a table or a mapping, which NumPy owns and PyTorch may share."""
    if isinstance(data, gridmill.Table):
        arrays = {"puzzles": data.puzzles, "solutions": data.solutions}
        return {**arrays, **{name: data[name].to_numbers() for name in columns}}
    if columns:
        raise ValueError("columns are taken from a Table; in a mapping, give them as arrays")
    if isinstance(data, gridmill.Corpus):
        data = {"puzzles": data.puzzles, "solutions": data.solutions}
    if "index" in data:
        raise ValueError("index is the number of the row; give the column another name")
    for name in _GRIDS:
        if name not in data:
            raise ValueError(f"{name} is missing")
    others = {name: np.require(values, requirements=["C", "W"]) for name, values in data.items() if name not in _GRIDS}
    return {**{name: _grids(name, data[name]) for name in _GRIDS}, **others}


def _grids(name: str, values: Any) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Grids as uint8 with one row of cells for each."""
    array = np.asarray(values)
    digits = np.require(array, np.uint8, ["C", "W"])
    if array.ndim < 2 or array.dtype.kind not in "iu" or (digits is not array and (digits != array).any()):
        raise ValueError(f"{name} must be whole numbers from 0 to 255 with shape (n, cells) or (n, size, size)")
    return digits.reshape(len(digits), -1)


def _place(rank: int | None, world_size: int | None) -> tuple[int, int] | None:
    if rank is None and world_size is None:
        return None
    if rank is None or world_size is None:
        raise ValueError("rank and world_size go together; give both or none")
    if not 0 <= rank < world_size:
        raise ValueError(f"rank is {rank} of {world_size}; give one from 0 to world_size - 1")
    return rank, world_size


def _is_distributed() -> bool:
    return torch.distributed.is_available() and torch.distributed.is_initialized()


def _hash(seed: _Seed, *numbers: int) -> int:
    """A seed of 63 bits for a part of the work."""
    text = repr((seed if isinstance(seed, (str, bytes)) else int(seed), *numbers))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
