//! Contact sheets: many pictures with titles.

use crate::{Anchor, Element, Font, Picture, colour::ink, font::fitting};

/// Space around each picture.
const GAP: f64 = 14.0;
/// Height of a title.
const TITLE: f64 = 20.0;
/// Height of the heading.
const HEADING: f64 = 44.0;

/// Returns pictures in rows, each of a width and under its title.
///
/// A row is as high as its highest picture.
pub fn contact_sheet(heading: &str, pictures: Vec<Picture>, columns: usize, width: f64) -> Picture {
    let (columns, count) = (columns.max(1), pictures.len());
    let mut sheet = Picture::new((0.0, 0.0), heading, format!("{count} pictures"));
    let mut y = HEADING;
    sheet.elements.push(Element::text((GAP, 30.0), heading, Font::bold(20.0), Anchor::Start, ink::GIVEN));
    let mut pictures = pictures.into_iter().peekable();
    while pictures.peek().is_some() {
        let mut height: f64 = 0.0;
        for (n, picture) in pictures.by_ref().take(columns).enumerate() {
            let x = GAP + n as f64 * (width + GAP);
            let (scale, font) = (width / picture.width, Font::bold(13.0));
            let title = fitting(&picture.title, font, width);
            sheet.elements.push(Element::text((x, y + 14.0), title, font, Anchor::Start, ink::GIVEN));
            height = height.max(picture.height * scale);
            sheet.elements.push(picture.placed((x, y + TITLE), scale));
        }
        y += TITLE + height + GAP;
    }
    (sheet.width, sheet.height) = (GAP + columns.min(count.max(1)) as f64 * (width + GAP), y);
    sheet
}
