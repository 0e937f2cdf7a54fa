//! Values that are required of puzzles: of a measure, a range or shares of ranges.
//!
//! ```text
//! er=6.0..12.0                 one range
//! guesses=0..0.5:0.3,1..3:0.7  ranges and their shares of the corpus
//! ```

use super::Mix;
use crate::{Addition, Measured, SearchDifficulty};
use gridmill_rate::{Rating, Tenths};
use std::{cmp::Ordering, fmt, str::FromStr};

/// Measure of a puzzle whose values have an order, so that a range of them can be required.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetMeasure {
    /// Rating of the hardest step, by a rulebook that has ER.
    Er,
    /// Rating of the hardest step up to the first placement.
    Ep,
    /// Rating of the hardest step up to the first elimination or placement.
    Ed,
    /// Sum of the scores of the steps, by a rulebook that has scores.
    Score,
    /// Guesses of a search ([`SearchDifficulty`]).
    Guesses,
    /// Trial-and-error depth ([`gridmill_rate::trial`]).
    TrialDepth,
    /// Length of the braids of a puzzle of depth 0 or 1.
    B,
    /// Size of a least backdoor by singles.
    Backdoor,
}

gridmill_board::named_values!(TargetMeasure {
    Er "er",
    Ep "ep",
    Ed "ed",
    Guesses "guesses",
    Score "score",
    TrialDepth "trial_depth",
    B "b",
    Backdoor "backdoor",
});

impl TargetMeasure {
    /// Returns the name in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Er => "ER",
            Self::Ep => "EP",
            Self::Ed => "ED",
            Self::Score => "score",
            Self::Guesses => "guesses",
            Self::TrialDepth => "trial depth",
            Self::B => "B",
            Self::Backdoor => "backdoor size",
        }
    }

    /// Returns the columns that hold its values, but for those of rulebooks.
    pub const fn addition(self) -> Option<Addition> {
        match self {
            Self::Guesses => Some(Addition::Guesses),
            Self::TrialDepth | Self::B => Some(Addition::Trial),
            Self::Backdoor => Some(Addition::Backdoors),
            Self::Er | Self::Ep | Self::Ed | Self::Score => None,
        }
    }

    /// Returns the name of several values in words, as in "ranges of scores".
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Score => "scores",
            Self::TrialDepth => "trial depths",
            Self::Backdoor => "backdoor sizes",
            Self::Er | Self::Ep | Self::Ed | Self::Guesses | Self::B => self.words(),
        }
    }

    /// Returns the measure of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// Returns a mix as an example.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Er | Self::Ep | Self::Ed => "1.0..2.0:0.5,2.1..4.0:0.5",
            Self::Score => "0..300:0.5,301..900:0.5",
            Self::Guesses => "0..0.5:0.3,1..3:0.7",
            Self::TrialDepth | Self::B | Self::Backdoor => "1..3:0.5,4..6:0.5",
        }
    }

    /// Returns true for a rating by a rulebook that has ER.
    pub const fn is_of_er(self) -> bool {
        matches!(self, Self::Er | Self::Ep | Self::Ed)
    }

    const fn decimals(self) -> usize {
        match self {
            Self::Er | Self::Ep | Self::Ed => 1,
            Self::Guesses => 2,
            Self::Score | Self::TrialDepth | Self::B | Self::Backdoor => 0,
        }
    }

    /// Returns the value of a rating in units of the last decimal, if it has one.
    pub(super) fn of_rating(self, rating: &Rating) -> Option<u32> {
        match self {
            Self::Er => rating.er.map(Tenths::tenths),
            Self::Ep => rating.ep.map(Tenths::tenths),
            Self::Ed => rating.ed.map(Tenths::tenths),
            Self::Score => rating.score.map(|score| score.tenths() / 10),
            Self::Guesses | Self::TrialDepth | Self::B | Self::Backdoor => None,
        }
    }

    /// Returns the value of a measure besides ratings in units of the last decimal, if it was taken and is known.
    pub(super) fn of_measured(self, measured: &Measured) -> Option<u32> {
        match self {
            Self::Guesses => Some(measured.guesses?.hundredths()),
            Self::TrialDepth => measured.trial?.depth.exact().map(Into::into),
            Self::B => measured.trial?.b().map(Into::into),
            Self::Backdoor => measured.backdoors?.size.exact().map(Into::into),
            Self::Er | Self::Ep | Self::Ed | Self::Score => None,
        }
    }

    /// Reads a value in units of the last decimal.
    fn read(self, text: &str) -> Result<u32, RangeError> {
        let value = match self {
            Self::Er | Self::Ep | Self::Ed => text
                .parse()
                .map(Tenths::tenths)
                .map_err(|error: gridmill_rate::TenthsError| error.to_string()),
            Self::Guesses => text
                .parse()
                .map(SearchDifficulty::hundredths)
                .map_err(|error: crate::SearchDifficultyError| error.to_string()),
            Self::Score | Self::TrialDepth | Self::B | Self::Backdoor => {
                let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
                let (one, range) = if self == Self::Score { ("392", "300..900") } else { ("2", "4..6") };
                let problem = || {
                    format!("give a whole number such as {one}, or a range such as {range} (both included)")
                };
                text.parse().ok().filter(|_| is_whole).ok_or_else(problem)
            }
        };
        value.map_err(RangeError::Number)
    }

    /// Reads a range: `4.0..4.6`, `4.4` for one value, `10.5..` for it and more, or `..2.0` for it and less.
    ///
    /// # Errors
    /// [`RangeError`] for text that is not a value, and for an empty range.
    pub fn range(self, text: &str) -> Result<MeasureRange, RangeError> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let most = most.strip_prefix('=').unwrap_or(most);
        let range = |least, most| MeasureRange { measure: self, least, most };
        let (least, most) = match (least.trim(), most.trim()) {
            ("", "") => (self.read("")?, MeasureRange::OPEN),
            (least, "") => (self.read(least)?, MeasureRange::OPEN),
            ("", most) => (0, self.read(most)?),
            (least, most) => (self.read(least)?, self.read(most)?),
        };
        if least > most {
            let [least, most] = [least, most].map(|end| range(end, end).end(end));
            return Err(RangeError::Empty { least, most });
        }
        Ok(range(least, most))
    }

    /// Returns the class, in words, by which messages count rejected values. Classes of scores and guesses are wide: those of 300 to 399 have the
    /// same first digit and length.
    pub(crate) fn class_of(self, value: u32) -> String {
        let (least, most) = match self {
            Self::Score => decade(value),
            Self::Guesses if (1..100).contains(&value) => (1, 99),
            Self::Guesses if value > 0 => decade(value),
            _ => (value, value),
        };
        let range = MeasureRange { measure: self, least, most };
        if least == most {
            format!("{} {}", self.words(), range.end(least))
        } else {
            format!("{} {}..{}", self.words(), range.end(least), range.end(most))
        }
    }
}

