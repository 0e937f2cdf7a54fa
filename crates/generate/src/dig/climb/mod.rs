//! Climb: local search over minimal puzzles towards a high value of an objective.
//!
//! ```text
//! minimal, ER 8.3 --x givens out, y others in, minimised--> minimal, ER 9.0    accepted
//!                                                      `--> minimal, ER 8.3    accepted if its tie is no lower
//!                                                      `--> minimal, ER 7.1    rejected
//!                                                      `--> met before         rejected (tabu)
//! ```
//!
//! A move keeps neither the solution nor the number of givens: see `Moves`. A puzzle is ranked by its distance from the target,
//! then by the objective, then by a tie: see `objective`. The rank never falls along a climb, so its last puzzle is its best.
//!
//! The end: the first puzzle in the required range, which is never a given start; without a range, a fixed number of neighbours. A climb towards a range is given up after
//! [`PATIENCE`] neighbours without a better one, and the next starts elsewhere. Towards far ranges ([`Goal::is_far`]) a pool of puzzles climbs:
//! see `Pool`.
//!
//! Tabu is by text. Of the neighbours of climbs by ER that were no text again, one in 600 was of a class met before (2026-11), so classes would
//! save next to nothing, and large shapes have none.
//!
//! Bias: the ends of climbs are no sample of any population.

mod objective;
#[cfg(test)]
mod tests;

use super::{DigResult, DigStart, Effort, count, minimise};
use crate::{Budgets, RatingPlan, random};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use gridmill_solve::{CandidateTally, OutOfNodes, Remover};
pub(crate) use objective::ClimbRange;
pub use objective::Objective;
use objective::{Goal, Judge, Rank};
use rand::Rng;
use std::collections::BTreeSet;

/// Neighbours without a better one after which a climb towards a range is given up. Part of the stream version.
const PATIENCE: u64 = 20_000;
/// The same of a climb with a pool. Part of the stream version.
const POOL_PATIENCE: u64 = 60_000;
/// Puzzles that a climb remembers, at most: some megabytes. Part of the stream version.
const MAX_TABU: usize = 100_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct ClimbTarget {
    /// Required values of the objective; `None` for the best of a fixed number of neighbours.
    pub range: Option<ClimbRange>,
    /// Fewest and most givens required; for objectives other than numbers of givens.
    pub givens: (usize, usize),
}

impl ClimbTarget {
    /// Creates a target with any number of givens.
    pub(crate) const fn new(range: Option<ClimbRange>) -> Self {
        Self { range, givens: (0, usize::MAX) }
    }
}

#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub(crate) struct ClimbResult {
    /// The last puzzle, required or not.
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
pub(crate) struct Climber {
    judge: Judge,
    moves: Moves,
    steps: u64,
}

impl Climber {
    /// Default number of neighbours of a climb without a range.
    pub(crate) const STEPS: u64 = 2000;

    /// Creates a climber. ER is that of the plan's first rulebook that has one, or of `se`; budgets are the plan's. Climbs without a range make
    /// `steps` neighbours.
    ///
    /// # Panics
    /// Panics if the objective does not know the shape: see [`Objective::supports`].
    pub(crate) fn new(
        objective: Objective,
        steps: u64,
        rating: &RatingPlan,
        budgets: Budgets,
        shape: Shape,
    ) -> Self {
        assert!(objective.supports(shape), "objective {} does not know {shape} grids", objective.name());
        Self { judge: Judge::new(objective, rating, budgets, shape), moves: Moves::new(shape), steps }
    }

