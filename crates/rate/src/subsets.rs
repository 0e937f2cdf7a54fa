//! Subsets: n cells of a house that hold n digits.
//!
//! ```text
//! naked    two cells with 1 2 alone          {12} {12} {123} {145}     the others lose 1 and 2
//! hidden   two digits with two cells alone   {12567} {1246} {56} {47}  the two cells lose the rest
//! locked   naked, within a box and a line    other cells of both lose them, some in each
//! direct   hidden, and then one place is left for another digit, which is placed there
//! ```
//!
//! Order, HoDoKu: boxes, rows, columns; lexicographic by cells (naked) or digits (hidden). A naked subset takes its digits from
//! all houses that hold its cells, and cells with one candidate may be part of it. A pair or triple that is locked does not count
//! as naked too.
//!
//! Order, plain: that of HoDoKu. A locked pair or triple is a naked one.
//!
//! Order, Explainer: boxes, columns, rows; colexicographic. A naked subset takes its digits from the one house alone. Each
//! cell has two candidates at least, each digit two places; a naked subset of n cells needs 2 n empty ones in the house, a hidden
//! one 2 n + 1, a direct one n + 1.

use crate::{
    Candidates, CellSet, Conventions, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow,
    Sink, Step, Technique as T,
    candidates::{bits, count},
};
use gridmill_board::{Cell, DigitSet};

const NAKED: [(T, u32); 3] = [(T::NakedPair, 2), (T::NakedTriple, 3), (T::NakedQuad, 4)];
const HIDDEN: [(T, u32); 3] = [(T::HiddenPair, 2), (T::HiddenTriple, 3), (T::HiddenQuad, 4)];

/// Finds subsets, from the smallest; locked before naked before hidden.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, conventions, .. } = *finder;
    let sizes = &mut finder.scratch.subset_sizes;
    sizes.read(marks);
    let search = HouseSubsets { marks, sizes, conventions };
    for (direct, size) in [(T::DirectHiddenPair, 2), (T::DirectHiddenTriplet, 3)] {
        if requested.contains(direct) {
            search.direct(size, direct, sink)?;
        }
    }
    for (locked, size) in [(T::LockedPair, 2), (T::LockedTriple, 3)] {
        if requested.contains(locked) {
            search.locked(size, locked, sink)?;
        }
    }
    for (naked, size) in NAKED {
        if requested.contains(naked) {
            search.naked(size, naked, sink)?;
        }
    }
    for (hidden, size) in HIDDEN {
        if requested.contains(hidden) {
            search.hidden(size, hidden, sink)?;
        }
    }
    SearchFlow::Continue(())
}

struct HouseSubsets<'a> {
    marks: &'a Pencilmarks,
    sizes: &'a SubsetSizes,
    conventions: Conventions,
}

/// Subset: as many cells as digits.
struct Subset {
    house: House,
    cells: CellSet,
    digits: DigitSet,
}

impl Subset {
    fn reason(&self) -> Reason {
        Reason::Subset { house: self.house, digits: self.digits, cells: self.cells }
    }
}

