//! Avoidable rectangles: unique rectangles some of whose cells were solved, not given.
//!
//! ```text
//!   1    a  b | b  {a,x}                     a would complete the rectangle: it goes
//!   2    a  b | {b,x}  {a,x}                 one of the two is x, which goes from cells that see both
//! ```

use super::{Candidates, CellSet, House, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, rectangle};
use crate::{HouseKind, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Finds them by the first solved cell, by the solved cell next to it in the box, then by the other two.
pub(super) fn find(marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
    let solved = (CellSet::ALL - marks.empty()) - marks.givens();
    let open = marks.cells_with(2);
    for start in solved.into_iter().filter(|_| !open.is_empty()) {
        let house = House::of(HouseKind::Box, start).cells();
        for beside in (house & solved).without(start) {
            let Some((a, b)) = marks.value(start).zip(marks.value(beside)) else { continue };
            let Some(across) = rectangle::across(start, beside) else { continue };
            let [far, last] = [start, beside].map(|cell| House::of(across, cell).cells() - house);
            if !open.meets((far & marks.places(b)) | (last & marks.places(a))) {
                continue;
            }
            for far in far {
                let last = Cell::new(far.index() + beside.index() - start.index());
                let cells = [start, beside, far, last];
                let step = match technique {
                    Technique::AvoidableRectangle1 => one_open(marks, solved, cells, (a, b)),
                    _ => two_open(marks, cells, (a, b)),
                };
                step.map_or(SearchFlow::Continue(()), &mut *sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Finds the step of a rectangle whose first two cells hold `a` and `b`.
fn one_open(marks: &Pencilmarks, solved: CellSet, cells: [Cell; 4], (a, b): (Digit, Digit)) -> Option<Step> {
    let [_, _, far, last] = cells;
    let completes = |solved_cell, value, open, digit| {
        solved.contains(solved_cell) && marks.value(solved_cell) == Some(value) && is_open(marks, open, digit)
    };
    let (open, goes) = if completes(far, b, last, a) {
        (last, a)
    } else if completes(last, a, far, b) {
        (far, b)
    } else {
        return None;
    };
    let eliminations = Candidates::of(goes, CellSet::only(open));
    let open = (CellSet::only(open), DigitSet::EMPTY);
    Some(step(Technique::AvoidableRectangle1, cells, (a, b), open, eliminations))
}

fn two_open(marks: &Pencilmarks, cells: [Cell; 4], (a, b): (Digit, Digit)) -> Option<Step> {
    let [_, _, far, last] = cells;
    if !is_open(marks, far, b) || !is_open(marks, last, a) {
        return None;
    }
    let more = (marks.candidates(far) - DigitSet::only(b)).first()?;
    let eliminations = Candidates::of(more, peers(far) & peers(last) & marks.places(more));
    let found = marks.candidates(last).contains(more) && !eliminations.is_empty();
    let open = (CellSet::only(far).with(last), DigitSet::only(more));
    found.then(|| step(Technique::AvoidableRectangle2, cells, (a, b), open, eliminations))
}

/// Returns true if a cell has just two candidates, one of them `digit`.
fn is_open(marks: &Pencilmarks, cell: Cell, digit: Digit) -> bool {
    marks.candidates(cell).len() == 2 && marks.has(cell, digit)
}

/// Builds the step of a rectangle, with its open cells and their further digit.
fn step(
    technique: Technique,
    cells: [Cell; 4],
    (a, b): (Digit, Digit),
    (roof, further): (CellSet, DigitSet),
    eliminations: Candidates,
) -> Step {
    let digits = DigitSet::only(a) | DigitSet::only(b);
    let cells = cells.into_iter().collect();
    let reason = Reason::Deadly { digits, cells, extra: CellSet::EMPTY, roof, further, house: None };
    Step::eliminate(technique, eliminations, reason)
}
