//! Pool of ten digit orders made once; a request shuffles a copy of one and allocates nothing.

use crate::random;
use gridmill_board::{Digit, Shape};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Pool of pre-shuffled orders of the digits.
///
/// The orders are made once, from a constant of the stream, and never change: a request copies one into scratch
/// memory and shuffles it there with the caller's numbers. Requests are therefore independent: the result is a function of
/// the index and the caller's numbers alone, and every order is equally likely.
#[derive(Debug, Clone)]
pub struct ShufflePool {
    orders: Vec<Vec<Digit>>,
    scratch: Vec<Digit>,
}

impl ShufflePool {
    /// Number of orders in the pool.
    pub const ORDERS: usize = 10;

    /// Creates a pool for the digits of `shape`.
    pub fn new(shape: Shape) -> Self {
        let mut rng = Pcg64::from_seed(*b"gridmill shuffle pool, stream 1.");
        let digits: Vec<_> = (0..shape.side()).map(Digit::from_index).collect();
        let orders = std::iter::repeat_with(|| {
            let mut order = digits.clone();
            random::shuffle(&mut rng, &mut order);
            order
        });
        Self { orders: orders.take(Self::ORDERS).collect(), scratch: digits }
    }

    /// Returns a new shuffle of the order at `index` (modulo the pool's size).
    pub fn shuffled(&mut self, index: usize, rng: &mut impl Rng) -> &[Digit] {
        self.scratch.copy_from_slice(&self.orders[index % Self::ORDERS]);
        random::shuffle(rng, &mut self.scratch);
        &self.scratch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_depends_on_index_and_numbers_alone() {
        let rng = || Pcg64::from_seed([3; 32]);
        let mut pool = ShufflePool::new(Shape::STANDARD);
        let first = pool.shuffled(4, &mut rng()).to_vec();
        for index in 0..40 {
            pool.shuffled(index, &mut rng());
        }
        assert_eq!(pool.shuffled(4, &mut rng()), first);
        assert_eq!(pool.shuffled(14, &mut rng()), first);
        assert_ne!(pool.shuffled(5, &mut rng()), first);
        assert_eq!(ShufflePool::new(Shape::STANDARD).shuffled(4, &mut rng()), first);
    }

    #[test]
    fn value_stability() {
        let mut pool = ShufflePool::new(Shape::STANDARD);
        let text: Vec<String> =
            pool.orders.iter().map(|order| order.iter().map(Digit::to_string).collect()).collect();
        insta::assert_debug_snapshot!(text);
        let shuffled: String =
            pool.shuffled(0, &mut Pcg64::from_seed([0; 32])).iter().map(Digit::to_string).collect();
        insta::assert_snapshot!(shuffled);
    }
}
