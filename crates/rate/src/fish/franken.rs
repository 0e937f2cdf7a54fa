//! Franken fish: boxes among the base or cover houses.
//!
//! ```text
//! a target must see all fins, so the base places that a given target x does not see must be covered:
//!
//!   base - peers(x)   each place lies in one line and one box that may cover it: at most 2^n covers
//!   x                 in a cover house, too; in two if it is in a base house
//! ```

use super::{Fish, FishSearch, Form, House, HouseKind, HouseSet, MAX_FINS, SearchFlow, Sink};
use crate::CellSet;

/// Most places of a fish in two base houses.
const MAX_ENDO_FINS: u32 = 2;

/// Finds fish with rows and boxes as base, then those with columns and boxes.
pub(super) fn find(search: &FishSearch<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let places = search.marks.places(search.digit);
    for (base, cover) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
        FrankenSearch { search, places, base, cover }.choose(0, Base::default(), sink)?;
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
    base: HouseKind,
    cover: HouseKind,
}

impl FrankenSearch<'_> {
    /// Adds a base house, from the `from`-th house on.
    fn choose(&self, from: usize, base: Base, sink: &mut Sink<'_>) -> SearchFlow {
        if base.houses.len() as usize == self.search.size {
            return self.check(base, sink);
        }
        let finned = self.search.form == Form::FinnedFranken;
        for house in House::all().skip(from) {
            let cells = house.cells() & self.places;
            if house.kind() == self.cover || cells.is_empty() {
                continue;
            }
            let shared = base.shared | (base.cells & cells);
            if shared.len() > if finned { MAX_ENDO_FINS } else { 0 } {
                continue;
            }
            let houses = base.houses | HouseSet::only(house);
            let next = Base { houses, cells: base.cells | cells, shared };
            self.choose(house.index() + 1, next, sink)?;
        }
        SearchFlow::Continue(())
    }

    /// The fish of one base, by cover.
    fn check(&self, base: Base, sink: &mut Sink<'_>) -> SearchFlow {
        if !has_kind(base.houses, self.base) {
            return SearchFlow::Continue(());
        }
        let finned = self.search.form == Form::FinnedFranken;
        let mut covers = Vec::new();
        for target in self.search.dead {
            let seen = if finned { crate::peers(target) } else { CellSet::EMPTY };
            if base.shared.is_within(seen) {
                self.cover((base.cells - seen).without(target), base, HouseSet::EMPTY, 0, &mut covers);
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
            house.kind() != self.base
                && !base.houses.contains(house)
                && !cover.contains(house)
                && house.cells().meets(base.cells)
        };
        if let Some(cell) = rest.first() {
            for house in [House::of(self.cover, cell), House::of(HouseKind::Box, cell)] {
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

    /// Returns the fish, if it is a franken fish of the wanted form with eliminations.
    fn fish(&self, base: Base, cover: HouseSet) -> Option<Fish> {
        let with_box = has_kind(base.houses, HouseKind::Box) || has_kind(cover, HouseKind::Box);
        if !with_box || !has_kind(cover, self.cover) {
            return None;
        }
        let (mut covered, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for house in cover {
            twice |= covered & house.cells();
            covered |= house.cells();
        }
        let fins = (base.cells - covered) | base.shared;
        let wanted = if self.search.form == Form::Franken { 0..=0 } else { 1..=MAX_FINS };
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
