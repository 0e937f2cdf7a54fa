//! Ratings of a plan: rulebook, limits of difficulty, and ratings that are required.

use super::{LevelCycle, LevelMix, LevelName, Mix, Target, TargetMeasure, is_default, mix::AnyMix};
use crate::{
    Addition, Additions, DigMode, Measured, Rated,
    error::{Error, Result},
};
use gridmill_board::Shape;
use gridmill_rate::{Measure, Rule, Rulebook, Technique, Tenths, trial::TrialValue};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Ratings of a plan: none by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct RatingPlan {
    /// Rulebooks that rate the puzzles, of different names; none leaves them unrated. An ER, EP or ED is one of
    /// [`er_rulebook`](Self::er_rulebook); levels and techniques are those of [`technique_rulebook`](Self::technique_rulebook).
    #[serde(rename = "rulebook", with = "one_or_several")]
    pub rulebooks: Vec<Arc<Rulebook>>,
    /// Last technique, in the order of the rulebook, that a puzzle may need: a given is removed only if the techniques up to
    /// this one still solve the puzzle.
    #[serde(skip_serializing_if = "is_default")]
    pub max_technique: Option<Technique>,
    /// Highest rating of a step that a puzzle may need: limits the dig in the same way.
    #[serde(skip_serializing_if = "is_default")]
    pub max_er: Option<Tenths>,
    /// Keeps only puzzles whose hardest step has at least the rating of this technique.
    #[serde(skip_serializing_if = "is_default")]
    pub min_technique: Option<Technique>,
    /// Keeps only puzzles whose solution takes steps of all these techniques.
    #[serde(skip_serializing_if = "is_default")]
    pub require: Vec<Technique>,
    /// Keeps only puzzles of this level, or of several that the puzzles of a corpus have in turn.
    #[serde(rename = "level", skip_serializing_if = "is_default")]
    pub levels: Option<LevelCycle>,
    /// Levels and their shares of the corpus; in place of a level.
    #[serde(skip_serializing_if = "is_default")]
    pub level_mix: Option<LevelMix>,
    /// True to limit the dig of each range of ER to its upper end, where that pays. The puzzles are then no selection of what the dig makes.
    #[serde(skip_serializing_if = "is_default")]
    pub aim: bool,
    /// Values that are required of measures, at most one for each.
    #[serde(skip_serializing_if = "is_default")]
    pub targets: Vec<Target>,
}

/// Makes the functions about all conditions. Each has code of its own, so that a program without words of populations has none of them.
macro_rules! conditions {
    ($({ population: $population:expr, kept: $kept:expr, selects: $selects:expr, accepts: $accepts:expr })*) => {
        impl RatingPlan {
            /// Returns true if a level or a technique is required.
            pub(crate) fn selects_by_technique(&self) -> bool {
                [$(($selects as fn(&Self) -> bool)(self)),*].contains(&true)
            }

            /// Lists the conditions that puzzles meet, in words of populations.
            pub(super) fn conditions(&self) -> impl Iterator<Item = String> {
                let words = [$(($population as fn(&Self) -> Option<String>)(self)),*];
                words.into_iter().flatten().chain(self.targets.iter().map(Target::population))
            }

            /// Lists the parts of puzzles that are kept, in words, as in "only puzzles with ... were kept".
            pub(super) fn kept(&self) -> impl Iterator<Item = String> {
                let words = [$(($kept as fn(&Self) -> Option<String>)(self)),*];
                words.into_iter().flatten().chain(self.targets.iter().map(Target::kept))
            }

            /// Returns true if levels and techniques are those required.
            pub(super) fn accepts_techniques(&self, rated: &Rated, number: usize) -> bool {
                $(($accepts as fn(&Self, &Rated, usize) -> bool)(self, rated, number) &&)*
                (rated.rating.solved || !self.selects_by_technique())
            }
        }
    };
    // Limits of the dig: nothing is left to accept.
    ($($population:expr;)* => $($rest:tt)*) => {
        conditions! {
            $({ population: $population, kept: |_| None, selects: |_| false, accepts: |_, _, _| true })*
            $($rest)*
        }
    };
}

