"""Batches of tensors in an order that all workers and ranks agree on: what the datasets of `gridmill.torch` share."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

import gridmill
from gridmill._shown import shown

Seed: TypeAlias = int | str | bytes

#: Tensors of grids, and the columns of `gridmill.augment` that transform them.
_GRIDS = {"puzzles": "puzzle", "solutions": "solution", "boards": "board"}
#: Columns with a mark for each cell, which are tensors of bool and are transformed with the grids.
_MASKS = ("ambiguous_cells", "conflict", "entries")


class Batch(dict[str, torch.Tensor]):
    """Tensors with one row for each puzzle: `index`, `puzzles`, `solutions`, and further columns.

    Workers pass it as arrays. PyTorch passes a file descriptor for each tensor, which takes longer than the bytes of a batch.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return batch_of, ({name: tensor.numpy(force=True) for name, tensor in self.items()},)


def batch_of(arrays: Mapping[str, Any]) -> Batch:
    return Batch({name: torch.from_numpy(array) for name, array in arrays.items()})


def arrays_of(table: gridmill.Table, columns: Sequence[str]) -> dict[str, Any]:
    """Columns of a table, numbers or sets of cells as bool, and its grids, with boards if it has any."""
    arrays: dict[str, Any] = {}
    for name in columns:
        if name not in table.column_names:
            raise ValueError(f"there is no column {shown(name)}; there are: {', '.join(table.column_names)}")
        try:
            arrays[name] = _cells(name, table) if name in _MASKS else table[name].to_numbers()
        except TypeError as error:
            raise TypeError(f"column {shown(name)}: {error}") from None
    boards = {"boards": table.boards} if "board" in table.column_names else {}
    return {**arrays, "puzzles": table.puzzles, "solutions": table.solutions, **boards}


def _cells(name: str, table: gridmill.Table) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """A column of sets of cells as bool, one row of cells for each."""
    texts = table[name].to_list()
    if None in texts:
        raise ValueError(f"column {shown(name)} has no value in row {texts.index(None)}; choose rows that have one")
    signs = np.frombuffer("".join(map(str, texts)).encode(), np.uint8)
    return (signs == ord("x")).reshape(len(texts), -1)


