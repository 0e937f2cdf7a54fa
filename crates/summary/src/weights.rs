//! Sums over weighted rows, from which every statistic of all minimal puzzles follows.
//!
//! ```text
//! row i: weight w, value x          W = sum w,  Q = sum w^2,  n rows,  f = n / (n-1)
//!
//! share of category c   p = W_c / W              variance  f ((1-p)^2 Q_c + p^2 (Q - Q_c)) / W^2
//! mean                  m = sum w x / W          variance  f sum w^2 (x-m)^2 / W^2
//! ratio to attempts     r = W / sum a            variance  f sum (w - r a)^2 / (sum a)^2
//! effective rows        of an estimate: variance among puzzles / its variance without f;  of weights (Kish): W^2 / Q
//! largest part          largest term of the sum in the variance / that sum
//! ```
//!
//! Quantiles are the least values up to which a share q lies. Their 95 % intervals are the quantiles of q - z s and q + z s, where s is the
//! standard error of the share up to the quantile, as if it were q (R. S. Woodruff, "Confidence Intervals for Medians and Other Position
//! Measures", Journal of the American Statistical Association 47, 1952).
//!
//! Shares, means and ratios are ratio estimators with the delta method's variances (W. G. Cochran, "Sampling Techniques", 3rd
//! edition 1977, chapter 6); effective sample sizes are after L. Kish ("Survey Sampling", 1965). Where one row makes a large part of the
//! variance, the error is usually too small.

use super::{
    exact::{ExactSum, Scaled, exp_parts},
    merge_maps,
};
use gridmill_generate::{Estimate, LogEstimate};
use gridmill_tables::intervals::Z;
use std::collections::BTreeMap;

/// Weights and their squares over some rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weight {
    /// Rows.
    pub rows: u64,
    sum: ExactSum,
    squares: ExactSum,
    largest: Option<RowWeight>,
}

/// Sums of weights times powers of a number that each row has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Products {
    /// Sums of w x, w^2 x, w^2 x^2 and w x^2.
    sums: [ExactSum; 4],
    of: Weight,
    /// The row with the largest weight, and that with the largest product of weight and number.
    heaviest: Option<(RowWeight, f64)>,
    largest: Option<(RowWeight, f64)>,
}

/// Weights of rows by properties of the rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    /// Weights of all rows.
    pub all: Weight,
    /// By givens and ER, `None` where there is no ER.
    pub by_givens_and_rating: BTreeMap<(u16, Option<u16>), Weight>,
    /// Weights by level.
    pub by_level: BTreeMap<String, Weight>,
    /// Weights by hardest technique.
    pub by_hardest: BTreeMap<String, Weight>,
    /// By each technique of the row's path.
    pub by_technique: BTreeMap<u8, Weight>,
    /// Rows whose puzzle naked and hidden singles solve.
    pub falls_to_singles: Weight,
    /// Rows whose rating the budget ended.
    pub beyond_budget: Weight,
    /// Scores and weights.
    pub score: Products,
    /// By bin of the score (`score_bin`).
    pub by_score_bin: BTreeMap<i16, Weight>,
    /// By fine bin of the score ([`value_of_bin`](super::rank_counts::value_of_bin)), for quantiles.
    pub by_score: BTreeMap<u16, Weight>,
    /// Givens of the rows whose index has each remainder by [`BATCHES`]; empty without indices.
    batches: Vec<Products>,
    /// Sums of w a, a and a^2 over attempts a, and the rows that have them.
    attempts: ([ExactSum; 3], u64),
}

/// Batches of rows between which the variance of the mean is taken.
pub(crate) const BATCHES: usize = 40;

/// Returns the bin of a positive score: twenty bins of equal ratio to a factor of ten.
pub(crate) fn score_bin(score: f64) -> Option<i16> {
    #[expect(clippy::cast_possible_truncation, reason = "below 400 for any score below 10^20")]
    (score > 0.0 && score < 1e20).then(|| (score.log10() * 20.0 + 1e-9).floor() as i16)
}

/// A weight as a number and a power of two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowWeight(f64, i32);

