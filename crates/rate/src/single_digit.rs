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

use crate::{
    Candidates, CellSet, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, candidates::ascending, peers, step::alternating,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Finds patterns of one digit.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    // Templates look at all digits together: they may find something where no place is dead for its own digit.
    for technique in [Technique::TemplateSet, Technique::TemplateDelete] {
        if requested.contains(technique) {
            find_template(marks, technique, sink)?;
        }
    }
    let digits = finder.scratch.templates.digits(marks);
    if digits.is_empty() {
        return SearchFlow::Continue(());
    }
    if requested.contains(Technique::Skyscraper) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            digits.into_iter().try_for_each(|digit| skyscrapers(marks, digit, kind, sink))?;
        }
    }
    if requested.contains(Technique::TwoStringKite) {
        kites(marks, digits, &mut |kite| sink(kite.step(Technique::TwoStringKite)))?;
    }
    if requested.contains(Technique::DualTwoStringKite) {
        dual_kites(marks, digits, sink)?;
    }
    if requested.contains(Technique::TurbotFish) {
        find_turbot(marks, digits, sink)?;
    }
    if requested.contains(Technique::EmptyRectangle) {
        find_empty_rectangle(marks, digits, sink)?;
    }
    if requested.contains(Technique::DualEmptyRectangle) {
        find_dual_empty_rectangle(marks, digits, sink)?;
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
    Step::eliminate(technique, Candidates::from_cells(digit, eliminations), reason)
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
                let base = [a, c].map(|cell| HouseSet::only(House::holding(kind, cell)));
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
        let houses = HouseSet::only(House::holding(HouseKind::Row, self.row[0]))
            | HouseSet::only(House::holding(HouseKind::Column, self.column[0]));
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
    let number = |cell| House::holding(HouseKind::Box, cell).number();
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
                    let is_in_box =
                        House::holding(HouseKind::Box, row[0]) == House::holding(HouseKind::Box, column[0]);
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
                let base = HouseSet::only(House::holding(HouseKind::Box, a));
                let eliminations = one.eliminations | other.eliminations;
                sink(step(Technique::DualTwoStringKite, one.digit, base, &chains, eliminations))?;
            }
        }
    }
    SearchFlow::Continue(())
}

// Turbot fish: two strong links of one digit joined by a weak one.
//
// ```text
// far = near - near = far        a place that sees both far ends goes
// ```
//
// Order: the fish with the most eliminations first, then HoDoKu's sum of the cells that it takes from, then its first end.
// Two places that a box alone links strongly, though they are in one line, count as linked weakly.

/// A turbot fish: the chain from end to end.
#[derive(Debug, Clone, Copy)]
struct Turbot {
    digit: Digit,
    chain: [Cell; 4],
    eliminations: CellSet,
}

fn find_turbot(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
    let mut all: Vec<Turbot> = Vec::new();
    for digit in digits {
        collect(marks, digit, &mut all);
    }
    let key = |&Turbot { digit, chain, eliminations }: &Turbot| {
        let first = 9 * chain[0].index() + digit.index();
        [81 - eliminations.len() as usize, index_sum(eliminations, digit), first]
    };
    let keys: Vec<_> = all.iter().map(key).collect();
    ascending(&keys).into_iter().try_for_each(|number| sink(turbot_step(&all[number])))
}

/// All of a digit, from the lower end.
fn collect(marks: &Pencilmarks, digit: Digit, all: &mut Vec<Turbot>) {
    let mut links = [[Cell::new(0); 2]; 27];
    let mut count = 0;
    for kind in HouseKind::ALL {
        for link in pairs(marks, digit, kind).filter(|&link| kind != HouseKind::Box || !in_line(link)) {
            links[count] = link;
            count += 1;
        }
    }
    for (n, one) in links[..count].iter().enumerate() {
        for other in &links[n + 1..count] {
            if one.iter().any(|cell| other.contains(cell)) {
                continue;
            }
            for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let chain = [one[a], one[1 - a], other[1 - b], other[b]];
                let eliminations = seen_by(chain[0], chain[3]) & marks.places(digit);
                if peers(chain[1]).contains(chain[2]) && !eliminations.is_empty() {
                    let [first, .., last] = chain;
                    let chain = if first <= last { chain } else { [chain[3], chain[2], chain[1], chain[0]] };
                    all.push(Turbot { digit, chain, eliminations });
                }
            }
        }
    }
}

