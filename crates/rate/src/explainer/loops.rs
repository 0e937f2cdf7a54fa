//! Unique rectangles and loops. If all cells of a closed path held only the same two digits, the digits could be exchanged, and the
//! puzzle would have two solutions. So one of the cells holds another digit.
//!
//! ```text
//! 12 --- 12     type 1   one cell has more candidates: it loses 1 and 2
//!  |      |     type 2   the only extra digit is x: cells that see all its places lose x
//! 12x -- 12y    type 3   the extra digits of two cells act as one cell of a subset of their house
//!               type 4   1 must be in one of two of a house: neither holds 2
//! ```
//!
//! A loop visits each of its houses twice, once at an even and once at an odd place. Order: rating, then type, then as found.

use crate::{
    Candidates, CellSet, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique as T, TechniqueSet,
    candidates::{bits, digit_bits},
    subsets::{Order, SubsetSearch},
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Memory of the search.
#[derive(Debug, Default)]
pub(crate) struct UniqueLoopScratch {
    loops: Vec<UniqueLoop>,
    steps: Vec<Rated>,
}

/// Step with its sort key.
///
/// Ratings are sums of tenths as floating point numbers, since the Explainer compares those: 4.5 + 0.1 + 0.1 < 4.5 + 0.2.
#[derive(Debug)]
struct Rated {
    rating: f64,
    kind: usize,
    step: Step,
}

const RECTANGLES: [T; 4] =
    [T::UniqueRectangle1, T::UniqueRectangle2, T::UniqueRectangle3, T::UniqueRectangle4];
/// No digit beyond the two, and no house.
const NOTHING: (DigitSet, Option<House>) = (DigitSet::EMPTY, None);
const LOOPS: [T; 4] = [T::UniqueLoop1, T::UniqueLoop2, T::UniqueLoop3, T::UniqueLoop4];

/// Finds rectangles and loops.
pub(super) fn find(
    marks: &Pencilmarks,
    requested: TechniqueSet,
    UniqueLoopScratch { loops, steps }: &mut UniqueLoopScratch,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    if !requested.meets(RECTANGLES.into_iter().chain(LOOPS).collect()) {
        return SearchFlow::Continue(());
    }
    loops.clear();
    find_paths(marks, loops);
    steps.clear();
    for found in &*loops {
        Typed { marks, found: *found, requested, steps }.find();
    }
    steps.sort_by(|a, b| a.rating.total_cmp(&b.rating).then(a.kind.cmp(&b.kind)));
    for rated in steps.drain(..) {
        sink(rated.step)?;
    }
    SearchFlow::Continue(())
}

/// Search for the types of a loop.
struct Typed<'a> {
    marks: &'a Pencilmarks,
    found: UniqueLoop,
    requested: TechniqueSet,
    steps: &'a mut Vec<Rated>,
}

