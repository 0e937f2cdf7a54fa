//! Environments: many boards, one action each a step.

mod actions;
mod game;
mod options;
mod puzzle_source;
#[cfg(test)]
mod tests;
mod vector;

pub use actions::{Action, ActionSpace};
pub use game::{EpisodeState, Outcome};
pub use options::{Autoreset, EnvOptions, LegalMoves, Rewards, WrongDigits};
pub use puzzle_source::{Episode, PuzzleSource};
pub use vector::{EndedEpisodes, EnvError, StepError, VectorEnv};
