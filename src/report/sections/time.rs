//! Time: percentiles, by givens and by rating, and the rate over the run.

use super::{axis, id, lines_chart, rating_words, titled};
use crate::{
    compare::Quantile,
    report::{
        Report,
        charts::{Axis, LineChart, Series},
        format::{Unit, duration, plain, whole},
        metrics::{Average, CorpusMetrics, TimeMetrics},
        page::{Chart, PageBlock, Table},
    },
    schema::{ColumnId, without_unit},
};

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    let corpora = report.corpora.iter().enumerate().filter(|(_, corpus)| !corpus.times.is_empty());
    corpora.flat_map(|(n, corpus)| of_corpus(report, n, corpus)).collect()
}

/// The name of a time, and its means.
type Means<'a> = (&'a str, Vec<Average>);

/// Choice of the means of a time.
type MeansOf = fn(&TimeMetrics) -> &Vec<Average>;

/// Returns a column's name without its unit.
fn short(times: &TimeMetrics) -> &str {
    without_unit(&times.column)
}

fn of_corpus(report: &Report, n: usize, corpus: &CorpusMetrics) -> Vec<PageBlock> {
    let times = &corpus.times;
    let mut summary =
        Table::new(&["time", "#rows", "#total", "#mean", "#p10", "#p50", "#p90", "#p99", "#p99.9", "#max"]);
    for one in times {
        let at = |percent: f64| {
            let found = one.percentiles.iter().find(|p| p.percent.total_cmp(&percent).is_eq());
            found.map_or_else(String::new, |p| duration(p.ns as f64))
        };
        let cells =
            [short(one).to_owned(), whole(one.rows as f64), duration(one.total_ns), duration(one.mean_ns)];
        summary.row(cells.into_iter().chain([10.0, 50.0, 90.0, 99.0, 99.9, 100.0].map(at)));
    }
    let mut blocks = vec![PageBlock::Table(titled(report, corpus, "Time of a puzzle"), summary)];
    let curves: Vec<_> = times.iter().map(|one| (short(one), one.curve.as_slice())).collect();
    let words = ("puzzle", titled(report, corpus, "Percentiles of time"));
    blocks.push(PageBlock::Chart(percentiles(id("time-percentiles", n), words, &curves)));
    let (rating, unit) = rating_words(times.first().map_or(ColumnId::Er, |times| times.rating));
    let by: [(&str, &str, Unit, MeansOf); 2] = [
        ("time-by-givens", "givens", Unit::Count, |times| &times.by_givens),
        ("time-by-er", rating, unit, |times| &times.by_rating),
    ];
    for (name, label, unit, means) in by {
        let title = format!("Time by {label}");
        if times.iter().any(|times| means(times).len() > 1) {
            let series: Vec<Means<'_>> = times.iter().map(|one| (short(one), means(one).clone())).collect();
            let title = titled(report, corpus, &title);
            blocks.push(PageBlock::Chart(means_chart(id(name, n), title, (label, unit), &series)));
        }
    }
    if let Some(chart) = rate(report, n, corpus) {
        blocks.push(PageBlock::Chart(chart));
    }
    blocks
}

/// Draws HdrHistogram's picture: the time over the rarity of a longer one.
pub(in crate::report) fn percentiles(
    id: String,
    (of, title): (&str, String),
    curves: &[(&str, &[Quantile])],
) -> Chart {
    let rarity = |percent: f64| 100.0 / (100.0 - percent);
    let series = curves.iter().map(|(name, curve)| {
        let inner = curve.iter().filter(|point| point.percent < 100.0 && point.ns > 0);
        Series::line(name, inner.map(|point| (rarity(point.percent), point.ns as f64)).collect())
    });
    let label = format!("one {of} in \u{2026} takes longer");
    let time = format!("time of a {of}");
    let chart = LineChart {
        x: Axis { label: &label, unit: Unit::Count, log: true },
        y: Axis { label: &time, unit: Unit::Nanoseconds, log: true },
        series: series.collect(),
    };
    let mut table = Table::new(&["time", "#percentile", &format!("#{time}")]);
    for (name, curve) in curves {
        for point in *curve {
            table.row([(*name).to_owned(), plain(point.percent), duration(point.ns as f64)]);
        }
    }
    lines_chart(id, title, "Both axes are logarithmic; times to three digits.", &chart, table)
}

fn means_chart(id: String, title: String, (label, unit): (&str, Unit), all: &[Means<'_>]) -> Chart {
    let series = all
        .iter()
        .map(|(name, means)| Series::line(name, means.iter().map(|mean| (mean.at, mean.mean_ns)).collect()));
    let chart = LineChart {
        x: axis(label, unit),
        y: Axis { label: "mean time of a puzzle", unit: Unit::Nanoseconds, log: true },
        series: series.collect(),
    };
    let names = ["time", &format!("#{label}"), "#puzzles", "#mean"];
    let mut table = Table::new(&names);
    for (name, means) in all {
        for mean in means {
            let numbers = [unit.show(mean.at), whole(mean.rows as f64), duration(mean.mean_ns)];
            table.row(std::iter::once((*name).to_owned()).chain(numbers));
        }
    }
    lines_chart(id, title, "Means; few puzzles at the ends.", &chart, table)
}

/// Draws the rows a second of one thread over the run.
fn rate(report: &Report, n: usize, corpus: &CorpusMetrics) -> Option<Chart> {
    let first = corpus.times.first().filter(|times| times.by_part.len() > 1)?;
    let rate = |part: f64| {
        let part_of = |times: &'_ TimeMetrics| {
            times.by_part.iter().find(|mean| mean.at.total_cmp(&part).is_eq()).copied()
        };
        let means = corpus.times.iter().filter_map(part_of);
        1e9 / means.map(|mean| mean.mean_ns).sum::<f64>()
    };
    let points: Vec<(f64, f64)> = first.by_part.iter().map(|mean| (mean.at, rate(mean.at))).collect();
    let table = Table::with(
        &["#from index", "#rows", "#rows a second"],
        first
            .by_part
            .iter()
            .zip(&points)
            .map(|(mean, (at, rate))| vec![whole(*at), whole(mean.rows as f64), whole(*rate)]),
    );
    let chart = LineChart {
        x: axis("index", Unit::Count),
        y: axis("rows a second of one thread", Unit::Count),
        series: vec![Series::line("rate", points)],
    };
    let title = titled(report, corpus, "Rate over the run");
    Some(lines_chart(
        id("rate", n),
        title,
        "From the times of the rows; writing is not in them.",
        &chart,
        table,
    ))
}
