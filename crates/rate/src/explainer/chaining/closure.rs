//! Everything that follows from one assumption, first come first kept.
//!
//! ```text
//! r1c1 = 3 ON -> all that it turns off, in order -> the first of these OFF, what it turns on -> all that these turn off -> ...
//! ```
//!
//! All that is on is followed before the next that is off. A dynamic search takes away what is off once it was followed: a
//! link that arises then has what went before as parents too. The search ends at the first clash.
//!
//! Nodes are kept by their order of arrival, so parents come before children. A search may pause at a depth: a node's depth
//! is how many strong links its first parents came over, it grows along the queue of what is off, and a node over k of
//! them has 2 k ancestors at least; so a search that paused knows all nodes that have few ancestors.

use super::grid::{AROUND, CELL_IN, Grid, Name, NameSet, bits, is_pair, name, parts};
use crate::Cells;

/// Why a node follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// It is assumed.
    None,
    /// Its cell.
    Cell,
    /// Its box, row or column: 0 to 2.
    House(u8),
    /// What a person sees besides.
    Advanced,
}

/// A candidate, on or off, and what it follows from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) name: Name,
    pub(super) on: bool,
    pub(super) cause: Cause,
    pub(super) depth: u16,
    parents: (u32, u16),
    /// One more than the number of the chain within the chain.
    pub(super) nested: u32,
}

/// Whether there is more to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// Not all was followed yet.
    Open,
    /// Nothing more follows from links alone.
    Exhausted,
    /// The nodes that clash: that which is on, that which is off.
    Clash([u16; 2]),
}

/// Which links are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mode {
    pub(super) by_cell: bool,
    pub(super) dynamic: bool,
}

/// What follows from an assumption.
#[derive(Debug)]
pub(super) struct Closure {
    pub(super) grid: Grid,
    pub(super) sets: [NameSet; 2],
    pub(super) nodes: Vec<Node>,
    pub(super) status: Status,
    /// How many kinds of what a person sees besides were looked for in vain since there was anything new.
    pub(super) settled: usize,
    pool: Vec<u16>,
    queues: [Vec<u16>; 2],
    heads: [usize; 2],
    index: Box<[[u16; super::grid::NAMES]; 2]>,
    /// Of a node that clashes, the equal one that was there.
    twin: Option<u16>,
}

/// Deeper than any chain.
pub(super) const DEEPEST: u16 = u16::MAX;

const OFF: usize = 0;
const ON: usize = 1;

impl Default for Closure {
    fn default() -> Self {
        Self {
            grid: Grid::EMPTY,
            sets: [NameSet::EMPTY; 2],
            nodes: Vec::new(),
            status: Status::Open,
            settled: 0,
            pool: Vec::new(),
            queues: [Vec::new(), Vec::new()],
            heads: [0; 2],
            index: Box::new([[0; super::grid::NAMES]; 2]),
            twin: None,
        }
    }
}

impl Closure {
    /// Begins anew.
    pub(super) fn start(&mut self, base: &Grid, source: Name, on: bool, dynamic: bool) {
        if dynamic {
            self.grid.clone_from(base);
        }
        self.sets = [NameSet::EMPTY; 2];
        self.nodes.clear();
        self.pool.clear();
        self.queues.iter_mut().for_each(Vec::clear);
        self.heads = [0; 2];
        self.status = Status::Open;
        self.settled = 0;
        self.twin = None;
        self.push(source, on, Cause::None, 0, (0, 0));
    }

    /// Becomes the same as another.
    pub(super) fn copy(&mut self, other: &Self) {
        self.grid.clone_from(&other.grid);
        self.sets.clone_from(&other.sets);
        self.nodes.clone_from(&other.nodes);
        self.pool.clone_from(&other.pool);
        self.queues.clone_from(&other.queues);
        self.index.clone_from(&other.index);
        (self.heads, self.status, self.settled, self.twin) =
            (other.heads, other.status, other.settled, other.twin);
    }

    /// The number of a node that is there.
    #[inline]
    pub(super) fn find(&self, name: Name, on: bool) -> Option<u16> {
        self.sets[usize::from(on)].has(name).then(|| self.index[usize::from(on)][usize::from(name)])
    }

