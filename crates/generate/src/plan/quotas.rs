//! Quotas of a mix: exact numbers of puzzles with each target, over a whole corpus or in every block of its rows.
//!
//! ```text
//! block of 5 rows, easy:3,hard:2     places 0 1 2 | 3 4
//! listed: index modulo 5                    easy  | hard
//! random: place of index modulo 5 in a permutation, whose key is that of the mix and the block
//! ```

use super::{MixLayout, MixOrder, mix::AnyMix};
use crate::{permutation::Permutation, seed};

/// Targets of a corpus by number: a function of the key, the index and the rows of a block.
#[derive(Debug, Clone)]
pub(crate) struct Quotas {
    /// The end of the range of places of each target.
    ends: Vec<u64>,
    places: Places,
}

/// Place of each row in its block.
#[derive(Debug, Clone)]
enum Places {
    /// All rows are one block, in random order.
    Permuted(Permutation),
    /// Each block of this many rows is in a random order of its own.
    Blocks { key: [u8; 32], rows: u64 },
    /// Each block of this many rows is in the order of the mix.
    Listed { rows: u64 },
}

impl Quotas {
    /// Creates the quotas of a corpus of `count` rows, which only blocks can do without. Returns `None` without both, and for blocks without
    /// rows.
    pub(crate) fn new(
        mix: &(impl AnyMix + ?Sized),
        key: &[u8; 32],
        count: Option<u64>,
        layout: MixLayout,
    ) -> Option<Self> {
        let rows = layout.block.or(count).filter(|&rows| rows > 0)?;
        let mut end = 0;
        let ends = mix.quotas(rows).into_iter().map(|quota| {
            end += quota;
            end
        });
        let places = match layout {
            MixLayout { order: MixOrder::Listed, .. } => Places::Listed { rows },
            MixLayout { block: None, .. } => Places::Permuted(Permutation::new(key, rows)),
            MixLayout { block: Some(_), .. } => Places::Blocks { key: *key, rows },
        };
        Some(Self { ends: ends.collect(), places })
    }

    /// Returns the number of the target of puzzle `index`, and the place of the puzzle among those of the target in its block.
    pub(crate) fn seat(&self, index: u64) -> (usize, u64) {
        let place = match &self.places {
            Places::Permuted(permutation) => permutation.place(index),
            Places::Listed { rows } => index % rows,
            Places::Blocks { key, rows } => {
                let key = seed::block_key(key, index / rows);
                Permutation::new(&key, *rows).place(index % rows)
            }
        };
        let number = self.ends.partition_point(|&end| end <= place);
        (number, place - number.checked_sub(1).map_or(0, |before| self.ends[before]))
    }

    /// Returns the number of puzzles with each target in a block.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let starts = std::iter::once(&0).chain(&self.ends);
        self.ends.iter().zip(starts).map(|(end, start)| end - start).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Givens, GivensMix};

    const KEY: [u8; 32] = [9; 32];

    fn mix() -> GivensMix {
        "30:1,26:1,22:1".parse().unwrap()
    }

    fn quotas(count: Option<u64>, block: Option<u64>, order: MixOrder) -> Quotas {
        Quotas::new(&mix(), &KEY, count, MixLayout { block, order }).unwrap()
    }

    #[test]
    fn quotas_add_up_and_hold_over_every_corpus() {
        assert_eq!(mix().quotas(100), [34, 33, 33]);
        for count in [1, 2, 7, 1000] {
            for order in MixOrder::ALL {
                let quotas = quotas(Some(count), None, order);
                let met = |givens| {
                    let is_met = |i: &u64| *mix().target(quotas.seat(*i).0) == Givens::Range(givens, givens);
                    (0..count).filter(is_met).count() as u64
                };
                assert_eq!([30, 26, 22].map(met).to_vec(), mix().quotas(count), "{count}");
            }
        }
    }

    /// Every block has the quotas, and every place once; blocks differ in their order, and the count of the corpus changes nothing.
    #[test]
    fn blocks_have_exact_quotas_each() {
        let random = quotas(None, Some(10), MixOrder::Random);
        let numbers = |quotas: &Quotas, block: u64| -> Vec<usize> {
            (10 * block..10 * block + 10).map(|index| quotas.seat(index).0).collect()
        };
        for block in [0, 1, 2, 99, u64::MAX / 10 - 1] {
            let mut seats: Vec<_> = (10 * block..10 * block + 10).map(|index| random.seat(index)).collect();
            seats.sort_unstable();
            let expected =
                [(0, 4), (1, 3), (2, 3)].map(|(number, many)| (0..many).map(move |place| (number, place)));
            assert!(seats.into_iter().eq(expected.into_iter().flatten()), "block {block}");
        }
        assert_ne!(numbers(&random, 0), numbers(&random, 1));
        assert_eq!(random.counts(), [4, 3, 3]);
        let counted = quotas(Some(25), Some(10), MixOrder::Random);
        assert!((0..25).all(|index| counted.seat(index) == random.seat(index)));
        let listed = quotas(None, Some(10), MixOrder::Listed);
        assert!([0, 7].iter().all(|&block| numbers(&listed, block) == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]));
        assert!(quotas(Some(5), None, MixOrder::Listed).seat(4).0 == 2);
        assert!(Quotas::new(&mix(), &KEY, None, MixLayout::default()).is_none());
    }

    /// Part of the stream: these values never change within a stream version.
    #[test]
    fn value_stability() {
        let quotas = quotas(None, Some(1000), MixOrder::Random);
        let seats: Vec<_> = [0, 1, 999, 1000, 123_456_789].map(|index| quotas.seat(index)).to_vec();
        insta::assert_snapshot!(format!("{seats:?}"));
    }
}
