//! Measures of the same rows compared: ratings of several scales, B, backdoor sizes, and guesses.
//!
//! ```text
//! columns   er | score of each scale, b, backdoor_size, guesses        pairs: each with each, in this order
//! Ranks     fine bins (rank correlation) and coarse ones (tables)
//! ```

use super::{
    batch::{Batch, MISSING, name_of, tenths},
    difficulty::BatchRatings,
    trial::{TrialColumns, TrialMeasure},
    weights::{Estimated, Group, RowWeight, Weight},
};
use gridmill_rate::Measure;
use gridmill_tables::schema::ColumnId;
use std::collections::BTreeMap;

/// Rows by two measures.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Ranks {
    pub(crate) counts: RankCounts,
    /// By the bins of the counts, of rows with a weight.
    weights: BTreeMap<(u16, u16), Weight>,
    /// By coarse bins, as their lower ends: whole ratings, and 1, 2, 5, 10, 20 and so on of others.
    pub(crate) joint: BTreeMap<(u64, u64), Group>,
}

/// All pairs of measures.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Relations {
    /// By names of the columns.
    pub(crate) pairs: BTreeMap<(String, String), Ranks>,
    /// By level of the first scale with a score, and whole ER of the first that has one.
    pub(crate) levels: BTreeMap<(String, u16), Group>,
}

/// Kind of a measure, which decides about its coarse bins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// In tenths.
    Er,
    Score,
    /// B or the backdoor size.
    Trial,
    /// In hundredths.
    Guesses,
}

/// A measure of each row, [`MISSING`] where there is none.
struct MeasureOfRows {
    kind: Kind,
    name: String,
    values: Vec<u64>,
}

impl Kind {
    /// Returns the lower end of the coarse bin of a value.
    fn coarse(self, value: u64) -> u64 {
        let whole = match self {
            Self::Er => return value / 10,
            Self::Trial => return value,
            Self::Score => value,
            Self::Guesses => value / 100,
        };
        let power = 10_u64.pow(whole.max(1).ilog10());
        [5, 2, 1].into_iter().map(|step| step * power).find(|&end| end <= whole).unwrap_or(0)
    }
}

impl MeasureOfRows {
    /// Returns the measure of the ratings on a scale.
    fn of_scale(ratings: &BatchRatings<'_>, prefix: &str, rows: usize) -> Option<Self> {
        let (kind, id) = match ratings.measure()? {
            Measure::Er => (Kind::Er, ColumnId::Er),
            Measure::Score => (Kind::Score, ColumnId::Score),
        };
        let value = |row| match kind {
            Kind::Er => ratings.rating(row).map(u64::from),
            Kind::Score | Kind::Trial | Kind::Guesses => ratings.score(row).map(|tenths| tenths / 10),
        };
        let values = (0..rows).map(|row| value(row).unwrap_or(MISSING)).collect();
        Some(Self { kind, name: name_of(id, prefix).into_owned(), values })
    }

    /// Returns the measures without a rulebook.
    fn of_trial(columns: &TrialColumns) -> impl Iterator<Item = Self> {
        let of = |(measure, values): (TrialMeasure, Option<Vec<u64>>)| {
            Some(Self { kind: Kind::Trial, name: measure.column().name().to_owned(), values: values? })
        };
        let measures =
            [(TrialMeasure::B, columns.b()), (TrialMeasure::BackdoorSize, columns.backdoor_size())];
        measures.into_iter().filter_map(of)
    }

    fn guesses(batch: Batch<'_>) -> Option<Self> {
        let hundredths = |guesses: f64| tenths(guesses * 10.0);
        let values = batch.numbers(ColumnId::Guesses)?.into_iter().map(hundredths).collect();
        Some(Self { kind: Kind::Guesses, name: ColumnId::Guesses.name().to_owned(), values })
    }
}

impl Ranks {
    fn add(&mut self, (x, y): (u64, u64), coarse: (u64, u64), weight: Option<RowWeight>) {
        self.counts.add(x, y);
        if let Some(weight) = weight {
            self.weights.entry((bin(x), bin(y))).or_default().add(weight);
        }
        self.joint.entry(coarse).or_default().add(weight);
    }

    fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        for (bins, weight) in &other.weights {
            self.weights.entry(*bins).or_default().merge(weight);
        }
        for (ends, group) in &other.joint {
            self.joint.entry(*ends).or_default().merge(group);
        }
    }

    /// Estimates the rank correlation of all puzzles that weighted rows represent.
    pub(crate) fn estimate(&self, independent: bool) -> Option<Estimated> {
        let mut all = Weight::default();
        self.weights.values().for_each(|weight| all.merge(weight));
        let cell = |(&bins, weight): (&(u16, u16), &Weight)| {
            let (p, q) = weight.shares_in(&all);
            (bins, p, q)
        };
        let cells: Vec<RankCell> = self.weights.iter().map(cell).collect();
        let (value, variance) = weighted_spearman(&cells)?;
        let rows = all.rows as f64;
        let error = (independent && all.rows > 1).then(|| (variance * rows / (rows - 1.0)).sqrt());
        Some(Estimated { value, error })
    }
}

