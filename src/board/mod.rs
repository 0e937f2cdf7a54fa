//! What a Sudoku is: shapes, cells, digits, grids and their text forms.
//!
//! Floor 0. Pure values: no input or output, no randomness, no clock.

mod cell;
mod digit;
mod grid;
mod orbits;
mod pattern;
mod set;
mod shape;
mod symmetry;

pub use cell::Cell;
pub use digit::Digit;
pub use grid::{Grid, GridError, Puzzle, Solution};
pub use orbits::Symmetry;
pub use pattern::{Pattern, PatternError};
pub use set::DigitSet;
pub use shape::{Shape, ShapeError};
pub use symmetry::{Transform, TransformError};
