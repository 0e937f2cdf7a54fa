//! Second rows of complete 9x9 grids: for each pair of rows, the least second row that orders of columns make of it.
//!
//! With the first row named 1 to 9, the second is a permutation of columns: below column `c` stands the digit of column `next[c]` of
//! the first row. Another order of columns conjugates that permutation.
//!
//! ```text
//! first row    3 1 2 | 6 4 5 | 9 7 8
//! second row   4 5 6 | 7 8 9 | 1 2 3     next = 4 5 3 | 7 8 6 | 1 2 0
//! ```
//!
//! Of the 12,096 permutations that keep a digit out of its own box (Felgenhauer and Jarvis 2005: 56 x 216), conjugation by the
//! 1,296 orders of columns makes a few classes. The table holds the class of each, in the order of the least second row, and one order
//! of columns that leads to it. All others that do are this one after the orders that keep the least row (its centraliser).

use super::plain;
use std::sync::LazyLock;

/// Order of columns: the column of the grid at each position. Sixteen, so that an index masked to four bits needs no check.
pub(super) type Columns = [u8; 16];

/// Table of all second rows.
pub(super) struct RowPairs {
    /// Rank of the first, second and third triple of `next`, by 81, 9 and 1 times its members.
    ranks: [[u16; 729]; 3],
    /// Class of each permutation, by the sum of its ranks. Classes with less text come first.
    classes: Vec<u8>,
    /// Index into `orders` of one order of columns that leads to the least second row, by the sum of ranks.
    leads: Vec<u16>,
    /// All orders of columns.
    orders: Vec<Columns>,
    /// Orders of columns that keep the least second row, by class.
    centralisers: Vec<Vec<Columns>>,
}

/// The table, built at first use in less than a millisecond.
pub(super) static ROW_PAIRS: LazyLock<RowPairs> = LazyLock::new(RowPairs::new);

impl RowPairs {
    #[expect(clippy::cast_possible_truncation, reason = "columns, 1296 orders and few classes")]
    fn new() -> Self {
        let orders: Vec<Columns> = plain::orders(3, 3)
            .iter()
            .map(|order| std::array::from_fn(|place| order.get(place).map_or(0, |&col| col as u8)))
            .collect();
        let mut table = Self {
            ranks: ranks(),
            classes: vec![u8::MAX; 120 * 120 * 6],
            leads: vec![0; 120 * 120 * 6],
            orders,
            centralisers: Vec::new(),
        };
        // In ascending order, the first permutation of a class is the least.
        for least in permutations() {
            if table.classes[table.index(&least)] != u8::MAX {
                continue;
            }
            let class = table.centralisers.len() as u8;
            let mut centraliser = Vec::new();
            for lead in 0..table.orders.len() {
                let order = table.orders[lead];
                let mut next = [0; 9];
                for place in 0..9 {
                    next[usize::from(order[place])] = order[usize::from(least[place])];
                }
                let index = table.index(&next);
                table.classes[index] = class;
                table.leads[index] = lead as u16;
                if next == least {
                    centraliser.push(order);
                }
            }
            table.centralisers.push(centraliser);
        }
        table
    }

    /// Returns the least permutation of each class, in the order of classes.
    pub(super) fn least_of_classes(&self) -> Vec<[u8; 9]> {
        let mut found = Vec::with_capacity(self.centralisers.len());
        for next in permutations() {
            if usize::from(self.class(self.index(&next))) == found.len() {
                found.push(next);
            }
        }
        found
    }

    /// Returns the index of a permutation.
    #[inline]
    pub(super) fn index(&self, next: &[u8; 9]) -> usize {
        let rank = |triple: usize| {
            let member = |i: usize| usize::from(next[3 * triple + i]);
            usize::from(self.ranks[triple][member(0) * 81 + member(1) * 9 + member(2)])
        };
        (rank(0) * 120 + rank(1)) * 6 + rank(2)
    }

    /// Returns the class of the permutation with this index.
    #[inline]
    pub(super) fn class(&self, index: usize) -> u8 {
        self.classes[index]
    }

    /// Iterates over the orders of columns that make the least second row of the permutation with this index.
    pub(super) fn columns(&self, index: usize) -> impl Iterator<Item = Columns> {
        let lead = &self.orders[usize::from(self.leads[index])];
        let centraliser = &self.centralisers[usize::from(self.classes[index])];
        centraliser.iter().map(move |order| order.map(|place| lead[usize::from(place & 15)]))
    }
}

/// Ranks triples. The first two: among the 120 of 6 columns, 0 for triples that are none of them. The last: by its order alone,
/// because the others leave it one set.
#[expect(clippy::cast_possible_truncation, reason = "below 120")]
fn ranks() -> [[u16; 729]; 3] {
    let mut ranks = [[0; 729]; 3];
    for (triple, ranks) in ranks.iter_mut().enumerate() {
        let mut rank = 0;
        for (code, ranked) in ranks.iter_mut().enumerate() {
            let members = [code / 81, code / 9 % 9, code % 9];
            let distinct = members[0] != members[1] && members[0] != members[2] && members[1] != members[2];
            if distinct && members.iter().all(|col| col / 3 != triple) {
                *ranked = if triple == 2 { order_rank(members) as u16 } else { rank };
                rank += 1;
            }
        }
    }
    ranks
}

/// Ranks the order of three different numbers, 0 to 5.
fn order_rank(members: [usize; 3]) -> usize {
    let [a, b, c] = members;
    2 * (usize::from(a > b) + usize::from(a > c)) + usize::from(b > c)
}

/// Lists the permutations that keep every digit out of its own box, in ascending order.
fn permutations() -> Vec<[u8; 9]> {
    let mut found = vec![Vec::new()];
    for place in 0..9_u8 {
        found = found
            .iter()
            .flat_map(|next: &Vec<u8>| {
                let free = move |&col: &u8| col / 3 != place / 3 && !next.contains(&col);
                (0..9).filter(free).map(move |col| next.iter().copied().chain([col]).collect())
            })
            .collect();
    }
    found.iter().filter_map(|next| next.as_slice().try_into().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_rows_are_those_of_felgenhauer_and_jarvis() {
        let all = permutations();
        assert_eq!(all.len(), 56 * 216);
        let table = &*ROW_PAIRS;
        let mut indices: Vec<usize> = all.iter().map(|next| table.index(next)).collect();
        indices.sort_unstable();
        indices.dedup();
        assert_eq!(indices.len(), all.len());
        let sizes: usize = table.centralisers.iter().map(|orders| 1296 / orders.len()).sum();
        assert_eq!(sizes, all.len());
    }

    #[test]
    fn orders_of_columns_lead_to_the_least_row_of_the_class() {
        let all = permutations();
        let least: Vec<[u8; 9]> = (0..ROW_PAIRS.centralisers.len())
            .map(|class| {
                *all.iter().find(|next| usize::from(ROW_PAIRS.class(ROW_PAIRS.index(next))) == class).unwrap()
            })
            .collect();
        assert!(least.is_sorted());
        for next in all.iter().step_by(7) {
            let index = ROW_PAIRS.index(next);
            for order in ROW_PAIRS.columns(index) {
                let place_of = |col: u8| order[..9].iter().position(|&c| c == col).unwrap();
                let text: Vec<usize> =
                    (0..9).map(|place| place_of(next[usize::from(order[place])])).collect();
                assert!(
                    text.iter()
                        .zip(least[usize::from(ROW_PAIRS.class(index))])
                        .all(|(&a, b)| a == usize::from(b))
                );
            }
        }
    }
}
