//! Enumerates all minimal puzzles within a puzzle: the subsets of its givens that have one solution and lose it with any given.
//!
//! ```text
//! needed     givens without which the puzzle has another solution: in every minimal puzzle
//! optional   the other givens; a choice is a subset of them, one bit each
//! edge       optional givens in which some other solution of the needed givens differs: an unavoidable set
//!
//! A choice has one solution exactly if it meets every edge, and is minimal exactly if each of its givens is alone in some
//! edge. The minimal puzzles are the minimal transversals of all edges. Few edges are known at first; the others are found
//! on the way:
//!
//! enumerate the minimal transversals of the known edges; at each one check its solution
//!     unique      -> a minimal puzzle
//!     not unique  -> the difference to the other solution is a new edge; shrink it, add it and go on
//! repeat until a pass finds no new edge
//! ```
//!
//! The result does not depend on the edges found or on the solver. In the last pass, each transversal is a minimal puzzle.
//! No minimal puzzle P is missing: P meets every known edge, so that it contains a minimal transversal. If that were a part of
//! P only, it would have another solution, and its difference would have become a new edge.
//!
//! If all minimal edges are known at first, one pass without checks is enough. So it is with the fast solver of 9x9 grids, which
//! finds all of them by one search.
//!
//! Transversals: depth-first, with the condition that each chosen given is alone in some edge (K. Murakami and T. Uno,
//! "Efficient algorithms for dualizing large-scale hypergraphs", 2014). Learning edges from failed checks: as in the dual
//! enumeration of minimal unsatisfiable subsets (M. Liffiton and K. Sakallah 2008).

mod classes;
#[cfg(test)]
mod tests;
mod transversals;

use crate::edges::MAX_OPTIONAL;
use crate::{OtherSolution, OutOfNodes, Remover};
use gridmill_board::{Cell, Digit, Grid, Solution};
use std::collections::BTreeMap;
use transversals::ChoiceOracle;
pub(crate) use transversals::TransversalSearch;

/// Minimal puzzles within a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimalPuzzles {
    /// Givens of every minimal puzzle, in row-major order.
    pub needed: Vec<Cell>,
    /// The other givens, in row-major order.
    pub optional: Vec<Cell>,
    /// The optional givens of each minimal puzzle, bit i for the i-th; in ascending order.
    pub choices: Vec<u64>,
    /// True if `choices` has all minimal puzzles; false if there are more, and the limit ended the enumeration.
    pub complete: bool,
    /// Search nodes visited.
    pub nodes: u64,
}

impl MinimalPuzzles {
    /// Most optional givens of a puzzle whose minimal puzzles are enumerated.
    pub const MAX_OPTIONAL: usize = MAX_OPTIONAL;

    /// Returns the minimal puzzles within `puzzle`, in the order of their choices.
    ///
    /// # Panics
    /// Panics if `puzzle` is smaller than the one that was enumerated.
    pub fn grids<'a>(&'a self, puzzle: &'a Grid) -> impl Iterator<Item = Grid> + 'a {
        self.choices.iter().map(|choice| {
            let mut grid = puzzle.clone();
            for (_, &cell) in self.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 0) {
                grid.set(cell, None);
            }
            grid
        })
    }

    /// Counts the minimal puzzles by number of givens.
    pub fn by_givens(&self) -> BTreeMap<usize, u64> {
        let mut counts = BTreeMap::new();
        for choice in &self.choices {
            *counts.entry(self.needed.len() + choice.count_ones() as usize).or_default() += 1;
        }
        counts
    }
}

/// Givens without which a puzzle has another solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeededGivens {
    /// Their cells, in row-major order.
    pub cells: Vec<Cell>,
    /// Search nodes visited.
    pub nodes: u64,
}

/// Reason why [`Remover::minimal_puzzles_up_to`] enumerates nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerationError {
    /// A search that reached its budget of nodes.
    #[error(transparent)]
    OutOfNodes(#[from] OutOfNodes),
    /// More optional givens than [`MinimalPuzzles::MAX_OPTIONAL`].
    #[error("{0} givens are optional; minimal puzzles are enumerated for up to {MAX_OPTIONAL}")]
    TooManyOptional(usize),
}

/// Question to any solver: is there a solution with another digit in a cell, and which? It is no type parameter, so that the enumeration is
/// compiled once.
type Question<'a> =
    dyn FnMut(&Grid, Cell, Digit) -> Result<(OtherSolution, Option<Solution>), OutOfNodes> + 'a;

