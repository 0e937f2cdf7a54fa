//! Entry point: searches the levels in order, and converts chains to steps.

use super::{
    candidates::{CandidateGrid, CandidateId, bits, digit, id, parts},
    dynamic::{
        nested::{HintList, HintMemo, NestedHint},
        placed_counts::PlacedCounts,
    },
    graph::{closure::Cause, implication_sets::ImplicationSets},
    multiple::hint::Hint,
    rating::{ChainKind, ChainLevel, LinkKinds, length, tenths},
    search::ClosureSearch,
    simple::{
        self, SimpleChain,
        trace::{ChainPath, TracedNode, cycle_eliminations},
    },
};
use crate::{
    Candidate, Candidates, CellSet, ChainNode, ForcingKind, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique as T, TechniqueSet, Tenths,
};
use gridmill_board::{Cell, DigitSet, Shape};
use std::{collections::BTreeSet, sync::Arc};

/// Work of a search by implication sets: for simple chains, or for static chains before any closure is followed.
const IMPLICATION_WORK: u64 = 1000;

/// Techniques of this module.
pub(in super::super) const TECHNIQUES: TechniqueSet = TechniqueSet::only(T::BidirectionalXCycle)
    .with(T::BidirectionalYCycle)
    .with(T::BidirectionalCycle)
    .with(T::ForcingXChain)
    .with(T::ForcingChain)
    .with(T::NishioForcingChains)
    .with(T::CellForcingChains)
    .with(T::RegionForcingChains)
    .with(T::DynamicDouble)
    .with(T::DynamicContradiction)
    .with(T::DynamicCell)
    .with(T::DynamicRegion)
    .with(T::DynamicPlusDouble)
    .with(T::DynamicPlusContradiction)
    .with(T::DynamicPlusCell)
    .with(T::DynamicPlusRegion)
    .with(T::NestedForcing)
    .with(T::NestedMultiple)
    .with(T::NestedDynamic)
    .with(T::NestedNested);

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
    work: u64,
    /// True if a search ended because the budget ran out.
    ran_out: bool,
}

/// Levels in the order in which they are searched.
pub(super) const LEVELS: [ChainLevel; 9] = [
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

/// Returns the technique of a kind at a level.
pub(super) fn technique(kind: ChainKind, level: ChainLevel) -> T {
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

/// Returns the techniques of a level.
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

/// Finds the chains of the wanted techniques, level by level.
pub(in super::super) fn find(
    marks: &Pencilmarks,
    wanted: TechniqueSet,
    chaining: &mut Chaining,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let (grid, placed) = (CandidateGrid::of(marks), PlacedCounts::of(marks));
    for level in LEVELS.into_iter().filter(|&level| of_level(level).meets(wanted)) {
        let found = chaining.find(marks, (&grid, &placed), level, wanted, sink);
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

    /// Returns true if a search ended because the budget ran out.
    pub(crate) const fn ran_out_of_budget(&self) -> bool {
        self.ran_out
    }

    /// Returns the work since the puzzle began, in nodes.
    pub(crate) const fn work(&self) -> u64 {
        self.work
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
        wanted: TechniqueSet,
        sink: &mut Sink<'_>,
    ) -> SearchFlow {
        let budget = self.budget_left();
        self.search(level).0.nested_hints().work = 0;
        let has = |technique| wanted.contains(technique);
        if level == ChainLevel::Simple {
            let kinds = simple::WantedKinds {
                cycles: [T::BidirectionalXCycle, T::BidirectionalYCycle, T::BidirectionalCycle].map(has),
                chains: [T::ForcingXChain, T::ForcingChain].map(has),
            };
            let Some(first) = simple::first(grid, kinds, &mut self.simple) else {
                return SearchFlow::Continue(());
            };
            let base = easiest(wanted);
            sink(simple_step(marks, grid, &first, base))?;
            let mut all = simple::all(grid, kinds, &mut self.simple);
            all.sort_by(SimpleChain::compare);
            let steps = all.iter().map(|simple| simple_step(marks, grid, simple, base));
            return rest(steps, sink);
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
        // If only some kinds of a level are wanted, the first hint may be of another.
        if has(step.technique) && of_level(level).except(wanted).is_empty() {
            sink(step)?;
        }
        let (search, implications) = self.search(level);
        let mut all = search.all(grid, placed, level, implications);
        all.sort_by_key(|hint| (hint.nodes, hint.kind.sort_key()));
        let steps: Vec<Step> = all.iter().map(|hint| self.step(marks, grid, hint, level)).collect();
        let steps = steps.into_iter().filter(|step| has(step.technique));
        if of_level(level).except(wanted).is_empty() { rest(steps, sink) } else { each(steps, sink) }
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
    pub(super) fn hints(
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
            let mut all = simple::all(grid, simple::WantedKinds::ALL, &mut self.simple);
            all.sort_by(SimpleChain::compare);
            let hints = all.iter().map(|simple| nested_simple(grid, simple));
            (if all.is_empty() { self.memo.none() } else { distinct(hints) }, IMPLICATION_WORK)
        } else {
            let (search, implications) = self.search(level);
            search.nested_hints().work = if level == ChainLevel::Multiple { IMPLICATION_WORK } else { 0 };
            search.nested_hints().budget = budget;
            let mut all = search.all(grid, placed, level, implications);
            all.sort_by_key(|hint| (hint.nodes, hint.kind.sort_key()));
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

/// Returns the eliminations of a target.
fn eliminations(grid: &CandidateGrid, (target, on): (CandidateId, bool)) -> Vec<CandidateId> {
    let (cell, of) = parts(target);
    if on { bits(grid.cells[cell] & !(1 << of)).map(|other| id(cell, other)).collect() } else { vec![target] }
}

/// Passes the first step of each set of eliminations to the sink, except the very first step, which was passed before.
fn rest(steps: impl Iterator<Item = Step>, sink: &mut Sink<'_>) -> SearchFlow {
    let mut seen = BTreeSet::new();
    for (n, step) in steps.enumerate() {
        if seen.insert(step.eliminations) && n > 0 {
            sink(step)?;
        }
    }
    SearchFlow::Continue(())
}

/// Passes the first step of each set of eliminations to the sink.
fn each(steps: impl Iterator<Item = Step>, sink: &mut Sink<'_>) -> SearchFlow {
    let mut seen = BTreeSet::new();
    for step in steps {
        if seen.insert(step.eliminations) {
            sink(step)?;
        }
    }
    SearchFlow::Continue(())
}

/// Returns the base rating of the easiest wanted simple kind: the rating of the rule.
fn easiest(wanted: TechniqueSet) -> u16 {
    let bases = [
        (T::BidirectionalXCycle, 65),
        (T::BidirectionalYCycle, 65),
        (T::ForcingXChain, 66),
        (T::BidirectionalCycle, 70),
        (T::ForcingChain, 70),
    ];
    bases.into_iter().find(|&(technique, _)| wanted.contains(technique)).map_or(65, |(_, base)| base)
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
        (Candidates::of(digit(of), CellSet::only(cell)), None)
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
            eliminations.extend(cells.map(|cell| id(cell.index(), of)));
        }
        eliminations.sort_unstable();
    } else {
        let last = simple.path[simple.path.len() - 1];
        eliminations = self::eliminations(grid, (last.id, last.on));
    }
    let nodes = u32::try_from(simple.nodes).unwrap_or(u32::MAX);
    NestedHint { chains, assumed: Cause::None, nodes, eliminations }
}
