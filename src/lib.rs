//! Sudoku corpora by the million, reproducible to the byte, with their bias stated.
//!
//! One puzzle from one seed, the same on any machine:
//!
//! ```
//! use gridmill::pipeline::{Generator, Plan};
//!
//! let made = Generator::new(Plan::default())?.generate_with_seed([42; 32])?;
//! println!("{}", made.puzzle);
//! # Ok::<(), gridmill::Error>(())
//! ```
//!
//! A thousand of them on all cores, in order:
//!
//! ```
//! use gridmill::pipeline::{Block, Counters, Plan, Workers};
//! use std::sync::atomic::AtomicBool;
//!
//! let workers = Workers::new(Plan::default(), "42".parse()?, 1000, 0)?;
//! let blocks = (0..4).map(|n| Block { indices: n * 250..(n + 1) * 250, tag: n });
//! let mut givens = 0;
//! workers.run(
//!     blocks,
//!     &AtomicBool::new(false),
//!     &Counters::default(),
//!     |records| Ok(records.iter().map(|record| record.made.givens).sum::<usize>()),
//!     |_, sum| {
//!         givens += sum;
//!         Ok(())
//!     },
//! )?;
//! assert!((24_000..25_000).contains(&givens));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crates below are given again, so that one dependency is enough:
//!
//! ```
//! use gridmill::{
//!     board::{Grid, Shape},
//!     solve::{Bitboard, Solutions, Solver},
//!     technique::{Pencilmarks, Rater, Rulebook},
//! };
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let grid = Grid::parse(Shape::STANDARD, text)?;
//! assert!(matches!(Bitboard::new(100_000).solutions(&grid)?, Solutions::Unique(_)));
//! assert_eq!(Rater::new(Rulebook::se()).rate(&mut Pencilmarks::new(&grid)).er, Some(12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, from the ground up; each uses only those above it in the table:
//!
//! | module | |
//! |---|---|
//! | [`board`] | shapes, cells, digits, grids: `gridmill-board` |
//! | [`solve`] | counts the solutions of a grid: `gridmill-solve` |
//! | [`technique`] | solves as a person does, step by step, and rates how hard that is: `gridmill-rate` |
//! | [`generate`] | complete grids, puzzles dug from them, seeds, plans and weights: `gridmill-generate` |
//! | [`pipeline`] | plans and seeds again, and what runs them on threads, in order |
//! | [`corpus`] | data sets on disk: columns, shards, manifest |
//! | [`compare`] | uniqueness checkers side by side: fair times, and whether they agree |
//! | [`report`] | summaries that add up, and pages with charts, also of what `compare` found |
//! | [`cli`] | the command line, the only module that prints |
//!
//! The one path: `master seed -> puzzle seed -> Solution -> Puzzle -> Record -> shard + manifest`.

pub mod cli;
pub mod compare;
pub mod corpus;
mod error;
mod escape;
pub mod report;
mod run;

pub use error::{Error, Result};
pub use gridmill_board as board;
pub use gridmill_generate as generate;
pub use gridmill_rate as technique;
pub use gridmill_solve as solve;

/// From a plan and a master seed to rows, in parallel and in order.
pub mod pipeline {
    pub use crate::run::{BLOCK_ROWS, Block, Counters, SYSTEM_CLOCK, Workers, thread_pool, threads};
    pub use gridmill_generate::{
        Estimate, Generated, Generator, Givens, GivensMix, InputGridError, InputGrids, InputGridsBuilder,
        LogEstimate, MasterSeed, Minimality, Plan, PlanRater, Rated, RatingPlan, Record, RowStatistics,
        RunSummary, STREAM_VERSION, Task, Tasks, WeightedEstimates,
    };
}

/// The program and its version, as manifests and files name it.
pub const PROGRAM: &str = concat!("gridmill ", env!("CARGO_PKG_VERSION"));
