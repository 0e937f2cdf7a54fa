//! Shapes of SVG, and sizes of text.

use super::Canvas;
use crate::markup::{Html, html};

/// Approximate width of a character in the widest of the usual fonts, at 12 pixels.
const CHARACTER: f64 = 7.3;

/// Space around a picture in a file of its own.
const MARGIN: f64 = 10.0;
/// Height of a line of its heading.
const LINE: f64 = 16.0;

/// A picture about to be drawn.
#[derive(Debug)]
pub(super) struct Svg {
    pub(super) shapes: Vec<Shape>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A place, in pixels to the right and down.
pub(super) type Point = (f64, f64);

/// A shape of a picture; its classes say what it looks like.
#[derive(Debug)]
pub(super) enum Shape {
    Rect {
        class: Html,
        at: Point,
        size: Point,
        opacity: Option<f64>,
        title: String,
    },
    Line {
        class: &'static str,
        from: Point,
        to: Point,
    },
    /// Lines across and down from a corner, all of one length.
    Ruling {
        class: &'static str,
        corner: f64,
        length: f64,
        across: Vec<f64>,
        down: Vec<f64>,
    },
    Path {
        class: Html,
        points: Vec<Point>,
        title: String,
    },
    /// A quadratic curve.
    Curve {
        class: &'static str,
        from: Point,
        bend: Point,
        to: Point,
    },
    Dot {
        class: Html,
        at: Point,
        radius: f64,
        title: String,
    },
    Text {
        class: &'static str,
        at: Point,
        anchor: Anchor,
        text: String,
    },
    /// Text that reads upwards.
    Upright {
        class: &'static str,
        at: Point,
        text: String,
    },
    /// One line of text with a place for each character.
    Characters {
        class: &'static str,
        y: f64,
        characters: Vec<(f64, char)>,
    },
    /// Shapes moved to a place.
    Group {
        at: Point,
        shapes: Vec<Self>,
    },
}

/// Alignment of a text to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Shape {
    fn html(&self) -> Html {
        match self {
            Self::Rect { class, at: (x, y), size: (width, height), opacity, title } => {
                let opacity = opacity.map_or_else(Html::default, |opacity| {
                    html!(r#" fill-opacity="{}""#, Html::text(&format!("{opacity:.2}")))
                });
                let shape = html!(
                    r#"<rect class="{}" x="{}" y="{}" width="{}" height="{}"{}"#,
                    class,
                    short(*x),
                    short(*y),
                    short(width.max(0.0)),
                    short(height.max(0.0)),
                    opacity,
                );
                with_title(&shape, "rect", title)
            }
            Self::Line { class, from: (x1, y1), to: (x2, y2) } => {
                let [x1, y1, x2, y2] = [*x1, *y1, *x2, *y2].map(short);
                html!(
                    "<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
                    Html::literal(class),
                    x1,
                    y1,
                    x2,
                    y2,
                )
            }
            Self::Ruling { class, corner, length, across, down } => {
                let (corner, length) = (short(*corner), short(*length));
                let across: Html =
                    across.iter().map(|&at| html!("M{} {}h{}", corner, short(at), length)).collect();
                let down: Html =
                    down.iter().map(|&at| html!("M{} {}v{}", short(at), corner, length)).collect();
                html!("<path class=\"{}\" d=\"{}{}\"/>\n", Html::literal(class), across, down)
            }
            Self::Path { class, points, title } => {
                let step = |(n, (x, y)): (usize, &Point)| {
                    html!("{}{} {}", Html::literal(if n == 0 { "M" } else { "L" }), short(*x), short(*y))
                };
                let path: Html = points.iter().enumerate().map(step).collect();
                with_title(&html!(r#"<path class="{}" d="{}""#, class, path), "path", title)
            }
            Self::Curve { class, from, bend, to } => {
                let at = |(x, y): Point| html!("{} {}", short(x), short(y));
                let [from, bend, to] = [*from, *bend, *to].map(at);
                html!("<path class=\"{}\" d=\"M{}Q{} {}\"/>\n", Html::literal(class), from, bend, to)
            }
            Self::Dot { class, at: (x, y), radius, title } => {
                let [x, y, radius] = [*x, *y, *radius].map(short);
                let shape = html!(r#"<circle class="{}" cx="{}" cy="{}" r="{}""#, class, x, y, radius);
                with_title(&shape, "circle", title)
            }
            Self::Text { class, at: (x, y), anchor, text } => {
                let anchor = match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => r#" text-anchor="middle""#,
                    Anchor::End => r#" text-anchor="end""#,
                };
                html!(
                    "<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n",
                    Html::literal(class),
                    short(*x),
                    short(*y),
                    Html::literal(anchor),
                    Html::text(text),
                )
            }
            Self::Upright { class, at: (x, y), text } => html!(
                "<text class=\"{}\" transform=\"translate({} {}) rotate(-90)\">{}</text>\n",
                Html::literal(class),
                short(*x),
                short(*y),
                Html::text(text),
            ),
            Self::Characters { class, y, characters } => {
                let places: Vec<String> = characters.iter().map(|(x, _)| short(*x).into_string()).collect();
                let text: String = characters.iter().map(|(_, c)| *c).collect();
                html!(
                    "<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n",
                    Html::literal(class),
                    Html::text(&places.join(" ")),
                    short(*y),
                    Html::text(&text),
                )
            }
            Self::Group { at: (x, y), shapes } => html!(
                "<g transform=\"translate({} {})\">\n{}</g>\n",
                short(*x),
                short(*y),
                shapes.iter().map(Self::html).collect::<Html>(),
            ),
        }
    }
}

impl Svg {
    pub(super) fn new(canvas: Canvas, height: f64) -> Self {
        Self { shapes: Vec::new(), width: canvas.width, height }
    }

    pub(super) fn rect(&mut self, class: &Html, at: Point, size: Point, title: &str) {
        self.shade(class, at, size, None, title);
    }

    /// Draws a rectangle of some opacity.
    pub(super) fn shade(&mut self, class: &Html, at: Point, size: Point, opacity: Option<f64>, title: &str) {
        let (class, title) = (class.clone(), title.to_owned());
        self.shapes.push(Shape::Rect { class, at, size, opacity, title });
    }

    pub(super) fn line(&mut self, class: &'static str, from: Point, to: Point) {
        self.shapes.push(Shape::Line { class, from, to });
    }

    pub(super) fn path(&mut self, class: &Html, points: &[Point], title: &str) {
        let (class, points, title) = (class.clone(), points.to_vec(), title.to_owned());
        self.shapes.push(Shape::Path { class, points, title });
    }

    pub(super) fn dot(&mut self, class: &Html, at: Point, radius: f64, title: &str) {
        self.shapes.push(Shape::Dot { class: class.clone(), at, radius, title: title.to_owned() });
    }

    pub(super) fn text(&mut self, class: &'static str, at: Point, anchor: Anchor, text: &str) {
        if !text.is_empty() {
            self.shapes.push(Shape::Text { class, at, anchor, text: text.to_owned() });
        }
    }

    /// Draws one line of text with a place for each character.
    pub(super) fn characters(&mut self, class: &'static str, y: f64, characters: &[(f64, char)]) {
        if !characters.is_empty() {
            self.shapes.push(Shape::Characters { class, y, characters: characters.to_vec() });
        }
    }

    /// Puts the title and the quantity that is shown above the picture, and a margin around it, for a file of its own.
    pub(super) fn with_heading(self, title: &str, quantity: &str) -> Self {
        let lines: Vec<(&str, String)> = wrapped(title, self.width)
            .into_iter()
            .map(|line| ("label", line))
            .chain(wrapped(quantity, self.width).into_iter().map(|line| ("tick", line)))
            .collect();
        let heading = MARGIN + LINE * lines.len() as f64 + 4.0;
        let mut headed = Self {
            shapes: Vec::new(),
            width: self.width + 2.0 * MARGIN,
            height: self.height + heading + MARGIN,
        };
        let mut y = MARGIN;
        for (class, line) in &lines {
            y += LINE;
            headed.text(class, (MARGIN, y - 4.0), Anchor::Start, line);
        }
        headed.shapes.push(Shape::Group { at: (MARGIN, heading), shapes: self.shapes });
        headed
    }

    /// Returns the picture with its title and description, for screen readers. In print it is `print_mm` wide, if that is given.
    pub(super) fn finish(&self, id: &str, title: &str, description: &str, print_mm: Option<f64>) -> Html {
        let (id, body) = (Html::text(id), self.body());
        let size = print_mm.map_or_else(Html::default, |mm| {
            let height = short(mm * self.height / self.width);
            html!(r#" id="{}" width="{}mm" height="{}mm""#, id, short(mm), height)
        });
        html!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{} viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-t {}-d\">\n\
             <title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n{}</svg>\n",
            size,
            short(self.width),
            short(self.height),
            id,
            id,
            id,
            Html::text(title),
            id,
            Html::text(description),
            body,
        )
    }

    fn body(&self) -> Html {
        self.shapes.iter().map(Shape::html).collect()
    }

    /// Returns the picture for a tile, named by one label.
    pub(super) fn finish_small(&self, label: &str) -> Html {
        let body = self.body();
        html!(
            "<svg class=\"spark\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            short(self.width),
            short(self.height),
            Html::text(label),
            body,
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
pub(super) fn short(value: f64) -> Html {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    Html::text(if text == "-0" { "0" } else { text })
}

/// Estimates the width of a text.
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

/// Cuts a text to a width.
pub(super) fn fitting(text: &str, width: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few characters")]
    let most = (width / CHARACTER) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}
