//! Estimates with standard errors, and those of the numbers of minimal puzzles, from what was counted within subsets.
//!
//! ```text
//! row i: attempts a; for each number j of givens x(j), the sum over its attempts of unbiased estimates of the minimal puzzles of a grid
//!        t = sum over j of x(j),      X(j) = sum of x(j),      X = sum of t,      n rows,  f = n / (n-1)
//!
//! puzzles per grid         r = X / sum a            variance  f sum (t - r a)^2 / (sum a)^2
//! share of j givens        p = X(j) / X             variance  f sum (x(j) - p t)^2 / X^2
//! mean givens              m = sum j X(j) / X       variance  f sum (sum over j of x(j) (j-m))^2 / X^2
//! ```
//!
//! An attempt that enumerates a subset counts all minimal puzzles within it; the row keeps one of them. By the theorem of Rao and
//! Blackwell the counts have the smaller variance. The estimators are ratios, with the delta method's variances (W. G. Cochran,
//! "Sampling Techniques", 3rd edition 1977, chapter 6).

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use std::collections::BTreeMap;

/// Minimal puzzles that the attempts of one row counted.
///
/// For each number of givens, the sum over the attempts of an unbiased estimate of the minimal puzzles of a grid with that many givens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RowCounts(Vec<(u16, f64)>);

impl RowCounts {
    /// Creates the counts of a row from numbers of givens, in ascending order, with their estimates.
    pub fn new(by_givens: impl IntoIterator<Item = (u16, f64)>) -> Self {
        Self(by_givens.into_iter().filter(|&(_, count)| count > 0.0).collect())
    }

    /// Returns the numbers of givens, in ascending order, with their estimates, of which none is 0.
    pub fn by_givens(&self) -> &[(u16, f64)] {
        &self.0
    }

    /// Returns the sum of the estimates, and that of their products with the givens.
    fn moments(&self) -> (f64, f64) {
        let add =
            |(all, moment), &(givens, count): &(u16, f64)| (all + count, moment + count * f64::from(givens));
        self.0.iter().fold((0.0, 0.0), add)
    }
}

/// Sums over the counts of rows. Those of disjoint runs add up to those of the whole.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountSums {
    /// Rows whose attempts are counted.
    pub rows: u64,
    /// Their attempts.
    pub attempts: u64,
    /// Sum of the squared attempts of each row.
    pub squared_attempts: f64,
    /// Sums for each number of givens that was counted.
    pub by_givens: BTreeMap<u16, GivensCounts>,
}

/// Sums over the counts of puzzles with one number of givens.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivensCounts {
    /// Rows that counted such puzzles.
    pub rows: u64,
    /// Sum of x(j).
    pub sum: f64,
    /// Sum of x(j) a.
    pub with_attempts: f64,
    /// Sums of x(j) x(k) for each number k of givens up to this one.
    pub products: BTreeMap<u16, f64>,
    /// The row with the largest x(j): its x(j), and its sums of x(k) and k x(k) over all k.
    pub largest: [f64; 3],
}

// Sums are finite.
impl Eq for CountSums {}

/// Estimates from counts.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CountEstimates {
    /// Mean givens.
    pub mean_givens: Estimate,
    /// Standard deviation of the givens.
    pub sd_givens: f64,
    /// Share of each number of givens, 0 to 1.
    pub shares: BTreeMap<u16, Estimate>,
    /// Minimal puzzles per grid.
    pub per_grid: LogEstimate,
}

impl CountSums {
    /// Adds a row with its attempts.
    pub fn absorb(&mut self, counts: &RowCounts, attempts: u64) {
        let a = attempts as f64;
        self.rows += 1;
        self.attempts += attempts;
        self.squared_attempts += a * a;
        let (all, moment) = counts.moments();
        for (place, &(givens, count)) in counts.by_givens().iter().enumerate() {
            let sums = self.by_givens.entry(givens).or_default();
            sums.rows += 1;
            sums.sum += count;
            sums.with_attempts += count * a;
            if count > sums.largest[0] {
                sums.largest = [count, all, moment];
            }
            for &(other, its_count) in &counts.by_givens()[..=place] {
                *sums.products.entry(other).or_default() += count * its_count;
            }
        }
    }