fn in_line([one, other]: [Cell; 2]) -> bool {
    [HouseKind::Row, HouseKind::Column]
        .into_iter()
        .any(|kind| House::holding(kind, one) == House::holding(kind, other))
}

/// Returns HoDoKu's sort key: later cells have more weight.
fn index_sum(cells: CellSet, digit: Digit) -> usize {
    cells.iter().enumerate().map(|(n, cell)| cell.index() * (1 + 80 * n) + usize::from(digit.value())).sum()
}

fn turbot_step(turbot: &Turbot) -> Step {
    let Turbot { digit, chain, eliminations } = *turbot;
    let nodes = alternating(chain.map(|cell| (CellSet::only(cell), digit)));
    Step::eliminate(Technique::TurbotFish, Candidates::from_cells(digit, eliminations), Reason::Chain(nodes))
}

// Empty rectangles: the places in a box lie in one row and one column, and one place beyond is linked to another house.
//
// ```text
//   the box has places in its row R and its column C alone, some in R alone and some in C alone
//   p in R, beyond the box; q, the other of two places in p's column
//   q's row and C meet outside the box: that place goes          and the same with rows and columns exchanged
// ```

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
fn find_empty_rectangle(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
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
fn find_dual_empty_rectangle(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
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
                    arms(marks, digit, house, row, column, see)?;
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
    row: usize,
    column: usize,
    see: &mut dyn FnMut(EmptyRectangle) -> SearchFlow,
) -> SearchFlow {
    let inside = marks.places_in(house, digit);
    let corner = house.cell(3 * row + column);
    for (along, across) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
        let line = House::holding(along, corner).cells();
        let groups = [inside & line, inside - line];
        let outside = (marks.places(digit) & line) - house.cells();
        for near in outside {
            let link = marks.places_in(House::holding(across, near), digit).without(near);
            let Some(far) = link.single() else { continue };
            let meeting = House::holding(along, far).cells() & House::holding(across, corner).cells();
            let goes = (meeting & marks.places(digit)) - house.cells();
            if let Some(elimination) = goes.first() {
                see(EmptyRectangle { digit, house, groups, pair: [near, far], elimination })?;
            }
        }
    }
    SearchFlow::Continue(())
}

// Templates: all ways to place a digit in the rows that lack it, one in each row, column and box.
//
// ```text
// set      a place that all templates of a digit share holds it
// delete   a place that no template of a digit has does not hold it
// ```
//
// Two digits cannot share a cell. So a template is dropped if every template of some other digit meets it, again and again; the steps
// that need fewer such drops come first.
//
// Sources: R. Beil's templates («Pattern Overlay Method», 2005) as in HoDoKu (B. Hobiger 2012).

/// Finds the steps of templates, by digit.
fn find_template(marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
    let mut templates = [const { Vec::new() }; 9];
    for (templates, digit) in templates.iter_mut().zip(DigitSet::full(9)) {
        list(marks.places(digit), CellSet::EMPTY, &open_rows(marks, digit), templates);
    }
    steps(marks, technique, &templates, sink)?;
    while refine(&mut templates) {
        steps(marks, technique, &templates, sink)?;
    }
    SearchFlow::Continue(())
}

/// The places of a digit in each row that lacks it.
fn open_rows(marks: &Pencilmarks, digit: Digit) -> Vec<House> {
    HouseKind::Row.houses().filter(|&row| !marks.places_in(row, digit).is_empty()).collect()
}

