//! Rows of a corpus, made ahead by threads and taken in order.
//!
//! ```text
//! workers -blocks of 256 rows-> one thread joins batches -channel of 2-> whoever takes them
//! ```
//!
//! The channel is bounded, so memory does not grow with the number of rows. Threads end when nobody takes rows any more.

use crate::errors::exception;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use gridmill::{
    board::Digit,
    corpus::{BLOCK_ROWS, Block, Counters, Job, RunHooks, Workers},
    generate::Record,
    tables::{
        Error,
        write::arrays::{arrow_schema, record_batch},
    },
};
use pyo3::prelude::*;
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread::{self, ThreadId},
    time::Duration,
};

/// Batches that wait to be taken.
const AHEAD: usize = 2;
/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Rows to make.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    /// The corpus.
    pub(crate) job: Job,
    /// True for a corpus without end.
    pub(crate) endless: bool,
    /// Indices of the rows.
    pub(crate) rows: Range<u64>,
    /// Rows of a batch.
    pub(crate) batch_rows: u64,
    /// Indices from the begin of a batch to that of the next; more than `batch_rows` if other streams have the batches between.
    pub(crate) stride: u64,
    /// Threads, 0 for one a core.
    pub(crate) threads: usize,
}

impl Order {
    /// Returns blocks of rows, each with a mark if it is the last of its batch.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Block<bool>> + use<> {
        let Self { rows: Range { start, end }, batch_rows, stride, .. } = *self;
        let (mut batch, mut next) = (start, start);
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let batch_end = batch.saturating_add(batch_rows).min(end);
            let block_end = next.saturating_add(BLOCK_ROWS).min(batch_end);
            let block = Block { indices: next..block_end, tag: block_end == batch_end };
            next = block_end;
            if block.tag {
                batch = batch.saturating_add(stride);
                next = batch;
            }
            Some(block)
        })
    }

    /// Returns the threads that make the rows.
    pub(crate) fn workers(&self) -> Result<Workers, Error> {
        let count = (!self.endless).then(|| self.job.whole());
        Workers::new(self.job.plan.clone(), self.job.seed.clone(), count, self.threads)
    }

    /// Makes all rows in batches, of which there is at least one.
    pub(crate) fn made(&self, events: &RunHooks) -> Result<Vec<RecordBatch>, Error> {
        let (layout, mut batches) = (self.job.layout(), vec![RecordBatch::new_empty(self.schema())]);
        self.workers()?.run(
            self.blocks(),
            &events.stop,
            &events.counters,
            |records| record_batch(records, &layout),
            |_, batch| {
                batches.push(batch);
                Ok(())
            },
        )?;
        Ok(batches)
    }

    /// Returns the schema of a full batch.
    pub(crate) fn schema(&self) -> SchemaRef {
        schema_of(&self.job, self.batch_rows)
    }
}

/// Returns the schema of `rows` rows of a job, with the facts about them.
pub(crate) fn schema_of(job: &Job, rows: u64) -> SchemaRef {
    job.facts(gridmill::tables::PROGRAM).in_schema_of(&arrow_schema(&job.layout()), rows)
}

/// Returns the digits of puzzles and solutions, 0 for an empty cell.
pub(crate) fn digits(records: &[Record]) -> (Vec<u8>, Vec<u8>) {
    let (mut puzzles, mut solutions) = (Vec::new(), Vec::new());
    for Record { made, .. } in records {
        puzzles.extend(made.puzzle.grid().cells().iter().map(|cell| cell.map_or(0, Digit::value)));
        solutions.extend(made.solution.cells().iter().map(|digit| digit.value()));
    }
    (puzzles, solutions)
}

/// Batches of rows, made ahead.
#[derive(Debug)]
pub(crate) struct Batches {
    receiver: Mutex<Receiver<Result<RecordBatch, Error>>>,
    stop: Arc<AtomicBool>,
    process: u32,
}

impl Batches {
    /// Starts the threads.
    ///
    /// # Errors
    /// Those of the plan, or of threads that cannot be had.
    pub(crate) fn start(order: &Order) -> Result<Self, Error> {
        let (order, workers, stop) = (order.clone(), order.workers()?, Arc::new(AtomicBool::new(false)));
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let seen = Arc::clone(&stop);
        let work = move || {
            let (layout, schema, mut batch) = (order.job.layout(), order.schema(), Vec::new());
            let sink = |is_last: bool, block: RecordBatch| {
                batch.push(block);
                if !is_last {
                    return Ok(());
                }
                let joined = arrow_select::concat::concat_batches(&schema, &batch)
                    .map_err(|error| Error::option(format!("the rows do not fit together: {error}")));
                batch.clear();
                sender.send(Ok(joined?)).map_err(|_| Error::Interrupted)
            };
            let encode = |records: &[_]| record_batch(records, &layout);
            let run = || workers.run(order.blocks(), &seen, &Counters::default(), encode, sink);
            let outcome = catch_unwind(AssertUnwindSafe(run))
                .unwrap_or_else(|_| Err(Error::option("an error in the program: a thread panicked")));
            if let Err(error) = outcome {
                // The receiver is gone if nobody takes rows any more.
                let _ = sender.send(Err(error));
            }
        };
        thread::Builder::new()
            .name("gridmill-rows".to_owned())
            .spawn(work)
            .map_err(|error| Error::option(format!("a thread cannot be started: {error}")))?;
        Ok(Self { receiver: Mutex::new(receiver), stop, process: process::id() })
    }

    /// Returns true if the threads are of another process: this one was forked from it and does not have them.
    pub(crate) fn is_of_other_process(&self) -> bool {
        self.process != process::id()
    }

    /// Waits a little for the next batch.
    fn receive(&self) -> Result<Result<RecordBatch, Error>, RecvTimeoutError> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
    }

    /// Returns the next batch, without the GIL while it waits; `None` after the last.
    ///
    /// # Errors
    /// The exception of a handler of signals, or that of the run.
    pub(crate) fn next_detached(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        loop {
            // Also where each batch is there at once: a loop that is not Python's own looks for no signals.
            py.check_signals()?;
            match py.detach(|| self.receive()) {
                Ok(batch) => return batch.map(Some).map_err(exception),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// Reader of an Arrow stream. Threads start with the first batch, in the process that asks for it.
pub(crate) struct RowReader {
    order: Order,
    schema: SchemaRef,
    batches: Option<Batches>,
    is_over: bool,
    /// Thread of Python that made the reader: signals may be looked at on it, while others may wait for this one with the GIL.
    home: ThreadId,
}

impl RowReader {
    pub(crate) fn new(order: Order) -> Self {
        // All batches together are the table that the reader gives.
        let schema = schema_of(&order.job, order.rows.end.saturating_sub(order.rows.start));
        Self { order, schema, batches: None, is_over: false, home: thread::current().id() }
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let fails = |error: Error| ArrowError::ExternalError(error.to_string().into());
        let batches = match self.batches.take() {
            Some(batches) => batches,
            None => Batches::start(&self.order).map_err(fails)?,
        };
        let is_home = thread::current().id() == self.home;
        let next = loop {
            if is_home && has_signal() {
                return Err(fails(Error::Interrupted));
            }
            match batches.receive() {
                Ok(batch) => break Some(batch.map_err(fails)?),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.batches = Some(batches);
        Ok(next)
    }
}

/// Returns true if the handler of a signal raises an exception.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough for any lifetime"
)]
fn has_signal() -> bool {
    Python::try_attach(|py| py.check_signals()).is_some_and(|seen| seen.is_err())
}

impl Iterator for RowReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_batch().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

impl arrow_array::RecordBatchReader for RowReader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
