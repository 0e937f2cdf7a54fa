//! State of a search: the digits that are placed, as bits, and all singles that follow.
//!
//! The candidates of an empty cell are the digits that no peer has, so a state is a function of its grid. Bits of singles are kept up
//! to date by each placement, because a scan of all houses would take most of the time:
//!
//! ```text
//! places[d]   cells that can take d           bit = cell
//! hidden[d]   houses with one place for d     bit = house, rows, columns, boxes
//! dead[d]     houses with none, without d
//! ```

use crate::tables::{CELLS, SIDE, ShapeTables};
use gridmill_board::{Cell, Digit, Grid};
use gridmill_rate::Candidate;

/// Placed digits, and what follows from them.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Cells without a digit.
    pub(crate) empty: u128,
    /// Empty cells that can take each digit.
    pub(crate) places: [u128; SIDE],
    /// Houses that have exactly one place for each digit.
    hidden: [u32; SIDE],
    /// Houses that lack each digit and have no place for it.
    dead: [u32; SIDE],
    /// Houses that lack each digit.
    open: [u32; SIDE],
}

impl State {
    /// Creates the state of a puzzle that has no digit twice in a house.
    pub(crate) fn new(tables: &ShapeTables, puzzle: &Grid) -> Self {
        let (mut empty, mut places, mut open) = (tables.all, [0; SIDE], [0; SIDE]);
        places[..tables.side].fill(tables.all);
        open[..tables.side].fill((1 << (3 * tables.side)) - 1);
        for (cell, digit) in puzzle.cells().iter().enumerate() {
            if let Some(digit) = digit {
                empty &= !(1 << cell);
                places[digit.index()] &= !tables.peers[cell];
                open[digit.index()] &= !houses_of(tables, cell);
            }
        }
        for places in &mut places {
            *places &= empty;
        }
        let mut state = Self { empty, places, hidden: [0; SIDE], dead: [0; SIDE], open };
        (0..tables.side).for_each(|digit| state.recount_all(tables, digit));
        state
    }

    /// Places a digit of which the cell is empty and no peer has it.
    #[inline]
    pub(crate) fn place(&mut self, tables: &ShapeTables, cell: usize, digit: usize) {
        debug_assert!(self.places[digit] >> cell & 1 == 1, "a candidate is placed");
        let houses = tables.houses_of[cell];
        self.empty &= !(1 << cell);
        self.open[digit] &= !houses_of(tables, cell);
        for other in (0..tables.side).filter(|&other| other != digit) {
            if self.places[other] >> cell & 1 == 1 {
                self.places[other] &= !(1 << cell);
                for house in houses {
                    self.recount(tables, other, usize::from(house));
                }
            }
        }
        self.places[digit] &= !(tables.peers[cell] | 1 << cell);
        self.recount_all(tables, digit);
    }

    /// Renews the bits of a digit in all houses.
    #[inline]
    fn recount_all(&mut self, tables: &ShapeTables, digit: usize) {
        let places = self.places[digit];
        let (mut hidden, mut dead, mut left) = (0, 0, self.open[digit]);
        while left != 0 {
            let house = left.trailing_zeros();
            left &= left - 1;
            let in_house = places & tables.houses[house as usize];
            dead |= u32::from(in_house == 0) << house;
            hidden |= u32::from(in_house & in_house.wrapping_sub(1) == 0) << house;
        }
        self.dead[digit] = dead;
        self.hidden[digit] = hidden & !dead;
    }

    /// Renews the bits of a digit in a house that lacks it.
    #[inline]
    fn recount(&mut self, tables: &ShapeTables, digit: usize, house: usize) {
        let places = self.places[digit] & tables.houses[house];
        let (is_dead, is_open) = (places == 0, self.open[digit] >> house & 1);
        let is_one = places.is_power_of_two();
        self.hidden[digit] = self.hidden[digit] & !(1 << house) | u32::from(is_one) << house;
        self.dead[digit] = self.dead[digit] & !(1 << house) | (u32::from(is_dead) & is_open) << house;
    }

