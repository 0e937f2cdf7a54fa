"""Puzzles as datasets of Ray, and corpora that the workers of a Ray cluster write.

>>> import ray
>>> import gridmill.ray
>>> dataset = gridmill.ray.generate(1000, 42, shard_rows=250)
>>> dataset.count()
1000
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from os import PathLike
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import ray
from ray.data import Dataset, Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask

import gridmill
from gridmill._engines import PREFIX, By, Into, Invalid, Names, Seed, bounds, canonical_rows, part, rated_rows, shares, with_columns

__all__ = ["CorpusDatasource", "canonical", "dedup", "generate", "rate", "split", "write_corpus"]

# Rows that a task compares at once.
_BATCH_ROWS = 4096
# Rows that a task rates: a second of work, many times what it costs to start a task.
_TASK_ROWS = 8192
# Tasks that wait or run at once while a corpus is written.
_MOST_TASKS = 1000
# Column with the class of a row, while rows are shuffled.
_CLASS = "__gridmill_class"

# Plans of datasets, for `write_corpus`.
_plans: weakref.WeakKeyDictionary[Dataset, gridmill.CorpusPlan] = weakref.WeakKeyDictionary()


class CorpusDatasource(Datasource):
    """The rows of a plan, a read task for each shard.

    A task is a function of the plan and the number of the shard. Ray runs it again when a block is lost, and gets the same rows.
    """

    def __init__(self, plan: gridmill.CorpusPlan) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._plan = plan

    def get_name(self) -> str:
        """Name of the read tasks."""
        return "Gridmill"

    def estimate_inmemory_data_size(self) -> int | None:
        """Estimated bytes of all rows as Arrow data."""
        return len(self._plan) * _row_bytes(self._plan)

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: int | None = None, data_context: Any = None
    ) -> list[ReadTask]:
        """Read tasks, one for each shard, whatever `parallelism` is."""
        tasks = []
        size = _row_bytes(self._plan)
        for shard in range(self._plan.shards):
            rows = self._plan.rows(shard)
            count = rows[1] - rows[0]
            metadata = BlockMetadata(num_rows=count, size_bytes=count * size, exec_stats=None, input_files=None)
            schema = pa.schema(self._plan)
            tasks.append(ReadTask(_Rows(self._plan, rows), metadata, schema=schema, per_task_row_limit=per_task_row_limit))
        return tasks


class _Rows:
    """The rows of a shard, made by the worker that calls it."""

    def __init__(self, plan: gridmill.CorpusPlan, rows: tuple[int, int]) -> None:
        self._plan = plan
        self._rows = rows

    def __call__(self) -> Iterator[Any]:
        for batch in self._plan.batches(*self._rows):
            yield pa.table(batch)


def _row_bytes(plan: gridmill.CorpusPlan) -> int:
    """About the bytes of a row: texts of grids, and 8 for each other column."""
    return sum(96 if pa.types.is_string(field.type) else 8 for field in pa.schema(plan))


def generate(count: int, seed: Seed, *, shard_rows: int = 100_000, **options: Any) -> Dataset:
    """Returns a dataset of new puzzles: the rows of `gridmill.generate` with the same seed and options.

    Each shard of `shard_rows` rows is a read task on one core. Rows come in the order of `index` if the execution options of the
    `DataContext` preserve the order.

    >>> import gridmill.ray
    >>> gridmill.ray.generate(1000, 42, shard_rows=250, givens=30).mean("givens")
    30.0
    """
    plan = gridmill.CorpusPlan(count, seed=seed, shard_rows=shard_rows, **options)
    dataset: Dataset = ray.data.read_datasource(CorpusDatasource(plan), override_num_blocks=plan.shards)
    _plans[dataset] = plan
    return dataset


def rate(
    dataset: Dataset,
    rulebook: str | PathLike[str] | Sequence[str | PathLike[str]] = "hodoku",
    *,
    column: str | None = None,
    task_rows: int = _TASK_ROWS,
    **options: Any,
) -> Dataset:
    """Returns the rows with the columns of `gridmill rate`, on one core a task.

    A block of more than `task_rows` rows is rated by several tasks, on any free cores. `options` are those of `gridmill.rate`. `column` names
    the column with the puzzles; without it, that is the first with a usual name. A column that has the name of an added one is kept as
    `input_NAME`. A rulebook in a file must be there for each worker.

    >>> import gridmill.ray
    >>> rated = gridmill.ray.rate(gridmill.ray.generate(100, 42))
    >>> rated.take(1)[0]["level"] is not None
    True
    """
    arguments = {"rulebook": rulebook, "column": column, "threads": 1, "progress": False, **options}
    gridmill.rate(["." * 81], **{**arguments, "column": None})
    return _map(dataset, _by_tasks, None, compute=partial(rated_rows, options=arguments), task_rows=task_rows)


def _map(dataset: Dataset, work: Callable[..., Any], batch_rows: int | None, **arguments: Any) -> Dataset:
    """Maps tables of rows, of whole blocks if no number of rows is given."""
    function: Any = partial(work, **arguments)
    return dataset.map_batches(function, batch_format="pyarrow", batch_size=batch_rows)


def _by_tasks(rows: Any, compute: Callable[[Any], Any], task_rows: int) -> Any:
    """Computes a table from a block, by several tasks if it is large. While they run, the core of this one is theirs."""
    if len(rows) <= task_rows:
        return compute(rows)
    shared = ray.put(rows)
    task = ray.remote(part)
    # Equal parts: a short last one would leave a core without work.
    number = -(-len(rows) // task_rows)
    ends = [len(rows) * place // number for place in range(number + 1)]
    return pa.concat_tables(ray.get([task.remote(compute, shared, start, end) for start, end in pairwise(ends)]))


def canonical(
    dataset: Dataset, *, add: Names | None = None, column: str | None = None, task_rows: int = _TASK_ROWS
) -> Dataset:
    """Returns the rows with the columns of `gridmill canonical`, on one core a task; `task_rows` as for `rate`.

    >>> import gridmill.ray
    >>> forms = gridmill.ray.canonical(gridmill.ray.generate(100, 42))
    >>> len(forms.take(1)[0]["class_id"])
    16
    """
    compute = partial(canonical_rows, add=add, column=column)
    return _map(dataset, _by_tasks, None, compute=compute, task_rows=task_rows)


def dedup(
    dataset: Dataset,
    *,
    by: By = "puzzle",
    order: str | None = None,
    column: str | None = None,
    box: str | None = None,
    invalid: Invalid = "stop",
    partitions: int | None = None,
) -> Dataset:
    """Returns one row of each class: that with the least value in the column `order`.

    `by` says which rows are the same, as for `gridmill.dedup`. Without `order`, the column `index` decides; without that, the text of the
    puzzle. Rows are shuffled by class to `partitions` partitions, four for each core by default. The rows that are left come in no order.

    >>> import gridmill.ray
    >>> puzzles = gridmill.ray.generate(100, 42)
    >>> gridmill.ray.dedup(puzzles.union(puzzles)).count()
    100
    """
    if order is None:
        names = dataset.columns() or []
        order = "index" if "index" in names else column or "puzzle"
    options = _key_options(by, None, column, box, invalid)
    keyed = _map(dataset, _keyed, _BATCH_ROWS, options=options)
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    number = partitions or 4 * max(1, int(resources.get("CPU", 1)))
    # A partition that is sorted comes as one block.
    shuffled = keyed.repartition(number, keys=[_CLASS], sort=True)
    return _map(shuffled, _firsts, None, order=order)


def _firsts(rows: Any, order: str) -> Any:
    if _CLASS not in rows.column_names:
        return rows
    keys = pa.table({"class": rows[_CLASS], "order": rows[order]})
    places = pc.sort_indices(keys, sort_keys=[("class", "ascending"), ("order", "ascending")])
    sorted_keys = rows[_CLASS].combine_chunks().take(places)
    rows = rows.drop_columns([_CLASS])
    if len(places) < 2:
        return rows
    is_first = pc.not_equal(sorted_keys[1:], sorted_keys[:-1])
    firsts = places.filter(pa.concat_arrays([pa.array([True]), _one_array(is_first)]))
    return rows.take(pc.take(firsts, pc.sort_indices(firsts)))


def _one_array(values: Any) -> Any:
    return values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values


def split(
    dataset: Dataset,
    into: Into = "train:0.9,validation:0.05,test:0.05",
    *,
    by: By = "puzzle",
    seed: Seed = 0,
    column: str | None = None,
    box: str | None = None,
    invalid: Invalid = "stop",
) -> Dataset:
    """Returns the rows with the column `split`: no class is in two splits, and each row goes where `gridmill.split` puts it.

    Rows are read twice: now to count classes, later to mark them. A dataset that is slow to make is better materialized first.

    >>> import gridmill.ray
    >>> marked = gridmill.ray.split(gridmill.ray.generate(1000, 42), {"train": 0.9, "test": 0.1}, seed=1)
    >>> sum(row["split"] == "test" for row in marked.iter_rows())
    100
    """
    parts = shares(into)
    options = _key_options(by, seed, column, box, invalid)
    # The keys alone: 40 bytes a row.
    keys = _map(dataset, _keys_alone, _BATCH_ROWS, options=options).materialize()
    counted = _map(keys, _counts, None, digits=PREFIX, only=None)
    groups: dict[str, int] = {}
    for row in counted.iter_rows():
        groups[row["key"]] = groups.get(row["key"], 0) + row["rows"]

    def keys_of(required: set[str]) -> Iterator[tuple[str, int]]:
        for row in _map(keys, _counts, None, digits=None, only=sorted(required)).iter_rows():
            yield row["key"], row["rows"]

    firsts = bounds(parts, groups, keys_of)
    names = [name for name, _ in parts]
    return _map(dataset, _marked, _BATCH_ROWS, options=options, names=names, firsts=firsts)


def _counts(rows: Any, digits: int | None, only: list[str] | None) -> Any:
    """Counts keys, or their first digits."""
    keys = rows[_CLASS]
    if only is not None:
        keys = keys.filter(pc.is_in(pc.utf8_slice_codeunits(keys, 0, PREFIX), pa.array(only)))
    if digits is not None:
        keys = pc.utf8_slice_codeunits(keys, 0, digits)
    counts = pc.value_counts(keys)
    values = counts.field("values").cast(pa.string())
    return pa.table({"key": values, "rows": counts.field("counts")})


def _marked(rows: Any, options: dict[str, Any], names: list[str], firsts: list[str | None]) -> Any:
    rows, keys = _with_keys(rows, options)
    numbers = pa.array([0] * len(rows), pa.int64())
    for first in firsts:
        if first is not None:
            numbers = pc.add(numbers, pc.greater_equal(keys, first).cast(pa.int64()))
    marks = pa.array(names).take(_one_array(numbers))
    return with_columns(rows, pa.table({"split": marks}))


def _key_options(by: By, seed: Seed | None, column: str | None, box: str | None, invalid: Invalid) -> dict[str, Any]:
    options: dict[str, Any] = {"by": by, "box": box, "invalid": invalid, "threads": 1, "progress": False}
    # Options that cannot be met are refused now, not by a worker.
    gridmill.class_keys([], seed=seed, **options)
    return {**options, "column": column, "seed": seed}


def _with_keys(rows: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    """Returns the rows that have a class, and their keys."""
    if len(rows) == 0:
        return rows, pa.array([], pa.string())
    keys = pa.array(gridmill.class_keys(rows, **options))
    if keys.null_count:
        rows, keys = rows.filter(keys.is_valid()), keys.drop_null()
    return rows, keys


def _keyed(rows: Any, options: dict[str, Any]) -> Any:
    rows, keys = _with_keys(rows, options)
    return rows.append_column(_CLASS, keys)


def _keys_alone(rows: Any, options: dict[str, Any]) -> Any:
    return pa.table({_CLASS: _with_keys(rows, options)[1]})


def write_corpus(
    data: Dataset | gridmill.CorpusPlan,
    out: str | PathLike[str],
    *,
    overwrite: bool = False,
    resume: bool = False,
    license: str | None = None,
    num_cpus: float = 1,
) -> None:
    """Writes a corpus: the folder of `gridmill generate --no-timings`, byte for byte.

    `data` is a plan, or a dataset as `generate` returned it. Each shard is a task on `num_cpus` cores, which writes its file under a name of its
    own and renames it when it is whole; so a task that is killed is run again, and leaves one file. This process keeps the manifest. `out` is a
    folder that all nodes see under this name. If this process ends, `resume=True` makes what is missing, and so does
    `gridmill generate --resume`.

    >>> import os, tempfile
    >>> import gridmill.ray
    >>> folder = tempfile.mkdtemp()
    >>> gridmill.ray.write_corpus(gridmill.ray.generate(1000, 42, shard_rows=250), folder)
    >>> len(os.listdir(os.path.join(folder, "data")))
    4
    """
    plan = data if isinstance(data, gridmill.CorpusPlan) else _plans.get(data)
    if plan is None:
        problem = "data must be a CorpusPlan, or a dataset as gridmill.ray.generate returned it; other rows are written by Dataset.write_parquet"
        raise TypeError(problem)
    task = ray.remote(_write_shard).options(num_cpus=num_cpus, max_retries=-1)
    with plan.begin(out, overwrite=overwrite, resume=resume, license=license) as writer:
        shared = ray.put(plan)
        shards = iter(writer.missing)
        running: list[Any] = []
        threads = max(1, round(num_cpus))
        try:
            while True:
                while len(running) < _MOST_TASKS and (shard := next(shards, None)) is not None:
                    running.append(task.remote(shared, shard, str(out), writer.run, threads))
                if not running:
                    break
                done, running = ray.wait(running, num_returns=1)
                writer.enter(ray.get(done))
            writer.finish()
        finally:
            for waiting in running:
                ray.cancel(waiting, force=True)


def _write_shard(plan: gridmill.CorpusPlan, shard: int, out: str, run: str, threads: int) -> str:
    return plan.write_shard(shard, out, run, threads=threads)
