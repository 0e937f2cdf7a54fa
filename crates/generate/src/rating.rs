//! Rates puzzles for a plan.

use crate::{Clock, Rated, RatingPlan};
use gridmill_board::Grid;
use gridmill_rate::{Pencilmarks, Rater, Rulebook};
use std::sync::Arc;

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
