//! A value for each row of a batch, computed on all threads.

use super::read::format::Rows;
use crate::{board::Grid, error::Result, pipeline::thread_pool};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Rows that a thread takes at once.
const CHUNK: usize = 64;

/// Threads, each with tools of its own, such as a solver.
#[derive(Debug)]
pub(super) struct RowWorkers<W> {
    pool: rayon::ThreadPool,
    idle: Mutex<Vec<W>>,
}

impl<W: Send> RowWorkers<W> {
    /// Starts `threads` threads, one for each core if 0.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) if they cannot be had.
    pub(super) fn new(threads: usize) -> Result<Self> {
        Ok(Self { pool: thread_pool(threads)?, idle: Mutex::default() })
    }

    /// Returns the pool, for other work of the run.
    pub(super) const fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
    }

    /// Computes `value` for each row, in order, from the number of the row in the batch and its grid or the reason why there is none.
    /// `tools` makes the tools of a thread.
    pub(super) fn map<T: Send>(
        &self,
        rows: &Rows,
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, usize, &Result<Grid, String>) -> T + Sync,
    ) -> Vec<T> {
        self.map_slice(&rows.puzzles, tools, |worker, row, (_, grid)| value(worker, row, grid))
    }

    /// Computes `value` for each item, in order, from its place.
    pub(super) fn map_slice<I: Sync, T: Send>(
        &self,
        items: &[I],
        tools: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, usize, &I) -> T + Sync,
    ) -> Vec<T> {
        let chunks = items.par_chunks(CHUNK).enumerate().map(|(chunk, items)| {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = idle.unwrap_or_else(&tools);
            let values: Vec<T> =
                (chunk * CHUNK..).zip(items).map(|(row, item)| value(&mut worker, row, item)).collect();
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
            values
        });
        self.pool.install(|| chunks.flatten_iter().collect())
    }
}
