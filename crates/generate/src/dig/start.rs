//! Grids that digs start from.

use gridmill_board::{Grid, Solution};

/// Grid that a pass starts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DigStart {
    /// A complete grid.
    Complete(Solution),
    /// A puzzle grown from an empty grid, mostly with givens that can be removed, and its solution.
    Grown(Grid, Solution),
    /// A puzzle that is given, and its solution.
    Puzzle(Grid, Solution),
}

impl DigStart {
    /// Returns the complete grid.
    pub const fn solution(&self) -> &Solution {
        match self {
            Self::Complete(solution) | Self::Grown(_, solution) | Self::Puzzle(_, solution) => solution,
        }
    }

    /// Returns the puzzle to remove givens from.
    pub fn grid(&self) -> Grid {
        match self {
            Self::Complete(solution) => Grid::from(solution),
            Self::Grown(grid, _) | Self::Puzzle(grid, _) => grid.clone(),
        }
    }

    /// Returns the complete grid.
    pub fn into_solution(self) -> Solution {
        match self {
            Self::Complete(solution) | Self::Grown(_, solution) | Self::Puzzle(_, solution) => solution,
        }
    }
}
