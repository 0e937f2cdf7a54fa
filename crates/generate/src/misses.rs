//! Count of attempts that gave no puzzle, for those who wait for one.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Attempts of generators that gave no wanted puzzle, which other threads may read at any time.
#[derive(Debug)]
pub struct Rejections {
    attempts: AtomicU64,
    fewest: AtomicUsize,
}

impl Default for Rejections {
    fn default() -> Self {
        Self { attempts: AtomicU64::new(0), fewest: AtomicUsize::new(usize::MAX) }
    }
}

impl Rejections {
    /// Returns the number of attempts that failed.
    pub fn attempts(&self) -> u64 {
        self.attempts.load(Relaxed)
    }

    /// Returns the fewest givens of the puzzles that had too many, if there were any.
    pub fn fewest_givens(&self) -> Option<usize> {
        Some(self.fewest.load(Relaxed)).filter(|&fewest| fewest != usize::MAX)
    }

    /// Adds failed attempts.
    pub(crate) fn add(&self, attempts: u64) {
        self.attempts.fetch_add(attempts, Relaxed);
    }

    /// Notes a puzzle with too many givens.
    pub(crate) fn note_givens(&self, givens: usize) {
        self.fewest.fetch_min(givens, Relaxed);
    }
}
