//! Searches for the solution of a Sudoku, and the steps of a person, as events and tokens for training.
//!
//! A [`Searcher`] makes the [`Event`]s of a depth-first search with propagation by singles; they are a function of puzzle and
//! [`SearchOptions`], the same on every machine:
//!
//! ```
//! use gridmill_board::Grid;
//! use gridmill_traces::{Event, SearchEnd, SearchOptions, Searcher};
//!
//! let puzzle: Grid = "..343412..43432.".parse()?;
//! let mut searcher = Searcher::new(puzzle.shape(), SearchOptions::default().with_limit(3))?;
//! let events = searcher.events(&puzzle);
//! assert_eq!(events.iter().filter(|event| **event == Event::Solution).count(), 2);
//! assert_eq!(events.last(), Some(&Event::End(SearchEnd::Exhausted)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! As tokens, from the board to the end, and back:
//!
//! ```
//! use gridmill_board::Grid;
//! use gridmill_traces::{Body, SearchOptions, Searcher, Vocabulary};
//!
//! let puzzle: Grid = "..343412..43432.".parse()?;
//! let mut tokens = Vec::new();
//! Searcher::new(puzzle.shape(), SearchOptions::default())?.encode(&puzzle, &mut tokens);
//! let vocabulary = Vocabulary::of_side(4).ok_or("no such side")?;
//! let text: Vec<String> = tokens[18..24].iter().filter_map(|&token| vocabulary.token(token)).map(|token| vocabulary.name(token)).collect();
//! assert_eq!(text.join(" "), "naked r4c4=1 guess r1c1 r1c1=1 r1c1=2");
//! let Body::Search(events) = vocabulary.decode(&tokens)?.body else { panic!("a search") };
//! assert_eq!(events.len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | types | |
//! |---|---|
//! | [`Searcher`], [`SearchOptions`], [`SearchSummary`] | searches; their orders and limits; their totals |
//! | [`Event`], [`AssertRule`], [`Constraint`], [`Contradiction`], [`SearchEnd`] | what a search does |
//! | [`Vocabulary`], [`Token`], [`Mark`] | numbers and names of tokens |
//! | [`Sequence`], [`Body`] | tokens read back |
//! | [`replay()`], [`Replayed`] | checks a trace from the puzzle alone |
//! | [`MoveLabeller`], [`MoveLabel`], [`BackdoorSize`] | good moves of each state |
//! | [`encode_path`], [`path_states`], [`PathStep`] | the steps of a person as tokens, and their states |
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod event;
mod replay;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod tokens;
mod vocabulary;

pub use event::{
    Alternatives, AssertRule, BranchOrder, Constraint, Contradiction, DigitOrder, Event, Propagation,
    SearchEnd, SearchOptions, UnknownName,
};
pub use gridmill_rate::CompactStep as PathStep;
pub use replay::{PathStates, ReplayError, Replayed, encode_path, path_states, replay};
pub use search::{BackdoorSize, MoveLabel, MoveLabeller};
pub use search::{SearchSummary, Searcher};
pub use state::UnsupportedShape;
pub use tokens::{Body, Sequence, TokenError};
pub use vocabulary::{Mark, Token, VOCABULARY_VERSION, Vocabulary};
