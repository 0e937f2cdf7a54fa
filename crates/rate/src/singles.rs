//! Full houses, naked and hidden singles: one cell or one place left.
//!
//! ```text
//! full house      the last empty cell of a house                     ... 1 2 3 4 5 6 7 8 _
//! naked single    a cell with one candidate                          _ = {7}
//! hidden single   a digit with one place in a house                  7 only at r3c5 in box 2
//! ```
//!
//! The hidden singles of boxes are also a technique of their own: they are found without pencilmarks.

use crate::{
    Conventions, Finder, House, HouseKind, HouseSet, Pencilmarks, Reason, Rule, SearchFlow, Sink, Step,
    Technique as T, TechniqueSet,
};
use gridmill_board::{Cell, Digit, Grid, Shape};

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
    #[inline]
    pub(super) fn step(self) -> Step {
        let reason = self.house.map_or_else(|| Reason::Cell(self.cell), Reason::House);
        Step::place(self.technique, self.cell, self.digit, reason).harder_by(self.extra)
    }
}

/// Finds singles.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, conventions, .. } = *finder;
    each(marks, requested, conventions, |single| sink(single.step()))
}

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
    requested: TechniqueSet,
    conventions: Conventions,
    mut visit: impl FnMut(Single) -> SearchFlow,
) -> SearchFlow {
    if conventions == Conventions::Hodoku {
        return in_turn(marks, requested, visit);
    }
    if requested.contains(T::FullHouse) {
        full_houses(marks, conventions, &mut visit)?;
    }
    if requested.contains(T::NakedSingle) {
        naked_singles(marks, &mut visit)?;
    }
    for technique in [T::HiddenSingleBox, T::HiddenSingle] {
        if requested.contains(technique) {
            hidden_singles(marks, conventions, technique, &mut visit)?;
        }
    }
    SearchFlow::Continue(())
}

