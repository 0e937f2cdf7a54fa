//! Bidirectional cycles and forcing chains: from one candidate, link by link, back to it.
//!
//! ```text
//! cycle    r1c1 on -> r1c5 off -> r7c5 on -> r7c1 off -> r1c1 on          nodes: 4, the start counted once
//! chain    r1c1 on -> r1c5 off -> r7c5 on -> ... -> r1c1 off              it goes; or from off to on: it is placed
//! ```
//!
//! By colours it is known which candidates have chains, and where cycles may be; those alone are followed. Where the first is
//! asked for, all at once ([`flood`]).

use super::{
    colours::{Colours, Sources},
    flood::{self, Level, each_level, first_bit, ones},
    grid::{Grid, Name},
    net::Net,
    rating::{Kind, Links, length},
    trace::{Path, Trace, cycle_eliminations},
};
use std::cmp::Ordering;

/// Which kinds count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Cycles of one digit, of cells with two candidates, of both.
    pub(super) cycles: [bool; 3],
    /// Chains of one digit, of both.
    pub(super) chains: [bool; 2],
}

impl Wanted {
    pub(super) const ALL: Self = Self { cycles: [true; 3], chains: [true; 2] };

    fn cycle(self, links: Links) -> bool {
        self.cycles[links as usize]
    }

    fn chain(self, links: Links) -> bool {
        match links {
            Links::X => self.chains[0],
            Links::Y => false,
            Links::Xy => self.chains[1],
        }
    }
}

/// A cycle or chain.
#[derive(Debug, Clone)]
pub(super) struct Simple {
    pub(super) kind: Kind,
    pub(super) path: Path,
    pub(super) rating: f64,
    pub(super) nodes: usize,
}

impl Simple {
    fn new(kind: Kind, path: Path) -> Self {
        // A cycle ends where it began.
        let nodes = path.len() - usize::from(matches!(kind, Kind::Cycle(_)));
        Self { kind, path, rating: kind.base() + length(nodes), nodes }
    }

    fn key(&self) -> (f64, usize, u8) {
        (self.rating, self.nodes, self.kind.sort_key())
    }

    /// Which comes first, but for the order in which they are collected.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let key = |of: &Self| (of.nodes, of.kind.sort_key());
        self.rating.total_cmp(&other.rating).then(key(self).cmp(&key(other)))
    }
}

/// What the search keeps.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By all links, and by one kind alone.
    pub(super) colours: Colours,
    of_kind: Colours,
    sources: Sources,
    net: Net,
    flood: flood::Scratch,
    trace: Trace,
}

/// The kinds of links, in the order in which the Explainer follows them.
const LINKS: [Links; 3] = [Links::X, Links::Y, Links::Xy];

impl Scratch {
    /// Finds from where there may be cycles or chains by links of a kind; whether there is anything.
    ///
    /// What a cycle takes away turns itself off too: from the node that is on around to that which is off.
    fn look(&mut self, grid: &Grid, links: Links) -> bool {
        let colours = if links == Links::Xy { &mut self.colours } else { &mut self.of_kind };
        colours.paint(grid, links);
        let any = colours.may_have_chains();
        if any {
            colours.find_sources(grid, links, &mut self.sources);
            self.net.build(grid, &self.sources.linked, links);
        }
        any
    }

    /// Whether all kinds of links together lead nowhere.
    fn is_idle(&mut self, grid: &Grid) -> bool {
        self.colours.paint(grid, Links::Xy);
        !self.colours.may_have_chains()
    }
}

/// The cycle or chain that comes first.
pub(super) fn first(grid: &Grid, wanted: Wanted, scratch: &mut Scratch) -> Option<Simple> {
    let mut best: Option<Simple> = None;
    for links in LINKS {
        if !wanted.cycle(links) && !wanted.chain(links) {
            continue;
        }
        let lowest =
            if links == Links::Y { links.cycle_base() } else { links.forcing_base().min(links.cycle_base()) };
        if best.as_ref().is_some_and(|best| best.rating < lowest) || !scratch.look(grid, links) {
            continue;
        }
        let Scratch { sources, trace, flood, net, .. } = &mut *scratch;
        let mut search = Tracing { grid, links, wanted, net, trace };
        each_level(grid, links, sources, flood, &mut |names, level| search.better(names, level, &mut best));
    }
    best
}

