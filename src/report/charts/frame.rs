//! Scales, axes and legends.

use super::{Anchor, Svg, WIDTH, series_class, short, text_width};
use crate::report::{format::Unit, markup::html};

/// Numbers on a line of the picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    log: bool,
}

/// Axis of a chart.
#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct Axis<'a> {
    pub(in crate::report) label: &'a str,
    pub(in crate::report) unit: Unit,
    pub(in crate::report) log: bool,
}

/// The part of a chart that marks go to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    pub(super) x: Scale,
    pub(super) y: Scale,
    pub(super) bottom: f64,
}

/// Space left of the plot for ticks.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 14.0;
const BELOW: f64 = 44.0;

impl Scale {
    /// Builds a scale that maps `low` to `from` and `high` to `to`. A log scale needs positive numbers.
    pub(super) fn new((low, high): (f64, f64), (from, to): (f64, f64), log: bool) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        let low = if log { low.max(f64::MIN_POSITIVE) } else { low };
        Self { low, high, from, to, log }
    }

    pub(super) fn at(self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Returns round numbers within the scale, about `wanted` of them.
    fn ticks(self, wanted: f64) -> Vec<f64> {
        if self.log {
            return self.log_ticks(wanted);
        }
        let rough = (self.high - self.low) / wanted;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        #[expect(clippy::cast_possible_truncation, reason = "a few ticks")]
        let (first, last) =
            ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        (first..=last).map(|n| n as f64 * step).collect()
    }

    fn log_ticks(self, wanted: f64) -> Vec<f64> {
        #[expect(clippy::cast_possible_truncation, reason = "powers of ten")]
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let steps: &[f64] = if f64::from(last - first) < wanted / 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let all = (first..=last).flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
        let all: Vec<f64> =
            all.filter(|&tick| tick >= self.low * 0.999 && tick <= self.high * 1.001).collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few ticks")]
        let every = (all.len() as f64 / (wanted * 1.5)).ceil().max(1.0) as usize;
        all.into_iter().step_by(every).collect()
    }
}

/// Draws axes with ticks for numbers in these ranges, and a legend where there are names.
pub(super) fn frame(
    svg: &mut Svg,
    (x, xs): (Axis<'_>, (f64, f64)),
    (y, ys): (Axis<'_>, (f64, f64)),
    names: &[&str],
) -> Plot {
    let top = legend(svg, names) + 22.0;
    let bottom = svg.height - BELOW;
    let plot = Plot {
        x: Scale::new(xs, (LEFT, WIDTH - RIGHT), x.log),
        y: Scale::new(ys, (bottom, top), y.log),
        bottom,
    };
    svg.text("label", (4.0, top - 9.0), Anchor::Start, y.label);
    for tick in plot.y.ticks(5.0) {
        let at = plot.y.at(tick);
        svg.line("rule", (LEFT, at), (WIDTH - RIGHT, at));
        svg.text("tick", (LEFT - 6.0, at + 4.0), Anchor::End, &y.unit.tick(tick));
    }
    let mut free = 0.0;
    for tick in plot.x.ticks(8.0) {
        let (at, text) = (plot.x.at(tick), x.unit.tick(tick));
        let half = text_width(&text) / 2.0;
        // A label that would touch the one before is left out.
        if at - half < free {
            continue;
        }
        free = at + half + 6.0;
        svg.line("axis", (at, bottom), (at, bottom + 4.0));
        let at = at.min(WIDTH - half);
        svg.text("tick", (at, bottom + 17.0), Anchor::Middle, &text);
    }
    svg.line("axis", (LEFT, bottom), (WIDTH - RIGHT, bottom));
    svg.text("label", (f64::midpoint(LEFT, WIDTH - RIGHT), bottom + 36.0), Anchor::Middle, x.label);
    plot
}

/// Draws the legend in as many lines as needed; returns its height.
fn legend(svg: &mut Svg, names: &[&str]) -> f64 {
    if names.len() < 2 {
        return 0.0;
    }
    let (mut x, mut y) = (4.0, 14.0);
    for (n, name) in names.iter().enumerate() {
        let name = super::fitting(name, WIDTH - 40.0);
        let width = 26.0 + text_width(&name) + 16.0;
        if x + width > WIDTH && x > 4.0 {
            (x, y) = (4.0, y + 17.0);
        }
        let class = series_class(n);
        let at = short(y - 4.0);
        svg.body.push(&html!(
            "<path class=\"{} stroke\" d=\"M{} {}L{} {}\"/>\n",
            class,
            short(x),
            at,
            short(x + 20.0),
            at,
        ));
        svg.dot(&html!("{} dot", class), (x + 10.0, y - 4.0), "");
        svg.text("tick", (x + 26.0, y), Anchor::Start, &name);
        x += width;
    }
    y + 6.0
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
            [10.0, 1000.0, 5.0, 2000.0].map(|value| short(scale.at(value)).into_string()),
            ["0", "100", "0", "100"]
        );
        assert!((scale.at(100.0) - 50.0).abs() < 1e-9);
    }
}
