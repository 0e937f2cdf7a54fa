//! Results of a comparison, as the JSON and CSV reports hold them.

use super::{Machine, Verdict, Workload};
use gridmill_board::Shape;
use gridmill_tables::escape::spreadsheet_text;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

/// The version of the report's form in JSON and CSV.
pub const SCHEMA: u32 = 2;

/// Ratio of mean times, in blocks and singly, from which on they contradict each other.
const CONTRADICTION: f64 = 2.5;

/// A whole comparison.
#[derive(Debug, Serialize)]
pub struct CheckersReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The program and its version.
    pub program: &'static str,
    /// The command that makes this report.
    pub command: String,
    /// Where it was measured.
    pub machine: Machine,
    /// Size of the grids.
    #[serde(rename = "box")]
    pub shape: Shape,
    /// Solutions at which a count stops.
    pub limit: u64,
    /// Nodes that one search may visit.
    pub node_budget: u64,
    /// Puzzles made or read.
    pub puzzles: u64,
    /// Lines and rows of the files that were no puzzles.
    pub skipped: u64,
    /// Cost of the timer in nanoseconds: each latency includes it, rates and ratios do not.
    pub timer_ns: u64,
    /// Clock of the rates of built-in checkers.
    pub clock: &'static str,
    /// A workload each.
    pub outcomes: Vec<Outcome>,
}

impl CheckersReport {
    /// Describes each checker whose blocks and single checks differ in speed: something disturbed one of the two.
    pub fn contradictions(&self) -> Vec<String> {
        let of = |outcome: &Outcome| {
            let contradicts = |result: &&CheckerResult| {
                result
                    .block_over_single
                    .is_some_and(|ratio| !(1.0 / CONTRADICTION..CONTRADICTION).contains(&ratio))
            };
            let line = |result: &CheckerResult| {
                let ratio = result.block_over_single.unwrap_or(1.0);
                let (ratio, more) = if ratio > 1.0 { (ratio, "longer") } else { (1.0 / ratio, "shorter") };
                format!(
                    "{} on {}: a check took {ratio:.1} times {more} in blocks than alone; the machine was disturbed, so measure again",
                    result.name, outcome.workload
                )
            };
            outcome.checkers.iter().filter(contradicts).map(line).collect::<Vec<_>>()
        };
        self.outcomes.iter().flat_map(of).collect()
    }

    /// Returns the number of questions with differing answers or a wrong solution.
    pub fn offences(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.offences).sum()
    }
}

/// One workload.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// Its kind.
    pub workload: Workload,
    /// Questions asked, each twice.
    pub checks: u64,
    /// Blocks they came in.
    pub blocks: usize,
    /// The checkers, in the order in which they were named.
    pub checkers: Vec<CheckerResult>,
    /// Number of questions that two checkers answered alike; rows and columns in the order of `checkers`.
    pub agreed: Vec<Vec<u64>>,
    /// Number of questions that both of two checkers answered within the node budget.
    pub answered: Vec<Vec<u64>>,
    /// Questions to which answers differ or a solution shown is none.
    pub offences: u64,
    /// The first ten of them.
    pub first_offences: Vec<Mismatch>,
}

/// One checker on one workload.
#[derive(Debug, Serialize)]
pub struct CheckerResult {
    /// Its name.
    pub name: String,
    /// Median over blocks; `None` if blocks of an external checker took no longer than its start-up.
    pub checks_per_second: Option<f64>,
    /// Speed relative to the first checker, over blocks: 2 is twice as fast. `None` as for `checks_per_second`.
    pub relative: Option<Spread>,
    /// Time of a check, to three digits; `None` for an external checker, whose single checks are not timed.
    pub latency_ns: Option<Latency>,
    /// Mean time of a check in blocks over that of single checks, the clock's own time included: far from 1 where one of the two was
    /// disturbed. `None` for an external checker.
    pub block_over_single: Option<f64>,
    /// The same from end to end, as far as ten values lie beyond, as charts show it; empty for an external checker.
    pub curve: Vec<Quantile>,
    /// Mean nodes of a check; one that gave up counts its budget. `None` for an external checker.
    pub nodes_mean: Option<f64>,
    /// Most nodes of a check; `None` for an external checker.
    pub nodes_max: Option<u64>,
    /// Number of answers of each kind.
    pub verdicts: BTreeMap<Verdict, u64>,
    /// Command and start-up of an external checker; `None` for a built-in one.
    pub external: Option<ExternalRun>,
}

/// Runs of an external checker's command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExternalRun {
    /// The command, as `sh -c` runs it.
    pub command: String,
    /// Time of the start-up in nanoseconds, a median. It was subtracted from the time of each run.
    pub startup_ns: u64,
    /// Runs in which the start-up was measured.
    pub startup_runs: usize,
    /// Number of times that one run read a block.
    pub passes: usize,
}

