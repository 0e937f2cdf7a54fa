//! The singles of a path in the order in which they came to light, which is the order in which HoDoKu takes them.
//!
//! ```text
//! naked    a cell, when its last candidate but one goes
//! hidden   house * 9 + digit, when the last place but one goes        each at most once: 81 and 243 entries
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
    naked: Queue<81>,
    hidden: Queue<243>,
}

impl Discovered {
    pub(super) const NONE: Self = Self { naked: Queue::EMPTY, hidden: Queue::EMPTY };

    #[inline]
    pub(super) fn add_naked(&mut self, cell: Cell) {
        #[expect(clippy::cast_possible_truncation, reason = "below 81")]
        self.naked.push(cell.index() as u8);
    }

    #[inline]
    pub(super) fn add_hidden(&mut self, house: House, digit: Digit) {
        #[expect(clippy::cast_possible_truncation, reason = "below 243")]
        self.hidden.push((9 * house.index() + digit.index()) as u8);
    }

    /// Lets go of what lies at the front and is filled.
    #[inline]
    pub(super) fn tidy(&mut self, empty: Cells, places: &[Cells; 9]) {
        self.naked.tidy(|entry| empty.contains(Cell::new(entry)));
        self.hidden.tidy(|entry| {
            let (house, digit) = hidden(entry);
            places[digit.index()].meets(house.cells())
        });
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
struct Queue<const N: usize> {
    entries: [u8; N],
    first: u8,
    end: u8,
}

impl<const N: usize> Queue<N> {
    const EMPTY: Self = Self { entries: [0; N], first: 0, end: 0 };

    /// Entries beyond the room for them come from states without solution, and are dropped.
    #[inline]
    fn push(&mut self, entry: u8) {
        if let Some(place) = self.entries.get_mut(usize::from(self.end)) {
            *place = entry;
            self.end += 1;
        }
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
