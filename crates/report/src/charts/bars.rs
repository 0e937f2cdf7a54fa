//! Horizontal bars with their names: one line each.

use super::{
    canvas::{Canvas, Look, TICK, WHISKER, fitting, text_width},
    frame::{Key, Scale, legend},
};
use crate::format::Unit;
use gridmill_draw::Anchor;

/// One line: a bar for each series.
pub(crate) struct Bar {
    pub(crate) name: String,
    /// The length of the bar of each series, and its interval.
    pub(crate) values: Vec<(f64, Option<(f64, f64)>)>,
    /// A length in grey behind the first bar.
    pub(crate) behind: Option<f64>,
    /// In place of bar and number.
    pub(crate) instead: Option<String>,
}

impl Bar {
    pub(crate) fn of(name: impl Into<String>, value: f64, interval: Option<(f64, f64)>) -> Self {
        Self { name: name.into(), values: vec![(value, interval)], behind: None, instead: None }
    }
}

/// A chart of bars from 0 or, of ratios on a logarithmic axis, from 1.
pub(crate) struct BarChart {
    pub(crate) unit: Unit,
    /// True for a logarithmic axis, where bars begin at 1.
    pub(crate) log: bool,
    /// Names of the series; of one series none is shown.
    pub(crate) series: Vec<String>,
    /// Name of the grey bars, where there are some.
    pub(crate) behind: Option<String>,
    pub(crate) bars: Vec<Bar>,
}

impl BarChart {
    /// Creates a chart of shares, from 0.
    pub(crate) fn of_shares(
        series: Vec<String>,
        behind: Option<String>,
        bars: impl Iterator<Item = Bar>,
    ) -> Self {
        Self { unit: Unit::Share, log: false, series, behind, bars: bars.collect() }
    }
}

/// Least width of the number behind the longest bar.
const NUMBERS: f64 = 48.0;
const THICK: f64 = 13.0;

pub(super) fn draw(chart: &BarChart, width: f64) -> Canvas {
    let BarChart { unit, log, series, behind, bars } = chart;
    let lines = bars.iter().map(|bar| bar.values.len().max(1)).sum::<usize>() as f64;
    let mut canvas = Canvas::new(width, 8.0 + lines * THICK + bars.len() as f64 * 7.0);
    let several = series.len() > 1 || behind.is_some();
    let own = series
        .iter()
        .enumerate()
        .filter(|_| several)
        .map(|(n, name)| (Look::series(n), name.clone(), Key::Column));
    let grey = behind.iter().map(|name| (Look::MUTED, name.clone(), Key::Column));
    let entries: Vec<(Look, String, Key)> = own.chain(grey).collect();
    let top = legend(&mut canvas, &entries);
    canvas.height += top;
    let widest = bars.iter().map(|bar| text_width(&bar.name)).fold(0.0, f64::max);
    let names = (widest + 10.0).min(canvas.width * 0.42);
    let values = bars.iter().filter(|bar| bar.instead.is_none()).flat_map(|bar| &bar.values);
    let ends = values.clone().map(|(value, interval)| interval.map_or(*value, |(_, high)| high.max(*value)));
    // Shares near 0 stay visibly short.
    let least = if *unit == Unit::Share { 0.01 } else { f64::MIN_POSITIVE };
    let longest = ends.chain(bars.iter().filter_map(|bar| bar.behind)).fold(least, f64::max);
    let words = bars.iter().filter_map(|bar| bar.instead.as_ref()).map(|words| text_width(words) + 6.0);
    let numbers = values.map(|(value, _)| text_width(&unit.show(*value)) + 6.0).chain(words);
    let room = canvas.width - names - numbers.fold(NUMBERS, f64::max);
    let least = bars.iter().flat_map(|bar| &bar.values);
    let least = least.map(|(value, interval)| interval.map_or(*value, |(low, _)| low.min(*value)));
    let least = least.filter(|&value| value > 0.0).fold(1.0, f64::min);
    let scale = if *log {
        Scale::new((least, longest.max(1.0)), (0.0, room), true)
    } else {
        Scale::new((0.0, longest), (0.0, room), false)
    };
    let length = |value: f64| scale.at(value.max(if *log { least } else { 0.0 }));
    // The end of a bar that is not at its value.
    let begin = if *log { scale.at(1.0) } else { 0.0 };
    let mut y = top + 4.0;
    for bar in bars {
        let thick = THICK * bar.values.len().max(1) as f64;
        let name = fitting(&bar.name, names - 8.0);
        canvas.text(TICK, (names - 8.0, y + thick / 2.0 + 4.0), Anchor::End, &name);
        if let Some(behind) = bar.behind {
            let title = format!("{}, sample: {}", bar.name, unit.show(behind));
            canvas.rect(Look::MUTED.column(), (names, y - 2.0), (length(behind), THICK + 2.0), &title);
        }
        if let Some(words) = &bar.instead {
            canvas.text(
                TICK,
                (names + bar.behind.map_or(0.0, length) + 5.0, y + THICK - 3.0),
                Anchor::Start,
                words,
            );
        }
        let values = bar.values.iter().enumerate().filter(|_| bar.instead.is_none());
        for (n, (value, interval)) in values {
            let y = y + n as f64 * THICK;
            let title = format!("{}: {}", bar.name, unit.show(*value));
            let (from, to) = (begin.min(length(*value)), begin.max(length(*value)));
            let place = (names + from, y);
            canvas.rect(Look::series(n).column(), place, (to - from, THICK - 2.0), &title);
            let mut end = to.max(bar.behind.map_or(0.0, length));
            if let Some((low, high)) = interval {
                let middle = y + THICK / 2.0 - 1.0;
                canvas.line(WHISKER, (names + length(*low), middle), (names + length(*high), middle));
                end = end.max(length(*high));
            }
            canvas.text(TICK, (names + end + 5.0, y + THICK - 3.0), Anchor::Start, &unit.show(*value));
        }
        y += thick + 7.0;
    }
    canvas
}
