//! The breadth-first search from one source, for chains that are known to be there.
//!
//! ```text
//! level 0     the source
//! level 1     what is on because of what level 0 turns off, in order of arrival, with that link as its parent
//! ```

use super::{
    grid::{AROUND, Grid, NAMES, Name, NameSet, bits, is_pair, name, parts},
    rating::Links,
};
use crate::{board::Cell, technique::Cells};

/// A node of a chain, with what it follows by from the one before: none for the source, else 0 for its cell, 1 to 3 for its box,
/// row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) name: Name,
    pub(super) on: bool,
    pub(super) by: Option<u8>,
}

/// Where a node that is on came from: what was on before, and what that turned off.
#[derive(Debug, Clone, Copy, Default)]
struct Parent {
    on: Name,
    off: Name,
    by_weak: u8,
    by_strong: u8,
}

/// No candidate.
const NONE: Name = Name::MAX;

/// A chain that ends.
pub(super) type Path = Vec<Link>;

/// The search; its memory is kept.
#[derive(Debug)]
pub(super) struct Trace {
    parents: Box<[Parent; NAMES]>,
    seen: [u16; 81],
    level: Vec<Name>,
    next: Vec<Name>,
}

impl Default for Trace {
    fn default() -> Self {
        let parents = Box::new([Parent::default(); NAMES]);
        Self { parents, seen: [0; 81], level: Vec::new(), next: Vec::new() }
    }
}

/// What is turned on by what is off, and how.
#[inline]
pub(super) fn strong(grid: &Grid, off: Name, links: Links, visit: &mut impl FnMut(Name, u8)) {
    let (cell, digit) = parts(off);
    let candidates = grid.cells[cell];
    if links != Links::X && is_pair(candidates) {
        visit(name(cell, (candidates & !(1 << digit)).trailing_zeros() as usize), 0);
    }
    if links != Links::Y {
        let around = &AROUND[cell];
        for kind in 0..3u8 {
            let (house, index) = (around.houses[usize::from(kind)], around.index[usize::from(kind)]);
            let positions = grid.positions[usize::from(house)][digit];
            if is_pair(positions) {
                let other = (positions & !(1 << index)).trailing_zeros() as usize;
                visit(name(usize::from(super::grid::CELL_IN[usize::from(house)][other]), digit), kind + 1);
            }
        }
    }
}

/// What is turned off by what is on, and how; of those that turn something on, and the source.
#[inline]
fn weak(linked: &NameSet, on: Name, source: Name, links: Links, visit: &mut impl FnMut(Name, u8)) {
    let (cell, digit) = parts(on);
    let (own_cell, own_digit) = parts(source);
    if links != Links::X {
        let own = if own_cell == cell { 1 << own_digit } else { 0 };
        for other in bits((linked.cells[cell] | own) & !(1 << digit)) {
            visit(name(cell, other), 0);
        }
    }
    let own = if own_digit == digit { Cells::only(Cell::new(own_cell)) } else { Cells::EMPTY };
    let around = &AROUND[cell];
    let seen = (linked.places[digit] | own) & around.peers;
    for (by, segment) in (1..).zip(around.segments) {
        for other in seen & segment {
            visit(name(other.index(), digit), by);
        }
    }
}

impl Trace {
    #[inline]
    fn is_new(&self, on: Name) -> bool {
        let (cell, digit) = parts(on);
        self.seen[cell] >> digit & 1 == 0
    }

    #[inline]
    fn add(&mut self, on: Name, parent: Parent) {
        if self.is_new(on) {
            let (cell, digit) = parts(on);
            self.seen[cell] |= 1 << digit;
            self.parents[usize::from(on)] = parent;
            self.next.push(on);
        }
    }

    /// Whether what is off lies on the way from the source to what is on.
    fn on_the_way(&self, mut on: Name, off: Name, source: Name) -> bool {
        while on != source {
            let parent = self.parents[usize::from(on)];
            if parent.off == off {
                return true;
            }
            on = parent.on;
        }
        false
    }

    /// The way from a source that is on to another node that is on.
    fn way(&self, mut on: Name, source: Name) -> Path {
        let mut path = Vec::new();
        while on != source {
            let parent = self.parents[usize::from(on)];
            path.push(Link { name: on, on: true, by: Some(parent.by_strong) });
            path.push(Link { name: parent.off, on: false, by: Some(parent.by_weak) });
            on = parent.on;
        }
        path.push(Link { name: source, on: true, by: None });
        path.reverse();
        path
    }

