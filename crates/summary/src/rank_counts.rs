//! Rank correlation of two numbers of each row, from a table of counts that is small and adds up.
//!
//! ```text
//! number   0 .. 127   128 129 | 130 131 | ... 254 255 | 256 .. 259 | ...     bins: one number each below 128, then 64 of equal
//! bin      0 .. 127     128       129   ...     191        192       ...     width for each doubling
//! ```
//!
//! All numbers below 128 have a bin of their own. A bin above holds numbers that differ by 1.6 % at most, and these count as ties.
//! The bins are the same for any rows, so tables of parts add up to that of the whole.

use super::merge_maps;
use std::collections::BTreeMap;

/// Bits of a number that its bin keeps.
const KEPT: u32 = 7;

/// Rows by two numbers, in bins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RankCounts(BTreeMap<(u16, u16), u64>);

impl RankCounts {
    /// Adds a row with these numbers.
    pub fn add(&mut self, one: u64, other: u64) {
        *self.0.entry((bin(one), bin(other))).or_default() += 1;
    }

    /// Adds the rows of another table.
    pub fn merge(&mut self, other: &Self) {
        merge_maps(&mut self.0, &other.0, |mine, rows| *mine += rows);
    }

    /// Returns the variance of the correlation of independent rows.
    pub fn variance(&self) -> Option<f64> {
        let rows = self.rows() as f64;
        let cell =
            |(&bins, &count): (&(u16, u16), &u64)| (bins, count as f64 / rows, count as f64 / (rows * rows));
        let cells: Vec<RankCell> = self.0.iter().map(cell).collect();
        let (_, variance) = weighted_spearman(&cells)?;
        (rows > 1.0).then(|| variance * rows / (rows - 1.0))
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns Spearman's rank correlation (C. Spearman 1904), ties at their mean rank; `None` where all rows tie in one of the
    /// numbers.
    pub fn spearman(&self) -> Option<f64> {
        let one = ranks(self.0.iter().map(|(bins, &rows)| (bins.0, rows)));
        let other = ranks(self.0.iter().map(|(bins, &rows)| (bins.1, rows)));
        let sum = |product: &dyn Fn(i128, i128) -> i128| -> i128 {
            self.0.iter().map(|(bins, &rows)| product(one[&bins.0], other[&bins.1]) * i128::from(rows)).sum()
        };
        let [together, of_one, of_other] = [sum(&|a, b| a * b), sum(&|a, _| a * a), sum(&|_, b| b * b)];
        (of_one > 0 && of_other > 0)
            .then(|| together as f64 / ((of_one as f64).sqrt() * (of_other as f64).sqrt()))
    }
}

/// A cell of a table of two numbers: the bins, its share p of the weight, and the sum q of its squared weights over the square of all.
pub(super) type RankCell = ((u16, u16), f64, f64);

/// Estimates Spearman's rank correlation of weighted rows, with the variance of its linear part; `None` where all rows tie in a number.
///
/// ```text
/// rank of a bin      F = (weight below it + half of its own) / W - 1/2,  G likewise
/// rho = C / sqrt(A B)    C = sum p F G,  A = sum p F^2,  B = sum p G^2
/// variance           sum q (d rho)^2, where d is the influence of a row: F G + T(x) + U(y) - 3 C for C, F^2 + 2 S(x) - 3 A for A,
///                    T(x) = sum of p G over the cells of higher bins, half of those of its own; U, S likewise
/// ```
///
/// Source of influence functions: F. R. Hampel, "The Influence Curve and Its Role in Robust Estimation", 1974.
pub(super) fn weighted_spearman(cells: &[RankCell]) -> Option<(f64, f64)> {
    let mut one = Marginal::of(cells.iter().map(|&((x, _), p, _)| (x, p)));
    let mut other = Marginal::of(cells.iter().map(|&((_, y), p, _)| (y, p)));
    let (mut product, mut squares) = (0.0, [0.0; 2]);
    for &((x, y), share, _) in cells {
        let ranks = [one.bins[&x].rank, other.bins[&y].rank];
        product += share * ranks[0] * ranks[1];
        squares = [0, 1].map(|n: usize| squares[n] + share * ranks[n] * ranks[n]);
        if let (Some(of_one), Some(of_other)) = (one.bins.get_mut(&x), other.bins.get_mut(&y)) {
            of_one.cross += share * ranks[1];
            of_other.cross += share * ranks[0];
        }
    }
    if squares[0] <= 0.0 || squares[1] <= 0.0 {
        return None;
    }
    one.sum_above();
    other.sum_above();
    let scale = (squares[0] * squares[1]).sqrt();
    let rho = product / scale;
    let influence = |(x, y): (u16, u16)| {
        let (x, y) = (&one.bins[&x], &other.bins[&y]);
        let of_product = x.rank * y.rank + x.cross + y.cross - 3.0 * product;
        let of_square = |bin: &MarginalBin, sum: f64| (bin.rank * bin.rank + 2.0 * bin.above) / sum - 3.0;
        of_product / scale - rho * (of_square(x, squares[0]) + of_square(y, squares[1])) / 2.0
    };
    Some((rho, cells.iter().map(|&(bins, _, square)| square * influence(bins).powi(2)).sum()))
}

struct Marginal {
    bins: BTreeMap<u16, MarginalBin>,
}

#[derive(Default)]
struct MarginalBin {
    share: f64,
    /// Middle rank, from -1/2 to 1/2.
    rank: f64,
    /// Sum of the other number's ranks over the cells of this bin; then over those above it, and half of its own.
    cross: f64,
    /// The same of this number's ranks.
    above: f64,
}

impl Marginal {
    fn of(cells: impl Iterator<Item = (u16, f64)>) -> Self {
        let mut bins: BTreeMap<u16, MarginalBin> = BTreeMap::new();
        for (bin, share) in cells {
            bins.entry(bin).or_default().share += share;
        }
        let mut below = 0.0;
        for bin in bins.values_mut() {
            bin.rank = below + bin.share / 2.0 - 0.5;
            below += bin.share;
        }
        Self { bins }
    }

