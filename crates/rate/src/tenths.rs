//! Numbers with one decimal: ratings and scores.

use serde::{Deserialize, Serialize};
use std::{
    fmt,
    iter::Sum,
    ops::{Add, Sub},
    str::FromStr,
};

/// Rating or score: a number from 0 with one decimal, held exactly.
///
/// ```
/// use gridmill_rate::Tenths;
///
/// let er: Tenths = "4.4".parse()?;
/// assert_eq!((er.value(), er.tenths(), er.to_string()), (4.4, 44, "4.4".to_owned()));
/// assert!(er < Tenths::whole(5));
/// # Ok::<(), gridmill_rate::TenthsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(into = "f64", try_from = "f64")]
pub struct Tenths(u32);

/// Error of text that is not a number from 0 with one decimal at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give a rating with one decimal at most, such as 4.4")]
pub struct TenthsError;

impl Tenths {
    /// The highest number.
    #[doc(hidden)]
    pub const MAX: Self = Self(u32::MAX);

    /// Creates a number from its tenths: 44 for 4.4.
    pub const fn new(tenths: u32) -> Self {
        Self(tenths)
    }

    /// Creates a whole number.
    ///
    /// # Panics
    /// Panics if it exceeds 429,496,729.
    pub const fn whole(number: u32) -> Self {
        Self(number * 10)
    }

    /// Returns the number in tenths: 44 for 4.4.
    pub const fn tenths(self) -> u32 {
        self.0
    }

    /// Returns the number: the nearest `f64`.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }

    /// Returns true if the number has no decimal.
    pub(crate) const fn is_whole(self) -> bool {
        self.0.is_multiple_of(10)
    }
}

impl fmt::Display for Tenths {
    /// Writes the number with one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl FromStr for Tenths {
    type Err = TenthsError;

    /// Reads `4.4` or `7`.
    fn from_str(text: &str) -> Result<Self, TenthsError> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let tenths = || {
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let number = |text: &str| if digits(text) { text.parse::<u32>().ok() } else { None };
            number(whole)?.checked_mul(10)?.checked_add(number(tenth)?)
        };
        let parsed = (tenth.len() == 1).then(tenths).flatten();
        parsed.map(Self).ok_or(TenthsError)
    }
}

impl From<Tenths> for f64 {
    fn from(number: Tenths) -> Self {
        number.value()
    }
}

#[doc(hidden)]
impl Add for Tenths {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

#[doc(hidden)]
impl Sub for Tenths {
    type Output = Self;

    /// # Panics
    /// Panics if the result is negative, where overflows are checked.
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[doc(hidden)]
impl Sum for Tenths {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::default(), Add::add)
    }
}

impl TryFrom<f64> for Tenths {
    type Error = TenthsError;

    /// Accepts numbers from 0 that are within a millionth of one decimal.
    fn try_from(number: f64) -> Result<Self, TenthsError> {
        let tenths = number * 10.0;
        let rounded = tenths.round();
        if (tenths - rounded).abs() < 1e-5 && (0.0..=f64::from(u32::MAX)).contains(&rounded) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
            Ok(Self(rounded as u32))
        } else {
            Err(TenthsError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_numbers_are_read_back() {
        for tenths in (0..1000).chain([12_600, 99_999, u32::MAX]) {
            let number = Tenths::new(tenths);
            assert_eq!(number.to_string().parse(), Ok(number));
            assert_eq!(Tenths::try_from(number.value()), Ok(number));
        }
        assert_eq!("7".parse(), Ok(Tenths::whole(7)));
    }

    #[test]
    fn other_text_and_numbers_are_refused() {
        for text in ["", ".", "4.", ".5", "4.45", "-1", "+1.0", "4.+", "4,4", "1e1", "429496729.6", " 4.4"] {
            assert_eq!(text.parse::<Tenths>(), Err(TenthsError), "{text:?}");
        }
        for number in [-0.1, 2.35, f64::NAN, f64::INFINITY, 1e12] {
            assert_eq!(Tenths::try_from(number), Err(TenthsError), "{number}");
        }
    }
}