/// Visits singles in HoDoKu's order: the order in which they appeared.
#[inline]
fn in_turn(
    marks: &Pencilmarks,
    requested: TechniqueSet,
    mut visit: impl FnMut(Single) -> SearchFlow,
) -> SearchFlow {
    if requested.contains(T::FullHouse) && !marks.full_but_one.is_empty() {
        for cell in marks.singles_queue.naked() {
            let house = (marks.houses_holding(cell) & marks.full_but_one).first();
            if let Some((house, digit)) = house.zip(marks.candidates(cell).first()) {
                visit(Single { technique: T::FullHouse, cell, digit, house: Some(house), extra: 0 })?;
            }
        }
    }
    if requested.contains(T::NakedSingle) {
        for cell in marks.singles_queue.naked() {
            if let Some(digit) = marks.candidates(cell).first() {
                visit(Single { technique: T::NakedSingle, cell, digit, house: None, extra: 0 })?;
            }
        }
    }
    for technique in [T::HiddenSingleBox, T::HiddenSingle] {
        if !requested.contains(technique) {
            continue;
        }
        for (house, digit) in marks.singles_queue.hidden() {
            let is_requested = technique == T::HiddenSingle || house.kind() == HouseKind::Box;
            if is_requested
                && marks.hidden_singles()[digit.index()].contains(house)
                && marks.empty_in(house) > 1
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
    if marks.full_but_one.is_empty() {
        return SearchFlow::Continue(());
    }
    for kind in conventions.kinds() {
        for house in marks.full_but_one & HouseSet::of_kind(kind) {
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
        for house in (in_some & HouseSet::of_kind(kind)) - marks.full_but_one {
            for digit in marks.hidden_singles_in(house) {
                let cell = marks.cell_in(house, marks.positions(house, digit).trailing_zeros() as usize);
                visit(Single { technique, cell, digit, house: Some(house), extra })?;
            }
        }
    }
    SearchFlow::Continue(())
}

// The closure under naked and hidden singles: all digits that they place, in whatever order they are taken.
//
// A single stays one, or is placed, when other digits are placed. So the order does not matter, and whether singles solve a puzzle is a property
// of the puzzle and of no rulebook. So is its expansion, the grid with all that they place; collectors call the rules BRT (basic resolution
// theory: D. Berthier, "The Hidden Logic of Sudoku", 2007).
//
// 9x9 grids are closed in rounds over bits. A row of `candidates` is a band (27 cells), an entry a digit: all digits go through the same
// operations side by side.
//
// ```text
// band 0   digit 1: 27 bits, digit 2: 27 bits, ... 9, and three lanes that stay empty
// cell     bit 9 * (row in the band) + column
// ```

/// Lanes for the nine digits: a multiple of the width of vectors.
const LANES: usize = 12;
/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// Cells of a row, and of the box in the first three columns of a band.
const ROW: u32 = (1 << 9) - 1;
const BOX: u32 = 0b111 | 0b111 << 9 | 0b111 << 18;

/// Bits of the cells of a band, for each digit.
type Lanes = [u32; LANES];

/// End of a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// All cells have digits, each once in each house.
    Complete,
    /// No single is left, and nothing is contradicted.
    Stuck,
    /// A cell without candidate, a house without place for a digit, or a digit twice in a house.
    Contradiction,
}

/// Solver of grids of one shape by naked and hidden singles alone.
///
/// # Example
/// ```
/// use gridmill_board::Shape;
/// use gridmill_rate::SinglesClosure;
///
/// let mut closure = SinglesClosure::new(Shape::new(2, 2)?);
/// assert!(closure.solves(&[1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]));
/// assert!(!closure.solves(&[0; 16]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SinglesClosure {
    shape: Shape,
    /// Cells of each house, of shapes other than 9x9.
    houses: Vec<Vec<usize>>,
    /// Houses of each cell.
    houses_of: Vec<[usize; 3]>,
    /// Candidates of each cell.
    cells: Vec<u32>,
    /// True for each cell with a digit.
    placed: Vec<bool>,
}

impl SinglesClosure {
    /// Prepares for grids of `shape`.
    pub fn new(shape: Shape) -> Self {
        let side = shape.side();
        let house = |of: &dyn Fn(Cell) -> usize, number| -> Vec<usize> {
            shape.all_cells().filter(|&cell| of(cell) == number).map(Cell::index).collect()
        };
        let row = |cell| shape.row(cell);
        let col = |cell| shape.col(cell);
        let in_box = |cell| shape.box_of(cell);
        let kinds: [&dyn Fn(Cell) -> usize; 3] = [&row, &col, &in_box];
        let houses = kinds.iter().flat_map(|of| (0..side).map(move |number| house(*of, number)));
        let houses_of = |cell| [row(cell), side + col(cell), 2 * side + in_box(cell)];
        Self {
            shape,
            houses: houses.collect(),
            houses_of: shape.all_cells().map(houses_of).collect(),
            cells: vec![0; shape.cells()],
            placed: vec![false; shape.cells()],
        }
    }

    /// Returns true if naked and hidden singles alone solve the grid with these digits, cell by cell, 0 for an empty one. A grid that
    /// contradicts itself is not solved.
    ///
    /// # Panics
    /// If `digits` has fewer cells than the shape.
    pub fn solves(&mut self, digits: &[u8]) -> bool {
        let digits = &digits[..self.shape.cells()];
        let end =
            if self.shape == Shape::STANDARD { close_standard(digits).end } else { self.close_any(digits) };
        end == End::Complete
    }

    /// Returns the expansion of a grid: its digits, and all that naked and hidden singles place. `None` if singles show that it has no
    /// solution.
    ///
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::SinglesClosure;
    ///
    /// let mut closure = SinglesClosure::new(Shape::new(2, 2)?);
    /// let expansion = closure.expand(&"12......3.......".parse()?).map(|grid| grid.to_string());
    /// assert_eq!(expansion.as_deref(), Some("12..43..3...2..."));
    /// let expansion = closure.expand(&"123.............".parse()?).map(|grid| grid.to_string());
    /// assert_eq!(expansion.as_deref(), Some("1234............"));
    /// assert_eq!(closure.expand(&"123......4......".parse()?).is_some(), true);
    /// assert_eq!(closure.expand(&"123....4........".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the grid has another shape.
    pub fn expand(&mut self, grid: &Grid) -> Option<Grid> {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the closure's");
        let digits: Vec<u8> = grid.cells().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
        let closed = if self.shape == Shape::STANDARD {
            let closed = close_standard(&digits);
            (closed.end != End::Contradiction).then(|| closed.digits())
        } else {
            (self.close_any(&digits) != End::Contradiction).then(|| self.digits())
        };
        let mut expansion = grid.clone();
        for (cell, value) in self.shape.all_cells().zip(closed?) {
            expansion.set(cell, Digit::new(value));
        }
        Some(expansion)
    }

    /// Returns the digits that `close_any` has placed, 0 for an empty cell.
    fn digits(&self) -> Vec<u8> {
        let value = |candidates: u32| u8::try_from(candidates.trailing_zeros() + 1).unwrap_or_default();
        let cells = self.cells.iter().zip(&self.placed);
        cells.map(|(&candidates, &placed)| if placed { value(candidates) } else { 0 }).collect()
    }

    /// Places singles of any shape until there is none.
    fn close_any(&mut self, digits: &[u8]) -> End {
        let all = if self.shape.side() >= 32 { u32::MAX } else { (1 << self.shape.side()) - 1 };
        self.cells.fill(all);
        self.placed.fill(false);
        let mut waiting: Vec<(usize, u32)> = Vec::new();
        let given = digits.iter().enumerate().filter(|(_, digit)| **digit != 0);
        waiting.extend(given.map(|(cell, &digit)| (cell, 1 << (digit - 1))));
        loop {
            while let Some((cell, digit)) = waiting.pop() {
                if self.cells[cell] & digit == 0 {
                    return End::Contradiction;
                }
                if std::mem::replace(&mut self.placed[cell], true) {
                    continue;
                }
                for house in self.houses_of[cell] {
                    for &peer in &self.houses[house] {
                        self.cells[peer] &= !digit;
                    }
                }
                self.cells[cell] = digit;
            }
            if self.placed.iter().all(|&placed| placed) {
                return End::Complete;
            }
            let naked =
                (0..digits.len()).filter(|&cell| !self.placed[cell] && self.cells[cell].is_power_of_two());
            waiting.extend(naked.map(|cell| (cell, self.cells[cell])));
            for house in &self.houses {
                let (mut once, mut twice) = (0, 0);
                for &cell in house {
                    twice |= once & self.cells[cell];
                    once |= self.cells[cell];
                }
                if once != all {
                    return End::Contradiction;
                }
                let hidden = once & !twice;
                for &cell in house.iter().filter(|&&cell| !self.placed[cell]) {
                    match self.cells[cell] & hidden {
                        0 => {}
                        single if single.is_power_of_two() => waiting.push((cell, single)),
                        // Two digits have this cell alone.
                        _ => return End::Contradiction,
                    }
                }
            }
            if waiting.is_empty() {
                return if self.cells.contains(&0) { End::Contradiction } else { End::Stuck };
            }
        }
    }
}

/// Bits in each band of a cell's row, column and box.
const PEERS: [[u32; 3]; 81] = {
    let mut peers = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        let column = (1 << col) | (1 << (9 + col)) | (1 << (18 + col));
        peers[cell] = [column; 3];
        peers[cell][row / 3] |= ROW << (9 * (row % 3)) | BOX << (3 * (col / 3));
        cell += 1;
    }
    peers
};

