//! Error of the crate: the problem, and the values that are allowed.

use gridmill_solve::OutOfNodes;

/// Error of a plan or of a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An option, or a combination of options, that cannot be met.
    #[error("{0}")]
    Option(String),
    /// A search for one puzzle reached its node budget.
    #[error("{doing}: {source}; {advice}")]
    OutOfNodes {
        /// Purpose of the search, in words.
        doing: String,
        /// The budget.
        source: OutOfNodes,
        /// Advice to the user.
        advice: &'static str,
    },
    /// The attempts gave no wanted puzzle.
    #[error("no {wanted} in {attempts} attempts{}; {advice}", nearest(*best, came.as_deref()))]
    Missed {
        /// The wanted puzzle, in words.
        wanted: String,
        /// Attempts made.
        attempts: u64,
        /// The fewest givens reached, if puzzles had too many.
        best: Option<usize>,
        /// The ratings of the puzzles that came in place of wanted ones, the most frequent first.
        came: Option<String>,
        /// Advice to the user.
        advice: &'static str,
    },
    /// Another error, for one puzzle of a corpus.
    #[error("puzzle {index}: {source}")]
    Puzzle {
        /// Its index in the corpus.
        index: u64,
        /// The error.
        source: Box<Error>,
    },
}

/// Result with the error of the crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Describes the nearest miss of a search.
fn nearest(best: Option<usize>, came: Option<&str>) -> String {
    let best = best.map(|givens| format!("; the best had {givens}"));
    let came = came.map(|came| format!("; others came: {came}"));
    best.into_iter().chain(came).collect()
}

impl Error {
    /// Adds the index of the puzzle to the error.
    #[must_use]
    pub fn of_puzzle(self, index: u64) -> Self {
        Self::Puzzle { index, source: Box::new(self) }
    }
}
