//! The machine that measured, and its clocks.
//!
//! Speeds are measured by the processor time of the thread: on a busy machine, a thread waits for a core now and then, and the time that
//! it waits is not the checker's.

use serde::Serialize;
use std::{
    fmt,
    thread::available_parallelism,
    time::{Duration, Instant},
};

/// Machine on which the times were measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// The processor's own name, where the system reports it.
    pub cpu: Option<String>,
    /// Threads that run at once.
    pub cores: Option<usize>,
    /// Operating system.
    pub os: &'static str,
    /// Kind of processor.
    pub arch: &'static str,
}

impl Machine {
    /// This machine.
    pub fn here() -> Self {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self {
            cpu: model(&text),
            cores: available_parallelism().ok().map(usize::from),
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
        }
    }
}

fn model(cpuinfo: &str) -> Option<String> {
    let mut lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(name, _)| name.trim() == "model name").map(|(_, model)| model.trim().to_owned())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cpu.as_deref().unwrap_or("processor not known"))?;
        if let Some(cores) = self.cores {
            write!(f, ", {cores} core{}", if cores == 1 { "" } else { "s" })?;
        }
        write!(f, ", {} {}", self.os, self.arch)
    }
}

/// Measures the cost of timing itself in nanoseconds: the median of many empty measurements.
pub fn timer_cost_ns() -> u64 {
    let mut costs: Vec<u128> = (0..10_001).map(|_| Instant::now().elapsed().as_nanos()).collect();
    let middle = costs.len() / 2;
    let (_, median, _) = costs.select_nth_unstable(middle);
    u64::try_from(*median).unwrap_or(u64::MAX)
}

/// Name of the clock, for reports.
pub const CLOCK: &str = if cfg!(unix) { "processor time of the thread" } else { "wall time" };

/// Returns the processor time that the thread has taken so far.
#[cfg(unix)]
pub(super) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or_default(), nanoseconds.unwrap_or_default())
}

/// Returns the time since the first call: Windows measures the time of a thread in ticks of 15 ms, too long for a block.
#[cfg(not(unix))]
pub(super) fn thread_time() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_introduce_themselves() {
        let cpu = model("processor\t: 0\nmodel\t\t: 1\nmodel name\t: Some CPU: 9 GHz\n");
        let machine = Machine { cpu, cores: Some(2), os: "linux", arch: "x86_64" };
        assert_eq!(machine.to_string(), "Some CPU: 9 GHz, 2 cores, linux x86_64");
        assert_eq!(
            Machine { cpu: None, cores: None, ..machine }.to_string(),
            "processor not known, linux x86_64"
        );
        assert!(timer_cost_ns() < 100_000);
    }

    /// A thread that waits takes no processor time.
    #[cfg(unix)]
    #[test]
    fn waiting_does_not_count() {
        let start = thread_time();
        std::thread::sleep(Duration::from_millis(50));
        assert!(thread_time().saturating_sub(start) < Duration::from_millis(25));
        let mut sum = 0_u64;
        while thread_time().saturating_sub(start) < Duration::from_millis(30) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0, "work counts, or this would not end");
    }
}
