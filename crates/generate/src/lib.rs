//! Generates Sudoku puzzles: makes complete grids and digs puzzles from them. Needs no file, no thread and no clock.
//!
//! A [`Generator`] makes puzzles by a [`Plan`]. The same plan and seed give the same puzzle on any machine:
//!
//! ```
//! use gridmill_generate::{Dig, Generator, Givens, Plan};
//!
//! let plan = Plan::default().with_dig(Dig::top_down(Givens::Range(28, 30)));
//! let mut generator = Generator::new(plan)?;
//! let made = generator.generate_with_seed([42; 32])?;
//! assert!((28..=30).contains(&made.givens));
//! assert_eq!(generator.generate_with_seed([42; 32])?.puzzle, made.puzzle);
//! # Ok::<(), gridmill_generate::Error>(())
//! ```
//!
//! The puzzles of a corpus come from one [`MasterSeed`]: [`Tasks`] has the seeds and the target of each, and no puzzle needs
//! another.
//!
//! ```
//! use gridmill_generate::{Generator, MasterSeed, Plan, Tasks};
//!
//! let plan = Plan::default();
//! let seed: MasterSeed = "a garden".parse()?;
//! let tasks = Tasks::new(&plan, seed, None)?;
//! let mut generator = Generator::new(plan)?;
//! let millionth = generator.make(&tasks.task(999_999)?)?;
//! assert_eq!(millionth.minimal, Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Daily puzzles, easy on Monday and extreme on Sunday: row i has level i modulo seven, and the named scale keeps it the same for good.
//!
//! ```
//! use gridmill_generate::{Generator, MasterSeed, Plan, RatingPlan, Tasks};
//! use gridmill_rate::Rulebook;
//!
//! let week = "easy,easy,medium,medium,hard,unfair,extreme".parse()?;
//! let scale = Rulebook::built_in("hodoku-2.2/2")?.clone();
//! let plan = Plan::default().with_rating(RatingPlan::by([scale]).with_levels(week));
//! let days = Tasks::new(&plan, "our newspaper".parse::<MasterSeed>()?, None)?;
//! let sunday = Generator::new(plan)?.make(&days.task(6)?)?;
//! assert_eq!(sunday.ratings[0].level(), Some("extreme"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Fills and digs can be used alone. The caller brings the random numbers and the solver:
//!
//! ```
//! use gridmill_board::{Cell, Shape};
//! use gridmill_generate::{Effort, Fill, Filler, random, top_down};
//! use gridmill_solve::SolverKind;
//! use rand::SeedableRng;
//! use rand_pcg::Pcg64;
//!
//! let (shape, mut rng) = (Shape::STANDARD, Pcg64::from_seed([7; 32]));
//! let solution = Filler::new(Fill::Uniform, shape, 1_000_000).fill(&mut rng)?;
//! let mut order: Vec<Cell> = shape.all_cells().collect();
//! random::shuffle(&mut rng, &mut order);
//! let mut solver = SolverKind::default_for(shape).solver(shape, 1_000_000);
//! let dug = top_down(&solution, &order, 0, &mut *solver, &mut Effort::default())?;
//! assert!(dug.grid.is_within(&solution) && dug.givens < 40);
//! # Ok::<(), gridmill_solve::OutOfNodes>(())
//! ```
//!
//! The one path: `master seed -derive-> Task -fill-> Solution -dig-> Puzzle -rate-> Record`.
//!
//! | types | |
//! |---|---|
//! | [`Plan`], [`Budgets`], [`Dig`], [`GivensTarget`], [`SymmetryTarget`], [`RatingPlan`], [`InputGrids`], [`ExcludedClasses`] | options of a corpus |
//! | [`MasterSeed`], [`Tasks`], [`Task`] | seeds and targets of each puzzle of a corpus |
//! | [`Generator`], [`Generated`], [`Record`] | makes a puzzle; the puzzle with its statistics; its place in a corpus |
//! | [`Fill`], [`Filler`] | complete grids |
//! | [`DigMode`], [`top_down()`], [`controlled_bias()`], [`weighted()`] | puzzles from complete grids |
//! | [`Rated`] | ratings |
//! | [`Addition`], [`Measurer`], [`Measured`], [`SearchRater`], [`UnavoidableMeasures`] | measures besides ratings |
//! | [`BoardPlan`], [`DerivedBoard`], [`BoardLabel`] | ambiguous, broken and partly filled boards, with their labels |
//! | [`random`] | bounded draws and the shuffle |
//! | [`Clock`] | clock of the caller; the crate reads no other |
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod boards;
mod counts;
mod dig;
mod error;
mod excluded_classes;
mod fill;
mod generator;
mod grid_source;
mod input_grids;
mod measures;
mod plan;
pub mod random;
mod rated;
mod rating;
mod rows;
mod seed;
mod task;
mod transform;
mod weights;

#[doc(hidden)]
pub use boards::BoardKind;
pub use boards::{
    AmbiguousLabel, BoardLabel, BoardPlan, BrokenLabel, CellMask, CountRange, DerivedBoard, FillOrder,
    PartialLabel,
};
#[doc(hidden)]
pub use counts::{CountEstimates, CountSums, Estimate, GivensCounts, LogEstimate, RowCounts};
pub(crate) use dig::{
    ClimbRange, ClimbTarget, Climber, DigStart, Digger, PassResult, PassTarget, TechniqueOracle,
};
#[doc(hidden)]
pub use dig::{DigEnd, DigFacts};
pub use dig::{DigMode, DigResult, Effort, Objective, controlled_bias, is_minimal, top_down, weighted};
pub use error::{Error, Result};
#[doc(hidden)]
pub use error::{with_options, without_code};
pub use excluded_classes::ExcludedClasses;
pub(crate) use fill::Completer;
pub use fill::{Fill, Filler};
#[doc(hidden)]
pub use generator::Rejections;
pub use generator::{Generated, Generator, Record};
pub use input_grids::{InputGridError, InputGrids, InputGridsBuilder};
pub use measures::*;
#[doc(hidden)]
pub use plan::{
    Budget, LevelName, MeasureRange, MixTarget, NamedMix, Patterns, PuzzleTarget, RangeError, SHARE_RULE,
    TargetMeasure, TechniqueRange, WalkTarget, parse_shares, share_text,
};
pub use plan::{
    Budgets, Dig, DigOptions, Givens, GivensMix, GivensTarget, LevelCycle, LevelMix, Minimality, Mix,
    MixLayout, MixOrder, Plan, RatingPlan, SymmetryMix, SymmetryTarget, Target,
};
pub use rated::Rated;
pub use rating::Clock;
#[doc(hidden)]
pub use rating::PlanRater;
#[doc(hidden)]
pub use rows::RowSignals;
pub use seed::MasterSeed;
pub use task::{Task, Tasks};
pub use transform::{TransformGroup, TransformKind, random_transform};
#[doc(hidden)]
pub use weights::{ESTIMATORS, Estimator, WeightSums, WeightedEstimates};
