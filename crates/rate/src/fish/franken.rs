//! Franken fish: boxes among the base or cover houses; and mutant fish: rows and columns among the same.
//!
//! ```text
//! a target must see all fins, so the base places that a given target x does not see must be covered:
//!
//!   base - peers(x)   each place lies in three houses, one of which is a base house: at most 2^n covers
//!   x                 in a cover house, too; in two if it is in a base house
//! ```
//!
//! A base that no n houses can cover for any target is not extended.

use super::{Fish, FishSearch, House, HouseKind, HouseSet, MAX_FINS, SearchFlow, Sink};
use crate::CellSet;
use gridmill_board::Cell;

/// Most places of a fish in two base houses.
const MAX_ENDO_FINS: u32 = 2;

/// Finds franken fish with rows and boxes as base, then those with columns and boxes; or mutant fish.
pub(super) fn find(search: &FishSearch<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let places = search.marks.places(search.digit);
    let [rows, columns, boxes] = HouseKind::ALL.map(HouseSet::of);
    let directions = if search.form.is_mutant() {
        vec![(HouseSet::ALL, HouseSet::ALL)]
    } else {
        vec![(rows | boxes, columns | boxes), (columns | boxes, rows | boxes)]
    };
    for (base, cover) in directions {
        let base_search = FrankenSearch { search, places, base, cover };
        base_search.choose(0, Base::default(), search.dead, sink)?;
    }
    SearchFlow::Continue(())
}

#[derive(Debug, Clone, Copy, Default)]
struct Base {
    houses: HouseSet,
    cells: CellSet,
    /// The places in two of the houses.
    shared: CellSet,
}

struct FrankenSearch<'a> {
    search: &'a FishSearch<'a>,
    places: CellSet,
    /// Houses that may be base, or cover.
    base: HouseSet,
    cover: HouseSet,
}

impl FrankenSearch<'_> {
    /// Adds a base house, from the `from`-th house on. What it may eliminate is among the targets.
    fn choose(&self, from: usize, base: Base, targets: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
        if base.houses.len() as usize == self.search.size {
            return self.check(base, targets, sink);
        }
        for house in self.base.filter(|house| house.index() >= from) {
            let cells = house.cells() & self.places;
            if cells.is_empty() {
                continue;
            }
            let shared = base.shared | (base.cells & cells);
            if shared.len() > if self.search.form.has_fins() { MAX_ENDO_FINS } else { 0 } {
                continue;
            }
            let houses = base.houses | HouseSet::only(house);
            let next = Base { houses, cells: base.cells | cells, shared };
            let targets: CellSet = targets.filter(|&target| self.can_cover(next, target)).collect();
            if !targets.is_empty() {
                self.choose(house.index() + 1, next, targets, sink)?;
            }
        }
        SearchFlow::Continue(())
    }

    /// The base places that must be covered so that a target goes; `None` if it cannot go.
    fn uncovered(&self, base: Base, target: Cell) -> Option<CellSet> {
        let seen = if self.search.form.has_fins() { crate::peers(target) } else { CellSet::EMPTY };
        base.shared.is_within(seen).then(|| (base.cells - seen).without(target))
    }

    /// Returns true if some houses cover what must be covered.
    fn can_cover(&self, base: Base, target: Cell) -> bool {
        self.uncovered(base, target)
            .is_some_and(|rest| self.is_coverable(rest, base.houses, self.search.size))
    }

    fn is_coverable(&self, rest: CellSet, base: HouseSet, left: usize) -> bool {
        let Some(cell) = rest.first() else { return true };
        let mut houses = (HouseSet::holding(cell) & self.cover) - base;
        left > 0 && houses.any(|house| self.is_coverable(rest - house.cells(), base, left - 1))
    }

    /// The fish of one base, by cover.
    fn check(&self, base: Base, targets: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
        let mut covers = Vec::new();
        for target in targets {
            if let Some(rest) = self.uncovered(base, target) {
                self.cover(rest, base, HouseSet::EMPTY, 0, &mut covers);
            }
        }
        covers.sort_unstable_by_key(|cover| std::cmp::Reverse(cover.bits().reverse_bits()));
        covers.dedup();
        let all: Vec<Fish> = covers.iter().filter_map(|&cover| self.fish(base, cover)).collect();
        self.search.emit(&all, sink)
    }

    /// Collects the covers that hold all of `rest`. When nothing is left to cover, any houses from the `from`-th on fill up.
    fn cover(&self, rest: CellSet, base: Base, cover: HouseSet, from: usize, covers: &mut Vec<HouseSet>) {
        if cover.len() as usize == self.search.size {
            if rest.is_empty() {
                covers.push(cover);
            }
            return;
        }
        let may_cover = |house: House| {
            self.cover.contains(house)
                && !base.houses.contains(house)
                && !cover.contains(house)
                && house.cells().meets(base.cells)
        };
        if let Some(cell) = rest.first() {
            for house in HouseSet::holding(cell) {
                if may_cover(house) {
                    self.cover(rest - house.cells(), base, cover | HouseSet::only(house), 0, covers);
                }
            }
        } else {
            for house in House::all().skip(from).filter(|&house| may_cover(house)) {
                self.cover(rest, base, cover | HouseSet::only(house), house.index() + 1, covers);
            }
        }
    }

    /// Returns the fish, if it has the wanted form and eliminations.
    fn fish(&self, base: Base, cover: HouseSet) -> Option<Fish> {
        let [base_kinds, kinds] =
            [base.houses, cover].map(|houses| HouseKind::ALL.map(|kind| has_kind(houses, kind)));
        let [[base_rows, base_columns, base_boxes], [rows, columns, boxes]] = [base_kinds, kinds];
        let is_franken = !base_columns && !rows || !base_rows && !columns;
        let has_form = if self.search.form.is_mutant() {
            !is_franken
        } else {
            (base_boxes || boxes) && (base_rows || base_columns) && (rows || columns)
        };
        if !has_form {
            return None;
        }
        let (mut covered, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for house in cover {
            twice |= covered & house.cells();
            covered |= house.cells();
        }
        let fins = (base.cells - covered) | base.shared;
        let wanted = if self.search.form.has_fins() { 1..=MAX_FINS } else { 0..=0 };
        let seen = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
        let eliminations = ((covered - base.cells) | twice) & self.places & seen;
        let fish = Fish {
            form: self.search.form,
            base: base.houses,
            cover,
            cells: base.cells - fins,
            fins,
            eliminations,
        };
        Some(fish).filter(|fish| wanted.contains(&fish.fins.len()) && !fish.eliminations.is_empty())
    }
}

fn has_kind(houses: HouseSet, kind: HouseKind) -> bool {
    houses.bits() >> (9 * kind as u32) & 0x1FF != 0
}
