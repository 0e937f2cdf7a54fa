//! Places all givens of a puzzle at once, with the same result as placing them one by one, row by row.
//!
//! The result includes the order in which singles appear. A candidate goes when the first given of its digit that its cell sees is
//! placed, or when a given is placed on it, whichever comes first:
//!
//! ```text
//! moment of a candidate   (given, 0, its cell)     seen by that given
//!                         (given, 1, its digit)    under that given
//! single                  the latest moment of the candidates that had to go, then the slot: row, column, box
//! ```

use super::{ALL_POSITIONS, CellSet, Digit, DigitSet, Grid, House, HouseSet, LANES, Pencilmarks, STANDARD};
use crate::singles_queue::entry;
use gridmill_board::Cell;

/// Moment at which a candidate goes. Moments compare as the tuples above do.
type Moment = u32;

#[inline]
const fn moment(given: Cell, under: bool, which: usize) -> Moment {
    #[expect(clippy::cast_possible_truncation, reason = "below 81")]
    let (given, which) = (given.index() as u32, which as u32);
    given << 8 | (under as u32) << 7 | which
}

/// Singles with the moments at which they appeared.
struct Appearances<const N: usize> {
    /// Keys in any order; unused entries are the largest number.
    at: [u32; N],
    len: usize,
}

impl<const N: usize> Appearances<N> {
    const NONE: Self = Self { at: [u32::MAX; N], len: 0 };

    /// Adds a single by its number. Keys compare in order of appearance.
    #[inline]
    fn add(&mut self, latest: Moment, slot: u32, single: u8) {
        self.at[self.len] = (latest << 2 | slot) << 8 | u32::from(single);
        self.len += 1;
    }

    /// Visits each single with the number of those before it. Counting is branch-free, and singles are few.
    #[inline]
    fn each(&self, mut visit: impl FnMut(u8, u8)) {
        let lanes = &self.at[..self.len.next_multiple_of(8)];
        for &single in &self.at[..self.len] {
            let before = lanes.iter().map(|&other| u32::from(other < single)).sum::<u32>();
            #[expect(clippy::cast_possible_truncation, reason = "below 243, as is the low byte")]
            visit(before as u8, single as u8);
        }
    }
}

impl Pencilmarks {
    /// Returns the state after the givens of a 9x9 grid.
    pub(super) fn opening(puzzle: &Grid) -> Self {
        let mut marks = Self::BLANK;
        marks.values.copy_from_slice(puzzle.cells());
        marks.givens = CellSet::from_bits(bits(&marks.values, |digit| digit.is_some()));
        marks.empty = CellSet::ALL - marks.givens;
        let mut given = [CellSet::EMPTY; 9];
        let mut seen = [0_u16; 27];
        let mut open = ALL_POSITIONS;
        let values = marks.values;
        marks.givens.iter().for_each(|cell| {
            let Some(digit) = values[cell.index()] else { return };
            let tables = &STANDARD.cells[cell.index()];
            let digit = digit.index();
            given[digit] |= CellSet::only(cell);
            marks.places[digit] &= tables.beyond;
            for (positions, unseen) in marks.positions[digit].iter_mut().zip(&tables.unseen) {
                *positions &= unseen;
            }
            marks.placed[digit] += 1;
            for slot in &tables.slots {
                seen[slot.house.index()] |= 1 << digit;
                open[slot.house.index()] &= !slot.bit;
                marks.empty_in[slot.house.index()] -= 1;
            }
        });
        if marks.placed.iter().any(|&times| times > 9) {
            return Self::one_by_one(puzzle);
        }
        marks.places.iter_mut().for_each(|places| *places -= marks.givens);
        for positions in &mut marks.positions {
            positions.iter_mut().zip(&open).for_each(|(positions, open)| *positions &= open);
        }
        for house in House::all() {
            marks.full_but_one |= HouseSet::only_if(marks.empty_in[house.index()] == 1, house);
        }
        marks.note_candidates(&seen);
        marks.discover(&given);
        marks
    }

    /// Places the givens one by one: for grids that contradict themselves, for which the buffers are too small.
    fn one_by_one(puzzle: &Grid) -> Self {
        Self::BLANK.with_givens(puzzle)
    }

    /// Places the givens of a puzzle one by one.
    pub(super) fn with_givens(self, puzzle: &Grid) -> Self {
        let mut marks = self;
        for (cell, digit) in marks.all().iter().zip(puzzle.cells()) {
            if let Some(digit) = *digit {
                marks.place_first(cell, digit, true);
            }
        }
        marks
    }

    /// Writes the candidates of the empty cells, given the digits that each house has seen.
    fn note_candidates(&mut self, seen: &[u16; 27]) {
        for (row, cells) in self.candidates.chunks_exact_mut(9).enumerate() {
            for (column, candidates) in cells.iter_mut().enumerate() {
                *candidates = 0x1FF & !(seen[row] | seen[9 + column] | seen[18 + row / 3 * 3 + column / 3]);
            }
        }
        for (candidates, value) in self.candidates.iter_mut().zip(&self.values) {
            *candidates = if value.is_some() { 0 } else { *candidates };
        }
    }

