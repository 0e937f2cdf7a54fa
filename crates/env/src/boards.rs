//! Questions about many boards at once: a slice of cells in, a slice of answers out.
//!
//! ```text
//! cells     | board 0: 81 values | board 1: 81 values | ...      0 for an empty cell
//! answers   | 81 masks           | 81 masks           | ...
//! ```
//!
//! Each question takes one pass over the cells of a board for masks of its houses, and one for the answers. Boards may be
//! inconsistent: the answers are those of the definitions.

use gridmill_board::{Cell, Grid, GridError, Shape};
use gridmill_rate::{Candidate, Candidates, Pencilmarks, Rater, Rulebook, Technique, UnfitRulebook};
use gridmill_solve::{OutOfNodes, Solver};
use std::ops::Range;

/// Boards of one shape, row by row: every value is 0 or a digit of the shape.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_env::Boards;
///
/// let shape = Shape::new(2, 2)?;
/// let cells = [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
/// let boards = Boards::new(shape, &cells)?;
/// let (mut masks, mut digits) = ([0; 16], [0; 16]);
/// boards.candidates(&mut masks);
/// boards.forced(&mut digits);
/// assert_eq!((masks[3], digits[3]), (0b1000, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boards<'a> {
    shape: Shape,
    cells: &'a [u8],
}

/// Error: cells that are not boards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardsError {
    /// More digits than a mask has bits.
    #[error("{shape} boxes have {side} digits; masks of candidates have 16 bits", side = shape.side())]
    Shape {
        /// The shape.
        shape: Shape,
    },
    /// A part of a board.
    #[error("{found} cells are not a whole number of boards with {cells} cells", cells = shape.cells())]
    Length {
        /// Number of cells.
        found: usize,
        /// The shape.
        shape: Shape,
    },
    /// Value that is no digit of the shape.
    #[error("row {row}: {source}")]
    Value {
        /// Number of the board, from 0.
        row: usize,
        /// The cell and its value.
        source: GridError,
    },
}

impl<'a> Boards<'a> {
    /// Largest side: the bits of a mask.
    pub const MAX_SIDE: usize = 16;

    /// Checks cells.
    ///
    /// # Errors
    /// [`BoardsError`] for a side above [`MAX_SIDE`](Self::MAX_SIDE), a part of a board, or the first value that is no digit.
    pub fn new(shape: Shape, cells: &'a [u8]) -> Result<Self, BoardsError> {
        if shape.side() > Self::MAX_SIDE {
            return Err(BoardsError::Shape { shape });
        }
        if !cells.len().is_multiple_of(shape.cells()) {
            return Err(BoardsError::Length { found: cells.len(), shape });
        }
        // One pass without branches, which the compiler vectorises.
        let greatest = cells.iter().fold(0, |greatest: u8, &value| greatest.max(value));
        if usize::from(greatest) > shape.side() {
            let is_wrong = |&(_, &value): &(usize, &u8)| usize::from(value) > shape.side();
            if let Some((at, &value)) = cells.iter().enumerate().find(is_wrong) {
                let cell = Cell::new(at % shape.cells()).name(shape);
                let source = GridError::Value { cell, value, shape };
                return Err(BoardsError::Value { row: at / shape.cells(), source });
            }
        }
        Ok(Self { shape, cells })
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of boards.
    pub const fn len(&self) -> usize {
        self.cells.len() / self.shape.cells()
    }

    /// Returns true if there is no board.
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the boards with these numbers.
    ///
    /// # Panics
    /// If there are fewer boards.
    #[doc(hidden)]
    pub fn rows(&self, rows: Range<usize>) -> Self {
        let cells = self.shape.cells();
        Self { shape: self.shape, cells: &self.cells[rows.start * cells..rows.end * cells] }
    }

    /// Returns the cells of each board.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.cells.chunks_exact(self.shape.cells())
    }

