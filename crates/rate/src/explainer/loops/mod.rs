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

mod paths;
mod type_3;

use crate::{
    Candidates, CellSet, House, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique as T,
    TechniqueSet,
};
use gridmill_board::{Cell, Digit, DigitSet};
use paths::UniqueLoop;

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
    wanted: TechniqueSet,
    UniqueLoopScratch { loops, steps }: &mut UniqueLoopScratch,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    if !wanted.meets(RECTANGLES.into_iter().chain(LOOPS).collect()) {
        return SearchFlow::Continue(());
    }
    loops.clear();
    paths::find(marks, loops);
    steps.clear();
    for found in &*loops {
        Typed { marks, found: *found, wanted, steps }.find();
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
    wanted: TechniqueSet,
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
            type_3::find(
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
            self.push(2, Candidates::of(digit, seen), (DigitSet::only(digit), None), CellSet::EMPTY, 0);
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
        let eliminations = Candidates::of(goes, self.found.more);
        self.push(4, eliminations, (DigitSet::EMPTY, Some(house)), CellSet::EMPTY, 0);
    }

    /// Returns the first house in which a digit has no place beyond the two cells.
    fn locked(&self, digit: Digit, mut houses: HouseSet) -> Option<House> {
        houses.find(|&house| self.marks.places_in(house, digit).is_within(self.found.more))
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
        if eliminations.is_empty() || !self.wanted.contains(technique) {
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
