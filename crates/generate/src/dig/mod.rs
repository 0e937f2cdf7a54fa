//! The ways to come from a complete grid, or from nothing, to a puzzle, by name.
//!
//! | dig | one pass | law |
//! |---|---|---|
//! | [`top_down()`], [`symmetric()`] | try each given, or each orbit, once in random order | favours few givens |
//! | [`BottomUp`], then [`minimise()`] | add consistent givens until unique, then top-down | favours few givens more |
//! | [`walk()`] | a few givens back, others away, again and again | few givens; a law of its own |
//! | [`PatternSearch`] | digits changed on fixed cells until unique | of its own |
//! | [`controlled_bias()`] | fail at the first given that cannot go | known: weight C(cells, givens) |
//! | [`weighted()`] | top-down, with the share of ways it had | known: weight beside each puzzle |

mod bottom_up;
mod controlled_bias;
mod digger;
mod doomed;
mod logarithms;
mod pattern_search;
mod symmetric;
mod top_down;
mod walk;
mod weighted;
mod witness;

pub use bottom_up::BottomUp;
pub use controlled_bias::{Descents, Landed, controlled_bias};
pub use digger::{Digger, Goal, Pass, Start};
use gridmill_board::{Cell, Grid};
use gridmill_solve::{OutOfNodes, Solver};
pub use pattern_search::{Found, PatternSearch};
use serde::{Deserialize, Serialize};
pub use symmetric::symmetric;
pub use top_down::{minimise, top_down};
pub use walk::{Walked, walk};
pub use weighted::weighted;

/// How puzzles are dug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dig {
    /// Tries each given of a complete grid once, in random order, and takes it away where one solution remains; in
    /// orbits where a symmetry is asked for.
    ///
    /// Law: over grids and orders, a minimal puzzle comes with a probability that grows with the number of orders
    /// that lead to it.
    ///
    /// Bias: puzzles with few givens come too often: 9x9 mean about 24.4 givens against 26.6 over all minimal ones.
    #[default]
    TopDown,
    /// Adds random digits that leave a solution at random cells of an empty grid until one solution is left, then
    /// goes top-down over these givens. No fill is used.
    ///
    /// Law: that of the process; the complete grid is chosen by it too, and is not uniform.
    ///
    /// Bias: few givens still more often than top-down: 9x9 mean 23.87, sd 1.08 (D. Berthier 2009).
    BottomUp,
    /// Walks over the minimal puzzles of one grid: puts three givens back, minimises again, and stays where that left more
    /// givens than before. For counts that top-down hardly reaches.
    ///
    /// Law: the first puzzle with a wanted count on a random walk, each from a grid and order of its own.
    ///
    /// Bias: puzzles with many neighbours of few givens come too often, and counts within a range are those met
    /// first, mostly the highest.
    Walk,
    /// Looks for puzzles whose givens are exactly the cells of a pattern: digits of a random grid on these cells are
    /// changed a few at a time, as long as the number of solutions does not grow.
    ///
    /// Law: the end of a random local search.
    ///
    /// Bias: puzzles with many neighbours of few solutions come too often.
    Pattern,
    /// Takes givens away in random order and gives up, for a new grid, at the first that cannot go, unless the
    /// puzzle is minimal then (D. Berthier 2009). Grids of 64 to 128 cells (9x9 among them), where successes are rare,
    /// serve 64 descents each.
    ///
    /// Law: on a grid, a minimal puzzle with k givens of n cells ends a descent with probability exactly 1/C(n, k).
    /// Its weight C(n, k) makes every minimal puzzle count the same. Of several successes among the descents on a grid one
    /// is taken, each equally likely, with its weight times their number.
    ///
    /// Bias: none after weighting, but for the fill's.
    ControlledBias,
    /// Top-down to a minimal puzzle, with the probability of the way taken: m(i) givens could have gone at step i
    /// of L, and the weight is the product of all m(i), divided by L!.
    ///
    /// Law: on a grid, weights of a puzzle add up, over its L! orders and their probabilities 1/(m(1)...m(L)), to
    /// exactly 1, so that the mean weight estimates the number of minimal puzzles without bias.
    ///
    /// Bias: none after weighting, but for the fill's.
    Weighted,
}

impl Dig {
    /// All digs, in the order in which help lists them.
    pub const ALL: [Self; 6] =
        [Self::TopDown, Self::BottomUp, Self::Walk, Self::Pattern, Self::ControlledBias, Self::Weighted];

