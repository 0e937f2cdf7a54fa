//! Numbers of one column: count, moments without rounding, and distribution.

use super::{
    distribution::Distribution,
    exact::{Double, ExactSum},
};
use hdrhistogram::Histogram;

/// Largest time of a histogram in nanoseconds: an hour. Longer times count as an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Whole {
    count: u64,
    sum: i128,
    /// Squares modulo 2^128, and how often that was passed.
    squares: (u128, u64),
    range: Option<(i128, i128)>,
}

/// Moments of floats.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Real {
    /// Number of finite values.
    pub count: u64,
    not_finite: u64,
    sum: ExactSum,
    squares: ExactSum,
    range: Option<(f64, f64)>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Moments {
    Whole(Whole),
    Real(Real),
}

/// Range, mean and standard deviation of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberSpread {
    pub min: f64,
    pub max: f64,
    pub mean: f64,
    /// With one less than their number below the fraction; `None` of a single number.
    pub sd: Option<f64>,
}

/// A column of numbers.
#[derive(Debug, Clone)]
pub struct Numbers {
    pub(crate) moments: Moments,
    pub(crate) shape: NumberShape,
}

#[derive(Debug, Clone)]
pub(crate) enum NumberShape {
    Values(Distribution),
    /// Nanoseconds, to three digits.
    Times(Box<Histogram<u64>>),
}

impl Whole {
    #[inline]
    pub(crate) fn add(&mut self, value: i128) {
        self.count += 1;
        self.sum += value;
        self.add_squares(value.unsigned_abs().pow(2), 0);
        let (min, max) = self.range.get_or_insert((value, value));
        (*min, *max) = ((*min).min(value), (*max).max(value));
    }

    const fn add_squares(&mut self, squares: u128, over: u64) {
        let (sum, overflowed) = self.squares.0.overflowing_add(squares);
        self.squares = (sum, self.squares.1 + over + overflowed as u64);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.add_squares(other.squares.0, other.squares.1);
        self.range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (mine, theirs) => mine.or(theirs),
        };
    }

    pub(crate) fn spread(&self) -> Option<NumberSpread> {
        let (min, max) = self.range?;
        let rows = self.count as f64;
        let mean = Double::from(self.sum).value() / rows;
        let span = max as f64 - min as f64;
        let scatter = if rows * span * span < 3e38 { self.scatter() } else { self.rough_scatter() };
        let variance = scatter.max(0.0) / (rows - 1.0);
        let sd = (self.count > 1).then(|| variance.sqrt());
        Some(NumberSpread { min: min as f64, max: max as f64, mean, sd })
    }

    /// Returns the sum of squared distances from the mean, where it is below 2^128: overflow on the way cancels, as numbers wrap
    /// around.
    #[expect(clippy::cast_sign_loss, reason = "modulo 2^128")]
    fn scatter(&self) -> f64 {
        let count = i128::from(self.count);
        let middle = self.sum.div_euclid(count);
        let (wrapped, of) = (middle as u128, self.sum as u128);
        let from_middle = self
            .squares
            .0
            .wrapping_sub(wrapped.wrapping_mul(of).wrapping_mul(2))
            .wrapping_add(wrapped.wrapping_mul(wrapped).wrapping_mul(count as u128));
        let rest = self.sum.rem_euclid(count) as f64;
        from_middle as f64 - rest * rest / self.count as f64
    }

    /// Returns the sum of squared distances of larger numbers, to about 16 digits of their squares.
    fn rough_scatter(&self) -> f64 {
        let half = |part: u128| i128::try_from(part).unwrap_or(i128::MAX);
        let (high, low) = (half(self.squares.0 >> 64), half(self.squares.0 & u128::from(u64::MAX)));
        let power = 2_f64.powi(64);
        let squares = Double::from(low)
            + Double::from(high) * Double::from(power)
            + Double::from(self.squares.1 as f64) * Double::from(power * power);
        let sum = Double::from(self.sum);
        (Double::from(self.count as f64) * squares - sum * sum).value() / self.count as f64
    }
}

impl Real {
    pub fn add(&mut self, value: f64) {
        if !value.is_finite() {
            self.not_finite += 1;
            return;
        }
        self.count += 1;
        self.sum.add(value, 0);
        self.squares.add_square(value, 0);
        let (min, max) = self.range.get_or_insert((value, value));
        (*min, *max) = (min.min(value), max.max(value));
    }

    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.not_finite += other.not_finite;
        self.sum.merge(&other.sum);
        self.squares.merge(&other.squares);
        self.range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (mine, theirs) => mine.or(theirs),
        };
    }

    pub fn spread(&self) -> Option<NumberSpread> {
        let (min, max) = self.range?;
        let (sum, squares) = (self.sum.total().double(), self.squares.total().double());
        let (mean, sd) = mean_and_sd(self.count, sum, squares);
        Some(NumberSpread { min, max, mean, sd }).filter(|spread| spread.mean.is_finite())
    }
}

