//! The classical dig: tries the givens once each in random order, and removes each if one solution remains.
//!
//! The result is a function of (solution, order) alone: whether a given can be removed does not depend on the solver.
//! Distribution, over random orders: the probability of a minimal puzzle with k givens grows with the number of orders
//! that lead to it. Puzzles with few givens are therefore far more frequent than their share among all minimal
//! puzzles (D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009: mean 24.4 givens against
//! 26.6).

use super::{DigResult, Effort, RemovalOracle};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, Removal};

/// Digs `solution` in `order`, until every cell of it was tried or `stop_at` givens are left.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn top_down(
    solution: &Solution,
    order: &[Cell],
    stop_at: usize,
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    minimise(Grid::from(solution), solution, order, stop_at, oracle, effort)
}

/// Digs the puzzle `grid` in `order`, which names each given once, until every given was tried or `stop_at` are left.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub(super) fn minimise(
    mut grid: Grid,
    solution: &Solution,
    order: &[Cell],
    stop_at: usize,
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    let removal = oracle.remove_givens(&mut grid, solution, order, stop_at)?;
    Ok(dug(grid, &removal, oracle.is_exact(), effort))
}

/// Returns the puzzle that a removal of givens left, and adds the work. `exact` tells that every given that stays is needed.
pub(crate) fn dug(grid: Grid, removal: &Removal, exact: bool, effort: &mut Effort) -> DigResult {
    effort.checks += removal.checks;
    effort.nodes += removal.nodes;
    let dug = if removal.all_tried && exact { DigResult::minimal } else { DigResult::new };
    dug(grid, removal.givens)
}
