//! The singles of a path in the order in which they came to light, which is the order in which HoDoKu takes them.
//!
//! ```text
//! naked    a cell, when its last candidate but one goes
//! hidden   9 * house + digit, when the last place but one goes        each at most once: 81 and 243 entries
//! ```
//!
//! Entries stay when their cell is filled; the first ones that are filled are let go.

use super::{Cells, House};
use crate::board::{Cell, Digit};
use std::fmt;

/// Singles in the order in which they came to light.
///
/// It is the history of a state, not a part of it: all are equal.
#[derive(Clone, Copy)]
pub(super) struct Discovered {
    naked: Queue,
    hidden: Queue,
}

impl Discovered {
    pub(super) const NONE: Self = Self { naked: Queue::EMPTY, hidden: Queue::EMPTY };

    #[inline]
    pub(super) fn add_naked(&mut self, cell: Cell) {
        #[expect(clippy::cast_possible_truncation, reason = "below 81")]
        self.naked.push_if(true, cell.index() as u8);
    }

    #[inline]
    pub(super) fn add_hidden_if(&mut self, is_one: bool, house: House, digit: Digit) {
        #[expect(clippy::cast_possible_truncation, reason = "below 243")]
        self.hidden.push_if(is_one, (9 * house.index() + digit.index()) as u8);
    }

    /// Lets go of what lies at the front and is filled.
    #[inline]
    pub(super) fn tidy(&mut self, empty: Cells, positions: &[[u16; 9]; 27]) {
        self.naked.tidy(|entry| empty.contains(Cell::new(entry)));
        self.hidden.tidy(|entry| positions.as_flattened()[entry] != 0);
    }

    /// The cells that came to have one candidate; some are filled by now.
    #[inline]
    pub(super) fn naked(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        self.naked.entries().map(Cell::new)
    }

    /// The digits that came to have one place in a house; some are placed by now.
    #[inline]
    pub(super) fn hidden(&self) -> impl Iterator<Item = (House, Digit)> + Clone + '_ {
        self.hidden.entries().map(hidden)
    }
}

fn hidden(entry: usize) -> (House, Digit) {
    (House::from_index(entry / 9), Digit::from_index(entry % 9))
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

#[derive(Clone, Copy)]
struct Queue {
    entries: [u8; 256],
    first: u8,
    end: u8,
}

impl Queue {
    const EMPTY: Self = Self { entries: [0; 256], first: 0, end: 0 };

    /// Without a branch: the entry is written behind the end in any case.
    #[inline]
    fn push_if(&mut self, is_one: bool, entry: u8) {
        self.entries[usize::from(self.end)] = entry;
        self.end += u8::from(is_one);
    }

    #[inline]
    fn tidy(&mut self, is_open: impl Fn(usize) -> bool) {
        while self.first < self.end && !is_open(usize::from(self.entries[usize::from(self.first)])) {
            self.first += 1;
        }
    }

    #[inline]
    fn entries(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.entries[usize::from(self.first)..usize::from(self.end)].iter().map(|&entry| usize::from(entry))
    }
}
