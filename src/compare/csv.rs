//! The figures of a comparison as comma-separated text: a row for each workload and checker.

use super::{CheckersReport, Outcome, SCHEMA, Standing, Verdict};
use crate::escape::spreadsheet_text;
use std::io::{self, Write};

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

/// Writes the report's figures; a verdict that a workload cannot have is empty. Names of checkers that a spreadsheet would take for
/// formulas begin with a single quote.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(report: &CheckersReport, out: impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    let percentiles = ["p50_ns", "p90_ns", "p99_ns", "p99_9_ns", "max_ns", "nodes_mean", "nodes_max"];
    let verdicts = Verdict::ALL.map(Verdict::name);
    writer.write_record(HEAD.iter().chain(&percentiles).chain(&verdicts).chain(&["offences"]))?;
    for outcome in &report.outcomes {
        for standing in &outcome.checkers {
            writer.write_record(row(outcome, standing))?;
        }
    }
    writer.flush()
}

fn row(outcome: &Outcome, standing: &Standing) -> Vec<String> {
    let Standing { relative, latency_ns, verdicts, .. } = standing;
    let mut row = vec![
        SCHEMA.to_string(),
        outcome.workload.name().to_owned(),
        spreadsheet_text(&standing.name).into_owned(),
        outcome.checks.to_string(),
        standing.checks_per_second.to_string(),
        relative.q1.to_string(),
        relative.median.to_string(),
        relative.q3.to_string(),
    ];
    row.extend(latency_ns.named().map(|(_, ns)| ns.to_string()));
    row.extend([standing.nodes_mean.to_string(), standing.nodes_max.to_string()]);
    row.extend(Verdict::ALL.map(|v| verdicts.get(&v).map_or_else(String::new, u64::to_string)));
    row.push(outcome.offences.to_string());
    row
}
