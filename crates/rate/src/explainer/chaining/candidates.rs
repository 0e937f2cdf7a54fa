//! What the search for chains reads and changes: candidates by cell, by digit and by house, and sets of them.
//!
//! ```text
//! name of a candidate     9 * cell + digit                   0 to 728
//! candidates of a cell    u16, bit = digit
//! places of a digit       Cells
//! positions in a house    u16, bit = index in house
//! ```

pub(super) use crate::bits::bits;
use crate::{Cells, House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};

/// A candidate: 9 * cell + digit.
pub(super) type CandidateId = u16;

/// How many candidates a blank grid has.
pub(super) const CANDIDATES: usize = 729;

/// The name of a candidate.
#[expect(clippy::cast_possible_truncation, reason = "below 729")]
#[inline]
pub(super) const fn id(cell: usize, digit: usize) -> CandidateId {
    (9 * cell + digit) as CandidateId
}

/// The cell and the digit of a candidate.
#[inline]
pub(super) const fn parts(id: CandidateId) -> (usize, usize) {
    (id as usize / 9, id as usize % 9)
}

/// A cell's three houses in the order in which chains look at them, box, row, column, and its index in each.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellHouses {
    pub(super) houses: [u8; 3],
    pub(super) index: [u8; 3],
    /// Its peers in the box; those in the row and not the box; those in the column and not the box.
    pub(super) segments: [Cells; 3],
    pub(super) peers: Cells,
}

const KINDS: [HouseKind; 3] = HouseKind::BOX_ROW_COLUMN;

/// By cell.
pub(super) static CELL_HOUSES: [CellHouses; 81] = {
    let none = CellHouses { houses: [0; 3], index: [0; 3], segments: [Cells::EMPTY; 3], peers: Cells::EMPTY };
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
    let own = Cells::only(cell).bits();
    let mut seen = own;
    let (mut houses, mut index, mut segments) = ([0; 3], [0; 3], [Cells::EMPTY; 3]);
    let mut k = 0;
    while k < 3 {
        let house = House::of(KINDS[k], cell);
        houses[k] = house.index() as u8;
        index[k] = House::index_of(KINDS[k], cell) as u8;
        segments[k] = Cells::from_bits(house.cells().bits() & !seen);
        seen |= house.cells().bits();
        k += 1;
    }
    CellHouses { houses, index, segments, peers: Cells::from_bits(seen & !own) }
}

/// The cell at an index of a house.
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

/// The cells of each house.
pub(super) static HOUSE_CELLS: [Cells; 27] = {
    let mut houses = [Cells::EMPTY; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            let house = House::of(KINDS[kind], Cell::new(cell));
            houses[house.index()] = house.cells();
            kind += 1;
        }
        cell += 1;
    }
    houses
};

/// Candidates in three forms.
#[derive(Debug, Clone)]
pub(super) struct CandidateGrid {
    pub(super) cells: [u16; 81],
    pub(super) places: [Cells; 9],
    pub(super) positions: [[u16; 9]; 27],
}

impl CandidateGrid {
    pub(super) const EMPTY: Self =
        Self { cells: [0; 81], places: [Cells::EMPTY; 9], positions: [[0; 9]; 27] };

    #[expect(clippy::cast_possible_truncation, reason = "nine digits")]
    pub(super) fn of(marks: &Pencilmarks) -> Self {
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

    /// Takes away a candidate that is there.
    #[inline]
    pub(super) fn remove(&mut self, id: CandidateId) {
        let (cell, digit) = parts(id);
        let around = &CELL_HOUSES[cell];
        self.cells[cell] &= !(1 << digit);
        self.places[digit] = self.places[digit].without(Cell::new(cell));
        // By number, since an iterator over both arrays is built byte by byte and read as a whole, which stalls.
        for kind in 0..3 {
            self.positions[around.houses[kind] as usize][digit] &= !(1 << around.index[kind]);
        }
    }
}

/// A set of candidates, by digit and by cell.
#[derive(Debug, Clone)]
pub(super) struct CandidateSet {
    pub(super) places: [Cells; 9],
    pub(super) cells: [u16; 81],
}

impl Default for CandidateSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl CandidateSet {
    pub(super) const EMPTY: Self = Self { places: [Cells::EMPTY; 9], cells: [0; 81] };

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

/// Whether there are exactly two bits.
#[inline]
pub(super) const fn is_pair(bits: u16) -> bool {
    (bits & bits.wrapping_sub(1)).is_power_of_two()
}

/// The digit of this index.
pub(super) const fn digit(index: usize) -> Digit {
    Digit::from_index(index)
}
