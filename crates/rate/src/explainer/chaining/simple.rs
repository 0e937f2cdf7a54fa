//! Bidirectional cycles and forcing chains: from one candidate, link by link, back to it.
//!
//! ```text
//! cycle    r1c1 on -> r1c5 off -> r7c5 on -> r7c1 off -> r1c1 on          4 nodes: the start counts once
//! chain    r1c1 on -> r1c5 off -> r7c5 on -> ... -> r1c1 off              eliminated; or from off to on: placed
//! ```
//!
//! The implication sets show which candidates have chains, and which may have cycles. Only those are traced. Where only the first
//! chain is requested, `multi_source_bfs` finds its length and source, and one path is traced.

use super::{
    ChainKind, LinkKinds,
    candidates::{CANDIDATES, CELL_HOUSES, CandidateGrid, CandidateId, id, parts},
    implications::{ChainSources, ImplicationSets, LinkGraph, LinkTarget},
    length,
};
use crate::CellSet;
use gridmill_board::Cell;
use std::cmp::Ordering;

/// Requested kinds of cycles and chains.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestedKinds {
    /// Cycles by X links, by Y links, by both.
    pub(crate) cycles: [bool; 3],
    /// Chains by X links, by both.
    pub(crate) chains: [bool; 2],
}

impl RequestedKinds {
    pub(crate) const ALL: Self = Self { cycles: [true; 3], chains: [true; 2] };

    fn cycle(self, links: LinkKinds) -> bool {
        self.cycles[links as usize]
    }

    fn chain(self, links: LinkKinds) -> bool {
        match links {
            LinkKinds::X => self.chains[0],
            LinkKinds::Y => false,
            LinkKinds::Xy => self.chains[1],
        }
    }
}

/// Cycle or chain, with its rating.
#[derive(Debug, Clone)]
pub(crate) struct SimpleChain {
    pub(crate) kind: ChainKind,
    pub(crate) path: ChainPath,
    pub(crate) rating: f64,
    pub(crate) nodes: usize,
}

impl SimpleChain {
    fn new(kind: ChainKind, path: ChainPath) -> Self {
        // The path of a cycle lists the start twice.
        let nodes = path.len() - usize::from(matches!(kind, ChainKind::Cycle(_)));
        Self { kind, path, rating: kind.base() + length(nodes), nodes }
    }

    fn key(&self) -> (f64, usize, u8) {
        (self.rating, self.nodes, self.kind.sort_key())
    }

    /// Compares by rating, nodes and kind. Ties keep the order of collection.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let key = |of: &Self| (of.nodes, of.kind.sort_key());
        self.rating.total_cmp(&other.rating).then(key(self).cmp(&key(other)))
    }
}

/// Memory of the search for simple chains.
#[derive(Debug, Default)]
pub(crate) struct SimpleScratch {
    /// Implications by all links; `of_kind` has those by one kind alone.
    pub(crate) implications: ImplicationSets,
    of_kind: ImplicationSets,
    sources: ChainSources,
    graph: LinkGraph,
    bfs: BfsScratch,
    trace: Tracer,
}

/// The kinds of links, in the order in which the Explainer follows them.
const LINKS: [LinkKinds; 3] = [LinkKinds::X, LinkKinds::Y, LinkKinds::Xy];

impl SimpleScratch {
    /// Finds the sources of cycles and chains by links of a kind. Returns false if there are none.
    ///
    /// The test for chains covers cycles: a candidate that a cycle eliminates turns itself off, from the node of the cycle that
    /// is on around to the one that is off.
    fn look(&mut self, grid: &CandidateGrid, links: LinkKinds) -> bool {
        let implications = if links == LinkKinds::Xy { &mut self.implications } else { &mut self.of_kind };
        implications.update(grid, links);
        let any = implications.may_have_chains(grid, links);
        if any {
            implications.find_sources(grid, links, &mut self.sources);
            self.graph.build(grid, &self.sources.linked, links);
            self.sources.each().for_each(|source| self.graph.add(source));
        }
        any
    }

    /// Returns true if there are no chains, even by all kinds of links.
    fn has_no_chains(&mut self, grid: &CandidateGrid) -> bool {
        self.implications.update(grid, LinkKinds::Xy);
        !self.implications.may_have_chains(grid, LinkKinds::Xy)
    }
}

