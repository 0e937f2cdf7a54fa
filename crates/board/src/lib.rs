//! Sudoku values: shapes, cells, digits, grids and their text forms.
//!
//! Pure values: no input or output, no randomness, no clock. All boxes from 2x2 (4x4 grids) to 5x5 (25x25 grids) are
//! supported; [`Shape::STANDARD`] is the usual 9x9.
//!
//! # Read a grid
//!
//! [`Grid::parse`] reads text with one character for each cell. Rows and columns count from 0:
//!
//! ```
//! use gridmill_board::{Digit, Grid, Shape};
//!
//! let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let grid = Grid::parse(Shape::STANDARD, text)?;
//! assert_eq!(grid.givens(), 17);
//! assert_eq!(grid.get(Shape::STANDARD.cell(0, 0)), Digit::new(4));
//! assert_eq!(grid.to_string(), text);
//! # Ok::<(), gridmill_board::GridError>(())
//! ```
//!
//! # Check a solution
//!
//! A [`Solution`] is complete and valid by its type. [`Solution::new`] checks a grid; the error names the first wrong cell:
//!
//! ```
//! use gridmill_board::{Grid, Shape, Solution};
//!
//! let shape: Shape = "2x2".parse()?;
//! let solution = Solution::new(&Grid::parse(shape, "1234341221434321")?)?;
//! assert!(Grid::parse(shape, "1...3......3..2.")?.is_within(&solution));
//!
//! let conflict = Solution::new(&Grid::parse(shape, "1134341221434321")?).unwrap_err();
//! assert_eq!(conflict.to_string(), "digit 1 at r1c2 is already in its row, column or box");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Find candidates
//!
//! A [`DigitSet`] is a bit mask that iterates in ascending order. The candidates of an empty cell are the digits that its
//! row, column and box do not have:
//!
//! ```
//! use gridmill_board::{DigitSet, Grid, Shape};
//!
//! let shape: Shape = "2x2".parse()?;
//! let grid = Grid::parse(shape, "1.3.............")?;
//! let (row, column) = (0, 1);
//! let houses = shape.box_cells(shape.box_of(shape.cell(row, column)))
//!     .chain((0..4).map(|col| shape.cell(row, col)))
//!     .chain((0..4).map(|row| shape.cell(row, column)));
//! let mut candidates = DigitSet::full(shape.side());
//! for digit in houses.filter_map(|cell| grid.get(cell)) {
//!     candidates.remove(digit);
//! }
//! assert_eq!(candidates.iter().map(|digit| digit.to_string()).collect::<String>(), "24");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Find equivalent grids
//!
//! [`Grid::canonical`] finds the least of all transforms of a grid. Two grids are the same turned round exactly if these are equal:
//!
//! ```
//! use gridmill_board::Grid;
//!
//! let one = "1...3......3..2.".parse::<Grid>()?.canonical()?;
//! let other = "...3..1.....14..".parse::<Grid>()?.canonical()?;
//! assert_eq!(one.form, other.form);
//! assert_eq!(one.class_id(), other.class_id());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types
//!
//! | types | |
//! |---|---|
//! | [`Shape`], [`Cell`] | the shape of a grid, and a position in it |
//! | [`Digit`], [`DigitSet`] | a digit, and a set of digits |
//! | [`CellSet`], [`House`], [`peers`] | of the 9x9 grid: sets of cells; rows, columns and boxes |
//! | [`Grid`], [`Solution`], [`Puzzle`] | any grid; a complete and valid grid; a grid with exactly one solution |
//! | [`Pattern`] | the set of cells that hold givens |
//! | [`Symmetry`] | symmetries of the set of givens, and their orbits of cells |
//! | [`Canonical`], [`ClassId`] | the grid that stands for all its transforms, and a short name of these |
//! | [`BandNumber`], [`Gangster`], [`GridBands`] | of the 9x9 grid: classes of bands and stacks |
//! | [`Transform`] | renamed digits, permuted rows and columns, transposition: a valid grid stays valid; has a text form |
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod canonical;
mod cell;
mod digit;
mod grid;
mod house;
mod macros;
#[doc(hidden)]
pub mod numbers;
mod pencilmark_grid;
mod shape;
mod symmetry;
mod transform;
mod wiki_string;

#[cfg(feature = "class-id")]
pub use canonical::ClassId;
pub use canonical::{BandNumber, Canonical, CanonicalError, Gangster, GridBands};
pub use cell::{Cell, CellSet, Cells};
pub use digit::{Digit, DigitSet, Digits};
pub use grid::{Grid, GridError, Puzzle, Solution};
pub use house::{House, HouseKind, HouseSet, Houses, peers};
#[doc(hidden)]
pub use pencilmark_grid::{PencilmarkError, PencilmarkGrid};
pub use shape::{Shape, ShapeError};
pub use symmetry::{Pattern, PatternError, Symmetry, SymmetryError};
pub use transform::{Transform, TransformError, TransformTextError};
#[doc(hidden)]
pub use wiki_string::{LibraryLine, LibraryLineError, WikiString, WikiStringError};