/// Lists all ways to add a place of each of these rows to the places that are taken.
fn list(free: CellSet, taken: CellSet, rows: &[House], templates: &mut Vec<CellSet>) {
    let Some((row, rest)) = rows.split_first() else { return templates.push(taken) };
    for cell in free & row.cells() {
        list(free - peers(cell), taken.with(cell), rest, templates);
    }
}

/// Drops templates that all templates of another digit meet, as they are before. Returns true if any was dropped.
fn refine(templates: &mut [Vec<CellSet>; 9]) -> bool {
    let before = templates.clone();
    for (digit, own) in templates.iter_mut().enumerate() {
        let others = before.iter().enumerate().filter(|(other, list)| *other != digit && !list.is_empty());
        let others: Vec<&Vec<CellSet>> = others.map(|(_, list)| list).collect();
        own.retain(|template| others.iter().all(|other| other.iter().any(|rival| !rival.meets(*template))));
    }
    *templates != before
}

fn steps(
    marks: &Pencilmarks,
    technique: Technique,
    templates: &[Vec<CellSet>; 9],
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for (templates, digit) in templates.iter().zip(DigitSet::full(9)) {
        // A digit without a template: the grid has no solution.
        let Some(&first) = templates.first() else { continue };
        let shared = templates.iter().fold(first, |shared, &template| shared & template);
        let dead = templates.iter().fold(marks.places(digit), |dead, &template| dead - template);
        let reason = |cells| Reason::Template { digit, cells };
        match (technique, shared.first()) {
            (Technique::TemplateSet, Some(cell)) => {
                sink(Step::place(technique, cell, digit, reason(shared)))?;
            }
            (Technique::TemplateDelete, _) if !dead.is_empty() => {
                sink(Step::eliminate(technique, Candidates::from_cells(digit, dead), reason(dead)))?;
            }
            _ => {}
        }
    }
    SearchFlow::Continue(())
}

// Templates: ways to place a digit in all houses that lack it. A place that belongs to no template is dead.
//
// ```text
// x . | . x        the left x belongs to a template with the right y, the right x to one with the left y: no place is dead
// . . | . .
// y . | . y
// ```
//
// Prefilter: a pattern of one digit eliminates only dead places. A digit without dead places has no such pattern and is skipped.

/// Dead places of each digit, valid as long as the digit's places stay the same.
#[derive(Debug, Default)]
pub(super) struct Templates([Known; 9]);

#[derive(Debug, Clone, Default)]
struct Known {
    places: CellSet,
    dead: CellSet,
    /// Templates that were met. Most still are templates after the next step.
    templates: Vec<CellSet>,
}

impl Templates {
    /// Returns the digits with a dead place.
    pub(super) fn digits(&mut self, marks: &Pencilmarks) -> DigitSet {
        DigitSet::full(9).iter().filter(|&digit| !self.dead(marks, digit).is_empty()).collect()
    }

    /// Returns the dead places of a digit: those that belong to no template.
    #[inline]
    pub(super) fn dead(&mut self, marks: &Pencilmarks, digit: Digit) -> CellSet {
        let known = &mut self.0[digit.index()];
        if known.places != marks.places(digit) {
            known.places = marks.places(digit);
            known.dead = dead(marks, digit, &mut known.templates);
        }
        known.dead
    }
}

fn dead(marks: &Pencilmarks, digit: Digit, templates: &mut Vec<CellSet>) -> CellSet {
    let mut rows = [0; 9];
    for (row, house) in rows.iter_mut().zip(HouseKind::Row.houses()) {
        *row = marks.positions(house, digit);
    }
    let open = (0..9).filter(|&row| rows[row] != 0).fold(0, |open: u16, row| open | 1 << row);
    let (places, mut alive, mut dead) = (marks.places(digit), CellSet::EMPTY, CellSet::EMPTY);
    // No two cells of a template see each other. So one with a cell for each open row is a template still.
    templates.retain_mut(|template| {
        *template &= places;
        template.len() == open.count_ones()
    });
    for template in &*templates {
        alive |= *template;
    }
    for cell in places {
        if alive.contains(cell) {
            continue;
        }
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        let taken = Taken { open, columns: 0, boxes: 0 }.with(row, column);
        match place_rest(&rows, taken) {
            Some(rest) => {
                alive |= rest.with(cell);
                templates.push(rest.with(cell));
            }
            None => dead = dead.with(cell),
        }
    }
    dead
}

