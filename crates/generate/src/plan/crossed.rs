//! Two mixes crossed: exact numbers of puzzles with each pair of targets.
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

use super::{Mix, Quotas};

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
