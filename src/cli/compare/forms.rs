//! Forms of the report and their files, opened before the work begins; the tables for a terminal of 80 columns.

use super::Args;
use crate::{
    board::named_values,
    cli::{
        outputs::{Outputs, form_of},
        report::{PICTURES, write_pictures},
        terminal::{COLUMNS, print, wrapped},
    },
    report::{
        checkers_charts, checkers_html, checkers_markdown, checkers_verdict,
        compare::{CheckerResult, CheckersReport, Latency, Outcome, Spread, Verdict, write_csv},
    },
    tables::{
        Error, Result,
        escape::json_text,
        files::Draft,
        numbers::{duration, thousands},
    },
};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Tables for a terminal.
    Text,
    /// A page with charts, whole in one file.
    Html,
    /// Tables for repositories.
    Markdown,
    /// Every figure, with a schema version.
    Json,
    /// Every figure, one row a checker and workload.
    Csv,
}

named_values!(Form { Text "text", Html "html", Markdown "md", Json "json", Csv "csv" });

impl Form {
    /// Returns the endings of file names, the name first.
    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["text", "txt"],
            Self::Html => &["html"],
            Self::Markdown => &["md"],
            Self::Json => &["json"],
            Self::Csv => &["csv"],
        }
    }

    /// Returns the form asked for, or else the one of the file's ending.
    fn of(out: &Path, asked: Option<Self>) -> Result<Self> {
        let problem =
            "the report's name must end in .txt, .html, .md, .json or .csv, or --format say its form";
        form_of(out, asked, &Self::ALL, Self::endings, (Self::Text, problem))
    }

    fn render(self, report: &CheckersReport, full: bool) -> anyhow::Result<String> {
        Ok(match self {
            Self::Text => text(report, full),
            Self::Html => checkers_html(report),
            Self::Markdown => checkers_markdown(report),
            Self::Json => json_text(&format!("{}\n", serde_json::to_string_pretty(report)?)).into_owned(),
            Self::Csv => {
                let mut text = Vec::new();
                write_csv(report, &mut text)?;
                String::from_utf8_lossy(&text).into_owned()
            }
        })
    }
}

pub(super) struct Drafts {
    files: Vec<(Draft, Form)>,
    /// Form of what goes to standard output, if anything does.
    printed: Option<Form>,
    /// Names that are taken.
    outputs: Outputs,
}

impl Drafts {
    pub(super) fn open(args: &Args) -> Result<Self> {
        let mut files = Outputs::new(args.files.iter().map(PathBuf::as_path), args.pictures.overwrite);
        let asked = args.format;
        let outs = args.out.iter().map(|out| Ok((out, Form::of(out, asked)?)));
        let outs = outs.collect::<Result<Vec<_>>>()?;
        let (printed, outs): (Vec<_>, Vec<_>) = outs.into_iter().partition(|(out, _)| out.as_os_str() == "-");
        let printed = match printed.as_slice() {
            [] if args.out.is_empty() => Some(asked.unwrap_or(Form::Text)),
            [] => None,
            [(_, form)] => Some(*form),
            _ => return Err(Error::option("standard output holds one report; give --out - once")),
        };
        let opened = outs.into_iter().map(|(path, form)| Ok((files.open(path)?, form)));
        let opened = opened.collect::<Result<_>>()?;
        if let Some(folder) = &args.pictures.svg {
            files.folder(folder, &PICTURES, &[String::new()])?;
        }
        Ok(Self { files: opened, printed, outputs: files })
    }

    pub(super) fn write(mut self, args: &Args, report: &CheckersReport) -> anyhow::Result<()> {
        for (draft, form) in self.files {
            draft.keep_with(form.render(report, args.full)?.as_bytes())?;
        }
        if let Some(folder) = &args.pictures.svg {
            write_pictures(folder, &checkers_charts(report), &mut self.outputs)?;
        }
        match self.printed {
            Some(form) => Ok(print(&form.render(report, args.full)?)?),
            None => Ok(()),
        }
    }
}

/// Formats the verdict, then a table of speeds for each workload. `full` adds nodes, verdicts and the agreement of each pair.
fn text(report: &CheckersReport, full: bool) -> String {
    let mut text = String::new();
    for sentence in checkers_verdict(report) {
        text += &wrapped(&format!("{sentence}."));
    }
    for outcome in &report.outcomes {
        text += &format!("\n{}", heading(outcome));
        text += &speed(outcome);
        if full {
            text += &verdicts(outcome);
            text += &agreement(outcome);
        }
    }
    text + "\n" + &notes(report, full)
}

