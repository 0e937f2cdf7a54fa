//! Targets of ratings: ranges, and names of levels.

use std::{fmt, str::FromStr};

/// Range of ER, EP or ED, both ends included, in tenths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest rating.
    pub least: u16,
    /// The highest rating.
    pub most: u16,
}

impl RatingRange {
    /// Returns true if a rating, in tenths, lies in the range.
    pub const fn contains(self, rating: u16) -> bool {
        self.least <= rating && rating <= self.most
    }
}

impl FromStr for RatingRange {
    type Err = String;

    /// Reads `4.0..4.6`, or `4.4` for one rating.
    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = parse_ratings(text)?;
        let range = Self { least, most };
        if range.least > range.most {
            return Err(format!("{range} is empty; write the smaller number first"));
        }
        Ok(range)
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [least, most] = [self.least, self.most].map(|rating| format!("{}.{}", rating / 10, rating % 10));
        write!(f, "{least}..{most}")
    }
}

/// Reads the ends of a range, in tenths, in any order; one rating is both ends.
///
/// # Errors
/// As [`parse_rating`].
pub fn parse_ratings(text: &str) -> Result<(u16, u16), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    Ok((parse_rating(least.trim())?, parse_rating(most.trim_start_matches('=').trim())?))
}

/// Reads a rating with one decimal at most; returns tenths.
///
/// # Errors
/// One line that says what is allowed.
pub fn parse_rating(text: &str) -> Result<u16, String> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let tenths = || whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(tenth.parse::<u16>().ok()?);
    let parsed = (tenth.len() == 1).then(tenths);
    parsed.flatten().ok_or_else(|| "give a rating with one decimal at most, such as 4.4".to_owned())
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
    fn ratings_are_read_in_tenths() {
        assert_eq!(parse_rating("4.4"), Ok(44));
        assert_eq!(parse_rating("7"), Ok(70));
        assert_eq!("4.0..4.6".parse(), Ok(RatingRange { least: 40, most: 46 }));
        assert_eq!("6.6".parse(), Ok(RatingRange { least: 66, most: 66 }));
        for bad in ["", "x", "4.44", "4.", ".4", "-1", "7000", "6553.9"] {
            assert!(parse_rating(bad).is_err(), "{bad}");
        }
        assert!("4.6..4.0".parse::<RatingRange>().is_err());
        assert!(RatingRange { least: 40, most: 46 }.contains(46));
        assert!(!RatingRange { least: 40, most: 46 }.contains(47));
    }
}