/// Returns the cycle or chain that comes first.
pub(crate) fn first(
    grid: &CandidateGrid,
    requested: RequestedKinds,
    scratch: &mut SimpleScratch,
) -> Option<SimpleChain> {
    let mut best: Option<SimpleChain> = None;
    for links in LINKS {
        if !requested.cycle(links) && !requested.chain(links) {
            continue;
        }
        let lowest = if links == LinkKinds::Y {
            links.cycle_base()
        } else {
            links.forcing_base().min(links.cycle_base())
        };
        if best.as_ref().is_some_and(|best| best.rating < lowest) || !scratch.look(grid, links) {
            continue;
        }
        let SimpleScratch { sources, trace, bfs, graph, .. } = &mut *scratch;
        let mut search = FirstSearch { grid, links, requested, graph, trace };
        each_level(grid, sources, graph, bfs, &mut |ids, level| search.better(ids, level, &mut best));
    }
    best
}

/// Search for the first cycle or chain by links of one kind.
struct FirstSearch<'a> {
    grid: &'a CandidateGrid,
    links: LinkKinds,
    requested: RequestedKinds,
    graph: &'a LinkGraph,
    trace: &'a mut Tracer,
}

impl FirstSearch<'_> {
    /// Takes the best of a level if it beats `best`. Returns true if a later level may be better still.
    ///
    /// Among chains by one kind of links with one number of nodes, the lower source comes first, and its cycles before its chains.
    /// Beyond the level of a chain no other chain is better. A cycle may be, where cycles are rated lower.
    fn better(&mut self, ids: &[CandidateId], level: &BfsLevel<'_>, best: &mut Option<SimpleChain>) -> bool {
        let Self { grid, links, requested, .. } = *self;
        let nodes = level.nodes;
        let beats = |nodes: usize, kind: ChainKind, best: &Option<SimpleChain>| {
            let key = (kind.base() + length(nodes), nodes, kind.sort_key());
            best.as_ref().is_none_or(|best| key < best.key())
        };
        let (cycle, chain) = (ChainKind::Cycle(links), ChainKind::Forcing(links));
        let mut source = usize::MAX;
        if requested.chain(links) && beats(nodes, chain, best) {
            let (on, off) = (first_bit(level.on), first_bit(level.off));
            source = on.min(off);
            if source != usize::MAX {
                let path = if on <= off {
                    self.trace.starting_on(self.graph, ids[source], nodes, false).1
                } else {
                    self.trace.starting_off(self.graph, ids[source])
                };
                if let Some(path) = path {
                    debug_assert_eq!(path.len(), nodes);
                    *best = Some(SimpleChain::new(chain, path));
                }
            }
        }
        let among_chains = links.cycle_base() >= links.forcing_base();
        if requested.cycle(links) && (beats(nodes, cycle, best) || (among_chains && source != usize::MAX)) {
            for at in ones(level.cycles).take_while(|&at| !among_chains || at <= source) {
                let cycles = self.trace.starting_on(self.graph, ids[at], nodes, true).0;
                let worthy = |path: &ChainPath| path.len() == nodes + 1 && takes_away(grid, path);
                if let Some(path) = cycles.into_iter().find(worthy) {
                    *best = Some(SimpleChain::new(cycle, path));
                    break;
                }
            }
        }
        requested.cycle(links) && beats(nodes + 2, cycle, best)
            || requested.chain(links) && beats(nodes + 2, chain, best)
    }
}

fn takes_away(grid: &CandidateGrid, path: &ChainPath) -> bool {
    cycle_eliminations(grid, path).iter().any(|cells| !cells.is_empty())
}

/// Order for one source: cycles, the chain if it is on, the chain if it is off.
const CYCLE: u8 = 0;
const ON: u8 = 1;
const OFF: u8 = 2;

