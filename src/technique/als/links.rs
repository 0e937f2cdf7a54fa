//! Restricted commons: digits that two almost locked sets cannot both hold.

use super::Als;
use crate::board::{Digit, DigitSet};

/// What links a set to a later one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// The place of the later set, or of the earlier.
    pub(super) other: usize,
    /// The digit, and the last of the others if there are several.
    pub(super) digits: (Digit, Option<Digit>),
}

impl Link {
    /// Both digits.
    pub(super) fn set(&self) -> DigitSet {
        self.digits.1.map_or(DigitSet::EMPTY, DigitSet::only) | DigitSet::only(self.digits.0)
    }
}

/// The links of each set to later ones, and to earlier ones.
#[derive(Debug, Default)]
pub(super) struct Links {
    later: Vec<Vec<Link>>,
    earlier: Vec<Vec<Link>>,
}

impl Links {
    /// Finds the links of all sets.
    pub(super) fn read(&mut self, sets: &[Als], overlapping: bool) {
        for side in [&mut self.later, &mut self.earlier] {
            side.resize_with(side.len().max(sets.len()), Vec::new);
            side.iter_mut().for_each(Vec::clear);
        }
        for (n, one) in sets.iter().enumerate() {
            for (m, other) in sets.iter().enumerate().skip(n + 1) {
                if let Some(digits) = common(one, other, overlapping) {
                    self.later[n].push(Link { other: m, digits });
                    self.earlier[m].push(Link { other: n, digits });
                }
            }
        }
    }

    /// To later sets.
    pub(super) fn later(&self, set: usize) -> &[Link] {
        &self.later[set]
    }

    /// To earlier sets.
    pub(super) fn earlier(&self, set: usize) -> &[Link] {
        &self.earlier[set]
    }
}

/// The restricted commons of two sets.
#[inline]
fn common(one: &Als, other: &Als, overlapping: bool) -> Option<(Digit, Option<Digit>)> {
    let shared = one.digits() & other.digits();
    let overlap = one.cells() & other.cells();
    if shared.is_empty() || !(overlapping || overlap.is_empty()) {
        return None;
    }
    let mut restricted = shared
        .filter(|&digit| other.places(digit).is_within(one.seen(digit)) && !one.places(digit).meets(overlap));
    restricted.next().map(|first| (first, restricted.last()))
}
