//! Words for the targets of ratings and for rejected ratings, and advice where no wanted puzzle came.

use super::{ErMix, RatingPlan};
use crate::Rated;
use gridmill_rate::Tenths;
use std::{cmp::Ordering, collections::BTreeMap};

impl RatingPlan {
    /// Returns target `number` of the mix or of the cycle in words, as in "puzzle with ER 1.0..2.0".
    pub(crate) fn target_words(&self, number: usize) -> Option<String> {
        let level = self.level_target(number).map(|level| format!("of level {level}"));
        let er = || self.er_mix.as_ref().map(|mix| format!("with ER {}", mix.target(number)));
        let guesses = || self.guesses_mix.as_ref().map(|mix| format!("with guesses {}", mix.target(number)));
        let score = || self.score_mix.as_ref().map(|mix| format!("with score {}", mix.target(number)));
        level.or_else(er).or_else(guesses).or_else(score).or_else(|| self.trial.target_words(number))
    }

    /// Returns the class, in words, of a rating by the rulebook at `place` that is not accepted: that of the score if this alone is not wanted.
    pub(crate) fn class_of_rejected(&self, place: usize, rated: &Rated, number: usize) -> String {
        let is_by_score = place == self.technique_place()
            && self.accepts_techniques(rated, number)
            && !self.accepts_score(rated, number);
        let score = rated.rating.score.filter(|_| is_by_score);
        score.map_or_else(|| rated.class(), Self::class_of_score)
    }

    /// Returns advice where puzzles of the `rejected` classes came in place of wanted ones, for target `number` of a mix: fewer givens make
    /// harder puzzles.
    pub(crate) fn advice(&self, rejected: &BTreeMap<String, u64>, number: usize) -> &'static str {
        let most = rejected.iter().max_by_key(|&(_, times)| times).map(|(class, _)| class.as_str());
        match most.and_then(|class| self.compare(class, number)) {
            Some(Ordering::Less) => {
                "allow more attempts or fewer givens: easier puzzles came than are wanted"
            }
            Some(Ordering::Greater) => {
                "allow more attempts or more givens: harder puzzles came than are wanted"
            }
            Some(Ordering::Equal) | None => "allow more attempts, other givens or another rating",
        }
    }

    /// Returns true if easier puzzles than are wanted came most often, for target `number` of a mix.
    pub(crate) fn came_too_easy(&self, rejected: &BTreeMap<String, u64>, number: usize) -> bool {
        let most = rejected.iter().max_by_key(|&(_, times)| times).map(|(class, _)| class.as_str());
        most.and_then(|class| self.compare(class, number)) == Some(Ordering::Less)
    }

    /// Compares a class of ratings with the wanted one: a level, or a range of another measure.
    fn compare(&self, class: &str, number: usize) -> Option<Ordering> {
        let by_range = self
            .compare_guesses(class, number)
            .or_else(|| self.compare_score(class, number))
            .or_else(|| self.trial.compare(class, number));
        if let Some(ordering) = by_range {
            return Some(ordering);
        }
        let level = self.level.as_deref().or(self.level_target(number).map(|level| &level.0[..]));
        if let Some(level) = level.filter(|_| !class.starts_with("ER ")) {
            let rulebook = self.technique_rulebook()?;
            return Some(rulebook.level_place(class)?.cmp(&rulebook.level_place(level)?));
        }
        let target = |mix: &ErMix| *mix.target(number);
        let range = self.er.or_else(|| self.er_mix.as_ref().map(target))?;
        let er: Tenths = class.strip_prefix("ER ")?.parse().ok()?;
        Some(if er < range.least() {
            Ordering::Less
        } else if er > range.most() {
            Ordering::Greater
        } else {
            Ordering::Equal
        })
    }
}
