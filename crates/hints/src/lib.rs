//! Answers what to do next in a Sudoku, and what is wrong with it, for any state of play.
//!
//! A [`State`] is what an app knows: the givens, the player's entries, and notes (pencilmarks), of which there may be none. A
//! [`Helper`] answers with [`Help`], which always has the same fields:
//!
//! ```
//! use gridmill_hints::{Helper, State};
//! use gridmill_rate::Rulebook;
//!
//! let mut helper = Helper::new(Rulebook::hodoku());
//! let state: State =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let help = helper.help(&state);
//! assert!(help.problems.is_empty());
//! println!("{}", help.next.ok_or("stuck")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! As data, from JSON to JSON, for an app or a server:
//!
//! ```
//! use gridmill_hints::{HelpData, Helper, StateText};
//! use gridmill_rate::Rulebook;
//!
//! let text = r#"{"id": 1, "givens": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//!     "entries": "..8.............................................................................."}"#;
//! let mut helper = Helper::new(Rulebook::hodoku());
//! let read = StateText::read(text, None);
//! let help = match read.state {
//!     Ok(state) => helper.help(&state),
//!     Err(problem) => gridmill_hints::Help::unreadable(problem.to_string()),
//! };
//! let data = HelpData::new(&help).with_id(read.id);
//! assert!(data.to_json().starts_with(r#"{"id":1,"puzzle":"53..7"#));
//! assert!(data.problems.iter().any(|problem| problem.kind == "wrong_entry" && problem.cells == [2]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The next step
//!
//! The next step is that of the path which the rulebook takes from the givens, at the point that the state has reached: the step
//! that a corpus stores. It depends on what is known of the state:
//!
//! - Entries and notes that are those of the path after some steps: the step is exactly the next one.
//! - No notes: nobody knows which candidates the player has removed. The step is the first one after the last placement that was
//!   entered. A step that only removes candidates comes again until a digit that follows from it is entered. A step that does not hold on
//!   the visible board comes with the steps that it rests on ([`Help::rests_on`]), or the rulebook finds another one there.
//! - Partial notes ([`NotesKind::Partial`]): the same. What the pattern of the notes excludes counts as well, and the answer names
//!   it ([`Help::assumed`]).
//! - Entries or notes off the path: what the path explains is replayed, the rest is added cell by cell, and the rulebook searches
//!   from there. Among several singles it may take another one first than in another order of play.
//! - A wrong state has no next step; its problems say what to mend.
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod board;
mod help;
mod path;
mod problem;
mod read;
mod state;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use crate::help::{RatingData, StuckData};
pub use crate::{
    board::Assumption,
    help::{Extent, Help, HelpData, Helper, ProblemData, Status},
    problem::{Problem, ProblemKind},
    read::{ReadError, StateText},
    state::{NotesKind, State, StateError},
};
