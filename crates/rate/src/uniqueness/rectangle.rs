//! Unique and hidden rectangles.
//!
//! ```text
//!   lean cells hold a and b alone, fat ones more
//!
//!   1  one fat cell                                          a and b go from it
//!   2  two or three fat cells, all with the same digit x     x goes from cells that see them all; 5 unless they are two in a line
//!   3  two fat cells in a house, and k cells there that form a subset with their extra digits            as a subset
//!   4  two fat cells in a line, and no cell that sees both has a                                            b goes from both
//!   6  two fat cells in opposite corners, and a is nowhere else in the rectangle's rows and columns     a goes from both
//!   hidden: a lean corner, and a is nowhere else in the opposite corner's row and column                b goes from that
//! ```

use super::{Candidates, CellSet, House, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique};
use crate::{HouseKind, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Two digits, and four empty cells in which no placed digit forbids either.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rectangle {
    pub(super) digits: [Digit; 2],
    pub(super) cells: CellSet,
    /// The cells with no other candidate.
    pub(super) lean: CellSet,
}

/// No digit beyond the pair, and no house.
const NOTHING: (DigitSet, Option<House>) = (DigitSet::EMPTY, None);

/// All rectangles with a cell of just two candidates, by the first such cell, whose candidates are the rectangle's digits.
/// HoDoKu tries no others in the same four cells.
pub(super) fn collect(marks: &Pencilmarks, found: &mut Vec<Rectangle>) {
    found.clear();
    let pairs = marks.cells_with(2);
    if pairs.is_empty() {
        return;
    }
    let allowed = allowed(marks);
    for start in pairs {
        let pair = marks.candidates(start);
        let Some([a, b]) = pair.first().zip(pair.last()).map(<[Digit; 2]>::from) else { continue };
        let allowed = allowed[a.index()] & allowed[b.index()];
        let house = House::of(HouseKind::Box, start).cells();
        for beside in (house & allowed).without(start) {
            let Some(across) = across(start, beside) else { continue };
            for far in (House::of(across, start).cells() & allowed) - house {
                let last = Cell::new(far.index() + beside.index() - start.index());
                let cells = CellSet::only(start).with(beside).with(far).with(last);
                let met = found.iter().any(|rectangle| rectangle.cells == cells);
                if allowed.contains(last) && !met {
                    let is_lean = |cell: &Cell| (marks.candidates(*cell) - pair).is_empty();
                    let lean = cells.into_iter().filter(is_lean).collect();
                    found.push(Rectangle { digits: [a, b], cells, lean });
                }
            }
        }
    }
}

/// Returns by digit the empty cells that see no cell where it is placed.
fn allowed(marks: &Pencilmarks) -> [CellSet; 9] {
    let mut allowed = [marks.empty(); 9];
    for cell in CellSet::ALL - marks.empty() {
        if let Some(digit) = marks.value(cell) {
            allowed[digit.index()] -= peers(cell);
        }
    }
    allowed
}

/// Returns the kind of line by which a rectangle continues from two cells of a box: across the line that they share.
pub(super) fn across(one: Cell, other: Cell) -> Option<HouseKind> {
    let share = |kind| House::of(kind, one) == House::of(kind, other);
    match (share(HouseKind::Row), share(HouseKind::Column)) {
        (true, false) => Some(HouseKind::Column),
        (false, true) => Some(HouseKind::Row),
        _ => None,
    }
}

/// The row or column that both cells are in.
fn line(one: Cell, other: Cell) -> Option<House> {
    CellSet::only(one).with(other).common_houses().find(|house| house.kind() != HouseKind::Box)
}

impl Rectangle {
    pub(super) fn pair(&self) -> DigitSet {
        DigitSet::only(self.digits[0]) | DigitSet::only(self.digits[1])
    }

    pub(super) fn fat(&self) -> CellSet {
        self.cells - self.lean
    }

    /// Returns the fat cells, if there are two.
    fn two_fat(&self) -> Option<[Cell; 2]> {
        let mut fat = self.fat();
        match (fat.next(), fat.next(), fat.next()) {
            (Some(one), Some(other), None) => Some([one, other]),
            _ => None,
        }
    }

    /// Returns the digits of the fat cells besides the pair.
    pub(super) fn more(&self, marks: &Pencilmarks) -> DigitSet {
        self.fat().fold(DigitSet::EMPTY, |more, cell| more | marks.candidates(cell)) - self.pair()
    }

    pub(super) fn check(&self, marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
        match technique {
            Technique::UniqueRectangle1 => self.one_fat_cell(marks, sink),
            Technique::UniqueRectangle2 | Technique::UniqueRectangle5 => {
                self.one_more_digit(marks, technique, sink)
            }
            Technique::UniqueRectangle3 => match self.two_fat() {
                Some([one, other]) => find_type_3(self, marks, one, other, sink),
                None => SearchFlow::Continue(()),
            },
            Technique::UniqueRectangle4 => self.link(marks, sink),
            Technique::UniqueRectangle6 => self.links_around(marks, sink),
            _ => self.hidden(marks, sink),
        }
    }

    /// Passes a step to the sink, with the digits beyond the pair and the house that its argument needs.
    pub(super) fn give(
        &self,
        technique: Technique,
        eliminations: Candidates,
        (further, house): (DigitSet, Option<House>),
        extra: CellSet,
        sink: &mut Sink<'_>,
    ) -> SearchFlow {
        if eliminations.is_empty() {
            return SearchFlow::Continue(());
        }
        let (digits, roof) = (self.pair(), self.fat());
        let reason = Reason::Deadly { digits, cells: self.cells, extra, roof, further, house };
        sink(Step::eliminate(technique, eliminations, reason))
    }

    fn one_fat_cell(&self, marks: &Pencilmarks, sink: &mut Sink<'_>) -> SearchFlow {
        if self.lean.len() != 3 {
            return SearchFlow::Continue(());
        }
        let eliminations = Candidates::within(marks, self.pair(), self.fat());
        self.give(Technique::UniqueRectangle1, eliminations, NOTHING, CellSet::EMPTY, sink)
    }

    fn one_more_digit(&self, marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
        let (fat, more) = (self.fat(), self.more(marks));
        let in_line = self.two_fat().is_some_and(|[one, other]| line(one, other).is_some());
        let of_type = if in_line { Technique::UniqueRectangle2 } else { Technique::UniqueRectangle5 };
        match more.first() {
            Some(digit) if more.len() == 1 && technique == of_type && fat.is_several() => {
                let eliminations = Candidates::of(digit, fat.common_peers() & marks.places(digit));
                self.give(technique, eliminations, (more, None), CellSet::EMPTY, sink)
            }
            _ => SearchFlow::Continue(()),
        }
    }

    fn link(&self, marks: &Pencilmarks, sink: &mut Sink<'_>) -> SearchFlow {
        let Some([one, other]) = self.two_fat().filter(|[one, other]| line(*one, *other).is_some()) else {
            return SearchFlow::Continue(());
        };
        let seen = peers(one) & peers(other);
        let [a, b] = self.digits;
        let goes = match [a, b].map(|digit| seen.meets(marks.places(digit))) {
            [false, _] => b,
            [true, false] => a,
            [true, true] => return SearchFlow::Continue(()),
        };
        let eliminations = Candidates::of(goes, self.fat() & marks.places(goes));
        self.give(
            Technique::UniqueRectangle4,
            eliminations,
            (DigitSet::EMPTY, line(one, other)),
            CellSet::EMPTY,
            sink,
        )
    }

    fn links_around(&self, marks: &Pencilmarks, sink: &mut Sink<'_>) -> SearchFlow {
        let Some([one, other]) = self.two_fat().filter(|[one, other]| line(*one, *other).is_none()) else {
            return SearchFlow::Continue(());
        };
        let around = (lines_of(one) | lines_of(other)) - self.cells;
        let nowhere_else = |digit: &Digit| !around.meets(marks.places(*digit));
        let Some(goes) = self.digits.into_iter().find(nowhere_else) else {
            return SearchFlow::Continue(());
        };
        let eliminations = Candidates::of(goes, self.fat() & marks.places(goes));
        self.give(Technique::UniqueRectangle6, eliminations, NOTHING, CellSet::EMPTY, sink)
    }

    fn hidden(&self, marks: &Pencilmarks, sink: &mut Sink<'_>) -> SearchFlow {
        let mut lean = self.lean;
        let diagonal = match (lean.next(), lean.next(), lean.next()) {
            (Some(_), None, _) => true,
            (Some(one), Some(other), None) => line(one, other).is_none(),
            _ => false,
        };
        for corner in self.lean.filter(|_| diagonal) {
            let opposite = self.cells - lines_of(corner);
            let around = opposite.first().map_or(CellSet::ALL, lines_of) - self.cells;
            let [a, b] = self.digits;
            for (stays, goes) in [(a, b), (b, a)] {
                if !around.meets(marks.places(stays)) {
                    let eliminations = Candidates::of(goes, opposite & marks.places(goes));
                    self.give(Technique::HiddenRectangle, eliminations, NOTHING, CellSet::EMPTY, sink)?;
                }
            }
        }
        SearchFlow::Continue(())
    }
}

/// A cell's row and column.
fn lines_of(cell: Cell) -> CellSet {
    House::of(HouseKind::Row, cell).cells() | House::of(HouseKind::Column, cell).cells()
}

/// Finds rectangles of type 3 by the house that has both fat cells: row, column, box.
fn find_type_3(
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
