//! The Explainer's chains: cycles, forcing chains, and everything that follows from each candidate, on and off.
//!
//! ```text
//! simple     cycles and chains from one candidate back to it              6.5 to 7.0
//! nishio     a contradiction of one digit                                 7.5
//! multiple   chains from all candidates of a cell, all places of a house  8.0
//! dynamic    eliminated candidates count as gone                          8.5
//! (+)        so do eliminations by locked candidates, pairs and X-Wings   9.0
//! nested     so do eliminations by chains                                 9.5 to 11.0
//! ```
//!
//! README.md in this folder has a glossary, the data flow and a line for each file.
//!
//! Source: the Sudoku Explainer 1.2.1 (N. Juillerat 2007).

mod candidates;
mod closure;
mod dynamic;
mod implications;
mod multiple;
#[cfg(test)]
mod oracle;
mod simple;
#[cfg(test)]
mod tests;

use crate::{
    Candidate, Candidates, CellSet, ChainNode, ForcingKind, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique as T, TechniqueSet, Tenths,
};
use candidates::{CandidateGrid, CandidateId, bits, digit, id, parts};
use closure::{Cause, ClosureStatus, ConclusionScratch, DEEPEST, LinkMode};
use dynamic::{HintList, HintMemo, NestedHint, NestedHints, PlacedCounts, RemovedCandidates};
use gridmill_board::{Cell, DigitSet, Shape};
use implications::ImplicationSets;
use multiple::{ChainEnd, Closures, GroupRecord, Hint, HintGoal, ROUNDS, VerityPrefilter};
use simple::{ChainPath, SimpleChain, TracedNode, cycle_eliminations};
use std::{collections::BTreeSet, sync::Arc};

// Search of all levels above simple chains: follows closures, extends them, and compares them.
//
// ```text
// Nishio, Multiple, Dynamic(0)   layer 0, in rounds: each follows deeper than the one before
// Dynamic(1) and higher          layer n: a copy of a lower layer, extended and compared in turn
// ```
//
// A step usually removes one candidate, and four in five closures are the same after it. Those that are proved the same are
// kept (`dynamic.rs`), and so are the records of groups that had nothing in common.

