//! XY-wings and XYZ-wings: whatever the pivot holds, one of three cells holds z.
//!
//! ```text
//!  xy ..... yz          xyz in place of xy: the pivot may hold z itself,
//!   |        |          so only cells that see all three lose it
//!  xz ..... -z
//! ```
//!
//! Order: pivots row by row, then the first pincer and the second among the pivot's box, row and column.

use super::around;
use crate::{
    Candidates, CellSet, Pencilmarks, SearchFlow, Sink, Step, Technique as T, TechniqueSet, peers, wings,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Finds XY-wings, then XYZ-wings.
pub(super) fn find(marks: &Pencilmarks, wanted: TechniqueSet, sink: &mut Sink<'_>) -> SearchFlow {
    let pincers = marks.cells_with(2);
    if wanted.contains(T::XyWing) {
        for pivot in pincers {
            from_pivot(marks, pivot, pincers, 0, sink)?;
        }
    }
    if wanted.contains(T::XyzWing) {
        for pivot in marks.cells_with(3) {
            from_pivot(marks, pivot, pincers, 1, sink)?;
        }
    }
    SearchFlow::Continue(())
}

/// Passes the wings of a pivot to the sink. `shared` digits are common to pivot and both pincers: none, or z.
fn from_pivot(
    marks: &Pencilmarks,
    pivot: Cell,
    pincers: CellSet,
    shared: u32,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let digits = marks.candidates(pivot);
    let pincers = pincers & peers(pivot);
    for first in around(pivot, pincers).filter(|&first| (digits - marks.candidates(first)).len() == 1) {
        let x_and_z = marks.candidates(first);
        for second in around(pivot, pincers) {
            let y_and_z = marks.candidates(second);
            let three = (digits | x_and_z | y_and_z).len() == 3;
            let common = x_and_z & y_and_z;
            if let (true, Some(z)) =
                (three && (digits & common).len() == shared && common.len() == 1, common.first())
            {
                wing(marks, [pivot, first, second], z, shared, sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

fn wing(marks: &Pencilmarks, cells: [Cell; 3], z: Digit, shared: u32, sink: &mut Sink<'_>) -> SearchFlow {
    let [pivot, first, second] = cells;
    let pincers_see = marks.places(z) & peers(first) & peers(second);
    let (technique, seen) = if shared == 0 {
        (T::XyWing, pincers_see.without(pivot))
    } else {
        (T::XyzWing, pincers_see & peers(pivot))
    };
    if seen.is_empty() {
        return SearchFlow::Continue(());
    }
    let others = (marks.candidates(pivot) | marks.candidates(first)) - DigitSet::only(z);
    let reason = wings::reason(marks, cells, others.chain([z]).collect());
    sink(Step::eliminate(technique, Candidates::of(z, seen), reason))
}
