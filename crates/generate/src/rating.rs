//! Rates puzzles for a plan, and has the clock of the caller, by which timings are measured.

use crate::{Rated, RatingPlan};
use gridmill_board::Grid;
use gridmill_rate::{Pencilmarks, Rater, Rulebook};
use std::{fmt, sync::Arc, time::Duration};

/// Rates puzzles by a rulebook; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct PlanRater {
    rater: Rater,
    rulebook: Arc<Rulebook>,
    trace: bool,
    clock: Clock,
}

impl PlanRater {
    /// Creates a rater by `rulebook` that keeps the steps if `trace` is true. `budget` is [`Budgets::rating`](crate::Budgets::rating).
    pub fn new(rulebook: Arc<Rulebook>, trace: bool, budget: u64) -> Self {
        Self { rater: Rater::new(&rulebook).with_budget(budget), rulebook, trace, clock: Clock::NONE }
    }

    /// Creates the raters of a plan, one for each rulebook, which keep the steps if `trace` is true.
    pub fn all_of(plan: &RatingPlan, trace: bool, budget: u64) -> Vec<Self> {
        plan.rulebooks.iter().map(|rulebook| Self::new(Arc::clone(rulebook), trace, budget)).collect()
    }

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

/// Clock that a [`Generator`](crate::Generator) reads. The crate has none of its own:
/// which puzzle is made never depends on time.
///
/// # Example
/// ```
/// use gridmill_generate::{Clock, Generator, Plan};
/// use std::{sync::LazyLock, time::Instant};
///
/// static START: LazyLock<Instant> = LazyLock::new(Instant::now);
///
/// let mut generator = Generator::new(Plan::default())?.with_clock(Clock::new(|| START.elapsed()));
/// assert!(!generator.generate()?.dig_time.is_zero());
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// Clock that stands still: all times are zero.
    pub const NONE: Self = Self(|| Duration::ZERO);

    /// Creates a clock from a function that returns the time since some fixed moment. It must not go backwards.
    pub const fn new(now: fn() -> Duration) -> Self {
        Self(now)
    }

    /// Returns the time since the fixed moment.
    pub(crate) fn now(self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}
