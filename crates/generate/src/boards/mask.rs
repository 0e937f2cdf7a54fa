//! `CellMask`: a set of cells as text, one sign for each cell.

use gridmill_board::{CellSet, Shape};
use std::fmt;

/// Set of cells of a shape. Its text has an `x` for a cell of the set and a `.` for any other, in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellMask {
    cells: CellSet,
    shape: Shape,
}

impl CellMask {
    /// Creates the mask of a set of cells of `shape`.
    pub(crate) const fn new(shape: Shape, cells: CellSet) -> Self {
        Self { cells, shape }
    }

    /// Returns the cells.
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// Appends the text to `out`.
    pub fn write_text(&self, out: &mut Vec<u8>) {
        out.extend(self.shape.all_cells().map(|cell| if self.cells.contains(cell) { b'x' } else { b'.' }));
    }
}

impl fmt::Display for CellMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_text(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
