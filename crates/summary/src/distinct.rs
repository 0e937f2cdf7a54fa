//! Number of distinct puzzles: exact up to a limit, estimated from a sample beyond it.
//!
//! Puzzles are distinguished by 128 bits of BLAKE3. While more hashes are kept than the limit, only those that begin with one more 0
//! bit stay: a puzzle and its copies stay or go together. The result depends on the set of puzzles, not on their order (adaptive sampling; P. Flajolet, "On Adaptive Sampling", 1990).

use std::cmp::Ordering;

/// Hashes of puzzles.
#[derive(Debug, Clone)]
pub struct Distinct {
    /// Those that begin with `zeros` bits of 0.
    hashes: Vec<u128>,
    zeros: u32,
    limit: usize,
}

/// Numbers of distinct puzzles and of copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copies {
    /// Puzzles whose hash was kept, including copies.
    pub looked_at: u64,
    /// Different ones among them.
    pub distinct: u64,
    /// One distinct puzzle in this many was kept, with its copies.
    pub one_in: u64,
}

/// Returns the hash of a puzzle's digits, 0 for an empty cell.
pub(crate) fn hash(cells: &[u8]) -> u128 {
    let hash = blake3::hash(cells);
    let (first, _) = hash.as_bytes().split_at(16);
    first.iter().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

impl Distinct {
    pub(crate) const fn new(limit: usize) -> Self {
        Self { hashes: Vec::new(), zeros: 0, limit }
    }

    pub(crate) fn add(&mut self, hash: u128) {
        if hash.leading_zeros() >= self.zeros {
            self.hashes.push(hash);
            self.thin();
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.zeros = self.zeros.max(other.zeros);
        let zeros = self.zeros;
        self.hashes.retain(|hash| hash.leading_zeros() >= zeros);
        self.hashes.extend(other.hashes.iter().filter(|hash| hash.leading_zeros() >= zeros));
        self.thin();
    }

    fn thin(&mut self) {
        while self.hashes.len() > self.limit && self.zeros < 63 {
            self.zeros += 1;
            let zeros = self.zeros;
            self.hashes.retain(|hash| hash.leading_zeros() >= zeros);
        }
    }

    /// Sorts the hashes, so that they can be counted and compared.
    pub fn settle(&mut self) {
        self.hashes.sort_unstable();
    }

    /// Lists the different hashes that begin with this many bits of 0, and their rows.
    fn first(&self, zeros: u32) -> impl Iterator<Item = (u128, u64)> {
        let kept = self.hashes.partition_point(|hash| hash.leading_zeros() >= zeros);
        let runs = self.hashes[..kept].chunk_by(|one, other| one == other);
        runs.map(|run| (run[0], run.len() as u64))
    }

    /// Compares the hashes with those of another set, both settled; of both, those that the thinner one would keep.
    pub fn overlap(&self, other: &Self) -> Overlap {
        let zeros = self.zeros.max(other.zeros);
        Overlap::of(self.first(zeros), other.first(zeros), 1 << zeros)
    }

    /// Counts the different ones of a settled set.
    pub fn copies(&self) -> Copies {
        debug_assert!(self.hashes.is_sorted(), "hashes that are not settled");
        let repeated = self.hashes.windows(2).filter(|pair| pair[0] == pair[1]).count();
        Copies {
            looked_at: self.hashes.len() as u64,
            distinct: (self.hashes.len() - repeated) as u64,
            one_in: 1 << self.zeros,
        }
    }
}

/// Rows of one of two corpora.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OverlapSide {
    /// Rows that were compared.
    pub rows: u64,
    /// Different keys among them.
    pub different: u64,
    /// Rows whose key the other corpus has, too.
    pub in_both: u64,
}

/// Keys that two corpora share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// Rows of the one and of the other.
    pub sides: [OverlapSide; 2],
    /// Different keys in both.
    pub shared: u64,
    /// One key in this many was compared, with all its rows.
    pub one_in: u64,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_puzzles_are_counted_with_their_rows_also_beside_a_thinned_set() {
        let set = |range: std::ops::Range<u32>, limit| {
            let mut set = Distinct::new(limit);
            range.for_each(|n| set.add(hash(&(n % 900).to_le_bytes())));
            set.settle();
            set
        };
        let (one, other) = (set(0..1000, 2000), set(50..110, 2000));
        let sides = [
            OverlapSide { rows: 1000, different: 900, in_both: 110 },
            OverlapSide { rows: 60, different: 60, in_both: 60 },
        ];
        assert_eq!(one.overlap(&other), Overlap { sides, shared: 60, one_in: 1 });
        let thinned = set(0..900, 300);
        let found = thinned.overlap(&set(0..900, 2000));
        assert_eq!([found.sides[0].rows, found.sides[1].rows], [found.shared; 2]);
        assert_eq!((found.one_in, one.overlap(&thinned).shared), (4, found.shared));
        assert_eq!(one.overlap(&set(900..900, 10)).shared, 0);
    }

    #[test]
    fn copies_are_counted_whatever_the_order() {
        let hashes: Vec<u128> = (0..1000_u32).map(|n| hash(&(n % 900).to_le_bytes())).collect();
        let count = |limit: usize, parts: &[&[u128]]| {
            let mut all = Distinct::new(limit);
            for part in parts {
                let mut one = Distinct::new(limit);
                part.iter().for_each(|&hash| one.add(hash));
                all.merge(&one);
            }
            all.settle();
            all.copies()
        };
        let exact = count(1000, &[&hashes]);
        assert_eq!(exact, Copies { looked_at: 1000, distinct: 900, one_in: 1 });
        let thinned = count(300, &[&hashes]);
        assert_eq!(thinned, count(300, &[&hashes[500..], &hashes[..500]]));
        assert!(thinned.one_in >= 4 && thinned.looked_at <= 300 && thinned.distinct < thinned.looked_at);
    }
}
