//! Error of the crate: the problem, and the values that are allowed.

use gridmill_solve::OutOfNodes;
use std::{error, fmt};

/// Error of a plan or of a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Option, or a combination of options, that cannot be met. The text names options as code ([`with_options`](crate::with_options)).
    Option(String),
    /// A search for one puzzle reached its node budget.
    OutOfNodes {
        /// Purpose of the search, in words.
        doing: String,
        /// The budget.
        source: OutOfNodes,
        /// Advice to the user.
        advice: String,
    },
    /// The attempts gave no matching puzzle.
    Missed {
        /// The required puzzle, in words.
        required: String,
        /// Attempts made.
        attempts: u64,
        /// The fewest givens reached, if puzzles had too many.
        best: Option<usize>,
        /// The ratings of the puzzles that came in place of these, the most frequent first.
        came: Option<String>,
        /// Advice to the user.
        advice: String,
    },
    /// Two solvers differ about the solutions of a grid: one of them is wrong.
    SolversDisagree {
        /// Text of the grid.
        grid: String,
    },
    /// Another error, for one puzzle of a corpus.
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
    /// Returns an error of the options.
    pub fn option(problem: impl Into<String>) -> Self {
        Self::Option(problem.into())
    }

    /// Adds the index of the puzzle to the error.
    #[must_use]
    pub fn of_puzzle(self, index: u64) -> Self {
        Self::Puzzle { index, source: Box::new(self) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(problem) => f.write_str(problem),
            Self::OutOfNodes { doing, source, advice } => write!(f, "{doing}: {source}; {advice}"),
            Self::Missed { required, attempts, best, came, advice } => {
                let nearest = nearest(*best, came.as_deref());
                write!(f, "no {required} in {attempts} attempts{nearest}; {advice}")
            }
            Self::SolversDisagree { grid } => {
                write!(f, "internal error: solvers disagree on {grid}; please report it")
            }
            Self::Puzzle { index, source } => write!(f, "puzzle {index}: {source}"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::OutOfNodes { source, .. } => Some(source),
            Self::Puzzle { source, .. } => Some(source),
            Self::Option(_) | Self::Missed { .. } | Self::SolversDisagree { .. } => None,
        }
    }
}
