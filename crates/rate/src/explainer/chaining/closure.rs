//! Closure of one assumption: all that follows from it, in order of arrival.
//!
//! ```text
//! r1c1 = 3 ON -> all that it turns off, in order -> the first of these OFF, what it turns on -> all that these turn off -> ...
//! ```
//!
//! Two queues: all nodes that are on are followed before the next that is off. A dynamic search removes a candidate from its grid
//! once the node that is off was followed. A link that arises by such removals has the removed candidates as parents too. The
//! search ends at the first clash.
//!
//! Nodes are numbered by arrival, so parents come before children.
//!
//! Depth: the number of strong links on the path of first parents. Depth never decreases along the queue of nodes that are off,
//! and a node of depth k has at least 2 k ancestors. So a search that pauses at a depth knows all nodes with few ancestors.

use super::{
    candidates::{
        CANDIDATES, CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, CandidateSet, bits, id, is_pair, parts,
    },
    implications::{ClassSet, Classes, UNITS, units},
};
use crate::CellSet;

/// Reason why a node follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Assumption.
    None,
    /// Link within a cell.
    Cell,
    /// Link within a box, row or column: 0 to 2.
    House(u8),
    /// Elimination by a pattern or a nested chain (an "advanced relationship" of the Explainer).
    Advanced,
}

/// Node of a closure: a candidate, on or off, with its parents.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClosureNode {
    pub(crate) id: CandidateId,
    pub(crate) on: bool,
    pub(crate) cause: Cause,
    pub(crate) depth: u16,
    parents: (u32, u16),
    /// Number of the nested hint that gave the node, from 1; 0 for none.
    pub(crate) nested: u32,
}

/// Progress of a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClosureStatus {
    /// Some nodes are not followed yet.
    Open,
    /// Nothing more follows by links alone.
    Exhausted,
    /// A candidate is both on and off: the numbers of the two nodes, on first.
    Clash([u16; 2]),
}

/// Kinds of links that a closure follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LinkMode {
    pub(crate) by_cell: bool,
    pub(crate) dynamic: bool,
}

/// All that follows from an assumption.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) grid: CandidateGrid,
    pub(crate) sets: [CandidateSet; 2],
    pub(crate) nodes: Vec<ClosureNode>,
    pub(crate) status: ClosureStatus,
    /// Number of kinds of patterns and nested chains that were tried without result since the last new node.
    pub(crate) kinds_tried: usize,
    pool: Vec<u16>,
    queues: [Vec<u16>; 2],
    heads: [usize; 2],
    index: Box<[[u16; CANDIDATES]; 2]>,
    /// The equal node that was there before the clashing one.
    twin: Option<u16>,
}

/// Depth beyond that of any chain.
pub(crate) const DEEPEST: u16 = u16::MAX;

const OFF: usize = 0;
const ON: usize = 1;

impl Default for Closure {
    fn default() -> Self {
        Self {
            grid: CandidateGrid::EMPTY,
            sets: [CandidateSet::EMPTY; 2],
            nodes: Vec::new(),
            status: ClosureStatus::Open,
            kinds_tried: 0,
            pool: Vec::new(),
            queues: [Vec::new(), Vec::new()],
            heads: [0; 2],
            index: Box::new([[0; CANDIDATES]; 2]),
            twin: None,
        }
    }
}

impl Closure {
    /// Starts a new closure.
    pub(crate) fn start(&mut self, base: &CandidateGrid, source: CandidateId, on: bool, dynamic: bool) {
        if dynamic {
            self.grid.clone_from(base);
        }
        self.sets = [CandidateSet::EMPTY; 2];
        self.nodes.clear();
        self.pool.clear();
        self.queues.iter_mut().for_each(Vec::clear);
        self.heads = [0; 2];
        self.status = ClosureStatus::Open;
        self.kinds_tried = 0;
        self.twin = None;
        self.push(source, on, Cause::None, 0, (0, 0));
    }