    /// Answers a question about each board. 9x9 is compiled with its shape as a constant.
    #[expect(clippy::inline_always, reason = "the question is compiled twice: for 9x9 and for every shape")]
    #[inline(always)]
    fn answer<T>(&self, out: &mut [T], width: usize, question: impl Fn(Shape, &[u8], &mut [T])) {
        assert_eq!(out.len(), self.len() * width, "{} boards have {width} answers each", self.len());
        if self.shape == Shape::STANDARD {
            let boards = self.cells.chunks_exact(Shape::STANDARD.cells());
            for (board, out) in boards.zip(out.chunks_exact_mut(width)) {
                question(Shape::STANDARD, board, out);
            }
        } else {
            for (board, out) in self.iter().zip(out.chunks_exact_mut(width)) {
                question(self.shape, board, out);
            }
        }
    }
}

// Masks of digits by house: the one pass from which candidates, conflicts and singles follow.
//
// ```text
// row 1   5 3 . | . 7 . | . . .      any: 3 5 7      more: none
// row 2   6 . 5 | 1 9 5 | . . .      any: 1 5 6 9    more: 5
// ```

/// One mask for each house of a kind.
type Masks = [u16; Boards::MAX_SIDE];

/// A mask for each row, column and box of a board.
#[derive(Debug, Clone, Copy, Default)]
struct HouseMasks {
    rows: Masks,
    columns: Masks,
    boxes: Masks,
}

/// Digits that occur in the cells of each house.
#[derive(Debug, Clone, Copy, Default)]
struct Occurrences {
    /// Digits of at least one cell.
    any: HouseMasks,
    /// Digits of at least two cells.
    more: HouseMasks,
}

/// Mask of a cell in each of its houses.
#[derive(Debug, Clone, Copy)]
struct CellMasks {
    row: u16,
    column: u16,
    in_box: u16,
}

impl CellMasks {
    /// Joins the masks.
    #[inline]
    const fn union(self) -> u16 {
        self.row | self.column | self.in_box
    }
}

/// Returns the mask of a cell's value: one bit for a digit, none for an empty cell.
#[expect(clippy::cast_possible_truncation, reason = "values are at most 16")]
#[inline]
fn digit_mask(value: u8) -> u16 {
    debug_assert!(usize::from(value) <= Boards::MAX_SIDE, "values are checked");
    // The shift of 0 falls out at the low end.
    ((1_u32 << value) >> 1) as u16
}

/// Returns the mask of all digits.
#[inline]
const fn all_digits(shape: Shape) -> u16 {
    u16::MAX >> (Boards::MAX_SIDE - shape.side())
}

/// Calls `visit` with index, row, column and box of each cell.
#[expect(clippy::inline_always, reason = "divisions vanish where the shape is a constant")]
#[inline(always)]
fn each_cell(shape: Shape, mut visit: impl FnMut(usize, usize, usize, usize)) {
    let (side, height, width) = (shape.side(), shape.box_rows(), shape.box_cols());
    for row in 0..side {
        for column in 0..side {
            // A band has as many boxes as a box has rows.
            visit(row * side + column, row, column, row / height * height + column / width);
        }
    }
}

impl HouseMasks {
    /// Returns the digits of each house of a board.
    #[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
    #[inline(always)]
    fn new(shape: Shape, board: &[u8]) -> Self {
        let mut masks = Self::default();
        each_cell(shape, |cell, row, column, in_box| {
            let mask = digit_mask(board[cell]);
            masks.rows[row] |= mask;
            masks.columns[column] |= mask;
            masks.boxes[in_box] |= mask;
        });
        masks
    }

    /// Returns the masks of the houses of a cell.
    #[inline]
    const fn at(&self, row: usize, column: usize, in_box: usize) -> CellMasks {
        CellMasks { row: self.rows[row], column: self.columns[column], in_box: self.boxes[in_box] }
    }
}

