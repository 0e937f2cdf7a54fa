//! Pictures as documents of SVG 1.1, and as parts of pages: no script, no style sheet, no font of their own.

use crate::{Anchor, Colour, Element, ElementKind, Font, Paint, Picture, Point, Segment};
use std::fmt::Write as _;

/// Families in order of preference; all have figures of equal width.
const FAMILIES: &str = "'Open Sans','Noto Sans','DejaVu Sans',Arial,Helvetica,sans-serif";

/// Round ends and corners, as in PDF.
const ENDS: &str = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// Returns a picture as an SVG document on white.
///
/// Title and description are for screen readers.
pub fn svg(picture: &Picture) -> String {
    document(picture, [picture.width, picture.height].map(number))
}

/// Returns a picture as an SVG document with a width in millimetres for print.
pub fn svg_in_print(picture: &Picture, width: f64) -> String {
    let height = width * picture.height / picture.width;
    document(picture, [width, height].map(|size| format!("{}mm", number(size))))
}

fn document(picture: &Picture, [across, down]: [String; 2]) -> String {
    let (width, height) = (number(picture.width), number(picture.height));
    let (title, description) = (escaped(&picture.title), escaped(&picture.description));
    let body = Writer { is_page: false }.all(&picture.elements);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{across}\" height=\"{down}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILIES}\" {ENDS}>\n\
         <title>{title}</title>\n<desc>{description}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

/// Returns a picture as an element of an HTML page, which decides its size, its fonts, and the colours that have a variable.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_draw::{PuzzlePicture, svg_in_page};
///
/// let part = svg_in_page(&PuzzlePicture::new(&Grid::empty("2x2".parse()?)).draw());
/// assert!(part.starts_with("<svg") && !part.contains("xmlns"));
/// # Ok::<(), gridmill_board::ShapeError>(())
/// ```
pub fn svg_in_page(picture: &Picture) -> String {
    let (width, height) = (number(picture.width), number(picture.height));
    let words = [&picture.title, &picture.description].map(|text| escaped(text));
    let label =
        words.iter().map(String::as_str).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
    let body = Writer { is_page: true }.all(&picture.elements);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\" {ENDS}>\n{body}</svg>\n"
    )
}

/// Formats a number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes text; characters that XML forbids become a question mark.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

/// Writes shapes of a document or of a page.
#[derive(Debug, Clone, Copy)]
struct Writer {
    /// True if colours are variables where they have one.
    is_page: bool,
}

impl Writer {
    /// Returns shapes; neighbours that look alike share their attributes.
    fn all(self, elements: &[Element]) -> String {
        let mut out = String::new();
        let styled: Vec<(String, &Element)> =
            elements.iter().map(|element| (self.attributes(element), element)).collect();
        for run in styled.chunk_by(|(one, _), (other, _)| one == other && !one.is_empty()) {
            let style = &run[0].0;
            if let [(_, element)] = run {
                out += &self.one(element, style, "");
                continue;
            }
            let _ = writeln!(out, "<g{style}>");
            out.extend(run.iter().map(|(_, element)| self.one(element, "", "")));
            out += "</g>\n";
        }
        out
    }

