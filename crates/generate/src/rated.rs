//! Ratings of puzzles, with their rulebooks.

use gridmill_rate::{Rating, Rulebook, Step};
use std::{sync::Arc, time::Duration};

/// Rating of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// The rating.
    pub rating: Rating,
    /// The steps, if the plan wants them in some form.
    pub path: Option<Vec<Step>>,
    /// Time spent rating; zero without a [`Clock`](crate::Clock).
    pub time: Duration,
    pub(crate) rulebook: Arc<Rulebook>,
}

impl Rated {
    /// Returns the rulebook of the rating.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// Returns the class of the rating in words: the level, or the ER where the rulebook has no levels; `unsolved` for neither.
    pub(crate) fn class(&self) -> String {
        let er = || self.rating.er.map(|er| format!("ER {}", self.rulebook.shown(er)));
        self.level().map(str::to_owned).or_else(er).unwrap_or_else(|| "unsolved".to_owned())
    }

    /// Returns the name of the level, if the rulebook has levels.
    pub fn level(&self) -> Option<&str> {
        self.rating.level.as_deref()
    }
}
