//! Subsets of unique rectangles and loops of type 3: two cells of a house hold one of their extra digits, as one cell would.
//!
//! ```text
//! naked    12x 12y xy          x and y are in one of the two and in the third
//! hidden   12x 12y and 3 left  places of 1, 2 and 3, the two cells counted as one: as many cells as digits
//! ```
//!
//! Order: by the number of digits; box, row, column; naked before hidden; colexicographically by cells or digits.

use super::paths::UniqueLoop;
use crate::{
    Candidates, CellSet, House, HouseKind, Pencilmarks, SearchFlow,
    bits::{bits, digit_bits},
    subset_search::{Order, SubsetSearch},
};
use gridmill_board::{Cell, DigitSet};

/// Takes the eliminations of a subset, its house, its other cells, and its extra rating over a type 1: a hidden subset one less than a
/// naked one.
type Push<'a> = dyn FnMut(Candidates, House, CellSet, u16) + 'a;

/// Finds the subsets that contain `surplus`, the extra digits of the two cells.
pub(super) fn find(
    marks: &Pencilmarks,
    found: &UniqueLoop,
    two: [Cell; 2],
    surplus: DigitSet,
    push: &mut Push<'_>,
) {
    for size in (2..=7_u16).filter(|&size| u32::from(size) >= surplus.len()) {
        for kind in HouseKind::BOX_ROW_COLUMN {
            let house = House::of(kind, two[0]);
            if House::of(kind, two[1]) != house {
                continue;
            }
            let subset = LoopSubset { marks, found, two, surplus, house, size };
            let empty = marks.empty_in(house);
            if 2 * u32::from(size) <= empty {
                subset.naked(push);
            }
            if 2 * u32::from(size) < empty {
                subset.hidden(push);
            }
        }
    }
}

struct LoopSubset<'a> {
    marks: &'a Pencilmarks,
    found: &'a UniqueLoop,
    two: [Cell; 2],
    surplus: DigitSet,
    house: House,
    size: u16,
}

impl LoopSubset<'_> {
    fn naked(&self, push: &mut Push<'_>) {
        let mut sets = [0; 9];
        let mut allowed = 0;
        for (index, (cell, set)) in self.house.cells().zip(&mut sets).enumerate() {
            *set = self.marks.candidate_bits(cell);
            let eligible = !self.two.contains(&cell) && set.count_ones() > 1;
            allowed |= u16::from(eligible) << index;
        }
        let both = self.two.into_iter().fold(self.surplus, |both, cell| both & self.marks.candidates(cell));
        let (both, surplus) = (digit_bits(both), digit_bits(self.surplus));
        let search = SubsetSearch { sets: &sets, size: self.size.into(), order: Order::Colexicographic };
        let _ = search.choose(allowed, u32::from(self.size) - 1, 0, surplus, &mut |chosen, union| {
            if bits(chosen).fold(both, |all, n| all | sets[n]) == union {
                let cells = self.cells(chosen);
                let area = self.house.cells() - cells - self.two.into_iter().collect();
                let eliminations = Candidates::within(self.marks, DigitSet::from_bits(union.into()), area);
                push(eliminations, self.house, cells, self.size - 1);
            }
            SearchFlow::Continue(())
        });
    }

    fn hidden(&self, push: &mut Push<'_>) {
        let one = !(1 << House::index_of(self.house.kind(), self.two[1]));
        let positions = |digit| self.marks.positions(self.house, digit) & one;
        let mut sets = [0; 9];
        let mut allowed = 0;
        for digit in DigitSet::full(9) - self.found.digits - self.surplus {
            sets[digit.index()] = positions(digit);
            allowed |= u16::from(positions(digit) != 0) << digit.index();
        }
        let begun = self.found.digits.fold(0, |begun, digit| begun | positions(digit));
        let mut visit = |chosen: u16, indices: u16| {
            let kept = self.found.digits | DigitSet::from_bits(chosen.into());
            let cells = self.cells(indices) - self.two.into_iter().collect();
            let eliminations = Candidates::within(self.marks, DigitSet::full(9) - kept, cells);
            push(eliminations, self.house, cells, self.size - 2);
            SearchFlow::Continue(())
        };
        let _ = if self.size > 2 {
            let search = SubsetSearch { sets: &sets, size: self.size.into(), order: Order::Colexicographic };
            search.choose(allowed, u32::from(self.size) - 2, 0, begun, &mut visit)
        } else if begun.count_ones() == 2 {
            visit(0, begun)
        } else {
            SearchFlow::Continue(())
        };
    }

    fn cells(&self, indices: u16) -> CellSet {
        bits(indices).map(|index| self.house.cell(index)).collect()
    }
}
