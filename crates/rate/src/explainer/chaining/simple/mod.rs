//! Bidirectional cycles and forcing chains: from one candidate, link by link, back to it.
//!
//! ```text
//! cycle    r1c1 on -> r1c5 off -> r7c5 on -> r7c1 off -> r1c1 on          4 nodes: the start counts once
//! chain    r1c1 on -> r1c5 off -> r7c5 on -> ... -> r1c1 off              eliminated; or from off to on: placed
//! ```
//!
//! The implication sets show which candidates have chains, and which may have cycles. Only those are traced. Where only the first
//! chain is wanted, [`multi_source_bfs`] finds its length and source, and one path is traced.

mod multi_source_bfs;
pub(crate) mod trace;

use super::{
    candidates::{CandidateGrid, CandidateId},
    graph::{
        implication_sets::{ChainSources, ImplicationSets},
        link_graph::LinkGraph,
    },
    rating::{ChainKind, LinkKinds, length},
};
use multi_source_bfs::{BfsLevel, BfsScratch, each_level, first_bit, ones};
use std::cmp::Ordering;
use trace::{ChainPath, Tracer, cycle_eliminations};

/// Kinds of cycles and chains that are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WantedKinds {
    /// Cycles by X links, by Y links, by both.
    pub(crate) cycles: [bool; 3],
    /// Chains by X links, by both.
    pub(crate) chains: [bool; 2],
}

impl WantedKinds {
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
    wanted: WantedKinds,
    scratch: &mut SimpleScratch,
) -> Option<SimpleChain> {
    let mut best: Option<SimpleChain> = None;
    for links in LINKS {
        if !wanted.cycle(links) && !wanted.chain(links) {
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
        let mut search = FirstSearch { grid, links, wanted, graph, trace };
        each_level(grid, links, sources, bfs, &mut |ids, level| search.better(ids, level, &mut best));
    }
    best
}

/// Search for the first cycle or chain by links of one kind.
struct FirstSearch<'a> {
    grid: &'a CandidateGrid,
    links: LinkKinds,
    wanted: WantedKinds,
    graph: &'a mut LinkGraph,
    trace: &'a mut Tracer,
}

impl FirstSearch<'_> {
    /// Takes the best of a level if it beats `best`. Returns true if a later level may be better still.
    ///
    /// Among chains by one kind of links with one number of nodes, the lower source comes first, and its cycles before its chains.
    /// Beyond the level of a chain no other chain is better. A cycle may be, where cycles are rated lower.
    fn better(&mut self, ids: &[CandidateId], level: &BfsLevel<'_>, best: &mut Option<SimpleChain>) -> bool {
        let Self { grid, links, wanted, .. } = *self;
        let nodes = level.nodes;
        let beats = |nodes: usize, kind: ChainKind, best: &Option<SimpleChain>| {
            let key = (kind.base() + length(nodes), nodes, kind.sort_key());
            best.as_ref().is_none_or(|best| key < best.key())
        };
        let (cycle, chain) = (ChainKind::Cycle(links), ChainKind::Forcing(links));
        let mut source = usize::MAX;
        if wanted.chain(links) && beats(nodes, chain, best) {
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
        if wanted.cycle(links) && (beats(nodes, cycle, best) || (among_chains && source != usize::MAX)) {
            for at in ones(level.cycles).take_while(|&at| !among_chains || at <= source) {
                let cycles = self.trace.starting_on(self.graph, ids[at], nodes, true).0;
                let worthy = |path: &ChainPath| path.len() == nodes + 1 && takes_away(grid, path);
                if let Some(path) = cycles.into_iter().find(worthy) {
                    *best = Some(SimpleChain::new(cycle, path));
                    break;
                }
            }
        }
        wanted.cycle(links) && beats(nodes + 2, cycle, best)
            || wanted.chain(links) && beats(nodes + 2, chain, best)
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
    wanted: WantedKinds,
    scratch: &mut SimpleScratch,
) -> Vec<SimpleChain> {
    let mut found = Vec::new();
    if scratch.has_no_chains(grid) {
        return found;
    }
    for links in LINKS {
        if !(wanted.cycle(links) || wanted.chain(links)) || !scratch.look(grid, links) {
            continue;
        }
        let SimpleScratch { sources, trace, graph, .. } = &mut *scratch;
        let mut of_links: Vec<((CandidateId, u8), SimpleChain)> = Vec::new();
        let kind = ChainKind::Forcing(links);
        for &(source, on) in sources.chains.iter().filter(|_| wanted.chain(links)) {
            let path = if on {
                trace.starting_on(graph, source, usize::MAX, false).1
            } else {
                trace.starting_off(graph, source)
            };
            let chain = path.map(|path| ((source, if on { ON } else { OFF }), SimpleChain::new(kind, path)));
            of_links.extend(chain);
        }
        let kind = ChainKind::Cycle(links);
        for &source in sources.cycles.iter().filter(|_| wanted.cycle(links)) {
            let cycles = trace.starting_on(graph, source, usize::MAX, true).0;
            let cycles = cycles.into_iter().filter(|path| takes_away(grid, path));
            of_links.extend(cycles.map(|path| ((source, CYCLE), SimpleChain::new(kind, path))));
        }
        of_links.sort_by_key(|(order, _)| *order);
        found.extend(of_links.into_iter().map(|(_, simple)| simple));
    }
    found
}