fn heading(outcome: &Outcome) -> String {
    let checks = if outcome.checks == 1 { "check" } else { "checks" };
    let blocks = if outcome.blocks == 1 { "block" } else { "blocks" };
    format!("{}: {} {checks} in {} {blocks}\n", outcome.workload, thousands(outcome.checks), outcome.blocks)
}

/// Percentiles that the table leaves out until it fits; files have them all.
const DISPENSABLE: [&str; 3] = ["p90", "p99.9", "p99"];

fn speed(outcome: &Outcome) -> String {
    let mut left_out = 1;
    loop {
        let table = speed_without(outcome, &DISPENSABLE[..left_out]);
        if table.width() <= COLUMNS || left_out == DISPENSABLE.len() {
            return table.text();
        }
        left_out += 1;
    }
}

fn speed_without(outcome: &Outcome, left_out: &[&str]) -> Table {
    let shown: Vec<usize> =
        (0..Latency::NAMES.len()).filter(|&n| !left_out.contains(&Latency::NAMES[n])).collect();
    let names = shown.iter().map(|&n| Latency::NAMES[n]);
    let head = ["checker", "checks/s", "relative"].into_iter().chain(names).map(ToOwned::to_owned).collect();
    let row = |CheckerResult { name, checks_per_second, relative, latency_ns, .. }: &CheckerResult| {
        let speeds = [name.clone(), known(*checks_per_second, rate), known(*relative, spread)];
        let time =
            |&n: &usize| known(latency_ns.and_then(|latency| latency.named()[n].1), |ns| duration(ns as f64));
        speeds.into_iter().chain(shown.iter().map(time)).collect()
    };
    Table { rows: std::iter::once(head).chain(outcome.checkers.iter().map(row)).collect(), left: &[0, 2] }
}

fn verdicts(outcome: &Outcome) -> String {
    let seen: Vec<Verdict> = Verdict::ALL
        .into_iter()
        .filter(|verdict| outcome.checkers.iter().any(|s| s.verdicts.get(verdict).is_some_and(|&n| n > 0)))
        .collect();
    let names = seen.iter().map(|verdict| verdict.name());
    let head =
        ["checker", "nodes mean", "nodes max"].into_iter().chain(names).map(ToOwned::to_owned).collect();
    let row = |CheckerResult { name, nodes_mean, nodes_max, verdicts, .. }: &CheckerResult| {
        let count = |verdict| thousands(verdicts.get(verdict).copied().unwrap_or(0));
        let mean = known(*nodes_mean, |mean| format!("{mean:.2}"));
        let nodes = [name.clone(), mean, known(*nodes_max, thousands)];
        nodes.into_iter().chain(seen.iter().map(count)).collect()
    };
    Table { rows: std::iter::once(head).chain(outcome.checkers.iter().map(row)).collect(), left: &[0] }.text()
}

fn agreement(outcome: &Outcome) -> String {
    let names = outcome.checkers.iter().map(|standing| standing.name.clone());
    let head = std::iter::once("agree".to_owned()).chain(names.clone()).collect();
    let row = |(name, row): (String, &Vec<u64>)| {
        std::iter::once(name).chain(row.iter().map(|&agreed| thousands(agreed))).collect()
    };
    let rows = names.zip(&outcome.agreed).map(row);
    Table { rows: std::iter::once(head).chain(rows).collect(), left: &[0] }.text()
}

fn notes(report: &CheckersReport, full: bool) -> String {
    let CheckersReport { timer_ns, skipped, clock, .. } = report;
    let first = report.outcomes.first().and_then(|outcome| outcome.checkers.first());
    let first = first.map_or("", |standing| &standing.name);
    let mut text = wrapped(&format!(
        "checks/s: median of blocks, by {clock}. relative: speed over {first}, median (quartiles) of blocks. Times of single \
         checks are wall time and include the clock's own {timer_ns} ns; percentiles need ten values beyond."
    ));
    for line in report.contradictions() {
        text += &wrapped(&format!("warning: {line}."));
    }
    for line in external_lines(report) {
        text += &wrapped(&line);
    }
    if !full {
        text += "--full adds nodes, verdicts and the agreement of each pair.\n";
    }
    text += &skipped_lines(*skipped).unwrap_or_default();
    text
}

