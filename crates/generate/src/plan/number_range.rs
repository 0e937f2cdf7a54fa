//! Ranges of numbers that are wanted of puzzles.

use super::MixTarget;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, error::Error, fmt, str::FromStr};

/// Number of which a range may be wanted, as people write it.
pub trait RangeNumber: Copy + Ord + fmt::Display + fmt::Debug {
    /// Name of the ranges, and a mix of them as an example.
    const EXAMPLE: (&'static str, &'static str);
    /// End of a range that is open above.
    const GREATEST: Self;
    /// Error of text that is no such number.
    type Error: Error;

    /// Reads the number.
    ///
    /// # Errors
    /// A line that says what is allowed.
    fn read(text: &str) -> Result<Self, Self::Error>;
}

/// Range of numbers, both ends included.
///
/// ```
/// use gridmill_generate::{GuessesRange, ScoreRange};
///
/// let range: GuessesRange = "3..4.25".parse()?;
/// assert_eq!(range.to_string(), "3.00..4.25");
/// assert_eq!(range.most().hundredths(), 425);
/// assert_eq!("392".parse::<ScoreRange>()?.to_string(), "392..392");
/// assert_eq!("1000..".parse::<ScoreRange>()?.words(), "1000 and more");
/// assert_eq!("..300".parse::<ScoreRange>()?.words(), "0 to 300");
/// # Ok::<(), gridmill_generate::RangeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String", bound = "T: RangeNumber")]
pub struct NumberRange<T> {
    least: T,
    most: T,
}

/// Error of text that is not a range of numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// An end is no number.
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

impl<T: RangeNumber> NumberRange<T> {
    /// Creates the range from `least` to `most`.
    ///
    /// # Errors
    /// [`RangeError::Empty`] if `least` is larger than `most`.
    pub fn new(least: T, most: T) -> Result<Self, RangeError> {
        if least > most {
            return Err(RangeError::Empty { least: least.to_string(), most: most.to_string() });
        }
        Ok(Self { least, most })
    }

    /// Returns the lowest number.
    pub const fn least(self) -> T {
        self.least
    }

    /// Returns the highest number.
    pub const fn most(self) -> T {
        self.most
    }

    /// Returns true if a number lies in the range.
    pub fn contains(self, number: T) -> bool {
        self.least <= number && number <= self.most
    }

    /// Returns true for a range that is open above: `10.5..`.
    pub fn is_open(self) -> bool {
        self.most == T::GREATEST
    }

    /// Describes the range in words: "10.0 to 11.0", "10.5 and more".
    pub fn words(self) -> String {
        let Self { least, most } = self;
        if self.is_open() { format!("{least} and more") } else { format!("{least} to {most}") }
    }

    /// Compares a range with another: less or greater if they have nothing in common.
    pub(super) fn compare(self, other: Self) -> Ordering {
        if self.most < other.least {
            Ordering::Less
        } else if self.least > other.most {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }
}

impl<T: RangeNumber> FromStr for NumberRange<T> {
    type Err = RangeError;

    /// Reads `4.0..4.6`, `4.4` for one number, `10.5..` for it and more, or `..2.0` for it and less.
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let end = |text: &str| T::read(text.trim()).map_err(|error| RangeError::Number(error.to_string()));
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let most = most.strip_prefix('=').unwrap_or(most);
        if !least.is_empty() && most.is_empty() {
            return Self::new(end(least)?, T::GREATEST);
        }
        Self::new(end(if least.is_empty() && !most.is_empty() { "0" } else { least })?, end(most)?)
    }
}

impl<T: RangeNumber> TryFrom<String> for NumberRange<T> {
    type Error = RangeError;

    fn try_from(text: String) -> Result<Self, RangeError> {
        text.parse()
    }
}

impl<T: RangeNumber> From<NumberRange<T>> for String {
    fn from(range: NumberRange<T>) -> Self {
        range.to_string()
    }
}

impl<T: RangeNumber> fmt::Display for NumberRange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_open() {
            write!(f, "{}..", self.least)
        } else {
            write!(f, "{}..{}", self.least, self.most)
        }
    }
}

impl<T: RangeNumber> MixTarget for NumberRange<T> {
    const EXAMPLE: (&'static str, &'static str) = T::EXAMPLE;

    fn overlaps(&self, other: &Self) -> bool {
        self.compare(*other).is_eq()
    }
}

/// Error of text that is no whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give a whole number such as {one}, or a range such as {range} (both included)")]
pub struct WholeNumberError {
    one: &'static str,
    range: &'static str,
}

impl WholeNumberError {
    /// Creates the error with a number and a range that would be right.
    pub(super) const fn new(one: &'static str, range: &'static str) -> Self {
        Self { one, range }
    }
}

/// Reads a whole number without a sign.
pub(super) fn whole<T: FromStr>(text: &str, error: WholeNumberError) -> Result<T, WholeNumberError> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole).ok_or(error)
}

#[cfg(test)]
mod tests {
    use crate::{GuessesRange, RatingRange, ScoreRange, TrialRange};

    #[test]
    fn ranges_are_read_as_they_are_written() {
        for text in ["4.0..4.6", "4.4..4.4", "10.5..", "0.0..2.0"] {
            let range: RatingRange = text.parse().unwrap();
            assert_eq!(range.to_string(), text);
            let json = serde_json::to_string(&range).unwrap();
            assert_eq!(serde_json::from_str::<RatingRange>(&json).unwrap(), range);
        }
        assert_eq!("..2".parse::<RatingRange>(), "0.0..2.0".parse());
        assert_eq!(" 3 .. ".trim().parse::<TrialRange>().unwrap().to_string(), "3..");
        assert_eq!("20..".parse::<GuessesRange>().unwrap().words(), "20.00 and more");
        assert_eq!("..=300".parse::<ScoreRange>().unwrap().words(), "0 to 300");
        for bad in ["", "..", "..=", "5..4", "4.0...", "-1..", "1..2..3"] {
            assert!(bad.parse::<RatingRange>().is_err(), "{bad}");
        }
    }
}