/// Search for hints of one state after the other.
#[derive(Debug, Default)]
struct ClosureSearch {
    /// The state that the closures belong to.
    base: Option<Box<CandidateGrid>>,
    placed: PlacedCounts,
    closures: Closures,
    /// True if closures are kept from state to state.
    reuses_closures: bool,
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
    const fn nested_hints(&mut self) -> &mut NestedHints {
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
    fn forget(&mut self) {
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
    fn first(
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
    fn all(
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
            && dynamic::extend(closure, grid, &self.placed, ChainLevel::of_layer(level), nested_hints);
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

// Ratings of chains: a base by kind and level, and a bonus by the number of nodes.
//
// ```text
// nodes     6 or fewer  7 8  9 10  11-14  15-18  19-26  27-34  35-50  51-66  67-98 ...
// bonus     0           0.1  0.2   0.3    0.4    0.5    0.6    0.7    0.8    0.9
// ```
//
// Ratings are sums of floating point numbers and are compared as such, as the Explainer does: 6.6 + 0.1 < 6.5 + 0.2.

/// Kinds of links that a chain uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LinkKinds {
    /// Links of one digit: strong ones between two places in a house.
    X,
    /// Strong links between two candidates of a cell.
    Y,
    /// Both.
    Xy,
}

impl LinkKinds {
    const fn cycle_base(self) -> f64 {
        match self {
            Self::X | Self::Y => 6.5,
            Self::Xy => 7.0,
        }
    }

    const fn forcing_base(self) -> f64 {
        match self {
            Self::X | Self::Y => 6.6,
            Self::Xy => 7.0,
        }
    }
}

/// Kind of cycle or forcing argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChainKind {
    /// Cycle back to the start.
    Cycle(LinkKinds),
    /// Chain to the negation of its start.
    Forcing(LinkKinds),
    /// Shared conclusion of a candidate on and off.
    Double,
    /// Assumption that turns a candidate on and off.
    Contradiction,
    /// Shared conclusion of all candidates of a cell.
    Cell,
    /// Shared conclusion of all places of a digit in a house.
    House,
}

impl ChainKind {
    /// Returns the rating of the shortest cycle or single chain of the kind.
    const fn base(self) -> f64 {
        match self {
            Self::Cycle(links) => links.cycle_base(),
            Self::Forcing(links) => links.forcing_base(),
            Self::Double | Self::Contradiction | Self::Cell | Self::House => 0.0,
        }
    }

    /// Returns the sort key among hints of equal rating and complexity: the lowest comes first.
    const fn sort_key(self) -> u8 {
        match self {
            Self::Double => 1,
            Self::Cycle(LinkKinds::X) | Self::Forcing(LinkKinds::X) => 2,
            Self::Cycle(LinkKinds::Y) | Self::Forcing(LinkKinds::Y) => 3,
            Self::Cycle(LinkKinds::Xy) | Self::Forcing(LinkKinds::Xy) => 4,
            Self::Cell => 5,
            Self::House => 6,
            Self::Contradiction => 7,
        }
    }
}

/// Level of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ChainLevel {
    /// Cycles and single chains.
    Simple,
    /// Contradictions of one digit.
    Nishio,
    /// Several static chains.
    Multiple,
    /// Eliminated candidates count as gone; from 1 on, patterns and nested chains are added.
    Dynamic(u8),
}

impl ChainLevel {
    const fn is_dynamic(self) -> bool {
        matches!(self, Self::Nishio | Self::Dynamic(_))
    }

    /// Returns true if the closures of the level are built upon, or are built upon by, another level.
    const fn is_layered(self) -> bool {
        matches!(self, Self::Dynamic(_))
    }

    /// Returns the dynamic level of a layer.
    #[expect(clippy::cast_possible_truncation, reason = "5 at most")]
    const fn of_layer(layer: usize) -> Self {
        Self::Dynamic(layer as u8)
    }

    /// Returns the number of a dynamic level, and 0 for all others.
    const fn plus(self) -> u8 {
        if let Self::Dynamic(plus) = self { plus } else { 0 }
    }

    /// Returns the levels of the nested chains.
    const fn nested(self) -> &'static [Self] {
        match self {
            Self::Dynamic(2) => &[Self::Simple],
            Self::Dynamic(3) => &[Self::Simple, Self::Multiple],
            Self::Dynamic(4) => &[Self::Dynamic(0)],
            Self::Dynamic(5) => &[Self::Dynamic(0), Self::Dynamic(2)],
            _ => &[],
        }
    }

    /// Returns the rating of the shortest chains. For simple chains it also depends on their kind.
    fn base(self) -> f64 {
        match self {
            Self::Simple => 6.5,
            Self::Nishio => 7.5,
            Self::Multiple => 8.0,
            Self::Dynamic(0) => 8.5,
            Self::Dynamic(1) => 9.0,
            Self::Dynamic(level) => 9.5 + 0.5 * (f64::from(level) - 2.0),
        }
    }
}

/// Returns the bonus for a number of nodes.
fn length(nodes: usize) -> f64 {
    let (mut bonus, mut ceiling, mut odd) = (0.0, 4, false);
    while nodes > ceiling + 2 {
        bonus += 0.1;
        ceiling = if odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        odd = !odd;
    }
    bonus
}

/// Converts a rating to tenths, as it is shown.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 30")]
fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0) as u16
}

// Entry point: searches the levels in order, and converts chains to steps.

/// Work of a search by implication sets: for simple chains, or for static chains before any closure is followed.
const IMPLICATION_WORK: u64 = 1000;

/// Searches of all levels, with their memory, and the work of a puzzle.
#[derive(Debug, Default)]
pub(crate) struct Chaining {
    simple: simple::SimpleScratch,
    /// Search of `Nishio` and `Multiple`; `dynamic` is that of the dynamic levels, which share closures.
    search: ClosureSearch,
    dynamic: ClosureSearch,
    memo: HintMemo,
    /// Most work for a puzzle, in nodes; `None` for no limit.
    budget: Option<u64>,
    /// Work since the puzzle began, in nodes.
    pub(crate) work: u64,
    /// True if a search ended because the budget ran out.
    pub(crate) ran_out: bool,
}

/// Levels in the order in which they are searched.
const LEVELS: [ChainLevel; 9] = [
    ChainLevel::Simple,
    ChainLevel::Nishio,
    ChainLevel::Multiple,
    ChainLevel::Dynamic(0),
    ChainLevel::Dynamic(1),
    ChainLevel::Dynamic(2),
    ChainLevel::Dynamic(3),
    ChainLevel::Dynamic(4),
    ChainLevel::Dynamic(5),
];

