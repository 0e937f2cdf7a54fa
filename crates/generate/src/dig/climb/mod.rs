//! Climb: local search over minimal puzzles towards a high value of an objective.
//!
//! ```text
//! minimal, ER 8.3 --x givens out, y others in, minimised--> minimal, ER 9.0    accepted
//!                                                      `--> minimal, ER 8.3    accepted if its tie is no lower
//!                                                      `--> minimal, ER 7.1    rejected
//!                                                      `--> met before         rejected (tabu)
//! ```
//!
//! A move keeps neither the solution nor the number of givens: see `moves`. A puzzle is ranked by its distance from what is wanted,
//! then by the objective, then by a tie: see `objective`. The rank never falls along a climb, so its last puzzle is its best.
//!
//! The end: the first puzzle in the wanted range, which is never a given start; without a range, a fixed number of neighbours. A climb towards a range is given up after
//! [`PATIENCE`] neighbours without a better one, and the next starts elsewhere. Towards far ranges ([`Goal::is_far`]) a pool of puzzles climbs:
//! see `pool`.
//!
//! Tabu is by text. Of the neighbours of climbs by ER that were no text again, one in 600 was of a class met before (2026-11), so classes would
//! save next to nothing, and large shapes have none.
//!
//! Bias: the ends of climbs are no sample of any population.

mod moves;
mod objective;
mod pool;
mod rates;
#[cfg(test)]
mod tests;

use super::{DigResult, DigStart, Effort, minimise};
use crate::{RatingPlan, random};
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{OutOfNodes, Remover};
use moves::Moves;
pub use objective::{ClimbRange, Objective};
use objective::{Goal, Judge, Rank};
use pool::{POOL, Pool};
use rand::Rng;
pub(crate) use rates::rate_of;
use std::collections::BTreeSet;

/// Neighbours without a better one after which a climb towards a range is given up. Part of the stream version.
const PATIENCE: u64 = 20_000;
/// The same of a climb with a pool. Part of the stream version.
const POOL_PATIENCE: u64 = 60_000;
/// Puzzles that a climb remembers, at most: some megabytes. Part of the stream version.
const MAX_TABU: usize = 100_000;

/// Target of a climb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClimbTarget {
    /// Wanted values of the objective; `None` for the best of a fixed number of neighbours.
    pub range: Option<ClimbRange>,
    /// Fewest and most givens wanted; for objectives other than numbers of givens.
    pub givens: (usize, usize),
}

impl ClimbTarget {
    /// Creates a target with any number of givens.
    pub const fn new(range: Option<ClimbRange>) -> Self {
        Self { range, givens: (0, usize::MAX) }
    }
}

/// Result of a climb.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ClimbResult {
    /// The last puzzle, wanted or not.
    pub dug: DigResult,
    /// Its solution.
    pub solution: Solution,
    /// Neighbours made, with the start, and draws that gave none.
    pub neighbours: u64,
}

/// A minimal puzzle and its solution.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    grid: Grid,
    solution: Solution,
}

/// Climbs by one objective; owns its raters and is reused.
#[derive(Debug)]
pub struct Climber {
    judge: Judge,
    moves: Moves,
    steps: u64,
}

impl Climber {
    /// Default number of neighbours of a climb without a range.
    pub const STEPS: u64 = 2000;

    /// Creates a climber. ER is that of the plan's first rulebook that has one, or of `se`; budgets are the plan's. Climbs without a range make
    /// `steps` neighbours.
    ///
    /// # Panics
    /// Panics if the objective does not know the shape: see [`Objective::supports`].
    pub fn new(objective: Objective, steps: u64, rating: &RatingPlan, shape: Shape) -> Self {
        assert!(objective.supports(shape), "objective {} does not know {shape} grids", objective.name());
        Self { judge: Judge::new(objective, rating, shape), moves: Moves::new(shape), steps }
    }