impl HouseSubsets<'_> {
    fn naked(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
        let houses = self.sizes.houses(size);
        if houses.is_empty() {
            return SearchFlow::Continue(());
        }
        let fewest = self.fewest();
        let eligible = self.cells_of_size(fewest, size);
        for house in self.houses() {
            let too_few = self.conventions == Conventions::Explainer && self.marks.empty_in(house) < 2 * size;
            if too_few || !houses.contains(house) {
                continue;
            }
            self.each_naked(house, eligible, size, &mut |subset| {
                let eliminations = match self.conventions {
                    Conventions::Explainer => self.others(&subset, self.marks.cells_in(house)),
                    Conventions::Hodoku if size < 4 && self.locked_eliminations(&subset).is_some() => {
                        return SearchFlow::Continue(());
                    }
                    Conventions::Hodoku | Conventions::Plain => {
                        self.others(&subset, self.marks.common_peers(subset.cells))
                    }
                };
                emit(technique, eliminations, &subset, sink)
            })?;
        }
        SearchFlow::Continue(())
    }

    /// Naked subsets of a box that lie in a line too, and take digits from both.
    fn locked(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
        let houses = self.sizes.houses(size);
        if houses.is_empty() {
            return SearchFlow::Continue(());
        }
        let eligible = self.cells_of_size(1, size);
        for house in self.marks.houses_of(HouseKind::Box).filter(|&house| houses.contains(house)) {
            self.each_naked(house, eligible, size, &mut |subset| match self.locked_eliminations(&subset) {
                Some(eliminations) => emit(technique, eliminations, &subset, sink),
                None => SearchFlow::Continue(()),
            })?;
        }
        SearchFlow::Continue(())
    }

    fn hidden(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
        let empty = if self.conventions == Conventions::Explainer { 2 * size } else { size };
        for house in self.houses() {
            if self.marks.empty_in(house) <= empty || !self.may_hide(house, size) {
                continue;
            }
            self.each_hidden(house, size, &mut |subset, _| {
                let others = DigitSet::full(9) - subset.digits;
                let eliminations = Candidates::within(self.marks, others, subset.cells);
                emit(technique, eliminations, &subset, sink)
            })?;
        }
        SearchFlow::Continue(())
    }

    /// Hidden subsets that leave one place for another digit: the lowest such digit.
    fn direct(&self, size: u32, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
        for house in HouseKind::BOX_COLUMN_ROW.into_iter().flat_map(|kind| self.marks.houses_of(kind)) {
            if self.marks.empty_in(house) <= size || !self.may_hide(house, size) {
                continue;
            }
            self.each_hidden(house, size, &mut |subset, indices| {
                let left = (DigitSet::full(9) - subset.digits).iter().find_map(|digit| {
                    let positions = self.marks.positions(house, digit);
                    let left = positions & !indices;
                    let one_is_left = left.is_power_of_two() && left != positions;
                    one_is_left.then(|| (self.marks.cell_in(house, left.trailing_zeros() as usize), digit))
                });
                let Some((cell, digit)) = left else { return SearchFlow::Continue(()) };
                sink(Step::place(technique, cell, digit, subset.reason()))
            })?;
        }
        SearchFlow::Continue(())
    }

    /// Returns false if a house with more empty cells than `size` has no hidden subset of that size.
    fn may_hide(&self, house: House, size: u32) -> bool {
        self.sizes.houses(self.marks.empty_in(house) - size).contains(house)
    }

    /// Returns the cells with `fewest` to `most` candidates.
    fn cells_of_size(&self, fewest: u32, most: u32) -> CellSet {
        let at_least = self.marks.cells_with_at_least();
        at_least[fewest as usize] - at_least[most as usize + 1]
    }

    /// The naked subsets of a house among the eligible cells.
    #[inline]
    fn each_naked(
        &self,
        house: House,
        eligible: CellSet,
        size: u32,
        visit: &mut impl FnMut(Subset) -> SearchFlow,
    ) -> SearchFlow {
        let eligible = self.marks.cells_in(house) & eligible;
        if eligible.len() < size {
            return SearchFlow::Continue(());
        }
        let mut cells = [Cell::new(0); 9];
        let mut sets = [0; 9];
        for (n, cell) in eligible.iter().enumerate() {
            cells[n] = cell;
            sets[n] = self.marks.candidate_bits(cell);
        }
        each_subset(&sets, (1 << eligible.len()) - 1, size, self.order(), &mut |chosen, digits| {
            let cells = bits(chosen).map(|n| cells[n]).collect();
            visit(Subset { house, cells, digits: DigitSet::from_bits(digits.into()) })
        })
    }

    /// The hidden subsets of a house, and the indices of their cells.
    #[inline]
    fn each_hidden(
        &self,
        house: House,
        size: u32,
        visit: &mut impl FnMut(Subset, u16) -> SearchFlow,
    ) -> SearchFlow {
        let fewest = self.fewest();
        let sets = self.marks.all_positions(house);
        let eligible = (0..9).fold(0, |eligible, digit| {
            eligible | u16::from((fewest..=size).contains(&count(sets[digit]))) << digit
        });
        each_subset(&sets, eligible, size, self.order(), &mut |digits, indices| {
            let cells = bits(indices).map(|index| self.marks.cell_in(house, index)).collect();
            visit(Subset { house, cells, digits: DigitSet::from_bits(digits.into()) }, indices)
        })
    }

    const fn order(&self) -> Order {
        match self.conventions {
            Conventions::Hodoku | Conventions::Plain => Order::Lexicographic,
            Conventions::Explainer => Order::Colexicographic,
        }
    }

    /// Returns the fewest candidates of a cell, or places of a digit, in a subset.
    const fn fewest(&self) -> u32 {
        match self.conventions {
            Conventions::Hodoku | Conventions::Plain => 1,
            Conventions::Explainer => 2,
        }
    }

    /// Returns the houses in the order of the conventions.
    fn houses(&self) -> impl Iterator<Item = House> + use<> {
        let shape = self.marks.shape();
        self.conventions.kinds().into_iter().flat_map(move |kind| kind.houses_in(shape))
    }

    /// Returns the eliminations of the digits of a subset in other cells of an area.
    fn others(&self, subset: &Subset, area: CellSet) -> Candidates {
        Candidates::within(self.marks, subset.digits, area - subset.cells)
    }

    /// Returns the eliminations of a naked subset in its box and its line, if there are any in both.
    fn locked_eliminations(&self, subset: &Subset) -> Option<Candidates> {
        let mut houses = self.marks.common_houses(subset.cells);
        let (line, house) = (houses.pop_first()?, houses.pop_first()?);
        let [line, house] = [line, house].map(|house| self.marks.cells_in(house));
        let beyond = self.others(subset, line - house);
        let within = self.others(subset, house);
        (!beyond.is_empty() && !within.is_empty()).then(|| {
            let mut both = beyond;
            both.union(&within);
            both
        })
    }
}

