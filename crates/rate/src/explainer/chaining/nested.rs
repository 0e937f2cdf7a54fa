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
    advanced::Frame,
    closure::Cause,
    grid::{Grid, Name},
    rating::Level,
};
use std::{collections::BTreeMap, sync::Arc};

/// A node of a chain within another: with why it follows.
pub(super) type Link = (Name, bool, Cause);

/// A hint that is used within another search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Nested {
    /// The chains, each from its end to its start.
    pub(super) chains: Vec<Vec<Link>>,
    /// What an assumption counts as.
    pub(super) assumed: Cause,
    pub(super) nodes: u32,
    /// By cell, then by digit.
    pub(super) eliminations: Vec<Name>,
}

impl Nested {
    /// Whether two hints have the same chains.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let same = |(a, b): (&Vec<Link>, &Vec<Link>)| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.0, a.1) == (b.0, b.1))
        };
        std::ptr::eq(self, other)
            || self.chains.len() == other.chains.len() && self.chains.iter().zip(&other.chains).all(same)
    }
}

/// All hints of a search, sorted.
pub(super) type Hints = Arc<[Arc<Nested>]>;

/// The hints that nodes of a search come from, and the work done for them.
#[derive(Debug, Default)]
pub(super) struct Nests {
    all: Vec<Arc<Nested>>,
    /// Searches within; their memory is kept.
    pub(super) inner: Option<Box<super::Chaining>>,
    pub(super) work: u64,
    pub(super) budget: u64,
}

impl Nests {
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) const fn within_budget(&self) -> bool {
        self.work <= self.budget
    }

    /// The hint of this number.
    pub(super) fn get(&self, number: u32) -> &Nested {
        &self.all[number as usize - 1]
    }

    /// Keeps a hint; its number.
    #[expect(clippy::cast_possible_truncation, reason = "not that many")]
    pub(super) fn keep(&mut self, nested: &Arc<Nested>) -> u32 {
        self.all.push(nested.clone());
        self.all.len() as u32
    }
}

/// Hints of searches that were made.
#[derive(Debug, Default)]
pub(super) struct Memory {
    by_hash: BTreeMap<u64, Vec<Remembered>>,
    /// How many nodes are remembered.
    size: usize,
}

#[derive(Debug)]
struct Remembered {
    level: Level,
    cells: Box<[u16; 81]>,
    frame: Frame,
    hints: Hints,
    work: u64,
}

/// How many nodes are remembered before all is forgotten.
const MOST: usize = 4_000_000;

impl Memory {
    /// By the multiplicative hash of D. Knuth (1973).
    fn hash(grid: &Grid) -> u64 {
        grid.cells.iter().fold(0, |hash: u64, &cell| {
            (hash.rotate_left(9) ^ u64::from(cell)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// What was found in a state, and the work that it was.
    pub(super) fn get(&self, grid: &Grid, frame: &Frame, level: Level) -> Option<(Hints, u64)> {
        let known = self.by_hash.get(&Self::hash(grid))?;
        let one =
            known.iter().find(|one| one.level == level && *one.cells == grid.cells && one.frame == *frame)?;
        Some((one.hints.clone(), one.work))
    }

    pub(super) fn put(&mut self, grid: &Grid, frame: &Frame, level: Level, hints: &Hints, work: u64) {
        let size =
            hints.iter().flat_map(|hint| &hint.chains).map(|chain| chain.len() + 8).sum::<usize>() + 64;
        if self.size + size > MOST {
            self.by_hash.clear();
            self.size = 0;
        }
        self.size += size;
        let (cells, frame, hints) = (Box::new(grid.cells), frame.clone(), hints.clone());
        self.by_hash.entry(Self::hash(grid)).or_default().push(Remembered {
            level,
            cells,
            frame,
            hints,
            work,
        });
    }
}
