//! Positions of the givens, and whether they are as uniform as chance would have them.

use super::{Category, Proportion};
use crate::{
    stats::{upper_gamma, upper_normal},
    summary::{PuzzleCounts, SYMMETRIES},
};
use serde::Serialize;

/// Givens by cell, digit and symmetry.
#[derive(Debug, Serialize)]
pub(crate) struct PositionMetrics {
    pub(crate) side: usize,
    /// Rows with a given in each cell, row by row.
    pub(crate) cells: Vec<u64>,
    /// Test of equal cells; `None` where every cell is given, or none.
    pub(crate) cells_test: Option<UniformTest>,
    /// Rows with each digit (inner) in each cell (outer).
    pub(crate) digits: Vec<Vec<u64>>,
    /// Test of equal digits within each cell; `None` without givens.
    pub(crate) digits_test: Option<DigitsTest>,
    pub(crate) by_digit: Vec<u64>,
    /// Rows whose cells of givens have a symmetry; one may have several.
    pub(crate) symmetries: Vec<Category>,
}

/// Chi-square test that all cells hold givens equally often, by the exact covariance of cells drawn without replacement: with n
/// cells, m the mean count and V the sum over rows of p (1 - p), p the share of cells given, (n - 1) / n sum (count - m)^2 / V has
/// n - 1 degrees.
#[derive(Debug, Serialize)]
pub(crate) struct UniformTest {
    pub(crate) chi_square: f64,
    pub(crate) degrees: usize,
    pub(crate) p: f64,
    /// (count - m) / V^(1/2) of each cell.
    pub(crate) z: Vec<f64>,
}

/// Largest deviation of a digit's count in a cell from the cell's mean, and the probability of a larger one among as many
/// independent deviations.
#[derive(Debug, Serialize)]
pub(crate) struct DigitsTest {
    pub(crate) counts: usize,
    /// The largest deviation, in standard deviations of the binomial distribution.
    pub(crate) largest_z: f64,
    /// Its cell, from 0, and its digit.
    pub(crate) cell: usize,
    pub(crate) digit: usize,
    pub(crate) p: f64,
}

impl PositionMetrics {
    pub(super) fn of(puzzles: &PuzzleCounts) -> Option<Self> {
        if puzzles.rows == 0 {
            return None;
        }
        let side = puzzles.shape().side();
        let digits: Vec<Vec<u64>> = puzzles.digits.chunks_exact(side).map(<[u64]>::to_vec).collect();
        let symmetry = |(symmetry, &rows): (&gridmill_board::Symmetry, &u64)| Category {
            name: symmetry.name().to_owned(),
            share: Proportion::of(rows, puzzles.rows),
        };
        let cells: Vec<u64> = digits.iter().map(|cell| cell.iter().sum()).collect();
        Some(Self {
            side,
            cells_test: UniformTest::of(&cells, &puzzles.givens),
            cells,
            by_digit: (0..side).map(|digit| digits.iter().map(|cell| cell[digit]).sum()).collect(),
            digits_test: DigitsTest::of(&digits),
            digits,
            symmetries: SYMMETRIES.iter().zip(&puzzles.symmetric).map(symmetry).collect(),
        })
    }
}

impl UniformTest {
    fn of(cells: &[u64], rows_by_givens: &[u64]) -> Option<Self> {
        let n = cells.len() as f64;
        let variance: f64 = rows_by_givens
            .iter()
            .enumerate()
            .map(|(givens, &rows)| rows as f64 * (givens as f64 / n) * (1.0 - givens as f64 / n))
            .sum();
        if variance <= 0.0 {
            return None;
        }
        let mean = cells.iter().sum::<u64>() as f64 / n;
        let z: Vec<f64> = cells.iter().map(|&count| (count as f64 - mean) / variance.sqrt()).collect();
        let chi_square = (n - 1.0) / n * z.iter().map(|z| z * z).sum::<f64>();
        let degrees = cells.len() - 1;
        Some(Self { chi_square, degrees, p: upper_gamma((n - 1.0) / 2.0, chi_square / 2.0), z })
    }
}

/// Returns the deviation of a digit's count in a cell, in standard deviations.
pub(crate) fn digit_z(cell: &[u64], digit: usize) -> f64 {
    let (all, share) = (cell.iter().sum::<u64>() as f64, 1.0 / cell.len() as f64);
    let sd = (all * share * (1.0 - share)).sqrt();
    if sd > 0.0 { (cell[digit] as f64 - all * share) / sd } else { 0.0 }
}

impl DigitsTest {
    fn of(digits: &[Vec<u64>]) -> Option<Self> {
        let used = digits.iter().enumerate().filter(|(_, cell)| cell.iter().any(|&rows| rows > 0));
        let all: Vec<(usize, usize, f64)> = used
            .flat_map(|(n, cell)| (0..cell.len()).map(move |digit| (n, digit, digit_z(cell, digit))))
            .collect();
        let &(cell, digit, largest_z) = all.iter().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()))?;
        let one = 2.0 * upper_normal(largest_z.abs());
        let p = -(all.len() as f64 * (-one).ln_1p()).exp_m1();
        Some(Self { counts: all.len(), largest_z, cell, digit: digit + 1, p: p.clamp(0.0, 1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four cells, one given a row: V = 100 x 1/4 x 3/4, and chi-square is the usual one of 3 degrees.
    #[test]
    fn cells_of_one_given_are_tested_as_categories() {
        let test = UniformTest::of(&[40, 20, 20, 20], &[0, 100, 0, 0, 0]).unwrap();
        let usual = (15.0_f64.powi(2) + 3.0 * 5.0_f64.powi(2)) / 25.0;
        assert!((test.chi_square - usual).abs() < 1e-9 && test.degrees == 3, "{test:?}");
        assert!(test.p < 0.01 && test.z[0] > 3.0);
        assert!(UniformTest::of(&[100; 4], &[0, 0, 0, 0, 100]).is_none());
    }

    #[test]
    fn the_largest_deviation_is_judged_among_all() {
        let even = DigitsTest::of(&[vec![50, 50], vec![55, 45]]).unwrap();
        assert!((even.largest_z.abs() - 1.0).abs() < 1e-9 && even.p > 0.5, "{even:?}");
        let odd = DigitsTest::of(&[vec![50, 50], vec![90, 10]]).unwrap();
        assert_eq!((odd.cell, odd.counts), (1, 4));
        assert!(odd.p < 1e-9);
        assert!(DigitsTest::of(&[vec![0, 0]]).is_none());
    }
}
