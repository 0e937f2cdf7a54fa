//! Sums that do not depend on the order of their terms, so that the summaries of shards add up to that of the whole.
//!
//! ```text
//! term = mantissa x 2^exponent      whole 53-bit mantissas are added up by exponent, without rounding, in 128 bits;
//! sum  = S_e x 2^e over e           only reading the sum rounds, to twice the digits of a float
//! ```
//!
//! R. M. Neal, "Fast Exact Summation Using Small and Large Superaccumulators", 2015, has the idea with carries; here 2^74
//! terms fit without any.

use std::{
    collections::BTreeMap,
    ops::{Add, Mul, Sub},
};

/// The exact sum of finite floats, each times any power of two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ExactSum(BTreeMap<i32, i128>);

impl ExactSum {
    /// Adds `value` times 2^`exponent`. What is not finite is left out.
    pub(crate) fn add(&mut self, value: f64, exponent: i32) {
        if value == 0.0 || !value.is_finite() {
            return;
        }
        let bits = value.to_bits();
        let (biased, fraction) = ((bits >> 52 & 0x7FF) as i32, i128::from(bits & ((1 << 52) - 1)));
        let (mantissa, biased) = if biased == 0 { (fraction, 1) } else { (fraction | 1 << 52, biased) };
        let signed = if value < 0.0 { -mantissa } else { mantissa };
        *self.0.entry(biased - 1075 + exponent).or_default() += signed;
    }

    /// Adds the square of `value` times 2^`exponent`, without rounding.
    pub(crate) fn add_square(&mut self, value: f64, exponent: i32) {
        let square = value * value;
        self.add(square, 2 * exponent);
        self.add(value.mul_add(value, -square), 2 * exponent);
    }

    /// Adds the terms of another sum.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&exponent, mantissas) in &other.0 {
            *self.0.entry(exponent).or_default() += mantissas;
        }
    }

    pub(crate) fn total(&self) -> Scaled {
        let Some((&highest, _)) = self.0.last_key_value() else { return Scaled::default() };
        let value = self.0.iter().fold(Double::default(), |sum, (&exponent, &mantissas)| {
            let scale = 2_f64.powi((exponent - highest).max(-1074));
            sum + Double::from(mantissas).times_power(scale)
        });
        Scaled { value, exponent: highest }
    }
}

/// A number of about 32 digits: the unevaluated sum of two floats.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Double(f64, f64);

impl Double {
    pub(crate) fn value(self) -> f64 {
        self.0 + self.1
    }

    fn times_power(self, power: f64) -> Self {
        Self(self.0 * power, self.1 * power)
    }

    fn of_sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }
}

impl From<f64> for Double {
    fn from(value: f64) -> Self {
        Self(value, 0.0)
    }
}

impl From<i128> for Double {
    fn from(value: i128) -> Self {
        let high = value as f64;
        #[expect(clippy::cast_possible_truncation, reason = "a float made of 128 bits")]
        let rest = value.wrapping_sub(high as i128);
        Self::of_sum(high, rest as f64)
    }
}

impl Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let high = Self::of_sum(self.0, other.0);
        let low = Self::of_sum(self.1, other.1);
        let joined = Self::of_sum(high.0, high.1 + low.0);
        Self::of_sum(joined.0, joined.1 + low.1)
    }
}

impl Sub for Double {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self(-other.0, -other.1)
    }
}

impl Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let rest = self.0.mul_add(other.0, -product);
        Self::of_sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }
}

/// A number times a power of two, beyond the range of floats if need be.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Scaled {
    value: Double,
    exponent: i32,
}

impl Scaled {
    /// Returns a plain number.
    pub(crate) fn of(value: f64) -> Self {
        Self { value: value.into(), exponent: 0 }
    }

