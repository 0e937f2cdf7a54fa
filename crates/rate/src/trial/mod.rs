//! Difficulty without a rulebook: trial-and-error depth, braids and backdoors.

mod backdoors;
mod board;
mod braids;
mod engine;
mod kernel;
mod levels;
mod measures;
mod proof;
#[cfg(test)]
mod tests;

pub use backdoors::Backdoors;
pub use engine::BudgetSpent;
use engine::Engine;
use gridmill_board::Shape;
pub use proof::{Braid, BraidLink, Variable};

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

/// Measures puzzles by trial and error. Its memory is reused from puzzle to puzzle.
///
/// Each question takes a budget in nodes; a node is about a microsecond, and the same on every machine. If the budget ends before the
/// question is decided, the answer is [`TrialValue::AtLeast`].
#[derive(Debug, Default)]
pub struct Trial {
    engine: Option<Engine>,
}

impl Trial {
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
