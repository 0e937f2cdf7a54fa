//! Threads: how many, in which pool, and outside of it; and an ordered map over blocks of work on the threads of a pool, in bounded memory.
//!
//! ```text
//!           starts block n + window                result of block n
//!  caller ----------------------------> threads ----------------------> caller, in order
//!
//!  rows    ################--------####----##--##--#-#-#-#     runs of rows get shorter and end with single rows,
//!                                                              so that no thread waits long for the last hard row of another
//! ```

use crate::error::{Error, Result};
use std::{
    collections::{BTreeSet, VecDeque},
    io, iter,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle, Scope, ScopedJoinHandle, available_parallelism},
};

/// Threads for each core, at most: more only take memory and time to start.
const THREADS_A_CORE: usize = 4;

/// Returns the number of threads for `asked` threads: one for each core if 0, and at most four for each.
pub fn threads(asked: usize) -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    if asked == 0 { cores } else { asked.min(cores * THREADS_A_CORE) }
}

/// Stack of a thread outside the pool: it waits, reads or writes, and calls nothing deep.
const SMALL_STACK: usize = 1 << 19;

/// Address space that must be free where a thread starts: more than others take until it has begun. A thread that gets a stack, but no room for
/// the stack of its signals, would end the process.
const ROOM: usize = 160 << 20;

/// Returns the builder of a thread with a small stack, if there is room for it.
fn small_thread() -> io::Result<thread::Builder> {
    let mut room = Vec::<u8>::new();
    // Windows would count it as used.
    if cfg!(unix) && room.try_reserve_exact(ROOM).is_err() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    std::hint::black_box(&room);
    Ok(thread::Builder::new().stack_size(SMALL_STACK))
}

/// Starts a thread outside the pool, with a small stack. A limit of address space or of processes may forbid it.
///
/// # Errors
/// Those of the system.
pub fn spawn_small<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    small_thread()?.spawn_scoped(scope, work)
}

/// Returns a pool of [`threads`] threads.
///
/// # Errors
/// [`Error::Option`] if they cannot be had.
pub fn thread_pool(asked: usize) -> Result<rayon::ThreadPool> {
    let threads = threads(asked);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|n| format!("gridmill-{n}"))
        .build()
        .map_err(|error| Error::option(format!("{threads} threads cannot be started: {error}")))
}

