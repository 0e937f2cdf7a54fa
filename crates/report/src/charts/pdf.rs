//! Pictures as PDF, for typesetters: the shapes of the SVG with the colours of print, and text in Helvetica, which every reader has.
//!
//! ```text
//! chart.css --rules--> style of a shape's classes        shapes --operators--> one page of the picture's size
//! ```
//!
//! Source: ISO 32000-1, "Document management: Portable document format", 2008.

use super::{
    palette::with_literals,
    svg::{Anchor, Point, Shape, Svg},
};
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr, types::LineJoinStyle};
use std::{collections::BTreeSet, sync::LazyLock};

/// Points of a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// Distance of the control points of a quarter of a circle, as a part of the radius.
const QUARTER: f64 = 0.552_284_75;
const REGULAR: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");
/// Size and height of raised digits, as parts of the size of text.
const RAISED: (f64, f64) = (0.7, 0.33);

/// Widths of the characters from space to tilde in Helvetica, in thousandths (Adobe's metrics of the standard fonts).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// The same in Helvetica Bold.
const BOLD_WIDTHS: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// A colour from 0 to 1.
type Colour = [f32; 3];

/// Look of a shape.
#[derive(Debug, Clone)]
struct Style {
    fill: Option<Colour>,
    stroke: Option<Colour>,
    width: f64,
    dashes: Vec<f32>,
    /// In hundredths.
    fill_opacity: u8,
    size: f64,
    bold: bool,
    centred: bool,
}

/// A rule: the element, if it is one of text alone, the classes that a shape must have, and properties.
#[derive(Debug)]
struct Rule {
    of_text: bool,
    classes: Vec<String>,
    properties: Vec<(String, String)>,
    weight: usize,
}

/// The rules of the pages' charts with the colours of print, the most general first.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut rules: Vec<Rule> =
        with_literals(include_str!("../page/chart.css")).lines().flat_map(rules).collect();
    rules.sort_by_key(|rule| rule.weight);
    rules
});

/// Parses a line of the form `selector, selector { name: value; }`.
fn rules(line: &str) -> Vec<Rule> {
    let Some((selectors, rest)) = line.split_once('{') else { return Vec::new() };
    let properties = rest.trim_end_matches('}').split(';').filter_map(|property| {
        let (name, value) = property.split_once(':')?;
        Some((name.trim().to_owned(), value.trim().to_owned()))
    });
    let properties: Vec<(String, String)> = properties.collect();
    let rule = |selector: &str| {
        let within = selector.trim().strip_prefix("svg");
        let selector = within.unwrap_or(selector).trim();
        let of_text = selector == "text";
        let classes = selector.split('.').skip(1).map(str::to_owned).collect::<Vec<_>>();
        let elements = usize::from(within.is_some()) + usize::from(of_text);
        Rule { of_text, weight: 10 * classes.len() + elements, classes, properties: properties.clone() }
    };
    selectors.split(',').map(rule).collect()
}

impl Style {
    fn of(class: &str, is_text: bool) -> Self {
        let mut style = Self {
            fill: Some([0.0; 3]),
            stroke: None,
            width: 1.0,
            dashes: Vec::new(),
            fill_opacity: 100,
            size: 12.0,
            bold: false,
            centred: false,
        };
        let has = |wanted: &String| class.split(' ').any(|class| class == wanted);
        for rule in RULES.iter().filter(|rule| (is_text || !rule.of_text) && rule.classes.iter().all(has)) {
            for (name, value) in &rule.properties {
                style.set(name, value);
            }
        }
        style
    }

