//! Empty rectangles: the places in a box lie in one row and one column, and one place beyond is linked to another house.
//!
//! ```text
//!   the box has places in its row R and its column C alone, some in R alone and some in C alone
//!   p in R, beyond the box; q, the other of two places in p's column
//!   q's row and C meet outside the box: that place goes          and the same with rows and columns exchanged
//! ```

use super::{PatternChain, step};
use crate::{CellSet, House, HouseKind, HouseSet, Pencilmarks, SearchFlow, Sink, Technique};
use gridmill_board::{Cell, Digit, DigitSet};

/// A box, a pair of places, and the place that goes.
#[derive(Debug, Clone, Copy)]
struct EmptyRectangle {
    digit: Digit,
    house: House,
    /// The places in the box that are in line with the pair, and the rest.
    groups: [CellSet; 2],
    pair: [Cell; 2],
    elimination: Cell,
}

impl EmptyRectangle {
    fn chain(&self) -> PatternChain {
        let [near, far] = self.pair.map(CellSet::only);
        [far, near, self.groups[0], self.groups[1]]
    }
}

/// Finds them by digit, box, row and column of the rectangle (the last first), row before column, and place.
///
/// A box with only two places is tried after all others: some do not call it an empty rectangle.
pub(super) fn find(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
    for lean in [false, true] {
        rectangles(marks, digits, lean, &mut |found| {
            let base = HouseSet::only(found.house);
            let eliminations = CellSet::only(found.elimination);
            sink(step(Technique::EmptyRectangle, found.digit, base, &[found.chain()], eliminations))
        })?;
    }
    SearchFlow::Continue(())
}

/// Two empty rectangles of one digit in one box.
pub(super) fn find_dual(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
    let mut all: Vec<EmptyRectangle> = Vec::new();
    for lean in [false, true] {
        let _ = rectangles(marks, digits, lean, &mut |found| {
            all.push(found);
            SearchFlow::Continue(())
        });
    }
    for (n, one) in all.iter().enumerate() {
        for other in &all[n + 1..] {
            let same = one.digit == other.digit && one.house == other.house;
            if same && one.elimination != other.elimination {
                let eliminations = CellSet::only(one.elimination).with(other.elimination);
                let base = HouseSet::only(one.house);
                let chains = [one.chain(), other.chain()];
                sink(step(Technique::DualEmptyRectangle, one.digit, base, &chains, eliminations))?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Finds the rectangles in boxes with only two places, or those in all other boxes.
fn rectangles(
    marks: &Pencilmarks,
    digits: DigitSet,
    lean: bool,
    see: &mut dyn FnMut(EmptyRectangle) -> SearchFlow,
) -> SearchFlow {
    for digit in digits {
        for house in HouseKind::Box.houses() {
            let inside = marks.positions(house, digit);
            if if lean { inside.count_ones() != 2 } else { !matches!(inside.count_ones(), 3..=5) } {
                continue;
            }
            for (row, column) in [(2, 2), (2, 1), (2, 0), (1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)] {
                let [in_row, in_column] = [0b111 << (3 * row), 0b1_001_001 << column];
                let only_row = inside & in_row & !in_column;
                let only_column = inside & in_column & !in_row;
                if only_row != 0 && only_column != 0 && inside & !(in_row | in_column) == 0 {
                    arms(marks, digit, house, (row, column), see)?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// Visits the arms of the rectangle's row, then of its column.
fn arms(
    marks: &Pencilmarks,
    digit: Digit,
    house: House,
    (row, column): (usize, usize),
    see: &mut dyn FnMut(EmptyRectangle) -> SearchFlow,
) -> SearchFlow {
    let inside = marks.places_in(house, digit);
    let corner = house.cell(3 * row + column);
    for (along, across) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
        let line = House::of(along, corner).cells();
        let groups = [inside & line, inside - line];
        let outside = (marks.places(digit) & line) - house.cells();
        for near in outside {
            let link = marks.places_in(House::of(across, near), digit).without(near);
            let Some(far) = link.single() else { continue };
            let meeting = House::of(along, far).cells() & House::of(across, corner).cells();
            let goes = (meeting & marks.places(digit)) - house.cells();
            if let Some(elimination) = goes.first() {
                see(EmptyRectangle { digit, house, groups, pair: [near, far], elimination })?;
            }
        }
    }
    SearchFlow::Continue(())
}
