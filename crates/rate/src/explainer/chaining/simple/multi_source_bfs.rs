//! Breadth-first search from many sources at once, level by level.
//!
//! ```text
//! for each node that is on: the sources that reach it first at this level      r4c5 = 3    0 1 1 0 0 1 ...    a bit a source
//! ```
//!
//! The fewest nodes of any chain are known before one is traced. A cycle depends on the exact path: the search only bounds where
//! cycles may be, and those are traced.
//!
//! Speed: the bits of a source set are as few words as the number of sources needs (1, 2, 4 or 12), a compile-time constant.

use super::super::{
    candidates::{CANDIDATES, CELL_HOUSES, CandidateGrid, CandidateId, bits, id, parts},
    graph::{implication_sets::ChainSources, link_graph::each_strong_link},
    rating::LinkKinds,
};
use crate::CellSet;
use gridmill_board::Cell;

/// Set of sources, a bit each.
type SourceBits<const W: usize> = [u64; W];

/// Mark of a candidate that is no source.
const NONE: u16 = u16::MAX;

/// Words of a set in which every candidate may be a source.
const MAX_WORDS: usize = CANDIDATES.div_ceil(64);

/// Links between candidates, by rank, and the sources of chains.
#[derive(Debug, Default)]
pub(crate) struct RankedLinkGraph {
    ids: Vec<CandidateId>,
    /// Sources in order; `numbers` has the number of a source by its rank.
    pub(crate) sources: Vec<CandidateId>,
    numbers: Vec<u16>,
    /// Sources of cycles, of chains that start on, of chains that start off: as bits.
    masks: [Vec<u64>; 3],
    /// Ranks of the candidates with a strong link.
    linked: Vec<u16>,
    /// For each of `linked`: begin and end of its strong links in `links`, and begin of its weak links to others of `linked`.
    ranges: Vec<[u32; 3]>,
    links: Vec<u16>,
    rank: Vec<u16>,
}

/// Sources of chains that may end with this number of nodes, as bits.
pub(crate) struct BfsLevel<'a> {
    pub(crate) nodes: usize,
    pub(crate) cycles: &'a [u64],
    pub(crate) on: &'a [u64],
    pub(crate) off: &'a [u64],
}

/// Returns the lowest bit, or `usize::MAX` if none is set.
pub(crate) fn first_bit(words: &[u64]) -> usize {
    ones(words).next().unwrap_or(usize::MAX)
}

/// Returns the bits of several words, lowest first.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + use<'_> {
    words.iter().enumerate().flat_map(|(n, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let lowest = word.trailing_zeros() as usize;
            (word != 0).then(|| {
                word &= word - 1;
                64 * n + lowest
            })
        })
    })
}

impl RankedLinkGraph {
    /// Numbers the sources in the order of candidates.
    #[expect(clippy::cast_possible_truncation, reason = "729 at most")]
    fn choose(&mut self, from: &ChainSources) {
        let Self { ids, sources, numbers, masks, rank, .. } = self;
        sources.clear();
        sources.extend(from.chains.iter().map(|&(of, _)| of).chain(from.cycles.iter().copied()));
        sources.sort_unstable();
        sources.dedup();
        numbers.clear();
        numbers.resize(ids.len(), NONE);
        for mask in &mut *masks {
            mask.clear();
            mask.resize(sources.len().div_ceil(64), 0);
        }
        for (number, &of) in sources.iter().enumerate() {
            numbers[usize::from(rank[usize::from(of)])] = number as u16;
        }
        let mut mark = |mask: usize, of: CandidateId| {
            let number = usize::from(numbers[usize::from(rank[usize::from(of)])]);
            masks[mask][number / 64] |= 1 << (number % 64);
        };
        from.cycles.iter().for_each(|&of| mark(0, of));
        from.chains.iter().for_each(|&(of, on)| mark(if on { 1 } else { 2 }, of));
    }

    #[expect(clippy::cast_possible_truncation, reason = "some thousands of links")]
    fn build(&mut self, grid: &CandidateGrid, links: LinkKinds) {
        let Self { ids, linked, ranges, links: list, rank, .. } = self;
        ids.clear();
        linked.clear();
        list.clear();
        ranges.clear();
        rank.resize(CANDIDATES, u16::MAX);
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for digit in bits(candidates) {
                rank[usize::from(id(cell, digit))] = ids.len() as u16;
                ids.push(id(cell, digit));
            }
        }
        for &own in &*ids {
            let begin = list.len();
            each_strong_link(grid, own, links, &mut |to, _| {
                let to = rank[usize::from(to)];
                if !list[begin..].contains(&to) {
                    list.push(to);
                }
            });
            if list.len() > begin {
                linked.push(rank[usize::from(own)]);
                ranges.push([begin as u32, list.len() as u32, 0]);
            }
        }
        let mut with = [CellSet::EMPTY; 9];
        let mut in_cell = [0u16; 81];
        for &at in &*linked {
            let (cell, digit) = parts(ids[usize::from(at)]);
            with[digit] = with[digit].with(Cell::new(cell));
            in_cell[cell] |= 1 << digit;
        }
        for (n, &at) in linked.iter().enumerate() {
            let (cell, digit) = parts(ids[usize::from(at)]);
            let begin = list.len() as u32;
            if links != LinkKinds::X {
                for other in bits(in_cell[cell] & !(1 << digit)) {
                    list.push(rank[usize::from(id(cell, other))]);
                }
            }
            for other in with[digit] & CELL_HOUSES[cell].peers {
                list.push(rank[usize::from(id(other.index(), digit))]);
            }
            // Strong links of all candidates are contiguous, so weak links are stored behind them.
            ranges[n][2] = begin;
        }
    }
}

