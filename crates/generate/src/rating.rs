//! How the puzzles of a plan are rated, and which ratings are wanted.

use crate::{
    Dig,
    error::{Error, Result},
};
use gridmill_board::{Grid, Shape};
use gridmill_rate::{Pencilmarks, Rater, Rating, Rulebook, Step, Technique};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration, time::Instant};

/// The ratings of a plan: none by default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RatingPlan {
    /// The rulebook that puzzles are rated by; none to leave them unrated.
    pub rulebook: Option<Arc<Rulebook>>,
    /// Whether the steps are kept, too.
    #[serde(skip_serializing_if = "is_default")]
    pub trace: bool,
    /// The work that the chains of one puzzle may take, in nodes ([`Rater::BUDGET`]); past it, `er` is null.
    pub budget: u64,
    /// The last technique, in the order of the rulebook, that a puzzle may need: givens go only as long as the techniques so far
    /// solve it.
    #[serde(skip_serializing_if = "is_default")]
    pub max_technique: Option<Technique>,
    /// The highest rating of a step, in tenths, that a puzzle may need, in the same way.
    #[serde(skip_serializing_if = "is_default")]
    pub max_er: Option<u16>,
    /// Puzzles are wanted whose hardest step has at least the rating of this technique.
    #[serde(skip_serializing_if = "is_default")]
    pub min_technique: Option<Technique>,
    /// Puzzles are wanted that take steps of all these techniques.
    #[serde(skip_serializing_if = "is_default")]
    pub require: Vec<Technique>,
    /// Puzzles are wanted whose ER lies between these, in tenths, both included.
    #[serde(skip_serializing_if = "is_default")]
    pub er: Option<(u16, u16)>,
    /// Puzzles are wanted whose EP lies between these, in the same way.
    #[serde(skip_serializing_if = "is_default")]
    pub ep: Option<(u16, u16)>,
    /// Puzzles are wanted whose ED lies between these, in the same way.
    #[serde(skip_serializing_if = "is_default")]
    pub ed: Option<(u16, u16)>,
    /// Puzzles are wanted of this level.
    #[serde(skip_serializing_if = "is_default")]
    pub level: Option<String>,
}

