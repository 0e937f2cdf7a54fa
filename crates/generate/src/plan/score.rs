//! Ranges of scores that are wanted of puzzles.

use super::{Mix, NumberRange, RangeNumber, RatingPlan, WholeNumberError, number_range::whole};
use crate::{
    Rated,
    error::{Error, Result},
    message::{Message, Setting},
};
use gridmill_board::Shape;
use gridmill_rate::{Measure, Rulebook, Tenths};
use std::cmp::Ordering;

/// Range of scores, such as `300..900`. Scores of rulebooks that measure by them are whole ([`Measure::Score`]).
pub type ScoreRange = NumberRange<u32>;

/// Ranges of scores and their shares, such as `0..300:0.5,301..900:0.5`.
pub type ScoreMix = Mix<ScoreRange>;

impl RangeNumber for u32 {
    const EXAMPLE: (&'static str, &'static str) = ("ranges of scores", "0..300:0.5,301..900:0.5");
    const GREATEST: Self = Self::MAX;
    type Error = WholeNumberError;

    fn read(text: &str) -> Result<Self, WholeNumberError> {
        whole(text, WholeNumberError::new("392", "300..900"))
    }
}

/// Returns the least and the most of the class in which messages count rejected puzzles: all scores with the same first digit and length, such as 300
/// to 399.
fn class_of(score: Tenths) -> [u32; 2] {
    let score = score.tenths() / 10;
    let power = 10_u32.pow(score.checked_ilog10().unwrap_or(0));
    let least = score / power * power;
    [least, least + (power - 1)]
}

/// First word of the classes of scores among rejected puzzles.
const CLASS: &str = "score ";

impl RatingPlan {
    /// Keeps only puzzles whose score lies in this range. The [`technique_rulebook`](Self::technique_rulebook) must have scores.
    pub fn with_score(self, range: ScoreRange) -> Self {
        Self { score: Some(range), ..self }
    }

    /// Sets ranges of scores and their shares of the corpus. The [`technique_rulebook`](Self::technique_rulebook) must have scores.
    pub fn with_score_mix(self, mix: ScoreMix) -> Self {
        Self { score_mix: Some(mix), ..self }
    }

    /// Returns true if a score is wanted.
    pub(crate) const fn selects_by_score(&self) -> bool {
        self.score.is_some() || self.score_mix.is_some()
    }

    /// Returns true if the score of a puzzle is wanted, where the mix, if there is one, wants its target `number`. An unsolved puzzle has none.
    pub(super) fn accepts_score(&self, rated: &Rated, number: usize) -> bool {
        let score = rated.rating.score.map(|score| score.tenths() / 10);
        let is_within = |range: ScoreRange| score.is_some_and(|score| range.contains(score));
        self.score.is_none_or(is_within)
            && self.score_mix.as_ref().is_none_or(|mix| is_within(*mix.target(number)))
    }

    /// Returns the class of a score in words.
    pub(super) fn class_of_score(score: Tenths) -> String {
        match class_of(score) {
            [least, most] if least == most => format!("{CLASS}{least}"),
            [least, most] => format!("{CLASS}{least}..{most}"),
        }
    }

    /// Compares a class of scores, in words, with the wanted ones; `None` of another class, and if none is wanted.
    pub(super) fn compare_score(&self, class: &str, number: usize) -> Option<Ordering> {
        let class: ScoreRange = class.strip_prefix(CLASS)?.parse().ok()?;
        let target = self.score_mix.as_ref().map(|mix| *mix.target(number));
        Some(class.compare(self.score.or(target)?))
    }

