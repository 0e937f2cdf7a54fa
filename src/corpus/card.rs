//! The data set card: `README.md` beside the data, for people and for the Hugging Face hub.

use super::{
    Format, Manifest,
    schema::{Promise, columns},
};
use crate::pipeline::Givens;

const TEMPLATE: &str = include_str!("card.md");

/// The card of the corpus that `manifest` describes.
pub(super) fn render(manifest: &Manifest) -> String {
    let job = &manifest.job;
    let fields = [
        ("format", job.format.name().to_owned()),
        ("rows", thousands(job.count)),
        ("shape", job.plan.shape.to_string()),
        ("program", manifest.program.clone()),
        ("stream", job.stream.to_string()),
        ("command", job.command("corpus")),
        ("columns", table(job.timings)),
        ("promises", promises(job.timings)),
        ("csv_note", csv_note(job.format).to_owned()),
        ("fill_bias", job.plan.fill.bias().to_owned()),
        ("dig_bias", dig_bias(job.plan.givens)),
    ];
    fields
        .iter()
        .fold(TEMPLATE.to_owned(), |card, (name, value)| card.replace(&format!("{{{{{name}}}}}"), value))
}

fn table(timings: bool) -> String {
    let row = |column: &super::schema::Column| {
        let nullable = if column.nullable { ", nullable" } else { "" };
        let unit = column.unit.unwrap_or("");
        format!("| `{}` | {}{nullable} | {unit} | {} |\n", column.name, column.kind.name(), column.meaning)
    };
    columns(timings).map(row).collect()
}

fn promises(timings: bool) -> String {
    let names = |promise| {
        let names =
            columns(timings).filter(|column| column.promise == promise).map(|c| format!("`{}`", c.name));
        names.collect::<Vec<_>>().join(", ")
    };
    let mut text = format!(
        "A seed promises {} for good, within a stream version; {} are the same on any machine for one version of the \
         program.",
        names(Promise::Stream),
        names(Promise::Program)
    );
    if timings {
        text += &format!(" {} differ from run to run.", names(Promise::Run));
    }
    text + "\n"
}

const fn csv_note(format: Format) -> &'static str {
    match format {
        Format::Parquet => "",
        Format::Csv => {
            "A CSV reader that guesses types may take `solution` for a number and lose digits: tell it that `puzzle` \
             and `solution` are text.\n"
        }
    }
}

fn dig_bias(givens: Givens) -> String {
    let top_down =
        "Givens were tried in random order, each once, and taken away where one solution remained.";
    match givens {
        Givens::Minimal => format!(
            "{top_down} The puzzles are minimal, but not a fair sample of all minimal puzzles: those with few givens \
             come far too often (9x9: mean about 24.4 givens, against 26.6 over all minimal puzzles; D. Berthier 2009)."
        ),
        Givens::Range(fewest, most) if fewest == most => format!(
            "{top_down} Digging stopped at {fewest} givens; a pass that got stuck above was dropped and tried again in \
             another order, then on another grid. Puzzles that many orders lead to come more often."
        ),
        Givens::Range(fewest, most) => format!(
            "{top_down} Each puzzle drew a target between {fewest} and {most} givens, all equally likely, and digging \
             stopped there; a pass that could go no further was kept if it had {most} givens or fewer, and dropped \
             otherwise. So the low counts of the range are rarer than the high ones wherever passes get stuck."
        ),
    }
}

/// A number with its digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    grouped.join(",")
}
