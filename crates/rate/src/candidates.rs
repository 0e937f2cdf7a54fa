//! `Candidate` and `Candidates`: digits in cells, and sets of them.

use super::CellSet;
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
    pub fn of(digit: Digit, cells: CellSet) -> Self {
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

    /// The digits of a cell.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        let mut digits = DigitSet::EMPTY;
        for digit in DigitSet::full(9).filter(|digit| self.0[digit.index()].contains(cell)) {
            digits.insert(digit);
        }
        digits
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
    pub fn insert(&mut self, cell: Cell, digit: Digit) {
        self.0[digit.index()] = self.0[digit.index()].with(cell);
    }

    /// Adds a digit in these cells.
    #[inline]
    pub fn extend(&mut self, digit: Digit, cells: CellSet) {
        self.0[digit.index()] |= cells;
    }

    /// Keeps a digit in these cells alone.
    #[inline]
    pub fn restrict(&mut self, digit: Digit, cells: CellSet) {
        self.0[digit.index()] &= cells;
    }

    /// Adds all of another set.
    pub fn union(&mut self, other: &Self) {
        for (cells, more) in self.0.iter_mut().zip(&other.0) {
            *cells |= *more;
        }
    }

    /// Returns true if the sets share a candidate.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(cells, more)| cells.meets(more))
    }

    /// The candidates, by digit and then by cell.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        let cells = self.0;
        DigitSet::full(9)
            .flat_map(move |digit| cells[digit.index()].map(move |cell| Candidate { cell, digit }))
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