    /// Adds the sums over other rows.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.attempts += other.attempts;
        self.squared_attempts += other.squared_attempts;
        for (&givens, theirs) in &other.by_givens {
            let sums = self.by_givens.entry(givens).or_default();
            sums.rows += theirs.rows;
            sums.sum += theirs.sum;
            sums.with_attempts += theirs.with_attempts;
            if theirs.largest[0] > sums.largest[0] {
                sums.largest = theirs.largest;
            }
            for (&of, product) in &theirs.products {
                *sums.products.entry(of).or_default() += product;
            }
        }
    }

    /// Returns true if the sums can be those of `rows` rows: whole, finite and not negative.
    pub fn are_of(&self, rows: u64) -> bool {
        let is_sum = |sum: f64| sum.is_finite() && sum >= 0.0;
        let is_whole = |(&givens, sums): (&u16, &GivensCounts)| {
            let known: Vec<&u16> = self.by_givens.range(..=givens).map(|(other, _)| other).collect();
            let values = [sums.sum, sums.with_attempts].into_iter().chain(sums.largest);
            (1..=rows).contains(&sums.rows)
                && values.chain(sums.products.values().copied()).all(is_sum)
                && sums.sum > 0.0
                && sums.products.contains_key(&givens)
                && sums.products.keys().all(|other| known.contains(&other))
        };
        self.rows == rows
            && self.attempts >= rows
            && is_sum(self.squared_attempts)
            && self.by_givens.iter().all(is_whole)
    }

    /// Returns the sum of `of` over all pairs of numbers of givens, times the sums of their products.
    fn quadratic(&self, of: impl Fn(u16) -> f64) -> f64 {
        let of_pair = |(&j, sums): (&u16, &GivensCounts)| {
            let pair = |(&k, product): (&u16, &f64)| of(j) * of(k) * product * if j == k { 1.0 } else { 2.0 };
            sums.products.iter().map(pair).sum::<f64>()
        };
        self.by_givens.iter().map(of_pair).sum::<f64>().max(0.0)
    }

    /// Returns the largest size of what `term` makes of the rows with the largest x(j) for some j.
    fn largest(&self, term: impl Fn(u16, [f64; 3]) -> f64) -> f64 {
        let terms = self.by_givens.iter().map(|(&givens, sums)| term(givens, sums.largest).abs());
        terms.fold(0.0, f64::max)
    }

    /// Computes the estimates, with errors if rows are `independent`; `None` where nothing was counted.
    pub fn estimates(&self, independent: bool) -> Option<CountEstimates> {
        let sum = |of: &dyn Fn(u16, &GivensCounts) -> f64| -> f64 {
            self.by_givens.iter().map(|(&givens, sums)| of(givens, sums)).sum()
        };
        let all = sum(&|_, sums| sums.sum);
        if all <= 0.0 {
            return None;
        }
        let rows = self.rows as f64;
        let error = |squares: f64| {
            (independent && self.rows > 1).then(|| (squares * rows / (rows - 1.0)).sqrt() / all)
        };
        let mean = sum(&|givens, sums| sums.sum * f64::from(givens)) / all;
        let squared_distance = |givens: u16| (f64::from(givens) - mean).powi(2);
        let sd_givens = (sum(&|givens, sums| sums.sum * squared_distance(givens)) / all).sqrt();
        let squares = self.quadratic(|givens| f64::from(givens) - mean);
        let largest = self.largest(|_, [_, all, moment]| moment - mean * all);
        let mean_givens = Estimate::of_mean(mean, error(squares), sd_givens.powi(2), (largest, squares));
        let share = |(&givens, sums): (&u16, &GivensCounts)| {
            let value = sums.sum / all;
            let squares = self.quadratic(|other| f64::from(u8::from(other == givens)) - value);
            let [count, all, _] = sums.largest;
            let part = (count - value * all, squares);
            (givens, Estimate::of_mean(value, error(squares), value * (1.0 - value), part))
        };
        let attempts = self.attempts as f64;
        let ratio = all / attempts;
        let squares = self.quadratic(|_| 1.0) - 2.0 * ratio * sum(&|_, sums| sums.with_attempts)
            + ratio * ratio * self.squared_attempts;
        Some(CountEstimates {
            mean_givens,
            sd_givens,
            shares: self.by_givens.iter().map(share).collect(),
            per_grid: LogEstimate { ln: ratio.ln(), relative_error: error(squares.max(0.0)) },
        })
    }
}

