//! Ranges of guesses that are wanted of puzzles.

use super::{Mix, NumberRange, RangeNumber, RatingPlan, TrialPlan};
use crate::{SearchDifficulty, SearchDifficultyError};
use std::cmp::Ordering;

/// Range of guesses ([`SearchDifficulty`]), such as `3.00..4.25`.
pub type GuessesRange = NumberRange<SearchDifficulty>;

/// Ranges of guesses and their shares, such as `0..0.5:0.3,1..3:0.7`.
pub type GuessesMix = Mix<GuessesRange>;

impl RangeNumber for SearchDifficulty {
    const EXAMPLE: (&'static str, &'static str) = ("ranges of guesses", "0..0.5:0.3,1..3:0.7");
    const GREATEST: Self = Self::from_hundredths(u32::MAX);
    type Error = SearchDifficultyError;

    fn read(text: &str) -> Result<Self, SearchDifficultyError> {
        text.parse()
    }
}

/// Returns the least and the most guesses of the class in which messages count rejected puzzles: no guess, or all numbers of guesses with the same
/// first digit, such as 3.00 to 3.99 and 20.00 to 29.99. Those below 1 are one class.
fn class_of(guesses: SearchDifficulty) -> [SearchDifficulty; 2] {
    let hundredths = guesses.hundredths();
    let (least, most) = match hundredths {
        0 => (0, 0),
        1..100 => (1, 99),
        _ => {
            let power = 10_u32.pow(hundredths.ilog10());
            let least = hundredths / power * power;
            (least, least.saturating_add(power - 1))
        }
    };
    [least, most].map(SearchDifficulty::from_hundredths)
}

/// First word of the classes of guesses among rejected puzzles.
const CLASS: &str = "guesses ";

impl RatingPlan {
    /// Keeps only puzzles whose guesses lie in this range. The plan must measure the search difficulty.
    pub fn with_guesses(self, range: GuessesRange) -> Self {
        Self { guesses: Some(range), ..self }
    }

    /// Sets ranges of guesses and their shares of the corpus. The plan must measure the search difficulty.
    pub fn with_guesses_mix(self, mix: GuessesMix) -> Self {
        Self { guesses_mix: Some(mix), ..self }
    }

    /// Returns true if a number of guesses is wanted.
    pub const fn selects_by_guesses(&self) -> bool {
        self.guesses.is_some() || self.guesses_mix.is_some()
    }

    /// Returns true if the plan asks for nothing that takes a rulebook.
    pub fn is_without_rulebook(&self) -> bool {
        Self { guesses: None, guesses_mix: None, aim: false, trial: TrialPlan::default(), ..self.clone() }
            .is_none()
    }

    /// Returns true if the guesses of a puzzle are wanted, where the mix, if there is one, wants its target `number`.
    pub(crate) fn accepts_guesses(&self, guesses: SearchDifficulty, number: usize) -> bool {
        self.guesses.is_none_or(|range| range.contains(guesses))
            && self.guesses_mix.as_ref().is_none_or(|mix| mix.target(number).contains(guesses))
    }

    /// Returns the class of guesses in words.
    pub(crate) fn class_of_guesses(guesses: SearchDifficulty) -> String {
        match class_of(guesses) {
            [least, most] if least == most => format!("{CLASS}{least}"),
            [least, most] => format!("{CLASS}{least}..{most}"),
        }
    }

    /// Compares a class of guesses, in words, with the wanted ones; `None` of another class, and if none is wanted.
    pub(super) fn compare_guesses(&self, class: &str, number: usize) -> Option<Ordering> {
        let class: GuessesRange = class.strip_prefix(CLASS)?.parse().ok()?;
        let target = self.guesses_mix.as_ref().map(|mix| *mix.target(number));
        Some(class.compare(self.guesses.or(target)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GuessesMix, RangeError};

    fn range(text: &str) -> GuessesRange {
        text.parse().unwrap()
    }

    #[test]
    fn ranges_have_an_order_and_two_decimals() {
        assert_eq!(range("3..5").to_string(), "3.00..5.00");
        assert_eq!(range("0.5..=12.25").to_string(), "0.50..12.25");
        assert_eq!(range("2.5"), range("2.50 .. 2.50"));
        for bad in ["", "x", "1.001", "1.", ".4", "-1", "..", "-1..", "1..2..3", "99999999999", "1e3", "+1"] {
            assert!(matches!(bad.parse::<GuessesRange>(), Err(RangeError::Number(_))), "{bad}");
        }
        assert_eq!(
            "5..3".parse::<GuessesRange>().unwrap_err().to_string(),
            "5.00..3.00 is empty; write the smaller number first"
        );
        let three = SearchDifficulty::from_hundredths(300);
        assert!(range("3..5").contains(three) && !range("3.01..5").contains(three));
        let json = serde_json::to_string(&range("3..5")).unwrap();
        assert_eq!((json.as_str(), serde_json::from_str(&json).unwrap()), ("\"3.00..5.00\"", range("3..5")));
        let mix: GuessesMix = "0..0.5:0.3,1..3:0.7".parse().unwrap();
        assert_eq!(mix.to_string(), "0.00..0.50:0.3,1.00..3.00:0.7");
        assert_eq!(mix.to_string().parse::<GuessesMix>().unwrap(), mix);
        let error = "1..0:1".parse::<GuessesMix>().unwrap_err();
        assert!(
            error.contains("give ranges of guesses and their shares, such as 0..0.5:0.3,1..3:0.7"),
            "{error}"
        );
    }

    #[test]
    fn rejected_guesses_are_grouped_by_their_first_digit() {
        let class = |hundredths| RatingPlan::class_of_guesses(SearchDifficulty::from_hundredths(hundredths));
        assert_eq!(class(0), "guesses 0.00");
        assert_eq!([1, 99].map(class), ["guesses 0.01..0.99"; 2]);
        assert_eq!([300, 399].map(class), ["guesses 3.00..3.99"; 2]);
        assert_eq!(class(2345), "guesses 20.00..29.99");
        assert_eq!(class(u32::MAX), "guesses 40000000.00..42949672.95");
        let plan = RatingPlan::default().with_guesses(range("1..3"));
        let compared = |class| plan.compare_guesses(class, 0);
        assert_eq!(compared("guesses 0.00"), Some(Ordering::Less));
        assert_eq!(compared("guesses 3.00..3.99"), Some(Ordering::Equal));
        assert_eq!(compared("guesses 4.00..4.99"), Some(Ordering::Greater));
        assert_eq!(compared("hard"), None);
    }
}
