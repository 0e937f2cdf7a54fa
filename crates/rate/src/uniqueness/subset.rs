//! Unique rectangles of type 3: the two fat cells count as one cell of a naked subset with their extra digits.
//!
//! ```text
//!   {a,b,x} {a,b,y} | {x,y} *        one of the fat cells is x or y, so x and y go from the rest of the row
//! ```
//!
//! The subset's cells hold neither a nor b.

use super::{Candidates, CellSet, House, Pencilmarks, Rectangle, SearchFlow, Sink, Technique};
use crate::HouseKind;
use gridmill_board::{Cell, DigitSet};

/// Finds them by the house that has both fat cells: row, column, box.
pub(super) fn find(
    rectangle: &Rectangle,
    marks: &Pencilmarks,
    one: Cell,
    other: Cell,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let fat = CellSet::only(one).with(other);
    for house in fat.common_houses() {
        let apart = |cell: &Cell| (marks.candidates(*cell) & rectangle.pair()).is_empty();
        let may_join = (house.cells() & marks.empty()).filter(apart).collect();
        let search = Type3Search { rectangle, marks, house };
        search.grow(may_join, fat, rectangle.more(marks), sink)?;
    }
    SearchFlow::Continue(())
}

struct Type3Search<'a> {
    rectangle: &'a Rectangle,
    marks: &'a Pencilmarks,
    house: House,
}

impl Type3Search<'_> {
    /// Extends the subset by each cell that may join, then by later ones.
    fn grow(&self, may_join: CellSet, cells: CellSet, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
        let mut may_join = may_join;
        while let Some(cell) = may_join.next() {
            let (cells, digits) = (cells.with(cell), digits | self.marks.candidates(cell));
            let houses = cells.common_houses();
            // Cells of a box that are in a line, too, were seen with the line.
            let seen_before = self.house.kind() == HouseKind::Box && houses.len() > 1;
            if digits.len() + 1 == cells.len() && !seen_before {
                let eliminations = Candidates::within(self.marks, digits, houses.cells() - cells);
                let extra = cells - self.rectangle.cells;
                let beyond = (self.rectangle.more(self.marks), Some(self.house));
                self.rectangle.give(Technique::UniqueRectangle3, eliminations, beyond, extra, sink)?;
            }
            self.grow(may_join, cells, digits, sink)?;
        }
        SearchFlow::Continue(())
    }
}
