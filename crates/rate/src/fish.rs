//! Fish: in n base houses a digit's places lie in n cover houses, so that it can be gone from the rest of the cover houses.
//!
//! ```text
//!          c2      c5      c8            x  a place in a base house
//!  r1   .   x   .   x   .   .            f  a fin: a place in a base house that no cover house holds
//!  r2   *   .   .   f   f   .            *  goes only if it sees every fin
//!  r4   .   x   .   .   x   .
//! ```
//!
//! | form     | base                | cover                    | fins |
//! |----------|---------------------|--------------------------|------|
//! | basic    | rows                | columns                  | none |
//! | finned   | rows                | columns                  | 1-5  |
//! | sashimi  | rows, one of which has at most one place that is no fin | columns | 1-5 |
//! | franken  | rows and boxes      | columns and boxes        | none, or 1-5 |
//! | mutant   | any, but not as above | any                    | none, or 1-5 |
//!
//! and each with rows and columns exchanged. A place in two base houses is a fin, too; one in two cover houses goes like one
//! that is in no base house.
//!
//! Order: by technique, digit, rows before columns as base, base houses, cover houses.
//!
//! Sources: the fish of B. Hobiger's HoDoKu (2008-2012) and of the Ultimate Fish Guide (obiwahn and others 2006-2008).

use crate::{
    Candidates, CellSet, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, candidates::ascending,
}; //X
use gridmill_board::{Cell, Digit};

/// Most fins of a fish; more are hard to see.
const MAX_FINS: u32 = 5;

/// Form of a fish: the kinds of its houses, and fins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Basic,
    Finned,
    Sashimi,
    Franken,
    FinnedFranken,
    Mutant,
    FinnedMutant,
}

impl Form {
    /// Returns true if fish of this form have fins.
    const fn has_fins(self) -> bool {
        !matches!(self, Self::Basic | Self::Franken | Self::Mutant)
    }

    /// Returns true if any house may be base or cover.
    const fn is_mutant(self) -> bool {
        matches!(self, Self::Mutant | Self::FinnedMutant)
    }
}

