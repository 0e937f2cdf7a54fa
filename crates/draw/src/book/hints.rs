//! Hints on a page: number and technique, the candidates with the step, and the words below or next to them.

use super::{
    Book, BookHint, BookLayout,
    layout::{PageFrame, WordsPlace},
};
use crate::{
    Anchor, Element, Font, Point, StepPicture,
    font::{fitting, wrapped},
    picture::ink,
};
use gridmill_board::Shape;

/// Size of the words at least, in points.
const SMALLEST_WORDS: f64 = 6.0;
/// Height of a line of words, as a part of their size.
const LINE: f64 = 1.32;

/// Returns the largest shape of the hints of a book; `None` without hints.
pub(super) fn largest_shape(book: &Book) -> Option<Shape> {
    let hints = book.puzzles.iter().filter(|puzzle| puzzle.hint.is_some());
    hints.map(|puzzle| puzzle.puzzle.shape()).max_by(|&a, &b| size(a).1.total_cmp(&size(b).1))
}

fn size(shape: Shape) -> Point {
    StepPicture::size(shape)
}

/// Draws the hints of a page that has `per_page` of them at most.
pub(super) fn draw(
    book: &Book,
    puzzles: &[usize],
    per_page: usize,
    frame: &PageFrame,
    out: &mut Vec<Element>,
) {
    let largest = size(largest_shape(book).unwrap_or(Shape::STANDARD));
    let parts = book.layout.hint_parts(frame, per_page, largest);
    for (&n, part) in puzzles.iter().zip(parts) {
        if let Some(hint) = &book.puzzles[n].hint {
            draw_one(&book.layout, (n, hint), part, out);
        }
    }
}

fn draw_one(
    layout: &BookLayout,
    (n, hint): (usize, &BookHint),
    (at, size): (Point, Point),
    out: &mut Vec<Element>,
) {
    let picture = StepPicture::new(&hint.marks, &hint.step).with_legend(false).draw();
    let natural = (picture.width, picture.height);
    let (fitting_factor, place) = layout.hint_in(size, natural);
    let caption = layout.caption();
    let placed = |factor: f64| {
        let drawn = (natural.0 * factor, natural.1 * factor);
        let indent = if place == WordsPlace::Below { (size.0 - drawn.0) / 2.0 } else { 0.0 };
        let corner = (at.0 + indent, at.1 + caption);
        (corner, place.words((at, size), (corner, drawn)))
    };
    // Long explanations have smaller letters, then a smaller picture, and are cut if no letter can be read any more.
    let least = (BookLayout::SMALLEST_CANDIDATE / StepPicture::CANDIDATE).min(fitting_factor);
    let whole = [fitting_factor, least].into_iter().find_map(|factor| {
        let (corner, words) = placed(factor);
        Some((factor, corner, words, lines_in(&hint.text, words.1, 8.2 * layout.scale())?))
    });
    let (factor, corner, words, (font, lines)) = whole.unwrap_or_else(|| {
        let (corner, words) = placed(least);
        (least, corner, words, cut(&hint.text, words.1))
    });

    let number = Font::bold(caption * 0.72);
    let base = at.1 + caption * 0.7;
    let label = format!("{}  ", n + 1);
    let after = corner.0 + crate::text_width(&label, number);
    out.push(Element::text((corner.0, base), label.trim_end(), number, Anchor::Start, ink::WORDS));
    let technique = Font::regular(number.size);
    out.push(Element::text((after, base), hint.title.as_str(), technique, Anchor::Start, ink::WORDS));
    out.push(picture.placed(corner, factor));
    let (left, top) = words.0;
    for (k, line) in lines.into_iter().enumerate() {
        let y = top + font.size * (1.0 + LINE * k as f64);
        out.push(Element::text((left, y), line, font, Anchor::Start, ink::WORDS));
    }
}

/// Returns the lines of a text in the largest letters with which it fits; `None` if it does not.
fn lines_in(text: &str, (width, height): Point, largest: f64) -> Option<(Font, Vec<String>)> {
    let sizes = std::iter::successors(Some(largest), |size| Some(size - 0.2));
    sizes.take_while(|&size| size >= SMALLEST_WORDS).find_map(|size| {
        let font = Font::regular(size);
        let lines = wrapped(text, font, width);
        (lines.len() as f64 * size * LINE <= height).then_some((font, lines))
    })
}

/// Returns as many lines of a text as a place has, with an ellipsis at the end.
fn cut(text: &str, (width, height): Point) -> (Font, Vec<String>) {
    let font = Font::regular(SMALLEST_WORDS);
    let mut lines = wrapped(text, font, width);
    let mut room = height;
    lines.retain(|_| {
        room -= font.size * LINE;
        room >= 0.0
    });
    if let Some(last) = lines.last_mut() {
        *last = fitting(&format!("{last} \u{2026}"), font, width);
    }
    (font, lines)
}
