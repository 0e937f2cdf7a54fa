//! Unavoidable sets of optional givens (edges), indexed by given.
#![allow(
    clippy::inline_always,
    reason = "the fast solver compiles these functions for each instruction set, inside the function that names it"
)]

/// Most optional givens of a puzzle whose minimal puzzles can be enumerated.
pub(crate) const MAX_OPTIONAL: usize = 64;

/// Set of edges among `BLOCK`, one bit each.
pub(crate) type EdgeBlock = [u64; WORDS];

const WORDS: usize = 4;

/// Edges in a block.
pub(crate) const BLOCK: usize = 64 * WORDS;

/// Edges, each a set of givens with one bit each.
#[derive(Debug)]
pub(crate) struct EdgeIndex {
    edges: Vec<u64>,
    /// For each block of edges: those with each given.
    with: Vec<[EdgeBlock; MAX_OPTIONAL]>,
}

/// Consequences of the edges, where some givens are chosen, some are excluded and others are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeState {
    /// All givens of some edge are excluded.
    Excluded,
    /// These open givens are each the last one of some edge.
    Forced(u64),
    /// Neither. The given is open, and in many edges without a chosen given and with few open ones. It is 0 if none is open.
    Open(usize),
}

impl EdgeIndex {
    pub(crate) const fn new() -> Self {
        Self { edges: Vec::new(), with: Vec::new() }
    }

    /// Returns the edges, in the order of their numbers.
    pub(crate) fn as_slice(&self) -> &[u64] {
        &self.edges
    }

    /// Returns the edges with each given, by block.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[[EdgeBlock; MAX_OPTIONAL]] {
        &self.with
    }

    pub(crate) fn clear(&mut self) {
        self.edges.clear();
        self.with.clear();
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, edge: u64) -> usize {
        let number = self.edges.len();
        self.edges.push(edge);
        self.index(number);
        number
    }

    /// Enters an edge at each of its givens.
    #[inline(always)]
    fn index(&mut self, number: usize) {
        let (block, word, bit) = place(number);
        if block == self.with.len() {
            self.with.push([[0; WORDS]; MAX_OPTIONAL]);
        }
        let with = &mut self.with[block];
        for given in bits(self.edges[number]) {
            with[given][word] |= bit;
        }
    }

    /// Sorts the edges by size, so that small ones come first where the order decides.
    #[inline(always)]
    pub(crate) fn sort(&mut self) {
        self.edges.sort_unstable_by_key(|edge| (edge.count_ones(), *edge));
        self.with.clear();
        for number in 0..self.edges.len() {
            self.index(number);
        }
    }

    /// Keeps the edges that contain no other edge, and sorts them by size.
    pub(crate) fn minimise(&mut self) {
        self.edges.sort_unstable_by_key(|edge| edge.count_ones());
        let mut kept = 0;
        for at in 0..self.edges.len() {
            let edge = self.edges[at];
            if self.edges[..kept].iter().all(|smaller| smaller & !edge != 0) {
                self.edges[kept] = edge;
                kept += 1;
            }
        }
        self.edges.truncate(kept);
        self.sort();
    }

    /// Returns the givens that are the last one of some edge where `excluded` are excluded, or `None` if an edge has none left.
    #[inline(always)]
    pub(crate) fn forced(&self, excluded: u64) -> Option<u64> {
        let (mut none_left, mut forced) = (false, 0);
        for edge in &self.edges {
            let left = edge & !excluded;
            none_left |= left == 0;
            forced |= if left & left.wrapping_sub(1) == 0 { left } else { 0 };
        }
        (!none_left).then_some(forced)
    }

    /// Finds the consequences of the edges where the givens of `chosen` are chosen and those of `open` may be; all others are
    /// excluded. Counts the open givens of all edges at once, one bit an edge.
    #[inline(always)]
    pub(crate) fn state(&self, chosen: u64, open: u64) -> EdgeState {
        let (mut scores, mut forced) = ([0; MAX_OPTIONAL], 0);
        for (block, with) in self.with.iter().enumerate() {
            let mut unhit = self.block_mask(block);
            for given in bits(chosen) {
                unhit = each_word(|n| unhit[n] & !with[given][n]);
            }
            // Edges with at least one, two, three and four open givens.
            let [mut one, mut two, mut three, mut four] = [[0; WORDS]; 4];
            for given in bits(open) {
                let with = &with[given];
                four = each_word(|n| four[n] | three[n] & with[n]);
                three = each_word(|n| three[n] | two[n] & with[n]);
                two = each_word(|n| two[n] | one[n] & with[n]);
                one = each_word(|n| one[n] | with[n]);
            }
            if each_word(|n| unhit[n] & !one[n]) != [0; WORDS] {
                return EdgeState::Excluded;
            }
            let single = each_word(|n| unhit[n] & !two[n]);
            let up_to_two = each_word(|n| unhit[n] & !three[n]);
            let up_to_three = each_word(|n| unhit[n] & !four[n]);
            for given in bits(open) {
                let count = |edges: &EdgeBlock| -> u32 {
                    each_word(|n| edges[n] & with[given][n]).iter().map(|word| word.count_ones()).sum()
                };
                let last = each_word(|n| single[n] & with[given][n]) != [0; WORDS];
                forced |= u64::from(last) << given;
                scores[given] += 12 * count(&up_to_two) + 3 * count(&up_to_three) + count(&unhit);
            }
        }
        if forced != 0 {
            return EdgeState::Forced(forced);
        }
        // Score and given in one number: `max` compares without a conditional jump.
        let best = bits(open).map(|given| u64::from(scores[given]) << 8 | given as u64).max();
        EdgeState::Open((best.unwrap_or(0) & 0xFF) as usize % MAX_OPTIONAL)
    }

    #[inline(always)]
    pub(crate) fn block_mask(&self, block: usize) -> EdgeBlock {
        let edges = self.edges.len() - BLOCK * block;
        each_word(|n| match edges.saturating_sub(64 * n) {
            left @ 0..64 => (1 << left) - 1,
            _ => !0,
        })
    }
}

