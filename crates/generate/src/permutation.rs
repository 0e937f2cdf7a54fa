//! Random permutation of 0..count with random access: returns the place of any index in O(1).
//!
//! ```text
//! index -> (left, right) -> 8 rounds: left, right = right, left ^ mix(right, key) -> (left, right) -> place
//!                 ^                                                                               |
//!                 `------------------------ until place < count: cycle walking -------------------'
//! ```
//!
//! A Feistel network (M. Luby, C. Rackoff, 1988) permutes the pairs of two halves of equal width, the smallest that
//! hold `count`. Walking its cycle until the place is below `count` permutes those (J. Black, P. Rogaway, 2002). The network
//! has at most four places for each index, so that a walk takes fewer than four steps on average.

/// Keyed permutation of 0..count.
#[derive(Debug, Clone)]
pub(super) struct Permutation {
    keys: [u64; 8],
    half_bits: u32,
    count: u64,
}

impl Permutation {
    /// Creates the permutation of `count` numbers with this key. Part of the stream version.
    pub(super) fn new(key: &[u8; 32], count: u64) -> Self {
        let words =
            [0, 8, 16, 24].map(|at| key[at..at + 8].iter().fold(0, |word, &b| word << 8 | u64::from(b)));
        let keys = std::array::from_fn(|round| mix(words[round % 4].wrapping_add(round as u64)));
        let bits = u64::BITS - count.saturating_sub(1).leading_zeros();
        Self { keys, half_bits: bits.div_ceil(2).max(1), count }
    }

    /// Returns the place of `index`.
    ///
    /// # Panics
    /// Panics if `index` is not below the count.
    pub(super) fn place(&self, index: u64) -> u64 {
        assert!(index < self.count, "index {index} of {}", self.count);
        let mut place = index;
        loop {
            place = self.rounds(place);
            if place < self.count {
                return place;
            }
        }
    }

    fn rounds(&self, number: u64) -> u64 {
        let mask = (1 << self.half_bits) - 1;
        let (mut left, mut right) = (number >> self.half_bits, number & mask);
        for key in self.keys {
            (left, right) = (right, left ^ (mix(right ^ key) & mask));
        }
        left << self.half_bits | right
    }
}

/// Spreads every bit over all of the word: multiplications by odd constants, and shifts between them.
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_comes_once() {
        for count in [1_u64, 2, 3, 4, 5, 15, 16, 17, 1000, 4096, 4097] {
            let permutation = Permutation::new(&[count.to_le_bytes()[0]; 32], count);
            let mut places: Vec<u64> = (0..count).map(|index| permutation.place(index)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..count), "{count}");
        }
        let largest = Permutation::new(&[1; 32], u64::MAX);
        assert_ne!(largest.place(0), largest.place(u64::MAX - 1));
    }

    /// Over 60,000 keys, each of the 6 orders of three numbers comes equally often: chi-square on 5 degrees of freedom;
    /// 35.9 is exceeded once in a million.
    #[test]
    fn orders_are_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for n in 0..60_000_u32 {
            let key = blake3::hash(&n.to_le_bytes());
            let permutation = Permutation::new(key.as_bytes(), 3);
            *counts.entry([0, 1, 2].map(|index| permutation.place(index))).or_insert(0_u32) += 1;
        }
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(counts.len() == 6 && chi2 < 35.9, "chi-square {chi2} of {counts:?}");
    }

    /// Part of the stream: these values never change within a stream version.
    #[test]
    fn value_stability() {
        let permutation = Permutation::new(&[7; 32], 1_000_000);
        insta::assert_debug_snapshot!([0, 1, 2, 999_999].map(|index| permutation.place(index)));
    }
}
