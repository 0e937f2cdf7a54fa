//! Pencilmarks that show at sight that there is no solution.

use super::Pencilmarks;
use gridmill_board::{Cell, Digit, DigitSet, House, Shape};

/// Reason why pencilmarks have no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeadEnd {
    /// A digit is placed twice.
    #[error("{digit} stands twice in {house}")]
    Twice {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
    /// An empty cell is left without a candidate.
    #[error("{} has no candidate", cell.name(*shape))]
    NoCandidate {
        /// The cell.
        cell: Cell,
        /// The shape of its grid.
        shape: Shape,
    },
    /// A digit is missing, and no cell is left for it.
    #[error("{house} has no place for {digit}")]
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
}

impl Pencilmarks {
    /// Returns the first reason, in the order of [`DeadEnd`], why there is no solution; `None` if none shows at sight.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_rate::Pencilmarks;
    ///
    /// let twice: Grid = "5..5.............................................................................".parse()?;
    /// assert_eq!(Pencilmarks::new(&twice).dead_end().unwrap().to_string(), "5 stands twice in row 1");
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    pub fn dead_end(&self) -> Option<DeadEnd> {
        if !self.is_dead_end() {
            return None;
        }
        let (shape, all_digits) = (self.shape(), DigitSet::full(self.shape().side()));
        let in_houses = || self.houses().flat_map(|house| all_digits.map(move |digit| (house, digit)));
        let placed =
            |house: House, digit| self.cells_in(house).filter(|&c| self.value(c) == Some(digit)).count();
        let twice = in_houses().find(|&(house, digit)| placed(house, digit) > 1);
        let bare = || self.empty().find(|&cell| self.candidates(cell).is_empty());
        let missing = || {
            let is_missing = |&(house, digit): &(House, Digit)| {
                self.positions(house, digit) == 0 && placed(house, digit) == 0
            };
            in_houses().find(is_missing)
        };
        twice
            .map(|(house, digit)| DeadEnd::Twice { digit, house })
            .or_else(|| bare().map(|cell| DeadEnd::NoCandidate { cell, shape }))
            .or_else(|| missing().map(|(house, digit)| DeadEnd::NoPlace { digit, house }))
    }

    /// Returns true if there is a reason: in one pass over the cells, because most states have none.
    fn is_dead_end(&self) -> bool {
        let all_digits = (1_u16 << self.tables.side()) - 1;
        // Digits of each house that are placed, and that are placed or candidates.
        let (mut placed, mut there) = ([0_u16; 27], [0_u16; 27]);
        let (mut is_twice, mut is_bare) = (false, false);
        for cell in self.all() {
            let value = self.value(cell).map_or(0, |digit| 1_u16 << digit.index());
            let digits = value | self.candidate_bits(cell);
            is_bare |= digits == 0;
            for slot in &self.tables.cells[cell.index()].slots {
                is_twice |= placed[slot.house.index()] & value != 0;
                placed[slot.house.index()] |= value;
                there[slot.house.index()] |= digits;
            }
        }
        is_twice || is_bare || self.houses().any(|house| there[house.index()] != all_digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rater, Rulebook};
    use gridmill_board::Grid;

    fn reason(text: &str) -> Option<String> {
        let marks = Pencilmarks::new(&text.parse::<Grid>().unwrap());
        let reason = marks.dead_end();
        let step = Rater::new(Rulebook::default_for(marks.shape())).next_step(&marks);
        assert_eq!(step.as_ref().err(), reason.as_ref());
        reason.map(|reason| reason.to_string())
    }

    #[test]
    fn small_grids_name_their_own_cells_and_houses() {
        assert_eq!(reason("123.4...........").as_deref(), None);
        assert_eq!(reason("123....4........").unwrap(), "r1c4 has no candidate");
        assert_eq!(reason("1.....1.........").as_deref(), None);
        assert_eq!(reason("1....1..........").unwrap(), "1 stands twice in box 1");
        assert_eq!(reason("12....3..3......").unwrap(), "row 1 has no place for 3");
        let six = ".".repeat(24);
        assert_eq!(reason(&format!("12345......6{six}")).unwrap(), "r1c6 has no candidate");
    }

    #[test]
    fn grids_without_solution_at_sight_have_no_next_step() {
        let empty = ".".repeat(63);
        assert_eq!(reason(&format!("12345678.........9{empty}")).unwrap(), "r1c9 has no candidate");
        assert_eq!(reason(&format!("5.......5.........{empty}")).unwrap(), "5 stands twice in row 1");
        assert_eq!(reason(&format!("123456.........9..{empty}")).unwrap(), "row 1 has no place for 9");
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert_eq!(reason(puzzle), None);
        let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(reason(solved), None);
        let mut rater = Rater::new(Rulebook::hodoku());
        assert!(rater.next_step(&Pencilmarks::new(&solved.parse().unwrap())).unwrap().is_none());
    }
}