/// Returns the least and the most number with the same first digit and length.
fn decade(value: u32) -> (u32, u32) {
    let power = 10_u32.pow(value.checked_ilog10().unwrap_or(0));
    let least = value / power * power;
    (least, least.saturating_add(power - 1))
}

/// Range of the values of a measure, both ends included.
///
/// ```
/// use gridmill_generate::TargetMeasure;
///
/// let range = TargetMeasure::Guesses.range("3..4.25")?;
/// assert_eq!(range.to_string(), "3.00..4.25");
/// assert_eq!(range.ends(), (300, 425));
/// assert_eq!(TargetMeasure::Score.range("1000..")?.words(), "1000 and more");
/// assert_eq!(TargetMeasure::Er.range("..2")?.words(), "0.0 to 2.0");
/// # Ok::<(), gridmill_generate::RangeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeasureRange {
    measure: TargetMeasure,
    least: u32,
    most: u32,
}

/// Error of text that is not a range of values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// An end is not a value.
    #[error("{0}")]
    Number(String),
    /// The first end is larger than the second.
    #[error("{least}..{most} is empty; write the smaller number first")]
    Empty {
        /// The first end.
        least: String,
        /// The second end.
        most: String,
    },
}

impl MeasureRange {
    /// End of a range that is open above.
    const OPEN: u32 = u32::MAX;

    /// Returns both ends, in units of the last decimal: 300 and 425 for guesses of 3.00 to 4.25.
    pub const fn ends(self) -> (u32, u32) {
        (self.least, self.most)
    }

    /// Returns true if a value, in units of the last decimal, lies in the range.
    pub const fn contains(self, value: u32) -> bool {
        self.least <= value && value <= self.most
    }

    /// Returns true for a range that is open above: `10.5..`.
    pub const fn is_open(self) -> bool {
        self.most == Self::OPEN
    }

    /// Describes the range in words: "10.0 to 11.0", "10.5 and more".
    pub fn words(self) -> String {
        let (least, most) = (self.end(self.least), self.end(self.most));
        if self.is_open() { format!("{least} and more") } else { format!("{least} to {most}") }
    }