    fn set(&mut self, name: &str, value: &str) {
        let number = || value.trim_end_matches("px").parse::<f64>().unwrap_or_default();
        match name {
            "fill" => self.fill = colour(value),
            "stroke" => self.stroke = colour(value),
            "stroke-width" => self.width = number(),
            "stroke-dasharray" => {
                self.dashes = value.split(' ').filter_map(|dash| dash.parse().ok()).collect();
            }
            "fill-opacity" => self.fill_opacity = hundredths(number()),
            "font-size" => self.size = number(),
            "font-weight" => self.bold = number() >= 600.0,
            "text-anchor" => self.centred = value == "middle",
            _ => {}
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
fn hundredths(share: f64) -> u8 {
    (share.clamp(0.0, 1.0) * 100.0).round() as u8
}

/// Parses `#rrggbb`; `None` for no colour.
fn colour(value: &str) -> Option<Colour> {
    let digits = value.strip_prefix('#')?;
    let part =
        |n: usize| Some(f32::from(u8::from_str_radix(digits.get(2 * n..2 * n + 2)?, 16).ok()?) / 255.0);
    Some([part(0)?, part(1)?, part(2)?])
}

/// A piece of text in the encoding of the fonts, and whether it is raised.
type Run = (Vec<u8>, bool);

/// Encodes a text (`WinAnsiEncoding`); raised digits become plain ones, and what the fonts lack a question mark.
fn encoded(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for c in text.chars() {
        let (byte, raised) = match c {
            ' '..='~' => (u8::try_from(c).unwrap_or(b'?'), false),
            '\u{b2}' => (b'2', true),
            '\u{b3}' => (b'3', true),
            '\u{b9}' => (b'1', true),
            '\u{2070}' => (b'0', true),
            '\u{2074}'..='\u{2079}' => (u8::try_from(u32::from(c) - 0x2070).unwrap_or(0) + b'0', true),
            '\u{207b}' => (0x96, true),
            '\u{a0}'..='\u{ff}' => (u8::try_from(u32::from(c)).unwrap_or(b'?'), false),
            '\u{2013}' | '\u{2212}' => (0x96, false),
            '\u{2014}' => (0x97, false),
            '\u{2018}' => (0x91, false),
            '\u{2019}' => (0x92, false),
            '\u{201c}' => (0x93, false),
            '\u{201d}' => (0x94, false),
            '\u{2022}' => (0x95, false),
            '\u{2026}' => (0x85, false),
            '\u{25b8}' => (b'>', false),
            _ => (b'?', false),
        };
        match runs.last_mut() {
            Some((bytes, last)) if *last == raised => bytes.push(byte),
            Some(_) | None => runs.push((vec![byte], raised)),
        }
    }
    runs
}

/// Returns the width of encoded text of a size.
fn width(runs: &[Run], size: f64, bold: bool) -> f64 {
    let widths = if bold { &BOLD_WIDTHS } else { &WIDTHS };
    let of = |byte: &u8| {
        let known = byte.checked_sub(b' ').and_then(|place| widths.get(usize::from(place)));
        f64::from(known.copied().unwrap_or(if *byte == 0x85 { 1000 } else { 556 })) / 1000.0
    };
    let run =
        |(bytes, raised): &Run| bytes.iter().map(of).sum::<f64>() * if *raised { RAISED.0 } else { 1.0 };
    runs.iter().map(run).sum::<f64>() * size
}

/// The operators of a page, and the opacities that they use.
struct Page {
    content: Content,
    opacities: BTreeSet<u8>,
}

/// Returns a number as PDF has it.
#[expect(clippy::cast_possible_truncation, reason = "coordinates of a picture, to a tenth")]
fn short(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

fn opacity_name(hundredths: u8) -> String {
    format!("A{hundredths}")
}

impl Page {
    fn shapes(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            self.shape(shape);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { class, at: (x, y), size: (width, height), opacity, .. } => {
                let mut style = Style::of(&class.to_string(), false);
                style.fill_opacity = opacity.map_or(style.fill_opacity, hundredths);
                self.painted(&style, |content| {
                    content.rect(short(*x), short(*y), short(width.max(0.0)), short(height.max(0.0)));
                });
            }
            Shape::Line { class, from, to } => self.segments(class, &[[*from, *to]]),
            Shape::Ruling { class, corner, length, across, down } => {
                let end = corner + length;
                let across = across.iter().map(|&at| [(*corner, at), (end, at)]);
                let down = down.iter().map(|&at| [(at, *corner), (at, end)]);
                self.segments(class, &across.chain(down).collect::<Vec<_>>());
            }
            Shape::Path { class, points, .. } => {
                let style = Style::of(&class.to_string(), false);
                self.painted(&style, |content| {
                    for (n, &(x, y)) in points.iter().enumerate() {
                        if n == 0 {
                            content.move_to(short(x), short(y));
                        } else {
                            content.line_to(short(x), short(y));
                        }
                    }
                });
            }
            Shape::Curve { class, from, bend, to } => {
                let toward = |end: &Point| {
                    (end.0 + (bend.0 - end.0) * 2.0 / 3.0, end.1 + (bend.1 - end.1) * 2.0 / 3.0)
                };
                let (one, two) = (toward(from), toward(to));
                self.painted(&Style::of(class, false), |content| {
                    content.move_to(short(from.0), short(from.1));
                    let [a, b, c] = [one, two, *to].map(|(x, y)| (short(x), short(y)));
                    content.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
                });
            }
            Shape::Dot { class, at, radius, .. } => {
                self.painted(&Style::of(&class.to_string(), false), |content| circle(content, *at, *radius));
            }
            Shape::Text { class, at, anchor, text } => {
                let style = Style::of(class, true);
                let runs = encoded(text);
                let whole = width(&runs, style.size, style.bold);
                let before = match anchor {
                    Anchor::Middle => whole / 2.0,
                    Anchor::Start if style.centred => whole / 2.0,
                    Anchor::Start => 0.0,
                    Anchor::End => whole,
                };
                self.text(&style, &runs, [1.0, 0.0, 0.0, -1.0], (at.0 - before, at.1));
            }
            Shape::Upright { class, at, text } => {
                self.text(&Style::of(class, true), &encoded(text), [0.0, -1.0, -1.0, 0.0], *at);
            }
            Shape::Characters { class, y, characters } => {
                let style = Style::of(class, true);
                for (x, character) in characters {
                    let runs = encoded(&character.to_string());
                    let before = if style.centred { width(&runs, style.size, style.bold) / 2.0 } else { 0.0 };
                    self.text(&style, &runs, [1.0, 0.0, 0.0, -1.0], (x - before, *y));
                }
            }
            Shape::Group { at, shapes } => {
                self.content.save_state();
                self.content.transform([1.0, 0.0, 0.0, 1.0, short(at.0), short(at.1)]);
                self.shapes(shapes);
                self.content.restore_state();
            }
        }
    }

    fn segments(&mut self, class: &str, segments: &[[Point; 2]]) {
        self.painted(&Style { fill: None, ..Style::of(class, false) }, |content| {
            for [from, to] in segments {
                content.move_to(short(from.0), short(from.1));
                content.line_to(short(to.0), short(to.1));
            }
        });
    }

    /// Draws an outline with the style's colours.
    fn painted(&mut self, style: &Style, outline: impl FnOnce(&mut Content)) {
        if style.fill.is_none() && style.stroke.is_none() {
            return;
        }
        self.content.save_state();
        self.fill(style);
        if let Some([red, green, blue]) = style.stroke {
            self.content.set_stroke_rgb(red, green, blue);
            self.content.set_line_width(short(style.width));
            self.content.set_line_join(LineJoinStyle::RoundJoin);
            self.content.set_dash_pattern(style.dashes.iter().copied(), 0.0);
        }
        outline(&mut self.content);
        match (style.fill, style.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, _) => self.content.stroke(),
        };
        self.content.restore_state();
    }

    fn fill(&mut self, style: &Style) {
        if let Some([red, green, blue]) = style.fill {
            self.content.set_fill_rgb(red, green, blue);
            if style.fill_opacity < 100 {
                self.opacities.insert(style.fill_opacity);
                self.content.set_parameters(Name(opacity_name(style.fill_opacity).as_bytes()));
            }
        }
    }

    /// Writes text whose base line has the direction of the first two numbers of a matrix.
    fn text(&mut self, style: &Style, runs: &[Run], [a, b, c, d]: [f32; 4], at: Point) {
        self.content.save_state();
        self.fill(style);
        self.content.begin_text();
        self.content.set_text_matrix([a, b, c, d, short(at.0), short(at.1)]);
        for (bytes, raised) in runs {
            let (size, rise) =
                if *raised { (style.size * RAISED.0, style.size * RAISED.1) } else { (style.size, 0.0) };
            self.content.set_font(if style.bold { BOLD } else { REGULAR }, short(size));
            self.content.set_rise(short(rise));
            self.content.show(Str(bytes));
        }
        self.content.end_text();
        self.content.restore_state();
    }
}

fn circle(content: &mut Content, (x, y): Point, radius: f64) {
    let bent = radius * QUARTER;
    content.move_to(short(x + radius), short(y));
    let quarters = [
        ((1.0, 0.0), (0.0, 1.0)),
        ((0.0, 1.0), (-1.0, 0.0)),
        ((-1.0, 0.0), (0.0, -1.0)),
        ((0.0, -1.0), (1.0, 0.0)),
    ];
    for (from, to) in quarters {
        let at = |a: f64, b: f64| (short(x + from.0 * a + to.0 * b), short(y + from.1 * a + to.1 * b));
        let (one, two, end) = (at(radius, bent), at(bent, radius), at(0.0, radius));
        content.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
    }
    content.close_path();
}

/// Draws a picture as a page of a width in millimetres. Equal pictures have equal bytes.
pub(super) fn pdf(picture: &Svg, title: &str, width_mm: f64) -> Vec<u8> {
    let scale = width_mm * POINTS / picture.width;
    let (page_width, page_height) = (short(width_mm * POINTS), short(picture.height * scale));
    let mut page = Page { content: Content::new(), opacities: BTreeSet::new() };
    #[expect(clippy::cast_possible_truncation, reason = "a small number")]
    let exact = scale as f32;
    page.content.transform([exact, 0.0, 0.0, -exact, 0.0, page_height]);
    page.shapes(&picture.shapes);

    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, of_page, contents, info) = (id(), id(), id(), id(), id());
    let (regular, bold) = (id(), id());
    let opacities: Vec<(u8, Ref)> = page.opacities.iter().map(|&opacity| (opacity, id())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title)).creator(TextStr(gridmill_tables::PROGRAM));
    pdf.pages(tree).kids([of_page]).count(1);
    let mut written = pdf.page(of_page);
    written.media_box(Rect::new(0.0, 0.0, page_width, page_height)).parent(tree).contents(contents);
    let mut resources = written.resources();
    resources.fonts().pair(REGULAR, regular).pair(BOLD, bold);
    let mut states = resources.ext_g_states();
    for (opacity, state) in &opacities {
        states.pair(Name(opacity_name(*opacity).as_bytes()), *state);
    }
    states.finish();
    resources.finish();
    written.finish();
    for (font, name) in [(regular, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(font).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (opacity, state) in opacities {
        pdf.ext_graphics(state).non_stroking_alpha(f32::from(opacity) / 100.0);
    }
    pdf.stream(contents, &page.content.finish());
    pdf.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_those_of_the_pages() {
        let line = Style::of("s2 stroke", false);
        assert_eq!((line.fill, line.width, line.dashes.as_slice()), (None, 2.0, &[7.0, 3.0][..]));
        assert_eq!(line.stroke, colour("#bf5300"));
        let column = Style::of("muted column", false);
        assert_eq!((column.stroke, column.fill_opacity), (None, 50));
        let [tick, given] = ["tick", "given"].map(|class| Style::of(class, true));
        assert_eq!((tick.fill, tick.size, tick.bold), (colour("#57606a"), 12.0, false));
        assert!(given.centred && given.bold && given.size > 20.0);
        assert_eq!(Style::of("hit", false).fill, None);
    }

    #[test]
    fn text_is_measured_and_raised() {
        let runs = encoded("3.1 \u{d7} 10\u{b3}\u{2077}\u{2026}");
        let expected = [(&b"3.1 \xd7 10"[..], false), (b"37", true), (b"\x85", false)];
        assert_eq!(runs, expected.map(|(bytes, raised)| (bytes.to_vec(), raised)));
        assert!((width(&encoded("givens"), 12.0, false) - 12.0 * 3.0).abs() < 2.0);
        assert!(width(&encoded("givens"), 12.0, true) > width(&encoded("givens"), 12.0, false));
    }
}
