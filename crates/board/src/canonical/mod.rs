//! Canonical forms: one grid that stands for all that the transforms make of it.
//!
//! ```text
//! class of a grid    all grids that a transform makes of it         (two grids of a class are "the same turned round")
//! canonical form     the least text in the class, row by row        an empty cell comes before 1, 1 before 2, ...
//!
//!  . . | . 2                       . . | . .
//!  3 . | . .     Grid::canonical   . . | . 1       digits are named in the order in which they appear;
//!  ----+----    ---------------->  ----+----       empty rows move up, empty columns to the left
//!  . . | 3 .                       . . | 2 .
//!  . . | . .                       . 1 | . .
//! ```
//!
//! The group has all transforms of a shape to itself: renamed digits, bands, stacks, rows of a band and columns of a stack in any
//! order, and transposition where boxes are square. For 9x9 that is 9! x 2 x 6^8 = 9! x 3,359,232 transforms. Two grids of a shape are
//! equivalent exactly if their forms are equal. This is the "minlex" form of the literature. The definition is a promise: a form
//! never changes.
//!
//! The number of automorphisms counts the orders of rows and columns, with transposition or not, that some renaming of digits
//! completes to a transform of the grid to itself. Digits that the grid does not have do not count: the transform of a puzzle with all
//! digits but one is still determined by its rows and columns, and the empty 9x9 grid has 3,359,232 automorphisms. The size of the class
//! is (size of the group without digits / automorphisms) x (ways to name the digits that appear).
//!
//! | grids | found by |
//! |---|---|
//! | complete, 9x9 | `complete`: the least second row by a table of pairs of rows, then third rows, then the rest |
//! | other 9x9 | `partial`: row by row, all beginnings that are least so far, undecided where the grid is empty |
//! | 2x2, 2x3, 3x2, 2x4, 4x2 boxes | `plain`: all orders of columns, rows one by one, cut at the first row that is not least |
//!
//! Larger shapes are an error: their groups have billions of orders, and no fast way is built for them.
//!
//! Sources: E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006 (the group, classes and automorphisms); G. Royle's list of 17-clue
//! puzzles and the programs around it made the least text the usual choice.

mod band;
#[cfg(feature = "class-id")]
mod class_id;
mod complete;
mod lines;
mod partial;
mod plain;
mod row_pairs;
#[cfg(test)]
mod tests;
mod within;

use super::{Digit, DigitSet, Grid, GridError, Shape, Solution, Transform};
pub use band::{BandNumber, Gangster, GridBands};
#[cfg(feature = "class-id")]
pub use class_id::ClassId;

/// Canonical form of a grid, with one transform that leads to it and the number of automorphisms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    /// Least grid of the class, in the order of texts: row by row, an empty cell before every digit.
    pub form: Grid,
    /// Transform from the grid to the form. Where several lead there, any of them.
    pub transform: Transform,
    /// Number of automorphisms, from 1 (to 3,359,232 for 9x9): orders of rows and columns, transposed or not, that with some renaming
    /// of the digits that appear take the grid to itself.
    pub automorphisms: u32,
}

/// Error: a grid without canonical form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CanonicalError {
    /// Shape whose group is too large.
    #[error("canonical forms are made for boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3, not of {0}")]
    Shape(Shape),
    /// Digit that appears twice in a house: [`GridError::Repeated`].
    #[error(transparent)]
    Grid(#[from] GridError),
}

/// Result of a search: the cells of the form, row by row.
struct Least {
    cells: Box<[Option<Digit>]>,
    transform: Transform,
    automorphisms: u32,
}

impl Grid {
    /// Returns the canonical form: the least grid that transforms make of this one.
    ///
    /// Takes microseconds for 9x9; a nearly empty grid with boxes of 2x4 cells takes up to 0.1 seconds.
    ///
    /// ```
    /// use gridmill_board::Grid;
    ///
    /// let puzzle: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let canonical = puzzle.canonical()?;
    /// let text = "........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...";
    /// assert_eq!(canonical.form.to_string(), text);
    /// assert_eq!(canonical.transform.grid(&puzzle), canonical.form);
    /// assert_eq!(canonical.automorphisms, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CanonicalError::Shape`] for a shape larger than 9x9, [`CanonicalError::Grid`] if a digit is repeated in a house.
    #[doc(alias = "minlex")]
    pub fn canonical(&self) -> Result<Canonical, CanonicalError> {
        Canonical::check_shape(self.shape())?;
        Ok(canonical(self)?)
    }
}

impl Solution {
    /// Returns the canonical form: the least solution that transforms make of this one. Its first row is 1, 2, 3 and so on.
    ///
    /// # Errors
    /// [`CanonicalError::Shape`] for a shape larger than 9x9.
    #[doc(alias = "minlex")]
    pub fn canonical(&self) -> Result<Canonical, CanonicalError> {
        Canonical::check_shape(self.shape())?;
        Ok(canonical(&Grid::from(self))?)
    }
}

/// Finds the form of a grid of a supported shape. Fails if a digit is repeated in a house.
fn canonical(grid: &Grid) -> Result<Canonical, GridError> {
    let shape = grid.shape();
    let lines = (shape == Shape::STANDARD).then(|| lines::Lines::of(grid)).flatten();
    let least = match lines {
        Some(lines) if lines.is_complete() => complete::least(&lines),
        Some(lines) => partial::least(&lines),
        None => {
            check_houses(grid)?;
            plain::least(grid)
        }
    };
    let Least { cells, transform, automorphisms } = least;
    let form = Grid::from_cells(shape, cells);
    Ok(Canonical { form, transform, automorphisms })
}

/// Checks that no house has a digit twice.
fn check_houses(grid: &Grid) -> Result<(), GridError> {
    let shape = grid.shape();
    let full = DigitSet::full(shape.side());
    let (mut rows, mut cols, mut boxes) = ([full; 25], [full; 25], [full; 25]);
    for (cell, &digit) in shape.all_cells().zip(grid.cells()) {
        let Some(digit) = digit else { continue };
        let fresh = rows[shape.row(cell)].remove(digit)
            & cols[shape.col(cell)].remove(digit)
            & boxes[shape.box_of(cell)].remove(digit);
        if !fresh {
            return Err(GridError::Repeated { cell: cell.name(shape), digit });
        }
    }
    Ok(())
}

impl Canonical {
    /// Returns true for the shapes whose forms can be found: boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3.
    pub const fn supports(shape: Shape) -> bool {
        shape.cells() <= 64 || (shape.box_rows() == 3 && shape.box_cols() == 3)
    }

    /// Checks that forms can be found for grids of a shape.
    ///
    /// # Errors
    /// [`CanonicalError::Shape`] for a shape larger than 9x9.
    pub fn check_shape(shape: Shape) -> Result<(), CanonicalError> {
        if Self::supports(shape) { Ok(()) } else { Err(CanonicalError::Shape(shape)) }
    }
}
