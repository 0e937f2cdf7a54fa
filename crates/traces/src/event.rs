//! Events of a search: what it asserts, where it guesses, where it fails.
//!
//! ```text
//! trace   = *event end
//! event   = single / guess try / contradiction / backtrack try / solution
//! single  = a digit that naked or hidden singles force
//! guess   = a new choice point with all its alternatives; `try` asserts the first one
//! backtrack d = the state before choice point d comes back; `try` asserts its next alternative
//! ```

use gridmill_board::{Cell, Digit, House, HouseKind};
use gridmill_rate::Candidate;
use std::fmt;

/// Reason of an assertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssertRule {
    /// The cell has no other candidate.
    NakedSingle,
    /// The digit has no other place in the cell's house of this kind.
    HiddenSingle(HouseKind),
    /// The alternative of the choice point is tried.
    Try,
}

/// Constraint that a guess branches on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell has a digit: its candidates are the alternatives.
    Cell(Cell),
    /// The house has the digit: its places are the alternatives.
    Place(House, Digit),
}

/// Proof that a state has no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contradiction {
    /// The empty cell has no candidate.
    NoCandidate(Cell),
    /// The house lacks the digit, and no empty cell of it can take it.
    NoPlace(House, Digit),
    /// The givens of the puzzle have the digit twice in the house.
    Repeated(House, Digit),
}

/// Reason why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SearchEnd {
    /// No alternative is left: all solutions were found.
    Exhausted,
    /// The number of solutions that was asked for is reached.
    Limit,
    /// The budget of events is used up.
    Truncated,
}

/// Event of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A digit is placed.
    Assert {
        /// Cell and digit.
        candidate: Candidate,
        /// Reason.
        rule: AssertRule,
    },
    /// A choice point is opened: the next event tries its first alternative.
    Guess {
        /// Constraint that is branched on.
        constraint: Constraint,
        /// All candidates that satisfy it, in the order in which they are tried.
        alternatives: Alternatives,
    },
    /// The state has no solution.
    Contradiction(Contradiction),
    /// The search returns to the state before a choice point: the next event tries its next alternative.
    Backtrack {
        /// Number of choice points that stay open, with this one: 1 is the first guess.
        depth: u8,
    },
    /// Every cell has its digit.
    Solution,
    /// The search is over.
    End(SearchEnd),
}

/// Alternatives of a guess: 1 to 9 candidates in order.
#[derive(Clone, Copy)]
pub struct Alternatives {
    candidates: [Candidate; 9],
    len: u8,
}

impl Alternatives {
    /// No alternative.
    pub(crate) const EMPTY: Self =
        Self { candidates: [Candidate { cell: Cell::new(0), digit: Digit::from_index(0) }; 9], len: 0 };

    /// Collects candidates; `None` for more than nine.
    pub fn new(candidates: &[Candidate]) -> Option<Self> {
        let mut alternatives = Self::EMPTY;
        alternatives.candidates.get_mut(..candidates.len())?.copy_from_slice(candidates);
        alternatives.len = u8::try_from(candidates.len()).ok()?;
        Some(alternatives)
    }

    /// Adds a candidate behind the others.
    pub(crate) fn push(&mut self, candidate: Candidate) {
        self.candidates[usize::from(self.len)] = candidate;
        self.len += 1;
    }

    /// Returns the candidates in order.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.candidates[..usize::from(self.len)]
    }

    /// Returns the candidates in order.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.candidates[..usize::from(self.len)]
    }
}

impl PartialEq for Alternatives {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Alternatives {}

impl std::hash::Hash for Alternatives {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Debug for Alternatives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
