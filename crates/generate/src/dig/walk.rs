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

use super::{DigResult, Effort, dug};
use crate::random;
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, RemovalMemory, Remover};
use rand::Rng;

/// Result of a walk.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub(super) struct WalkResult {
    /// The last minimal puzzle, with a required number of givens or not.
    pub dug: DigResult,
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
pub(super) fn walk(
    solution: &Solution,
    (fewest, most): (usize, usize),
    digs: u64,
    rng: &mut impl Rng,
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<WalkResult, OutOfNodes> {
    let mut order: Vec<Cell> = solution.shape().all_cells().collect();
    random::shuffle(rng, &mut order);
    let mut memory = RemovalMemory::new();
    let mut grid = Grid::from(solution);
    let removal = solver.remove_again(&mut memory, &mut grid, solution, &order, usize::MAX)?;
    let mut walked = WalkResult { dug: dug(grid, &removal, true, effort), digs: 1 };
    let mut idle = 0;
    while walked.dug.givens > most && walked.digs < digs && idle < PATIENCE {
        random::shuffle(rng, &mut order);
        let next = neighbour(solution, &walked.dug, &mut order, solver, &mut memory, effort)?;
        walked.digs += 1;
        idle += 1;
        if let Some(next) = next {
            if next.givens < walked.dug.givens {
                idle = 0;
            }
            if (fewest..=walked.dug.givens).contains(&next.givens) {
                walked.dug = next;
            }
        }
    }
    Ok(walked)
}

/// Makes a minimal puzzle from the givens of `from` and a few more, which are tried last. Returns `None` if it is `from`,
/// or has more givens.
fn neighbour(
    solution: &Solution,
    from: &DigResult,
    order: &mut [Cell],
    solver: &mut dyn Remover,
    memory: &mut RemovalMemory,
    effort: &mut Effort,
) -> Result<Option<DigResult>, OutOfNodes> {
    let mut grid = from.grid.clone();
    let (mut kept, mut back) = (0, [None; PUT_BACK]);
    let mut put_back = 0;
    for at in 0..order.len() {
        let cell = order[at];
        if put_back < PUT_BACK && grid.get(cell).is_none() {
            back[put_back] = Some(cell);
            put_back += 1;
            grid.set(cell, Some(solution.get(cell)));
        } else {
            order[kept] = cell;
            kept += 1;
        }
    }
    for (to, cell) in order[kept..].iter_mut().zip(back.into_iter().flatten()) {
        *to = cell;
    }
    let (others, back) = order.split_at(kept);
    let others = solver.remove_again(memory, &mut grid, solution, others, usize::MAX)?;
    effort.checks += others.checks;
    effort.nodes += others.nodes;
    // Without the givens put back, the puzzle is `from`, which has one solution.
    if others.givens == from.givens + back.len() {
        effort.checks += back.len() as u64;
        return Ok(None);
    }
    let last = solver.remove_again(memory, &mut grid, solution, back, from.givens)?;
    effort.nodes += last.nodes;
    // As many as without the early end, so that all solvers count the same.
    effort.checks += back.len() as u64;
    Ok(last.all_tried.then(|| DigResult::minimal(grid, last.givens)))
}
