//! Lines, dots and columns over numbers.

use super::{Axis, HEIGHT, Svg, WIDTH, frame::frame, series_class};
use crate::report::markup::{Html, html};

/// Points of one colour.
#[derive(Debug)]
pub(in crate::report) struct Series<'a> {
    pub(in crate::report) name: &'a str,
    pub(in crate::report) points: Vec<(f64, f64)>,
    /// The interval of each point, where there is one.
    pub(in crate::report) intervals: Vec<Option<(f64, f64)>>,
    /// Columns in place of a line.
    pub(in crate::report) columns: bool,
}

/// A chart of series.
#[derive(Debug)]
pub(in crate::report) struct LineChart<'a> {
    pub(in crate::report) x: Axis<'a>,
    pub(in crate::report) y: Axis<'a>,
    pub(in crate::report) series: Vec<Series<'a>>,
}

impl<'a> Series<'a> {
    /// Builds a line through points.
    pub(in crate::report) const fn line(name: &'a str, points: Vec<(f64, f64)>) -> Self {
        Self { name, points, intervals: Vec::new(), columns: false }
    }

    /// Columns up to points.
    pub(in crate::report) const fn columns(name: &'a str, points: Vec<(f64, f64)>) -> Self {
        Self { name, points, intervals: Vec::new(), columns: true }
    }
}

/// Points of a line beyond which they have no dots.
const DOTS: usize = 48;

/// Draws series over each other, the columns first.
pub(in crate::report) fn lines(id: &str, title: &str, description: &str, chart: &LineChart<'_>) -> Html {
    let mut svg = Svg::new(HEIGHT);
    let points = || chart.series.iter().flat_map(|series| &series.points).filter(|point| point.1.is_finite());
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let intervals =
        chart.series.iter().flat_map(|series| &series.intervals).flatten().map(|interval| interval.1);
    let (mut x, mut y) =
        (ends(&mut points().map(|point| point.0)), ends(&mut points().map(|point| point.1).chain(intervals)));
    if x.0 > x.1 {
        (x, y) = ((0.0, 1.0), (0.0, 1.0));
    }
    let half = half_column(chart);
    if chart.series.iter().any(|series| series.columns) {
        x = (x.0 - half, x.1 + half);
    }
    y = if chart.y.log { (y.0 * 0.8, y.1 * 1.25) } else { (y.0.min(0.0), y.1 * 1.04) };
    let names: Vec<&str> = chart.series.iter().map(|series| series.name).collect();
    let plot = frame(&mut svg, (chart.x, x), (chart.y, y), &names);
    let mut order: Vec<(usize, &Series<'_>)> = chart.series.iter().enumerate().collect();
    order.sort_by_key(|(_, series)| !series.columns);
    for (n, series) in order {
        let class = series_class(n);
        let at: Vec<(f64, f64)> = series.points.iter().map(|&(x, y)| (plot.x.at(x), plot.y.at(y))).collect();
        let title = |&(x, y): &(f64, f64)| format!("{}: {}", chart.x.unit.show(x), chart.y.unit.show(y));
        if series.columns {
            let width = (plot.x.at(x.0 + 2.0 * half) - plot.x.at(x.0)) * 0.86;
            for (point, (x, y)) in series.points.iter().zip(&at) {
                svg.rect(
                    &html!("{} column", class),
                    (x - width / 2.0, *y),
                    (width, plot.bottom - y),
                    &title(point),
                );
            }
        } else {
            svg.path(&html!("{} stroke", class), &at);
            if at.len() <= DOTS {
                for (point, at) in series.points.iter().zip(&at) {
                    svg.dot(&html!("{} dot", class), *at, &title(point));
                }
            }
        }
        for ((x, _), interval) in at.iter().zip(&series.intervals) {
            if let Some((low, high)) = interval {
                let x = x.min(WIDTH);
                svg.line("whisker", (x, plot.y.at(*low)), (x, plot.y.at(*high)));
            }
        }
    }
    svg.finish(id, title, description)
}

/// Returns half of the least distance between neighbouring columns.
fn half_column(chart: &LineChart<'_>) -> f64 {
    let columns = chart.series.iter().filter(|series| series.columns);
    let gaps = columns.flat_map(|series| series.points.windows(2).map(|pair| pair[1].0 - pair[0].0));
    let least = gaps.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least / 2.0 } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::format::Unit;

    #[test]
    fn a_small_chart_looks_like_this() {
        let axis = |label, unit| Axis { label, unit, log: false };
        let mut columns = Series::columns("sample", vec![(24.0, 0.25), (25.0, 0.5), (26.0, 0.25)]);
        columns.intervals = vec![None, Some((0.4, 0.6)), None];
        let chart = LineChart {
            x: axis("givens", Unit::Count),
            y: axis("puzzles", Unit::Share),
            series: vec![columns, Series::line("published", vec![(24.0, 0.3), (26.0, 0.2)])],
        };
        insta::assert_snapshot!(lines("givens", "Givens", "Three columns & a line.", &chart));
        let empty = LineChart { series: Vec::new(), ..chart };
        assert!(!lines("none", "None", "Nothing.", &empty).to_string().contains("NaN"));
    }
}