    /// Returns the number itself, infinite or zero where it is beyond a float.
    pub(crate) fn double(self) -> Double {
        // In two steps, so that 2^1074 and its like do not overflow on the way.
        let half = self.exponent / 2;
        self.value.times_power(2_f64.powi(half)).times_power(2_f64.powi(self.exponent - half))
    }

    pub(crate) fn value(self) -> f64 {
        self.double().value()
    }

    pub(crate) fn over(self, other: Self) -> f64 {
        let quotient = self.value.value() / other.value.value();
        quotient * 2_f64.powi((self.exponent - other.exponent).clamp(-2000, 2000))
    }

    pub(crate) fn ln(self) -> f64 {
        self.value.value().ln() + f64::from(self.exponent) * std::f64::consts::LN_2
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { value: self.value * other.value, exponent: self.exponent + other.exponent }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        if self.value.0 == 0.0 {
            return other;
        }
        let (big, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let scale = 2_f64.powi((small.exponent - big.exponent).max(-1074));
        Self { value: big.value + small.value.times_power(scale), exponent: big.exponent }
    }

    /// Returns the number with the other sign.
    pub(crate) fn negated(self) -> Self {
        Self { value: Double::default() - self.value, ..self }
    }
}

/// exp(`ln`) as a number from 1 to 2 and a power of two: any size, and the same bits on every machine (a series of sums and
/// products).
pub(crate) fn exp_parts(ln: f64) -> (f64, i32) {
    use std::f64::consts::LN_2;
    let power = (ln / LN_2).floor();
    let rest = (-power).mul_add(LN_2, ln);
    let series = (1..=22).rev().fold(1.0, |sum, n| 1.0 + rest / f64::from(n) * sum);
    #[expect(clippy::cast_possible_truncation, reason = "weights beyond 2^(2^31) are not summed")]
    (series, power as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms of very different size that nearly cancel, in two orders and in parts.
    #[test]
    fn order_and_parts_do_not_matter() {
        let terms: Vec<f64> = (0..2000)
            .map(|n| (f64::from(n) * 0.37 - 300.0) * 10_f64.powi(n % 40 - 20))
            .flat_map(|x| [x, -x * 0.999_999])
            .collect();
        let sum = |terms: &mut dyn Iterator<Item = f64>| {
            let mut sum = ExactSum::default();
            terms.for_each(|term| sum.add(term, 0));
            sum
        };
        let whole = sum(&mut terms.iter().copied());
        assert_eq!(whole, sum(&mut terms.iter().rev().copied()));
        let mut parts = sum(&mut terms[..700].iter().copied());
        parts.merge(&sum(&mut terms[700..].iter().copied()));
        assert_eq!(whole, parts);
    }

    #[test]
    fn what_floats_lose_is_kept() {
        let mut sum = ExactSum::default();
        for term in [1e16, 1.0, -1e16, 5e-324, -5e-324] {
            sum.add(term, 0);
        }
        assert_eq!(sum.total().value().to_bits(), 1_f64.to_bits());
        let mut squares = ExactSum::default();
        for value in [1e9 + 1.0, 1e9 - 1.0, 1e9] {
            squares.add_square(value, 0);
        }
        let expected = Double::from(3_000_000_000_000_000_002_i128);
        assert_eq!((squares.total().double() - expected).value().to_bits(), 0_f64.to_bits());
    }

    #[test]
    fn exponentials_of_any_size() {
        for ln in [-800.0, -1.0, 0.0, 0.5, 3.7, 48.0, 700.0] {
            let (part, power) = exp_parts(ln);
            assert!((1.0..=2.0).contains(&part), "{ln}");
            let back = part.ln() + f64::from(power) * std::f64::consts::LN_2;
            assert!((back - ln).abs() < 1e-12 * ln.abs().max(1.0), "{ln}: {back}");
        }
        let mut huge = ExactSum::default();
        let (part, power) = exp_parts(2000.0);
        huge.add(part, power);
        assert!((huge.total().ln() - 2000.0).abs() < 1e-9);
    }
}
