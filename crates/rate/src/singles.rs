//! Full houses, naked and hidden singles: one cell or one place left.
//!
//! ```text
//! full house      the last empty cell of a house                     ... 1 2 3 4 5 6 7 8 _
//! naked single    a cell with one candidate                          _ = {7}
//! hidden single   a digit with one place in a house                  7 only at r3c5 in box 2
//! ```
//!
//! The hidden singles of boxes are also a technique of their own: they are found without pencilmarks.

use super::{
    Conventions, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, Rule, SearchFlow, Sink, Step,
    Technique as T, TechniqueSet,
};
use gridmill_board::{Cell, Digit};

/// Extra rating in tenths of a hidden single in a row or column, against one in a box, on the Explainer's scale.
const IN_A_LINE: u16 = 3;

/// The hidden singles, of boxes alone first.
const HIDDEN: TechniqueSet = TechniqueSet::only(T::HiddenSingleBox).with(T::HiddenSingle);

/// Single: the last candidate of a cell, or the last place of a digit in a house.
#[derive(Debug, Clone, Copy)]
pub(super) struct Single {
    pub(super) technique: T,
    pub(super) cell: Cell,
    pub(super) digit: Digit,
    /// House of a hidden single or full house; `None` for a naked single.
    house: Option<House>,
    pub(super) extra: u16,
}

impl Single {
    /// Converts to a step.
    #[inline]
    pub(super) fn step(self) -> Step {
        let reason = self.house.map_or_else(|| Reason::Cell(self.cell), Reason::House);
        Step::place(self.technique, self.cell, self.digit, reason).harder_by(self.extra)
    }
}

/// Finds singles.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, conventions, .. } = *finder;
    each(marks, wanted, conventions, |single| sink(single.step()))
}

/// Returns the first single of a rule.
#[inline]
pub(super) fn first(marks: &mut Pencilmarks, rule: &Rule, conventions: Conventions) -> Option<Single> {
    if conventions == Conventions::Hodoku && rule.techniques.meets(HIDDEN) {
        marks.tidy_hidden();
    }
    let mut first = None;
    let _ = each(marks, rule.techniques, conventions, |single| {
        if single.extra > rule.most_extra {
            return SearchFlow::Continue(());
        }
        first = Some(single);
        SearchFlow::Break(())
    });
    first
}

/// Full houses, then naked singles, then hidden singles.
#[inline]
fn each(
    marks: &Pencilmarks,
    wanted: TechniqueSet,
    conventions: Conventions,
    mut visit: impl FnMut(Single) -> SearchFlow,
) -> SearchFlow {
    if conventions == Conventions::Hodoku {
        return in_turn(marks, wanted, visit);
    }
    if wanted.contains(T::FullHouse) {
        full_houses(marks, conventions, &mut visit)?;
    }
    if wanted.contains(T::NakedSingle) {
        naked_singles(marks, &mut visit)?;
    }
    for technique in [T::HiddenSingleBox, T::HiddenSingle] {
        if wanted.contains(technique) {
            hidden_singles(marks, conventions, technique, &mut visit)?;
        }
    }
    SearchFlow::Continue(())
}

