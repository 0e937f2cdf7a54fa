//! Counts of placed digits and empty cells. The Explainer skips a pattern where they are too high or too low.

use crate::{House, Pencilmarks};
use gridmill_board::Digit;

/// Counts of the state before the search: an assumption places nothing.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct PlacedCounts {
    /// Empty cells by house.
    pub(super) empty_in: [u8; 27],
    /// Placed cells by digit.
    pub(super) placed: [u8; 9],
}

impl PlacedCounts {
    /// Counts the placed digits of a state.
    #[expect(clippy::cast_possible_truncation, reason = "nine at most")]
    pub(crate) fn of(marks: &Pencilmarks) -> Self {
        let mut counts = Self::default();
        for house in House::all() {
            counts.empty_in[house.index()] = marks.empty_in(house) as u8;
        }
        for (digit, placed) in counts.placed.iter_mut().enumerate() {
            *placed = marks.placed(Digit::from_index(digit)) as u8;
        }
        counts
    }
}
