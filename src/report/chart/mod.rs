//! Charts as SVG of our own: axes, scales and marks, coloured by classes so that light, dark and print differ by style alone.
//!
//! ```text
//!   legend            a chart is WIDTH wide, and scales with the page
//!   y label
//!   |  marks
//!   +---------- x label
//! ```
//!
//! Every number is written with one decimal at most: equal figures give equal bytes.

mod bars;
mod frame;
mod grid;
mod heat;
mod lines;

pub(super) use bars::{Bar, bars};
pub(super) use frame::Axis;
pub(super) use grid::sudoku;
pub(super) use heat::{Heat, heat};
pub(super) use lines::{Lines, Series, lines};

use super::words::escape;

/// Width of a chart.
pub(super) const WIDTH: f64 = 480.0;
/// Height of a chart whose height does not follow from its rows.
const HEIGHT: f64 = 300.0;
/// About how wide a character is, in the widest of the usual fonts.
const CHARACTER: f64 = 7.1;
/// Series that are told apart by colour.
pub(super) const COLOURS: usize = 6;

/// A picture about to be drawn.
#[derive(Debug)]
pub(super) struct Svg {
    body: String,
    height: f64,
}

/// How a text is set against its place.
#[derive(Debug, Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    const fn new(height: f64) -> Self {
        Self { body: String::new(), height }
    }

    fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), title: &str) {
        let (x, y, width, height) = (short(x), short(y), short(width.max(0.0)), short(height.max(0.0)));
        let shape = format!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}""#);
        self.body += &with_title(&shape, "rect", title);
    }

    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(short);
        self.body += &format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>\n");
    }

    fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let step = |(n, (x, y)): (usize, &(f64, f64))| {
            format!("{}{} {}", if n == 0 { 'M' } else { 'L' }, short(*x), short(*y))
        };
        let path: Vec<String> = points.iter().enumerate().map(step).collect();
        self.body += &format!("<path class=\"{class}\" d=\"{}\"/>\n", path.join(""));
    }

    fn dot(&mut self, class: &str, (x, y): (f64, f64), title: &str) {
        let shape = format!(r#"<circle class="{class}" cx="{}" cy="{}" r="3""#, short(x), short(y));
        self.body += &with_title(&shape, "circle", title);
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let (x, y, text) = (short(x), short(y), escape(text));
        self.body += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>\n");
    }

    /// The picture with its title and description, for those who do not see it.
    fn finish(self, id: &str, title: &str, description: &str) -> String {
        let (id, title, description) = (escape(id), escape(title), escape(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\n\
             <title id=\"{id}-t\">{title}</title>\n<desc id=\"{id}-d\">{description}</desc>\n{}</svg>\n",
            short(WIDTH),
            short(self.height),
            self.body
        )
    }
}

fn with_title(shape: &str, element: &str, title: &str) -> String {
    if title.is_empty() {
        format!("{shape}/>\n")
    } else {
        format!("{shape}><title>{}</title></{element}>\n", escape(title))
    }
}

/// A coordinate: one decimal, if any.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// About how wide a text is.
fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

/// A text cut to a width.
fn fitting(text: &str, width: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few characters")]
    let most = (width / CHARACTER) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// The class of series `n`, used again beyond the last colour.
fn series_class(n: usize) -> String {
    format!("s{}", n % COLOURS + 1)
}
