//! Several chains to one end: from a candidate on and off, from all candidates of a cell, from all places in a house; or one that
//! contradicts itself.
//!
//! ```text
//! for each cell and candidate      contradiction if on, if off; the same from on and off; the same from all places in a house
//! for each cell                    the same from all its candidates
//! ```
//!
//! Of all these the one with the fewest nodes comes first. What follows from a candidate is worked out once. It is followed in
//! rounds, each deeper than the one before, since a hint with few nodes has no deep ones: the first round that finds a hint of no
//! more nodes than it looked for has found the one that comes first.

use super::{
    closure::{Cause, DEEPEST, Status},
    grid::{AROUND, CELL_IN, Grid, HOUSES, NAMES, Name, bits, is_pair, name, parts},
    layer::group_in,
    nested::Nested,
    rating::{Kind, Level},
    search::Search,
};
use crate::Cells;
use gridmill_board::Cell;

/// The end of a chain: the closure it is in, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    pub(super) closure: u16,
    pub(super) node: u16,
}

/// What several chains come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hint {
    pub(super) kind: Kind,
    pub(super) nodes: u32,
    pub(super) target: (Name, bool),
    pub(super) ends: Vec<End>,
    /// What an assumption counts as.
    pub(super) assumed: Cause,
}

impl Hint {
    fn key(&self) -> (u32, u8) {
        (self.nodes, self.kind.sort_key())
    }
}

/// What is known of closures that were compared.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Compared {
    /// How many nodes they had, all together.
    nodes: usize,
    /// The fewest nodes, as far as that is known, of a hint that had too many; and of any.
    fewest: u32,
    least: u32,
}

impl Compared {
    /// Whether there may be anything new: closures that did not grow have nothing but what had too many nodes before.
    fn is_worth(&self, nodes: usize, most: u32) -> bool {
        self.nodes != nodes || self.fewest <= most
    }

    fn has(&mut self, nodes: u32, most: u32) {
        self.least = self.least.min(nodes);
        if nodes > most {
            self.fewest = self.fewest.min(nodes);
        }
    }

    /// Makes all hints count that were seen.
    pub(super) fn again(&mut self) {
        self.fewest = self.least;
    }
}

/// What hints are wanted: the first, or all.
#[derive(Debug)]
pub(super) enum Wish {
    /// The first, if it has no more nodes than a round looks for.
    First {
        best: Option<Hint>,
        round: u32,
    },
    All(Vec<Hint>),
    /// That all is followed.
    Nothing,
}

impl Wish {
    /// The first of all.
    pub(super) const FIRST: Self = Self::First { best: None, round: u32::MAX };

    /// The most nodes that a hint may have.
    pub(super) fn most(&self) -> u32 {
        match self {
            Self::First { best, round } => best.as_ref().map_or(*round, |best| best.nodes),
            Self::All(_) | Self::Nothing => u32::MAX,
        }
    }
}

/// The most nodes of a hint that a round looks for.
pub(super) const ROUNDS: [u32; 7] = [8, 11, 14, 18, 24, 36, 64];

/// How deep closures must be followed for hints of so many nodes.
///
/// From a source that is on, what follows from a node that is off at depth k is on after 2 k + 3 nodes, or off after 2 k + 4. The
/// other end of a hint is no source, or it is one that is on and clashes: that makes 2 k + 5. From a source that is off it
/// is one node less; and the source itself may be the other end: 2 k + 3.
pub(super) fn depth_for(on: bool, nodes: u32) -> u16 {
    let shift = if on { 5 } else { 3 };
    if nodes < shift { 0 } else { u16::try_from((nodes - shift) / 2 + 1).unwrap_or(DEEPEST) }
}

/// Whether anything of the same digit may be on because of a candidate that is on, or off.
fn may_contradict(grid: &Grid, cell: usize, digit: usize) -> bool {
    let around = &AROUND[cell];
    let left = grid.places[digit] - around.peers;
    let by_on = (0..27u8).zip(HOUSES).any(|(house, cells)| {
        grid.positions[usize::from(house)][digit] != 0
            && !(left & cells).is_several()
            && !around.houses.contains(&house)
    });
    by_on || around.houses.iter().any(|&house| is_pair(grid.positions[usize::from(house)][digit]))
}

