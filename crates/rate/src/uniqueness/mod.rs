//! Uniqueness: patterns that would have two solutions, so that a puzzle with one solution cannot hold them.
//!
//! ```text
//!   {a,b} | {a,b}     two rows, two columns, two boxes: if none of the four cells held anything but a and b,
//!   ------+------     a and b could be exchanged in all of them. No given is in the way, for the cells are empty,
//!   {a,b} | {a,b,..}  or (avoidable rectangles) were found, not given.
//! ```
//!
//! A rectangle's cell need not have both a and b as candidates any more: it is enough that no placed digit forbids them.
//!
//! Sources: B. Hobiger's HoDoKu (2008-2012), whose types and orders these are: each technique by the rectangle's first cell
//! with two candidates, then by the cell next to it in the box, then by the others.

mod avoidable;
mod rectangle;

use super::{Candidates, CellSet, Finder, House, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique};
use gridmill_board::{Digit, DigitSet};
pub(super) use rectangle::Rectangle;

const RECTANGLES: [Technique; 7] = [
    Technique::UniqueRectangle1,
    Technique::UniqueRectangle2,
    Technique::UniqueRectangle3,
    Technique::UniqueRectangle4,
    Technique::UniqueRectangle5,
    Technique::UniqueRectangle6,
    Technique::HiddenRectangle,
];

/// Finds patterns that a puzzle with one solution cannot have.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, .. } = *finder;
    if wanted.contains(Technique::BugPlus1)
        && let Some(step) = bug_plus_1(marks)
    {
        sink(step)?;
    }
    if RECTANGLES.into_iter().any(|technique| wanted.contains(technique)) {
        let found = &mut finder.scratch.rectangles;
        rectangle::collect(marks, found);
        for technique in RECTANGLES.into_iter().filter(|&technique| wanted.contains(technique)) {
            found.iter().try_for_each(|rectangle| rectangle.check(marks, technique, sink))?;
        }
    }
    for technique in [Technique::AvoidableRectangle1, Technique::AvoidableRectangle2] {
        if wanted.contains(technique) {
            avoidable::find(marks, technique, sink)?;
        }
    }
    SearchFlow::Continue(())
}

/// Finds BUG + 1: all cells have two candidates with two places in each house, except one cell with one digit more.
fn bug_plus_1(marks: &Pencilmarks) -> Option<Step> {
    let cell = marks.cells_with(3).single()?;
    if marks.cells_with(2).with(cell) != marks.empty() {
        return None;
    }
    let houses = CellSet::only(cell).common_houses();
    let is_more =
        |digit: &Digit| houses.into_iter().all(|house| marks.positions(house, *digit).count_ones() == 3);
    let more = marks.candidates(cell).find(is_more)?;
    let in_two_places = |(house, digit): (House, Digit)| {
        let places = marks.positions(house, digit).count_ones();
        places == 0 || places == if digit == more && houses.contains(house) { 3 } else { 2 }
    };
    let each = House::all().flat_map(|house| DigitSet::full(9).map(move |digit| (house, digit)));
    if !each.into_iter().all(in_two_places) {
        return None;
    }
    let others = marks.candidates(cell) - DigitSet::only(more);
    let eliminations = Candidates::within(marks, others, CellSet::only(cell));
    let reason = Reason::Deadly {
        digits: others,
        cells: marks.empty().without(cell),
        extra: CellSet::only(cell),
        roof: CellSet::only(cell),
        further: DigitSet::only(more),
        house: None,
    };
    Some(Step::eliminate(Technique::BugPlus1, eliminations, reason))
}

#[cfg(test)]
mod tests;
