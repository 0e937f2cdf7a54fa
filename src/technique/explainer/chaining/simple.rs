//! Bidirectional cycles and forcing chains: from one candidate, link by link, back to it.
//!
//! ```text
//! cycle    r1c1 on -> r1c5 off -> r7c5 on -> r7c1 off -> r1c1 on          nodes: 4, the start counted once
//! chain    r1c1 on -> r1c5 off -> r7c5 on -> ... -> r1c1 off              it goes; or from off to on: it is placed
//! ```
//!
//! All sources are followed at once, level by level: for each node that is on, which sources reach it first at this level, a
//! bit each. So the fewest nodes at which any chain ends are known before one is traced. A cycle depends on
//! the very path, so those that may be there are traced.

use super::{
    colours::Colours,
    grid::{AROUND, Grid, NAMES, Name, bits, name, parts},
    rating::{Kind, Links, length},
    trace::{Path, Trace, cycle_eliminations, strong},
};
use crate::technique::Cells;

/// Sources, a bit each.
type Sources<const W: usize> = [u64; W];

/// Up to so many words of sources.
const FEW: usize = 4;
const MANY: usize = NAMES.div_ceil(64);

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
    fn new(kind: Kind, path: Path, nodes: usize) -> Self {
        let base = match kind {
            Kind::Cycle(links) => links.cycle_base(),
            Kind::Forcing(links) => links.forcing_base(),
            _ => 0.0,
        };
        Self { kind, path, rating: base + length(nodes), nodes }
    }

    fn key(&self) -> (f64, usize, u8) {
        (self.rating, self.nodes, self.kind.sort_key())
    }
}

/// What the search keeps.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By all links, and by one kind alone.
    pub(super) colours: Colours,
    of_kind: Colours,
    links: Graph,
    trace: Trace,
    few: Vec<[Sources<FEW>; 4]>,
    many: Vec<[Sources<MANY>; 4]>,
}

/// The links between candidates, by rank.
#[derive(Debug, Default)]
struct Graph {
    names: Vec<Name>,
    /// Those that chains start from.
    sources: [u64; MANY],
    /// Those with a strong link.
    linked: Vec<u16>,
    /// Of each of those: where its neighbours in `links` begin; first the strong ones, then the weak ones that have a strong link.
    ranges: Vec<[u32; 3]>,
    links: Vec<u16>,
    rank: Vec<u16>,
}

impl Scratch {
    /// Whether there may be cycles or chains by links of a kind: what a cycle takes away turns itself off too.
    fn may_have(&mut self, grid: &Grid, links: Links) -> bool {
        let colours = if links == Links::Xy { &mut self.colours } else { &mut self.of_kind };
        colours.paint(grid, links);
        colours.may_have_chains()
    }
}

/// The cycle or chain that comes first.
pub(super) fn first(grid: &Grid, wanted: Wanted, scratch: &mut Scratch) -> Option<Simple> {
    let mut best: Option<Simple> = None;
    if !scratch.may_have(grid, Links::Xy) {
        return None;
    }
    for links in [Links::X, Links::Y, Links::Xy] {
        if !wanted.cycle(links) && !wanted.chain(links) {
            continue;
        }
        let lowest =
            if links == Links::Y { links.cycle_base() } else { links.forcing_base().min(links.cycle_base()) };
        if best.as_ref().is_some_and(|best| best.rating < lowest) || !scratch.may_have(grid, links) {
            continue;
        }
        each_level(grid, links, scratch, &mut |graph, trace, level| {
            better(grid, links, wanted, graph, trace, level, &mut best)
        });
    }
    best
}

