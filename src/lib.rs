//! Sudoku corpora by the million, reproducible to the byte, with their bias stated.
//!
//! The rooms, from the ground up; each uses only those below it:
//!
//! | room | what it does |
//! |---|---|
//! | [`board`] | what a Sudoku is: shapes, cells, digits, grids |
//! | [`solve`] | how many solutions a grid has |
//! | [`generate`] | complete grids, and puzzles dug from them; the caller brings the random numbers |
//! | [`pipeline`] | one seed for each puzzle, threads, order |
//!
//! The one path: `master seed -> puzzle seed -> Solution -> Puzzle -> Record -> shard + manifest`.
//!
//! ```
//! use gridmill::pipeline::{Generator, Plan};
//!
//! let made = Generator::new(Plan::default())?.generate_with_seed([42; 32])?;
//! println!("{}", made.puzzle);
//! # Ok::<(), gridmill::Error>(())
//! ```

pub mod board;
mod error;
pub mod generate;
pub mod pipeline;
pub mod solve;

pub use error::{Error, Result};