impl RowWeight {
    /// Returns the weight with this natural logarithm; `None` where that is no number.
    pub fn of_ln(ln: f64) -> Option<Self> {
        (ln.abs() < 1e8).then(|| exp_parts(ln)).map(|(part, power)| Self(part, power))
    }

    /// Returns the heavier of two weights. The parts are from 1 to 2, so that powers are compared first.
    fn heavier(self, other: Self) -> Self {
        if (self.1, self.0) >= (other.1, other.0) { self } else { other }
    }

    fn scaled(self) -> Scaled {
        let mut sum = ExactSum::default();
        sum.add(self.0, self.1);
        sum.total()
    }
}

impl Weight {
    pub(crate) fn add(&mut self, one: RowWeight) {
        let RowWeight(part, power) = one;
        self.rows += 1;
        self.sum.add(part, power);
        self.squares.add(part * part, 2 * power);
        self.largest = Some(self.largest.map_or(one, |known| known.heavier(one)));
    }

    /// Returns the share of the heaviest row in the weight of these rows.
    pub fn largest_share(&self) -> f64 {
        self.largest.map_or(0.0, |largest| largest.scaled().over(self.sum.total()))
    }

    /// Adds the rows of another.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.largest = match (self.largest, other.largest) {
            (Some(one), Some(other)) => Some(one.heavier(other)),
            (one, other) => one.or(other),
        };
        self.sum.merge(&other.sum);
        self.squares.merge(&other.squares);
    }

    /// Returns the size of a typical row in a sum of weights: each row counts by its weight.
    pub fn typical(&self, all: &Self) -> f64 {
        all.part(&self.squares) / self.sum.total().over(all.sum.total())
    }

    /// Returns the number of rows of equal weight with the same information (L. Kish 1965).
    pub fn effective_rows(&self) -> Option<f64> {
        let sum = self.sum.total();
        (self.rows > 0).then(|| sum.times(sum).over(self.squares.total()))
    }

    /// Estimates the share of these rows' weight in that of `all`.
    pub fn share_of(&self, all: &Self, independent: bool) -> Estimate {
        if all.rows == 0 {
            return Estimate::plain(0.0, None);
        }
        let value = self.sum.total().over(all.sum.total());
        let (q, q_all) = (all.part(&self.squares), all.part(&all.squares));
        let squares = (1.0 - value).powi(2) * q + value * value * (q_all - q).max(0.0);
        let of = |weight: Option<RowWeight>| weight.map_or(0.0, |one| one.scaled().over(all.sum.total()));
        // Where the heaviest row is one of these, that of the others is not known, and is left out.
        let others = if all.largest == self.largest { None } else { all.largest };
        let term = f64::max((1.0 - value) * of(self.largest), value * of(others));
        Estimate::of_mean(value, all.error(squares, independent), value * (1.0 - value), (term, squares))
    }

    /// Returns the share of these rows in the weight of `all`, and the sum of their squared weights over the square of that.
    pub(super) fn shares_in(&self, all: &Self) -> (f64, f64) {
        (self.sum.total().over(all.sum.total()), all.part(&self.squares))
    }

    fn part(&self, squares: &ExactSum) -> f64 {
        let sum = self.sum.total();
        squares.total().over(sum.times(sum))
    }

    /// Returns the standard error of a variance without the factor f.
    fn error(&self, variance: f64, independent: bool) -> Option<f64> {
        let rows = self.rows as f64;
        (independent && self.rows > 1).then(|| (variance.max(0.0) * rows / (rows - 1.0)).sqrt())
    }
}