impl Search {
    /// Proposes hints, in the order in which the Explainer collects them.
    pub(super) fn collect(&mut self, grid: &Grid, level: Level, wish: &mut Wish) {
        if matches!(wish, Wish::Nothing) {
            return;
        }
        let fewest = if level == Level::Multiple { 3 } else { 2 };
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            if candidates.count_ones() >= fewest {
                self.at_cell(grid, cell, level, wish);
            }
        }
    }

    fn at_cell(&mut self, grid: &Grid, cell: usize, level: Level, wish: &mut Wish) {
        let candidates = grid.cells[cell];
        let mut all = [0; 9];
        let mut count = 0;
        let alone = level != Level::Multiple || self.agreeing.cells.contains(Cell::new(cell));
        for digit in bits(candidates & !self.passed_over) {
            let own = name(cell, digit);
            if level == Level::Nishio && !may_contradict(grid, cell, digit) {
                continue;
            }
            let on = if alone { self.follow(grid, own, true, wish.most()) } else { 0 };
            all[count] = on;
            count += 1;
            if level != Level::Multiple {
                self.contradiction(grid, on, (own, false), wish);
                let off = self.follow(grid, own, false, wish.most());
                self.contradiction(grid, off, (own, true), wish);
                if level >= Level::Dynamic(0) && candidates.count_ones() >= 3 {
                    let kind = (Kind::Double, Cause::None);
                    self.common(grid, &[on, off], (usize::from(own), kind), wish);
                }
            }
            if level != Level::Nishio {
                for kind in 0..3 {
                    self.in_house(grid, (cell, digit), kind, level, wish);
                }
            }
        }
        if level != Level::Nishio && alone {
            let kind = (Kind::Cell, Cause::Cell);
            self.common(grid, &all[..count], (NAMES + cell, kind), wish);
        }
    }

    fn in_house(
        &mut self,
        grid: &Grid,
        (cell, digit): (usize, usize),
        kind: u8,
        level: Level,
        wish: &mut Wish,
    ) {
        let around = &AROUND[cell];
        let house = usize::from(around.houses[usize::from(kind)]);
        let positions = grid.positions[house][digit];
        if positions.count_ones() < 2
            || positions.trailing_zeros() != u32::from(around.index[usize::from(kind)])
        {
            return;
        }
        if level == Level::Multiple && self.agreeing.digits[house] >> digit & 1 == 0 {
            return;
        }
        let mut all = [0; 9];
        let mut count = 0;
        let most = wish.most();
        for index in bits(positions) {
            all[count] = self.follow(grid, name(usize::from(CELL_IN[house][index]), digit), true, most);
            count += 1;
        }
        self.common(grid, &all[..count], (group_in(house, digit), (Kind::House, Cause::House(kind))), wish);
    }

    fn contradiction(&mut self, grid: &Grid, at: u16, target: (Name, bool), wish: &mut Wish) {
        if let Status::Clash(clash) = self.layer().closures[usize::from(at)].status {
            let ends = clash.map(|node| End { closure: at, node });
            self.propose(grid, (Kind::Contradiction, Cause::None), &ends, target, wish);
        }
    }

    /// The nodes that follow from all, in the order of the first: those that are on, then those that are off.
    ///
    /// Closures that did not grow since the last round have nothing new but what had too many nodes for that.
    fn common(&mut self, grid: &Grid, all: &[u16], (group, kind): (usize, (Kind, Cause)), wish: &mut Wish) {
        let most = wish.most();
        let closures = &self.layer().closures;
        let nodes = all.iter().map(|&at| closures[usize::from(at)].nodes.len()).sum();
        if !self.compared(group).is_worth(nodes, most) {
            return;
        }
        let mut compared = Compared { nodes, fewest: u32::MAX, least: u32::MAX };
        for on in [true, false] {
            let mut found = std::mem::take(&mut self.found);
            let least = self.find_common(all, on, most, &mut found);
            compared.has(least, most);
            for &(_, target) in &found {
                let mut ends = [End { closure: 0, node: 0 }; 9];
                for (end, &closure) in ends.iter_mut().zip(all) {
                    let node = self.layer().closures[usize::from(closure)].number(target, on);
                    *end = End { closure, node };
                }
                let nodes = self.propose(grid, kind, &ends[..all.len()], (target, on), wish);
                compared.has(nodes, most);
            }
            self.found = found;
        }
        *self.compared(group) = compared;
    }

    /// Finds common nodes that may have few enough ancestors, by their number in the first; how few the others have at least.
    fn find_common(&self, all: &[u16], on: bool, most: u32, found: &mut Vec<(u16, Name)>) -> u32 {
        let closures = &self.layer().closures;
        let of = |at: &u16| &closures[usize::from(*at)];
        let mut common: [Cells; 9] = of(&all[0]).sets[usize::from(on)].places;
        for at in &all[1..] {
            for (cells, more) in common.iter_mut().zip(&of(at).sets[usize::from(on)].places) {
                *cells &= *more;
            }
        }
        found.clear();
        let mut fewest = u32::MAX;
        for (digit, cells) in common.into_iter().enumerate() {
            for target in cells.map(|cell| name(cell.index(), digit)) {
                let least: u32 = all.iter().map(of).map(|from| from.fewest(from.number(target, on))).sum();
                if least <= most {
                    found.push((of(&all[0]).number(target, on), target));
                } else {
                    fewest = fewest.min(least);
                }
            }
        }
        found.sort_unstable();
        fewest
    }

    /// Takes a hint if it does something and is wished for; how many nodes it has, or more than wished for if it has.
    fn propose(
        &mut self,
        grid: &Grid,
        (kind, assumed): (Kind, Cause),
        ends: &[End],
        target: (Name, bool),
        wish: &mut Wish,
    ) -> u32 {
        let most = wish.most();
        if target.1 && grid.cells[parts(target.0).0].count_ones() < 2 {
            return 0;
        }
        // Without parents that were gone before, a node's ancestors are one line.
        let nodes = if self.mode.dynamic {
            self.count_nodes(ends, most)
        } else {
            ends.iter().map(|end| self.layer().closures[usize::from(end.closure)].fewest(end.node)).sum()
        };
        let hint = || Hint { kind, nodes, target, ends: ends.to_vec(), assumed };
        match wish {
            Wish::First { best, .. } => {
                let key = (nodes, kind.sort_key());
                if nodes <= most && best.as_ref().is_none_or(|best| key < best.key()) {
                    *best = Some(hint());
                }
            }
            Wish::All(all) => all.push(hint()),
            Wish::Nothing => {}
        }
        nodes
    }

    /// How many nodes chains have, those of chains within them included; more than `most` if they are more.
    pub(super) fn count_nodes(&mut self, ends: &[End], most: u32) -> u32 {
        let mut nodes = 0;
        let mut nested: Vec<u32> = Vec::new();
        let (layer, walk, nests) = self.walking();
        for end in ends {
            let closure = &layer.closures[usize::from(end.closure)];
            let found = walk.ancestors(closure, end.node);
            nodes += u32::try_from(found.len()).unwrap_or(u32::MAX);
            if nodes > most {
                return nodes;
            }
            for &node in found {
                let inner = closure.nodes[usize::from(node)].nested;
                let known = |other: &u32| *other == inner || nests.get(*other).is_like(nests.get(inner));
                if inner != 0 && !nested.iter().any(known) {
                    nested.push(inner);
                    nodes += nests.get(inner).nodes;
                }
            }
        }
        nodes
    }

    /// The chains of a hint, each with its nodes from the end to the start.
    pub(super) fn chains(&mut self, hint: &Hint) -> Vec<Vec<(Name, bool, Cause)>> {
        let (layer, walk, _) = self.walking();
        let chain = |end: &End| {
            let closure = &layer.closures[usize::from(end.closure)];
            let nodes = walk.ancestors(closure, end.node).iter();
            nodes
                .map(|&node| closure.nodes[usize::from(node)])
                .map(|node| (node.name, node.on, node.cause))
                .collect()
        };
        hint.ends.iter().map(chain).collect()
    }

    /// The chains of a hint as they are told: from the start to the end, each node after all that it follows from.
    pub(super) fn told(&mut self, hint: &Hint) -> Vec<Vec<(Name, bool)>> {
        let (layer, walk, _) = self.walking();
        let chain = |end: &End| {
            let closure = &layer.closures[usize::from(end.closure)];
            let mut nodes = walk.ancestors(closure, end.node).to_vec();
            // They are numbered as they came.
            nodes.sort_unstable();
            let node = |&node: &u16| closure.nodes[usize::from(node)];
            nodes.iter().map(node).map(|node| (node.name, node.on)).collect()
        };
        hint.ends.iter().map(chain).collect()
    }

    /// A hint as one within others.
    pub(super) fn nested(&mut self, hint: &Hint, eliminations: Vec<Name>) -> Nested {
        Nested { chains: self.chains(hint), assumed: hint.assumed, nodes: hint.nodes, eliminations }
    }
}