/// Returns the question to a solver.
fn question<S: Remover + ?Sized>(
    solver: &mut S,
) -> impl FnMut(&Grid, Cell, Digit) -> Result<(OtherSolution, Option<Solution>), OutOfNodes> {
    |grid, cell, known| {
        let other = solver.has_other_solution(grid, cell, known)?;
        Ok((other, if other.found { solver.first_solution() } else { None }))
    }
}

/// Enumerates all minimal puzzles with any solver.
///
/// # Panics
/// Panics if too many givens are optional.
pub(crate) fn all_by_searches<S: Remover + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
) -> Result<MinimalPuzzles, OutOfNodes> {
    match by_searches(solver, puzzle, solution, usize::MAX) {
        Ok(all) => Ok(all),
        Err(EnumerationError::OutOfNodes(error)) => Err(error),
        Err(error @ EnumerationError::TooManyOptional(_)) => panic!("{error}"),
    }
}

/// Enumerates up to `limit` minimal puzzles with any solver.
pub(crate) fn by_searches<S: Remover + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
    limit: usize,
) -> Result<MinimalPuzzles, EnumerationError> {
    by_questions(&mut question(solver), puzzle, solution, limit)
}

/// Finds the needed givens, by a search for each given.
pub(crate) fn needed_by_searches<S: Remover + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
) -> Result<NeededGivens, OutOfNodes> {
    let GivensByNeed { needed, nodes, .. } = GivensByNeed::of(&mut question(solver), puzzle, solution)?;
    Ok(NeededGivens { cells: needed, nodes })
}

/// Givens of a puzzle: needed and optional.
struct GivensByNeed {
    needed: Vec<Cell>,
    optional: Vec<Cell>,
    nodes: u64,
}

impl GivensByNeed {
    fn of(ask: &mut Question<'_>, puzzle: &Grid, solution: &Solution) -> Result<Self, OutOfNodes> {
        let mut grid = puzzle.clone();
        let (mut needed, mut optional, mut nodes) = (Vec::new(), Vec::new(), 0);
        for cell in puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()) {
            grid.set(cell, None);
            let (other, _) = ask(&grid, cell, solution.get(cell))?;
            grid.set(cell, puzzle.get(cell));
            nodes += other.nodes;
            if other.found { &mut needed } else { &mut optional }.push(cell);
        }
        Ok(Self { needed, optional, nodes })
    }
}

fn by_questions(
    ask: &mut Question<'_>,
    puzzle: &Grid,
    solution: &Solution,
    limit: usize,
) -> Result<MinimalPuzzles, EnumerationError> {
    let GivensByNeed { needed, optional, nodes } = GivensByNeed::of(ask, puzzle, solution)?;
    if optional.len() > MAX_OPTIONAL {
        return Err(EnumerationError::TooManyOptional(optional.len()));
    }
    let all = if optional.len() == 64 { !0 } else { (1 << optional.len()) - 1 };
    let grid = puzzle.clone();
    let mut oracle = SolverOracle { ask, grid, solution, optional: &optional, nodes, error: None };
    let mut search = TransversalSearch::new();
    search.limit = limit;
    let complete = search.run(&mut oracle, all).is_some();
    if let Some(error) = oracle.error {
        return Err(error.into());
    }
    Ok(MinimalPuzzles { nodes: oracle.nodes, choices: search.found, complete, needed, optional })
}

/// Any solver as an oracle about choices.
struct SolverOracle<'a> {
    ask: &'a mut Question<'a>,
    /// The needed givens, and some choice.
    grid: Grid,
    solution: &'a Solution,
    optional: &'a [Cell],
    nodes: u64,
    error: Option<OutOfNodes>,
}

impl ChoiceOracle for SolverOracle<'_> {
    /// Searches for a solution that differs at one empty given after the other: the puzzle has one solution, so that another
    /// one of the choice differs at some of them.
    fn difference(&mut self, chosen: u64) -> Option<u64> {
        for (n, &cell) in self.optional.iter().enumerate() {
            self.grid.set(cell, (chosen >> n & 1 != 0).then(|| self.solution.get(cell)));
        }
        for (n, &cell) in self.optional.iter().enumerate() {
            if chosen >> n & 1 != 0 {
                continue;
            }
            let known = self.solution.get(cell);
            let (OtherSolution { found, nodes }, other) = match (self.ask)(&self.grid, cell, known) {
                Ok(answer) => answer,
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            };
            self.nodes += nodes;
            if !found {
                // It follows, so that it may be given in the next searches.
                self.grid.set(cell, Some(known));
                continue;
            }
            let other = other?;
            let differs = |cell: Cell| other.get(cell) != self.solution.get(cell);
            return Some(
                (0..).zip(self.optional).fold(0, |set, (n, &cell)| set | u64::from(differs(cell)) << n),
            );
        }
        Some(0)
    }
}
