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
//! Order, HoDoKu: boxes, then rows, then columns as the house of which all places are meant, then digits. Order, Explainer:
//! boxes against columns, boxes against rows, columns, rows; then the crossing house, then digits. The Explainer calls a
//! pointing or claiming that leaves one place in a parallel house direct, and places the digit there.

use super::{
    Candidates, Conventions, Finder, Found, House, HouseKind, Pencilmarks, Reason, Sink, Step, Technique as T,
};
use crate::board::{Digit, DigitSet};

/// The houses of one kind, of which all places are meant, and of another kind that crosses them.
type Kinds = (HouseKind, HouseKind);

const BOXES: [Kinds; 2] = [(HouseKind::Box, HouseKind::Column), (HouseKind::Box, HouseKind::Row)];
const COLUMNS_FIRST: [Kinds; 2] = [(HouseKind::Column, HouseKind::Box), (HouseKind::Row, HouseKind::Box)];
const ROWS_FIRST: [Kinds; 2] = [(HouseKind::Row, HouseKind::Box), (HouseKind::Column, HouseKind::Box)];

/// Finds pointing and claiming, and the same where they lead to a single directly.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> Found {
    let Finder { marks, wanted, conventions, .. } = *finder;
    if wanted.contains(T::DirectPointing) {
        each_locked(marks, &BOXES, &mut |locked| locked.direct(marks, T::DirectPointing, sink))?;
    }
    if wanted.contains(T::DirectClaiming) {
        each_locked(marks, &COLUMNS_FIRST, &mut |locked| locked.direct(marks, T::DirectClaiming, sink))?;
    }
    if wanted.contains(T::Pointing) {
        match conventions {
            Conventions::Hodoku => pointing_by_digit(marks, sink)?,
            Conventions::Explainer => {
                each_locked(marks, &BOXES, &mut |locked| locked.indirect(marks, T::Pointing, sink))?;
            }
        }
    }
    if wanted.contains(T::Claiming) {
        match conventions {
            Conventions::Hodoku => {
                for kinds in ROWS_FIRST {
                    for house in kinds.0.houses() {
                        by_digit(marks, house, &[kinds.1], T::Claiming, sink)?;
                    }
                }
            }
            Conventions::Explainer => {
                each_locked(marks, &COLUMNS_FIRST, &mut |locked| locked.indirect(marks, T::Claiming, sink))?;
            }
        }
    }
    Found::Continue(())
}

/// A digit whose places in `house`, two or three, lie in `cover`.
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

    /// Takes the digit out of the rest of the cover.
    fn indirect(&self, marks: &Pencilmarks, technique: T, sink: &mut Sink<'_>) -> Found {
        let rest = marks.places_in(self.cover, self.digit) - self.house.cells();
        if rest.is_empty() {
            return Found::Continue(());
        }
        let eliminations = Candidates::of(self.digit, rest);
        sink(Step::eliminate(technique, eliminations, self.reason(marks)))
    }

    /// Places the digit where a house parallel to `house` has one place left outside the cover.
    fn direct(&self, marks: &Pencilmarks, technique: T, sink: &mut Sink<'_>) -> Found {
        for other in crossing(self.cover, self.house.kind()).filter(|&other| other != self.house) {
            let places = marks.places_in(other, self.digit);
            let left = places - self.cover.cells();
            if let (true, Some(cell)) = (places.is_several(), left.single()) {
                sink(Step::place(technique, cell, self.digit, self.reason(marks)))?;
            }
        }
        Found::Continue(())
    }
}

/// By kinds, house, crossing house and digit.
fn each_locked(marks: &Pencilmarks, kinds: &[Kinds], visit: &mut impl FnMut(&Locked) -> Found) -> Found {
    for &(kind, cover_kind) in kinds {
        for house in kind.houses() {
            for (cover, digits) in crossing(house, cover_kind).zip(locked_digits(marks, house, cover_kind)) {
                for digit in digits {
                    visit(&Locked { house, cover, digit })?;
                }
            }
        }
    }
    Found::Continue(())
}

/// By box, then by digit.
fn pointing_by_digit(marks: &Pencilmarks, sink: &mut Sink<'_>) -> Found {
    for house in HouseKind::Box.houses() {
        by_digit(marks, house, &[HouseKind::Row, HouseKind::Column], T::Pointing, sink)?;
    }
    Found::Continue(())
}

/// The digits of a house that are locked into one that crosses it, by digit.
fn by_digit(
    marks: &Pencilmarks,
    house: House,
    cover_kinds: &[HouseKind],
    technique: T,
    sink: &mut Sink<'_>,
) -> Found {
    for digit in DigitSet::full(9) {
        for &kind in cover_kinds {
            for (cover, segment) in crossing(house, kind).zip(segments(house, kind)) {
                if is_locked(marks.positions(house, digit), segment) {
                    Locked { house, cover, digit }.indirect(marks, technique, sink)?;
                }
            }
        }
    }
    Found::Continue(())
}

/// For each of the three houses of a kind that cross `house`, the digits that are locked into it.
#[inline]
fn locked_digits(marks: &Pencilmarks, house: House, cover_kind: HouseKind) -> [DigitSet; 3] {
    let mut locked = [DigitSet::EMPTY; 3];
    let segments = segments(house, cover_kind);
    for digit in DigitSet::full(9) {
        let positions = marks.positions(house, digit);
        for (digits, segment) in locked.iter_mut().zip(segments) {
            if is_locked(positions, segment) {
                digits.insert(digit);
            }
        }
    }
    locked
}

/// Whether there are several positions, and all in the segment.
#[inline]
const fn is_locked(positions: u16, segment: u16) -> bool {
    positions & !segment == 0 && positions & positions.wrapping_sub(1) != 0
}

/// The indices in `house` of the cells that it shares with each of the three houses of a kind that cross it, as bits.
#[inline]
fn segments(house: House, kind: HouseKind) -> [u16; 3] {
    match (house.kind(), kind) {
        (HouseKind::Box, HouseKind::Column) => [0o111, 0o222, 0o444],
        _ => [0o007, 0o070, 0o700],
    }
}

/// The three houses of a kind that share three cells with a box, or the three boxes that do so with a line.
#[inline]
fn crossing(house: House, kind: HouseKind) -> impl Iterator<Item = House> {
    let number = house.number();
    let (first, step) = match (house.kind(), kind) {
        (HouseKind::Box, HouseKind::Column) => (number % 3 * 3, 1),
        (HouseKind::Column, _) => (number / 3, 3),
        _ => (number / 3 * 3, 1),
    };
    (0..3).map(move |n| House::new(kind, first + n * step))
}
