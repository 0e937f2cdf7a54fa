//! Lines, steps, columns and bands over numbers.

use super::{
    HEIGHT,
    canvas::{Canvas, HIT, LABEL, Look, TICK, WHISKER, WORD, fitting, text_width},
    frame::{Axis, BELOW, Key, Margins, Plot, ends, frame, legend},
};
use gridmill_draw::Anchor;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Line,
    /// A line that stays at a point's height until the next one.
    Steps,
    /// Adjacent columns, which together are the steps of a distribution.
    Columns,
    /// Points that nothing joins: a law of numbers with nothing between them.
    Dots,
}

impl Mark {
    /// Returns true if the mark takes room on both sides of its place.
    fn has_width(self) -> bool {
        matches!(self, Self::Columns | Self::Dots)
    }
}

/// Points of one colour.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// The interval of each point, where there is one.
    pub(crate) intervals: Vec<Option<(f64, f64)>>,
    pub(crate) mark: Mark,
    /// Ends of each column; between neighbours where there are none.
    pub(crate) spans: Vec<(f64, f64)>,
    /// True if it is in grey behind the others.
    pub(crate) muted: bool,
}

/// Range of a number along the axis, with a middle line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Band {
    pub(crate) at: f64,
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
}

pub(crate) struct LineChart {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    pub(crate) band: Vec<Band>,
    /// Words at points.
    pub(crate) notes: Vec<(f64, f64, String)>,
    /// A row of words below places of the axis, and its name.
    pub(crate) under: Option<(String, Vec<(f64, String)>)>,
    /// True if lines have their names at their ends, in place of a legend.
    pub(crate) label_ends: bool,
    /// Largest number drawn, and words on what lies beyond.
    pub(crate) beyond: Option<(f64, String)>,
}

impl Series {
    pub(crate) fn new(mark: Mark, name: &str, points: Vec<(f64, f64)>) -> Self {
        let intervals = Vec::new();
        Self { name: name.to_owned(), points, intervals, mark, spans: Vec::new(), muted: false }
    }

    /// Sets it in grey behind the others.
    pub(crate) fn muted(self) -> Self {
        Self { muted: true, ..self }
    }
}

impl LineChart {
    /// Builds a chart of series only.
    pub(crate) const fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self {
            x,
            y,
            series,
            band: Vec::new(),
            notes: Vec::new(),
            under: None,
            label_ends: false,
            beyond: None,
        }
    }
}

/// Points of a line beyond which they have no dots.
const DOTS: usize = 16;
/// Points of a line beyond which they have no titles of their own.
const TITLES: usize = 60;

/// Draws series over each other: muted ones first, then columns.
pub(super) fn draw(chart: &LineChart, width: f64) -> Canvas {
    let looks = looks(chart);
    let row = if chart.under.is_some() { 16.0 } else { 0.0 };
    let mut canvas = Canvas::new(width, HEIGHT + row);
    let named = chart.series.len() > 1 && !chart.label_ends;
    let key = |series: &Series, look: Look| match series.mark {
        Mark::Columns => Key::Column,
        Mark::Dots if look == Look::FIRST => Key::Dot,
        Mark::Dots => Key::Ring,
        Mark::Line | Mark::Steps => Key::Line,
    };
    let entries: Vec<(Look, String, Key)> = chart
        .series
        .iter()
        .zip(&looks)
        .filter(|_| named)
        .map(|(series, look)| (*look, series.name.clone(), key(series, *look)))
        .collect();
    let top = legend(&mut canvas, &entries);
    canvas.height += top;
    let right = if chart.label_ends {
        chart.series.iter().map(|series| text_width(&series.name) + 6.0).fold(10.0, f64::max).min(112.0)
    } else {
        10.0
    };
    let (x, y) = ranges(chart);
    let margins = Margins { top, right, below: BELOW + row };
    let plot = frame(&mut canvas, (&chart.x, x), (&chart.y, y), margins);
    draw_band(&mut canvas, chart, &plot);
    let mut order: Vec<(&Series, &Look)> = chart.series.iter().zip(&looks).collect();
    order.sort_by_key(|(series, _)| {
        (!series.muted || series.mark == Mark::Line, series.mark != Mark::Columns)
    });
    for (series, look) in order {
        draw_series(&mut canvas, chart, series, *look, &plot);
    }
    if chart.label_ends {
        label_ends(&mut canvas, chart, &plot);
    }
    notes(&mut canvas, chart, &plot);
    if let Some((name, words)) = &chart.under {
        let y = plot.bottom + BELOW + 8.0;
        canvas.text(LABEL, (0.0, y), Anchor::Start, name);
        // The name is clear of the first word.
        let free = text_width(name) + 4.0;
        for (at, text) in words {
            let (x, half) = (plot.x.at(*at), text_width(text) / 2.0);
            canvas.text(TICK, (x.max(free + half), y), Anchor::Middle, text);
        }
    }
    if let Some((_, words)) = &chart.beyond {
        // Columns fall towards the end, steps rise: the words are where there is room.
        let rises = chart.series.iter().any(|series| series.mark == Mark::Steps);
        let y = if rises { plot.bottom - 6.0 } else { top + 34.0 };
        canvas.text(TICK, (plot.right, y), Anchor::End, &format!("{words} \u{bb}"));
    }
    canvas
}

