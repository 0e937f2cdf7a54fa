//! Choices between cells, or digits, that a search has no reason to prefer.

/// Decides between equal choices of a search.
pub trait TieBreaker {
    /// Returns a number below `among`, which is at least 1.
    fn pick(&mut self, among: u32) -> u32;
}

/// Always decides for the first choice, which makes counts reproducible.
pub(crate) struct FirstChoice;

impl TieBreaker for FirstChoice {
    fn pick(&mut self, _among: u32) -> u32 {
        0
    }
}
