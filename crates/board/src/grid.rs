//! Three types of grid: [`Grid`] (any cells), [`Solution`] (complete and valid), [`Puzzle`] (exactly one solution).

use super::{Cell, Digit, DigitSet, Shape};
use std::{fmt, str::FromStr};

/// Grid of a shape: each cell is empty or has a digit of that shape. The digits may contradict each other.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    cells: Box<[Option<Digit>]>,
}

/// Complete grid in which every house has every digit once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    shape: Shape,
    cells: Box<[Digit]>,
}

/// Grid with exactly one solution, as a solver or a proof has shown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle(Grid);

/// Error: text that is not a grid, or a grid that is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// Text whose number of cells is not that of the shape.
    #[error("{} where a {shape} grid has {}", counted(*found), shape.cells())]
    Length {
        /// Number of characters.
        found: usize,
        /// Shape of the grid.
        shape: Shape,
    },
    /// Text whose number of cells is that of no shape.
    #[error(
        "{} no grid; a 9x9 grid has 81, and grids of other sides 16, 36, 64, 100, 144, 225, 256, 400 or 625",
        if *found == 1 { "1 cell makes".to_owned() } else { format!("{found} cells make") }
    )]
    Size {
        /// Number of characters.
        found: usize,
    },
    /// Character that is neither a digit of the shape nor an empty cell.
    #[error("column {column}: {}", no_cell(*found, *shape))]
    Character {
        /// Position in the text, from 1.
        column: usize,
        /// Character found.
        found: char,
        /// Shape of the grid.
        shape: Shape,
    },
    /// Text with `0` and another sign for an empty cell, and without the greatest digit: `0` may be a digit.
    #[error("column {column}: {}", zero(*shape))]
    Zero {
        /// Position of the first `0`, from 1.
        column: usize,
        /// Shape of the grid.
        shape: Shape,
    },
    /// Value of a cell that no digit of the shape has.
    #[error("{cell} is {value}, no digit; allowed are 0 (empty) to {}", shape.side())]
    Value {
        /// Name of the cell.
        cell: String,
        /// Value found.
        value: u8,
        /// Shape of the grid.
        shape: Shape,
    },
    /// Empty cell in a solution.
    #[error("{cell} is empty")]
    Empty {
        /// Name of the cell.
        cell: String,
    },
    /// Digit that appears twice in a house.
    #[error("digit {digit} at {cell} is already in its row, column or box")]
    Repeated {
        /// Name of the cell.
        cell: String,
        /// Repeated digit.
        digit: Digit,
    },
}

impl GridError {
    /// Returns the position of the error in the text, from 1, and a message.
    #[doc(hidden)]
    pub fn place(&self) -> (usize, String) {
        match self {
            Self::Length { found, shape } => (found.min(&shape.cells()) + 1, self.to_string()),
            Self::Character { column, found, shape } => (*column, no_cell(*found, *shape)),
            Self::Zero { column, shape } => (*column, zero(*shape)),
            Self::Size { .. } | Self::Value { .. } | Self::Empty { .. } | Self::Repeated { .. } => {
                (1, self.to_string())
            }
        }
    }
}

fn counted(cells: usize) -> String {
    if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") }
}

fn no_cell(found: char, shape: Shape) -> String {
    format!(
        "{found:?} is no cell of a {shape} grid; allowed are {} and {EMPTY_SIGNS} for empty",
        digits(shape)
    )
}

/// Signs for an empty cell, as messages list them.
const EMPTY_SIGNS: &str = ". 0 _ * - ? x";

/// Says why a `0` has two meanings.
pub(super) fn zero(shape: Shape) -> String {
    let last = Digit::from_index(shape.side() - 1);
    format!(
        "0 occurs with another sign for empty cells, and {last} does not: it may be a digit or an empty cell; write empty cells all as . or all as 0, and digits as {}",
        digits(shape)
    )
}

