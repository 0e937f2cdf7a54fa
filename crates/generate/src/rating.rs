//! Rates puzzles for a plan.

use super::Generated;
use crate::{Clock, RatingPlan};
use gridmill_board::Grid;
use gridmill_rate::{Pencilmarks, Rater, Rating, Rulebook, Step};
use std::{sync::Arc, time::Duration};

/// Rates puzzles by a rulebook; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct PlanRater {
    rater: Rater,
    rulebook: Arc<Rulebook>,
    trace: bool,
    clock: Clock,
}

impl PlanRater {
    /// Creates a rater by `rulebook` that keeps the steps if `trace` is true. `budget` is [`RatingPlan::budget`].
    pub fn new(rulebook: Arc<Rulebook>, trace: bool, budget: u64) -> Self {
        Self { rater: Rater::new(&rulebook).with_budget(budget), rulebook, trace, clock: Clock::NONE }
    }

    /// Creates the raters of a plan, one for each rulebook, which keep the steps if `trace` is true.
    pub fn all_of(plan: &RatingPlan, trace: bool) -> Vec<Self> {
        plan.rulebooks.iter().map(|rulebook| Self::new(Arc::clone(rulebook), trace, plan.budget)).collect()
    }

    /// Keeps the steps.
    #[must_use]
    pub(crate) fn with_steps(self) -> Self {
        Self { trace: true, ..self }
    }

    /// Measures the time of ratings by `clock`.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Rates a puzzle.
    ///
    /// # Panics
    /// Panics if its side is above 9.
    pub fn rate(&mut self, puzzle: &Grid) -> Rated {
        let start = self.clock.now();
        let mut path = self.trace.then(Vec::new);
        let mut marks = Pencilmarks::new(puzzle);
        let rating = match &mut path {
            Some(path) => self.rater.trace(&mut marks, |_, step| path.push(step.clone())),
            None => self.rater.rate(&mut marks),
        };
        let time = self.clock.now().saturating_sub(start);
        Rated { rating, path, time, rulebook: Arc::clone(&self.rulebook) }
    }
}

/// Rating of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// The rating.
    pub rating: Rating,
    /// The steps, if the plan wants them in some form.
    pub path: Option<Vec<Step>>,
    /// Time spent rating; zero without a [`Clock`](crate::Clock).
    pub time: Duration,
    pub(crate) rulebook: Arc<Rulebook>,
}

impl Rated {
    /// Returns the rulebook of the rating.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// Returns the class of the rating in words: the level, or the ER where the rulebook has no levels; `unsolved` for neither.
    pub(crate) fn class(&self) -> String {
        let er = || self.rating.er.map(|er| format!("ER {}", self.rulebook.shown(er)));
        self.level().map(str::to_owned).or_else(er).unwrap_or_else(|| "unsolved".to_owned())
    }

    /// Returns the name of the level, if the rulebook has levels.
    pub fn level(&self) -> Option<&str> {
        self.rating.level.as_deref()
    }
}

/// Puzzle and its place in the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Index of the puzzle, from 0.
    pub index: u64,
    /// The puzzle with its statistics.
    pub made: Generated,
}
