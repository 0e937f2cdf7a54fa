//! Quotas of a mix: exact numbers of puzzles with each target, over a whole corpus or in every block of its rows.
//!
//! ```text
//! block of 5 rows, easy:3,hard:2     places 0 1 2 | 3 4
//! listed: index modulo 5                    easy  | hard
//! random: place of index modulo 5 in a permutation, whose key is that of the mix and the block
//! ```
//!
//! Two mixes crossed have exact numbers of puzzles with each pair of targets.
//!
//! ```text
//!             rot180  none            rot180  none
//! easy   5      2.5    2.5    5         3       2      sums of rows and columns are the quotas of each mix alone;
//! hard   5      2.5    2.5    5   ->    2       3      each number is the exact one, rounded down or up
//!               5      5                5       5
//! ```
//!
//! Such a rounding always exists (L. Cox 1987): cells that round up are an assignment of what rounding down leaves of each row to what
//! it leaves of each column.
//!
//! The layout of a mix names the rows that have exact quotas, and the order of targets within them.

use super::{Mix, is_default, mix::AnyMix};
use crate::{random::Permutation, seed};
use serde::{Deserialize, Serialize};
use std::fmt;

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

/// Targets of a second mix by exact numbers within each target of a first.
#[derive(Debug, Clone)]
pub(crate) struct CrossedQuotas {
    /// Of each first target, the end of the range of places of each second target.
    ends: Vec<Vec<u64>>,
}

impl CrossedQuotas {
    /// Crosses `mix` with the targets of `first`.
    pub(crate) fn new<T>(first: &Quotas, mix: &Mix<T>) -> Self {
        let rows = first.counts();
        let columns = mix.quotas(rows.iter().sum());
        let ends = |row: Vec<u64>| {
            let mut end = 0;
            let sums = row.into_iter().map(|number| {
                end += number;
                end
            });
            sums.collect()
        };
        Self { ends: rounded(&rows, &columns).into_iter().map(ends).collect() }
    }

    /// Returns the number of the second target of a puzzle, from its first target and its place among the puzzles of that.
    pub(crate) fn number(&self, (first, place): (usize, u64)) -> usize {
        self.ends[first].partition_point(|&end| end <= place)
    }
}

/// Returns whole numbers near `row * column / sum` for each pair, with these sums of rows and columns, which have the same sum.
fn rounded(rows: &[u64], columns: &[u64]) -> Vec<Vec<u64>> {
    let all = u128::from(rows.iter().sum::<u64>().max(1));
    let exact = |row: usize, column: usize| u128::from(rows[row]) * u128::from(columns[column]);
    #[expect(clippy::cast_possible_truncation, reason = "at most the sum of a row")]
    let down = |row, column| (exact(row, column) / all) as u64;
    let mut table: Vec<Vec<u64>> =
        (0..rows.len()).map(|row| (0..columns.len()).map(|column| down(row, column)).collect()).collect();
    let left: Vec<u64> = table.iter().zip(rows).map(|(row, sum)| sum - row.iter().sum::<u64>()).collect();
    let mut rounding = Rounding {
        // Larger remainders first.
        order: (0..rows.len())
            .map(|row| {
                let mut order: Vec<usize> =
                    (0..columns.len()).filter(|&column| exact(row, column) % all > 0).collect();
                order.sort_unstable_by_key(|&column| (std::cmp::Reverse(exact(row, column) % all), column));
                order
            })
            .collect(),
        up: vec![vec![false; columns.len()]; rows.len()],
        left: (0..columns.len())
            .map(|column| columns[column] - table.iter().map(|row| row[column]).sum::<u64>())
            .collect(),
    };
    for (row, left) in left.into_iter().enumerate() {
        for _ in 0..left {
            let found = rounding.place(row, &mut vec![false; columns.len()]);
            debug_assert!(found, "the remainders of a row are shared by the columns");
        }
    }
    for (row, up) in table.iter_mut().zip(&rounding.up) {
        for (number, &up) in row.iter_mut().zip(up) {
            *number += u64::from(up);
        }
    }
    table
}

