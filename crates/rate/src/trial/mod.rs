//! Difficulty without a rulebook: trial-and-error depth, braids and backdoors.
//!
//! Each measure is a function of the puzzle alone: no order of rules decides it, and it is equal for all images of the puzzle. Definitions, with a braid
//! in pictures, are in the README beside this file. Grids have a side up to 9.
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_rate::{Pencilmarks, trial::{Trial, TrialValue}};
//!
//! let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
//! let marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
//! let mut trial = Trial::new();
//! assert_eq!(trial.depth(&marks, 1_000_000), TrialValue::Exactly(1));
//! assert_eq!(trial.braid_rating(&marks, 1_000_000), TrialValue::Exactly(2));
//! # Ok::<(), gridmill_board::GridError>(())
//! ```

mod backdoors;
mod board;
mod braids;
mod engine;
mod kernel;
mod layout;
mod measures;
mod proof;
mod rating;
mod rounds;
mod shortest;
#[cfg(test)]
mod tests;

pub use backdoors::Backdoors;
pub use engine::BudgetSpent;
use engine::Engine;
use gridmill_board::Shape;
pub use proof::{Braid, BraidLink, Variable};
pub use rating::TrialRating;
pub use rounds::TrialRounds;
pub(crate) use shortest::LengthReached;
use std::fmt;

/// Version of the definitions, for data: values of one version can be compared.
pub const VERSION: &str = "trial/1";

/// A measure of difficulty, or the bound that a budget left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TrialValue {
    /// The value.
    Exactly(u8),
    /// A lower bound: the value is not known, and not below this.
    AtLeast(u8),
    /// There is no value.
    Undefined,
}

impl TrialValue {
    /// Returns the value if it is exact.
    pub const fn exact(self) -> Option<u8> {
        match self {
            Self::Exactly(value) => Some(value),
            Self::AtLeast(_) | Self::Undefined => None,
        }
    }
}

impl fmt::Display for TrialValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(value) => write!(f, "{value}"),
            Self::AtLeast(bound) => write!(f, "at least {bound}"),
            Self::Undefined => f.write_str("none"),
        }
    }
}

/// Measures puzzles by trial and error. Its memory is reused from puzzle to puzzle.
///
/// Each question has a budget in nodes. A node is one closure under singles, or one state of the search for a braid: some tenths of a
/// microsecond, and the same count on every machine. If the budget ends before the question is decided, the answer is
/// [`TrialValue::AtLeast`].
#[derive(Debug, Default)]
pub struct Trial {
    engine: Option<Engine>,
}

impl Trial {
    /// Budget of a question unless another is given, in nodes: it decides every puzzle of the collections that this program is checked with.
    pub const BUDGET: u64 = 1_000_000;

    /// Creates an engine without a puzzle.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the nodes that the last question took.
    pub fn nodes(&self) -> u64 {
        self.engine.as_ref().map_or(0, Engine::nodes)
    }

    /// Starts a question about a grid of this shape.
    fn begin(&mut self, shape: Shape, budget: u64) -> &mut Engine {
        if self.engine.as_ref().is_some_and(|engine| engine.layout.shape() != shape) {
            self.engine = None;
        }
        let engine = self.engine.get_or_insert_with(|| Engine::new(shape));
        engine.begin(budget);
        engine
    }
}
