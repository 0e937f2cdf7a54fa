//! Uniform fill by rejection: every complete grid is exactly equally likely.
//!
//! ```text
//! draw from a superset that holds every grid exactly once, beside elements that are no grids;
//! reject the latter and draw again: the accepted draws are uniform over the grids.
//! ```
//!
//! The superset must have a size that does not depend on earlier draws, be easy to draw from, and not be much larger than
//! the set of grids: [`standard`] and [`small`] define it. A number uniform below a product a * b * c, split by division,
//! gives independent numbers uniform below a, b and c. One word of random bits therefore serves all choices of a try.

mod lanes;
mod small;
mod standard;

use crate::random;
use gridmill_board::{Digit, Shape, Solution};
use rand::Rng;

/// Makes uniform grids of one of the shapes that it supports.
#[derive(Debug, Clone, Copy)]
pub(super) struct Uniform {
    shape: Shape,
    kind: UniformKind,
}

#[derive(Debug, Clone, Copy)]
enum UniformKind {
    /// 2x2.
    Four,
    /// 2x3.
    Six,
    /// 3x2, the transpose of 2x3.
    SixTransposed,
    /// 3x3.
    Nine,
}

impl Uniform {
    /// Creates the fill for `shape`; `None` if the shape is not supported.
    pub(super) const fn new(shape: Shape) -> Option<Self> {
        let kind = match (shape.box_rows(), shape.box_cols()) {
            (2, 2) => UniformKind::Four,
            (2, 3) => UniformKind::Six,
            (3, 2) => UniformKind::SixTransposed,
            (3, 3) => UniformKind::Nine,
            _ => return None,
        };
        Some(Self { shape, kind })
    }

    pub(super) fn fill(self, rng: &mut impl Rng) -> Solution {
        match self.kind {
            UniformKind::Four => self.solution(&small::fill_4x4(rng)),
            UniformKind::Six => self.solution(&small::fill_6x6(rng)),
            UniformKind::SixTransposed => {
                let grid = small::fill_6x6(rng);
                self.solution(&std::array::from_fn::<u8, 36, _>(|i| grid[i % 6 * 6 + i / 6]))
            }
            UniformKind::Nine => Solution::from_valid(self.shape, standard::fill(rng).into()),
        }
    }

    fn solution(self, grid: &[u8]) -> Solution {
        Solution::from_valid(self.shape, grid.iter().map(|&digit| Digit::from_index(digit.into())).collect())
    }
}

/// Number uniform below a product, to be split into numbers uniform below its factors.
#[derive(Debug, Clone, Copy)]
struct MixedRadix(u64);

impl MixedRadix {
    /// Splits off the next number, below `n`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below `n`, which is small")]
    fn digit(&mut self, n: u64) -> usize {
        self.part(n).0 as usize
    }

    /// Splits off the next number, below `n`, to be split itself.
    #[inline]
    fn part(&mut self, n: u64) -> Self {
        let part = self.0 % n;
        self.0 /= n;
        Self(part)
    }
}

/// Returns the digits from 0 below `N` (12 at most) in random order, all orders equally likely. One word suffices: the
/// Fisher-Yates shuffle takes its indices from a number uniform below N!.
fn names<const N: usize>(rng: &mut impl Rng) -> [u8; N] {
    arrangement(MixedRadix(random::below(rng, (1..=N as u64).product())))
}

fn arrangement<const N: usize>(mut draw: MixedRadix) -> [u8; N] {
    let mut names = [0; N];
    for (name, digit) in names.iter_mut().zip(0..) {
        *name = digit;
    }
    for last in (1..N).rev() {
        names.swap(last, draw.digit(last as u64 + 1));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use std::collections::BTreeSet;

    /// Returns the number of successes among `tries` attempts, in standard deviations from its expectation by the exact
    /// acceptance.
    fn z(tries: u32, accepted: f64, mut attempt: impl FnMut() -> bool) -> f64 {
        let kept = (0..tries).filter(|_| attempt()).count() as f64;
        let tries = f64::from(tries);
        (kept - tries * accepted) / (tries * accepted * (1.0 - accepted)).sqrt()
    }

    /// Compares the acceptance with the exact share of grids in the superset. A deviation of one part in 300 would be
    /// detected; 4.9 standard deviations are exceeded once in a million seeds.
    #[test]
    fn acceptance_is_the_exact_share() {
        let mut rng = Pcg64::from_seed(*b"the share of draws that are kept");
        let all_grids = 6_670_903_752_021_072_936_960.0_f64;
        let nine = all_grids / (362_880.0 * 2_612_736.0_f64.powi(2) * 448.0 * 64.0);
        assert!((nine - 0.0939).abs() < 0.0001);
        let found = [
            z(1_000_000, nine, || standard::attempt(&mut rng).is_some()),
            z(100_000, 12.0 / 16.0, || small::attempt_4x4(&mut rng).is_some()),
            z(100_000, 39_168.0 / 92_160.0, || small::attempt_6x6(&mut rng).is_some()),
        ];
        assert!(found.iter().all(|z| z.abs() < 4.9), "{found:?}");
    }

    /// Each of the 24 orders of four digits comes from one number below 4!.
    #[test]
    fn names_are_a_bijection_of_the_number_drawn() {
        let orders: BTreeSet<[u8; 4]> = (0..24).map(|number| arrangement(MixedRadix(number))).collect();
        assert_eq!(orders.len(), 24);
    }

    /// The lowest and the highest number below a product give the lowest and the highest of each part.
    #[test]
    fn numbers_come_apart() {
        let mut draw = MixedRadix(2 * 3 * 5 - 1);
        assert_eq!([draw.digit(2), draw.digit(3), draw.digit(5)], [1, 2, 4]);
        assert_eq!(draw.0, 0);
    }
}
