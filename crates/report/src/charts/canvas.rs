//! Canvas of charts: colours, looks of lines, marks and words, and shapes in a box.
//!
//! Colours are CSS variables in pages, so that light, dark and print differ by style only, and literals in files of their own.

use gridmill_draw::{Anchor, Colour, Dash, Element, Font, Paint, Picture, Point, Stroke};

const fn colour(name: &'static str, light: u32) -> Colour {
    Colour::rgb(light).with_variable(name)
}

const GROUND: Colour = colour("ground", 0xff_ffff);
const RAISED: Colour = colour("raised", 0xf5_f7f9);
const INK: Colour = colour("ink", 0x1b_1f24);
const FAINT: Colour = colour("faint", 0x57_606a);
const MUTED: Colour = colour("muted", 0xa8_b0b9);
const RULE: Colour = colour("rule", 0xe3_e6ea);
pub(super) const EDGE: Colour = colour("edge", 0x6b_7480);
/// Colours of series (after M. Okabe and K. Ito 2008).
pub(super) const SERIES: [Colour; 5] = [
    colour("c1", 0x00_68a3),
    colour("c2", 0xbf_5300),
    colour("c3", 0x00_7d5b),
    colour("c4", 0x9a_3f7b),
    colour("c5", 0x7d_5b00),
];
/// Ends of diverging scales.
pub(super) const WARM: Colour = colour("warm", 0xd5_5e00);
pub(super) const COOL: Colour = colour("cool", 0x00_72b2);
const ALARM: Colour = colour("alarm", 0xb3_261e);

/// All colours, each with its form on dark ground.
const PALETTE: [(Colour, &str); 15] = [
    (GROUND, "#14171b"),
    (RAISED, "#1d2127"),
    (INK, "#e8eaed"),
    (FAINT, "#a3abb5"),
    (MUTED, "#69727d"),
    (RULE, "#2c323a"),
    (EDGE, "#8a94a0"),
    (SERIES[0], "#56b4e9"),
    (SERIES[1], "#f0894d"),
    (SERIES[2], "#2fc49a"),
    (SERIES[3], "#dd8fc0"),
    (SERIES[4], "#e6b422"),
    (WARM, "#f0894d"),
    (COOL, "#56b4e9"),
    (ALARM, "#ff8a80"),
];

/// Returns the rules that define the colours as variables: light, dark, and light again in print.
pub(crate) fn variables() -> String {
    let all = |value: fn(&(Colour, &str)) -> String| -> String {
        let rule = |colour: &(Colour, &str)| {
            format!("--{}:{};", colour.0.variable().unwrap_or_default(), value(colour))
        };
        PALETTE.iter().map(rule).collect()
    };
    let (light, dark) = (all(|(light, _)| light.hex()), all(|(_, dark)| (*dark).to_owned()));
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n@media print{{:root{{{light}}}}}\n"
    )
}

/// Approximate width of a character in the widest of the usual fonts, at 12 pixels.
const CHARACTER: f64 = 7.3;

/// Space around a picture in a file of its own.
const MARGIN: f64 = 10.0;
/// Height of a line of its heading.
const LINE: f64 = 16.0;

/// Lines of the grid behind a chart.
pub(super) const GRID: Stroke = Stroke::new(RULE, 1.0);
pub(super) const AXIS: Stroke = Stroke::new(EDGE, 1.0);
/// The line of no difference.
pub(super) const ZERO: Stroke = Stroke::new(EDGE, 1.5);
/// Intervals.
pub(super) const WHISKER: Stroke = Stroke::new(INK, 1.5);
/// The place of a title without a mark.
pub(super) const HIT: Paint = Paint::fill(INK.with_opacity(0));

#[derive(Debug, Clone, Copy)]
pub(super) struct TextLook {
    font: Font,
    colour: Colour,
}

pub(super) const TICK: TextLook = TextLook { font: Font::regular(12.0), colour: FAINT };
pub(super) const WORD: TextLook = TextLook { font: Font::regular(12.0), colour: INK };
pub(super) const LABEL: TextLook = TextLook { font: Font::bold(12.0), colour: INK };

/// Look of a series: its colour and the pattern of its lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    colour: Colour,
    dash: Dash,
    width: f64,
    /// Opacity of columns.
    percent: u8,
}

impl Look {
    /// A series in grey behind the others.
    pub(super) const MUTED: Self = Self { colour: MUTED, dash: Dash::Solid, width: 1.5, percent: 50 };
    pub(super) const FIRST: Self = Self::series(0);

