//! Singles queue: the singles of a solving path in the order in which they appeared. HoDoKu takes them in that order.
//!
//! ```text
//! naked    a cell, when its last candidate but one goes            each at most once: 81 and 243 entries
//! hidden   27 * digit + house, when the last place but one goes
//! ```
//!
//! A naked single is removed when its cell is filled. Hidden singles are removed lazily: `tidy_hidden` pops stale entries from the
//! front.

use crate::{House, HouseSet, candidates::bits};
use gridmill_board::{Cell, Digit};
use std::fmt;

/// Singles in the order in which they appeared.
///
/// The queue is the history of a state and not part of it, so any two queues are equal.
#[derive(Clone, Copy)]
pub(super) struct SinglesQueue {
    /// Cells in order of appearance.
    naked: [u8; 128],
    /// Index of each cell in `naked`. Its bit in `open` is set until the cell is filled.
    slots: [u8; 81],
    open: [u64; 2],
    naked_end: u8,
    /// Entries of houses and digits in order of appearance.
    hidden: [u8; 256],
    hidden_first: u8,
    hidden_end: u8,
}

/// Slot of cells that never were naked singles: behind all others, and never open.
const NEVER: u8 = 127;

impl SinglesQueue {
    pub(super) const EMPTY: Self = Self {
        naked: [0; 128],
        slots: [NEVER; 81],
        open: [0; 2],
        naked_end: 0,
        hidden: [0; 256],
        hidden_first: 0,
        hidden_end: 0,
    };

    /// Adds a naked single if `is_one`. Branch-free, because the branch would be mispredicted often; so is the next function.
    #[inline]
    pub(super) fn add_naked_if(&mut self, is_one: bool, cell: Cell) {
        let slot = self.naked_end & NEVER;
        #[expect(clippy::cast_possible_truncation, reason = "below 81")]
        let entry = cell.index() as u8;
        self.naked[usize::from(slot)] = entry;
        // The old value is `NEVER`, all ones.
        self.slots[cell.index()] &= slot | u8::from(is_one).wrapping_sub(1);
        self.open[usize::from(slot / 64)] |= u64::from(is_one) << (slot % 64);
        self.naked_end = slot + u8::from(is_one);
    }

    /// Adds a hidden single if `is_one`. The entry is always written, but the end moves only if it counts.
    #[inline]
    pub(super) fn add_hidden_if(&mut self, is_one: bool, house: House, digit: Digit) {
        self.hidden[usize::from(self.hidden_end)] = entry(house, digit);
        self.hidden_end += u8::from(is_one);
    }

    /// Writes one of the naked singles that a path begins with at its place in the order. Calls may come in any order.
    #[inline]
    pub(super) fn begin_naked(&mut self, place: u8, cell: u8) {
        self.naked[usize::from(place)] = cell;
        self.slots[usize::from(cell)] = place;
        self.open[usize::from(place / 64)] |= 1 << (place % 64);
        self.naked_end += 1;
    }

    /// Writes one of the hidden singles that a path begins with at its place in the order.
    #[inline]
    pub(super) fn begin_hidden(&mut self, place: u8, entry: u8) {
        self.hidden[usize::from(place)] = entry;
        self.hidden_end += 1;
    }

    /// Removes a cell from the naked singles, if it is one.
    #[inline]
    pub(super) fn fill(&mut self, cell: Cell) {
        let slot = self.slots[cell.index()] & NEVER;
        self.open[usize::from(slot / 64)] &= !(1 << (slot % 64));
    }

    /// Returns the naked singles whose cells are not filled.
    #[inline]
    pub(super) fn naked(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        let slots =
            self.open.iter().zip([0, 64]).flat_map(|(&open, from)| bits(open).map(move |bit| from + bit));
        slots.map(|slot| Cell::new(self.naked[slot].into()))
    }

    /// Pops entries from the front that are no hidden singles any more. `still` has the current ones: houses by digit.
    #[inline]
    pub(super) fn tidy_hidden(&mut self, still: &[HouseSet; 9]) {
        while self.hidden_first < self.hidden_end {
            let (house, digit) = hidden(self.hidden[usize::from(self.hidden_first)]);
            if still[digit.index()].contains(house) {
                break;
            }
            self.hidden_first += 1;
        }
    }

    /// Returns the hidden singles in order. Stale entries behind the front are included.
    #[inline]
    pub(super) fn hidden(&self) -> impl Iterator<Item = (House, Digit)> + Clone + '_ {
        self.hidden[usize::from(self.hidden_first)..usize::from(self.hidden_end)].iter().copied().map(hidden)
    }
}

/// Returns the number of a hidden single.
#[inline]
pub(super) fn entry(house: House, digit: Digit) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "below 243")]
    let entry = (27 * digit.index() + house.index()) as u8;
    entry
}

#[inline]
fn hidden(entry: u8) -> (House, Digit) {
    (House::from_index(usize::from(entry % 27)), Digit::from_index(usize::from(entry / 27)))
}

impl PartialEq for SinglesQueue {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SinglesQueue {}

impl fmt::Debug for SinglesQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.naked()).entries(self.hidden()).finish()
    }
}
