//! Cells in conflict with a peer, and cells that differ from the solution.

use super::{
    Boards,
    house_masks::{Occurrences, digit_mask, each_cell},
};

impl Boards<'_> {
    /// Writes true for each cell whose digit is also that of a peer.
    ///
    /// # Panics
    /// If `out` is not as long as the cells.
    pub fn conflicts(&self, out: &mut [bool]) {
        self.answer(out, self.shape.cells(), |shape, board, out| {
            let digits = Occurrences::of(shape, |cell| digit_mask(board[cell]));
            each_cell(shape, |cell, row, column, in_box| {
                out[cell] = digit_mask(board[cell]) & digits.more.at(row, column, in_box).union() != 0;
            });
        });
    }

    /// Writes true for each cell that has a digit other than that of the solution.
    ///
    /// # Panics
    /// If `solutions` or `out` are not as long as the cells.
    pub fn wrong_cells(&self, solutions: &Boards<'_>, out: &mut [bool]) {
        assert_eq!(
            (self.shape, self.cells.len()),
            (solutions.shape, solutions.cells.len()),
            "a solution a board"
        );
        assert_eq!(out.len(), self.cells.len(), "an answer a cell");
        for ((out, &value), &right) in out.iter_mut().zip(self.cells).zip(solutions.cells) {
            *out = value != 0 && value != right;
        }
    }
}
