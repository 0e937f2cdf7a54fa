//! Targets of ratings: ranges, and names of levels.

use super::{NumberRange, RangeNumber};
use gridmill_rate::{Tenths, TenthsError};
use std::{fmt, str::FromStr};

/// Range of ER, EP or ED, such as `4.0..4.6`.
pub type RatingRange = NumberRange<Tenths>;

impl RangeNumber for Tenths {
    const EXAMPLE: (&'static str, &'static str) = ("ranges of ER", "1.0..2.0:0.5,2.1..4.0:0.5");
    const GREATEST: Self = Self::MAX;
    type Error = TenthsError;

    fn read(text: &str) -> Result<Self, TenthsError> {
        text.parse()
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
    use crate::RangeError;

    #[test]
    fn ranges_have_an_order() {
        let range = |least, most| RatingRange::new(Tenths::new(least), Tenths::new(most));
        assert_eq!("4.0..4.6".parse(), range(40, 46));
        assert_eq!("6.6".parse(), range(66, 66));
        assert_eq!("4..=5".parse(), range(40, 50));
        for bad in ["", "x", "4.44", "4.", ".4", "-1", "..", "-4..", "4..5..6"] {
            assert_eq!(bad.parse::<RatingRange>(), Err(RangeError::Number(TenthsError.to_string())), "{bad}");
        }
        assert_eq!("4.6..4.0".parse::<RatingRange>(), range(46, 40));
        let range = range(40, 46).unwrap();
        assert!(range.contains(Tenths::new(46)) && !range.contains(Tenths::new(47)));
        let json = serde_json::to_string(&range).unwrap();
        assert_eq!((json.as_str(), serde_json::from_str(&json).unwrap()), ("\"4.0..4.6\"", range));
    }
}
