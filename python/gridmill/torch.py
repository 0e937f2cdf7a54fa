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

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
import torch
from torch.utils.data import get_worker_info

import gridmill
from gridmill._batches import Batch, Batches, Seed, arrays_of, batch_of, check_images, hashed, joined
from gridmill._mixture import SHARED_CHANGES, Schedule, checked_weights
from gridmill._shown import shown

__all__ = ["Batch", "Mixture", "PuzzleDataset", "TableDataset"]

_GRIDS = ("puzzles", "solutions")
# Rows of a corpus that has no end.
_ENDLESS = 2**62
# Workers whose begun batches are counted one by one.
_MOST_WORKERS = 1024


class PuzzleDataset(Batches):
    """New puzzles: the rows of `gridmill.generate` with the same seed and options, from index `start`.

    Yields a dict of tensors for each batch: `index` (int64), `puzzles` and `solutions` (uint8, one row of cells for each puzzle, 0 for an
    empty cell), `boards` with `board`, and each name in `columns` (int64 or bool; float64 with NaN for null if the column may
    have nulls; sets of cells, such as `entries`, as bool with one row of cells for each). Use it with `DataLoader(dataset, batch_size=None,
    num_workers=k)`.

    Without `count` it is endless, and mixes have exact quotas in every block of `mix_block` rows, 1,000 by default. With `count` it ends before that index, and iterating again gives the same rows. Each row comes once,
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
        seed: Seed,
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
        self._plan: gridmill.CorpusPlan | None = None
        self._count = count
        self._columns = tuple(columns)
        self._options = options
        # Options that cannot be met are refused now, not in a worker.
        names = self._stream(start, (0, 1), 1).column_names
        for name in self._columns:
            if name not in names:
                raise ValueError(f"there is no column {shown(name)}; there are: {', '.join(names)}")

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
            yield position, batch_of({"index": table["index"].to_numbers(), **arrays_of(table, self._columns)})
            position = stream.position

    def _rows(self, first: int, stop: int, threads: int) -> Batch:
        first, stop = first + self._start, stop + self._start
        parts = []
        while first < stop:
            begin, end = first, stop
            if (count := self._finite()) is not None:
                begin = self._start + (first - self._start) % (count - self._start)
                end = min(count, begin + stop - first)
            table = self._rows_plan().table(begin, end, threads=threads)
            parts.append(batch_of({"index": table["index"].to_numbers(), **arrays_of(table, self._columns)}))
            first += end - begin
        return joined(parts)

    def _finite(self) -> int | None:
        """Index after the last row of the corpus; None if it is endless."""
        return self._count if self._count is not None else self._options.get("of")

    def _rows_plan(self) -> gridmill.CorpusPlan:
        """The corpus of the rows, of which any can be made; kept, because files may have been read for it."""
        if self._plan is None:
            count, options = self._finite(), dict(self._options)
            if count is None and options.get("mix") is not None:
                options.setdefault("mix_block", 1000)
            self._plan = gridmill.CorpusPlan(_ENDLESS if count is None else count, seed=self._seed, **options)
        return self._plan

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_plan": None}


class TableDataset(Batches):
    """Puzzles in memory: a `Corpus`, a `Table`, a mapping of names to arrays with `puzzles`, `solutions` and any further columns, or what
    `gridmill.read` reads: a path, Arrow data, a data frame.

    Yields a dict of tensors for each batch, as `PuzzleDataset`; `index` is the number of the row. `columns` names the further columns of all but
    mappings; `order="er"` sorts the rows by a column, from easy to hard, rows with equal values as they are, and those without a value last; of a mapping, `box` gives the size of a box for `augment`, such as `"2x3"`, where the number of cells does not say it. Each row
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
        data: gridmill.Corpus | gridmill.Table | Mapping[str, Any] | str | PathLike[str],
        *,
        batch_size: int = 512,
        columns: Sequence[str] = (),
        shuffle: bool = False,
        order: str | None = None,
        augment: int = 0,
        seed: Seed = 0,
        threads: int | None = None,
        rank: int | None = None,
        world_size: int | None = None,
        box: str | None = None,
    ) -> None:
        if not isinstance(data, (gridmill.Corpus, gridmill.Table, Mapping)):
            data = gridmill.read(data, box=box, progress=False)
        if isinstance(data, gridmill.Corpus):
            data = data.table()
        stated = data.box if isinstance(data, gridmill.Table) else None
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
        self._row_count = len(self._data["puzzles"])
        # Epoch and order of the rows that a mixture took last.
        self._last_order: tuple[int, torch.Tensor] | None = None
        for name, values in self._data.items():
            if len(values) != self._row_count:
                raise ValueError(f"{name} has {len(values)} rows, and puzzles has {self._row_count}")
        if augment:
            check_images(self._data)
        if shuffle and order is not None:
            raise ValueError("shuffle and order exclude each other; give one")
        self._order = None if order is None else _order_by(order, data, self._data)

    def _end(self) -> int | None:
        return self._row_count

    def _batches(self, epoch: int, start: int, shard: tuple[int, int], threads: int) -> Iterator[tuple[int, Batch]]:
        order = self._order_of(epoch)
        number, shards = shard
        for position in range(start, self._row_count, self._batch_size)[number::shards]:
            yield position, self._batch_of(order[position : position + self._batch_size])

    def _order_of(self, epoch: int) -> torch.Tensor:
        """Numbers of the rows in the order of an epoch."""
        if self._shuffle:
            return torch.randperm(self._row_count, generator=torch.Generator().manual_seed(hashed(self._seed, epoch)))
        return torch.arange(self._row_count) if self._order is None else self._order

    def _batch_of(self, rows: torch.Tensor) -> Batch:
        return Batch({"index": rows.clone(), **{name: values[rows] for name, values in self._data.items()}})

    def _rows(self, first: int, stop: int, threads: int) -> Batch:
        parts = []
        while first < stop:
            epoch, begin = divmod(first, self._row_count)
            if self._last_order is None or self._last_order[0] != epoch:
                self._last_order = (epoch, self._order_of(epoch))
            end = min(self._row_count, begin + stop - first)
            parts.append(self._batch_of(self._last_order[1][begin:end]))
            first += end - begin
        return joined(parts)


