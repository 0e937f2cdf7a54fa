//! Charts as SVG of our own: axes, scales and marks, coloured by classes so that light, dark and print differ by style alone.
//!
//! ```text
//!   legend            a chart is WIDTH wide, and scales with the page
//!   y label
//!   |  marks
//!   +---------- x label
//! ```
//!
//! Every number is written with one decimal at most: equal numbers give equal bytes.

mod bars;
mod frame;
mod grid;
mod heat;
mod lines;

pub(super) use bars::{Bar, bars};
pub(super) use frame::Axis;
pub(super) use grid::sudoku;
pub(super) use heat::{HeatMap, heat};
pub(super) use lines::{LineChart, Series, lines};

use super::markup::{Html, html};

/// Width of a chart.
pub(super) const WIDTH: f64 = 480.0;
/// Height of a chart whose height does not follow from its rows.
const HEIGHT: f64 = 300.0;
/// Approximate width of a character in the widest of the usual fonts.
const CHARACTER: f64 = 7.1;
/// Number of series with colours of their own.
pub(super) const COLOURS: usize = 6;

/// A picture about to be drawn.
#[derive(Debug)]
pub(super) struct Svg {
    body: Html,
    height: f64,
}

/// Alignment of a text to its place.
#[derive(Debug, Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    fn new(height: f64) -> Self {
        Self { body: Html::default(), height }
    }

    fn rect(&mut self, class: &Html, (x, y): (f64, f64), (width, height): (f64, f64), title: &str) {
        let shape = html!(
            r#"<rect class="{}" x="{}" y="{}" width="{}" height="{}""#,
            class,
            short(x),
            short(y),
            short(width.max(0.0)),
            short(height.max(0.0)),
        );
        self.body.push(&with_title(&shape, "rect", title));
    }

    fn line(&mut self, class: &'static str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let class = Html::literal(class);
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(short);
        self.body.push(&html!(
            "<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
            class,
            x1,
            y1,
            x2,
            y2,
        ));
    }

    fn path(&mut self, class: &Html, points: &[(f64, f64)]) {
        let step = |(n, (x, y)): (usize, &(f64, f64))| {
            html!("{}{} {}", Html::literal(if n == 0 { "M" } else { "L" }), short(*x), short(*y))
        };
        let path: Html = points.iter().enumerate().map(step).collect();
        self.body.push(&html!("<path class=\"{}\" d=\"{}\"/>\n", class, path));
    }

    fn dot(&mut self, class: &Html, (x, y): (f64, f64), title: &str) {
        let shape = html!(r#"<circle class="{}" cx="{}" cy="{}" r="3""#, class, short(x), short(y));
        self.body.push(&with_title(&shape, "circle", title));
    }

    fn text(&mut self, class: &'static str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        self.body.push(&html!(
            "<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n",
            Html::literal(class),
            short(x),
            short(y),
            Html::literal(anchor),
            Html::text(text),
        ));
    }

    /// Returns the picture with its title and description, for screen readers.
    fn finish(self, id: &str, title: &str, description: &str) -> Html {
        let id = Html::text(id);
        html!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-t {}-d\">\n\
             <title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n{}</svg>\n",
            short(WIDTH),
            short(self.height),
            id,
            id,
            id,
            Html::text(title),
            id,
            Html::text(description),
            self.body,
        )
    }
}

/// Returns a shape without its end, closed with a title where there is one.
fn with_title(shape: &Html, element: &'static str, title: &str) -> Html {
    if title.is_empty() {
        html!("{}/>\n", shape)
    } else {
        html!("{}><title>{}</title></{}>\n", shape, Html::text(title), Html::literal(element))
    }
}

/// Formats a coordinate with at most one decimal.
fn short(value: f64) -> Html {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    Html::text(if text == "-0" { "0" } else { text })
}

/// Estimates the width of a text.
fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

/// Cuts a text to a width.
fn fitting(text: &str, width: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few characters")]
    let most = (width / CHARACTER) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// Returns the class of series `n`, used again beyond the last colour.
fn series_class(n: usize) -> Html {
    html!("s{}", Html::text(&(n % COLOURS + 1).to_string()))
}