impl Typed<'_> {
    fn find(&mut self) {
        match (self.found.more.len(), self.found.first_more) {
            (1, _) => {
                let eliminations = Candidates::within(self.marks, self.found.digits, self.found.more);
                self.push(1, eliminations, NOTHING, CellSet::EMPTY, 0);
            }
            (2, [Some(first), Some(second)]) => self.two_with_more(first, second),
            (_, [Some(first), _]) => self.type_2(self.surplus(first)),
            _ => {}
        }
    }

    fn surplus(&self, cell: Cell) -> DigitSet {
        self.marks.candidates(cell) - self.found.digits
    }

    fn two_with_more(&mut self, first: Cell, second: Cell) {
        let surplus = self.surplus(first) | self.surplus(second);
        if surplus.len() == 1 {
            self.type_2(surplus);
        } else {
            let (marks, found) = (self.marks, self.found);
            find_type_3(
                marks,
                &found,
                [first, second],
                surplus,
                &mut |eliminations, house, extra, harder| {
                    self.push(3, eliminations, (surplus, Some(house)), extra, harder);
                },
            );
        }
        self.type_4();
    }

    /// The lowest surplus digit is the only one.
    fn type_2(&mut self, surplus: DigitSet) {
        if let Some(digit) = surplus.first() {
            let seen = self.marks.places(digit) & self.found.more.common_peers();
            self.push(
                2,
                Candidates::from_cells(digit, seen),
                (DigitSet::only(digit), None),
                CellSet::EMPTY,
                0,
            );
        }
    }

    /// One of the digits is locked into the two cells in a house that they share.
    fn type_4(&mut self) {
        let houses = self.found.more.common_houses();
        let Some((low, high)) = self.found.digits.first().zip(self.found.digits.nth(1)) else { return };
        let (goes, house) = if let Some(house) = self.locked(low, houses) {
            (high, house)
        } else if let Some(house) = self.locked(high, houses) {
            (low, house)
        } else {
            return;
        };
        let eliminations = Candidates::from_cells(goes, self.found.more);
        self.push(4, eliminations, (DigitSet::EMPTY, Some(house)), CellSet::EMPTY, 0);
    }

    /// Returns the first house in which a digit has no place beyond the two cells.
    fn locked(&self, digit: Digit, houses: HouseSet) -> Option<House> {
        houses.iter().find(|&house| self.marks.places_in(house, digit).is_within(self.found.more))
    }

    /// Keeps a step, with the digits beyond the two and the house that its argument needs.
    fn push(
        &mut self,
        kind: usize,
        eliminations: Candidates,
        (further, house): (DigitSet, Option<House>),
        extra: CellSet,
        harder: u16,
    ) {
        let UniqueLoop { cells, digits, more: roof, .. } = self.found;
        let technique = if cells.len() == 4 { RECTANGLES[kind - 1] } else { LOOPS[kind - 1] };
        if eliminations.is_empty() || !self.requested.contains(technique) {
            return;
        }
        let (rating, tenths) = rating(cells.len());
        let reason = Reason::Deadly { digits, cells, extra, roof, further, house };
        let step = Step::eliminate(technique, eliminations, reason);
        let rating = rating + f64::from(harder) * 0.1;
        self.steps.push(Rated { rating, kind, step: step.harder_by(tenths + harder) });
    }
}

/// Returns the rating of a loop of this length, and its extra rating over a rectangle in tenths.
fn rating(length: u32) -> (f64, u16) {
    match length {
        0..6 => (4.5, 0),
        6..8 => (4.5 + 0.1, 1),
        8..10 => (4.5 + 0.2, 2),
        _ => (4.5 + 0.3 + 0.2, 5),
    }
}

// Closed paths of unique rectangles and loops.
//
// ```text
// start 12 -> row -> 12 -> box -> 12x -> column -> ... -> start      no two links of one kind in a row
// ```
//
// A path starts at a cell with two candidates and continues to cells that have both. Two of its cells may have any extra
// candidates; more may only while all extra candidates seen are one digit. The Explainer also counts extra candidates of
// neighbours that it skips, and so does this search.
//
// The Explainer tries every path. This search prunes those that cannot become a loop, because a house would be visited twice at
// even places, twice at odd ones, or only once. The result is the same.

/// A closed path whose houses are all visited twice.
#[derive(Debug, Clone, Copy)]
struct UniqueLoop {
    cells: CellSet,
    /// The two digits that all of them have.
    digits: DigitSet,
    /// Those with more candidates.
    more: CellSet,
    /// The first two of those on the path.
    first_more: [Option<Cell>; 2],
}

/// Adds all loops, each once, in the order in which they are found first.
fn find_paths(marks: &Pencilmarks, loops: &mut Vec<UniqueLoop>) {
    let mut hopeless = [DigitSet::EMPTY; 9];
    for start in marks.cells_with(2) {
        let digits = marks.candidates(start);
        let Some((low, high)) = digits.first().zip(digits.nth(1)) else { continue };
        if hopeless[low.index()].contains(high) {
            continue;
        }
        let both = marks.places(low) & marks.places(high);
        let core = core(both);
        if core.is_empty() {
            hopeless[low.index()].insert(high);
        } else if core.contains(start) {
            let first = LoopPath::start(start);
            LoopSearch { marks, digits, both, core, start, loops }.go_on(start, first, None);
        }
    }
}

/// Returns the cells that can be part of a loop: each of their houses has another.
fn core(mut cells: CellSet) -> CellSet {
    loop {
        let open = cells.iter().filter(|&cell| {
            HouseKind::ALL.into_iter().all(|kind| (cells & House::holding(kind, cell).cells()).is_several())
        });
        let open: CellSet = open.collect();
        if open == cells {
            return cells;
        }
        cells = open;
    }
}

