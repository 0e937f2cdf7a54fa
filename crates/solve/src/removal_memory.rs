//! Memory between removals from puzzles of one grid.
//!
//! ```text
//! second solution    the cells where it differs from the grid are an unavoidable set: every puzzle has a given among them
//! next removals      a set of which one given is left: this given is needed, with no search
//! ```
#![allow(clippy::inline_always, reason = "compiled once for each instruction set of the bitboard solver")]

use std::fmt;

/// Unavoidable sets that removals from puzzles of one grid found, for the next removals from puzzles of this grid: see
/// [`Remover::remove_again`](crate::Remover::remove_again).
#[derive(Clone, Default)]
pub struct RemovalMemory {
    /// Values of the grid; zeros before the first removal.
    pub(crate) grid: Vec<u8>,
    pub(crate) sets: Option<Box<KnownSets>>,
}

impl RemovalMemory {
    /// Creates an empty memory.
    pub fn new() -> Self {
        Self::default()
    }
}

impl fmt::Debug for RemovalMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = self.sets.as_ref().map_or(0, |sets| sets.len);
        f.debug_struct("RemovalMemory").field("sets", &sets).finish_non_exhaustive()
    }
}

/// Most sets that are kept.
const MAX_SETS: usize = 512;

/// Unavoidable sets of one grid, one bit for each cell. When all places are taken, a new set takes that of the oldest one; sets added
/// for good keep theirs.
#[derive(Clone)]
pub(crate) struct KnownSets {
    low: [u64; MAX_SETS],
    high: [u64; MAX_SETS],
    /// Places in use.
    len: usize,
    /// Place of the next set.
    next: usize,
    /// Number of sets that stay for good.
    lasting: usize,
}

gridmill_board::debug_of_fields!(KnownSets: len);

impl KnownSets {
    pub(crate) fn new() -> Self {
        Self { low: [0; MAX_SETS], high: [0; MAX_SETS], len: 0, next: 0, lasting: 0 }
    }

    /// Returns true if sets were added that stay for good.
    pub(crate) const fn has_lasting(&self) -> bool {
        self.lasting > 0
    }

    /// Adds a set that stays for good. All such sets come before others.
    pub(crate) fn add_lasting(&mut self, cells: u128) {
        if self.lasting < MAX_SETS / 2 {
            self.add(cells);
            self.lasting = self.len;
        }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of the set")]
    pub(crate) fn add(&mut self, cells: u128) {
        (self.low[self.next], self.high[self.next]) = (cells as u64, (cells >> 64) as u64);
        self.len = self.len.max(self.next + 1);
        self.next += 1;
        if self.next == MAX_SETS {
            self.next = self.lasting;
        }
    }

    /// Returns the givens that sets prove needed: those that are the only given of a set.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of the set")]
    pub(crate) fn needed(&self, givens: u128) -> u128 {
        let (low_givens, high_givens) = (givens as u64, (givens >> 64) as u64);
        let (mut low_needed, mut high_needed) = (0_u64, 0_u64);
        for i in 0..MAX_SETS {
            let (low, high) = (self.low[i] & low_givens, self.high[i] & high_givens);
            let one_low = (low & low.wrapping_sub(1)) | high;
            let one_high = (high & high.wrapping_sub(1)) | low;
            low_needed |= if one_low == 0 { low } else { 0 };
            high_needed |= if one_high == 0 { high } else { 0 };
        }
        u128::from(low_needed) | u128::from(high_needed) << 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_given_of_a_set_is_needed() {
        let mut sets = KnownSets::new();
        sets.add_lasting(0b111);
        sets.add(1 << 70 | 1 << 3);
        assert_eq!(sets.needed(0b001 | 1 << 70), 0b001 | 1 << 70);
        assert_eq!(sets.needed(0b011 | 1 << 3 | 1 << 70), 0);
        assert_eq!(sets.needed(0), 0);
    }

    #[test]
    fn lasting_sets_keep_their_places() {
        let mut sets = KnownSets::new();
        sets.add_lasting(0b11);
        for cell in 0..2 * MAX_SETS {
            sets.add(1 << (10 + cell % 80));
        }
        assert_eq!(sets.len, MAX_SETS);
        assert_eq!(sets.needed(0b01), 0b01);
    }
}