/// Work of a thread outside the pool, whose result is taken later.
#[derive(Debug)]
pub enum Background<T> {
    /// The thread.
    Thread(JoinHandle<T>),
    /// The result, where no thread could be had.
    Done(T),
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work` on a thread, or does it now if none can be had.
    pub fn start(work: impl Fn() -> T + Send + Sync + 'static) -> Self {
        let work = Arc::new(work);
        let of_thread = Arc::clone(&work);
        let thread = small_thread().and_then(|thread| thread.spawn(move || of_thread()));
        thread.map_or_else(|_| Self::Done(work()), Self::Thread)
    }

    /// Returns true if the result is there.
    pub fn is_done(&self) -> bool {
        match self {
            Self::Thread(thread) => thread.is_finished(),
            Self::Done(_) => true,
        }
    }

    /// Waits for the result.
    ///
    /// # Panics
    /// Panics if the work did.
    pub fn wait(self) -> T {
        match self {
            Self::Thread(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Self::Done(result) => result,
        }
    }
}

/// Rows of a run, at most.
const LONGEST_RUN: usize = 64;
/// Runs for each thread into which the remaining rows would fit.
const RUNS_LEFT: usize = 4;

/// Threads, each with tools such as a solver, that compute values in the order of their blocks.
#[derive(Debug)]
pub struct OrderedMap<W> {
    pool: Arc<rayon::ThreadPool>,
    idle: Mutex<Vec<W>>,
}

/// Results of blocks that were started, in their order.
struct Results<T> {
    /// A place for the result of each block that was started and not yet returned.
    places: VecDeque<Arc<Place<T>>>,
    turns: Turns,
}

type Place<T> = Mutex<Option<thread::Result<T>>>;

/// Numbers of blocks that are done, whatever their results are: this part is compiled once for all kinds of results.
struct Turns {
    sender: Sender<u64>,
    receiver: Receiver<u64>,
    /// Blocks that were done before earlier ones.
    early: BTreeSet<u64>,
    started: u64,
    returned: u64,
}

impl<W: Send> OrderedMap<W> {
    /// Starts `threads` threads, one for each core if 0.
    ///
    /// # Errors
    /// [`Error::Option`] if they cannot be started.
    pub fn new(threads: usize) -> Result<Self> {
        thread_pool(threads).map(|pool| Self::on(Arc::new(pool)))
    }

    /// Takes the threads of a pool.
    pub fn on(pool: Arc<rayon::ThreadPool>) -> Self {
        Self { pool, idle: Mutex::default() }
    }

    /// Returns the pool, for other work of the run.
    pub const fn pool(&self) -> &Arc<rayon::ThreadPool> {
        &self.pool
    }

    /// Computes values as [`map_blocks`] does; `tools` creates the tools of a thread.
    ///
    /// # Errors
    /// As [`map_blocks`].
    pub fn map<I: Send, T: Send, E: Send>(
        &self,
        blocks: impl IntoIterator<Item = I>,
        window: usize,
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, I, &AtomicBool) -> Result<T, E> + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let value = |block: I, is_abandoned: &AtomicBool| {
            self.with_tools(&tools, |worker| value(worker, block, is_abandoned))
        };
        map_blocks(&self.pool, blocks, window, value, sink)
    }

    /// Computes the values of `count` rows in order, run by run, while this thread does other work in `meanwhile`.
    pub fn map_runs<T: Send, R>(
        &self,
        count: usize,
        tools: impl Fn() -> W + Sync,
        values: impl Fn(&mut W, Range<usize>, &mut Vec<T>) + Sync,
        meanwhile: impl FnOnce() -> R,
    ) -> (Vec<T>, R) {
        let work = |run: Range<usize>| {
            let mut found = Vec::with_capacity(run.len());
            self.with_tools(&tools, |worker| values(worker, run, &mut found));
            found
        };
        let mut results = Results::default();
        let other = self.pool.in_place_scope(|scope| {
            for run in runs(count, self.pool.current_num_threads()) {
                results.start(scope, || work(run));
            }
            meanwhile()
        });
        // After the last run: each result would wake this thread.
        (iter::from_fn(|| results.next()).flatten().collect(), other)
    }

    /// Computes `value` for each item, in order, from its place.
    pub fn map_slice<I: Sync, T: Send>(
        &self,
        items: &[I],
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, usize, &I) -> T + Sync,
    ) -> Vec<T> {
        let values = |worker: &mut W, run: Range<usize>, found: &mut Vec<T>| {
            found.extend(run.map(|place| value(worker, place, &items[place])));
        };
        self.map_runs(items.len(), tools, values, || ()).0
    }

    fn with_tools<T>(&self, tools: impl Fn() -> W, work: impl FnOnce(&mut W) -> T) -> T {
        let idle = lock(&self.idle).pop();
        let mut worker = idle.unwrap_or_else(tools);
        let result = work(&mut worker);
        lock(&self.idle).push(worker);
        result
    }
}

/// Locks what no panic can leave half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Computes `value` for each block on the threads of `pool`, and passes the values to `sink` in the order of the blocks, whatever the number of
/// threads. At most `window` blocks for each thread are started and not yet passed on, so that a slow block or sink stops the threads instead
/// of filling memory. The flag is set once no further value is needed: a long computation looks at it.
///
/// # Errors
/// The error of the first block in order that failed, or of `sink`. All threads have stopped by then.
///
/// # Panics
/// Panics if a block did.
pub fn map_blocks<I: Send, T: Send, E: Send>(
    pool: &rayon::ThreadPool,
    blocks: impl IntoIterator<Item = I>,
    window: usize,
    value: impl Fn(I, &AtomicBool) -> Result<T, E> + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let is_abandoned = AtomicBool::new(false);
    let (mut blocks, window) = (blocks.into_iter(), window * pool.current_num_threads());
    // Nobody waits for the result of an abandoned block.
    let work = |block: I| (!is_abandoned.load(Relaxed)).then(|| value(block, &is_abandoned));
    pool.in_place_scope(|scope| {
        // Also set by a panic, for which the scope waits for its blocks.
        let _abandon = SetOnDrop(&is_abandoned);
        let mut results = Results::default();
        loop {
            while results.waiting() < window
                && let Some(block) = blocks.next()
            {
                results.start(scope, || work(block));
            }
            match results.next() {
                Some(Some(made)) => sink(made?)?,
                Some(None) | None => return Ok(()),
            }
        }
    })
}

impl<T> Default for Results<T> {
    fn default() -> Self {
        Self { places: VecDeque::new(), turns: Turns::new() }
    }
}

impl<T: Send> Results<T> {
    fn start<'scope>(&mut self, scope: &rayon::Scope<'scope>, work: impl FnOnce() -> T + Send + 'scope)
    where
        T: 'scope,
    {
        let place = Arc::new(Place::default());
        self.places.push_back(Arc::clone(&place));
        let fill = move || *lock(&place) = Some(catch_unwind(AssertUnwindSafe(work)));
        self.turns.start(scope, Box::new(fill));
    }

    /// Counts the blocks whose results were not returned yet.
    fn waiting(&self) -> usize {
        self.places.len()
    }

    /// Waits for the next result in order; `None` after the last.
    fn next(&mut self) -> Option<T> {
        let place = self.places.pop_front()?;
        self.turns.wait();
        let made = lock(&place).take()?;
        Some(made.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

impl Turns {
    fn new() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, early: BTreeSet::new(), started: 0, returned: 0 }
    }

    fn start<'scope>(&mut self, scope: &rayon::Scope<'scope>, work: Box<dyn FnOnce() + Send + 'scope>) {
        let (sender, number) = (self.sender.clone(), self.started);
        scope.spawn(move |_| {
            work();
            // The receiver is gone only after an error; the block is not needed then.
            let _ = sender.send(number);
        });
        self.started += 1;
    }

    /// Waits until the next block in order is done.
    fn wait(&mut self) {
        while !self.early.remove(&self.returned) {
            // A sender is here: messages do not end.
            self.early.extend(self.receiver.recv());
        }
        self.returned += 1;
    }
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn runs(count: usize, threads: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    iter::from_fn(move || {
        let length = ((count - start) / (RUNS_LEFT * threads)).clamp(1, LONGEST_RUN);
        let run = (start < count).then(|| start..start + length);
        start = run.as_ref().map_or(start, |run| run.end);
        run
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_hold_each_item_once_and_end_with_single_ones() {
        for (count, threads) in [(0, 1), (1, 8), (63, 2), (8192, 2), (8192, 64), (10, 64)] {
            let runs: Vec<_> = runs(count, threads).collect();
            assert!(runs.iter().cloned().flatten().eq(0..count), "{count} items for {threads} threads");
            assert!(runs.windows(2).all(|pair| pair[0].len() >= pair[1].len()));
            assert!(runs.iter().all(|run| run.len() <= LONGEST_RUN));
            assert!(
                runs.iter().rev().take(threads.min(count)).all(|run| run.len() == 1),
                "{count}, {threads}"
            );
        }
    }

    #[test]
    fn values_come_in_the_order_of_their_items() {
        for threads in [1, 2, 5] {
            let map = OrderedMap::new(threads).unwrap();
            let items: Vec<usize> = (0..1000).collect();
            let values = map.map_slice(&items, || (), |(), place, item| (place, item * 2));
            assert!(values.into_iter().eq((0..1000).map(|n| (n, 2 * n))));
            let squares =
                |(): &mut (), run: Range<usize>, found: &mut Vec<usize>| found.extend(run.map(|n| n * n));
            let (values, other) = map.map_runs(1000, || (), squares, || 7);
            assert!(values.into_iter().eq((0..1000).map(|n| n * n)) && other == 7);
            let (mut found, square) = (Vec::new(), |(): &mut (), n: u64, _: &AtomicBool| Ok::<_, ()>(n * n));
            let push = |square| {
                found.push(square);
                Ok(())
            };
            map.map(0..1000, 2, || (), square, push).unwrap();
            assert!(found.into_iter().eq((0..1000).map(|n| n * n)));
        }
    }

    /// Of several failures the first in order is returned; blocks far behind it are never started; a panic reaches the caller.
    #[test]
    fn the_first_failure_in_order_ends_the_run() {
        let map = OrderedMap::new(2).unwrap();
        let (mut passed, largest) = (0, Mutex::new(0));
        let fail = |(): &mut (), n: u64, _: &AtomicBool| {
            let mut largest = largest.lock().unwrap();
            *largest = n.max(*largest);
            if n >= 100 && n.is_multiple_of(50) { Err(n) } else { Ok(n) }
        };
        let count = |_| {
            passed += 1;
            Ok(())
        };
        assert_eq!(map.map(0.., 4, || (), fail, count), Err(100));
        assert!(passed == 100 && largest.into_inner().unwrap() < 108);
        assert_eq!(map.map(0.., 4, || (), |(), n: u64, _| Ok(n), Err), Err(0));
        let panics = || {
            let value =
                |(): &mut (), n: u64, _: &AtomicBool| if n == 5 { panic!("five") } else { Ok::<_, ()>(()) };
            map.map(0..10, 1, || (), value, Ok)
        };
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
    }
}
