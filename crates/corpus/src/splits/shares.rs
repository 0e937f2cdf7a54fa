//! Shares of the rows, by split, and properties by which splits are stratified.

use gridmill_generate::{SHARE_RULE, parse_shares, share_text};
use gridmill_tables::schema::ColumnId;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Splits, at most: the place of a row is a byte.
const MAX_SPLITS: usize = 100;

/// One split: its name and its share of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Share {
    name: String,
    billionths: u64,
}

/// Splits and their shares, by the rule of mixes: `train:0.9,test:0.1` or `train:9,test:1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shares(Vec<Share>);

impl Shares {
    /// Returns the names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|share| share.name.as_str())
    }

    /// Returns the shares in order, in billionths.
    #[doc(hidden)]
    pub fn billionths(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|share| share.billionths)
    }
}

impl FromStr for Shares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let help = format!("give names and their shares, such as train:0.9,test:0.1 ({SHARE_RULE})");
        let mut shares: Vec<Share> = Vec::new();
        for (name, billionths) in parse_shares(text).map_err(|problem| format!("{problem}; {help}"))? {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if name.is_empty() || name.len() > 64 || !name.bytes().all(is_name) {
                return Err(format!(
                    "{name:?} is no name of a split: letters, digits and _, at most 64; {help}"
                ));
            }
            if name.eq_ignore_ascii_case("all") {
                return Err(format!("{name} stands for every split and names none; {help}"));
            }
            if shares.iter().any(|share| share.name.eq_ignore_ascii_case(name)) {
                return Err(format!("{name} is there twice; {help}"));
            }
            shares.push(Share { name: name.to_owned(), billionths });
        }
        if shares.len() > MAX_SPLITS {
            return Err(format!("{} splits are too many: at most {MAX_SPLITS}", shares.len()));
        }
        Ok(Self(shares))
    }
}

gridmill_board::text_in_data!(Shares);

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = self.0.iter().map(|share| format!("{}:{}", share.name, share_text(share.billionths)));
        f.write_str(&shares.collect::<Vec<_>>().join(","))
    }
}

/// Property whose values have the same shares in each split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// The column `level`; next to other rulebooks, that of the first with a score.
    Level,
    /// The column `er`, or that of the rulebook that has one.
    Er,
    /// The number of givens.
    Givens,
    /// The column `guesses`, by classes: 0, more than 0 and below 1, the whole part below 10, then all numbers with the same first digit.
    Guesses,
    /// The column `score`, or that of the first rulebook that measures by scores, by classes like guesses.
    Score,
    /// The column `trial_depth`.
    TrialDepth,
    /// The column `b`.
    B,
    /// The column `backdoor_size`.
    BackdoorSize,
}

impl Stratum {
    /// Every property.
    pub const ALL: [Self; 8] = [
        Self::Level,
        Self::Er,
        Self::Givens,
        Self::Guesses,
        Self::Score,
        Self::TrialDepth,
        Self::B,
        Self::BackdoorSize,
    ];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level => ColumnId::Level.name(),
            Self::Er => ColumnId::Er.name(),
            Self::Givens => ColumnId::Givens.name(),
            Self::Guesses => ColumnId::Guesses.name(),
            Self::Score => ColumnId::Score.name(),
            Self::TrialDepth => ColumnId::TrialDepth.name(),
            Self::B => ColumnId::B.name(),
            Self::BackdoorSize => ColumnId::BackdoorSize.name(),
        }
    }

    /// Returns the name of a value in texts.
    pub const fn value_name(self) -> &'static str {
        match self {
            Self::Level | Self::Er => self.name(),
            Self::TrialDepth => "trial depth",
            Self::B => "B",
            Self::BackdoorSize => "backdoor size",
            Self::Givens => "number of givens",
            Self::Guesses => "class of guesses",
            Self::Score => "class of scores",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_back_as_they_are_written() {
        for (text, shown) in [
            ("train:0.9,test:0.1", "train:0.9,test:0.1"),
            ("a:1", "a:1"),
            ("a:1.0", "a:1"),
            ("train:9,test:1", "train:9,test:1"),
            ("a:.333333333,b:0.333333333,c:0.333333334", "a:0.333333333,b:0.333333333,c:0.333333334"),
        ] {
            let shares: Shares = text.parse().unwrap();
            assert_eq!(shares.to_string(), shown);
            assert_eq!(shown.parse(), Ok(shares));
        }
        for bad in [
            "",
            "train",
            "train:",
            "train:0.9",
            "train:0.9,test:0.2",
            "train:0.9,train:0.1",
            "a:0.5,A:0.5",
            "All:1",
            "a b:1",
            "a:1,b:0",
            "a:-1,b:2",
            "a:1,b:0.5",
            "a:1e0",
            "a:0.9999999999",
            "../a:1",
            "a:.",
            "é:1",
            "a:NaN",
            "a:1,",
        ] {
            assert!(bad.parse::<Shares>().is_err(), "{bad}");
        }
    }
}