    /// Returns the look of series `n`.
    pub(super) const fn series(n: usize) -> Self {
        let dashes = [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::DashDotted, Dash::Sparse];
        Self { colour: SERIES[n % SERIES.len()], dash: dashes[n % SERIES.len()], width: 2.0, percent: 85 }
    }

    pub(super) const fn column(self) -> Paint {
        Paint::fill(self.colour.with_opacity(self.percent))
    }

    pub(super) const fn line(self) -> Paint {
        Paint::stroke(Stroke::new(self.colour, self.width).with_dash(self.dash))
    }

    pub(super) const fn dot(self) -> Paint {
        Paint::fill(self.colour)
    }

    pub(super) const fn ring(self) -> Paint {
        Paint::stroke(Stroke::new(self.colour, 1.8))
    }

    pub(super) const fn whisker(self) -> Paint {
        Paint::stroke(Stroke::new(self.colour, 1.5))
    }

    pub(super) const fn band(self) -> Paint {
        Paint::fill(self.colour.with_opacity(20))
    }
}

/// Returns a colour whose opacity is a depth from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
pub(super) fn shade(colour: Colour, depth: f64) -> Colour {
    colour.with_opacity((depth.clamp(0.0, 1.0) * 100.0).round() as u8)
}

/// A chart about to be drawn.
pub(super) struct Canvas {
    pub(super) width: f64,
    pub(super) height: f64,
    elements: Vec<Element>,
}

impl Canvas {
    pub(super) const fn new(width: f64, height: f64) -> Self {
        Self { width, height, elements: Vec::new() }
    }

    pub(super) fn rect(&mut self, paint: Paint, at: Point, size: Point, title: &str) {
        let size = (size.0.max(0.0), size.1.max(0.0));
        self.elements.push(Element::rect(at, size, paint).titled(title));
    }

    pub(super) fn line(&mut self, stroke: Stroke, from: Point, to: Point) {
        self.elements.push(Element::line(from, to, stroke));
    }

    pub(super) fn path(&mut self, paint: Paint, points: &[Point], title: &str) {
        self.elements.push(Element::lines(points, paint).titled(title));
    }

    pub(super) fn dot(&mut self, paint: Paint, at: Point, radius: f64, title: &str) {
        self.elements.push(Element::circle(at, radius, paint).titled(title));
    }

    pub(super) fn cross(&mut self, look: Look, (x, y): Point, title: &str) {
        const ARM: f64 = 3.5;
        for (from, to) in [(-ARM, ARM), (ARM, -ARM)] {
            self.path(look.whisker(), &[(x - ARM, y + from), (x + ARM, y + to)], title);
        }
    }

    pub(super) fn text(&mut self, look: TextLook, at: Point, anchor: Anchor, text: &str) {
        if !text.is_empty() {
            self.elements.push(Element::text(at, text, look.font, anchor, look.colour));
        }
    }

    pub(super) fn upright(&mut self, TextLook { font, colour }: TextLook, at: Point, text: String) {
        self.elements.push(Element::upright(at, text, font, colour));
    }

    pub(super) fn finish(self, title: &str, description: &str) -> Picture {
        let mut picture = Picture::new((self.width, self.height), title, description);
        picture.elements = self.elements;
        picture
    }
}

/// Returns the picture with its title and the quantity that it shows above it, and a margin around it, for a file of its own.
pub(super) fn with_heading(picture: Picture, quantity: &str) -> Picture {
    let (width, height) = (picture.width, picture.height);
    let lines: Vec<(TextLook, String)> = wrapped(&picture.title, width)
        .into_iter()
        .map(|line| (LABEL, line))
        .chain(wrapped(quantity, width).into_iter().map(|line| (TICK, line)))
        .collect();
    let heading = MARGIN + LINE * lines.len() as f64 + 4.0;
    let mut headed = Canvas::new(width + 2.0 * MARGIN, height + heading + MARGIN);
    let mut y = MARGIN;
    for (look, line) in &lines {
        y += LINE;
        headed.text(*look, (MARGIN, y - 4.0), Anchor::Start, line);
    }
    let (title, description) = (picture.title.clone(), picture.description.clone());
    headed.elements.push(picture.placed((MARGIN, heading), 1.0));
    headed.finish(&title, &description)
}

pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

/// Breaks a text between words into lines of a width; none of an empty text.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(word) + CHARACTER <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(fitting(word, width)),
        }
    }
    lines
}

pub(super) fn fitting(text: &str, width: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few characters")]
    let most = (width / CHARACTER) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_define_every_colour_of_charts() {
        let rules = variables();
        assert!(rules.contains("--c5:#e6b422;") && rules.contains("--c1:#0068a3;"), "{rules}");
        assert_eq!(rules.matches("--").count(), 3 * PALETTE.len());
    }
}