// In the order in which pages name them. Of each: the puzzles that meet it, and a part of a puzzle that is kept, in words, `None` of a plan without
// it; true of a plan that requires it; true for a rating with which a puzzle of target `number` of the mix is kept, also of a plan without it.
conditions! {
    |plan| Some(format!("solved by techniques up to {}", plan.max_technique?));
    |plan| Some(format!("solved by steps up to {}", plan.max_er?));
    =>
    {
        population: |plan| Some(format!("hardest step {} or harder", plan.min_technique?)),
        kept: |plan| Some(format!("a hardest step rated as {} or higher", plan.min_technique?)),
        selects: |plan| plan.min_technique.is_some(),
        accepts: |plan, rated, _| {
            plan.min_technique.is_none_or(|technique| {
                let least = rated.rulebook().rule(technique).map(Rule::rating);
                rated.rating.er >= least && rated.rating.er.is_some()
            })
        }
    }
    {
        population: |plan| Some(format!("{} on the path", joined(&plan.require, ", ")?)),
        kept: |plan| Some(format!("steps of {}", joined(&plan.require, " and ")?)),
        selects: |plan| !plan.require.is_empty(),
        accepts: |plan, rated, _| plan.require.iter().all(|&technique| rated.rating.count(technique) > 0)
    }
    {
        population: |plan| match plan.turns() {
            Some(turns) => {
                let levels = turns.counts().into_iter().map(|(level, times)| format!("{level} {times}"));
                Some(format!("levels in turn, of {} {}", turns.levels().len(), joined(levels, ", ")?))
            }
            None => Some(format!("level {}", plan.levels.as_ref()?)),
        },
        kept: |plan| match plan.turns() {
            Some(_) => Some("the level of their turn".to_owned()),
            None => Some(format!("level {}", plan.levels.as_ref()?)),
        },
        selects: |plan| plan.levels.is_some(),
        accepts: |plan, rated, number| {
            plan.level_target(number).is_none_or(|level| rated.level() == Some(&level.0[..]))
        }
    }
    // Checked with the level.
    {
        population: |plan| Some(format!("levels by quota {}", plan.level_mix.as_ref()?)),
        kept: |plan| plan.level_mix.as_ref().map(|_| "the level of their quota".to_owned()),
        selects: |plan| plan.level_mix.is_some(),
        accepts: |_, _, _| true
    }
    // A limit of the dig, too.
    {
        population: |plan| {
            let aims = joined(plan.aims(), ", ")?;
            Some(format!("dug within steps up to the upper end of ranges of ER ({aims})"))
        },
        kept: |_| None,
        selects: |_| false,
        accepts: |_, _, _| true
    }
}

/// Joins texts; `None` if there are none.
fn joined(items: impl IntoIterator<Item = impl ToString>, separator: &str) -> Option<String> {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    (!texts.is_empty()).then(|| texts.join(separator))
}

/// Rulebooks as nothing, one, or a list.
mod one_or_several {
    use super::{Arc, Deserialize, Rulebook, Serialize};
    use serde::{Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        None(()),
        One(Arc<Rulebook>),
        Several(Vec<Arc<Rulebook>>),
    }