fn emit(technique: T, eliminations: Candidates, subset: &Subset, sink: &mut Sink<'_>) -> SearchFlow {
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    sink(Step::eliminate(technique, eliminations, subset.reason()))
}

// Enumerates choices of `size` sets whose union has `size` members: the core of naked and hidden subsets and of fish.
//
// ```text
// sets      {1,2} {2,3} {4,5} {1,3}          size 3
// chosen    0b1011, whose union is {1,2,3}
// ```
//
// Techniques differ only in their sets and members: cells and digits, digits and cells, or rows and columns.

/// Order of the choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By the first chosen, then by the second, and so on: `01 02 03 12 13 23`.
    Lexicographic,
    /// By the last chosen, then by the last but one, and so on: `01 02 12 03 13 23`.
    Colexicographic,
}

/// Calls `visit` with each choice of `size` sets out of `allowed` (a bit each) whose union has `size` members, and with the union.
#[inline]
pub(super) fn each_subset(
    sets: &[u16; 9],
    allowed: u16,
    size: u32,
    order: Order,
    visit: &mut impl FnMut(u16, u16) -> SearchFlow,
) -> SearchFlow {
    if count(allowed) < size {
        return SearchFlow::Continue(());
    }
    SubsetSearch { sets, size, order }.choose(allowed, size, 0, 0, visit)
}

/// Sets to choose from, and the size of the choice.
#[derive(Debug)]
pub(super) struct SubsetSearch<'a> {
    /// Members of each set, as bits.
    pub(super) sets: &'a [u16; 9],
    /// Number of sets to choose, and of members of their union.
    pub(super) size: u32,
    /// Order of the choices.
    pub(super) order: Order,
}

impl SubsetSearch<'_> {
    /// Chooses `left` more sets, one at least, out of `allowed`.
    pub(super) fn choose(
        &self,
        allowed: u16,
        left: u32,
        chosen: u16,
        union: u16,
        visit: &mut impl FnMut(u16, u16) -> SearchFlow,
    ) -> SearchFlow {
        let mut ahead = allowed;
        while ahead != 0 {
            let bit = ahead & ahead.wrapping_neg();
            ahead ^= bit;
            let union = union | self.sets[bit.trailing_zeros() as usize];
            let members = count(union);
            if members > self.size {
                continue;
            }
            if left > 1 {
                let rest = match self.order {
                    Order::Lexicographic => ahead,
                    Order::Colexicographic => allowed & (bit - 1),
                };
                self.choose(rest, left - 1, chosen | bit, union, visit)?;
            } else if members == self.size {
                visit(chosen | bit, union)?;
            }
        }
        SearchFlow::Continue(())
    }
}

// Prefilter of subsets: the sizes of the sets of cells in a house that have no more candidates than cells.
//
// ```text
// naked subset of n cells      a set of n cells with n candidates
// hidden subset of n digits    the other cells of the house: together without these digits, so with no more candidates than cells
// ```
//
// All sets of a house are looked at once for subsets of all sizes, and again only when its candidates change.

/// Houses with such a set, by its size.
#[derive(Debug)]
pub(super) struct SubsetSizes {
    /// Rows and columns of a box.
    box_sides: (usize, usize),
    places: [CellSet; 9],
    /// For each house its candidates and the sizes of its sets, as bits.
    known: [([u16; 9], u16); 27],
    with_size: [HouseSet; 10],
}

impl Default for SubsetSizes {
    fn default() -> Self {
        // No digit and no house has these places.
        let (places, known) = ([CellSet::ALL; 9], [([u16::MAX; 9], 0); 27]);
        Self { box_sides: (0, 0), places, known, with_size: [HouseSet::EMPTY; 10] }
    }
}

impl SubsetSizes {
    pub(super) fn read(&mut self, marks: &Pencilmarks) {
        let places = DigitSet::full(9).iter().map(|digit| marks.places(digit));
        if places.zip(&self.places).all(|(now, then)| now == *then) && marks.box_sides() == self.box_sides {
            return;
        }
        self.box_sides = marks.box_sides();
        for (then, digit) in self.places.iter_mut().zip(DigitSet::full(9)) {
            *then = marks.places(digit);
        }
        self.with_size = [HouseSet::EMPTY; 10];
        for house in House::all() {
            let (positions, sizes) = &mut self.known[house.index()];
            let now = marks.all_positions(house);
            if *positions != now {
                (*positions, *sizes) = (now, sizes_in(marks, house));
            }
            for (size, houses) in self.with_size.iter_mut().enumerate() {
                *houses |= HouseSet::only_if(*sizes >> size & 1 == 1, house);
            }
        }
    }

