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
}
