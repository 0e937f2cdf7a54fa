//! What a checker is asked.

use super::verdict::Answer;
use crate::{
    board::{Cell, Digit, Grid},
    solve::{Count, OtherSolution, OutOfNodes, Solver},
};
use std::fmt;

/// A grid, and either how many solutions it has or whether one of them differs from a known digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    grid: Grid,
    known: Option<(Cell, Digit)>,
}

/// What a checker said, and the nodes that took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reply {
    pub answer: Answer,
    pub nodes: u64,
}

impl Question {
    /// How many solutions has `grid`?
    pub const fn count(grid: Grid) -> Self {
        Self { grid, known: None }
    }

    /// The digging question: has `grid` a solution without `known` at the empty `cell`?
    pub const fn has_other_solution(grid: Grid, cell: Cell, known: Digit) -> Self {
        Self { grid, known: Some((cell, known)) }
    }

    /// The grid asked about.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cell and its known digit, of a digging question.
    pub const fn known(&self) -> Option<(Cell, Digit)> {
        self.known
    }

    /// Asks `solver`, which counts up to `limit`.
    #[inline]
    pub(super) fn ask(&self, solver: &mut dyn Solver, limit: u64) -> Reply {
        let reply = match self.known {
            None => solver
                .count(&self.grid, limit)
                .map(|Count { solutions, nodes }| Reply { answer: Answer::Solutions(solutions), nodes }),
            Some((cell, known)) => solver
                .has_other_solution(&self.grid, cell, known)
                .map(|OtherSolution { found, nodes }| Reply { answer: Answer::OtherSolution(found), nodes }),
        };
        reply.unwrap_or_else(|OutOfNodes { budget }| Reply { answer: Answer::Undecided, nodes: budget })
    }
}

impl fmt::Display for Question {
    /// The grid's text; a digging question goes on with the cell and the digit that is forbidden there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.grid)?;
        match self.known {
            None => Ok(()),
            Some((cell, known)) => write!(f, " {}<>{known}", cell.name(self.grid.shape())),
        }
    }
}
