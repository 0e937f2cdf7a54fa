//! Pictures as documents of SVG 1.1: no script, no style sheet, no font of their own.

use crate::{Anchor, Element, Font, Paint, Picture, Point, Segment};
use std::fmt::Write as _;

/// Families in order of preference; all have figures of equal width.
const FAMILIES: &str = "'Open Sans','Noto Sans','DejaVu Sans',Arial,Helvetica,sans-serif";

/// Returns a picture as an SVG document on white.
///
/// Title and description are for screen readers.
pub fn svg(picture: &Picture) -> String {
    let (width, height) = (number(picture.width), number(picture.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILIES}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\
         <title>{}</title>\n<desc>{}</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escaped(&picture.title),
        escaped(&picture.description),
    );
    write_all(&mut out, &picture.elements);
    out += "</svg>\n";
    out
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

/// Writes shapes; neighbours that look alike share their attributes.
fn write_all(out: &mut String, elements: &[Element]) {
    let styled: Vec<(String, &Element)> =
        elements.iter().map(|element| (attributes(element), element)).collect();
    for run in styled.chunk_by(|(one, _), (other, _)| one == other && !one.is_empty()) {
        let style = &run[0].0;
        if let [(_, element)] = run {
            write_one(out, element, style);
            continue;
        }
        let _ = writeln!(out, "<g{style}>");
        for (_, element) in run {
            write_one(out, element, "");
        }
        *out += "</g>\n";
    }
}

fn attributes(element: &Element) -> String {
    match element {
        Element::Rect { paint, .. } | Element::Circle { paint, .. } | Element::Path { paint, .. } => {
            painted(paint)
        }
        Element::Text { font, anchor, colour, .. } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            format!("{}{anchor} fill=\"{}\"", font_attributes(*font), colour.hex())
        }
        Element::Characters { font, colour, .. } => {
            format!("{} text-anchor=\"middle\" fill=\"{}\"", font_attributes(*font), colour.hex())
        }
        Element::Group { .. } => String::new(),
    }
}

fn font_attributes(font: Font) -> String {
    let weight = if font.bold { " font-weight=\"bold\"" } else { "" };
    format!(" font-size=\"{}\"{weight}", number(font.size))
}

fn painted(paint: &Paint) -> String {
    let mut out = match paint.fill {
        Some(colour) => format!(" fill=\"{}\"", colour.hex()),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(stroke) = paint.stroke {
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", stroke.colour.hex(), number(stroke.width));
        if let Some([dash, gap]) = stroke.dash.lengths(stroke.width) {
            let _ = write!(out, " stroke-dasharray=\"{} {}\"", number(dash), number(gap));
        }
    }
    out
}

fn write_one(out: &mut String, element: &Element, style: &str) {
    let _ = match element {
        Element::Rect { at, size, round, .. } => {
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            let [x, y, width, height] = [at.0, at.1, size.0.max(0.0), size.1.max(0.0)].map(number);
            writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{style}/>")
        }
        Element::Circle { at, radius, .. } => {
            let [x, y, radius] = [at.0, at.1, *radius].map(number);
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{style}/>")
        }
        Element::Path { segments, .. } => writeln!(out, "<path d=\"{}\"{style}/>", path(segments)),
        Element::Text { at, text, .. } => {
            let (x, y) = (number(at.0), number(at.1));
            writeln!(out, "<text x=\"{x}\" y=\"{y}\"{style}>{}</text>", escaped(text))
        }
        Element::Characters { y, characters, .. } => {
            let y = number(*y);
            let span = |&(x, character): &(f64, char)| {
                format!("<tspan x=\"{}\">{}</tspan>", number(x), escaped(character.encode_utf8(&mut [0; 4])))
            };
            // A list of places in one attribute is shorter, but some readers take its first place alone.
            let spans: String = characters.iter().map(span).collect();
            writeln!(out, "<text y=\"{y}\"{style}>{spans}</text>")
        }
        Element::Group { at, scale, elements } => {
            let scale =
                if (scale - 1.0).abs() < 1e-9 { String::new() } else { format!(" scale({scale:.4})") };
            let _ = writeln!(out, "<g transform=\"translate({} {}){scale}\">", number(at.0), number(at.1));
            write_all(out, elements);
            writeln!(out, "</g>")
        }
    };
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
