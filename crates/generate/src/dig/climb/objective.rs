//! Objectives of climbs, and the rank of a puzzle by each.
//!
//! ```text
//! rank            distance from the target        then value      then tie
//! er              givens, ER above the range          ER              candidates left by rounds of trials
//! er from 10.0    the same                            depth 2, ER     the same
//! b, bxb, depth   givens, value above the range       B, BxB, depth   the same
//! guesses         givens, guesses above the range     guesses         none
//! few             givens beyond the range             givens          none
//! many            givens beyond the range             givens          solutions without each given in turn
//! ```
//!
//! Rounds of trials ([`Trial::rounds`]) take a tenth of a millisecond, ER and braids 5 to 70. So a neighbour that leaves much less is not
//! rated, and climbs by ER lead where ER is the same. Of 1,000 puzzles with an ER of 10.6 and more nine in ten or more of each ER get stuck in
//! these rounds: their trial depth is 2 or more. A climb to such an ER goes there by the rounds alone, and rates what has the depth. By guesses
//! alone climbs end at puzzles with hundreds of guesses and an ER of 6.6; by the rounds alone at an ER of 2.3 to 9.
//!
//! To an ER of 10 single climbs come to a puzzle of depth 2 in one of four, mostly of ER 9 to 9.9, and end there: one neighbour of 1,000 has
//! that depth. A pool of 100 puzzles comes to depth 2 in nine of ten, and to an ER of 10 in one of eight (some 15 seconds each, 2026-11). Rows with
//! an ER of 10 and more by one core:
//!
//! | search | seconds | rows |
//! |---|--:|--:|
//! | single climbs | 180 | 1 |
//! | single climbs whose tie may fall (annealing, several temperatures, some by rounds with locked candidates) | 2,160 | 2 |
//! | pool of 100; 200; 500; 1,000 | 320; 180; 180; 180 | 5; 3; 2; 2 |
//! | pool of 30; 50 | 140; 140 | 0; 1 |
//! | pool of 100; 300, towards 10.5 | 440; 440 | 0; 1 of ER 10.7 |
//! | pool of 100, by the fewest deletions before it is stuck | 140 | 0 |
//! | pool of 100, one given out among puzzles of depth 2 | 140 | 1 |
//! | pool of 100, rounds with locked candidates and forcing before any ER | 180 | 3, the same ones |
//!
//! Among puzzles that are stuck, rounds with locked candidates tell hard ones at once: those of ER 10.6 and more lose at most 10 candidates before
//! they are stuck again, those of ER 9 are mostly solved. No search became faster by it.
//!
//! More solutions without a given leave it needed when others come in. With this tie a climb by many givens reached 31 in 12 seconds, without it
//! 30; one for few givens made half as many puzzles of 18 in the same time (2026-11).
//! Most givens in 90 to 100 seconds of one core: 33 by single climbs, 34 with up to two more candidates in a move, 35 with annealing besides,
//! 35 by pools of 100 and 500, whose median is 34. Pools for 17 givens: 5 rows where single climbs made 7.

use super::ClimbTarget;
use crate::{Budgets, RatingPlan, SearchDifficulty, SearchRater};
use gridmill_board::{Grid, Puzzle, Shape};
use gridmill_rate::{
    Pencilmarks, Rater, Rulebook, Tenths,
    trial::{Trial, TrialRounds},
};
use gridmill_solve::{Remover, SolverKind};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Measure that a climb raises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Objective {
    /// ER by the first rulebook of the plan that has one, or by `se`. Shape 3x3.
    Er,
    /// Guesses of the solver: the [search difficulty](crate::SearchDifficulty).
    Guesses,
    /// Length of braids of puzzles of trial depth 0 and 1.
    B,
    /// Trial depth up to 2, then the length of braids at this depth: B, then BxB.
    Bxb,
    /// Trial depth.
    Depth,
    /// Few givens.
    Few,
    /// Many givens.
    Many,
}

/// Least and greatest value of an objective that are required: tenths of ER, hundredths of guesses, or whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClimbRange {
    /// The least.
    pub least: u32,
    /// The greatest.
    pub most: u32,
}

gridmill_board::named_values!(Objective {
    Er "er",
    Guesses "guesses",
    B "b",
    Bxb "bxb",
    Depth "depth",
    Few "few",
    Many "many",
});