/// Visits the levels in order until `visit` returns false.
pub(crate) fn each_level(
    grid: &CandidateGrid,
    links: LinkKinds,
    from: &ChainSources,
    scratch: &mut BfsScratch,
    visit: &mut dyn FnMut(&[CandidateId], &BfsLevel<'_>) -> bool,
) {
    let BfsScratch { graph, up_to_64, up_to_128, up_to_256, all } = scratch;
    graph.build(grid, links);
    graph.choose(from);
    match graph.sources.len() {
        0..=64 => MultiSourceBfs::<1> { grid, links, graph, rows: up_to_64 }.run(visit),
        65..=128 => MultiSourceBfs::<2> { grid, links, graph, rows: up_to_128 }.run(visit),
        129..=256 => MultiSourceBfs::<4> { grid, links, graph, rows: up_to_256 }.run(visit),
        _ => MultiSourceBfs::<MAX_WORDS> { grid, links, graph, rows: all }.run(visit),
    }
}

/// Memory of the search, by the size of its source sets.
#[derive(Debug, Default)]
pub(crate) struct BfsScratch {
    graph: RankedLinkGraph,
    up_to_64: Vec<[SourceBits<1>; 4]>,
    up_to_128: Vec<[SourceBits<2>; 4]>,
    up_to_256: Vec<[SourceBits<4>; 4]>,
    all: Vec<[SourceBits<MAX_WORDS>; 4]>,
}

/// State of the search.
///
/// Four sets for each candidate: sources that start on and reach it at this level; the same at this level or before; the two sets
/// for sources that start off.
struct MultiSourceBfs<'a, const W: usize> {
    grid: &'a CandidateGrid,
    links: LinkKinds,
    graph: &'a RankedLinkGraph,
    rows: &'a mut Vec<[SourceBits<W>; 4]>,
}

const NEW_ON: usize = 0;
const ALL_ON: usize = 1;
const NEW_OFF: usize = 2;

#[inline]
fn set<const W: usize>(sources: &mut SourceBits<W>, at: usize) {
    sources[at / 64] |= 1 << (at % 64);
}

#[inline]
fn join<const W: usize>(sources: &mut SourceBits<W>, more: &SourceBits<W>) {
    for (word, more) in sources.iter_mut().zip(more) {
        *word |= more;
    }
}

#[inline]
fn join_both<const W: usize>(sources: &mut SourceBits<W>, a: &SourceBits<W>, b: &SourceBits<W>) {
    for ((word, a), b) in sources.iter_mut().zip(a).zip(b) {
        *word |= a & b;
    }
}