    /// The number of a node, known to be there.
    #[inline]
    pub(super) fn number(&self, name: Name, on: bool) -> u16 {
        self.index[usize::from(on)][usize::from(name)]
    }

    #[inline]
    pub(super) fn parents(&self, node: u16) -> &[u16] {
        let (start, len) = self.nodes[usize::from(node)].parents;
        &self.pool[start as usize..start as usize + usize::from(len)]
    }

    /// As few ancestors as a node can have, itself included.
    #[inline]
    pub(super) fn fewest(&self, node: u16) -> u32 {
        let Node { on, depth, .. } = self.nodes[usize::from(node)];
        2 * u32::from(depth) + u32::from(!on) + u32::from(self.nodes[0].on)
    }

    #[expect(clippy::cast_possible_truncation, reason = "1,458 nodes and one that clashes")]
    #[inline]
    fn make(&mut self, name: Name, on: bool, cause: Cause, depth: u16, parents: (u32, u16)) -> u16 {
        let number = self.nodes.len() as u16;
        self.nodes.push(Node { name, on, cause, depth, parents, nested: 0 });
        number
    }

    #[inline]
    fn push(&mut self, name: Name, on: bool, cause: Cause, depth: u16, parents: (u32, u16)) {
        let number = self.make(name, on, cause, depth, parents);
        let on = usize::from(on);
        let (cell, digit) = parts(name);
        self.sets[on].insert(cell, digit);
        self.index[on][usize::from(name)] = number;
        self.queues[on].push(number);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a few parents for each of a few nodes")]
    #[inline]
    fn pooled(&mut self, parent: u16) -> (u32, u16) {
        self.pool.push(parent);
        (self.pool.len() as u32 - 1, 1)
    }

    /// Adds what a person sees besides; whether it is new.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    pub(super) fn add_advanced(&mut self, name: Name, parents: (u32, u16), nested: u32) {
        if self.sets[OFF].has(name) {
            return;
        }
        self.push(name, false, Cause::Advanced, 0, parents);
        let last = self.nodes.len() as u16 - 1;
        self.nodes[usize::from(last)].nested = nested;
        self.status = Status::Open;
        self.settled = 0;
    }

