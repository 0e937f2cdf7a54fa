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

use crate::{
    Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique,
    peers,
};
use gridmill_board::{Cell, Digit, DigitSet};

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
    let Finder { marks, requested, .. } = *finder;
    if requested.contains(Technique::BugPlus1)
        && let Some(step) = bug_plus_1(marks)
    {
        sink(step)?;
    }
    if RECTANGLES.into_iter().any(|technique| requested.contains(technique)) {
        let found = &mut finder.scratch.rectangles;
        collect(marks, found);
        for technique in RECTANGLES.into_iter().filter(|&technique| requested.contains(technique)) {
            found.iter().try_for_each(|rectangle| rectangle.check(marks, technique, sink))?;
        }
    }
    for technique in [Technique::AvoidableRectangle1, Technique::AvoidableRectangle2] {
        if requested.contains(technique) {
            find_avoidable(marks, technique, sink)?;
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
    let more = marks.candidates(cell).iter().find(is_more)?;
    let in_two_places = |(house, digit): (House, Digit)| {
        let places = marks.positions(house, digit).count_ones();
        places == 0 || places == if digit == more && houses.contains(house) { 3 } else { 2 }
    };
    let each = House::all().flat_map(|house| DigitSet::full(9).iter().map(move |digit| (house, digit)));
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

// Unique and hidden rectangles.
//
// ```text
//   lean cells hold a and b alone, fat ones more
//
//   1  one fat cell                                          a and b go from it
//   2  two or three fat cells, all with the same digit x     x goes from cells that see them all; 5 unless they are two in a line
//   3  two fat cells in a house, and k cells there that form a subset with their extra digits            as a subset
//   4  two fat cells in a line, and no cell that sees both has a                                            b goes from both
//   6  two fat cells in opposite corners, and a is nowhere else in the rectangle's rows and columns     a goes from both
//   hidden: a lean corner, and a is nowhere else in the opposite corner's row and column                b goes from that
// ```

/// Two digits, and four empty cells in which no placed digit forbids either.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rectangle {
    digits: [Digit; 2],
    cells: CellSet,
    /// The cells with no other candidate.
    lean: CellSet,
}

/// No digit beyond the pair, and no house.
const NOTHING: (DigitSet, Option<House>) = (DigitSet::EMPTY, None);

/// All rectangles with a cell of just two candidates, by the first such cell, whose candidates are the rectangle's digits.
/// HoDoKu tries no others in the same four cells.
fn collect(marks: &Pencilmarks, found: &mut Vec<Rectangle>) {
    found.clear();
    let pairs = marks.cells_with(2);
    if pairs.is_empty() {
        return;
    }
    let allowed = allowed(marks);
    for start in pairs {
        let pair = marks.candidates(start);
        let Some([a, b]) = pair.first().zip(pair.iter().last()).map(<[Digit; 2]>::from) else { continue };
        let allowed = allowed[a.index()] & allowed[b.index()];
        let house = House::holding(HouseKind::Box, start).cells();
        for next in (house & allowed).without(start) {
            let Some(across) = across(start, next) else { continue };
            for far in (House::holding(across, start).cells() & allowed) - house {
                let last = Cell::new(far.index() + next.index() - start.index());
                let cells = CellSet::only(start).with(next).with(far).with(last);
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
pub(super) fn allowed(marks: &Pencilmarks) -> [CellSet; 9] {
    let mut allowed = [marks.empty(); 9];
    for cell in CellSet::ALL - marks.empty() {
        if let Some(digit) = marks.value(cell) {
            allowed[digit.index()] -= peers(cell);
        }
    }
    allowed
}

/// Returns the kind of line by which a rectangle continues from two cells of a box: across the line that they share.
fn across(one: Cell, other: Cell) -> Option<HouseKind> {
    let share = |kind| House::holding(kind, one) == House::holding(kind, other);
    match (share(HouseKind::Row), share(HouseKind::Column)) {
        (true, false) => Some(HouseKind::Column),
        (false, true) => Some(HouseKind::Row),
        _ => None,
    }
}

/// The row or column that both cells are in.
fn line(one: Cell, other: Cell) -> Option<House> {
    CellSet::only(one).with(other).common_houses().iter().find(|house| house.kind() != HouseKind::Box)
}

impl Rectangle {
    fn pair(&self) -> DigitSet {
        DigitSet::only(self.digits[0]) | DigitSet::only(self.digits[1])
    }

    fn fat(&self) -> CellSet {
        self.cells - self.lean
    }

    /// Returns the fat cells, if there are two.
    fn two_fat(&self) -> Option<[Cell; 2]> {
        let mut fat = self.fat();
        match (fat.pop_first(), fat.pop_first(), fat.pop_first()) {
            (Some(one), Some(other), None) => Some([one, other]),
            _ => None,
        }
    }

    /// Returns the digits of the fat cells besides the pair.
    fn more(&self, marks: &Pencilmarks) -> DigitSet {
        self.fat().iter().fold(DigitSet::EMPTY, |more, cell| more | marks.candidates(cell)) - self.pair()
    }

    fn check(&self, marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
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
    fn give(
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
                let eliminations = Candidates::from_cells(digit, fat.common_peers() & marks.places(digit));
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
        let eliminations = Candidates::from_cells(goes, self.fat() & marks.places(goes));
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
        let eliminations = Candidates::from_cells(goes, self.fat() & marks.places(goes));
        self.give(Technique::UniqueRectangle6, eliminations, NOTHING, CellSet::EMPTY, sink)
    }

    fn hidden(&self, marks: &Pencilmarks, sink: &mut Sink<'_>) -> SearchFlow {
        let mut lean = self.lean;
        let diagonal = match (lean.pop_first(), lean.pop_first(), lean.pop_first()) {
            (Some(_), None, _) => true,
            (Some(one), Some(other), None) => line(one, other).is_none(),
            _ => false,
        };
        for corner in self.lean.iter().filter(|_| diagonal) {
            let opposite = self.cells - lines_of(corner);
            let around = opposite.first().map_or(CellSet::ALL, lines_of) - self.cells;
            let [a, b] = self.digits;
            for (stays, goes) in [(a, b), (b, a)] {
                if !around.meets(marks.places(stays)) {
                    let eliminations = Candidates::from_cells(goes, opposite & marks.places(goes));
                    self.give(Technique::HiddenRectangle, eliminations, NOTHING, CellSet::EMPTY, sink)?;
                }
            }
        }
        SearchFlow::Continue(())
    }
}

/// A cell's row and column.
fn lines_of(cell: Cell) -> CellSet {
    House::holding(HouseKind::Row, cell).cells() | House::holding(HouseKind::Column, cell).cells()
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
        let may_join = (house.cells() & marks.empty()).iter().filter(apart).collect();
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
        while let Some(cell) = may_join.pop_first() {
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

// Avoidable rectangles: unique rectangles some of whose cells were solved, not given.
//
// ```text
//   1    a  b | b  {a,x}                     a would complete the rectangle: it goes
//   2    a  b | {b,x}  {a,x}                 one of the two is x, which goes from cells that see both
// ```

/// Finds them by the first solved cell, by the solved cell next to it in the box, then by the other two.
fn find_avoidable(marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
    let solved = (CellSet::ALL - marks.empty()) - marks.givens();
    let open = marks.cells_with(2);
    for start in solved.into_iter().filter(|_| !open.is_empty()) {
        let house = House::holding(HouseKind::Box, start).cells();
        for next in (house & solved).without(start) {
            let Some((a, b)) = marks.value(start).zip(marks.value(next)) else { continue };
            let Some(across) = across(start, next) else { continue };
            let [far, last] = [start, next].map(|cell| House::holding(across, cell).cells() - house);
            if !open.meets((far & marks.places(b)) | (last & marks.places(a))) {
                continue;
            }
            for far in far {
                let last = Cell::new(far.index() + next.index() - start.index());
                let cells = [start, next, far, last];
                let step = match technique {
                    Technique::AvoidableRectangle1 => one_open(marks, solved, cells, a, b),
                    _ => two_open(marks, cells, a, b),
                };
                step.map_or(SearchFlow::Continue(()), &mut *sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Finds the step of a rectangle whose first two cells hold `a` and `b`.
fn one_open(marks: &Pencilmarks, solved: CellSet, cells: [Cell; 4], a: Digit, b: Digit) -> Option<Step> {
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
    let eliminations = Candidates::from_cells(goes, CellSet::only(open));
    let open = (CellSet::only(open), DigitSet::EMPTY);
    Some(step(Technique::AvoidableRectangle1, cells, (a, b), open, eliminations))
}

fn two_open(marks: &Pencilmarks, cells: [Cell; 4], a: Digit, b: Digit) -> Option<Step> {
    let [_, _, far, last] = cells;
    if !is_open(marks, far, b) || !is_open(marks, last, a) {
        return None;
    }
    let more = (marks.candidates(far) - DigitSet::only(b)).first()?;
    let eliminations = Candidates::from_cells(more, peers(far) & peers(last) & marks.places(more));
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

#[cfg(test)]
mod tests {
    use super::super::testing::{all, candidates, cells, digit};
    use super::*;
    use gridmill_board::Cell;

    #[test]
    fn a_bug_with_one_more_digit_keeps_that() {
        let marks = bug(true);
        let [step] = &all(&marks, Technique::BugPlus1)[..] else { panic!("a BUG") };
        assert_eq!(step.eliminations, candidates("1 r1c1, 2 r1c1"));
        assert_eq!(all(&bug(false), Technique::BugPlus1), [], "all cells have two candidates");
        let mut lean = bug(true);
        lean.eliminate(cells("r1c2").first().unwrap(), digit(3));
        assert_eq!(all(&lean, Technique::BugPlus1), [], "a cell has one candidate");
    }

    /// All but 1, 2 and 3 are placed. Each cell has its digit and the next of these three, so that each is in two places of each
    /// house; r1c1 has all three if there is one `more`.
    fn bug(more: bool) -> Pencilmarks {
        let mut marks = Pencilmarks::blank();
        let digit_of = |cell: Cell| {
            let (row, column) = (cell.index() / 9, cell.index() % 9);
            Digit::from_index((row * 3 + row / 3 + column) % 9)
        };
        for cell in CellSet::ALL.iter().filter(|&cell| digit_of(cell).index() > 2) {
            marks.place(cell, digit_of(cell));
        }
        for cell in marks.empty().iter().filter(|&cell| !more || cell.index() > 0) {
            marks.eliminate(cell, Digit::from_index((digit_of(cell).index() + 2) % 3));
        }
        marks
    }
}
