//! Houses in which a search found nothing: as long as they hold the same candidates, they need no further look.

use super::{House, Houses, Pencilmarks};

/// What each house held when nothing was found in it.
#[derive(Debug)]
pub(super) struct HouseCache([[u16; 9]; 27]);

impl Default for HouseCache {
    fn default() -> Self {
        // What no house holds.
        Self([[u16::MAX; 9]; 27])
    }
}

impl HouseCache {
    /// Whether the house holds what it held then.
    #[inline]
    pub(super) fn is_known(&self, marks: &Pencilmarks, house: House) -> bool {
        self.0[house.index()] == marks.all_positions(house)
    }

    /// The houses that hold what they held then.
    pub(super) fn known(&self, marks: &Pencilmarks) -> Houses {
        House::all()
            .filter(|&house| self.is_known(marks, house))
            .fold(Houses::EMPTY, |known, house| known | Houses::only(house))
    }

    /// Notes that nothing was found in a house.
    #[inline]
    pub(super) fn note(&mut self, marks: &Pencilmarks, house: House) {
        self.0[house.index()] = marks.all_positions(house);
    }
}
