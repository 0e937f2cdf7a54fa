//! Up to 128 unavoidable sets as bits, for the lower levels of a scan.

use crate::geometry::{CELLS, cells};

/// Most sets of a stage: one bit each. Sets beyond it are dropped; the solver then has more to check.
pub(super) const MAX_SETS: usize = 128;

/// Set of unavoidable sets of a stage, one bit each.
pub(super) type Bits = u128;

/// Unavoidable sets, small ones first.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    sets: [u128; MAX_SETS],
    number: usize,
    /// Sets with each cell.
    with: [Bits; CELLS],
    /// Sets that share no cell with each set.
    disjoint: [Bits; MAX_SETS],
}

impl Stage {
    /// Creates a stage without sets.
    pub(super) const fn new() -> Self {
        Self { sets: [0; MAX_SETS], number: 0, with: [0; CELLS], disjoint: [0; MAX_SETS] }
    }

    /// Starts with sets of cells, of which it keeps the smallest that contain no other. Returns false if one is empty.
    pub(super) fn start(&mut self, sets: &mut [u128]) -> bool {
        sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        if sets.first().is_some_and(|set| *set == 0) {
            return false;
        }
        self.number = 0;
        self.with = [0; CELLS];
        for &set in &*sets {
            if self.number == MAX_SETS {
                break;
            }
            if self.sets[..self.number].iter().any(|smaller| smaller & !set == 0) {
                continue;
            }
            self.sets[self.number] = set;
            for cell in cells(set) {
                self.with[cell] |= 1 << self.number;
            }
            self.number += 1;
        }
        for number in 0..self.number {
            let met = cells(self.sets[number]).fold(0, |met, cell| met | self.with[cell]);
            self.disjoint[number] = !met;
        }
        true
    }

    /// Returns all sets.
    pub(super) const fn all(&self) -> Bits {
        if self.number == MAX_SETS { !0 } else { (1 << self.number) - 1 }
    }

    /// Returns the cells of the first of some sets.
    #[inline]
    pub(super) const fn first(&self, sets: Bits) -> u128 {
        self.sets[sets.trailing_zeros() as usize % MAX_SETS]
    }

    /// Returns those that share no cell with the first.
    #[inline]
    pub(super) const fn disjoint_from_first(&self, sets: Bits) -> Bits {
        sets & self.disjoint[sets.trailing_zeros() as usize % MAX_SETS]
    }

    /// Returns those without a cell.
    #[inline]
    pub(super) const fn without(&self, sets: Bits, cell: usize) -> Bits {
        sets & !self.with[cell % CELLS]
    }

    /// Returns those with one of these cells at least, and those with at least two and three.
    #[inline]
    pub(super) fn counts(&self, mut cells: u128) -> [Bits; 3] {
        let [mut one, mut two, mut three] = [0; 3];
        while cells != 0 {
            let with = self.with[cells.trailing_zeros() as usize % CELLS];
            three |= two & with;
            two |= one & with;
            one |= with;
            cells &= cells - 1;
        }
        [one, two, three]
    }
}