/// Estimate of a number, with its standard error if that is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    #[serde(rename = "estimate")]
    pub value: f64,
    /// Standard error, in the same unit; `None` if rows depend on each other, or if there is only one.
    #[serde(rename = "standard_error")]
    pub error: Option<f64>,
    /// Number of independent puzzles, drawn evenly, whose estimate would have this error: the variance of the quantity among puzzles over the
    /// square of the error. Each estimate has its own.
    pub effective_rows: Option<f64>,
    /// Part of the sum of squares behind the error that is of one row, 0 to 1. Above [`RESTING`](Self::RESTING), the error cannot be trusted.
    pub largest_part: Option<f64>,
}

/// Estimate of a number that may be too large for a float, by its logarithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogEstimate {
    /// Natural logarithm of the estimate.
    pub ln: f64,
    /// Standard error relative to the estimate; `None` if rows depend on each other, or if there is only one.
    pub relative_error: Option<f64>,
}

impl Estimate {
    /// Part of the sum of squares from which an estimate rests on one row.
    pub const RESTING: f64 = 0.1;

    /// Creates an estimate of which no more is known.
    pub const fn plain(value: f64, error: Option<f64>) -> Self {
        Self { value, error, effective_rows: None, largest_part: None }
    }

    /// Creates an estimate of a mean over puzzles. `variance` is that of the number among puzzles; one row adds up to the square of `term` to the
    /// sum of `squares` behind the error.
    pub fn of_mean(value: f64, error: Option<f64>, variance: f64, (term, squares): (f64, f64)) -> Self {
        let effective_rows = error.filter(|&error| error > 0.0).map(|error| variance / (error * error));
        let largest_part = (squares > 0.0).then(|| (term * term / squares).min(1.0));
        Self { value, error, effective_rows, largest_part }
    }

    /// Returns true if one row makes too much of the error for it to be trusted.
    pub fn rests_on_one_row(&self) -> bool {
        self.largest_part.is_some_and(|part| part > Self::RESTING)
    }
}

impl LogEstimate {
    /// Returns the estimate; infinite if it exceeds 1.8e308.
    pub fn value(self) -> f64 {
        self.ln.exp()
    }
}

impl Serialize for LogEstimate {
    /// Writes `estimate` (null if it exceeds 1.8e308), `ln` and `relative_standard_error`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("LogEstimate", 3)?;
        fields.serialize_field("estimate", &self.value())?;
        fields.serialize_field("ln", &self.ln)?;
        fields.serialize_field("relative_standard_error", &self.relative_error)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attempts, and estimates by number of givens.
    const ROWS: [(u64, &[(u16, f64)]); 5] = [
        (3, &[(24, 2.0), (25, 7.5)]),
        (1, &[]),
        (5, &[(23, 0.125), (25, 4.0), (26, 10.0)]),
        (2, &[(25, 1.0), (30, 90.0)]),
        (9, &[(24, 3.0), (26, 8.0)]),
    ];

    fn sums(rows: &[(u64, &[(u16, f64)])]) -> CountSums {
        let mut sums = CountSums::default();
        for &(attempts, counts) in rows {
            sums.absorb(&RowCounts::new(counts.iter().copied()), attempts);
        }
        sums
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs()
    }

