//! `Cell`: a position in a grid.

/// Number of cells of the largest shape.
pub(crate) const MAX_CELLS: usize = 625;

/// Cell, as its row-major index: 0 is r1c1, `shape.cells() - 1` is the last cell of the last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Creates the cell of a row-major index, from 0.
    ///
    /// # Panics
    /// Panics if `index` is 625 or more, the number of cells of the largest shape.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_CELLS, "cell index beyond the largest shape");
        #[expect(clippy::cast_possible_truncation, reason = "below 625")]
        Self(index as u16)
    }

    /// Returns the row-major index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
