//! Horizontal bars with their names: one line each.

use super::{Anchor, Svg, WIDTH, fitting, series_class, text_width};
use crate::report::{
    format::Unit,
    markup::{Html, html},
};

/// One bar, or one for each series.
#[derive(Debug)]
pub(in crate::report) struct Bar<'a> {
    pub(in crate::report) name: &'a str,
    /// The length of the bar of each series, and its interval.
    pub(in crate::report) values: Vec<(f64, Option<(f64, f64)>)>,
}

const NAMES: f64 = 204.0;
/// Least width of the number behind the longest bar.
const NUMBERS: f64 = 64.0;
const THICK: f64 = 13.0;

/// Draws bars from 0; `series` names those of each line.
pub(in crate::report) fn bars(
    id: &str,
    title: &str,
    description: &str,
    (unit, series): (Unit, &[&str]),
    bars: &[Bar<'_>],
) -> Html {
    let lines = bars.iter().map(|bar| bar.values.len().max(1)).sum::<usize>() as f64;
    let top = if series.len() > 1 { series.len() as f64 * 17.0 + 4.0 } else { 0.0 };
    let mut svg = Svg::new(top + 6.0 + lines * THICK + bars.len() as f64 * 7.0);
    if series.len() > 1 {
        for (n, name) in series.iter().enumerate() {
            let y = n as f64 * 17.0 + 3.0;
            svg.rect(&html!("{} column", series_class(n)), (4.0, y), (14.0, 10.0), "");
            svg.text("tick", (24.0, y + 10.0), Anchor::Start, &fitting(name, WIDTH - 30.0));
        }
    }
    let values = bars.iter().flat_map(|bar| &bar.values);
    let longest = values.map(|(value, interval)| interval.map_or(*value, |(_, high)| high.max(*value)));
    // Shares near 0 stay visibly short.
    let least = if unit == Unit::Share { 0.01 } else { f64::MIN_POSITIVE };
    let longest = longest.fold(least, f64::max);
    let numbers =
        bars.iter().flat_map(|bar| &bar.values).map(|(value, _)| text_width(&unit.show(*value)) + 6.0);
    let room = WIDTH - NAMES - numbers.fold(NUMBERS, f64::max);
    let length = |value: f64| value.max(0.0) / longest * room;
    let mut y = top + 6.0;
    for bar in bars {
        let thick = THICK * bar.values.len().max(1) as f64;
        svg.text("tick", (NAMES - 8.0, y + thick / 2.0 + 4.0), Anchor::End, &fitting(bar.name, NAMES - 12.0));
        for (n, (value, interval)) in bar.values.iter().enumerate() {
            let y = y + n as f64 * THICK;
            svg.rect(
                &html!("{} column", series_class(n)),
                (NAMES, y),
                (length(*value), THICK - 2.0),
                bar.name,
            );
            let mut end = length(*value);
            if let Some((low, high)) = interval {
                let middle = y + THICK / 2.0 - 1.0;
                svg.line("whisker", (NAMES + length(*low), middle), (NAMES + length(*high), middle));
                end = end.max(length(*high));
            }
            svg.text("tick", (NAMES + end + 5.0, y + THICK - 3.0), Anchor::Start, &unit.show(*value));
        }
        y += thick + 7.0;
    }
    svg.finish(id, title, description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_names_and_intervals() {
        let lines = [
            Bar { name: "naked_pair", values: vec![(0.4, Some((0.35, 0.45)))] },
            Bar { name: "x_wing", values: vec![(0.0, None)] },
        ];
        insta::assert_snapshot!(bars("t", "Techniques", "Two.", (Unit::Share, &["sample"]), &lines));
        assert!(!bars("t", "None", "Nothing.", (Unit::Share, &[]), &[]).to_string().contains("NaN"));
    }
}
