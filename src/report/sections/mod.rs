//! Sections of the page.

mod comparison;
mod difficulty;
mod givens;
mod literature;
mod overview;
mod positions;
mod time;
mod unbiased;

use super::{
    Report,
    charts::{Axis, LineChart, lines},
    format::{self, Unit},
    metrics::CorpusMetrics,
    page::{Chart, Document, Section, Table},
};
use crate::{rate::Technique, schema::ColumnId};
pub(super) use time::percentiles;

impl Report {
    /// Builds the document.
    pub(super) fn document(&self) -> Document {
        let names: Vec<&str> = self.corpora.iter().map(|corpus| corpus.origin.name.as_str()).collect();
        Document {
            command: self.command.clone(),
            title: format!("Report on {}", names.join(", ")),
            sections: of(self),
            closing: format!("Made by {}. Intervals are 95 % unless they say otherwise.", self.program),
        }
    }
}

/// Returns the sections that are not empty.
fn of(report: &Report) -> Vec<Section> {
    let all = [
        ("overview", "Overview", overview::overview(report)),
        ("checks", "Checks", overview::checks(report)),
        ("givens", "Givens", givens::blocks(report)),
        ("difficulty", "Difficulty", difficulty::blocks(report)),
        ("time", "Time", time::blocks(report)),
        ("positions", "Positions", positions::blocks(report)),
        ("comparison", "Comparison", comparison::blocks(report)),
        ("unbiased", "Unbiased", unbiased::blocks(report)),
    ];
    let filled = all.into_iter().filter(|(.., blocks)| !blocks.is_empty());
    filled.map(|(id, title, blocks)| Section { id: id.to_owned(), title: title.to_owned(), blocks }).collect()
}

/// Returns a name for a chart of corpus `n`, unique in the report.
fn id(name: &str, n: usize) -> String {
    if n == 0 { name.to_owned() } else { format!("{name}-{}", n + 1) }
}

/// Returns a title that names the corpus where there are several.
fn titled(report: &Report, corpus: &CorpusMetrics, title: &str) -> String {
    if report.corpora.len() > 1 { format!("{title}: {}", corpus.origin.name) } else { title.to_owned() }
}

/// Shortens the name of a technique for charts; other words stay unchanged.
fn short_name(name: &str) -> String {
    let technique = Technique::all().find(|technique| technique.name() == name);
    let Some(title) = technique.map(Technique::title) else { return name.replace('_', " ") };
    let title = title.split_once(" (Locked").map_or(title, |(title, _)| title);
    let shorter = [
        ("Bivalue Universal Grave", "BUG"),
        ("Almost Locked Set", "ALS"),
        ("Forcing Chains", "FC"),
        ("Nice Loop", "Loop"),
        (" Type ", " "),
        (" (+)", "+"),
    ];
    shorter.iter().fold(title.to_owned(), |title, (long, short)| title.replace(long, short))
}

const fn axis(label: &str, unit: Unit) -> Axis<'_> {
    Axis { label, unit, log: false }
}

/// Draws a chart of lines with its table.
fn lines_chart(id: String, title: String, caption: &str, chart: &LineChart<'_>, table: Table) -> Chart {
    let svg = lines(&format!("svg-{id}"), &title, caption, chart);
    Chart { id, title, caption: caption.to_owned(), svg, table }
}

/// Returns the name and the unit of the rating of the hardest step that a column holds.
fn rating_words(column: ColumnId) -> (&'static str, Unit) {
    if column == ColumnId::HardestScore {
        ("score of the hardest step", Unit::Count)
    } else {
        ("ER", Unit::Rating)
    }
}

/// Formats a number with its unit, or a dash where there is none.
fn or_dash(value: Option<f64>, unit: Unit) -> String {
    value.map_or("\u{2013}".to_owned(), |value| unit.show(value))
}

/// Formats a number and its standard error.
fn with_error(value: f64, error: Option<f64>, unit: Unit) -> String {
    if let (Some(error), Unit::Plain) = (error, unit) {
        return format::with_error(value, error);
    }
    let error = error.map(|error| format!(" \u{b1} {}", unit.show(error))).unwrap_or_default();
    format!("{}{error}", unit.show(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two techniques look the same once names are cut to the width of charts.
    #[test]
    fn short_names_tell_techniques_apart() {
        let names = ["unique_rectangle_1", "bug_3", "pointing", "my_own"].map(short_name);
        assert_eq!(names, ["Unique Rectangle 1", "BUG 3", "Pointing", "my own"]);
        let mut cut: Vec<String> =
            Technique::all().map(|t| short_name(t.name()).chars().take(25).collect()).collect();
        cut.sort();
        let all = cut.len();
        cut.dedup();
        assert_eq!(cut.len(), all);
    }
}
