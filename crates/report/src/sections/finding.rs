//! Findings of the first screen, and the columns that each rests on.

use crate::metrics::{ColumnMetrics, CorpusMetrics};
use gridmill_tables::schema::ColumnId;

/// Sentence of the first screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// All puzzles are minimal.
    Minimal,
    /// Givens on average.
    Givens,
    /// The share that falls to singles.
    FallsToSingles,
    /// The share of the hardest level.
    HardestLevel,
    /// The share that the techniques do not solve.
    BeyondTechniques,
    /// The share whose rating the budget ended.
    BeyondBudget,
    /// Mean ER.
    MeanEr,
    /// Median score.
    MedianScore,
}

impl Finding {
    /// Returns the columns without which the finding would be another, or none.
    const fn columns(self) -> &'static [ColumnId] {
        // The metrics know whether a scale has a budget, and so needs er_at_least. Singles are looked for in the puzzle where columns of
        // techniques are missing.
        match self {
            Self::Minimal => &[ColumnId::Puzzle, ColumnId::Minimal],
            Self::Givens | Self::FallsToSingles => &[ColumnId::Puzzle],
            Self::HardestLevel => &[ColumnId::Level],
            Self::BeyondTechniques => &[ColumnId::Solved],
            Self::BeyondBudget => &[ColumnId::ErAtLeast],
            Self::MeanEr => &[ColumnId::Er],
            Self::MedianScore => &[ColumnId::Score],
        }
    }

    /// Returns true if the rows have all columns that the finding rests on.
    pub(super) fn is_of(self, corpus: &CorpusMetrics) -> bool {
        self.columns().iter().all(|&id| column(corpus, id).is_some())
    }

    /// Returns the value of the finding if the rows have its columns.
    pub(super) fn then<T>(self, corpus: &CorpusMetrics, value: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.is_of(corpus) { value() } else { None }
    }
}

/// Returns the metrics of a column: of ratings, that of the first scale.
pub(super) fn column(corpus: &CorpusMetrics, id: ColumnId) -> Option<&ColumnMetrics> {
    let prefix = if id.column().is_of_rulebook() { corpus.prefix.as_str() } else { "" };
    corpus.columns.iter().find(|column| column.name.strip_prefix(prefix) == Some(id.name()))
}