impl Occurrences {
    /// Counts the digits in the masks of the cells, by house.
    #[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
    #[inline(always)]
    fn new(shape: Shape, mask: impl Fn(usize) -> u16) -> Self {
        let mut seen = Self::default();
        each_cell(shape, |cell, row, column, in_box| {
            let mask = mask(cell);
            seen.more.rows[row] |= seen.any.rows[row] & mask;
            seen.any.rows[row] |= mask;
            seen.more.columns[column] |= seen.any.columns[column] & mask;
            seen.any.columns[column] |= mask;
            seen.more.boxes[in_box] |= seen.any.boxes[in_box] & mask;
            seen.any.boxes[in_box] |= mask;
        });
        seen
    }
}

// Candidates as masks, and legal moves as one truth value for each cell and digit.

impl Boards<'_> {
    /// Writes the candidates of each cell: bit 0 for digit 1, 0 for a cell that has a digit.
    ///
    /// A candidate is a digit that no peer of an empty cell has.
    ///
    /// # Panics
    /// If `out` is not as long as the cells.
    pub fn candidates(&self, out: &mut [u16]) {
        self.answer(out, self.shape.cells(), candidates_of);
    }

    /// Writes true for each candidate: cell by cell, and of a cell digit by digit.
    ///
    /// # Panics
    /// If `out` is not `side` times as long as the cells.
    pub fn legal_moves(&self, out: &mut [bool]) {
        self.answer(out, self.shape.cells() * self.shape.side(), |shape, board, out| {
            let mut masks = [0; MAX_CELLS];
            candidates_of(shape, board, &mut masks[..shape.cells()]);
            write_bits(shape, &masks, out);
        });
    }
}

/// Cells of the largest shape that has masks.
pub(crate) const MAX_CELLS: usize = Boards::MAX_SIDE * Boards::MAX_SIDE;

#[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
#[inline(always)]
pub(crate) fn candidates_of(shape: Shape, board: &[u8], out: &mut [u16]) {
    let used = HouseMasks::new(shape, board);
    let all = all_digits(shape);
    each_cell(shape, |cell, row, column, in_box| {
        let empty = if board[cell] == 0 { all } else { 0 };
        out[cell] = empty & !used.at(row, column, in_box).union();
    });
}

/// Writes each bit of the masks of a board as a truth value.
#[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
#[inline(always)]
pub(crate) fn write_bits(shape: Shape, masks: &[u16], out: &mut [bool]) {
    for (&mask, out) in masks.iter().zip(out.chunks_exact_mut(shape.side())) {
        for (digit, out) in out.iter_mut().enumerate() {
            *out = mask >> digit & 1 == 1;
        }
    }
}

// Cells in conflict with a peer, and cells that differ from the solution.

impl Boards<'_> {
    /// Writes true for each cell whose digit is also that of a peer.
    ///
    /// # Panics
    /// If `out` is not as long as the cells.
    pub fn conflicts(&self, out: &mut [bool]) {
        self.answer(out, self.shape.cells(), |shape, board, out| {
            let digits = Occurrences::new(shape, |cell| digit_mask(board[cell]));
            each_cell(shape, |cell, row, column, in_box| {
                out[cell] = digit_mask(board[cell]) & digits.more.at(row, column, in_box).union() != 0;
            });
        });
    }

    /// Writes true for each cell that has a digit other than that of the solution.
    ///
    /// # Panics
    /// If `solutions` or `out` are not as long as the cells.
    pub fn wrong_cells(&self, solutions: &Boards<'_>, out: &mut [bool]) {
        assert_eq!(
            (self.shape, self.cells.len()),
            (solutions.shape, solutions.cells.len()),
            "a solution a board"
        );
        assert_eq!(out.len(), self.cells.len(), "an answer a cell");
        for ((out, &value), &right) in out.iter_mut().zip(self.cells).zip(solutions.cells) {
            *out = value != 0 && value != right;
        }
    }
}

// Numbers of solutions.

