//! Places of a grid in a picture, its lines, and the labels of rows and columns.
//!
//! ```text
//!        1   2   3       labels of columns
//!      +---+---+---
//!    1 |1 2|   |         candidates of a cell: as many in a line as a box has columns
//!      |3 4|   |
//! ```

use crate::{
    Anchor, Colour, Element, ElementKind, Font, Paint, Point, Segment, Stroke, font::CAP_HEIGHT, picture::ink,
};
use gridmill_board::{Cell, Digit, Grid, House, HouseKind, Shape};

/// Names of rows and columns next to a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Labels {
    /// None.
    #[default]
    None,
    /// Numbers for rows and columns, as in `r3c4`.
    Numbers,
    /// Letters for rows and numbers for columns, as in `C4`.
    Letters,
}

/// Space for the labels on the left and on top, as a part of a cell.
const LABELS: f64 = 0.42;

/// Space between the edge of a cell and its candidates, as a part of the cell.
const INSET: f64 = 0.035;

/// A grid of square cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) shape: Shape,
    /// Upper left corner of the first cell.
    pub(crate) at: Point,
    /// Side of a cell.
    pub(crate) cell: f64,
}

/// Returns the place of a base line on which figures of a size are centred.
pub(crate) fn centred(y: f64, size: f64) -> f64 {
    y + size * CAP_HEIGHT / 2.0
}

impl Frame {
    /// Creates a grid in the corner of a picture, with space for labels.
    pub(crate) fn new(shape: Shape, cell: f64, labels: Labels) -> Self {
        let edge = Self::edge(cell) / 2.0 + 1.0;
        let before = if labels == Labels::None { edge } else { (cell * LABELS).max(12.0) };
        Self { shape, at: (before, before), cell }
    }

    /// Returns width and height of the grid with the labels before it.
    pub(crate) fn size(&self) -> Point {
        let after = self.whole() + Self::edge(self.cell) / 2.0 + 1.0;
        (self.at.0 + after, self.at.1 + after)
    }

    /// Returns the width of the lines between boxes.
    fn edge(cell: f64) -> f64 {
        (cell / 22.0).clamp(0.8, 3.0)
    }

    /// Returns a line for the border that is thicker than those between boxes.
    pub(crate) fn border(&self) -> Stroke {
        Stroke::new(ink::EDGE, 1.8 * Self::edge(self.cell))
    }

    /// Returns the side of the grid.
    pub(crate) fn whole(&self) -> f64 {
        self.shape.side() as f64 * self.cell
    }

    pub(crate) fn corner(&self, cell: Cell) -> Point {
        let (row, col) = (self.shape.row(cell) as f64, self.shape.col(cell) as f64);
        (self.at.0 + col * self.cell, self.at.1 + row * self.cell)
    }

