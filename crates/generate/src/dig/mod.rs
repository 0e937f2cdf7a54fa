//! Digs: from a complete grid, or from an empty one, to a puzzle.
//!
//! | dig | one pass | distribution |
//! |---|---|---|
//! | [`top_down()`], [`symmetric()`] | tries each given, or each orbit, once in random order | favours few givens |
//! | [`BottomUp`], then [`minimise()`] | adds consistent givens until unique, then top-down | favours few givens more |
//! | [`walk()`] | puts a few givens back and removes others, again and again | few givens; not a known distribution |
//! | [`PatternSearch`] | changes digits on fixed cells until unique | not a known distribution |
//! | [`controlled_bias()`] | fails at the first given that cannot be removed | known: weight C(cells, givens) |
//! | [`weighted()`] | top-down, and computes the probability of its path | known: weight of each puzzle |
//! | [`Climber`] | exchanges a few givens, again and again | ends of climbs; not a known distribution |
//! | [`SubsetSampler`] | draws one of all minimal puzzles within a random subset | known: weight of each puzzle |
//!
//! [`DigMode::facts`] has the properties of each dig in one table.

mod bottom_up;
mod climb;
mod controlled_bias;
mod digger;
mod enumerated;
mod logarithms;
mod mode;
mod pattern_search;
mod removal_oracle;
mod top_down;

pub(crate) use bottom_up::BottomUp;
pub use climb::Objective;
pub(crate) use climb::{ClimbRange, ClimbTarget, Climber, rate_of};
pub(crate) use controlled_bias::DescentSampler;
pub use controlled_bias::controlled_bias;
pub(crate) use digger::{Digger, PassResult, PassTarget};
pub(crate) use enumerated::SubsetSampler;
use gridmill_board::{Cell, Grid};
use gridmill_solve::{OutOfNodes, Remover};
pub(crate) use mode::FewerGivensHint;
pub use mode::{DigEnd, DigFacts, DigMode};
pub(crate) use pattern_search::PatternSearch;
pub(crate) use removal_oracle::{DigStart, TechniqueOracle};
use removal_oracle::{RemovalOracle, RemovalVerdict};
pub(crate) use top_down::dug;
use top_down::minimise;
use top_down::symmetric;
use top_down::walk;
pub use top_down::{top_down, weighted};

/// Puzzle that a dig made.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DigResult {
    /// The puzzle: a grid with exactly one solution.
    pub grid: Grid,
    /// Number of givens.
    pub givens: usize,
    /// `Some(true)` if every given was shown to be needed, `None` if that is not known.
    pub minimal: Option<bool>,
    /// `Some(true)` if every orbit of givens was shown to be needed, `None` if that is not known.
    pub orbit_minimal: Option<bool>,
    /// Natural logarithm of the weight, if the dig is weighted.
    pub weight: Option<f64>,
}

impl DigResult {
    /// Creates a puzzle of which nothing more is known.
    #[doc(hidden)]
    pub fn new(grid: Grid, givens: usize) -> Self {
        Self { grid, givens, minimal: None, orbit_minimal: None, weight: None }
    }

    /// Creates a puzzle of which every given was shown to be needed.
    #[doc(hidden)]
    pub fn minimal(grid: Grid, givens: usize) -> Self {
        Self { minimal: Some(true), orbit_minimal: Some(true), ..Self::new(grid, givens) }
    }
}

/// Work of uniqueness checks. The number of checks does not depend on the solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Questions decided: whether a given can be removed, or how many solutions a grid has.
    pub checks: u64,
    /// Search nodes visited: a function of the questions and the solver, the same on every machine. A solver may decide
    /// several questions by one search, or one without a search.
    pub nodes: u64,
}

impl Effort {
    /// Adds one check.
    const fn add(&mut self, nodes: u64) {
        self.checks += 1;
        self.nodes += nodes;
    }
}

/// Returns true if no given of a puzzle can be removed.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn is_minimal(puzzle: &Grid, solver: &mut dyn Remover, effort: &mut Effort) -> Result<bool, OutOfNodes> {
    let mut grid = puzzle.clone();
    all_needed(&mut grid, puzzle.shape().all_cells(), solver, effort)
}

/// Returns true if each given at `cells` is needed.
fn all_needed(
    grid: &mut Grid,
    cells: impl Iterator<Item = Cell>,
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    for cell in cells {
        if grid.get(cell).is_some() && !needed(grid, cell, solver, effort)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Checks whether the given at `cell` is needed: without it, a solution exists with another digit there. Returns false for
/// an empty cell. Leaves the grid as it was.
fn needed(
    grid: &mut Grid,
    cell: Cell,
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    let Some(known) = grid.set(cell, None) else { return Ok(false) };
    let other = solver.has_other_solution(grid, cell, known);
    grid.set(cell, Some(known));
    let other = other?;
    effort.add(other.nodes);
    Ok(other.found)
}

/// Counts the solutions of `grid`, up to `limit`.
fn count(grid: &Grid, limit: u64, solver: &mut dyn Remover, effort: &mut Effort) -> Result<u64, OutOfNodes> {
    let count = solver.count(grid, limit)?;
    effort.add(count.nodes);
    Ok(count.solutions)
}