    /// The name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopDown => "top-down",
            Self::BottomUp => "bottom-up",
            Self::Walk => "walk",
            Self::Pattern => "pattern",
            Self::ControlledBias => "controlled-bias",
            Self::Weighted => "weighted",
        }
    }

    /// Whether puzzles come with a weight.
    pub const fn is_weighted(self) -> bool {
        matches!(self, Self::ControlledBias | Self::Weighted)
    }

    /// Whether a complete grid is made first.
    pub const fn starts_from_a_grid(self) -> bool {
        !matches!(self, Self::BottomUp)
    }

    /// Passes to make on one grid before a fresh one is made. Part of the stream version.
    pub const fn passes_a_grid(self) -> u64 {
        match self {
            Self::TopDown | Self::BottomUp => 4,
            Self::Walk | Self::Pattern | Self::ControlledBias | Self::Weighted => 1,
        }
    }

    /// Whether the law stays what it is when several puzzles are dug from one grid.
    pub const fn may_share_grids(self) -> bool {
        matches!(self, Self::TopDown | Self::Walk | Self::Weighted)
    }

    /// Attempts enough that a puzzle is not missed, where one can be had in reasonable time.
    ///
    /// Top-down passes reach 21 givens once in 400, walks 19 in some thousand digs; a descent of controlled bias
    /// succeeds once in 257,000 on 9x9 grids.
    pub const fn default_attempts(self) -> u64 {
        match self {
            Self::ControlledBias => 100_000_000,
            _ => 100_000,
        }
    }

    /// What the dig does and its bias, for data set cards.
    pub const fn bias(self) -> &'static str {
        match self {
            Self::TopDown => {
                "Givens were tried in random order, each once, and taken away where one solution remained."
            }
            Self::BottomUp => {
                "Random digits that left a solution were put at random cells of an empty grid until one solution was \
                 left; these givens were then tried in random order, each once, and taken away where one solution \
                 remained. Puzzles with few givens come far too often, more so than by digging from complete grids \
                 (9x9: mean about 23.9 givens, against 26.6 over all minimal puzzles; D. Berthier 2009)."
            }
            Self::Walk => {
                "Each puzzle is the first with the wanted number of givens on a random walk over the minimal puzzles \
                 of a grid: three givens put back, all others tried again, and the result kept if it had no more givens \
                 than before. The puzzles are minimal, but no fair sample of those with so many givens: puzzles that \
                 lie close to many others come too often."
            }
            Self::Pattern => {
                "The givens fill the cells of a pattern: the digits of a random complete grid on these cells were \
                 changed, up to three at a time, as long as the number of solutions did not grow, until it was one. \
                 The puzzles are no fair sample of all with that pattern: those that lie close to many others with \
                 few solutions come too often."
            }
            Self::ControlledBias => {
                "Givens were taken away in random order until one could not go, in 64 orders from each grid of 64 to 128 \
                 cells and one from any other; the few puzzles that were minimal then were kept (D. Berthier 2009). A \
                 minimal puzzle with k givens of n cells comes with a probability proportional to 1/C(n, k); `weight` is \
                 ln C(n, k), or ln s C(n, k) for one puzzle kept of s on a grid. With rows weighted by \
                 exp(weight), all minimal puzzles of a grid count the same, whatever the fill makes of the grids; the sum of \
                 exp(weight) divided by the sum of `attempts` estimates the number of minimal puzzles per grid."
            }
            Self::Weighted => {
                "Givens were tried in random order, each once, and taken away where one solution remained; `weight` is \
                 sum ln m(i) - ln L!, where m(i) givens could have gone at step i of L. With rows weighted by \
                 exp(weight), all minimal puzzles of a grid count the same, whatever the fill makes of the grids; the sum of \
                 exp(weight) divided by the sum of `attempts` estimates the number of minimal puzzles per grid, without \
                 bias. Few rows carry most of the weight: give (sum w)^2 / sum w^2 as the sample size, never the number of \
                 rows."
            }
        }
    }
}

/// What a dig left.
#[derive(Debug, Clone, PartialEq)]
pub struct Dug {
    /// The givens that stay; exactly one solution.
    pub grid: Grid,
    /// How many stay.
    pub givens: usize,
    /// `Some(true)` if every given was shown to be needed, `None` where that is not known.
    pub minimal: Option<bool>,
    /// `Some(true)` if every orbit of givens was shown to be needed, `None` where that is not known.
    pub orbit_minimal: Option<bool>,
    /// The natural logarithm of the weight, where the dig knows one.
    pub weight: Option<f64>,
}

impl Dug {
    /// A puzzle of which nothing more is known.
    pub fn new(grid: Grid, givens: usize) -> Self {
        Self { grid, givens, minimal: None, orbit_minimal: None, weight: None }
    }

    /// A puzzle of which every given was shown to be needed.
    pub fn minimal(grid: Grid, givens: usize) -> Self {
        Self { minimal: Some(true), orbit_minimal: Some(true), ..Self::new(grid, givens) }
    }
}

/// Work done to know how many solutions there are. The checks are the same for all checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Questions decided: whether a given can go, or how many solutions a grid has.
    pub checks: u64,
    /// Search nodes that this took: a function of the questions and the checker, on every machine. A checker may decide
    /// several questions by one search, or one without a search.
    pub nodes: u64,
}

impl Effort {
    /// Counts one check in.
    const fn add(&mut self, nodes: u64) {
        self.checks += 1;
        self.nodes += nodes;
    }
}

/// Whether no given of a puzzle can go.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn is_minimal(puzzle: &Grid, solver: &mut dyn Solver, effort: &mut Effort) -> Result<bool, OutOfNodes> {
    let mut grid = puzzle.clone();
    all_needed(&mut grid, puzzle.shape().all_cells(), solver, effort)
}

/// Whether each given at `cells` is needed.
fn all_needed(
    grid: &mut Grid,
    cells: impl Iterator<Item = Cell>,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    for cell in cells {
        if grid.get(cell).is_some() && !needed(grid, cell, solver, effort)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the given at `cell` is needed: without it, there is a solution with another digit there. An empty cell's
/// is not. The grid is as before.
fn needed(
    grid: &mut Grid,
    cell: Cell,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    let Some(known) = grid.set(cell, None) else { return Ok(false) };
    let other = solver.has_other_solution(grid, cell, known);
    grid.set(cell, Some(known));
    let other = other?;
    effort.add(other.nodes);
    Ok(other.found)
}

/// How many solutions `grid` has, up to `limit`.
fn count(grid: &Grid, limit: u64, solver: &mut dyn Solver, effort: &mut Effort) -> Result<u64, OutOfNodes> {
    let count = solver.count(grid, limit)?;
    effort.add(count.nodes);
    Ok(count.solutions)
}