    /// Climbs from `start` until a puzzle meets the target, or `attempts` neighbours were made.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the solver's budget.
    pub fn climb(
        &mut self,
        start: &DigStart,
        target: &ClimbTarget,
        attempts: u64,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<ClimbResult, OutOfNodes> {
        let goal = self.judge.goal(target);
        let most = if goal.has_range() { attempts } else { attempts.min(self.steps) };
        let mut climb = Climb::begin(start, most, rng, solver, effort)?;
        if goal.is_far() && !climb.is_at_given {
            self.climb_together(&mut climb, &goal, rng, solver, effort)?;
        } else {
            self.climb_alone(&mut climb, &goal, rng, solver, effort)?;
        }
        let Climb { here: Place { grid, solution }, neighbours, .. } = climb;
        let givens = grid.givens();
        Ok(ClimbResult { dug: DigResult::minimal(grid, givens), solution, neighbours })
    }

    /// Climbs from one puzzle to the next.
    fn climb_alone(
        &mut self,
        climb: &mut Climb,
        goal: &Goal,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<(), OutOfNodes> {
        let mut rank = self.judge.rank(&climb.here.grid, goal);
        let mut idle = 0;
        while climb.goes_on() && idle < PATIENCE && (climb.is_at_given || !rank.meets(goal)) {
            let tried = climb.neighbours;
            if let Some(next) = self.step(climb, rank, goal, rng, solver, effort)? {
                idle = if next > rank { 0 } else { idle };
                (rank, climb.is_at_given) = (next, false);
            }
            idle += if goal.has_range() { climb.neighbours - tried } else { 0 };
        }
        Ok(())
    }

    /// Climbs with a pool of puzzles; `climb` ends at the best.
    fn climb_together(
        &mut self,
        climb: &mut Climb,
        goal: &Goal,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<(), OutOfNodes> {
        let mut pool = Pool::new(self.judge.rank(&climb.here.grid, goal), climb.here.clone());
        let (mut best, mut since) = (pool.greatest(), climb.neighbours);
        while climb.goes_on() && climb.neighbours - since < POOL_PATIENCE && !best.meets(goal) {
            let from = pool.get(random::index_below(rng, pool.len()));
            let Some(mut neighbours) = self.moves.draw(&from.grid, rng, solver, effort)? else {
                climb.neighbours += 1;
                continue;
            };
            while !best.meets(goal)
                && let Some(next) = self.moves.next(&mut neighbours, rng, solver, effort)?
            {
                climb.neighbours += 1;
                if !climb.note(&next.grid) {
                    continue;
                }
                let rank = match pool.least() {
                    Some(least) => self.judge.rank_if_no_lower(&next.grid, least, goal),
                    None => Some(self.judge.rank(&next.grid, goal)),
                };
                let Some(rank) = rank else { continue };
                pool.offer(rank, next);
                if rank > best || pool.len() < POOL {
                    (best, since) = (best.max(rank), climb.neighbours);
                }
            }
        }
        climb.here = pool.into_best();
        Ok(())
    }

    /// Makes a few neighbours, and moves to the first that ranks no lower. Returns its rank; `None` if there was none.
    fn step(
        &mut self,
        climb: &mut Climb,
        rank: Rank,
        goal: &Goal,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<Rank>, OutOfNodes> {
        let Some(mut neighbours) = self.moves.draw(&climb.here.grid, rng, solver, effort)? else {
            climb.neighbours += 1;
            return Ok(None);
        };
        while let Some(next) = self.moves.next(&mut neighbours, rng, solver, effort)? {
            climb.neighbours += 1;
            if !climb.note(&next.grid) {
                continue;
            }
            if let Some(better) = self.judge.rank_if_no_lower(&next.grid, rank, goal) {
                climb.here = next;
                return Ok(Some(better));
            }
        }
        Ok(None)
    }
}

/// State of a climb.
#[derive(Debug)]
struct Climb {
    here: Place,
    neighbours: u64,
    /// Neighbours at most.
    most: u64,
    /// True at a given start, which is no end of a climb: something near it is wanted.
    is_at_given: bool,
    /// Texts of the puzzles met.
    tabu: BTreeSet<Box<[u8]>>,
}

impl Climb {
    /// Minimises the start in random order.
    fn begin(
        start: &DigStart,
        most: u64,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Self, OutOfNodes> {
        let (grid, solution) = (start.grid(), start.solution().clone());
        let mut order: Vec<Cell> = grid.shape().all_cells().collect();
        random::shuffle(rng, &mut order);
        let grid = minimise(grid, &solution, &order, 0, solver, effort)?.grid;
        let is_at_given = matches!(start, DigStart::Puzzle(..));
        let here = Place { grid, solution };
        let mut climb = Self { here, neighbours: 1, most, is_at_given, tabu: BTreeSet::new() };
        let first = climb.here.grid.clone();
        climb.note(&first);
        Ok(climb)
    }

    /// Returns true while more neighbours may be made.
    const fn goes_on(&self) -> bool {
        self.neighbours < self.most
    }

    /// Notes a puzzle; returns true if it was not met before.
    fn note(&mut self, grid: &Grid) -> bool {
        if self.tabu.len() == MAX_TABU {
            self.tabu.clear();
        }
        let mut text = Vec::with_capacity(grid.cells().len());
        grid.write_text(&mut text);
        self.tabu.insert(text.into())
    }
}
