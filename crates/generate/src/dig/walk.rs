//! Walk over the minimal puzzles of one grid, towards few givens.
//!
//! ```text
//!  minimal, 23 givens --three back--> 26 --all tried--> minimal, 22     accepted
//!                                                  `--> minimal, 23     accepted: a sideways move
//!                                                  `--> minimal, 24     rejected
//! ```
//!
//! The givens put back are tried last: a move leaves the puzzle unchanged only if all other givens are needed. Distribution:
//! that of the process; puzzles with many neighbours of few givens are over-represented.
//!
//! Digs for a puzzle of 20 givens, by the number put back: one 470, two 290, three 190, four 180, five 200, seven 410. The
//! more givens are put back, the more checks a dig takes.

use super::{Dug, Effort, minimise, top_down};
use crate::random;
use gridmill_board::{Cell, Solution};
use gridmill_solve::{OutOfNodes, Solver};
use rand::Rng;

/// Result of a walk.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkResult {
    /// The last minimal puzzle, with a wanted number of givens or not.
    pub dug: Dug,
    /// Digs made, the first included.
    pub digs: u64,
}

/// Givens put back by a move. Part of the stream version.
const PUT_BACK: usize = 3;
/// Moves without progress after which a walk ends. Part of the stream version.
const PATIENCE: u64 = 500;

/// Walks on `solution`, starting from the minimal puzzle of a random order, until the puzzle has from `fewest` to `most`
/// givens. Stops after `digs` digs, or after too many moves without progress. Rejects moves to fewer than `fewest` givens.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn walk(
    solution: &Solution,
    (fewest, most): (usize, usize),
    digs: u64,
    rng: &mut impl Rng,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<WalkResult, OutOfNodes> {
    let mut order: Vec<Cell> = solution.shape().all_cells().collect();
    random::shuffle(rng, &mut order);
    let mut walked = WalkResult { dug: top_down(solution, &order, 0, solver, effort)?, digs: 1 };
    let mut idle = 0;
    while walked.dug.givens > most && walked.digs < digs && idle < PATIENCE {
        let next = neighbour(solution, &walked.dug, &mut order, rng, solver, effort)?;
        walked.digs += 1;
        idle = if next.givens < walked.dug.givens { 0 } else { idle + 1 };
        if (fewest..=walked.dug.givens).contains(&next.givens) {
            walked.dug = next;
        }
    }
    Ok(walked)
}

/// Makes a minimal puzzle from the givens of `from` and a few more.
fn neighbour(
    solution: &Solution,
    from: &Dug,
    order: &mut [Cell],
    rng: &mut impl Rng,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Dug, OutOfNodes> {
    random::shuffle(rng, order);
    let mut grid = from.grid.clone();
    let empty = order.iter().copied().filter(|&cell| grid.get(cell).is_none());
    let back: Vec<Cell> = empty.take(PUT_BACK).collect();
    for &cell in &back {
        grid.set(cell, Some(solution.get(cell)));
    }
    order.sort_by_key(|cell| back.contains(cell));
    minimise(grid, solution, order, 0, solver, effort)
}
