//! Mixes: targets of puzzles and their shares.

use super::{Givens, LevelName, RatingRange};
use gridmill_board::Symmetry;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Targets and their shares, such as `30:0.2,26:0.5,22:0.3`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String", bound = "T: MixTarget")]
pub struct Mix<T>(Vec<MixShare<T>>);

/// Numbers of givens and their shares.
pub type GivensMix = Mix<Givens>;

/// Levels and their shares, such as `easy:0.2,hard:0.8`.
pub type LevelMix = Mix<LevelName>;

/// Ranges of ER and their shares, such as `1.0..2.0:0.5,2.1..4.0:0.5`.
pub type ErMix = Mix<RatingRange>;

/// Symmetries and their shares, such as `rot180:0.5,none:0.5`.
pub type SymmetryMix = Mix<Symmetry>;

/// Target that a mix may have.
pub trait MixTarget: FromStr + fmt::Display + Clone {
    /// Name of the targets, and a mix as an example.
    const EXAMPLE: (&'static str, &'static str);
}

impl MixTarget for Givens {
    const EXAMPLE: (&'static str, &'static str) = ("givens", "30:0.2,26:0.5,22:0.3");
}

impl MixTarget for LevelName {
    const EXAMPLE: (&'static str, &'static str) = ("levels", "easy:0.2,medium:0.5,hard:0.3");
}

impl MixTarget for Symmetry {
    const EXAMPLE: (&'static str, &'static str) = ("symmetries", "rot180:0.5,none:0.5");
}

/// Target of a mix. Shares are in billionths and relative to their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MixShare<T> {
    target: T,
    share: u64,
}

/// Billionths in a share of 1.
const WHOLE: u64 = 1_000_000_000;
/// Largest share; it keeps sums far from overflow.
const LARGEST: u64 = 1_000_000 * WHOLE;

/// Mix of targets of any kind.
pub(crate) trait AnyMix {
    /// Returns the number of puzzles with each target among `count`.
    fn quotas(&self, count: u64) -> Vec<u64>;
    /// Returns the number of the target whose share contains `point`, which is uniform below 2^64.
    fn number_at(&self, point: u64) -> usize;
}

impl<T> AnyMix for Mix<T> {
    fn quotas(&self, count: u64) -> Vec<u64> {
        self.quotas(count)
    }

    fn number_at(&self, point: u64) -> usize {
        self.number_at(point)
    }
}

impl<T> Mix<T> {
    /// Returns the targets.
    pub fn targets(&self) -> impl Iterator<Item = &T> + '_ {
        self.0.iter().map(|part| &part.target)
    }

    /// Returns the same shares of other targets.
    pub fn map<U>(self, mut map: impl FnMut(T) -> U) -> Mix<U> {
        Mix(self
            .0
            .into_iter()
            .map(|MixShare { target, share }| MixShare { target: map(target), share })
            .collect())
    }

    /// Returns the number of puzzles with each target among `count`: the shares, rounded so that they add up to `count`
    /// (largest remainders; of equal ones the first).
    ///
    /// # Example
    /// ```
    /// let mix: gridmill_generate::GivensMix = "30:0.2,26:0.5,22:0.3".parse()?;
    /// assert_eq!(mix.quotas(1001), [200, 501, 300]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn quotas(&self, count: u64) -> Vec<u64> {
        largest_remainders(&self.0.iter().map(|part| part.share).collect::<Vec<_>>(), self.total(), count)
    }

    /// Returns the number of the target whose share contains `point`, which is uniform below 2^64.
    pub(crate) fn number_at(&self, point: u64) -> usize {
        let place = (u128::from(point) * self.total()) >> 64;
        let mut end = 0;
        let found = self.0.iter().position(|part| {
            end += u128::from(part.share);
            place < end
        });
        found.unwrap_or(0)
    }

    /// Returns a target by its number.
    ///
    /// # Panics
    /// Panics if there is no such target.
    pub(crate) fn target(&self, number: usize) -> &T {
        &self.0[number].target
    }

    fn total(&self) -> u128 {
        self.0.iter().map(|part| u128::from(part.share)).sum()
    }
}