/// What chains are traced with.
struct Tracing<'a> {
    grid: &'a Grid,
    links: Links,
    wanted: Wanted,
    net: &'a mut Net,
    trace: &'a mut Trace,
}

impl Tracing<'_> {
    /// Takes what is better at this level; whether what comes later may be better still.
    ///
    /// Of one kind of links and one number of nodes, the lower source comes first, with its cycles before its chains. Beyond the
    /// level of a chain no other chain is better; a cycle may be, where it is worth less.
    fn better(&mut self, names: &[Name], level: &Level<'_>, best: &mut Option<Simple>) -> bool {
        let Self { grid, links, wanted, .. } = *self;
        let nodes = level.nodes;
        let beats = |nodes: usize, kind: Kind, best: &Option<Simple>| {
            let key = (kind.base() + length(nodes), nodes, kind.sort_key());
            best.as_ref().is_none_or(|best| key < best.key())
        };
        let (cycle, chain) = (Kind::Cycle(links), Kind::Forcing(links));
        let mut source = usize::MAX;
        if wanted.chain(links) && beats(nodes, chain, best) {
            let (on, off) = (first_bit(level.on), first_bit(level.off));
            source = on.min(off);
            if source != usize::MAX {
                let path = if on <= off {
                    self.trace.starting_on(self.net, names[source], nodes, false).1
                } else {
                    self.trace.starting_off(self.net, names[source])
                };
                if let Some(path) = path {
                    debug_assert_eq!(path.len(), nodes);
                    *best = Some(Simple::new(chain, path));
                }
            }
        }
        let among_chains = links.cycle_base() >= links.forcing_base();
        if wanted.cycle(links) && (beats(nodes, cycle, best) || (among_chains && source != usize::MAX)) {
            for at in ones(level.cycles).take_while(|&at| !among_chains || at <= source) {
                let cycles = self.trace.starting_on(self.net, names[at], nodes, true).0;
                let worthy = |path: &Path| path.len() == nodes + 1 && takes_away(grid, path);
                if let Some(path) = cycles.into_iter().find(worthy) {
                    *best = Some(Simple::new(cycle, path));
                    break;
                }
            }
        }
        wanted.cycle(links) && beats(nodes + 2, cycle, best)
            || wanted.chain(links) && beats(nodes + 2, chain, best)
    }
}

fn takes_away(grid: &Grid, path: &Path) -> bool {
    cycle_eliminations(grid, path).iter().any(|cells| !cells.is_empty())
}

/// Of one source, cycles come before the chain if it is on, then that if it is off.
const CYCLE: u8 = 0;
const ON: u8 = 1;
const OFF: u8 = 2;

/// All cycles and chains, in the order in which the Explainer collects them.
pub(super) fn all(grid: &Grid, wanted: Wanted, scratch: &mut Scratch) -> Vec<Simple> {
    let mut found = Vec::new();
    if scratch.is_idle(grid) {
        return found;
    }
    for links in LINKS {
        if !(wanted.cycle(links) || wanted.chain(links)) || !scratch.look(grid, links) {
            continue;
        }
        let Scratch { sources, trace, net, .. } = &mut *scratch;
        let mut of_links: Vec<((Name, u8), Simple)> = Vec::new();
        let kind = Kind::Forcing(links);
        for &(source, on) in sources.chains.iter().filter(|_| wanted.chain(links)) {
            let path = if on {
                trace.starting_on(net, source, usize::MAX, false).1
            } else {
                trace.starting_off(net, source)
            };
            let chain = path.map(|path| ((source, if on { ON } else { OFF }), Simple::new(kind, path)));
            of_links.extend(chain);
        }
        let kind = Kind::Cycle(links);
        for &source in sources.cycles.iter().filter(|_| wanted.cycle(links)) {
            let cycles = trace.starting_on(net, source, usize::MAX, true).0;
            let cycles = cycles.into_iter().filter(|path| takes_away(grid, path));
            of_links.extend(cycles.map(|path| ((source, CYCLE), Simple::new(kind, path))));
        }
        of_links.sort_by_key(|(order, _)| *order);
        found.extend(of_links.into_iter().map(|(_, simple)| simple));
    }
    found
}
