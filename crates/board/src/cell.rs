//! `Cell`: a position in a grid.

use super::Shape;

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
        assert!(index < Shape::MAX_CELLS, "cell index beyond the largest shape");
        #[expect(clippy::cast_possible_truncation, reason = "below 625")]
        Self(index as u16)
    }

    /// Returns the row-major index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name of the cell, such as `r1c1` for the first: rows and columns count from 1.
    pub fn name(self, shape: Shape) -> String {
        format!("r{}c{}", shape.row(self) + 1, shape.col(self) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_one() {
        assert_eq!(Cell::new(0).name(Shape::STANDARD), "r1c1");
        assert_eq!(Cell::new(80).name(Shape::STANDARD), "r9c9");
        assert_eq!(Cell::new(25).name("5x5".parse().unwrap()), "r2c1");
    }
}