/// Returns all cycles and chains, in the order in which the Explainer collects them.
pub(crate) fn all(
    grid: &CandidateGrid,
    requested: RequestedKinds,
    scratch: &mut SimpleScratch,
) -> Vec<SimpleChain> {
    let mut found = Vec::new();
    if scratch.has_no_chains(grid) {
        return found;
    }
    for links in LINKS {
        if !(requested.cycle(links) || requested.chain(links)) || !scratch.look(grid, links) {
            continue;
        }
        let SimpleScratch { sources, trace, graph, .. } = &mut *scratch;
        let mut of_links: Vec<((CandidateId, u8), SimpleChain)> = Vec::new();
        let kind = ChainKind::Forcing(links);
        for &(source, on) in sources.chains.iter().filter(|_| requested.chain(links)) {
            let path = if on {
                trace.starting_on(graph, source, usize::MAX, false).1
            } else {
                trace.starting_off(graph, source)
            };
            let chain = path.map(|path| ((source, if on { ON } else { OFF }), SimpleChain::new(kind, path)));
            of_links.extend(chain);
        }
        let kind = ChainKind::Cycle(links);
        for &source in sources.cycles.iter().filter(|_| requested.cycle(links)) {
            let cycles = trace.starting_on(graph, source, usize::MAX, true).0;
            let cycles = cycles.into_iter().filter(|path| takes_away(grid, path));
            of_links.extend(cycles.map(|path| ((source, CYCLE), SimpleChain::new(kind, path))));
        }
        of_links.sort_by_key(|(order, _)| *order);
        found.extend(of_links.into_iter().map(|(_, simple)| simple));
    }
    found
}

// Breadth-first search from many sources at once, level by level.
//
// ```text
// for each node that is on: the sources that reach it first at this level      r4c5 = 3    0 1 1 0 0 1 ...    a bit a source
// ```
//
// The fewest nodes of any chain are known before one is traced. A cycle depends on the exact path: the search only bounds where
// cycles may be, and those are traced.
//
// Speed: the bits of a source set are as few words as the number of sources needs (1, 2, 4 or 12), a compile-time constant.

/// Set of sources, a bit each.
type SourceBits<const W: usize> = [u64; W];

/// Mark of a candidate that is no source.
const NO_NUMBER: u16 = u16::MAX;

/// Words of a set in which every candidate may be a source.
const MAX_WORDS: usize = CANDIDATES.div_ceil(64);

/// Sources of chains that may end with this number of nodes, as bits.
struct BfsLevel<'a> {
    nodes: usize,
    cycles: &'a [u64],
    on: &'a [u64],
    off: &'a [u64],
}

