//! Closing summary of a run.

use super::terminal::COLUMNS;
use crate::{
    corpus::{RatingTotals, RunSummary, TargetCost},
    generate::{Estimate, LogEstimate, Plan, WeightedEstimates},
    rate::{Measure, Rulebook},
    tables::{
        escape::visible,
        facts::{BEYOND_BUDGET, Facts},
        numbers::{duration, thousands},
    },
};
use std::{fmt::Write as _, path::Path, sync::Arc, time::Duration};

/// Lines of the histogram at most; more numbers of givens share lines.
const HISTOGRAM_LINES: usize = 20;
/// Columns of the longest bar: with the numbers before it, a line fits a terminal of 80 columns.
const BAR_COLUMNS: f64 = 48.0;

/// Formats count, rate, histogram of givens, weighted estimates and percentiles of time; `files` were written to the folder, unless to standard
/// output.
pub(super) fn text(
    totals: &RunSummary,
    plan: &Plan,
    elapsed: Duration,
    files: Option<(u64, &Path)>,
) -> String {
    let rows = totals.rows();
    let seconds = elapsed.as_secs_f64();
    let mut text = format!("{} puzzles in {seconds:.1} s", thousands(rows));
    if rows > 0 && seconds > 0.0 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and only shown"
        )]
        let rate = (rows as f64 / seconds).round() as u64;
        let _ = write!(text, ", {} a second", thousands(rate));
    }
    if let Some((files, folder)) = files {
        let noun = if files == 1 { "file" } else { "files" };
        let _ = write!(text, "; {files} {noun} in {}", visible(&folder.join("data").to_string_lossy()));
    }
    if let Some(exclude) = &plan.exclude
        && let Some(puzzles) = exclude.puzzles()
    {
        let names = exclude.files().join(", ");
        let _ = write!(text, "\nexcluded: {} puzzles in {}", thousands(puzzles), visible(&names));
    }
    if let (Some(mean), Some(passes)) = (totals.mean_givens(), totals.mean_attempts()) {
        if let Some(printed) = totals.weighted(plan) {
            text += &weighted(&printed, plan, rows);
            text += "\nThe raw sample, each row counted once:";
        }
        let _ = write!(text, "\n\ngivens: mean {mean:.2}, {passes:.2} digging passes a puzzle");
        if plan.rating.selects() {
            let _ = write!(text, " ({:.3} % of digs accepted)", 100.0 / passes);
        }
        text.push('\n');
        text += &histogram(totals);
        if !plan.target_names().is_empty() {
            text += &format!("\n{}", targets(&totals.target_costs(plan)));
        }
        let times =
            totals.time_percentiles().into_iter().map(|(name, ns)| format!("{name} {}", duration(ns as f64)));
        if !plan.rating.rulebooks.is_empty() {
            let _ = write!(text, "\n{}", ratings(totals.ratings(), &plan.rating.rulebooks));
        }
        let times = format!("time per puzzle, grid and dig: {}", times.collect::<Vec<_>>().join(", "));
        let _ = write!(text, "\n{}", wrapped(&times));
    }
    text
}

pub(super) fn targets(costs: &[TargetCost]) -> String {
    let width = costs.iter().map(|cost| cost.target.chars().count()).max().unwrap_or(0);
    let line = |cost: &TargetCost| {
        let (target, rows) = (visible(&cost.target), thousands(cost.rows));
        let attempts = cost.mean_attempts.map(|attempts| format!(", {attempts:.2} attempts a row"));
        let rate = cost.rows_per_core_second.map(|rate| format!(", {} a second and core", short(rate)));
        format!("{target:<width$}  {rows} rows{}{}\n", attempts.unwrap_or_default(), rate.unwrap_or_default())
    };
    costs.iter().map(line).collect()
}

/// Formats a rate: one decimal below 100.
fn short(rate: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
    if rate < 100.0 { format!("{rate:.1}") } else { thousands(rate.round() as u64) }
}

