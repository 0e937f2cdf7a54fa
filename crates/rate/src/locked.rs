//! Locked candidates: all places of a digit in one house lie in another too, so the rest of that one cannot hold it.
//!
//! ```text
//!  pointing               claiming                 direct
//!  7 7 . | x x x | x x x  7 7 . | . . . | . . .    7 7 . | x x x | x x x
//!  . . . |       |        x x x |       |          . . . | . 7 . |       <- the one place that is left in box 2
//!  . . . |       |        x x x |       |          . . . |       |
//!  box 1 -> row 1         row 1 -> box 1           box 1 -> row 1 -> box 2
//! ```
//!
//! Order, HoDoKu: boxes, then rows, then columns as the first house, then digits. Order, Explainer:
//! boxes against columns, boxes against rows, columns, rows; then the crossing house, then digits. The plain order is that of HoDoKu.
//! The Explainer calls a
//! pointing or claiming that leaves one place in a parallel house direct, and places the digit there.

use crate::{
    Candidates, Conventions, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique as T,
};
use gridmill_board::{Digit, DigitSet};

/// Kind of the house that has the places, and kind of the house that crosses it.
type Kinds = (HouseKind, HouseKind);

const BOXES: [Kinds; 2] = [(HouseKind::Box, HouseKind::Column), (HouseKind::Box, HouseKind::Row)];
const COLUMNS_FIRST: [Kinds; 2] = [(HouseKind::Column, HouseKind::Box), (HouseKind::Row, HouseKind::Box)];

