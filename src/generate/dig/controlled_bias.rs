//! Descents that give up at the first given that cannot go: rare successes, of known probability.
//!
//! ```text
//! order of the cells   d1 d2 d3 ... dj | d(j+1) ...        stage j: the first j givens are away
//!                      one solution    | several           it succeeds if stage j is minimal
//! ```
//!
//! A minimal puzzle with k of n givens is met if just its n-k empty cells come first: with probability 1/C(n, k) on
//! its grid. Source: D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009; a new grid for
//! each descent is the caller's part.
//!
//! Shortcut, exact: a given that can go at stage m can go at all earlier ones, so that none of them is minimal. If
//! stage m has several solutions and such a given is found, the descent has failed: two or three checks.

use super::{Dug, Effort, all_needed, count, logarithms::ln_choose, needed};
use crate::{
    board::{Cell, Grid, Solution},
    solve::{OutOfNodes, Solver},
};

/// One descent on `solution` in `order`, which names each cell once: a minimal puzzle with its weight, or nothing.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn controlled_bias(
    solution: &Solution,
    order: &[Cell],
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Option<Dug>, OutOfNodes> {
    // Where the two questions are cheapest together (9x9: 35 givens).
    let (away, rest) = order.split_at(order.len() * 4 / 7);
    let mut grid = Grid::from(solution);
    for &cell in away {
        grid.set(cell, None);
    }
    if count(&grid, 2, solver, effort)? == 1 {
        return descend(grid, rest, solver, effort);
    }
    if !all_needed(&mut grid, rest.iter().copied(), solver, effort)? {
        return Ok(None);
    }
    descend(Grid::from(solution), order, solver, effort)
}

/// Takes givens away in `order` until one cannot go.
fn descend(
    mut grid: Grid,
    order: &[Cell],
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Option<Dug>, OutOfNodes> {
    for (n, &cell) in order.iter().enumerate() {
        if needed(&mut grid, cell, solver, effort)? {
            let minimal = all_needed(&mut grid, order[n + 1..].iter().copied(), solver, effort)?;
            let givens = order.len() - n;
            let weight = Some(ln_choose(grid.shape().cells(), givens));
            return Ok(minimal.then(|| Dug { weight, ..Dug::minimal(grid, givens) }));
        }
        grid.set(cell, None);
    }
    // Not met: without givens there are several solutions.
    Ok(None)
}
