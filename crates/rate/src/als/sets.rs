//! Almost locked sets: cells of one house with one candidate more than cells.
//!
//! They are listed by house, rows before columns before boxes, and by their cells; a set of two houses is listed once.

use crate::{AlmostLocked, Cells, House, HouseKind, Pencilmarks, bits::count};
use gridmill_board::{Cell, Digit, DigitSet};

/// An almost locked set in a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Als {
    cells: Cells,
    digits: DigitSet,
    places: [Cells; 9],
    seen: [Cells; 9],
}

impl Als {
    fn new(marks: &Pencilmarks, cells: Cells, digits: DigitSet) -> Self {
        let mut set = Self { cells, digits, places: [Cells::EMPTY; 9], seen: [Cells::EMPTY; 9] };
        for digit in digits {
            let places = marks.places(digit) & cells;
            set.places[digit.index()] = places;
            set.seen[digit.index()] = (places.common_peers() & marks.places(digit)) - cells;
        }
        set
    }

    /// The cells.
    #[inline]
    pub(crate) fn cells(&self) -> Cells {
        self.cells
    }

    /// Their candidates.
    #[inline]
    pub(crate) fn digits(&self) -> DigitSet {
        self.digits
    }

    /// Its cells with a candidate.
    #[inline]
    pub(crate) fn places(&self, digit: Digit) -> Cells {
        self.places[digit.index()]
    }

    /// The cells outside with that candidate that see all of its places in the set.
    #[inline]
    pub(crate) fn seen(&self, digit: Digit) -> Cells {
        self.seen[digit.index()]
    }

    /// What the set makes a chain longer.
    #[inline]
    pub(crate) fn penalty(&self) -> u32 {
        match self.digits.len() {
            2 => 1,
            count => 2 * (count - 1),
        }
    }

    /// The set as a reason tells it.
    pub(crate) fn told(&self) -> AlmostLocked {
        AlmostLocked { cells: self.cells, digits: self.digits }
    }
}

/// Lists the almost locked sets of a state.
pub(crate) fn collect(marks: &Pencilmarks, sets: &mut Vec<Als>) {
    sets.clear();
    for house in House::all() {
        let mut open = [(Cell::new(0), 0); 9];
        let cells = (house.cells() & marks.empty()).map(|cell| (cell, marks.candidate_bits(cell)));
        let count = open.iter_mut().zip(cells).map(|(open, cell)| *open = cell).count();
        extend(marks, house, &open[..count], (Cells::EMPTY, 0, 0), sets);
    }
}

/// Sets that begin with so many chosen cells of a house and their digits, the next cell among `rest`.
fn extend(
    marks: &Pencilmarks,
    house: House,
    rest: &[(Cell, u16)],
    (chosen, size, digits): (Cells, usize, u16),
    sets: &mut Vec<Als>,
) {
    for (n, &(cell, candidates)) in rest.iter().enumerate() {
        let (cells, size, digits) = (chosen.with(cell), size + 1, digits | candidates);
        let (count, rest) = (count(digits) as usize, &rest[n + 1..]);
        if count == size + 1 && is_first(house, cells) {
            sets.push(Als::new(marks, cells, DigitSet::from_bits(digits.into())));
        }
        // Each further cell takes one from what is too much at most.
        if size < 8 && !rest.is_empty() && count <= size + rest.len() + 1 {
            extend(marks, house, rest, (cells, size, digits), sets);
        }
    }
}

/// Whether no house before this one has all the cells.
fn is_first(house: House, cells: Cells) -> bool {
    match house.kind() {
        HouseKind::Row => true,
        HouseKind::Column => cells.is_several(),
        HouseKind::Box => cells.common_houses().len() == 1,
    }
}
