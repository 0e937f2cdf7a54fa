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
use std::{fmt, str::FromStr};

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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Alternatives {
    /// Those beyond `len` are the same in all values.
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

impl fmt::Debug for Alternatives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

// Options of a search: its orders, the singles that it sees, and where it stops.

/// Constraint that a search branches on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum BranchOrder {
    /// The cell with the fewest candidates, the first of equals.
    #[default]
    Fewest,
    /// The cell, or digit in a house, with the fewest candidates. Of equals a cell before a house, then the first, then the least digit.
    FewestPlaces,
    /// The first empty cell, row by row.
    Rows,
    /// A random one of the cells with the fewest candidates.
    RandomFewest,
    /// A random empty cell.
    Random,
}

/// Order in which the alternatives of a guess are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DigitOrder {
    /// By digit; of a digit in a house by cell.
    #[default]
    Ascending,
    /// At random.
    Random,
    /// The solution's first, then ascending: no guess on the way to the solution fails. Ascending unless the puzzle has exactly one
    /// solution.
    SolutionFirst,
    /// Ascending, the solution's last: every wrong alternative is refuted. Ascending unless the puzzle has exactly one solution.
    SolutionLast,
}

/// Singles that a search sees before it guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Propagation {
    /// None: every digit is a guess; contradictions are seen.
    None,
    /// Cells with one candidate.
    Naked,
    /// Cells with one candidate, then digits with one place in a house.
    #[default]
    Singles,
}

/// Error of a name that no value has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {of} {name:?}; allowed are {}", allowed.join(", "))]
#[non_exhaustive]
pub struct UnknownName {
    /// Kind of value.
    #[doc(hidden)]
    pub of: &'static str,
    /// The name.
    #[doc(hidden)]
    pub name: String,
    /// Names of all values.
    #[doc(hidden)]
    pub allowed: Vec<&'static str>,
}

/// Gives values of an option their names in data.
macro_rules! names {
    ($option:ident $of:literal $($variant:ident $name:literal)*) => {
        gridmill_board::named_values!($option { $($variant $name),* });

        impl fmt::Display for $option {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $option {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                let found = Self::ALL.iter().find(|value| value.name() == name);
                found.copied().ok_or_else(|| UnknownName {
                    of: $of,
                    name: name.to_owned(),
                    allowed: Self::ALL.iter().map(|value| value.name()).collect(),
                })
            }
        }
    };
}

names! { BranchOrder "order"
    Fewest "fewest"
    FewestPlaces "fewest_places"
    Rows "rows"
    RandomFewest "random_fewest"
    Random "random"
}

names! { DigitOrder "order of digits"
    Ascending "ascending"
    Random "random"
    SolutionFirst "solution_first"
    SolutionLast "solution_last"
}

names! { Propagation "propagation"
    None "none"
    Naked "naked"
    Singles "singles"
}

/// Options of a search. The default is the search of the column `search_trace`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SearchOptions {
    /// Constraint that is branched on.
    pub(crate) order: BranchOrder,
    /// Order of alternatives.
    pub(crate) digits: DigitOrder,
    /// Singles that are seen.
    pub(crate) propagation: Propagation,
    /// Seed of the random orders.
    pub(crate) seed: u64,
    /// Number of solutions after which the search ends; 2 proves that there is only one.
    pub(crate) limit: u64,
    /// Number of events after which the search ends, without the last one that says so.
    pub(crate) max_events: u64,
}

impl SearchOptions {
    /// Default limit of events.
    pub const MAX_EVENTS: u64 = 100_000;

    /// Sets the constraint that is branched on.
    pub fn with_order(self, order: BranchOrder) -> Self {
        Self { order, ..self }
    }

    /// Sets the order of alternatives.
    pub fn with_digits(self, digits: DigitOrder) -> Self {
        Self { digits, ..self }
    }

    /// Sets the singles that are seen.
    pub fn with_propagation(self, propagation: Propagation) -> Self {
        Self { propagation, ..self }
    }

    /// Sets the seed of the random orders.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of solutions after which the search ends; 0 counts as 1.
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit: limit.max(1), ..self }
    }

    /// Sets the number of events after which the search ends.
    pub fn with_max_events(self, max_events: u64) -> Self {
        Self { max_events, ..self }
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            order: BranchOrder::default(),
            digits: DigitOrder::default(),
            propagation: Propagation::default(),
            seed: 0,
            limit: 1,
            max_events: Self::MAX_EVENTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_errors_list_them() {
        assert!(BranchOrder::ALL.iter().all(|order| order.name().parse() == Ok(*order)));
        assert!(DigitOrder::ALL.iter().all(|order| order.name().parse() == Ok(*order)));
        assert!(Propagation::ALL.iter().all(|propagation| propagation.name().parse() == Ok(*propagation)));
        let error = "best".parse::<Propagation>().unwrap_err();
        assert_eq!(error.to_string(), r#"unknown propagation "best"; allowed are none, naked, singles"#);
    }
}