/// Bits that are the only ones of their row, column or box, for each digit.
#[inline]
fn hidden_single_bits(candidates: &[Lanes; 3]) -> [Lanes; 3] {
    let (mut once, mut twice) = ([0; LANES], [0; LANES]);
    for band in candidates {
        for row in 0..3 {
            for lane in 0..LANES {
                let bits = band[lane] >> (9 * row) & ROW;
                twice[lane] |= once[lane] & bits;
                once[lane] |= bits;
            }
        }
    }
    let mut singles = [[0; LANES]; 3];
    for (band, found) in candidates.iter().zip(&mut singles) {
        for lane in 0..LANES {
            let bits = band[lane];
            let columns = once[lane] & !twice[lane];
            let mut single = bits & (columns | columns << 9 | columns << 18);
            for n in 0..3 {
                let (row, in_box) = (bits & (ROW << (9 * n)), bits & (BOX << (3 * n)));
                single |= if row & row.wrapping_sub(1) == 0 { row } else { 0 };
                single |= if in_box & in_box.wrapping_sub(1) == 0 { in_box } else { 0 };
            }
            found[lane] = single;
        }
    }
    singles
}

/// Closure of a 9x9 grid.
struct Closed {
    end: End,
    candidates: [Lanes; 3],
    /// Cells with a digit, by band.
    placed: [u32; 3],
}

impl Closed {
    /// Returns the placed digits, 0 for an empty cell.
    fn digits(&self) -> Vec<u8> {
        let mut digits = vec![0; 81];
        for (band, (lanes, placed)) in self.candidates.iter().zip(self.placed).enumerate() {
            for (value, bits) in (1..=9).zip(lanes) {
                let mut left = bits & placed;
                while left != 0 {
                    digits[27 * band + left.trailing_zeros() as usize] = value;
                    left &= left - 1;
                }
            }
        }
        digits
    }
}

