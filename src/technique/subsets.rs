//! Subsets: so many cells of a house for as many digits.
//!
//! ```text
//! naked    two cells with 1 2 alone          {12} {12} {123} {145}     the others lose 1 and 2
//! hidden   two digits with two cells alone   {12567} {1246} {56} {47}  the two cells lose the rest
//! locked   naked, within a box and a line    other cells of either lose them, in both some
//! direct   hidden, and then one place is left for another digit, which is placed there
//! ```
//!
//! Order, HoDoKu: boxes, rows, columns; lexicographic by cells (naked) or digits (hidden). A naked subset takes its digits from
//! all houses that hold its cells, and cells with one candidate may be part of it. A pair or triple that is locked is
//! not naked besides.
//!
//! Order, Explainer: boxes, columns, rows; colexicographic. A naked subset takes its digits from the one house alone. Each
//! cell has two candidates at least, each digit two places; a naked subset of n cells needs 2 n empty ones in the house, a hidden one
//! 2 n + 1, a direct one n + 1.

use super::{
    Candidates, Cells, Conventions, Finder, Found, House, HouseKind, Pencilmarks, Reason, Sink, Step,
    Technique as T,
    combine::{Order, bits, combine},
};
use crate::board::{Cell, DigitSet};

/// Finds subsets, from the smallest; locked before naked before hidden.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> Found {
    let Finder { marks, wanted, conventions, .. } = *finder;
    let search = Search { marks, conventions };
    for (direct, size) in [(T::DirectHiddenPair, 2), (T::DirectHiddenTriplet, 3)] {
        if wanted.contains(direct) {
            search.direct(size, direct, sink)?;
        }
    }
    for (locked, size) in [(T::LockedPair, 2), (T::LockedTriple, 3)] {
        if wanted.contains(locked) {
            search.locked(size, locked, sink)?;
        }
    }
    for (naked, size) in [(T::NakedPair, 2), (T::NakedTriple, 3), (T::NakedQuad, 4)] {
        if wanted.contains(naked) {
            search.naked(size, naked, sink)?;
        }
    }
    for (hidden, size) in [(T::HiddenPair, 2), (T::HiddenTriple, 3), (T::HiddenQuad, 4)] {
        if wanted.contains(hidden) {
            search.hidden(size, hidden, sink)?;
        }
    }
    Found::Continue(())
}

struct Search<'a> {
    marks: &'a Pencilmarks,
    conventions: Conventions,
}

/// Cells and digits, as many of either.
struct Subset {
    house: House,
    cells: Cells,
    digits: DigitSet,
}

impl Subset {
    fn reason(&self) -> Reason {
        Reason::Subset { house: self.house, digits: self.digits, cells: self.cells }
    }
}