/// Returns mean and standard deviation of a number that whole groups of rows share.
pub fn mean_of_groups<'a>(
    groups: impl Iterator<Item = (f64, &'a Weight)> + Clone,
    independent: bool,
) -> Option<(Estimate, f64)> {
    let mut all = Weight::default();
    groups.clone().for_each(|(_, weight)| all.merge(weight));
    if all.rows == 0 {
        return None;
    }
    let total = all.sum.total();
    let mean: f64 = groups.clone().map(|(x, weight)| x * weight.sum.total().over(total)).sum();
    let scatter = |x: f64, weight: &Weight| (x - mean).powi(2) * weight.sum.total().over(total);
    let variance: f64 = groups.clone().map(|(x, w)| (x - mean).powi(2) * all.part(&w.squares)).sum();
    let largest = |weight: &Weight| weight.largest.map_or(0.0, |one| one.scaled().over(total));
    let term = groups.clone().map(|(x, weight)| (x - mean).abs() * largest(weight)).fold(0.0, f64::max);
    let among: f64 = groups.map(|(x, weight)| scatter(x, weight)).sum();
    let error = all.error(variance, independent);
    Some((Estimate::of_mean(mean, error, among, (term, variance)), among.sqrt()))
}

/// A quantile with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantile {
    /// The value.
    pub value: f64,
    /// `None` where it would reach beyond the values seen, or rows are not independent.
    pub interval: Option<(f64, f64)>,
}

/// Returns the least value up to which the share `q` of the weight lies, with R. Woodruff's interval. Groups have a value each, in ascending
/// order.
pub fn quantile_of_groups<'a>(
    groups: impl Iterator<Item = (f64, &'a Weight)>,
    q: f64,
    independent: bool,
) -> Option<Quantile> {
    let mut all = Weight::default();
    let mut up_to: Vec<(f64, Weight)> = Vec::new();
    for (value, weight) in groups.filter(|(_, weight)| weight.rows > 0) {
        all.merge(weight);
        up_to.push((value, all.clone()));
    }
    let at = |q: f64| {
        up_to.iter().find(|(_, weight)| weight.sum.total().over(all.sum.total()) >= q).or(up_to.last())
    };
    let (value, below) = at(q)?;
    let [squares, every] = [below, &all].map(|weight| all.part(&weight.squares));
    let error = all.error((1.0 - q).powi(2) * squares + q * q * (every - squares).max(0.0), independent);
    let interval = error.and_then(|error| {
        let (low, high) = (q - Z * error, q + Z * error);
        (low > 0.0 && high < 1.0).then(|| Some((at(low)?.0, at(high)?.0))).flatten()
    });
    Some(Quantile { value: *value, interval })
}

impl Products {
    pub fn add(&mut self, RowWeight(part, power): RowWeight, value: f64) {
        if !value.is_finite() {
            return;
        }
        self.of.add(RowWeight(part, power));
        let square = part * part;
        self.sums[0].add(part * value, power);
        self.sums[1].add(square * value, 2 * power);
        self.sums[2].add(square * value * value, 2 * power);
        self.sums[3].add(part * value * value, power);
        self.lead(Some((RowWeight(part, power), value)));
    }

    /// Keeps a row if it is the heaviest, or has the largest product.
    fn lead(&mut self, row: Option<(RowWeight, f64)>) {
        let Some((weight, value)) = row else { return };
        // Of equal rows the one with the larger number, so that the order of rows does not matter.
        let is_heavier = |(other, its): (RowWeight, f64)| {
            if other == weight { value > its } else { other.heavier(weight) == weight }
        };
        if self.heaviest.is_none_or(is_heavier) {
            self.heaviest = row;
        }
        let is_larger = |other: (RowWeight, f64)| {
            let (RowWeight(part, power), (RowWeight(its_part, its_power), its)) = (weight, other);
            let scale = 2_f64.powi((power - its_power).clamp(-1000, 1000));
            let (mine, theirs) = (part * value.abs() * scale, its_part * its.abs());
            mine > theirs || (mine >= theirs && value > its)
        };
        if self.largest.is_none_or(is_larger) {
            self.largest = row;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.of.merge(&other.of);
        self.sums.iter_mut().zip(&other.sums).for_each(|(mine, theirs)| mine.merge(theirs));
        self.lead(other.heaviest);
        self.lead(other.largest);
    }

    /// Returns the weighted mean.
    pub fn mean(&self, independent: bool) -> Option<Estimate> {
        if self.of.rows == 0 {
            return None;
        }
        let mean = self.sums[0].total().over(self.of.sum.total());
        let [x, xx] = [1, 2].map(|n: usize| self.of.part(&self.sums[n]));
        let variance = xx - 2.0 * mean * x + mean * mean * self.of.part(&self.of.squares);
        let term = |row: Option<(RowWeight, f64)>| {
            row.map_or(0.0, |(weight, value)| {
                weight.scaled().over(self.of.sum.total()) * (value - mean).abs()
            })
        };
        let term = f64::max(term(self.heaviest), term(self.largest));
        let error = self.of.error(variance, independent);
        Some(Estimate::of_mean(mean, error, self.variance().unwrap_or(0.0), (term, variance)))
    }

    /// Returns the variance of the number among puzzles.
    fn variance(&self) -> Option<f64> {
        let whole = self.of.sum.total();
        let of = |n: usize| self.sums[n].total().over(whole);
        (self.of.rows > 0).then(|| (of(3) - of(0) * of(0)).max(0.0))
    }

    /// Returns the standard deviation of the number among puzzles.
    pub fn sd(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }
}

impl Weights {
    /// Adds the weight of a row.
    pub fn add(&mut self, one: RowWeight, givens: u16, rating: Option<u16>) {
        self.all.add(one);
        self.by_givens_and_rating.entry((givens, rating)).or_default().add(one);
    }

