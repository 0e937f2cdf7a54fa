//! The crate's error: what went wrong and what is allowed.

use gridmill_solve::OutOfNodes;

/// Everything that can fail.
///
/// All variants are known to callers: the program's own error takes them over one by one.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An option, or two together, that cannot be met.
    #[error("{0}")]
    Option(String),
    /// A search of one puzzle hit its node budget.
    #[error("{doing}: {source}; {advice}")]
    OutOfNodes {
        /// What the search was for.
        doing: String,
        /// The budget.
        source: OutOfNodes,
        /// What to do about it.
        advice: &'static str,
    },
    /// No wanted puzzle within the attempts.
    #[error("no {wanted} in {attempts} attempts{}; allow more attempts or more givens", nearest(*best))]
    Missed {
        /// What was wanted, in words.
        wanted: String,
        /// Attempts made.
        attempts: u64,
        /// The fewest givens reached, where it was their number that did not fit.
        best: Option<usize>,
    },
    /// Any of the above, for one puzzle of a corpus.
    #[error("puzzle {index}: {source}")]
    Puzzle {
        /// Its index in the corpus.
        index: u64,
        /// What went wrong.
        source: Box<Error>,
    },
}

/// A result with the crate's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// How near a search came, in words.
fn nearest(best: Option<usize>) -> String {
    best.map(|givens| format!("; the best had {givens}")).unwrap_or_default()
}

impl Error {
    /// This error, said of puzzle `index`.
    #[must_use]
    pub fn of_puzzle(self, index: u64) -> Self {
        Self::Puzzle { index, source: Box::new(self) }
    }
}
