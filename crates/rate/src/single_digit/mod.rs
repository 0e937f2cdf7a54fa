//! Patterns of one digit with two strong links: skyscraper, 2-string kite, empty rectangle and turbot fish; and templates.
//!
//! ```text
//! skyscraper             2-string kite            empty rectangle           turbot fish
//!   x . . | . x            . x . | . x              . x . | . . .             two strong links,
//!   . . . | . .            . . x | . .              x x x | . x .             joined by a weak one:
//!   * . . | . .            ------+----              . x . | . . .             what sees both far ends
//!   ------+----            . . x | . *              ------+------             goes
//!   . x . | . x                                     . * . | . x .
//! ```
//!
//! Sources: B. Hobiger's HoDoKu (2008-2012), whose definitions and orders these are: each kind by digit first.

mod empty_rectangle;
mod template;
mod turbot;

use super::{
    Candidates, CellSet, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, step_links::alternating,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Finds patterns of one digit.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, .. } = *finder;
    // Templates look at all digits together: they may find something where no place is dead for its own digit.
    for technique in [Technique::TemplateSet, Technique::TemplateDelete] {
        if wanted.contains(technique) {
            template::find(marks, technique, sink)?;
        }
    }
    let digits = finder.scratch.templates.digits(marks);
    if digits.is_empty() {
        return SearchFlow::Continue(());
    }
    if wanted.contains(Technique::Skyscraper) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            digits.into_iter().try_for_each(|digit| skyscrapers(marks, digit, kind, sink))?;
        }
    }
    if wanted.contains(Technique::TwoStringKite) {
        kites(marks, digits, &mut |kite| sink(kite.step(Technique::TwoStringKite)))?;
    }
    if wanted.contains(Technique::DualTwoStringKite) {
        dual_kites(marks, digits, sink)?;
    }
    if wanted.contains(Technique::TurbotFish) {
        turbot::find(marks, digits, sink)?;
    }
    if wanted.contains(Technique::EmptyRectangle) {
        empty_rectangle::find(marks, digits, sink)?;
    }
    if wanted.contains(Technique::DualEmptyRectangle) {
        empty_rectangle::find_dual(marks, digits, sink)?;
    }
    SearchFlow::Continue(())
}

/// The two places of a digit in each house of a kind that has just two, in order of the houses.
fn pairs(marks: &Pencilmarks, digit: Digit, kind: HouseKind) -> impl Iterator<Item = [Cell; 2]> + Clone + '_ {
    kind.houses().filter_map(move |house| {
        let positions = marks.positions(house, digit);
        let [first, last] = [positions.trailing_zeros(), 15 - positions.leading_zeros().min(15)];
        (positions.count_ones() == 2).then(|| [house.cell(first as usize), house.cell(last as usize)])
    })
}

/// Returns the cells that see both.
fn seen_by(one: Cell, other: Cell) -> CellSet {
    super::peers(one) & super::peers(other)
}

/// Places of a pattern from end to end: the first two are linked strongly, as are the last two.
type PatternChain = [CellSet; 4];

/// Builds the step of a pattern from its houses and chains.
fn step(
    technique: Technique,
    digit: Digit,
    base: HouseSet,
    chains: &[PatternChain],
    eliminations: CellSet,
) -> Step {
    let cells = chains.iter().flatten().fold(CellSet::EMPTY, |all, &cells| all | cells);
    let chains = chains.iter().map(|chain| alternating(chain.map(|cells| (cells, digit)))).collect();
    let reason = Reason::Fish { digit, base, cover: HouseSet::EMPTY, cells, fins: CellSet::EMPTY, chains };
    Step::eliminate(technique, Candidates::of(digit, eliminations), reason)
}

