//! The machine that measured, and the cost of reading its clock.

use serde::Serialize;
use std::{fmt, thread::available_parallelism, time::Instant};

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
        let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self {
            cpu: model(&told),
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
}
