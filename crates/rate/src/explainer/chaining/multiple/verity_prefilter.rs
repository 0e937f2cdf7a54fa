//! Verity prefilter: cells and houses whose static closures may share a conclusion.
//!
//! ```text
//! r1c1 = {1,2,3}    candidates that are off because of each of the three, by implication sets: if none in common, no closure is
//!                   followed
//! ```

use super::super::{
    candidates::{CELL_AT, CandidateGrid, bits, id},
    graph::implication_sets::ImplicationSets,
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
    pub(crate) fn find(grid: &CandidateGrid, implications: &mut ImplicationSets) -> Self {
        implications.update(grid, LinkKinds::Xy);
        let mut verity = Self::default();
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| is_source(**of)) {
            if implications.may_share_conclusion(grid, bits(candidates).map(|digit| id(cell, digit))) {
                verity.cells = verity.cells.with(Cell::new(cell));
            }
        }
        for (house, positions) in grid.positions.iter().enumerate() {
            let cells = CELL_AT[house].map(usize::from);
            for (digit, &positions) in positions.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
                let places = bits(positions).map(|index| id(cells[index], digit));
                let first = cells[positions.trailing_zeros() as usize];
                if is_source(grid.cells[first]) && implications.may_share_conclusion(grid, places) {
                    verity.digits[house] |= 1 << digit;
                }
            }
        }
        verity
    }

    /// Returns true if there is no such group.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.digits == [0; 27]
    }
}
