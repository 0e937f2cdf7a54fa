//! Tally of the candidates in the solutions of a grid, by any solver that lists.

use super::{OutOfNodes, Solver};
use gridmill_board::{DigitSet, Grid, Solution};

/// Candidates in one solution of a grid, and in several: see [`Solver::tally`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateTally {
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// Search nodes of the count: the root and every branch.
    pub nodes: u64,
    /// Of each cell, the digits that it has in exactly one solution; empty if the limit was reached.
    pub once: Vec<DigitSet>,
    /// Of each cell, the digits that it has in two solutions or more; empty if the limit was reached.
    pub several: Vec<DigitSet>,
}

impl CandidateTally {
    /// Creates the tally of a grid that has more solutions than were to be found.
    pub(super) const fn at_limit(solutions: u64, nodes: u64) -> Self {
        Self { solutions, nodes, once: Vec::new(), several: Vec::new() }
    }

    /// Creates the tally of these solutions, which are all.
    fn of(solutions: &[Solution], cells: usize, nodes: u64) -> Self {
        let mut once = vec![DigitSet::default(); cells];
        let mut several = once.clone();
        for solution in solutions {
            for ((once, several), &digit) in once.iter_mut().zip(&mut several).zip(solution.cells()) {
                if !once.insert(digit) {
                    several.insert(digit);
                }
            }
        }
        for (once, several) in once.iter_mut().zip(&several) {
            for digit in *several {
                once.remove(digit);
            }
        }
        Self { solutions: solutions.len() as u64, nodes, once, several }
    }
}

/// Counts the solutions, then lists them.
pub(super) fn by_list(
    solver: &mut (impl Solver + ?Sized),
    grid: &Grid,
    limit: u64,
) -> Result<CandidateTally, OutOfNodes> {
    let count = solver.count(grid, limit)?;
    if count.solutions == limit {
        return Ok(CandidateTally::at_limit(limit, count.nodes));
    }
    let solutions = solver.list(grid, usize::try_from(count.solutions).unwrap_or(usize::MAX))?;
    Ok(CandidateTally::of(&solutions, grid.cells().len(), count.nodes))
}
