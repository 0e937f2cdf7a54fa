//! Puzzles of the episodes, which the caller makes.

/// Episode that needs a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Episode {
    /// Number of the environment, from 0.
    pub env: usize,
    /// Number of the episode in its environment, from 0.
    pub episode: u64,
}

/// Source of puzzles. If a puzzle is a function of its [`Episode`], episodes do not depend on the number of environments or on the
/// actions in others.
pub trait PuzzleSource {
    /// Error of the source.
    type Error;

    /// Appends the cells of a puzzle and of its solution for each episode, in order.
    ///
    /// # Errors
    /// That of the source. The environments are as they were before the call.
    fn puzzles(
        &mut self,
        wanted: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> Result<(), Self::Error>;
}

impl<E, F: FnMut(&[Episode], &mut Vec<u8>, &mut Vec<u8>) -> Result<(), E>> PuzzleSource for F {
    type Error = E;

    fn puzzles(
        &mut self,
        wanted: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> Result<(), E> {
        self(wanted, puzzles, solutions)
    }
}
