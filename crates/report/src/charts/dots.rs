//! Shares as dots on a logarithmic axis: two for each line, and a number at the end.

use super::{
    canvas::{Canvas, GRID, LABEL, Look, TICK, WHISKER, fitting},
    frame::{Axis, BELOW, Plot, Scale, x_axis},
};
use crate::format::{Unit, percent};
use gridmill_draw::Anchor;

pub(crate) enum Dot {
    Heading(String),
    Line {
        name: String,
        share: f64,
        interval: (f64, f64),
        /// A second share, drawn as a ring.
        ring: Option<f64>,
        /// Words at the right end.
        note: String,
    },
}

pub(crate) struct DotPlot {
    pub(crate) x: String,
    /// Names of dots, rings and the words at the end.
    pub(crate) names: [&'static str; 3],
    pub(crate) lines: Vec<Dot>,
}

const LINE: f64 = 17.0;
/// Least share drawn; a ring below it is left out.
const LEAST: f64 = 0.001;
const NEIGHBOURS: f64 = 40.0;

pub(super) fn draw(chart: &DotPlot, width: f64) -> Canvas {
    let top = 40.0;
    let bottom = top + chart.lines.len() as f64 * LINE + 4.0;
    let mut canvas = Canvas::new(width, bottom + BELOW);
    let (left, right) = (canvas.width * 0.43, canvas.width - NEIGHBOURS);
    let x = Scale::new((LEAST, 1.0), (left + 5.0, right - 6.0), true);
    let plot = Plot { x, y: x, left, right, bottom };
    let (dot, ring) = (Look::FIRST.dot(), Look::series(1).ring());
    canvas.dot(dot, (6.0, 8.0), 4.0, "");
    canvas.text(TICK, (16.0, 12.0), Anchor::Start, chart.names[0]);
    canvas.dot(ring, (6.0, 25.0), 4.0, "");
    canvas.text(TICK, (16.0, 29.0), Anchor::Start, chart.names[1]);
    canvas.text(TICK, (canvas.width, 29.0), Anchor::End, chart.names[2]);
    for tick in [0.01, 0.1, 1.0] {
        canvas.line(GRID, (x.at(tick), top), (x.at(tick), bottom));
    }
    let mut y = top + LINE - 4.0;
    for line in &chart.lines {
        match line {
            Dot::Heading(name) => canvas.text(LABEL, (0.0, y), Anchor::Start, name),
            Dot::Line { name, share, interval, ring: second, note } => {
                canvas.text(TICK, (8.0, y), Anchor::Start, &fitting(name, left - 8.0));
                let at = y - 4.0;
                canvas.line(GRID, (left, at), (right, at));
                canvas.line(WHISKER, (x.at(interval.0), at), (x.at(interval.1), at));
                let title = |of: &str, share: f64| format!("{name}, {of}: {}", percent(share));
                if let Some(second) = second.filter(|second| *second >= LEAST) {
                    canvas.dot(ring, (x.at(second), at), 4.0, &title(chart.names[1], second));
                }
                canvas.dot(dot, (x.at(*share), at), 3.5, &title(chart.names[0], *share));
                canvas.text(TICK, (canvas.width, y), Anchor::End, note);
            }
        }
        y += LINE;
    }
    x_axis(&mut canvas, &Axis::log(&chart.x, Unit::Share), &plot);
    canvas
}