/// Finds skyscrapers by pair of rows or columns. One end of each is in the same column or row: both first places, or both last.
fn skyscrapers(marks: &Pencilmarks, digit: Digit, kind: HouseKind, sink: &mut Sink<'_>) -> SearchFlow {
    let across = |cell: Cell| House::index_of(kind, cell);
    let mut later = pairs(marks, digit, kind);
    while let Some([a, b]) = later.next() {
        for [c, d] in later.clone() {
            let (ends, foot) = match (across(a) == across(c), across(b) == across(d)) {
                (true, false) => ([b, d], [a, c]),
                (false, true) => ([a, c], [b, d]),
                _ => continue,
            };
            let eliminations = seen_by(ends[0], ends[1]) & marks.places(digit);
            if !eliminations.is_empty() {
                let base = [a, c].map(|cell| HouseSet::only(House::of(kind, cell)));
                let chain = [ends[0], foot[0], foot[1], ends[1]].map(CellSet::only);
                sink(step(Technique::Skyscraper, digit, base[0] | base[1], &[chain], eliminations))?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Kite: a row and a column with two places each, one of each in the same box.
#[derive(Debug, Clone, Copy)]
struct Kite {
    digit: Digit,
    /// The row's two places, the one in the box first.
    row: [Cell; 2],
    column: [Cell; 2],
    eliminations: CellSet,
}

impl Kite {
    fn step(&self, technique: Technique) -> Step {
        let houses = HouseSet::only(House::of(HouseKind::Row, self.row[0]))
            | HouseSet::only(House::of(HouseKind::Column, self.column[0]));
        step(technique, self.digit, houses, &[self.chain()], self.eliminations)
    }

    fn chain(&self) -> PatternChain {
        [self.row[1], self.row[0], self.column[0], self.column[1]].map(CellSet::only)
    }
}

/// Visits kites by digit, row and column.
fn kites(marks: &Pencilmarks, digits: DigitSet, see: &mut dyn FnMut(Kite) -> SearchFlow) -> SearchFlow {
    let mut memory = [[Cell::new(0); 2]; 18];
    for digit in digits {
        let mut count = 0;
        for pair in pairs(marks, digit, HouseKind::Row) {
            memory[count] = pair;
            count += 1;
        }
        let rows = count;
        for pair in pairs(marks, digit, HouseKind::Column) {
            memory[count] = pair;
            count += 1;
        }
        let (rows, columns) = memory[..count].split_at_mut(rows);
        for row in rows {
            for column in &mut *columns {
                if let Some(eliminations) = kite(marks, digit, row, column) {
                    see(Kite { digit, row: *row, column: *column, eliminations })?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// Orders both pairs so that their first places are in the same box, if possible, and returns the eliminations of the kite.
/// The pairs keep this order for the calls that follow.
fn kite(marks: &Pencilmarks, digit: Digit, row: &mut [Cell; 2], column: &mut [Cell; 2]) -> Option<CellSet> {
    let number = |cell| House::of(HouseKind::Box, cell).number();
    let turns = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let (r, c) = turns.into_iter().find(|&(r, c)| number(row[r]) == number(column[c]))?;
    row.rotate_left(r);
    column.rotate_left(c);
    ends(marks, digit, *row, *column)
}

/// Returns the eliminations of a kite whose first places are in the same box.
fn ends(marks: &Pencilmarks, digit: Digit, row: [Cell; 2], column: [Cell; 2]) -> Option<CellSet> {
    let crossing = CellSet::only(Cell::new(column[1].index() / 9 * 9 + row[1].index() % 9));
    let apart = !row.contains(&column[0]) && !row.contains(&column[1]);
    Some(crossing & marks.places(digit)).filter(|crossing| apart && !crossing.is_empty())
}

const fn turned([one, other]: [Cell; 2]) -> [Cell; 2] {
    [other, one]
}

/// Two kites of one digit with the same places in the box.
fn dual_kites(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
    let mut all: Vec<Kite> = Vec::new();
    for digit in digits {
        for row in pairs(marks, digit, HouseKind::Row) {
            for column in pairs(marks, digit, HouseKind::Column) {
                // Where both ends of the row share boxes with those of the column, there is a kite in each box.
                for (row, column) in
                    [row, turned(row)].into_iter().flat_map(|row| [(row, column), (row, turned(column))])
                {
                    let is_in_box = House::of(HouseKind::Box, row[0]) == House::of(HouseKind::Box, column[0]);
                    if let Some(eliminations) = ends(marks, digit, row, column).filter(|_| is_in_box) {
                        all.push(Kite { digit, row, column, eliminations });
                    }
                }
            }
        }
    }
    for (n, one) in all.iter().enumerate() {
        let [a, b] = [one.row[0], one.column[0]];
        for other in all[n + 1..].iter().filter(|other| other.digit == one.digit) {
            let same = [other.row[0], other.column[0]] == [a, b] || [other.row[0], other.column[0]] == [b, a];
            if same && one.eliminations != other.eliminations {
                let chains = [one.chain(), other.chain()];
                let base = HouseSet::only(House::of(HouseKind::Box, a));
                let eliminations = one.eliminations | other.eliminations;
                sink(step(Technique::DualTwoStringKite, one.digit, base, &chains, eliminations))?;
            }
        }
    }
    SearchFlow::Continue(())
}

#[cfg(test)]
mod tests;