/// Returns the lowest bit, or `usize::MAX` if none is set.
fn first_bit(words: &[u64]) -> usize {
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

/// Memory of the search.
#[derive(Debug, Default)]
struct BfsScratch {
    known: BfsSources,
    /// Candidates with a strong link, and the place of each among them; that of all others is behind the last.
    linked: Vec<CandidateId>,
    places: Vec<u16>,
    /// States by the size of their source sets.
    up_to_64: Vec<[SourceBits<1>; 4]>,
    up_to_128: Vec<[SourceBits<2>; 4]>,
    up_to_256: Vec<[SourceBits<4>; 4]>,
    all: Vec<[SourceBits<MAX_WORDS>; 4]>,
}

/// Sources of chains and cycles, numbered in the order of candidates.
#[derive(Debug, Default)]
struct BfsSources {
    sources: Vec<CandidateId>,
    /// Number of each candidate, or [`NO_NUMBER`].
    numbers: Vec<u16>,
    /// Sources of cycles, of chains that start on, of chains that start off: as bits.
    masks: [Vec<u64>; 3],
}

impl BfsSources {
    #[expect(clippy::cast_possible_truncation, reason = "729 at most")]
    fn read(&mut self, from: &ChainSources) {
        let Self { sources, numbers, masks } = self;
        sources.clear();
        sources.extend(from.each());
        sources.sort_unstable();
        sources.dedup();
        numbers.clear();
        numbers.resize(CANDIDATES, NO_NUMBER);
        for mask in &mut *masks {
            mask.clear();
            mask.resize(sources.len().div_ceil(64), 0);
        }
        for (number, &of) in sources.iter().enumerate() {
            numbers[usize::from(of)] = number as u16;
        }
        let mut mark = |mask: usize, of: CandidateId| {
            let number = usize::from(numbers[usize::from(of)]);
            masks[mask][number / 64] |= 1 << (number % 64);
        };
        from.cycles.iter().for_each(|&of| mark(0, of));
        from.chains.iter().for_each(|&(of, on)| mark(if on { 1 } else { 2 }, of));
    }

    /// Returns the number of a candidate, if it is a source.
    #[inline]
    fn number(&self, of: CandidateId) -> Option<usize> {
        let number = self.numbers[usize::from(of)];
        (number != NO_NUMBER).then_some(number.into())
    }
}

/// Visits the levels in order until `visit` returns false.
#[expect(clippy::cast_possible_truncation, reason = "729 at most")]
fn each_level(
    grid: &CandidateGrid,
    from: &ChainSources,
    graph: &LinkGraph,
    scratch: &mut BfsScratch,
    visit: &mut dyn FnMut(&[CandidateId], &BfsLevel<'_>) -> bool,
) {
    let BfsScratch { known, linked, places, up_to_64, up_to_128, up_to_256, all } = scratch;
    known.read(from);
    linked.clear();
    linked.extend(graph.linked());
    places.clear();
    places.resize(CANDIDATES, linked.len() as u16);
    for (place, &id) in (0..).zip(&*linked) {
        places[usize::from(id)] = place;
    }
    match known.sources.len() {
        0..=64 => MultiSourceBfs::<1> { grid, graph, known, linked, places, rows: up_to_64 }.run(visit),
        65..=128 => MultiSourceBfs::<2> { grid, graph, known, linked, places, rows: up_to_128 }.run(visit),
        129..=256 => MultiSourceBfs::<4> { grid, graph, known, linked, places, rows: up_to_256 }.run(visit),
        _ => MultiSourceBfs::<MAX_WORDS> { grid, graph, known, linked, places, rows: all }.run(visit),
    }
}

/// State of the search.
///
/// Four sets for each candidate with a strong link: sources that start on and reach it at this level; the same at this level or before;
/// the two sets for sources that start off.
struct MultiSourceBfs<'a, const W: usize> {
    grid: &'a CandidateGrid,
    graph: &'a LinkGraph,
    known: &'a BfsSources,
    linked: &'a [CandidateId],
    places: &'a [u16],
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
    fn seen(&self, at: CandidateId) -> SourceBits<W> {
        let mut seen = [0; W];
        self.graph.each_seen(self.grid, at, |id| {
            self.known.number(id).into_iter().for_each(|number| set(&mut seen, number));
        });
        seen
    }

    /// Returns the place of a candidate among those with strong links.
    #[inline]
    fn place(&self, id: CandidateId) -> usize {
        self.places[usize::from(id)].into()
    }

    fn run(self, visit: &mut dyn FnMut(&[CandidateId], &BfsLevel<'_>) -> bool) {
        let Self { graph, known, linked, .. } = self;
        self.rows.clear();
        self.rows.resize(linked.len() + 1, [[0; W]; 4]);
        let seen: Vec<SourceBits<W>> = linked.iter().map(|&at| self.seen(at)).collect();
        let mut masks = vec![[0; W]; linked.len()];
        let mut turned: Vec<[SourceBits<W>; 2]> = seen.iter().map(|&seen| [seen, [0; W]]).collect();
        for (n, &at) in linked.iter().enumerate() {
            for number in graph.strong(at).filter_map(|to| known.number(to.id())) {
                set(&mut masks[n], number);
            }
            if let Some(number) = known.number(at) {
                set(&mut self.rows[n][ALL_ON], number);
            }
        }
        for (n, &at) in linked.iter().enumerate() {
            let mut new = [0; W];
            for off in graph.strong(at) {
                join(&mut new, &turned[self.place(off.id())][0]);
            }
            let row = &mut self.rows[n];
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
                for from in graph.weak(at) {
                    let row = &self.rows[self.place(from.id())];
                    join(&mut both[0], &row[NEW_ON]);
                    join(&mut both[1], &row[NEW_OFF]);
                }
                join_both(&mut cycles, &both[0], &masks[n]);
                join_both(&mut on, &self.rows[n][NEW_ON], &seen[n]);
                turned[n] = both;
            }
            for (n, &at) in linked.iter().enumerate() {
                let mut new = [[0; W]; 2];
                for from in graph.strong(at) {
                    let turned = &turned[self.place(from.id())];
                    join(&mut new[0], &turned[0]);
                    join(&mut new[1], &turned[1]);
                }
                let row = &mut self.rows[n];
                let [on, offs] = new;
                any |= Self::renew(row, NEW_ON, on) | Self::renew(row, NEW_OFF, offs);
                if let Some(number) = known.number(at) {
                    off[number / 64] |= row[NEW_OFF][number / 64] & 1 << (number % 64);
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
                let (cell, digit) = parts(self.known.sources[at]);
                for other in self.grid.places[digit] & CELL_HOUSES[cell].peers {
                    let place = self.place(id(other.index(), digit));
                    join(&mut leading, &self.rows[place][ALL_ON]);
                }
            }
            cycles.iter_mut().zip(leading).for_each(|(word, leading)| *word &= leading);
        }
        for (found, mask) in [&mut cycles, &mut on, &mut off].into_iter().zip(&self.known.masks) {
            found.iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
        }
        visit(&self.known.sources, &BfsLevel { nodes, cycles: &cycles, on: &on, off: &off })
    }

    /// Keeps the sources that reach a node for the first time. Returns true if there are any.
    #[inline]
    fn renew(row: &mut [SourceBits<W>; 4], at: usize, sources: SourceBits<W>) -> bool {
        let mut any = 0;
        for (word, new) in sources.into_iter().enumerate() {
            let fresh = new & !row[at + 1][word];
            row[at][word] = fresh;
            row[at + 1][word] |= fresh;
            any |= fresh;
        }
        any != 0
    }
}

// Breadth-first search from one source, for chains that are known to exist.
//
// ```text
// level 0     the source
// level 1     nodes that are on because of candidates that level 0 turns off, in order of arrival, with that link as parent
// ```

/// Node of a chain, with the unit that links it to the one before: none for the source, else 0 for its cell, 1 to 3 for box, row
/// and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TracedNode {
    pub(crate) id: CandidateId,
    pub(crate) on: bool,
    pub(crate) by: Option<u8>,
}

/// Parent of a node that is on: the node that was on before, and the candidate between that it turned off.
#[derive(Debug, Clone, Copy, Default)]
struct Parent {
    on: CandidateId,
    off: CandidateId,
    by_weak: u8,
    by_strong: u8,
}

const NO_CANDIDATE: CandidateId = CandidateId::MAX;

/// Set of candidates, a bit each.
type CandidateBits = [u64; WORDS];

const WORDS: usize = CANDIDATES.div_ceil(64);

#[inline]
fn has(set: &CandidateBits, id: CandidateId) -> bool {
    set[usize::from(id / 64)] >> (id % 64) & 1 == 1
}

#[inline]
fn insert(set: &mut CandidateBits, id: CandidateId) {
    set[usize::from(id / 64)] |= 1 << (id % 64);
}

/// Nodes of a chain or cycle, from start to end.
pub(crate) type ChainPath = Vec<TracedNode>;

/// Memory of the search, kept between searches.
#[derive(Debug)]
struct Tracer {
    parents: Box<[Parent; CANDIDATES]>,
    seen: CandidateBits,
    /// Candidates that are off and lead to nothing new: all that they turn on was seen.
    spent: CandidateBits,
    level: Vec<CandidateId>,
    next: Vec<CandidateId>,
}

impl Default for Tracer {
    fn default() -> Self {
        let parents = Box::new([Parent::default(); CANDIDATES]);
        Self { parents, seen: [0; WORDS], spent: [0; WORDS], level: Vec::new(), next: Vec::new() }
    }
}

impl Tracer {
    #[inline]
    fn is_new(&self, on: CandidateId) -> bool {
        !has(&self.seen, on)
    }

    #[inline]
    fn add(&mut self, on: CandidateId, off: LinkTarget, to: LinkTarget) {
        if self.is_new(to.id()) {
            insert(&mut self.seen, to.id());
            let parent = Parent { on, off: off.id(), by_weak: off.by(), by_strong: to.by() };
            self.parents[usize::from(to.id())] = parent;
            self.next.push(to.id());
        }
    }

    /// Returns true if `off` lies on the path from the source to `on`.
    fn on_the_way(&self, mut on: CandidateId, off: CandidateId, source: CandidateId) -> bool {
        while on != source {
            let parent = self.parents[usize::from(on)];
            if parent.off == off {
                return true;
            }
            on = parent.on;
        }
        false
    }

    /// Returns the path to a node that is on, from a source that is on, or else from that whose strong link began the search.
    fn way(&self, mut on: CandidateId, source: Option<CandidateId>) -> ChainPath {
        let mut path = Vec::new();
        while on != source.unwrap_or(NO_CANDIDATE) {
            let parent = self.parents[usize::from(on)];
            path.push(TracedNode { id: on, on: true, by: Some(parent.by_strong) });
            let by = (parent.on != NO_CANDIDATE).then_some(parent.by_weak);
            path.push(TracedNode { id: parent.off, on: false, by });
            on = parent.on;
        }
        path.extend(source.map(|id| TracedNode { id, on: true, by: None }));
        path.reverse();
        path
    }

    /// Traces from a source that is on, to at most `most` nodes.
    ///
    /// Returns all cycles if `cyclic`, else the first chain to the negation of the source.
    fn starting_on(
        &mut self,
        graph: &LinkGraph,
        source: CandidateId,
        most: usize,
        cyclic: bool,
    ) -> (Vec<ChainPath>, Option<ChainPath>) {
        self.start(Some(source));
        let mut cycles = Vec::new();
        let mut nodes = 2;
        while nodes <= most && !self.level.is_empty() {
            let level = std::mem::take(&mut self.level);
            for &on in &level {
                if let Some(by) = graph.by(on, source).filter(|_| !cyclic) {
                    let mut path = self.way(on, Some(source));
                    path.push(TracedNode { id: source, on: false, by: Some(by) });
                    self.level = level;
                    return (cycles, Some(path));
                }
                for off in graph.weak(on) {
                    if has(&self.spent, off.id()) {
                        continue;
                    }
                    let mut walked = None;
                    let mut spent = true;
                    for to in graph.strong(off.id()) {
                        let closes = cyclic && to.id() == source;
                        let again = closes && nodes >= 4;
                        spent &= !closes;
                        if !(again || self.is_new(to.id())) {
                            continue;
                        }
                        if *walked.get_or_insert_with(|| self.on_the_way(on, off.id(), source)) {
                            spent = false;
                            continue;
                        }
                        if again {
                            let mut path = self.way(on, Some(source));
                            path.push(TracedNode { id: off.id(), on: false, by: Some(off.by()) });
                            path.push(TracedNode { id: source, on: true, by: Some(to.by()) });
                            cycles.push(path);
                        }
                        self.add(on, *off, to);
                    }
                    if spent {
                        insert(&mut self.spent, off.id());
                    }
                }
            }
            self.turn(level);
            nodes += 2;
        }
        (cycles, None)
    }

    /// Moves on to the next level.
    fn turn(&mut self, level: Vec<CandidateId>) {
        self.level = level;
        std::mem::swap(&mut self.level, &mut self.next);
        self.next.clear();
    }

    fn start(&mut self, source: Option<CandidateId>) {
        (self.seen, self.spent) = ([0; WORDS], [0; WORDS]);
        if let Some(source) = source {
            insert(&mut self.seen, source);
        }
        self.level.clear();
        self.level.extend(source);
        self.next.clear();
    }

    /// Returns the first chain from a source that is off to its negation.
    fn starting_off(&mut self, graph: &LinkGraph, source: CandidateId) -> Option<ChainPath> {
        self.start(None);
        for to in graph.strong(source) {
            self.add(NO_CANDIDATE, LinkTarget::new(source, 0), to);
        }
        while !self.next.is_empty() {
            std::mem::swap(&mut self.level, &mut self.next);
            self.next.clear();
            let level = std::mem::take(&mut self.level);
            for &on in &level {
                for off in graph.weak(on) {
                    if has(&self.spent, off.id()) {
                        continue;
                    }
                    insert(&mut self.spent, off.id());
                    for to in graph.strong(off.id()) {
                        self.add(on, *off, to);
                        if to.id() == source {
                            self.level = level;
                            return Some(self.way(source, None));
                        }
                    }
                }
            }
            self.level = level;
        }
        None
    }
}

/// Returns the eliminations of a cycle: candidates outside its cells that see a node that is on and one that is off.
pub(crate) fn cycle_eliminations(grid: &CandidateGrid, path: &[TracedNode]) -> [CellSet; 9] {
    let mut seen = [[CellSet::EMPTY; 9]; 2];
    let mut own = CellSet::EMPTY;
    for link in &path[1..] {
        let (cell, digit) = parts(link.id);
        own = own.with(Cell::new(cell));
        seen[usize::from(link.on)][digit] |= CELL_HOUSES[cell].peers;
    }
    std::array::from_fn(|digit| (seen[0][digit] & seen[1][digit] & grid.places[digit]) - own)
}
