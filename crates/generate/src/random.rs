//! Bounded draws and the shuffle, defined here so that no dependency can change the stream.
//!
//! A draw below `n` multiplies a 64-bit word by `n` and keeps the high half; the few words that would make some
//! results likelier are drawn again (D. Lemire, "Fast random integer generation in an interval", 2019). The
//! shuffle is Fisher and Yates's in Durstenfeld's form (1964), from the last place down. Both are part of the
//! stream version: see [`crate::Plan::stream_version`].

use gridmill_solve::TieBreaker;
use rand::Rng;

/// Draws a number below `n`, each exactly equally likely.
///
/// # Panics
/// Panics if `n` is 0.
pub fn below(rng: &mut impl Rng, n: u64) -> u64 {
    assert!(n > 0, "no number is below 0");
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        #[expect(clippy::cast_possible_truncation, reason = "the halves of the product")]
        let (high, low) = ((product >> 64) as u64, product as u64);
        // 2^64 mod n words are in excess; `low < n` comes first because the remainder costs a division.
        if low >= n || low >= n.wrapping_neg() % n {
            return high;
        }
    }
}

/// Draws an index below `n`, each exactly equally likely.
///
/// # Panics
/// Panics if `n` is 0.
#[expect(clippy::cast_possible_truncation, reason = "below n, which is a usize")]
pub fn index_below(rng: &mut impl Rng, n: usize) -> usize {
    below(rng, n as u64) as usize
}

/// Draws a number below `n`, each exactly equally likely: 128 random bits, cut to the length of `n - 1`, until they are
/// below `n`.
///
/// # Panics
/// Panics if `n` is 0.
pub(crate) fn below_wide(rng: &mut impl Rng, n: u128) -> u128 {
    assert!(n > 0, "no number is below 0");
    let excess = (n - 1).leading_zeros();
    loop {
        let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let number = word.checked_shr(excess).unwrap_or(0);
        if number < n {
            return number;
        }
    }
}

/// Puts `items` in random order, each exactly equally likely.
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    shuffle_from(rng, items, 1);
}

/// Makes the first part of a [`shuffle`]: the places from `first` on are final, those before hold the other items in some
/// order. Shuffling the places before `first` completes it.
pub(crate) fn shuffle_from<T>(rng: &mut impl Rng, items: &mut [T], first: usize) {
    for last in (first.max(1)..items.len()).rev() {
        items.swap(last, index_below(rng, last + 1));
    }
}

/// Makes a [`shuffle`] of each of `N` lists of one length, which follow each other in `items`, with random numbers of its own. Each
/// step of a shuffle waits for the one before, so that a processor does `N` of them in little more time than one.
pub(crate) fn shuffle_each<T, R: Rng + Clone, const N: usize>(rngs: &mut [&mut R; N], items: &mut [T]) {
    let length = items.len() / N;
    let mut own = rngs.each_ref().map(|rng| R::clone(rng));
    for last in (1..length).rev() {
        for (number, rng) in own.iter_mut().enumerate() {
            let index = index_below(rng, last + 1);
            items.swap(number * length + last, number * length + index);
        }
    }
    for (rng, own) in rngs.iter_mut().zip(own) {
        **rng = own;
    }
}

/// Tie breaker of a search that draws from the caller's numbers.
pub(super) struct AtRandom<'a, R>(pub(super) &'a mut R);

impl<R: Rng> TieBreaker for AtRandom<'_, R> {
    fn pick(&mut self, among: u32) -> u32 {
        if among == 1 {
            return 0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below `among`")]
        {
            below(self.0, u64::from(among)) as u32
        }
    }
}

/// Keyed permutation of 0..count with random access: returns the place of any index in O(1).
///
/// ```text
/// index -> (left, right) -> 8 rounds: left, right = right, left ^ mix(right, key) -> (left, right) -> place
///                 ^                                                                               |
///                 `------------------------ until place < count: cycle walking -------------------'
/// ```
///
/// A Feistel network (M. Luby, C. Rackoff, 1988) permutes the pairs of two halves of equal width, the smallest that
/// hold `count`. Walking its cycle until the place is below `count` permutes those (J. Black, P. Rogaway, 2002). The network
/// has at most four places for each index, so that a walk takes fewer than four steps on average.
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
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    #[test]
    fn lists_shuffled_together_are_those_shuffled_alone() {
        let rngs = [3, 1, 4].map(|seed| Pcg64::from_seed([seed; 32]));
        for length in [0, 1, 2, 81] {
            let list: Vec<usize> = (0..length).collect();
            let (mut alone, mut together) = (rngs.clone(), rngs.clone());
            let mut expected = list.repeat(3);
            for (number, rng) in alone.iter_mut().enumerate() {
                shuffle(rng, &mut expected[number * length..][..length]);
            }
            let mut found = list.repeat(3);
            shuffle_each(&mut together.each_mut(), &mut found);
            assert_eq!((found, together), (expected, alone));
        }
    }

    /// Part of the stream: these values never change within a stream version.
    #[test]
    fn value_stability() {
        let mut rng = Pcg64::from_seed([7; 32]);
        let draws: Vec<u64> = [2, 3, 9, 25, 81, 625, 1 << 40, u64::MAX].map(|n| below(&mut rng, n)).into();
        insta::assert_debug_snapshot!(draws);
        let mut order: Vec<u8> = (0..20).collect();
        shuffle(&mut rng, &mut order);
        insta::assert_debug_snapshot!(order);
    }

    /// Every number below 5, and below 5 times 2^100 by its highest digits, 200,000 times: chi-square on 4 degrees of freedom;
    /// a fair draw exceeds 33.4 once in a million.
    #[test]
    fn wide_draws_are_uniform() {
        let mut rng = Pcg64::from_seed([3; 32]);
        for shift in [0, 100] {
            let mut counts = [0_u32; 5];
            for _ in 0..200_000 {
                counts[usize::try_from(below_wide(&mut rng, 5 << shift) >> shift).unwrap()] += 1;
            }
            let chi2: f64 = counts.iter().map(|&n| (f64::from(n) - 40_000.0).powi(2) / 40_000.0).sum();
            assert!(chi2 < 33.4, "chi-square {chi2} of {counts:?}");
        }
        assert_eq!(below_wide(&mut rng, 1), 0);
    }

    /// Every order of four things, 240,000 times: chi-square on 23 degrees of freedom; a fair
    /// shuffle exceeds 58.6 once in 20,000 seeds.
    #[test]
    fn shuffles_are_uniform() {
        let mut rng = Pcg64::from_seed([1; 32]);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..240_000 {
            let mut order = [0, 1, 2, 3];
            shuffle(&mut rng, &mut order);
            *counts.entry(order).or_insert(0_u32) += 1;
        }
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert_eq!(counts.len(), 24);
        assert!(chi2 < 58.6, "chi-square {chi2}");
    }

    /// A bound of 3/4 of all words must throw a quarter of them away: without rejection the low third of the
    /// results would be twice as likely.
    #[test]
    fn large_bounds_reject_the_excess() {
        let mut rng = Pcg64::from_seed([2; 32]);
        let bound = 3 << 62;
        let low = (0..100_000).filter(|_| below(&mut rng, bound) < 1 << 62).count();
        // Binomial(100,000, 1/3): six standard deviations are 895.
        assert!(low.abs_diff(33_333) < 895, "{low}");
    }

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
    fn permutations_are_stable() {
        let permutation = Permutation::new(&[7; 32], 1_000_000);
        insta::assert_debug_snapshot!([0, 1, 2, 999_999].map(|index| permutation.place(index)));
    }
}
