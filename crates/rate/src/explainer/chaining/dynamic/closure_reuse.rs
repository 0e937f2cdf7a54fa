//! What follows from a candidate, carried over from a state to one in which a few candidates less are left.
//!
//! ```text
//! before    r1c1 = 3 on -> r1c7 off -> r4c7 on -> ...           r8c8 <> 5, which the step took away, plays no part:
//! now       the same                                            not a node, and no link comes up where it went
//! ```
//!
//! A closure is the same in both states if, all along, the candidates that went would have changed nothing but for their absence:
//!
//! - None of them is a node. So none is turned off, and links from and to it never held.
//! - Links: a link comes up where a candidate is turned off and another two were left in its cell, or places in its house. That
//!   one of these went is told by how many others are left at the end, since they only become fewer: if two, there were never
//!   two with the one turned off. Where none was turned off, there was nothing to come up. Where there was a clash, that
//!   one was not taken away, and three must be left.
//! - Patterns (level 1): if three others are left in a cell or house at the end, there never was a pair, and if these others do not
//!   lie in one segment, no locked digit. If two are left, they are a pair now: it does no harm without another cell, digit or line
//!   that may have been the same pair, that is, that had both at first and has no other at the end.
//! - Chains (level 2): if three others are left, what went had no strong link, and none comes up; it was no more than an end
//!   off from which nothing followed, and no chain took it away, for then it would be a node. That holds where there were
//!   no chains in the state before, as those would have nothing that went as parents, and would add no node.
//!
//! Chains of higher levels compare the candidates of cells and houses that have lost some: those are looked for again.

use super::super::{
    candidates::{CELL_HOUSES, CandidateGrid, CandidateId, bits, id},
    graph::closure::{Closure, ClosureStatus},
};
use crate::Cells;

/// The candidates that went from a state.
#[derive(Debug)]
pub(crate) struct RemovedCandidates<'a> {
    base: &'a CandidateGrid,
    pub(crate) ids: Vec<CandidateId>,
    places: [Cells; 9],
    /// By cell, the digits that went; by house and digit, the positions.
    cells: Vec<(usize, u16)>,
    positions: Vec<(usize, usize, u16)>,
}

/// The segments of a line, and of a box, that lie in a house of another kind.
const SEGMENTS: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];

impl<'a> RemovedCandidates<'a> {
    /// What went; `None` if anything has come.
    pub(crate) fn between(base: &'a CandidateGrid, now: &CandidateGrid) -> Option<Self> {
        let mut gone = Self {
            base,
            ids: Vec::new(),
            places: [Cells::EMPTY; 9],
            cells: Vec::new(),
            positions: Vec::new(),
        };
        for digit in 0..9 {
            if !now.places[digit].is_within(base.places[digit]) {
                return None;
            }
            gone.places[digit] = base.places[digit] - now.places[digit];
        }
        for (cell, (&before, &now)) in base.cells.iter().zip(&now.cells).enumerate() {
            if before != now {
                gone.cells.push((cell, before & !now));
                gone.ids.extend(bits(before & !now).map(|digit| id(cell, digit)));
            }
        }
        for (house, (before, now)) in base.positions.iter().zip(&now.positions).enumerate() {
            for digit in (0..9).filter(|&digit| before[digit] != now[digit]) {
                gone.positions.push((house, digit, before[digit] & !now[digit]));
            }
        }
        Some(gone)
    }