    /// Compares a range with another: less or greater if they have nothing in common.
    fn compare(self, other: Self) -> Ordering {
        if self.most < other.least {
            Ordering::Less
        } else if self.least > other.most {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// Writes an end with the decimals of the measure.
    fn end(self, value: u32) -> String {
        let decimals = self.measure.decimals();
        if decimals == 0 {
            return value.to_string();
        }
        let unit = 10_u32.pow(u32::try_from(decimals).unwrap_or(0));
        format!("{}.{:0decimals$}", value / unit, value % unit)
    }
}

impl fmt::Display for MeasureRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.end(self.least))?;
        if self.is_open() { Ok(()) } else { f.write_str(&self.end(self.most)) }
    }
}

/// Values that are required of a measure: a range, or shares of ranges. The measures are `er`, `ep`, `ed`, `guesses`, `score`, `trial_depth`,
/// `b` and `backdoor`.
///
/// ```
/// use gridmill_generate::{Generator, Plan, RatingPlan};
///
/// let rating = RatingPlan::default().with_target("b=3..4".parse()?);
/// let made = Generator::new(Plan::default().with_rating(rating))?.generate_with_seed([7; 32])?;
/// let b = made.measured.and_then(|measured| measured.trial?.b());
/// assert!(matches!(b, Some(3 | 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    measure: TargetMeasure,
    values: Values,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Values {
    Range(MeasureRange),
    Mix(Mix<MeasureRange>),
}

impl Target {
    /// Reads a range of a measure.
    ///
    /// # Errors
    /// Those of [`TargetMeasure::range`].
    #[doc(hidden)]
    pub fn range_of(measure: TargetMeasure, text: &str) -> Result<Self, RangeError> {
        Ok(Self { measure, values: Values::Range(measure.range(text)?) })
    }

    /// Reads ranges of a measure and their shares.
    pub(crate) fn mix_of(measure: TargetMeasure, text: &str) -> Result<Self, String> {
        let name = format!("ranges of {}", measure.plural());
        let overlaps = |one: &MeasureRange, other: &MeasureRange| one.compare(*other).is_eq();
        let mix = Mix::read(text, (&name, measure.example()), |range| measure.range(range).ok(), overlaps)?;
        Ok(Self { measure, values: Values::Mix(mix) })
    }

    /// Returns the measure.
    #[doc(hidden)]
    pub const fn measure(&self) -> TargetMeasure {
        self.measure
    }

    /// Returns the range, if there are no shares.
    #[doc(hidden)]
    pub const fn range(&self) -> Option<MeasureRange> {
        match &self.values {
            Values::Range(range) => Some(*range),
            Values::Mix(_) => None,
        }
    }

    /// Returns the shares, if there are any.
    #[doc(hidden)]
    pub const fn mix(&self) -> Option<&Mix<MeasureRange>> {
        match &self.values {
            Values::Range(_) => None,
            Values::Mix(mix) => Some(mix),
        }
    }

    /// Goes through the ranges.
    #[doc(hidden)]
    pub fn ranges(&self) -> impl Iterator<Item = MeasureRange> + '_ {
        self.range().into_iter().chain(self.mix().into_iter().flat_map(|mix| mix.targets().copied()))
    }

    /// Returns the range that is required of a puzzle with target `number` of the mix.
    pub(crate) fn required(&self, number: usize) -> MeasureRange {
        match &self.values {
            Values::Range(range) => *range,
            Values::Mix(mix) => *mix.target(number),
        }
    }

    /// Describes the puzzles that have the values.
    pub(super) fn population(&self) -> String {
        let words = self.measure.words();
        match &self.values {
            Values::Range(range) => format!("{words} {}", range.words()),
            Values::Mix(mix) => format!("{words} by quota {mix}"),
        }
    }

    /// Describes the values as a part of a puzzle.
    pub(super) fn kept(&self) -> String {
        let article = match self.measure {
            _ if self.range().is_some() => return self.population(),
            TargetMeasure::Guesses => "",
            measure if measure.is_of_er() => "an ",
            _ => "a ",
        };
        format!("{article}{} in the range of their quota", self.measure.words())
    }

    /// Returns true if a puzzle with target `number` of the mix may have the value. A value that is not known lies in no range.
    pub(super) fn accepts(&self, value: Option<u32>, number: usize) -> bool {
        value.is_some_and(|value| self.required(number).contains(value))
    }

    /// Compares a class of rejected values with the required range; `None` for a class of another measure.
    pub(super) fn compare(&self, class: &str, number: usize) -> Option<Ordering> {
        let values = class.strip_prefix(self.measure.words())?.strip_prefix(' ')?;
        Some(self.measure.range(values).ok()?.compare(self.required(number)))
    }
}

impl FromStr for Target {
    type Err = String;

