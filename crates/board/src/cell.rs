//! `Cell`: a position in a grid.

use crate::macros::set_operators;
use std::fmt;

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

// `CellSet`: a set of cells of a grid with a side up to 9, as the bits of one number.
//
// ```text
// bit 9 * row + column of a u128                       r1c1 is bit 0, r9c9 bit 80
// bit 4 * row + column in a 4x4 grid                   r1c1 is bit 0, r4c4 bit 15
// ```

/// A set of cells of a grid with a side up to 9. Methods that name cells or use houses are about the 9x9 grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u128);

impl CellSet {
    /// All 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// Returns the cells before `cell` in row-major order.
    #[inline]
    #[doc(hidden)]
    pub const fn before(cell: Cell) -> Self {
        Self((1 << cell.index()) - 1)
    }

    /// Returns the set of these bits: bit 0 is r1c1, bit 80 r9c9. Bits beyond 80 are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns true if there is more than one cell.
    #[inline]
    #[doc(hidden)]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns true if every cell of this set is in the other.
    #[inline]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the sets share a cell.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set with `cell`.
    #[inline]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// Returns the set without `cell`.
    #[inline]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// Returns the first cell in row-major order.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(self.0.trailing_zeros() as usize)) }
    }

    /// Returns the last cell in row-major order.
    #[inline]
    pub const fn last(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(127 - self.0.leading_zeros() as usize)) }
    }

    /// Returns the cell, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Cell> {
        if self.is_several() { None } else { self.first() }
    }
}

/// Names in row-major order: `r1c1 r2c3`.
impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, cell) in self.iter().enumerate() {
            let space = if n == 0 { "" } else { " " };
            write!(f, "{space}r{}c{}", cell.index() / 9 + 1, cell.index() % 9 + 1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

set_operators!(CellSet of Cell by new in u128, Cells);
