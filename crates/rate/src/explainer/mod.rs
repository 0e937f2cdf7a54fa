//! Techniques that only the Sudoku Explainer (N. Juillerat 2007) has, and techniques that it tries in an order of its own.
//!
//! ```text
//! fish        X-wing, swordfish, jellyfish      columns before rows
//! wings       XY-wing, XYZ-wing                 by pivot, then by the pivot's peers
//! loops       unique rectangles and loops       all are found, then sorted by rating and type
//! bug         bivalue universal graves          types 1 to 4
//! exclusion   aligned pair and triplet exclusion
//! chaining    cycles, forcing chains and everything that follows from candidates
//! ```
//!
//! The order within each is the Explainer's, because its ratings depend on which of several steps is taken.

pub(super) mod chaining;
mod exclusion;
mod loops;

use crate::{
    Candidates, CellSet, Conventions, Family, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow,
    Sink, Step, Technique as T, TechniqueSet,
    candidates::{bits, digit_bits},
    fish::houses,
    peers,
    subsets::{Order, SubsetSearch, each_subset},
    wings,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Memory of the searches.
#[derive(Debug, Default)]
pub(super) struct ExplainerScratch {
    fish: Vec<PlainFish>,
    loops: loops::UniqueLoopScratch,
    pairs: exclusion::CandidateSnapshot,
    triplets: exclusion::CandidateSnapshot,
    pub(super) chaining: Box<chaining::Chaining>,
}

/// Techniques that only the Explainer has.
const ALONE: TechniqueSet = TechniqueSet::only(T::UniqueLoop1)
    .with(T::UniqueLoop2)
    .with(T::UniqueLoop3)
    .with(T::UniqueLoop4)
    .with(T::Bug1)
    .with(T::Bug2)
    .with(T::Bug3)
    .with(T::Bug4)
    .or(TechniqueSet::of_family(Family::Exclusion))
    .or(TechniqueSet::of_family(Family::Chaining));

/// All techniques that are searched here under the conventions of the Explainer.
const ALL: TechniqueSet = ALONE
    .with(T::XWing)
    .with(T::Swordfish)
    .with(T::Jellyfish)
    .with(T::XyWing)
    .with(T::XyzWing)
    .with(T::UniqueRectangle1)
    .with(T::UniqueRectangle2)
    .with(T::UniqueRectangle3)
    .with(T::UniqueRectangle4);

/// Returns the techniques that are searched here.
pub(super) const fn techniques(conventions: Conventions) -> TechniqueSet {
    match conventions {
        Conventions::Hodoku | Conventions::Plain => ALONE,
        Conventions::Explainer => ALL,
    }
}

/// Finds the `requested` techniques of a family.
pub(super) fn find(
    finder: &mut Finder<'_>,
    requested: TechniqueSet,
    family: Family,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let Finder { marks, scratch, .. } = finder;
    let ExplainerScratch { fish, loops, pairs, triplets, chaining } = &mut scratch.explainer;
    match family {
        Family::Fish => find_fish(marks, requested, fish, sink),
        Family::Wings => find_wings(marks, requested, sink),
        Family::Uniqueness => {
            loops::find(marks, requested, loops, sink)?;
            find_bug(marks, requested, sink)
        }
        Family::Exclusion => {
            if requested.contains(T::AlignedPairExclusion) {
                exclusion::find_pairs(marks, pairs, sink)?;
            }
            if requested.contains(T::AlignedTripletExclusion) {
                exclusion::find_triplets(marks, triplets, sink)?;
            }
            SearchFlow::Continue(())
        }
        Family::Chaining => chaining::find(marks, requested, chaining, sink),
        _ => SearchFlow::Continue(()),
    }
}

/// Returns those of `cells` that see `cell`, in the order of the Explainer: box, row, column.
fn around(cell: Cell, cells: CellSet) -> impl Iterator<Item = Cell> {
    let seen = cells & peers(cell);
    let [in_box, in_row] =
        [HouseKind::Box, HouseKind::Row].map(|kind| seen & House::holding(kind, cell).cells());
    in_box.iter().chain(in_row - in_box).chain(seen - in_box - in_row)
}

// Bivalue universal graves (BUG): a grid in which every cell has two candidates, and every digit two places in each house, has no
// solution or several. So one of the surplus candidates, which keep the grid from being one, must hold.
//
// ```text
// type 1   one cell has surplus            it holds a surplus digit
// type 2   the only surplus digit is x     cells that see all surplus cells lose x
// type 3   several cells of one house      their surplus digits are one cell of a naked subset there
// type 4   two cells of one house          they share a q that cannot leave them: each keeps q and its surplus
// ```
//
// Order: as above, but 4 before 3; within 4 and 3 box, row, column; within 3 by size, then colexicographically by cells, which are
// ordered by the box, row and column of the first surplus cell.

/// Finds the steps of a grid that is a BUG except for some surplus candidates.
fn find_bug(marks: &Pencilmarks, requested: TechniqueSet, sink: &mut Sink<'_>) -> SearchFlow {
    let techniques = TechniqueSet::only(T::Bug1).with(T::Bug2).with(T::Bug3).with(T::Bug4);
    if !requested.meets(techniques) {
        return SearchFlow::Continue(());
    }
    let Some(bug) = Bug::new(marks) else { return SearchFlow::Continue(()) };
    let find = |technique| requested.contains(technique);
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
    fn new(marks: &'a Pencilmarks) -> Option<Self> {
        let at_least = marks.cells_with_at_least();
        let cells = at_least[3];
        let common = cells.common_peers();
        if at_least[2] != marks.empty() || cells.is_empty() || common.is_empty() {
            return None;
        }
        let (first, surplus) = surplus(marks, cells)?;
        let all_surplus = cells.iter().fold(DigitSet::EMPTY, |all, cell| all | surplus.digits(cell));
        let bug = Self { marks, cells, first, surplus, all_surplus, common };
        bug.is_deadly().then_some(bug)
    }

    /// Returns true if two candidates in each cell and two places in each house would be left without the surplus.
    fn is_deadly(&self) -> bool {
        let two_left = |cell| (self.marks.candidates(cell) - self.surplus.digits(cell)).len() == 2;
        self.cells.iter().all(two_left)
            && DigitSet::full(9).iter().all(|digit| {
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
        let shared =
            self.cells.iter().fold(DigitSet::full(9), |shared, cell| shared & self.marks.candidates(cell));
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
            let house = House::holding(kind, self.first);
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

// Plain fish: the places of a digit in n lines lie in n lines across.
//
// ```text
//      c2    c7
// r1    5 ... 5     the two columns hold 5 in the same two rows alone,
// r6    5 ... 5     so 5 goes from the rest of the rows
// ```
//
// Order: columns as base before rows, then the base lines colexicographically, then the digit. Each base line has two
// places at least, and a digit with fewer than 2 n places to fill in the whole grid is skipped.

/// Finds fish, from the smallest.
fn find_fish(
    marks: &Pencilmarks,
    requested: TechniqueSet,
    found: &mut Vec<PlainFish>,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for (technique, size) in [(T::XWing, 2), (T::Swordfish, 3), (T::Jellyfish, 4)] {
        if requested.contains(technique) {
            for kinds in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
                collect(marks, size, kinds.0, found);
                emit(marks, technique, kinds, found, sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Fish, with base and cover lines as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlainFish {
    base: u16,
    digit: Digit,
    cover: u16,
}

/// All fish with a base of one kind, in order.
fn collect(marks: &Pencilmarks, size: u32, base: HouseKind, found: &mut Vec<PlainFish>) {
    found.clear();
    for digit in DigitSet::full(9).iter().filter(|&digit| marks.placed(digit) + 2 * size <= 9) {
        let lines = lines(marks, digit, base);
        let eligible = |n: &usize| (2..=size).contains(&lines[*n].count_ones());
        let allowed = (0..9).filter(eligible).fold(0, |bits, n| bits | 1 << n);
        let _ = each_subset(&lines, allowed, size, Order::Colexicographic, &mut |base, cover| {
            found.push(PlainFish { base, digit, cover });
            SearchFlow::Continue(())
        });
    }
    found.sort_unstable();
}

/// Passes the fish with eliminations to the sink.
fn emit(
    marks: &Pencilmarks,
    technique: T,
    kinds: (HouseKind, HouseKind),
    found: &[PlainFish],
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for &PlainFish { base, digit, cover } in found {
        let (base, cover) = (houses(kinds.0, base), houses(kinds.1, cover));
        let places = marks.places(digit);
        let rest = (places & cover.cells()) - base.cells();
        if !rest.is_empty() {
            let cells = places & base.cells();
            let reason = Reason::Fish { digit, base, cover, cells, fins: CellSet::EMPTY, chains: Vec::new() };
            sink(Step::eliminate(technique, Candidates::from_cells(digit, rest), reason))?;
        }
    }
    SearchFlow::Continue(())
}

/// The digit's positions in each line of a kind.
fn lines(marks: &Pencilmarks, digit: Digit, kind: HouseKind) -> [u16; 9] {
    std::array::from_fn(|n| marks.positions(House::new(kind, n), digit))
}

// XY-wings and XYZ-wings: whatever the pivot holds, one of three cells holds z.
//
// ```text
//  xy ..... yz          xyz in place of xy: the pivot may hold z itself,
//   |        |          so only cells that see all three lose it
//  xz ..... -z
// ```
//
// Order: pivots row by row, then the first pincer and the second among the pivot's box, row and column.

/// Finds XY-wings, then XYZ-wings.
fn find_wings(marks: &Pencilmarks, requested: TechniqueSet, sink: &mut Sink<'_>) -> SearchFlow {
    let pincers = marks.cells_with(2);
    if requested.contains(T::XyWing) {
        for pivot in pincers {
            from_pivot(marks, pivot, pincers, 0, sink)?;
        }
    }
    if requested.contains(T::XyzWing) {
        for pivot in marks.cells_with(3) {
            from_pivot(marks, pivot, pincers, 1, sink)?;
        }
    }
    SearchFlow::Continue(())
}

/// Passes the wings of a pivot to the sink. `shared` digits are common to pivot and both pincers: none, or z.
fn from_pivot(
    marks: &Pencilmarks,
    pivot: Cell,
    pincers: CellSet,
    shared: u32,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let digits = marks.candidates(pivot);
    let pincers = pincers & peers(pivot);
    for first in around(pivot, pincers).filter(|&first| (digits - marks.candidates(first)).len() == 1) {
        let x_and_z = marks.candidates(first);
        for second in around(pivot, pincers) {
            let y_and_z = marks.candidates(second);
            let three = (digits | x_and_z | y_and_z).len() == 3;
            let common = x_and_z & y_and_z;
            if let (true, Some(z)) =
                (three && (digits & common).len() == shared && common.len() == 1, common.first())
            {
                wing(marks, [pivot, first, second], z, shared, sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

fn wing(marks: &Pencilmarks, cells: [Cell; 3], z: Digit, shared: u32, sink: &mut Sink<'_>) -> SearchFlow {
    let [pivot, first, second] = cells;
    let pincers_see = marks.places(z) & peers(first) & peers(second);
    let (technique, seen) = if shared == 0 {
        (T::XyWing, pincers_see.without(pivot))
    } else {
        (T::XyzWing, pincers_see & peers(pivot))
    };
    if seen.is_empty() {
        return SearchFlow::Continue(());
    }
    let others = (marks.candidates(pivot) | marks.candidates(first)) - DigitSet::only(z);
    let reason = wings::reason(marks, cells, others.iter().chain([z]).collect());
    sink(Step::eliminate(technique, Candidates::from_cells(z, seen), reason))
}

#[cfg(test)]
mod tests {
    use super::T;
    use crate::{
        Conventions::Explainer,
        FinderMemory, Pencilmarks, Rater, Rulebook, Tenths,
        testing::{all, found, position, steps},
    };
    use gridmill_board::{Grid, Shape};

    const NONE: [&str; 0] = [];

    #[test]
    fn rectangles_with_subsets_and_loops_are_worth_more_by_their_size() {
        let subset = "12 in r1c12, 123 in r4c1, 124 in r4c2, 34 in r4c9";
        let six = "12 in r1c14 r2c4 r2c7 r3c7, 127 in r3c1, no 1 in r1c7 r2c1 r3c4";
        for (technique, state) in [(T::UniqueRectangle3, subset), (T::UniqueLoop1, six)] {
            let steps = steps(&position(state), technique, Explainer, &mut FinderMemory::default());
            assert_eq!(steps[0].extra, Tenths::new(1), "{technique}");
        }
        assert_eq!(all(&position(six), T::UniqueLoop1)[0].extra, Tenths::new(1));
    }

    /// The end of a puzzle in which all cells have two candidates but one, which has three.
    fn bug() -> Pencilmarks {
        let text = "1..4.67.9....8.23..6.....45..4.9.....3.6..9.49..32..5..9.........193....7....2...";
        let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text).unwrap());
        let mut rater = Rater::new(Rulebook::se());
        while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
            if step.technique == T::Bug1 {
                return marks;
            }
            marks.apply(&step);
        }
        panic!("there is a BUG on the way")
    }

    #[test]
    fn a_bug_of_type_1_leaves_the_surplus_alone() {
        let marks = bug();
        let three = marks.cells_with(3).single().unwrap();
        assert_eq!(marks.cells_with(2), marks.empty().without(three));
        let step = &all(&marks, T::Bug1)[0];
        assert_eq!(step.eliminations.len(), 2);
        assert!(step.eliminations.all_cells().contains(three));
        assert_eq!(found(&marks, T::Bug2, Explainer), NONE);
        // With one candidate less it is no BUG.
        let mut marks = marks;
        let cell = marks.cells_with(2).first().unwrap();
        marks.eliminate(cell, marks.candidates(cell).first().unwrap());
        assert_eq!(found(&marks, T::Bug1, Explainer), NONE);
    }
}
