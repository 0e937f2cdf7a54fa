//! Measures without a rulebook that a plan takes, and those that are wanted of puzzles.

use super::{Mix, NumberRange, RangeNumber, RatingPlan, WholeNumberError, number_range::whole};
use crate::{
    TrialMeasures,
    error::{Error, Result},
    message::{Message, Setting},
    plan::AnyMix,
};
use gridmill_board::Shape;
use gridmill_rate::{
    Pencilmarks,
    trial::{Trial, TrialValue},
};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Range of depths, lengths of braids or sizes of backdoors, such as `4..6`.
pub type TrialRange = NumberRange<u8>;

/// Ranges and their shares, such as `1..3:0.5,4..6:0.5`.
pub type TrialMix = Mix<TrialRange>;

impl RangeNumber for u8 {
    const EXAMPLE: (&'static str, &'static str) = ("ranges of whole numbers", "1..3:0.5,4..6:0.5");
    const GREATEST: Self = Self::MAX;
    type Error = WholeNumberError;

    fn read(text: &str) -> Result<Self, WholeNumberError> {
        whole(text, WholeNumberError::new("2", "4..6"))
    }
}

/// Measure of puzzles without a rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrialMeasure {
    /// Trial-and-error depth.
    Depth,
    /// Length of braids of a puzzle of depth 0 or 1.
    B,
    /// Size of a least backdoor by singles.
    Backdoor,
}

impl TrialMeasure {
    /// All measures, in the order of help.
    pub const ALL: [Self; 3] = [Self::Depth, Self::B, Self::Backdoor];

    /// Returns the name in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Depth => "trial depth",
            Self::B => "B",
            Self::Backdoor => "backdoor size",
        }
    }

    /// Returns the setting of a range.
    pub const fn setting(self) -> Setting {
        match self {
            Self::Depth => Setting::TrialDepth,
            Self::B => Setting::B,
            Self::Backdoor => Setting::Backdoor,
        }
    }

    /// Returns the setting of a mix.
    pub const fn mix_setting(self) -> Setting {
        match self {
            Self::Depth => Setting::TrialDepthMix,
            Self::B => Setting::BMix,
            Self::Backdoor => Setting::BackdoorMix,
        }
    }

    /// Returns the value, if the measures have it and it is known.
    fn of(self, measures: &TrialMeasures) -> Option<u8> {
        match self {
            Self::Depth => measures.trial?.depth.exact(),
            Self::B => measures.trial?.b(),
            Self::Backdoor => measures.backdoors?.size.exact(),
        }
    }
}

/// Wanted values of a measure: any, a range, or shares of ranges.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrialTarget {
    /// Keeps only puzzles in this range. A value of which a budget left no more than a bound lies in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<TrialRange>,
    /// Ranges and their shares of the corpus; in place of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mix: Option<TrialMix>,
}

impl TrialTarget {
    /// Returns true if something is wanted.
    pub const fn selects(&self) -> bool {
        self.range.is_some() || self.mix.is_some()
    }

    /// Returns the range that is wanted of a puzzle with target `number` of the mix.
    pub(super) fn wanted(&self, number: usize) -> Option<TrialRange> {
        self.range.or_else(|| self.mix.as_ref().map(|mix| *mix.target(number)))
    }
}

/// Measures without a rulebook of a plan: none by default. Trial depth, B and backdoors are those of [`gridmill_rate::trial`].
///
/// ```
/// use gridmill_generate::{Generator, Plan, RatingPlan, TrialPlan};
///
/// let trial = TrialPlan::default().with_b("3..4".parse()?);
/// let plan = Plan::default().with_rating(RatingPlan::default().with_trial(trial));
/// let made = Generator::new(plan)?.generate_with_seed([7; 32])?;
/// let b = made.measures.and_then(|measures| measures.trial?.b());
/// assert!(matches!(b, Some(3 | 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct TrialPlan {
    /// True to measure trial depth and braids.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub measures: bool,
    /// True to measure backdoors.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub backdoors: bool,
    /// Work that each question about a puzzle may take, in nodes ([`Trial`]). A value that needs more is a bound.
    pub budget: u64,
    /// Wanted trial depths.
    #[serde(skip_serializing_if = "is_default")]
    pub depth: TrialTarget,
    /// Wanted B. A puzzle of a greater depth than 1 has none.
    #[serde(skip_serializing_if = "is_default")]
    pub b: TrialTarget,
    /// Wanted sizes of the least backdoors.
    #[serde(skip_serializing_if = "is_default")]
    pub backdoor: TrialTarget,
}

