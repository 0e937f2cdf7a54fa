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
use crate::{board::Cell, technique::Cells};

/// What several chains may start from: cells, and digits by house.
#[derive(Debug, Default)]
pub(super) struct Agreeing {
    pub(super) cells: Cells,
    pub(super) digits: [u16; 27],
}

impl Agreeing {
    pub(super) fn find(grid: &Grid, colours: &mut Colours) -> Self {
        colours.paint(grid, Links::Xy);
        let mut agreeing = Self::default();
        let several = |count: u32| count > 2;
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            if several(candidates.count_ones())
                && colours.may_agree(grid, bits(candidates).map(|digit| name(cell, digit)))
            {
                agreeing.cells = agreeing.cells.with(Cell::new(cell));
            }
        }
        for (house, positions) in grid.positions.iter().enumerate() {
            for (digit, &positions) in positions.iter().enumerate() {
                if positions.count_ones() < 2 {
                    continue;
                }
                let first = usize::from(CELL_IN[house][positions.trailing_zeros() as usize]);
                if !several(grid.cells[first].count_ones()) {
                    continue;
                }
                if colours.may_agree(
                    grid,
                    bits(positions).map(|index| name(usize::from(CELL_IN[house][index]), digit)),
                ) {
                    agreeing.digits[house] |= 1 << digit;
                }
            }
        }
        agreeing
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.digits == [0; 27]
    }
}