#[derive(Clone, Copy)]
struct Taken {
    open: u16,
    columns: u16,
    boxes: u16,
}

impl Taken {
    fn with(self, row: usize, column: usize) -> Self {
        let number = House::holding(HouseKind::Box, Cell::new(9 * row + column)).number();
        Self {
            open: self.open & !(1 << row),
            columns: self.columns | 1 << column,
            boxes: self.boxes | 1 << number,
        }
    }
}

/// Returns some way to place the digit in all open rows.
fn place_rest(rows: &[u16; 9], taken: Taken) -> Option<CellSet> {
    /// The columns of a band's boxes.
    const COLUMNS: [u16; 8] = [0, 0o7, 0o70, 0o77, 0o700, 0o707, 0o770, 0o777];
    if taken.open == 0 {
        return Some(CellSet::EMPTY);
    }
    let row = taken.open.trailing_zeros() as usize;
    let boxes = COLUMNS[(taken.boxes >> (row / 3 * 3) & 0b111) as usize];
    let mut free = rows[row] & !taken.columns & !boxes;
    while free != 0 {
        let column = free.trailing_zeros() as usize;
        free &= free - 1;
        if let Some(way) = place_rest(rows, taken.with(row, column)) {
            return Some(way.with(Cell::new(9 * row + column)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all, candidates, position};

    #[test]
    fn a_template_that_every_template_of_another_digit_meets_is_none() {
        // 1 is at r1c1 by itself, and 3 could stand there by itself.
        let steps = all(&position("rows 1 in r1c1"), Technique::TemplateDelete);
        let taken: Vec<_> = steps.into_iter().map(|step| step.eliminations).collect();
        assert!(taken.contains(&candidates("1 r2c123 r3c123 r456789c1")), "{taken:?}");
        assert!(taken.contains(&candidates("3 r1c1")), "{taken:?}");
    }

    /// Lists all templates by brute force, row by row.
    fn dead_by_listing(marks: &Pencilmarks, digit: Digit) -> CellSet {
        let rows: Vec<CellSet> = HouseKind::Row.houses().map(|row| marks.places_in(row, digit)).collect();
        let mut ways = vec![CellSet::EMPTY];
        for row in rows.into_iter().filter(|row| !row.is_empty()) {
            let free = |way: CellSet, cell: Cell| !way.meets(crate::peers(cell));
            let next = |way: CellSet| {
                row.iter().filter(move |&cell| free(way, cell)).map(move |cell| way.with(cell))
            };
            ways = ways.into_iter().flat_map(next).collect();
        }
        ways.into_iter().fold(marks.places(digit), |dead, way| dead - way)
    }

    #[test]
    fn dead_places_are_those_of_no_way() {
        // An X-wing in rows 1 and 5, columns 1 and 4.
        let mut marks = position("rows 5 in r15c14");
        let digit = Digit::from_index(4);
        for cell in [10, 20, 30, 32, 47, 49, 62, 66, 68, 69, 72, 79, 80].map(Cell::new) {
            marks.eliminate(cell, digit);
        }
        let mut templates = Templates::default();
        let dead = templates.dead(&marks, digit);
        assert_eq!(dead, dead_by_listing(&marks, digit));
        assert!(dead.contains(Cell::new(18)), "r3c1 is in a column of the X-wing");
        assert_eq!(templates.digits(&marks), DigitSet::only(digit));
        assert!(templates.dead(&Pencilmarks::blank(), digit).is_empty(), "a known answer is computed again");
    }
}
