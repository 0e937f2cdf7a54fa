//! A value for each row of a batch, computed on all threads.
//!
//! ```text
//! rows   ################--------####----##--##--#-#-#-#     threads take runs that get shorter, at the end single rows,
//!                                                            so that none waits long for the last hard puzzle of another
//! ```

use crate::{error::Result, read::format::Rows, threads::thread_pool};
use gridmill_board::Grid;
use std::{
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// Most rows that a thread takes at once.
const LONGEST_RUN: usize = 64;
/// Runs of each thread that the rows left would fill.
const RUNS_LEFT: usize = 4;

/// Threads, each with tools of its own, such as a solver.
#[derive(Debug)]
pub struct RowWorkers<W> {
    pool: Arc<rayon::ThreadPool>,
    idle: Mutex<Vec<W>>,
}

impl<W: Send> RowWorkers<W> {
    /// Starts `threads` threads, one for each core if 0.
    ///
    /// # Errors
    /// [`Error::Option`](crate::error::Error::Option) if they cannot be had.
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

    /// Computes `value` for each row, in order, from the number of the row in the batch and its grid or the reason why there is none.
    /// `tools` makes the tools of a thread.
    pub fn map<T: Send>(
        &self,
        rows: &Rows,
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, usize, &Result<Grid, String>) -> T + Sync,
    ) -> Vec<T> {
        self.map_slice(&rows.puzzles, tools, |worker, row, (_, grid)| value(worker, row, grid))
    }

    /// Computes `value` for each item, in order, from its place.
    pub fn map_slice<I: Sync, T: Send>(
        &self,
        items: &[I],
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, usize, &I) -> T + Sync,
    ) -> Vec<T> {
        self.map_beside(items, tools, value, || ()).0
    }

    /// Computes `value` for each item, in order, from its place, while this thread does other work.
    pub fn map_beside<I: Sync, T: Send, R>(
        &self,
        items: &[I],
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, usize, &I) -> T + Sync,
        other: impl FnOnce() -> R,
    ) -> (Vec<T>, R) {
        let values = |worker: &mut W, run: Range<usize>, found: &mut Vec<T>| {
            found.extend(run.map(|place| value(worker, place, &items[place])));
        };
        self.map_runs_beside(items.len(), tools, values, other)
    }

    /// Finds the values of each run of `count` places, in order, while this thread does other work. For values that are found sooner
    /// together.
    pub fn map_runs_beside<T: Send, R>(
        &self,
        count: usize,
        tools: impl Fn() -> W + Sync,
        values: impl Fn(&mut W, Range<usize>, &mut Vec<T>) + Sync,
        other: impl FnOnce() -> R,
    ) -> (Vec<T>, R) {
        let (next, runs) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let threads = self.pool.current_num_threads();
        let work = || {
            let Some(mut run) = take(&next, count, threads) else { return };
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = idle.unwrap_or_else(&tools);
            loop {
                let (start, mut found) = (run.start, Vec::with_capacity(run.len()));
                values(&mut worker, run, &mut found);
                runs.lock().unwrap_or_else(PoisonError::into_inner).push((start, found));
                let Some(following) = take(&next, count, threads) else { break };
                run = following;
            }
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        };
        let other = self.pool.in_place_scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| work());
            }
            other()
        });
        let mut runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
        runs.sort_unstable_by_key(|(start, _)| *start);
        (runs.into_iter().flat_map(|(_, values)| values).collect(), other)
    }
}

/// Takes the next run of `count` items.
fn take(next: &AtomicUsize, count: usize, threads: usize) -> Option<Range<usize>> {
    let length = |start: usize| ((count - start) / (RUNS_LEFT * threads)).clamp(1, LONGEST_RUN);
    let end = |start: usize| (start < count).then(|| start + length(start));
    let start = next.fetch_update(Relaxed, Relaxed, end).ok()?;
    Some(start..start + length(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_hold_each_item_once_and_end_with_single_ones() {
        for (count, threads) in [(0, 1), (1, 8), (63, 2), (8192, 2), (8192, 64), (10, 64)] {
            let next = AtomicUsize::new(0);
            let runs: Vec<_> = std::iter::from_fn(|| take(&next, count, threads)).collect();
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
            let workers = RowWorkers::new(threads).unwrap();
            let items: Vec<usize> = (0..1000).collect();
            let values = workers.map_slice(&items, || (), |(), place, item| (place, item * 2));
            assert!(values.into_iter().eq((0..1000).map(|n| (n, 2 * n))));
            let squares =
                |(): &mut (), run: Range<usize>, found: &mut Vec<usize>| found.extend(run.map(|n| n * n));
            let (values, other) = workers.map_runs_beside(1000, || (), squares, || 7);
            assert!(values.into_iter().eq((0..1000).map(|n| n * n)) && other == 7);
        }
    }
}
