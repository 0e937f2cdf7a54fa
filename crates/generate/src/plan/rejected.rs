//! Words for the targets of ratings and for rejected ratings, and advice where no matching puzzle came.

use super::{RatingPlan, TargetMeasure};
use crate::Rated;
use std::{cmp::Ordering, collections::BTreeMap};

impl RatingPlan {
    /// Returns target `number` of the mix or of the cycle in words, as in "puzzle with ER 1.0..2.0".
    pub(crate) fn target_words(&self, number: usize) -> Option<String> {
        let has_several = self.level_mix.is_some() || self.turns().is_some();
        let level =
            self.level_target(number).filter(|_| has_several).map(|level| format!("of level {level}"));
        let of_measure = || {
            let target = self.mixed()?;
            Some(format!("with {} {}", target.measure().words(), target.required(number)))
        };
        level.or_else(of_measure)
    }

    /// Returns the class, in words, of a rating by the rulebook at `place` that is not accepted: that of the score if this alone is not required.
    pub(crate) fn class_of_rejected(&self, place: usize, rated: &Rated, number: usize) -> String {
        let is_score = |measure| measure == TargetMeasure::Score;
        let is_by_score = place == self.technique_index()
            && self.accepts_techniques(rated, number)
            && !self.accepts_values(rated, number, is_score);
        let score = TargetMeasure::Score.of_rating(&rated.rating).filter(|_| is_by_score);
        score.map_or_else(|| rated.class(), |score| TargetMeasure::Score.class_of(score))
    }