fn technique(kind: ChainKind, level: ChainLevel) -> T {
    match (level, kind) {
        (_, ChainKind::Cycle(LinkKinds::X)) => T::BidirectionalXCycle,
        (_, ChainKind::Cycle(LinkKinds::Y)) => T::BidirectionalYCycle,
        (_, ChainKind::Cycle(LinkKinds::Xy)) => T::BidirectionalCycle,
        (_, ChainKind::Forcing(LinkKinds::X)) => T::ForcingXChain,
        (_, ChainKind::Forcing(_)) => T::ForcingChain,
        (ChainLevel::Simple | ChainLevel::Nishio, _) => T::NishioForcingChains,
        (ChainLevel::Multiple, ChainKind::Cell) => T::CellForcingChains,
        (ChainLevel::Multiple, _) => T::RegionForcingChains,
        (ChainLevel::Dynamic(0), ChainKind::Double) => T::DynamicDouble,
        (ChainLevel::Dynamic(0), ChainKind::Contradiction) => T::DynamicContradiction,
        (ChainLevel::Dynamic(0), ChainKind::Cell) => T::DynamicCell,
        (ChainLevel::Dynamic(0), ChainKind::House) => T::DynamicRegion,
        (ChainLevel::Dynamic(1), ChainKind::Double) => T::DynamicPlusDouble,
        (ChainLevel::Dynamic(1), ChainKind::Contradiction) => T::DynamicPlusContradiction,
        (ChainLevel::Dynamic(1), ChainKind::Cell) => T::DynamicPlusCell,
        (ChainLevel::Dynamic(1), ChainKind::House) => T::DynamicPlusRegion,
        (ChainLevel::Dynamic(2), _) => T::NestedForcing,
        (ChainLevel::Dynamic(3), _) => T::NestedMultiple,
        (ChainLevel::Dynamic(4), _) => T::NestedDynamic,
        (ChainLevel::Dynamic(_), _) => T::NestedNested,
    }
}

fn of_level(level: ChainLevel) -> TechniqueSet {
    let kinds = [
        ChainKind::Cycle(LinkKinds::X),
        ChainKind::Cycle(LinkKinds::Y),
        ChainKind::Cycle(LinkKinds::Xy),
        ChainKind::Forcing(LinkKinds::X),
        ChainKind::Forcing(LinkKinds::Xy),
        ChainKind::Double,
        ChainKind::Contradiction,
        ChainKind::Cell,
        ChainKind::House,
    ];
    let of = |kind: &ChainKind| {
        matches!(kind, ChainKind::Cycle(_) | ChainKind::Forcing(_)) == (level == ChainLevel::Simple)
    };
    kinds.into_iter().filter(of).map(|kind| technique(kind, level)).collect()
}

/// Finds the chains of the requested techniques, level by level.
pub(super) fn find(
    marks: &Pencilmarks,
    requested: TechniqueSet,
    chaining: &mut Chaining,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let (grid, placed) = (CandidateGrid::new(marks), PlacedCounts::new(marks));
    for level in LEVELS.into_iter().filter(|&level| of_level(level).meets(requested)) {
        let found = chaining.find(marks, (&grid, &placed), level, requested, sink);
        chaining.work += chaining.search(level).0.nested_hints().work;
        found?;
    }
    SearchFlow::Continue(())
}

impl Chaining {
    /// Starts a puzzle. Nothing is kept from the last one, so the work does not depend on it.
    pub(crate) fn begin(&mut self, budget: Option<u64>) {
        (self.budget, self.work, self.ran_out) = (budget, 0, false);
        self.forget();
    }

    /// Discards all that is known of states, here and in nested searches.
    fn forget(&mut self) {
        self.memo.clear();
        for search in [&mut self.search, &mut self.dynamic] {
            search.forget();
            if let Some(inner) = &mut search.nested_hints().inner {
                inner.forget();
            }
        }
    }