    fn attributes(self, element: &Element) -> String {
        match &element.0 {
            ElementKind::Rect { paint, .. }
            | ElementKind::Circle { paint, .. }
            | ElementKind::Path { paint, .. } => self.painted(paint),
            ElementKind::Text { font, anchor, colour, .. } => {
                let anchor = match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                    Anchor::End => " text-anchor=\"end\"",
                };
                format!("{}{anchor}{}", font_attributes(*font), self.colour("fill", *colour))
            }
            ElementKind::Upright { font, colour, .. } => {
                format!("{}{}", font_attributes(*font), self.colour("fill", *colour))
            }
            ElementKind::Characters { font, colour, .. } => {
                let fill = self.colour("fill", *colour);
                format!("{} text-anchor=\"middle\"{fill}", font_attributes(*font))
            }
            ElementKind::Titled { shape, .. } => self.attributes(shape),
            ElementKind::Group { .. } => String::new(),
        }
    }

    /// Returns the attributes of a colour.
    fn colour(self, name: &str, colour: Colour) -> String {
        let value = match colour.variable().filter(|_| self.is_page) {
            Some(variable) => format!("var(--{variable})"),
            None => colour.hex(),
        };
        let opacity = match colour.percent {
            100.. => String::new(),
            percent => format!(" {name}-opacity=\"{}\"", number(f64::from(percent) / 100.0)),
        };
        format!(" {name}=\"{value}\"{opacity}")
    }

    fn painted(self, paint: &Paint) -> String {
        let mut out = match paint.fill {
            Some(colour) => self.colour("fill", colour),
            None => " fill=\"none\"".to_owned(),
        };
        if let Some(stroke) = paint.stroke {
            let width = number(stroke.width);
            let _ = write!(out, "{} stroke-width=\"{width}\"", self.colour("stroke", stroke.colour));
            let lengths: Vec<String> = stroke.dash.lengths(stroke.width).into_iter().map(number).collect();
            if !lengths.is_empty() {
                let _ = write!(out, " stroke-dasharray=\"{}\"", lengths.join(" "));
            }
        }
        out
    }

    /// Returns a shape with its style, and a title if there is one.
    fn one(self, element: &Element, style: &str, title: &str) -> String {
        let closed = |name: &str, start: String| match title {
            "" => format!("{start}{style}/>\n"),
            title => format!("{start}{style}><title>{}</title></{name}>\n", escaped(title)),
        };
        match &element.0 {
            ElementKind::Rect { at, size, round, .. } => {
                let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
                let [x, y, width, height] = [at.0, at.1, size.0.max(0.0), size.1.max(0.0)].map(number);
                let start = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}");
                closed("rect", start)
            }
            ElementKind::Circle { at, radius, .. } => {
                let [x, y, radius] = [at.0, at.1, *radius].map(number);
                closed("circle", format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""))
            }
            ElementKind::Path { segments, .. } => closed("path", format!("<path d=\"{}\"", path(segments))),
            ElementKind::Text { at, text, .. } => {
                let (x, y) = (number(at.0), number(at.1));
                format!("<text x=\"{x}\" y=\"{y}\"{style}>{}</text>\n", escaped(text))
            }
            ElementKind::Upright { at, text, .. } => {
                let (x, y, text) = (number(at.0), number(at.1), escaped(text));
                format!("<text transform=\"translate({x} {y}) rotate(-90)\"{style}>{text}</text>\n")
            }
            ElementKind::Characters { y, characters, .. } => {
                let y = number(*y);
                let span = |&(x, character): &(f64, char)| {
                    let character = escaped(character.encode_utf8(&mut [0; 4]));
                    format!("<tspan x=\"{}\">{character}</tspan>", number(x))
                };
                // A list of places in one attribute is shorter, but some readers use only its first place.
                let spans: String = characters.iter().map(span).collect();
                format!("<text y=\"{y}\"{style}>{spans}</text>\n")
            }
            ElementKind::Titled { title, shape } => self.one(shape, style, title),
            ElementKind::Group { at, scale, elements } => {
                let scale =
                    if (scale - 1.0).abs() < 1e-9 { String::new() } else { format!(" scale({scale:.4})") };
                let (x, y) = (number(at.0), number(at.1));
                format!("<g transform=\"translate({x} {y}){scale}\">\n{}</g>\n", self.all(elements))
            }
        }
    }
}

fn font_attributes(font: Font) -> String {
    let weight = if font.bold { " font-weight=\"bold\"" } else { "" };
    format!(" font-size=\"{}\"{weight}", number(font.size))
}

/// Formats the pieces of a path; lines across and down are short.
fn path(segments: &[Segment]) -> String {
    let mut out = String::new();
    let mut last: Point = (f64::NAN, f64::NAN);
    for segment in segments {
        let _ = match *segment {
            Segment::Move((x, y)) => write!(out, "M{} {}", number(x), number(y)),
            Segment::Line((x, y)) if number(y) == number(last.1) => write!(out, "H{}", number(x)),
            Segment::Line((x, y)) if number(x) == number(last.0) => write!(out, "V{}", number(y)),
            Segment::Line((x, y)) => write!(out, "L{} {}", number(x), number(y)),
            Segment::Curve((bx, by), (x, y)) => {
                write!(out, "Q{} {} {} {}", number(bx), number(by), number(x), number(y))
            }
            Segment::Close => write!(out, "Z"),
        };
        last = match *segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, to) => to,
            Segment::Close => (f64::NAN, f64::NAN),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colour, Stroke};

    #[test]
    fn neighbours_that_look_alike_share_their_style() {
        let mut picture = Picture::new((10.0, 10.0), "a<b", "c & \u{1}");
        let stroke = Stroke::new(Colour::BLACK, 0.5);
        picture.elements.push(Element::line((1.0, 2.0), (3.0, 2.0), stroke));
        picture.elements.push(Element::line((1.0, 2.0), (1.0, 4.004), stroke));
        let text = svg(&picture);
        assert!(text.contains("<title>a&lt;b</title>\n<desc>c &amp; ?</desc>"), "{text}");
        let group = "<g fill=\"none\" stroke=\"#000\" stroke-width=\"0.5\">\n<path d=\"M1 2H3\"/>\n<path d=\"M1 2V4\"/>\n</g>";
        assert!(text.contains(group), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        let found = [0.0, -0.001, 1.5, 2.126, 100.0].map(number);
        assert_eq!(found, ["0", "0", "1.5", "2.13", "100"]);
    }
}
