//! Scales, axes and legends.

use super::canvas::{AXIS, Canvas, GRID, LABEL, Look, TICK, fitting, text_width};
use crate::{format::Unit, stats::power_of_ten};
use gridmill_draw::Anchor;

/// Numbers on a line of the picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    log: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) unit: Unit,
    pub(crate) log: bool,
}

impl Axis {
    pub(crate) fn new(label: &str, unit: Unit) -> Self {
        Self { label: label.to_owned(), unit, log: false }
    }

    pub(crate) fn log(label: &str, unit: Unit) -> Self {
        Self { log: true, ..Self::new(label, unit) }
    }
}

/// The part of a chart that marks go to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    pub(super) x: Scale,
    pub(super) y: Scale,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

/// Space around the plot: above, right and below.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins {
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) below: f64,
}

/// Space below the plot for ticks and label.
pub(super) const BELOW: f64 = 38.0;

impl Scale {
    /// Builds a scale that maps `low` to `from` and `high` to `to`. Ends that are no numbers are replaced; on a log scale also ends that are
    /// not positive or too small for a normal float.
    pub(super) fn new((low, high): (f64, f64), (from, to): (f64, f64), log: bool) -> Self {
        // The lower end of a log scale may be `high / DECADES`, whose logarithm must be finite.
        let is_drawable =
            low.is_finite() && high.is_finite() && (!log || high >= f64::MIN_POSITIVE * Self::DECADES);
        let (low, high) = if is_drawable { (low, high) } else { (1.0, 2.0) };
        // Next to a large number, 1 is lost.
        let high = if high > low { high } else { (low + low.abs().max(1.0) * Self::EQUAL).max(low + 1.0) };
        let high = high.min(f64::MAX);
        let low = if log && low < f64::MIN_POSITIVE { high / Self::DECADES } else { low };
        Self { low, high, from, to, log }
    }

    /// Width of the scale of equal values, as a part of the value.
    const EQUAL: f64 = 1e-9;
    /// Range of a log scale whose lower end is not positive.
    const DECADES: f64 = 1e3;

    /// Returns the place of a value, within the scale.
    pub(super) fn at(self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low).ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
        } else {
            (value - self.low) / (self.high - self.low)
        };
        // What is no number lies at the beginning.
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self.from + share * (self.to - self.from)
    }

    /// Returns round numbers within the scale, about `count` of them.
    pub(super) fn ticks(self, count: f64) -> Vec<f64> {
        if self.log {
            return self.log_ticks(count);
        }
        let rough = (self.high - self.low) / count;
        let power = power_of_ten(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        #[expect(clippy::cast_possible_truncation, reason = "a few ticks")]
        let (first, last) =
            ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        // A range that is too narrow for floats has no ticks.
        let few = first..=last.min(first.saturating_add(100));
        few.map(|n| n as f64 * step).filter(|tick| step > 0.0 && tick.is_finite()).collect()
    }

    fn log_ticks(self, count: f64) -> Vec<f64> {
        #[expect(clippy::cast_possible_truncation, reason = "powers of ten")]
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let steps: &[f64] = if f64::from(last - first) < count / 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let all = (first..=last).flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
        let (low, high) = (self.low * 0.999, (self.high * 1.001).min(f64::MAX));
        let all: Vec<f64> = all.filter(|tick| (low..=high).contains(tick)).collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few ticks")]
        let every = (all.len() as f64 / (count * 1.5)).ceil().max(1.0) as usize;
        all.into_iter().step_by(every).collect()
    }
}

