//! `Candidate` and `Candidates`: digits in cells, and sets of them.

use crate::CellSet;
use gridmill_board::{Cell, Digit, DigitSet};

/// A digit in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// A set of candidates, as the cells of each digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Candidates(pub(crate) [CellSet; 9]);

impl Candidates {
    /// No candidate.
    pub const EMPTY: Self = Self([CellSet::EMPTY; 9]);

    /// One digit in these cells.
    #[inline]
    #[doc(hidden)]
    pub fn from_cells(digit: Digit, cells: CellSet) -> Self {
        let mut candidates = Self::EMPTY;
        candidates.0[digit.index()] = cells;
        candidates
    }

    /// The cells of a digit.
    #[inline]
    pub fn cells(&self, digit: Digit) -> CellSet {
        self.0[digit.index()]
    }

    /// The cells of any digit.
    pub fn all_cells(&self) -> CellSet {
        self.0.iter().fold(CellSet::EMPTY, |all, &cells| all | cells)
    }

    pub(crate) fn digits(&self, cell: Cell) -> DigitSet {
        DigitSet::full(9).iter().filter(|digit| self.0[digit.index()].contains(cell)).collect()
    }

    /// The digits of any cell.
    pub(crate) fn all_digits(&self) -> DigitSet {
        DigitSet::full(9).iter().filter(|digit| !self.0[digit.index()].is_empty()).collect()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|cells| cells.is_empty())
    }

    /// Counts the candidates.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|cells| cells.len()).sum()
    }

    /// Adds a candidate.
    #[inline]
    #[doc(hidden)]
    pub fn insert(&mut self, cell: Cell, digit: Digit) {
        self.0[digit.index()] = self.0[digit.index()].with(cell);
    }

    /// Adds a digit in these cells.
    #[inline]
    #[doc(hidden)]
    pub fn extend(&mut self, digit: Digit, cells: CellSet) {
        self.0[digit.index()] |= cells;
    }

    /// Keeps a digit in these cells alone.
    #[inline]
    pub(crate) fn restrict(&mut self, digit: Digit, cells: CellSet) {
        self.0[digit.index()] &= cells;
    }

    /// Adds all of another set.
    pub(crate) fn union(&mut self, other: &Self) {
        for (cells, more) in self.0.iter_mut().zip(&other.0) {
            *cells |= *more;
        }
    }

    /// The candidates, by digit and then by cell.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        let cells = self.0;
        DigitSet::full(9)
            .iter()
            .flat_map(move |digit| cells[digit.index()].iter().map(move |cell| Candidate { cell, digit }))
    }
}

impl FromIterator<Candidate> for Candidates {
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> Self {
        let mut set = Self::EMPTY;
        for Candidate { cell, digit } in candidates {
            set.insert(cell, digit);
        }
        set
    }
}

// HoDoKu's order of eliminations, by which it chooses among equal chains.

/// Returns a sum that is lower for eliminations in earlier cells; later eliminations have more weight (B. Hobiger 2012). The eliminations
/// come by digit and then by cell.
#[inline]
pub(super) fn elimination_order(eliminations: impl Iterator<Item = Candidate>) -> u32 {
    let weighed = eliminations.zip((1..).step_by(80));
    #[expect(clippy::cast_possible_truncation, reason = "below 81")]
    let cell = |cell: Cell| cell.index() as u32;
    weighed.map(|(at, weight)| cell(at.cell) * weight + u32::from(at.digit.value())).sum()
}

/// Returns the numbers of keys in ascending order, of equal keys the earlier first. One function for all searches: each sort of another type
/// is 20 KB of code in a browser.
pub(super) fn ascending(keys: &[[usize; 3]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by_key(|&number| (keys[number], number));
    order
}

// Small operations on sets kept as bits.

/// Counts the set bits among the lowest nine. A table is faster than counting where the popcnt instruction may not be used.
#[inline]
pub(super) const fn count(bits: u16) -> u32 {
    COUNTS[(bits & 0x1FF) as usize] as u32
}

static COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut n = 1;
    while n < 512 {
        counts[n] = counts[n / 2] + if n % 2 == 1 { 1 } else { 0 };
        n += 1;
    }
    counts
};

/// Returns nine digits as bits, bit 0 for digit 1.
#[inline]
pub(super) const fn digit_bits(digits: DigitSet) -> u16 {
    (digits.bits() & 0x1FF) as u16
}

/// Returns the indices of the set bits, lowest first.
#[inline]
pub(super) fn bits(bits: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut bits = bits.into();
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}