    /// Adds the weight of a row to its batch.
    pub fn add_to_batch(&mut self, one: RowWeight, index: u64, givens: u16) {
        self.batches.resize_with(BATCHES, Products::default);
        #[expect(clippy::cast_possible_truncation, reason = "below the number of batches")]
        self.batches[(index % BATCHES as u64) as usize].add(one, givens.into());
    }

    /// Returns the number of rows of equal weight whose mean number of givens, with the deviation `sd`, would vary as much as that of
    /// batches; `None` where a batch has no row.
    pub fn effective_rows_by_batches(&self, mean: f64, sd: f64) -> Option<f64> {
        if self.batches.is_empty() || self.batches.iter().any(|batch| batch.of.rows == 0) {
            return None;
        }
        let whole = self.all.sum.total();
        let deviation = |batch: &Products| {
            let expected = Scaled::of(mean).times(batch.of.sum.total());
            batch.sums[0].total().plus(expected.negated()).over(whole)
        };
        let batches = BATCHES as f64;
        let variance: f64 = self.batches.iter().map(|batch| deviation(batch).powi(2)).sum();
        let variance = variance * batches / (batches - 1.0);
        (variance > 0.0).then(|| sd * sd / variance)
    }

    /// Adds the attempts of a row.
    pub fn add_attempts(&mut self, RowWeight(part, power): RowWeight, attempts: f64) {
        let ([products, sum, squares], rows) = &mut self.attempts;
        products.add(part * attempts, power);
        sum.add(attempts, 0);
        squares.add_square(attempts, 0);
        *rows += 1;
    }

    /// Adds the rows of another.
    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        merge_maps(&mut self.by_givens_and_rating, &other.by_givens_and_rating, Weight::merge);
        merge_maps(&mut self.by_level, &other.by_level, Weight::merge);
        merge_maps(&mut self.by_hardest, &other.by_hardest, Weight::merge);
        merge_maps(&mut self.by_technique, &other.by_technique, Weight::merge);
        self.falls_to_singles.merge(&other.falls_to_singles);
        self.beyond_budget.merge(&other.beyond_budget);
        self.score.merge(&other.score);
        merge_maps(&mut self.by_score_bin, &other.by_score_bin, Weight::merge);
        merge_maps(&mut self.by_score, &other.by_score, Weight::merge);
        if !other.batches.is_empty() {
            self.batches.resize_with(BATCHES, Products::default);
            self.batches.iter_mut().zip(&other.batches).for_each(|(mine, theirs)| mine.merge(theirs));
        }
        self.attempts.0.iter_mut().zip(&other.attempts.0).for_each(|(mine, theirs)| mine.merge(theirs));
        self.attempts.1 += other.attempts.1;
    }

