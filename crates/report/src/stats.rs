//! Intervals, tests and effect sizes.
//!
//! | what | formula | source |
//! |---|---|---|
//! | interval of a share | score interval | E. B. Wilson 1927 |
//! | difference of means | normal interval, variances apart | B. L. Welch 1938 |
//! | two distributions | largest difference D of the cumulative shares; p asymptotic, too large for few distinct values | A. N. Kolmogorov 1933, N. Smirnov 1939 |
//! | two tables of counts | chi-square over categories; effect size V | K. Pearson 1900, H. Cramér 1946 |
//! | effect size of means | difference over the pooled deviation | J. Cohen 1988 |

pub(super) use gridmill_tables::intervals::{Z, wilson};

/// Returns a power of ten with a whole exponent: the same bits on every machine, unlike `f64::powf`.
pub(super) fn power_of_ten(exponent: f64) -> f64 {
    format!("1e{exponent:.0}").parse().unwrap_or(f64::NAN)
}

/// Returns the largest difference between the cumulative shares of two sets of counts by value, both in ascending order.
pub(super) fn kolmogorov_smirnov(one: &[(f64, u64)], other: &[(f64, u64)]) -> Option<(f64, f64)> {
    let total = |counts: &[(f64, u64)]| counts.iter().map(|(_, count)| count).sum::<u64>();
    let (n, m) = (total(one), total(other));
    if n == 0 || m == 0 {
        return None;
    }
    let (mut i, mut j, mut below, mut below_other, mut largest) = (0, 0, 0_u64, 0_u64, 0_f64);
    while i < one.len() || j < other.len() {
        let value =
            f64::min(one.get(i).map_or(f64::INFINITY, |c| c.0), other.get(j).map_or(f64::INFINITY, |c| c.0));
        while i < one.len() && one[i].0 <= value {
            below += one[i].1;
            i += 1;
        }
        while j < other.len() && other[j].0 <= value {
            below_other += other[j].1;
            j += 1;
        }
        largest = largest.max((below as f64 / n as f64 - below_other as f64 / m as f64).abs());
    }
    let size = (n as f64 / (n + m) as f64 * m as f64).sqrt();
    Some((largest, kolmogorov((size + 0.12 + 0.11 / size) * largest)))
}

/// Returns the probability of more than `x` under Kolmogorov's distribution (corrected for size as by M. A. Stephens 1970).
fn kolmogorov(x: f64) -> f64 {
    if x < 0.2 {
        return 1.0;
    }
    let term = |k: i32| {
        let sign = if k % 2 == 1 { 2.0 } else { -2.0 };
        sign * (-2.0 * f64::from(k * k) * x * x).exp()
    };
    (1..=100).map(term).sum::<f64>().clamp(0.0, 1.0)
}

/// A chi-square test of two tables of counts over the same categories.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub(super) struct ChiSquare {
    pub(super) statistic: f64,
    /// Categories less one.
    pub(super) degrees: u32,
    /// The probability of a larger one by chance.
    pub(super) p: f64,
    /// Cramér's V: 0 of equal shares, 1 of disjoint ones.
    pub(super) cramers_v: f64,
}

/// Compares counts by category; categories empty in both are left out. `None` with fewer than two.
pub(super) fn chi_square(pairs: &[(u64, u64)]) -> Option<ChiSquare> {
    let used: Vec<(f64, f64)> =
        pairs.iter().filter(|(a, b)| a + b > 0).map(|&(a, b)| (a as f64, b as f64)).collect();
    let all: (f64, f64) = used.iter().fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
    if used.len() < 2 || all.0 == 0.0 || all.1 == 0.0 {
        return None;
    }
    let cell = |one: &(f64, f64)| {
        let share = (one.0 + one.1) / (all.0 + all.1);
        let expected = (all.0 * share, all.1 * share);
        (one.0 - expected.0).powi(2) / expected.0 + (one.1 - expected.1).powi(2) / expected.1
    };
    let statistic: f64 = used.iter().map(cell).sum();
    #[expect(clippy::cast_possible_truncation, reason = "a few thousand categories at most")]
    let degrees = used.len() as u32 - 1;
    let p = upper_gamma(f64::from(degrees) / 2.0, statistic / 2.0);
    Some(ChiSquare { statistic, degrees, p, cramers_v: (statistic / (all.0 + all.1)).sqrt() })
}

