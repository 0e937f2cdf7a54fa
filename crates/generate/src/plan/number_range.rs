//! Ranges of numbers that are wanted of puzzles.

use super::MixTarget;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, error::Error, fmt, str::FromStr};

/// Number of which a range may be wanted, as people write it.
pub trait RangeNumber: Copy + Ord + fmt::Display + fmt::Debug {
    /// Name of the ranges, and a mix of them as an example.
    const EXAMPLE: (&'static str, &'static str);
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

    /// Reads `4.0..4.6`, or `4.4` for one number.
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let end = |text: &str| T::read(text.trim()).map_err(|error| RangeError::Number(error.to_string()));
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        Self::new(end(least)?, end(most.strip_prefix('=').unwrap_or(most))?)
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
        write!(f, "{}..{}", self.least, self.most)
    }
}

impl<T: RangeNumber> MixTarget for NumberRange<T> {
    const EXAMPLE: (&'static str, &'static str) = T::EXAMPLE;
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
