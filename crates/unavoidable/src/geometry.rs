//! A complete grid by cells, houses and digits, as the searches need it.
//!
//! ```text
//! houses   rows 0..9, columns 9..18, boxes 18..27; smaller grids have fewer of each
//! groups   houses and digits: bits 0..27 and 27..36 of a `u64`
//! holders  cells that lose a digit if it is put at another cell: those that hold it in the row, the column and the box
//! ```
#![allow(clippy::cast_possible_truncation, reason = "digits and houses are below 27")]

use gridmill_board::{Shape, Solution};

/// Cells of the largest shape.
pub(crate) const CELLS: usize = 81;

/// Digits of the largest shape.
pub(crate) const DIGITS: usize = 9;

/// Houses of the largest shape.
pub(crate) const HOUSES: usize = 27;

/// A complete grid.
#[derive(Debug, Clone)]
pub(crate) struct CompleteGrid {
    pub shape: Shape,
    /// Digit of each cell, from 0.
    pub digits: [u8; CELLS],
    /// Row, column and box of each cell.
    pub houses: [[u8; 3]; CELLS],
    /// Cells of each house.
    pub house_cells: [u128; HOUSES],
    /// Cells of each digit.
    pub digit_cells: [u128; DIGITS],
    /// Holders of each digit for each cell.
    pub holders: [[u128; CELLS]; DIGITS],
}

impl CompleteGrid {
    /// Prepares a grid.
    ///
    /// # Panics
    /// Panics if the side is above 9.
    pub(crate) fn new(solution: &Solution) -> Self {
        let shape = solution.shape();
        assert!(shape.side() <= DIGITS, "unavoidable sets are known for sides up to 9");
        let mut grid = Self {
            shape,
            digits: [0; CELLS],
            houses: [[0; 3]; CELLS],
            house_cells: [0; HOUSES],
            digit_cells: [0; DIGITS],
            holders: [[0; CELLS]; DIGITS],
        };
        for cell in shape.all_cells() {
            let at = cell.index();
            let places = [shape.row(cell), 9 + shape.col(cell), 18 + shape.box_of(cell)];
            let digit = solution.get(cell).index();
            grid.digits[at] = digit as u8;
            grid.houses[at] = places.map(|place| place as u8);
            grid.digit_cells[digit] |= 1 << at;
            for place in places {
                grid.house_cells[place] |= 1 << at;
            }
        }
        for digit in 0..shape.side() {
            for at in 0..shape.cells() {
                let seen = grid.houses[at].map(|house| grid.house_cells[usize::from(house)]);
                grid.holders[digit][at] = (seen[0] | seen[1] | seen[2]) & grid.digit_cells[digit];
            }
        }
        grid
    }

    /// Returns the houses of a cell, one bit each.
    pub(crate) fn house_bits(&self, cell: usize) -> u32 {
        self.houses[cell].iter().fold(0, |bits, house| bits | 1 << house)
    }

    /// Returns the groups of a cell: its houses and its digit.
    pub(crate) fn group_bits(&self, cell: usize) -> u64 {
        u64::from(self.house_bits(cell)) | 1 << (HOUSES + usize::from(self.digits[cell]))
    }
}

/// Returns the cells of a set as bits.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Returns the sets that contain no other, small ones first.
pub(crate) fn minimal(mut sets: Vec<u128>) -> Vec<u128> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let mut kept: Vec<u128> = Vec::with_capacity(sets.len());
    for set in sets {
        if kept.iter().all(|smaller| smaller & !set != 0) {
            kept.push(set);
        }
    }
    kept
}