    /// Keeps parents for several nodes.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    pub(super) fn keep_parents(&mut self, parents: &[u16]) -> (u32, u16) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(parents);
        (start, parents.len() as u16)
    }

    /// Follows on, until nothing more follows, or a clash, or all that is less deep was followed.
    pub(super) fn run(&mut self, base: &Grid, mode: Mode, depth: u16) {
        while self.status == Status::Open {
            if let Some(&from) = self.queues[ON].get(self.heads[ON]) {
                self.heads[ON] += 1;
                self.follow_on(base, from, mode);
            } else if let Some(&from) = self.queues[OFF].get(self.heads[OFF]) {
                if self.nodes[usize::from(from)].depth >= depth {
                    return;
                }
                self.heads[OFF] += 1;
                self.follow_off(base, from, mode);
            } else {
                self.status = Status::Exhausted;
            }
        }
    }

    fn follow_on(&mut self, base: &Grid, from: u16, mode: Mode) {
        let Node { name: own, depth, .. } = self.nodes[usize::from(from)];
        let (cell, digit) = parts(own);
        let parent = self.pooled(from);
        if mode.by_cell {
            let others = if mode.dynamic { &self.grid } else { base }.cells[cell] & !(1 << digit);
            let clash = others & self.sets[ON].cells[cell];
            let before = if clash == 0 { others } else { others & ((clash & clash.wrapping_neg()) - 1) };
            for other in bits(before & !self.sets[OFF].cells[cell]) {
                self.push(name(cell, other), false, Cause::Cell, depth, parent);
            }
            if clash != 0 {
                return self.clash_on(
                    name(cell, clash.trailing_zeros() as usize),
                    Cause::Cell,
                    depth,
                    parent,
                );
            }
        }
        let around = &AROUND[cell];
        let seen = around.peers & if mode.dynamic { &self.grid } else { base }.places[digit];
        let clash = seen & self.sets[ON].places[digit];
        let new = seen - self.sets[OFF].places[digit];
        if new.is_empty() && clash.is_empty() {
            return;
        }
        for kind in 0..3u8 {
            let segment = around.segments[usize::from(kind)];
            let clash = (clash & segment).first();
            let new = new & segment;
            for other in clash.map_or(new, |clash| new & Cells::before(clash)) {
                self.push(name(other.index(), digit), false, Cause::House(kind), depth, parent);
            }
            if let Some(clash) = clash {
                return self.clash_on(name(clash.index(), digit), Cause::House(kind), depth, parent);
            }
        }
    }

    /// What is on is to be off.
    fn clash_on(&mut self, clash: Name, cause: Cause, depth: u16, parent: (u32, u16)) {
        self.twin = self.find(clash, false);
        let off = self.make(clash, false, cause, depth, parent);
        self.status = Status::Clash([self.number(clash, true), off]);
    }

    fn follow_off(&mut self, base: &Grid, from: u16, mode: Mode) {
        let own = self.nodes[usize::from(from)].name;
        let (cell, digit) = parts(own);
        let around = &AROUND[cell];
        let candidates = if mode.dynamic { &self.grid } else { base }.cells[cell];
        if mode.by_cell && is_pair(candidates) {
            let other = (candidates & !(1 << digit)).trailing_zeros() as usize;
            let gone = base.cells[cell] & !candidates;
            if self.follows_on(name(cell, other), from, Cause::Cell, bits(gone).map(|d| name(cell, d))) {
                return;
            }
        }
        for kind in 0..3u8 {
            let house = usize::from(around.houses[usize::from(kind)]);
            let index = around.index[usize::from(kind)];
            let positions = if mode.dynamic { &self.grid } else { base }.positions[house][digit];
            if is_pair(positions) {
                let other = (positions & !(1 << index)).trailing_zeros() as usize;
                let gone = base.positions[house][digit] & !positions;
                let cell_in = |index: usize| usize::from(CELL_IN[house][index]);
                let hidden = bits(gone).map(|index| name(cell_in(index), digit));
                if self.follows_on(name(cell_in(other), digit), from, Cause::House(kind), hidden) {
                    return;
                }
            }
        }
        if mode.dynamic {
            self.grid.remove(own);
        }
    }

    /// Adds a node that is on, if it is new; whether it clashes.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    #[inline]
    fn follows_on(&mut self, to: Name, from: u16, cause: Cause, hidden: impl Iterator<Item = Name>) -> bool {
        let clash = self.sets[OFF].has(to);
        let known = self.sets[ON].has(to);
        if known && !clash {
            return false;
        }
        let start = self.pool.len() as u32;
        self.pool.push(from);
        for gone in hidden {
            self.pool.push(self.index[OFF][usize::from(gone)]);
        }
        let parents = (start, (self.pool.len() as u32 - start) as u16);
        let depth = self.nodes[usize::from(from)].depth + 1;
        if clash {
            self.twin = self.find(to, true);
            let on = self.make(to, true, cause, depth, parents);
            self.status = Status::Clash([on, self.number(to, false)]);
        } else {
            self.push(to, true, cause, depth, parents);
        }
        clash
    }
}

/// Nodes that were come by.
#[derive(Debug, Default)]
pub(super) struct Walk {
    seen: Vec<u64>,
    pub(super) found: Vec<u16>,
}

impl Walk {
    /// All ancestors of a node, level by level, it first; each of equal nodes once.
    pub(super) fn ancestors<'a>(&'a mut self, closure: &Closure, end: u16) -> &'a [u16] {
        self.seen.clear();
        self.seen.resize(closure.nodes.len() / 64 + 1, 0);
        self.found.clear();
        self.reach(end);
        // A node that clashes may equal one that was there: that one then counts as seen.
        if let (true, Status::Clash(_), Some(twin)) =
            (usize::from(end) == closure.nodes.len() - 1, closure.status, closure.twin)
        {
            self.seen[usize::from(twin) / 64] |= 1 << (twin % 64);
        }
        let mut at = 0;
        while at < self.found.len() {
            for &parent in closure.parents(self.found[at]) {
                self.reach(parent);
            }
            at += 1;
        }
        &self.found
    }

    #[inline]
    fn reach(&mut self, node: u16) {
        let (word, bit) = (usize::from(node) / 64, 1 << (node % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.found.push(node);
        }
    }
}
