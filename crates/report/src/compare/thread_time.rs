//! Processor time of the present thread, by which speeds are measured.
//!
//! On a busy machine, a thread waits for a core now and then, and the longer a block is, the surer. The time that it waits is not the
//! checker's.

use std::time::Duration;

/// Name of the clock, for reports.
pub const CLOCK: &str = if cfg!(unix) { "processor time of the thread" } else { "wall time" };

/// Returns the processor time that the thread has taken so far.
#[cfg(unix)]
pub(super) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or_default(), nanoseconds.unwrap_or_default())
}

/// Returns the time since the first call: Windows tells the time of a thread in ticks of 15 ms, too long for a block.
#[cfg(not(unix))]
pub(super) fn now() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::thread;

    /// A thread that waits takes no processor time.
    #[test]
    fn waiting_does_not_count() {
        let start = now();
        thread::sleep(Duration::from_millis(50));
        assert!(now().saturating_sub(start) < Duration::from_millis(25));
        let mut sum = 0_u64;
        while now().saturating_sub(start) < Duration::from_millis(30) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0, "work counts, or this would not end");
    }
}