/// Returns a note about each external checker: what was subtracted from its times, and what is not known of it.
fn external_lines(report: &CheckersReport) -> Vec<String> {
    let Some(first) = report.outcomes.first() else { return Vec::new() };
    let line = |standing: &CheckerResult| {
        let run = standing.external.as_ref()?;
        Some(format!(
            "{}: external; its start-up, {} (median of {} runs), was subtracted; wall time, and single checks were not timed.",
            standing.name,
            duration(run.startup_ns as f64),
            run.startup_runs
        ))
    };
    first.checkers.iter().filter_map(line).collect()
}

/// Returns a note with the number of lines skipped, if there are any.
fn skipped_lines(skipped: u64) -> Option<String> {
    match skipped {
        0 => None,
        1 => Some("1 line was no puzzle and was skipped.\n".to_owned()),
        _ => Some(format!("{} lines were no puzzles and were skipped.\n", thousands(skipped))),
    }
}

/// Formats a figure; one that is not known is a dash.
fn known<T>(figure: Option<T>, format: impl FnOnce(T) -> String) -> String {
    figure.map_or_else(|| "-".to_owned(), format)
}

/// Formats a rate without its fraction.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
fn rate(rate: f64) -> String {
    thousands(rate.round() as u64)
}

fn spread(Spread { q1, median, q3 }: Spread) -> String {
    if median < 0.1 {
        let [q1, median, q3] = [q1, median, q3].map(|ratio| format!("{:.0}", 1.0 / ratio));
        return format!("1/{median} (1/{q1}-1/{q3})");
    }
    let digits = match median {
        _ if median < 10.0 => 2,
        _ => 1,
    };
    format!("{median:.digits$} ({q1:.digits$}-{q3:.digits$})")
}

/// Cells as text; the first row has the names of the columns.
struct Table {
    rows: Vec<Vec<String>>,
    /// Columns set to the left; the others are numbers.
    left: &'static [usize],
}

impl Table {
    /// Characters between two columns.
    const GAP: usize = 2;

    /// Returns the width of each column: that of its widest cell.
    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |row: &Vec<String>, n: usize| row.get(n).map_or(0, |cell| cell.chars().count());
        (0..columns).map(|n| self.rows.iter().map(|row| width(row, n)).max().unwrap_or(0)).collect()
    }

    fn width(&self) -> usize {
        let widths = self.widths();
        widths.iter().sum::<usize>() + Self::GAP * widths.len().saturating_sub(1)
    }

    /// Formats the table. Columns beyond the width of a terminal go below the others, after the first column again.
    fn text(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        let mut next = 1;
        while next < widths.len() || text.is_empty() {
            let mut columns = vec![0];
            let mut used = widths.first().copied().unwrap_or(0);
            while next < widths.len() && (columns.len() == 1 || used + Self::GAP + widths[next] <= COLUMNS) {
                used += Self::GAP + widths[next];
                columns.push(next);
                next += 1;
            }
            for row in &self.rows {
                let cell = |&n: &usize| match (
                    row.get(n).map_or("", String::as_str),
                    widths.get(n).copied().unwrap_or(0),
                ) {
                    (cell, width) if self.left.contains(&n) => format!("{cell:<width$}"),
                    (cell, width) => format!("{cell:>width$}"),
                };
                let line = columns.iter().map(cell).collect::<Vec<_>>().join(&" ".repeat(Self::GAP));
                text += &format!("{}\n", line.trim_end());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_keep_three_digits() {
        let show = |median: f64| spread(Spread { q1: median * 0.9, median, q3: median * 1.1 });
        assert_eq!([0.05, 1.0, 12.0].map(show), ["1/20 (1/22-1/18)", "1.00 (0.90-1.10)", "12.0 (10.8-13.2)"]);
    }

    #[test]
    fn columns_stay_apart_and_within_the_terminal() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let rows = vec![row(&["checker", "a/s", "time"]), row(&["x", "1,234", "10.00 µs"])];
        let table = Table { rows, left: &[0] };
        assert_eq!(table.text(), "checker    a/s      time\nx        1,234  10.00 µs\n");
        let names: Vec<String> = (0..9).map(|n| format!("checker-number-{n}")).collect();
        let table = Table { rows: vec![names.clone(), names], left: &[0] };
        let text = table.text();
        assert_eq!((text.lines().count(), text.matches("checker-number-0").count()), (6, 6), "{text}");
        assert_eq!(text.matches("checker-number-8").count(), 2, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
    }

    #[test]
    fn words_are_wrapped_whole() {
        let text = wrapped(&"word ".repeat(40));
        assert!(
            text.lines().all(|line| line.chars().count() <= COLUMNS
                && line.split(' ').all(|w| w == "word" || w.is_empty()))
        );
    }
}