    /// From a source that is on, the cycles, if they are wanted, or the first chain to the source's negation, of so many nodes
    /// at most.
    pub(super) fn starting_on(
        &mut self,
        grid: &Grid,
        linked: &NameSet,
        source: Name,
        links: Links,
        most: usize,
        cyclic: bool,
    ) -> (Vec<Path>, Option<Path>) {
        self.start(source);
        let (mut cycles, mut chain) = (Vec::new(), None);
        let mut nodes = 2;
        while nodes <= most && !self.level.is_empty() && (cyclic || chain.is_none()) {
            let level = std::mem::take(&mut self.level);
            for &on in &level {
                weak(linked, on, source, links, &mut |off, by_weak| {
                    if off == source && !cyclic && chain.is_none() {
                        let mut path = self.way(on, source);
                        path.push(Link { name: off, on: false, by: Some(by_weak) });
                        chain = Some(path);
                    }
                    let mut walked = None;
                    strong(grid, off, links, &mut |to, by_strong| {
                        let again = cyclic && to == source && nodes >= 4;
                        if (again || self.is_new(to))
                            && !*walked.get_or_insert_with(|| self.on_the_way(on, off, source))
                        {
                            if again {
                                let mut path = self.way(on, source);
                                path.push(Link { name: off, on: false, by: Some(by_weak) });
                                path.push(Link { name: to, on: true, by: Some(by_strong) });
                                cycles.push(path);
                            }
                            self.add(to, Parent { on, off, by_weak, by_strong });
                        }
                    });
                });
            }
            self.level = level;
            std::mem::swap(&mut self.level, &mut self.next);
            self.next.clear();
            nodes += 2;
        }
        (cycles, chain)
    }

    fn start(&mut self, source: Name) {
        self.seen = [0; 81];
        let (cell, digit) = parts(source);
        self.seen[cell] |= 1 << digit;
        self.level.clear();
        self.level.push(source);
        self.next.clear();
    }

    /// From a source that is off, the first chain to its negation.
    pub(super) fn starting_off(
        &mut self,
        grid: &Grid,
        linked: &NameSet,
        source: Name,
        links: Links,
    ) -> Option<Path> {
        self.seen = [0; 81];
        self.level.clear();
        self.next.clear();
        let mut found = None;
        let none = NONE;
        strong(grid, source, links, &mut |to, by_strong| {
            self.add(to, Parent { on: none, off: source, by_weak: 0, by_strong });
        });
        while !self.next.is_empty() && found.is_none() {
            std::mem::swap(&mut self.level, &mut self.next);
            self.next.clear();
            let level = std::mem::take(&mut self.level);
            for &on in &level {
                weak(linked, on, source, links, &mut |off, by_weak| {
                    strong(grid, off, links, &mut |to, by_strong| {
                        let parent = Parent { on, off, by_weak, by_strong };
                        self.add(to, parent);
                        if to == source && found.is_none() {
                            found = Some(self.way_off(to, none));
                        }
                    });
                });
            }
            self.level = level;
        }
        found
    }

    fn way_off(&self, mut on: Name, none: Name) -> Path {
        let mut path = Vec::new();
        while on != none {
            let parent = self.parents[usize::from(on)];
            path.push(Link { name: on, on: true, by: Some(parent.by_strong) });
            let by = (parent.on != none).then_some(parent.by_weak);
            path.push(Link { name: parent.off, on: false, by });
            on = parent.on;
        }
        path.reverse();
        path
    }
}

/// What a cycle takes away: candidates beside its cells that see a node that is on and one that is off.
pub(super) fn cycle_eliminations(grid: &Grid, path: &[Link]) -> [Cells; 9] {
    let mut seen = [[Cells::EMPTY; 9]; 2];
    let mut zone = Cells::EMPTY;
    for link in &path[1..] {
        let (cell, digit) = parts(link.name);
        zone = zone.with(Cell::new(cell));
        seen[usize::from(link.on)][digit] |= AROUND[cell].peers;
    }
    std::array::from_fn(|digit| (seen[0][digit] & seen[1][digit] & grid.places[digit]) - zone)
}
