//! Measures puzzles without a rulebook: trial depth, braids and backdoors.

use crate::{Addition, Additions};
use gridmill_board::{Grid, Solution};
use gridmill_rate::{
    Pencilmarks,
    trial::{Backdoors, Trial, TrialRating},
};

/// Measures of a puzzle without a rulebook; those that are not wanted are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TrialMeasures {
    /// Trial depth, and the braids at this depth.
    pub trial: Option<TrialRating>,
    /// Least backdoors.
    pub backdoors: Option<Backdoors>,
}

/// Measures puzzles without a rulebook; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct TrialRater {
    trial: Trial,
    /// True to measure trial depth and braids.
    measures: bool,
    /// True to measure backdoors.
    backdoors: bool,
    budget: u64,
}

impl TrialRater {
    /// Creates a rater that takes those measures that are added, each within a budget in nodes; `None` if these are none.
    pub fn new(add: Additions, budget: u64) -> Option<Self> {
        let (measures, backdoors) = (add.has(Addition::Trial), add.has(Addition::Backdoors));
        (measures || backdoors).then(|| Self { trial: Trial::new(), measures, backdoors, budget })
    }

    /// Measures a puzzle with its solution.
    ///
    /// # Panics
    /// Panics if its side is above 9.
    pub fn measure(&mut self, puzzle: &Grid, solution: &Solution) -> TrialMeasures {
        if !cfg!(feature = "trial") {
            return TrialMeasures::default();
        }
        let marks = Pencilmarks::new(puzzle);
        TrialMeasures {
            trial: self.measures.then(|| self.trial.rating(&marks, self.budget)),
            backdoors: self.backdoors.then(|| self.trial.backdoors(&marks, solution, self.budget)),
        }
    }
}
