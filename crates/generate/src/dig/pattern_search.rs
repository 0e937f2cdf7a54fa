//! Local search for puzzles whose givens fill exactly the cells of a pattern.
//!
//! ```text
//! pattern   x . x x        digits on it      4 . 2 1     some cleared    4 . . 1     completed at random,
//!           . . x .        23 solutions      . . 3 .                     . . 3 .     accepted if 23 or fewer solutions
//!           x . . x                          1 . . 4                     . . . 4
//! ```
//!
//! The search minimises the number of solutions, counted up to a ceiling. Above the ceiling all moves are accepted; below
//! it, moves that do not increase the number. Bias: puzzles with many neighbours of few solutions are over-represented.

use super::{DigResult, Effort, count};
use crate::random::{self, AtRandom};
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{Backtracking, OutOfNodes, Remover};
use rand::Rng;

/// Searches for puzzles of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct PatternSearch {
    completer: Backtracking,
}

/// Result of a pattern search.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternSearchResult {
    /// The puzzle and its solution; `None` if the search failed.
    pub puzzle: Option<(DigResult, Solution)>,
    /// Digit assignments tried, including the first.
    pub tries: u64,
}

/// Limit of the solutions counted. Part of the stream version.
const CEILING: u64 = 1000;
/// Most digits that a move clears. Part of the stream version.
const CLEARED: usize = 3;
/// Moves without progress after which a search ends. Part of the stream version.
const PATIENCE: u64 = 500;
/// Nodes per cell that one completion may visit; one that needs more is dropped. Part of the stream version.
const NODES_PER_CELL: u64 = 4;

impl PatternSearch {
    /// Creates a search for `shape`.
    pub fn new(shape: Shape) -> Self {
        Self { completer: Backtracking::new(shape, NODES_PER_CELL * shape.cells() as u64) }
    }

    /// Searches for a puzzle with givens at exactly `cells`, starting with the digits of `start`. Stops after `tries`
    /// assignments, or after too many moves without progress.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check exceeds the solver's budget.
    pub fn search(
        &mut self,
        cells: &[Cell],
        start: &Solution,
        tries: u64,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
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
        let puzzle = (solutions == 1).then(|| (DigResult::new(grid, cells.len()), solution));
        Ok(PatternSearchResult { puzzle, tries: tried })
    }

    /// Returns a complete grid with the digits of `grid`, except for a few at `cells`; `None` if the completion took too
    /// long.
    fn neighbour(&mut self, grid: &Grid, cells: &[Cell], rng: &mut impl Rng) -> Option<Solution> {
        let mut partial = grid.clone();
        for _ in 0..=random::index_below(rng, CLEARED) {
            partial.set(cells[random::index_below(rng, cells.len())], None);
        }
        self.completer.complete(&partial, &mut AtRandom(rng)).ok()?.0
    }
}

/// Returns the grid of the digits of `solution` at `cells` alone.
fn masked(solution: &Solution, cells: &[Cell]) -> Grid {
    let mut grid = Grid::empty(solution.shape());
    for &cell in cells {
        grid.set(cell, Some(solution.get(cell)));
    }
    grid
}