impl Objective {
    /// Returns true for shapes whose puzzles have the measure: ER is of 9x9 grids, the others are of grids of up to 9x9 cells.
    #[doc(hidden)]
    pub fn supports(self, shape: Shape) -> bool {
        match self {
            Self::Er => shape == Shape::STANDARD,
            Self::Guesses | Self::B | Self::Bxb | Self::Depth | Self::Few | Self::Many => {
                shape.side() <= Shape::STANDARD.side()
            }
        }
    }

    pub(crate) const fn is_of_givens(self) -> bool {
        matches!(self, Self::Few | Self::Many)
    }

    /// Returns true for measures by trial and error.
    #[doc(hidden)]
    pub const fn is_by_trial(self) -> bool {
        matches!(self, Self::B | Self::Bxb | Self::Depth)
    }
}

/// Rank of a puzzle; the greatest is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Distance from what is required.
    off: Reverse<u32>,
    /// True for a trial depth of 2 or more, where that comes before the value.
    is_deep: bool,
    value: u32,
    tie: u32,
}

impl Rank {
    /// Returns true if the puzzle is required.
    pub(super) fn meets(self, goal: &Goal) -> bool {
        self.off == Reverse(0) && goal.range.is_some_and(|range| self.value >= range.least)
    }
}

/// Target of a climb by values that are to be great.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    range: Option<ClimbRange>,
    givens: (usize, usize),
    /// True for a value that one climb alone mostly misses.
    pub(super) is_far: bool,
}

impl Goal {
    /// Returns true if values of a range are required, and not the best of some steps.
    pub(super) const fn has_range(&self) -> bool {
        self.range.is_some()
    }
}

/// Added to BxB, so that it lies above every B.
const ABOVE_B: u32 = 1000;

#[derive(Debug)]
pub(super) struct Judge {
    objective: Objective,
    shape: Shape,
    search: SearchRater,
    rater: Rater,
    trial: Trial,
    /// Work of each question by trial and error.
    budget: u64,
    /// Counts solutions for the tie of many givens.
    solver: Box<dyn Remover>,
}

/// Returns the rulebook of ER where the plan has none. A program without the feature `climb`, which refuses all climbs, has none with ER.
fn own_rulebook<'a>() -> &'a Rulebook {
    #[cfg(feature = "climb")]
    return Rulebook::se();
    #[cfg(not(feature = "climb"))]
    Rulebook::hodoku()
}

impl Judge {
    pub(super) fn new(objective: Objective, rating: &RatingPlan, budgets: Budgets, shape: Shape) -> Self {
        let rulebook = rating.er_rulebook().map_or_else(own_rulebook, |rulebook| &**rulebook);
        Self {
            objective,
            shape,
            search: SearchRater::for_shape(shape),
            rater: Rater::new(rulebook).with_budget(budgets.rating),
            trial: Trial::new(),
            budget: budgets.trial,
            solver: SolverKind::default_for(shape).solver(shape, u64::MAX),
        }
    }

    /// Returns the target by values: the fewer givens, the greater.
    pub(super) fn goal(&self, target: &ClimbTarget) -> Goal {
        let givens = if self.objective.is_of_givens() { (0, usize::MAX) } else { target.givens };
        let from_all = |givens| self.cells().saturating_sub(givens);
        let range = target.range.map(|range| match self.objective {
            Objective::Few => ClimbRange { least: from_all(range.most), most: from_all(range.least) },
            _ => range,
        });
        let is_far = range.is_some_and(|range| match self.objective {
            Objective::Er => range.least >= DEEP_ER,
            Objective::Depth => range.least >= FAR_DEPTH,
            Objective::Many => range.least >= FAR_GIVENS,
            Objective::Guesses | Objective::B | Objective::Bxb | Objective::Few => false,
        });
        Goal { range, givens, is_far }
    }

    #[expect(clippy::cast_possible_truncation, reason = "81 at most")]
    fn cells(&self) -> u32 {
        self.shape.cells() as u32
    }

    pub(super) fn rank(&mut self, grid: &Grid, goal: &Goal) -> Rank {
        let tie = self.tie(grid, 0);
        self.rank_with(grid, tie, goal)
    }

    /// Ranks a puzzle; returns `None` if it is not required and ranks lower than `rank`, or is likely to. Measures that take long come last.
    pub(super) fn rank_if_no_lower(&mut self, grid: &Grid, rank: Rank, goal: &Goal) -> Option<Rank> {
        if off_by_givens(grid, goal) > rank.off.0 {
            return None;
        }
        if self.objective.is_of_givens() {
            let without_tie = self.rank_with(grid, (u32::MAX, false), goal);
            if without_tie < rank && !without_tie.meets(goal) {
                return None;
            }
        }
        let least = if self.is_costly() { rank.tie / 10 * LEAST_LEFT } else { 0 };
        let tie = self.tie(grid, least);
        if tie.0 < least {
            return None;
        }
        let next = self.rank_with(grid, tie, goal);
        (next >= rank || next.meets(goal)).then_some(next)
    }