/// Lists the digits of a shape as text: `1-9`, `1-9 A-C`.
pub(super) fn digits(shape: Shape) -> String {
    let last = Digit::from_index(shape.side() - 1);
    if last.value() <= 9 { format!("1-{last}") } else { format!("1-9 A-{last}") }
}

impl Grid {
    /// Creates a grid without givens.
    pub fn empty(shape: Shape) -> Self {
        Self { shape, cells: vec![None; shape.cells()].into() }
    }

    /// Reads row-major text: one character for each cell; an empty one is `.`, `0`, or one of
    /// `_` `*` `-` `?` `x` `X` `·` `•` `∙` `⋅` `□`.
    ///
    /// Some programs count digits from 0. So `0` next to another sign for empty is an empty cell only if the greatest digit occurs.
    ///
    /// # Errors
    /// [`GridError::Length`], [`GridError::Character`] or [`GridError::Zero`].
    pub fn parse(shape: Shape, text: &str) -> Result<Self, GridError> {
        let values = text.bytes().map(|byte| VALUES[usize::from(byte)]);
        if text.len() == shape.cells() && values.clone().all(|value| usize::from(value) <= shape.side()) {
            let cells = values.map(Digit::of_cell).collect();
            return Self { shape, cells }.of_text(text);
        }
        let found = text.chars().count();
        if found != shape.cells() {
            return Err(GridError::Length { found, shape });
        }
        let cells = text
            .chars()
            .zip(1..)
            .map(|(c, column)| parse_cell(shape, c).ok_or(GridError::Character { column, found: c, shape }));
        Self { shape, cells: cells.collect::<Result<_, _>>()? }.of_text(text)
    }

    /// Returns the grid that was read from a text, if a `0` in it is no digit.
    fn of_text(self, text: &str) -> Result<Self, GridError> {
        match ambiguous_zero(self.shape, text) {
            None => Ok(self),
            Some(cell) => Err(GridError::Zero { column: cell + 1, shape: self.shape }),
        }
    }

    /// Returns true for a sign of an empty cell: `.` `0` `_` `*` `-` `?` `x` `X`, the dots `·` `•` `∙` `⋅`, and `□`.
    #[doc(hidden)]
    pub fn is_empty_sign(sign: char) -> bool {
        u8::try_from(sign).is_ok_and(|byte| VALUES[usize::from(byte)] == 0)
            || matches!(sign, '•' | '∙' | '⋅' | '□')
    }

    /// Creates a grid from all its cells, which have digits of the shape.
    pub(super) fn from_cells(shape: Shape, cells: Box<[Option<Digit>]>) -> Self {
        debug_assert_eq!(cells.len(), shape.cells(), "a grid of another shape");
        Self { shape, cells }
    }