/// Takes what is better at this level; whether what comes later may be better still.
///
/// Of one kind of links and one number of nodes, the lower source comes first, with its cycles before its chains. Beyond the
/// level of a chain no other chain is better; a cycle may be, where it is worth less.
fn better(
    grid: &Grid,
    links: Links,
    wanted: Wanted,
    graph: &[Name],
    trace: &mut Trace,
    level: &Level<'_>,
    best: &mut Option<Simple>,
) -> bool {
    let nodes = level.nodes;
    let beats = |base: f64, kind: Kind, best: &Option<Simple>| {
        let key = (base + length(nodes), nodes, kind.sort_key());
        best.as_ref().is_none_or(|best| key < best.key())
    };
    let (cycle, chain) = (Kind::Cycle(links), Kind::Forcing(links));
    let mut source = usize::MAX;
    if wanted.chain(links) && beats(links.forcing_base(), chain, best) {
        let (on, off) = (first_bit(level.on), first_bit(level.off));
        source = on.min(off);
        if source != usize::MAX {
            let path = if on <= off {
                trace.starting_on(grid, graph[source], links, nodes).1
            } else {
                trace.starting_off(grid, graph[source], links)
            };
            if let Some(path) = path {
                debug_assert_eq!(path.len(), nodes);
                *best = Some(Simple::new(chain, path, nodes));
            }
        }
    }
    let among_chains = links.cycle_base() >= links.forcing_base();
    let may = |best: &Option<Simple>| {
        wanted.cycle(links)
            && (beats(links.cycle_base(), cycle, best) || (among_chains && source != usize::MAX))
    };
    if may(best) {
        for at in ones(level.cycles) {
            if among_chains && at > source {
                break;
            }
            let (cycles, _) = trace.starting_on(grid, graph[at], links, nodes);
            let worthy = |path: &Path| cycle_eliminations(grid, path).iter().any(|cells| !cells.is_empty());
            if let Some(path) = cycles.into_iter().find(worthy) {
                *best = Some(Simple::new(cycle, path, nodes));
                break;
            }
        }
    }
    let next = nodes + 2;
    let later = |base: f64, kind: Kind| {
        let key = (base + length(next), next, kind.sort_key());
        best.as_ref().is_none_or(|best| key < best.key())
    };
    wanted.cycle(links) && later(links.cycle_base(), cycle)
        || wanted.chain(links) && later(links.forcing_base(), chain)
}

/// All cycles and chains, in the order in which the Explainer collects them.
pub(super) fn all(grid: &Grid, wanted: Wanted, scratch: &mut Scratch) -> Vec<Simple> {
    let mut found = Vec::new();
    if !scratch.may_have(grid, Links::Xy) {
        return found;
    }
    for links in [Links::X, Links::Y, Links::Xy] {
        let mut of_links: Vec<((usize, u8), Simple)> = Vec::new();
        let mut done: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        if (wanted.cycle(links) || wanted.chain(links)) && scratch.may_have(grid, links) {
            each_level(grid, links, scratch, &mut |graph, trace, level| {
                collect(grid, links, wanted, graph, trace, level, &mut done, &mut of_links);
                true
            });
        }
        of_links.sort_by_key(|(order, _)| *order);
        found.extend(of_links.into_iter().map(|(_, simple)| simple));
    }
    found
}

#[expect(clippy::too_many_arguments, reason = "one place")]
fn collect(
    grid: &Grid,
    links: Links,
    wanted: Wanted,
    graph: &[Name],
    trace: &mut Trace,
    level: &Level<'_>,
    done: &mut [Vec<usize>; 2],
    found: &mut Vec<((usize, u8), Simple)>,
) {
    let nodes = level.nodes;
    if wanted.cycle(links) {
        for at in ones(level.cycles) {
            for path in trace.starting_on(grid, graph[at], links, nodes).0 {
                if cycle_eliminations(grid, &path).iter().any(|cells| !cells.is_empty()) {
                    found.push(((at, 0), Simple::new(Kind::Cycle(links), path, nodes)));
                }
            }
        }
    }
    if wanted.chain(links) {
        for (on, sources) in [(true, level.on), (false, level.off)] {
            for at in ones(sources) {
                if done[usize::from(on)].contains(&at) {
                    continue;
                }
                done[usize::from(on)].push(at);
                let path = if on {
                    trace.starting_on(grid, graph[at], links, nodes).1
                } else {
                    trace.starting_off(grid, graph[at], links)
                };
                let Some(path) = path else { continue };
                let order = if on { 1 } else { 2 };
                found.push(((at, order), Simple::new(Kind::Forcing(links), path, nodes)));
            }
        }
    }
}