    /// Returns true for measures that take long.
    fn is_costly(&self) -> bool {
        self.objective == Objective::Er || self.objective.is_by_trial()
    }

    /// Measures the tie, and whether the depth is known to be 2 or more. Rounds of trials stop where they leave less than `least`.
    fn tie(&mut self, grid: &Grid, least: u32) -> (u32, bool) {
        if self.objective == Objective::Many {
            return (self.solutions_without(grid), false);
        }
        if !self.is_costly() {
            return (0, false);
        }
        // The rounds after the first decide where the first leaves little.
        let TrialRounds { left, rounds, is_stuck, .. } =
            self.trial.rounds(&Pencilmarks::new(grid), least / 4);
        (if is_stuck { left + STUCK * left / rounds.max(1) } else { left }, is_stuck)
    }

    /// Counts the solutions without each given in turn, and adds these numbers.
    fn solutions_without(&mut self, puzzle: &Grid) -> u32 {
        let mut grid = puzzle.clone();
        let mut sum = 0;
        for cell in self.shape.all_cells() {
            let Some(digit) = grid.set(cell, None) else { continue };
            let count = self.solver.count(&grid, MAX_SOLUTIONS);
            let count = count.unwrap_or_else(|error| unreachable!("{error}"));
            sum += u32::try_from(count.solutions).unwrap_or(u32::MAX);
            grid.set(cell, Some(digit));
        }
        sum
    }

    fn rank_with(&mut self, grid: &Grid, (tie, is_stuck): (u32, bool), goal: &Goal) -> Rank {
        let depth_first =
            self.objective == Objective::Er && goal.range.is_none_or(|range| range.least >= DEEP_ER);
        let value = if depth_first && !is_stuck { 0 } else { self.value(grid) };
        let above = goal.range.map_or(0, |range| value.saturating_sub(range.most));
        let off = Reverse(off_by_givens(grid, goal) + above);
        Rank { off, is_deep: depth_first && is_stuck, value, tie }
    }

    /// Returns the value; 0 for a measure that a budget left open.
    fn value(&mut self, grid: &Grid) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "81 at most")]
        let givens = grid.givens() as u32;
        match self.objective {
            Objective::Er => self.rater.rate(&mut Pencilmarks::new(grid)).er.map_or(0, Tenths::tenths),
            Objective::Guesses => {
                self.search.rate(&Puzzle::from_proven(grid.clone())).map_or(0, SearchDifficulty::hundredths)
            }
            Objective::Few => self.cells() - givens,
            Objective::Many => givens,
            Objective::B | Objective::Bxb | Objective::Depth => self.trial_value(grid),
        }
    }

    fn trial_value(&mut self, grid: &Grid) -> u32 {
        let marks = Pencilmarks::new(grid);
        if self.objective == Objective::Depth {
            return self.trial.depth(&marks, self.budget).exact().map_or(0, u32::from);
        }
        let rating = self.trial.rating(&marks, self.budget);
        let b = rating.b().map_or(0, u32::from);
        let bxb = rating.bxb().filter(|_| self.objective == Objective::Bxb);
        bxb.map_or(b, |bxb| ABOVE_B + u32::from(bxb))
    }
}

/// ER from which the trial depth comes first, in tenths. Part of the stream version.
const DEEP_ER: u32 = 100;
/// Trial depth and givens that climbs with a pool go for. Part of the stream version.
const FAR_DEPTH: u32 = 2;
const FAR_GIVENS: u32 = 33;
/// Most solutions that are counted for the tie of many givens. Part of the stream version.
const MAX_SOLUTIONS: u64 = 20;
/// A neighbour that leaves fewer tenths of the candidates is not rated. Part of the stream version.
const LEAST_LEFT: u32 = 9;
/// A puzzle that gets stuck counts this many rounds more. Part of the stream version.
const STUCK: u32 = 3;

/// Returns the distance of the number of givens from the required ones.
fn off_by_givens(grid: &Grid, goal: &Goal) -> u32 {
    let (givens, (fewest, most)) = (grid.givens(), goal.givens);
    let off = fewest.saturating_sub(givens) + givens.saturating_sub(most);
    u32::try_from(off).unwrap_or(u32::MAX)
}