    /// Climbs from `start` until a puzzle meets the target, or `attempts` neighbours were made.
    pub(crate) fn climb(
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
        if goal.is_far && !climb.is_at_given {
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

struct Climb {
    here: Place,
    neighbours: u64,
    /// Neighbours at most.
    most: u64,
    /// True at a given start, which is no end of a climb: something near it is required.
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

// Pool: many puzzles that climb side by side, for goals where one climb alone mostly ends too low.
//
// ```text
// pool of 100   worst: rank 2615 ... best: rank 4447
// neighbour of a random one, rank 2790   replaces the worst       neighbour with rank 2600   goes
// ```
//
// The lowest rank in the pool rises slowly, so puzzles may rank lower than those that they came from, and climbs leave what would be their end.
// Towards an ER of 10, climbs alone came to a trial depth of 2 in one of four, pools in nine of ten. T. Dillon's `generate` (tdoku, 2019) keeps
// such a pool for puzzles with many guesses.

/// Puzzles of a pool. Part of the stream version.
const POOL: usize = 100;

/// Ranked puzzles; never empty.
struct Pool {
    members: Vec<(Rank, Place)>,
}

impl Pool {
    fn new(rank: Rank, place: Place) -> Self {
        Self { members: vec![(rank, place)] }
    }

    /// Returns the number of puzzles.
    const fn len(&self) -> usize {
        self.members.len()
    }

    fn get(&self, number: usize) -> &Place {
        &self.members[number].1
    }

    /// Returns the rank that a newcomer must reach: the lowest one of a full pool.
    fn least(&self) -> Option<Rank> {
        (self.members.len() >= POOL).then(|| self.members[self.worst()].0)
    }

    fn greatest(&self) -> Rank {
        self.members[self.best()].0
    }

    /// Adds a puzzle; in a full pool in place of the worst, and only if it ranks higher.
    fn offer(&mut self, rank: Rank, place: Place) {
        if self.members.iter().any(|(_, member)| member.grid == place.grid) {
            return;
        }
        if self.members.len() < POOL {
            self.members.push((rank, place));
            return;
        }
        let worst = self.worst();
        if rank > self.members[worst].0 {
            self.members[worst] = (rank, place);
        }
    }

    fn into_best(mut self) -> Place {
        let best = self.best();
        self.members.swap_remove(best).1
    }

    fn worst(&self) -> usize {
        let ranks = self.members.iter().enumerate().map(|(number, (rank, _))| (*rank, number));
        ranks.min().map_or(0, |(_, number)| number)
    }

    fn best(&self) -> usize {
        let ranks = self.members.iter().enumerate().map(|(number, (rank, _))| (*rank, number));
        ranks.max().map_or(0, |(_, number)| number)
    }
}

// Measured rates of climbs from random starts, for messages of plans that another dig cannot meet.

/// Puzzles that a climb by an objective finds a minute on one core, from a value on, in the units of [`ClimbRange`].
///
/// Measured by `python3 benches climb` on one core of an AMD EPYC (AVX-512) in 2026-11, by processor time; see `reports/frontier/climb.md`.
const RATES: [(Objective, u32, f64); 4] = [
    (Objective::Er, 90, 750.0),
    (Objective::Er, 100, 1.0),
    (Objective::Guesses, 2000, 500.0),
    (Objective::Guesses, 5000, 70.0),
];

/// Returns the measured rate for values from `least` on: that of the least measured value that is not below it. `None` where there is none.
pub(crate) fn rate_of(objective: Objective, least: u32) -> Option<f64> {
    let measured = RATES.iter().filter(|(of, from, _)| *of == objective && *from >= least);
    measured.min_by_key(|(_, from, _)| *from).map(|(.., rate)| *rate)
}

// Neighbours of a minimal puzzle: some givens out, others in, and those that are no longer needed out.
//
// ```text
// {-2+2}   5 . 7 .   two givens out   . . 7 .   too many    . 4 7 .   candidates in one   . 4 7 .   minimised: as many givens
//          . 1 . .                    . . . .   solutions:  . . . .   solution alone: one . . . 3   as before, or fewer
//          . . . 2                    . . . 2   one more in . . . 2   of them in          . . . 2
// ```
//
// A candidate that lies in exactly one solution of a grid is a given that makes it a puzzle again, mostly with another solution. One tally of
// the solutions ([`Solver::tally`](gridmill_solve::Solver::tally)) finds all of them, and serves several neighbours. Where there are more solutions
// than [`LIMIT`], random candidates come in first.
//
// Median of the best guesses of climbs of 3,000 neighbours, and neighbours a second (one core of a shared EPYC machine, 2026-11):
//
// | moves | median | neighbours/s |
// |---|--:|--:|
// | one or two out, to 200 solutions, else none | 5.7 | 1,300 |
// | one or two out, candidates in until 100 solutions are left | 37 | 8,400 |
// | the same, until 30 | 34 | 8,200 |
// | two out, until 60 | 26 | 7,000 |
// | two or three out, until 60 | 24 | 6,300 |
// | one to four out, until 60 | 28 | 7,400 |
//
// Late acceptance (E. Burke, Y. Bykov 2017) in place of moves that rank no lower: median 5 to 7 where these have 13.

/// Most givens that a move takes out. Part of the stream version.
const OUT: usize = 2;
/// Most solutions of a grid whose candidates are tallied. Part of the stream version.
const LIMIT: u64 = 50;
/// Random candidates that come in before, at most. Part of the stream version.
const MAX_IN: usize = 3;
/// Candidates that are drawn for them, at most. Part of the stream version.
const DRAWS: usize = 200;
/// Neighbours of one tally, at most. Part of the stream version.
const NEIGHBOURS: usize = 4;

/// Makes neighbours; owns its scratch memory and is reused.
#[derive(Debug)]
struct Moves {
    shape: Shape,
    cells: Vec<Cell>,
}

/// Neighbours that a tally has in store.
struct Neighbours {
    /// The puzzle without the givens that went, with the candidates that came.
    base: Grid,
    /// Candidates in one solution of it, in random order from the end.
    candidates: Vec<(Cell, Digit)>,
    left: usize,
}

impl Moves {
    const fn new(shape: Shape) -> Self {
        Self { shape, cells: Vec::new() }
    }

    /// Draws the givens of a move. Returns `None` if too many solutions were left.
    fn draw(
        &mut self,
        from: &Grid,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<Neighbours>, OutOfNodes> {
        let mut base = from.clone();
        let out = 1 + random::index_below(rng, OUT);
        self.shuffle_givens(from, rng);
        for &cell in self.cells.iter().take(out) {
            base.set(cell, None);
        }
        self.add_candidates(&mut base, out - 1, rng, solver, effort)?;
        let Some(tally) = self.tally(&mut base, rng, solver, effort)? else { return Ok(None) };
        let mut candidates = listed(&tally.once);
        // A given that went alone would come back alone.
        candidates.retain(|&(cell, digit)| out > 1 || from.get(cell) != Some(digit));
        Ok(Some(Neighbours { base, candidates, left: NEIGHBOURS }))
    }

    /// Tallies the solutions of `base`, and adds candidates to it until there are few enough. Returns `None` if there still are too many.
    fn tally(
        &mut self,
        base: &mut Grid,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<CandidateTally>, OutOfNodes> {
        for n in 0..=MAX_IN {
            if n > 0 {
                self.add_candidates(base, 1, rng, solver, effort)?;
            }
            let tally = solver.tally(base, LIMIT + 1)?;
            effort.add(tally.nodes);
            if tally.solutions <= LIMIT {
                return Ok(Some(tally));
            }
        }
        Ok(None)
    }

    /// Adds random digits, `required` of them, in random empty cells, each of which leaves a solution.
    fn add_candidates(
        &mut self,
        base: &mut Grid,
        required: usize,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<(), OutOfNodes> {
        let mut open: Vec<Cell> = self.shape.all_cells().filter(|&cell| base.get(cell).is_none()).collect();
        let mut added = 0;
        for _ in 0..DRAWS {
            if added == required || open.is_empty() {
                break;
            }
            let at = random::index_below(rng, open.len());
            let digit = Digit::from_index(random::index_below(rng, self.shape.side()));
            base.set(open[at], Some(digit));
            if count(base, 1, solver, effort)? == 1 {
                open.swap_remove(at);
                added += 1;
            } else {
                base.set(open[at], None);
            }
        }
        Ok(())
    }

    /// Makes the next neighbour; `None` if there is none left.
    fn next(
        &mut self,
        neighbours: &mut Neighbours,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<Place>, OutOfNodes> {
        let Neighbours { base, candidates, left } = neighbours;
        if *left == 0 || candidates.is_empty() {
            return Ok(None);
        }
        *left -= 1;
        let (cell, digit) = candidates.swap_remove(random::index_below(rng, candidates.len()));
        let mut grid = base.clone();
        grid.set(cell, Some(digit));
        effort.add(solver.count(&grid, 2)?.nodes);
        let solution = solver.first_solution();
        let solution = solution.unwrap_or_else(|| unreachable!("the candidate lies in a solution"));
        self.shuffle_givens(&grid, rng);
        let grid = minimise(grid, &solution, &self.cells, 0, solver, effort)?.grid;
        Ok(Some(Place { grid, solution }))
    }

    /// Puts the cells of the givens in random order.
    fn shuffle_givens(&mut self, grid: &Grid, rng: &mut impl Rng) {
        self.cells.clear();
        self.cells.extend(self.shape.all_cells().filter(|&cell| grid.get(cell).is_some()));
        random::shuffle(rng, &mut self.cells);
    }
}

/// Lists the candidates, cell by cell.
fn listed(digits: &[DigitSet]) -> Vec<(Cell, Digit)> {
    let of_cell =
        |(cell, digits): (usize, &DigitSet)| digits.iter().map(move |digit| (Cell::new(cell), digit));
    digits.iter().enumerate().flat_map(of_cell).collect()
}