    /// Makes this a copy of another closure, without allocating.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.grid.clone_from(&other.grid);
        self.sets.clone_from(&other.sets);
        self.nodes.clone_from(&other.nodes);
        self.pool.clone_from(&other.pool);
        self.queues.clone_from(&other.queues);
        self.index.clone_from(&other.index);
        (self.heads, self.status, self.kinds_tried, self.twin) =
            (other.heads, other.status, other.kinds_tried, other.twin);
    }

    /// Returns the number of a node, if it is in the closure.
    #[inline]
    pub(crate) fn find(&self, id: CandidateId, on: bool) -> Option<u16> {
        self.sets[usize::from(on)].has(id).then(|| self.index[usize::from(on)][usize::from(id)])
    }

    /// Returns the number of a node that is known to be in the closure.
    #[inline]
    pub(crate) fn number(&self, id: CandidateId, on: bool) -> u16 {
        self.index[usize::from(on)][usize::from(id)]
    }

    #[inline]
    pub(crate) fn parents(&self, node: u16) -> &[u16] {
        let (start, len) = self.nodes[usize::from(node)].parents;
        &self.pool[start as usize..start as usize + usize::from(len)]
    }

    /// Returns a lower bound of the ancestors of a node, itself included.
    #[inline]
    pub(crate) fn fewest(&self, node: u16) -> u32 {
        let ClosureNode { on, depth, .. } = self.nodes[usize::from(node)];
        2 * u32::from(depth) + u32::from(!on) + u32::from(self.nodes[0].on)
    }

    #[expect(clippy::cast_possible_truncation, reason = "1,458 nodes and one that clashes")]
    #[inline]
    fn make(&mut self, id: CandidateId, on: bool, cause: Cause, depth: u16, parents: (u32, u16)) -> u16 {
        let number = self.nodes.len() as u16;
        self.nodes.push(ClosureNode { id, on, cause, depth, parents, nested: 0 });
        number
    }

    #[inline]
    fn push(&mut self, id: CandidateId, on: bool, cause: Cause, depth: u16, parents: (u32, u16)) {
        let number = self.make(id, on, cause, depth, parents);
        let on = usize::from(on);
        let (cell, digit) = parts(id);
        self.sets[on].insert(cell, digit);
        self.index[on][usize::from(id)] = number;
        self.queues[on].push(number);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a few parents for each of a few nodes")]
    #[inline]
    fn pooled(&mut self, parent: u16) -> (u32, u16) {
        self.pool.push(parent);
        (self.pool.len() as u32 - 1, 1)
    }

    /// Adds an elimination by a pattern or a nested chain, unless it is known.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    pub(crate) fn add_advanced(&mut self, id: CandidateId, parents: (u32, u16), nested: u32) {
        if self.sets[OFF].has(id) {
            return;
        }
        self.push(id, false, Cause::Advanced, 0, parents);
        let last = self.nodes.len() as u16 - 1;
        self.nodes[usize::from(last)].nested = nested;
        self.status = ClosureStatus::Open;
        self.kinds_tried = 0;
    }

    /// Stores parents that several nodes share.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    pub(crate) fn keep_parents(&mut self, parents: &[u16]) -> (u32, u16) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(parents);
        (start, parents.len() as u16)
    }

    /// Follows nodes until nothing more follows, a clash arises, or all nodes above `depth` were followed.
    pub(crate) fn run(&mut self, base: &CandidateGrid, mode: LinkMode, depth: u16) {
        while self.status == ClosureStatus::Open {
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
                self.status = ClosureStatus::Exhausted;
            }
        }
    }

    fn follow_on(&mut self, base: &CandidateGrid, from: u16, mode: LinkMode) {
        let ClosureNode { id: own, depth, .. } = self.nodes[usize::from(from)];
        let (cell, digit) = parts(own);
        let parent = self.pooled(from);
        if mode.by_cell {
            let others = if mode.dynamic { &self.grid } else { base }.cells[cell] & !(1 << digit);
            let clash = others & self.sets[ON].cells[cell];
            let before = if clash == 0 { others } else { others & ((clash & clash.wrapping_neg()) - 1) };
            for other in bits(before & !self.sets[OFF].cells[cell]) {
                self.push(id(cell, other), false, Cause::Cell, depth, parent);
            }
            if clash != 0 {
                return self.clash_on(id(cell, clash.trailing_zeros() as usize), Cause::Cell, depth, parent);
            }
        }
        let around = &CELL_HOUSES[cell];
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
            for other in clash.map_or(new, |clash| new & CellSet::before(clash)) {
                self.push(id(other.index(), digit), false, Cause::House(kind), depth, parent);
            }
            if let Some(clash) = clash {
                return self.clash_on(id(clash.index(), digit), Cause::House(kind), depth, parent);
            }
        }
    }

    /// Records a clash: a candidate that is on must be off.
    fn clash_on(&mut self, clash: CandidateId, cause: Cause, depth: u16, parent: (u32, u16)) {
        self.twin = self.find(clash, false);
        let off = self.make(clash, false, cause, depth, parent);
        self.status = ClosureStatus::Clash([self.number(clash, true), off]);
    }

    fn follow_off(&mut self, base: &CandidateGrid, from: u16, mode: LinkMode) {
        let own = self.nodes[usize::from(from)].id;
        let (cell, digit) = parts(own);
        let around = &CELL_HOUSES[cell];
        let candidates = if mode.dynamic { &self.grid } else { base }.cells[cell];
        if mode.by_cell && is_pair(candidates) {
            let other = (candidates & !(1 << digit)).trailing_zeros() as usize;
            let gone = base.cells[cell] & !candidates;
            if self.follows_on(id(cell, other), from, Cause::Cell, bits(gone).map(|d| id(cell, d))) {
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
                let cell_in = |index: usize| usize::from(CELL_AT[house][index]);
                let hidden = bits(gone).map(|index| id(cell_in(index), digit));
                if self.follows_on(id(cell_in(other), digit), from, Cause::House(kind), hidden) {
                    return;
                }
            }
        }
        if mode.dynamic {
            self.grid.remove(own);
        }
    }

    /// Adds a node that is on, if it is new. Returns true if it clashes.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    #[inline]
    fn follows_on(
        &mut self,
        to: CandidateId,
        from: u16,
        cause: Cause,
        hidden: impl Iterator<Item = CandidateId>,
    ) -> bool {
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
            self.status = ClosureStatus::Clash([on, self.number(to, false)]);
        } else {
            self.push(to, true, cause, depth, parents);
        }
        clash
    }
}

