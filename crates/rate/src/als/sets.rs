//! Almost locked sets: cells of one house with one candidate more than cells.
//!
//! They are listed by house, rows before columns before boxes, and by their cells; a set of two houses is listed once.

use crate::{AlmostLockedSet, Candidates, CellSet, House, HouseKind, Pencilmarks, bits::count};
use gridmill_board::{Cell, Digit, DigitSet};

/// An almost locked set in a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Als {
    cells: CellSet,
    digits: DigitSet,
    places: [CellSet; 9],
    seen: [CellSet; 9],
    seen_digits: DigitSet,
}

impl Als {
    pub(super) fn new(marks: &Pencilmarks, cells: CellSet, digits: DigitSet) -> Self {
        let (none, mut seen_digits) = ([CellSet::EMPTY; 9], 0);
        let mut set = Self { cells, digits, places: none, seen: none, seen_digits: DigitSet::EMPTY };
        for digit in digits {
            let places = marks.places(digit) & cells;
            set.places[digit.index()] = places;
            let seen = (places.common_peers() & marks.places(digit)) - cells;
            set.seen[digit.index()] = seen;
            seen_digits |= u32::from(!seen.is_empty()) << digit.index();
        }
        set.seen_digits = DigitSet::from_bits(seen_digits);
        set
    }

    /// Removes candidates that are gone from those that the set sees. Returns true if there were any.
    pub(super) fn restrict(&mut self, gone: &Candidates) -> bool {
        let mut any = false;
        for digit in self.seen_digits {
            let seen = &mut self.seen[digit.index()];
            any |= seen.meets(gone.cells(digit));
            *seen -= gone.cells(digit);
            if seen.is_empty() {
                self.seen_digits.remove(digit);
            }
        }
        any
    }

    /// The cells.
    #[inline]
    pub(crate) fn cells(&self) -> CellSet {
        self.cells
    }

    /// Their candidates.
    #[inline]
    pub(crate) fn digits(&self) -> DigitSet {
        self.digits
    }

    /// Returns its cells with a candidate.
    #[inline]
    pub(crate) fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// Returns the cells outside the set with a candidate that see all its places in the set.
    #[inline]
    pub(crate) fn seen(&self, digit: Digit) -> CellSet {
        self.seen[digit.index()]
    }

    /// The candidates for which [`seen`](Self::seen) has cells.
    #[inline]
    pub(super) fn seen_digits(&self) -> DigitSet {
        self.seen_digits
    }

    /// Returns the length that the set adds to a chain.
    #[inline]
    pub(crate) fn penalty(&self) -> u32 {
        match self.digits.len() {
            2 => 1,
            count => 2 * (count - 1),
        }
    }

    /// Converts to the form that a reason has.
    pub(crate) fn as_reason(&self) -> AlmostLockedSet {
        AlmostLockedSet { cells: self.cells, digits: self.digits }
    }
}

/// Lists the almost locked sets of a state.
pub(crate) fn collect(marks: &Pencilmarks, sets: &mut Vec<Als>) {
    sets.clear();
    for house in House::all() {
        for_each_in_house(marks, house, &mut |cells, digits| sets.push(Als::new(marks, cells, digits)));
    }
}

/// Passes the cells and candidates of each almost locked set of a house, unless an earlier house has all its cells.
pub(super) fn for_each_in_house(marks: &Pencilmarks, house: House, see: &mut impl FnMut(CellSet, DigitSet)) {
    let mut open = [(Cell::new(0), 0); 9];
    let cells = (house.cells() & marks.empty()).map(|cell| (cell, marks.candidate_bits(cell)));
    let count = open.iter_mut().zip(cells).map(|(open, cell)| *open = cell).count();
    extend(house, &open[..count], (CellSet::EMPTY, 0, 0), see);
}

/// Passes the sets that begin with the chosen cells of a house; the next cell is among `rest`.
fn extend(
    house: House,
    rest: &[(Cell, u16)],
    (chosen, size, digits): (CellSet, usize, u16),
    see: &mut impl FnMut(CellSet, DigitSet),
) {
    for (n, &(cell, candidates)) in rest.iter().enumerate() {
        let (cells, size, digits) = (chosen.with(cell), size + 1, digits | candidates);
        let (count, rest) = (count(digits) as usize, &rest[n + 1..]);
        if count == size + 1 && is_first(house, cells) {
            see(cells, DigitSet::from_bits(digits.into()));
        }
        // Each further cell lowers the excess of candidates by at most one.
        if size < 8 && !rest.is_empty() && count <= size + rest.len() + 1 {
            extend(house, rest, (cells, size, digits), see);
        }
    }
}

/// Returns true if no earlier house has all the cells.
fn is_first(house: House, cells: CellSet) -> bool {
    match house.kind() {
        HouseKind::Row => true,
        HouseKind::Column => cells.is_several(),
        HouseKind::Box => cells.common_houses().len() == 1,
    }
}

/// Link of a set to another. There are many; each takes eight bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlsLink {
    other: u16,
    digits: (Digit, Option<Digit>),
    both: DigitSet,
}

impl AlsLink {
    /// Links to a set by these digits, of which the first and the last count.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    pub(super) fn new(other: usize, digits: DigitSet) -> Self {
        let mut rest = digits;
        let first = rest.next().unwrap_or(Digit::from_index(0));
        let last = rest.last();
        let both = DigitSet::only(first) | last.map_or(DigitSet::EMPTY, DigitSet::only);
        Self { other: other as u16, digits: (first, last), both }
    }

    /// Returns the same link to another set.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    pub(super) fn to(self, other: usize) -> Self {
        Self { other: other as u16, ..self }
    }

    /// Index of the other set.
    #[inline]
    pub(super) fn other(self) -> usize {
        self.other.into()
    }

    /// First linking digit.
    #[inline]
    pub(super) fn first(self) -> Digit {
        self.digits.0
    }

    /// Last linking digit, if there are several.
    #[inline]
    pub(super) fn last(self) -> Option<Digit> {
        self.digits.1
    }

    /// Both digits.
    #[inline]
    pub(super) fn set(self) -> DigitSet {
        self.both
    }
}
