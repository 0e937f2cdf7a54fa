//! Estimates the statistics of all minimal puzzles from weighted rows, with standard errors.
//!
//! ```text
//! row i: weight w, givens k, attempts a          W = sum w,  n rows,  f = n / (n-1)
//!
//! mean givens          m = sum w k / W           variance  f sum w^2 (k-m)^2 / W^2
//! puzzles per grid     r = W / sum a             variance  f sum (w - r a)^2 / (sum a)^2
//! effective rows       variance among puzzles / variance of the estimate
//! ```
//!
//! Means are ratio estimators and their variances the delta method's (W. G. Cochran, "Sampling Techniques", 3rd edition
//! 1977, chapter 6). Each estimate has effective rows of its own (the design effect of L. Kish, "Survey Sampling", 1965). All assume many
//! independent rows: where one row makes a large part of the squares behind an error, the error is usually too small.
//!
//! Sums are kept by number of givens and relative to the largest weight so far, so that nothing overflows or cancels.
//! Rows are added in their order: the result does not depend on threads.
//!
//! Where the attempts of the rows counted minimal puzzles ([`CountSums`]), all of this is estimated from the counts, which tell more.

use crate::{CountSums, Estimate, Fill, LogEstimate, Plan, RowCounts, counts::CountEstimates};
use serde::Serialize;
use std::collections::BTreeMap;

/// Sums over weighted rows. Those of disjoint runs add up to those of the whole, except for rounding.
#[derive(Debug, Clone)]
pub struct WeightSums {
    /// Natural logarithm of the largest weight; sums of weights are relative to it.
    scale: f64,
    by_givens: BTreeMap<usize, GivensSums>,
    weight_attempts: f64,
    attempts: f64,
    squared_attempts: f64,
    counts: CountSums,
}

#[derive(Debug, Clone, Copy, Default)]
struct GivensSums {
    rows: u64,
    weights: f64,
    squares: f64,
    largest: f64,
}

/// Estimates for all minimal puzzles of the grids that weighted rows were dug from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightedEstimates {
    /// Subsets and digs whose minimal puzzles were counted for these estimates; `None` where the weights of the rows make them.
    pub counted_attempts: Option<u64>,
    /// Mean givens.
    pub mean_givens: Estimate,
    /// Standard deviation of the givens.
    pub sd_givens: f64,
    /// Share of each number of givens, 0 to 1.
    pub shares: BTreeMap<usize, Estimate>,
    /// Minimal puzzles per grid.
    #[serde(rename = "minimal_puzzles_per_grid")]
    pub per_grid: LogEstimate,
    /// Minimal puzzles of all grids of the shape; `None` unless the fill is uniform.
    #[serde(rename = "minimal_puzzles")]
    pub total: Option<LogEstimate>,
}

impl Default for WeightSums {
    fn default() -> Self {
        Self {
            scale: f64::NEG_INFINITY,
            by_givens: BTreeMap::new(),
            weight_attempts: 0.0,
            attempts: 0.0,
            squared_attempts: 0.0,
            counts: CountSums::default(),
        }
    }
}

impl WeightSums {
    /// Adds one row; `ln_weight` is the natural logarithm of its weight, and `counts` are the puzzles that its attempts counted.
    pub fn absorb(&mut self, givens: usize, ln_weight: f64, attempts: u64, counts: Option<&RowCounts>) {
        if let Some(counts) = counts {
            self.counts.absorb(counts, attempts);
        }
        self.rescale(ln_weight);
        let (weight, attempts) = ((ln_weight - self.scale).exp(), attempts as f64);
        let sums = self.by_givens.entry(givens).or_default();
        sums.rows += 1;
        sums.weights += weight;
        sums.squares += weight * weight;
        sums.largest = sums.largest.max(weight);
        self.weight_attempts += weight * attempts;
        self.attempts += attempts;
        self.squared_attempts += attempts * attempts;
    }

