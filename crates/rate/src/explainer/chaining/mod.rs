//! The Explainer's chains: cycles, forcing chains, and everything that follows from each candidate, on and off.
//!
//! ```text
//! simple     cycles and chains from one candidate back to it              6.5 to 7.0
//! nishio     a contradiction of one digit                                 7.5
//! multiple   chains from all candidates of a cell, all places of a house  8.0
//! dynamic    eliminated candidates count as gone                          8.5
//! (+)        so do eliminations by locked candidates, pairs and X-Wings   9.0
//! nested     so do eliminations by chains                                 9.5 to 11.0
//! ```
//!
//! README.md beside this file has a glossary, the data flow and a line for each file.
//!
//! Source: the Sudoku Explainer 1.2.1 (N. Juillerat 2007).

mod candidates;
mod dynamic;
mod graph;
mod hints;
mod multiple;
#[cfg(test)]
mod oracle;
mod rating;
mod search;
mod simple;
#[cfg(test)]
mod tests;

pub(crate) use hints::Chaining;
pub(super) use hints::{TECHNIQUES, find};
