//! Provenance of the corpora: commands, plans, columns, times, and the checks; BibTeX entries of the corpora and of the sources that a
//! page quotes.

use super::{Subject, or_dash};
use crate::{
    Report,
    format::{Unit, dash, duration, plain, whole},
    metrics::{Check, ColumnMetrics, CorpusMetrics},
    page::{PageBlock, Table},
};
use gridmill_generate::Plan;
use gridmill_tables::{
    escape::bibtex,
    schema::{is_step_count, is_time},
};

/// Values of a column that are named.
const MAX_VALUES: usize = 6;

/// Returns commands, plans, columns and times.
pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    let mut blocks = vec![
        PageBlock::Text("This page is made by".to_owned()),
        PageBlock::Code(report.command.clone()),
        PageBlock::Table("Corpora".to_owned(), corpora(report)),
    ];
    if report.corpora.iter().any(|corpus| !corpus.times.is_empty()) {
        let words = "Thread time is that of all rows, one after the other; rows a second are of one thread.";
        blocks.push(PageBlock::Text(words.to_owned()));
    }
    for (n, corpus) in report.corpora.iter().enumerate() {
        blocks.extend(of_corpus(Subject { report, n, corpus }));
    }
    blocks.push(PageBlock::Heading("To cite (BibTeX)".to_owned()));
    blocks.push(PageBlock::Code(citations(report)));
    blocks
}

fn of_corpus(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    if of.report.corpora.len() > 1 {
        blocks.push(PageBlock::Heading(corpus.origin.name.clone()));
        let bias = corpus.origin.bias.iter();
        blocks.extend(
            bias.map(|bias| PageBlock::Text(format!("{} {}", bias.grids, bias.puzzles).replace('`', ""))),
        );
    }
    if let Some(command) = &corpus.origin.command {
        blocks.push(PageBlock::Code(command.clone()));
    }
    blocks.push(PageBlock::Table(of.titled("Columns"), columns(corpus)));
    let counts: Vec<&ColumnMetrics> = corpus.columns.iter().filter(|column| is_count(column)).collect();
    if !counts.is_empty() {
        let words =
            format!("The {} columns t_*, steps of each technique, are under Techniques.", counts.len());
        blocks.push(PageBlock::Text(words));
    }
    if corpus.columns.iter().any(|column| !column.exact) {
        let words = "Quartiles marked \u{2248} are within 0.1 %: the values are too many to keep.";
        blocks.push(PageBlock::Text(words.to_owned()));
    }
    blocks.extend(super::time::blocks(of));
    blocks
}

fn corpora(report: &Report) -> Table {
    let row = |corpus: &CorpusMetrics| {
        let origin = &corpus.origin;
        let plan = origin.plan.as_ref();
        let made = plan.map(made);
        let total: f64 = corpus.times.iter().map(|times| times.total_ns).sum();
        let rate = (total > 0.0).then(|| whole(corpus.rows as f64 / total * 1e9));
        let known = |text: &Option<String>| text.clone().unwrap_or_else(dash);
        let distinct = &corpus.distinct;
        let copies = match distinct.one_in {
            1 => whole(distinct.distinct as f64),
            many => format!(
                "{} of {} looked at, one in {many}",
                whole(distinct.distinct as f64),
                whole(distinct.looked_at as f64)
            ),
        };
        vec![
            origin.name.clone(),
            rows(corpus),
            copies,
            corpus.shape.to_string(),
            known(&made),
            known(&origin.seed),
            known(&scales(corpus)),
            if total > 0.0 { duration(total) } else { dash() },
            known(&rate),
            known(&origin.program),
        ]
    };
    let names = [
        "corpus",
        "#rows",
        "#distinct",
        "box",
        "made",
        "seed",
        "scale",
        "#thread time",
        "#rows a second",
        "program",
    ];
    Table::with(&names, report.corpora.iter().map(row))
}

fn scales(corpus: &CorpusMetrics) -> Option<String> {
    let scales: Vec<&str> =
        corpus.scales().filter_map(|metrics| metrics.origin.rating_scale.as_deref()).collect();
    (!scales.is_empty()).then(|| scales.join(", "))
}

fn rated_by(plan: &Plan) -> Option<String> {
    let names: Vec<&str> = plan.rating.rulebooks.iter().map(|rulebook| rulebook.name()).collect();
    (!names.is_empty()).then(|| names.join(" and "))
}