    pub(crate) fn middle(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// Returns the middle of a candidate.
    pub(crate) fn candidate(&self, cell: Cell, digit: Digit) -> Point {
        let (x, y) = self.corner(cell);
        let (columns, rows) = (self.shape.box_cols(), self.shape.box_rows());
        let (row, col) = (digit.index() / columns, digit.index() % columns);
        // Marks on the outermost candidates stay off the lines.
        let inset = self.cell * INSET;
        let part = |n: usize, of: usize| inset + (n as f64 + 0.5) * (self.cell - 2.0 * inset) / of as f64;
        (x + part(col, columns), y + part(row, rows))
    }

    /// Returns the cells of a house by its kind and number.
    pub(crate) fn house(&self, house: House) -> Vec<Cell> {
        let (number, side) = (house.number(), self.shape.side());
        match house.kind() {
            _ if number >= side => Vec::new(),
            HouseKind::Row => (0..side).map(|col| self.shape.cell(number, col)).collect(),
            HouseKind::Column => (0..side).map(|row| self.shape.cell(row, number)).collect(),
            HouseKind::Box => self.shape.box_cells(number).collect(),
        }
    }

    /// Draws the lines between cells, and over them those between boxes.
    pub(crate) fn lines(&self, out: &mut Vec<Element>) {
        let (side, end) = (self.shape.side(), self.whole());
        let (left, top) = self.at;
        let across = |n: usize| {
            let y = top + n as f64 * self.cell;
            [Segment::Move((left, y)), Segment::Line((left + end, y))]
        };
        let down = |n: usize| {
            let x = left + n as f64 * self.cell;
            [Segment::Move((x, top)), Segment::Line((x, top + end))]
        };
        let mut ruling = |thick: bool, stroke: Stroke| {
            let of = |box_side: usize| (1..side).filter(move |n| n.is_multiple_of(box_side) == thick);
            let (rows, cols) = (of(self.shape.box_rows()), of(self.shape.box_cols()));
            let segments = rows.flat_map(across).chain(cols.flat_map(down)).collect();
            out.push(Element(ElementKind::Path { segments, paint: Paint::stroke(stroke) }));
        };
        ruling(false, Stroke::new(ink::RULE, (self.cell / 60.0).clamp(0.3, 1.0)));
        let edge = Stroke::new(ink::EDGE, Self::edge(self.cell));
        ruling(true, edge);
        out.push(Element::rect(self.at, (end, end), Paint::stroke(edge)));
    }

    /// Draws digits in their cells, a line of characters for each row.
    pub(crate) fn digits(
        &self,
        digits: impl Fn(Cell) -> Option<Digit>,
        font: Font,
        colour: Colour,
        out: &mut Vec<Element>,
    ) {
        for row in 0..self.shape.side() {
            let cells = (0..self.shape.side()).map(|col| self.shape.cell(row, col));
            let placed = cells.filter_map(|cell| digits(cell).map(|digit| (cell, digit)));
            let characters: Vec<(f64, char)> =
                placed.map(|(cell, digit)| (self.middle(cell).0, char::from(digit.ascii()))).collect();
            if !characters.is_empty() {
                let y = centred(self.middle(self.shape.cell(row, 0)).1, font.size);
                out.push(Element(ElementKind::Characters { y, characters, font, colour }));
            }
        }
    }

    pub(crate) fn labels(&self, labels: Labels, out: &mut Vec<Element>) {
        if labels == Labels::None {
            return;
        }
        let font = Font::regular((self.cell * 0.24).max(7.0));
        for n in 0..self.shape.side() {
            let middle = (n as f64 + 0.5) * self.cell;
            let row = match (labels, u8::try_from(n)) {
                (Labels::Letters, Ok(n)) => char::from(b'A' + n).to_string(),
                _ => (n + 1).to_string(),
            };
            let left = (self.at.0 / 2.0 - 0.5, centred(self.at.1 + middle, font.size));
            let top = (self.at.0 + middle, centred(self.at.1 / 2.0 - 0.5, font.size));
            out.push(Element::text(left, row, font, Anchor::Middle, ink::LABEL));
            out.push(Element::text(top, (n + 1).to_string(), font, Anchor::Middle, ink::LABEL));
        }
    }
}

/// Draws the lines and digits of a grid: givens bold, other entries lighter.
pub(crate) fn draw_grid(
    frame: Frame,
    givens: &Grid,
    entries: Option<(&Grid, Colour)>,
    out: &mut Vec<Element>,
) {
    frame.lines(out);
    let size = frame.cell * if frame.shape.side() > 9 { 0.56 } else { 0.6 };
    if let Some((entries, colour)) = entries.filter(|(entries, _)| entries.shape() == frame.shape) {
        let entered = |cell| entries.get(cell).filter(|_| givens.get(cell).is_none());
        frame.digits(entered, Font::regular(size), colour, out);
    }
    frame.digits(|cell| givens.get(cell), Font::bold(size), ink::GIVEN, out);
}
