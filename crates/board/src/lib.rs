//! Sudoku values: shapes, cells, digits, grids and their text forms.
//!
//! Pure values: no input or output, no randomness, no clock. Every shape of boxes from 2x2 (4x4 grids) to 5x5 (25x25
//! grids) is supported; [`Shape::STANDARD`] is the usual 9x9.
//!
//! A grid is read from text, one character for each cell, and read cell by cell:
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
//! A [`Solution`] is complete and valid by its type, so that a conflict is an error that names the cell:
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
//! Sets of digits are bit masks, and iterate in ascending order:
//!
//! ```
//! use gridmill_board::{DigitSet, Grid, Shape};
//!
//! let shape: Shape = "2x2".parse()?;
//! let grid = Grid::parse(shape, "1.3.............")?;
//! let mut missing = DigitSet::full(shape.side());
//! for cell in shape.box_cells(0).chain((0..4).map(|col| shape.cell(0, col))) {
//!     if let Some(digit) = grid.get(cell) {
//!         missing.remove(digit);
//!     }
//! }
//! assert_eq!(missing.map(|digit| digit.to_string()).collect::<String>(), "24");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | types | |
//! |---|---|
//! | [`Shape`], [`Cell`] | the size of a grid, and a place on it |
//! | [`Digit`], [`DigitSet`] | a digit, and a set of digits |
//! | [`Grid`], [`Solution`], [`Puzzle`] | any grid; complete and valid; with exactly one solution |
//! | [`Pattern`] | which cells hold givens |
//! | [`Symmetry`] | symmetries of the givens, and their orbits of cells |
//! | [`Transform`] | renamed digits, permuted rows and columns, transposition: what keeps a valid grid valid |

mod cell;
mod digit;
mod digit_set;
mod grid;
mod pattern;
mod shape;
mod symmetry;
mod transform;

pub use cell::Cell;
pub use digit::Digit;
pub use digit_set::DigitSet;
pub use grid::{Grid, GridError, Puzzle, Solution};
pub use pattern::{Pattern, PatternError};
pub use shape::{Shape, ShapeError};
pub use symmetry::Symmetry;
pub use transform::{Transform, TransformError};