    /// Reads `er=6.0..12.0`, or `er=1.0..2.0:0.5,2.1..4.0:0.5`.
    fn from_str(text: &str) -> Result<Self, String> {
        let measure = text
            .split_once('=')
            .and_then(|(name, values)| Some((TargetMeasure::from_name(name.trim())?, values.trim())));
        let Some((measure, values)) = measure else {
            let names = TargetMeasure::ALL.map(TargetMeasure::name).join(", ");
            return Err(format!("give NAME=RANGE or NAME=RANGE:SHARE,... with a name of {names}"));
        };
        if values.contains(':') {
            Self::mix_of(measure, values)
        } else {
            Self::range_of(measure, values).map_err(|error| error.to_string())
        }
    }
}

gridmill_board::text_in_data!(Target);

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.measure.name())?;
        match &self.values {
            Values::Range(range) => write!(f, "{range}"),
            Values::Mix(mix) => write!(f, "{mix}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        let round_trips = [
            (TargetMeasure::Er, ["4.0..4.6", "4.4..4.4", "10.5..", "0.0..2.0"]),
            (TargetMeasure::Guesses, ["3.00..4.25", "0.25..0.25", "20.00..", "0.00..1.00"]),
            (TargetMeasure::Score, ["300..900", "392..392", "1000..", "0..300"]),
            (TargetMeasure::B, ["4..6", "5..5", "3..", "0..2"]),
        ];
        for (measure, texts) in round_trips {
            for text in texts {
                assert_eq!(measure.range(text).unwrap().to_string(), text);
            }
        }
        let er = |text| TargetMeasure::Er.range(text);
        assert_eq!((er("..2"), er("6.6"), er("4..=5")), (er("0.0..2.0"), er("6.6..6.6"), er("4.0 .. 5.0")));
        for bad in ["", "x", "4.44", "4.", ".4", "-1", "..", "..=", "-4..", "4..5..6", "1e3", "+1"] {
            assert!(matches!(er(bad), Err(RangeError::Number(_))), "{bad}");
        }
        assert_eq!(er("5..4").unwrap_err().to_string(), "5.0..4.0 is empty; write the smaller number first");
        let score = TargetMeasure::Score.range("1.5").unwrap_err().to_string();
        assert_eq!(score, "give a whole number such as 392, or a range such as 300..900 (both included)");
        assert!(
            TargetMeasure::Guesses.range("1.001").is_err() && TargetMeasure::B.range("99999999999").is_err()
        );
        let [below, least, most, above] =
            [39, 40, 46, 47].map(|value| er("4.0..4.6").unwrap().contains(value));
        assert!(!below && least && most && !above);
    }

    #[test]
    fn targets_have_one_form_in_options_and_plans() {
        for text in
            ["er=6.0..12.0", "guesses=0.00..0.50:0.3,1.00..3.00:0.7", "trial_depth=2..", "score=5..5:1"]
        {
            let target: Target = text.parse().unwrap();
            assert_eq!(target.to_string(), text);
            let json = serde_json::to_string(&target).unwrap();
            assert_eq!(serde_json::from_str::<Target>(&json).unwrap(), target);
        }
        let unknown = "hardness=3".parse::<Target>().unwrap_err();
        insta::assert_snapshot!(unknown, @"give NAME=RANGE or NAME=RANGE:SHARE,... with a name of er, ep, ed, guesses, score, trial_depth, b, backdoor");
        let error = "er=2.0..1.0:1".parse::<Target>().unwrap_err();
        insta::assert_snapshot!(error, @r#""2.0..1.0" is not one of the ranges of ER; give ranges of ER and their shares, such as 1.0..2.0:0.5,2.1..4.0:0.5 (shares above 0, with at most 9 decimals: whole numbers in proportion, or fractions that add up to 1)"#);
    }

    #[test]
    fn rejected_values_are_counted_in_classes_and_compared() {
        let class = TargetMeasure::class_of;
        let classes = [
            class(TargetMeasure::Er, 44),
            class(TargetMeasure::Score, 392),
            class(TargetMeasure::Score, u32::MAX),
            class(TargetMeasure::Guesses, 0),
            class(TargetMeasure::Guesses, 7),
            class(TargetMeasure::Guesses, 2345),
            class(TargetMeasure::Backdoor, 2),
        ];
        let expected = [
            "ER 4.4",
            "score 300..399",
            "score 4000000000..4294967295",
            "guesses 0.00",
            "guesses 0.01..0.99",
            "guesses 20.00..29.99",
            "backdoor size 2",
        ];
        assert_eq!(classes, expected);
        let target: Target = "score=350..900:1,5:1".parse().unwrap();
        let compare = |class: &str| target.compare(class, 0);
        assert_eq!(compare("score 200..299"), Some(Ordering::Less));
        assert_eq!(compare("score 300..399"), Some(Ordering::Equal));
        assert_eq!(target.compare("score 6", 1), Some(Ordering::Greater));
        assert_eq!(compare("guesses 0.00"), None);
    }
}