/// Returns the look of each series: muted ones have no colour of their own.
fn looks(chart: &LineChart) -> Vec<Look> {
    let mut coloured = 0;
    let look = |series: &Series| {
        if series.muted {
            return Look::MUTED;
        }
        coloured += 1;
        Look::series(coloured - 1)
    };
    chart.series.iter().map(look).collect()
}

/// Returns true for a number that an axis can show.
fn is_shown(axis: &Axis, value: f64) -> bool {
    value.is_finite() && (!axis.log || value > 0.0)
}

/// Returns the points of a series that both axes can show and that do not lie beyond the chart, with their numbers.
fn shown<'a>(
    chart: &'a LineChart,
    series: &'a Series,
) -> impl Iterator<Item = (usize, (f64, f64))> + Clone + 'a {
    let most = chart.beyond.as_ref().map_or(f64::INFINITY, |(most, _)| *most);
    let points = series.points.iter().copied().enumerate();
    points.filter(move |&(_, (x, y))| x <= most && is_shown(&chart.x, x) && is_shown(&chart.y, y))
}

fn ranges(chart: &LineChart) -> ((f64, f64), (f64, f64)) {
    let most = chart.beyond.as_ref().map_or(f64::INFINITY, |(most, _)| *most);
    let points = || {
        let points = chart.series.iter().flat_map(|series| shown(chart, series)).map(|(_, point)| point);
        let band = chart.band.iter().flat_map(|band| [(band.at, band.low), (band.at, band.high)]);
        points.chain(band.filter(|point| is_shown(&chart.y, point.1)))
    };
    let intervals = chart.series.iter().flat_map(|series| &series.intervals).flatten();
    let intervals = intervals.flat_map(|(low, high)| [*low, *high]).filter(|end| is_shown(&chart.y, *end));
    let mut x = ends(&mut points().map(|point| point.0));
    let mut y = ends(&mut points().map(|point| point.1).chain(intervals));
    if x.0 > x.1 {
        (x, y) = ((0.0, 1.0), (0.0, 1.0));
    }
    let half = half_column(chart);
    for series in chart.series.iter().filter(|series| series.mark.has_width()) {
        let spans = series.spans.iter().filter(|span| span.0 <= most);
        let span = if series.spans.is_empty() {
            (x.0 - half, x.1 + half)
        } else {
            ends(&mut spans.flat_map(|s| [s.0, s.1]))
        };
        x = (x.0.min(span.0), x.1.max(span.1));
    }
    // A single column would fill the whole width.
    let columns = chart.series.iter().any(|series| series.mark == Mark::Columns);
    if columns && !chart.x.log && x.1 - x.0 <= 2.0 * half {
        x = (x.0 - 4.0 * half, x.1 + 4.0 * half);
    }
    let floor = if chart.y.log { y.0 * 0.8 } else { y.0.min(0.0) };
    let share = chart.y.unit == crate::format::Unit::Share && y.1 > 0.97;
    let top = if chart.y.log {
        y.1 * 1.25
    } else if share {
        y.1.max(1.0)
    } else {
        y.1 * 1.04
    };
    (x, (floor, top))
}