class Batches(IterableDataset[Batch]):
    """Batches in an order that all processes agree on. Each batch is given out by one worker of one rank.

    Of W ranks, rank r takes the batches r, r + W, r + 2W and so on; its workers take turns. DataLoader asks its workers in turn, so that a
    rank sees the same batches in the same order, however many workers it has.
    """

    def __init__(
        self,
        seed: Seed,
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
        self._place = place_of(rank, world_size)
        self._seed = seed
        self._batch_size = batch_size
        self._start = start
        self._augment = augment
        self._box = box
        self._threads = threads
        # Epoch and start. Shared, so that workers that live on see what set_epoch sets.
        self._state = torch.tensor([0, start]).share_memory_()  # type: ignore[no-untyped-call]
        # Epoch and start of the rest that this process has not yielded; None before the first batch.
        self._rest: tuple[int, int] | None = None
        # Epoch and start of the next iteration of this worker alone.
        self._resumed: tuple[int, int] | None = None
        # True if the start is that of a loaded state, which holds until the end of the epoch.
        self._is_loaded = False

    def set_epoch(self, epoch: int, *, start: int | None = None) -> None:
        """Sets the number of the epoch, on which the order of a shuffle and the images of `augment` depend.

        `start` is where this epoch begins, in puzzles; without it, where the dataset begins.
        """
        self._state[0] = epoch
        self._state[1] = self._start if start is None else start
        self._rest = None
        self._is_loaded = False

    def state_dict(self, *, steps: int | None = None) -> dict[str, Any]:
        """Returns the state from which `load_state_dict` goes on: the epoch, and where the rest begins.

        The rest is what this process has not yielded yet. The `StatefulDataLoader` of torchdata asks each worker in this way. With the workers
        of another DataLoader, give `steps`, the batches that the loop took on this rank in this epoch: the state then holds for any number of
        workers.
        """
        epoch, start = self._rest or self._resumed or tuple(self._state.tolist())
        if steps is not None:
            if steps < 0:
                raise ValueError(f"steps is {steps}; give 0 or more")
            epoch, start = self._state.tolist()
            start += steps * self._batch_size * self._rank_of_world()[1]
        return {"epoch": epoch, "start": start}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes on from a state of `state_dict`: the next iteration gives the rest of its epoch.

        Data, options, `batch_size` and `world_size` must be those of the dataset that gave the state. With the workers of another `DataLoader`
        than torchdata's, `set_epoch` begins the epoch after it.
        """
        try:
            epoch, start = int(state["epoch"]), int(state["start"])
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"state is {shown(state)}; give what state_dict returned") from None
        if start < 0:
            raise ValueError(f"state begins at {start}; give what state_dict returned")
        if get_worker_info() is not None:
            # The other workers go on elsewhere.
            self._resumed, self._rest = (epoch, start), None
            return
        self.set_epoch(epoch, start=start)
        self._is_loaded = True

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
        epoch, start = self._resumed or self._state.tolist()
        self._resumed, self._rest = None, (epoch, start)
        shard = (rank + world_size * number, world_size * workers)
        return self._yielded(epoch, start, shard, threads)

    def _yielded(self, epoch: int, start: int, shard: tuple[int, int], threads: int) -> Iterator[Batch]:
        stride = shard[1] * self._batch_size
        for position, batch in self._batches(epoch, start, shard, threads):
            if self._augment:
                batch = self._images(batch, epoch, position, threads)
            # Another start for the same shard: its batches before the next are over.
            self._rest = (epoch, position - shard[0] * self._batch_size + stride)
            yield batch
        if self._is_loaded and get_worker_info() is None:
            # The rest of the loaded epoch is over; the next iteration begins where the dataset does.
            rest = self._rest
            self.set_epoch(epoch)
            self._rest = rest

    def _rows(self, first: int, stop: int, threads: int) -> Batch:
        """Rows of a source of a mixture, by their numbers; beyond the last row, they begin again."""
        raise NotImplementedError

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
        # A Mixture has the tensors of its sources.
        check_images(batch)
        grids: dict[str, Any] = {column: batch[name].numpy() for name, column in _GRIDS.items() if name in batch}
        for name in batch.keys() & set(_MASKS):
            grids[name] = ["".join(signs) for signs in np.where(batch[name].numpy(), "x", ".").tolist()]
        seed = hashed(self._seed, epoch, position)
        images = gridmill.augment(grids, times=self._augment, seed=seed, box=self._box, threads=threads, progress=False)
        rows = torch.from_numpy(images["source_index"].to_numpy().astype(np.int64))
        new = {name: torch.from_numpy(getattr(images, name)) for name in _GRIDS if name in batch}
        new |= {name: torch.from_numpy(_cells(name, images)) for name in _MASKS if name in batch}
        return Batch({name: new[name] if name in new else values[rows] for name, values in batch.items()})


def check_images(batch: Mapping[str, torch.Tensor]) -> None:
    """Refuses tensors with a value for each cell that images would leave as they are."""
    cells = batch["puzzles"].shape[1]
    side = math.isqrt(cells)
    for name, values in batch.items():
        if values.shape[1:2] != (cells,) and values.shape[1:3] != (side, side):
            continue
        if name in _MASKS and values.dtype == torch.bool and values.shape[1:] == (cells,):
            continue
        if name not in _GRIDS:
            raise ValueError(
                f"{name} has a value for each cell, which augment does not move with the puzzle; leave one of them out, or call the tensor boards if it holds digits"
            )
        if values.dtype != torch.uint8 or values.shape[1:] != (cells,):
            raise ValueError(f"{name} is {values.dtype} of shape {tuple(values.shape)}; with augment, give uint8 of shape (n, {cells})")


def joined(parts: Sequence[Batch]) -> Batch:
    """Batches with the same tensors, one after the other."""
    return parts[0] if len(parts) == 1 else Batch({name: torch.cat([part[name] for part in parts]) for name in parts[0]})


def place_of(rank: int | None, world_size: int | None) -> tuple[int, int] | None:
    if rank is None and world_size is None:
        return None
    if rank is None or world_size is None:
        raise ValueError("rank and world_size go together; give both or none")
    if not 0 <= rank < world_size:
        raise ValueError(f"rank is {rank} of {world_size}; give one from 0 to world_size - 1")
    return rank, world_size


def _is_distributed() -> bool:
    return torch.distributed.is_available() and torch.distributed.is_initialized()


def hashed(seed: Seed, *numbers: int) -> int:
    """A seed of 63 bits for a part of the work."""
    text = repr((seed if isinstance(seed, (str, bytes)) else int(seed), *numbers))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