/// Returns the regularised upper incomplete gamma function (W. H. Press et al., "Numerical Recipes", 3rd edition 2007, section 6.2).
pub(super) fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut over) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            over += 1.0;
            term *= x / over;
            sum += term;
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    (scale * continued_fraction(a, x)).clamp(0.0, 1.0)
}

/// Returns the probability of more than `z`, not below 0, under the normal distribution.
pub(super) fn upper_normal(z: f64) -> f64 {
    upper_gamma(0.5, z * z / 2.0) / 2.0
}

/// W. Lentz's way through the continued fraction of the same function.
fn continued_fraction(a: f64, x: f64) -> f64 {
    let not_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut denominator = x + 1.0 - a;
    let (mut above, mut below) = (1e300, 1.0 / denominator);
    let mut product = below;
    for n in 1..10_000 {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        denominator += 2.0;
        below = 1.0 / not_zero(numerator * below + denominator);
        above = not_zero(denominator + numerator / above);
        product *= above * below;
        if (above * below - 1.0).abs() < 1e-16 {
            break;
        }
    }
    product
}

/// ln Gamma, by C. Lanczos's series of 1964 (g = 7, 9 terms).
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let sum: f64 =
        TERMS[0] + TERMS[1..].iter().zip(1..).map(|(term, n)| term / (x + f64::from(n))).sum::<f64>();
    let t = x + 7.5;
    (std::f64::consts::TAU).sqrt().ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() <= by
    }

    /// Values from R: `prop.test(10, 50, correct = FALSE)`, `pchisq(q, df, lower = FALSE)`.
    #[test]
    fn known_values() {
        let (low, high) = wilson(10, 50).unwrap();
        assert!(near(low, 0.112_437, 1e-6) && near(high, 0.330_370, 1e-5), "{low} {high}");
        assert_eq!(wilson(0, 0), None);
        for (a, x, p) in [(0.5, 1.920_729_4, 0.05), (2.5, 5.535_249, 0.05), (5.0, 0.5, 0.999_827_9)] {
            assert!(near(upper_gamma(a, x), p, 1e-6), "{a} {x}: {}", upper_gamma(a, x));
        }
        assert!(near(upper_normal(Z), 0.025, 1e-9) && near(upper_normal(0.0), 0.5, 1e-12));
        assert!(near(kolmogorov(1.358), 0.05, 1e-3));
        let test = chi_square(&[(10, 20), (20, 10), (0, 0)]).unwrap();
        assert!(near(test.statistic, 6.666_667, 1e-6) && test.degrees == 1 && near(test.p, 0.009_823, 1e-6));
        assert_eq!(chi_square(&[(3, 4)]), None);
    }

    #[test]
    fn distributions_differ_by_their_largest_gap() {
        let one = [(1.0, 5), (2.0, 5)];
        let other = [(2.0, 5), (3.0, 5)];
        let (d, p) = kolmogorov_smirnov(&one, &other).unwrap();
        assert!(near(d, 0.5, 1e-12) && p > 0.05);
        assert_eq!(
            kolmogorov_smirnov(&one, &one).map(|(d, p)| (d.to_bits(), p.to_bits())),
            Some((0, 1_f64.to_bits()))
        );
        assert_eq!(kolmogorov_smirnov(&one, &[]), None);
        // By hand: D = 0.2, n = m = 100, so that x = (50^(1/2) + 0.12 + 0.11 / 50^(1/2)) D = 1.4413 and p = 2 e^(-2 x^2).
        let (d, p) = kolmogorov_smirnov(&[(0.0, 60), (1.0, 40)], &[(0.0, 40), (1.0, 60)]).unwrap();
        assert!(near(d, 0.2, 1e-12) && near(p, 0.031_377, 1e-6), "{p}");
    }
}