    /// Adds the rows of another run.
    pub fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        let scale = self.scale.max(other.scale);
        self.rescale(scale);
        other.rescale(scale);
        for (&givens, theirs) in &other.by_givens {
            let sums = self.by_givens.entry(givens).or_default();
            sums.rows += theirs.rows;
            sums.weights += theirs.weights;
            sums.squares += theirs.squares;
            sums.largest = sums.largest.max(theirs.largest);
        }
        self.weight_attempts += other.weight_attempts;
        self.attempts += other.attempts;
        self.squared_attempts += other.squared_attempts;
        self.counts.merge(&other.counts);
    }

    /// Returns the sums over what the attempts of the rows counted, if all rows have that.
    pub fn counts(&self) -> Option<&CountSums> {
        let rows: u64 = self.by_givens.values().map(|sums| sums.rows).sum();
        (rows > 0 && self.counts.rows == rows).then_some(&self.counts)
    }

    /// Makes the sums relative to a larger weight.
    fn rescale(&mut self, scale: f64) {
        if scale > self.scale {
            let factor = (self.scale - scale).exp();
            for sums in self.by_givens.values_mut() {
                sums.weights *= factor;
                sums.squares *= factor * factor;
                sums.largest *= factor;
            }
            self.weight_attempts *= factor;
            self.scale = scale;
        }
    }

    fn sum(&self, of: impl Fn(f64, &GivensSums) -> f64) -> f64 {
        self.by_givens.iter().map(|(&givens, sums)| of(givens as f64, sums)).sum()
    }

    /// Computes the estimates from the rows, made by `plan`; `None` without rows.
    pub fn estimates(&self, plan: &Plan) -> Option<WeightedEstimates> {
        if self.by_givens.is_empty() {
            return None;
        }
        let rows = self.by_givens.values().map(|sums| sums.rows).sum::<u64>();
        // Rows that share grids are not independent, and have no known standard errors.
        let independent = plan.max_puzzles_per_grid == 1 && rows > 1;
        let grids = if plan.fill == Fill::Uniform && plan.from.is_none() {
            plan.shape.complete_grids()
        } else {
            None
        };
        let total = |per_grid: LogEstimate| {
            grids.map(|grids| LogEstimate { ln: per_grid.ln + (grids as f64).ln(), ..per_grid })
        };
        let counted = self.counts().and_then(|counts| counts.estimates(independent));
        let Some(CountEstimates { mean_givens, sd_givens, shares, per_grid }) = counted else {
            let estimates = self.by_weights(rows as f64, independent);
            return Some(WeightedEstimates { total: total(estimates.per_grid), ..estimates });
        };
        Some(WeightedEstimates {
            counted_attempts: Some(self.counts.attempts),
            mean_givens,
            sd_givens,
            shares: shares.into_iter().map(|(givens, share)| (givens.into(), share)).collect(),
            per_grid,
            total: total(per_grid),
        })
    }

    fn by_weights(&self, rows: f64, independent: bool) -> WeightedEstimates {
        let (all, squares) = (self.sum(|_, sums| sums.weights), self.sum(|_, sums| sums.squares));
        let error = |variance: f64| independent.then(|| (variance * rows / (rows - 1.0)).sqrt() / all);
        let largest = |of: &dyn Fn(usize) -> f64| {
            let terms = self.by_givens.iter().map(|(&givens, sums)| sums.largest * of(givens).abs());
            terms.fold(0.0, f64::max)
        };
        let mean = self.sum(|givens, sums| sums.weights * givens) / all;
        let variance = self.sum(|givens, sums| sums.weights * (givens - mean).powi(2)) / all;
        let mean_squares = self.sum(|givens, sums| sums.squares * (givens - mean).powi(2));
        let mean_part = (largest(&|givens| givens as f64 - mean), mean_squares);
        let share = |(&givens, sums): (&usize, &GivensSums)| {
            let value = sums.weights / all;
            let of = |other: usize| f64::from(u8::from(other == givens)) - value;
            let squares = sums.squares * (1.0 - value).powi(2) + (squares - sums.squares) * value.powi(2);
            let part = (largest(&of), squares);
            (givens, Estimate::of_mean(value, error(squares.max(0.0)), value * (1.0 - value), part))
        };
        WeightedEstimates {
            counted_attempts: None,
            mean_givens: Estimate::of_mean(mean, error(mean_squares), variance, mean_part),
            sd_givens: variance.sqrt(),
            shares: self.by_givens.iter().map(share).collect(),
            per_grid: self.per_grid(all, squares, error),
            total: None,
        }
    }

    fn per_grid(&self, all: f64, squares: f64, error: impl Fn(f64) -> Option<f64>) -> LogEstimate {
        let ratio = all / self.attempts;
        let variance = squares - 2.0 * ratio * self.weight_attempts + ratio * ratio * self.squared_attempts;
        let relative_error = error(variance.max(0.0));
        LogEstimate { ln: self.scale + ratio.ln(), relative_error }
    }
}

// Estimators for all minimal puzzles from weighted rows: each once, for the closing summary, for reports and for documents.
//
// Row i stands for w = exp(weight) puzzles. W sums w, the index c sums over the rows of a category, x is the number, a the attempts, x(j) the
// puzzles of j givens that the attempts counted, t their sum over j, n the rows, f = n / (n - 1).

/// An estimator of a statistic of all minimal puzzles, as formulas in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimator {
    /// The statistic.
    pub of: &'static str,
    /// The estimate.
    pub estimate: &'static str,
    /// Its variance, empty where it is none of an estimate.
    pub variance: &'static str,
    /// Author, title and year.
    pub source: &'static str,
}

const COCHRAN: &str = "W. G. Cochran, Sampling Techniques, 3rd edition 1977, chapter 6";

