//! Error of the crate: the problem, and the values that are allowed.

use crate::message::{Message, Words, plain_words};
use gridmill_solve::OutOfNodes;
use std::{error, fmt};

/// Error of a plan or of a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A setting, or a combination of settings, that cannot be met.
    Option(Message),
    /// A search for one puzzle reached its node budget.
    OutOfNodes {
        /// Purpose of the search, in words.
        doing: String,
        /// The budget.
        source: OutOfNodes,
        /// Advice to the user.
        advice: Message,
    },
    /// The attempts gave no wanted puzzle.
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
        advice: Message,
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
    /// Returns an error of the settings.
    pub fn option(problem: impl Into<Message>) -> Self {
        Self::Option(problem.into())
    }

    /// Adds the index of the puzzle to the error.
    #[must_use]
    pub fn of_puzzle(self, index: u64) -> Self {
        Self::Puzzle { index, source: Box::new(self) }
    }

    /// Writes the error with these words for the settings that it names.
    pub fn in_words(&self, words: Words<'_>) -> String {
        match self {
            Self::Option(problem) => problem.in_words(words),
            Self::OutOfNodes { doing, source, advice } => {
                format!("{doing}: {source}; {}", advice.in_words(words))
            }
            Self::Missed { wanted, attempts, best, came, advice } => {
                let nearest = nearest(*best, came.as_deref());
                format!("no {wanted} in {attempts} attempts{nearest}; {}", advice.in_words(words))
            }
            Self::SolversDisagree { grid } => {
                format!("internal error: solvers disagree on {grid}; please report it")
            }
            Self::Puzzle { index, source } => format!("puzzle {index}: {}", source.in_words(words)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(&plain_words))
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
