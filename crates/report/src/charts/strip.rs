//! Shares of ordered categories as one bar, from the least to the greatest; of several corpora below each other. Histograms for tiles.

use super::{
    TILE,
    canvas::{Canvas, EDGE, Look, SERIES, TICK, WORD, fitting, shade, text_width},
};
use crate::format::{percent, plain, rough_percent};
use gridmill_draw::{Anchor, Paint, Picture, Stroke};

/// Bars of shares that add up to 1 each.
pub(crate) struct Strip {
    /// Names of the categories in order.
    pub(crate) names: Vec<String>,
    /// The name of each bar, and its shares.
    pub(crate) rows: Vec<(String, Vec<f64>)>,
}

/// Returns the depth of the colour of part `n` of `all`.
fn depth(n: usize, all: usize) -> f64 {
    if all < 2 { 0.85 } else { 0.16 + 0.84 * n as f64 / (all - 1) as f64 }
}

fn bar(canvas: &mut Canvas, names: &[String], (row, shares): &(String, Vec<f64>), (y, height): (f64, f64)) {
    let whole = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let row = if row.is_empty() { String::new() } else { format!("{row}, ") };
    let mut x = 0.0;
    for (n, (name, share)) in names.iter().zip(shares).enumerate() {
        let width = share / whole * canvas.width;
        let title = format!("{row}{name}: {}", rough_percent(*share));
        let depth = depth(n, names.len());
        if *share > 0.0 {
            let size = ((width - 1.0).max(0.4), height);
            canvas.rect(Paint::fill(shade(SERIES[0], depth)), (x, y), size, &title);
        }
        x += width;
    }
}

pub(crate) fn strip_bar(names: &[String], shares: &[f64], label: &str) -> Picture {
    let mut canvas = Canvas::new(TILE, 26.0);
    bar(&mut canvas, names, &(String::new(), shares.to_vec()), (4.0, 18.0));
    canvas.finish(label, "")
}

/// Draws the bars; the names of the parts are below, with the shares of a single bar.
pub(super) fn draw(chart: &Strip, width: f64) -> Canvas {
    let single = chart.rows.len() == 1;
    let (height, step) = if single { (30.0, 40.0) } else { (16.0, 40.0) };
    let bars = chart.rows.len() as f64 * step;
    let word = |(n, name): (usize, &String)| match chart.rows.first() {
        Some((_, shares)) if single => {
            format!("{name} {}", rough_percent(shares.get(n).copied().unwrap_or(0.0)))
        }
        Some(_) | None => name.clone(),
    };
    let words: Vec<String> = chart.names.iter().enumerate().map(word).collect();
    let mut canvas = Canvas::new(width, 0.0);
    let (mut x, mut y) = (0.0, bars + 14.0);
    let mut places = Vec::new();
    for word in &words {
        let width = 16.0 + text_width(word) + 12.0;
        if x + width > canvas.width + 12.0 && x > 0.0 {
            (x, y) = (0.0, y + 18.0);
        }
        places.push((x, y));
        x += width;
    }
    canvas.height = y + 8.0;
    for (n, row) in chart.rows.iter().enumerate() {
        let top = n as f64 * step;
        if single {
            bar(&mut canvas, &chart.names, row, (top + 4.0, height));
        } else {
            let ends =
                [row.1.first(), row.1.last()].map(|share| rough_percent(share.copied().unwrap_or(0.0)));
            let range = format!("{} \u{2013} {}", ends[0], ends[1]);
            canvas.text(WORD, (0.0, top + 13.0), Anchor::Start, &fitting(&row.0, canvas.width - 110.0));
            canvas.text(TICK, (canvas.width, top + 13.0), Anchor::End, &range);
            bar(&mut canvas, &chart.names, row, (top + 18.0, height));
        }
    }
    for (n, (word, (x, y))) in words.iter().zip(places).enumerate() {
        let depth = depth(n, words.len());
        let paint = Paint::both(shade(SERIES[0], depth), Stroke::new(EDGE, 0.5));
        canvas.rect(paint, (x, y - 10.0), (11.0, 11.0), "");
        canvas.text(WORD, (x + 16.0, y), Anchor::Start, word);
    }
    canvas
}

/// Draws columns of shares by value.
pub(crate) fn spark(points: &[(f64, f64)], label: &str) -> Picture {
    let mut canvas = Canvas::new(TILE, 26.0);
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return canvas.finish(label, "") };
    let gaps = points.windows(2).map(|pair| pair[1].0 - pair[0].0);
    let step = gaps.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step } else { 1.0 };
    let width = (canvas.width / ((last.0 - first.0) / step + 1.0)).min(24.0);
    let most = points.iter().map(|point| point.1).fold(f64::MIN_POSITIVE, f64::max);
    for (value, share) in points {
        let height = (share / most * 24.0).max(0.6);
        let at = ((value - first.0) / step * width, 26.0 - height);
        let title = format!("{}: {}", plain(*value), percent(*share));
        canvas.rect(Look::FIRST.column(), at, ((width - 1.0).max(0.8), height), &title);
    }
    canvas.finish(label, "")
}
