//! The measures of one puzzle together: its trial depth, and the braids that it needs.

use super::{Trial, TrialValue};
use crate::Pencilmarks;

/// Trial depth of a puzzle, and the length of its braids at this depth: see [`Trial::rating`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TrialRating {
    /// The depth.
    pub depth: TrialValue,
    /// B for a depth of 0 or 1, BxB for 2, BxBB for 3. `None` where the depth is not known or greater.
    pub braids: Option<TrialValue>,
}

impl TrialRating {
    /// Returns B, if it is defined and known.
    pub const fn b(self) -> Option<u8> {
        self.braids_at(0, 1)
    }

    /// Returns BxB of a puzzle of depth 2, if it is known.
    pub const fn bxb(self) -> Option<u8> {
        self.braids_at(2, 2)
    }

    /// Returns BxBB of a puzzle of depth 3, if it is known.
    pub const fn bxbb(self) -> Option<u8> {
        self.braids_at(3, 3)
    }

    /// Returns what a budget left open: a lower bound of the depth where that is not known, else of the length of braids.
    pub const fn at_least(self) -> Option<u8> {
        match (self.depth, self.braids) {
            (TrialValue::AtLeast(bound), _) | (_, Some(TrialValue::AtLeast(bound))) => Some(bound),
            _ => None,
        }
    }

    /// Returns the length of braids if the depth lies within a range.
    const fn braids_at(self, least: u8, most: u8) -> Option<u8> {
        match (self.depth, self.braids) {
            (TrialValue::Exactly(depth), Some(braids)) if least <= depth && depth <= most => braids.exact(),
            _ => None,
        }
    }
}

impl Trial {
    /// Measures the trial depth, and the length of braids at this depth: B, BxB or BxBB. Each of the questions that this takes, at most three, has the
    /// whole budget.
    ///
    /// # Example
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::{Pencilmarks, trial::{Trial, TrialValue}};
    ///
    /// let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
    /// let rating = Trial::new().rating(&Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?), 1_000_000);
    /// assert_eq!((rating.depth, rating.b(), rating.bxb()), (TrialValue::Exactly(1), Some(2), None));
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    pub fn rating(&mut self, marks: &Pencilmarks, budget: u64) -> TrialRating {
        let b = self.braid_rating(marks, budget);
        let depth = match b {
            // Most puzzles: singles solve, or braids do.
            TrialValue::Exactly(b) => TrialValue::Exactly(b.min(1)),
            TrialValue::AtLeast(_) | TrialValue::Undefined => self.depth(marks, budget),
        };
        let braids = match depth {
            TrialValue::Exactly(0 | 1) => Some(b),
            TrialValue::Exactly(2) => Some(self.bxb(marks, budget)),
            TrialValue::Exactly(3) => Some(self.bxbb(marks, budget)),
            _ => None,
        };
        TrialRating { depth, braids }
    }
}