/// Memory of a walk from a node to its ancestors.
#[derive(Debug, Default)]
pub(crate) struct AncestorWalk {
    seen: Vec<u64>,
    pub(crate) found: Vec<u16>,
}

impl AncestorWalk {
    /// Returns a node and all its ancestors, level by level. Of equal nodes only the first is listed.
    pub(crate) fn ancestors<'a>(&'a mut self, closure: &Closure, end: u16) -> &'a [u16] {
        self.seen.clear();
        self.seen.resize(closure.nodes.len() / 64 + 1, 0);
        self.found.clear();
        self.reach(end);
        // The clashing node may equal an earlier one, which then counts as seen.
        if let (true, ClosureStatus::Clash(_), Some(twin)) =
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

// Conclusion sets: all that each candidate turns off and on by static links, as rows of bits.
//
// ```text
// rank    0 1 2 3 ...       the candidates of the state, cell by cell: some two hundred, so that a row is four words
// row     0 0 1 0 ...       bit = a candidate that is off
// on      classes           bit = a class that is on
// ```
//
// Candidates of which one must hold share a conclusion where their rows, or their sets of classes, meet. A candidate with a class
// has the row of the class.

/// Set of candidates by rank.
type Row<const W: usize> = [u64; W];

/// Words of a row that holds every candidate of a blank grid.
const MAX_WORDS: usize = CANDIDATES.div_ceil(64);

/// Memory of conclusion sets, by the size of their rows.
#[derive(Debug, Default)]
pub(crate) struct ConclusionScratch {
    up_to_256: ConclusionSets<4>,
    all: ConclusionSets<MAX_WORDS>,
}

/// Conclusions of all candidates of a state.
#[derive(Debug)]
struct ConclusionSets<const W: usize> {
    ranks: Box<[u16; CANDIDATES]>,
    /// By unit, a cell or a digit of a house: its candidates.
    units: Vec<Row<W>>,
    /// By unit: what a candidate without a class turns off, except itself.
    off_by_unit: Vec<Row<W>>,
    /// By class: candidates that are off because of it.
    by_class: Vec<Row<W>>,
    /// By rank: candidates that are off, and classes that are on.
    off: Vec<Row<W>>,
    on: Vec<ClassSet>,
}

impl<const W: usize> Default for ConclusionSets<W> {
    fn default() -> Self {
        Self {
            ranks: Box::new([0; CANDIDATES]),
            units: vec![[0; W]; UNITS],
            off_by_unit: vec![[0; W]; UNITS],
            by_class: Vec::new(),
            off: Vec::new(),
            on: Vec::new(),
        }
    }
}