/// Breaks a line after commas, so that it fits a terminal; what follows is indented.
fn wrapped(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for part in line.split_inclusive(", ") {
        let len = part.trim_end().chars().count();
        if width > 0 && width + len > COLUMNS {
            text.truncate(text.trim_end().len());
            text += "\n    ";
            width = 4;
        }
        text += part;
        width += part.chars().count();
    }
    text
}

/// Techniques that the lines on ratings name.
const HARDEST: usize = 5;

/// Formats the totals of each rulebook, under its name where there are several.
pub(super) fn ratings(totals: &[RatingTotals], rulebooks: &[Arc<Rulebook>]) -> String {
    let each = totals.iter().zip(rulebooks).map(|(totals, rulebook)| {
        let lines = ratings_by(totals, rulebook);
        if rulebooks.len() > 1 { format!("by {}:\n{lines}", visible(rulebook.name())) } else { lines }
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Formats levels or quantiles, the most frequent hardest techniques, and the time of ratings, a line each.
fn ratings_by(totals: &RatingTotals, rulebook: &Rulebook) -> String {
    let (rated, solved) = (totals.rated, totals.solved);
    if rated == 0 {
        return String::new();
    }
    let percent = |rows: u64| format!("{:.1} %", 100.0 * rows as f64 / rated as f64);
    let mut lines = Vec::new();
    let levels = totals.levels(rulebook);
    if !levels.is_empty() {
        let levels = levels.iter().map(|(name, rows)| format!("{} {}", visible(name), percent(*rows)));
        lines.push(format!("levels: {}", levels.collect::<Vec<_>>().join(", ")));
    }
    let name = match rulebook.measure() {
        Measure::Er => "ER",
        Measure::Score => "score",
    };
    let quantiles = totals.quantiles(rulebook.measure());
    if !quantiles.is_empty() {
        let quantiles = quantiles.iter().map(|(name, number)| format!("{name} {}", rulebook.shown(*number)));
        lines.push(format!(
            "{name}: {} ({})",
            quantiles.collect::<Vec<_>>().join(", "),
            visible(rulebook.scale())
        ));
    }
    let hardest = totals.hardest(HARDEST);
    if !hardest.is_empty() {
        let hardest = hardest.iter().map(|(name, rows)| format!("{name} {}", percent(*rows)));
        lines.push(format!("hardest steps: {}", hardest.collect::<Vec<_>>().join(", ")));
    }
    let ended = totals.out_of_budget;
    let stuck = (rated - solved).saturating_sub(ended);
    if stuck > 0 {
        lines.push(format!("not solved by the techniques: {}", thousands(stuck)));
    }
    if ended > 0 {
        lines.push(format!("{BEYOND_BUDGET}: {}, which have no {name} here", thousands(ended)));
    }
    let mean = duration(totals.time_ns as f64 / rated as f64);
    lines.push(format!("rating time: {} on all threads, {mean} a puzzle", duration(totals.time_ns as f64)));
    lines.iter().map(|line| wrapped(line) + "\n").collect()
}

/// Estimates for all minimal puzzles from weighted rows; one standard error follows each ±.
fn weighted(printed: &WeightedEstimates, plan: &Plan, rows: u64) -> String {
    let error = |error: Option<f64>| error.map(|error| format!(" ± {error:.3}")).unwrap_or_default();
    let of = Facts::of_plan(plan, (plan.stream_version(), String::new()), rows).population_words(plan.shape);
    let mean = printed.mean_givens;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
    let effective = mean
        .effective_rows
        .map(|rows| format!("; its effective sample size is {}", thousands(rows.round() as u64)));
    let mut text = format!(
        "\n\nEstimate of {of}:\nweighted: mean {:.3}{} givens (sd {:.3}){}\n",
        mean.value,
        error(mean.error),
        printed.sd_givens,
        effective.unwrap_or_default(),
    );
    let total = printed.total.map(|amount| format!(", {} in all", scientific(amount))).unwrap_or_default();
    let error = printed.per_grid.relative_error;
    let error = error.map(|error| format!(", ± {:.2} %", 100.0 * error)).unwrap_or_default();
    let _ = writeln!(text, "minimal puzzles: {} a grid{total}{error}", scientific(printed.per_grid));
    if let Some(attempts) = printed.counted_attempts {
        let share = |(givens, share): (&usize, &Estimate)| {
            if share.largest_part.is_some_and(|part| part > 0.5) {
                return format!("{givens}: one row");
            }
            let (value, error) = (100.0 * share.value, share.error.map(|error| 100.0 * error));
            let shown = error.map(|error| format!(" ± {}", two_digits(error))).unwrap_or_default();
            format!("{givens}: {}{shown}", digits_of(value, error))
        };
        let shares: Vec<String> = printed.shares.iter().map(share).collect();
        let line = format!(
            "givens in % (puzzles that {} attempts counted): {}",
            thousands(attempts),
            shares.join(", ")
        );
        let _ = writeln!(text, "{}", wrapped(&line));
    }
    if let Some(part) = mean.largest_part.filter(|_| mean.rests_on_one_row()) {
        let _ = writeln!(
            text,
            "warning: one row makes {:.0} % of the variance of the mean: take more rows",
            100.0 * part
        );
    }
    text
}

/// Formats a number with two digits that are not leading zeros.
fn two_digits(number: f64) -> String {
    let decimals = if number > 0.0 { 1.0 - number.log10().floor() } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 20")]
    let decimals = decimals.clamp(0.0, 20.0) as usize;
    format!("{number:.decimals$}")
}

fn digits_of(number: f64, error: Option<f64>) -> String {
    let error = two_digits(error.filter(|error| *error > 0.0).unwrap_or(number));
    let decimals = error.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("{number:.decimals$}")
}

/// Four digits and a power of ten, which may be beyond those of a float.
fn scientific(amount: LogEstimate) -> String {
    let log10 = amount.ln / std::f64::consts::LN_10;
    let mantissa = format!("{:.3}", 10_f64.powf(log10 - log10.floor()));
    match mantissa.as_str() {
        "10.000" => format!("1.000e{}", log10.floor() + 1.0),
        mantissa => format!("{mantissa}e{}", log10.floor()),
    }
}

fn histogram(totals: &RunSummary) -> String {
    let givens = totals.givens();
    let (Some((&least, _)), Some((&most, _))) = (givens.first_key_value(), givens.last_key_value()) else {
        return String::new();
    };
    let width = (most - least + 1).div_ceil(HISTOGRAM_LINES);
    let line = |start: usize| (start, givens.range(start..start + width).map(|(_, &rows)| rows).sum::<u64>());
    let lines: Vec<(usize, u64)> = (least..=most).step_by(width).map(line).collect();
    let highest = lines.iter().map(|&(_, rows)| rows).max().unwrap_or(1).max(1);
    let mut text = String::new();
    for (start, rows) in lines {
        let label = if width == 1 { start.to_string() } else { format!("{start}-{}", start + width - 1) };
        let bar = bar(rows as f64 / highest as f64 * BAR_COLUMNS);
        let _ = writeln!(text, "{:>9} {:>13} {bar}", label, thousands(rows));
    }
    text
}

/// Draws a bar of `columns` columns, to an eighth.
fn bar(columns: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 48 columns in eighths")]
    let eighths = (columns * 8.0).round() as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_any_size_are_shown() {
        let show = |ln| scientific(LogEstimate { ln, relative_error: None });
        assert_eq!(
            [85_632_f64, 3.1057e37, 1.0, 9.9999].map(f64::ln).map(show),
            ["8.563e4", "3.106e37", "1.000e0", "1.000e1"]
        );
        assert_eq!(show(2000.0), "3.881e868");
    }

    #[test]
    fn long_lines_break_after_commas() {
        let line = ["12345678"; 12].join(", ");
        let text = wrapped(&line);
        assert!(
            text.lines().all(|line| line.chars().count() <= COLUMNS && line.trim_end() == line),
            "{text}"
        );
        assert_eq!(text.replace("\n    ", " "), line);
        assert_eq!(wrapped("short, line"), "short, line");
    }

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!([0.0, 0.125, 1.0, 2.5].map(bar), ["", "▏", "█", "██▌"]);
    }
}
