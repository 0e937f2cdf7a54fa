//! `Group`: how many rows, and their weight.

use super::weights::{RowWeight, Weight};

/// Rows and their weight.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Group {
    pub(crate) rows: u64,
    pub(crate) weight: Weight,
}

impl Group {
    pub(crate) fn add(&mut self, weight: Option<RowWeight>) {
        self.rows += 1;
        if let Some(weight) = weight {
            self.weight.add(weight);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.weight.merge(&other.weight);
    }
}