/// Finds fish.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    let templates = &mut finder.scratch.templates;
    let digits = templates.digits(marks);
    if digits.is_empty() {
        return SearchFlow::Continue(());
    }
    for technique in requested.iter() {
        let Some((form, size)) = form_and_size(technique) else { continue };
        for digit in digits {
            let dead = templates.dead(marks, digit);
            let search = FishSearch { marks, digit, dead, technique, form, size };
            match form {
                Form::Basic | Form::Finned | Form::Sashimi => find_in_lines(&search, sink)?,
                Form::Franken | Form::FinnedFranken | Form::Mutant | Form::FinnedMutant => {
                    find_franken(&search, sink)?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

fn form_and_size(technique: Technique) -> Option<(Form, usize)> {
    use Technique as T;
    Some(match technique {
        T::XWing => (Form::Basic, 2),
        T::Swordfish => (Form::Basic, 3),
        T::Jellyfish => (Form::Basic, 4),
        T::FinnedXWing => (Form::Finned, 2),
        T::FinnedSwordfish => (Form::Finned, 3),
        T::FinnedJellyfish => (Form::Finned, 4),
        T::SashimiXWing => (Form::Sashimi, 2),
        T::SashimiSwordfish => (Form::Sashimi, 3),
        T::SashimiJellyfish => (Form::Sashimi, 4),
        T::FrankenXWing => (Form::Franken, 2),
        T::FrankenSwordfish => (Form::Franken, 3),
        T::FrankenJellyfish => (Form::Franken, 4),
        T::FinnedFrankenXWing => (Form::FinnedFranken, 2),
        T::FinnedFrankenSwordfish => (Form::FinnedFranken, 3),
        T::FinnedFrankenJellyfish => (Form::FinnedFranken, 4),
        T::MutantXWing => (Form::Mutant, 2),
        T::MutantSwordfish => (Form::Mutant, 3),
        T::MutantJellyfish => (Form::Mutant, 4),
        T::FinnedMutantXWing => (Form::FinnedMutant, 2),
        T::FinnedMutantSwordfish => (Form::FinnedMutant, 3),
        T::FinnedMutantJellyfish => (Form::FinnedMutant, 4),
        T::FinnedMutantSquirmbag => (Form::FinnedMutant, 5),
        T::FinnedMutantWhale => (Form::FinnedMutant, 6),
        _ => return None,
    })
}

/// Parameters of one search: the digit, and the technique with its form and size.
struct FishSearch<'a> {
    marks: &'a Pencilmarks,
    digit: Digit,
    /// Dead places: the only possible eliminations.
    dead: CellSet,
    technique: Technique,
    form: Form,
    size: usize,
}

/// Fish with eliminations.
#[derive(Debug, Clone, Copy)]
struct Fish {
    form: Form,
    base: HouseSet,
    cover: HouseSet,
    /// The places in base houses that are no fins.
    cells: CellSet,
    fins: CellSet,
    eliminations: CellSet,
}

impl FishSearch<'_> {
    fn step(&self, fish: &Fish) -> Step {
        let Fish { base, cover, cells, fins, eliminations, .. } = *fish;
        let reason = Reason::Fish { digit: self.digit, base, cover, cells, fins, chains: Vec::new() };
        Step::eliminate(self.technique, Candidates::from_cells(self.digit, eliminations), reason)
    }

    /// Passes the fish of one base with the requested form to the sink. If the search continues, also passes each two of them as
    /// one: a Siamese fish, which has the form of the first.
    fn emit(&self, all: &[Fish], sink: &mut Sink<'_>) -> SearchFlow {
        for fish in all.iter().filter(|fish| fish.form == self.form) {
            sink(self.step(fish))?;
        }
        for (n, one) in all.iter().enumerate().filter(|(_, one)| one.form == self.form) {
            for other in all[n + 1..].iter().filter(|other| !other.fins.is_empty()) {
                sink(self.step(&one.joined(other)))?;
            }
        }
        SearchFlow::Continue(())
    }
}

impl Fish {
    fn joined(&self, other: &Self) -> Self {
        let fins = self.fins | other.fins;
        Self {
            form: self.form,
            base: self.base,
            cover: self.cover | other.cover,
            cells: (self.cells | other.cells) - fins,
            fins,
            eliminations: self.eliminations | other.eliminations,
        }
    }
}

// Basic, finned and sashimi fish: rows against columns, as masks of nine bits.
//
// ```text
// union of n rows' places   n columns        a fish
//                           n + 1 columns    one of them holds fins
//                           n + 2 columns    two of one stack do: all fins and cells that see them are in one box
// ```
//
// More than two columns of fins leave nothing in their box, so a union of more than n + 2 columns is skipped.

/// Finds fish with rows as base, then those with columns.
fn find_in_lines(search: &FishSearch<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    for (base, cover) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
        let lines = |kind| HouseKind::houses(kind).map(|line| search.marks.positions(line, search.digit));
        let rows = masks(lines(base));
        let fins = if search.form == Form::Basic { 0 } else { 2 };
        let most = search.size + fins;
        let usable =
            rows.iter().enumerate().filter(|(_, row)| **row != 0 && (row.count_ones() as usize) <= most);
        let usable = usable.fold(0_u16, |usable, (n, _)| usable | 1 << n);
        let open = rows.iter().filter(|row| **row != 0).count();
        // If all rows with places are base rows, there is nothing to eliminate.
        if open <= search.size || (usable.count_ones() as usize) < search.size {
            continue;
        }
        let columns = masks(lines(cover));
        Lines { search, kinds: (base, cover), rows, columns, most }.choose(
            usable,
            search.size,
            0,
            0,
            sink,
        )?;
    }
    SearchFlow::Continue(())
}

fn masks(lines: impl Iterator<Item = u16>) -> [u16; 9] {
    let mut masks = [0; 9];
    for (mask, line) in masks.iter_mut().zip(lines) {
        *mask = line;
    }
    masks
}

/// A digit's places, with the base lines called rows and the cover lines columns.
struct Lines<'a> {
    search: &'a FishSearch<'a>,
    kinds: (HouseKind, HouseKind),
    rows: [u16; 9],
    columns: [u16; 9],
    most: usize,
}

