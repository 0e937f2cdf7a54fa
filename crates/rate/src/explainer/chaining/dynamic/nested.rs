//! Chains within chains, and what is remembered of searches for them.
//!
//! ```text
//! outer closure    r1c1 = 3 on -> ... -> what is left -> its chains -> what they take away, off -> ...
//! ```
//!
//! Many closures leave the same candidates: those of two candidates one of which must hold, and those of one candidate before and
//! after a step that took away what they turned off anyway. So hints are remembered by what was left. Remembered or not,
//! they count the same work.

use super::{
    super::{
        candidates::{CandidateGrid, CandidateId},
        graph::closure::Cause,
        rating::ChainLevel,
    },
    placed_counts::PlacedCounts,
};
use std::{collections::BTreeMap, sync::Arc};

/// A node of a chain within another: with why it follows.
pub(crate) type NestedNode = (CandidateId, bool, Cause);

/// A hint that is used within another search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NestedHint {
    /// The chains, each from its end to its start.
    pub(crate) chains: Vec<Vec<NestedNode>>,
    /// What an assumption counts as.
    pub(crate) assumed: Cause,
    pub(crate) nodes: u32,
    /// By cell, then by digit.
    pub(crate) eliminations: Vec<CandidateId>,
}

impl NestedHint {
    /// Whether two hints have the same chains.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let same = |(a, b): (&Vec<NestedNode>, &Vec<NestedNode>)| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.0, a.1) == (b.0, b.1))
        };
        std::ptr::eq(self, other)
            || self.chains.len() == other.chains.len() && self.chains.iter().zip(&other.chains).all(same)
    }
}

/// All hints of a search, sorted.
pub(crate) type HintList = Arc<[Arc<NestedHint>]>;

/// The hints that nodes of a search come from, and the work done for them.
#[derive(Debug, Default)]
pub(crate) struct NestedHints {
    all: Vec<Arc<NestedHint>>,
    /// Searches within; their memory is kept.
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

    /// The hint of this number.
    pub(crate) fn get(&self, number: u32) -> &NestedHint {
        &self.all[number as usize - 1]
    }

    /// Keeps a hint; its number.
    #[expect(clippy::cast_possible_truncation, reason = "not that many")]
    pub(crate) fn keep(&mut self, nested: &Arc<NestedHint>) -> u32 {
        self.all.push(nested.clone());
        self.all.len() as u32
    }
}

/// Hints of searches that were made.
#[derive(Debug, Default)]
pub(crate) struct HintMemo {
    by_hash: BTreeMap<u64, Vec<MemoEntry>>,
    /// How many nodes are remembered.
    size: usize,
}

#[derive(Debug)]
struct MemoEntry {
    level: ChainLevel,
    cells: Box<[u16; 81]>,
    placed: PlacedCounts,
    hints: HintList,
    work: u64,
}

/// How many nodes are remembered before all is forgotten.
const MAX_NODES: usize = 4_000_000;

impl HintMemo {
    /// By the multiplicative hash of D. Knuth (1973).
    fn hash(grid: &CandidateGrid) -> u64 {
        grid.cells.iter().fold(0, |hash: u64, &cell| {
            (hash.rotate_left(9) ^ u64::from(cell)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// What was found in a state, and the work that it was.
    pub(crate) fn get(
        &self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
    ) -> Option<(HintList, u64)> {
        let known = self.by_hash.get(&Self::hash(grid))?;
        let one = known
            .iter()
            .find(|one| one.level == level && *one.cells == grid.cells && one.placed == *placed)?;
        Some((one.hints.clone(), one.work))
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
            self.by_hash.clear();
            self.size = 0;
        }
        self.size += size;
        let (cells, placed, hints) = (Box::new(grid.cells), placed.clone(), hints.clone());
        self.by_hash.entry(Self::hash(grid)).or_default().push(MemoEntry {
            level,
            cells,
            placed,
            hints,
            work,
        });
    }
}
