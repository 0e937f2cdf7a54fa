//! The report of a comparison on a terminal of 80 columns.

use crate::{
    cli::summary::duration,
    compare::{CheckersReport, Latency, Outcome, Spread, Standing, Verdict},
    corpus::thousands,
};

/// Three tables for each workload: speed, nodes and verdicts, agreement.
pub(super) fn text(report: &CheckersReport) -> String {
    let mut text = String::new();
    for outcome in &report.outcomes {
        text += &heading(outcome);
        text += &speed(outcome);
        text += &verdicts(outcome);
        text += &agreement(outcome);
        text.push('\n');
    }
    text + &notes(report)
}

fn heading(outcome: &Outcome) -> String {
    let blocks = if outcome.blocks == 1 { "block" } else { "blocks" };
    format!("{}: {} checks in {} {blocks}\n", outcome.workload, thousands(outcome.checks), outcome.blocks)
}

fn speed(outcome: &Outcome) -> String {
    let mut text = format!("{:<14}{:>10} {:<19}", "checker", "checks/s", "relative");
    text += &shown(outcome.checkers[0].latency_ns).map(|(name, _)| format!("{name:>9}")).collect::<String>();
    text.push('\n');
    for standing in &outcome.checkers {
        let Standing { name, checks_per_second, relative, latency_ns, .. } = standing;
        text += &format!("{name:<14}{:>10} {:<19}", rate(*checks_per_second), spread(*relative));
        text += &shown(*latency_ns).map(|(_, ns)| format!("{:>9}", duration(ns))).collect::<String>();
        text.push('\n');
    }
    text
}

/// Percentiles that fit in 80 columns; files have them all.
fn shown(latency: Latency) -> impl Iterator<Item = (&'static str, u64)> {
    latency.named().into_iter().filter(|(name, _)| *name != "p90")
}

fn verdicts(outcome: &Outcome) -> String {
    let seen: Vec<Verdict> = Verdict::ALL
        .into_iter()
        .filter(|verdict| outcome.checkers.iter().any(|s| s.verdicts.get(verdict).is_some_and(|&n| n > 0)))
        .collect();
    let mut text = format!("{:<14}{:>11}{:>12}", "", "nodes mean", "nodes max");
    text += &seen.iter().map(|verdict| format!("{:>11}", verdict.name())).collect::<String>();
    text.push('\n');
    for Standing { name, nodes_mean, nodes_max, verdicts, .. } in &outcome.checkers {
        text += &format!("{name:<14}{nodes_mean:>11.2}{:>12}", thousands(*nodes_max));
        let count = |verdict| format!("{:>11}", thousands(verdicts.get(verdict).copied().unwrap_or(0)));
        text += &seen.iter().map(count).collect::<String>();
        text.push('\n');
    }
    text
}

fn agreement(outcome: &Outcome) -> String {
    let names = outcome.checkers.iter().map(|standing| &standing.name);
    let mut text =
        format!("{:<14}{}\n", "agree", names.clone().map(|name| format!("{name:>15}")).collect::<String>());
    for (name, row) in names.zip(&outcome.agreed) {
        let row: String = row.iter().map(|&agreed| format!("{:>15}", thousands(agreed))).collect();
        text += &format!("{name:<14}{row}\n");
    }
    text
}

fn notes(report: &CheckersReport) -> String {
    let CheckersReport { timer_ns, skipped, .. } = report;
    let first = &report.outcomes[0].checkers[0].name;
    let mut text = format!(
        "checks/s: median of blocks. relative: speed over {first},\n\
         median (quartiles) of blocks. Times of single checks include the clock's own\n\
         {timer_ns} ns; rates do not.\n"
    );
    text += &skipped_lines(*skipped).unwrap_or_default();
    text
}

/// Returns a note with the number of lines skipped, if there are any.
fn skipped_lines(skipped: u64) -> Option<String> {
    match skipped {
        0 => None,
        1 => Some("1 line was no puzzle and was skipped.\n".to_owned()),
        _ => Some(format!("{} lines were no puzzles and were skipped.\n", thousands(skipped))),
    }
}

/// Formats a rate without its fraction.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
fn rate(rate: f64) -> String {
    thousands(rate.round() as u64)
}

/// Formats a median with its quartiles.
fn spread(Spread { q1, median, q3 }: Spread) -> String {
    let digits = match median {
        _ if median < 0.1 => 3,
        _ if median < 10.0 => 2,
        _ => 1,
    };
    format!("{median:.digits$} ({q1:.digits$}-{q3:.digits$})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_keep_three_digits() {
        let show = |median: f64| spread(Spread { q1: median * 0.9, median, q3: median * 1.1 });
        assert_eq!(
            [0.05, 1.0, 12.0].map(show),
            ["0.050 (0.045-0.055)", "1.00 (0.90-1.10)", "12.0 (10.8-13.2)"]
        );
    }
}
