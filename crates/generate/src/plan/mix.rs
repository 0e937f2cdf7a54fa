//! Mixes: targets of puzzles and their shares.

use super::share::{SHARE_RULE, parse_shares, share_text};
use gridmill_board::Symmetry;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Targets and their shares, such as `30:0.2,26:0.5,22:0.3`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String", bound = "T: MixTarget")]
pub struct Mix<T>(Vec<MixShare<T>>);

/// Symmetries and their shares, such as `rot180:0.5,none:0.5`.
pub type SymmetryMix = Mix<Symmetry>;

/// Target that a mix may have.
pub trait MixTarget: FromStr + fmt::Display + Clone {
    /// Name of the targets, and a mix as an example.
    const EXAMPLE: (&'static str, &'static str);

    /// Returns true if a puzzle could be counted for both targets, so that neither would have its share.
    fn overlaps(&self, other: &Self) -> bool;
}

impl MixTarget for Symmetry {
    const EXAMPLE: (&'static str, &'static str) = ("symmetries", "rot180:0.5,none:0.5");

    fn overlaps(&self, other: &Self) -> bool {
        self == other
    }
}

/// Target of a mix. Shares are in billionths and relative to their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MixShare<T> {
    target: T,
    share: u64,
}

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

impl<T: fmt::Display> Mix<T> {
    /// Reads targets, by `read`, and their shares. `name` and `example` are those of an error.
    pub(super) fn read(
        text: &str,
        (name, example): (&str, &str),
        read: impl Fn(&str) -> Option<T>,
        overlaps: impl Fn(&T, &T) -> bool,
    ) -> Result<Self, String> {
        let help = |problem: String| {
            format!("{problem}; give {name} and their shares, such as {example} ({SHARE_RULE})")
        };
        let mut parts: Vec<MixShare<T>> = Vec::new();
        for (text, share) in parse_shares(text).map_err(help)? {
            let target = read(text).ok_or_else(|| help(format!("{text:?} is not one of the {name}")))?;
            if let Some(known) = parts.iter().find(|known| overlaps(&known.target, &target)) {
                let (known, target) = (known.target.to_string(), target.to_string());
                return Err(help(if known.eq_ignore_ascii_case(&target) {
                    format!("{target} is there twice")
                } else {
                    format!("{known} and {target} overlap")
                }));
            }
            parts.push(MixShare { target, share });
        }
        Ok(Self(parts))
    }
}

impl<T: MixTarget> FromStr for Mix<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, T::EXAMPLE, |target| target.parse().ok(), T::overlaps)
    }
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
            let comma = if n > 0 { "," } else { "" };
            write!(f, "{comma}{target}:{}", share_text(*share))?;
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
    use crate::{GivensMix, LevelMix, SymmetryMix, Target, TargetMeasure};

    #[test]
    fn text_round_trips_and_bad_mixes_are_refused() {
        for text in ["30:0.2,26:0.5,22:0.3", "22..26:7,minimal:1", "30:0.000000001,31:0.999999999"] {
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
            let error = bad.parse::<GivensMix>().unwrap_err();
            assert!(error.contains("30:0.2,26:0.5,22:0.3"), "{bad}: {error}");
        }
        for text in ["easy:0.2,hard:0.8", "a:b:1"] {
            assert_eq!(text.parse::<LevelMix>().unwrap().to_string(), text);
        }
    }

    /// Exact shares need targets apart from each other, and shares that are all there.
    #[test]
    fn overlapping_and_repeated_targets_and_missing_shares_are_refused() {
        let problem = |error: Result<(), String>| error.unwrap_err().split_once(';').unwrap().0.to_owned();
        let givens = |text: &str| problem(text.parse::<GivensMix>().map(drop));
        assert_eq!(givens("25:0.5,26:0.05"), "the shares add up to 0.55, not 1");
        assert_eq!(givens("30:1,22..26:1,26:1"), "22..26 and 26 overlap");
        assert_eq!(givens("minimal:1,30:1,minimal:1"), "minimal is there twice");
        assert_eq!(givens("expert:1,22..26:1"), "22..26 is there twice");
        let er = |text: &str| problem(Target::mix_of(TargetMeasure::Er, text).map(drop));
        assert_eq!(er("1.0..2.0:0.5,1.5..4.0:0.5"), "1.0..2.0 and 1.5..4.0 overlap");
        assert_eq!(er("1.0..2.0:0.5,2.0..4.0:0.5"), "1.0..2.0 and 2.0..4.0 overlap");
        assert_eq!(problem("easy:1,Easy:1".parse::<LevelMix>().map(drop)), "Easy is there twice");
        assert_eq!(problem("none:1,none:1".parse::<SymmetryMix>().map(drop)), "none is there twice");
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