/// Percentile: a time that this share of checks does not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantile {
    /// 0 to 100.
    pub percent: f64,
    /// Nanoseconds, to three digits.
    pub ns: u64,
}

/// Percentiles of time, in nanoseconds; `None` where fewer than ten values lie beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Latency {
    pub p50: u64,
    pub p90: Option<u64>,
    pub p99: Option<u64>,
    #[serde(rename = "p99.9")]
    pub p99_9: Option<u64>,
    pub max: u64,
}

impl Latency {
    /// Names of the percentiles, lowest first.
    pub const NAMES: [&'static str; 5] = ["p50", "p90", "p99", "p99.9", "max"];

    /// Returns the percentiles with their names, lowest first.
    pub fn named(self) -> [(&'static str, Option<u64>); 5] {
        let values = [Some(self.p50), self.p90, self.p99, self.p99_9, Some(self.max)];
        std::array::from_fn(|n| (Self::NAMES[n], values[n]))
    }
}

/// A question on which checkers cannot all be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The kind of question.
    pub workload: Workload,
    /// Its number in the workload, from 1.
    pub number: u64,
    /// The grid, and for a digging question the cell and the digit forbidden there.
    pub question: String,
    /// Each checker's name, and its answer or what is wrong with it.
    pub said: Vec<(String, String)>,
}

/// Quartiles of a set of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// A quarter of the numbers are below.
    pub q1: f64,
    /// Half are below.
    pub median: f64,
    /// Three quarters are below.
    pub q3: f64,
}

impl Spread {
    /// Returns the quartiles of `numbers`, interpolated between neighbours (type 7 of R. Hyndman and Y. Fan, "Sample Quantiles
    /// in Statistical Packages", 1996); `None` if there are none.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quarter = |n: usize| {
            let (below, part) = (n * last / 4, (n * last % 4) as f64 / 4.0);
            let above = sorted[(below + 1).min(last)];
            if part == 0.0 { sorted[below] } else { sorted[below] + part * (above - sorted[below]) }
        };
        Some(Self { q1: quarter(1), median: quarter(2), q3: quarter(3) })
    }
}

/// Columns before the percentiles.
const HEAD: [&str; 8] = [
    "schema",
    "workload",
    "checker",
    "checks",
    "checks_per_second",
    "relative_q1",
    "relative_median",
    "relative_q3",
];

/// Writes the report's figures; a verdict that a workload cannot have, and a figure that is not known of an external checker, is empty. Names of checkers that a spreadsheet would take for
/// formulas begin with a single quote.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(report: &CheckersReport, out: impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    let percentiles = ["p50_ns", "p90_ns", "p99_ns", "p99_9_ns", "max_ns", "nodes_mean", "nodes_max"];
    let verdicts = Verdict::ALL.map(Verdict::name);
    writer
        .write_record(HEAD.iter().chain(&percentiles).chain(&verdicts).chain(&["offences", "startup_ns"]))?;
    for outcome in &report.outcomes {
        for result in &outcome.checkers {
            writer.write_record(row(outcome, result))?;
        }
    }
    writer.flush()
}

fn row(outcome: &Outcome, result: &CheckerResult) -> Vec<String> {
    let CheckerResult { relative, latency_ns, verdicts, external, .. } = result;
    let quartile = |value: fn(Spread) -> f64| text(relative.map(value));
    let mut row = vec![
        SCHEMA.to_string(),
        outcome.workload.name().to_owned(),
        spreadsheet_text(&result.name).into_owned(),
        outcome.checks.to_string(),
        text(result.checks_per_second),
        quartile(|relative| relative.q1),
        quartile(|relative| relative.median),
        quartile(|relative| relative.q3),
    ];
    row.extend((0..Latency::NAMES.len()).map(|n| text(latency_ns.and_then(|latency| latency.named()[n].1))));
    row.extend([text(result.nodes_mean), text(result.nodes_max)]);
    row.extend(Verdict::ALL.map(|v| text(verdicts.get(&v))));
    row.push(outcome.offences.to_string());
    row.push(text(external.as_ref().map(|run| run.startup_ns)));
    row
}

/// Formats a value; what is not known is empty.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_neighbours() {
        let spread = |numbers: &[f64]| Spread::of(numbers.iter().copied()).map(|s| [s.q1, s.median, s.q3]);
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[7.0]), Some([7.0; 3]));
        assert_eq!(spread(&[4.0, 1.0, 3.0, 2.0]), Some([1.75, 2.5, 3.25]));
        assert_eq!(spread(&[5.0, 1.0, 4.0, 2.0, 3.0]), Some([2.0, 3.0, 4.0]));
    }
}
