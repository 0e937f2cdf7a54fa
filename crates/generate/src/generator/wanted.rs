//! Ratings and measures by which a plan accepts or rejects a puzzle.

use super::Generator;
use crate::{DigResult, Rated, SearchDifficulty, SearchRater, TargetMeasure, Task, TrialMeasures};
use gridmill_board::{Puzzle, Solution};
use std::collections::BTreeMap;

/// Ratings and measures of a puzzle that the plan accepts by them.
#[derive(Debug, Default)]
pub(super) struct WantedRatings {
    pub ratings: Vec<Rated>,
    /// The guesses, if they decide.
    pub search_difficulty: Option<SearchDifficulty>,
    /// The measures without a rulebook, if they decide.
    pub measures: Option<Box<TrialMeasures>>,
}

impl Generator {
    /// Rates the puzzle by each rulebook of the plan, and measures its guesses, trial depth and backdoors if they decide, before ratings that take
    /// longer. Returns `None` if the plan rejects the puzzle by one of them, and counts it.
    pub(super) fn rate_wanted(
        &mut self,
        (dug, solution): (&DigResult, &Solution),
        task: &Task,
        rejected: &mut BTreeMap<String, u64>,
    ) -> Option<WantedRatings> {
        let mut wanted = WantedRatings::default();
        let mut must_measure = self.plan.rating.selects_by_guesses() || self.plan.rating.selects_by_trial();
        for place in 0..=self.raters.len() {
            if must_measure && !self.plan.rating.rejects_before_guesses(place) {
                if self.plan.rating.selects_by_guesses() {
                    wanted.search_difficulty = Some(self.guesses_wanted(dug, task, rejected)?);
                }
                if self.plan.rating.selects_by_trial() {
                    wanted.measures = Some(self.measures_wanted(dug, solution, task, rejected)?);
                }
                must_measure = false;
            }
            let Some(rater) = self.raters.get_mut(place) else { break };
            let rated = rater.rate(&dug.grid);
            if !self.plan.rating.accepts(place, &rated, task.rating) {
                let class = self.plan.rating.class_of_rejected(place, &rated, task.rating);
                *rejected.entry(class).or_default() += 1;
                self.lap();
                return None;
            }
            wanted.ratings.push(rated);
        }
        if !wanted.ratings.is_empty() {
            // Ratings measure their own time.
            self.lap();
        }
        Some(wanted)
    }

    /// Takes the measures without a rulebook. Returns `None` if the plan rejects the puzzle by them, and counts it.
    fn measures_wanted(
        &mut self,
        dug: &DigResult,
        solution: &Solution,
        task: &Task,
        rejected: &mut BTreeMap<String, u64>,
    ) -> Option<Box<TrialMeasures>> {
        let measures = self.trial_rater.as_mut()?.measure(&dug.grid, solution);
        let class = self.plan.rating.rejected_by_trial(&measures, task.rating);
        let is_wanted = class.is_none();
        if let Some(class) = class {
            *rejected.entry(class).or_default() += 1;
        }
        // This time is neither that of the dig nor that of the next grid.
        self.lap();
        is_wanted.then(|| Box::new(measures))
    }

    /// Measures the guesses of the puzzle. Returns `None` if the plan rejects the puzzle by them, and counts it.
    fn guesses_wanted(
        &mut self,
        dug: &DigResult,
        task: &Task,
        rejected: &mut BTreeMap<String, u64>,
    ) -> Option<SearchDifficulty> {
        let shape = self.plan.shape;
        let rater = self.search_rater.get_or_insert_with(|| SearchRater::for_shape(shape));
        let guesses = rater.rate(&Puzzle::from_proven(dug.grid.clone()));
        let is_wanted = self.plan.rating.accepts_guesses(guesses, task.rating);
        if !is_wanted {
            let class = TargetMeasure::Guesses.class_of(guesses.hundredths());
            *rejected.entry(class).or_default() += 1;
        }
        // This time is neither that of the dig nor that of the next grid.
        self.lap();
        is_wanted.then_some(guesses)
    }
}