    /// Returns the houses with a set of `size` cells that has no more candidates.
    pub(super) fn houses(&self, size: u32) -> HouseSet {
        self.with_size[size as usize]
    }
}

/// Returns the sizes of the sets of empty cells with no more candidates than cells, as bits.
fn sizes_in(marks: &Pencilmarks, house: House) -> u16 {
    let mut unions = [0_u16; 512];
    let mut sets = 1;
    for cell in marks.cells_in(house) & marks.empty() {
        let (known, next) = unions.split_at_mut(sets);
        let candidates = marks.candidate_bits(cell);
        next.iter_mut().zip(known).for_each(|(next, union)| *next = *union | candidates);
        sets *= 2;
    }
    // Arithmetic alone, so that the compiler takes eight sets at once.
    let table = unions[..sets].iter().zip(&SIZES[..sets]).zip(&SIZE_BITS[..sets]);
    table.fold(0, |sizes, ((&union, &size), &bit)| {
        let pairs = union - (union >> 1 & 0x5555);
        let fours = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
        let eights = (fours + (fours >> 4)) & 0x0F0F;
        let count = (eights + (eights >> 8)) & 0xFF;
        sizes | bit & 0_u16.wrapping_sub(u16::from(count <= size))
    })
}

/// Sizes of sets, by their bits.
pub(super) static SIZES: [u16; 512] = {
    let mut sizes = [0; 512];
    let mut set = 1;
    while set < 512 {
        sizes[set] = sizes[set / 2] + if set % 2 == 1 { 1 } else { 0 };
        set += 1;
    }
    sizes
};

/// A bit for the size of each set; none for the empty set.
static SIZE_BITS: [u16; 512] = {
    let mut bits = [0; 512];
    let mut set = 1;
    while set < 512 {
        bits[set] = 1 << SIZES[set];
        set += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{candidates::bits, testing::position};

    fn all(sets: [u16; 9], allowed: u16, size: u32, order: Order) -> Vec<(u16, u16)> {
        let mut found = Vec::new();
        let _ = each_subset(&sets, allowed, size, order, &mut |chosen, union| {
            found.push((chosen, union));
            SearchFlow::Continue(())
        });
        found
    }

    #[test]
    fn choices_are_those_of_the_definition_in_either_order() {
        let sets: [u16; 9] = [0b11, 0b110, 0b11000, 0b101, 0b111, 0b1_0000_0001, 0, 0b100, 0b11000];
        for (size, allowed) in [(2, 0x1FF), (3, 0x1FF), (4, 0x1BF), (3, 0x0F7)] {
            let union = |chosen: u16| bits(chosen).fold(0_u16, |union, n| union | sets[n]);
            let by_definition: Vec<_> = (0..=0x1FF_u16)
                .filter(|&chosen| chosen & !allowed == 0 && chosen.count_ones() == size)
                .filter(|&chosen| union(chosen).count_ones() == size)
                .map(|chosen| (chosen, union(chosen)))
                .collect();
            assert!(!by_definition.is_empty());
            assert_eq!(all(sets, allowed, size, Order::Colexicographic), by_definition);
            let mut lexicographic = by_definition;
            lexicographic.sort_by_key(|&(chosen, _)| bits(chosen).collect::<Vec<_>>());
            assert_eq!(all(sets, allowed, size, Order::Lexicographic), lexicographic);
        }
    }

    #[test]
    fn sizes_are_those_of_the_definition() {
        let marks = position("12 in r1c12, 123 in r1c3, 45678 in r1c4567");
        let mut sizes = SubsetSizes::default();
        for marks in [&marks, &Pencilmarks::blank(), &marks] {
            sizes.read(marks);
            for house in House::all() {
                let cells: Vec<_> = house.cells().iter().map(|cell| marks.candidates(cell)).collect();
                let expected = (1..512_u32).filter(|set| {
                    let chosen = cells.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
                    let union = chosen.fold(DigitSet::EMPTY, |union, (_, digits)| union | *digits);
                    union.len() <= set.count_ones()
                });
                let expected = expected.fold(0, |sizes, set| sizes | 1 << set.count_ones());
                let found = (1..10).filter(|&size| sizes.houses(size).contains(house));
                assert_eq!(found.fold(0, |sizes, size| sizes | 1 << size), expected, "{house:?}");
            }
        }
    }
}