impl Search<'_> {
    fn naked(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> Found {
        let fewest = if self.conventions == Conventions::Hodoku { 1 } else { 2 };
        let eligible = self.cells_of_size(fewest, size);
        for house in self.conventions.kinds().into_iter().flat_map(HouseKind::houses) {
            if self.conventions == Conventions::Explainer && self.marks.empty_in(house) < 2 * size {
                continue;
            }
            self.each_naked(house, eligible, size, &mut |subset| {
                let eliminations = match self.conventions {
                    Conventions::Explainer => self.others(&subset, house.cells()),
                    Conventions::Hodoku if size < 4 && self.locked_eliminations(&subset).is_some() => {
                        return Found::Continue(());
                    }
                    Conventions::Hodoku => self.others(&subset, subset.cells.common_peers()),
                };
                emit(technique, eliminations, &subset, sink)
            })?;
        }
        Found::Continue(())
    }

    /// Naked subsets of a box that lie in a line too, and take digits from both.
    fn locked(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> Found {
        let eligible = self.cells_of_size(1, size);
        for house in HouseKind::Box.houses() {
            self.each_naked(house, eligible, size, &mut |subset| match self.locked_eliminations(&subset) {
                Some(eliminations) => emit(technique, eliminations, &subset, sink),
                None => Found::Continue(()),
            })?;
        }
        Found::Continue(())
    }

    fn hidden(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> Found {
        let empty = if self.conventions == Conventions::Hodoku { size } else { 2 * size };
        for house in self.conventions.kinds().into_iter().flat_map(HouseKind::houses) {
            self.each_hidden(house, size, empty, &mut |subset, _| {
                let others = DigitSet::full(9) - subset.digits;
                let eliminations = Candidates::within(self.marks, others, subset.cells);
                emit(technique, eliminations, &subset, sink)
            })?;
        }
        Found::Continue(())
    }

    /// Hidden subsets that leave one place for another digit: the lowest such digit.
    fn direct(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> Found {
        for house in HouseKind::BOX_COLUMN_ROW.into_iter().flat_map(HouseKind::houses) {
            self.each_hidden(house, size, size, &mut |subset, indices| {
                let left = (DigitSet::full(9) - subset.digits).find_map(|digit| {
                    let positions = self.marks.positions(house, digit);
                    let left = positions & !indices;
                    let one_is_left = left.is_power_of_two() && left != positions;
                    one_is_left.then(|| (house.cell(left.trailing_zeros() as usize), digit))
                });
                let Some((cell, digit)) = left else { return Found::Continue(()) };
                sink(Step::place(technique, cell, digit, subset.reason()))
            })?;
        }
        Found::Continue(())
    }

    /// The cells with so many candidates.
    fn cells_of_size(&self, fewest: u32, most: u32) -> Cells {
        let at_least = self.marks.cells_with_at_least();
        at_least[fewest as usize] - at_least[most as usize + 1]
    }

    /// The naked subsets of a house among the eligible cells.
    #[inline]
    fn each_naked(
        &self,
        house: House,
        eligible: Cells,
        size: u32,
        visit: &mut impl FnMut(Subset) -> Found,
    ) -> Found {
        let eligible = house.cells() & eligible;
        if eligible.len() < size {
            return Found::Continue(());
        }
        let mut cells = [Cell::new(0); 9];
        let mut sets = [0; 9];
        for (n, cell) in eligible.enumerate() {
            cells[n] = cell;
            sets[n] = self.marks.candidate_bits(cell);
        }
        combine(&sets, (1 << eligible.len()) - 1, size, self.order(), &mut |chosen, digits| {
            let cells = bits(chosen).map(|n| cells[n]).collect();
            visit(Subset { house, cells, digits: DigitSet::from_bits(digits.into()) })
        })
    }

    /// The hidden subsets of a house with more than so many empty cells, and the indices of their cells.
    #[inline]
    fn each_hidden(
        &self,
        house: House,
        size: u32,
        empty: u32,
        visit: &mut impl FnMut(Subset, u16) -> Found,
    ) -> Found {
        if self.marks.empty_in(house) <= empty {
            return Found::Continue(());
        }
        let fewest = if self.conventions == Conventions::Hodoku { 1 } else { 2 };
        let mut sets = [0; 9];
        let mut eligible = 0;
        for digit in DigitSet::full(9) {
            let positions = self.marks.positions(house, digit);
            sets[digit.index()] = positions;
            eligible |= u16::from((fewest..=size).contains(&positions.count_ones())) << digit.index();
        }
        combine(&sets, eligible, size, self.order(), &mut |digits, indices| {
            let cells = bits(indices).map(|index| house.cell(index)).collect();
            visit(Subset { house, cells, digits: DigitSet::from_bits(digits.into()) }, indices)
        })
    }

    const fn order(&self) -> Order {
        match self.conventions {
            Conventions::Hodoku => Order::Lexicographic,
            Conventions::Explainer => Order::Colexicographic,
        }
    }

    /// What the subset's digits lose in other cells of an area.
    fn others(&self, subset: &Subset, area: Cells) -> Candidates {
        Candidates::within(self.marks, subset.digits, area - subset.cells)
    }

    /// What a naked subset takes from its box and its line, if from both.
    fn locked_eliminations(&self, subset: &Subset) -> Option<Candidates> {
        let mut houses = subset.cells.common_houses();
        let (line, house) = (houses.next()?, houses.next()?);
        let beyond = self.others(subset, line.cells() - house.cells());
        let within = self.others(subset, house.cells());
        (!beyond.is_empty() && !within.is_empty()).then(|| {
            let mut both = beyond;
            both.union(&within);
            both
        })
    }
}

#[inline]
fn digit_bits(digits: DigitSet) -> u16 {
    (digits.bits() & 0x1FF) as u16
}

fn emit(technique: T, eliminations: Candidates, subset: &Subset, sink: &mut Sink<'_>) -> Found {
    if eliminations.is_empty() {
        return Found::Continue(());
    }
    sink(Step::eliminate(technique, eliminations, subset.reason()))
}
