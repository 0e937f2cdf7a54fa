//! Nested hints: chains within chains, and the memory of searches for them.
//!
//! ```text
//! outer closure    r1c1 = 3 on -> ... -> candidates left -> chains among them -> their eliminations, off -> ...
//! ```
//!
//! Many closures leave the same candidates: the closures of two candidates one of which must hold; those of one candidate before
//! and after a step that removed only candidates that it turns off. So hints are remembered by the candidates left. A remembered
//! search counts the same work as a new one, so that the work of a puzzle does not depend on the memory.
//!
//! The search for nested chains is a whole [`Chaining`](super::super::Chaining) again. This is the one circle between the files,
//! and it is the recursion of the technique itself: each level of nesting is searched by lower levels.

use super::{
    super::{
        candidates::{CandidateGrid, CandidateId},
        graph::closure::Cause,
        rating::ChainLevel,
    },
    placed_counts::PlacedCounts,
};
use crate::CellSet;
use std::sync::Arc;

/// Node of a nested chain: candidate, on or off, cause.
pub(crate) type NestedNode = (CandidateId, bool, Cause);

/// Hint that another search uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NestedHint {
    /// Chains, each from its end to its start.
    pub(crate) chains: Vec<Vec<NestedNode>>,
    /// Cause that the assumptions count as.
    pub(crate) assumed: Cause,
    pub(crate) nodes: u32,
    /// Eliminations by cell, then by digit.
    pub(crate) eliminations: Vec<CandidateId>,
}

impl NestedHint {
    /// Returns true if two hints have the same chains.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let same = |(a, b): (&Vec<NestedNode>, &Vec<NestedNode>)| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.0, a.1) == (b.0, b.1))
        };
        std::ptr::eq(self, other)
            || self.chains.len() == other.chains.len() && self.chains.iter().zip(&other.chains).all(same)
    }
}

/// Sorted hints of a search.
pub(crate) type HintList = Arc<[Arc<NestedHint>]>;

/// Nested hints that gave nodes of a search, and the work of the search.
#[derive(Debug, Default)]
pub(crate) struct NestedHints {
    all: Vec<Arc<NestedHint>>,
    /// Search for nested hints, with its memory.
    pub(crate) inner: Option<Box<super::super::Chaining>>,
    pub(crate) work: u64,
    pub(crate) budget: u64,
}

impl NestedHints {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    pub(crate) const fn within_budget(&self) -> bool {
        self.work <= self.budget
    }

    /// Returns a hint by its number, from 1.
    pub(crate) fn get(&self, number: u32) -> &NestedHint {
        &self.all[number as usize - 1]
    }

    /// Stores a hint and returns its number.
    #[expect(clippy::cast_possible_truncation, reason = "not that many")]
    pub(crate) fn keep(&mut self, nested: &Arc<NestedHint>) -> u32 {
        self.all.push(nested.clone());
        self.all.len() as u32
    }
}

/// Memory of past searches: state and level to hints.
#[derive(Debug, Default)]
pub(crate) struct HintMemo {
    entries: Vec<MemoEntry>,
    /// Open hash table: numbers of entries, from 1; 0 where free. At most half of it is used.
    slots: Vec<u32>,
    /// Remembered nodes.
    size: usize,
    /// The list without hints, which most searches find.
    none: HintList,
}

#[derive(Debug)]
struct MemoEntry {
    hash: u64,
    level: ChainLevel,
    places: [CellSet; 9],
    placed: PlacedCounts,
    hints: HintList,
    work: u64,
}

/// Most remembered nodes; beyond it the memory is cleared.
const MAX_NODES: usize = 4_000_000;

/// Slots of the first table.
const FIRST_SLOTS: usize = 4096;

impl HintMemo {
    /// Hashes a state by the multiplicative method of D. Knuth (1973).
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    fn hash(grid: &CandidateGrid) -> u64 {
        let add = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        grid.places.iter().fold(0, |hash, places| {
            let bits = places.bits();
            add(add(hash, bits as u64), (bits >> 64) as u64)
        })
    }

    /// Forgets all searches.
    pub(crate) fn clear(&mut self) {
        if !self.entries.is_empty() {
            self.entries.clear();
            self.slots.fill(0);
            self.size = 0;
        }
    }

    /// Returns the list without hints.
    pub(crate) fn none(&self) -> HintList {
        self.none.clone()
    }

    /// Returns the slot where a hash is looked for first.
    fn slot(&self, hash: u64) -> usize {
        let bits = self.slots.len().trailing_zeros();
        usize::try_from(hash >> (64 - bits)).unwrap_or_default()
    }

    /// Returns the hints of a state and the work of the search that found them.
    pub(crate) fn get(
        &self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
    ) -> Option<(HintList, u64)> {
        if self.slots.is_empty() {
            return None;
        }
        let hash = Self::hash(grid);
        let mut slot = self.slot(hash);
        while self.slots[slot] != 0 {
            let one = &self.entries[self.slots[slot] as usize - 1];
            let same = one.hash == hash && one.level == level;
            if same && one.places == grid.places && one.placed == *placed {
                return Some((one.hints.clone(), one.work));
            }
            slot = (slot + 1) % self.slots.len();
        }
        None
    }

    pub(crate) fn put(
        &mut self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
        hints: &HintList,
        work: u64,
    ) {
        let size =
            hints.iter().flat_map(|hint| &hint.chains).map(|chain| chain.len() + 8).sum::<usize>() + 64;
        if self.size + size > MAX_NODES {
            self.clear();
        }
        self.size += size;
        let (hash, placed, hints) = (Self::hash(grid), placed.clone(), hints.clone());
        self.entries.push(MemoEntry { hash, level, places: grid.places, placed, hints, work });
        if 2 * self.entries.len() > self.slots.len() {
            self.slots.clear();
            self.slots.resize((4 * self.entries.len()).next_power_of_two().max(FIRST_SLOTS), 0);
            (0..self.entries.len()).for_each(|entry| self.file(entry));
        } else {
            self.file(self.entries.len() - 1);
        }
    }

    /// Puts the number of an entry into the first free slot.
    #[expect(clippy::cast_possible_truncation, reason = "far fewer entries than nodes")]
    fn file(&mut self, entry: usize) {
        let mut slot = self.slot(self.entries[entry].hash);
        while self.slots[slot] != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = entry as u32 + 1;
    }
}