impl Lines<'_> {
    /// Takes `left` more base rows of those that are still `usable`.
    fn choose(&self, usable: u16, left: usize, base: u16, union: u16, sink: &mut Sink<'_>) -> SearchFlow {
        if left == 0 {
            return self.check(base, union, sink);
        }
        let mut usable = usable;
        while usable != 0 {
            let row = usable.trailing_zeros() as usize;
            usable &= usable - 1;
            let union = union | self.rows[row];
            if union.count_ones() as usize <= self.most {
                self.choose(usable, left - 1, base | 1 << row, union, sink)?;
            }
        }
        SearchFlow::Continue(())
    }

    /// The fish of these base rows.
    fn check(&self, base: u16, union: u16, sink: &mut Sink<'_>) -> SearchFlow {
        let spare = (union.count_ones() as usize).checked_sub(self.search.size);
        match (self.search.form, spare) {
            (Form::Basic, Some(0)) if bits(union).any(|column| self.columns[column] & !base != 0) => {
                sink(self.search.step(&self.fish(base, union, 0)))
            }
            (Form::Finned | Form::Sashimi, Some(spare @ 1..=2)) => self.check_fins(base, union, spare, sink),
            _ => SearchFlow::Continue(()),
        }
    }

    /// Finned and sashimi fish, the last columns first as those of fins.
    fn check_fins(&self, base: u16, union: u16, spare: usize, sink: &mut Sink<'_>) -> SearchFlow {
        let mut all = Vec::new();
        for first in bits(union).rev() {
            if spare == 1 {
                all.extend(self.finned(base, union, 1 << first));
            } else {
                let later = |second: &usize| *second > first && second / 3 == first / 3;
                for second in bits(union).rev().filter(later) {
                    all.extend(self.finned(base, union, 1 << first | 1 << second));
                }
            }
        }
        self.search.emit(&all, sink)
    }

    /// Returns the fish whose fins are in these columns, of one stack, if it has eliminations.
    fn finned(&self, base: u16, union: u16, fin_columns: u16) -> Option<Fish> {
        let rows = bits(fin_columns).fold(0, |rows, column| rows | self.columns[column] & base);
        let band = 0b111 << (rows.trailing_zeros() / 3 * 3);
        let stack = 0b111 << (fin_columns.trailing_zeros() / 3 * 3);
        let sees_fins = |column: usize| self.columns[column] & band & !base != 0;
        if rows & !band != 0 || !bits(union & !fin_columns & stack).any(sees_fins) {
            return None;
        }
        Some(self.fish(base, union & !fin_columns, fin_columns)).filter(|fish| fish.fins.len() <= MAX_FINS)
    }

    fn fish(&self, base: u16, cover: u16, fin_columns: u16) -> Fish {
        let lean = bits(base).any(|row| (self.rows[row] & !fin_columns).count_ones() <= 1);
        let form = match (fin_columns, lean) {
            (0, _) => Form::Basic,
            (_, true) => Form::Sashimi,
            (_, false) => Form::Finned,
        };
        let (base_kind, cover_kind) = self.kinds;
        let (base, cover) = (houses(base_kind, base), houses(cover_kind, cover));
        let places = self.search.marks.places(self.search.digit);
        let (base_cells, cover_cells) = (base.cells() & places, cover.cells() & places);
        let fins = base_cells - cover_cells;
        let seen = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
        let eliminations = (cover_cells - base_cells) & seen;
        Fish { form, base, cover, cells: base_cells - fins, fins, eliminations }
    }
}

/// Returns the houses of a kind by their numbers, as bits.
pub(super) fn houses(kind: HouseKind, numbers: u16) -> HouseSet {
    bits(numbers).map(|number| House::new(kind, number)).collect()
}

fn bits(mask: u16) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..9).filter(move |bit| mask >> bit & 1 == 1)
}

