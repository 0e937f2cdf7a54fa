//! A histogram without axes, for a tile.

use super::{
    TILE,
    canvas::{Canvas, Look},
};
use crate::format::{percent, plain};
use gridmill_draw::Picture;

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
