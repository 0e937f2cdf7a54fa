//! A distribution of times as percentile lines, which HdrHistogram's plotter draws.
//!
//! Four numbers a line: the value in microseconds, the share of checks that took no longer, their number, and one over
//! the share that took longer (missing on the last line, where it has no value). The steps between shares halve
//! with the distance to 1 (G. Tene, HdrHistogram, `outputPercentileDistribution`).

use hdrhistogram::{Histogram, iterators::IterationValue};
use serde::Serialize;
use std::io::{self, Write};

/// Lines for each halving of the distance to 1.
const TICKS: u32 = 5;

/// Percentile: a time that this share of checks does not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantile {
    /// 0 to 100.
    pub percent: f64,
    /// Nanoseconds, to three digits.
    pub ns: u64,
}

/// Returns the whole distribution in few points: each step halves half the distance to 100 %.
pub fn percentile_curve(histogram: &Histogram<u64>) -> Vec<Quantile> {
    let point = |step: IterationValue<u64>| Quantile {
        percent: 100.0 * step.quantile_iterated_to(),
        ns: step.value_iterated_to(),
    };
    let mut curve: Vec<Quantile> = histogram.iter_quantiles(2).map(point).collect();
    curve.dedup_by_key(|point| point.percent.to_bits());
    curve
}

/// Writes a histogram of nanoseconds.
///
/// # Errors
/// Those of `out`.
pub fn write_hgrm(histogram: &Histogram<u64>, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "{:>12} {:>14} {:>10} {:>14}\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)")?;
    let mut total = 0;
    for step in histogram.iter_quantiles(TICKS) {
        total += step.count_since_last_iteration();
        let (value, share) = (micros(step.value_iterated_to() as f64), step.quantile_iterated_to());
        write!(out, "{value:>12.3} {share:>14.12} {total:>10}")?;
        if share < 1.0 {
            write!(out, " {:>14.2}", 1.0 / (1.0 - share))?;
        }
        writeln!(out)?;
    }
    let (mean, deviation) = (micros(histogram.mean()), micros(histogram.stdev()));
    let max = micros(histogram.max() as f64);
    writeln!(out, "#[Mean    = {mean:>12.3}, StdDeviation   = {deviation:>12.3}]")?;
    writeln!(out, "#[Max     = {max:>12.3}, Total count    = {:>12}]", histogram.len())?;
    writeln!(out, "#[Unit    = microseconds]")
}

fn micros(ns: f64) -> f64 {
    ns / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_climb_to_the_whole() {
        let mut histogram = Histogram::new_with_max(1_000_000_000, 3).unwrap();
        (1..=1000).for_each(|n| histogram.record(n * 100).unwrap());
        let mut text = Vec::new();
        write_hgrm(&histogram, &mut text).unwrap();
        insta::assert_snapshot!(String::from_utf8(text).unwrap());
    }
}
