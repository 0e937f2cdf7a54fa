//! Breadth-first search from one source, for chains that are known to exist.
//!
//! ```text
//! level 0     the source
//! level 1     nodes that are on because of candidates that level 0 turns off, in order of arrival, with that link as parent
//! ```

use super::super::{
    candidates::{CANDIDATES, CELL_HOUSES, CandidateGrid, CandidateId, parts},
    graph::link_graph::{LinkGraph, LinkTarget},
};
use crate::CellSet;
use gridmill_board::Cell;

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

/// No candidate.
const NONE: CandidateId = CandidateId::MAX;

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
pub(crate) struct Tracer {
    parents: Box<[Parent; CANDIDATES]>,
    /// Candidates that are on.
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

    /// Returns the path from a source that is on to another node that is on.
    fn way(&self, mut on: CandidateId, source: CandidateId) -> ChainPath {
        let mut path = Vec::new();
        while on != source {
            let parent = self.parents[usize::from(on)];
            path.push(TracedNode { id: on, on: true, by: Some(parent.by_strong) });
            path.push(TracedNode { id: parent.off, on: false, by: Some(parent.by_weak) });
            on = parent.on;
        }
        path.push(TracedNode { id: source, on: true, by: None });
        path.reverse();
        path
    }

    /// Traces from a source that is on, to at most `most` nodes.
    ///
    /// Returns all cycles if `cyclic`, else the first chain to the negation of the source.
    pub(crate) fn starting_on(
        &mut self,
        graph: &mut LinkGraph,
        source: CandidateId,
        most: usize,
        cyclic: bool,
    ) -> (Vec<ChainPath>, Option<ChainPath>) {
        graph.add(source);
        self.start(source);
        let mut cycles = Vec::new();
        let mut nodes = 2;
        while nodes <= most && !self.level.is_empty() {
            let level = std::mem::take(&mut self.level);
            for &on in &level {
                if let Some(by) = graph.by(on, source).filter(|_| !cyclic) {
                    let mut path = self.way(on, source);
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
                            let mut path = self.way(on, source);
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

    fn start(&mut self, source: CandidateId) {
        (self.seen, self.spent) = ([0; WORDS], [0; WORDS]);
        insert(&mut self.seen, source);
        self.level.clear();
        self.level.push(source);
        self.next.clear();
    }

    /// Returns the first chain from a source that is off to its negation.
    pub(crate) fn starting_off(&mut self, graph: &LinkGraph, source: CandidateId) -> Option<ChainPath> {
        (self.seen, self.spent) = ([0; WORDS], [0; WORDS]);
        self.level.clear();
        self.next.clear();
        for to in graph.strong(source) {
            self.add(NONE, LinkTarget::new(source, 0), to);
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
                            return Some(self.way_off(source));
                        }
                    }
                }
            }
            self.level = level;
        }
        None
    }

    fn way_off(&self, mut on: CandidateId) -> ChainPath {
        let mut path = Vec::new();
        while on != NONE {
            let parent = self.parents[usize::from(on)];
            path.push(TracedNode { id: on, on: true, by: Some(parent.by_strong) });
            let by = (parent.on != NONE).then_some(parent.by_weak);
            path.push(TracedNode { id: parent.off, on: false, by });
            on = parent.on;
        }
        path.reverse();
        path
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