/// Places the singles of a 9x9 grid until there is none.
fn close_standard(digits: &[u8]) -> Closed {
    let mut candidates = [[0; LANES]; 3];
    for band in &mut candidates {
        band[..9].fill(BAND);
    }
    let mut placed = [0_u32; 3];
    let mut news = [[0; LANES]; 3];
    for (cell, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        news[cell / 27][usize::from(digit) - 1] |= 1 << (cell % 27);
    }
    loop {
        for (band, news) in news.iter().enumerate() {
            // A cell with two digits shows when one of them is removed by the other.
            let mut taken = 0;
            for lane in news {
                taken |= lane;
            }
            for lane in 0..LANES {
                candidates[band][lane] &= !taken | news[lane];
            }
            placed[band] |= taken;
        }
        for (band, news) in news.iter().enumerate() {
            for (lane, &bits) in news.iter().enumerate() {
                let mut left = bits;
                while left != 0 {
                    let cell = 27 * band + left.trailing_zeros() as usize;
                    left &= left - 1;
                    for (band, peers) in PEERS[cell].iter().enumerate() {
                        candidates[band][lane] &= !peers;
                    }
                }
            }
            for lane in 0..LANES {
                candidates[band][lane] |= news[lane];
            }
        }
        if placed == [BAND; 3] {
            let end = if is_solution(&candidates) { End::Complete } else { End::Contradiction };
            return Closed { end, candidates, placed };
        }
        let hidden = hidden_single_bits(&candidates);
        let mut found = 0;
        for band in 0..3 {
            let (mut once, mut twice) = (0, 0);
            for lane in candidates[band] {
                twice |= once & lane;
                once |= lane;
            }
            if once != BAND {
                return Closed { end: End::Contradiction, candidates, placed };
            }
            let (naked, free) = (once & !twice, !placed[band]);
            for lane in 0..LANES {
                let single = (candidates[band][lane] & naked | hidden[band][lane]) & free;
                news[band][lane] = single;
                found |= single;
            }
        }
        if found == 0 {
            let end = if is_consistent(&candidates, placed) { End::Stuck } else { End::Contradiction };
            return Closed { end, candidates, placed };
        }
    }
}

/// Returns true if every digit has a place in each house, and no house or cell has two placed ones.
fn is_consistent(candidates: &[Lanes; 3], placed: [u32; 3]) -> bool {
    let mut cells = [0; 3];
    (0..9).all(|lane| {
        let (mut columns, mut placed_columns, mut is_once) = (0, 0, true);
        for (band, lanes) in candidates.iter().enumerate() {
            let bits = lanes[lane];
            let fixed = bits & placed[band];
            is_once &= cells[band] & fixed == 0;
            cells[band] |= fixed;
            for n in 0..3 {
                let (row, in_box) = (ROW << (9 * n), BOX << (3 * n));
                let fixed_row = (fixed & row) >> (9 * n);
                is_once &= bits & row != 0 && bits & in_box != 0 && placed_columns & fixed_row == 0;
                is_once &= fixed_row.count_ones() <= 1 && (fixed & in_box).count_ones() <= 1;
                columns |= (bits & row) >> (9 * n);
                placed_columns |= fixed_row;
            }
        }
        is_once && columns == ROW
    })
}

/// Returns true if each digit stands once in each house.
fn is_solution(candidates: &[Lanes; 3]) -> bool {
    let mut cells = [0_u32; 3];
    for (cells, band) in cells.iter_mut().zip(candidates) {
        for lane in band {
            if *cells & lane != 0 {
                return false;
            }
            *cells |= lane;
        }
    }
    cells == [BAND; 3] && each_house_once(candidates)
}

