//! Shapes of SVG, and sizes of text.

use super::Canvas;
use crate::report::markup::{Html, html};

/// Approximate width of a character in the widest of the usual fonts, at 12 pixels.
const CHARACTER: f64 = 7.3;

/// Space around a picture in a file of its own.
const MARGIN: f64 = 10.0;
/// Height of a line of its heading.
const LINE: f64 = 16.0;

/// A picture about to be drawn.
#[derive(Debug)]
pub(super) struct Svg {
    pub(super) body: Html,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Alignment of a text to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(super) fn new(canvas: Canvas, height: f64) -> Self {
        Self { body: Html::default(), width: canvas.width, height }
    }

    pub(super) fn rect(&mut self, class: &Html, at: (f64, f64), size: (f64, f64), title: &str) {
        self.shade(class, at, size, None, title);
    }

    /// Draws a rectangle of some opacity.
    pub(super) fn shade(
        &mut self,
        class: &Html,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        opacity: Option<f64>,
        title: &str,
    ) {
        let opacity = opacity.map_or_else(Html::default, |opacity| {
            html!(r#" fill-opacity="{}""#, Html::text(&format!("{opacity:.2}")))
        });
        let shape = html!(
            r#"<rect class="{}" x="{}" y="{}" width="{}" height="{}"{}"#,
            class,
            short(x),
            short(y),
            short(width.max(0.0)),
            short(height.max(0.0)),
            opacity,
        );
        self.body.push(&with_title(&shape, "rect", title));
    }

    pub(super) fn line(&mut self, class: &'static str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
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

    pub(super) fn path(&mut self, class: &Html, points: &[(f64, f64)], title: &str) {
        let step = |(n, (x, y)): (usize, &(f64, f64))| {
            html!("{}{} {}", Html::literal(if n == 0 { "M" } else { "L" }), short(*x), short(*y))
        };
        let path: Html = points.iter().enumerate().map(step).collect();
        let shape = html!(r#"<path class="{}" d="{}""#, class, path);
        self.body.push(&with_title(&shape, "path", title));
    }

    pub(super) fn dot(&mut self, class: &Html, (x, y): (f64, f64), radius: f64, title: &str) {
        let shape =
            html!(r#"<circle class="{}" cx="{}" cy="{}" r="{}""#, class, short(x), short(y), short(radius));
        self.body.push(&with_title(&shape, "circle", title));
    }

    pub(super) fn text(&mut self, class: &'static str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        if text.is_empty() {
            return;
        }
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

    /// Draws one line of text with a place for each character.
    pub(super) fn characters(&mut self, class: &'static str, y: f64, characters: &[(f64, char)]) {
        if characters.is_empty() {
            return;
        }
        let places: Vec<String> = characters.iter().map(|(x, _)| short(*x).into_string()).collect();
        let text: String = characters.iter().map(|(_, c)| *c).collect();
        self.body.push(&html!(
            "<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n",
            Html::literal(class),
            Html::text(&places.join(" ")),
            short(y),
            Html::text(&text),
        ));
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
            body: Html::default(),
            width: self.width + 2.0 * MARGIN,
            height: self.height + heading + MARGIN,
        };
        let mut y = MARGIN;
        for (class, line) in &lines {
            y += LINE;
            headed.text(class, (MARGIN, y - 4.0), Anchor::Start, line);
        }
        headed.body.push(&html!(
            "<g transform=\"translate({} {})\">\n{}</g>\n",
            short(MARGIN),
            short(heading),
            self.body,
        ));
        headed
    }

    /// Returns the picture with its title and description, for screen readers. In print it is `print_mm` wide, if that is given.
    pub(super) fn finish(self, id: &str, title: &str, description: &str, print_mm: Option<f64>) -> Html {
        let id = Html::text(id);
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
            self.body,
        )
    }

    /// Returns the picture for a tile, named by one label.
    pub(super) fn finish_small(self, label: &str) -> Html {
        html!(
            "<svg class=\"spark\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            short(self.width),
            short(self.height),
            Html::text(label),
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