    /// Checks that the rulebook of a wanted score has scores.
    pub(super) fn check_score(&self, rulebook: &Rulebook, shape: Shape) -> Result<()> {
        if !self.selects_by_score() || rulebook.measure() == Measure::Score {
            return Ok(());
        }
        let problem = format!("a score is wanted, and rulebook {} rates by ER: leave ", rulebook.name());
        let problem = Message::from(problem).set(Setting::Rulebook).and(" out, or give ");
        let problem = problem.set_to(Setting::Rulebook, Rulebook::default_for(shape).name());
        Err(Error::Option(problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DigMode, RangeError};

    fn range(text: &str) -> ScoreRange {
        text.parse().unwrap()
    }

    #[test]
    fn ranges_have_an_order_and_whole_ends() {
        assert_eq!(range("300..900").to_string(), "300..900");
        assert_eq!(range("0..=12"), range("0 .. 12"));
        assert_eq!(range("4294967295"), ScoreRange::new(u32::MAX, u32::MAX).unwrap());
        assert_eq!(range("0..4294967295"), range("0.."));
        for bad in
            ["", "x", "1.5", "1.", ".4", "-1", "..", "-1..", "1..2..3", "1..==2", "4294967296", "1e3", "+1"]
        {
            assert!(matches!(bad.parse::<ScoreRange>(), Err(RangeError::Number(_))), "{bad}");
        }
        let empty = "900..300".parse::<ScoreRange>().unwrap_err().to_string();
        assert_eq!(empty, "900..300 is empty; write the smaller number first");
        let [below, least, most, above] = [299, 300, 900, 901].map(|n| range("300..900").contains(n));
        assert!(!below && least && most && !above);
        assert!(range("0..4294967295").contains(u32::MAX));
        let json = serde_json::to_string(&range("3..5")).unwrap();
        assert_eq!((json.as_str(), serde_json::from_str(&json).unwrap()), ("\"3..5\"", range("3..5")));
        let mix: ScoreMix = "0..300:0.25,301..900:0.25,950:0.5".parse().unwrap();
        assert_eq!(mix.to_string(), "0..300:0.25,301..900:0.25,950..950:0.5");
        assert_eq!(mix.to_string().parse::<ScoreMix>().unwrap(), mix);
        let error = "9..1:1".parse::<ScoreMix>().unwrap_err();
        assert!(
            error.contains("ranges of scores and their shares, such as 0..300:0.5,301..900:0.5"),
            "{error}"
        );
    }

    #[test]
    fn rejected_scores_are_grouped_by_their_first_digit() {
        let class = |score| RatingPlan::class_of_score(Tenths::whole(score));
        assert_eq!([0, 7].map(class), ["score 0", "score 7"]);
        assert_eq!([10, 19].map(class), ["score 10..19"; 2]);
        assert_eq!([300, 399].map(class), ["score 300..399"; 2]);
        assert_eq!(RatingPlan::class_of_score(Tenths::MAX), "score 400000000..499999999");
        let plan = RatingPlan::default().with_score(range("350..900"));
        let compared = |class| plan.compare_score(class, 0);
        assert_eq!(compared("score 200..299"), Some(Ordering::Less));
        assert_eq!(compared("score 300..399"), Some(Ordering::Equal));
        assert_eq!(compared("score 1000..1999"), Some(Ordering::Greater));
        assert_eq!(compared("hard"), None);
        let mixed = RatingPlan::default().with_score_mix("5:1,300..400:1".parse().unwrap());
        assert_eq!(mixed.compare_score("score 10..19", 0), Some(Ordering::Greater));
        assert_eq!(mixed.compare_score("score 10..19", 1), Some(Ordering::Less));
    }

    #[test]
    fn a_score_is_of_a_rulebook_that_has_scores() {
        let se = RatingPlan::by([Rulebook::se().clone()]).with_score(range("300"));
        let problem =
            |shape: &str| se.validate(shape.parse().unwrap(), DigMode::TopDown).unwrap_err().to_string();
        insta::assert_snapshot!(problem("3x3"), @"a score is wanted, and rulebook se rates by ER: leave rulebook out, or give rulebook hodoku");
        insta::assert_snapshot!(problem("2x3"), @"a score is wanted, and rulebook se rates by ER: leave rulebook out, or give rulebook basic");
        let both = RatingPlan::by([Rulebook::se(), Rulebook::hodoku()].map(Clone::clone));
        both.with_score(range("300")).validate(Shape::STANDARD, DigMode::TopDown).unwrap();
        let missing =
            RatingPlan::default().with_score(range("300")).validate(Shape::STANDARD, DigMode::TopDown);
        insta::assert_snapshot!(missing.unwrap_err(), @"a rating is asked for without a rulebook; give rulebook hodoku, se or a file");
    }
}
