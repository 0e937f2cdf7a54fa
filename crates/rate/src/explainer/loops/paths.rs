//! Closed paths of unique rectangles and loops.
//!
//! ```text
//! start 12 -> row -> 12 -> box -> 12x -> column -> ... -> start      no two links of one kind in a row
//! ```
//!
//! A path starts at a cell with two candidates and continues to cells that have both. Two of its cells may have any extra
//! candidates; more may only while all extra candidates seen are one digit. The Explainer also counts extra candidates of
//! neighbours that it skips, and so does this search.
//!
//! The Explainer tries every path. This search prunes those that cannot become a loop, because a house would be visited twice at
//! even places, twice at odd ones, or only once. The result is the same.

use crate::{CellSet, House, HouseKind, HouseSet, Pencilmarks};
use gridmill_board::{Cell, DigitSet};

/// A closed path whose houses are all visited twice.
#[derive(Debug, Clone, Copy)]
pub(super) struct UniqueLoop {
    /// Its cells.
    pub(super) cells: CellSet,
    /// The two digits that all of them have.
    pub(super) digits: DigitSet,
    /// Those with more candidates.
    pub(super) more: CellSet,
    /// The first two of those on the path.
    pub(super) first_more: [Option<Cell>; 2],
}

/// Adds all loops, each once, in the order in which they are found first.
pub(super) fn find(marks: &Pencilmarks, loops: &mut Vec<UniqueLoop>) {
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
        let open = cells.filter(|&cell| {
            HouseKind::ALL.into_iter().all(|kind| (cells & House::of(kind, cell).cells()).is_several())
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
            for next in self.both & House::of(kind, cell).cells() {
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
