//! Bivalue universal graves (BUG): a grid in which every cell has two candidates, and every digit two places in each house, has no
//! solution or several. So one of the surplus candidates, which keep the grid from being one, must hold.
//!
//! ```text
//! type 1   one cell has surplus            it holds a surplus digit
//! type 2   the only surplus digit is x     cells that see all surplus cells lose x
//! type 3   several cells of one house      their surplus digits are one cell of a naked subset there
//! type 4   two cells of one house          they share a q that cannot leave them: each keeps q and its surplus
//! ```
//!
//! Order: as above, but 4 before 3; within 4 and 3 box, row, column; within 3 by size, then colexicographically by cells, which are
//! ordered by the box, row and column of the first surplus cell.

use super::around;
use crate::{
    Candidates, CellSet, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique as T,
    TechniqueSet,
    bits::{bits, digit_bits},
    subset_search::{Order, SubsetSearch},
};
use gridmill_board::{Cell, DigitSet};

/// Finds the steps of a grid that is a BUG except for some surplus candidates.
pub(super) fn find(marks: &Pencilmarks, wanted: TechniqueSet, sink: &mut Sink<'_>) -> SearchFlow {
    let techniques = TechniqueSet::only(T::Bug1).with(T::Bug2).with(T::Bug3).with(T::Bug4);
    if !wanted.meets(techniques) {
        return SearchFlow::Continue(());
    }
    let Some(bug) = Bug::of(marks) else { return SearchFlow::Continue(()) };
    let find = |technique| wanted.contains(technique);
    let two = bug.cells.len() == 2;
    if bug.cells.single().is_some() {
        return if find(T::Bug1) { bug.type_1(sink) } else { SearchFlow::Continue(()) };
    }
    if bug.all_surplus.len() == 1 && find(T::Bug2) {
        bug.type_2(sink)?;
    }
    if two && find(T::Bug4) {
        bug.type_4(sink)?;
    }
    if bug.all_surplus.len() > 1 && find(T::Bug3) {
        bug.type_3(sink)?;
    }
    SearchFlow::Continue(())
}

/// No digit beyond the surplus, and no house.
const NOTHING: (DigitSet, Option<House>) = (DigitSet::EMPTY, None);

/// Cells with more than two candidates, and the surplus of each.
struct Bug<'a> {
    marks: &'a Pencilmarks,
    cells: CellSet,
    first: Cell,
    surplus: Candidates,
    all_surplus: DigitSet,
    /// Cells that see all of them.
    common: CellSet,
}

impl<'a> Bug<'a> {
    fn of(marks: &'a Pencilmarks) -> Option<Self> {
        let at_least = marks.cells_with_at_least();
        let cells = at_least[3];
        let common = cells.common_peers();
        if at_least[2] != marks.empty() || cells.is_empty() || common.is_empty() {
            return None;
        }
        let (first, surplus) = surplus(marks, cells)?;
        let all_surplus = cells.fold(DigitSet::EMPTY, |all, cell| all | surplus.digits(cell));
        let bug = Self { marks, cells, first, surplus, all_surplus, common };
        bug.is_deadly().then_some(bug)
    }

    /// Returns true if two candidates in each cell and two places in each house would be left without the surplus.
    fn is_deadly(&self) -> bool {
        let two_left = |cell| (self.marks.candidates(cell) - self.surplus.digits(cell)).len() == 2;
        self.cells.clone().all(two_left)
            && DigitSet::full(9).all(|digit| {
                let places = self.marks.places(digit) - self.surplus.cells(digit);
                House::all().all(|house| matches!((places & house.cells()).len(), 0 | 2))
            })
    }

    /// Passes a step to the sink, with the digits beyond the surplus and the house that its argument needs.
    fn step(
        &self,
        technique: T,
        eliminations: Candidates,
        (further, house): (DigitSet, Option<House>),
        extra: CellSet,
        harder: u16,
        sink: &mut Sink<'_>,
    ) -> SearchFlow {
        if eliminations.is_empty() {
            return SearchFlow::Continue(());
        }
        let (digits, cells) = (self.all_surplus, self.cells);
        let reason = Reason::Deadly { digits, cells, extra, roof: cells, further, house };
        sink(Step::eliminate(technique, eliminations, reason).harder_by(harder))
    }