impl Default for RatingPlan {
    fn default() -> Self {
        Self {
            rulebook: None,
            trace: false,
            budget: Rater::BUDGET,
            max_technique: None,
            max_er: None,
            min_technique: None,
            require: Vec::new(),
            er: None,
            ep: None,
            ed: None,
            level: None,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A puzzle's rating.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// The rating.
    pub rating: Rating,
    /// The steps, where the plan wants them.
    pub path: Option<Vec<Step>>,
    /// Time spent rating.
    pub time: Duration,
    rulebook: Arc<Rulebook>,
}

impl Rated {
    /// The rulebook that it is by.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// The level's name.
    pub fn level(&self) -> Option<&str> {
        let level = self.rating.level?;
        self.rulebook.levels().get(usize::from(level)).map(|level| level.name.as_str())
    }
}

/// Rates puzzles for a plan, or for their own sake.
#[derive(Debug)]
pub struct PlanRater {
    rater: Rater,
    rulebook: Arc<Rulebook>,
    trace: bool,
}

impl PlanRater {
    /// A rater by `rulebook` that keeps the steps if `trace`; `budget` as that of [`RatingPlan`].
    pub fn new(rulebook: Arc<Rulebook>, trace: bool, budget: u64) -> Self {
        Self { rater: Rater::new(&rulebook).with_budget(budget), rulebook, trace }
    }

    /// Rates a puzzle.
    ///
    /// # Panics
    /// If it is not 9x9.
    pub fn rate(&mut self, puzzle: &Grid) -> Rated {
        let clock = Instant::now();
        let mut path = self.trace.then(Vec::new);
        let mut marks = Pencilmarks::new(puzzle);
        let rating = match &mut path {
            Some(path) => self.rater.trace(&mut marks, |_, step| path.push(step.clone())),
            None => self.rater.rate(&mut marks),
        };
        Rated { rating, path, time: clock.elapsed(), rulebook: Arc::clone(&self.rulebook) }
    }
}

impl RatingPlan {
    /// Whether the plan says nothing of ratings.
    pub fn is_none(&self) -> bool {
        is_default(self)
    }

    /// Whether a dig may take givens only as long as techniques solve the puzzle.
    pub const fn limits_dig(&self) -> bool {
        self.max_technique.is_some() || self.max_er.is_some()
    }

    /// Whether puzzles are accepted or rejected by their rating.
    pub fn selects(&self) -> bool {
        let in_range = self.er.or(self.ep).or(self.ed).is_some();
        self.min_technique.is_some() || !self.require.is_empty() || in_range || self.level.is_some()
    }

    /// The rules that a puzzle may need.
    pub fn allowed(&self) -> Option<Rulebook> {
        let rulebook = self.rulebook.as_ref().filter(|_| self.limits_dig())?;
        let mut before_last = true;
        let rulebook = rulebook.restricted(|rule| {
            let allowed = before_last;
            before_last &= self.max_technique.is_none_or(|last| !rule.techniques.contains(last));
            allowed
        });
        Some(rulebook.up_to(self.max_er.unwrap_or(u16::MAX)))
    }

    /// Whether a puzzle's rating is wanted.
    pub fn accepts(&self, rated: &Rated) -> bool {
        let rating = &rated.rating;
        let at_least = |technique| {
            let least = rated.rulebook.rule(technique).map(|rule| rule.rating);
            rating.er >= least && rating.er.is_some()
        };
        let within = |(wanted, rating): (Option<(u16, u16)>, Option<u16>)| {
            wanted.is_none_or(|(least, most)| rating.is_some_and(|rating| (least..=most).contains(&rating)))
        };
        self.min_technique.is_none_or(at_least)
            && self.require.iter().all(|&technique| rating.counts[technique as usize] > 0)
            && [(self.er, rating.er), (self.ep, rating.ep), (self.ed, rating.ed)].into_iter().all(within)
            && self.level.as_deref().is_none_or(|level| rated.level() == Some(level))
            && (!self.selects() || rating.solved)
    }

    /// Checks that the options fit each other and the plan's.
    pub(super) fn validate(&self, shape: Shape, dig: Dig) -> Result<()> {
        if self.is_none() {
            return Ok(());
        }
        let problem = |problem: String| Err(Error::Option(problem));
        let Some(rulebook) = &self.rulebook else {
            return problem(
                "a rating is asked for without a rulebook; give --rate hodoku, se or a file".into(),
            );
        };
        if self.budget == 0 {
            return problem("rate budget 0 leaves nothing to try; give 1 or more".to_owned());
        }
        if shape != Shape::STANDARD {
            return problem(format!("ratings are for 9x9 grids with 3x3 boxes, not {shape}"));
        }
        if self.limits_dig() && dig != Dig::TopDown {
            return problem(format!("max technique and max er go with dig top-down, not {}", dig.name()));
        }
        let named = self.max_technique.iter().chain(&self.min_technique).chain(&self.require);
        for &technique in named {
            if rulebook.rule(technique).is_none() {
                return problem(format!("rulebook {} does not have {technique}", rulebook.name()));
            }
        }
        for (name, range) in [("er", self.er), ("ep", self.ep), ("ed", self.ed)] {
            if let Some((least, most)) = range.filter(|(least, most)| least > most) {
                let [least, most] = [least, most].map(|er| rulebook.shown(er));
                return problem(format!("{name} {least}..{most} is empty; write the smaller number first"));
            }
        }
        if let Some(level) = &self.level {
            let names: Vec<_> = rulebook.levels().iter().map(|level| level.name.as_str()).collect();
            if names.is_empty() {
                return problem(format!("rulebook {} has no levels", rulebook.name()));
            }
            if !names.contains(&level.as_str()) {
                return problem(format!(
                    "level {level}: those of {} are {}",
                    rulebook.name(),
                    names.join(", ")
                ));
            }
        }
        match self.allowed() {
            Some(allowed) if !allowed.places_digits() => {
                problem("no technique that is allowed places a digit; allow a harder one".to_owned())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_keeps_its_budget_and_an_older_one_has_the_default() {
        let rulebook = Some(Arc::new(Rulebook::se().clone()));
        let plan = RatingPlan { rulebook, budget: 5000, ..RatingPlan::default() };
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<RatingPlan>(&text).unwrap(), plan);
        let older: RatingPlan = serde_json::from_str(r#"{"rulebook":"se"}"#).unwrap();
        assert_eq!(older.budget, Rater::BUDGET);
    }
}
