//! Masks of digits by house: the one pass from which candidates, conflicts and singles follow.
//!
//! ```text
//! row 1   5 3 . | . 7 . | . . .      any: 3 5 7      more: none
//! row 2   6 . 5 | 1 9 5 | . . .      any: 1 5 6 9    more: 5
//! ```

use super::Boards;
use gridmill_board::Shape;

/// One mask for each house of a kind.
type Masks = [u16; Boards::MAX_SIDE];

/// A mask for each row, column and box of a board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HouseMasks {
    rows: Masks,
    columns: Masks,
    boxes: Masks,
}

/// Digits that occur in the cells of each house.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Occurrences {
    /// Digits of at least one cell.
    pub(super) any: HouseMasks,
    /// Digits of at least two cells.
    pub(super) more: HouseMasks,
}

/// Mask of a cell in each of its houses.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellMasks {
    pub(super) row: u16,
    pub(super) column: u16,
    pub(super) in_box: u16,
}

impl CellMasks {
    /// Joins the masks.
    #[inline]
    pub(super) const fn union(self) -> u16 {
        self.row | self.column | self.in_box
    }
}

/// Returns the mask of a cell's value: one bit for a digit, none for an empty cell.
#[expect(clippy::cast_possible_truncation, reason = "values are at most 16")]
#[inline]
pub(super) fn digit_mask(value: u8) -> u16 {
    debug_assert!(usize::from(value) <= Boards::MAX_SIDE, "values are checked");
    // The shift of 0 falls out at the low end.
    ((1_u32 << value) >> 1) as u16
}

/// Returns the mask of all digits.
#[inline]
pub(super) const fn all_digits(shape: Shape) -> u16 {
    u16::MAX >> (Boards::MAX_SIDE - shape.side())
}

/// Calls `visit` with index, row, column and box of each cell.
#[expect(clippy::inline_always, reason = "divisions vanish where the shape is a constant")]
#[inline(always)]
pub(super) fn each_cell(shape: Shape, mut visit: impl FnMut(usize, usize, usize, usize)) {
    let (side, height, width) = (shape.side(), shape.box_rows(), shape.box_cols());
    for row in 0..side {
        for column in 0..side {
            // A band has as many boxes as a box has rows.
            visit(row * side + column, row, column, row / height * height + column / width);
        }
    }
}

impl HouseMasks {
    /// Returns the digits of each house of a board.
    #[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
    #[inline(always)]
    pub(super) fn of(shape: Shape, board: &[u8]) -> Self {
        let mut masks = Self::default();
        each_cell(shape, |cell, row, column, in_box| {
            let mask = digit_mask(board[cell]);
            masks.rows[row] |= mask;
            masks.columns[column] |= mask;
            masks.boxes[in_box] |= mask;
        });
        masks
    }

    /// Returns the masks of the houses of a cell.
    #[inline]
    pub(super) const fn at(&self, row: usize, column: usize, in_box: usize) -> CellMasks {
        CellMasks { row: self.rows[row], column: self.columns[column], in_box: self.boxes[in_box] }
    }
}

impl Occurrences {
    /// Counts the digits in the masks of the cells, by house.
    #[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
    #[inline(always)]
    pub(super) fn of(shape: Shape, mask: impl Fn(usize) -> u16) -> Self {
        let mut seen = Self::default();
        each_cell(shape, |cell, row, column, in_box| {
            let mask = mask(cell);
            seen.more.rows[row] |= seen.any.rows[row] & mask;
            seen.any.rows[row] |= mask;
            seen.more.columns[column] |= seen.any.columns[column] & mask;
            seen.any.columns[column] |= mask;
            seen.more.boxes[in_box] |= seen.any.boxes[in_box] & mask;
            seen.any.boxes[in_box] |= mask;
        });
        seen
    }
}