    /// Returns the nodes that are left to the puzzle.
    pub(crate) fn budget_left(&self) -> u64 {
        self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(self.work))
    }

    /// Adds the work of another search of the puzzle, which shares the budget.
    pub(crate) fn add_work(&mut self, nodes: u64, ran_out: bool) {
        self.work = self.work.saturating_add(nodes);
        self.ran_out |= ran_out;
    }

    fn find(
        &mut self,
        marks: &Pencilmarks,
        (grid, placed): (&CandidateGrid, &PlacedCounts),
        level: ChainLevel,
        requested: TechniqueSet,
        sink: &mut Sink<'_>,
    ) -> SearchFlow {
        let budget = self.budget_left();
        self.search(level).0.nested_hints().work = 0;
        let has = |technique| requested.contains(technique);
        if level == ChainLevel::Simple {
            let kinds = simple::RequestedKinds {
                cycles: [T::BidirectionalXCycle, T::BidirectionalYCycle, T::BidirectionalCycle].map(has),
                chains: [T::ForcingXChain, T::ForcingChain].map(has),
            };
            let Some(first) = simple::first(grid, kinds, &mut self.simple) else {
                return SearchFlow::Continue(());
            };
            let base = easiest(requested);
            sink(simple_step(marks, grid, &first, base))?;
            let mut all = simple::all(grid, kinds, &mut self.simple);
            all.sort_by(SimpleChain::compare);
            let steps = all.iter().map(|simple| simple_step(marks, grid, simple, base));
            return each(steps, 1, sink);
        }
        self.dynamic.reuses_closures = true;
        let (search, implications) = self.search(level);
        search.nested_hints().budget = budget;
        let first = search.first(grid, placed, level, implications);
        if !search.nested_hints().within_budget() {
            self.ran_out = true;
            return SearchFlow::Continue(());
        }
        let Some(first) = first else { return SearchFlow::Continue(()) };
        let step = self.step(marks, grid, &first, level);
        // If only some kinds of a level are requested, the first hint may be of another.
        let is_whole = of_level(level).except(requested).is_empty();
        if is_whole {
            sink(step)?;
        }
        let (search, implications) = self.search(level);
        let mut all = search.all(grid, placed, level, implications);
        all.sort_by_key(Hint::key);
        let steps: Vec<Step> = all.iter().map(|hint| self.step(marks, grid, hint, level)).collect();
        let steps = steps.into_iter().filter(|step| has(step.technique));
        each(steps, is_whole.into(), sink)
    }

    /// Returns the search of a level, and the implication sets that it uses.
    fn search(&mut self, level: ChainLevel) -> (&mut ClosureSearch, &mut ImplicationSets) {
        let search = if level.is_layered() { &mut self.dynamic } else { &mut self.search };
        (search, &mut self.simple.implications)
    }

    fn step(&mut self, marks: &Pencilmarks, grid: &CandidateGrid, hint: &Hint, level: ChainLevel) -> Step {
        let rating = level.base() + length(hint.nodes as usize);
        let extra = Tenths::new((tenths(rating) - tenths(level.base())).into());
        let kind = match hint.kind {
            ChainKind::Double => ForcingKind::Double,
            ChainKind::Cell => ForcingKind::Cell,
            ChainKind::House => ForcingKind::House,
            _ => ForcingKind::Contradiction,
        };
        let nodes =
            |chain: Vec<(CandidateId, bool)>| chain.into_iter().map(|(id, on)| node(id, on)).collect();
        let (chains, links): (Vec<_>, Vec<_>) =
            self.search(level).0.closures.chains_to_show(hint).into_iter().unzip();
        let chains = chains.into_iter().map(nodes).collect();
        let reason = Reason::Forcing { kind, chains, links, nodes: hint.nodes };
        let (eliminations, placement) = effect(marks, grid, hint.target);
        Step {
            technique: technique(hint.kind, level),
            placement,
            eliminations,
            extra,
            reason,
            shape: Shape::STANDARD,
        }
    }

    /// Returns the sorted hints of a level, the first of those with the same eliminations, and the work of the search.
    fn hints(
        &mut self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
        budget: u64,
    ) -> (HintList, u64) {
        if let Some(known) = self.memo.get(grid, placed, level) {
            return known;
        }
        let (hints, work) = if level == ChainLevel::Simple {
            let mut all = simple::all(grid, simple::RequestedKinds::ALL, &mut self.simple);
            all.sort_by(SimpleChain::compare);
            let hints = all.iter().map(|simple| nested_simple(grid, simple));
            (if all.is_empty() { self.memo.none() } else { distinct(hints) }, IMPLICATION_WORK)
        } else {
            let (search, implications) = self.search(level);
            search.nested_hints().work = if level == ChainLevel::Multiple { IMPLICATION_WORK } else { 0 };
            search.nested_hints().budget = budget;
            let mut all = search.all(grid, placed, level, implications);
            all.sort_by_key(Hint::key);
            let mut seen = BTreeSet::new();
            let all = all.iter().filter(|hint| seen.insert(eliminations(grid, hint.target)));
            let hints: Vec<_> = all
                .map(|hint| Arc::new(search.closures.nested(hint, eliminations(grid, hint.target))))
                .collect();
            let work = search.nested_hints().work;
            (if hints.is_empty() { self.memo.none() } else { hints.into() }, work)
        };
        if work <= budget {
            self.memo.put(grid, placed, level, &hints, work);
        }
        (hints, work)
    }
}

/// Keeps the first of hints with the same eliminations.
fn distinct(hints: impl Iterator<Item = NestedHint>) -> HintList {
    let mut seen = BTreeSet::new();
    hints.filter(|hint| seen.insert(hint.eliminations.clone())).map(Arc::new).collect()
}