impl<const W: usize> MultiSourceBfs<'_, W> {
    /// Returns the sources that a candidate sees, with or without strong links.
    fn seen(&self, at: u16) -> SourceBits<W> {
        let mut seen = [0; W];
        let (cell, digit) = parts(self.graph.ids[usize::from(at)]);
        let mut see = |id: CandidateId| {
            let number = self.graph.numbers[usize::from(self.graph.rank[usize::from(id)])];
            if number != NONE {
                set(&mut seen, usize::from(number));
            }
        };
        if self.links != LinkKinds::X {
            bits(self.grid.cells[cell] & !(1 << digit)).for_each(|other| see(id(cell, other)));
        }
        for other in self.grid.places[digit] & CELL_HOUSES[cell].peers {
            see(id(other.index(), digit));
        }
        seen
    }

    fn strong(&self, n: usize) -> &[u16] {
        let [begin, end, _] = self.graph.ranges[n];
        &self.graph.links[begin as usize..end as usize]
    }

    fn weak(&self, n: usize) -> &[u16] {
        let begin = self.graph.ranges[n][2] as usize;
        let end = self.graph.ranges.get(n + 1).map_or(self.graph.links.len(), |next| next[2] as usize);
        &self.graph.links[begin..end]
    }

    fn run(self, visit: &mut dyn FnMut(&[CandidateId], &BfsLevel<'_>) -> bool) {
        let linked = &self.graph.linked;
        self.rows.clear();
        self.rows.resize(self.graph.ids.len(), [[0; W]; 4]);
        let seen: Vec<SourceBits<W>> = linked.iter().map(|&at| self.seen(at)).collect();
        let mut masks = vec![[0; W]; linked.len()];
        let mut turned: Vec<[SourceBits<W>; 2]> = vec![[[0; W]; 2]; self.graph.ids.len()];
        for (n, &at) in linked.iter().enumerate() {
            for to in self.strong(n).iter().map(|&to| self.graph.numbers[usize::from(to)]) {
                if to != NONE {
                    set(&mut masks[n], usize::from(to));
                }
            }
            turned[usize::from(at)][0] = seen[n];
            let number = self.graph.numbers[usize::from(at)];
            if number != NONE {
                set(&mut self.rows[usize::from(at)][ALL_ON], usize::from(number));
            }
        }
        for (n, &at) in linked.iter().enumerate() {
            let mut new = [0; W];
            for &off in self.strong(n) {
                join(&mut new, &turned[usize::from(off)][0]);
            }
            let row = &mut self.rows[usize::from(at)];
            Self::renew(row, NEW_ON, new);
            Self::renew(row, NEW_OFF, masks[n]);
        }
        let mut nodes = 4;
        let mut eliminable = [0; W];
        let mut pending: Option<[SourceBits<W>; 3]> = None;
        loop {
            let [mut cycles, mut on, mut off] = [[0; W]; 3];
            let mut any = false;
            for (n, &at) in linked.iter().enumerate() {
                let mut both = [[0; W]; 2];
                for &from in self.weak(n) {
                    let row = &self.rows[usize::from(from)];
                    join(&mut both[0], &row[NEW_ON]);
                    join(&mut both[1], &row[NEW_OFF]);
                }
                join_both(&mut cycles, &both[0], &masks[n]);
                join_both(&mut on, &self.rows[usize::from(at)][NEW_ON], &seen[n]);
                turned[usize::from(at)] = both;
            }
            for (n, &at) in linked.iter().enumerate() {
                let mut new = [[0; W]; 2];
                for &from in self.strong(n) {
                    let turned = &turned[usize::from(from)];
                    join(&mut new[0], &turned[0]);
                    join(&mut new[1], &turned[1]);
                }
                let row = &mut self.rows[usize::from(at)];
                let [on, offs] = new;
                any |= Self::renew(row, NEW_ON, on) | Self::renew(row, NEW_OFF, offs);
                let number = self.graph.numbers[usize::from(at)];
                if number != NONE {
                    let (word, bit) = (usize::from(number) / 64, 1u64 << (number % 64));
                    off[word] |= row[NEW_OFF][word] & bit;
                }
            }
            join(&mut eliminable, &on);
            if let Some(level) = pending.take()
                && !self.show(nodes - 2, level, &eliminable, visit)
            {
                return;
            }
            if !any {
                self.show(nodes, [cycles, on, off], &eliminable, visit);
                return;
            }
            pending = Some([cycles, on, off]);
            nodes += 2;
        }
    }

    /// Visits a level once the eliminations of chains with two more nodes are known.
    ///
    /// A candidate that a cycle eliminates sees a node of it that is on and one that is off. So it turns itself off by a chain
    /// around the cycle, which has the nodes of the cycle and two more. If there is no such chain, no cycle is traced. A
    /// cycle whose source reaches no neighbour of such a candidate is not traced either.
    fn show(
        &self,
        nodes: usize,
        [mut cycles, mut on, mut off]: [SourceBits<W>; 3],
        eliminable: &SourceBits<W>,
        visit: &mut dyn FnMut(&[CandidateId], &BfsLevel<'_>) -> bool,
    ) -> bool {
        if cycles.iter().any(|&word| word != 0) {
            let mut leading = [0; W];
            for at in ones(eliminable) {
                let (cell, digit) = parts(self.graph.sources[at]);
                for other in self.grid.places[digit] & CELL_HOUSES[cell].peers {
                    let rank = self.graph.rank[usize::from(id(other.index(), digit))];
                    join(&mut leading, &self.rows[usize::from(rank)][ALL_ON]);
                }
            }
            cycles.iter_mut().zip(leading).for_each(|(word, leading)| *word &= leading);
        }
        for (found, mask) in [&mut cycles, &mut on, &mut off].into_iter().zip(&self.graph.masks) {
            found.iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
        }
        visit(&self.graph.sources, &BfsLevel { nodes, cycles: &cycles, on: &on, off: &off })
    }

    /// Keeps the sources that reach a node for the first time. Returns true if there are any.
    #[inline]
    fn renew(row: &mut [SourceBits<W>; 4], at: usize, sources: SourceBits<W>) -> bool {
        let mut any = 0;
        for ((word, new), all) in (0..W).zip(sources).map(|(n, new)| ((n, new), n)) {
            let fresh = new & !row[at + 1][all];
            row[at][word] = fresh;
            row[at + 1][all] |= fresh;
            any |= fresh;
        }
        any != 0
    }
}
