//! Search of all levels above simple chains: follows closures, extends them, and compares them.
//!
//! ```text
//! Nishio, Multiple, Dynamic(0)   layer 0, in rounds: each follows deeper than the one before
//! Dynamic(1) and higher          layer n: a copy of a lower layer, extended and compared in turn
//! ```
//!
//! A step usually removes one candidate, and four in five closures are the same after it. Those that are proved the same are
//! kept ([`super::dynamic::closure_reuse`]), and so are the records of groups that had nothing in common.

use super::{
    candidates::{CandidateGrid, parts},
    dynamic::{closure_reuse::RemovedCandidates, nested::NestedHints, patterns, placed_counts::PlacedCounts},
    graph::{
        closure::{ClosureStatus, DEEPEST, LinkMode},
        conclusion_sets::ConclusionScratch,
        implication_sets::ImplicationSets,
    },
    multiple::{
        closures::Closures,
        group_record::GroupRecord,
        hint::{ChainEnd, Hint, HintGoal, ROUNDS},
        verity_prefilter::VerityPrefilter,
    },
    rating::{ChainLevel, LinkKinds},
};
use crate::CellSet;

/// Search for hints of one state after the other.
#[derive(Debug, Default)]
pub(super) struct ClosureSearch {
    /// The state that the closures belong to.
    base: Option<Box<CandidateGrid>>,
    placed: PlacedCounts,
    pub(super) closures: Closures,
    /// True if closures are kept from state to state.
    pub(super) reuses_closures: bool,
    /// Places of the digits in the last state in which no digit had a contradiction (Nishio).
    without_contradiction: [CellSet; 9],
    conclusions: ConclusionScratch,
}

/// Returns the layer that a layer starts as a copy of.
const fn below(layer: usize) -> usize {
    if layer == 4 { 1 } else { layer - 1 }
}

impl ClosureSearch {
    /// Returns the nested hints, and the work done so far.
    pub(super) const fn nested_hints(&mut self) -> &mut NestedHints {
        &mut self.closures.nested_hints
    }

    /// Makes a state the one that is searched.
    fn begin(
        &mut self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
        implications: &mut ImplicationSets,
    ) {
        let mode = LinkMode { by_cell: level != ChainLevel::Nishio, dynamic: level.is_dynamic() };
        let known = self.base.take().filter(|_| self.closures.mode == mode && level.is_layered());
        self.closures.mode = mode;
        match known {
            Some(base) if base.cells == grid.cells && self.placed == *placed => self.base = Some(base),
            Some(base) if self.reuses_closures && self.reuse(&base, grid, placed, implications) => {}
            _ => self.closures.reset(grid),
        }
        if self.base.is_none() {
            self.base = Some(Box::new(grid.clone()));
            self.placed = placed.clone();
        }
        self.closures.select(usize::from(level.plus()));
    }

    /// Discards everything known about the last state.
    pub(super) fn forget(&mut self) {
        self.base = None;
        self.without_contradiction = Default::default();
    }

    /// Keeps the closures that are the same in another state. Returns false if that state has a candidate that `base` lacks.
    fn reuse(
        &mut self,
        base: &CandidateGrid,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        implications: &mut ImplicationSets,
    ) -> bool {
        let Some(removed) = RemovedCandidates::between(base, grid) else { return false };
        let Closures { layers, ids, rank, .. } = &mut self.closures;
        for (level, layer) in layers.iter_mut().enumerate().filter(|(_, layer)| layer.ready) {
            layer.ready = match level {
                0 => true,
                1 => self.placed == *placed,
                2 => {
                    self.placed == *placed && {
                        implications.update(base, LinkKinds::Xy);
                        !implications.may_have_chains(base, LinkKinds::Xy)
                    }
                }
                _ => false,
            };
            if layer.ready {
                layer.reuse(&removed, ids, rank, level);
            }
        }
        true
    }

    /// Returns the hint that comes first.
    pub(super) fn first(
        &mut self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
        implications: &mut ImplicationSets,
    ) -> Option<Hint> {
        if level == ChainLevel::Multiple && self.has_no_verity(grid, implications) {
            return None;
        }
        self.begin(grid, placed, level, implications);
        let mut goal = HintGoal::FIRST;
        if level == ChainLevel::Nishio {
            self.skip_known_digits(grid);
        } else if level.plus() == 0 {
            for round in ROUNDS {
                let mut goal = HintGoal::First { best: None, round };
                self.closures.collect(grid, level, &mut goal);
                if let HintGoal::First { best: Some(hint), .. } = goal {
                    return Some(hint);
                }
            }
        } else if !self.deepen(grid, self.closures.current, &mut goal) {
            return None;
        }
        if level.plus() == 0 {
            self.closures.collect(grid, level, &mut goal);
        }
        let HintGoal::First { best, .. } = goal else { return None };
        if level == ChainLevel::Nishio
            && best.is_none()
            && grid.cells.iter().all(|cell| cell.count_ones() != 1)
        {
            self.without_contradiction = grid.places;
        }
        self.closures.skipped_digits = 0;
        best
    }

    /// Finds the groups whose static closures may share a conclusion. Returns true if there is none.
    fn has_no_verity(&mut self, grid: &CandidateGrid, implications: &mut ImplicationSets) -> bool {
        self.closures.verity = VerityPrefilter::find(grid, implications, &mut self.conclusions);
        self.closures.verity.is_empty()
    }

