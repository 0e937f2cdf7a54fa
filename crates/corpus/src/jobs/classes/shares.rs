//! Shares of the rows, by split.

use super::place_file::MAX_SPLITS;
use gridmill_generate::{SHARE_RULE, parse_shares, share_text};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// One split: its name and its share of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Share {
    name: String,
    /// In billionths.
    billionths: u64,
}

/// Splits and their shares, by the rule of mixes: `train:0.9,test:0.1` or `train:9,test:1`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shares(Vec<Share>);

impl Shares {
    /// Returns the names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|share| share.name.as_str())
    }

    /// Returns the cuts of a stratum with `rows` rows, which `before` rows of others come before.
    pub(super) fn cuts(&self, before: u64, rows: u64) -> Cuts {
        let whole: u128 = self.0.iter().map(|share| u128::from(share.billionths)).sum();
        let cut = |sum: u64, rows: u64| (2 * u128::from(sum) * u128::from(rows) + whole) / (2 * whole);
        let mut sum = 0;
        let ends = self.0.iter().map(|share| {
            sum += share.billionths;
            // The cuts of strata add up to that of all rows.
            u64::try_from(cut(sum, before + rows) - cut(sum, before)).unwrap_or(u64::MAX)
        });
        Cuts(ends.collect())
    }
}

/// Ends of the splits among the rows of a stratum.
#[derive(Debug)]
pub(super) struct Cuts(Vec<u64>);

impl Cuts {
    /// Returns the number of the split that a class goes to which begins at row `place` of its stratum.
    pub(super) fn split_at(&self, place: u64) -> usize {
        let Self(ends) = self;
        ends.iter().position(|&end| place < end).unwrap_or(ends.len() - 1)
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

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = self.0.iter().map(|share| format!("{}:{}", share.name, share_text(share.billionths)));
        f.write_str(&shares.collect::<Vec<_>>().join(","))
    }
}

impl TryFrom<String> for Shares {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shares> for String {
    fn from(shares: Shares) -> Self {
        shares.to_string()
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

    /// Cuts are exact: each split gets its share of the rows, rounded, whatever the strata.
    #[test]
    fn cuts_of_strata_add_up() {
        let shares: Shares = "a:0.7,b:0.2,c:0.1".parse().unwrap();
        let count = |strata: &[u64]| {
            let (mut counts, mut before) = ([0; 3], 0);
            for &rows in strata {
                let cuts = shares.cuts(before, rows);
                (0..rows).for_each(|place| counts[cuts.split_at(place)] += 1);
                before += rows;
            }
            counts
        };
        assert_eq!(count(&[1000]), [700, 200, 100]);
        assert_eq!(count(&[1; 1000]), [700, 200, 100]);
        assert_eq!(count(&[3, 1, 500, 7, 489]), [700, 200, 100]);
        let [a, b, c] = count(&[333]);
        assert_eq!((a, b, a + b + c), (233, 67, 333));
        let proportions: Shares = "a:7,b:2,c:1".parse().unwrap();
        for (before, rows) in [(0, 1000), (17, 333)] {
            assert_eq!(proportions.cuts(before, rows).0, shares.cuts(before, rows).0);
        }
    }
}
