//! All givens of a puzzle placed at once: the state that placing them one by one, row by row, comes to.
//!
//! That includes the order in which singles come to light. A candidate goes when the first given of its digit that its cell sees is
//! placed, or when a given is placed on it, whichever comes first:
//!
//! ```text
//! moment of a candidate   (given, 0, its cell)     seen by that given
//!                         (given, 1, its digit)    under that given
//! single                  the latest moment of the candidates that had to go, then the seat: row, column, box
//! ```

use super::{Cells, Digit, DigitSet, Discovered, Grid, House, Houses, Pencilmarks, SEATS, Seat, peers};
use crate::board::Cell;

/// When a candidate goes: moments compare as the tuples above do.
type Moment = u32;

const fn moment(given: Cell, under: bool, which: usize) -> Moment {
    #[expect(clippy::cast_possible_truncation, reason = "below 81")]
    let (given, which) = (given.index() as u32, which as u32);
    given << 8 | (under as u32) << 7 | which
}

/// A single, numbered below 243, with when it came to light; singles compare as they came.
const fn came(latest: Moment, seat: u32, single: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "below 243")]
    let single = single as u32;
    (latest << 2 | seat) << 8 | single
}

impl Pencilmarks {
    /// The state after the givens of a 9x9 grid.
    pub(super) fn opening(puzzle: &Grid) -> Self {
        let mut marks =
            Self { candidates: [0; 81], places: [Cells::EMPTY; 9], positions: [[0; 9]; 27], ..Self::BLANK };
        let mut given = [Cells::EMPTY; 9];
        let mut seen = [0_u16; 27];
        for (cell, digit) in Cells::ALL.zip(puzzle.cells()) {
            if let Some(digit) = *digit {
                marks.values[cell.index()] = Some(digit);
                marks.empty = marks.empty.without(cell);
                given[digit.index()] = given[digit.index()].with(cell);
                for Seat { house, .. } in SEATS[cell.index()] {
                    seen[house.index()] |= 1 << digit.index();
                    marks.empty_in[house.index()] -= 1;
                }
            }
        }
        marks.givens = Cells::ALL - marks.empty;
        for digit in DigitSet::full(9) {
            #[expect(clippy::cast_possible_truncation, reason = "9 at most in a puzzle")]
            let placed = given[digit.index()].len() as u8;
            marks.placed[digit.index()] = placed;
        }
        marks.note_candidates(&seen);
        marks.note_singles();
        marks.discover(&given);
        marks
    }

    /// Writes the candidates of the empty cells, given the digits that each house has seen.
    fn note_candidates(&mut self, seen: &[u16; 27]) {
        for cell in self.empty {
            let seats = SEATS[cell.index()];
            let candidates = seats.iter().fold(0x1FF, |left, seat| left & !seen[seat.house.index()]);
            self.candidates[cell.index()] = candidates;
            for digit in DigitSet::from_bits(candidates.into()) {
                let places = &mut self.places[digit.index()];
                *places = places.with(cell);
                for Seat { house, bit } in seats {
                    self.positions[house.index()][digit.index()] |= bit;
                }
            }
        }
    }

    /// Notes what is down to one.
    fn note_singles(&mut self) {
        self.naked = self.cells_with(1);
        for house in House::all() {
            let positions = &self.positions[house.index()];
            self.hidden[house.index()] =
                (0..9).fold(0, |bits, n| bits | u16::from(positions[n].is_power_of_two()) << n);
            if self.empty_in[house.index()] == 1 {
                self.last |= Houses::only(house);
            }
        }
    }

