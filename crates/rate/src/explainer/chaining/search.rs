//! The closures of all candidates in a state, level upon level, and which of them still hold in the next state.
//!
//! ```text
//! level 0     what links lead to; a round follows as deep as it needs
//! level 1     a copy, with what a person sees besides
//! level 2     a copy of that, with simple chains ...      level 4 goes on from level 1 again
//! ```
//!
//! A step mostly takes one candidate away, and four in five closures are the same after it: those that are shown to be are kept
//! ([`super::carried`]), with what is known of groups of them that had nothing in common.

use super::{
    advanced::{self, Frame},
    agreeing::Agreeing,
    carried::Gone,
    closure::{DEEPEST, Mode, Status, Walk},
    colours::Colours,
    grid::{Grid, NAMES, Name, bits, name, parts},
    layer::Layer,
    multiple::{Compared, End, Hint, ROUNDS, Wish, depth_for},
    nested::Nests,
    rating::{Level, Links},
};
use crate::Cells;

/// What follows from all candidates of a state.
#[derive(Debug, Default)]
pub(super) struct Search {
    base: Option<Box<Grid>>,
    frame: Frame,
    layers: Vec<Layer>,
    /// The layer of the level that is searched.
    current: usize,
    names: Vec<Name>,
    rank: Vec<u16>,
    /// Whether closures are kept from state to state.
    pub(super) carries: bool,
    /// The places of the digits in a state in which none contradicted itself.
    settled: [Cells; 9],
    /// The digits that are not looked at now.
    pub(super) passed_over: u16,
    pub(super) found: Vec<(u16, Name)>,
    pub(super) mode: Mode,
    walk: Walk,
    pub(super) nests: Nests,
    /// The cells, and the digits by house, from all of whose candidates something may follow.
    pub(super) agreeing: Agreeing,
}

/// The layer that a level is copied from.
const fn below(level: usize) -> usize {
    if level == 4 { 1 } else { level - 1 }
}

impl Search {
    /// Makes a state the one that is searched.
    fn begin(&mut self, grid: &Grid, frame: &Frame, level: Level, colours: &mut Colours) {
        let mode = Mode { by_cell: level != Level::Nishio, dynamic: level.is_dynamic() };
        let known = self.base.take().filter(|_| self.mode == mode && level.is_layered());
        self.mode = mode;
        match known {
            Some(base) if base.cells == grid.cells && self.frame == *frame => self.base = Some(base),
            Some(base) if self.carries && self.carry(&base, grid, frame, colours) => {}
            _ => self.reset(grid),
        }
        if self.base.is_none() {
            self.base = Some(Box::new(grid.clone()));
            self.frame = frame.clone();
        }
        self.current = usize::from(level.plus());
        if self.layers.len() <= self.current {
            self.layers.resize_with(self.current + 1, Layer::default);
        }
        self.prepare(self.current);
    }

    /// Makes the next state one that nothing is known of.
    pub(super) fn forget(&mut self) {
        self.base = None;
        self.settled = Default::default();
    }

    /// Begins anew.
    fn reset(&mut self, grid: &Grid) {
        self.base = None;
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
        self.layers.iter_mut().for_each(|layer| layer.ready = false);
        self.nests.clear();
    }

    /// Keeps what is the same in another state; whether that has no candidate that was not there before.
    fn carry(&mut self, base: &Grid, grid: &Grid, frame: &Frame, colours: &mut Colours) -> bool {
        let Some(gone) = Gone::between(base, grid) else { return false };
        for (level, layer) in self.layers.iter_mut().enumerate().filter(|(_, layer)| layer.ready) {
            layer.ready = match level {
                0 => true,
                1 => self.frame == *frame,
                2 => {
                    self.frame == *frame && {
                        colours.paint(base, Links::Xy);
                        !colours.may_have_chains()
                    }
                }
                _ => false,
            };
            if layer.ready {
                layer.carry(&gone, &self.names, &self.rank, level);
            }
        }
        true
    }

    fn prepare(&mut self, layer: usize) {
        let count = 2 * self.names.len();
        self.layers[layer].prepare(count);
    }

    /// What is compared now, and with what.
    pub(super) fn layer(&self) -> &Layer {
        &self.layers[self.current]
    }

    pub(super) fn compared(&mut self, group: usize) -> &mut Compared {
        &mut self.layers[self.current].compared[group]
    }

    /// What chains are counted with.
    pub(super) fn walking(&mut self) -> (&Layer, &mut Walk, &Nests) {
        (&self.layers[self.current], &mut self.walk, &self.nests)
    }

    fn closure_of(&self, of: Name, on: bool) -> u16 {
        let rank = self.rank[usize::from(of)];
        #[expect(clippy::cast_possible_truncation, reason = "below 729")]
        if on { rank } else { rank + self.names.len() as u16 }
    }

    /// Follows from a candidate to the depth that hints of so many nodes need, at least; its closure.
    pub(super) fn follow(&mut self, grid: &Grid, of: Name, on: bool, most: u32) -> u16 {
        let at = self.closure_of(of, on);
        if self.current == 0 {
            self.follow_links(grid, usize::from(at), (of, on), depth_for(on, most));
        }
        at
    }

    fn follow_links(&mut self, grid: &Grid, at: usize, (of, on): (Name, bool), depth: u16) {
        let layer = &mut self.layers[0];
        let closure = &mut layer.closures[at];
        if !layer.started[at] {
            layer.started[at] = true;
            closure.start(grid, of, on, self.mode.dynamic);
        }
        if closure.status == Status::Open {
            let before = closure.nodes.len();
            closure.run(grid, self.mode, depth);
            self.nests.work += (closure.nodes.len() - before) as u64;
        }
    }

