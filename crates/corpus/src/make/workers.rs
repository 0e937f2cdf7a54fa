//! Blocks of puzzles, made and encoded by the threads of an [`OrderedMap`] and returned in order.

use super::{
    encoded::{BatchObserver, Encoded},
    folder::Folder,
    job::Job,
    saved_rows::SavedRows,
};
use gridmill_generate::{Clock, Generator, MasterSeed, Plan, Record, Rejections, RowSignals, Tasks};
use gridmill_tables::{Error, Result, threads::OrderedMap};
use std::{
    ops::{ControlFlow, Range},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64},
    },
    time::Instant,
};

/// Monotonic clock of the system, by which the timings of rows are measured.
pub const SYSTEM_CLOCK: Clock = Clock::new(|| CLOCK_START.elapsed());

static CLOCK_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Rows of a block; the last of a shard may be shorter. Fixed, so that nothing depends on the number of threads.
pub const BLOCK_ROWS: u64 = 256;

/// Blocks under way for each thread: enough to keep the threads busy while the caller closes a file.
const WINDOW_A_THREAD: usize = 64;

/// Indices of consecutive puzzles, with a tag of the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<T> {
    /// The puzzles to make.
    pub indices: Range<u64>,
    /// The caller's own.
    pub tag: T,
}

/// Progress of a run, which other threads may read at any time.
#[derive(Debug, Default)]
pub struct Counters {
    /// Puzzles made.
    pub rows: AtomicU64,
    /// Their givens, added up.
    pub givens: AtomicU64,
    /// Attempts that gave no puzzle.
    pub misses: Arc<Rejections>,
}

/// A pool of threads that makes the puzzles of one corpus.
#[derive(Debug)]
pub struct Workers {
    /// Threads, whose generators are created at their first block.
    threads: OrderedMap<Option<Generator>>,
    plan: Plan,
    tasks: Tasks,
}

impl Workers {
    /// Returns a pool of [`threads`](gridmill_tables::threads::threads) threads for a corpus of `count` puzzles, or for one without end.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan cannot be met, or has a mix and there is no count, or the threads cannot be had.
    pub fn new(plan: Plan, seed: MasterSeed, count: impl Into<Option<u64>>, threads: usize) -> Result<Self> {
        let tasks = Tasks::new(&plan, seed, count.into())?;
        Ok(Self { threads: OrderedMap::new(threads)?, plan, tasks })
    }

    /// Returns the pool, for other work of the run.
    pub const fn pool(&self) -> &Arc<rayon::ThreadPool> {
        self.threads.pool()
    }

    /// Makes the puzzles of `blocks`, lets the workers `encode` each block, and hands the results to `sink` in the
    /// order of `blocks`. Whatever the number of threads, `sink` sees the same.
    ///
    /// # Errors
    /// The error of the first block in order that failed, [`Error::Interrupted`] once `stop` is set, or what `sink`
    /// returns. All workers have stopped by then.
    pub fn run<T: Send, E: Send>(
        &self,
        blocks: impl IntoIterator<Item = Block<T>>,
        stop: &AtomicBool,
        counters: &Counters,
        encode: impl Fn(&[Record]) -> Result<E> + Sync,
        sink: impl FnMut(T, E) -> Result<()>,
    ) -> Result<()> {
        let make = |rows: &mut BlockGenerator<'_>, indices| encode(&rows.make(indices, |_| Ok(false))?);
        self.run_blocks(blocks, stop, counters, make, sink)
    }

