//! Sudoku corpora by the million, the same puzzles from the same seed on any machine, with their bias stated.
//!
//! Solve, rate and generate puzzles:
//!
//! ```
//! use gridmill::{board::Grid, solve::Solutions};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let Solutions::Unique(solution) = gridmill::solve(&grid) else { panic!("not unique") };
//! assert!(solution.to_string().starts_with("534678912"));
//! assert_eq!(gridmill::rate(&grid)?.er, Some(12)); // ER 1.2, in tenths
//!
//! for puzzle in gridmill::generate(42).take(3) {
//!     println!("{puzzle}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A thousand puzzles on all cores, in order:
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
//! Steps as a person takes them; [`solve`](mod@solve), [`rate`](mod@rate) and the other layers have the types behind the functions:
//!
//! ```
//! use gridmill::{
//!     board::Grid,
//!     rate::{Pencilmarks, Rater, Rulebook},
//! };
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let (hint, _) = Rater::new(Rulebook::hodoku()).next_step(&Pencilmarks::new(&grid)).ok_or("stuck")?;
//! println!("{hint}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, from the ground up; each uses only those above it in the table:
//!
//! | module | |
//! |---|---|
//! | [`board`] | shapes, cells, digits, grids: `gridmill-board` |
//! | [`solve`](mod@solve) | counts the solutions of a grid: `gridmill-solve` |
//! | [`rate`](mod@rate) | solves as a person does, step by step, and rates how hard that is: `gridmill-rate` |
//! | [`generate`](mod@generate) | complete grids, puzzles dug from them, seeds, plans and weights: `gridmill-generate` |
//! | [`pipeline`] | plans and seeds again, and what runs them on threads, in order |
//! | [`schema`] | the columns of a corpus, each described once |
//! | [`facts`] | what rows mean: population, design, weights, scales, splits, history |
//! | [`corpus`] | data sets on disk: shards, manifest |
//! | [`compare`] | uniqueness checkers side by side: fair times, and whether they agree |
//! | [`report`] | summaries that add up, and pages with charts, also of what `compare` found |
//!
//! The one path: `master seed -> puzzle seed -> Solution -> Puzzle -> Record -> shard + manifest`.

// The program, for `main` alone.
#[doc(hidden)]
pub mod cli;
pub mod compare;
pub mod corpus;
mod error;
mod escape;
pub mod facts;
mod front_door;
pub mod report;
mod run;
pub mod schema;
mod storage;

pub use error::{Error, Result};
pub use front_door::{generate, rate};
pub use gridmill_board as board;
pub use gridmill_generate as generate;
pub use gridmill_rate as rate;
pub use gridmill_solve as solve;
pub use gridmill_solve::{count_solutions, is_unique, solve};

/// From a plan and a master seed to rows, in parallel and in order.
pub mod pipeline {
    pub use crate::run::{BLOCK_ROWS, Block, Counters, SYSTEM_CLOCK, Workers, thread_pool, threads};
    pub(crate) use crate::run::{RowMaker, spawn_beside};
    pub use gridmill_generate::{
        Estimate, Generated, Generator, Givens, GivensMix, InputGridError, InputGrids, InputGridsBuilder,
        LogEstimate, MasterSeed, Minimality, Plan, PlanRater, Rated, RatingPlan, RatingTotals, Record,
        RowForms, RowStatistics, RunSummary, STREAM_VERSION, SearchDifficulty, SearchRater, Task, Tasks,
        WeightedEstimates,
    };
}

/// The program and its version, as manifests and files name it.
pub const PROGRAM: &str = concat!("gridmill ", env!("CARGO_PKG_VERSION"));

/// Examples of the READMEs.
#[cfg(doctest)]
mod readme_examples {
    #[doc = include_str!("../README.md")]
    struct Gridmill;
    #[doc = include_str!("../crates/board/README.md")]
    struct Board;
    #[doc = include_str!("../crates/solve/README.md")]
    struct Solve;
    #[doc = include_str!("../crates/rate/README.md")]
    struct Rate;
    #[doc = include_str!("../crates/generate/README.md")]
    struct Generate;
}