/// What may end at so many nodes: sources as bits.
struct Level<'a> {
    nodes: usize,
    cycles: &'a [u64],
    on: &'a [u64],
    off: &'a [u64],
}

fn first_bit(words: &[u64]) -> usize {
    ones(words).next().unwrap_or(usize::MAX)
}

fn ones(words: &[u64]) -> impl Iterator<Item = usize> + use<'_> {
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

impl Graph {
    #[expect(clippy::cast_possible_truncation, reason = "some thousands of links")]
    fn build(&mut self, grid: &Grid, links: Links) {
        let Self { names, sources, linked, ranges, links: list, rank } = self;
        *sources = [0; MANY];
        for list in [&mut *names, &mut *linked, &mut *rank, &mut *list] {
            list.clear();
        }
        ranges.clear();
        rank.resize(NAMES, u16::MAX);
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            let starts =
                if links == Links::Y { candidates.count_ones() == 2 } else { candidates.count_ones() > 1 };
            for digit in bits(candidates) {
                if starts {
                    sources[names.len() / 64] |= 1 << (names.len() % 64);
                }
                rank[usize::from(name(cell, digit))] = names.len() as u16;
                names.push(name(cell, digit));
            }
        }
        for &own in &*names {
            let begin = list.len();
            strong(grid, own, links, &mut |to, _| {
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
        let mut with = [Cells::EMPTY; 9];
        let mut in_cell = [0u16; 81];
        for &at in &*linked {
            let (cell, digit) = parts(names[usize::from(at)]);
            with[digit] = with[digit].with(crate::board::Cell::new(cell));
            in_cell[cell] |= 1 << digit;
        }
        for (n, &at) in linked.iter().enumerate() {
            let (cell, digit) = parts(names[usize::from(at)]);
            let begin = list.len() as u32;
            if links != Links::X {
                for other in bits(in_cell[cell] & !(1 << digit)) {
                    list.push(rank[usize::from(name(cell, other))]);
                }
            }
            for other in with[digit] & AROUND[cell].peers {
                list.push(rank[usize::from(name(other.index(), digit))]);
            }
            // The strong links of the next begin where those of this one end, so the weak ones are kept behind all.
            ranges[n][2] = begin;
        }
    }
}

fn each_level(
    grid: &Grid,
    links: Links,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(&[Name], &mut Trace, &Level<'_>) -> bool,
) {
    let Scratch { links: graph, trace, few, many, .. } = scratch;
    graph.build(grid, links);
    if graph.names.len() <= 64 * FEW {
        Flood::<FEW> { grid, links, graph, rows: few }.run(trace, visit);
    } else {
        Flood::<MANY> { grid, links, graph, rows: many }.run(trace, visit);
    }
}

/// For each candidate: sources that are on and reach it at this level, and have reached it at all; the same for those that are off.
struct Flood<'a, const W: usize> {
    grid: &'a Grid,
    links: Links,
    graph: &'a Graph,
    rows: &'a mut Vec<[Sources<W>; 4]>,
}

const NEW_ON: usize = 0;
const ALL_ON: usize = 1;
const NEW_OFF: usize = 2;

#[inline]
fn set<const W: usize>(sources: &mut Sources<W>, at: usize) {
    sources[at / 64] |= 1 << (at % 64);
}

#[inline]
fn join<const W: usize>(sources: &mut Sources<W>, more: &Sources<W>) {
    for (word, more) in sources.iter_mut().zip(more) {
        *word |= more;
    }
}

#[inline]
fn join_both<const W: usize>(sources: &mut Sources<W>, a: &Sources<W>, b: &Sources<W>) {
    for ((word, a), b) in sources.iter_mut().zip(a).zip(b) {
        *word |= a & b;
    }
}

impl<const W: usize> Flood<'_, W> {
    /// The sources that a candidate sees, whether these have strong links or not.
    fn seen(&self, at: u16) -> Sources<W> {
        let mut seen = [0; W];
        let (cell, digit) = parts(self.graph.names[usize::from(at)]);
        let rank = |name: Name| self.graph.rank[usize::from(name)];
        if self.links != Links::X {
            for other in bits(self.grid.cells[cell] & !(1 << digit)) {
                set(&mut seen, usize::from(rank(name(cell, other))));
            }
        }
        for other in self.grid.places[digit] & AROUND[cell].peers {
            set(&mut seen, usize::from(rank(name(other.index(), digit))));
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

    fn run(self, trace: &mut Trace, visit: &mut dyn FnMut(&[Name], &mut Trace, &Level<'_>) -> bool) {
        let linked = &self.graph.linked;
        self.rows.clear();
        self.rows.resize(self.graph.names.len(), [[0; W]; 4]);
        let seen: Vec<Sources<W>> = linked.iter().map(|&at| self.seen(at)).collect();
        let mut masks = vec![[0; W]; linked.len()];
        let mut turned: Vec<[Sources<W>; 2]> = vec![[[0; W]; 2]; self.graph.names.len()];
        for (n, &at) in linked.iter().enumerate() {
            for &to in self.strong(n) {
                set(&mut masks[n], usize::from(to));
            }
            turned[usize::from(at)][0] = seen[n];
            set(&mut self.rows[usize::from(at)][ALL_ON], usize::from(at));
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
        let mut pending: Option<[Sources<W>; 3]> = None;
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
                let (word, bit) = (usize::from(at) / 64, 1u64 << (at % 64));
                off[word] |= row[NEW_OFF][word] & bit;
            }
            join(&mut eliminable, &on);
            if let Some(level) = pending.take()
                && !self.show(nodes - 2, level, &eliminable, trace, visit)
            {
                return;
            }
            if !any {
                self.show(nodes, [cycles, on, off], &eliminable, trace, visit);
                return;
            }
            pending = Some([cycles, on, off]);
            nodes += 2;
        }
    }

    /// Shows a level once it is known which candidates a chain of two nodes more takes away.
    ///
    /// What a cycle takes away sees a node that is on and one that is off, so it turns itself off: from the one around
    /// to the other, in as many nodes as the cycle has and its own two. Where there is no such chain, no cycle is worth tracing;
    /// and one from a source that does not turn off what may go neither.
    fn show(
        &self,
        nodes: usize,
        [mut cycles, mut on, mut off]: [Sources<W>; 3],
        eliminable: &Sources<W>,
        trace: &mut Trace,
        visit: &mut dyn FnMut(&[Name], &mut Trace, &Level<'_>) -> bool,
    ) -> bool {
        if cycles.iter().any(|&word| word != 0) {
            let mut leading = [0; W];
            for at in ones(eliminable) {
                let (cell, digit) = parts(self.graph.names[at]);
                for other in self.grid.places[digit] & AROUND[cell].peers {
                    let rank = self.graph.rank[usize::from(name(other.index(), digit))];
                    join(&mut leading, &self.rows[usize::from(rank)][ALL_ON]);
                }
            }
            cycles.iter_mut().zip(leading).for_each(|(word, leading)| *word &= leading);
        }
        for mask in [&mut cycles, &mut on, &mut off] {
            mask.iter_mut().zip(self.graph.sources).for_each(|(word, sources)| *word &= sources);
        }
        visit(&self.graph.names, trace, &Level { nodes, cycles: &cycles, on: &on, off: &off })
    }

    /// Keeps the sources that reach a node for the first time; whether there are any.
    #[inline]
    fn renew(row: &mut [Sources<W>; 4], at: usize, sources: Sources<W>) -> bool {
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
