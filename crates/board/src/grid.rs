//! Grids and what they become: [`Grid`] (parses) -> [`Solution`] (complete, valid) -> [`Puzzle`] (one solution).

use super::{Cell, Digit, DigitSet, Shape};
use std::fmt;

/// Cells of one shape, each empty or holding a digit of that shape. Nothing else is promised.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    cells: Box<[Option<Digit>]>,
}

/// A complete grid in which every house holds every digit once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    shape: Shape,
    cells: Box<[Digit]>,
}

/// A grid with exactly one solution, as some solver or argument has shown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle(Grid);

/// Why text is no grid, or a grid no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// The text has another number of cells than the shape.
    #[error("{found} cells where a {shape} grid has {}", shape.cells())]
    Length {
        /// Characters found.
        found: usize,
        /// The shape asked for.
        shape: Shape,
    },
    /// A character that names no digit of the shape.
    #[error("column {column}: {}", no_cell(*found, *shape))]
    Character {
        /// Position in the text, from 1.
        column: usize,
        /// The character.
        found: char,
        /// The shape asked for.
        shape: Shape,
    },
    /// An empty cell in what should be a solution.
    #[error("{cell} is empty")]
    Empty {
        /// The cell's name.
        cell: String,
    },
    /// A digit twice in one house.
    #[error("digit {digit} at {cell} is already in its row, column or box")]
    Repeated {
        /// The cell's name.
        cell: String,
        /// The digit.
        digit: Digit,
    },
}

impl GridError {
    /// Where in the text of a grid it goes wrong, counted from 1, and what is wrong there.
    pub fn place(&self) -> (usize, String) {
        match self {
            Self::Length { found, shape } => (found.min(&shape.cells()) + 1, self.to_string()),
            Self::Character { column, found, shape } => (*column, no_cell(*found, *shape)),
            Self::Empty { .. } | Self::Repeated { .. } => (1, self.to_string()),
        }
    }
}

fn no_cell(found: char, shape: Shape) -> String {
    format!("{found:?} is no cell of a {shape} grid; allowed are {} and . 0 _ * for empty", digits(shape))
}

/// The digits of a shape in words: `1-9`, `1-9 A-C`.
fn digits(shape: Shape) -> String {
    let last = Digit::from_index(shape.side() - 1);
    if last.value() <= 9 { format!("1-{last}") } else { format!("1-9 A-{last}") }
}

impl Grid {
    /// A grid without givens.
    pub fn empty(shape: Shape) -> Self {
        Self { shape, cells: vec![None; shape.cells()].into() }
    }

    /// Reads row-major text: one character a cell, `.`, `0`, `_` or `*` for empty.
    ///
    /// # Errors
    /// [`GridError::Length`] or [`GridError::Character`].
    pub fn parse(shape: Shape, text: &str) -> Result<Self, GridError> {
        let found = text.chars().count();
        if found != shape.cells() {
            return Err(GridError::Length { found, shape });
        }
        let cells = text
            .chars()
            .zip(1..)
            .map(|(c, column)| parse_cell(shape, c).ok_or(GridError::Character { column, found: c, shape }));
        Ok(Self { shape, cells: cells.collect::<Result<_, _>>()? })
    }

    /// The shape.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All cells in row-major order.
    #[inline]
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// The digit at `cell`, if any.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.cells[cell.index()]
    }

    /// Puts a digit of the shape, or nothing, at `cell`; what was there.
    ///
    /// # Panics
    /// If the shape has no such digit.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) -> Option<Digit> {
        assert!(digit.is_none_or(|d| d.index() < self.shape.side()), "digit beyond the shape");
        std::mem::replace(&mut self.cells[cell.index()], digit)
    }

    /// How many cells hold a digit.
    #[inline]
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_some()).count()
    }

    /// Appends the text form to `out`: one ASCII byte a cell, `.` for empty.
    pub fn write_text(&self, out: &mut Vec<u8>) {
        write_cells(&self.cells, |cell| Digit::ascii_of(cell.map_or(0, Digit::value)), out);
    }

    /// Whether every digit of this grid stands at the same place in `solution`.
    pub fn is_within(&self, solution: &Solution) -> bool {
        self.shape == solution.shape
            && self.cells.iter().zip(&solution.cells).all(|(given, &digit)| given.is_none_or(|g| g == digit))
    }
}

/// One character as a cell of `shape`; the outer `None` if it is neither a digit nor empty.
#[expect(clippy::option_option, reason = "an empty cell is a good answer, no cell is not")]
fn parse_cell(shape: Shape, c: char) -> Option<Option<Digit>> {
    if matches!(c, '.' | '0' | '_' | '*') {
        return Some(None);
    }
    let digit = Digit::from_ascii(u8::try_from(c).ok()?)?;
    (digit.index() < shape.side()).then_some(Some(digit))
}

impl Solution {
    /// Takes a complete and valid grid.
    ///
    /// # Errors
    /// [`GridError::Empty`] or [`GridError::Repeated`], for the first such cell.
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

    /// Takes cells that are complete and valid by the way they came about. Debug builds check that they are;
    /// [`new`](Self::new) is for cells that may not be.
    pub fn from_valid(shape: Shape, cells: Box<[Digit]>) -> Self {
        let solution = Self { shape, cells };
        debug_assert!(Self::new(&Grid::from(&solution)).is_ok(), "{solution} is no solution");
        solution
    }

    /// The shape.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All digits in row-major order.
    #[inline]
    pub fn cells(&self) -> &[Digit] {
        &self.cells
    }

    /// The digit at `cell`.
    #[inline]
    pub fn get(&self, cell: Cell) -> Digit {
        self.cells[cell.index()]
    }

    /// Appends the text form to `out`, one ASCII byte a cell.
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
    /// Takes a grid that is known to have exactly one solution. Nothing is checked: `prove` of gridmill-solve is the way
    /// to know.
    #[inline]
    pub const fn from_proven(grid: Grid) -> Self {
        Self(grid)
    }

    /// The grid of givens.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// Gives the grid of givens back.
    #[inline]
    pub fn into_grid(self) -> Grid {
        self.0
    }
}

/// Appends one byte a cell; into room that is there, so that the compiler takes many cells at once.
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
    fn text_accepts_four_forms_of_empty_and_writes_one() {
        let grid = Grid::parse(small(), "1.0_*23443122413").unwrap();
        assert_eq!(grid.to_string(), "1....23443122413");
        assert_eq!(grid.givens(), 12);
    }

    #[test]
    fn errors_name_place_and_what_is_allowed() {
        let error = |text| Grid::parse(small(), text).unwrap_err().to_string();
        insta::assert_snapshot!(error("123"), @"3 cells where a 2x2 grid has 16");
        insta::assert_snapshot!(error("12345..........."), @"column 5: '5' is no cell of a 2x2 grid; allowed are 1-4 and . 0 _ * for empty");
        insta::assert_snapshot!(error("é234............"), @"column 1: 'é' is no cell of a 2x2 grid; allowed are 1-4 and . 0 _ * for empty");
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
