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
//! assert_eq!(gridmill::rate(&grid)?.er.map(f64::from), Some(1.2));
//!
//! println!("{}", gridmill::hint(&grid).next.expect("a step"));
//!
//! for puzzle in gridmill::generate(42).take(3) {
//!     println!("{puzzle}");
//! }
//! let hard = gridmill::generate_level(42, "hard")?.next();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A thousand puzzles on all cores, in order:
//!
//! ```
//! use gridmill::{
//!     corpus::{Block, Counters, Workers},
//!     generate::Plan,
//! };
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
//! let next = Rater::new(Rulebook::hodoku()).next_step(&Pencilmarks::new(&grid))?.ok_or("stuck")?;
//! println!("{}", next.step);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each module is a crate of its own and uses only those above it in the table; `corpus` is two crates, folders and jobs:
//!
//! | module | |
//! |---|---|
//! | [`board`] | shapes, cells, digits, grids: `gridmill-board` |
//! | [`solve`](mod@solve) | counts the solutions of a grid: `gridmill-solve` |
//! | [`rate`](mod@rate) | solves as a person does, step by step, and rates how hard that is: `gridmill-rate` |
//! | [`hints`] | what is wrong with a state of play, and what is next: `gridmill-hints` |
//! | [`env`](mod@env) | questions about many boards at once, and environments for reinforcement learning: `gridmill-env` |
//! | [`traces`] | searches and steps as events and tokens for training: `gridmill-traces` |
//! | [`generate`](mod@generate) | complete grids, puzzles dug from them, seeds, plans and weights: `gridmill-generate` |
//! | [`unavoidable`] | unavoidable sets of grids, scans for puzzles with few givens: `gridmill-unavoidable` |
//! | `draw` | grids, steps and books as SVG and PDF: `gridmill-draw` |
//! | `tables` | rows and what they mean: columns, facts, readers and writers of files, storage |
//! | `corpus` | folders of rows: making, resuming, reading, and jobs that make rows of other rows |
//! | `report` | summaries that add up, pages with charts, and uniqueness checkers side by side |
//!
//! The last four are behind the feature `corpora`, the program behind `program`; both are on by default. Without them the library needs
//! neither Arrow nor clap.
//!
//! The one path: `master seed -> puzzle seed -> Solution -> Puzzle -> Record -> shard + manifest`.

// The program, for `main` and for packages of other languages.
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod cli;
mod front_door;

/// Corpora: folders of shards with a manifest, made from one seed, and the jobs that read them and make others of them.
#[cfg(feature = "corpora")]
pub mod corpus {
    pub use gridmill_corpus::*;
    pub use gridmill_jobs::*;
}

pub use front_door::{RateError, generate, generate_level, hint, rate};
pub use gridmill_board as board;
#[cfg(feature = "cloud")]
pub use gridmill_cloud as cloud;
#[cfg(feature = "corpora")]
pub use gridmill_draw as draw;
pub use gridmill_env as env;
pub use gridmill_generate as generate;
pub use gridmill_hints as hints;
pub use gridmill_rate as rate;
#[cfg(feature = "corpora")]
pub use gridmill_report as report;
pub use gridmill_solve as solve;
pub use gridmill_solve::{count_solutions, is_unique, solve};
#[cfg(feature = "corpora")]
pub use gridmill_tables as tables;
#[cfg(feature = "corpora")]
pub use gridmill_tables::{Error, Result};
pub use gridmill_traces as traces;
pub use gridmill_unavoidable as unavoidable;

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
    #[doc = include_str!("../crates/hints/README.md")]
    struct Hints;
    #[doc = include_str!("../crates/env/README.md")]
    struct Env;
    #[doc = include_str!("../crates/traces/README.md")]
    struct Traces;
    #[doc = include_str!("../crates/unavoidable/README.md")]
    struct Unavoidable;
    #[doc = include_str!("../crates/generate/README.md")]
    struct Generate;
    #[cfg(feature = "corpora")]
    #[doc = include_str!("../crates/draw/README.md")]
    struct Draw;
}
