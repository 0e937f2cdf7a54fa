//! A discrete law: shares as points with intervals, and below them their ratios to a published law.
//!
//! ```text
//!   legend
//!   |     o.        shares: dots of the estimate, rings of the published law, columns of the sample
//!   | o.     o.  x  a cross where a share is not estimated
//!   +-------------
//!   |  ]  -[-- ]-   ratios: dots with intervals, within bars of the published errors about 1
//!   +------------- x label
//! ```

use super::{
    canvas::{Canvas, GRID, LABEL, Look, TICK, WORD, ZERO, fitting},
    frame::{Axis, BELOW, Key, Margins, Plot, Scale, ends, frame, legend, x_axis},
};
use crate::{format::Unit, stats::Z};
use gridmill_draw::Anchor;

/// A law and another that is known.
pub(crate) struct LawChart {
    /// Label of the numbers.
    pub(crate) x: String,
    /// Label of the shares.
    pub(crate) y: String,
    /// Name of the published law; `None` if there is none, and so no ratio.
    pub(crate) published: Option<String>,
    /// In ascending order.
    pub(crate) points: Vec<LawPoint>,
}

pub(crate) struct LawPoint {
    pub(crate) at: f64,
    /// Share with its standard error, or why it is not estimated.
    pub(crate) estimate: Result<LawShare, String>,
    /// The published share with its standard error.
    pub(crate) published: Option<LawShare>,
    pub(crate) sample: f64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct LawShare {
    pub(crate) share: f64,
    pub(crate) error: Option<f64>,
}

impl LawShare {
    /// Returns the ends of the 95 % interval, within `least` and `most`.
    fn interval(self, least: f64, most: f64) -> Option<(f64, f64)> {
        let half = Z * self.error?;
        Some(((self.share - half).max(least), (self.share + half).min(most)))
    }

