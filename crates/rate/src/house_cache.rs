//! House cache: houses where a search found nothing. As long as their candidates are the same, they are not searched again.

use super::{House, HouseSet, Pencilmarks};

/// Candidates of each house when nothing was found in it.
#[derive(Debug)]
pub(super) struct HouseCache([[u16; 9]; 27]);

impl Default for HouseCache {
    fn default() -> Self {
        // No house has these positions.
        Self([[u16::MAX; 9]; 27])
    }
}

impl HouseCache {
    /// Returns true if the house has the same candidates as when nothing was found in it.
    #[inline]
    pub(super) fn is_known(&self, marks: &Pencilmarks, house: House) -> bool {
        self.0[house.index()] == marks.all_positions(house)
    }

    /// Returns the houses with the same candidates as when nothing was found in them.
    pub(super) fn known(&self, marks: &Pencilmarks) -> HouseSet {
        House::all()
            .filter(|&house| self.is_known(marks, house))
            .fold(HouseSet::EMPTY, |known, house| known | HouseSet::only(house))
    }

    /// Records that nothing was found in a house.
    #[inline]
    pub(super) fn note(&mut self, marks: &Pencilmarks, house: House) {
        self.0[house.index()] = marks.all_positions(house);
    }
}
