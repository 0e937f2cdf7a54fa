//! Closure reuse: proof that a closure is the same after a step removed a few candidates.
//!
//! ```text
//! before    r1c1 = 3 on -> r1c7 off -> r4c7 on -> ...           r8c8 <> 5, removed by the step, plays no part:
//! now       the same                                            it is not a node, and its removal creates no link
//! ```
//!
//! A closure is the same in both states if the removed candidates never had an influence. Sufficient conditions:
//!
//! - No removed candidate is a node. So none is turned off, and no link from or to one was used.
//! - Links. A strong link through a removed candidate requires it to be one of the last two in its cell or house. Candidates only
//!   get fewer, so it is enough to count the others that are left at the end. If two are left, there were never just two with the
//!   removed one. If nothing was turned off in the cell or house, no link was created. After a clash, the clashing
//!   candidate was not removed from the grid, so three others must be left.
//! - Patterns (level 1). If three others are left at the end, the cell or house never was part of a pair. If they do not lie in one
//!   segment, the digit never was locked. If two are left, they are a pair now. That is harmless unless another cell, digit or
//!   line may have been the same pair at some time: it had both at first and has no other at the end.
//! - Chains (level 2). If three others are left, the removed candidate had no strong link, and its removal creates none. In a
//!   chain it was at most a last node that is off. No chain eliminated it, for then it would be a node. All this requires that
//!   the state before had no chains: those would have no removed candidates as parents and would add no node.
//!
//! Nested chains of higher levels compare all candidates of a cell or house, so a removed one matters. Those levels start again.

use super::super::{
    candidates::{CELL_HOUSES, CandidateGrid, CandidateId, bits, id},
    graph::closure::{Closure, ClosureStatus},
};
use crate::CellSet;

/// Candidates that a step removed from a state.
#[derive(Debug)]
pub(crate) struct RemovedCandidates<'a> {
    base: &'a CandidateGrid,
    pub(crate) ids: Vec<CandidateId>,
    places: [CellSet; 9],
    /// Removed digits by cell; `positions` has removed positions by house and digit.
    cells: Vec<(usize, u16)>,
    positions: Vec<(usize, usize, u16)>,
}

/// Segments of a line, and of a box, that lie in a house of another kind.
const SEGMENTS: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];

impl<'a> RemovedCandidates<'a> {
    /// Returns the removed candidates; `None` if a candidate was added.
    pub(crate) fn between(base: &'a CandidateGrid, now: &CandidateGrid) -> Option<Self> {
        let mut gone = Self {
            base,
            ids: Vec::new(),
            places: [CellSet::EMPTY; 9],
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

    /// Removes the candidates from a closure at the end of a level, 0 to 2. Returns true if it is then the closure of the new
    /// state. If not, it must be discarded.
    pub(crate) fn reuse(&self, closure: &mut Closure, level: usize) -> bool {
        let met = |of: &[CellSet; 9]| of.iter().zip(&self.places).any(|(of, gone)| of.meets(*gone));
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

    /// Returns true if another cell may have had the same two candidates at some time.
    fn may_be_naked_pair(&self, rest: &CandidateGrid, cell: usize, pair: u16) -> bool {
        CELL_HOUSES[cell].peers.into_iter().any(|other| {
            let other = other.index();
            rest.cells[other] & !pair == 0 && pair & !self.base.cells[other] == 0
        })
    }

    /// Returns true if another digit, or the digit in another line, may have had the same two positions at some time.
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

    type HintWithChains = Option<(u32, (CandidateId, bool), Vec<Vec<(CandidateId, bool, Cause)>>)>;

    fn found(search: &mut ClosureSearch, marks: &Pencilmarks, level: ChainLevel) -> HintWithChains {
        search.nested_hints().budget = u64::MAX;
        let (grid, placed) = (CandidateGrid::of(marks), PlacedCounts::of(marks));
        let hint = search.first(&grid, &placed, level, &mut ImplicationSets::default())?;
        Some((hint.nodes, hint.target, search.closures.chains(&hint)))
    }

    /// Compares all levels of all states of a path, with and without closure reuse.
    #[test]
    fn reused_closures_give_the_hints_of_new_ones() {
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
