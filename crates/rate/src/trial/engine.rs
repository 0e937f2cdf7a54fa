//! Boards of one shape with a budget in nodes.

use super::{
    board::{Board, Layout, Place},
    kernel::Closure,
    levels::Level,
};
use gridmill_board::Shape;

/// Error: the budget ended before the question was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the budget of nodes ended before the question was decided")]
#[non_exhaustive]
pub struct BudgetSpent;

/// Layout, budget and memory of the searches.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) layout: Layout,
    /// Memory of the levels of copies.
    pub(super) levels: Vec<Level>,
    /// Candidates that the last braid asserts, the last one first.
    pub(super) path: Vec<Place>,
    nodes: u64,
    budget: u64,
}

impl Engine {
    /// Prepares for boards of a shape.
    pub(super) fn new(shape: Shape) -> Self {
        Self { layout: Layout::new(shape), levels: Vec::new(), path: Vec::new(), nodes: 0, budget: 0 }
    }

    /// Starts a question that may take `budget` nodes.
    pub(super) fn begin(&mut self, budget: u64) {
        (self.nodes, self.budget) = (0, budget);
    }

    /// Returns the nodes of the question so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one node.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), BudgetSpent> {
        if self.nodes == self.budget {
            return Err(BudgetSpent);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Places singles until there is none: one node.
    #[inline]
    pub(super) fn close(&mut self, board: &mut Board) -> Result<Closure, BudgetSpent> {
        self.count()?;
        Ok(self.layout.propagate(board))
    }
}
