//! Time: percentiles, by givens and by rating, and the rate over the run.

use super::{Subject, axis, lines_chart, rating_words};
use crate::{
    charts::{Axis, LineChart, Mark, Series},
    compare::Quantile,
    format::{Unit, duration, plain, whole},
    metrics::{Average, TimeMetrics},
    page::{PageBlock, Table},
};
use gridmill_tables::schema::{ColumnId, without_unit};

type Means<'a> = (&'a str, Vec<Average>);

type MeansOf = fn(&TimeMetrics) -> &Vec<Average>;

/// Returns a column's name without its unit.
fn short(times: &TimeMetrics) -> &str {
    without_unit(&times.column)
}

pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let times = &corpus.times;
    if times.is_empty() {
        return Vec::new();
    }
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
    let mut blocks = vec![PageBlock::Table(of.titled("Time of a puzzle"), summary)];
    let curves: Vec<_> = times.iter().map(|one| (short(one), one.curve.as_slice())).collect();
    let words = ("puzzle", of.titled("Percentiles of time"));
    blocks.push(percentiles(of.id("time-percentiles"), words, &curves));
    let (rating, unit) = rating_words(times.first().map_or(ColumnId::Er, |times| times.rating));
    let by: [(&str, &str, Unit, MeansOf); 2] = [
        ("time-by-givens", "givens", Unit::Count, |times| &times.by_givens),
        ("time-by-er", rating, unit, |times| &times.by_rating),
    ];
    for (name, label, unit, means) in by {
        let title = format!("Time by {label}");
        if times.iter().any(|times| means(times).len() > 1) {
            let series: Vec<Means<'_>> = times.iter().map(|one| (short(one), means(one).clone())).collect();
            let title = of.titled(&title);
            blocks.push(means_chart(of.id(name), title, (label, unit), &series));
        }
    }
    blocks.extend(rate(of));
    blocks
}

/// Draws HdrHistogram's picture: the time over the rarity of a longer one.
pub(crate) fn percentiles(
    id: String,
    (of, title): (&str, String),
    curves: &[(&str, &[Quantile])],
) -> PageBlock {
    let rarity = |percent: f64| 100.0 / (100.0 - percent);
    let series = curves.iter().map(|(name, curve)| {
        let inner = curve.iter().filter(|point| point.percent < 100.0 && point.ns > 0);
        Series::new(Mark::Line, name, inner.map(|point| (rarity(point.percent), point.ns as f64)).collect())
    });
    let label = format!("one {of} in \u{2026} takes longer");
    let time = format!("time of a {of}");
    let axes = (Axis::log(&label, Unit::Count), Axis::log(&time, Unit::Nanoseconds));
    let mut chart = LineChart::new(axes.0, axes.1, series.collect());
    chart.label_ends = curves.len() > 1;
    let mut table = Table::new(&["time", "#percentile", &format!("#{time}")]);
    for (name, curve) in curves {
        for point in *curve {
            table.row([(*name).to_owned(), plain(point.percent), duration(point.ns as f64)]);
        }
    }
    lines_chart(id, title, "Both axes are logarithmic; times to three digits.", chart, table)
}

fn means_chart(id: String, title: String, (label, unit): (&str, Unit), all: &[Means<'_>]) -> PageBlock {
    let points = |means: &[Average]| means.iter().map(|mean| (mean.at, mean.mean_ns)).collect();
    let series = all.iter().map(|(name, means)| Series::new(Mark::Line, name, points(means)));
    let axes = (axis(label, unit), Axis::log("mean time of a puzzle", Unit::Nanoseconds));
    let mut chart = LineChart::new(axes.0, axes.1, series.collect());
    chart.label_ends = all.len() > 1;
    let names = ["time", &format!("#{label}"), "#puzzles", "#mean"];
    let mut table = Table::new(&names);
    for (name, means) in all {
        for mean in means {
            let numbers = [unit.show(mean.at), whole(mean.rows as f64), duration(mean.mean_ns)];
            table.row(std::iter::once((*name).to_owned()).chain(numbers));
        }
    }
    lines_chart(id, title, "Means; few puzzles at the ends.", chart, table)
}

/// Draws the rows a second of one thread over the run.
fn rate(of @ Subject { corpus, .. }: Subject<'_>) -> Option<PageBlock> {
    let first = corpus.times.first().filter(|times| times.by_part.len() > 1)?;
    let rate = |part: f64| {
        let part_of = |times: &'_ TimeMetrics| {
            times.by_part.iter().find(|mean| mean.at.total_cmp(&part).is_eq()).copied()
        };
        let means = corpus.times.iter().filter_map(part_of);
        1e9 / means.map(|mean| mean.mean_ns).sum::<f64>()
    };
    // Rows without a time have no rate.
    let rates = first.by_part.iter().map(|mean| (mean, rate(mean.at)));
    let rates: Vec<_> = rates.filter(|(_, rate)| rate.is_finite()).collect();
    if rates.len() < 2 {
        return None;
    }
    let points: Vec<(f64, f64)> = rates.iter().map(|(mean, rate)| (mean.at, *rate)).collect();
    let row = |(mean, rate): &(&Average, f64)| vec![whole(mean.at), whole(mean.rows as f64), whole(*rate)];
    let table = Table::with(&["#from index", "#rows", "#rows a second"], rates.iter().map(row));
    let axes = (axis("index", Unit::Count), axis("rows a second of one thread", Unit::Count));
    let chart = LineChart::new(axes.0, axes.1, vec![Series::new(Mark::Line, "rate", points)]);
    let title = of.titled("Rate over the run");
    Some(lines_chart(
        of.id("rate"),
        title,
        "From the times of the rows; writing is not in them.",
        chart,
        table,
    ))
}
