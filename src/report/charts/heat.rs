//! Tables of numbers as colour: the more, the deeper.

use super::{Anchor, Svg, WIDTH, fitting, short, text_width};
use crate::report::{
    format::Unit,
    markup::{Html, html},
};

/// Space for the name of a row or a column.
const NAMES: f64 = 180.0;

/// A table of numbers.
#[derive(Debug)]
pub(in crate::report) struct HeatMap<'a> {
    pub(in crate::report) x_label: &'a str,
    pub(in crate::report) y_label: &'a str,
    pub(in crate::report) columns: Vec<String>,
    pub(in crate::report) rows: Vec<String>,
    /// Row by row; `None` leaves a cell empty.
    pub(in crate::report) values: Vec<Vec<Option<f64>>>,
    pub(in crate::report) unit: Unit,
    /// The numbers of no colour and of the deepest.
    pub(in crate::report) range: (f64, f64),
    /// True if numbers stand in the cells.
    pub(in crate::report) numbers: bool,
    /// Cells between thicker lines, 0 for none.
    pub(in crate::report) blocks: usize,
}

/// Draws the table.
pub(in crate::report) fn heat(id: &str, title: &str, description: &str, chart: &HeatMap<'_>) -> Html {
    let widest = chart.rows.iter().map(|name| text_width(name)).fold(0.0, f64::max).min(NAMES);
    let left = (widest + 12.0).max(text_width(chart.y_label).min(90.0) + 20.0);
    let columns = chart.columns.len().max(1) as f64;
    let side = ((WIDTH - left - 4.0) / columns).min(46.0);
    let height = if chart.numbers { side } else { side.clamp(14.0, 24.0) };
    let steep = chart.columns.iter().any(|name| text_width(name) > side * 3.0 && name.len() > 4);
    let above = if steep {
        chart.columns.iter().map(|name| text_width(name)).fold(0.0, f64::max).min(NAMES) + 26.0
    } else {
        40.0
    };
    let mut svg = Svg::new(above + height * chart.rows.len() as f64 + 12.0);
    svg.text("label", (left, 12.0), Anchor::Start, chart.x_label);
    svg.text("label", (4.0, if steep { above - 6.0 } else { 32.0 }), Anchor::Start, chart.y_label);
    let every = every(&chart.columns, side, steep);
    for (n, name) in chart.columns.iter().enumerate().filter(|(n, _)| n % every == 0) {
        let x = left + (n as f64 + 0.5) * side;
        if steep {
            let name = fitting(name, NAMES);
            svg.body.push(&html!(
                "<text class=\"tick\" transform=\"translate({} {}) rotate(-90)\">{}</text>\n",
                short(x + 4.0),
                short(above - 4.0),
                Html::text(&name),
            ));
        } else {
            svg.text("tick", (x, above - 6.0), Anchor::Middle, name);
        }
    }
    let span = (chart.range.1 - chart.range.0).max(f64::MIN_POSITIVE);
    for ((row, name), values) in chart.rows.iter().enumerate().zip(&chart.values) {
        let y = above + row as f64 * height;
        if height >= 11.0 {
            svg.text("tick", (left - 6.0, y + height / 2.0 + 4.0), Anchor::End, &fitting(name, NAMES));
        }
        for (column, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let depth = ((value - chart.range.0) / span).clamp(0.0, 1.0);
            let x = left + column as f64 * side;
            let shown = chart.unit.show(*value);
            let about = format!("{name}, {}: {shown}", chart.columns[column]);
            svg.body.push(&html!(
                "<rect class=\"heat\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"{}\"><title>{}</title></rect>\n",
                short(x),
                short(y),
                short(side),
                short(height),
                Html::text(&format!("{:.2}", 0.04 + 0.96 * depth)),
                Html::text(&about),
            ));
            if chart.numbers {
                let class = if depth > 0.55 { "in-heat deep" } else { "in-heat" };
                let shown = shown.trim_end_matches(" %");
                svg.text(class, (x + side / 2.0, y + height / 2.0 + 4.0), Anchor::Middle, shown);
            }
        }
    }
    if chart.blocks > 0 {
        let (wide, tall) = (side * columns, height * chart.rows.len() as f64);
        for n in (0..=chart.rows.len()).step_by(chart.blocks) {
            let y = above + n as f64 * height;
            svg.line("axis", (left, y), (left + wide, y));
        }
        for n in (0..=chart.columns.len()).step_by(chart.blocks) {
            let x = left + n as f64 * side;
            svg.line("axis", (x, above), (x, above + tall));
        }
    }
    svg.finish(id, title, description)
}

/// Returns the step at which column names fit: one name for so many columns.
fn every(names: &[String], side: f64, steep: bool) -> usize {
    let widest =
        if steep { 12.0 } else { names.iter().map(|name| text_width(name)).fold(0.0, f64::max) + 6.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few names")]
    let every = (widest / side).ceil() as usize;
    every.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_looks_like_this() {
        let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
        let chart = HeatMap {
            x_label: "column",
            y_label: "row",
            columns: names(["1", "2"]),
            rows: names(["one", "a & b"]),
            values: vec![vec![Some(0.1), Some(0.4)], vec![None, Some(0.2)]],
            unit: Unit::Share,
            range: (0.1, 0.4),
            numbers: true,
            blocks: 2,
        };
        insta::assert_snapshot!(heat("cells", "Cells", "Four, one of them empty.", &chart));
        let steep =
            HeatMap { columns: names(["Aligned Triplet Exclusion", "Naked Pair"]), numbers: false, ..chart };
        assert!(heat("steep", "Steep", "", &steep).to_string().contains("rotate(-90)"));
        let empty =
            HeatMap { columns: Vec::new(), rows: Vec::new(), values: Vec::new(), range: (0.0, 0.0), ..steep };
        assert!(!heat("none", "None", "", &empty).to_string().contains("NaN"));
    }
}