    /// Returns the shape.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all cells in row-major order.
    #[inline]
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// Returns the digit at `cell`, if any.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.cells[cell.index()]
    }

    /// Sets `cell` to a digit of the shape, or to empty. Returns the previous value.
    ///
    /// # Panics
    /// Panics if the shape does not have this digit.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) -> Option<Digit> {
        assert!(digit.is_none_or(|d| d.index() < self.shape.side()), "digit beyond the shape");
        std::mem::replace(&mut self.cells[cell.index()], digit)
    }

    /// Sets all cells in row-major order, each to the digit of this value, or to empty for 0.
    ///
    /// # Errors
    /// [`GridError::Length`] for another number of values than cells; [`GridError::Value`] for the first value that no digit of the shape
    /// has. The grid stays as it is then.
    #[doc(hidden)]
    pub fn set_values(&mut self, values: &[u8]) -> Result<(), GridError> {
        let shape = self.shape;
        if values.len() != self.cells.len() {
            return Err(GridError::Length { found: values.len(), shape });
        }
        // One pass without branches, which the compiler vectorises.
        let greatest = values.iter().fold(0, |greatest: u8, &value| greatest.max(value));
        if usize::from(greatest) > shape.side() {
            let is_wrong = |&(_, &value): &(Cell, &u8)| usize::from(value) > shape.side();
            let wrong = shape.all_cells().zip(values).find(is_wrong);
            return wrong.map_or(Ok(()), |(cell, &value)| {
                Err(GridError::Value { cell: cell.name(shape), value, shape })
            });
        }
        for (cell, &value) in self.cells.iter_mut().zip(values) {
            *cell = Digit::of_cell(value);
        }
        Ok(())
    }

    /// Counts the cells that have a digit.
    #[inline]
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_some()).count()
    }

    /// Appends the text form to `out`: one ASCII byte for each cell, `.` for an empty one.
    #[doc(hidden)]
    pub fn write_text(&self, out: &mut Vec<u8>) {
        write_cells(&self.cells, |cell| Digit::ascii_of(cell.map_or(0, Digit::value)), out);
    }

    /// Appends the text form to `out`, with `0` for an empty cell.
    #[doc(hidden)]
    pub fn write_text_with_zeros(&self, out: &mut Vec<u8>) {
        write_cells(&self.cells, |cell| cell.map_or(b'0', Digit::ascii), out);
    }

    /// Returns true if every digit of this grid is at the same cell in `solution`.
    pub fn is_within(&self, solution: &Solution) -> bool {
        self.shape == solution.shape
            && self.cells.iter().zip(&solution.cells).all(|(given, &digit)| given.is_none_or(|g| g == digit))
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads row-major text of any size, which tells the shape ([`Shape::of_cells`]), as [`parse`](Self::parse) does. White space is left out, and
    /// columns in errors do not count it.
    ///
    /// ```
    /// use gridmill_board::Grid;
    ///
    /// let grid: Grid = "1... .... ..3. ....".parse()?;
    /// assert_eq!((grid.shape().to_string(), grid.givens()), ("2x2".to_owned(), 2));
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, GridError> {
        let cells: String = text.split_whitespace().collect();
        let found = cells.chars().count();
        Self::parse(Shape::of_cells(found).ok_or(GridError::Size { found })?, &cells)
    }
}

/// Returns the place of the first `0` that may be a digit: another sign for empty occurs, and the greatest digit does not.
fn ambiguous_zero(shape: Shape, text: &str) -> Option<usize> {
    let last = Digit::from_index(shape.side() - 1).ascii();
    let bytes = text.as_bytes();
    // Without an early exit, so that it is a few vector operations; it decides for most texts.
    let has = |sign: u8| bytes.iter().fold(0, |found, &byte| found | u8::from(byte == sign)) != 0;
    if !has(b'0') || has(last) || has(last.to_ascii_lowercase()) {
        return None;
    }
    let is_mixed = text.chars().any(|sign| sign != '0' && Grid::is_empty_sign(sign));
    text.chars().position(|sign| sign == '0').filter(|_| is_mixed)
}

/// Value of each byte as a cell: 0 if empty, and `u8::MAX` if it is none in any shape.
const VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut byte = 0;
    while byte < u8::MAX {
        values[byte as usize] = match (byte, Digit::from_ascii(byte)) {
            // The last is the middle dot, of which UTF-8 has two bytes: as text it is read by characters.
            (b'.' | b'0' | b'_' | b'*' | b'-' | b'?' | b'x' | b'X' | 0xB7, _) => 0,
            (_, Some(digit)) => digit.value(),
            (_, None) => u8::MAX,
        };
        byte += 1;
    }
    values
};

/// Reads one character as a cell of `shape`. The outer `None` means that it is neither a digit nor an empty cell.
#[expect(clippy::option_option, reason = "an empty cell is a good answer, no cell is not")]
fn parse_cell(shape: Shape, c: char) -> Option<Option<Digit>> {
    if Grid::is_empty_sign(c) {
        return Some(None);
    }
    let value = VALUES[usize::from(u8::try_from(c).ok()?)];
    (usize::from(value) <= shape.side()).then(|| Digit::of_cell(value))
}