    /// Takes what went from a closure at the end of a level, up to 2; whether it is that of the new state then. If it is not, it
    /// is of no use any more.
    pub(crate) fn reuse(&self, closure: &mut Closure, level: usize) -> bool {
        let met = |of: &[Cells; 9]| of.iter().zip(&self.places).any(|(of, gone)| of.meets(*gone));
        if closure.sets.iter().any(|set| met(&set.places)) {
            return false;
        }
        for &gone in &self.ids {
            closure.grid.remove(gone);
        }
        let clash = matches!(closure.status, ClosureStatus::Clash(_));
        let rest = &closure.grid;
        let enough = |before: u16, rest: u16, gone: u16| match rest.count_ones() {
            _ if level == 0 && !clash && rest | gone == before => true,
            0 | 1 => false,
            2 => level < 2 && !clash,
            _ => true,
        };
        let in_cell = |&(cell, gone): &(usize, u16)| {
            let left = rest.cells[cell];
            enough(self.base.cells[cell], left, gone)
                && (level == 0 || left.count_ones() > 2 || !self.may_be_naked_pair(rest, cell, left))
        };
        let in_house = |&(house, digit, gone): &(usize, usize, u16)| {
            let left = rest.positions[house][digit];
            let segments = &SEGMENTS[..if house < 18 { 3 } else { 6 }];
            enough(self.base.positions[house][digit], left, gone)
                && (level == 0
                    || segments.iter().all(|segment| left & !segment != 0)
                        && (left.count_ones() > 2 || !self.may_be_pair(rest, house, digit, left)))
        };
        self.cells.iter().all(in_cell) && self.positions.iter().all(in_house)
    }

    /// Whether another cell may have had the same two candidates at any time.
    fn may_be_naked_pair(&self, rest: &CandidateGrid, cell: usize, pair: u16) -> bool {
        CELL_HOUSES[cell].peers.into_iter().any(|other| {
            let other = other.index();
            rest.cells[other] & !pair == 0 && pair & !self.base.cells[other] == 0
        })
    }

    /// Whether another digit, or the digit in another line, may have had the same two positions at any time.
    fn may_be_pair(&self, rest: &CandidateGrid, house: usize, digit: usize, pair: u16) -> bool {
        let same = |house: usize, digit: usize| {
            rest.positions[house][digit] & !pair == 0 && pair & !self.base.positions[house][digit] == 0
        };
        let first = house / 9 * 9;
        (0..9).any(|other| other != digit && same(house, other))
            || house < 18 && (first..first + 9).any(|line| line != house && same(line, digit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        super::{
            candidates::CandidateId,
            graph::{closure::Cause, implication_sets::ImplicationSets},
            rating::ChainLevel,
            search::ClosureSearch,
        },
        placed_counts::PlacedCounts,
    };
    use super::*;
    use crate::{Pencilmarks, Rater, Rulebook};
    use gridmill_board::{Grid as Board, Shape};

    type Found = Option<(u32, (CandidateId, bool), Vec<Vec<(CandidateId, bool, Cause)>>)>;

    fn found(search: &mut ClosureSearch, marks: &Pencilmarks, level: ChainLevel) -> Found {
        search.nested_hints().budget = u64::MAX;
        let (grid, placed) = (CandidateGrid::of(marks), PlacedCounts::of(marks));
        let hint = search.first(&grid, &placed, level, &mut ImplicationSets::default())?;
        Some((hint.nodes, hint.target, search.closures.chains(&hint)))
    }

    /// All levels of all states of a path, with what was carried over and without.
    #[test]
    fn what_is_carried_over_is_what_is_found_anew() {
        let mut count = 0;
        for (puzzle, highest) in [
            ("..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........296..8....4.4..2....7", 1),
            ("..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........29...8....4.4.92....7", 2),
        ] {
            let mut states = Vec::new();
            let mut marks = Pencilmarks::new(&Board::parse(Shape::STANDARD, puzzle).unwrap());
            Rater::new(Rulebook::se()).trace(&mut marks, |marks, _| states.push(marks.clone()));
            let mut carrying = ClosureSearch::default();
            carrying.reuses_closures = true;
            for marks in states.iter().take(40) {
                let mut fresh = ClosureSearch::default();
                for level in (0..=highest).map(ChainLevel::Dynamic) {
                    let expected = found(&mut fresh, marks, level);
                    assert_eq!(found(&mut carrying, marks, level), expected, "{level:?} {marks:?}");
                    count += usize::from(expected.is_some());
                }
            }
        }
        assert!(count > 40);
    }
}
