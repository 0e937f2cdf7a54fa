//! One row of a corpus, before it is text or columns.

use super::Generated;

/// A puzzle and its place in the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The puzzle's index, from 0.
    pub index: u64,
    /// The puzzle with its statistics.
    pub made: Generated,
}