impl Relations {
    /// Adds the rows with a readable puzzle; `scales` has the ratings of each scale with the prefix of its columns, and `weights` the
    /// logarithms of the weights.
    pub(super) fn absorb(
        &mut self,
        batch: Batch<'_>,
        scales: &[(&str, &BatchRatings<'_>)],
        trial: &TrialColumns,
        givens: &[u64],
        weights: Option<&[f64]>,
    ) {
        let weight = |row: usize| weights.and_then(|weights| RowWeight::of_ln(weights[row]));
        let of_scales = scales
            .iter()
            .filter_map(|(prefix, ratings)| MeasureOfRows::of_scale(ratings, prefix, givens.len()));
        let mut measures: Vec<MeasureOfRows> =
            of_scales.chain(MeasureOfRows::of_trial(trial)).chain(MeasureOfRows::guesses(batch)).collect();
        measures.sort_by_key(|measure| measure.kind);
        let readable = || (0..givens.len()).filter(|&row| givens[row] != MISSING);
        for (n, one) in measures.iter().enumerate() {
            for other in &measures[n + 1..] {
                let ranks = self.pairs.entry((one.name.clone(), other.name.clone())).or_default();
                for row in readable() {
                    let (x, y) = (one.values[row], other.values[row]);
                    if x != MISSING && y != MISSING {
                        ranks.add((x, y), (one.kind.coarse(x), other.kind.coarse(y)), weight(row));
                    }
                }
            }
        }
        let of = |measure| scales.iter().map(|(_, ratings)| *ratings).find(|r| r.measure() == Some(measure));
        let (Some(levels), Some(ers)) = (of(Measure::Score), of(Measure::Er)) else { return };
        for row in readable() {
            if let (Some(level), Some(er)) = (levels.level(row), ers.rating(row)) {
                self.levels.entry((level.to_owned(), er / 10)).or_default().add(weight(row));
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (names, ranks) in &other.pairs {
            self.pairs.entry(names.clone()).or_default().merge(ranks);
        }
        for (key, group) in &other.levels {
            self.levels.entry(key.clone()).or_default().merge(group);
        }
    }
}

/// Bits of a number that its bin keeps.
const KEPT: u32 = 7;

/// Rows by two numbers, in bins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct RankCounts(BTreeMap<(u16, u16), u64>);

impl RankCounts {
    /// Adds a row with these numbers.
    pub(crate) fn add(&mut self, one: u64, other: u64) {
        *self.0.entry((bin(one), bin(other))).or_default() += 1;
    }

    /// Adds the rows of another table.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&bins, rows) in &other.0 {
            *self.0.entry(bins).or_default() += rows;
        }
    }

    /// Returns the variance of the correlation of independent rows.
    pub(crate) fn variance(&self) -> Option<f64> {
        let rows = self.rows() as f64;
        let cell =
            |(&bins, &count): (&(u16, u16), &u64)| (bins, count as f64 / rows, count as f64 / (rows * rows));
        let cells: Vec<RankCell> = self.0.iter().map(cell).collect();
        let (_, variance) = weighted_spearman(&cells)?;
        (rows > 1.0).then(|| variance * rows / (rows - 1.0))
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns Spearman's rank correlation (C. Spearman 1904), ties at their mean rank; `None` where all rows tie in one of the
    /// numbers.
    pub(crate) fn spearman(&self) -> Option<f64> {
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

/// Bins of one number.
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

/// Returns the bin of a number.
#[expect(clippy::cast_possible_truncation, reason = "below 128 + 64 * 57")]
pub(super) fn bin(number: u64) -> u16 {
    let dropped = (u64::BITS - number.leading_zeros()).saturating_sub(KEPT);
    let half = 1 << (KEPT - 1);
    (u64::from(dropped) * half + (number >> dropped)) as u16
}

/// Returns the middle of the numbers of a bin.
pub(super) fn middle_of_bin(bin: u16) -> f64 {
    let half = 1 << (KEPT - 1);
    let dropped = (bin / half).saturating_sub(1);
    let least = f64::from(bin - dropped * half) * 2_f64.powi(dropped.into());
    least + (2_f64.powi(dropped.into()) - 1.0) / 2.0
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
    fn coarse_bins_begin_at_round_numbers() {
        let scores = [0, 1, 2, 4, 5, 9, 10, 19, 20, 499, 500, 5000, 99_999];
        assert_eq!(
            scores.map(|score| Kind::Score.coarse(score)),
            [0, 1, 2, 2, 5, 5, 10, 10, 20, 200, 500, 5000, 50_000]
        );
        assert_eq!([0, 99, 100, 250].map(|guesses| Kind::Guesses.coarse(guesses)), [0, 0, 1, 2]);
        assert_eq!([10, 19, 113].map(|er| Kind::Er.coarse(er)), [1, 1, 11]);
        assert_eq!([0, 1, 13].map(|b| Kind::Trial.coarse(b)), [0, 1, 13]);
    }

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