    pub(super) fn serialize<S: Serializer>(
        rulebooks: &[Arc<Rulebook>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match rulebooks {
            [] => serializer.serialize_none(),
            [one] => one.serialize(serializer),
            several => several.serialize(serializer),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Arc<Rulebook>>, D::Error> {
        Ok(match Form::deserialize(deserializer)? {
            Form::None(()) => Vec::new(),
            Form::One(one) => vec![one],
            Form::Several(several) => several,
        })
    }
}

impl RatingPlan {
    /// Most rulebooks of a plan.
    #[doc(hidden)]
    pub const MAX_RULEBOOKS: usize = 4;

    /// Creates a plan that rates by these rulebooks.
    pub fn by(rulebooks: impl IntoIterator<Item = impl Into<Arc<Rulebook>>>) -> Self {
        Self { rulebooks: rulebooks.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Keeps only puzzles of this level.
    pub fn with_level(self, level: impl Into<String>) -> Self {
        self.with_levels(LevelCycle::of(level.into()))
    }

    /// Sets levels that the puzzles of a corpus have in turn.
    pub fn with_levels(self, levels: LevelCycle) -> Self {
        Self { levels: Some(levels), ..self }
    }

    /// Returns the levels that puzzles have in turn; `None` if there are none, or all have the same.
    #[doc(hidden)]
    pub fn turns(&self) -> Option<&LevelCycle> {
        self.levels.as_ref().filter(|levels| levels.levels().len() > 1)
    }

    /// Keeps only puzzles with these values of a measure. ER, EP, ED and scores need a rulebook that has them.
    pub fn with_target(mut self, target: Target) -> Self {
        let measure = target.measure();
        self.targets.retain(|known| known.measure() != measure);
        self.targets.push(target);
        self
    }

    /// Returns the columns of the measures that puzzles are chosen by, but for those of rulebooks.
    #[doc(hidden)]
    pub fn selecting_measures(&self) -> Additions {
        self.targets.iter().filter_map(|target| target.measure().addition()).collect()
    }

    /// Returns the required values of a measure.
    #[doc(hidden)]
    pub fn target(&self, measure: TargetMeasure) -> Option<&Target> {
        self.targets.iter().find(|target| target.measure() == measure)
    }

    /// Returns the first rulebook that has an ER.
    pub fn er_rulebook(&self) -> Option<&Arc<Rulebook>> {
        self.rulebooks.get(self.er_index()?)
    }

    /// Returns the rulebook whose levels and techniques the options name: the first whose measure is a score, else the first.
    pub fn technique_rulebook(&self) -> Option<&Arc<Rulebook>> {
        self.rulebooks.get(self.technique_index())
    }

    /// Returns the rulebook whose steps limit the dig: that of ER where an ER limits it.
    fn limiting_rulebook(&self) -> Option<&Arc<Rulebook>> {
        if self.max_er.is_some() { self.er_rulebook() } else { self.technique_rulebook() }
    }

    fn er_index(&self) -> Option<usize> {
        self.rulebooks.iter().position(|rulebook| rulebook.measure() == Measure::Er)
    }

    pub(super) fn technique_index(&self) -> usize {
        self.rulebooks.iter().position(|rulebook| rulebook.measure() == Measure::Score).unwrap_or(0)
    }

    /// Returns the beginnings of the names of each rulebook's columns: none of one, that of each of several.
    #[doc(hidden)]
    pub fn prefixes(&self) -> Vec<String> {
        match self.rulebooks.as_slice() {
            [_] => vec![String::new()],
            several => several.iter().map(|rulebook| rulebook.prefix()).collect(),
        }
    }

    /// Returns the scales of the ratings, between commas; `None` without ratings.
    #[doc(hidden)]
    pub fn scale(&self) -> Option<String> {
        let scales: Vec<&str> = self.rulebooks.iter().map(|rulebook| rulebook.scale()).collect();
        (!scales.is_empty()).then(|| scales.join(", "))
    }

    /// Returns true if the plan asks for nothing about ratings.
    #[doc(hidden)]
    pub fn is_none(&self) -> bool {
        is_default(self)
    }

    /// Returns true if the dig removes givens only as long as techniques solve the puzzle.
    #[doc(hidden)]
    pub const fn limits_dig(&self) -> bool {
        self.max_technique.is_some() || self.max_er.is_some()
    }

    /// Returns true if puzzles are accepted or rejected by their rating or a measure.
    #[doc(hidden)]
    pub fn selects(&self) -> bool {
        self.selects_by_technique() || !self.targets.is_empty()
    }

    /// Returns true if the plan asks for nothing that takes a rulebook.
    #[doc(hidden)]
    pub fn is_without_rulebook(&self) -> bool {
        let takes_rulebook = |measure: TargetMeasure| measure.is_of_er() || measure == TargetMeasure::Score;
        !self.targets.iter().any(|target| takes_rulebook(target.measure()))
            && Self { targets: Vec::new(), aim: false, ..self.clone() }.is_none()
    }

    fn selects_by_score(&self) -> bool {
        self.target(TargetMeasure::Score).is_some()
    }

    /// Returns true if an ER, EP or ED is required.
    pub(crate) fn selects_by_er(&self) -> bool {
        self.targets.iter().any(|target| target.measure().is_of_er())
    }

    /// Counts the kinds of ratings and measures that decide.
    pub(crate) fn selecting_kinds(&self) -> usize {
        let kinds = [
            self.selects_by_technique(),
            self.selects_by_er(),
            self.target(TargetMeasure::Guesses).is_some(),
            self.selects_by_score(),
            self.selecting_measures().measure_trial(),
        ];
        kinds.into_iter().filter(|&selects| selects).count()
    }

    /// Returns true if ratings have quotas.
    #[doc(hidden)]
    pub fn has_mix(&self) -> bool {
        self.mix().is_some()
    }

    pub(crate) fn mixed(&self) -> Option<&Target> {
        self.targets.iter().find(|target| target.mix().is_some())
    }

    pub(crate) fn mix(&self) -> Option<&dyn AnyMix> {
        let by_level = self.level_mix.as_ref().map(|mix| mix as &dyn AnyMix);
        by_level.or_else(|| self.mixed()?.mix().map(|mix| mix as &dyn AnyMix))
    }

    /// Returns true if puzzles have targets of their own: quotas or turns.
    pub(crate) fn has_targets(&self) -> bool {
        self.has_mix() || self.turns().is_some()
    }

    /// Returns the number of the target whose share contains `point`, which is uniform below 2^64.
    pub(crate) fn target_at(&self, point: u64) -> usize {
        let in_turn = || self.turns().map(|turns| turns.number_at(point));
        self.mix().map(|mix| mix.number_at(point)).or_else(in_turn).unwrap_or(0)
    }

    /// Returns the level of target `number` of the mix or of the levels in turn, or the level of all.
    pub(crate) fn level_target(&self, number: usize) -> Option<&LevelName> {
        let of_mix = self.level_mix.as_ref().map(|mix| mix.target(number));
        of_mix.or_else(|| match self.levels.as_ref()?.levels() {
            [level] => Some(level),
            turns => turns.get(number),
        })
    }

    /// Returns the rules that a puzzle may need; `None` if the dig has no such limit.
    #[doc(hidden)]
    pub fn allowed(&self) -> Option<Rulebook> {
        let rulebook = self.limiting_rulebook().filter(|_| self.limits_dig())?;
        let mut before_last = true;
        let rulebook = rulebook.restricted(|rule| {
            let allowed = before_last;
            before_last &= self.max_technique.is_none_or(|last| !rule.techniques().contains(last));
            allowed
        });
        Some(rulebook.up_to(self.max_er.unwrap_or(Tenths::MAX)))
    }

    /// Returns true if the rulebook at `place` rejects puzzles at less cost than measures take: a score selects, and no chains of an ER are
    /// searched.
    pub(crate) fn rejects_before_measures(&self, place: usize) -> bool {
        place == self.technique_index()
            && (self.selects_by_technique() || self.selects_by_score())
            && self.rulebooks.get(place).is_some_and(|rulebook| rulebook.measure() == Measure::Score)
    }

    /// Returns true if a puzzle's rating by the rulebook at `place` is required, where the mix, if there is one, wants its target `number`.
    pub(crate) fn accepts(&self, place: usize, rated: &Rated, number: usize) -> bool {
        let accepts_measures = || {
            self.accepts_techniques(rated, number)
                && self.accepts_values(rated, number, |measure| measure == TargetMeasure::Score)
        };
        let accepts_er = || {
            self.accepts_values(rated, number, TargetMeasure::is_of_er)
                && (!self.selects_by_er() || rated.rating.solved)
        };
        (place != self.technique_index() || accepts_measures())
            && (self.er_index() != Some(place) || accepts_er())
    }

    /// Returns true if a rating has the required values of some measures.
    pub(super) fn accepts_values(
        &self,
        rated: &Rated,
        number: usize,
        is_asked: impl Fn(TargetMeasure) -> bool,
    ) -> bool {
        let mut asked = self.targets.iter().filter(|target| is_asked(target.measure()));
        asked.all(|target| target.accepts(target.measure().of_rating(&rated.rating), number))
    }

    /// Returns the class, in words, of the first value of a measure that is not as required of target `number` of a mix; `None` if all are.
    pub(crate) fn rejected_by(
        &self,
        addition: Addition,
        measured: &Measured,
        number: usize,
    ) -> Option<String> {
        let mut missed = self.targets.iter().filter(|target| {
            let measure = target.measure();
            measure.addition() == Some(addition) && !target.accepts(measure.of_measured(measured), number)
        });
        let measure = missed.next()?.measure();
        Some(match (measure.of_measured(measured), measured.trial.map(|trial| trial.depth)) {
            (Some(value), _) => measure.class_of(value),
            // B is not defined there.
            (None, Some(TrialValue::Exactly(depth))) if measure == TargetMeasure::B && depth > 1 => {
                TargetMeasure::TrialDepth.class_of(depth.into())
            }
            (None, _) => format!("{} not known", measure.words()),
        })
    }

    /// Returns true if two options are about the same measure, or two about targets of single puzzles.
    fn asks_twice(&self) -> bool {
        let mixes = self.targets.iter().filter(|target| target.mix().is_some()).count();
        let by_level = usize::from(self.level_mix.is_some()) + usize::from(self.turns().is_some());
        let is_repeated = |(place, target): (usize, &Target)| {
            self.targets[..place].iter().any(|other| other.measure() == target.measure())
        };
        self.level_mix.is_some() && self.levels.is_some()
            || mixes + by_level > 1
            || self.targets.iter().enumerate().any(is_repeated)
    }

    /// Checks that the options fit each other and the plan's.
    pub(super) fn validate(&self, shape: Shape, dig: DigMode) -> Result<()> {
        if self.is_none() {
            return Ok(());
        }
        let problem = |problem: String| Err(Error::option(problem));
        self.check_aim(dig)?;
        if self.asks_twice() {
            let options = "levels and a mix of levels, a range and a mix of the same measure, and of two mixes or levels in turn";
            return problem(format!("{options}: give one of them"));
        }
        let Some(by_technique) = self.technique_rulebook() else {
            if self.is_without_rulebook() {
                return Ok(());
            }
            let missing = "a rating is asked for without a rulebook; give `rulebook=hodoku`, se or a file";
            return Err(Error::option(missing));
        };
        if self.rulebooks.len() > Self::MAX_RULEBOOKS {
            return problem(format!("give at most {} rulebooks", Self::MAX_RULEBOOKS));
        }
        for (place, rulebook) in self.rulebooks.iter().enumerate() {
            if self.rulebooks[..place].iter().any(|other| other.prefix() == rulebook.prefix()) {
                return problem(format!(
                    "two rulebooks have the name {}: their columns would have the same names; rename one",
                    rulebook.name()
                ));
            }
        }
        let has_er_options = self.max_er.is_some() || self.selects_by_er();
        if has_er_options && self.er_rulebook().is_none() {
            return problem(format!(
                "an ER, EP or ED is required, and rulebook {} has a score; rate by a rulebook that has them, such as se",
                by_technique.name()
            ));
        }
        self.check_score(by_technique, shape)?;
        for rulebook in &self.rulebooks {
            rulebook.check_shape(shape).or_else(|unfit| problem(unfit.to_string()))?;
        }
        if self.limits_dig() && dig != DigMode::TopDown {
            return problem(format!(
                "`technique=..TO` and `max_er` go with dig top-down, not {}",
                dig.name()
            ));
        }
        let named = self.min_technique.iter().chain(&self.require).map(|technique| (by_technique, technique));
        let limit = self.limiting_rulebook().into_iter().zip(&self.max_technique);
        for (rulebook, &technique) in limit.chain(named) {
            if rulebook.rule(technique).is_none() {
                return problem(format!("rulebook {} does not have {technique}", rulebook.name()));
            }
        }
        if let Some(problem) = self.require.iter().find_map(|&technique| never_comes(by_technique, technique))
        {
            return Err(Error::option(problem));
        }
        let mixed = self.level_mix.iter().flat_map(Mix::targets);
        for LevelName(level) in self.levels.iter().flat_map(LevelCycle::levels).chain(mixed) {
            let names: Vec<_> = by_technique.levels().iter().map(|level| &*level.name).collect();
            if names.is_empty() {
                return Err(Error::Option(no_levels(by_technique)));
            }
            if !names.contains(&level.as_str()) {
                return problem(format!(
                    "level {level}: those of {} are {}",
                    by_technique.name(),
                    names.join(", ")
                ));
            }
        }
        match self.allowed() {
            Some(allowed) if !allowed.places_digits() => {
                problem("no technique that is allowed places a digit; allow a harder one".to_owned())
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Says why a technique never comes in the ratings of a rulebook: techniques before it make all of its eliminations.
fn never_comes(rulebook: &Rulebook, technique: Technique) -> Option<String> {
    // All places of the digit in its base and cover are in two boxes of a band or stack, which locked candidates reduce.
    const COVERED: [(Technique, [Technique; 2]); 1] =
        [(Technique::FrankenXWing, [Technique::Pointing, Technique::Claiming])];
    let (_, by) = COVERED.iter().find(|(covered, _)| *covered == technique)?;
    let place = |technique| rulebook.rules().iter().position(|rule| rule.techniques().contains(technique));
    let own = place(technique)?;
    by.iter().all(|&other| place(other).is_some_and(|place| place < own)).then(|| {
        let [one, other] = by;
        format!(
            "`require={technique}` cannot be met: {one} and {other}, which come before it in rulebook {}, make all of its eliminations",
            rulebook.name()
        )
    })
}

impl RatingPlan {
    fn check_score(&self, rulebook: &Rulebook, shape: Shape) -> Result<()> {
        if !self.selects_by_score() || rulebook.measure() == Measure::Score {
            return Ok(());
        }
        let (name, default) = (rulebook.name(), Rulebook::default_for(shape).name());
        Err(Error::option(format!(
            "a score is required, and rulebook {name} rates by ER: leave `rulebook` out, or give `rulebook={default}`"
        )))
    }
}

/// Returns the message about a level of a rulebook that has none: levels are those of another, and this one may have an ER.
fn no_levels(rulebook: &Rulebook) -> String {
    let mut with_levels: Vec<&str> = Rulebook::all_built_in()
        .iter()
        .filter(|other| !other.levels().is_empty())
        .map(Rulebook::name)
        .collect();
    with_levels.dedup();
    let by_er = match rulebook.measure() {
        Measure::Er => ", or choose by `er=4.0..4.6`",
        Measure::Score => "",
    };
    format!(
        "rulebook {} has no levels; levels are those of {}: leave `rulebook` out{by_er}",
        rulebook.name(),
        with_levels.join(" and ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_of_several_rulebooks_lists_them_and_asks_the_one_that_has_the_measure() {
        let rulebooks: Vec<_> =
            [Rulebook::se(), Rulebook::hodoku()].map(|rulebook| Arc::new(rulebook.clone())).to_vec();
        let plan = RatingPlan { rulebooks, ..RatingPlan::default() }.with_level("hard");
        let plan = plan.with_target("er=2.0..4.0".parse().unwrap());
        plan.validate(Shape::STANDARD, DigMode::TopDown).unwrap();
        assert_eq!(plan.er_rulebook().unwrap().name(), "se");
        assert_eq!(plan.technique_rulebook().unwrap().name(), "hodoku");
        let text = serde_json::to_string(&plan).unwrap();
        assert!(text.starts_with(r#"{"rulebook":["se","hodoku"]"#), "{text}");
        assert_eq!(serde_json::from_str::<RatingPlan>(&text).unwrap(), plan);
        assert_eq!(
            serde_json::from_str::<RatingPlan>(r#"{"rulebook":null}"#).unwrap(),
            RatingPlan::default()
        );

        let twice = [Rulebook::se(); 2].map(|rulebook| Arc::new(rulebook.clone())).to_vec();
        let twice = RatingPlan { rulebooks: twice, ..RatingPlan::default() };
        let error = twice.validate(Shape::STANDARD, DigMode::TopDown).unwrap_err().to_string();
        assert!(error.contains("two rulebooks have the name se"), "{error}");
    }
}
