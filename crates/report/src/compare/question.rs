//! Questions for checkers.

use super::verdict::Answer;
use gridmill_board::{Cell, Digit, Grid};
use gridmill_solve::{Count, OtherSolution, OutOfNodes, Remover};
use std::fmt;

/// A grid, and either how many solutions it has or whether one of them differs from a known digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    grid: Grid,
    known: Option<(Cell, Digit)>,
}

/// Answer of a checker, and the search nodes that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reply {
    pub answer: Answer,
    pub nodes: u64,
}

impl Question {
    /// Builds the question for the number of solutions of `grid`.
    pub const fn count(grid: Grid) -> Self {
        Self { grid, known: None }
    }

    /// Builds the question of digging: has `grid` a solution with a digit other than `known` at the empty `cell`?
    pub const fn has_other_solution(grid: Grid, cell: Cell, known: Digit) -> Self {
        Self { grid, known: Some((cell, known)) }
    }

    /// Returns the grid of the question.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the cell and its known digit, if it is a question of digging.
    pub const fn known(&self) -> Option<(Cell, Digit)> {
        self.known
    }

    /// Asks `solver`, which counts up to `limit`.
    #[inline]
    pub(super) fn ask(&self, solver: &mut dyn Remover, limit: u64) -> Reply {
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
    /// Formats the grid; a question of digging adds the cell and the excluded digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.grid)?;
        match self.known {
            None => Ok(()),
            Some((cell, known)) => write!(f, " {}<>{known}", cell.name(self.grid.shape())),
        }
    }
}
