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
    advanced::{self, Frame},
    closure::{Cause, Closure, Mode, Status, Walk},
    colours::Colours,
    grid::{AROUND, CELL_IN, Grid, HOUSES, NAMES, Name, bits, is_pair, name, parts},
    nested::{Nested, Nests},
    rating::{Kind, Level, Links},
};
use crate::technique::Cells;

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

/// The closures of all candidates in a state.
#[derive(Debug, Default)]
pub(super) struct Search {
    base: Option<Box<Grid>>,
    pub(super) frame: Frame,
    /// Those of candidates that are on, then of those that are off, by rank.
    pub(super) closures: Vec<Closure>,
    names: Vec<Name>,
    rank: Vec<u16>,
    /// How deep each was followed, and the level to whose end.
    started: Vec<bool>,
    level: Option<Level>,
    /// The places of the digits in a state in which none contradicted itself.
    settled: [Cells; 9],
    /// The digits that are not looked at now.
    passed_over: u16,
    /// By what is compared: a candidate on and off, the candidates of a cell, the places of a digit in a house.
    compared: Vec<Compared>,
    found: Vec<(u16, Name)>,
    mode: Mode,
    /// Of each closure, whether there is nothing more to see, and how few nodes what was seen last has.
    done: Vec<bool>,
    lowest: Vec<u32>,
    walk: Walk,
    pub(super) nests: Nests,
    /// The cells, and the digits by house, from all of whose candidates something may follow.
    agreeing: Agreeing,
}

/// What several chains may start from: cells, and digits by house.
#[derive(Debug, Default)]
struct Agreeing {
    cells: Cells,
    digits: [u16; 27],
}

impl Agreeing {
    fn find(grid: &Grid, colours: &mut Colours) -> Self {
        colours.paint(grid, Links::Xy);
        let mut agreeing = Self::default();
        let several = |count: u32| count > 2;
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            if several(candidates.count_ones())
                && colours.may_agree(grid, bits(candidates).map(|digit| name(cell, digit)))
            {
                agreeing.cells = agreeing.cells.with(crate::board::Cell::new(cell));
            }
        }
        for (house, positions) in grid.positions.iter().enumerate() {
            for (digit, &positions) in positions.iter().enumerate() {
                if positions.count_ones() < 2 {
                    continue;
                }
                let first = usize::from(CELL_IN[house][positions.trailing_zeros() as usize]);
                if !several(grid.cells[first].count_ones()) {
                    continue;
                }
                if colours.may_agree(
                    grid,
                    bits(positions).map(|index| name(usize::from(CELL_IN[house][index]), digit)),
                ) {
                    agreeing.digits[house] |= 1 << digit;
                }
            }
        }
        agreeing
    }

    fn none(&self) -> bool {
        self.cells.is_empty() && self.digits == [0; 27]
    }
}

/// What is known of closures that were compared.
#[derive(Debug, Clone, Copy, Default)]
struct Compared {
    /// How many nodes they had, all together.
    nodes: usize,
    /// The fewest nodes, as far as that is known, of a hint that had too many.
    fewest: u32,
}

/// What hints are wanted: the first, or all.
#[derive(Debug)]
enum Wish {
    First(Option<Hint>),
    All(Vec<Hint>),
    /// That all is followed.
    Nothing,
}

impl Wish {
    fn most(&self, round: u32) -> u32 {
        match self {
            Self::First(best) => best.as_ref().map_or(round, |best| best.nodes),
            Self::All(_) | Self::Nothing => u32::MAX,
        }
    }
}

/// The most nodes of a hint that a round looks for.
const ROUNDS: [u32; 7] = [8, 11, 14, 18, 24, 36, 64];

/// Deeper than any chain.
const DEEPEST: u16 = u16::MAX;

