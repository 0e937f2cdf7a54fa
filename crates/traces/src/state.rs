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

use crate::event::{Alternatives, BranchOrder, Constraint};
use gridmill_board::{Cell, Digit, Grid, House, HouseKind, Shape};
use gridmill_rate::{Candidate, Pencilmarks};
use std::sync::OnceLock;

// Cells, houses and peers of one shape, as bits.
//
// A set of cells has bit `cell.index()`. Houses are numbered by side: rows from 0, columns from `side`, boxes from `2 * side`. This is
// the order of hidden singles and the numbering of tokens; [`House`] itself always counts nine of a kind.

/// Largest number of cells of a supported shape.
const CELLS: usize = 81;
/// Largest number of houses.
const HOUSES: usize = 27;
/// Largest side.
const SIDE: usize = 9;

/// Error of a grid that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("traces are for grids with a side up to 9, not for {shape} boxes")]
#[non_exhaustive]
pub struct UnsupportedShape {
    /// Shape of the grid.
    pub shape: Shape,
}

/// Cells, houses and peers of one shape.
#[derive(Debug, Clone)]
pub(crate) struct ShapeTables {
    pub(crate) shape: Shape,
    pub(crate) side: usize,
    /// All cells.
    pub(crate) all: u128,
    /// Cells of each house.
    pub(crate) houses: [u128; HOUSES],
    /// Cells that share a house with a cell, without it.
    peers: [u128; CELLS],
    /// Row, column and box of each cell.
    houses_of: [[u8; 3]; CELLS],
}

impl ShapeTables {
    /// Returns the tables of a shape with a side up to 9, which are made once.
    pub(crate) fn for_shape(shape: Shape) -> Result<&'static Self, UnsupportedShape> {
        static TABLES: [OnceLock<ShapeTables>; 16] = [const { OnceLock::new() }; 16];
        if !Pencilmarks::supports(shape) {
            return Err(UnsupportedShape { shape });
        }
        // A box has 2 to 5 rows and columns.
        let place = 4 * (shape.box_rows() - 2) + shape.box_cols() - 2;
        Ok(TABLES[place].get_or_init(|| Self::new(shape)))
    }

    /// Creates the tables of a shape with a side up to 9.
    fn new(shape: Shape) -> Self {
        let side = shape.side();
        let mut tables = Self {
            shape,
            side,
            all: (1 << shape.cells()) - 1,
            houses: [0; HOUSES],
            peers: [0; CELLS],
            houses_of: [[0; 3]; CELLS],
        };
        for cell in shape.all_cells() {
            let numbers = HouseKind::ALL.map(|kind| number_of(shape, kind, cell));
            for number in numbers {
                tables.houses[number] |= 1 << cell.index();
            }
            #[expect(clippy::cast_possible_truncation, reason = "below 27")]
            let small = numbers.map(|number| number as u8);
            tables.houses_of[cell.index()] = small;
        }
        for cell in 0..shape.cells() {
            let seen = tables.houses_of[cell]
                .iter()
                .fold(0, |seen, &house| seen | tables.houses[usize::from(house)]);
            tables.peers[cell] = seen & !(1 << cell);
        }
        tables
    }
}

/// Returns the number of the house of a kind that holds `cell`.
fn number_of(shape: Shape, kind: HouseKind, cell: Cell) -> usize {
    match kind {
        HouseKind::Row => shape.row(cell),
        HouseKind::Column => shape.side() + shape.col(cell),
        HouseKind::Box => 2 * shape.side() + shape.box_of(cell),
    }
}

/// Returns the house with a number in grids of this side.
pub(crate) fn house(side: usize, number: usize) -> House {
    House::new(HouseKind::ALL[number / side], number % side)
}

/// Returns the number of a house in grids of this side.
pub(crate) fn number(side: usize, house: House) -> usize {
    house.kind() as usize * side + house.number()
}

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

    #[inline]
    pub(crate) fn places_in(&self, tables: &ShapeTables, house: usize, digit: usize) -> u128 {
        self.places[digit] & tables.houses[house]
    }

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

// Random numbers of a search: a function of seed and puzzle, the same on every machine.
//
// SplitMix64 (G. Steele, D. Lea, C. Flood 2014), begun with a hash of the seed and the cells, so that neighbouring seeds and similar
// puzzles share nothing.

