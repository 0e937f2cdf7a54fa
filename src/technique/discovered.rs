//! The singles of a path in the order in which they came to light, which is the order in which HoDoKu takes them.
//!
//! ```text
//! naked    a cell, when its last candidate but one goes                         each at most once: 81 and 243 entries
//! hidden   27 * digit + house, when the last place but one goes
//! ```
//!
//! Naked singles are taken out when their cell is filled. Hidden ones stay, and who asks drops those at the front that are no more.

use super::{House, Houses};
use crate::board::{Cell, Digit};
use std::fmt;

/// Singles in the order in which they came to light.
///
/// It is the history of a state, not a part of it: all are equal.
#[derive(Clone, Copy)]
pub(super) struct Discovered {
    /// Cells as they came.
    naked: [u8; 128],
    /// The bit of those that are still open, in `open`.
    slots: [u8; 81],
    open: u128,
    naked_end: u8,
    /// Houses and digits as they came.
    hidden: [u8; 256],
    hidden_first: u8,
    hidden_end: u8,
}

/// The slot of cells that never were naked singles: beyond all others, and never open.
const NEVER: u8 = 127;

impl Discovered {
    pub(super) const NONE: Self = Self {
        naked: [0; 128],
        slots: [NEVER; 81],
        open: 0,
        naked_end: 0,
        hidden: [0; 256],
        hidden_first: 0,
        hidden_end: 0,
    };

    /// Notes a naked single if it is one. Without a branch, since many would be guessed wrongly; so is the next.
    #[inline]
    pub(super) fn add_naked_if(&mut self, is_one: bool, cell: Cell) {
        let slot = self.naked_end & NEVER;
        #[expect(clippy::cast_possible_truncation, reason = "below 81")]
        let entry = cell.index() as u8;
        self.naked[usize::from(slot)] = entry;
        // It was `NEVER`, all ones.
        self.slots[cell.index()] &= slot | u8::from(is_one).wrapping_sub(1);
        self.open |= u128::from(is_one) << slot;
        self.naked_end = slot + u8::from(is_one);
    }

    /// Notes a hidden single if it is one: written behind the end in any case.
    #[inline]
    pub(super) fn add_hidden_if(&mut self, is_one: bool, house: House, digit: Digit) {
        #[expect(clippy::cast_possible_truncation, reason = "below 243")]
        let entry = (27 * digit.index() + house.index()) as u8;
        self.hidden[usize::from(self.hidden_end)] = entry;
        self.hidden_end += u8::from(is_one);
    }

    /// Takes a cell out of the naked singles, if it is there.
    #[inline]
    pub(super) fn fill(&mut self, cell: Cell) {
        self.open &= !(1 << (self.slots[cell.index()] & NEVER));
    }

    /// The naked singles that are open.
    #[inline]
    pub(super) fn naked(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        let mut open = self.open;
        std::iter::from_fn(move || {
            let slot = (open != 0).then(|| open.trailing_zeros() as usize)?;
            open &= open - 1;
            Some(Cell::new(self.naked[slot & usize::from(NEVER)].into()))
        })
    }

    /// Drops what lies at the front and is not among the hidden singles any more, which are those houses for each digit.
    #[inline]
    pub(super) fn tidy_hidden(&mut self, still: &[Houses; 9]) {
        while self.hidden_first < self.hidden_end {
            let (house, digit) = hidden(self.hidden[usize::from(self.hidden_first)]);
            if still[digit.index()].contains(house) {
                break;
            }
            self.hidden_first += 1;
        }
    }

    /// The digits that came to have one place in a house; some are placed by now.
    #[inline]
    pub(super) fn hidden(&self) -> impl Iterator<Item = (House, Digit)> + Clone + '_ {
        self.hidden[usize::from(self.hidden_first)..usize::from(self.hidden_end)].iter().copied().map(hidden)
    }
}

#[inline]
fn hidden(entry: u8) -> (House, Digit) {
    (House::from_index(usize::from(entry % 27)), Digit::from_index(usize::from(entry / 27)))
}

impl PartialEq for Discovered {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Discovered {}

impl fmt::Debug for Discovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.naked()).entries(self.hidden()).finish()
    }
}
