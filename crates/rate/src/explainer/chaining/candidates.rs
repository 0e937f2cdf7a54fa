//! Candidates of a state by cell, by digit and by house; sets of them; tables of cells and houses.
//!
//! ```text
//! CandidateId             9 * cell + digit                   0 to 728
//! candidates of a cell    u16, bit = digit
//! places of a digit       cells  
//! positions in a house    u16, bit = index in house
//! ```
//!
//! The tables look like [`crate::cell_tables`], but list box before row before column: the order in which the Explainer follows
//! links.

pub(super) use crate::candidates::bits;
use crate::{CellSet, House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};

/// Number of a candidate: 9 * cell + digit.
pub(super) type CandidateId = u16;

/// Number of candidates of a blank grid.
pub(super) const CANDIDATES: usize = 729;

#[expect(clippy::cast_possible_truncation, reason = "below 729")]
#[inline]
pub(super) const fn id(cell: usize, digit: usize) -> CandidateId {
    (9 * cell + digit) as CandidateId
}

/// Returns the cell and the digit of a candidate.
#[inline]
pub(super) const fn parts(id: CandidateId) -> (usize, usize) {
    (id as usize / 9, id as usize % 9)
}

/// Box, row and column of a cell, and its index in each.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellHouses {
    pub(super) houses: [u8; 3],
    pub(super) index: [u8; 3],
    /// Its peers in the box; in the row but not the box; in the column but not the box.
    pub(super) segments: [CellSet; 3],
    pub(super) peers: CellSet,
}

const KINDS: [HouseKind; 3] = HouseKind::BOX_ROW_COLUMN;

/// [`CellHouses`] by cell.
pub(super) static CELL_HOUSES: [CellHouses; 81] = {
    let none =
        CellHouses { houses: [0; 3], index: [0; 3], segments: [CellSet::EMPTY; 3], peers: CellSet::EMPTY };
    let mut all = [none; 81];
    let mut n = 0;
    while n < 81 {
        all[n] = around(Cell::new(n));
        n += 1;
    }
    all
};

#[expect(clippy::cast_possible_truncation, reason = "houses are below 27, indices below 9")]
const fn around(cell: Cell) -> CellHouses {
    let own = CellSet::only(cell).bits();
    let mut seen = own;
    let (mut houses, mut index, mut segments) = ([0; 3], [0; 3], [CellSet::EMPTY; 3]);
    let mut k = 0;
    while k < 3 {
        let house = House::holding(KINDS[k], cell);
        houses[k] = house.index() as u8;
        index[k] = House::index_of(KINDS[k], cell) as u8;
        segments[k] = CellSet::from_bits(house.cells().bits() & !seen);
        seen |= house.cells().bits();
        k += 1;
    }
    CellHouses { houses, index, segments, peers: CellSet::from_bits(seen & !own) }
}

/// Cell by house and index.
#[expect(clippy::cast_possible_truncation, reason = "cells are below 81")]
pub(super) static CELL_AT: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut n = 0;
    while n < 81 {
        let CellHouses { houses, index, .. } = around(Cell::new(n));
        let mut k = 0;
        while k < 3 {
            cells[houses[k] as usize][index[k] as usize] = n as u8;
            k += 1;
        }
        n += 1;
    }
    cells
};

pub(super) static HOUSE_CELLS: [CellSet; 27] = {
    let mut houses = [CellSet::EMPTY; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            let house = House::holding(KINDS[kind], Cell::new(cell));
            houses[house.index()] = house.cells();
            kind += 1;
        }
        cell += 1;
    }
    houses
};

/// Candidates of a state: by cell, by digit, by house and digit.
#[derive(Debug, Clone)]
pub(super) struct CandidateGrid {
    pub(super) cells: [u16; 81],
    pub(super) places: [CellSet; 9],
    pub(super) positions: [[u16; 9]; 27],
}

impl CandidateGrid {
    pub(super) const EMPTY: Self =
        Self { cells: [0; 81], places: [CellSet::EMPTY; 9], positions: [[0; 9]; 27] };

    #[expect(clippy::cast_possible_truncation, reason = "nine digits")]
    pub(super) fn new(marks: &Pencilmarks) -> Self {
        let mut grid = Self::EMPTY;
        for cell in marks.empty() {
            grid.cells[cell.index()] = marks.candidates(cell).bits() as u16;
        }
        for digit in DigitSet::full(9) {
            grid.places[digit.index()] = marks.places(digit);
            for house in House::all() {
                grid.positions[house.index()][digit.index()] = marks.positions(house, digit);
            }
        }
        grid
    }

    /// Removes a candidate, which must be present.
    #[inline]
    pub(super) fn remove(&mut self, id: CandidateId) {
        let (cell, digit) = parts(id);
        let around = &CELL_HOUSES[cell];
        self.cells[cell] &= !(1 << digit);
        self.places[digit] = self.places[digit].without(Cell::new(cell));
        // Indexed: an iterator over both arrays is written byte by byte and read as a whole, which stalls the processor.
        for kind in 0..3 {
            self.positions[around.houses[kind] as usize][digit] &= !(1 << around.index[kind]);
        }
    }
}

/// Set of candidates, by digit and by cell.
#[derive(Debug, Clone)]
pub(super) struct CandidateSet {
    pub(super) places: [CellSet; 9],
    pub(super) cells: [u16; 81],
}

impl Default for CandidateSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl CandidateSet {
    pub(super) const EMPTY: Self = Self { places: [CellSet::EMPTY; 9], cells: [0; 81] };

    #[inline]
    pub(super) fn has(&self, id: CandidateId) -> bool {
        let (cell, digit) = parts(id);
        self.cells[cell] >> digit & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize, digit: usize) {
        self.cells[cell] |= 1 << digit;
        self.places[digit] = self.places[digit].with(Cell::new(cell));
    }
}

/// Returns true if exactly two bits are set.
#[inline]
pub(super) const fn is_pair(bits: u16) -> bool {
    (bits & bits.wrapping_sub(1)).is_power_of_two()
}

/// Returns the digit of an index, from 0.
pub(super) const fn digit(index: usize) -> Digit {
    Digit::from_index(index)
}
