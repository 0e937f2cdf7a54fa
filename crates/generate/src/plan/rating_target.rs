//! Targets of ratings: ranges, and names of levels.

use gridmill_rate::{Tenths, TenthsError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};

/// Range of ER, EP or ED, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRange {
    least: Tenths,
    most: Tenths,
}

/// Error of text that is not a range of ratings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RatingRangeError {
    /// An end is not a rating.
    #[error(transparent)]
    Number(#[from] TenthsError),
    /// The first end is larger than the second.
    #[error("{least}..{most} is empty; write the smaller number first")]
    Empty {
        /// The first end.
        least: Tenths,
        /// The second end.
        most: Tenths,
    },
}

impl RatingRange {
    /// Creates the range from `least` to `most`.
    ///
    /// # Errors
    /// [`RatingRangeError::Empty`] if `least` is larger than `most`.
    pub fn new(least: Tenths, most: Tenths) -> Result<Self, RatingRangeError> {
        if least > most { Err(RatingRangeError::Empty { least, most }) } else { Ok(Self { least, most }) }
    }

    /// Returns the lowest rating.
    pub const fn least(self) -> Tenths {
        self.least
    }

    /// Returns the highest rating.
    pub const fn most(self) -> Tenths {
        self.most
    }

    /// Returns true if a rating lies in the range.
    pub fn contains(self, rating: Tenths) -> bool {
        self.least <= rating && rating <= self.most
    }
}

impl FromStr for RatingRange {
    type Err = RatingRangeError;

    /// Reads `4.0..4.6`, or `4.4` for one rating.
    fn from_str(text: &str) -> Result<Self, RatingRangeError> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        Self::new(least.trim().parse()?, most.trim_start_matches('=').trim().parse()?)
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.least, self.most)
    }
}

impl Serialize for RatingRange {
    /// The range as text: `4.0..4.6`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RatingRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Name of a level of the rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelName(pub String);

impl FromStr for LevelName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() { Err("give the name of a level".to_owned()) } else { Ok(Self(text.to_owned())) }
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_an_order() {
        let range = |least, most| RatingRange::new(Tenths::new(least), Tenths::new(most));
        assert_eq!("4.0..4.6".parse(), range(40, 46));
        assert_eq!("6.6".parse(), range(66, 66));
        assert_eq!("4..=5".parse(), range(40, 50));
        for bad in ["", "x", "4.44", "4.", ".4", "-1", "4..", "..4", "4..5..6"] {
            assert_eq!(bad.parse::<RatingRange>(), Err(RatingRangeError::Number(TenthsError)), "{bad}");
        }
        assert_eq!("4.6..4.0".parse::<RatingRange>(), range(46, 40));
        let range = range(40, 46).unwrap();
        assert!(range.contains(Tenths::new(46)) && !range.contains(Tenths::new(47)));
        let json = serde_json::to_string(&range).unwrap();
        assert_eq!((json.as_str(), serde_json::from_str(&json).unwrap()), ("\"4.0..4.6\"", range));
    }
}