class Mixture(Batches):
    """Batches with rows of several sources, in exact proportion to weights that can change while it runs. Endless.

    A source is a `PuzzleDataset`, a `TableDataset`, or options of `gridmill.stream` for new puzzles of their own; all have the same cells and the
    same columns. Each source gives its rows in order, and begins again after its last. A batch has `batch_size` rows: those of the first source, then
    those of the second, and so on, with the number of the source in the column `source`. Each source has its share of all rows so far, to within
    about a row. `columns` are further columns of the sources that are options, `augment` is as for `PuzzleDataset`, and `seed` decides the images and the
    puzzles of these sources.

    `set_weights` changes the weights from a given step on; workers see it. The batches are the same whatever the number of workers, and together
    the ranks have each row once.

    >>> from gridmill.torch import Mixture
    >>> mixture = Mixture([{"givens": 40}, {"givens": 28}], weights=[0.75, 0.25], batch_size=8, columns=["givens"], seed=42)
    >>> mixture.set_weights([0, 1], at=1)
    >>> [batch["givens"].tolist() for _, batch in zip(range(2), mixture)]
    [[40, 40, 40, 40, 40, 40, 28, 28], [28, 28, 28, 28, 28, 28, 28, 28]]
    """

    def __init__(
        self,
        sources: Sequence[PuzzleDataset | TableDataset | Mapping[str, Any]],
        weights: Sequence[float] | None = None,
        *,
        batch_size: int = 512,
        columns: Sequence[str] = (),
        augment: int = 0,
        seed: Seed = 0,
        threads: int | None = None,
        rank: int | None = None,
        world_size: int | None = None,
    ) -> None:
        if not sources:
            raise ValueError("sources is empty; give one or more")
        made = [_source(source, place, columns, seed) for place, source in enumerate(sources)]
        first = made[0]._rows(0, 1, 1)
        for place, source in enumerate(made):
            row = source._rows(0, 1, 1)
            if {name: value.shape for name, value in row.items()} != {name: value.shape for name, value in first.items()}:
                found = [f"{name} {tuple(value.shape[1:])}" for name, value in row.items()]
                raise ValueError(f"source {place} has other tensors than source 0: {', '.join(found)}")
        if augment:
            check_images(first)
        super().__init__(
            seed,
            batch_size=batch_size,
            start=0,
            augment=augment,
            threads=threads,
            rank=rank,
            world_size=world_size,
            box=made[0]._box,
        )
        self._sources = made
        numbers = checked_weights([1] * len(made) if weights is None else weights, len(made))
        # Number of changes; of each of the last ones, its first batch among those of all ranks, and the weights. Shared, as the state is.
        self._changes = torch.zeros(1, dtype=torch.int64).share_memory_()  # type: ignore[no-untyped-call]
        shape = (SHARED_CHANGES, 1 + len(made))
        self._weights = torch.zeros(shape, dtype=torch.float64).share_memory_()  # type: ignore[no-untyped-call]
        # Batches of all ranks that each worker of this rank has begun; the last place is that of the main process.
        self._begun = torch.zeros(_MOST_WORKERS + 1, dtype=torch.int64).share_memory_()  # type: ignore[no-untyped-call]
        self._schedule = Schedule(batch_size, [])
        self._enter(0, numbers)

    @property
    def weights(self) -> list[float]:
        """Weights of the last change."""
        return self._change(int(self._changes[0]) - 1)[1]

    def set_weights(self, weights: Sequence[float], *, at: int | None = None) -> None:
        """Sets the weights from step `at` on: the batches that each rank takes from its batch `at` on, counted from 0 at the start of training.

        Changes come in the order of their steps. Without `at`, it is the first step that no worker has begun, which depends on how far they are
        ahead; several ranks must give one, and so must a run whose batches are to be the same again.
        """
        numbers = checked_weights(weights, len(self._sources))
        world_size = self._rank_of_world()[1]
        begun = int(self._begun.max())
        first = -(-begun // world_size)
        if at is None:
            if world_size > 1:
                raise ValueError("at is missing: all ranks change their weights at the same step")
            # A worker may begin another batch now.
            ahead = int((self._begun[:-1] > 0).sum())
            at = max(first + ahead, self._change(int(self._changes[0]) - 1)[0])
        elif at < first:
            raise ValueError(f"at is {at}, and batches up to step {first - 1} are begun; give {first} or more")
        self._enter(at * world_size, numbers)

    def set_epoch(self, epoch: int, *, start: int | None = None) -> None:
        """Sets the number of the epoch, on which images depend. `start` is where it begins, in rows of all ranks."""
        super().set_epoch(epoch, start=start)
        self._begun.zero_()

    def state_dict(self, *, steps: int | None = None) -> dict[str, Any]:
        """Returns the state from which `load_state_dict` goes on, with all changes of weights; `steps` is as for `PuzzleDataset`."""
        changes = self._schedule.changes() + self._changes_since(len(self._schedule))
        return {**super().state_dict(steps=steps), "weights": [[batch, *weights] for batch, weights in changes]}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes on from a state of `state_dict`, with its weights. Sources and `batch_size` must be those of the mixture that gave it."""
        try:
            changes = [(int(batch), checked_weights(weights, len(self._sources))) for batch, *weights in state["weights"]]
        except (KeyError, TypeError, ValueError):
            raise ValueError("state has no weights of such a mixture; give what state_dict returned") from None
        begins = [batch for batch, _ in changes]
        if not begins or begins[0] != 0 or begins != sorted(set(begins)):
            raise ValueError("state has changes of weights in no order; give what state_dict returned")
        super().load_state_dict(state)
        # Workers load states of different ages; the oldest has the fewest changes.
        if get_worker_info() is None or len(changes) >= int(self._changes[0]):
            for place in range(max(len(changes) - SHARED_CHANGES, 0), len(changes)):
                batch, weights = changes[place]
                self._weights[place % SHARED_CHANGES] = torch.tensor([batch, *weights], dtype=torch.float64)
            self._changes[0] = len(changes)
        self._schedule = Schedule(self._batch_size, changes[:-1])

    def _enter(self, batch: int, weights: list[float]) -> None:
        place = int(self._changes[0])
        if place > 0:
            last = self._change(place - 1)[0]
            if batch < last:
                raise ValueError(f"at is before the last change, at step {last // self._rank_of_world()[1]}; give that or more")
            place -= batch == last
        if place - len(self._schedule) >= SHARED_CHANGES:
            # This process keeps what it is about to overwrite, and passes it to workers that begin later. The last change may be replaced.
            self._schedule.extend(self._changes_since(len(self._schedule))[:-1])
        self._weights[place % SHARED_CHANGES] = torch.tensor([batch, *weights], dtype=torch.float64)
        self._changes[0] = place + 1

    def _change(self, place: int) -> tuple[int, list[float]]:
        batch, *weights = self._weights[place % SHARED_CHANGES].tolist()
        return int(batch), weights

    def _changes_since(self, place: int) -> list[tuple[int, list[float]]]:
        """The changes from this one on, which are still shared."""
        count = int(self._changes[0])
        if count - place > SHARED_CHANGES:
            raise RuntimeError(f"weights have changed {count - place} times since this worker began its last batch, and {SHARED_CHANGES} is the most")
        return [self._change(number) for number in range(place, count)]

    def _rows_before(self, batch: int) -> list[int]:
        """Rows of each source before a batch, by the changes up to there."""
        changes = self._changes_since(len(self._schedule))
        # A change at this batch or later may still be replaced.
        self._schedule.extend([change for change in changes if change[0] < max(batch, 1)])
        return self._schedule.rows_before(batch)

    def _end(self) -> int | None:
        return None

    def _batches(self, epoch: int, start: int, shard: tuple[int, int], threads: int) -> Iterator[tuple[int, Batch]]:
        worker = get_worker_info()
        place = _MOST_WORKERS if worker is None else worker.id % _MOST_WORKERS
        batch = start // self._batch_size + shard[0]
        while True:
            self._begun[place] = batch + 1
            before, after = self._rows_before(batch), self._rows_before(batch + 1)
            parts = []
            for number, (first, stop) in enumerate(zip(before, after, strict=True)):
                if first < stop:
                    rows = self._sources[number]._rows(first, stop, threads)
                    parts.append(Batch({"source": torch.full((stop - first,), number), **rows}))
            yield batch * self._batch_size, joined(parts)
            batch += shard[1]


def _source(source: Any, place: int, columns: Sequence[str], seed: Seed) -> PuzzleDataset | TableDataset:
    """A source of a mixture: a dataset as it is, or new puzzles by options, with a seed of its own."""
    if isinstance(source, Mapping):
        return PuzzleDataset(f"{seed!r} source {place}", columns=columns, **source)
    if not isinstance(source, (PuzzleDataset, TableDataset)):
        raise TypeError(f"source {place} is {type(source).__name__}; give a PuzzleDataset, a TableDataset or options")
    if source._augment:
        raise ValueError(f"source {place} has augment={source._augment}; give augment to the mixture")
    return source


def _order_by(name: str, data: Any, tensors: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Numbers of the rows in ascending order of a column, equal ones as they are."""
    if isinstance(data, gridmill.Table) and name in data.column_names:
        values = data[name].to_numbers()
    elif name in tensors and name not in _GRIDS:
        values = tensors[name].numpy()
    else:
        raise ValueError(f"there is no column {shown(name)} to order by")
    if values.ndim != 1:
        raise ValueError(f"column {name!r} has the shape {values.shape}; order by one with a number for each row")
    return torch.from_numpy(np.argsort(values, kind="stable"))


def _arrays(data: Any, columns: Sequence[str]) -> dict[str, Any]:
    """Arrays of a table or a mapping, which NumPy owns and PyTorch may share."""
    if isinstance(data, gridmill.Table):
        return arrays_of(data, columns)
    if columns:
        raise ValueError("columns are those of a table; in a mapping, give them as arrays")
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