/// Puzzles for each grid that a solver works on at the same time: few stay over at the end of a batch.
const BATCH: usize = 8;

impl Boards<'_> {
    /// Writes the number of solutions of each board, up to `limit`. A solver such as the
    /// [default](gridmill_solve::SolverKind::default_for) of the shape searches several boards at once.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget of the solver.
    ///
    /// # Panics
    /// If `out` is not as long as there are boards, or the solver does not support the shape.
    pub fn count_solutions(
        &self,
        limit: u64,
        solver: &mut dyn Solver,
        out: &mut [u64],
    ) -> Result<(), OutOfNodes> {
        assert_eq!(out.len(), self.len(), "an answer a board");
        let together = BATCH * solver.side_by_side();
        let mut grids = vec![Grid::empty(self.shape); together.min(self.len())];
        let cells = self.shape.cells();
        for (boards, out) in self.cells.chunks(together * cells).zip(out.chunks_mut(together)) {
            let grids = &mut grids[..out.len()];
            for (grid, board) in grids.iter_mut().zip(boards.chunks_exact(cells)) {
                // The values were checked.
                let set = grid.set_values(board);
                debug_assert_eq!(set, Ok(()), "values are checked");
            }
            for (out, count) in out.iter_mut().zip(solver.count_each(grids, limit)) {
                *out = count?.solutions;
            }
        }
        Ok(())
    }
}

// Forced cells: naked and hidden singles.
//
// ```text
// naked single    the only candidate of its cell                    kind 1
// hidden single   the only place of a digit in a box, row, column   kinds 2, 3, 4
// ```

/// Reason why a digit is forced, in the order in which they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ForcedKind {
    /// The only candidate of the cell.
    NakedSingle = 1,
    /// The only place of the digit in the box.
    HiddenInBox = 2,
    /// The only place of the digit in the row.
    HiddenInRow = 3,
    /// The only place of the digit in the column.
    HiddenInColumn = 4,
}

gridmill_board::named_values!(ForcedKind {
    NakedSingle "naked_single", HiddenInBox "hidden_single_box", HiddenInRow "hidden_single_row",
    HiddenInColumn "hidden_single_column",
});

impl ForcedKind {
    /// Returns the number in arrays of kinds, from 1; 0 stands for a cell that is not forced.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl Boards<'_> {
    /// Writes the forced digit of each cell, 0 for none.
    ///
    /// A naked single comes first, then hidden singles of the box, the row and the column. If a board without solution has
    /// several hidden singles in one cell, the first house decides, and in it the least digit.
    ///
    /// # Panics
    /// If `digits` is not as long as the cells.
    pub fn forced(&self, digits: &mut [u8]) {
        self.answer(digits, self.shape.cells(), |shape, board, digits| {
            each_forced(shape, board, |cell, (_, digit)| digits[cell] = digit);
        });
    }

    /// Writes the [number](ForcedKind::number) of the kind of each digit that [`forced`](Self::forced) writes, 0 for none.
    ///
    /// # Panics
    /// If `kinds` is not as long as the cells.
    pub fn forced_kinds(&self, kinds: &mut [u8]) {
        self.answer(kinds, self.shape.cells(), |shape, board, kinds| {
            each_forced(shape, board, |cell, (kind, _)| kinds[cell] = kind);
        });
    }

    /// Writes the forced cell of least index of each board and its digit; `None` if no cell is forced.
    ///
    /// # Panics
    /// If `out` is not as long as there are boards.
    pub(crate) fn first_forced(&self, out: &mut [Option<(usize, u8)>]) {
        self.answer(out, 1, |shape, board, out| {
            out[0] = None;
            each_forced(shape, board, |cell, (_, digit)| {
                if digit != 0 && out[0].is_none() {
                    out[0] = Some((cell, digit));
                }
            });
        });
    }
}