impl Solution {
    /// Checks that a grid is complete and valid.
    ///
    /// # Errors
    /// [`GridError::Empty`] or [`GridError::Repeated`], for the first wrong cell.
    pub fn new(grid: &Grid) -> Result<Self, GridError> {
        let shape = grid.shape;
        let full = DigitSet::full(shape.side());
        let (mut rows, mut cols, mut boxes) = ([full; 25], [full; 25], [full; 25]);
        let mut cells = Vec::with_capacity(shape.cells());
        for (cell, &digit) in shape.all_cells().zip(&grid.cells) {
            let digit = digit.ok_or_else(|| GridError::Empty { cell: cell.name(shape) })?;
            let fresh = rows[shape.row(cell)].remove(digit)
                & cols[shape.col(cell)].remove(digit)
                & boxes[shape.box_of(cell)].remove(digit);
            if !fresh {
                return Err(GridError::Repeated { cell: cell.name(shape), digit });
            }
            cells.push(digit);
        }
        Ok(Self { shape, cells: cells.into() })
    }

    /// Creates a solution from cells that are known to be complete and valid. Only debug builds check them; use
    /// [`new`](Self::new) for cells that may be wrong.
    #[doc(hidden)]
    pub fn from_valid(shape: Shape, cells: Box<[Digit]>) -> Self {
        let solution = Self { shape, cells };
        debug_assert!(Self::new(&Grid::from(&solution)).is_ok(), "{solution} is no solution");
        solution
    }

    /// Returns the shape.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all digits in row-major order.
    #[inline]
    pub fn cells(&self) -> &[Digit] {
        &self.cells
    }

    /// Returns the digit at `cell`.
    #[inline]
    pub fn get(&self, cell: Cell) -> Digit {
        self.cells[cell.index()]
    }

    /// Appends the text form to `out`: one ASCII byte for each cell.
    #[doc(hidden)]
    pub fn write_text(&self, out: &mut Vec<u8>) {
        write_cells(&self.cells, Digit::ascii, out);
    }
}

impl From<&Solution> for Grid {
    fn from(solution: &Solution) -> Self {
        Self { shape: solution.shape, cells: solution.cells.iter().copied().map(Some).collect() }
    }
}

impl Puzzle {
    /// Creates a puzzle from a grid that is known to have exactly one solution. Nothing is checked here; `prove` of
    /// gridmill-solve checks it.
    #[inline]
    pub const fn from_proven(grid: Grid) -> Self {
        Self(grid)
    }

    /// Returns the grid of givens.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// Converts the puzzle to its grid of givens.
    #[inline]
    pub fn into_grid(self) -> Grid {
        self.0
    }
}

/// Appends one byte for each cell. The bytes are allocated first, so that the compiler can vectorise the loop.
fn write_cells<C: Copy>(cells: &[C], ascii: impl Fn(C) -> u8, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + cells.len(), 0);
    for (byte, &cell) in out[start..].iter_mut().zip(cells) {
        *byte = ascii(cell);
    }
}

fn write_ascii(f: &mut fmt::Formatter<'_>, write: impl FnOnce(&mut Vec<u8>)) -> fmt::Result {
    let mut text = Vec::with_capacity(Shape::MAX_CELLS);
    write(&mut text);
    f.write_str(&String::from_utf8_lossy(&text))
}