    /// Estimates the mean weight of an attempt; `None` if a row has no number of attempts.
    pub fn per_attempt(&self, independent: bool) -> Option<LogEstimate> {
        let ([products, sum, squares], rows) = &self.attempts;
        let (weight, attempts) = (self.all.sum.total(), sum.total());
        if self.all.rows == 0 || *rows != self.all.rows || attempts.value() <= 0.0 {
            return None;
        }
        // Relative to W^2, so that nothing overflows: r^2 / W^2 = 1 / (sum a)^2.
        let per_square = squares.total().over(attempts.times(attempts));
        let mixed = products.total().over(weight.times(attempts));
        let variance = Scaled::of(self.all.part(&self.all.squares))
            .plus(Scaled::of(2.0 * mixed).negated())
            .plus(Scaled::of(per_square))
            .value();
        Some(LogEstimate {
            ln: weight.ln() - attempts.ln(),
            relative_error: self.all.error(variance, independent),
        })
    }
}

/// Rows and their weight.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// Rows.
    pub rows: u64,
    /// Their weights.
    pub weight: Weight,
}

impl Group {
    /// Adds a row.
    pub fn add(&mut self, weight: Option<RowWeight>) {
        self.rows += 1;
        if let Some(weight) = weight {
            self.weight.add(weight);
        }
    }

    /// Adds the rows of another.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.weight.merge(&other.weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_generate::random;
    use gridmill_testing::sample;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    /// Intervals of the quartiles of samples of 200 rows, whose weights grow with their values, as those of givens do, and whose values
    /// are those of 400 steps. Of 1,000 intervals of 95 %, 93 to 98 % contain the quartile of the population; steps make them cover a little more.
    #[test]
    fn intervals_of_weighted_quantiles_cover_the_quantile() {
        const STEPS: u64 = 400;
        let (samples, range) = sample((300, 272..=299), (1000, 930..=985));
        let mut rng = Pcg64::from_seed(*b"quartiles of weighted rows......");
        let weight = |value: u64| (value as f64 / 80.0).exp();
        let all: f64 = (0..STEPS).map(weight).sum();
        let truth = |q: f64| {
            let mut up_to = 0.0;
            (0..STEPS).find(|&value| {
                up_to += weight(value) / all;
                up_to >= q
            })
        };
        for q in [0.25, 0.5, 0.75] {
            let expected = truth(q).unwrap() as f64;
            let mut covered = 0;
            for _ in 0..samples {
                let mut groups: BTreeMap<u64, Weight> = BTreeMap::new();
                for _ in 0..200 {
                    let value = random::below(&mut rng, STEPS);
                    let one = RowWeight::of_ln(value as f64 / 80.0).unwrap();
                    groups.entry(value).or_default().add(one);
                }
                let groups = groups.iter().map(|(&value, weight)| (value as f64, weight));
                let (low, high) = quantile_of_groups(groups, q, true).unwrap().interval.unwrap();
                covered += u32::from(low <= expected && expected <= high);
            }
            assert!(range.contains(&covered), "{q}: {covered} of {samples}");
        }
    }

    /// Of equal weights the interval is that of ranks: 100 numbers have the median 50, and its share the error 0.05 * sqrt(100/99).
    #[test]
    fn a_median_of_equal_weights_has_the_interval_of_ranks() {
        let mut one = Weight::default();
        one.add(RowWeight::of_ln(3.0).unwrap());
        let median = |count: u32, independent| {
            quantile_of_groups((1..=count).map(|value| (value.into(), &one)), 0.5, independent)
        };
        // 0.5 -+ 1.96 * 0.05025 is 0.4015 to 0.5985.
        assert_eq!(median(100, true), Some(Quantile { value: 50.0, interval: Some((41.0, 60.0)) }));
        assert_eq!(median(100, false), Some(Quantile { value: 50.0, interval: None }));
        assert_eq!(
            median(3, true),
            Some(Quantile { value: 2.0, interval: None }),
            "0.5 + 1.96 * 0.35 is beyond"
        );
        assert_eq!(median(0, true), None);
    }
}