    /// The hint that comes first.
    pub(super) fn first(
        &mut self,
        grid: &Grid,
        frame: &Frame,
        level: Level,
        colours: &mut Colours,
    ) -> Option<Hint> {
        if level == Level::Multiple && self.none_agree(grid, colours) {
            return None;
        }
        self.begin(grid, frame, level, colours);
        let mut wish = Wish::FIRST;
        if level == Level::Nishio {
            self.settle(grid);
        } else if level.plus() == 0 {
            for round in ROUNDS {
                let mut wish = Wish::First { best: None, round };
                self.collect(grid, level, &mut wish);
                if let Wish::First { best: Some(hint), .. } = wish {
                    return Some(hint);
                }
            }
        } else if !self.deepen(grid, self.current, &mut wish) {
            return None;
        }
        if level.plus() == 0 {
            self.collect(grid, level, &mut wish);
        }
        let Wish::First { best, .. } = wish else { return None };
        if level == Level::Nishio && best.is_none() && grid.cells.iter().all(|cell| cell.count_ones() != 1) {
            self.settled = grid.places;
        }
        self.passed_over = 0;
        best
    }

    /// Finds from where static chains may come to one end; whether there is no such place.
    fn none_agree(&mut self, grid: &Grid, colours: &mut Colours) -> bool {
        self.agreeing = Agreeing::find(grid, colours);
        self.agreeing.is_empty()
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
        if level == Level::Multiple && self.none_agree(grid, colours) {
            return Vec::new();
        }
        self.begin(grid, frame, level, colours);
        if self.current > 0 && !self.deepen(grid, self.current, &mut Wish::Nothing) {
            return Vec::new();
        }
        let mut wish = Wish::All(Vec::new());
        self.collect(grid, level, &mut wish);
        if let Wish::All(hints) = wish { hints } else { Vec::new() }
    }

    /// Follows everything to the end of a level above 0, or as far as what is wished for needs; whether the budget allowed it.
    fn deepen(&mut self, grid: &Grid, level: usize, wish: &mut Wish) -> bool {
        let all = 2 * self.names.len();
        let below = below(level);
        self.prepare(below);
        if below > 0 && !self.layers[below].complete && !self.deepen(grid, below, &mut Wish::Nothing) {
            return false;
        }
        self.current = level;
        self.prepare(level);
        for at in 0..all {
            let own = (self.names[at % self.names.len()], at < self.names.len());
            let (cell, digit) = parts(own.0);
            if grid.cells[cell] >> digit & 1 == 0 {
                self.layers[level].done[at] = true;
            } else if !self.layers[level].started[at] {
                if below == 0 {
                    self.follow_links(grid, at, own, DEEPEST);
                }
                self.copy(at, below, level);
            }
        }
        // Each closure looks once more in turn, and what comes of it is compared, so that the best hint so far tells which
        // need not look on.
        loop {
            let most = wish.most();
            let mut any = false;
            for at in 0..all {
                let layer = &self.layers[level];
                if !layer.done[at] && layer.lowest[at].saturating_add(2) <= most {
                    any |= self.look(grid, at, level);
                    if !self.nests.within_budget() {
                        self.layers[level].ready = false;
                        return false;
                    }
                }
            }
            self.collect(grid, Level::of_layer(level), wish);
            if !any {
                self.collect_in_order(grid, Level::of_layer(level), wish);
                let layer = &mut self.layers[level];
                layer.complete = layer.done.iter().all(|&done| done);
                return true;
            }
        }
    }

    /// Begins a level where another ended.
    fn copy(&mut self, at: usize, from: usize, to: usize) {
        let (lower, upper) = self.layers.split_at_mut(to);
        let layer = &mut upper[0];
        layer.closures[at].copy(&lower[from].closures[at]);
        layer.started[at] = true;
        layer.done[at] = false;
        layer.lowest[at] = 0;
    }

    /// Of hints as good as the best, takes the one that is collected first: they came up look by look.
    fn collect_in_order(&mut self, grid: &Grid, level: Level, wish: &mut Wish) {
        if let Wish::First { best: Some(best), .. } = wish {
            *wish = Wish::First { best: None, round: best.nodes };
            self.layers[self.current].compared.iter_mut().for_each(Compared::again);
            self.collect(grid, level, wish);
        }
    }

    /// Looks once for more than links in a closure that is exhausted; whether there was anything to see.
    ///
    /// At level 2 it is noted how few nodes lead to what simple chains turned off. All that is seen later has more: it needs
    /// something that went since, for otherwise a pattern would have been seen before the chains, and a chain among
    /// them (or, for a cycle, the chains that take away the same). No other level is so sure: a pattern may have been there
    /// while one tried before it was taken, and chains that end at a clash may come and go.
    fn look(&mut self, grid: &Grid, at: usize, level: usize) -> bool {
        let closure = &mut self.layers[level].closures[at];
        let before = closure.nodes.len();
        let seen = closure.status == Status::Exhausted
            && advanced::extend(closure, grid, &self.frame, Level::of_layer(level), &mut self.nests);
        self.layers[level].done[at] = !seen;
        if seen {
            let closure = &mut self.layers[level].closures[at];
            let added = closure.nodes.len();
            let by_chains = closure.nodes[before].nested != 0;
            closure.run(grid, self.mode, DEEPEST);
            self.nests.work += (closure.nodes.len() - before) as u64;
            if level == 2 && by_chains {
                #[expect(clippy::cast_possible_truncation, reason = "as many as nodes")]
                let ends = (before..added).map(|node| End { closure: at as u16, node: node as u16 });
                let fewest = ends.map(|end| self.count_nodes(&[end], u32::MAX)).min();
                let lowest = &mut self.layers[level].lowest[at];
                *lowest = (*lowest).max(fewest.unwrap_or(0));
            }
        }
        seen
    }
}
