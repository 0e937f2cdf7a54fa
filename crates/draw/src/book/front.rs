//! The title page: title, contents and rules.

use super::{
    Book,
    layout::{SMALLEST, title_lines},
    sections::Sections,
};
use crate::{
    Anchor, Element, Font, Picture, Stroke,
    colour::ink,
    font::{fitting, wrapped},
};

/// Draws the title page.
pub(super) fn title_page(book: &Book, title: &str, sections: &Sections) -> Picture {
    let (layout, paper) = (&book.layout, book.layout.paper);
    let frame = layout.page(1, 100);
    let (width, middle) = (frame.right - frame.left, f64::midpoint(frame.left, frame.right));
    let count = book.puzzles.len();
    let word = if count == 1 { &book.words.puzzle } else { &book.words.puzzles };
    let subtitle = format!("{count} {word}");
    let mut picture = Picture::new((paper.width(), paper.height()), title, subtitle.clone());
    let out = &mut picture.elements;

    let (font, lines) = title_lines(layout, title).unwrap_or_else(|| {
        let font = Font::bold(SMALLEST);
        (font, vec![fitting(title, font, width)])
    });
    let mut y = frame.top + (frame.bottom - frame.top) * 0.2;
    for line in lines {
        out.push(Element::text((middle, y), line, font, Anchor::Middle, ink::GIVEN));
        y += font.size * 1.2;
    }
    let small = Font::regular(12.0 * layout.scale());
    out.push(Element::text((middle, y), subtitle, small, Anchor::Middle, ink::WORDS));

    let (step, half) = (small.size * 1.6, (width * 0.36).min(170.0));
    y += 3.0 * step;
    let space = frame.bottom - 5.0 * step - y;
    // A line for each level, while they fit.
    for (n, entry) in sections.entries.iter().enumerate() {
        if (n + 1) as f64 * step > space {
            break;
        }
        let name = fitting(&entry.name, small, 1.6 * half);
        out.push(Element::text((middle - half, y), name, small, Anchor::Start, ink::WORDS));
        let page = entry.page.to_string();
        out.push(Element::text((middle + half, y), page, small, Anchor::End, ink::WORDS));
        y += step;
    }

    let rules = rules(book);
    let font = Font::regular(9.5 * layout.scale());
    let lines = wrapped(&rules, font, width * 0.8);
    let mut y = frame.bottom - lines.len() as f64 * font.size * 1.4;
    let stroke = Stroke::new(ink::RULE, 0.6);
    out.push(Element::line((middle - half, y - 18.0), (middle + half, y - 18.0), stroke));
    for line in lines {
        out.push(Element::text((middle, y), line, font, Anchor::Middle, ink::WORDS));
        y += font.size * 1.4;
    }
    picture
}

/// Returns the rules for the digits of the largest grid.
fn rules(book: &Book) -> String {
    let side = book.side();
    let digits = match u8::try_from(side).ok().filter(|side| *side > 9) {
        Some(side) => format!("1 to 9 and A to {}", char::from(b'A' + side - 10)),
        None => format!("1 to {side}"),
    };
    book.words.rules.replace("{digits}", &digits)
}