/// Cells that round up so far.
struct Rounding {
    /// Columns of each row that may round up, in the order in which they are tried.
    order: Vec<Vec<usize>>,
    up: Vec<Vec<bool>>,
    /// Cells of each column that are still to round up.
    left: Vec<u64>,
}

impl Rounding {
    /// Rounds one more cell of `row` up; where its columns are full, another row moves on (an augmenting path, H. Kuhn 1955).
    fn place(&mut self, row: usize, tried: &mut [bool]) -> bool {
        let columns: Vec<usize> =
            self.order[row].iter().copied().filter(|&column| !self.up[row][column]).collect();
        if let Some(&column) = columns.iter().find(|&&column| self.left[column] > 0) {
            self.left[column] -= 1;
            self.up[row][column] = true;
            return true;
        }
        for column in columns {
            if std::mem::replace(&mut tried[column], true) {
                continue;
            }
            let mover = (0..self.up.len()).find(|&other| self.up[other][column] && self.place(other, tried));
            if let Some(other) = mover {
                self.up[other][column] = false;
                self.up[row][column] = true;
                return true;
            }
        }
        false
    }
}

/// Order in which the targets of a mix come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MixOrder {
    /// Random, by the seed.
    #[default]
    Random,
    /// Target by target, as the mix lists them.
    Listed,
}

gridmill_board::named_values!(MixOrder { Random "random", Listed "listed" });

/// Rows over which the quotas of mixes are exact, and the order of targets among them.
///
/// In blocks, which row has which target depends on the seed and the index alone; so a corpus needs no size.
///
/// ```
/// use gridmill_generate::{MixLayout, MixOrder};
///
/// assert_eq!(MixLayout::default().to_string(), "exact quotas over the whole corpus, in random order");
/// let layout = MixLayout { block: Some(1000), order: MixOrder::Listed };
/// assert_eq!(layout.to_string(), "exact quotas in every block of 1000 rows, in the order of the mix");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MixLayout {
    /// Rows of a block; `None` for one block with all rows of the corpus.
    #[serde(rename = "mix_block", default, skip_serializing_if = "is_default")]
    pub block: Option<u64>,
    /// Order of the targets in a block.
    #[serde(rename = "mix_order", default, skip_serializing_if = "is_default")]
    pub order: MixOrder,
}

impl MixLayout {
    /// Rows of a block where a corpus has no end and no block is given.
    pub const BLOCK: u64 = 1000;
}

impl fmt::Display for MixLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(rows) => write!(f, "exact quotas in every block of {rows} rows")?,
            None => f.write_str("exact quotas over the whole corpus")?,
        }
        f.write_str(match self.order {
            MixOrder::Random => ", in random order",
            MixOrder::Listed => ", in the order of the mix",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Givens, GivensMix};
    use proptest::prelude::*;

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

    proptest! {
        /// Sums are kept, and no number is a whole one away from the exact number.
        #[test]
        fn numbers_are_rounded_and_add_up(
            rows in prop::collection::vec(0_u64..500, 1..7),
            shares in prop::collection::vec(1_u64..50, 1..9),
        ) {
            let all: u64 = rows.iter().sum();
            let text = shares.iter().zip(30..).map(|(share, givens)| format!("{givens}:{share}"));
            let text = text.collect::<Vec<_>>().join(",");
            let columns = text.parse::<crate::GivensMix>().unwrap().quotas(all);
            let table = rounded(&rows, &columns);
            for (row, sum) in table.iter().zip(&rows) {
                prop_assert_eq!(row.iter().sum::<u64>(), *sum);
            }
            for (column, sum) in columns.iter().enumerate() {
                prop_assert_eq!(table.iter().map(|row| row[column]).sum::<u64>(), *sum);
                for (row, of) in table.iter().zip(&rows) {
                    prop_assert!((row[column] * all).abs_diff(of * sum) < all.max(1));
                }
            }
        }
    }

    #[test]
    fn halves_alternate() {
        assert_eq!(rounded(&[5, 5], &[5, 5]), [[3, 2], [2, 3]]);
        assert_eq!(rounded(&[1, 1, 1, 1], &[2, 2]), [[1, 0], [1, 0], [0, 1], [0, 1]]);
        assert_eq!(rounded(&[0], &[0, 0]), [[0, 0]]);
    }
}
