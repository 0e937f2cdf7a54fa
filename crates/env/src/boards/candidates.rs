//! Candidates as masks, and legal moves as one truth value for each cell and digit.

use super::{
    Boards,
    house_masks::{HouseMasks, all_digits, each_cell},
};
use gridmill_board::Shape;

impl Boards<'_> {
    /// Writes the candidates of each cell: bit 0 for digit 1, 0 for a cell that has a digit.
    ///
    /// A candidate is a digit that no peer of an empty cell has.
    ///
    /// # Panics
    /// If `out` is not as long as the cells.
    pub fn candidates(&self, out: &mut [u16]) {
        self.answer(out, self.shape.cells(), candidates_of);
    }

    /// Writes true for each candidate: cell by cell, and of a cell digit by digit.
    ///
    /// # Panics
    /// If `out` is not `side` times as long as the cells.
    pub fn legal_moves(&self, out: &mut [bool]) {
        self.answer(out, self.shape.cells() * self.shape.side(), |shape, board, out| {
            let mut masks = [0; MAX_CELLS];
            candidates_of(shape, board, &mut masks[..shape.cells()]);
            write_bits(shape, &masks, out);
        });
    }
}

/// Cells of the largest shape that has masks.
pub(crate) const MAX_CELLS: usize = Boards::MAX_SIDE * Boards::MAX_SIDE;

/// Writes the candidates of one board.
#[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
#[inline(always)]
pub(crate) fn candidates_of(shape: Shape, board: &[u8], out: &mut [u16]) {
    let used = HouseMasks::of(shape, board);
    let all = all_digits(shape);
    each_cell(shape, |cell, row, column, in_box| {
        let empty = if board[cell] == 0 { all } else { 0 };
        out[cell] = empty & !used.at(row, column, in_box).union();
    });
}

/// Writes each bit of the masks of a board as a truth value.
#[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
#[inline(always)]
pub(crate) fn write_bits(shape: Shape, masks: &[u16], out: &mut [bool]) {
    for (&mask, out) in masks.iter().zip(out.chunks_exact_mut(shape.side())) {
        for (digit, out) in out.iter_mut().enumerate() {
            *out = mask >> digit & 1 == 1;
        }
    }
}
