//! Candidates that follow from an assumption directly, with their causes.

use crate::chains::link_graph::NodeId;

/// Entry that follows from an assumption by a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Direct {
    pub(super) node: NodeId,
    pub(super) causes: [u16; Self::CAUSES],
    pub(super) count: u8,
    pub(super) distance: u16,
}

impl Direct {
    /// Most causes that are kept.
    pub(super) const CAUSES: usize = 5;

    /// Creates an entry with its causes: places among the entries before it.
    pub(super) fn new(node: NodeId, causes: &[u16], before: &[Self]) -> Self {
        let mut kept = [0; Self::CAUSES];
        kept.iter_mut().zip(causes).for_each(|(kept, &cause)| *kept = cause);
        let first = before.get(usize::from(kept[0])).or_else(|| before.first());
        #[expect(clippy::cast_possible_truncation, reason = "five at most")]
        let count = causes.len().min(Self::CAUSES) as u8;
        Self { node, causes: kept, count, distance: 1 + first.map_or(0, |cause| cause.distance) }
    }

    /// The main cause: the last entered.
    pub(super) fn main_cause(&self) -> u16 {
        self.causes[..usize::from(self.count)].iter().copied().max().unwrap_or(0)
    }

    /// The causes beside the main one, without the assumption.
    pub(super) fn side_causes(&self) -> impl Iterator<Item = u16> + '_ {
        let main = self.main_cause();
        self.causes[..usize::from(self.count)]
            .iter()
            .copied()
            .filter(move |&cause| cause != main && cause != 0)
    }
}
