//! A median and how far from it the middle half lies.

use serde::Serialize;

/// Quartiles of a set of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// A quarter of the numbers are below.
    pub q1: f64,
    /// Half are below.
    pub median: f64,
    /// Three quarters are below.
    pub q3: f64,
}

impl Spread {
    /// Returns the quartiles of `numbers`, interpolated between neighbours (type 7 of R. Hyndman and Y. Fan, "Sample Quantiles
    /// in Statistical Packages", 1996); `None` if there are none.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quarter = |n: usize| {
            let (below, part) = (n * last / 4, (n * last % 4) as f64 / 4.0);
            let above = sorted[(below + 1).min(last)];
            if part == 0.0 { sorted[below] } else { sorted[below] + part * (above - sorted[below]) }
        };
        Some(Self { q1: quarter(1), median: quarter(2), q3: quarter(3) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_neighbours() {
        let spread = |numbers: &[f64]| Spread::of(numbers.iter().copied()).map(|s| [s.q1, s.median, s.q3]);
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[7.0]), Some([7.0; 3]));
        assert_eq!(spread(&[4.0, 1.0, 3.0, 2.0]), Some([1.75, 2.5, 3.25]));
        assert_eq!(spread(&[5.0, 1.0, 4.0, 2.0, 3.0]), Some([2.0, 3.0, 4.0]));
    }
}
