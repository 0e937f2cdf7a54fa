//! Number of distinct puzzles: exact up to a limit, estimated from a sample beyond it.
//!
//! Puzzles are distinguished by 128 bits of BLAKE3. While more hashes are kept than the limit, only those that begin with one more 0
//! bit stay: a puzzle and its copies stay or go together. The result depends on the set of puzzles, not on their order (adaptive sampling; P. Flajolet, "On Adaptive Sampling", 1990).

/// Hashes of puzzles.
#[derive(Debug, Clone)]
pub(in crate::report) struct Distinct {
    /// Those that begin with `zeros` bits of 0.
    hashes: Vec<u128>,
    zeros: u32,
    limit: usize,
}

/// Numbers of distinct puzzles and of copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct Copies {
    /// Puzzles whose hash was kept, including copies.
    pub(in crate::report) looked_at: u64,
    /// Different ones among them.
    pub(in crate::report) distinct: u64,
    /// One distinct puzzle in this many was kept, with its copies.
    pub(in crate::report) one_in: u64,
}

/// Number of puzzles that two corpora share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct Overlap {
    /// Different puzzles of the first, and of the other, that were compared.
    pub(in crate::report) looked_at: [u64; 2],
    /// Different puzzles in both.
    pub(in crate::report) shared: u64,
    /// One distinct puzzle in this many was compared.
    pub(in crate::report) one_in: u64,
}

/// Returns the hash of a puzzle's digits, 0 for an empty cell.
pub(in crate::report) fn hash(cells: &[u8]) -> u128 {
    let hash = blake3::hash(cells);
    let (first, _) = hash.as_bytes().split_at(16);
    first.iter().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

impl Distinct {
    pub(in crate::report) const fn new(limit: usize) -> Self {
        Self { hashes: Vec::new(), zeros: 0, limit }
    }

    pub(in crate::report) fn add(&mut self, hash: u128) {
        if hash.leading_zeros() >= self.zeros {
            self.hashes.push(hash);
            self.thin();
        }
    }

    pub(in crate::report) fn merge(&mut self, other: &Self) {
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

    /// Counts the different hashes that another set has, too; of both, those are compared that the thinner one would keep.
    pub(in crate::report) fn overlap(&self, other: &Self) -> Overlap {
        let zeros = self.zeros.max(other.zeros);
        let sorted = |set: &Self| {
            let mut kept: Vec<u128> =
                set.hashes.iter().copied().filter(|hash| hash.leading_zeros() >= zeros).collect();
            kept.sort_unstable();
            kept.dedup();
            kept
        };
        let (one, two) = (sorted(self), sorted(other));
        let mut rest = two.iter().peekable();
        let shared = one.iter().filter(|hash| {
            while rest.next_if(|next| next < hash).is_some() {}
            rest.peek() == Some(hash)
        });
        let shared = shared.count() as u64;
        Overlap { looked_at: [one.len() as u64, two.len() as u64], shared, one_in: 1 << zeros }
    }

    /// Counts the different ones.
    pub(in crate::report) fn copies(&mut self) -> Copies {
        self.hashes.sort_unstable();
        let repeated = self.hashes.windows(2).filter(|pair| pair[0] == pair[1]).count();
        Copies {
            looked_at: self.hashes.len() as u64,
            distinct: (self.hashes.len() - repeated) as u64,
            one_in: 1 << self.zeros,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_puzzles_are_counted_once_also_beside_a_thinned_set() {
        let set = |range: std::ops::Range<u32>, limit| {
            let mut set = Distinct::new(limit);
            range.for_each(|n| set.add(hash(&(n % 900).to_le_bytes())));
            set
        };
        let (one, other) = (set(0..1000, 2000), set(800..850, 2000));
        assert_eq!(one.overlap(&other), Overlap { looked_at: [900, 50], shared: 50, one_in: 1 });
        let thinned = set(0..900, 300);
        let found = thinned.overlap(&one);
        assert_eq!((found.looked_at[0], found.looked_at[1]), (found.shared, found.shared));
        assert_eq!((found.one_in, one.overlap(&thinned)), (4, found));
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
            all.copies()
        };
        let exact = count(1000, &[&hashes]);
        assert_eq!(exact, Copies { looked_at: 1000, distinct: 900, one_in: 1 });
        let thinned = count(300, &[&hashes]);
        assert_eq!(thinned, count(300, &[&hashes[500..], &hashes[..500]]));
        assert!(thinned.one_in >= 4 && thinned.looked_at <= 300 && thinned.distinct < thinned.looked_at);
    }
}