// Franken fish: boxes among the base or cover houses; and mutant fish: rows and columns among the same.
//
// ```text
// a target must see all fins, so the base places that a given target x does not see must be covered:
//
//   base - peers(x)   each place lies in three houses, one of which is a base house: at most 2^n covers
//   x                 in a cover house, too; in two if it is in a base house
// ```
//
// A base that no n houses can cover for any target is not extended.

/// Most places of a fish in two base houses.
const MAX_ENDO_FINS: u32 = 2;

/// Finds franken fish with rows and boxes as base, then those with columns and boxes; or mutant fish.
fn find_franken(search: &FishSearch<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let places = search.marks.places(search.digit);
    let [rows, columns, boxes] = HouseKind::ALL.map(HouseSet::of_kind);
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
        for house in self.base.iter().filter(|house| house.index() >= from) {
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
            let targets: CellSet = targets.iter().filter(|&target| self.can_cover(next, target)).collect();
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
        let houses = (HouseSet::holding(cell) & self.cover) - base;
        left > 0 && houses.iter().any(|house| self.is_coverable(rest - house.cells(), base, left - 1))
    }

    /// The fish of one base, by cover.
    fn check(&self, base: Base, targets: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
        let mut covers = Vec::new();
        for target in targets {
            if let Some(rest) = self.uncovered(base, target) {
                self.cover(rest, base, HouseSet::EMPTY, 0, &mut covers);
            }
        }
        let keys: Vec<_> = covers.iter().map(|cover| [!cover.bits().reverse_bits() as usize, 0, 0]).collect();
        let mut covers: Vec<_> = ascending(&keys).into_iter().map(|number| covers[number]).collect();
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

    /// Returns the fish, if it has the requested form and eliminations.
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
        let fin_counts = if self.search.form.has_fins() { 1..=MAX_FINS } else { 0..=0 };
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
        Some(fish).filter(|fish| fin_counts.contains(&fish.fins.len()) && !fish.eliminations.is_empty())
    }
}