    /// Returns it as a ratio to another share.
    fn over(self, share: f64) -> Self {
        Self { share: self.share / share, error: self.error.map(|error| error / share) }
    }
}

/// Height of the panel of shares.
const SHARES: f64 = 190.0;
/// Height of the panel of ratios.
const RATIOS: f64 = 118.0;
const ESTIMATE: Look = Look::FIRST;
const PUBLISHED: Look = Look::series(1);
/// Radius of the mark of a share.
const MARK: f64 = 3.0;
/// Least height of the bar of a published error.
const THIN: f64 = 1.5;
/// Half of the distances from 1 that the panel of ratios may have.
const HALVES: [f64; 5] = [0.05, 0.1, 0.2, 0.5, 1.0];

pub(super) fn draw(chart: &LawChart, width: f64) -> Canvas {
    let panel = if chart.published.is_some() { RATIOS } else { 0.0 };
    let mut canvas = Canvas::new(width, SHARES);
    let is_missing = chart.points.iter().any(|point| point.estimate.is_err());
    let entries = [
        Some((ESTIMATE, "estimate".to_owned(), Key::Dot)),
        chart.published.clone().map(|name| (PUBLISHED, name, Key::Ring)),
        Some((Look::MUTED, "sample".to_owned(), Key::Column)),
        is_missing.then(|| (ESTIMATE, "not estimated".to_owned(), Key::Cross)),
    ];
    let top = legend(&mut canvas, &entries.into_iter().flatten().collect::<Vec<_>>());
    canvas.height = top + SHARES;
    let x = ends(&mut chart.points.iter().flat_map(|point| [point.at - 0.5, point.at + 0.5]));
    let x = if x.0 < x.1 { x } else { (0.0, 1.0) };
    let shares = chart.points.iter().flat_map(|point| {
        let estimate = point.estimate.as_ref().ok().copied();
        let ends = [estimate, point.published].map(|share| {
            share.map_or(0.0, |share| share.interval(0.0, 1.0).map_or(share.share, |ends| ends.1))
        });
        ends.into_iter().chain([point.sample])
    });
    let most = ends(&mut shares.chain([1e-9])).1;
    let label = if chart.published.is_some() { "" } else { &chart.x };
    let axes = (Axis::new(label, Unit::Count), Axis::new(&chart.y, Unit::Share));
    let margins = Margins { top, right: 10.0, below: BELOW };
    let plot = frame(&mut canvas, (&axes.0, x), (&axes.1, (0.0, most * 1.04)), margins);
    draw_shares(&mut canvas, chart, &plot);
    if panel > 0.0 {
        canvas.height += panel;
        draw_ratios(&mut canvas, chart, &plot);
    }
    canvas
}

/// Distance between the marks of a number and its place: they lie next to each other.
fn aside(chart: &LawChart, plot: &Plot) -> f64 {
    let step = (plot.right - plot.left) / chart.points.len().max(1) as f64;
    if chart.published.is_some() { (step / 5.0).min(5.0) } else { 0.0 }
}

fn draw_shares(canvas: &mut Canvas, chart: &LawChart, plot: &Plot) {
    let aside = aside(chart, plot);
    let shown = |share: f64| Unit::Share.show(share);
    for point in &chart.points {
        let (from, to) = (plot.x.at(point.at - 0.5), plot.x.at(point.at + 0.5));
        let title = format!("sample: {}, {}", point.at, shown(point.sample));
        let y = plot.y.at(point.sample);
        canvas.rect(Look::MUTED.column(), (from, y), (to - from - 1.0, plot.bottom - y), &title);
    }
    for point in &chart.points {
        let x = plot.x.at(point.at);
        if let Some(known) = point.published {
            let at = (x + aside, plot.y.at(known.share));
            whisker(canvas, PUBLISHED, at.0, plot.y, known.interval(0.0, 1.0));
            canvas.dot(
                PUBLISHED.ring(),
                at,
                MARK,
                &format!("published: {}, {}", point.at, shown(known.share)),
            );
        }
        match &point.estimate {
            Ok(estimate) => {
                let at = (x - aside, plot.y.at(estimate.share));
                whisker(canvas, ESTIMATE, at.0, plot.y, estimate.interval(0.0, 1.0));
                let title = format!("estimate: {}, {}", point.at, shown(estimate.share));
                canvas.dot(ESTIMATE.dot(), at, MARK, &title);
            }
            Err(why) => {
                canvas.cross(ESTIMATE, (x - aside, plot.bottom - 6.0), &format!("{}: {why}", point.at));
            }
        }
    }
}

/// Draws an interval as a vertical line, unless the mark of the share covers it.
fn whisker(canvas: &mut Canvas, look: Look, x: f64, y: Scale, interval: Option<(f64, f64)>) {
    if let Some((low, high)) = interval.filter(|(low, high)| y.at(*low) - y.at(*high) > 2.0 * MARK) {
        canvas.path(look.whisker(), &[(x, y.at(low)), (x, y.at(high))], "");
    }
}

/// Draws the ratios to the published shares below the panel of shares.
fn draw_ratios(canvas: &mut Canvas, chart: &LawChart, above: &Plot) {
    let ratios: Vec<(&LawPoint, LawShare, Option<LawShare>)> = chart
        .points
        .iter()
        .filter_map(|point| {
            let known = point.published.filter(|known| known.share > 0.0)?;
            let ratio = point.estimate.as_ref().ok().map(|estimate| estimate.over(known.share));
            Some((point, known.over(known.share), ratio))
        })
        .collect();
    let reach = |ratio: LawShare| (ratio.share - 1.0).abs() + Z * ratio.error.unwrap_or(0.0);
    let far = ratios.iter().filter_map(|(_, _, ratio)| *ratio).map(reach).fold(0.0, f64::max);
    let half = HALVES.into_iter().find(|half| *half >= far).unwrap_or(1.0);
    let (least, most) = (1.0 - half, 1.0 + half);
    let label = "estimate / published";
    let top = above.bottom + 22.0;
    canvas.text(LABEL, (0.0, top + 11.0), Anchor::Start, &fitting(label, canvas.width));
    let bottom = canvas.height - BELOW;
    let y = Scale::new((least, most), (bottom, top + 22.0), false);
    for (tick, stroke) in [(least, GRID), (1.0, ZERO), (most, GRID)] {
        canvas.line(stroke, (above.left, y.at(tick)), (above.right, y.at(tick)));
        let words = if half < 0.1 { format!("{tick:.2}") } else { format!("{tick:.1}") };
        canvas.text(TICK, (above.left - 6.0, y.at(tick) + 4.0), Anchor::End, &words);
    }
    let plot = Plot { y, bottom, ..*above };
    let aside = aside(chart, above);
    for (point, known, ratio) in ratios {
        let x = plot.x.at(point.at);
        let width = 0.6 * (plot.x.at(point.at + 0.5) - plot.x.at(point.at - 0.5));
        if let Some((low, high)) = known.interval(least, most) {
            let title = format!("published: {}, {low:.4} to {high:.4}", point.at);
            let (from, to) = (y.at(high), y.at(low));
            canvas.rect(PUBLISHED.band(), (x - width / 2.0, from), (width, (to - from).max(THIN)), &title);
        }
        let Some(ratio) = ratio else {
            canvas.cross(ESTIMATE, (x, bottom - 6.0), &format!("{}: not estimated", point.at));
            continue;
        };
        let title = format!("{}: {:.4} times the published share", point.at, ratio.share);
        if (least..=most).contains(&ratio.share) {
            whisker(canvas, ESTIMATE, x, y, ratio.interval(least, most));
            canvas.dot(ESTIMATE.dot(), (x, y.at(ratio.share)), MARK, &title);
        } else {
            // An arrow at the end that it lies beyond.
            let (end, arrow) = if ratio.share > most { (most, "\u{2191}") } else { (least, "\u{2193}") };
            canvas.text(WORD, (x + aside, y.at(end) + 4.0), Anchor::Middle, arrow);
        }
    }
    x_axis(canvas, &Axis::new(&chart.x, Unit::Count), &plot);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{COLUMN, Drawing};
    use gridmill_draw::svg_in_page;

    fn chart(published: bool) -> LawChart {
        let share = |share, error| Some(LawShare { share, error: Some(error) });
        let known = |known| if published { known } else { None };
        let point = |at, estimate: Option<LawShare>, other, sample| LawPoint {
            at,
            estimate: estimate.ok_or_else(|| "one row has 60%".to_owned()),
            published: known(other),
            sample,
        };
        LawChart {
            x: "givens".to_owned(),
            y: "share of puzzles".to_owned(),
            published: known(share(0.0, 0.0)).map(|_| "published".to_owned()),
            points: vec![
                point(24.0, share(0.3, 0.01), share(0.31, 0.02), 0.5),
                point(25.0, share(0.6, 0.02), share(0.2, 0.001), 0.5),
                point(26.0, None, share(0.05, 0.01), 0.0),
                point(27.0, None, None, 0.0),
            ],
        }
    }

    /// A ratio within the panel, one beyond it, and shares without an estimate.
    #[test]
    fn a_small_law_looks_like_this() {
        insta::assert_snapshot!(svg_in_page(&Drawing::Law(chart(true)).draw("Givens", "A law.", COLUMN)));
    }

    #[test]
    fn a_law_that_nobody_published_has_no_ratios() {
        let draw = |chart| svg_in_page(&Drawing::Law(chart).draw("Givens", "", COLUMN));
        let alone = draw(chart(false));
        assert!(!alone.contains("estimate / published") && alone.contains("not estimated"), "{alone}");
        let empty = LawChart { points: Vec::new(), ..chart(true) };
        assert!(!draw(empty).contains("NaN"));
    }
}
