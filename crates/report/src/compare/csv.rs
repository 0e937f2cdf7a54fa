//! The figures of a comparison as comma-separated text: a row for each workload and checker.

use super::{CheckerResult, CheckersReport, Latency, Outcome, SCHEMA, Spread, Verdict};
use gridmill_tables::escape::spreadsheet_text;
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
        for standing in &outcome.checkers {
            writer.write_record(row(outcome, standing))?;
        }
    }
    writer.flush()
}

fn row(outcome: &Outcome, standing: &CheckerResult) -> Vec<String> {
    let CheckerResult { relative, latency_ns, verdicts, external, .. } = standing;
    let quartile = |value: fn(Spread) -> f64| text(relative.map(value));
    let mut row = vec![
        SCHEMA.to_string(),
        outcome.workload.name().to_owned(),
        spreadsheet_text(&standing.name).into_owned(),
        outcome.checks.to_string(),
        text(standing.checks_per_second),
        quartile(|relative| relative.q1),
        quartile(|relative| relative.median),
        quartile(|relative| relative.q3),
    ];
    row.extend((0..Latency::NAMES.len()).map(|n| text(latency_ns.and_then(|latency| latency.named()[n].1))));
    row.extend([text(standing.nodes_mean), text(standing.nodes_max)]);
    row.extend(Verdict::ALL.map(|v| text(verdicts.get(&v))));
    row.push(outcome.offences.to_string());
    row.push(text(external.as_ref().map(|run| run.startup_ns)));
    row
}

/// Formats a value; what is not known is empty.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