/// Calls `visit` with each cell and its kind and digit, both 0 for a cell that is not forced.
#[expect(clippy::inline_always, reason = "the shape is a constant of the caller")]
#[inline(always)]
fn each_forced(shape: Shape, board: &[u8], mut visit: impl FnMut(usize, (u8, u8))) {
    let mut masks = [0; MAX_CELLS];
    candidates_of(shape, board, &mut masks[..shape.cells()]);
    let places = Occurrences::new(shape, |cell| masks[cell]);
    each_cell(shape, |cell, row, column, in_box| {
        let (any, more) = (places.any.at(row, column, in_box), places.more.at(row, column, in_box));
        visit(cell, forced_digit(masks[cell], any, more));
    });
}

/// Returns kind and digit of a cell by its candidates, and by the digits that have one place, or several, in its houses.
#[expect(clippy::cast_possible_truncation, reason = "a mask has 16 bits")]
#[inline]
fn forced_digit(mask: u16, any: CellMasks, more: CellMasks) -> (u8, u8) {
    let choices = [
        (ForcedKind::NakedSingle, if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 }),
        (ForcedKind::HiddenInBox, mask & any.in_box & !more.in_box),
        (ForcedKind::HiddenInRow, mask & any.row & !more.row),
        (ForcedKind::HiddenInColumn, mask & any.column & !more.column),
    ];
    // From the last to the first, without branches.
    let mut found = (0, 0);
    for (kind, digits) in choices.into_iter().rev() {
        if digits != 0 {
            found = (kind.number(), digits.trailing_zeros() as u8 + 1);
        }
    }
    found
}

/// Answers with the next step of a rulebook on boards without notes; owns its scratch memory and is reused.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_env::{Advice, Teacher};
/// use gridmill_rate::Rulebook;
///
/// let shape = Shape::new(2, 2)?;
/// let mut teacher = Teacher::new(Rulebook::basic(), shape)?;
/// let Advice::Step(step) = teacher.next_step(&[1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])? else { panic!() };
/// assert_eq!(step.placement.map(|found| (found.cell.index(), found.digit.value())), Some((3, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Teacher {
    rater: Rater,
    grid: Grid,
}

/// Answer of a teacher about one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// Every cell has a digit, and none is twice in a house.
    Complete,
    /// A step.
    Step(TaughtStep),
    /// No technique of the rulebook applies, or the budget ran out.
    Stuck,
    /// The board shows that it has no solution: a digit twice in a house, a cell without candidate, or a digit without place.
    DeadEnd,
}

/// Step of a teacher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaughtStep {
    /// Technique of the step.
    pub technique: Technique,
    /// Digit that the step places, if it does.
    pub placement: Option<Candidate>,
    /// Candidates that the step removes; none if it places a digit.
    pub eliminations: Candidates,
}

impl Teacher {
    /// Creates a teacher by a rulebook for boards of a shape.
    ///
    /// # Errors
    /// [`UnfitRulebook`] if the rulebook does not know the shape.
    pub fn new(rulebook: &Rulebook, shape: Shape) -> Result<Self, UnfitRulebook> {
        rulebook.check_shape(shape)?;
        Ok(Self { rater: Rater::new(rulebook), grid: Grid::empty(shape) })
    }

    /// Sets the limit of the work for one step, in nodes as [`Rater::BUDGET`] counts them.
    #[must_use]
    pub fn with_budget(self, nodes: u64) -> Self {
        Self { rater: self.rater.with_budget(nodes), ..self }
    }

    /// Returns the first step on a board: a placement or eliminations.
    ///
    /// # Errors
    /// [`GridError`] for cells that are no board of the shape.
    pub fn next_step(&mut self, board: &[u8]) -> Result<Advice, GridError> {
        self.grid.set_values(board)?;
        let marks = Pencilmarks::new(&self.grid);
        Ok(self.advice(&marks, &mut |_| ()))
    }