/// How deep closures must be followed for hints of so many nodes.
///
/// From a source that is on, what follows from a node that is off at depth k is on after 2 k + 3 nodes, or off after 2 k + 4. The
/// other end of a hint is no source, or it is one that is on and clashes: that makes 2 k + 5. From a source that is off it
/// is one node less; and the source itself may be the other end: 2 k + 3.
fn depth_for(on: bool, nodes: u32) -> u16 {
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
    /// Makes a state the one that is searched.
    pub(super) fn begin(&mut self, grid: &Grid, frame: &Frame, level: Level) {
        let same = self.base.as_deref().is_some_and(|base| base.cells == grid.cells)
            && self.frame == *frame
            && self.level.is_some_and(|known| known <= level)
            && level > Level::Dynamic(0);
        if same {
            return;
        }
        self.base = Some(Box::new(grid.clone()));
        self.mode = Self::mode(level);
        self.frame = frame.clone();
        self.names.clear();
        self.rank.clear();
        self.rank.resize(NAMES, u16::MAX);
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for digit in bits(candidates) {
                #[expect(clippy::cast_possible_truncation, reason = "below 729")]
                {
                    self.rank[usize::from(name(cell, digit))] = self.names.len() as u16;
                }
                self.names.push(name(cell, digit));
            }
        }
        self.compared.clear();
        self.compared.resize(NAMES + 81 + 243, Compared::default());
        self.started.clear();
        self.started.resize(2 * self.names.len(), false);
        if self.closures.len() < self.started.len() {
            self.closures.resize_with(self.started.len(), Closure::default);
        }
        self.level = None;
        self.nests.clear();
    }

    fn mode(level: Level) -> Mode {
        Mode { by_cell: level != Level::Nishio, dynamic: level.is_dynamic() }
    }

    fn closure_of(&self, of: Name, on: bool) -> u16 {
        let rank = self.rank[usize::from(of)];
        #[expect(clippy::cast_possible_truncation, reason = "below 729")]
        if on { rank } else { rank + self.names.len() as u16 }
    }

    /// Follows from a candidate to a depth at least.
    fn follow(&mut self, of: Name, on: bool, level: Level, most: u32) -> u16 {
        let depth = depth_for(on, most);
        let at = self.closure_of(of, on);
        let Some(base) = self.base.as_deref() else { return at };
        let closure = &mut self.closures[usize::from(at)];
        if !self.started[usize::from(at)] {
            self.started[usize::from(at)] = true;
            closure.start(base, of, on, level.is_dynamic());
        }
        if closure.status == Status::Open {
            let before = closure.nodes.len();
            closure.run(base, Self::mode(level), depth);
            self.nests.work += (closure.nodes.len() - before) as u64;
        }
        at
    }

    /// The hint that comes first.
    pub(super) fn first(
        &mut self,
        grid: &Grid,
        frame: &Frame,
        level: Level,
        colours: &mut Colours,
    ) -> Option<Hint> {
        if level == Level::Multiple {
            self.agreeing = Agreeing::find(grid, colours);
            if self.agreeing.none() {
                return None;
            }
        }
        self.begin(grid, frame, level);
        let mut wish = Wish::First(None);
        if level == Level::Nishio {
            self.settle(grid);
        } else if level.plus() == 0 {
            for round in ROUNDS {
                self.collect(level, round, &mut wish);
                if let Wish::First(Some(hint)) = wish {
                    return Some(hint);
                }
            }
        } else if !self.deepen(level, &mut wish) {
            return None;
        }
        if level.plus() == 0 {
            self.collect(level, u32::MAX, &mut wish);
        }
        self.level = Some(level);
        let Wish::First(best) = wish else { return None };
        if level == Level::Nishio && best.is_none() && grid.cells.iter().all(|cell| cell.count_ones() != 1) {
            self.settled = grid.places;
        }
        self.passed_over = 0;
        best
    }

    /// Passes over the digits whose places were the same when none had a contradiction of its own.
    fn settle(&mut self, grid: &Grid) {
        let digits = (0..9).filter(|&digit| self.settled[digit] == grid.places[digit]);
        self.passed_over = digits.fold(0, |all, digit| all | 1 << digit);
    }

    /// All hints, in the order in which they are collected.
    pub(super) fn all(
        &mut self,
        grid: &Grid,
        frame: &Frame,
        level: Level,
        colours: &mut Colours,
    ) -> Vec<Hint> {
        if level == Level::Multiple {
            self.agreeing = Agreeing::find(grid, colours);
            if self.agreeing.none() {
                return Vec::new();
            }
        }
        self.begin(grid, frame, level);
        if level.plus() > 0 && !self.deepen(level, &mut Wish::Nothing) {
            return Vec::new();
        }
        let mut wish = Wish::All(Vec::new());
        self.collect(level, u32::MAX, &mut wish);
        self.level = Some(level);
        if let Wish::All(hints) = wish { hints } else { Vec::new() }
    }

    /// Follows everything to the end of a level above 0, or as far as what is wished for needs; whether the budget allowed it.
    fn deepen(&mut self, level: Level, wish: &mut Wish) -> bool {
        let all = 2 * self.names.len();
        let below = match level.plus() {
            1 => Level::Dynamic(0),
            4 => Level::Dynamic(1),
            plus => Level::Dynamic(plus - 1),
        };
        // Level 4 does not know the chains of levels 2 and 3, so it begins anew.
        if level == Level::Dynamic(4) && self.level.is_some_and(|known| known > below) {
            self.started.fill(false);
            self.nests.clear();
            self.level = None;
        }
        if below == Level::Dynamic(0) {
            for at in 0..all {
                let of = self.names[at % self.names.len()];
                self.follow(of, at < self.names.len(), below, u32::MAX);
            }
        } else if self.level.is_none_or(|known| known < below) {
            if !self.deepen(below, &mut Wish::Nothing) {
                return false;
            }
            self.level = Some(below);
        }
        self.done.clear();
        self.done.resize(all, false);
        self.lowest.clear();
        self.lowest.resize(all, 0);
        // Each closure looks once more in turn, and what comes of it is compared, so that the best hint so far tells which
        // need not look on.
        loop {
            let most = wish.most(u32::MAX);
            let mut any = false;
            for at in 0..all {
                if !self.done[at] && self.lowest[at].saturating_add(2) <= most {
                    any |= self.look(at, level);
                    if !self.nests.within_budget() {
                        return false;
                    }
                }
            }
            self.collect(level, u32::MAX, wish);
            if !any {
                self.collect_in_order(level, wish);
                return true;
            }
        }
    }

    /// Of hints as good as the best, takes the one that is collected first: they came up look by look.
    fn collect_in_order(&mut self, level: Level, wish: &mut Wish) {
        if let Wish::First(Some(best)) = wish {
            let most = best.nodes;
            *wish = Wish::First(None);
            self.compared.fill(Compared::default());
            self.collect(level, most, wish);
        }
    }

    /// Looks once for more than links in a closure that is exhausted; whether there was anything to see.
    ///
    /// At level 2 it is noted how few nodes lead to what simple chains turned off. All that is seen later has more: it needs
    /// something that went since, for otherwise a pattern would have been seen before the chains, and a chain among
    /// them (or, for a cycle, the chains that take away the same). No other level is so sure: a pattern may have been there
    /// while one tried before it was taken, and chains that end at a clash may come and go.
    fn look(&mut self, at: usize, level: Level) -> bool {
        let Some(base) = self.base.take() else { return false };
        let closure = &mut self.closures[at];
        let before = closure.nodes.len();
        let seen = closure.status == Status::Exhausted
            && advanced::extend(closure, &base, &self.frame, level, &mut self.nests);
        self.done[at] = !seen;
        if seen {
            let added = closure.nodes.len();
            let by_chains = closure.nodes[before].nested != 0;
            closure.run(&base, Self::mode(level), DEEPEST);
            self.nests.work += (closure.nodes.len() - before) as u64;
            if level == Level::Dynamic(2) && by_chains {
                #[expect(clippy::cast_possible_truncation, reason = "as many as nodes")]
                let ends = (before..added).map(|node| End { closure: at as u16, node: node as u16 });
                let fewest = ends.map(|end| self.count_nodes(&[end], u32::MAX)).min();
                self.lowest[at] = self.lowest[at].max(fewest.unwrap_or(0));
            }
        }
        self.base = Some(base);
        seen
    }

    fn collect(&mut self, level: Level, round: u32, wish: &mut Wish) {
        if matches!(wish, Wish::Nothing) {
            return;
        }
        let Some(base) = self.base.take() else { return };
        let fewest = if level == Level::Multiple { 3 } else { 2 };
        let grid = (*base).clone();
        self.base = Some(base);
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            if candidates.count_ones() >= fewest {
                self.at_cell(&grid, cell, level, round, wish);
            }
        }
    }

    fn at_cell(&mut self, grid: &Grid, cell: usize, level: Level, round: u32, wish: &mut Wish) {
        let candidates = grid.cells[cell];
        let mut all = [0; 9];
        let mut count = 0;
        let alone = level != Level::Multiple || self.agreeing.cells.contains(crate::board::Cell::new(cell));
        for digit in bits(candidates & !self.passed_over) {
            let own = name(cell, digit);
            if level == Level::Nishio && !may_contradict(grid, cell, digit) {
                continue;
            }
            let on = if alone { self.follow(own, true, level, wish.most(round)) } else { 0 };
            all[count] = on;
            count += 1;
            if level != Level::Multiple {
                self.contradiction(grid, on, (own, false), round, wish);
                let off = self.follow(own, false, level, wish.most(round));
                self.contradiction(grid, off, (own, true), round, wish);
                if level >= Level::Dynamic(0) && candidates.count_ones() >= 3 {
                    let kind = (Kind::Double, Cause::None);
                    self.common(grid, &[on, off], (usize::from(own), kind), round, wish);
                }
            }
            if level != Level::Nishio {
                for kind in 0..3 {
                    self.in_house(grid, (cell, digit), kind, level, round, wish);
                }
            }
        }
        if level != Level::Nishio && alone {
            let kind = (Kind::Cell, Cause::Cell);
            self.common(grid, &all[..count], (NAMES + cell, kind), round, wish);
        }
    }

    fn in_house(
        &mut self,
        grid: &Grid,
        (cell, digit): (usize, usize),
        kind: u8,
        level: Level,
        round: u32,
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
        let most = wish.most(round);
        for index in bits(positions) {
            all[count] = self.follow(name(usize::from(CELL_IN[house][index]), digit), true, level, most);
            count += 1;
        }
        let group = NAMES + 81 + 9 * house + digit;
        self.common(grid, &all[..count], (group, (Kind::House, Cause::House(kind))), round, wish);
    }

    fn contradiction(&mut self, grid: &Grid, at: u16, target: (Name, bool), round: u32, wish: &mut Wish) {
        if let Status::Clash(clash) = self.closures[usize::from(at)].status {
            let ends = clash.map(|node| End { closure: at, node });
            self.propose(grid, (Kind::Contradiction, Cause::None), &ends, target, round, wish);
        }
    }

    /// The nodes that follow from all, in the order of the first: those that are on, then those that are off.
    ///
    /// Closures that did not grow since the last round have nothing new but what had too many nodes for that.
    fn common(
        &mut self,
        grid: &Grid,
        all: &[u16],
        (group, kind): (usize, (Kind, Cause)),
        round: u32,
        wish: &mut Wish,
    ) {
        let most = wish.most(round);
        let nodes = all.iter().map(|&at| self.closures[usize::from(at)].nodes.len()).sum();
        let Compared { nodes: before, fewest } = self.compared[group];
        if before == nodes && fewest > most {
            return;
        }
        let mut fewest = u32::MAX;
        for on in [true, false] {
            let sets = |at: &u16| &self.closures[usize::from(*at)].sets[usize::from(on)].places;
            let mut common: [Cells; 9] = *sets(&all[0]);
            for at in &all[1..] {
                for (cells, more) in common.iter_mut().zip(sets(at)) {
                    *cells &= *more;
                }
            }
            let mut found = std::mem::take(&mut self.found);
            found.clear();
            let first = &self.closures[usize::from(all[0])];
            for (digit, cells) in common.into_iter().enumerate() {
                for target in cells.map(|cell| name(cell.index(), digit)) {
                    let least = |&at: &u16| {
                        let closure = &self.closures[usize::from(at)];
                        closure.fewest(closure.number(target, on))
                    };
                    let least: u32 = all.iter().map(least).sum();
                    if least <= most {
                        found.push((first.number(target, on), target));
                    } else {
                        fewest = fewest.min(least);
                    }
                }
            }
            found.sort_unstable();
            for &(_, target) in &found {
                let mut ends = [End { closure: 0, node: 0 }; 9];
                for (end, &closure) in ends.iter_mut().zip(all) {
                    *end = End { closure, node: self.closures[usize::from(closure)].number(target, on) };
                }
                let nodes = self.propose(grid, kind, &ends[..all.len()], (target, on), round, wish);
                if nodes > most {
                    fewest = fewest.min(nodes);
                }
            }
            self.found = found;
        }
        self.compared[group] = Compared { nodes, fewest };
    }

    /// Takes a hint if it does something and is wished for; how many nodes it has, or more than wished for if it has.
    fn propose(
        &mut self,
        grid: &Grid,
        (kind, assumed): (Kind, Cause),
        ends: &[End],
        target: (Name, bool),
        round: u32,
        wish: &mut Wish,
    ) -> u32 {
        let most = wish.most(round);
        if target.1 && grid.cells[parts(target.0).0].count_ones() < 2 {
            return 0;
        }
        // Without parents that were gone before, a node's ancestors are one line.
        let nodes = if self.mode.dynamic {
            self.count_nodes(ends, most)
        } else {
            ends.iter().map(|end| self.closures[usize::from(end.closure)].fewest(end.node)).sum()
        };
        let hint = || Hint { kind, nodes, target, ends: ends.to_vec(), assumed };
        match wish {
            Wish::First(best) => {
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
    fn count_nodes(&mut self, ends: &[End], most: u32) -> u32 {
        let mut nodes = 0;
        let mut nested: Vec<u32> = Vec::new();
        let nests = &self.nests;
        for end in ends {
            let closure = &self.closures[usize::from(end.closure)];
            let found = self.walk.ancestors(closure, end.node);
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
        let Self { walk, closures, .. } = self;
        let chain = |end: &End| {
            let closure = &closures[usize::from(end.closure)];
            let nodes = walk.ancestors(closure, end.node).iter();
            nodes
                .map(|&node| closure.nodes[usize::from(node)])
                .map(|node| (node.name, node.on, node.cause))
                .collect()
        };
        hint.ends.iter().map(chain).collect()
    }

    /// A hint as one within others.
    pub(super) fn nested(&mut self, hint: &Hint, eliminations: Vec<Name>) -> Nested {
        Nested { chains: self.chains(hint), assumed: hint.assumed, nodes: hint.nodes, eliminations }
    }
}
