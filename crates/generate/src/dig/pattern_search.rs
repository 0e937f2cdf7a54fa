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
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use gridmill_solve::{Backtracking, OutOfNodes, Remover};
use rand::Rng;

/// Searches for puzzles of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub(crate) struct PatternSearch {
    completer: Backtracking,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PatternSearchResult {
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
    pub(crate) fn new(shape: Shape) -> Self {
        Self { completer: Backtracking::new(shape, NODES_PER_CELL * shape.cells() as u64) }
    }

    /// Searches for a puzzle with givens at exactly `cells`, starting with the digits of `start`. Stops after `tries`
    /// assignments, or after too many moves without progress.
    pub(crate) fn search(
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

// Witness of solvability: one solution of a grid of givens, adapted to each new given by Kempe chains.
//
// ```text
// 1 2 3 4      r1c1 must become 3: exchange 1 and 3 in r1c1, then in each     3 2 1 4
// 3 4 1 2      peer that has the same digit now, and so on until no house     1 4 3 2
// 2 1 4 3      has a digit twice (a Kempe chain). If that moves no given,     2 1 4 3
// 4 3 2 1      the result is another solution of the grid.                    4 3 2 1
// ```

/// Complete and valid grid that agrees with the givens so far.
pub(super) struct WitnessSolution {
    cells: Vec<Digit>,
    chain: Vec<Cell>,
}

impl WitnessSolution {
    /// Creates a solution of the grid without givens: rows shifted against each other.
    pub(super) fn new(shape: Shape) -> Self {
        let digit = |cell| {
            let (row, col) = (shape.row(cell), shape.col(cell));
            let shift = shape.box_cols() * (row % shape.box_rows()) + row / shape.box_rows();
            Digit::from_index((shift + col) % shape.side())
        };
        Self { cells: shape.all_cells().map(digit).collect(), chain: Vec::new() }
    }

    /// Returns the givens and the digits of the witness except those that are `free`: a grid with few empty cells, whose
    /// solutions are solutions of the givens.
    pub(super) fn with_free_digits(&self, grid: &Grid, free: DigitSet) -> Grid {
        let mut partial = grid.clone();
        for (index, &digit) in self.cells.iter().enumerate() {
            let cell = Cell::new(index);
            if !free.contains(digit) && grid.get(cell).is_none() {
                partial.set(cell, Some(digit));
            }
        }
        partial
    }

    pub(super) fn get(&self, cell: Cell) -> Digit {
        self.cells[cell.index()]
    }

    pub(super) fn replace(&mut self, solution: &Solution) {
        self.cells.copy_from_slice(solution.cells());
    }

    /// Puts another `digit` at `cell` by a Kempe chain. Returns false, and changes nothing, if the chain would move a given.
    /// `grid` has the givens, including the new one; `peers` are those of each cell.
    pub(super) fn exchange(&mut self, cell: Cell, digit: Digit, grid: &Grid, peers: &[Vec<Cell>]) -> bool {
        let pair = [self.cells[cell.index()], digit];
        self.chain.clear();
        self.chain.push(cell);
        let mut checked = 0;
        while let Some(&from) = self.chain.get(checked) {
            let other = pair[usize::from(self.cells[from.index()] == pair[0])];
            for &peer in &peers[from.index()] {
                if self.cells[peer.index()] == other && !self.chain.contains(&peer) {
                    if grid.get(peer).is_some() {
                        return false;
                    }
                    self.chain.push(peer);
                }
            }
            checked += 1;
        }
        for cell in &self.chain {
            let here = &mut self.cells[cell.index()];
            *here = pair[usize::from(*here == pair[0])];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    fn solution(witness: &WitnessSolution, shape: Shape) -> Solution {
        let mut grid = Grid::empty(shape);
        for cell in shape.all_cells() {
            grid.set(cell, Some(witness.cells[cell.index()]));
        }
        Solution::new(&grid).unwrap()
    }

    #[test]
    fn witnesses_stay_solutions_of_the_givens() {
        let mut rng = Pcg64::from_seed([1; 32]);
        for shape in ["2x2", "2x3", "3x2", "2x4", "3x3", "4x4", "5x5"] {
            let shape: Shape = shape.parse().unwrap();
            let sees = |a: Cell, b: Cell| {
                a != b
                    && (shape.row(a) == shape.row(b)
                        || shape.col(a) == shape.col(b)
                        || shape.box_of(a) == shape.box_of(b))
            };
            let peers: Vec<Vec<Cell>> =
                shape.all_cells().map(|a| shape.all_cells().filter(|&b| sees(a, b)).collect()).collect();
            let (mut witness, mut grid, mut exchanged) = (WitnessSolution::new(shape), Grid::empty(shape), 0);
            assert_eq!(solution(&witness, shape).shape(), shape);
            for _ in 0..200 {
                let cell = Cell::new(random::index_below(&mut rng, shape.cells()));
                let digit = Digit::from_index(random::index_below(&mut rng, shape.side()));
                if grid.get(cell).is_some() || grid.givens() > shape.cells() / 8 {
                    grid.set(cell, None);
                    continue;
                }
                grid.set(cell, Some(digit));
                let before = solution(&witness, shape);
                let fits = witness.get(cell) == digit;
                if !fits && witness.exchange(cell, digit, &grid, &peers) {
                    exchanged += 1;
                } else if !fits {
                    assert_eq!(solution(&witness, shape), before);
                    grid.set(cell, None);
                }
                assert!(grid.is_within(&solution(&witness, shape)), "{shape}: {grid}");
            }
            assert!(exchanged >= 10, "{shape}: {exchanged}");
        }
    }
}
