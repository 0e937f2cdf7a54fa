//! Tables as colour, on one scale or on two that part at zero. Every cell is pale enough for its number to be read.

use super::canvas::{AXIS, COOL, Canvas, LABEL, TICK, WARM, WORD, fitting, shade, text_width};
use gridmill_draw::{Anchor, Paint};

/// Space for the name of a row or a column.
const NAMES: f64 = 130.0;
/// Opacity of the deepest colour: text on it keeps a contrast of 4.5 to 1 on light and on dark ground.
const DEEPEST: f64 = 0.5;

pub(crate) struct HeatCell {
    /// Depth of the colour from -1 to 1, cool below 0.
    pub(crate) depth: f64,
    /// Number in the cell; empty for none.
    pub(crate) text: String,
    pub(crate) title: String,
}

pub(crate) struct HeatMap {
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<String>,
    /// Row by row; `None` leaves a cell empty.
    pub(crate) cells: Vec<Vec<Option<HeatCell>>>,
    /// Cells between thicker lines, down and across; 0 for none.
    pub(crate) blocks: (usize, usize),
    /// Words at both ends of the scale, cool and warm.
    pub(crate) ends: Option<(String, String)>,
}

pub(super) fn draw(chart: &HeatMap, width: f64) -> Canvas {
    let widest = chart.rows.iter().map(|name| text_width(name)).fold(0.0, f64::max).min(NAMES);
    // Short names of columns are next to the name of the rows, not below it.
    let has_short = chart.columns.iter().all(|name| name.len() <= 6);
    let widest = if has_short { widest.max(text_width(&chart.y_label).min(NAMES)) } else { widest };
    let left = (widest + 10.0).max(14.0);
    let columns = chart.columns.len().max(1) as f64;
    let side = ((width - left - 1.0) / columns).min(40.0);
    let numbers = chart.cells.iter().flatten().flatten().any(|cell| !cell.text.is_empty());
    let height = if numbers { side } else { side.clamp(14.0, 24.0) };
    let steep = chart.columns.iter().any(|name| text_width(name) > side * 3.0 && name.len() > 4);
    let above = if steep {
        chart.columns.iter().map(|name| text_width(name)).fold(0.0, f64::max).min(NAMES) + 22.0
    } else {
        34.0
    };
    let bottom = above + height * chart.rows.len() as f64;
    let mut canvas = Canvas::new(width, bottom + if chart.ends.is_some() { 30.0 } else { 8.0 });
    canvas.text(LABEL, (left, 11.0), Anchor::Start, &chart.x_label);
    canvas.text(LABEL, (0.0, above - 6.0), Anchor::Start, &fitting(&chart.y_label, left + 40.0));
    let every = every(&chart.columns, side, steep);
    for (n, name) in chart.columns.iter().enumerate().filter(|(n, _)| n % every == 0) {
        let x = left + (n as f64 + 0.5) * side;
        if steep {
            canvas.upright(TICK, (x + 4.0, above - 4.0), fitting(name, NAMES));
        } else {
            canvas.text(TICK, (x, above - 6.0), Anchor::Middle, name);
        }
    }
    for ((row, name), cells) in chart.rows.iter().enumerate().zip(&chart.cells) {
        let y = above + row as f64 * height;
        canvas.text(TICK, (left - 6.0, y + height / 2.0 + 4.0), Anchor::End, &fitting(name, NAMES));
        for (column, cell) in cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let depth = cell.depth.clamp(-1.0, 1.0);
            let x = left + column as f64 * side;
            canvas.rect(heat(depth), (x, y), (side, height), &cell.title);
            canvas.text(WORD, (x + side / 2.0, y + height / 2.0 + 4.0), Anchor::Middle, &cell.text);
        }
    }
    blocks(&mut canvas, chart, (left, above), (side, height));
    if let Some((cool, warm)) = &chart.ends {
        let least = if chart.cells.iter().flatten().flatten().any(|cell| cell.depth < 0.0) { -4 } else { 0 };
        scale(&mut canvas, (left, bottom + 12.0), least, [cool, warm]);
    }
    canvas
}

/// Returns the fill of a depth from -1 to 1.
fn heat(depth: f64) -> Paint {
    Paint::fill(shade(if depth < 0.0 { COOL } else { WARM }, depth.abs() * DEEPEST))
}

fn blocks(canvas: &mut Canvas, chart: &HeatMap, (left, above): (f64, f64), (side, height): (f64, f64)) {
    let (rows, columns) = (chart.rows.len(), chart.columns.len());
    let (wide, tall) = (side * columns as f64, height * rows as f64);
    if chart.blocks.0 > 0 {
        for n in (0..=rows).step_by(chart.blocks.0) {
            let y = above + n as f64 * height;
            canvas.line(AXIS, (left, y), (left + wide, y));
        }
    }
    if chart.blocks.1 > 0 {
        for n in (0..=columns).step_by(chart.blocks.1) {
            let x = left + n as f64 * side;
            canvas.line(AXIS, (x, above), (x, above + tall));
        }
    }
}

/// Draws the scale of colours, from -4 or 0 fourths, with words at its ends.
fn scale(canvas: &mut Canvas, (x, y): (f64, f64), least: i32, [cool, warm]: [&str; 2]) {
    canvas.text(TICK, (x, y + 10.0), Anchor::Start, cool);
    let from = x + text_width(cool) + 6.0;
    for n in least..=4 {
        let at = from + f64::from(n - least) * 10.0;
        canvas.rect(heat(f64::from(n) / 4.0), (at, y), (10.0, 11.0), "");
    }
    canvas.text(TICK, (from + f64::from(5 - least) * 10.0 + 6.0, y + 10.0), Anchor::Start, warm);
}

/// Returns the step at which column names fit: one name for this many columns.
fn every(names: &[String], side: f64, steep: bool) -> usize {
    let widest =
        if steep { 12.0 } else { names.iter().map(|name| text_width(name)).fold(0.0, f64::max) + 6.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few names")]
    let every = (widest / side).ceil() as usize;
    every.max(1)
}
