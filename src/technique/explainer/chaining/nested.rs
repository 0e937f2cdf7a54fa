//! Chains within chains, each kept once.

use super::{closure::Cause, grid::Name};

/// A hint that is used within another search.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Nested {
    /// The chains, each from its end to its start.
    pub(super) chains: Vec<Vec<(Name, bool, Cause)>>,
    /// What an assumption counts as.
    pub(super) assumed: Cause,
    pub(super) nodes: u32,
    pub(super) key: u8,
    /// By cell, then by digit.
    pub(super) eliminations: Vec<Name>,
    /// The number of the first hint with the same chains.
    pub(super) identity: u32,
}

/// The hints that nodes of a search come from, and the work done for them.
#[derive(Debug, Default)]
pub(super) struct Nests {
    all: Vec<Nested>,
    by_chains: std::collections::BTreeMap<Vec<Vec<(Name, bool)>>, u32>,
    /// Searches within; their memory is kept.
    pub(super) inner: Option<Box<super::Chaining>>,
    pub(super) work: u64,
    pub(super) budget: u64,
}

impl Nests {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.by_chains.clear();
    }

    pub(super) fn within_budget(&self) -> bool {
        self.work <= self.budget
    }

    /// The hint of this number.
    pub(super) fn get(&self, number: u32) -> &Nested {
        &self.all[number as usize - 1]
    }

    /// Keeps a hint; its number.
    #[expect(clippy::cast_possible_truncation, reason = "thousands at most")]
    pub(super) fn keep(&mut self, mut nested: Nested) -> u32 {
        let names =
            |chain: &Vec<(Name, bool, Cause)>| chain.iter().map(|&(name, on, _)| (name, on)).collect();
        let key: Vec<Vec<(Name, bool)>> = nested.chains.iter().map(names).collect();
        let next = self.all.len() as u32 + 1;
        nested.identity = *self.by_chains.entry(key).or_insert(next);
        self.all.push(nested);
        next
    }
}