/// Finds pointing and claiming, and their direct forms, which place a digit.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, conventions, .. } = *finder;
    if requested.contains(T::DirectPointing) {
        each_locked(marks, &BOXES, &mut |locked| locked.direct(marks, T::DirectPointing, sink))?;
    }
    if requested.contains(T::DirectClaiming) {
        each_locked(marks, &COLUMNS_FIRST, &mut |locked| locked.direct(marks, T::DirectClaiming, sink))?;
    }
    if requested.contains(T::Pointing) {
        match conventions {
            Conventions::Hodoku | Conventions::Plain => by_digit(marks, HouseKind::Box, T::Pointing, sink)?,
            Conventions::Explainer => {
                each_locked(marks, &BOXES, &mut |locked| locked.indirect(marks, T::Pointing, sink))?;
            }
        }
    }
    if requested.contains(T::Claiming) {
        match conventions {
            Conventions::Hodoku | Conventions::Plain => {
                by_digit(marks, HouseKind::Row, T::Claiming, sink)?;
                by_digit(marks, HouseKind::Column, T::Claiming, sink)?;
            }
            Conventions::Explainer => {
                each_locked(marks, &COLUMNS_FIRST, &mut |locked| locked.indirect(marks, T::Claiming, sink))?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// A digit whose places in `house`, two at least, lie in `cover`.
struct Locked {
    house: House,
    cover: House,
    digit: Digit,
}

impl Locked {
    fn reason(&self, marks: &Pencilmarks) -> Reason {
        let cells = marks.places_in(self.house, self.digit);
        Reason::Intersection { house: self.house, cover: self.cover, digit: self.digit, cells }
    }

    /// Eliminates the digit from the rest of the cover.
    fn indirect(&self, marks: &Pencilmarks, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
        let rest = marks.places_in(self.cover, self.digit) - marks.cells_in(self.house);
        if rest.is_empty() {
            return SearchFlow::Continue(());
        }
        let eliminations = Candidates::from_cells(self.digit, rest);
        sink(Step::eliminate(technique, eliminations, self.reason(marks)))
    }

    /// Places the digit where a house parallel to `house` has one place left outside the cover.
    fn direct(&self, marks: &Pencilmarks, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
        for other in crossing(marks, self.cover, self.house.kind()).filter(|&other| other != self.house) {
            let places = marks.places_in(other, self.digit);
            let left = places - marks.cells_in(self.cover);
            if let (true, Some(cell)) = (places.is_several(), left.single()) {
                sink(Step::place(technique, cell, self.digit, self.reason(marks)))?;
            }
        }
        SearchFlow::Continue(())
    }
}

/// Visits locked digits by kinds, house, crossing house and digit.
fn each_locked(
    marks: &Pencilmarks,
    kinds: &[Kinds],
    visit: &mut impl FnMut(&Locked) -> SearchFlow,
) -> SearchFlow {
    for &(kind, cover_kind) in kinds {
        for house in marks.houses_of(kind) {
            let locked = Segments::new(marks, house).locked(marks, house, cover_kind);
            for (cover, digits) in crossing(marks, house, cover_kind).zip(locked) {
                for digit in digits {
                    visit(&Locked { house, cover, digit })?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// Finds steps by house, then by digit.
fn by_digit(marks: &Pencilmarks, kind: HouseKind, technique: T, sink: &mut Sink<'_>) -> SearchFlow {
    let cover_kinds: &[_] =
        if kind == HouseKind::Box { &[HouseKind::Row, HouseKind::Column] } else { &[HouseKind::Box] };
    for house in marks.houses_of(kind) {
        let segments = Segments::new(marks, house);
        for digit in segments.all_locked() {
            for &cover_kind in cover_kinds {
                let locked = segments.locked(marks, house, cover_kind);
                for (cover, digits) in crossing(marks, house, cover_kind).zip(locked) {
                    if digits.contains(digit) {
                        Locked { house, cover, digit }.indirect(marks, technique, sink)?;
                    }
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// The digits of a house by the segment that holds all their places, two at least: nine bits each for none, the runs and the strides,
/// which are six at most.
///
/// ```text
/// 1 1 1     4 5 6     runs are a box's rows, or a line's cells of one box;
/// 2 2 2     4 5 6     strides are a box's columns
/// 3 3 3     4 5 6
/// ```
#[derive(Clone, Copy)]
struct Segments(u64);

impl Segments {
    #[inline]
    fn new(marks: &Pencilmarks, house: House) -> Self {
        let positions = marks.all_positions(house);
        let segments = marks.segments(house.kind());
        let segment = |digit: u8| segments[usize::from(positions[usize::from(digit)] & 0x1FF)];
        Self((0..9).fold(0, |all, digit| all | 1 << (segment(digit) + digit)))
    }

    /// The digits that are locked into any segment.
    #[inline]
    fn all_locked(self) -> DigitSet {
        DigitSet::full(9) - self.nine_from(0)
    }

    /// For each of the houses of a kind that cross the house, four at most, the digits that are locked into it.
    #[inline]
    fn locked(self, marks: &Pencilmarks, house: House, cover_kind: HouseKind) -> [DigitSet; 4] {
        #[expect(clippy::cast_possible_truncation, reason = "4 at most")]
        let runs = 1 + marks.box_sides().0 as u32;
        let first = if (house.kind(), cover_kind) == (HouseKind::Box, HouseKind::Column) { runs } else { 1 };
        [0, 1, 2, 3].map(|n| self.nine_from(9 * (first + n)))
    }

    #[inline]
    const fn nine_from(self, bit: u32) -> DigitSet {
        DigitSet::from_bits((self.0.unbounded_shr(bit) & 0x1FF) as u32)
    }
}

/// Returns the houses of a kind that share several cells with a box, or the boxes that do so with a line.
#[inline]
fn crossing(marks: &Pencilmarks, house: House, kind: HouseKind) -> impl Iterator<Item = House> + use<> {
    let (number, (rows, cols)) = (house.number(), marks.box_sides());
    let (first, step, count) = match (house.kind(), kind) {
        (HouseKind::Box, HouseKind::Column) => (number % rows * cols, 1, cols),
        (HouseKind::Column, _) => (number / cols, rows, cols),
        _ => (number / rows * rows, 1, rows),
    };
    (0..count).map(move |n| House::new(kind, first + n * step))
}