struct LoopSearch<'a> {
    marks: &'a Pencilmarks,
    digits: DigitSet,
    both: CellSet,
    core: CellSet,
    start: Cell,
    loops: &'a mut Vec<UniqueLoop>,
}

/// A path so far.
#[derive(Clone, Copy)]
struct LoopPath {
    cells: CellSet,
    more: CellSet,
    first_more: [Option<Cell>; 2],
    /// The houses visited at even and at odd places, those of the next cell first.
    houses: [HouseSet; 2],
    /// Extra candidates of cells on the path and of skipped neighbours.
    besides: DigitSet,
    /// Number of further cells that may have extra candidates.
    allowed: i8,
}

impl LoopPath {
    fn start(cell: Cell) -> Self {
        let cells = CellSet::only(cell);
        Self {
            cells,
            more: CellSet::EMPTY,
            first_more: [None; 2],
            houses: [HouseSet::EMPTY, cells.houses()],
            besides: DigitSet::EMPTY,
            allowed: 2,
        }
    }

    /// Returns the path with one more cell, if it can still become a loop.
    fn with(mut self, cell: Cell, has_more: bool) -> Option<Self> {
        let only = CellSet::only(cell);
        let [next, last] = self.houses;
        let houses = only.houses();
        if !(next & houses).is_empty() {
            return None;
        }
        self.houses = [last, next | houses];
        self.cells |= only;
        if has_more {
            self.allowed -= 1;
            self.more |= only;
            if let Some(slot) = self.first_more.iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(cell);
            }
        }
        Some(self)
    }
}

impl LoopSearch<'_> {
    fn go_on(&mut self, cell: Cell, mut path: LoopPath, came_by: Option<HouseKind>) {
        for kind in HouseKind::BOX_ROW_COLUMN.into_iter().filter(|&kind| came_by != Some(kind)) {
            for next in self.both & House::holding(kind, cell).cells() {
                if next == self.start && path.cells.len() >= 4 {
                    self.close(&path);
                } else if !path.cells.contains(next) {
                    let besides = self.marks.candidates(next) - self.digits;
                    path.besides |= besides;
                    let may = besides.is_empty() || path.besides.len() == 1 || path.allowed > 0;
                    if let (true, Some(on)) =
                        (may && self.core.contains(next), path.with(next, !besides.is_empty()))
                    {
                        self.go_on(next, on, Some(kind));
                    }
                }
            }
        }
    }

    fn close(&mut self, path: &LoopPath) {
        let LoopPath { cells, more, first_more, houses: [even, odd], .. } = *path;
        let digits = self.digits;
        if even == odd && !self.loops.iter().any(|known| known.cells == cells && known.digits == digits) {
            self.loops.push(UniqueLoop { cells, digits, more, first_more });
        }
    }
}

// Subsets of unique rectangles and loops of type 3: two cells of a house hold one of their extra digits, as one cell would.
//
// ```text
// naked    12x 12y xy          x and y are in one of the two and in the third
// hidden   12x 12y and 3 left  places of 1, 2 and 3, the two cells counted as one: as many cells as digits
// ```
//
// Order: by the number of digits; box, row, column; naked before hidden; colexicographically by cells or digits.

/// Takes the eliminations of a subset, its house, its other cells, and its extra rating over a type 1: a hidden subset one less than a
/// naked one.
type Push<'a> = dyn FnMut(Candidates, House, CellSet, u16) + 'a;

/// Finds the subsets that contain `surplus`, the extra digits of the two cells.
fn find_type_3(
    marks: &Pencilmarks,
    found: &UniqueLoop,
    two: [Cell; 2],
    surplus: DigitSet,
    push: &mut Push<'_>,
) {
    for size in (2..=7_u16).filter(|&size| u32::from(size) >= surplus.len()) {
        for kind in HouseKind::BOX_ROW_COLUMN {
            let house = House::holding(kind, two[0]);
            if House::holding(kind, two[1]) != house {
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
        for (index, (cell, set)) in self.house.cells().iter().zip(&mut sets).enumerate() {
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
        let begun = self.found.digits.iter().fold(0, |begun, digit| begun | positions(digit));
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
