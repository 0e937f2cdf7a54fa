//! Row of a corpus, before it is written as text or columns.

use super::Generated;

/// Puzzle and its place in the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Index of the puzzle, from 0.
    pub index: u64,
    /// The puzzle with its statistics.
    pub made: Generated,
}
