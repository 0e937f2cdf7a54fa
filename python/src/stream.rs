//! `stream`: puzzles in batches, without end or up to a count; of several streams, each may take its share of the batches.

use crate::{
    arguments::{AnyInt, whole_or_none},
    background::try_lock,
    capsules,
    errors::OptionError,
    errors::exception,
    options,
    rows::{Batches, Order},
    table::Table,
};
use gridmill::generate::{MixLayout, Tasks};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyDict, PyType},
};
use std::{
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// Rows of a batch by default.
const BATCH_ROWS: u64 = 8192;

/// Puzzles in batches: an iterator of `Table`.
///
/// `position` is the index of the first puzzle of its next batch. A new stream with `start=position` goes on from there; for shard
/// `(i, n)`, one with `start=position` and `shard=(0, n)`. A stream can be pickled and copied: the copy goes on at the same position. With `from_`
/// and `exclude`, the files must be there under the same names.
///
/// >>> import gridmill, pickle
/// >>> stream = gridmill.stream(42, batch_size=100)
/// >>> first = next(stream)
/// >>> there = pickle.loads(pickle.dumps(stream))
/// >>> there.position, next(there)["index"][0]
/// (100, 100)
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Stream {
    order: Order,
    /// Index of the first row of the next batch.
    next: AtomicU64,
    /// Batches that are made; locked while one is taken.
    batches: Mutex<Option<Batches>>,
    /// The options, kept only where the rows need files that the description of the job does not hold.
    options: Option<Py<PyDict>>,
}

/// Makes puzzles in batches of `batch_size` rows: the rows of `generate` with the same seed and options, from index `start`, without end or
/// up to index `count`.
///
/// Options are those of `generate`, which `help(gridmill.generate)` lists. Mixes have exact quotas over `count` rows, or over `of` if the corpus
/// has more rows; without both, in every block of 1,000 rows, or of `mix_block`. The last batch may be shorter. Memory does not grow; the batches
/// after the one that was taken last are made ahead on all cores, or on `threads`.
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
/// >>> easy_first = gridmill.stream(42, batch_size=10, mix="givens=40:0.5,30:0.5", mix_block=10, mix_order="listed")
/// >>> next(easy_first)["givens"].to_list()
/// [40, 40, 40, 40, 40, 30, 30, 30, 30, 30]
/// >>> next(gridmill.stream(42, batch_size=1000, mix="givens=40:0.5,30:0.5"))["givens"].to_list().count(40)
/// 500
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
    shard: Option<(AnyInt, AnyInt)>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Stream> {
    let batch_size = whole_or_none("batch_size", batch_size)?.unwrap_or(BATCH_ROWS);
    let start = whole_or_none("start", start)?.unwrap_or(0);
    let count = whole_or_none("count", count)?;
    if batch_size == 0 {
        return Err(OptionError::new_err("batch_size is 0; give 1 or more"));
    }
    let (number, shards) = shard_of(shard)?;
    let (mut job, threads) = options::job(count, Some(seed), options)?;
    let count = count.or(job.of);
    if count.is_none() && job.plan.needs_count() {
        job.plan.mix.block = Some(MixLayout::BLOCK);
    }
    let rows = start.saturating_add(batch_size.saturating_mul(number))..count.unwrap_or(u64::MAX);
    let (endless, stride) = (count.is_none(), batch_size.saturating_mul(shards));
    let order = Order { job, endless, rows, batch_rows: batch_size, stride, threads };
    check(&order)?;
    Ok(Stream { options: options::of_files(&order.job, options), ..Stream::new(order) })
}

/// Checks that the plan can be met, so that what cannot is refused now, and not by a thread.
fn check(Order { job, endless, .. }: &Order) -> PyResult<()> {
    let whole = (!endless).then(|| job.whole());
    Tasks::new(&job.plan, job.seed.clone(), whole).map_err(|error| exception(error.into()))?;
    Ok(())
}

/// Returns the number of a shard and the number of shards.
fn shard_of(shard: Option<(AnyInt, AnyInt)>) -> PyResult<(u64, u64)> {
    let (AnyInt(number), AnyInt(shards)) = shard.unwrap_or((AnyInt(0), AnyInt(1)));
    match (u64::try_from(number), u64::try_from(shards)) {
        (Ok(i), Ok(n)) if i < n => Ok((i, n)),
        _ => {
            let problem =
                format!("shard is ({number}, {shards}); of (i, n), i is from 0 to n - 1 and n is 1 or more");
            Err(OptionError::new_err(problem))
        }
    }
}

/// Rows of a pickled stream: position, end, rows of a batch, stride, threads, and true for a stream without end.
type Rows = (u64, u64, u64, u64, usize, bool);

impl Stream {
    /// Returns the indices of the rows from the next batch on.
    fn rest(&self) -> Range<u64> {
        self.next.load(Relaxed)..self.order.rows.end
    }

    /// Returns the batches of an order.
    pub(crate) const fn new(order: Order) -> Self {
        let next = AtomicU64::new(order.rows.start);
        Self { order, next, batches: Mutex::new(None), options: None }
    }
}

#[pymethods]
impl Stream {
    /// Index of the first puzzle of the next batch of this stream, from 0; `count` after the last batch.
    #[getter]
    fn position(&self) -> u64 {
        let rest = self.rest();
        rest.start.min(rest.end)
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

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let mut kept = try_lock(&self.batches, "this stream", "make one for each thread, with shard=(i, n)")?;
        let batches = match kept.take().filter(|batches| !batches.is_of_other_process()) {
            Some(batches) => batches,
            None => Batches::start(&Order { rows: self.rest(), ..self.order.clone() }).map_err(exception)?,
        };
        // An exception leaves no threads behind; the next call starts again at the same place.
        let Some(batch) = batches.next_detached(py)? else { return Ok(None) };
        self.next.store(self.rest().start.saturating_add(self.order.stride), Relaxed);
        *kept = Some(batches);
        Ok(Some(Table::new(batch)))
    }

    /// Returns the stream of this description at its position.
    #[staticmethod]
    #[pyo3(signature = (json, rows, options=None))]
    fn _restore(json: &str, rows: Rows, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let job = options::restored(json, options)?;
        let (start, end, batch_rows, stride, threads, endless) = rows;
        if batch_rows == 0 || stride < batch_rows {
            return Err(OptionError::new_err("no stream: its batches have no rows, or overlap"));
        }
        let order = Order { job, endless, rows: start..end, batch_rows, stride, threads };
        check(&order)?;
        Ok(Self { options: options.map(|options| options.clone().unbind()), ..Self::new(order) })
    }

    /// Returns the pickled form: the description of the rows, the position, and the options of rows that need files.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyType>,))> {
        let Order { job, endless, batch_rows, stride, threads, .. } = &self.order;
        let rows = self.rest();
        let json = options::described(job)?;
        let options = self.options.as_ref().map(|options| options.bind(py).clone());
        let rows = (rows.start, rows.end, *batch_rows, *stride, *threads, *endless);
        let caller = py.import("operator")?.getattr("methodcaller")?;
        Ok((caller.call1(("_restore", json, rows, options))?, (py.get_type::<Self>(),)))
    }

    fn __repr__(&self) -> String {
        let Order { job, batch_rows, .. } = &self.order;
        format!("<gridmill.Stream of seed {} at {}, {batch_rows} rows a batch>", job.seed, self.position())
    }
}