    /// Skips the digits whose places are the same as when no digit had a contradiction.
    fn skip_known_digits(&mut self, grid: &CandidateGrid) {
        let digits = (0..9).filter(|&digit| self.without_contradiction[digit] == grid.places[digit]);
        self.closures.skipped_digits = digits.fold(0, |all, digit| all | 1 << digit);
    }

    /// Returns all hints, in the order in which they are collected.
    pub(super) fn all(
        &mut self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
        implications: &mut ImplicationSets,
    ) -> Vec<Hint> {
        if level == ChainLevel::Multiple && self.has_no_verity(grid, implications) {
            return Vec::new();
        }
        self.begin(grid, placed, level, implications);
        let layer = self.closures.current;
        if layer > 0 && !self.deepen(grid, layer, &mut HintGoal::Nothing) {
            return Vec::new();
        }
        let mut goal = HintGoal::All(Vec::new());
        self.closures.collect(grid, level, &mut goal);
        if let HintGoal::All(hints) = goal { hints } else { Vec::new() }
    }

    /// Extends all closures of a layer above 0 to their ends, or as far as the goal needs. Returns false if the budget ran out.
    fn deepen(&mut self, grid: &CandidateGrid, level: usize, goal: &mut HintGoal) -> bool {
        let all = 2 * self.closures.ids.len();
        let below = below(level);
        self.closures.prepare(below);
        if below > 0
            && !self.closures.layers[below].complete
            && !self.deepen(grid, below, &mut HintGoal::Nothing)
        {
            return false;
        }
        self.closures.current = level;
        self.closures.prepare(level);
        for at in 0..all {
            let ids = &self.closures.ids;
            let own = (ids[at % ids.len()], at < ids.len());
            let (cell, digit) = parts(own.0);
            if grid.cells[cell] >> digit & 1 == 0 {
                self.closures.layers[level].done[at] = true;
            } else if !self.closures.layers[level].started[at] {
                if below == 0 {
                    self.closures.follow_links(grid, at, own, DEEPEST);
                }
                self.closures.copy(at, below, level);
            }
        }
        // Each pass extends each closure once, then compares them: the best hint so far shows which need no further pass.
        loop {
            let most = goal.most();
            let mut any = false;
            for at in 0..all {
                let layer = &self.closures.layers[level];
                if !layer.done[at] && layer.lowest[at].saturating_add(2) <= most {
                    any |= self.extend(grid, at, level);
                    if !self.closures.nested_hints.within_budget() {
                        self.closures.layers[level].ready = false;
                        return false;
                    }
                }
            }
            self.closures.collect(grid, ChainLevel::of_layer(level), goal);
            if !any {
                self.collect_in_order(grid, ChainLevel::of_layer(level), goal);
                let layer = &mut self.closures.layers[level];
                layer.complete = layer.done.iter().all(|&done| done);
                return true;
            }
        }
    }

    /// Of hints as good as the best, takes the one that comes first in the order of collection: passes found them in another.
    fn collect_in_order(&mut self, grid: &CandidateGrid, level: ChainLevel, goal: &mut HintGoal) {
        if let HintGoal::First { best: Some(best), .. } = goal {
            *goal = HintGoal::First { best: None, round: best.nodes };
            let layer = &mut self.closures.layers[self.closures.current];
            layer.records.iter_mut().for_each(GroupRecord::reconsider_all);
            self.closures.collect(grid, level, goal);
        }
    }

    /// Extends an exhausted closure once by patterns or nested chains. Returns false if there was nothing to add.
    ///
    /// Layer 2 also records the fewest nodes that lead to an elimination of nested simple chains. Any later extension has more
    /// nodes: it needs an elimination that was made since. Otherwise the same pattern would have been found before the
    /// chains, and the same chain among them (for a cycle: the chains that eliminate the same).
    ///
    /// No other layer has such a bound. A pattern may have been there while one that is tried earlier was taken, and chains
    /// that end in a clash may come and go.
    fn extend(&mut self, grid: &CandidateGrid, at: usize, level: usize) -> bool {
        let Closures { layers, nested_hints, mode, .. } = &mut self.closures;
        let layer = &mut layers[level];
        let closure = &mut layer.closures[at];
        let before = closure.nodes.len();
        let extended = closure.status == ClosureStatus::Exhausted
            && patterns::extend(closure, grid, &self.placed, ChainLevel::of_layer(level), nested_hints);
        layer.done[at] = !extended;
        if extended {
            let added = closure.nodes.len();
            let by_chains = closure.nodes[before].nested != 0;
            closure.run(grid, *mode, DEEPEST);
            nested_hints.work += (closure.nodes.len() - before) as u64;
            if level == 2 && by_chains {
                #[expect(clippy::cast_possible_truncation, reason = "as many as nodes")]
                let ends = (before..added).map(|node| ChainEnd { closure: at as u16, node: node as u16 });
                let fewest = ends.map(|end| self.closures.count_nodes(&[end], u32::MAX)).min();
                let lowest = &mut self.closures.layers[level].lowest[at];
                *lowest = (*lowest).max(fewest.unwrap_or(0));
            }
        }
        extended
    }
}