    /// Returns advice where puzzles of the `rejected` classes came in place of these, for target `number` of a mix: fewer givens make
    /// harder puzzles.
    pub(crate) fn advice(&self, rejected: &BTreeMap<String, u64>, number: usize) -> &'static str {
        let most = rejected.iter().max_by_key(|&(_, times)| times).map(|(class, _)| class.as_str());
        match most.and_then(|class| self.compare(class, number)) {
            Some(Ordering::Less) => {
                "allow more attempts or fewer givens: easier puzzles came than are required"
            }
            Some(Ordering::Greater) => {
                "allow more attempts or more givens: harder puzzles came than are required"
            }
            Some(Ordering::Equal) | None => "allow more attempts, other givens or another rating",
        }
    }

    /// Returns true if easier puzzles than are required came most often, for target `number` of a mix.
    pub(crate) fn came_too_easy(&self, rejected: &BTreeMap<String, u64>, number: usize) -> bool {
        let most = rejected.iter().max_by_key(|&(_, times)| times).map(|(class, _)| class.as_str());
        most.and_then(|class| self.compare(class, number)) == Some(Ordering::Less)
    }

    /// Compares a class of ratings with the required one: a level, or a range of a measure.
    fn compare(&self, class: &str, number: usize) -> Option<Ordering> {
        let level = self.level_target(number).map(|level| &level.0[..]);
        let by_range = self.targets.iter().find_map(|target| target.compare(class, number));
        by_range.or_else(|| {
            let rulebook = self.technique_rulebook()?;
            Some(rulebook.level_place(class)?.cmp(&rulebook.level_place(level?)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Addition, Additions, Budgets, DigMode, Measured, Plan};
    use gridmill_board::{Grid, Shape};
    use gridmill_rate::{Pencilmarks, Rulebook, trial::Trial};

    fn plan(targets: &[&str]) -> RatingPlan {
        targets.iter().fold(RatingPlan::default(), |plan, target| plan.with_target(target.parse().unwrap()))
    }

    /// Measures of a puzzle, by the engine: B is 2.
    fn measured() -> Measured {
        let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
        let grid = Grid::parse(Shape::STANDARD, text).unwrap();
        let trial = Trial::new().rating(&Pencilmarks::new(&grid), Trial::BUDGET);
        Measured { trial: Some(trial), ..Measured::default() }
    }

    #[test]
    fn puzzles_are_chosen_by_exact_values() {
        let rejected = |plan: RatingPlan, number| {
            let mut measures = plan.selecting_measures().iter();
            measures.find_map(|addition| plan.rejected_by(addition, &measured(), number))
        };
        let rejected = |targets: &[&str], number| rejected(plan(targets), number);
        assert_eq!(rejected(&["b=1..2"], 0), None);
        assert_eq!(rejected(&["b=3"], 0).as_deref(), Some("B 2"));
        assert_eq!(plan(&["b=3"]).compare("B 2", 0), Some(Ordering::Less));
        assert_eq!(plan(&["b=3"]).compare("trial depth 2", 0), None);
        assert_eq!(rejected(&["trial_depth=2..3"], 0).as_deref(), Some("trial depth 1"));
        assert_eq!(rejected(&["backdoor=1"], 0).as_deref(), Some("backdoor size not known"));
        assert_eq!(rejected(&["b=0..1:1,2:1"], 0).as_deref(), Some("B 2"));
        assert_eq!(rejected(&["b=0..1:1,2:1"], 1), None);
        assert_eq!(plan(&["b=0..1:1,2:1"]).target_words(1).unwrap(), "with B 2..2");
    }

    #[test]
    fn targets_need_their_measure_and_one_target_each() {
        let problem = |rating: RatingPlan, add: Additions, shape: &str| {
            let plan = Plan { rating, add, ..Plan::for_shape(shape.parse().unwrap()) };
            plan.validate().unwrap_err().to_string()
        };
        let (none, trial) = (Additions::default(), [Addition::Trial].into());
        let deep = || plan(&["trial_depth=2"]);
        insta::assert_snapshot!(problem(deep(), none, "3x3"), @"puzzles are chosen by trial depth, not measured: give `add=trial`");
        let budgets = Budgets { trial: 0, ..Budgets::DEFAULT };
        let plan_without_work = Plan { rating: deep(), add: trial, budgets, ..Plan::default() };
        insta::assert_snapshot!(plan_without_work.validate().unwrap_err(), @"`budget=trial=0` leaves nothing to try; give 1 or more");
        insta::assert_snapshot!(problem(deep(), trial, "4x4"), @"`add=trial` is for grids with a side up to 9, not for 4x4 boxes");
        let two = plan(&["trial_depth=2:1", "b=1:1"]);
        insta::assert_snapshot!(problem(two, trial, "3x3"), @"levels and a mix of levels, a range and a mix of the same measure, and of two mixes or levels in turn: give one of them");
        let text = serde_json::to_string(&plan(&["b=3"])).unwrap();
        assert!(text.contains(r#""targets":["b=3..3"]"#), "{text}");
        assert_eq!(serde_json::from_str::<RatingPlan>(&text).unwrap(), plan(&["b=3"]));
    }

    #[test]
    fn a_score_is_of_a_rulebook_that_has_scores() {
        let by = |rulebook: Rulebook| RatingPlan::by([rulebook]).with_target("score=300".parse().unwrap());
        let problem = |shape: &str| {
            let se = by(Rulebook::se().clone());
            se.validate(shape.parse().unwrap(), DigMode::TopDown).unwrap_err().to_string()
        };
        insta::assert_snapshot!(problem("3x3"), @"a score is required, and rulebook se rates by ER: leave `rulebook` out, or give `rulebook=hodoku`");
        insta::assert_snapshot!(problem("2x3"), @"a score is required, and rulebook se rates by ER: leave `rulebook` out, or give `rulebook=basic`");
        let both = RatingPlan::by([Rulebook::se(), Rulebook::hodoku()].map(Clone::clone));
        both.with_target("score=300".parse().unwrap()).validate(Shape::STANDARD, DigMode::TopDown).unwrap();
        let missing = plan(&["score=300"]).validate(Shape::STANDARD, DigMode::TopDown);
        insta::assert_snapshot!(missing.unwrap_err(), @"a rating is asked for without a rulebook; give `rulebook=hodoku`, se or a file");
    }
}
