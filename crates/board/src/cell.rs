//! A place on the grid.

use super::Shape;

/// A cell by its row-major index: 0 is r1c1, `shape.cells() - 1` the last cell of the last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell at `index` (row-major, from 0).
    ///
    /// # Panics
    /// If `index` exceeds the 625 cells of the largest shape.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Shape::MAX_CELLS, "cell index beyond the largest shape");
        #[expect(clippy::cast_possible_truncation, reason = "below 625")]
        Self(index as u16)
    }

    /// The row-major index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's name in text, `r1c1` for the first: row and column count from 1.
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
