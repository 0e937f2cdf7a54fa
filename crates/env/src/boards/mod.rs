//! Questions about many boards at once: a slice of cells in, a slice of answers out.
//!
//! ```text
//! cells     | board 0: 81 values | board 1: 81 values | ...      0 for an empty cell
//! answers   | 81 masks           | 81 masks           | ...
//! ```
//!
//! Each question takes one pass over the cells of a board for masks of its houses, and one for the answers. Boards may be
//! inconsistent: the answers are those of the definitions.

mod candidates;
mod conflicts;
mod count;
mod forced;
mod house_masks;
#[cfg(test)]
mod tests;

pub(crate) use candidates::{MAX_CELLS, candidates_of, write_bits};
pub use forced::ForcedKind;
use gridmill_board::{Cell, GridError, Shape};
use std::ops::Range;

/// Boards of one shape, row by row: every value is 0 or a digit of the shape.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_env::Boards;
///
/// let shape = Shape::new(2, 2)?;
/// let cells = [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
/// let boards = Boards::new(shape, &cells)?;
/// let (mut masks, mut digits) = ([0; 16], [0; 16]);
/// boards.candidates(&mut masks);
/// boards.forced(&mut digits);
/// assert_eq!((masks[3], digits[3]), (0b1000, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boards<'a> {
    shape: Shape,
    cells: &'a [u8],
}

/// Error: cells that are not boards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardsError {
    /// More digits than a mask has bits.
    #[error("{shape} boxes have {side} digits; masks of candidates have 16 bits", side = shape.side())]
    Shape {
        /// The shape.
        shape: Shape,
    },
    /// A part of a board.
    #[error("{found} cells are not a whole number of boards with {cells} cells", cells = shape.cells())]
    Length {
        /// Number of cells.
        found: usize,
        /// The shape.
        shape: Shape,
    },
    /// Value that is no digit of the shape.
    #[error("row {row}: {source}")]
    Value {
        /// Number of the board, from 0.
        row: usize,
        /// The cell and its value.
        source: GridError,
    },
}

impl<'a> Boards<'a> {
    /// Largest side: the bits of a mask.
    pub const MAX_SIDE: usize = 16;

    /// Checks cells.
    ///
    /// # Errors
    /// [`BoardsError`] for a side above [`MAX_SIDE`](Self::MAX_SIDE), a part of a board, or the first value that is no digit.
    pub fn new(shape: Shape, cells: &'a [u8]) -> Result<Self, BoardsError> {
        if shape.side() > Self::MAX_SIDE {
            return Err(BoardsError::Shape { shape });
        }
        if !cells.len().is_multiple_of(shape.cells()) {
            return Err(BoardsError::Length { found: cells.len(), shape });
        }
        // One pass without branches, which the compiler vectorises.
        let greatest = cells.iter().fold(0, |greatest: u8, &value| greatest.max(value));
        if usize::from(greatest) > shape.side() {
            let is_wrong = |&(_, &value): &(usize, &u8)| usize::from(value) > shape.side();
            if let Some((at, &value)) = cells.iter().enumerate().find(is_wrong) {
                let cell = Cell::new(at % shape.cells()).name(shape);
                let source = GridError::Value { cell, value, shape };
                return Err(BoardsError::Value { row: at / shape.cells(), source });
            }
        }
        Ok(Self { shape, cells })
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of boards.
    pub const fn len(&self) -> usize {
        self.cells.len() / self.shape.cells()
    }

    /// Returns true if there is no board.
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the boards with these numbers.
    ///
    /// # Panics
    /// If there are fewer boards.
    pub fn rows(&self, rows: Range<usize>) -> Self {
        let cells = self.shape.cells();
        Self { shape: self.shape, cells: &self.cells[rows.start * cells..rows.end * cells] }
    }

    /// Returns the cells of each board.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.cells.chunks_exact(self.shape.cells())
    }

    /// Answers a question about each board. 9x9 is compiled with its shape as a constant.
    #[expect(clippy::inline_always, reason = "the question is compiled twice: for 9x9 and for every shape")]
    #[inline(always)]
    fn answer<T>(&self, out: &mut [T], width: usize, question: impl Fn(Shape, &[u8], &mut [T])) {
        assert_eq!(out.len(), self.len() * width, "{} boards have {width} answers each", self.len());
        if self.shape == Shape::STANDARD {
            let boards = self.cells.chunks_exact(Shape::STANDARD.cells());
            for (board, out) in boards.zip(out.chunks_exact_mut(width)) {
                question(Shape::STANDARD, board, out);
            }
        } else {
            for (board, out) in self.iter().zip(out.chunks_exact_mut(width)) {
                question(self.shape, board, out);
            }
        }
    }
}
