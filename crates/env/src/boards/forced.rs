//! Forced cells: naked and hidden singles.
//!
//! ```text
//! naked single    the only candidate of its cell                    kind 1
//! hidden single   the only place of a digit in a box, row, column   kinds 2, 3, 4
//! ```

use super::{
    Boards,
    candidates::{MAX_CELLS, candidates_of},
    house_masks::{CellMasks, Occurrences, each_cell},
};
use gridmill_board::Shape;

/// Reason why a digit is forced, in the order in which they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ForcedKind {
    /// The only candidate of the cell.
    NakedSingle = 1,
    /// The only place of the digit in the box.
    HiddenInBox = 2,
    /// The only place of the digit in the row.
    HiddenInRow = 3,
    /// The only place of the digit in the column.
    HiddenInColumn = 4,
}

impl ForcedKind {
    /// All kinds.
    pub const ALL: [Self; 4] =
        [Self::NakedSingle, Self::HiddenInBox, Self::HiddenInRow, Self::HiddenInColumn];

    /// Returns the number in arrays of kinds, from 1; 0 stands for a cell that is not forced.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NakedSingle => "naked_single",
            Self::HiddenInBox => "hidden_single_box",
            Self::HiddenInRow => "hidden_single_row",
            Self::HiddenInColumn => "hidden_single_column",
        }
    }
}

impl Boards<'_> {
    /// Writes the forced digit of each cell, 0 for none.
    ///
    /// A naked single comes first, then hidden singles of the box, the row and the column. If a board without solution has
    /// several hidden singles in one cell, the first house decides, and in it the least digit.
    ///
    /// # Panics
    /// If `digits` is not as long as the cells.
    pub fn forced(&self, digits: &mut [u8]) {
        self.answer(digits, self.shape.cells(), |shape, board, digits| {
            each_forced(shape, board, |cell, (_, digit)| digits[cell] = digit);
        });
    }

    /// Writes the [number](ForcedKind::number) of the kind of each digit that [`forced`](Self::forced) writes, 0 for none.
    ///
    /// # Panics
    /// If `kinds` is not as long as the cells.
    pub fn forced_kinds(&self, kinds: &mut [u8]) {
        self.answer(kinds, self.shape.cells(), |shape, board, kinds| {
            each_forced(shape, board, |cell, (kind, _)| kinds[cell] = kind);
        });
    }

    /// Writes the forced cell of least index of each board and its digit; `None` if no cell is forced.
    ///
    /// # Panics
    /// If `out` is not as long as there are boards.
    pub fn first_forced(&self, out: &mut [Option<(usize, u8)>]) {
        self.answer(out, 1, |shape, board, out| {
            out[0] = None;
            each_forced(shape, board, |cell, (_, digit)| {
                if digit != 0 && out[0].is_none() {
                    out[0] = Some((cell, digit));
                }
            });
        });
    }
}

/// Calls `visit` with each cell and its kind and digit, both 0 for a cell that is not forced.
#[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
#[inline(always)]
fn each_forced(shape: Shape, board: &[u8], mut visit: impl FnMut(usize, (u8, u8))) {
    let mut masks = [0; MAX_CELLS];
    candidates_of(shape, board, &mut masks[..shape.cells()]);
    let places = Occurrences::of(shape, |cell| masks[cell]);
    each_cell(shape, |cell, row, column, in_box| {
        let (any, more) = (places.any.at(row, column, in_box), places.more.at(row, column, in_box));
        visit(cell, forced_digit(masks[cell], any, more));
    });
}

/// Returns kind and digit of a cell by its candidates, and by the digits that have one place, or several, in its houses.
#[expect(clippy::cast_possible_truncation, reason = "a mask has 16 bits")]
#[inline]
fn forced_digit(mask: u16, any: CellMasks, more: CellMasks) -> (u8, u8) {
    let choices = [
        (ForcedKind::NakedSingle, if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 }),
        (ForcedKind::HiddenInBox, mask & any.in_box & !more.in_box),
        (ForcedKind::HiddenInRow, mask & any.row & !more.row),
        (ForcedKind::HiddenInColumn, mask & any.column & !more.column),
    ];
    // From the last to the first, without branches.
    let mut found = (0, 0);
    for (kind, digits) in choices.into_iter().rev() {
        if digits != 0 {
            found = (kind.number(), digits.trailing_zeros() as u8 + 1);
        }
    }
    found
}