impl<T: MixTarget> FromStr for Mix<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = |part: &str| {
            let (target, share) = part.rsplit_once(':')?;
            let part = MixShare { target: target.trim().parse().ok()?, share: parse_share(share.trim())? };
            (part.share > 0).then_some(part)
        };
        let parts: Option<Vec<_>> = text.split(',').map(part).collect();
        let (name, example) = T::EXAMPLE;
        parts.map(Self).ok_or_else(|| {
            format!(
                "give {name} and their shares, such as {example} (shares above 0, with at most 9 decimals)"
            )
        })
    }
}

/// Parses a decimal number into billionths.
fn parse_share(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 9 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let parts: u64 = format!("{decimals:0<9}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(WHOLE)?.checked_add(parts).filter(|&share| share <= LARGEST)
}

impl<T: MixTarget> TryFrom<String> for Mix<T> {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl<T: MixTarget> From<Mix<T>> for String {
    fn from(mix: Mix<T>) -> Self {
        mix.to_string()
    }
}

impl<T: fmt::Display> fmt::Display for Mix<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, MixShare { target, share }) in self.0.iter().enumerate() {
            let decimals = format!("{:09}", share % WHOLE);
            let share = format!("{}.{}", share / WHOLE, decimals.trim_end_matches('0'));
            let comma = if n > 0 { "," } else { "" };
            write!(f, "{comma}{target}:{}", share.trim_end_matches('.'))?;
        }
        Ok(())
    }
}

/// Divides `count` by shares of `all`: rounds down, and gives what is missing to the largest remainders, the first of equals.
fn largest_remainders(shares: &[u64], all: u128, count: u64) -> Vec<u64> {
    let exact = |part: usize| u128::from(count) * u128::from(shares[part]);
    #[expect(clippy::cast_possible_truncation, reason = "a part of count")]
    let mut quotas: Vec<u64> = (0..shares.len()).map(|part| (exact(part) / all) as u64).collect();
    let mut by_remainder: Vec<usize> = (0..quotas.len()).collect();
    by_remainder.sort_unstable_by_key(|&part| (std::cmp::Reverse(exact(part) % all), part));
    let missing = count - quotas.iter().sum::<u64>();
    for &part in by_remainder.iter().take(usize::try_from(missing).unwrap_or(usize::MAX)) {
        quotas[part] += 1;
    }
    quotas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_bad_mixes_are_refused() {
        for text in ["30:0.2,26:0.5,22:0.3", "22..26:7,minimal:1", "30:0.000000001"] {
            assert_eq!(text.parse::<GivensMix>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "30",
            "30:",
            ":1",
            "30:0",
            "30:-1",
            "30:1e3",
            "30:0.2,",
            "few:1",
            "30:1.0000000001",
            "30:9999999",
        ] {
            assert!(bad.parse::<GivensMix>().is_err(), "{bad}");
        }
        for text in ["easy:0.2,hard:0.8", "a:b:1"] {
            assert_eq!(text.parse::<LevelMix>().unwrap().to_string(), text);
        }
        for text in ["1.0..2.0:0.5,7.1..7.1:0.5", "1.0..11.9:1"] {
            assert_eq!(text.parse::<ErMix>().unwrap().to_string(), text);
        }
        for bad in ["2.0..1.0:1", "1.05..2.0:1", "easy:1", "1.0..2.0"] {
            let error = bad.parse::<ErMix>().unwrap_err();
            assert!(error.contains("1.0..2.0:0.5,2.1..4.0:0.5"), "{bad}: {error}");
        }
    }

    #[test]
    fn points_fall_to_targets_by_share() {
        let mix: GivensMix = "30:1,22:3".parse().unwrap();
        let quarter = 1 << 62;
        let targets =
            [0, quarter - 1, quarter, u64::MAX].map(|point| mix.target(mix.number_at(point)).to_string());
        assert_eq!(targets, ["30", "30", "22", "22"]);
    }
}