fn draw_band(canvas: &mut Canvas, chart: &LineChart, plot: &Plot) {
    if chart.band.is_empty() {
        return;
    }
    let at = |x: f64, y: f64| (plot.x.at(x), plot.y.at(y));
    let there = chart.band.iter().map(|band| at(band.at, band.high));
    let back = chart.band.iter().rev().map(|band| at(band.at, band.low));
    canvas.path(Look::FIRST.band(), &there.chain(back).collect::<Vec<_>>(), "");
    let middle: Vec<(f64, f64)> = chart.band.iter().map(|band| at(band.at, band.middle)).collect();
    canvas.path(Look::FIRST.line(), &middle, "");
    for (band, at) in chart.band.iter().zip(middle) {
        let [low, middle, high] = [band.low, band.middle, band.high].map(|value| chart.y.unit.show(value));
        let title = format!("{}: {middle}, quartiles {low} to {high}", chart.x.unit.show(band.at));
        canvas.dot(Look::FIRST.dot(), at, 3.0, &title);
    }
}

fn draw_series(canvas: &mut Canvas, chart: &LineChart, series: &Series, look: Look, plot: &Plot) {
    let drawn = shown(chart, series);
    let aside = aside(chart, series, plot);
    let at: Vec<(f64, f64)> = drawn.clone().map(|(_, (x, y))| (plot.x.at(x) + aside, plot.y.at(y))).collect();
    let title =
        |(x, y): (f64, f64)| format!("{}: {}, {}", series.name, chart.x.unit.show(x), chart.y.unit.show(y));
    match series.mark {
        Mark::Columns => {
            let half = half_column(chart);
            for ((n, point), (_, y)) in drawn.zip(&at) {
                let (from, to) = series.spans.get(n).copied().unwrap_or((point.0 - half, point.0 + half));
                let (from, to) = (plot.x.at(from), plot.x.at(to));
                let gap = if to - from > 8.0 { 1.0 } else { 0.0 };
                canvas.rect(look.column(), (from, *y), (to - from - gap, plot.bottom - y), &title(point));
            }
        }
        Mark::Dots => {
            let dot = if look == Look::FIRST { look.dot() } else { look.ring() };
            drawn.zip(&at).for_each(|((_, point), at)| canvas.dot(dot, *at, 3.0, &title(point)));
        }
        Mark::Line => {
            canvas.path(look.line(), &at, &series.name);
            if at.len() <= TITLES && !series.muted {
                // Many dots would hide the line and its dashes.
                let dot = if at.len() <= DOTS { look.dot() } else { HIT };
                drawn.zip(&at).for_each(|((_, point), at)| canvas.dot(dot, *at, 2.5, &title(point)));
            }
        }
        Mark::Steps => {
            let mut steps: Vec<(f64, f64)> = Vec::new();
            for &(x, y) in &at {
                if let Some(&(_, before)) = steps.last() {
                    steps.push((x, before));
                }
                steps.push((x, y));
            }
            canvas.path(look.line(), &steps, &series.name);
            if at.len() <= TITLES && !series.muted {
                drawn.zip(&at).for_each(|((_, point), at)| canvas.dot(HIT, *at, 5.0, &title(point)));
            }
        }
    }
    for ((n, _), (x, _)) in shown(chart, series).zip(at) {
        if let Some(Some((low, high))) = series.intervals.get(n) {
            let (low, high) = ((x, plot.y.at(*low)), (x, plot.y.at(*high)));
            match series.mark {
                Mark::Dots => canvas.path(look.whisker(), &[low, high], ""),
                Mark::Line | Mark::Steps | Mark::Columns => canvas.line(WHISKER, low, high),
            }
        }
    }
}

/// Writes the names of the series next to their last points, apart from each other.
fn label_ends(canvas: &mut Canvas, chart: &LineChart, plot: &Plot) {
    let end =
        |series: &'_ Series| shown(chart, series).last().map(|(_, (x, y))| (plot.x.at(x), plot.y.at(y)));
    let mut ends: Vec<(f64, f64, &str)> = chart
        .series
        .iter()
        .filter_map(|series| end(series).map(|(x, y)| (y, x, series.name.as_str())))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = f64::NEG_INFINITY;
    for (y, x, name) in ends {
        let y = y.max(free);
        free = y + 13.0;
        canvas.text(TICK, (x + 5.0, y + 4.0), Anchor::Start, &fitting(name, canvas.width - x - 4.0));
    }
}

