"""Puzzles as data frames of Spark, and corpora that the executors of a Spark cluster write.

>>> from pyspark.sql import SparkSession
>>> import gridmill.spark
>>> spark = SparkSession.builder.master("local[2]").getOrCreate()
>>> gridmill.spark.generate(spark, 1000, 42, shard_rows=250).count()
1000
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import DataType, StringType, StructField, StructType

import gridmill
from gridmill._engines import PREFIX, By, Into, Invalid, Names, Seed, bounds, renamed, shares, signed_schema

__all__ = ["canonical", "dedup", "generate", "rate", "split", "write_corpus"]

# Shards of a job that writes a corpus. What a job has written is entered when it ends.
_SHARDS_A_JOB = 256
# Columns that are there while rows are compared.
_CLASS = "__gridmill_class"
_ADDED = "__gridmill_added"
# The types of PySpark do not name it.
_arrow_udf: Callable[[Callable[[pa.Array], pa.Array], DataType], Callable[[Any], Any]] = getattr(F, "arrow_udf")


def generate(spark: SparkSession, count: int, seed: Seed, *, shard_rows: int = 100_000, **options: Any) -> DataFrame:
    """Returns a data frame of new puzzles: the rows of `gridmill.generate` with the same seed and options.

    Each shard of `shard_rows` rows is a partition, made by one task on one core. Rows are made when an action asks for them, again for each
    action unless the data frame is cached. Spark has no unsigned numbers: columns have the next wider type, and `uint64` is `bigint`.
    """
    plan = gridmill.CorpusPlan(count, seed=seed, shard_rows=shard_rows, **options)
    schema = signed_schema(pa.schema(plan))

    def rows(shards: Iterable[Any]) -> Iterator[Any]:
        for batch in shards:
            for shard in batch.column(0).to_pylist():
                for table in plan.batches(*plan.rows(shard)):
                    yield from pa.table(table).cast(schema).to_batches()

    numbers = spark.range(0, plan.shards, 1, plan.shards)
    return numbers.mapInArrow(rows, from_arrow_schema(schema))


def rate(
    df: DataFrame,
    rulebook: str | PathLike[str] | Sequence[str | PathLike[str]] = "hodoku",
    *,
    column: str = "puzzle",
    **options: Any,
) -> DataFrame:
    """Returns the rows with the columns of `gridmill rate`, by a function on Arrow batches.

    `options` are those of `gridmill.rate`. `column` names the column with the puzzles. A column that has the name of an added one is kept as
    `input_NAME`. A rulebook in a file must be there for each executor.
    """
    arguments: dict[str, Any] = {"threads": 1, "progress": False, **options}
    return _added(df, column, lambda puzzles: gridmill.rate(puzzles, rulebook, **arguments))


def canonical(df: DataFrame, *, add: Names | None = None, column: str = "puzzle") -> DataFrame:
    """Returns the rows with the columns of `gridmill canonical`, by a function on Arrow batches."""
    return _added(df, column, lambda puzzles: gridmill.canonical(puzzles, add=add, threads=1, progress=False))


def _added(df: DataFrame, column: str, table_of: Callable[[Any], gridmill.Table]) -> DataFrame:
    """Adds the columns of a table that is computed from the column of puzzles."""
    # Options that cannot be met are refused now, not by an executor.
    ours = signed_schema(pa.schema(table_of(["." * 81])))
    # All columns go through the function: a struct of this many fields that Spark takes apart is beyond what it compiles.
    rows_in = df.select(_named(column).alias(_ADDED), *[_named(name) for name in df.columns])
    names = renamed(df.columns, ours.names)
    given = [StructField(name, field.dataType, True, field.metadata) for name, field in zip(names, df.schema.fields, strict=True)]

    def rows(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            puzzles, *kept = batch.columns
            added = [values.combine_chunks() for values in pa.table(table_of(puzzles)).cast(ours).columns]
            yield pa.record_batch([*kept, *added], names=[*names, *ours.names])

    return rows_in.mapInArrow(rows, StructType([*given, *from_arrow_schema(ours).fields]))


def dedup(
    df: DataFrame,
    *,
    by: By = "puzzle",
    order: str | None = None,
    column: str = "puzzle",
    box: str | None = None,
    invalid: Invalid = "stop",
) -> DataFrame:
    """Returns one row of each class: that with the least value in the column `order`.

    `by` says which rows are the same, as for `gridmill.dedup`. Without `order`, the column `index` decides; without that, the text of the
    puzzle.
    """
    order = order or ("index" if "index" in df.columns else column)
    names = df.columns
    row = F.struct(*[_named(name) for name in names])
    keyed = _keyed(df, by, None, column, box, invalid)
    first = keyed.groupBy(_CLASS).agg(F.min_by(row, _named(order)).alias(_ADDED))
    return first.select(*[F.col(_ADDED).getField(name).alias(name) for name in names])


def split(
    df: DataFrame,
    into: Into = "train:0.9,validation:0.05,test:0.05",
    *,
    by: By = "puzzle",
    seed: Seed = 0,
    column: str = "puzzle",
    box: str | None = None,
    invalid: Invalid = "stop",
) -> DataFrame:
    """Returns the rows with the column `split`: no class is in two splits, and each row goes where `gridmill.split` puts it.

    Rows are read twice: now to count classes, later to mark them. A data frame that is slow to make is better cached first.
    """
    parts = shares(into)
    keyed = _keyed(df, by, seed, column, box, invalid)
    prefix = F.substring(F.col(_CLASS), 1, PREFIX)
    counts = keyed.groupBy(_CLASS).count().persist()
    try:
        groups = {row[0]: row[1] for row in counts.groupBy(prefix).agg(F.sum("count")).collect()}
        firsts = bounds(parts, groups, lambda required: _pairs(counts.where(prefix.isin(*sorted(required)))))
    finally:
        counts.unpersist()
    mark = F.lit(parts[0][0])
    for (name, _), first in zip(parts[1:], firsts, strict=True):
        if first is not None:
            mark = F.when(F.col(_CLASS) >= first, name).otherwise(mark)
    given = [_named(name).alias(new) for name, new in zip(df.columns, renamed(df.columns, ["split"]), strict=True)]
    return keyed.select(*given, mark.alias("split"))


def _pairs(counts: DataFrame) -> list[tuple[str, int]]:
    return [(row[0], row[1]) for row in counts.collect()]


def _keyed(df: DataFrame, by: By, seed: Seed | None, column: str, box: str | None, invalid: Invalid) -> DataFrame:
    """Adds the column with the class of each row. Rows without a puzzle go, or are an error."""
    gridmill.class_keys([], by=by, seed=seed, box=box, progress=False)

    def keys(puzzles: pa.Array) -> pa.Array:
        if len(puzzles) == 0:
            return pa.array([], pa.string())
        rows = pa.table({"puzzle": puzzles})
        return pa.array(
            gridmill.class_keys(rows, by=by, seed=seed, box=box, invalid=invalid, threads=1, progress=False)
        )

    keyed = df.withColumn(_CLASS, _arrow_udf(keys, StringType())(_named(column)))
    return keyed.where(F.col(_CLASS).isNotNull())


def _named(name: str) -> Any:
    """Returns the column of this name, whatever characters it has."""
    return F.col("`" + name.replace("`", "``") + "`")


def write_corpus(
    spark: SparkSession,
    plan: gridmill.CorpusPlan,
    out: str | PathLike[str],
    *,
    overwrite: bool = False,
    resume: bool = False,
    license: str | None = None,
) -> None:
    """Writes a corpus: the folder of `gridmill generate --no-timings`, byte for byte.

    Each shard is a task, which writes its file under a name of its own and renames it when it is whole; so a task that is killed, or runs twice
    by speculation, leaves one file. This process keeps the manifest; it enters shards 256 at a time. `out` is a folder that the driver and all
    executors see under this name. If this process ends, `resume=True` makes what is not entered, and so does `gridmill generate --resume`.
    """
    with plan.begin(out, overwrite=overwrite, resume=resume, license=license) as writer:
        missing, run, folder = writer.missing, writer.run, str(out)
        for start in range(0, len(missing), _SHARDS_A_JOB):
            some = missing[start : start + _SHARDS_A_JOB]

            def entries(places: Iterable[Any], some: list[int] = some) -> Iterator[Any]:
                for batch in places:
                    written = [plan.write_shard(some[place], folder, run) for place in batch.column(0).to_pylist()]
                    yield pa.record_batch([pa.array(written, pa.string())], names=["entry"])

            done = spark.range(0, len(some), 1, len(some)).mapInArrow(entries, "entry string")
            writer.enter([row[0] for row in done.collect()])
        writer.finish()
