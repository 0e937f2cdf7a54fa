//! Verity prefilter: cells and houses whose static closures may share a conclusion.
//!
//! ```text
//! r1c1 = {1,2,3}    candidates that are off because of each of the three, by implication sets: if none in common, no closure is
//!                   followed
//! ```

use super::super::{
    candidates::{CELL_AT, CandidateGrid, CandidateId, bits, id},
    graph::{
        conclusion_sets::{ConclusionScratch, with_conclusions},
        implication_sets::ImplicationSets,
    },
    rating::LinkKinds,
};
use crate::CellSet;
use gridmill_board::Cell;

/// Groups that may share a conclusion: cells, and digits by house.
#[derive(Debug, Default)]
pub(crate) struct VerityPrefilter {
    pub(crate) cells: CellSet,
    pub(crate) digits: [u16; 27],
}

/// Returns true if the Explainer starts static chains from a cell with these candidates, or from a house whose first place is
/// such a cell.
const fn is_source(candidates: u16) -> bool {
    candidates.count_ones() > 2
}

impl VerityPrefilter {
    /// Finds the groups by implication sets.
    pub(crate) fn find(
        grid: &CandidateGrid,
        implications: &mut ImplicationSets,
        scratch: &mut ConclusionScratch,
    ) -> Self {
        implications.update(grid, LinkKinds::Xy);
        let mut verity = Self::default();
        with_conclusions(grid, implications.classes(), scratch, |may_share| verity.ask(grid, may_share));
        verity
    }

    /// Keeps the groups that pass a test.
    fn ask(&mut self, grid: &CandidateGrid, may_share: &dyn Fn(&[CandidateId]) -> bool) {
        let mut group = [0; 9];
        let mut test = |all: &mut dyn Iterator<Item = CandidateId>| {
            let mut count = 0;
            for (slot, own) in group.iter_mut().zip(all) {
                *slot = own;
                count += 1;
            }
            may_share(&group[..count])
        };
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| is_source(**of)) {
            if test(&mut bits(candidates).map(|digit| id(cell, digit))) {
                self.cells = self.cells.with(Cell::new(cell));
            }
        }
        for (house, positions) in grid.positions.iter().enumerate() {
            let cells = CELL_AT[house].map(usize::from);
            for (digit, &positions) in positions.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
                let first = cells[positions.trailing_zeros() as usize];
                if is_source(grid.cells[first])
                    && test(&mut bits(positions).map(|index| id(cells[index], digit)))
                {
                    self.digits[house] |= 1 << digit;
                }
            }
        }
    }

    /// Returns true if there is no such group.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.digits == [0; 27]
    }
}