fn has_kind(houses: HouseSet, kind: HouseKind) -> bool {
    houses.bits() >> (9 * kind as u32) & 0x1FF != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all, candidates, cells, digit, position};
    use gridmill_board::Cell;

    #[test]
    fn a_franken_fish_has_boxes_among_its_houses() {
        // Rows 2 and 5 and box 9 in columns 1, 7 and 8.
        let marks = position("rows 5 in r2c18 r5c17, no 5 in r8c789 r7c89 r9c79");
        let steps = all(&marks, Technique::FrankenSwordfish);
        let goes = candidates("5 r1346789c1, 5 r1346c7, 5 r1346c8");
        let [step] = &steps[..] else { panic!("one swordfish, not {}", steps.len()) };
        assert_eq!(step.eliminations, goes);
        let Reason::Fish { base, cover, fins, .. } = &step.reason else { panic!("a fish") };
        assert_eq!(
            base.iter().map(|house| house.to_string()).collect::<Vec<_>>(),
            ["row 2", "row 5", "box 9"]
        );
        assert_eq!(
            cover.iter().map(|house| house.to_string()).collect::<Vec<_>>(),
            ["column 1", "column 7", "column 8"]
        );
        assert!(fins.is_empty());
    }

    #[test]
    fn a_finned_franken_fish_takes_what_sees_its_fins() {
        let marks = position("rows 5 in r2c18 r5c17, no 5 in r8c789 r7c8 r9c79");
        let steps = all(&marks, Technique::FinnedFrankenSwordfish);
        let base = ["row 2", "row 5", "box 9"];
        let of_base = |step: &&Step| {
            let Reason::Fish { base: houses, fins, .. } = &step.reason else { return false };
            houses.iter().map(|house| house.to_string()).eq(base) && *fins == cells("r7c9")
        };
        let found: Vec<_> = steps.iter().filter(of_base).map(|step| step.eliminations).collect();
        assert_eq!(found, [candidates("5 r7c1")]);
        assert_eq!(all(&marks, Technique::FrankenSwordfish), []);
    }

    /// Houses of a base or a cover.
    fn choose(size: usize, from: usize) -> Vec<HouseSet> {
        if size == 0 {
            return vec![HouseSet::EMPTY];
        }
        let first = |house: usize| {
            choose(size - 1, house + 1)
                .into_iter()
                .map(move |rest| rest | HouseSet::only(House::from_index(house)))
        };
        (from..27).flat_map(first).collect()
    }

    /// Eliminations of all fish of two houses that are neither basic nor franken, by trying every base with every cover.
    fn mutants_by_trial(places: CellSet, with_fins: bool) -> Vec<CellSet> {
        let count = |cell: Cell, houses: HouseSet| {
            HouseSet::holding(cell).iter().filter(|&house| houses.contains(house)).count()
        };
        let has = |houses: HouseSet, kind: HouseKind| houses.into_iter().any(|house| house.kind() == kind);
        let (row, column) = (HouseKind::Row, HouseKind::Column);
        let pairs = choose(2, 0);
        let mut found = Vec::new();
        for &base in pairs.iter().filter(|base| base.into_iter().all(|house| house.cells().meets(places))) {
            for &cover in pairs.iter().filter(|cover| (**cover - base) == **cover) {
                let is_franken =
                    !has(base, column) && !has(cover, row) || !has(base, row) && !has(cover, column);
                let used = cover
                    .into_iter()
                    .all(|house| (house.cells() & places).into_iter().any(|cell| count(cell, base) > 0));
                if is_franken || !used {
                    continue;
                }
                let fins: CellSet =
                    places.iter().filter(|&cell| count(cell, base) > count(cell, cover).min(1)).collect();
                let seen = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
                let endo = places.iter().filter(|&cell| count(cell, base) == 2).count();
                let gone: CellSet =
                    (places & seen).iter().filter(|&cell| count(cell, cover) > count(cell, base)).collect();
                if fins.is_empty() != with_fins && fins.len() <= MAX_FINS && endo <= 2 && !gone.is_empty() {
                    found.push(gone);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Base row 1 and column 1, whose places lie in box 1, row 5 and column 5: r1c1 is in both, so that it is a fin.
    #[test]
    fn a_mutant_fish_has_rows_and_columns_among_the_same_houses() {
        let marks = position("no 5 in r1c1346789 r346789c1");
        let finned: Vec<_> =
            all(&marks, Technique::FinnedMutantXWing).into_iter().map(|step| step.eliminations).collect();
        assert!(finned.contains(&candidates("5 r5c5")), "r2c1 or r1c2 in box 1: {finned:?}");
    }

    #[test]
    fn mutant_fish_are_those_of_every_base_and_cover() {
        let mut numbers = gridmill_testing::Numbers::new(1);
        let mut found = [0, 0];
        for _ in 0..12 {
            // A way to place the digit in all houses, and some cells more.
            let way = cells("r1c1 r2c4 r3c7 r4c2 r5c5 r6c8 r7c3 r8c6 r9c9");
            let keep = CellSet::ALL.iter().filter(|_| numbers.below(100) < 30).collect::<CellSet>() | way;
            let mut marks = Pencilmarks::blank();
            for cell in CellSet::ALL - keep {
                marks.eliminate(cell, digit(5));
            }
            for (technique, with_fins) in
                [(Technique::MutantXWing, false), (Technique::FinnedMutantXWing, true)]
            {
                let dead = crate::single_digit::Templates::default().dead(&marks, digit(5));
                let tried = mutants_by_trial(keep, with_fins);
                // A fish is searched for each of its eliminations by itself, and every one of them is in no template.
                assert!(tried.iter().all(|gone| gone.is_within(dead)));
                let steps = all(&marks, technique);
                let single =
                    |step: &&Step| matches!(&step.reason, Reason::Fish { cover, .. } if cover.len() == 2);
                let mut ours: Vec<_> =
                    steps.iter().filter(single).map(|step| step.eliminations.cells(digit(5))).collect();
                ours.sort_unstable();
                ours.dedup();
                assert_eq!(ours, tried, "{technique}");
                found[usize::from(with_fins)] += ours.len();
            }
        }
        assert!(found[1] > 20, "{found:?}");
    }
}
