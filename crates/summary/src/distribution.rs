//! Distribution of values: exact counts of few distinct values, buckets of 0.1 % width for more.
//!
//! ```text
//! bucket of a float     | sign | 11 bits of exponent | first 10 bits of mantissa | rest falls away |
//! ```
//!
//! The switch to buckets depends on the set of all values, so that the result does not depend on order or shards.

use super::add_counts;
use std::collections::BTreeMap;

/// Distinct values that are counted exactly.
const FEW: usize = 4096;
/// Bits of a float that a bucket ignores.
const IGNORED: u32 = 42;
/// Buckets of one sign and exponent.
const PAGE: usize = 1 << 10;

/// Counts of numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Distribution {
    /// Each value has its count.
    Exact(Counts),
    /// Each bucket has its count; pages by sign and exponent.
    Buckets(Vec<Option<Box<[u64; PAGE]>>>),
}

/// Exact counts: small whole numbers by place, all others by their bits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    small: Vec<u64>,
    /// Small numbers with a count.
    distinct: usize,
    others: BTreeMap<u64, u64>,
}

impl Default for Distribution {
    fn default() -> Self {
        Self::Exact(Counts::default())
    }
}

impl Distribution {
    /// Counts `value` in, `count` times.
    pub fn add(&mut self, value: f64, count: u64) {
        match self {
            Self::Exact(counts) => {
                counts.add(value, count);
                if counts.len() > FEW {
                    self.coarsen();
                }
            }
            Self::Buckets(pages) => add_to_bucket(pages, value, count),
        }
    }

    /// Counts another distribution in.
    pub fn merge(&mut self, other: &Self) {
        match other {
            Self::Exact(counts) => counts.iter().for_each(|(value, count)| self.add(value, count)),
            Self::Buckets(theirs) => {
                self.coarsen();
                let Self::Buckets(mine) = self else { return };
                for (page, counts) in theirs.iter().enumerate() {
                    let Some(counts) = counts else { continue };
                    let mine = mine[page].get_or_insert_with(|| Box::new([0; PAGE]));
                    add_counts(&mut mine[..], &counts[..]);
                }
            }
        }
    }

    /// Switches to buckets.
    fn coarsen(&mut self) {
        if let Self::Exact(counts) = self {
            let mut pages = vec![None; 1 << (64 - IGNORED - PAGE.ilog2())];
            counts.iter().for_each(|(value, count)| add_to_bucket(&mut pages, value, count));
            *self = Self::Buckets(pages);
        }
    }

    /// Returns true if each value has its own count.
    pub const fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }

    /// Values, or the middles of buckets, with their counts, from the least.
    pub fn counts(&self) -> Vec<(f64, u64)> {
        match self {
            Self::Exact(counts) => counts.iter().collect(),
            Self::Buckets(pages) => {
                let bucket = |page: usize, slot: usize| ((page << PAGE.ilog2() | slot) as u64) << IGNORED;
                let middle = |low: u64| f64::midpoint(number(low), number(low | ((1 << IGNORED) - 1)));
                let filled =
                    pages.iter().enumerate().filter_map(|(page, counts)| Some((page, counts.as_ref()?)));
                filled
                    .flat_map(|(page, counts)| {
                        let used = counts.iter().enumerate().filter(|(_, count)| **count > 0);
                        used.map(move |(slot, &count)| (middle(bucket(page, slot)), count))
                    })
                    .collect()
            }
        }
    }

    /// Returns the value below which this share lies, interpolated between neighbours where values are exact (type 7 of R. Hyndman
    /// and Y. Fan, "Sample Quantiles in Statistical Packages", 1996), else the middle of its bucket; `None` without values.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let counts = self.counts();
        let all: u64 = counts.iter().map(|(_, count)| count).sum();
        let place = share * (all.checked_sub(1)?) as f64;
        let at = |rank: f64| {
            let mut before = 0;
            let found = counts.iter().find(|(_, count)| {
                before += count;
                before as f64 > rank
            });
            found.or(counts.last()).map(|&(value, _)| value)
        };
        let below = at(place.floor())?;
        let above = at(place.ceil())?;
        Some(if self.is_exact() { below + (place - place.floor()) * (above - below) } else { below })
    }
}

impl Counts {
    fn add(&mut self, value: f64, count: u64) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "negative ones become 0")]
        let place = value as usize;
        #[expect(clippy::float_cmp, reason = "whole numbers are meant")]
        if place < FEW && place as f64 == value && value.is_sign_positive() {
            if place >= self.small.len() {
                self.small.resize(place + 1, 0);
            }
            self.distinct += usize::from(self.small[place] == 0);
            self.small[place] += count;
        } else {
            *self.others.entry(ordered(value)).or_default() += count;
        }
    }

    fn len(&self) -> usize {
        self.distinct + self.others.len()
    }

    fn iter(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let small = self.small.iter().enumerate().filter(|(_, count)| **count > 0);
        let small = small.map(|(value, &count)| (value as f64, count));
        let (least, most) = (ordered(0.0), ordered((FEW - 1) as f64));
        let others =
            |range: std::ops::Range<u64>| self.others.range(range).map(|(&v, &count)| (number(v), count));
        // Fractions are between the whole numbers.
        let mut between: Vec<(f64, u64)> = small.chain(others(least..most)).collect();
        between.sort_by(|a, b| a.0.total_cmp(&b.0));
        others(0..least).chain(between).chain(others(most..u64::MAX)).collect::<Vec<_>>().into_iter()
    }
}

fn add_to_bucket(pages: &mut [Option<Box<[u64; PAGE]>>], value: f64, count: u64) {
    let bucket = (ordered(value) >> IGNORED) as usize;
    let page = pages[bucket / PAGE].get_or_insert_with(|| Box::new([0; PAGE]));
    page[bucket % PAGE] += count;
}

/// Bits that are ordered as the numbers are.
const fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

const fn number(ordered: u64) -> f64 {
    f64::from_bits(if ordered >> 63 == 1 { ordered & !(1 << 63) } else { !ordered })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = f64>) -> Distribution {
        let mut distribution = Distribution::default();
        values.into_iter().for_each(|value| distribution.add(value, 1));
        distribution
    }

    #[test]
    fn few_values_are_exact() {
        let distribution = of([3.0, -1.5, 0.25, 3.0, 5000.0, 0.0, 7.0]);
        let expected = [(-1.5, 1), (0.0, 1), (0.25, 1), (3.0, 2), (7.0, 1), (5000.0, 1)];
        assert_eq!(distribution.counts(), expected);
        assert_eq!(distribution.quantile(0.5), Some(3.0));
        assert_eq!(of([1.0, 2.0, 3.0, 4.0]).quantile(0.25), Some(1.75));
        assert_eq!(of([]).quantile(0.5), None);
    }

    #[test]
    fn many_values_keep_three_digits_whatever_the_shards() {
        let values = |range: std::ops::Range<u32>| range.map(|n| f64::from(n) * 1.37 - 2000.0);
        let whole = of(values(0..10_000));
        let mut parts = of(values(6000..10_000));
        parts.merge(&of(values(0..2000)));
        parts.merge(&of(values(2000..6000)));
        assert_eq!(whole, parts);
        assert!(!whole.is_exact());
        let median = whole.quantile(0.5).unwrap_or_default();
        assert!((median / (4999.5 * 1.37 - 2000.0) - 1.0).abs() < 2e-3, "{median}");
    }
}