macro_rules! text_form {
    ($($type:ty: $grid:ident => $write:expr),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $grid = self;
                write_ascii(f, $write)
            }
        }
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}
text_form!(
    Grid: grid => |out| grid.write_text(out),
    Solution: grid => |out| grid.write_text(out),
    Puzzle: grid => |out| grid.0.write_text(out)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Shape {
        "2x2".parse().unwrap()
    }

    #[test]
    fn text_accepts_many_signs_for_empty_and_writes_one() {
        for text in ["1.0_*23443122413", "1-?xX23443122413", "1·•□⋅23443122413", "1····23443122413"]
        {
            assert_eq!(Grid::parse(small(), text).unwrap().to_string(), "1....23443122413", "{text}");
        }
        for sign in "159AaPp# +|ä·".chars().filter(|&sign| sign != '·') {
            assert!(!Grid::is_empty_sign(sign), "{sign}");
        }
    }

    #[test]
    fn errors_name_place_and_what_is_allowed() {
        let error = |text| Grid::parse(small(), text).unwrap_err().to_string();
        insta::assert_snapshot!(error("123"), @"3 cells where a 2x2 grid has 16");
        insta::assert_snapshot!(error("12345..........."), @"column 5: '5' is no cell of a 2x2 grid; allowed are 1-4 and . 0 _ * - ? x for empty");
        insta::assert_snapshot!(error("é234............"), @"column 1: 'é' is no cell of a 2x2 grid; allowed are 1-4 and . 0 _ * - ? x for empty");
    }

    #[test]
    fn zeros_that_may_be_digits_are_refused() {
        let error = |text| Grid::parse(small(), text).map_err(|error| error.to_string());
        insta::assert_snapshot!(error("1..0........2..3").unwrap_err(), @"column 4: 0 occurs with another sign for empty cells, and 4 does not: it may be a digit or an empty cell; write empty cells all as . or all as 0, and digits as 1-4");
        for text in [
            "1__0........2..3",
            "1**0********2**3",
            "1--0--------2--3",
            "1xx0xxxxxxxx2xx3",
            "1··0········2··3",
        ] {
            assert!(matches!(Grid::parse(small(), text), Err(GridError::Zero { column: 4, .. })), "{text}");
        }
        // One sign for empty, or the greatest digit.
        assert_eq!(error("1000000000002003").unwrap().to_string(), "1...........2..3");
        assert_eq!(error("1..0........2..4").unwrap().to_string(), "1...........2..4");
        let large: Shape = "4x4".parse().unwrap();
        let hexadecimal = format!("0F{}", ".".repeat(254));
        assert!(matches!(Grid::parse(large, &hexadecimal), Err(GridError::Zero { column: 1, .. })));
        assert!(Grid::parse(large, &hexadecimal.replace('F', "g")).is_ok());
    }

    #[test]
    fn values_are_cells() {
        let text = "1.3...2........4";
        let values = [1, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 4];
        let mut grid = Grid::parse(small(), "4321............").unwrap();
        grid.set_values(&values).unwrap();
        assert_eq!(grid.to_string(), text);
        let mut wrong = values;
        (wrong[6], wrong[9]) = (5, 255);
        let error = grid.set_values(&wrong).unwrap_err().to_string();
        assert_eq!(error, "r2c3 is 5, no digit; allowed are 0 (empty) to 4");
        assert!(matches!(grid.set_values(&values[1..]), Err(GridError::Length { found: 15, .. })));
        assert_eq!(grid.to_string(), text);
    }

    #[test]
    fn only_complete_valid_grids_are_solutions() {
        let check = |text| Solution::new(&Grid::parse(small(), text).unwrap());
        assert!(check("1234341221434321").is_ok());
        assert!(matches!(check("123434122143432."), Err(GridError::Empty { .. })));
        assert!(matches!(check("1234341221434323"), Err(GridError::Repeated { .. })));
        assert!(matches!(check("1234214334124321"), Err(GridError::Repeated { .. })));
    }

    #[test]
    fn a_puzzle_is_within_its_solution_only() {
        let solution = Solution::new(&Grid::parse(small(), "1234341221434321").unwrap()).unwrap();
        assert!(Grid::parse(small(), "1.......2......1").unwrap().is_within(&solution));
        assert!(!Grid::parse(small(), "2.......2......1").unwrap().is_within(&solution));
        assert!(!Grid::empty(Shape::STANDARD).is_within(&solution));
    }
}
