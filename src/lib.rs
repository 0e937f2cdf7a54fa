//! Sudoku corpora by the million, reproducible to the byte, with their bias stated.
//!
//! The rooms, from the ground up; each uses only those below it:
//!
//! | room | what it does |
//! |---|---|
//! | [`board`] | what a Sudoku is: shapes, cells, digits, grids |
//! | [`solve`] | how many solutions a grid has |
//! | [`technique`] | how a person solves it, step by step, and how hard that is |
//! | [`generate`] | complete grids, and puzzles dug from them; the caller brings the random numbers |
//! | [`pipeline`] | one seed for each puzzle, threads, order |
//! | [`corpus`] | data sets on disk: columns, shards, manifest |
//! | [`compare`] | uniqueness checkers side by side: fair times, and whether they agree |
//! | [`report`] | summaries that add up, and pages with charts, also of what `compare` found |
//! | [`cli`] | the command line, the only room that prints |
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

pub mod cli;
pub mod compare;
pub mod corpus;
mod error;
pub mod report;
mod run;

pub use error::{Error, Result};
pub use gridmill_board as board;
pub use gridmill_generate as generate;
pub use gridmill_rate as technique;
pub use gridmill_solve as solve;

/// From a plan and a master seed to rows, in parallel and in order.
pub mod pipeline {
    pub use crate::run::{BLOCK_ROWS, Block, Counters, Workers, thread_pool, threads};
    pub use gridmill_generate::{
        Amount, Estimate, Gathering, Generated, Generator, GivenGrids, Givens, MasterSeed, Minimality, Mix,
        Plan, PlanRater, Rated, RatingPlan, Record, RunSummary, STREAM_VERSION, Tally, Task, Tasks, Unfit,
        Weighted,
    };
}

/// The program and its version, as manifests and files name it.
pub const PROGRAM: &str = concat!("gridmill ", env!("CARGO_PKG_VERSION"));
