//! Blocks of puzzles, made by a pool of threads and returned in order, with bounded memory.
//!
//! ```text
//!           ask for block n + window                  hand over block n
//!  caller ------------------------> rayon workers ---------------------> caller, in order
//!                                   one block each: generate, then encode
//! ```
//!
//! At most `window` blocks are started and not yet returned, so that a slow block or a slow disk stops the
//! workers instead of filling memory.

use gridmill_generate::{Clock, Generator, MasterSeed, Plan, Record, Rejections, Tasks};
use gridmill_tables::{Error, Result, threads::thread_pool};
use std::{
    collections::BTreeMap,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    time::Instant,
};

/// Monotonic clock of the system, by which the timings of rows are measured.
pub const SYSTEM_CLOCK: Clock = Clock::new(|| CLOCK_START.elapsed());

static CLOCK_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Rows of a block; the last of a shard may be shorter. Fixed, so that nothing depends on the number of threads.
pub const BLOCK_ROWS: u64 = 256;

/// Rows whose first digs are made together. Digs side by side keep a processor busy until the last of a batch.
const ROWS_AHEAD: u64 = 256;

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
    pool: rayon::ThreadPool,
    plan: Plan,
    tasks: Tasks,
    idle: Mutex<Vec<Generator>>,
}

impl Workers {
    /// Returns a pool of [`threads`](gridmill_tables::threads::threads) threads for a corpus of `count` puzzles, or for one without end.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan cannot be met, or has a mix and there is no count, or the threads cannot be had.
    pub fn new(plan: Plan, seed: MasterSeed, count: impl Into<Option<u64>>, threads: usize) -> Result<Self> {
        let tasks = Tasks::new(&plan, seed, count.into())?;
        Ok(Self { pool: thread_pool(threads)?, plan, tasks, idle: Mutex::default() })
    }

    /// Returns the pool, for other work of the run.
    pub const fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
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
        let make = |rows: &BlockGenerator<'_>, indices| encode(&rows.make(indices, |_| Ok(false))?);
        self.run_blocks(blocks, stop, counters, make, sink)
    }

    /// As [`run`](Self::run), where `make` decides which rows of a block it makes, and when it looks at them.
    pub(crate) fn run_blocks<T: Send, E: Send>(
        &self,
        blocks: impl IntoIterator<Item = Block<T>>,
        stop: &AtomicBool,
        counters: &Counters,
        make: impl Fn(&BlockGenerator<'_>, Range<u64>) -> Result<E> + Sync,
        mut sink: impl FnMut(T, E) -> Result<()>,
    ) -> Result<()> {
        let abandoned = AtomicBool::new(false);
        let make = |indices: Range<u64>| -> Result<E> {
            let stopped = || stop.load(Relaxed) || abandoned.load(Relaxed);
            make(&BlockGenerator { workers: self, stopped: &stopped, counters }, indices)
        };
        self.pool.in_place_scope(|scope| {
            let outcome = self.in_order(blocks.into_iter(), scope, &make, &mut sink);
            abandoned.store(true, Relaxed);
            outcome
        })
    }

    /// Keeps the window full and reorders what comes back.
    fn in_order<'scope, T: Send, E: Send + 'scope>(
        &self,
        mut blocks: impl Iterator<Item = Block<T>>,
        scope: &rayon::Scope<'scope>,
        make: &'scope (impl Fn(Range<u64>) -> Result<E> + Sync),
        sink: &mut impl FnMut(T, E) -> Result<()>,
    ) -> Result<()> {
        let (sender, receiver) = mpsc::channel();
        let window = WINDOW_A_THREAD * self.pool.current_num_threads();
        let mut tags = std::collections::VecDeque::new();
        let mut early = BTreeMap::new();
        let (mut asked, mut handed) = (0_u64, 0_u64);
        loop {
            while tags.len() < window
                && let Some(block) = blocks.next()
            {
                let (sender, number) = (sender.clone(), asked);
                scope.spawn(move |_| {
                    let made = catch_unwind(AssertUnwindSafe(|| make(block.indices)));
                    // The receiver is gone only after an error; the block is not needed then.
                    let _ = sender.send((number, made));
                });
                tags.push_back(block.tag);
                asked += 1;
            }
            let Some(tag) = tags.pop_front() else { return Ok(()) };
            let made = loop {
                if let Some(made) = early.remove(&handed) {
                    break made;
                }
                let Ok((number, made)) = receiver.recv() else { return Err(Error::Interrupted) };
                early.insert(number, made);
            };
            sink(tag, made.unwrap_or_else(|panic| resume_unwind(panic))?)?;
            handed += 1;
        }
    }

    fn lock_idle(&self) -> std::sync::MutexGuard<'_, Vec<Generator>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes rows on the thread of one worker.
pub struct BlockGenerator<'a> {
    workers: &'a Workers,
    stopped: &'a dyn Fn() -> bool,
    counters: &'a Counters,
}

impl BlockGenerator<'_> {
    /// Makes the puzzles of `indices`, and shows all that are made so far after each. If `each` returns true, it took time that is
    /// not the next puzzle's.
    ///
    /// # Errors
    /// That of the first puzzle that failed, [`Error::Interrupted`] if the run is to stop, or what `each` returns.
    pub fn make(
        &self,
        indices: Range<u64>,
        each: impl FnMut(&[Record]) -> Result<bool>,
    ) -> Result<Vec<Record>> {
        let generator = match self.workers.lock_idle().pop() {
            Some(generator) => generator,
            None => Generator::new(self.workers.plan.clone())?.with_clock(SYSTEM_CLOCK),
        };
        let mut generator = generator.with_misses(Arc::clone(&self.counters.misses));
        let records = self.records(indices, &mut generator, each);
        self.workers.lock_idle().push(generator);
        records
    }

    fn records(
        &self,
        indices: Range<u64>,
        generator: &mut Generator,
        mut each: impl FnMut(&[Record]) -> Result<bool>,
    ) -> Result<Vec<Record>> {
        let mut records = Vec::with_capacity(usize::try_from(indices.end - indices.start).unwrap_or(0));
        let mut is_next = false;
        let mut rest = indices;
        while !rest.is_empty() {
            // The last index of a corpus may be the largest number there is.
            let batch = rest.start..rest.end.min(rest.start.saturating_add(ROWS_AHEAD));
            rest.start = batch.end;
            if (self.stopped)() {
                return Err(Error::Interrupted);
            }
            let tasks = batch.clone().map(|index| self.workers.tasks.task(index));
            let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
            generator.dig_ahead(&tasks);
            for (index, task) in batch.zip(&tasks) {
                if (self.stopped)() {
                    return Err(Error::Interrupted);
                }
                let made = if is_next { generator.make_next(task) } else { generator.make(task) };
                let made = made.map_err(|e| e.of_puzzle(index))?;
                self.counters.rows.fetch_add(1, Relaxed);
                self.counters.givens.fetch_add(made.givens as u64, Relaxed);
                records.push(Record { index, made });
                is_next = !each(&records)?;
            }
        }
        Ok(records)
    }
}

impl std::fmt::Debug for BlockGenerator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowMaker").field("workers", &self.workers).finish_non_exhaustive()
    }
}
