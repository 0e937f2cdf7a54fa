//! Enumeration of the minimal transversals of a growing set of edges.
#![allow(
    clippy::inline_always,
    reason = "the fast solver compiles the enumeration for each instruction set, inside the function that names it"
)]

use crate::edges::{BLOCK, EdgeBlock, EdgeIndex, MAX_OPTIONAL, bits, each_word, place};

/// Answers questions about choices of optional givens, beside the needed givens. All sets are of optional givens.
pub(crate) trait ChoiceOracle {
    /// Returns the difference of another solution of a choice; the empty set if there is none, and `None` if the search ran
    /// out of nodes.
    fn difference(&mut self, chosen: u64) -> Option<u64>;
}

/// Oracle for a pass that starts with all minimal edges: each minimal transversal has one solution.
struct AllEdgesKnown;

impl ChoiceOracle for AllEdgesKnown {
    #[inline(always)]
    fn difference(&mut self, _: u64) -> Option<u64> {
        Some(0)
    }
}

/// One node on the path of the enumeration.
#[derive(Debug, Clone, Default)]
struct Level {
    chosen: u64,
    /// Givens that may still be chosen below.
    allowed: u64,
    /// Givens of the branching edge that are still to be tried.
    branches: u64,
    /// Edges without a chosen given.
    uncovered: Vec<EdgeBlock>,
    /// Edges with exactly one chosen given.
    critical: Vec<EdgeBlock>,
}

/// Enumerates minimal transversals; owns its memory and is reused.
#[derive(Debug)]
pub(crate) struct TransversalSearch {
    levels: Vec<Level>,
    /// All optional givens.
    all: u64,
    /// All known edges.
    pub(crate) edges: EdgeIndex,
    /// Transversals of the last pass, sorted: each has one solution.
    known: Vec<u64>,
    /// Transversals of this pass.
    pub(crate) found: Vec<u64>,
    /// Most transversals that are kept; another one ends the enumeration.
    pub(crate) limit: usize,
}

impl TransversalSearch {
    pub(crate) fn new() -> Self {
        Self {
            levels: vec![Level::default(); MAX_OPTIONAL + 1],
            all: 0,
            edges: EdgeIndex::new(),
            known: Vec::new(),
            found: Vec::new(),
            limit: usize::MAX,
        }
    }

    /// Enumerates the minimal puzzles among the choices of `all`, starting with the edges in `self.edges`. Returns `None` if a
    /// search ran out of nodes or if there are more than the limit. Those found until then are minimal puzzles, too: each has one
    /// solution, and each of its givens is alone in an edge.
    #[inline(always)]
    pub(crate) fn run(&mut self, oracle: &mut impl ChoiceOracle, all: u64) -> Option<()> {
        self.all = all;
        self.found.clear();
        loop {
            self.known.clear();
            std::mem::swap(&mut self.known, &mut self.found);
            self.known.sort_unstable();
            self.edges.minimise();
            let edges = self.edges.as_slice().len();
            let done = self.pass(oracle);
            let is_within = self.found.len() <= self.limit;
            if done.is_none() || !is_within || self.edges.as_slice().len() == edges {
                self.found.sort_unstable();
                self.found.truncate(self.limit);
                return done.filter(|()| is_within);
            }
        }
    }

    /// The same, where `self.edges` has all minimal edges and nothing else. Returns false if there are more than the limit.
    #[inline(always)]
    pub(crate) fn run_complete(&mut self, all: u64) -> bool {
        self.all = all;
        self.known.clear();
        self.found.clear();
        self.edges.sort();
        let is_within = self.pass(&mut AllEdgesKnown).is_some();
        self.found.sort_unstable();
        is_within
    }

    /// Makes one pass over the minimal transversals. Returns `None` if it ends early.
    #[inline(always)]
    fn pass(&mut self, oracle: &mut impl ChoiceOracle) -> Option<()> {
        let root = &mut self.levels[0];
        (root.chosen, root.allowed, root.branches) = (0, self.all, 0);
        root.uncovered.clear();
        root.critical.clear();
        for block in 0..self.edges.blocks().len() {
            root.uncovered.push(self.edges.block_mask(block));
            root.critical.push([0; 4]);
        }
        self.branch(oracle, 0)?;
        let mut depth = 0;
        loop {
            let level = &mut self.levels[depth];
            if level.branches == 0 {
                if depth == 0 {
                    return Some(());
                }
                depth -= 1;
                continue;
            }
            let given = level.branches & level.branches.wrapping_neg();
            level.branches ^= given;
            if self.descend(depth, given) {
                depth += 1;
                self.branch(oracle, depth)?;
            }
        }
    }