/// Step of the sequence: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Generator of random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Begins the sequence of a puzzle.
    pub(crate) fn new(seed: u64, puzzle: &Grid) -> Self {
        let start = mix(seed.wrapping_add(STEP));
        let cells = puzzle.cells().iter();
        Self(
            cells.fold(start, |hash, cell| {
                mix(hash.wrapping_add(STEP) ^ u64::from(cell.map_or(0, Digit::value)))
            }),
        )
    }

    /// Draws a number below `end` (D. Lemire 2019, without the rejection: the bias is below `end` / 2^64).
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(STEP);
        #[expect(clippy::cast_possible_truncation, reason = "below `end`")]
        let drawn = ((u128::from(mix(self.0)) * end as u128) >> 64) as usize;
        drawn
    }

    /// Shuffles (R. Durstenfeld 1964).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Mixes the bits of a number: the finalizer of SplitMix64.
const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

// Choice of the constraint that a guess branches on.

/// Returns the constraint that an order chooses in a state that is neither complete nor dead, and its candidates, ascending.
pub(crate) fn branch(
    state: &State,
    tables: &ShapeTables,
    order: BranchOrder,
    random: &mut Random,
) -> (Constraint, Alternatives) {
    let cell = match order {
        BranchOrder::Rows => state.empty.trailing_zeros() as usize,
        BranchOrder::Random => nth(state.empty, random.below(state.empty.count_ones() as usize)),
        BranchOrder::Fewest => fewest(state).0.trailing_zeros() as usize,
        BranchOrder::RandomFewest => {
            let cells = fewest(state).0;
            nth(cells, random.below(cells.count_ones() as usize))
        }
        BranchOrder::FewestPlaces => {
            let (cells, count) = fewest(state);
            match fewest_places(state, tables, count) {
                Some((house, digit)) => return of_place(state, tables, house, digit),
                None => cells.trailing_zeros() as usize,
            }
        }
    };
    let mut alternatives = Alternatives::EMPTY;
    for digit in (0..tables.side).filter(|&digit| state.allows(cell, digit)) {
        alternatives.push(candidate(cell, digit));
    }
    (Constraint::Cell(Cell::new(cell)), alternatives)
}

/// Returns the places of a digit in a house.
fn of_place(state: &State, tables: &ShapeTables, number: usize, digit: usize) -> (Constraint, Alternatives) {
    let mut alternatives = Alternatives::EMPTY;
    let mut places = state.places_in(tables, number, digit);
    while places != 0 {
        alternatives.push(candidate(places.trailing_zeros() as usize, digit));
        places &= places - 1;
    }
    (Constraint::Place(house(tables.side, number), Digit::from_index(digit)), alternatives)
}

/// Returns the `n`-th of some cells, from 0.
fn nth(cells: u128, n: usize) -> usize {
    (0..n).fold(cells, |left, _| left & (left - 1)).trailing_zeros() as usize
}

/// Returns the empty cells with the fewest candidates, and how many those are. Every empty cell has a candidate.
fn fewest(state: &State) -> (u128, u32) {
    // Cells with at least 1, 2 ... candidates: `at_least[n]` for n + 1.
    let mut at_least = [0; 9];
    for places in state.places {
        for n in (1..9).rev() {
            at_least[n] |= at_least[n - 1] & places;
        }
        at_least[0] |= places;
    }
    for (count, next) in (1..).zip(&at_least[1..]) {
        let cells = state.empty & !next;
        if cells != 0 {
            return (cells, count);
        }
    }
    (state.empty, 9)
}

/// Returns the first house and the least digit with the fewest places, if those are fewer than `most`.
fn fewest_places(state: &State, tables: &ShapeTables, most: u32) -> Option<(usize, usize)> {
    let (mut found, mut best) = (None, most);
    for house in 0..3 * tables.side {
        for digit in (0..tables.side).filter(|&digit| state.lacks(house, digit)) {
            let count = state.places_in(tables, house, digit).count_ones();
            if count < best {
                (found, best) = (Some((house, digit)), count);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of SplitMix64 with seed 1234567, as published with its reference code.
    #[test]
    fn the_sequence_is_that_of_the_reference() {
        let mut random = Random(1_234_567);
        let mut next = || {
            random.0 = random.0.wrapping_add(STEP);
            mix(random.0)
        };
        assert_eq!([next(), next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn seeds_and_puzzles_have_sequences_of_their_own() {
        let draws = |seed, text: &str| {
            let mut random = Random::new(seed, &text.parse().unwrap());
            [0; 8].map(|_| random.below(1000))
        };
        let first = draws(1, "1...............");
        assert_eq!(first, draws(1, "1..............."));
        assert_ne!(first, draws(2, "1..............."));
        assert_ne!(first, draws(1, ".1.............."));
        let mut items: Vec<usize> = (0..20).collect();
        Random::new(1, &"1...............".parse().unwrap()).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