/// Visits singles in HoDoKu's order: the order in which they appeared.
#[inline]
fn in_turn(
    marks: &Pencilmarks,
    wanted: TechniqueSet,
    mut visit: impl FnMut(Single) -> SearchFlow,
) -> SearchFlow {
    if wanted.contains(T::FullHouse) && !marks.full_but_one().is_empty() {
        for cell in marks.singles_queue().naked() {
            let house = (marks.houses_holding(cell) & marks.full_but_one()).first();
            if let Some((house, digit)) = house.zip(marks.candidates(cell).first()) {
                visit(Single { technique: T::FullHouse, cell, digit, house: Some(house), extra: 0 })?;
            }
        }
    }
    if wanted.contains(T::NakedSingle) {
        for cell in marks.singles_queue().naked() {
            if let Some(digit) = marks.candidates(cell).first() {
                visit(Single { technique: T::NakedSingle, cell, digit, house: None, extra: 0 })?;
            }
        }
    }
    for technique in [T::HiddenSingleBox, T::HiddenSingle] {
        if !wanted.contains(technique) {
            continue;
        }
        for (house, digit) in marks.singles_queue().hidden() {
            let is_wanted = technique == T::HiddenSingle || house.kind() == HouseKind::Box;
            if is_wanted && marks.hidden_singles()[digit.index()].contains(house) && marks.empty_in(house) > 1
            {
                let cell = marks.cell_in(house, marks.positions(house, digit).trailing_zeros() as usize);
                visit(Single { technique, cell, digit, house: Some(house), extra: 0 })?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Visits full houses by house.
#[inline]
fn full_houses(
    marks: &Pencilmarks,
    conventions: Conventions,
    visit: &mut impl FnMut(Single) -> SearchFlow,
) -> SearchFlow {
    if marks.full_but_one().is_empty() {
        return SearchFlow::Continue(());
    }
    for kind in conventions.kinds() {
        for house in marks.full_but_one() & HouseSet::of(kind) {
            let cell = (marks.cells_in(house) & marks.empty()).first();
            if let Some((cell, digit)) = cell.and_then(|cell| Some((cell, marks.candidates(cell).single()?)))
            {
                visit(Single { technique: T::FullHouse, cell, digit, house: Some(house), extra: 0 })?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Visits naked singles by cell.
#[inline]
fn naked_singles(marks: &Pencilmarks, visit: &mut impl FnMut(Single) -> SearchFlow) -> SearchFlow {
    for cell in marks.naked_singles() {
        if let Some(digit) = marks.candidates(cell).first() {
            visit(Single { technique: T::NakedSingle, cell, digit, house: None, extra: 0 })?;
        }
    }
    SearchFlow::Continue(())
}

/// Visits hidden singles by house, then by digit, without full houses.
#[inline]
fn hidden_singles(
    marks: &Pencilmarks,
    conventions: Conventions,
    technique: T,
    visit: &mut impl FnMut(Single) -> SearchFlow,
) -> SearchFlow {
    let in_some = marks.hidden_singles().iter().fold(HouseSet::EMPTY, |some, &houses| some | houses);
    let kinds = if technique == T::HiddenSingle { &conventions.kinds()[..] } else { &[HouseKind::Box] };
    for &kind in kinds {
        let in_a_line = conventions == Conventions::Explainer && kind != HouseKind::Box;
        let extra = if in_a_line { IN_A_LINE } else { 0 };
        for house in (in_some & HouseSet::of(kind)) - marks.full_but_one() {
            for digit in marks.hidden_singles_in(house) {
                let cell = marks.cell_in(house, marks.positions(house, digit).trailing_zeros() as usize);
                visit(Single { technique, cell, digit, house: Some(house), extra })?;
            }
        }
    }
    SearchFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::{
        super::examples::{found, position, steps, without},
        *,
    };
    use Conventions::{Explainer, Hodoku};
    use gridmill_board::DigitSet;

    /// 9 is the last digit of row 1, so it is a full house and a naked single, but no hidden single.
    #[test]
    fn a_full_house_is_no_hidden_single() {
        let mut marks = Pencilmarks::blank();
        for (index, digit) in (0..8).zip(DigitSet::full(8)) {
            marks.place(Cell::new(index), digit);
        }
        for conventions in [Hodoku, Explainer] {
            assert_eq!(found(&marks, T::FullHouse, conventions), ["9=19"]);
            assert_eq!(found(&marks, T::NakedSingle, conventions), ["9=19"]);
            assert_eq!(found(&marks, T::HiddenSingle, conventions), [""; 0]);
        }
    }

    /// The Explainer searches boxes, columns and rows; HoDoKu takes the single that appeared first.
    #[test]
    fn hidden_singles_come_in_the_order_of_the_conventions() {
        let marks = without(Pencilmarks::blank(), 4, "12 13 14 15 16 17 18 19");
        let marks = without(marks, 6, "52 53 61 62 63 41 42 43");
        assert_eq!(found(&marks, T::HiddenSingle, Hodoku), ["4=11", "6=51"]);
        assert_eq!(found(&marks, T::HiddenSingle, Explainer), ["6=51", "4=11"]);
        let extras = |conventions| {
            steps(&marks, T::HiddenSingle, conventions)
                .iter()
                .map(|step| step.extra.tenths())
                .collect::<Vec<_>>()
        };
        assert_eq!((extras(Hodoku), extras(Explainer)), (vec![0, 0], vec![0, 3]));
    }

    #[test]
    fn hidden_singles_of_boxes_are_those_of_boxes_alone() {
        let marks = without(Pencilmarks::blank(), 4, "12 13 14 15 16 17 18 19");
        let marks = without(marks, 6, "52 53 61 62 63 41 42 43");
        for conventions in [Hodoku, Explainer, Conventions::Plain] {
            assert_eq!(found(&marks, T::HiddenSingleBox, conventions), ["6=51"]);
        }
        assert_eq!(found(&marks, T::HiddenSingle, Conventions::Plain), ["6=51", "4=11"]);
    }

    #[test]
    fn naked_singles_come_by_cell_or_in_order_of_appearance() {
        let marks = position(&[("95", "2"), ("15", "1")]);
        assert_eq!(found(&marks, T::NakedSingle, Hodoku), ["2=95", "1=15"]);
        assert_eq!(found(&marks, T::NakedSingle, Explainer), ["1=15", "2=95"]);
        assert_eq!(found(&marks, T::NakedSingle, Conventions::Plain), ["1=15", "2=95"]);
    }
}
