//! Threads: how many, in which pool, and outside of it.

use crate::error::{Error, Result};
use std::{
    io,
    panic::resume_unwind,
    sync::Arc,
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

/// Starts a thread outside the pool, with a small stack. A limit of address space or of processes may forbid it.
///
/// # Errors
/// Those of the system.
pub fn spawn_small<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    thread::Builder::new().stack_size(SMALL_STACK).spawn_scoped(scope, work)
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
        let thread = thread::Builder::new().stack_size(SMALL_STACK).spawn(move || of_thread());
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