    /// Returns true if a digit can stand in a cell.
    pub(crate) const fn allows(&self, cell: usize, digit: usize) -> bool {
        self.places[digit] >> cell & 1 == 1
    }

    /// Returns the empty cells without a candidate, and those with one.
    #[inline]
    pub(crate) fn dead_and_naked(&self) -> (u128, u128) {
        let (mut once, mut twice) = (0, 0);
        for places in self.places {
            twice |= once & places;
            once |= places;
        }
        (self.empty & !once, once & !twice)
    }

    /// Returns the only candidate of a cell.
    #[inline]
    pub(crate) fn naked_single(&self, cell: usize) -> usize {
        (0..SIDE).find(|&digit| self.allows(cell, digit)).unwrap_or_default()
    }

    /// Returns the first house, and the least digit, without a place.
    #[inline]
    pub(crate) fn first_dead(&self) -> Option<(usize, usize)> {
        first(&self.dead)
    }

    /// Returns the first house, and the least digit, with one place.
    #[inline]
    pub(crate) fn first_hidden(&self) -> Option<(usize, usize)> {
        first(&self.hidden)
    }

    /// Returns the places of a digit in a house.
    #[inline]
    pub(crate) fn places_in(&self, tables: &ShapeTables, house: usize, digit: usize) -> u128 {
        self.places[digit] & tables.houses[house]
    }

    /// Returns true if the house lacks the digit.
    pub(crate) const fn lacks(&self, house: usize, digit: usize) -> bool {
        self.open[digit] >> house & 1 == 1
    }

    /// Places singles until there is none, or the state is dead. The result does not depend on their order.
    pub(crate) fn close(&mut self, tables: &ShapeTables) {
        loop {
            let (dead, naked) = self.dead_and_naked();
            if dead != 0 {
                return;
            }
            if naked != 0 {
                let cell = naked.trailing_zeros() as usize;
                self.place(tables, cell, self.naked_single(cell));
            } else if let Some((house, digit)) = self.first_hidden() {
                self.place(tables, self.places_in(tables, house, digit).trailing_zeros() as usize, digit);
            } else {
                return;
            }
        }
    }

    /// Returns the naked and hidden singles as digits of each cell.
    pub(crate) fn singles(&self, tables: &ShapeTables) -> [u16; CELLS] {
        let mut singles = [0; CELLS];
        let mut naked = self.dead_and_naked().1;
        while naked != 0 {
            let cell = naked.trailing_zeros() as usize;
            naked &= naked - 1;
            singles[cell] |= 1 << self.naked_single(cell);
        }
        for (digit, &houses) in self.hidden.iter().enumerate() {
            for house in (0..3 * tables.side).filter(|house| houses >> house & 1 == 1) {
                singles[self.places_in(tables, house, digit).trailing_zeros() as usize] |= 1 << digit;
            }
        }
        singles
    }
}

/// Returns the houses of a cell as bits.
#[inline]
fn houses_of(tables: &ShapeTables, cell: usize) -> u32 {
    tables.houses_of[cell].iter().fold(0, |bits, &house| bits | 1 << house)
}

/// Returns the least house of any digit, and the least digit of those that have it.
#[inline]
fn first(houses: &[u32; SIDE]) -> Option<(usize, usize)> {
    let mut found = (u32::BITS, 0);
    for (digit, bits) in houses.iter().enumerate() {
        if bits.trailing_zeros() < found.0 {
            found = (bits.trailing_zeros(), digit);
        }
    }
    (found.0 < u32::BITS).then_some((found.0 as usize, found.1))
}

/// Returns the candidate of two indices.
#[inline]
pub(crate) const fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate { cell: Cell::new(cell), digit: Digit::from_index(digit) }
}