    fn sum_above(&mut self) {
        let (mut cross, mut above) = (0.0, 0.0);
        for bin in self.bins.values_mut().rev() {
            let (own, own_ranks) = (bin.cross, bin.share * bin.rank);
            bin.cross = cross + own / 2.0;
            bin.above = above + own_ranks / 2.0;
            cross += own;
            above += own_ranks;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "below 128 + 64 * 57")]
pub(super) fn bin(number: u64) -> u16 {
    let dropped = (u64::BITS - number.leading_zeros()).saturating_sub(KEPT);
    let half = 1 << (KEPT - 1);
    (u64::from(dropped) * half + (number >> dropped)) as u16
}

pub(super) fn middle_of_bin(bin: u16) -> f64 {
    let half = 1 << (KEPT - 1);
    let dropped = (bin / half).saturating_sub(1);
    let least = f64::from(bin - dropped * half) * 2_f64.powi(dropped.into());
    least + (2_f64.powi(dropped.into()) - 1.0) / 2.0
}

/// Returns the bin of a value in steps of 1 / `steps`; `None` unless it is from 0.
pub(super) fn bin_of(value: f64, steps: f64) -> Option<u16> {
    let places = (value * steps).round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
    (0.0..1e15).contains(&places).then(|| bin(places as u64))
}

/// Returns a value that stands for those of a bin: the middle, with no more digits than the width of the bin allows.
pub fn value_of_bin(number: u16, steps: f64) -> f64 {
    let half = 1 << (KEPT - 1);
    let width = 2_f64.powi((number / half).saturating_sub(1).into());
    let unit = 10_f64.powf(width.log10().floor());
    (middle_of_bin(number) / unit).round() * unit / steps
}

/// Returns the mean rank of each bin as twice its distance from the middle rank: a whole number.
fn ranks(counts: impl Iterator<Item = (u16, u64)>) -> BTreeMap<u16, i128> {
    let mut rows_of: BTreeMap<u16, u64> = BTreeMap::new();
    counts.for_each(|(bin, rows)| *rows_of.entry(bin).or_default() += rows);
    let all: i128 = rows_of.values().map(|&rows| i128::from(rows)).sum();
    let mut below = 0;
    let rank = |(bin, rows): (u16, u64)| {
        let rows = i128::from(rows);
        let twice = 2 * below + rows - all;
        below += rows;
        (bin, twice)
    };
    rows_of.into_iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_lie_in_their_bins() {
        for number in (0..5000).chain([1 << 20, (1 << 40) + 12345, 1 << 49]) {
            let middle = middle_of_bin(bin(number));
            assert!((middle - number as f64).abs() <= number as f64 / 128.0, "{number}: {middle}");
            assert!(number >= 128 || (middle - number as f64).abs() < 1e-9, "{number}: {middle}");
        }
    }

    /// Ranks row by row, as the definition has them.
    fn brute_force(pairs: &[(u64, u64)]) -> f64 {
        let ranks = |values: Vec<u64>| -> Vec<f64> {
            let below = |value: u64| values.iter().filter(|&&other| other < value).count() as f64;
            let ties = |value: u64| values.iter().filter(|&&other| other == value).count() as f64;
            values.iter().map(|&value| below(value) + f64::midpoint(ties(value), 1.0)).collect()
        };
        let one = ranks(pairs.iter().map(|pair| pair.0).collect());
        let other = ranks(pairs.iter().map(|pair| pair.1).collect());
        let mean = f64::midpoint(pairs.len() as f64, 1.0);
        let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
        sum(&one, &other) / (sum(&one, &one) * sum(&other, &other)).sqrt()
    }

    fn table(pairs: &[(u64, u64)]) -> RankCounts {
        let mut counts = RankCounts::default();
        for &(one, other) in pairs {
            counts.add(one, other);
        }
        counts
    }

    /// Numbers from 0 to about `most` that rise together, loosely, with many ties.
    fn pairs(rows: u64, most: u64) -> Vec<(u64, u64)> {
        let noise = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        (0..rows).map(|n| (noise(n) % most, (noise(n) % most + noise(n + rows) % most) / 3)).collect()
    }

    #[test]
    fn correlations_are_those_of_the_definition() {
        let small = pairs(700, 120);
        let found = table(&small).spearman().unwrap();
        assert!((found - brute_force(&small)).abs() < 1e-12, "{found}");
        let large = pairs(700, 100_000);
        let binned: Vec<_> = large.iter().map(|&(a, b)| (bin(a).into(), bin(b).into())).collect();
        let found = table(&large).spearman().unwrap();
        assert!((found - brute_force(&binned)).abs() < 1e-12, "{found}");
        assert!((found - brute_force(&large)).abs() < 1e-3, "bins hardly matter: {found}");
        let falling: Vec<_> = (0..100).map(|n| (n, 100 - n)).collect();
        assert!((table(&falling).spearman().unwrap() + 1.0).abs() < 1e-15);
        assert_eq!(table(&[(1, 5), (2, 5)]).spearman(), None);
        assert_eq!(table(&[]).spearman(), None);
    }

    /// Leaving each row out in turn (the jackknife of J. W. Tukey 1958) has the same variance, and equal weights the same correlation.
    #[test]
    fn variances_are_those_of_the_jackknife() {
        let pairs = pairs(400, 60);
        let weight = |n: usize| 1.0 + (n % 7) as f64;
        let cells_without = |left_out: Option<usize>| -> Vec<RankCell> {
            let rows = || (0..pairs.len()).filter(move |&n| Some(n) != left_out);
            let all: f64 = rows().map(weight).sum();
            let mut cells: BTreeMap<(u16, u16), (f64, f64)> = BTreeMap::new();
            for n in rows() {
                let cell = cells.entry((bin(pairs[n].0), bin(pairs[n].1))).or_default();
                *cell = (cell.0 + weight(n) / all, cell.1 + (weight(n) / all).powi(2));
            }
            cells.into_iter().map(|(bins, (p, q))| (bins, p, q)).collect()
        };
        let (rho, variance) = weighted_spearman(&cells_without(None)).unwrap();
        let n = pairs.len() as f64;
        let without: Vec<f64> =
            (0..pairs.len()).map(|n| weighted_spearman(&cells_without(Some(n))).unwrap().0).collect();
        let mean = without.iter().sum::<f64>() / n;
        let jackknife = without.iter().map(|one| (one - mean).powi(2)).sum::<f64>() * (n - 1.0) / n;
        assert!((variance / jackknife - 1.0).abs() < 0.02, "{variance} {jackknife}");
        let equal = table(&pairs);
        assert!((rho - equal.spearman().unwrap()).abs() < 0.1);
        assert!((weighted_spearman(&[((1, 2), 1.0, 1.0)])).is_none());
        let cells: Vec<RankCell> =
            equal.0.iter().map(|(&bins, &rows)| (bins, rows as f64 / n, 0.0)).collect();
        let (rho, _) = weighted_spearman(&cells).unwrap();
        assert!((rho - equal.spearman().unwrap()).abs() < 1e-12);
    }

    #[test]
    fn parts_add_up() {
        let all = pairs(500, 5000);
        let mut parts = table(&all[300..]);
        parts.merge(&table(&all[..300]));
        assert_eq!((parts.rows(), &parts), (500, &table(&all)));
    }

    #[test]
    fn bins_are_in_order_and_narrow() {
        assert!((0..128).all(|number| u64::from(bin(number)) == number));
        assert_eq!([128, 129, 130, 255, 256, 259, 260].map(bin), [128, 128, 129, 191, 192, 192, 193]);
        assert!((0..100_000).all(|number| (bin(number + 1) - bin(number)) <= 1));
        assert!((128..100_000).all(|number| bin(number) < bin(number + number / 63)));
        assert_eq!(bin(u64::MAX), 57 * 64 + 127);
    }
}
