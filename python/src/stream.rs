//! `stream`: puzzles in batches, without end or up to a count; of several streams, each may take its share of the batches.

use crate::{
    arguments::whole_or_none,
    capsules,
    errors::OptionError,
    errors::exception,
    options,
    rows::{Batches, Order},
    table::Table,
};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyDict},
};

/// Rows of a batch by default.
const BATCH_ROWS: u64 = 8192;

/// Puzzles in batches: an iterator of `Table`.
///
/// `position` is the index of the first puzzle of its next batch. A new stream with `start=position` goes on from there; for shard
/// `(i, n)`, one with `start=position` and `shard=(0, n)`.
#[pyclass(module = "gridmill")]
#[derive(Debug)]
pub(crate) struct Stream {
    order: Order,
    batches: Option<Batches>,
}

/// Makes puzzles in batches of `batch_size` rows: the rows of `generate` with the same seed and options, from index `start`, without end or
/// up to index `count`.
///
/// Options are those of `generate`, which `help(gridmill.generate)` lists. Mixes need `count`, or `of` if the corpus has more rows: the rows are those of `generate(count)`. The
/// last batch may be shorter. Memory does not grow; the batches after the one that was taken last are made ahead on all cores, or on
/// `threads`.
///
/// `shard=(i, n)` takes every n-th batch from batch i on, counted from `start`: n streams with i from 0 to n - 1 have every row once. The
/// rest of such a stream is that with `start=position` and `shard=(0, n)`.
///
/// >>> import gridmill
/// >>> stream = gridmill.stream(42, batch_size=100)
/// >>> batch = next(stream)
/// >>> batch["puzzle"][0] == gridmill.generate(1, seed=42)[0].puzzle
/// True
/// >>> later = gridmill.stream(42, batch_size=100, start=stream.position)
/// >>> next(later)["index"][0]
/// 100
/// >>> [len(batch) for batch in gridmill.stream(42, batch_size=100, count=250)]
/// [100, 100, 50]
/// >>> shard = gridmill.stream(42, batch_size=100, shard=(1, 4))
/// >>> [next(shard)["index"][0] for _ in range(3)]
/// [100, 500, 900]
/// >>> rest = gridmill.stream(42, batch_size=100, start=shard.position, shard=(0, 4))
/// >>> next(rest)["index"][0], next(shard)["index"][0]
/// (1300, 1300)
#[pyfunction]
#[pyo3(
    signature = (seed, batch_size=None, *, start=None, count=None, shard=None, **options),
    text_signature = "(seed, batch_size=8192, *, start=0, count=None, shard=None, **options)"
)]
pub(crate) fn stream(
    seed: &Bound<'_, PyAny>,
    batch_size: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyAny>>,
    count: Option<&Bound<'_, PyAny>>,
    shard: Option<(i64, i64)>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Stream> {
    let batch_size = whole_or_none("batch_size", batch_size)?.unwrap_or(BATCH_ROWS);
    let start = whole_or_none("start", start)?.unwrap_or(0);
    let count = whole_or_none("count", count)?;
    if batch_size == 0 {
        return Err(OptionError::new_err("batch_size is 0; give 1 or more"));
    }
    let (number, shards) = shard_of(shard)?;
    let (job, threads) = options::job(count, Some(seed), options)?;
    let count = count.or(job.of);
    let rows = start.saturating_add(batch_size.saturating_mul(number))..count.unwrap_or(u64::MAX);
    let (endless, stride) = (count.is_none(), batch_size.saturating_mul(shards));
    let order = Order { job, endless, rows, batch_rows: batch_size, stride, threads };
    let whole = (!endless).then(|| order.job.whole());
    gridmill::generate::Tasks::new(&order.job.plan, order.job.seed.clone(), whole)
        .map_err(|error| exception(error.into()))?;
    Ok(Stream::new(order))
}

/// Returns the number of a shard and the number of shards.
fn shard_of(shard: Option<(i64, i64)>) -> PyResult<(u64, u64)> {
    let (number, shards) = shard.unwrap_or((0, 1));
    match (u64::try_from(number), u64::try_from(shards)) {
        (Ok(i), Ok(n)) if i < n => Ok((i, n)),
        _ => {
            let problem =
                format!("shard is ({number}, {shards}); of (i, n), i is from 0 to n - 1 and n is 1 or more");
            Err(OptionError::new_err(problem))
        }
    }
}

impl Stream {
    /// Returns the batches of an order.
    pub(crate) const fn new(order: Order) -> Self {
        Self { order, batches: None }
    }
}

#[pymethods]
impl Stream {
    /// Index of the first puzzle of the next batch of this stream, from 0; `count` after the last batch.
    #[getter]
    fn position(&self) -> u64 {
        self.order.rows.start.min(self.order.rows.end)
    }

    /// Names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.order.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Returns a capsule with the Arrow schema of the batches.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::schema(py, &self.order.schema())
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Table>> {
        let batches = match self.batches.take().filter(|batches| !batches.is_of_other_process()) {
            Some(batches) => batches,
            None => Batches::start(&self.order).map_err(exception)?,
        };
        // An exception leaves no threads behind; the next call starts again at the same place.
        let Some(batch) = batches.next_detached(py)? else { return Ok(None) };
        self.order.rows.start = self.order.rows.start.saturating_add(self.order.stride);
        self.batches = Some(batches);
        Ok(Some(Table::new(batch)))
    }

    fn __repr__(&self) -> String {
        let Order { job, batch_rows, .. } = &self.order;
        format!("<gridmill.Stream of seed {} at {}, {batch_rows} rows a batch>", job.seed, self.position())
    }
}