/// Computes mean and standard deviation from sums, with twice a float's digits for the difference of large sums.
fn mean_and_sd(count: u64, sum: Double, squares: Double) -> (f64, Option<f64>) {
    let rows = count as f64;
    let mean = sum.value() / rows;
    let scatter = Double::from(rows) * squares - sum * sum;
    let variance = (scatter.value() / rows / (rows - 1.0)).max(0.0);
    (mean, (count > 1).then(|| variance.sqrt()).filter(|sd| sd.is_finite()))
}

impl Numbers {
    /// Builds a column of whole numbers; of nanoseconds if `times`.
    pub fn whole(times: bool) -> Self {
        let shape =
            if times { NumberShape::Times(Box::new(times_histogram())) } else { NumberShape::default() };
        Self { moments: Moments::Whole(Whole::default()), shape }
    }

    /// Floats.
    pub fn real() -> Self {
        Self { moments: Moments::Real(Real::default()), shape: NumberShape::default() }
    }

    #[inline]
    pub(crate) fn add_whole(&mut self, value: i128) {
        match &mut self.moments {
            Moments::Whole(moments) => moments.add(value),
            Moments::Real(moments) => moments.add(value as f64),
        }
        match &mut self.shape {
            NumberShape::Values(values) => values.add(value as f64, 1),
            NumberShape::Times(times) => {
                // It grows with its values, of which none is beyond its bound.
                let _ = times.record(u64::try_from(value).unwrap_or(0).min(LONGEST_NS));
            }
        }
    }

    pub(crate) fn add_real(&mut self, value: f64) {
        if let Moments::Real(moments) = &mut self.moments {
            moments.add(value);
        }
        if let (NumberShape::Values(values), true) = (&mut self.shape, value.is_finite()) {
            values.add(value, 1);
        }
    }

    /// Adds another column; returns false if it is of another kind.
    pub fn merge(&mut self, other: &Self) -> bool {
        match (&mut self.moments, &other.moments) {
            (Moments::Whole(mine), Moments::Whole(theirs)) => mine.merge(theirs),
            (Moments::Real(mine), Moments::Real(theirs)) => mine.merge(theirs),
            _ => return false,
        }
        match (&mut self.shape, &other.shape) {
            (NumberShape::Values(mine), NumberShape::Values(theirs)) => mine.merge(theirs),
            // Grows to the size of the other.
            (NumberShape::Times(mine), NumberShape::Times(theirs)) => return mine.add(&**theirs).is_ok(),
            _ => return false,
        }
        true
    }

    /// Returns mean and standard deviation, if they are known.
    pub fn spread(&self) -> Option<NumberSpread> {
        match &self.moments {
            Moments::Whole(moments) => moments.spread(),
            Moments::Real(moments) => moments.spread(),
        }
    }

    /// Returns the number of values that are not finite.
    pub const fn not_finite(&self) -> u64 {
        match &self.moments {
            Moments::Whole(_) => 0,
            Moments::Real(moments) => moments.not_finite,
        }
    }

    /// Returns the three quartiles.
    pub fn quartiles(&self) -> Option<[f64; 3]> {
        let shares = [0.25, 0.5, 0.75];
        match &self.shape {
            NumberShape::Values(values) => {
                let [q1, median, q3] = shares.map(|share| values.quantile(share));
                Some([q1?, median?, q3?])
            }
            NumberShape::Times(times) => {
                (!times.is_empty()).then(|| shares.map(|share| times.value_at_quantile(share) as f64))
            }
        }
    }

    /// Returns true if quartiles are exact, and not to three digits.
    pub const fn is_exact(&self) -> bool {
        matches!(&self.shape, NumberShape::Values(values) if values.is_exact())
    }

    /// Returns the counts of values, where they are few.
    pub const fn distribution(&self) -> Option<&Distribution> {
        if let NumberShape::Values(values) = &self.shape { Some(values) } else { None }
    }

    pub(crate) fn times(&self) -> Option<&Histogram<u64>> {
        if let NumberShape::Times(times) = &self.shape { Some(times) } else { None }
    }
}

impl Default for NumberShape {
    fn default() -> Self {
        Self::Values(Distribution::default())
    }
}

#[expect(clippy::expect_used, reason = "the precision is a constant")]
fn times_histogram() -> Histogram<u64> {
    Histogram::new(3).expect("valid histogram precision")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_close_together_keep_their_deviation() {
        let mut whole = Whole::default();
        for value in [u64::MAX, u64::MAX - 2, u64::MAX - 1] {
            whole.add(value.into());
        }
        assert!((whole.spread().and_then(|spread| spread.sd).unwrap() - 1.0).abs() < 1e-9);
        let mut real = Real::default();
        for value in [1e12 + 0.5, 1e12 - 0.5, f64::NAN] {
            real.add(value);
        }
        let spread = real.spread().unwrap();
        assert!((spread.sd.unwrap() - 0.5_f64.sqrt()).abs() < 1e-9);
        assert_eq!((real.count, real.not_finite), (2, 1));
        assert_eq!(Whole::default().spread(), None);
    }
}
