//! The classical dig: givens tried once each in a random order, each kept away only if one solution remains.
//!
//! The result is a function of (solution, order) alone: whether a given can go does not depend on who asks or how.
//! Law, over random orders: a minimal puzzle with k givens is reached with a probability that grows with the
//! number of ways to reach it, so that puzzles with few givens come far more often than their share among all
//! minimal puzzles (D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009: mean 24.4
//! givens against 26.6).

use crate::{
    board::{Cell, Grid, Solution},
    solve::{OutOfNodes, Solver},
};

/// What a dig left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dug {
    /// The givens that stay; exactly one solution.
    pub grid: Grid,
    /// How many stay.
    pub givens: usize,
    /// `Some(true)` if every given was shown to be needed, `None` if the dig stopped before it knew.
    pub minimal: Option<bool>,
}

/// Work done by uniqueness checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Checks made.
    pub checks: u64,
    /// Search nodes in them.
    pub nodes: u64,
}

/// Digs `solution` in `order`, until every cell of it was tried or `stop_at` givens are left.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn top_down(
    solution: &Solution,
    order: &[Cell],
    stop_at: usize,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Dug, OutOfNodes> {
    let mut grid = Grid::from(solution);
    let mut givens = solution.shape().cells();
    for &cell in order {
        if givens <= stop_at {
            return Ok(Dug { grid, givens, minimal: None });
        }
        let known = grid.set(cell, None);
        let other = solver.differs(&grid, cell, solution.get(cell))?;
        effort.checks += 1;
        effort.nodes += other.nodes;
        if other.found {
            grid.set(cell, known);
        } else {
            givens -= 1;
        }
    }
    Ok(Dug { grid, givens, minimal: Some(true) })
}