#[inline]
fn join<const W: usize>(row: &mut Row<W>, more: &Row<W>) {
    for (word, more) in row.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Returns the union of the rows of all units of a candidate.
#[inline]
fn around<const W: usize>(rows: &[Row<W>], own: CandidateId) -> Row<W> {
    let mut seen = [0; W];
    for unit in units(own) {
        join(&mut seen, &rows[unit]);
    }
    seen
}

/// Passes to `ask` a test for groups of candidates: whether they may share a conclusion.
pub(crate) fn with_conclusions(
    grid: &CandidateGrid,
    classes: Option<Classes<'_>>,
    scratch: &mut ConclusionScratch,
    ask: impl FnOnce(&dyn Fn(&[CandidateId]) -> bool),
) {
    let Some(classes) = classes else { return ask(&|_| true) };
    let count: u32 = grid.cells.iter().map(|candidates| candidates.count_ones()).sum();
    if count <= 256 {
        let sets = &mut scratch.up_to_256;
        sets.fill(grid, classes);
        ask(&|group| sets.may_share(group));
    } else {
        let sets = &mut scratch.all;
        sets.fill(grid, classes);
        ask(&|group| sets.may_share(group));
    }
}

impl<const W: usize> ConclusionSets<W> {
    fn fill(&mut self, grid: &CandidateGrid, classes: Classes<'_>) {
        self.rank(grid);
        self.by_class.clear();
        self.by_class.resize(classes.implied().len(), [0; W]);
        for &member in classes.members() {
            if let Some(class) = classes.of(member) {
                let direct = self.without(around(&self.units, member), member);
                join(&mut self.by_class[class], &direct);
            }
        }
        self.close(classes.implied());
        self.off_by_unit.copy_from_slice(&self.units);
        for &member in classes.members() {
            if let Some(class) = classes.of(member) {
                for unit in units(member) {
                    join(&mut self.off_by_unit[unit], &self.by_class[class ^ 1]);
                }
            }
        }
        self.off.clear();
        self.on.clear();
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for own in bits(candidates).map(|digit| id(cell, digit)) {
                let on = classes.turned_on(own);
                let off = if let Some(class) = classes.of(own) {
                    self.by_class[class]
                } else {
                    let off = around(&self.off_by_unit, own);
                    if classes.refutes_itself(own) { off } else { self.without(off, own) }
                };
                self.off.push(off);
                self.on.push(on);
            }
        }
    }

    /// Numbers the candidates.
    fn rank(&mut self, grid: &CandidateGrid) {
        self.units.fill([0; W]);
        let mut rank = 0;
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for own in bits(candidates).map(|digit| id(cell, digit)) {
                self.ranks[usize::from(own)] = rank;
                let (word, bit) = (usize::from(rank / 64), 1 << (rank % 64));
                for unit in units(own) {
                    self.units[unit][word] |= bit;
                }
                rank += 1;
            }
        }
    }

    #[inline]
    fn without(&self, mut row: Row<W>, own: CandidateId) -> Row<W> {
        let rank = self.ranks[usize::from(own)];
        row[usize::from(rank / 64)] &= !(1 << (rank % 64));
        row
    }

    /// Adds to each class what the classes turn off that follow from it.
    fn close(&mut self, implied: &[ClassSet]) {
        for class in 0..implied.len() {
            let mut todo = implied[class] & !(1 << class);
            let mut off = self.by_class[class];
            while todo != 0 {
                let next = todo.trailing_zeros() as usize;
                // A lower class is closed already.
                todo &= if next < class { !implied[next] } else { todo - 1 };
                join(&mut off, &self.by_class[next]);
            }
            self.by_class[class] = off;
        }
    }

    /// Returns true if all candidates of a group turn off the same candidate, or turn on the same class.
    fn may_share(&self, group: &[CandidateId]) -> bool {
        let (mut off, mut on) = ([u64::MAX; W], ClassSet::MAX);
        for &own in group {
            let rank = usize::from(self.ranks[usize::from(own)]);
            let mut any = 0;
            for (word, own) in off.iter_mut().zip(&self.off[rank]) {
                *word &= own;
                any |= *word;
            }
            on &= self.on[rank];
            if any == 0 && on == 0 {
                return false;
            }
        }
        true
    }
}
