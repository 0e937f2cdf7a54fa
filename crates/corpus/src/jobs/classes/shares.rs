//! Shares of the rows, by split, and properties by which splits are stratified.

use super::place_file::MAX_SPLITS;
use arrow_array::{ArrayRef, RecordBatch};
use gridmill_generate::{SHARE_RULE, parse_shares, share_text};
use gridmill_tables::{Error, Result, read::Rows, schema::ColumnId, write::cells::write_cell};
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

    /// Returns true if values are numbers that are grouped by their first digit.
    const fn has_classes(self) -> bool {
        matches!(self, Self::Guesses | Self::Score)
    }

    /// Returns the column, alone or next to those of other rulebooks: the level and the score of the first that measures by
    /// scores, else of the first; the ER of the first that has one.
    fn column(self, rows: &RecordBatch) -> Option<&ArrayRef> {
        let named = |name: &str| rows.column_by_name(name);
        let schema = rows.schema_ref();
        let prefixes = schema.fields().iter().filter_map(|field| field.name().strip_suffix(self.name()));
        let prefixes = prefixes.filter(|prefix| prefix.ends_with('_'));
        let has = |prefix: &&str, id: ColumnId| named(&format!("{prefix}{}", id.name())).is_some();
        let of_rulebook = prefixes.filter(|prefix| has(prefix, ColumnId::StuckCells));
        let with_score = of_rulebook.clone().find(|prefix| has(prefix, ColumnId::HardestScore));
        let prefix = with_score
            .filter(|_| matches!(self, Self::Level | Self::Score))
            .or_else(|| of_rulebook.clone().next());
        named(self.name()).or_else(|| named(&format!("{}{}", prefix?, self.name())))
    }

    /// Returns the value of each row.
    pub(super) fn values(self, rows: &Rows) -> Result<Vec<String>> {
        if self == Self::Givens {
            let givens = |grid: &Result<_, _>| grid.as_ref().map_or(0, gridmill_board::Grid::givens);
            return Ok(rows.puzzles.iter().map(|(_, grid)| givens(grid).to_string()).collect());
        }
        let name = self.name();
        let Some(column) = self.column(&rows.batch) else {
            let adds = match self {
                Self::Guesses => "measures the search difficulty",
                Self::TrialDepth | Self::B => "measures trial depth and braids",
                Self::BackdoorSize => "measures backdoors",
                Self::Level | Self::Er | Self::Givens | Self::Score => "adds ratings",
            };
            let problem = format!("no column is called {name}; the command rate {adds}");
            return Err(Error::corpus(rows.file.0.clone(), problem));
        };
        let value = |row| {
            let mut text = Vec::new();
            write_cell(column, row, &mut text)?;
            let text = String::from_utf8_lossy(&text);
            Ok(if self.has_classes() { class_by_first_digit(&text) } else { text.into_owned() })
        };
        (0..rows.batch.num_rows()).map(value).collect()
    }
}

/// Returns the class of a number of guesses or a score: `0`, `0+` for what is between 0 and 1, `1` to `9`, `10`, `20` and so on to `100`, then `200`. A
/// text that is not such a number is a class by itself.
fn class_by_first_digit(text: &str) -> String {
    let is_number = |number: &f64| number.is_finite() && *number >= 0.0;
    let Some(number) = text.parse().ok().filter(is_number) else { return text.to_owned() };
    if number > 0.0 && number < 1.0 {
        return "0+".to_owned();
    }
    let whole = format!("{:.0}", number.floor());
    let (first, rest) = whole.split_at(1);
    format!("{first}{}", "0".repeat(rest.len()))
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

    #[test]
    fn numbers_are_classes_by_their_first_digit() {
        let texts = [
            "0.0",
            "0.99",
            "1.0",
            "9.99",
            "10.0",
            "49.31",
            "99.99",
            "123.4",
            "392",
            "4294967295",
            "",
            "NaN",
            "-1.0",
            "x",
        ];
        let classes = texts.map(class_by_first_digit);
        assert_eq!(
            classes,
            ["0", "0+", "1", "9", "10", "40", "90", "100", "300", "4000000000", "", "NaN", "-1.0", "x"]
        );
    }
}
