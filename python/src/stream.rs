//! `stream`: puzzles without end, in batches.

use crate::{
    errors::exception,
    options,
    rows::{Batches, Order},
    table::Table,
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};

/// Puzzles without end, in batches.
///
/// An iterator of `Table`. `position` is the index of the next puzzle: a new stream with `start=position` goes on from there.
#[pyclass(module = "gridmill")]
#[derive(Debug)]
pub(crate) struct Stream {
    order: Order,
    batches: Option<Batches>,
}

/// Makes puzzles without end, in batches of `batch_size` rows: the rows of `generate` with the same seed and options, from index `start`.
///
/// Options are those of `generate`, but for mixes, which need a count. Memory does not grow; the batches after the one that was taken last are
/// made ahead on all cores, or on `threads`.
///
/// >>> import gridmill
/// >>> stream = gridmill.stream(42, batch_size=100)
/// >>> batch = next(stream)
/// >>> batch["puzzle"][0] == gridmill.generate(1, seed=42)[0].puzzle
/// True
/// >>> later = gridmill.stream(42, batch_size=100, start=stream.position)
/// >>> next(later)["index"][0]
/// 100
#[pyfunction]
#[pyo3(signature = (seed, batch_size=8192, *, start=0, **options))]
pub(crate) fn stream(
    seed: &Bound<'_, PyAny>,
    batch_size: u64,
    start: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Stream> {
    if batch_size == 0 {
        return Err(PyValueError::new_err("batch_size is 0; give 1 or more"));
    }
    let (job, threads) = options::job(None, Some(seed), options)?;
    let order = Order { job, endless: true, rows: start..u64::MAX, batch_rows: batch_size, threads };
    gridmill::pipeline::Tasks::new(&order.job.plan, order.job.seed.clone(), None)
        .map_err(|error| exception(error.into()))?;
    Ok(Stream { order, batches: None })
}

#[pymethods]
impl Stream {
    /// Index of the first puzzle of the next batch, from 0.
    #[getter]
    const fn position(&self) -> u64 {
        self.order.rows.start
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
        self.order.rows.start += batch.num_rows() as u64;
        self.batches = Some(batches);
        Ok(Some(Table::new(batch)))
    }

    fn __repr__(&self) -> String {
        let Order { job, rows, batch_rows, .. } = &self.order;
        format!("<gridmill.Stream of seed {} at {}, {batch_rows} rows a batch>", job.seed, rows.start)
    }
}
