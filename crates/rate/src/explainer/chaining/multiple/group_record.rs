//! Groups of closures that are compared, and the record of the last comparison of each.
//!
//! ```text
//! 0..729       a candidate, on and off
//! 729..810     the candidates of a cell
//! 810..1053    the places of a digit in a house
//! ```

use super::super::candidates::CANDIDATES;

/// Number of groups.
pub(crate) const GROUPS: usize = CANDIDATES + 81 + 243;

/// Returns the group of the candidates of a cell.
pub(crate) const fn cell_group(cell: usize) -> usize {
    CANDIDATES + cell
}

/// Returns the group of the places of a digit in a house.
pub(crate) const fn house_group(house: usize, digit: usize) -> usize {
    CANDIDATES + 81 + 9 * house + digit
}

/// Result of the last comparison of a group.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GroupRecord {
    /// Nodes of all closures of the group together.
    pub(crate) nodes: usize,
    /// Lower bound of the nodes of all hints that had too many.
    pub(crate) fewest_rejected: u32,
    /// Lower bound of the nodes of all hints.
    pub(crate) fewest: u32,
}

impl GroupRecord {
    /// Returns the record of a group whose closures have `nodes` together, before any hint is seen.
    pub(crate) const fn new(nodes: usize) -> Self {
        Self { nodes, fewest_rejected: u32::MAX, fewest: u32::MAX }
    }

    /// Returns true if a comparison may give a new hint of at most `most` nodes.
    ///
    /// Closures that did not grow give only the hints that had too many nodes before.
    pub(crate) fn needs_comparison(&self, nodes: usize, most: u32) -> bool {
        self.nodes != nodes || self.fewest_rejected <= most
    }

    /// Records a hint, which is rejected if it has more than `most` nodes.
    pub(crate) fn add(&mut self, nodes: u32, most: u32) {
        self.fewest = self.fewest.min(nodes);
        if nodes > most {
            self.fewest_rejected = self.fewest_rejected.min(nodes);
        }
    }

    /// Makes the next comparison consider all hints again.
    pub(crate) fn reconsider_all(&mut self) {
        self.fewest_rejected = self.fewest;
    }
}
