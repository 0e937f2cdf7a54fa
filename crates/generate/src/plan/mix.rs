//! Mixes: targets of puzzles and their shares. Splits have shares by the same rule.

use gridmill_board::Symmetry;
use std::{fmt, str::FromStr};

/// Targets and their shares, such as `30:0.2,26:0.5,22:0.3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix<T>(Vec<MixShare<T>>);

/// Symmetries and their shares, such as `rot180:0.5,none:0.5`.
pub type SymmetryMix = Mix<Symmetry>;

/// Target that a mix may have.
#[doc(hidden)]
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
    #[doc(hidden)]
    pub fn targets(&self) -> impl Iterator<Item = &T> + '_ {
        self.0.iter().map(|part| &part.target)
    }

    /// Returns the same shares of other targets.
    #[doc(hidden)]
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
    #[doc(hidden)]
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

gridmill_board::text_in_data!(Mix<T>, T: MixTarget);

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

/// Billionths in a share of 1.
const WHOLE: u64 = 1_000_000_000;
/// Largest share; it keeps sums far from overflow.
const LARGEST: u64 = 1_000_000 * WHOLE;

/// Rule of shares, in words for messages and help.
pub const SHARE_RULE: &str =
    "shares above 0, with at most 9 decimals: whole numbers in proportion, or fractions that add up to 1";

/// Parses names and their shares, such as `a:0.2,b:0.8`: the shares are in billionths.
///
/// Whole numbers are proportions of any sum. If one share is not whole, all must add up to 1.
///
/// # Errors
/// A problem in words, for which the caller shows an example.
///
/// # Example
/// ```
/// use gridmill_generate::parse_shares;
///
/// assert_eq!(parse_shares("a:1,b:3")?, [("a", 1_000_000_000), ("b", 3_000_000_000)]);
/// assert_eq!(parse_shares("a:0.5,b:0.05").unwrap_err(), "the shares add up to 0.55, not 1");
/// # Ok::<(), String>(())
/// ```
pub fn parse_shares(text: &str) -> Result<Vec<(&str, u64)>, String> {
    let mut shares = Vec::new();
    for part in text.split(',') {
        let (name, share) = part.rsplit_once(':').ok_or_else(|| format!("{part:?} has no share"))?;
        let (name, share) = (name.trim(), share.trim());
        let parsed = billionths(share).filter(|share| (1..=LARGEST).contains(share));
        shares.push((name, parsed.ok_or_else(|| format!("{share:?} is not a share"))?));
    }
    let sum: u64 = shares.iter().fold(0, |sum, (_, share)| share.saturating_add(sum));
    let is_proportion = shares.iter().all(|(_, share)| share % WHOLE == 0);
    if !is_proportion && sum != WHOLE {
        return Err(format!("the shares add up to {}, not 1", share_text(sum)));
    }
    Ok(shares)
}

/// Formats a share in billionths as a decimal.
pub fn share_text(billionths: u64) -> String {
    let decimals = format!("{:09}", billionths % WHOLE);
    let text = format!("{}.{}", billionths / WHOLE, decimals.trim_end_matches('0'));
    text.trim_end_matches('.').to_owned()
}

fn billionths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if text.is_empty() || text == "." || decimals.len() > 9 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let parts: u64 = format!("{decimals:0<9}").parse().ok()?;
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    whole.checked_mul(WHOLE)?.checked_add(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn shares_are_proportions_or_add_up_to_one() {
        for text in ["a:1", "a:1,b:3", "a:0.2,b:0.8", "a:.5, b: 0.5", "a:1.0,b:1.0", "a:b:1", "a:1000000,b:1"]
        {
            assert!(parse_shares(text).is_ok(), "{text}");
        }
        for (text, problem) in [
            ("", "\"\" has no share"),
            ("a", "\"a\" has no share"),
            ("a:1,", "\"\" has no share"),
            ("a:", "\"\" is not a share"),
            ("a:.", "\".\" is not a share"),
            ("a:0", "\"0\" is not a share"),
            ("a:-1", "\"-1\" is not a share"),
            ("a:1e0", "\"1e0\" is not a share"),
            ("a:NaN", "\"NaN\" is not a share"),
            ("a:0.0000000001", "\"0.0000000001\" is not a share"),
            ("a:1000001", "\"1000001\" is not a share"),
            ("a:0.5,b:0.05", "the shares add up to 0.55, not 1"),
            ("a:1,b:0.5", "the shares add up to 1.5, not 1"),
        ] {
            assert_eq!(parse_shares(text), Err(problem.to_owned()), "{text}");
        }
        assert_eq!([1, WHOLE, WHOLE / 2].map(share_text), ["0.000000001", "1", "0.5"]);
    }
}
