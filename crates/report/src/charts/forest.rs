//! Differences with their intervals about a line of no difference.

use super::{
    canvas::{Canvas, GRID, LABEL, Look, TICK, WHISKER, ZERO, fitting, text_width},
    frame::{Axis, BELOW, Plot, Scale, x_axis},
};
use crate::format::Unit;
use gridmill_draw::Anchor;

pub(crate) enum ForestRow {
    Heading(String),
    Line { name: String, value: f64, low: f64, high: f64 },
}

pub(crate) struct Forest {
    pub(crate) x: String,
    pub(crate) rows: Vec<ForestRow>,
}

const LINE: f64 = 18.0;

fn signed(value: f64) -> String {
    let sign = if value < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{:.2}", value.abs())
}

pub(super) fn draw(chart: &Forest, width: f64) -> Canvas {
    let bottom = chart.rows.len() as f64 * LINE + 8.0;
    let mut canvas = Canvas::new(width, bottom + BELOW);
    let names = chart.rows.iter().map(|row| match row {
        ForestRow::Heading(_) => 0.0,
        ForestRow::Line { name, .. } => text_width(name) + 16.0,
    });
    let left = names.fold(60.0, f64::max).min(canvas.width * 0.4);
    let right = canvas.width - 44.0;
    let ends = chart.rows.iter().filter_map(|row| match row {
        ForestRow::Heading(_) => None,
        ForestRow::Line { low, high, .. } => Some((low.min(0.0), high.max(0.0))),
    });
    let (low, high) = ends.fold((-0.1, 0.1), |(low, high), (a, b)| (f64::min(low, a), f64::max(high, b)));
    let slack = (high - low) * 0.04;
    let x = Scale::new((low - slack, high + slack), (left, right), false);
    let plot = Plot { x, y: x, left, right, bottom };
    for tick in x.ticks(4.0) {
        canvas.line(GRID, (x.at(tick), 4.0), (x.at(tick), bottom));
    }
    canvas.line(ZERO, (x.at(0.0), 4.0), (x.at(0.0), bottom));
    let mut y = LINE;
    for row in &chart.rows {
        match row {
            ForestRow::Heading(name) => canvas.text(LABEL, (0.0, y), Anchor::Start, name),
            ForestRow::Line { name, value, low, high } => {
                canvas.text(TICK, (8.0, y), Anchor::Start, &fitting(name, left - 12.0));
                canvas.line(WHISKER, (x.at(*low), y - 4.0), (x.at(*high), y - 4.0));
                let title = format!("{name}: {} ({} to {})", signed(*value), signed(*low), signed(*high));
                canvas.dot(Look::FIRST.dot(), (x.at(*value), y - 4.0), 4.0, &title);
                canvas.text(TICK, (canvas.width, y), Anchor::End, &signed(*value));
            }
        }
        y += LINE;
    }
    x_axis(&mut canvas, &Axis::new(&chart.x, Unit::Plain), &plot);
    canvas
}
