//! The report of a comparison as a page of Markdown.

use super::table::{rate, skipped_lines, spread};
use crate::{
    cli::summary::duration,
    compare::{Outcome, Report, Standing, Verdict},
    corpus::thousands,
};

/// The page; its first line is the command that made it, and it holds no date.
pub(super) fn page(report: &Report) -> String {
    let Report { command, machine, program, puzzles, limit, node_budget, timer_ns, skipped, shape, .. } =
        report;
    let checkers = &report.outcomes[0].checkers;
    let first = &checkers[0].name;
    let mut page = format!(
        "<!-- {} -->\n# Uniqueness checkers, {shape} boxes\n\n\
         {program} on {machine}; {} puzzles, counted up to {limit} solutions, at most {} nodes a search.\n\n\
         Every checker gets the same blocks of questions in rotated order on one thread. `checks/s` is the median of \
         blocks; `relative` is the speed over `{first}`, median (quartiles) of the ratios within blocks. Times of single \
         checks come from a second pass and include the clock's own {timer_ns} ns; rates and ratios do not.\n",
        command.replace("-->", "--&gt;"),
        thousands(*puzzles),
        thousands(*node_budget),
    );
    if let Some(skipped) = skipped_lines(*skipped) {
        page += &format!("\n{skipped}");
    }
    for outcome in &report.outcomes {
        page += &section(outcome);
    }
    page
}

fn section(outcome: &Outcome) -> String {
    let mut text = format!(
        "\n## {}: {}\n\n{} checks in {} blocks.\n\n",
        outcome.workload,
        outcome.workload.meaning(),
        thousands(outcome.checks),
        outcome.blocks
    );
    let names = outcome.checkers[0].latency_ns.named().map(|(name, _)| name);
    text += &head(["checker", "checks/s", "relative"].into_iter().chain(names));
    for Standing { name, checks_per_second, relative, latency_ns, .. } in &outcome.checkers {
        let cells = [name.clone(), rate(*checks_per_second), spread(*relative)];
        text += &row(cells.into_iter().chain(latency_ns.named().map(|(_, ns)| duration(ns))));
    }
    text.push('\n');
    text += &verdicts(outcome);
    text.push('\n');
    text + &agreement(outcome)
}

fn verdicts(outcome: &Outcome) -> String {
    let kinds: Vec<Verdict> = Verdict::of(outcome.workload).collect();
    let names = kinds.iter().map(|verdict| verdict.name());
    let mut text = head(["checker", "nodes mean", "nodes max"].into_iter().chain(names));
    for Standing { name, nodes_mean, nodes_max, verdicts, .. } in &outcome.checkers {
        let cells = [name.clone(), format!("{nodes_mean:.2}"), thousands(*nodes_max)];
        let counts = kinds.iter().map(|kind| thousands(verdicts.get(kind).copied().unwrap_or(0)));
        text += &row(cells.into_iter().chain(counts));
    }
    text
}

fn agreement(outcome: &Outcome) -> String {
    let names = outcome.checkers.iter().map(|standing| standing.name.as_str());
    let mut text = head(std::iter::once("same answers").chain(names.clone()));
    for (n, name) in names.enumerate() {
        let pairs = outcome.agreed[n].iter().zip(&outcome.answered[n]);
        let cells = pairs.map(|(&agreed, &answered)| {
            if agreed == answered {
                thousands(agreed)
            } else {
                format!("**{}** of {}", thousands(agreed), thousands(answered))
            }
        });
        text += &row(std::iter::once(name.to_owned()).chain(cells));
    }
    text
}

/// The head of a table, its first column to the left and the others to the right.
fn head<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(str::to_owned).collect();
    let rule = format!("|---|{}\n", "--:|".repeat(names.len() - 1));
    row(names.into_iter()) + &rule
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}
