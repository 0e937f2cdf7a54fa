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
    trial::board::{Board, Closure, Layout},
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
    grid: ClosedGrid,
}

/// Grid whose singles are placed.
#[derive(Debug, Clone)]
enum ClosedGrid {
    /// Of a side up to 9: its layout, the board without digits, and that with all that was placed last.
    Small(Layout, Box<[Board; 2]>),
    Large(LargeGrid),
}

impl SinglesClosure {
    /// Prepares for grids of `shape`.
    pub fn new(shape: Shape) -> Self {
        let grid = if Pencilmarks::supports(shape) {
            let layout = Layout::new(shape);
            let blank = layout.board(&Pencilmarks::new(&Grid::empty(shape)));
            ClosedGrid::Small(layout, Box::new([blank; 2]))
        } else {
            ClosedGrid::Large(LargeGrid::new(shape))
        };
        Self { shape, grid }
    }

    /// Returns true if naked and hidden singles alone solve the grid with these digits, cell by cell, 0 for an empty one. A grid that
    /// contradicts itself is not solved.
    ///
    /// # Panics
    /// If `digits` has fewer cells than the shape.
    pub fn solves(&mut self, digits: &[u8]) -> bool {
        self.close(&digits[..self.shape.cells()]) == Closure::Solved
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
        if self.close(&digits) == Closure::Contradiction {
            return None;
        }
        let mut expansion = grid.clone();
        self.each_placed(|cell, digit| {
            expansion.set(cell, Some(digit));
        });
        Some(expansion)
    }

    /// Places singles until there is none.
    fn close(&mut self, digits: &[u8]) -> Closure {
        match &mut self.grid {
            ClosedGrid::Small(layout, boards) => {
                let [blank, board] = &mut **boards;
                board.clone_from(blank);
                layout.place_all(board, &layout.givens(digits));
                layout.propagate(board)
            }
            ClosedGrid::Large(grid) => grid.close(digits),
        }
    }

    /// Visits the digits that `close` has placed.
    fn each_placed(&self, mut visit: impl FnMut(Cell, Digit)) {
        match &self.grid {
            ClosedGrid::Small(layout, boards) => {
                let board = &boards[1];
                let placed = layout.places(&board.candidates).filter(|&place| board.is_placed(place));
                placed.for_each(|place| visit(layout.cell(place), Digit::from_index(place.lane)));
            }
            ClosedGrid::Large(LargeGrid { cells, placed, .. }) => {
                for (cell, &candidates) in cells.iter().enumerate().filter(|&(cell, _)| placed[cell]) {
                    visit(Cell::new(cell), Digit::from_index(candidates.trailing_zeros() as usize));
                }
            }
        }
    }
}

/// Cells of a grid of any side, which are closed one by one.
#[derive(Debug, Clone)]
struct LargeGrid {
    /// Cells of each house.
    houses: Vec<Vec<usize>>,
    /// Houses of each cell.
    houses_of: Vec<[usize; 3]>,
    /// Candidates of each cell.
    cells: Vec<u32>,
    /// True for each cell with a digit.
    placed: Vec<bool>,
}

impl LargeGrid {
    fn new(shape: Shape) -> Self {
        let side = shape.side();
        let houses_of = |cell| [shape.row(cell), side + shape.col(cell), 2 * side + shape.box_of(cell)];
        let houses_of: Vec<[usize; 3]> = shape.all_cells().map(houses_of).collect();
        let mut houses = vec![Vec::new(); 3 * side];
        for (cell, of) in houses_of.iter().enumerate() {
            for &house in of {
                houses[house].push(cell);
            }
        }
        let (cells, placed) = (vec![0; shape.cells()], vec![false; shape.cells()]);
        Self { houses, houses_of, cells, placed }
    }

    /// Places singles until there is none.
    fn close(&mut self, digits: &[u8]) -> Closure {
        let all = (1 << (self.houses.len() / 3)) - 1;
        self.cells.fill(all);
        self.placed.fill(false);
        let mut waiting: Vec<(usize, u32)> = Vec::new();
        let given = digits.iter().enumerate().filter(|(_, digit)| **digit != 0);
        waiting.extend(given.map(|(cell, &digit)| (cell, 1 << (digit - 1))));
        loop {
            while let Some((cell, digit)) = waiting.pop() {
                if self.cells[cell] & digit == 0 {
                    return Closure::Contradiction;
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
                return Closure::Solved;
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
                    return Closure::Contradiction;
                }
                let hidden = once & !twice;
                for &cell in house.iter().filter(|&&cell| !self.placed[cell]) {
                    match self.cells[cell] & hidden {
                        0 => {}
                        single if single.is_power_of_two() => waiting.push((cell, single)),
                        // Two digits have this cell alone.
                        _ => return Closure::Contradiction,
                    }
                }
            }
            if waiting.is_empty() {
                return if self.cells.contains(&0) { Closure::Contradiction } else { Closure::Open };
            }
        }
    }
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
        let [mut fast, mut plain] = [(); 2].map(|()| SinglesClosure::new(Shape::STANDARD));
        plain.grid = ClosedGrid::Large(LargeGrid::new(Shape::STANDARD));
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
            let text: String = grid.iter().map(|digit| char::from(b'0' + digit)).collect();
            let puzzle = Grid::parse(Shape::STANDARD, &text).unwrap();
            assert_eq!(fast.close(&grid), plain.close(&grid), "{text}");
            assert_eq!(fast.expand(&puzzle), plain.expand(&puzzle), "{text}");
            let is_solved = fast.solves(&grid);
            solved[usize::from(is_solved)] += 1;
            if round % 7 != 0 {
                assert_eq!(is_solved, rater.rate(&mut Pencilmarks::new(&puzzle)).solved, "{text}");
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
