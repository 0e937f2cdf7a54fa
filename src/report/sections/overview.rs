//! Overview of the corpora, their columns, and the checks.

use super::{or_dash, titled};
use crate::{
    board::Symmetry,
    pipeline::Plan,
    report::{
        Report,
        format::{Unit, duration, plain, whole},
        metrics::{Check, ColumnMetrics, CorpusMetrics},
        page::{PageBlock, Table},
    },
    schema::{is_step_count, is_time},
};

/// Values of a column that are named.
const MOST_VALUES: usize = 6;

pub(super) fn overview(report: &Report) -> Vec<PageBlock> {
    let mut blocks = vec![PageBlock::Table("Corpora".to_owned(), corpora(report))];
    if report.corpora.iter().any(|corpus| !corpus.times.is_empty()) {
        let words = "Thread time is that of all rows, one after the other; rows a second are of one thread.";
        blocks.push(PageBlock::Text(words.to_owned()));
    }
    blocks.push(PageBlock::Code(report.command.clone()));
    blocks.extend(represent(report));
    for corpus in &report.corpora {
        if corpus.rows == 0 {
            blocks.push(PageBlock::Text(format!("{} holds no rows.", corpus.origin.name)));
        }
        if let Some(command) = &corpus.origin.command {
            blocks.push(PageBlock::Code(command.clone()));
        }
        let title = titled(report, corpus, "Columns");
        blocks.push(PageBlock::Table(title, columns(corpus)));
        let counts: Vec<&ColumnMetrics> = corpus.columns.iter().filter(|column| is_count(column)).collect();
        if !counts.is_empty() {
            let words =
                format!("The {} columns t_*, steps of each technique, are under Difficulty.", counts.len());
            blocks.push(PageBlock::Text(words));
        }
        if corpus.columns.iter().any(|column| !column.exact) {
            let words = "Quartiles marked \u{2248} are within 0.1 %: the values are too many to keep.";
            blocks.push(PageBlock::Text(words.to_owned()));
        }
    }
    blocks
}

/// States the population that each corpus is a sample of, where its plan is known.
fn represent(report: &Report) -> Vec<PageBlock> {
    let known = report.corpora.iter().filter_map(|corpus| Some((corpus, corpus.origin.bias.as_ref()?)));
    let words = known.map(|(corpus, bias)| {
        let name = if report.corpora.len() > 1 { format!("{}: ", corpus.origin.name) } else { String::new() };
        PageBlock::Text(format!("{name}{} {}", bias.grids, bias.puzzles).replace('`', ""))
    });
    let words: Vec<PageBlock> = words.collect();
    let title = PageBlock::Heading("What the puzzles represent".to_owned());
    if words.is_empty() { words } else { std::iter::once(title).chain(words).collect() }
}

fn corpora(report: &Report) -> Table {
    let row = |corpus: &CorpusMetrics| {
        let origin = &corpus.origin;
        let plan = origin.plan.as_ref();
        let made = plan.map(made);
        let total: f64 = corpus.times.iter().map(|times| times.total_ns).sum();
        let rate = (total > 0.0).then(|| whole(corpus.rows as f64 / total * 1e9));
        let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "\u{2013}".to_owned());
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
            known(&origin.rating_scale),
            if total > 0.0 { duration(total) } else { "\u{2013}".to_owned() },
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

/// Describes the plan of the puzzles in a few words.
fn made(plan: &Plan) -> String {
    let words = [
        plan.dig.facts().starts_from_grid.then(|| format!("{} fill", plan.fill.name())),
        Some(format!("{} dig", plan.dig.name())),
        (plan.dig.symmetry() != Symmetry::None).then(|| plan.dig.symmetry().name().to_owned()),
        Some(format!("{} givens", plan.dig.options().givens)),
        plan.rating.rulebook.as_ref().map(|rulebook| format!("rated by {}", rulebook.name())),
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

/// Returns the unit of a column by its name.
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
            counts.iter().take(MOST_VALUES).map(|(name, rows)| format!("{name} {}", whole(**rows as f64)));
        words.extend(named);
        if counts.len() > MOST_VALUES {
            words.push(format!("{} more", counts.len() - MOST_VALUES));
        }
    }
    words.join(", ")
}

pub(super) fn checks(report: &Report) -> Vec<PageBlock> {
    let names = ["check", "verdict", "#looked at", "#failed", "how", "example"];
    let table = |corpus: &CorpusMetrics| {
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
        PageBlock::Table(titled(report, corpus, "Checks"), Table::with(&names, corpus.checks.iter().map(row)))
    };
    report.corpora.iter().map(table).collect()
}
