//! Pictures of puzzles and solutions, and contact sheets of many pictures.

use crate::{
    Anchor, Element, Font, Labels, Paint, Picture, Point,
    font::fitting,
    frame::{Frame, draw_grid},
    picture::ink,
};
use gridmill_board::Grid;

/// Side of a cell.
const CELL: f64 = 44.0;

/// Picture of a puzzle of any shape, or of its solution.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_draw::{PuzzlePicture, svg};
///
/// let puzzle = Grid::parse("2x2".parse()?, "1...3.......4..1")?;
/// let picture = PuzzlePicture::new(&puzzle).draw();
/// assert!(svg(&picture).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PuzzlePicture<'a> {
    givens: &'a Grid,
    entries: Option<Grid>,
    labels: Labels,
    title: Option<String>,
}

impl<'a> PuzzlePicture<'a> {
    /// Draws these givens, bold.
    pub const fn new(givens: &'a Grid) -> Self {
        Self { givens, entries: None, labels: Labels::None, title: None }
    }

    /// Adds entries, drawn lighter where no given is. A grid of another shape is not drawn.
    pub fn with_entries(self, entries: impl Into<Grid>) -> Self {
        Self { entries: Some(entries.into()), ..self }
    }

    /// Sets the names of rows and columns.
    pub const fn with_labels(mut self, labels: Labels) -> Self {
        self.labels = labels;
        self
    }

    /// Sets the title.
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Draws the picture.
    pub fn draw(&self) -> Picture {
        let frame = Frame::new(self.givens.shape(), CELL, self.labels);
        let side = self.givens.shape().side();
        let title = self.title.clone().unwrap_or_else(|| format!("Sudoku of {side}x{side} cells"));
        let description = format!("{} givens: {}", self.givens.givens(), self.givens);
        let mut picture = Picture::new(frame.size(), title, description);
        frame.labels(self.labels, &mut picture.elements);
        draw_grid(
            frame,
            self.givens,
            self.entries.as_ref().map(|entries| (entries, ink::ENTRY)),
            &mut picture.elements,
        );
        picture
    }
}

/// Draws a grid of a whole width without margins, for pages: in black, as most books are printed, and with a thick border.
pub(crate) fn placed_grid(at: Point, width: f64, givens: &Grid, entries: Option<&Grid>) -> Vec<Element> {
    let shape = givens.shape();
    let frame = Frame { shape, at, cell: width / shape.side() as f64 };
    let mut elements = Vec::new();
    draw_grid(frame, givens, entries.map(|entries| (entries, ink::WORDS)), &mut elements);
    elements.push(Element::rect(at, (width, width), Paint::stroke(frame.border())));
    elements
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ElementKind, svg};

    #[test]
    fn a_small_puzzle_with_entries_and_labels_looks_like_this() {
        let shape = "2x2".parse().unwrap();
        let givens = Grid::parse(shape, "1...3.......4..1").unwrap();
        let entries = Grid::parse(shape, "12..3.......4..1").unwrap();
        let picture = PuzzlePicture::new(&givens).with_entries(entries).with_labels(Labels::Letters);
        insta::assert_snapshot!(svg(&picture.draw()));
    }

    /// Every shape from 2x2 to 5x5 boxes has all its digits and lines within the picture.
    #[test]
    fn every_shape_is_drawn() {
        for (rows, cols) in (2..=5).flat_map(|rows| (2..=5).map(move |cols| (rows, cols))) {
            let shape = gridmill_board::Shape::new(rows, cols).unwrap();
            let mut givens = Grid::empty(shape);
            for cell in shape.all_cells() {
                let value = (shape.row(cell) + shape.col(cell)) % shape.side();
                givens.set(cell, Some(gridmill_board::Digit::from_index(value)));
            }
            let picture = PuzzlePicture::new(&givens).draw();
            let drawn = picture.elements.iter().filter_map(|element| match &element.0 {
                ElementKind::Characters { characters, .. } => Some(characters.len()),
                _ => None,
            });
            assert_eq!(drawn.sum::<usize>(), shape.cells());
            assert!((picture.width - picture.height).abs() < 1e-9);
        }
    }
}
