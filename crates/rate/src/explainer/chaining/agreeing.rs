//! From which cells, and from which places of digits, static chains may come to one end.
//!
//! ```text
//! r1c1 = {1,2,3}    what is off because of each of the three, by colours: if nothing in common, no chains are followed
//! ```

use super::{
    colours::Colours,
    grid::{CELL_IN, Grid, bits, name},
    rating::Links,
};
use crate::Cells;
use gridmill_board::Cell;

/// What several chains may start from: cells, and digits by house.
#[derive(Debug, Default)]
pub(super) struct Agreeing {
    pub(super) cells: Cells,
    pub(super) digits: [u16; 27],
}

/// Whether the Explainer starts static chains from a cell with so many candidates, or a house whose first place is such a cell.
const fn is_source(candidates: u16) -> bool {
    candidates.count_ones() > 2
}

impl Agreeing {
    /// Finds them by colours.
    pub(super) fn find(grid: &Grid, colours: &mut Colours) -> Self {
        colours.paint(grid, Links::Xy);
        let mut agreeing = Self::default();
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| is_source(**of)) {
            if colours.may_agree(grid, bits(candidates).map(|digit| name(cell, digit))) {
                agreeing.cells = agreeing.cells.with(Cell::new(cell));
            }
        }
        for (house, positions) in grid.positions.iter().enumerate() {
            let cells = CELL_IN[house].map(usize::from);
            for (digit, &positions) in positions.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
                let places = bits(positions).map(|index| name(cells[index], digit));
                let first = cells[positions.trailing_zeros() as usize];
                if is_source(grid.cells[first]) && colours.may_agree(grid, places) {
                    agreeing.digits[house] |= 1 << digit;
                }
            }
        }
        agreeing
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.digits == [0; 27]
    }
}