    /// As [`run`](Self::run), where `make` decides which rows of a block it makes, and when it looks at them.
    pub(crate) fn run_blocks<T: Send, E: Send>(
        &self,
        blocks: impl IntoIterator<Item = Block<T>>,
        stop: &AtomicBool,
        counters: &Counters,
        make: impl Fn(&mut BlockGenerator<'_>, Range<u64>) -> Result<E> + Sync,
        mut sink: impl FnMut(T, E) -> Result<()>,
    ) -> Result<()> {
        let block = |idle: &mut Option<Generator>, block: Block<T>, is_abandoned: &AtomicBool| {
            let generator = match idle.take() {
                Some(generator) => generator,
                None => Generator::new(self.plan.clone())?.with_clock(SYSTEM_CLOCK),
            };
            let generator = idle.insert(generator.with_misses(Arc::clone(&counters.misses)));
            let Counters { rows, givens, .. } = counters;
            let signals = RowSignals { stops: [stop, is_abandoned], rows, givens };
            let mut rows = BlockGenerator { tasks: &self.tasks, generator, signals };
            Ok((block.tag, make(&mut rows, block.indices)?))
        };
        self.threads.map(blocks, WINDOW_A_THREAD, || None, block, |(tag, made)| sink(tag, made))
    }
}

/// Makes rows on one thread.
pub struct BlockGenerator<'a> {
    tasks: &'a Tasks,
    generator: &'a mut Generator,
    signals: RowSignals<'a>,
}

impl BlockGenerator<'_> {
    /// Makes the puzzles of `indices`, and passes all that are made so far to `each` after each of them. If `each` returns true, it took
    /// time that is not part of the next puzzle's.
    ///
    /// # Errors
    /// That of the first puzzle that failed, [`Error::Interrupted`] if the run is to stop, or what `each` returns.
    pub fn make(
        &mut self,
        indices: Range<u64>,
        mut each: impl FnMut(&[Record]) -> Result<bool>,
    ) -> Result<Vec<Record>> {
        let mut failed = None;
        let mut see = |records: &[Record]| match each(records) {
            Ok(took_time) => ControlFlow::Continue(took_time),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        };
        let made = self.generator.make_rows(self.tasks, indices, self.signals, &mut see)?;
        failed.map_or_else(|| made.ok_or(Error::Interrupted), Err)
    }
}

/// Returns the blocks of shard `number`, each with that number and whether it is the last.
pub(crate) fn shard_blocks(job: &Job, number: u64) -> impl Iterator<Item = Block<(u64, bool)>> + use<> {
    let rows = job.rows_of(number);
    let end = rows.end;
    rows.step_by(usize::try_from(BLOCK_ROWS).unwrap_or(usize::MAX)).map(move |first| {
        let indices = first..first.saturating_add(BLOCK_ROWS).min(end);
        Block { tag: (number, indices.end == end), indices }
    })
}

/// Makes the rows of a block that are not saved, and saves them if the shard takes long.
pub(crate) fn encode_block(
    job: &Job,
    (folder, saved): (&Folder, &SavedRows),
    maker: &mut BlockGenerator<'_>,
    indices: Range<u64>,
    observer: BatchObserver<'_>,
) -> Result<Encoded> {
    let mut make = |indices: Range<u64>| -> Result<Encoded> {
        let first = indices.start;
        let save = |from: usize, records: &[Record]| match &records[from..] {
            [] => Ok(()),
            rows => saved.save(folder, job, first + from as u64, rows.len(), &Encoded::new(job, rows, None)?),
        };
        let (mut done, mut tick) = (0, saved.tick());
        let records = maker.make(indices, |records| {
            let is_due = saved.tick() != tick && saved.is_on();
            if is_due {
                save(done, records)?;
                (done, tick) = (records.len(), saved.tick());
            }
            Ok(is_due)
        })?;
        let encoded = Encoded::new(job, &records, observer)?;
        match done {
            _ if !saved.is_on() => {}
            0 => saved.save(folder, job, first, records.len(), &encoded)?,
            _ => save(done, &records)?,
        }
        Ok(encoded)
    };
    let (mut pieces, mut next) = (Vec::new(), indices.start);
    for (place, piece) in saved.of_block(job, &indices)? {
        if next < place.start {
            pieces.push(make(next..place.start)?);
        }
        pieces.push(piece);
        next = place.end;
    }
    if next < indices.end {
        pieces.push(make(next..indices.end)?);
    }
    Encoded::join(job, pieces)
}

gridmill_board::debug_of_fields!(['a] BlockGenerator<'a>:);