    /// Queues the singles in the order in which they appear.
    fn discover(&mut self, given: &[CellSet; 9]) {
        let mut naked = Appearances::<88>::NONE;
        for cell in self.cells_with(1) {
            #[expect(clippy::cast_possible_truncation, reason = "below 81")]
            naked.add(self.latest_seen(cell), 0, cell.index() as u8);
        }
        let mut hidden = Appearances::<248>::NONE;
        for (digit, &of_digit) in given.iter().enumerate() {
            let houses = singles_in(&self.positions[digit]);
            if houses.is_empty() {
                continue;
            }
            self.hidden[digit] = houses;
            let departures = Departures::new(self.givens, of_digit, digit);
            for house in houses {
                let latest = departures.latest(house.cells());
                hidden.add(latest, house.kind() as u32, entry(house, Digit::from_index(digit)));
            }
        }
        naked.each(|place, cell| self.singles_queue.begin_naked(place, cell));
        hidden.each(|place, entry| self.singles_queue.begin_hidden(place, entry));
    }

    /// Returns the moment of the last candidate that an empty cell lost: by the latest given that it sees and that was the first of
    /// its digit there.
    fn latest_seen(&self, cell: Cell) -> Moment {
        let (mut seen, mut latest) = (DigitSet::EMPTY, 0);
        (self.givens & STANDARD.cells[cell.index()].peers).iter().for_each(|given| {
            let Some(digit) = self.values[given.index()] else { return };
            latest = if seen.insert(digit) { given.index() } else { latest };
        });
        moment(Cell::new(latest), false, cell.index())
    }
}

/// Returns the houses in which a digit has one place.
#[inline]
fn singles_in(positions: &[u16; LANES]) -> HouseSet {
    #[expect(clippy::cast_possible_truncation, reason = "one bit a lane")]
    HouseSet::from_bits(bits(positions, u16::is_power_of_two) as u32)
}

/// Returns a bit for each entry that satisfies `is_so`. Eight bytes of 0 or 1 are gathered at a time, by one product.
#[inline]
fn bits<T: Copy, const N: usize>(entries: &[T; N], is_so: impl Fn(T) -> bool) -> u128 {
    let mut flags = [0_u8; N];
    for (flag, &entry) in flags.iter_mut().zip(entries) {
        *flag = u8::from(is_so(entry));
    }
    flags.chunks(8).enumerate().fold(0, |bits, (n, eight)| {
        let bytes = eight.iter().rev().fold(0, |bytes, &flag| bytes << 8 | u64::from(flag));
        bits | u128::from(bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * n)
    })
}

/// Moments at which the candidates of one digit go.
struct Departures {
    digit: usize,
    /// The givens of the digit.
    by: [Cell; 9],
    /// Cells that each of these givens is the first to see, before the cells are filled.
    sees: [CellSet; 9],
    len: usize,
    /// Givens of other digits that no earlier given of this digit sees.
    under: CellSet,
}

impl Departures {
    #[inline]
    fn new(givens: CellSet, of_digit: CellSet, digit: usize) -> Self {
        let (mut under, mut left) = (givens - of_digit, CellSet::ALL);
        let (mut by, mut sees, mut len) = ([Cell::new(0); 9], [CellSet::EMPTY; 9], 0);
        for (n, cell) in of_digit.iter().enumerate() {
            let tables = &STANDARD.cells[cell.index()];
            let new = tables.peers & (left - (givens & tables.before));
            under -= new;
            left -= new;
            (by[n], sees[n]) = (cell, new);
            len = n + 1;
        }
        Self { digit, by, sees, len, under }
    }

    /// Returns the latest moment of the candidates of a house.
    #[inline]
    fn latest(&self, house: CellSet) -> Moment {
        // Branch-free: each branch would be mispredicted half the time.
        let by = self.sees[..self.len].iter().enumerate();
        let by = by.fold(0_u32, |by, (n, sees)| by | u32::from(sees.meets(house)) << n);
        let latest = by.checked_ilog2().map_or(0, |by| by as usize);
        let seen = (self.sees[latest] & house).last();
        let seen = seen.map_or(0, |cell| moment(self.by[latest], false, cell.index()));
        let under = (self.under & house).last().map_or(0, |cell| moment(cell, true, self.digit));
        under.max(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Shape;

    /// Grids of random givens: two in three agree with a solution, so that all kinds of singles appear, the others
    /// contradict each other in places.
    fn grids() -> impl Iterator<Item = Grid> {
        let solution = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut numbers = gridmill_testing::Numbers::new(1);
        (0..3000).map(move |n| {
            let text: Vec<u8> = solution
                .iter()
                .map(|&digit| {
                    let state = numbers.next();
                    match state >> 40 & 63 {
                        low if low >= 10 + n % 50 => b'.',
                        low if low % 8 == 0 && n % 3 == 0 => b"123456789"[(state >> 50) as usize % 9],
                        _ => digit,
                    }
                })
                .collect();
            Grid::parse(Shape::STANDARD, std::str::from_utf8(&text).unwrap()).unwrap()
        })
    }

    #[test]
    fn givens_at_once_are_givens_one_by_one() {
        for grid in grids() {
            let one_by_one = Pencilmarks::one_by_one(&grid);
            let at_once = Pencilmarks::opening(&grid);
            assert_eq!(at_once, one_by_one, "{grid}");
            let naked = |marks: &Pencilmarks| marks.singles_queue.naked().collect::<Vec<_>>();
            assert_eq!(naked(&at_once), naked(&one_by_one), "{grid}");
            assert_eq!(naked(&at_once).into_iter().collect::<CellSet>(), at_once.cells_with(1), "{grid}");
            let hidden = |marks: &Pencilmarks| {
                let is_left =
                    |&(house, digit): &(House, Digit)| marks.positions(house, digit).is_power_of_two();
                marks.singles_queue.hidden().filter(is_left).collect::<Vec<_>>()
            };
            assert_eq!(hidden(&at_once), hidden(&one_by_one), "{grid}");
        }
    }
}