/// Returns block, word and bit of an edge.
#[inline(always)]
pub(crate) const fn place(number: usize) -> (usize, usize, u64) {
    (number / BLOCK, number / 64 % WORDS, 1 << (number % 64))
}

/// Computes a block word by word.
#[inline(always)]
pub(crate) fn each_word(word: impl Fn(usize) -> u64) -> EdgeBlock {
    [word(0), word(1), word(2), word(3)]
}

/// Returns the members of a set, in ascending order.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize % MAX_OPTIONAL);
        set &= set.wrapping_sub(1);
        member
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(edges: &[u64]) -> EdgeIndex {
        let mut index = EdgeIndex::new();
        for &edge in edges {
            index.add(edge);
        }
        index
    }

    #[test]
    fn edges_that_contain_others_are_dropped() {
        let mut edges = index(&[0b1111, 0b0011, 0b0110, 0b1110]);
        edges.minimise();
        assert_eq!(edges.as_slice(), [0b0011, 0b0110]);
        assert_eq!(edges.blocks()[0][1], [0b11, 0, 0, 0]);
        assert_eq!(edges.blocks()[0][3], [0; WORDS]);
    }

    #[test]
    fn the_last_givens_of_edges_are_forced() {
        let edges = index(&[0b0011, 0b0110, 0b11100]);
        assert_eq!(edges.forced(0b0001), Some(0b0010));
        assert_eq!(edges.forced(0b0101), Some(0b0010));
        assert_eq!(edges.forced(0b0110), None);
        assert_eq!(edges.state(0, 0b11110), EdgeState::Forced(0b0010));
        assert_eq!(edges.state(0b0010, 0b11100), EdgeState::Open(4));
        assert_eq!(edges.state(0b0100, 0), EdgeState::Excluded);
        assert_eq!(edges.state(0b0110, 0), EdgeState::Open(0));
    }

    /// More than one block gives the same as a scan of all edges.
    #[test]
    fn states_are_those_of_a_scan() {
        let (mut numbers, mut edges) = (gridmill_testing::Numbers::new(1), EdgeIndex::new());
        let mut next = || numbers.next() >> 24;
        let (mut excluded_seen, mut forced_seen, mut open_seen) = (0, 0, 0);
        for round in 0..3 * BLOCK {
            edges.add(next() & next() & 0xFF_FFFF | 1 << (round % 20));
            let excluded = next() & next() & next() & next() & 0xFF_FFFF;
            let chosen = next() & 0xFF_FFFF & !excluded;
            let open = 0xFF_FFFF & !excluded & !chosen;
            let unhit = |edge: &&u64| **edge & chosen == 0;
            let left = |edge: &u64| edge & open;
            let singles =
                edges.as_slice().iter().filter(unhit).map(left).filter(|left| left.is_power_of_two());
            let singles = singles.fold(0, |all, left| all | left);
            match edges.state(chosen, open) {
                EdgeState::Excluded => {
                    assert!(edges.as_slice().iter().filter(unhit).any(|edge| left(edge) == 0));
                    excluded_seen += 1;
                }
                EdgeState::Forced(forced) => {
                    assert_eq!(forced, singles);
                    forced_seen += 1;
                }
                EdgeState::Open(given) => {
                    assert!(singles == 0 && (open >> given & 1 != 0 || open == 0));
                    open_seen += 1;
                }
            }
        }
        assert!(
            excluded_seen > 50 && forced_seen > 50 && open_seen > 5,
            "{excluded_seen} {forced_seen} {open_seen}"
        );
    }
}
