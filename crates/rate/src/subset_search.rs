//! Enumerates choices of `size` sets whose union has `size` members: the core of naked and hidden subsets and of fish.
//!
//! ```text
//! sets      {1,2} {2,3} {4,5} {1,3}          size 3
//! chosen    0b1011, whose union is {1,2,3}
//! ```
//!
//! Techniques differ only in their sets and members: cells and digits, digits and cells, or rows and columns.

use super::{SearchFlow, bits::count};

/// Order of the choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By the first chosen, then by the second, and so on: `01 02 03 12 13 23`.
    Lexicographic,
    /// By the last chosen, then by the last but one, and so on: `01 02 12 03 13 23`.
    Colexicographic,
}

/// Calls `visit` with each choice of `size` sets out of `allowed` (a bit each) whose union has `size` members, and with the union.
#[inline]
pub(super) fn each_subset(
    sets: &[u16; 9],
    allowed: u16,
    size: u32,
    order: Order,
    visit: &mut impl FnMut(u16, u16) -> SearchFlow,
) -> SearchFlow {
    if count(allowed) < size {
        return SearchFlow::Continue(());
    }
    SubsetSearch { sets, size, order }.choose(allowed, size, 0, 0, visit)
}

/// Sets to choose from, and the size of the choice.
#[derive(Debug)]
pub(super) struct SubsetSearch<'a> {
    /// Members of each set, as bits.
    pub(super) sets: &'a [u16; 9],
    /// Number of sets to choose, and of members of their union.
    pub(super) size: u32,
    /// Order of the choices.
    pub(super) order: Order,
}

impl SubsetSearch<'_> {
    /// Chooses `left` more sets, one at least, out of `allowed`.
    pub(super) fn choose(
        &self,
        allowed: u16,
        left: u32,
        chosen: u16,
        union: u16,
        visit: &mut impl FnMut(u16, u16) -> SearchFlow,
    ) -> SearchFlow {
        let mut ahead = allowed;
        while ahead != 0 {
            let bit = ahead & ahead.wrapping_neg();
            ahead ^= bit;
            let union = union | self.sets[bit.trailing_zeros() as usize];
            let members = count(union);
            if members > self.size {
                continue;
            }
            if left > 1 {
                let rest = match self.order {
                    Order::Lexicographic => ahead,
                    Order::Colexicographic => allowed & (bit - 1),
                };
                self.choose(rest, left - 1, chosen | bit, union, visit)?;
            } else if members == self.size {
                visit(chosen | bit, union)?;
            }
        }
        SearchFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::bits;

    fn all(sets: [u16; 9], allowed: u16, size: u32, order: Order) -> Vec<(u16, u16)> {
        let mut found = Vec::new();
        let _ = each_subset(&sets, allowed, size, order, &mut |chosen, union| {
            found.push((chosen, union));
            SearchFlow::Continue(())
        });
        found
    }

    #[test]
    fn choices_are_those_of_the_definition_in_either_order() {
        let sets: [u16; 9] = [0b11, 0b110, 0b11000, 0b101, 0b111, 0b1_0000_0001, 0, 0b100, 0b11000];
        for (size, allowed) in [(2, 0x1FF), (3, 0x1FF), (4, 0x1BF), (3, 0x0F7)] {
            let union = |chosen: u16| bits(chosen).fold(0_u16, |union, n| union | sets[n]);
            let by_definition: Vec<_> = (0..=0x1FF_u16)
                .filter(|&chosen| chosen & !allowed == 0 && chosen.count_ones() == size)
                .filter(|&chosen| union(chosen).count_ones() == size)
                .map(|chosen| (chosen, union(chosen)))
                .collect();
            assert!(!by_definition.is_empty());
            assert_eq!(all(sets, allowed, size, Order::Colexicographic), by_definition);
            let mut lexicographic = by_definition;
            lexicographic.sort_by_key(|&(chosen, _)| bits(chosen).collect::<Vec<_>>());
            assert_eq!(all(sets, allowed, size, Order::Lexicographic), lexicographic);
        }
    }
}