    fn type_1(&self, sink: &mut Sink<'_>) -> SearchFlow {
        let rest = DigitSet::full(9) - self.all_surplus;
        self.step(T::Bug1, Candidates::within(self.marks, rest, self.cells), NOTHING, CellSet::EMPTY, 0, sink)
    }

    fn type_2(&self, sink: &mut Sink<'_>) -> SearchFlow {
        let eliminations = Candidates::within(self.marks, self.all_surplus, self.common);
        self.step(T::Bug2, eliminations, NOTHING, CellSet::EMPTY, 1, sink)
    }

    /// Passes the step of two cells in one house to the sink. Each house that they share gives the same step, so one is enough.
    fn type_4(&self, sink: &mut Sink<'_>) -> SearchFlow {
        let shared = self.cells.fold(DigitSet::full(9), |shared, cell| shared & self.marks.candidates(cell));
        let locked = shared - self.all_surplus;
        if locked.len() != 1 || self.cells.common_houses().is_empty() {
            return SearchFlow::Continue(());
        }
        let mut eliminations = Candidates::EMPTY;
        for cell in self.cells {
            let rest = self.marks.candidates(cell) - self.surplus.digits(cell) - locked;
            eliminations.union(&Candidates::within(self.marks, rest, CellSet::only(cell)));
        }
        self.step(T::Bug4, eliminations, (locked, None), CellSet::EMPTY, 1, sink)
    }

    fn type_3(&self, sink: &mut Sink<'_>) -> SearchFlow {
        for kind in HouseKind::BOX_ROW_COLUMN {
            let house = House::of(kind, self.first);
            if self.cells.is_within(house.cells()) {
                self.type_3_in(house, sink)?;
            }
        }
        SearchFlow::Continue(())
    }

    /// Passes the naked subsets of a house that have the surplus as one cell to the sink.
    fn type_3_in(&self, house: House, sink: &mut Sink<'_>) -> SearchFlow {
        let area = self.common & house.cells();
        let mut cells = [self.first; 9];
        let mut sets = [0; 9];
        let mut allowed = 0;
        for (n, cell) in around(self.first, area).enumerate() {
            cells[n] = cell;
            sets[n] = self.marks.candidate_bits(cell);
            allowed |= u16::from(sets[n].count_ones() > 1) << n;
        }
        let surplus = digit_bits(self.all_surplus);
        for size in (2..=6_u16).filter(|&size| u32::from(size) <= area.len()) {
            let search = SubsetSearch { sets: &sets, size: size.into(), order: Order::Colexicographic };
            search.choose(allowed, u32::from(size) - 1, 0, surplus, &mut |chosen, union| {
                let all = bits(chosen).fold(0, |all, n| all | sets[n]);
                if all != union {
                    return SearchFlow::Continue(());
                }
                let chosen: CellSet = bits(chosen).map(|n| cells[n]).collect();
                let digits = DigitSet::from_bits(union.into());
                let eliminations = Candidates::within(self.marks, digits, area - chosen);
                self.step(T::Bug3, eliminations, (digits, Some(house)), chosen, size, sink)
            })?;
        }
        SearchFlow::Continue(())
    }
}

/// Returns the surplus of each cell, and the first surplus cell by box, row, column and digit.
///
/// A digit whose places in a house are not two is surplus in the one cell there that has more than two candidates.
/// Returns `None` if there is no such cell.
fn surplus(marks: &Pencilmarks, cells: CellSet) -> Option<(Cell, Candidates)> {
    let mut first = None;
    let mut surplus = Candidates::EMPTY;
    for house in HouseKind::BOX_ROW_COLUMN.into_iter().flat_map(HouseKind::houses) {
        for digit in DigitSet::full(9) {
            let places = marks.places_in(house, digit);
            if matches!(places.len(), 0 | 2) {
                continue;
            }
            let too_many = places & cells;
            let _ = too_many.first()?;
            if let Some(cell) = too_many.single() {
                surplus.insert(cell, digit);
                first = first.or(Some(cell));
            }
        }
    }
    Some((first?, surplus))
}