/// Returns the least and the greatest of numbers.
pub(super) fn ends(values: &mut dyn Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// Draws axes with ticks for numbers in these ranges.
pub(super) fn frame(
    canvas: &mut Canvas,
    (x, xs): (&Axis, (f64, f64)),
    (y, ys): (&Axis, (f64, f64)),
    margins: Margins,
) -> Plot {
    let label = if y.label.is_empty() { 4.0 } else { 20.0 };
    let (top, bottom) = (margins.top + label, canvas.height - margins.below);
    let heights = Scale::new(ys, (bottom, top), y.log);
    let ticks = heights.ticks(4.0);
    let widest = ticks.iter().map(|&tick| text_width(&y.unit.tick(tick))).fold(0.0, f64::max);
    let (left, right) = (widest + 8.0, canvas.width - margins.right);
    let plot = Plot { x: Scale::new(xs, (left, right), x.log), y: heights, left, right, bottom };
    canvas.text(LABEL, (0.0, margins.top + 11.0), Anchor::Start, &fitting(&y.label, canvas.width));
    for tick in ticks {
        let at = plot.y.at(tick);
        canvas.line(GRID, (left, at), (right, at));
        canvas.text(TICK, (left - 6.0, at + 4.0), Anchor::End, &y.unit.tick(tick));
    }
    x_axis(canvas, x, &plot);
    plot
}

/// Draws the ticks and the label of a horizontal axis at the bottom of the plot.
pub(super) fn x_axis(canvas: &mut Canvas, x: &Axis, plot: &Plot) {
    let (left, right, bottom) = (plot.left, plot.right, plot.bottom);
    canvas.line(AXIS, (left, bottom), (right, bottom));
    let mut free = 0.0;
    for tick in plot.x.ticks((right - left) / 42.0) {
        let (at, text) = (plot.x.at(tick), x.unit.tick(tick));
        let half = text_width(&text) / 2.0;
        // A label that would touch the one before is left out.
        if at - half < free {
            continue;
        }
        free = at + half + 5.0;
        canvas.line(AXIS, (at, bottom), (at, bottom + 4.0));
        canvas.text(TICK, (at.min(canvas.width - half), bottom + 16.0), Anchor::Middle, &text);
    }
    let middle = f64::midpoint(left, right);
    let half = text_width(&x.label) / 2.0;
    let middle = middle.min(canvas.width - half).max(half.min(canvas.width / 2.0));
    canvas.text(LABEL, (middle, bottom + 32.0), Anchor::Middle, &fitting(&x.label, canvas.width));
}

/// Form of a mark in a legend.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key {
    Line,
    Column,
    Dot,
    Ring,
    Cross,
}

/// Draws the names of marks; returns their height.
pub(super) fn legend(canvas: &mut Canvas, entries: &[(Look, String, Key)]) -> f64 {
    let (mut x, mut y) = (0.0, 11.0);
    for (look, name, key) in entries {
        let name = fitting(name, canvas.width - 22.0);
        let width = 22.0 + text_width(&name) + 10.0;
        if x + width > canvas.width + 10.0 && x > 0.0 {
            (x, y) = (0.0, y + 16.0);
        }
        let middle = (x + 8.0, y - 4.0);
        match key {
            Key::Line => canvas.path(look.line(), &[(x, y - 4.0), (x + 16.0, y - 4.0)], ""),
            Key::Column => canvas.rect(look.column(), (x, y - 9.0), (16.0, 10.0), ""),
            Key::Dot => canvas.dot(look.dot(), middle, 3.5, ""),
            Key::Ring => canvas.dot(look.ring(), middle, 3.5, ""),
            Key::Cross => canvas.cross(*look, middle, ""),
        }
        canvas.text(TICK, (x + 21.0, y), Anchor::Start, &name);
        x += width;
    }
    if entries.is_empty() { 0.0 } else { y + 7.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let ticks = |low, high, log| Scale::new((low, high), (0.0, 100.0), log).ticks(5.0);
        assert_eq!(ticks(0.0, 0.35, false), [0.0, 0.1, 0.2, 0.300_000_000_000_000_04]);
        assert_eq!(ticks(19.5, 30.5, false), [20.0, 25.0, 30.0]);
        assert_eq!(ticks(80.0, 2000.0, true), [100.0, 1000.0]);
        assert_eq!(ticks(3.0, 3.0, false).len(), 6);
    }

    #[test]
    fn scales_map_their_ends() {
        let scale = Scale::new((10.0, 1000.0), (0.0, 100.0), true);
        assert_eq!(
            [10.0, 1000.0, 5.0, 2000.0].map(|value| format!("{:.0}", scale.at(value))),
            ["0", "100", "0", "100"]
        );
        assert!((scale.at(100.0) - 50.0).abs() < 1e-9);
    }

    /// Whatever the data, places lie within the scale, and ticks are few and finite.
    #[test]
    fn scales_of_odd_numbers_stay_within() {
        let ends = [f64::MIN_POSITIVE, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let odd = [&[0.0, -0.0, 1.0, -1.0, 3.0, 5e-324, 1e-9, 1e17], &ends[..]].concat();
        for (low, high) in odd.iter().flat_map(|&low| odd.iter().map(move |&high| (low, high))) {
            for log in [false, true] {
                let scale = Scale::new((low, high), (10.0, 90.0), log);
                for &value in &odd {
                    assert!((10.0..=90.0).contains(&scale.at(value)), "{scale:?} {value}");
                }
                let ticks = scale.ticks(5.0);
                assert!(ticks.len() < 20 && ticks.iter().all(|tick| tick.is_finite()), "{scale:?} {ticks:?}");
            }
        }
    }
}