    /// Puts the singles in the order in which they came to light.
    fn discover(&mut self, given: &[Cells; 9]) {
        let mut discovered = Discovered::NONE;
        let mut found = [0; 243];
        let mut count = 0;
        for cell in self.naked {
            let gone = DigitSet::full(9) - self.candidates(cell);
            let latest = gone.filter_map(|digit| self.moment(given, cell, digit)).max();
            found[count] = came(latest.unwrap_or(0), 0, cell.index());
            count += 1;
        }
        found[..count].sort_unstable();
        for &single in &found[..count] {
            discovered.add_naked(Cell::new(single as usize & 0xFF));
        }
        let mut hidden_in = [Houses::EMPTY; 9];
        for house in House::all() {
            for digit in self.hidden_singles(house) {
                hidden_in[digit.index()] |= Houses::only(house);
            }
        }
        count = 0;
        for digit in DigitSet::full(9).filter(|digit| !hidden_in[digit.index()].is_empty()) {
            let departures = Departures::new(self.givens, given[digit.index()]);
            for house in hidden_in[digit.index()] {
                let latest = departures.latest(house.cells(), digit);
                found[count] = came(latest, house.kind() as u32, 9 * house.index() + digit.index());
                count += 1;
            }
        }
        found[..count].sort_unstable();
        for single in found[..count].iter().map(|&single| single as usize & 0xFF) {
            discovered.add_hidden_if(true, House::from_index(single / 9), Digit::from_index(single % 9));
        }
        self.discovered = discovered;
    }

    /// When `digit` went from `cell`; never if it is the digit given there.
    #[inline]
    fn moment(&self, given: &[Cells; 9], cell: Cell, digit: Digit) -> Option<Moment> {
        let seen = (given[digit.index()] & peers(cell)).first();
        let under = self.givens.contains(cell).then_some(cell);
        match (seen, under) {
            (Some(by), under) if under.is_none_or(|under| by < under) => {
                Some(moment(by, false, cell.index()))
            }
            (_, Some(under)) => Some(moment(under, true, digit.index())),
            _ => None,
        }
    }
}

/// How the candidates of one digit go.
struct Departures {
    /// The givens of the digit, each with the cells that it is the first to see before they are given.
    by: [(Cell, Cells); 9],
    len: usize,
    /// The givens of other digits that none before them sees.
    under: Cells,
}

impl Departures {
    fn new(givens: Cells, of_digit: Cells) -> Self {
        let mut departures = Self { by: [(Cell::new(0), Cells::EMPTY); 9], len: 0, under: givens - of_digit };
        let mut left = Cells::ALL;
        for (by, cell) in departures.by.iter_mut().zip(of_digit) {
            let sees = peers(cell) & (left - (givens & Cells::before(cell)));
            departures.under -= sees;
            left -= sees;
            *by = (cell, sees);
            departures.len += 1;
        }
        departures
    }

    /// The latest moment of the candidates of a house.
    #[inline]
    fn latest(&self, house: Cells, digit: Digit) -> Moment {
        let under = (self.under & house).last().map_or(0, |cell| moment(cell, true, digit.index()));
        let seen = self.by[..self.len]
            .iter()
            .rev()
            .find_map(|&(by, sees)| (sees & house).last().map(|cell| moment(by, false, cell.index())));
        under.max(seen.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    /// Grids of random givens that agree with a pattern of digits, so that all kinds of singles come about.
    fn grids() -> impl Iterator<Item = Grid> {
        let solution = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut state = 1_u64;
        (0..3000).map(move |n| {
            let text: Vec<u8> = solution
                .iter()
                .map(|&digit| {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    if state >> 40 & 63 < 10 + n % 50 { digit } else { b'.' }
                })
                .collect();
            Grid::parse(Shape::STANDARD, std::str::from_utf8(&text).unwrap()).unwrap()
        })
    }

    #[test]
    fn givens_at_once_are_givens_one_by_one() {
        for grid in grids() {
            let mut one_by_one = Pencilmarks::BLANK;
            for (cell, digit) in Cells::ALL.zip(grid.cells()) {
                if let Some(digit) = *digit {
                    one_by_one.place_first(cell, digit, true);
                }
            }
            let at_once = Pencilmarks::opening(&grid);
            assert_eq!(at_once, one_by_one, "{grid}");
            let naked = |marks: &Pencilmarks| {
                marks.discovered.naked().filter(|&cell| marks.naked.contains(cell)).collect::<Vec<_>>()
            };
            assert_eq!(naked(&at_once), naked(&one_by_one), "{grid}");
            let hidden = |marks: &Pencilmarks| {
                let is_left =
                    |&(house, digit): &(House, Digit)| marks.positions(house, digit).is_power_of_two();
                marks.discovered.hidden().filter(is_left).collect::<Vec<_>>()
            };
            assert_eq!(hidden(&at_once), hidden(&one_by_one), "{grid}");
        }
    }
}