impl Default for TrialPlan {
    fn default() -> Self {
        let none = TrialTarget::default;
        Self {
            measures: false,
            backdoors: false,
            budget: Trial::BUDGET,
            depth: none(),
            b: none(),
            backdoor: none(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl TrialPlan {
    /// Keeps only puzzles whose trial depth lies in this range, and measures it.
    #[must_use]
    pub fn with_depth(self, range: TrialRange) -> Self {
        Self { measures: true, depth: TrialTarget { range: Some(range), mix: None }, ..self }
    }

    /// Keeps only puzzles whose B lies in this range, and measures it.
    #[must_use]
    pub fn with_b(self, range: TrialRange) -> Self {
        Self { measures: true, b: TrialTarget { range: Some(range), mix: None }, ..self }
    }

    /// Keeps only puzzles whose least backdoors have a size in this range, and measures them.
    #[must_use]
    pub fn with_backdoor(self, range: TrialRange) -> Self {
        Self { backdoors: true, backdoor: TrialTarget { range: Some(range), mix: None }, ..self }
    }

    /// Returns what is wanted of each measure.
    pub const fn targets(&self) -> [(TrialMeasure, &TrialTarget); 3] {
        [
            (TrialMeasure::Depth, &self.depth),
            (TrialMeasure::B, &self.b),
            (TrialMeasure::Backdoor, &self.backdoor),
        ]
    }

    /// Returns true if something is measured.
    pub const fn is_measured(&self) -> bool {
        self.measures || self.backdoors
    }

    /// Returns true if puzzles are accepted or rejected by a measure.
    pub fn selects(&self) -> bool {
        self.targets().iter().any(|(_, target)| target.selects())
    }

    /// Returns the measure that has quotas, if one has.
    pub fn mixed(&self) -> Option<(TrialMeasure, &TrialMix)> {
        self.targets().into_iter().find_map(|(measure, target)| Some((measure, target.mix.as_ref()?)))
    }

    /// Returns the mix, if there is one.
    pub(super) fn mix(&self) -> Option<&dyn AnyMix> {
        self.mixed().map(|(_, mix)| mix as &dyn AnyMix)
    }

    /// Returns target `number` of the mix in words.
    pub(super) fn target_words(&self, number: usize) -> Option<String> {
        self.mixed().map(|(measure, mix)| format!("with {} {}", measure.words(), mix.target(number)))
    }

    /// Returns true if the measures are those wanted, where the mix, if there is one, wants its target `number`.
    pub(crate) fn accepts(&self, measures: &TrialMeasures, number: usize) -> bool {
        self.first_missed(measures, number).is_none()
    }

    /// Returns the first measure that is not as wanted.
    fn first_missed(&self, measures: &TrialMeasures, number: usize) -> Option<TrialMeasure> {
        let misses = |measure: TrialMeasure, target: &TrialTarget| {
            let is_within =
                |range: TrialRange| measure.of(measures).is_some_and(|value| range.contains(value));
            !target.wanted(number).is_none_or(is_within)
        };
        self.targets().into_iter().find_map(|(measure, target)| misses(measure, target).then_some(measure))
    }

    /// Returns the class of measures that are not as wanted, in words.
    pub(crate) fn class_of_rejected(&self, measures: &TrialMeasures, number: usize) -> String {
        let measure = self.first_missed(measures, number).unwrap_or(TrialMeasure::Depth);
        match (measure.of(measures), measures.trial.map(|trial| trial.depth)) {
            (Some(value), _) => format!("{} {value}", measure.words()),
            // B is not defined there.
            (None, Some(TrialValue::Exactly(depth))) if measure == TrialMeasure::B && depth > 1 => {
                format!("{} {depth}", TrialMeasure::Depth.words())
            }
            (None, _) => format!("{} not known", measure.words()),
        }
    }

    /// Compares a class of measures, in words, with the wanted one; `None` of another class, and if none is wanted.
    pub(super) fn compare(&self, class: &str, number: usize) -> Option<Ordering> {
        let (measure, value) = TrialMeasure::ALL
            .into_iter()
            .find_map(|measure| Some((measure, class.strip_prefix(measure.words())?)))?;
        let value: u8 = value.trim().parse().ok()?;
        let (_, target) = self.targets().into_iter().find(|(other, _)| *other == measure)?;
        Some(NumberRange::new(value, value).ok()?.compare(target.wanted(number)?))
    }

    /// Checks that what is wanted is measured, and can be.
    pub(super) fn validate(&self, shape: Shape) -> Result<()> {
        let refuse = |problem: Message| Err(Error::Option(problem));
        for (measure, target) in self.targets() {
            let (wanted, needs) = match measure {
                TrialMeasure::Depth | TrialMeasure::B => (self.measures, Setting::Trial),
                TrialMeasure::Backdoor => (self.backdoors, Setting::Backdoors),
            };
            if target.selects() && !wanted {
                let problem =
                    format!("puzzles are chosen by a {} that is not measured: give ", measure.words());
                return refuse(Message::from(problem).set(needs));
            }
        }
        if !self.is_measured() {
            return Ok(());
        }
        if self.budget == 0 {
            return refuse(
                Message::default()
                    .set_to(Setting::TrialBudget, 0)
                    .and(" leaves nothing to try; give 1 or more"),
            );
        }
        if !Pencilmarks::supports(shape) {
            let setting = if self.measures { Setting::Trial } else { Setting::Backdoors };
            let problem = format!(" is for grids with a side up to 9, not for {shape} boxes");
            return refuse(Message::default().set(setting).and(problem));
        }
        Ok(())
    }
}

impl RatingPlan {
    /// Sets the measures without a rulebook.
    pub fn with_trial(self, trial: TrialPlan) -> Self {
        Self { trial, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DigMode;
    use gridmill_rate::trial::TrialRating;

    fn range(text: &str) -> TrialRange {
        text.parse().unwrap()
    }

    /// Measures of a puzzle, by the engine: B is 2.
    fn measures() -> TrialMeasures {
        let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
        let grid = gridmill_board::Grid::parse(Shape::STANDARD, text).unwrap();
        let trial: TrialRating = Trial::new().rating(&Pencilmarks::new(&grid), Trial::BUDGET);
        TrialMeasures { trial: Some(trial), backdoors: None }
    }

    #[test]
    fn puzzles_are_chosen_by_exact_values() {
        let measures = measures();
        let by_b = |text: &str| TrialPlan::default().with_b(range(text));
        assert!(by_b("1..2").accepts(&measures, 0) && !by_b("3").accepts(&measures, 0));
        assert_eq!(by_b("3").class_of_rejected(&measures, 0), "B 2");
        assert_eq!(by_b("3").compare("B 2", 0), Some(Ordering::Less));
        assert_eq!(by_b("3").compare("trial depth 2", 0), None);
        let deep = TrialPlan::default().with_depth(range("2..3"));
        assert_eq!(deep.class_of_rejected(&measures, 0), "trial depth 1");
        let backdoor = TrialPlan::default().with_backdoor(range("1"));
        assert_eq!(backdoor.class_of_rejected(&measures, 0), "backdoor size not known");
        let mixed = TrialTarget { range: None, mix: Some("0..1:1,2:1".parse().unwrap()) };
        let mixed = TrialPlan { measures: true, b: mixed, ..TrialPlan::default() };
        assert!(!mixed.accepts(&measures, 0) && mixed.accepts(&measures, 1));
        assert_eq!(mixed.target_words(1).unwrap(), "with B 2..2");
    }

    #[test]
    fn wishes_need_their_measure() {
        let problem = |plan: TrialPlan, shape: &str| {
            let plan = RatingPlan::default().with_trial(plan);
            plan.validate(shape.parse().unwrap(), DigMode::TopDown).unwrap_err().to_string()
        };
        let deep = || TrialPlan::default().with_depth(range("2"));
        insta::assert_snapshot!(problem(TrialPlan { measures: false, ..deep() }, "3x3"), @"puzzles are chosen by a trial depth that is not measured: give trial");
        insta::assert_snapshot!(problem(TrialPlan { budget: 0, ..deep() }, "3x3"), @"trial budget 0 leaves nothing to try; give 1 or more");
        insta::assert_snapshot!(problem(deep(), "4x4"), @"trial is for grids with a side up to 9, not for 4x4 boxes");
        let both = TrialTarget { range: Some(range("1")), mix: Some("1:1".parse().unwrap()) };
        insta::assert_snapshot!(problem(TrialPlan { measures: true, b: both, ..TrialPlan::default() }, "3x3"), @"level, level mix and level cycle, a range and a mix of the same measure, and of two mixes or a cycle: give one of them");
        let text = serde_json::to_string(&deep()).unwrap();
        assert_eq!(text, r#"{"measures":true,"budget":1000000,"depth":{"range":"2..2"}}"#);
        assert_eq!(serde_json::from_str::<TrialPlan>(&text).unwrap(), deep());
        for bad in ["", "-1", "256", "3..2", "1.0", "+1", "x"] {
            assert!(bad.parse::<TrialRange>().is_err(), "{bad}");
        }
        insta::assert_snapshot!("x".parse::<TrialRange>().unwrap_err(), @"give a whole number such as 2, or a range such as 4..6 (both included)");
    }
}
