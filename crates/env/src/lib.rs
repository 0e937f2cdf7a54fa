//! Sudoku boards in bulk, and environments for reinforcement learning that step many boards at once.
//!
//! # Questions about many boards
//!
//! [`Boards`] is a checked view of cells, with candidates, legal moves, conflicts, wrong cells, forced cells and numbers of
//! solutions:
//!
//! ```
//! use gridmill_board::Shape;
//! use gridmill_env::Boards;
//!
//! let cells = [0; 2 * 81];
//! let boards = Boards::new(Shape::STANDARD, &cells)?;
//! let mut masks = vec![0; cells.len()];
//! boards.candidates(&mut masks);
//! assert!(masks.iter().all(|&mask| mask == 0b1_1111_1111));
//! # Ok::<(), gridmill_env::BoardsError>(())
//! ```
//!
//! A [`Teacher`] answers with the next step of a rulebook. Items that are hidden from these pages are for gridmill's own crates and may change
//! in any version.
//!
//! # Environments
//!
//! A [`VectorEnv`] is a number of boards with one action each a step. It takes puzzles from a [`PuzzleSource`], which the caller
//! writes: a function of the number of the environment and of its episode, if episodes are to be reproducible.
//!
//! ```
//! use gridmill_board::Shape;
//! use gridmill_env::{Action, EnvOptions, Episode, VectorEnv};
//!
//! let shape = Shape::new(2, 2)?;
//! let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
//! let mut source = |episodes: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
//!     for _ in episodes {
//!         puzzles.extend([0, 0, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
//!         solutions.extend(solution);
//!     }
//!     Ok::<(), std::convert::Infallible>(())
//! };
//! let mut env = VectorEnv::new(shape, 2, EnvOptions::default())?;
//! env.reset(None, &mut source)?;
//! let place = |cell: usize, digit: u8| {
//!     let digit = gridmill_board::Digit::new(digit)?;
//!     env.actions().index(Action::Place { cell: gridmill_board::Cell::new(cell), digit })
//! };
//! let (right, wrong) = (place(0, 1).ok_or("no action")?, place(0, 4).ok_or("no action")?);
//! env.step(&[right as i64, wrong as i64], &mut source)?;
//! assert_eq!(env.rewards(), [1.0, -1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boards;
mod env;

pub use boards::{Advice, TaughtStep, Teacher};
pub use boards::{Boards, BoardsError, ForcedKind};
pub use env::{
    Action, ActionSpace, Autoreset, EndedEpisodes, EnvError, EnvOptions, Episode, EpisodeState, LegalMoves,
    Outcome, PuzzleSource, Rewards, StepError, VectorEnv, VectorState, WrongDigits,
};