/// The estimators in use. The variances are the delta method's, that is of the linear part of a ratio; rows must be independent.
pub const ESTIMATORS: [Estimator; 5] = [
    Estimator {
        of: "share of a category",
        estimate: "p = Wc / W",
        variance: "f \u{2211} w\u{b2} (1c \u{2212} p)\u{b2} / W\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "mean",
        estimate: "m = \u{2211} w x / W",
        variance: "f \u{2211} w\u{b2} (x \u{2212} m)\u{b2} / W\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "puzzles of a grid",
        estimate: "r = W / \u{2211} a",
        variance: "f \u{2211} (w \u{2212} r a)\u{b2} / (\u{2211} a)\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "share of j givens, where attempts counted puzzles",
        estimate: "p = \u{2211} x(j) / \u{2211} t",
        variance: "f \u{2211} (x(j) \u{2212} p t)\u{b2} / (\u{2211} t)\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "effective rows of an estimate",
        estimate: "variance among puzzles / error\u{b2}",
        variance: "",
        source: "L. Kish, Survey Sampling, 1965",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dig;

    /// Givens, weight and attempts.
    const ROWS: [(usize, f64, u64); 6] =
        [(24, 1.0, 1), (25, 7.5, 3), (24, 0.25, 2), (27, 90.0, 1), (26, 40.0, 5), (25, 3.0, 1)];

    fn weights(rows: &[(usize, f64, u64)], ln_factor: f64) -> WeightSums {
        let mut weights = WeightSums::default();
        for &(givens, weight, attempts) in rows {
            weights.absorb(givens, weight.ln() + ln_factor, attempts, None);
        }
        weights
    }

    fn found(weights: &WeightSums) -> WeightedEstimates {
        weights.estimates(&Plan { dig: Dig::Weighted, ..Plan::default() }).unwrap()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs()
    }

    /// Compares every estimate with its formula, row by row.
    #[test]
    fn estimates_are_what_their_formulas_say() {
        let n = ROWS.len() as f64;
        let sum = |of: &dyn Fn(f64, f64, f64) -> f64| -> f64 {
            ROWS.iter().map(|&(k, w, a)| of(k as f64, w, a as f64)).sum()
        };
        let (all, attempts) = (sum(&|_, w, _| w), sum(&|_, _, a| a));
        let mean = sum(&|k, w, _| w * k) / all;
        let found = found(&weights(&ROWS, 0.0));
        assert!(near(found.mean_givens.value, mean));
        let variance = sum(&|k, w, _| (w * (k - mean)).powi(2)) / all.powi(2) * n / (n - 1.0);
        assert!(near(found.mean_givens.error.unwrap(), variance.sqrt()));
        assert!(near(found.sd_givens, (sum(&|k, w, _| w * (k - mean).powi(2)) / all).sqrt()));
        assert!(near(found.mean_givens.effective_rows.unwrap(), found.sd_givens.powi(2) / variance));
        let is = |k: f64| f64::from((k - 25.0).abs() < 0.5);
        let share = sum(&|k, w, _| w * is(k)) / all;
        let variance = sum(&|k, w, _| (w * (is(k) - share)).powi(2)) / all.powi(2) * n / (n - 1.0);
        assert!(
            near(found.shares[&25].value, share) && near(found.shares[&25].error.unwrap(), variance.sqrt())
        );
        let ratio = all / attempts;
        let variance = sum(&|_, w, a| (w - ratio * a).powi(2)) / all.powi(2) * n / (n - 1.0);
        let per_grid = found.per_grid;
        assert!(near(per_grid.value(), ratio) && near(per_grid.relative_error.unwrap(), variance.sqrt()));
        assert!(near(found.total.unwrap().value(), ratio * 6_670_903_752_021_072_936_960.0));
    }

    /// Weights far beyond a float's range, in any order, in one run or in parts, give the same estimates.
    #[test]
    fn neither_scale_nor_order_nor_parts_matter() {
        let plain = found(&weights(&ROWS, 0.0));
        let mut reversed = ROWS;
        reversed.reverse();
        let mut parts = weights(&ROWS[4..], 900.0);
        parts.merge(&weights(&ROWS[..4], 900.0));
        parts.merge(&WeightSums::default());
        for other in [weights(&ROWS, -900.0), weights(&reversed, 900.0), parts] {
            let shift = other.scale - 90.0_f64.ln();
            let other = found(&other);
            let ln = |found: &WeightedEstimates| found.per_grid.ln;
            assert!((ln(&other) - shift - ln(&plain)).abs() < 1e-11);
            assert!(near(other.mean_givens.value, plain.mean_givens.value));
            assert!(near(other.mean_givens.error.unwrap(), plain.mean_givens.error.unwrap()));
            assert!(near(other.mean_givens.largest_part.unwrap(), plain.mean_givens.largest_part.unwrap()));
        }
    }

    #[test]
    fn what_cannot_be_told_is_left_out() {
        let plan =
            Plan { dig: Dig::Weighted, fill: Fill::Diagonal, max_puzzles_per_grid: 2, ..Plan::default() };
        assert_eq!(WeightSums::default().estimates(&plan), None);
        let found = weights(&ROWS, 0.0).estimates(&plan).unwrap();
        assert_eq!((found.total, found.mean_givens.error, found.per_grid.relative_error), (None, None, None));
        let one = weights(&ROWS[..1], 0.0).estimates(&Plan::default()).unwrap();
        assert_eq!(
            (one.mean_givens.value, one.mean_givens.error, one.mean_givens.effective_rows),
            (24.0, None, None)
        );
    }
}
