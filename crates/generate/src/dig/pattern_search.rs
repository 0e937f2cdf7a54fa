//! Puzzles whose givens are exactly the cells of a pattern, by local search over their digits.
//!
//! ```text
//! pattern   x . x x        digits on it      4 . 2 1     some cleared    4 . . 1     completed at random,
//!           . . x .        23 solutions      . . 3 .                     . . 3 .     taken if 23 or fewer solutions
//!           x . . x                          1 . . 4                     . . . 4
//! ```
//!
//! The number of solutions, counted up to a ceiling, leads downhill; above the ceiling the walk is blind. Sideways
//! moves are taken. Bias: puzzles with many neighbours of few solutions come too often.

use super::{Dug, Effort, count};
use crate::random::{self, AtRandom};
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{Backtracking, OutOfNodes, Solver};
use rand::Rng;

/// Searches for puzzles of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct PatternSearch {
    completer: Backtracking,
}

/// Where a search ended.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternSearchResult {
    /// The puzzle and its solution, if there is one.
    pub puzzle: Option<(Dug, Solution)>,
    /// Assignments of digits tried, the first included.
    pub tries: u64,
}

/// Solutions are counted up to this many. Part of the stream version.
const CEILING: u64 = 1000;
/// Digits cleared by a move, at most. Part of the stream version.
const CLEARED: usize = 3;
/// Moves without progress after which a search ends. Part of the stream version.
const PATIENCE: u64 = 500;
/// Nodes of one completion, a multiple of the cells; one that takes more is dropped. Part of the stream version.
const NODES_A_CELL: u64 = 4;

impl PatternSearch {
    /// A search for `shape`.
    pub fn new(shape: Shape) -> Self {
        Self { completer: Backtracking::new(shape, NODES_A_CELL * shape.cells() as u64) }
    }

    /// Looks for a puzzle with givens at `cells` alone, beginning with the digits of `start`, with at most `tries`
    /// assignments and no longer than patience lasts.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check does not fit the solver's budget.
    pub fn search(
        &mut self,
        cells: &[Cell],
        start: &Solution,
        tries: u64,
        rng: &mut impl Rng,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<PatternSearchResult, OutOfNodes> {
        let mut solution = start.clone();
        let mut grid = masked(&solution, cells);
        let mut solutions = count(&grid, CEILING, solver, effort)?;
        let (mut tried, mut idle) = (1, 0);
        while solutions > 1 && tried < tries && idle < PATIENCE {
            (tried, idle) = (tried + 1, idle + 1);
            let Some(next) = self.neighbour(&grid, cells, rng) else { continue };
            let moved = masked(&next, cells);
            let fewer = count(&moved, (solutions + 1).min(CEILING), solver, effort)?;
            if fewer <= solutions {
                idle = if fewer < solutions { 0 } else { idle };
                (solution, grid, solutions) = (next, moved, fewer);
            }
        }
        let puzzle = (solutions == 1).then(|| (Dug::new(grid, cells.len()), solution));
        Ok(PatternSearchResult { puzzle, tries: tried })
    }

    /// A complete grid that has the digits of `grid`, but for a few at `cells`; `None` if completing took too long.
    fn neighbour(&mut self, grid: &Grid, cells: &[Cell], rng: &mut impl Rng) -> Option<Solution> {
        let mut partial = grid.clone();
        for _ in 0..=random::index_below(rng, CLEARED) {
            partial.set(cells[random::index_below(rng, cells.len())], None);
        }
        self.completer.complete(&partial, &mut AtRandom(rng)).ok()?.0
    }
}

/// The digits of `solution` at `cells` alone.
fn masked(solution: &Solution, cells: &[Cell]) -> Grid {
    let mut grid = Grid::empty(solution.shape());
    for &cell in cells {
        grid.set(cell, Some(solution.get(cell)));
    }
    grid
}
