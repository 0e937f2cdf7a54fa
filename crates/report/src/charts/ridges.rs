//! Distributions above each other on one axis, each before the outline of the first.

use super::{
    canvas::{Canvas, GRID, Look, TICK, WORD, fitting},
    frame::{Axis, BELOW, Plot, Scale, x_axis},
};
use gridmill_draw::Anchor;

pub(crate) struct Ridge {
    pub(crate) name: String,
    /// Words at the right end, such as the mean.
    pub(crate) note: String,
    /// Ends of each bin and its share.
    pub(crate) bins: Vec<(f64, f64, f64)>,
}

/// Distributions on one axis, the first of which is the baseline.
pub(crate) struct Ridges {
    pub(crate) x: Axis,
    pub(crate) rows: Vec<Ridge>,
    /// Ends of the axis, within which nearly all rows lie.
    pub(crate) range: (f64, f64),
}

const ROW: f64 = 54.0;
const NAME: f64 = 16.0;

pub(super) fn draw(chart: &Ridges, width: f64) -> Canvas {
    let bottom = chart.rows.len() as f64 * ROW;
    let mut canvas = Canvas::new(width, bottom + BELOW);
    let (left, right) = (4.0, canvas.width - 8.0);
    let x = Scale::new(chart.range, (left, right), chart.x.log);
    let within = |bin: &&(f64, f64, f64)| bin.1 > chart.range.0 && bin.0 < chart.range.1;
    let most =
        |row: &Ridge| row.bins.iter().filter(within).map(|bin| bin.2).fold(f64::MIN_POSITIVE, f64::max);
    for (n, row) in chart.rows.iter().enumerate() {
        let base = (n as f64 + 1.0) * ROW - 2.0;
        // Each row has its own height: the shapes are compared, and one narrow distribution flattens no other.
        let tallest = f64::max(most(row), chart.rows.first().map_or(0.0, most));
        let height = |share: f64| share / tallest * (ROW - NAME - 4.0);
        canvas.text(WORD, (0.0, base - ROW + 15.0), Anchor::Start, &fitting(&row.name, canvas.width - 90.0));
        canvas.text(TICK, (canvas.width, base - ROW + 15.0), Anchor::End, &row.note);
        for bin in row.bins.iter().filter(within) {
            let (from, to) = (x.at(bin.0), x.at(bin.1));
            let title =
                format!("{}: {}, {}", row.name, chart.x.unit.show(bin.0), crate::format::percent(bin.2));
            let look = if n == 0 { Look::MUTED } else { Look::FIRST };
            canvas.rect(look.column(), (from, base - height(bin.2)), (to - from, height(bin.2)), &title);
        }
        if let Some(first) = chart.rows.first().filter(|_| n > 0) {
            let mut outline = Vec::new();
            let mut end = f64::NEG_INFINITY;
            for bin in first.bins.iter().filter(within) {
                let (from, to, y) = (x.at(bin.0), x.at(bin.1), base - height(bin.2));
                if from > end + 0.05 {
                    outline.extend([(end.max(left), base), (from, base)]);
                }
                outline.extend([(from, y), (to, y)]);
                end = to;
            }
            outline.push((end.max(left), base));
            canvas.path(Look::MUTED.line(), &outline, &first.name);
        }
        canvas.line(GRID, (left, base), (right, base));
    }
    let plot = Plot { x, y: x, left, right, bottom };
    x_axis(&mut canvas, &chart.x, &plot);
    canvas
}