    /// Adds an edge, and adds it as uncovered to all levels down to `depth`.
    #[inline(always)]
    fn add_edge(&mut self, edge: u64, depth: usize) {
        let (block, word, bit) = place(self.edges.add(edge));
        for level in &mut self.levels[..=depth] {
            if block == level.uncovered.len() {
                level.uncovered.push([0; 4]);
                level.critical.push([0; 4]);
            }
            level.uncovered[block][word] |= bit;
        }
    }

    /// Prepares the level below `depth` with one more given chosen. Returns false if a chosen given is no longer alone in
    /// any edge, or if the choice is known to have one solution.
    #[inline(always)]
    fn descend(&mut self, depth: usize, given: u64) -> bool {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (parent, child) = (&mut above[depth], &mut below[0]);
        let number = given.trailing_zeros() as usize % MAX_OPTIONAL;
        let index = self.edges.blocks();
        let blocks = index.len();
        if child.uncovered.len() != blocks {
            child.uncovered.resize(blocks, [0; 4]);
            child.critical.resize(blocks, [0; 4]);
        }
        let (uncovered, critical) = (&mut child.uncovered[..blocks], &mut child.critical[..blocks]);
        let mut any = [0; 4];
        for block in 0..blocks {
            let (above, alone, with) =
                (parent.uncovered[block], parent.critical[block], index[block][number]);
            uncovered[block] = each_word(|n| above[n] & !with[n]);
            critical[block] = each_word(|n| alone[n] & !with[n] | above[n] & with[n]);
            any = each_word(|n| any[n] | above[n] & !with[n]);
        }
        for chosen in bits(parent.chosen) {
            let alone = |block: usize| {
                let (critical, with) = (critical[block], index[block][chosen]);
                each_word(|n| critical[n] & with[n]) != [0; 4]
            };
            if !(0..blocks).any(alone) {
                // Nor can it be chosen with more givens, so that it is not allowed again.
                return false;
            }
        }
        child.chosen = parent.chosen | given;
        child.allowed = parent.allowed;
        // The later givens of the edge may be chosen together with this one.
        parent.allowed |= given;
        child.branches = 0;
        if any == [0; 4] && self.known.binary_search(&child.chosen).is_ok() {
            self.found.push(child.chosen);
            return false;
        }
        true
    }

    /// Chooses the edge to branch on. At a transversal, checks it first: records it if it has one solution, and adds an edge
    /// otherwise.
    #[inline(always)]
    fn branch(&mut self, oracle: &mut impl ChoiceOracle, depth: usize) -> Option<()> {
        if self.levels[depth].uncovered.iter().all(|block| *block == [0; 4]) {
            let chosen = self.levels[depth].chosen;
            let difference = oracle.difference(chosen)?;
            if difference == 0 {
                if self.found.len() >= self.limit {
                    return None;
                }
                self.found.push(chosen);
                return Some(());
            }
            let edge = self.shrink(oracle, difference)?;
            self.add_edge(edge, depth);
        }
        let level = &mut self.levels[depth];
        let mut fewest = u32::MAX;
        let mut branches = 0;
        for (edges, block) in self.edges.as_slice().chunks(BLOCK).zip(&level.uncovered) {
            for (edges, &uncovered) in edges.chunks(64).zip(block) {
                for number in bits(uncovered) {
                    let able = edges[number] & level.allowed;
                    let count = able.count_ones();
                    branches = if count < fewest { able } else { branches };
                    fewest = fewest.min(count);
                }
            }
        }
        level.branches = branches;
        level.allowed &= !branches;
        Some(())
    }

    /// Removes givens from an edge while some other solution still differs only within it.
    #[inline(always)]
    fn shrink(&mut self, oracle: &mut impl ChoiceOracle, difference: u64) -> Option<u64> {
        let all = self.all;
        let (mut edge, mut left) = (difference, difference);
        while left != 0 && edge.count_ones() > 2 {
            let given = left & left.wrapping_neg();
            left ^= given;
            let smaller = oracle.difference(all & !edge | given)?;
            if smaller != 0 {
                edge = smaller;
                left &= edge;
            }
        }
        Some(edge)
    }
}
