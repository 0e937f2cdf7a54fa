//! Hints that closures give, and the goal of a search for them.

use super::super::{
    candidates::CandidateId,
    graph::closure::{Cause, DEEPEST},
    rating::ChainKind,
};

/// End of a chain: a node of a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChainEnd {
    pub(crate) closure: u16,
    pub(crate) node: u16,
}

/// Result of several chains, or of one that contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) kind: ChainKind,
    pub(crate) nodes: u32,
    pub(crate) target: (CandidateId, bool),
    pub(crate) ends: Vec<ChainEnd>,
    /// Cause that the assumptions count as, in a chain that this one is nested in.
    pub(crate) assumed: Cause,
}

impl Hint {
    /// Returns the sort key: the lowest comes first.
    pub(crate) fn key(&self) -> (u32, u8) {
        (self.nodes, self.kind.sort_key())
    }
}

/// Hints that are wanted: the first, or all.
#[derive(Debug)]
pub(crate) enum HintGoal {
    /// The first, if it has at most `round` nodes.
    First { best: Option<Hint>, round: u32 },
    /// All, in the order in which they are collected.
    All(Vec<Hint>),
    /// None: closures are only followed to their ends.
    Nothing,
}

impl HintGoal {
    /// The first hint, of any length.
    pub(crate) const FIRST: Self = Self::First { best: None, round: u32::MAX };

    /// Returns the most nodes that a hint may have.
    pub(crate) fn most(&self) -> u32 {
        match self {
            Self::First { best, round } => best.as_ref().map_or(*round, |best| best.nodes),
            Self::All(_) | Self::Nothing => u32::MAX,
        }
    }
}

/// The most nodes of a hint, by round.
pub(crate) const ROUNDS: [u32; 3] = [10, 18, 36];

/// Returns the depth that closures must reach to show all hints with `nodes` nodes.
///
/// The source is on: a node that follows from one that is off at depth k is on after 2 k + 3 nodes, or off after 2 k + 4. The
/// other end of the hint is no source, or it is a source that is on and clashes. Both cases need 2 k + 5 nodes.
///
/// The source is off: each count is one less. The source itself may be the other end, so 2 k + 3 nodes are enough.
pub(crate) fn depth_for(on: bool, nodes: u32) -> u16 {
    let shift = if on { 5 } else { 3 };
    if nodes < shift { 0 } else { u16::try_from((nodes - shift) / 2 + 1).unwrap_or(DEEPEST) }
}