fn eliminations(grid: &CandidateGrid, (target, on): (CandidateId, bool)) -> Vec<CandidateId> {
    let (cell, of) = parts(target);
    if on { bits(grid.cells[cell] & !(1 << of)).map(|other| id(cell, other)).collect() } else { vec![target] }
}

/// Passes the first step of each set of eliminations to the sink, except the first `passed` steps, which were passed before.
fn each(steps: impl Iterator<Item = Step>, passed: usize, sink: &mut Sink<'_>) -> SearchFlow {
    let mut seen = BTreeSet::new();
    for (n, step) in steps.enumerate() {
        if seen.insert(step.eliminations) && n >= passed {
            sink(step)?;
        }
    }
    SearchFlow::Continue(())
}

/// Returns the base rating of the easiest requested simple kind: the rating of the rule.
fn easiest(requested: TechniqueSet) -> u16 {
    let bases = [
        (T::BidirectionalXCycle, 65),
        (T::BidirectionalYCycle, 65),
        (T::ForcingXChain, 66),
        (T::BidirectionalCycle, 70),
        (T::ForcingChain, 70),
    ];
    bases.into_iter().find(|&(technique, _)| requested.contains(technique)).map_or(65, |(_, base)| base)
}

fn node(id: CandidateId, on: bool) -> ChainNode {
    let (cell, of) = parts(id);
    ChainNode { cells: CellSet::only(Cell::new(cell)), digit: digit(of), on }
}

/// Returns the effect of a target: its digit is eliminated, or placed.
fn effect(
    marks: &Pencilmarks,
    grid: &CandidateGrid,
    (target, on): (CandidateId, bool),
) -> (Candidates, Option<Candidate>) {
    let (at, of) = parts(target);
    let cell = Cell::new(at);
    if on {
        let others = DigitSet::from_bits(u32::from(grid.cells[at])) - DigitSet::only(digit(of));
        (Candidates::within(marks, others, CellSet::only(cell)), Some(Candidate { cell, digit: digit(of) }))
    } else {
        (Candidates::from_cells(digit(of), CellSet::only(cell)), None)
    }
}

fn simple_step(marks: &Pencilmarks, grid: &CandidateGrid, simple: &SimpleChain, base: u16) -> Step {
    let last = simple.path[simple.path.len() - 1];
    let (eliminations, placement) = if matches!(simple.kind, ChainKind::Cycle(_)) {
        let mut eliminations = Candidates::EMPTY;
        for (of, cells) in cycle_eliminations(grid, &simple.path).into_iter().enumerate() {
            eliminations.extend(digit(of), cells);
        }
        (eliminations, None)
    } else {
        effect(marks, grid, (last.id, last.on))
    };
    let reason = Reason::Chain(simple.path.iter().map(|link| node(link.id, link.on)).collect());
    let extra = Tenths::new((tenths(simple.rating) - base).into());
    Step {
        technique: technique(simple.kind, ChainLevel::Simple),
        placement,
        eliminations,
        extra,
        reason,
        shape: Shape::STANDARD,
    }
}

const fn cause(link: TracedNode) -> Cause {
    match link.by {
        None => Cause::None,
        Some(0) => Cause::Cell,
        Some(house) => Cause::House(house - 1),
    }
}

/// Converts a cycle or chain to a nested hint. A cycle is listed in both directions, and each node keeps its cause.
fn nested_simple(grid: &CandidateGrid, simple: &SimpleChain) -> NestedHint {
    let forward =
        |path: &ChainPath| path.iter().rev().map(|link| (link.id, link.on, cause(*link))).collect::<Vec<_>>();
    let mut chains = vec![forward(&simple.path)];
    let mut eliminations = Vec::new();
    if matches!(simple.kind, ChainKind::Cycle(_)) {
        // Start and end of a cycle are equal: each chain lists the node once, at its own end.
        chains[0].pop();
        let backward = simple.path.iter().map(|link| (link.id, !link.on, cause(*link)));
        chains.push(backward.take(simple.path.len() - 1).collect());
        let gone = cycle_eliminations(grid, &simple.path);
        for (of, cells) in gone.into_iter().enumerate() {
            eliminations.extend(cells.iter().map(|cell| id(cell.index(), of)));
        }
        eliminations.sort_unstable();
    } else {
        let last = simple.path[simple.path.len() - 1];
        eliminations = self::eliminations(grid, (last.id, last.on));
    }
    let nodes = u32::try_from(simple.nodes).unwrap_or(u32::MAX);
    NestedHint { chains, assumed: Cause::None, nodes, eliminations }
}