/// Returns true if no digit stands twice in a row, a column or a box.
fn each_house_once(candidates: &[Lanes; 3]) -> bool {
    (0..9).all(|lane| {
        let mut columns = 0;
        let mut is_once = true;
        for band in candidates {
            for n in 0..3 {
                let row = band[lane] >> (9 * n) & ROW;
                is_once &= row.is_power_of_two() && columns & row == 0;
                is_once &= (band[lane] & (BOX << (3 * n))).is_power_of_two();
                columns |= row;
            }
        }
        is_once
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        FinderMemory, Pencilmarks, Rater, Rulebook,
        testing::{position, steps},
    };
    use Conventions::{Explainer, Hodoku};
    use gridmill_board::Grid;

    #[test]
    fn hidden_singles_outside_boxes_are_worth_more_to_the_explainer() {
        let marks = position("no 4 in r1c23456789, no 6 in r5c23 r6c123 r4c123");
        for (conventions, expected) in [(Hodoku, [0, 0]), (Explainer, [0, 3])] {
            let steps = steps(&marks, T::HiddenSingle, conventions, &mut FinderMemory::default());
            assert_eq!([0, 1].map(|n| steps[n].extra.tenths()), expected);
        }
    }

    const SINGLES: &str = "name = \"singles\"\nscale = \"singles/1\"\nconventions = \"hodoku\"\n\
    [[rule]]\ntechnique = \"full_house\"\nrating = 1\n[[rule]]\ntechnique = \"naked_single\"\nrating = 2\n\
    [[rule]]\ntechnique = \"hidden_single\"\nrating = 3\n";

    fn digits(text: &str) -> Vec<u8> {
        text.bytes().map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 }).collect()
    }

    /// Random grids, solvable or not, and puzzles: the fast closure, the plain one, and a rulebook of singles agree.
    #[test]
    fn all_three_ways_agree() {
        let mut plain = SinglesClosure::new(Shape::STANDARD);
        let rulebook = Rulebook::parse(SINGLES).unwrap();
        let mut rater = Rater::new(&rulebook);
        let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut numbers = gridmill_testing::Numbers::new(1);
        let mut next = |below| numbers.below(below);
        let mut solved = [0, 0];
        for round in 0..3000 {
            let mut grid = digits(solution);
            let keep = 22 + next(20);
            for cell in &mut grid {
                if next(81) >= keep {
                    *cell = 0;
                }
            }
            if round % 7 == 0 {
                // A wrong digit: a contradiction in most grids.
                grid[next(81)] = 1 + u8::try_from(next(9)).unwrap();
            }
            let closed = close_standard(&grid);
            let fast = closed.end == End::Complete;
            assert_eq!(closed.end, plain.close_any(&grid), "{grid:?}");
            if closed.end != End::Contradiction {
                assert_eq!(closed.digits(), plain.digits(), "{grid:?}");
            }
            solved[usize::from(fast)] += 1;
            if round % 7 != 0 {
                let text: String = grid.iter().map(|digit| char::from(b'0' + digit)).collect();
                let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, &text).unwrap());
                assert_eq!(fast, rater.rate(&mut marks).solved, "{text}");
            }
        }
        assert!(solved.iter().all(|&count| count > 300), "{solved:?}");
    }

    /// Expansions of puzzles, given by a path of singles alone, and those of images and of expansions.
    #[test]
    fn expansions_are_what_paths_of_singles_place() {
        let rulebook = Rulebook::parse(SINGLES).unwrap();
        let (mut rater, mut closure) = (Rater::new(&rulebook), SinglesClosure::new(Shape::STANDARD));
        let turn = "3x3-d314592687-r132465879-c123456789-t".parse::<gridmill_board::Transform>().unwrap();
        for text in [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".514..6........4....4.2..........3..68..7...4.7.38.5........2....98.215......7.9.",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "..3.2.48....4....56...9.........5.......8.9.2.32...7....5....743.48......781.6...",
        ] {
            let grid: Grid = text.parse().unwrap();
            let mut marks = Pencilmarks::new(&grid);
            let solved = rater.rate(&mut marks).solved;
            let expansion = closure.expand(&grid).unwrap();
            assert_eq!(expansion.cells().iter().all(Option::is_some), solved, "{text}");
            for cell in Shape::STANDARD.all_cells() {
                assert_eq!(expansion.get(cell), marks.value(cell), "{text}");
            }
            assert_eq!(closure.expand(&expansion), Some(expansion.clone()));
            assert_eq!(closure.expand(&turn.grid(&grid)), Some(turn.grid(&expansion)));
        }
    }

    #[test]
    fn other_shapes_are_closed() {
        let mut small = SinglesClosure::new(Shape::new(2, 3).unwrap());
        assert!(!small.solves(&[0; 36]));
        let full: Vec<u8> = digits("123456456123231564564231312645645312");
        assert!(small.solves(&full));
        let mut one = full.clone();
        (one[0], one[7], one[20]) = (0, 0, 0);
        assert!(small.solves(&one));
        let mut wrong = full;
        wrong[0] = 2;
        assert!(!small.solves(&wrong));
    }
}