    /// Compares every estimate, its error, and the part of one row in it with its formula, row by row.
    #[test]
    fn estimates_are_what_their_formulas_say() {
        let found = sums(&ROWS).estimates(true).unwrap();
        let of_row = |row: &[(u16, f64)], of: &dyn Fn(f64) -> f64| -> f64 {
            row.iter().map(|&(givens, count)| of(f64::from(givens)) * count).sum()
        };
        let all: f64 = ROWS.iter().map(|(_, row)| of_row(row, &|_| 1.0)).sum();
        let check = |estimate: Estimate, of: &dyn Fn(f64) -> f64| {
            let value = ROWS.iter().map(|(_, row)| of_row(row, of)).sum::<f64>() / all;
            let squares: Vec<f64> =
                ROWS.iter().map(|(_, row)| of_row(row, &|givens| of(givens) - value).powi(2)).collect();
            let sum: f64 = squares.iter().sum();
            assert!(near(estimate.value, value));
            assert!(near(estimate.error.unwrap(), (sum * 5.0 / 4.0).sqrt() / all));
            squares.iter().fold(0.0, |a, &b| f64::max(a, b)) / sum
        };
        let largest = check(found.mean_givens, &|givens| givens);
        assert!(near(found.mean_givens.largest_part.unwrap(), largest));
        for (&j, &share) in &found.shares {
            let largest = check(share, &|givens| f64::from(u8::from((givens - f64::from(j)).abs() < 0.5)));
            // Of the rows with most puzzles of j givens.
            assert!(share.largest_part.unwrap() <= largest + 1e-12);
        }
        assert_eq!(found.shares.keys().copied().collect::<Vec<_>>(), [23, 24, 25, 26, 30]);
        let ratio = all / 20.0;
        let squares: f64 =
            ROWS.iter().map(|(a, row)| (of_row(row, &|_| 1.0) - ratio * *a as f64).powi(2)).sum();
        assert!(near(found.per_grid.value(), ratio));
        assert!(near(found.per_grid.relative_error.unwrap(), (squares * 5.0 / 4.0).sqrt() / all));
        let error = found.mean_givens.error.unwrap();
        assert!(near(found.mean_givens.effective_rows.unwrap(), (found.sd_givens / error).powi(2)));
    }

    /// The sums of parts are those of the whole, to the last bit where their terms are; JSON keeps every bit.
    #[test]
    fn parts_add_up_and_are_written_exactly() {
        let whole = sums(&ROWS);
        let mut parts = sums(&ROWS[..2]);
        parts.merge(&CountSums::default());
        parts.merge(&sums(&ROWS[2..]));
        assert_eq!(parts, whole);
        let third = [(1_u64, &[(24_u16, 1.0 / 3.0), (27, 1e31 / 7.0)][..])];
        for sums in [whole, sums(&third)] {
            let text = serde_json::to_string(&sums).unwrap();
            assert_eq!(serde_json::from_str::<CountSums>(&text).unwrap(), sums);
        }
    }

    #[test]
    fn sums_that_no_rows_have_are_recognised() {
        let sums = sums(&ROWS);
        assert!(sums.are_of(5) && !sums.are_of(4) && CountSums::default().are_of(0));
        let changed = |change: fn(&mut CountSums)| {
            let mut changed = sums.clone();
            change(&mut changed);
            changed.are_of(5)
        };
        assert!(!changed(|sums| sums.attempts = 4));
        assert!(!changed(|sums| sums.squared_attempts = f64::INFINITY));
        assert!(!changed(|sums| sums.by_givens.get_mut(&24).unwrap().sum = -1.0));
        assert!(!changed(|sums| drop(sums.by_givens.remove(&23))));
        assert_eq!(CountSums::default().estimates(true), None);
        assert_eq!(sums.estimates(false).unwrap().mean_givens.error, None);
    }
}
