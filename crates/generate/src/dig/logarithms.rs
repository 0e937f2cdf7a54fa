//! Natural logarithms of small integers, identical to the last bit on every machine.
//!
//! ```text
//! ln n = ln (n-1) + 2 artanh 1/(2n-1),      artanh x = x + x^3/3 + x^5/5 + ...
//! ```
//!
//! Uses sums, products and quotients only, which IEEE 754 rounds alike everywhere; `f64::ln` depends on the system's
//! library. Errors stay below 1e-12 for all integers up to the number of cells of the largest shape.

use gridmill_board::Shape;
use std::sync::LazyLock;

/// Logarithms of 1, 2, ... at their index; entry 0 is unused.
static LN: LazyLock<[f64; Shape::MAX_CELLS + 1]> = LazyLock::new(|| {
    let mut ln = [0.0; Shape::MAX_CELLS + 1];
    for n in 2..ln.len() {
        ln[n] = ln[n - 1] + 2.0 * artanh(1.0 / (2 * n - 1) as f64);
    }
    ln
});

/// Sums the series of artanh, from the smallest term that matters (for x of 1/3 or less) to the largest.
fn artanh(x: f64) -> f64 {
    let square = x * x;
    (0..20).rev().map(|k| f64::from(2 * k + 1)).fold(0.0, |sum, odd| 1.0 / odd + square * sum) * x
}

/// Returns ln `n`, for `n` from 1 to the number of cells of the largest shape.
pub(super) fn ln(n: usize) -> f64 {
    LN[n]
}

pub(super) fn ln_factorial(n: usize) -> f64 {
    (2..=n).map(ln).sum()
}

/// Returns ln C(`n`, `k`): of the number of ways to choose `k` of `n`.
pub(super) fn ln_choose(n: usize, k: usize) -> f64 {
    (1..=k).map(|i| ln(n - k + i) - ln(i)).sum()
}

/// Returns ln `n`, for `n` from 1, rounded to a float first.
///
/// ```text
/// n = m 2^e with m from 1 to 2,      ln n = e ln 2 + 2 artanh (m-1)/(m+1)
/// ```
pub(super) fn ln_integer(n: u128) -> f64 {
    let value = n as f64;
    let exponent = (value.to_bits() >> 52) - 1023;
    let m = f64::from_bits(value.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    exponent as f64 * ln(2) + 2.0 * artanh((m - 1.0) / (m + 1.0))
}

/// Returns e to the power of `x`, from -700 to 700, by the same operations.
///
/// ```text
/// x = k ln 2 + r with r from -1/2 to 1/2, about,      e^x = 2^k (1 + r (1 + r/2 (1 + r/3 ...)))
/// ```
pub(super) fn exp(x: f64) -> f64 {
    let k = (x / ln(2)).round();
    let r = x - k * ln(2);
    let series = (1..=20).rev().fold(1.0, |sum, n| 1.0 + r / f64::from(n) * sum);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the exponent of a float")]
    let power = f64::from_bits(((k + 1023.0) as u64) << 52);
    series * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_e_are_right() {
        for x in [-40.0, -0.3, 0.0, 1.0, 2.5, 36.7, 90.0] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn they_are_the_logarithms() {
        for n in 1..=Shape::MAX_CELLS {
            assert!((ln(n) - (n as f64).ln()).abs() < 1e-12, "{n}");
        }
        assert!((ln_factorial(10) - 3_628_800_f64.ln()).abs() < 1e-12);
        assert!((ln_choose(16, 5) - 4368_f64.ln()).abs() < 1e-12);
        assert!(ln_choose(16, 0).abs() < 1e-12);
        for n in (0..128).flat_map(|power| [1 << power, 3 << power >> 1, (1 << power) - 1]).chain([
            7,
            1001,
            u128::MAX,
        ]) {
            let n: u128 = n.max(1);
            assert!((ln_integer(n) - (n as f64).ln()).abs() < 1e-12, "{n}");
        }
    }
}
