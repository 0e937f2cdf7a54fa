//! Overlap of two corpora, from sorted keys of their rows.

use std::cmp::Ordering;

/// Rows of one of two corpora.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct OverlapSide {
    /// Rows that were compared.
    pub(crate) rows: u64,
    /// Different keys among them.
    pub(crate) different: u64,
    /// Rows whose key the other corpus has, too.
    pub(crate) in_both: u64,
}

/// Keys that two corpora share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overlap {
    /// Rows of the one and of the other.
    pub(crate) sides: [OverlapSide; 2],
    /// Different keys in both.
    pub(crate) shared: u64,
    /// One key in this many was compared, with all its rows.
    pub(crate) one_in: u64,
}

impl Overlap {
    /// Compares two lists of keys and their numbers of rows, each list ascending and without repetition.
    pub(super) fn of<K: Ord>(
        one: impl Iterator<Item = (K, u64)>,
        other: impl Iterator<Item = (K, u64)>,
        one_in: u64,
    ) -> Self {
        let mut found = Self { sides: [OverlapSide::default(); 2], shared: 0, one_in };
        let (mut one, mut other) = (one.peekable(), other.peekable());
        loop {
            let next = match (one.peek(), other.peek()) {
                (Some((mine, _)), Some((theirs, _))) => mine.cmp(theirs),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return found,
            };
            let rows = [
                one.next_if(|_| next.is_le()).map(|(_, rows)| rows),
                other.next_if(|_| next.is_ge()).map(|(_, rows)| rows),
            ];
            found.shared += u64::from(next.is_eq());
            for (side, rows) in found.sides.iter_mut().zip(rows) {
                side.rows += rows.unwrap_or(0);
                side.different += u64::from(rows.is_some());
                side.in_both += rows.filter(|_| next.is_eq()).unwrap_or(0);
            }
        }
    }
}
