//! Puzzles and solutions that two corpora share, as text and up to symmetry.

use super::Origin;
use crate::summary::{Overlap, OverlapSide, Summary};
use serde::Serialize;

/// Overlap of two corpora.
#[derive(Debug, Serialize)]
pub(crate) struct PairOverlap {
    /// The corpus that comes first in the report.
    pub(crate) first: String,
    pub(crate) other: String,
    /// Puzzles that are the same cell by cell.
    pub(crate) text: SharedMetrics,
    /// Puzzles with the same canonical form; `None` for shapes without canonical forms.
    pub(crate) equivalent: Option<SharedMetrics>,
    /// Puzzles whose solutions have the same canonical form.
    pub(crate) solutions: Option<SharedMetrics>,
}

/// Rows of two corpora that have a counterpart in the other one.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct SharedMetrics {
    /// Different puzzles, classes of puzzles or classes of solutions in both corpora.
    pub(crate) shared: u64,
    /// One of them in this many was compared, with all its rows: 1 if all were.
    pub(crate) one_in: u64,
    pub(crate) first: SharedRows,
    pub(crate) other: SharedRows,
}

/// Rows of one of the two corpora.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct SharedRows {
    /// Rows that were compared.
    pub(crate) looked_at: u64,
    /// Different ones among them.
    pub(crate) different: u64,
    /// Rows with a counterpart in the other corpus.
    pub(crate) in_both: u64,
    /// `in_both` of `looked_at`.
    pub(crate) share: f64,
    /// Rows with a readable puzzle that could not be compared: without a canonical form or without exactly one solution.
    pub(crate) without: u64,
}

impl SharedMetrics {
    fn of(overlap: Overlap, without: [u64; 2]) -> Self {
        let Overlap { sides: [first, other], shared, one_in } = overlap;
        let rows = |side: OverlapSide, without: u64| {
            let OverlapSide { rows: looked_at, different, in_both } = side;
            let share = if looked_at == 0 { 0.0 } else { in_both as f64 / looked_at as f64 };
            SharedRows { looked_at, different, in_both, share, without }
        };
        Self { shared, one_in, first: rows(first, without[0]), other: rows(other, without[1]) }
    }
}

impl PairOverlap {
    /// Compares every corpus with every later one; their summaries are settled.
    pub(super) fn of_all(corpora: &[(Origin, Summary)]) -> Vec<Self> {
        let pairs = corpora.iter().enumerate().flat_map(|(n, first)| {
            let others = corpora.iter().skip(n + 1);
            others.map(move |other| Self::of(first, other))
        });
        pairs.collect()
    }

    fn of((first, one): &(Origin, Summary), (other, two): &(Origin, Summary)) -> Self {
        let forms = one.forms().zip(two.forms());
        let without = |added: [u64; 2]| {
            [one.puzzles.rows.saturating_sub(added[0]), two.puzzles.rows.saturating_sub(added[1])]
        };
        Self {
            first: first.name.clone(),
            other: other.name.clone(),
            text: SharedMetrics::of(one.overlap(two), [0, 0]),
            equivalent: forms.map(|(a, b)| {
                let added = [a.puzzles.added(), b.puzzles.added()];
                SharedMetrics::of(a.puzzles.overlap(&b.puzzles), without(added))
            }),
            solutions: forms.map(|(a, b)| {
                let added = [a.solutions.added(), b.solutions.added()];
                SharedMetrics::of(a.solutions.overlap(&b.solutions), without(added))
            }),
        }
    }

    /// Returns true if anything is in both.
    pub(crate) fn is_any(&self) -> bool {
        [Some(self.text), self.equivalent, self.solutions].into_iter().flatten().any(|kind| kind.shared > 0)
    }

    /// Returns the kind that finds the most puzzles: up to symmetry where there are canonical forms, or else as text.
    pub(crate) fn puzzles(&self) -> SharedMetrics {
        self.equivalent.filter(|equivalent| equivalent.shared > 0).unwrap_or(self.text)
    }
}
