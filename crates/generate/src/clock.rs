//! Clock of the caller, by which timings are measured.

use std::{fmt, time::Duration};

/// Clock that a [`Generator`](crate::Generator) or a [`PlanRater`](crate::PlanRater) reads. The crate has none of its own:
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