    /// Returns the first step that places a digit, after those that only remove candidates.
    ///
    /// # Errors
    /// [`GridError`] for cells that are no board of the shape.
    pub fn next_placement(&mut self, board: &[u8]) -> Result<Advice, GridError> {
        self.grid.set_values(board)?;
        let mut marks = Pencilmarks::new(&self.grid);
        loop {
            let mut step = None;
            let advice = self.advice(&marks, &mut |found| step = Some(found));
            match (advice, step) {
                (Advice::Step(TaughtStep { placement: None, .. }), Some(step)) => marks.apply(&step),
                _ => return Ok(advice),
            }
        }
    }

    /// Returns the next step from some pencilmarks, and shows it whole.
    fn advice(&mut self, marks: &Pencilmarks, see: &mut dyn FnMut(gridmill_rate::Step)) -> Advice {
        match self.rater.next_step(marks) {
            Err(_) => Advice::DeadEnd,
            Ok(None) if marks.is_complete() => Advice::Complete,
            Ok(None) => Advice::Stuck,
            Ok(Some(next)) => {
                let step = next.step;
                let (technique, placement) = (step.technique, step.placement);
                let eliminations = step.eliminations;
                see(step);
                Advice::Step(TaughtStep { technique, placement, eliminations })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Advice, Teacher};
    use gridmill_board::{Digit, DigitSet, Grid, HouseKind};
    use gridmill_rate::{Pencilmarks, Rater, Rulebook};
    use gridmill_solve::{Backtracking, Solver, SolverKind};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    const SHAPES: [(u8, u8); 6] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];

    /// Boards at random: every second one is consistent, the others have any digits.
    fn random_boards(shape: Shape, count: usize, random: &mut impl Rng) -> Vec<u8> {
        let mut cells = Vec::new();
        for n in 0..count {
            let mut grid = Grid::empty(shape);
            let filled = random.random_range(0..=shape.cells());
            for _ in 0..filled {
                let cell = Cell::new(random.random_range(0..shape.cells()));
                let digit = Digit::from_index(random.random_range(0..shape.side()));
                if n % 2 == 1 || Pencilmarks::new(&grid).has(cell, digit) {
                    grid.set(cell, Some(digit));
                }
            }
            cells.extend(grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)));
        }
        cells
    }

    /// Calls `test` with boards of every small shape.
    fn in_every_shape(count: usize, mut test: impl FnMut(Shape, &[u8])) {
        let mut random = Pcg64::seed_from_u64(34);
        for (rows, cols) in SHAPES {
            let shape = Shape::new(rows, cols).unwrap();
            test(shape, &random_boards(shape, count, &mut random));
        }
    }

    fn grid_of(shape: Shape, board: &[u8]) -> Grid {
        let mut grid = Grid::empty(shape);
        grid.set_values(board).unwrap();
        grid
    }

    #[test]
    fn candidates_and_legal_moves_are_those_of_pencilmarks() {
        in_every_shape(400, |shape, cells| {
            let boards = Boards::new(shape, cells).unwrap();
            let (mut masks, mut moves) = (vec![9; cells.len()], vec![true; cells.len() * shape.side()]);
            boards.candidates(&mut masks);
            boards.legal_moves(&mut moves);
            for (row, board) in boards.iter().enumerate() {
                let marks = Pencilmarks::new(&grid_of(shape, board));
                for cell in shape.all_cells() {
                    let at = row * shape.cells() + cell.index();
                    assert_eq!(u32::from(masks[at]), marks.candidates(cell).bits(), "{board:?} {cell:?}");
                    for digit in DigitSet::full(shape.side()) {
                        assert_eq!(moves[at * shape.side() + digit.index()], marks.has(cell, digit));
                    }
                }
            }
        });
    }

    #[test]
    fn conflicts_are_digits_that_a_peer_has() {
        in_every_shape(400, |shape, cells| {
            let boards = Boards::new(shape, cells).unwrap();
            let mut conflicts = vec![true; cells.len()];
            boards.conflicts(&mut conflicts);
            for (row, board) in boards.iter().enumerate() {
                for cell in shape.all_cells() {
                    let is_peer = |other: Cell| {
                        other != cell
                            && (shape.row(other) == shape.row(cell)
                                || shape.col(other) == shape.col(cell)
                                || shape.box_of(other) == shape.box_of(cell))
                    };
                    let value = board[cell.index()];
                    let expected = value != 0
                        && shape.all_cells().any(|other| is_peer(other) && board[other.index()] == value);
                    assert_eq!(conflicts[row * shape.cells() + cell.index()], expected);
                }
            }
        });
    }

    #[test]
    fn forced_cells_are_the_singles_of_pencilmarks() {
        in_every_shape(400, |shape, cells| {
            let boards = Boards::new(shape, cells).unwrap();
            let (mut digits, mut kinds) = (vec![9; cells.len()], vec![9; cells.len()]);
            let mut first = vec![Some((0, 0)); boards.len()];
            boards.forced(&mut digits);
            boards.forced_kinds(&mut kinds);
            boards.first_forced(&mut first);
            for (row, board) in boards.iter().enumerate() {
                let marks = Pencilmarks::new(&grid_of(shape, board));
                let start = row * shape.cells();
                for cell in shape.all_cells() {
                    let hidden = |kind: HouseKind| {
                        let house = gridmill_board::House::holding(kind, cell);
                        // Houses of other shapes are numbered by their own rule.
                        let house = marks
                            .houses()
                            .find(|house| house.kind() == kind && marks.cells_in(*house).contains(cell))
                            .unwrap_or(house);
                        marks.candidates(cell).iter().find(|&digit| marks.places_in(house, digit).len() == 1)
                    };
                    let expected = marks
                        .candidates(cell)
                        .single()
                        .map(|digit| (ForcedKind::NakedSingle, digit))
                        .or_else(|| hidden(HouseKind::Box).map(|digit| (ForcedKind::HiddenInBox, digit)))
                        .or_else(|| hidden(HouseKind::Row).map(|digit| (ForcedKind::HiddenInRow, digit)))
                        .or_else(|| {
                            hidden(HouseKind::Column).map(|digit| (ForcedKind::HiddenInColumn, digit))
                        });
                    let expected = expected.map_or((0, 0), |(kind, digit)| (kind.number(), digit.value()));
                    assert_eq!((kinds[start + cell.index()], digits[start + cell.index()]), expected);
                }
                let digits = &digits[start..start + shape.cells()];
                let found = digits.iter().position(|&digit| digit != 0).map(|cell| (cell, digits[cell]));
                assert_eq!(first[row], found);
            }
        });
    }

    #[test]
    fn numbers_of_solutions_are_those_of_the_slow_solver() {
        in_every_shape(120, |shape, cells| {
            if shape.side() > 6 && shape != Shape::STANDARD {
                return;
            }
            let boards = Boards::new(shape, cells).unwrap();
            let mut counts = vec![9; boards.len()];
            boards
                .count_solutions(3, &mut *SolverKind::default_for(shape).solver(shape, u64::MAX), &mut counts)
                .unwrap();
            let mut slow = Backtracking::new(shape, u64::MAX);
            for (board, count) in boards.iter().zip(counts) {
                assert_eq!(count, slow.count(&grid_of(shape, board), 3).unwrap().solutions);
            }
            let mut hurried = Backtracking::new(shape, 1);
            let empty = vec![0; shape.cells()];
            assert!(Boards::new(shape, &empty).unwrap().count_solutions(3, &mut hurried, &mut [0]).is_err());
        });
    }

    #[test]
    fn wrong_cells_are_filled_and_differ() {
        let shape = Shape::new(2, 2).unwrap();
        let board = [1, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
        let solution = [1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 2, 1];
        let mut wrong = [false; 16];
        Boards::new(shape, &board).unwrap().wrong_cells(&Boards::new(shape, &solution).unwrap(), &mut wrong);
        let found: Vec<usize> = (0..16).filter(|&cell| wrong[cell]).collect();
        assert_eq!(found, [2, 3, 15]);
    }

    #[test]
    fn the_largest_shapes_have_masks_of_sixteen_bits() {
        let shape = Shape::new(4, 4).unwrap();
        let mut cells = vec![0; 256];
        cells[..15].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let boards = Boards::new(shape, &cells).unwrap();
        let (mut masks, mut digits, mut moves) = (vec![0; 256], vec![0; 256], vec![false; 4096]);
        boards.candidates(&mut masks);
        boards.forced(&mut digits);
        boards.legal_moves(&mut moves);
        assert_eq!((masks[15], digits[15], masks[255]), (0x8000, 16, 0xFFFF));
        assert!(moves[15 * 16 + 15] && !moves[15 * 16 + 14]);
    }

    #[test]
    fn cells_that_are_no_boards_are_refused_with_their_row() {
        let error =
            |shape: &str, cells: &[u8]| Boards::new(shape.parse().unwrap(), cells).unwrap_err().to_string();
        let mut cells = vec![0; 3 * 81];
        cells[81 + 10] = 10;
        assert_eq!(error("3x3", &cells), format!("row 1: {}", grid_error(&cells[81..162])));
        assert_eq!(error("3x3", &cells[..100]), "100 cells are not a whole number of boards with 81 cells");
        assert_eq!(error("4x5", &[]), "4x5 boxes have 20 digits; masks of candidates have 16 bits");
        assert!(Boards::new(Shape::STANDARD, &[]).unwrap().is_empty());
    }

    fn grid_error(board: &[u8]) -> String {
        Grid::empty(Shape::STANDARD).set_values(board).unwrap_err().to_string()
    }

    /// The teacher answers with the steps of the rater, and its placements on the way solve the puzzle.
    #[test]
    fn a_teacher_takes_the_steps_of_its_rulebook() {
        let text = "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7";
        let mut grid: Grid = text.parse().unwrap();
        let mut teacher = Teacher::new(Rulebook::hodoku(), Shape::STANDARD).unwrap();
        let mut rater = Rater::new(Rulebook::hodoku());
        let solution = match gridmill_solve::solve(&grid) {
            gridmill_solve::Solutions::Unique(solution) => solution,
            other => panic!("{other:?}"),
        };
        loop {
            let board: Vec<u8> = grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
            let expected = rater.next_step(&Pencilmarks::new(&grid)).unwrap();
            match teacher.next_step(&board).unwrap() {
                Advice::Complete => break,
                Advice::Step(step) => {
                    let expected = expected.unwrap().step;
                    assert_eq!(
                        (step.technique, step.placement, step.eliminations),
                        (expected.technique, expected.placement, expected.eliminations)
                    );
                }
                other => panic!("{other:?}"),
            }
            let Advice::Step(step) = teacher.next_placement(&board).unwrap() else { panic!("{grid}") };
            let placed = step.placement.unwrap();
            assert_eq!(placed.digit, solution.get(placed.cell));
            assert_eq!(grid.set(placed.cell, Some(placed.digit)), None);
        }
        assert_eq!(grid, Grid::from(&solution));
    }

    #[test]
    fn a_teacher_says_why_there_is_no_step() {
        let mut teacher = Teacher::new(Rulebook::basic(), Shape::STANDARD).unwrap();
        let mut board = [0; 81];
        assert_eq!(teacher.next_step(&board), Ok(Advice::Stuck));
        board[..2].fill(5);
        assert_eq!(teacher.next_placement(&board), Ok(Advice::DeadEnd));
        board[0] = 10;
        assert!(teacher.next_step(&board).is_err());
        assert!(teacher.next_step(&board[..80]).is_err());
        assert!(Teacher::new(Rulebook::hodoku(), Shape::new(2, 2).unwrap()).is_err());
    }
}
