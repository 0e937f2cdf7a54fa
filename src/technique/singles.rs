//! Full houses, naked and hidden singles: one cell or one place left.
//!
//! ```text
//! full house      the last empty cell of a house                     ... 1 2 3 4 5 6 7 8 _
//! naked single    a cell with one candidate                          _ = {7}
//! hidden single   a digit with one place in a house                  7 only at r3c5 in box 2
//! ```

use super::{
    Cells, Conventions, Finder, Found, House, HouseKind, Pencilmarks, Reason, Sink, Step, Technique,
    Techniques,
};
use crate::board::{Digit, DigitSet};

/// What a hidden single in a row or column is harder than one in a box, on the Explainer's scale.
const IN_A_LINE: u16 = 3;

/// Finds singles.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> Found {
    let Finder { marks, wanted, conventions, .. } = *finder;
    if conventions == Conventions::Hodoku {
        return find_in_turn(marks, wanted, sink);
    }
    if wanted.contains(Technique::FullHouse) {
        full_houses(marks, conventions.kinds(), sink)?;
    }
    if wanted.contains(Technique::NakedSingle) {
        naked_singles(marks, sink)?;
    }
    if wanted.contains(Technique::HiddenSingle) {
        hidden_singles(marks, conventions.kinds(), sink)?;
    }
    Found::Continue(())
}

/// HoDoKu's order: that in which the singles came to light.
fn find_in_turn(marks: &Pencilmarks, wanted: Techniques, sink: &mut Sink<'_>) -> Found {
    let naked = marks.discovered().naked().filter_map(|cell| Some((cell, single(marks.candidates(cell))?)));
    if wanted.contains(Technique::FullHouse) {
        for (cell, digit) in naked.clone() {
            let mut houses = Cells::only(cell).common_houses();
            if let Some(house) = houses.find(|&house| marks.empty_in(house) == 1) {
                sink(Step::place(Technique::FullHouse, cell, digit, Reason::House(house)))?;
            }
        }
    }
    if wanted.contains(Technique::NakedSingle) {
        for (cell, digit) in naked {
            sink(Step::place(Technique::NakedSingle, cell, digit, Reason::Cell(cell)))?;
        }
    }
    if wanted.contains(Technique::HiddenSingle) {
        for (house, digit) in marks.discovered().hidden() {
            let positions = marks.positions(house, digit);
            if positions.is_power_of_two() && marks.empty_in(house) > 1 {
                let cell = house.cell(positions.trailing_zeros() as usize);
                sink(Step::place(Technique::HiddenSingle, cell, digit, Reason::House(house)))?;
            }
        }
    }
    Found::Continue(())
}

/// By house.
fn full_houses(marks: &Pencilmarks, kinds: [HouseKind; 3], sink: &mut Sink<'_>) -> Found {
    for house in kinds.into_iter().flat_map(HouseKind::houses) {
        if marks.empty_in(house) != 1 {
            continue;
        }
        let cell = (house.cells() & marks.empty()).first();
        if let Some((cell, digit)) = cell.and_then(|cell| Some((cell, single(marks.candidates(cell))?))) {
            sink(Step::place(Technique::FullHouse, cell, digit, Reason::House(house)))?;
        }
    }
    Found::Continue(())
}

/// By cell.
fn naked_singles(marks: &Pencilmarks, sink: &mut Sink<'_>) -> Found {
    for cell in marks.cells_with(1) {
        if let Some(digit) = marks.candidates(cell).first() {
            sink(Step::place(Technique::NakedSingle, cell, digit, Reason::Cell(cell)))?;
        }
    }
    Found::Continue(())
}

/// By house, then by digit; full houses are not among them.
fn hidden_singles(marks: &Pencilmarks, kinds: [HouseKind; 3], sink: &mut Sink<'_>) -> Found {
    for house in kinds.into_iter().flat_map(HouseKind::houses) {
        for digit in hidden_in(marks, house) {
            let index = marks.positions(house, digit).trailing_zeros() as usize;
            let reason = Reason::House(house);
            let step = Step::place(Technique::HiddenSingle, house.cell(index), digit, reason);
            let in_a_line = house.kind() != HouseKind::Box;
            sink(if in_a_line { step.harder_by(IN_A_LINE) } else { step })?;
        }
    }
    Found::Continue(())
}

/// The digits with one place in a house that has several empty cells.
fn hidden_in(marks: &Pencilmarks, house: House) -> impl Iterator<Item = Digit> + use<'_> {
    let open = marks.empty_in(house) > 1;
    DigitSet::full(9).filter(move |&digit| open && marks.positions(house, digit).is_power_of_two())
}

/// The digit, if there is exactly one.
fn single(digits: DigitSet) -> Option<Digit> {
    digits.first().filter(|_| digits.len() == 1)
}
