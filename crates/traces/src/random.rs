//! Random numbers of a search: a function of seed and puzzle, the same on every machine.
//!
//! SplitMix64 (G. Steele, D. Lea, C. Flood 2014), begun with a hash of the seed and the cells, so that neighbouring seeds and similar
//! puzzles share nothing.

use gridmill_board::{Digit, Grid};

/// Step of the sequence: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Generator of random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Begins the sequence of a puzzle.
    pub(crate) fn new(seed: u64, puzzle: &Grid) -> Self {
        let start = mix(seed.wrapping_add(STEP));
        let cells = puzzle.cells().iter();
        Self(
            cells.fold(start, |hash, cell| {
                mix(hash.wrapping_add(STEP) ^ u64::from(cell.map_or(0, Digit::value)))
            }),
        )
    }

    /// Draws a number below `end` (D. Lemire 2019, without the rejection: the bias is below `end` / 2^64).
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(STEP);
        #[expect(clippy::cast_possible_truncation, reason = "below `end`")]
        let drawn = ((u128::from(mix(self.0)) * end as u128) >> 64) as usize;
        drawn
    }

    /// Shuffles (R. Durstenfeld 1964).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Mixes the bits of a number: the finalizer of SplitMix64.
const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of SplitMix64 with seed 1234567, as published with its reference code.
    #[test]
    fn the_sequence_is_that_of_the_reference() {
        let mut random = Random(1_234_567);
        let mut next = || {
            random.0 = random.0.wrapping_add(STEP);
            mix(random.0)
        };
        assert_eq!([next(), next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn seeds_and_puzzles_have_sequences_of_their_own() {
        let draws = |seed, text: &str| {
            let mut random = Random::new(seed, &text.parse().unwrap());
            [0; 8].map(|_| random.below(1000))
        };
        let first = draws(1, "1...............");
        assert_eq!(first, draws(1, "1..............."));
        assert_ne!(first, draws(2, "1..............."));
        assert_ne!(first, draws(1, ".1.............."));
        let mut items: Vec<usize> = (0..20).collect();
        Random::new(1, &"1...............".parse().unwrap()).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
