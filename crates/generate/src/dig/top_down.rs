//! The classical dig: givens tried once each in a random order, each kept away only if one solution remains.
//!
//! The result is a function of (solution, order) alone: whether a given can go does not depend on who asks or how.
//! Law, over random orders: a minimal puzzle with k givens is reached with a probability that grows with the
//! number of ways to reach it, so that puzzles with few givens come far more often than their share among all
//! minimal puzzles (D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009: mean 24.4
//! givens against 26.6).

use super::{Dug, Effort};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, Solver};

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
    minimise(Grid::from(solution), solution, order, stop_at, solver, effort)
}

/// Digs the puzzle `grid` in `order`, which names each given once, until every given of it was tried or `stop_at` are left.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn minimise(
    mut grid: Grid,
    solution: &Solution,
    order: &[Cell],
    stop_at: usize,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Dug, OutOfNodes> {
    let removal = solver.remove(&mut grid, solution, order, stop_at)?;
    effort.checks += removal.checks;
    effort.nodes += removal.nodes;
    let dug = if removal.all_tried { Dug::minimal } else { Dug::new };
    Ok(dug(grid, removal.givens))
}