/// Describes the plan of the puzzles in a few words.
fn made(plan: &Plan) -> String {
    let words = [
        plan.dig.facts().starts_from_grid.then(|| format!("{} fill", plan.fill.name())),
        Some(format!("{} dig", plan.dig.name())),
        (!plan.dig.symmetry().is_none()).then(|| plan.dig.symmetry().to_string()),
        Some(format!("{} givens", plan.dig.options().givens)),
        rated_by(plan).map(|names| format!("rated by {names}")),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Formats the number of rows, and that of the whole corpus if this is a part.
fn rows(corpus: &CorpusMetrics) -> String {
    let rows = whole(corpus.rows as f64);
    match (corpus.origin.planned_rows, corpus.origin.whole_rows) {
        (Some(part), Some(all)) if part < all => format!("{rows}, a part of {}", whole(all as f64)),
        _ => rows,
    }
}

fn is_count(column: &ColumnMetrics) -> bool {
    is_step_count(&column.name)
}

fn columns(corpus: &CorpusMetrics) -> Table {
    let names =
        ["column", "type", "#null", "#min", "#q25", "#median", "#q75", "#max", "#mean", "#sd", "values"];
    let row = |column: &ColumnMetrics| {
        let unit = unit_of(&column.name);
        let about = |value: Option<f64>| {
            let mark = if column.exact || value.is_none() { "" } else { "\u{2248}\u{a0}" };
            format!("{mark}{}", or_dash(value, unit))
        };
        let exact = |value: Option<f64>| or_dash(value, unit);
        vec![
            column.name.clone(),
            column.kind.clone(),
            whole(column.nulls as f64),
            exact(column.min),
            about(column.q25),
            about(column.median),
            about(column.q75),
            exact(column.max),
            exact(column.mean),
            exact(column.sd),
            values(column),
        ]
    };
    Table::with(&names, corpus.columns.iter().filter(|column| !is_count(column)).map(row))
}

fn unit_of(name: &str) -> Unit {
    if is_time(name) { Unit::Nanoseconds } else { Unit::Plain }
}

fn values(column: &ColumnMetrics) -> String {
    let mut words = Vec::new();
    if column.not_finite > 0 {
        words.push(format!("{} are no finite numbers", plain(column.not_finite as f64)));
    }
    if let Some(counts) = &column.values {
        let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
        counts.sort_by_key(|(name, rows)| (std::cmp::Reverse(**rows), *name));
        let named =
            counts.iter().take(MAX_VALUES).map(|(name, rows)| format!("{name} {}", whole(**rows as f64)));
        words.extend(named);
        if counts.len() > MAX_VALUES {
            words.push(format!("{} more", counts.len() - MAX_VALUES));
        }
    }
    words.join(", ")
}

/// Returns the checks of a corpus: in a sentence where all passed, the table folded.
pub(super) fn checks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let names = ["check", "verdict", "#looked at", "#failed", "how", "example"];
    let row = |check: &Check| {
        let verdict = match check.passed {
            Some(true) => "\u{2713} pass",
            Some(false) => "\u{2717} FAIL",
            None => "\u{2013} nothing to check",
        };
        vec![
            check.name.to_owned(),
            verdict.to_owned(),
            whole(check.looked_at as f64),
            whole(check.failed as f64),
            check.note.clone(),
            check.example.clone().unwrap_or_default(),
        ]
    };
    let table = PageBlock::Table(of.titled("Checks"), Table::with(&names, corpus.checks.iter().map(row)));
    let with = |passed: Option<bool>| -> Vec<&str> {
        corpus.checks.iter().filter(|check| check.passed == passed).map(|check| check.name).collect()
    };
    let (passed, failed, nothing) = (with(Some(true)), with(Some(false)), with(None));
    let words = [("Failed", &failed), ("Passed", &passed), ("Nothing to check", &nothing)];
    let words = words.iter().filter(|(_, names)| !names.is_empty());
    let words: Vec<String> = words.map(|(of, names)| format!("{of}: {}.", names.join(", "))).collect();
    let words = PageBlock::Text(words.join(" "));
    if failed.is_empty() {
        vec![words, PageBlock::Folded("Checks in full".to_owned(), vec![table])]
    } else {
        vec![words, table]
    }
}

/// An entry of a source, and whether a report quotes it.
type Source = (&'static str, fn(&Report) -> bool);

const SOURCES: [Source; 7] = [
    (
        "@inproceedings{berthier2009,\n  author = {Berthier, Denis},\n  title = {Unbiased Statistics of a {CSP} -- A Controlled-Bias \
                Generator},\n  booktitle = {Innovations in Computing Sciences and Software Engineering (CISSE 2009)},\n  publisher = \
                {Springer},\n  year = {2010}\n}",
        |report| report.corpora.iter().any(|corpus| corpus.shape == gridmill_board::Shape::STANDARD),
    ),
    (
        "@book{kish1965,\n  author = {Kish, Leslie},\n  title = {Survey Sampling},\n  publisher = {Wiley},\n  year = {1965}\n}",
        is_weighted,
    ),
    (
        "@book{cochran1977,\n  author = {Cochran, William G.},\n  title = {Sampling Techniques},\n  edition = {3},\n  publisher = \
                {Wiley},\n  year = {1977}\n}",
        is_weighted,
    ),
    (
        "@book{hedges1985,\n  author = {Hedges, Larry V. and Olkin, Ingram},\n  title = {Statistical Methods for \
                Meta-Analysis},\n  publisher = {Academic Press},\n  year = {1985}\n}",
        |report| report.corpora.len() > 1,
    ),
    (
        "@misc{hodoku,\n  author = {Hobiger, Bernhard},\n  title = {{HoDoKu}},\n  note = {Version 2.2},\n  year = {2012}\n}",
        |report| is_rated_on(report, "hodoku"),
    ),
    (
        "@misc{sudokuexplainer,\n  author = {Juillerat, Nicolas},\n  title = {{Sudoku Explainer}},\n  note = {Version 1.2.1}\n}",
        |report| is_rated_on(report, "se"),
    ),
    (
        "@book{berthier2021,\n  author = {Berthier, Denis},\n  title = {Pattern-Based Constraint Satisfaction and Logic \
                Puzzles},\n  edition = {3},\n  year = {2021}\n}",
        |report| is_rated_on(report, "braids"),
    ),
];

fn is_weighted(report: &Report) -> bool {
    report.corpora.iter().any(|corpus| corpus.unbiased.is_some())
}

fn is_rated_on(report: &Report, scale: &str) -> bool {
    let mut scales = report
        .corpora
        .iter()
        .flat_map(CorpusMetrics::scales)
        .filter_map(|metrics| metrics.origin.rating_scale.as_deref());
    scales.any(|its| its.split(['-', '/']).next() == Some(scale))
}

/// Returns an entry for each corpus and for each source that the report quotes.
fn citations(report: &Report) -> String {
    let corpora = report.corpora.iter().enumerate().map(|(n, corpus)| entry_of_corpus(n, corpus));
    let sources = SOURCES.iter().filter(|(_, is_quoted)| is_quoted(report));
    let entries: Vec<String> = corpora.chain(sources.map(|(entry, _)| (*entry).to_owned())).collect();
    entries.join("\n\n")
}

fn entry_of_corpus(n: usize, corpus: &CorpusMetrics) -> String {
    let origin = &corpus.origin;
    let title = format!("{}: {} Sudoku puzzles", bibtex(&origin.name), whole(corpus.rows as f64));
    let program = origin.program.clone().unwrap_or_else(|| gridmill_tables::PROGRAM.to_owned());
    let seed = origin.seed.as_ref().map(|seed| format!(", seed {}", bibtex(seed)));
    let note = match &origin.program {
        Some(_) => format!("Made by {}{}", bibtex(&program), seed.unwrap_or_default()),
        None => format!("Described by {}", bibtex(&program)),
    };
    format!("@misc{{corpus{},\n  title = {{{title}}},\n  note = {{{note}}}\n}}", n + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Braces match, so that a program reads each entry to its end.
    #[test]
    fn entries_are_well_formed() {
        for (entry, _) in SOURCES {
            let count = |c| entry.matches(c).count();
            assert_eq!(count('{'), count('}'), "{entry}");
            assert!(entry.starts_with('@') && entry.ends_with("\n}"), "{entry}");
        }
    }
}