/// Writes words next to points of a rising line: right below it, or left above where there is no room.
fn notes(canvas: &mut Canvas, chart: &LineChart, plot: &Plot) {
    for (x, y, words) in &chart.notes {
        let (x, y) = (plot.x.at(*x), plot.y.at(*y));
        if x + 6.0 + text_width(words) < plot.right {
            canvas.text(WORD, (x + 6.0, y + 13.0), Anchor::Start, words);
        } else {
            canvas.text(WORD, (x - 5.0, y - 4.0), Anchor::End, words);
        }
    }
}

/// Returns the distance between the marks of a series and their places: dots of several series lie next to each other.
fn aside(chart: &LineChart, series: &Series, plot: &Plot) -> f64 {
    let of_dots = || chart.series.iter().filter(|series| series.mark == Mark::Dots);
    let Some(n) = of_dots().position(|other| std::ptr::eq(other, series)) else { return 0.0 };
    let Some((x, _)) = series.points.first() else { return 0.0 };
    let half = half_column(chart);
    let step = plot.x.at(x + half) - plot.x.at(x - half);
    (n as f64 - (of_dots().count() - 1) as f64 / 2.0) * (step / 2.5).min(10.0)
}

/// Returns half of the least distance between neighbouring columns or dots.
fn half_column(chart: &LineChart) -> f64 {
    let columns = chart.series.iter().filter(|series| series.mark.has_width());
    let gaps = columns.flat_map(|series| series.points.windows(2).map(|pair| pair[1].0 - pair[0].0));
    let least = gaps.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least / 2.0 } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        charts::{COLUMN, Drawing},
        format::Unit,
    };
    use gridmill_draw::svg_in_page;

    #[test]
    fn a_small_chart_looks_like_this() {
        let mut columns = Series::new(Mark::Columns, "sample", vec![(24.0, 0.25), (25.0, 0.5), (26.0, 0.25)]);
        columns.intervals = vec![None, Some((0.4, 0.6)), None];
        let line = Series::new(Mark::Line, "published", vec![(24.0, 0.3), (26.0, 0.2)]);
        let axes = || (Axis::new("givens", Unit::Count), Axis::new("puzzles", Unit::Share));
        let chart = LineChart::new(axes().0, axes().1, vec![columns, line]);
        let draw = |chart| svg_in_page(&Drawing::Lines(chart).draw("Givens", "Columns & a line.", COLUMN));
        insta::assert_snapshot!(draw(chart));
        assert!(!draw(LineChart::new(axes().0, axes().1, Vec::new())).contains("NaN"));
    }

    #[test]
    fn dots_lie_next_to_each_other_and_are_not_joined() {
        let series = |name| {
            let mut series = Series::new(Mark::Dots, name, vec![(24.0, 0.1), (25.0, 0.2), (26.0, 0.1)]);
            series.intervals = vec![None, Some((0.1, 0.4)), Some((0.01, 0.3))];
            series
        };
        let axes = (Axis::new("givens", Unit::Count), Axis::log("share", Unit::Share));
        let chart = LineChart::new(axes.0, axes.1, vec![series("estimate"), series("published")]);
        let svg = svg_in_page(&draw(&chart, COLUMN).finish("", ""));
        let ends = |name: &str| {
            let values = svg.split(name).skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok());
            values.collect::<Vec<f64>>()
        };
        // One in the legend for each series, then three of each, from left to right in turn.
        let (dots, rings) = (ends("<circle cx=\"")[2..5].to_vec(), ends("<circle cx=\"")[5..].to_vec());
        assert!(
            dots.iter().zip(&rings).all(|(dot, ring)| dot < ring && *ring < dot + 12.0),
            "{dots:?} {rings:?}"
        );
        assert!(dots[1] - dots[0] > 12.0 && dots[0] > 0.0 && rings[2] < COLUMN);
        assert!(svg.contains(&format!("M{} ", dots[1])), "an interval is at its dot: {svg}");
    }

    #[test]
    fn what_lies_beyond_is_marked_and_not_drawn() {
        let columns = Series::new(Mark::Columns, "score", vec![(1.0, 0.5), (2.0, 0.4), (90.0, 0.1)]);
        let mut chart =
            LineChart::new(Axis::new("x", Unit::Plain), Axis::new("y", Unit::Share), vec![columns]);
        chart.beyond = Some((2.0, "1 beyond 2".to_owned()));
        let svg = svg_in_page(&draw(&chart, COLUMN).finish("", ""));
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!(svg.contains("1 beyond 2 \u{bb}"));
    }
}
