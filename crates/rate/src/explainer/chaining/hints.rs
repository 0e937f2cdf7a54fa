//! From chains to steps.

use super::{
    advanced::Frame,
    closure::Cause,
    colours::Colours,
    grid::{Grid, Name, bits, digit, name, parts},
    multiple::Hint,
    nested::{Hints, Memory, Nested},
    rating::{Kind, Level, Links, length, tenths},
    search::Search,
    simple::{self, Simple},
    trace::{Link, Path, cycle_eliminations},
};
use crate::{
    Candidate, Candidates, Cells, Forcing, Found, Node, Pencilmarks, Reason, Sink, Step, Technique as T,
    Techniques,
};
use gridmill_board::{Cell, DigitSet};
use std::{collections::BTreeSet, sync::Arc};

/// What a search by colours counts as, for simple chains or for static chains before any is followed.
const COLOURS_WORK: u64 = 1000;

/// All that is looked for here.
pub(in super::super) const TECHNIQUES: Techniques = Techniques::only(T::BidirectionalXCycle)
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

/// What the search keeps.
#[derive(Debug, Default)]
pub(crate) struct Chaining {
    simple: simple::Scratch,
    /// For contradictions of one digit and static chains; for dynamic chains.
    search: Search,
    dynamic: Search,
    memory: Memory,
    /// How much work the searches for a puzzle may take, in nodes, if they have a limit.
    pub(crate) budget: Option<u64>,
    /// The work since the puzzle began.
    pub(crate) work: u64,
    /// Whether a search ended because it took too much work.
    pub(crate) gave_up: bool,
}

/// The levels, in the order in which they are looked for.
pub(super) const LEVELS: [Level; 9] = [
    Level::Simple,
    Level::Nishio,
    Level::Multiple,
    Level::Dynamic(0),
    Level::Dynamic(1),
    Level::Dynamic(2),
    Level::Dynamic(3),
    Level::Dynamic(4),
    Level::Dynamic(5),
];

/// The technique of a kind at a level.
pub(super) fn technique(kind: Kind, level: Level) -> T {
    match (level, kind) {
        (_, Kind::Cycle(Links::X)) => T::BidirectionalXCycle,
        (_, Kind::Cycle(Links::Y)) => T::BidirectionalYCycle,
        (_, Kind::Cycle(Links::Xy)) => T::BidirectionalCycle,
        (_, Kind::Forcing(Links::X)) => T::ForcingXChain,
        (_, Kind::Forcing(_)) => T::ForcingChain,
        (Level::Simple | Level::Nishio, _) => T::NishioForcingChains,
        (Level::Multiple, Kind::Cell) => T::CellForcingChains,
        (Level::Multiple, _) => T::RegionForcingChains,
        (Level::Dynamic(0), Kind::Double) => T::DynamicDouble,
        (Level::Dynamic(0), Kind::Contradiction) => T::DynamicContradiction,
        (Level::Dynamic(0), Kind::Cell) => T::DynamicCell,
        (Level::Dynamic(0), Kind::House) => T::DynamicRegion,
        (Level::Dynamic(1), Kind::Double) => T::DynamicPlusDouble,
        (Level::Dynamic(1), Kind::Contradiction) => T::DynamicPlusContradiction,
        (Level::Dynamic(1), Kind::Cell) => T::DynamicPlusCell,
        (Level::Dynamic(1), Kind::House) => T::DynamicPlusRegion,
        (Level::Dynamic(2), _) => T::NestedForcing,
        (Level::Dynamic(3), _) => T::NestedMultiple,
        (Level::Dynamic(4), _) => T::NestedDynamic,
        (Level::Dynamic(_), _) => T::NestedNested,
    }
}

/// Which techniques a level has.
fn of_level(level: Level) -> Techniques {
    let kinds = [
        Kind::Cycle(Links::X),
        Kind::Cycle(Links::Y),
        Kind::Cycle(Links::Xy),
        Kind::Forcing(Links::X),
        Kind::Forcing(Links::Xy),
        Kind::Double,
        Kind::Contradiction,
        Kind::Cell,
        Kind::House,
    ];
    let of = |kind: &Kind| matches!(kind, Kind::Cycle(_) | Kind::Forcing(_)) == (level == Level::Simple);
    kinds.into_iter().filter(of).map(|kind| technique(kind, level)).collect()
}

/// Finds chains.
pub(in super::super) fn find(
    marks: &Pencilmarks,
    wanted: Techniques,
    chaining: &mut Chaining,
    sink: &mut Sink<'_>,
) -> Found {
    let (grid, frame) = (Grid::of(marks), Frame::of(marks));
    for level in LEVELS.into_iter().filter(|&level| of_level(level).meets(wanted)) {
        let found = chaining.find(marks, (&grid, &frame), level, wanted, sink);
        chaining.work += chaining.search(level).0.nests.work;
        found?;
    }
    Found::Continue(())
}

impl Chaining {
    /// Begins a puzzle: nothing is carried over, so that its work is the same whatever came before.
    pub(crate) fn begin(&mut self, budget: Option<u64>) {
        (self.budget, self.work, self.gave_up) = (budget, 0, false);
        self.search.forget();
        self.dynamic.forget();
    }

    fn find(
        &mut self,
        marks: &Pencilmarks,
        (grid, frame): (&Grid, &Frame),
        level: Level,
        wanted: Techniques,
        sink: &mut Sink<'_>,
    ) -> Found {
        let budget = self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(self.work));
        self.search(level).0.nests.work = 0;
        let has = |technique| wanted.contains(technique);
        if level == Level::Simple {
            let kinds = simple::Wanted {
                cycles: [T::BidirectionalXCycle, T::BidirectionalYCycle, T::BidirectionalCycle].map(has),
                chains: [T::ForcingXChain, T::ForcingChain].map(has),
            };
            let Some(first) = simple::first(grid, kinds, &mut self.simple) else {
                return Found::Continue(());
            };
            let base = easiest(wanted);
            sink(simple_step(marks, grid, &first, base))?;
            let mut all = simple::all(grid, kinds, &mut self.simple);
            all.sort_by(Simple::compare);
            let steps = all.iter().map(|simple| simple_step(marks, grid, simple, base));
            return rest(steps, sink);
        }
        self.dynamic.carries = true;
        let (search, colours) = self.search(level);
        search.nests.budget = budget;
        let first = search.first(grid, frame, level, colours);
        if !search.nests.within_budget() {
            self.gave_up = true;
            return Found::Continue(());
        }
        let Some(first) = first else { return Found::Continue(()) };
        let step = self.step(marks, grid, &first, level);
        // Where not all kinds of a level are wanted, the first may be of another.
        if has(step.technique) && of_level(level).except(wanted).is_empty() {
            sink(step)?;
        }
        let (search, colours) = self.search(level);
        let mut all = search.all(grid, frame, level, colours);
        all.sort_by_key(|hint| (hint.nodes, hint.kind.sort_key()));
        let steps: Vec<Step> = all.iter().map(|hint| self.step(marks, grid, hint, level)).collect();
        let steps = steps.into_iter().filter(|step| has(step.technique));
        if of_level(level).except(wanted).is_empty() { rest(steps, sink) } else { each(steps, sink) }
    }

    /// What a level is searched with.
    fn search(&mut self, level: Level) -> (&mut Search, &mut Colours) {
        let search = if level.is_layered() { &mut self.dynamic } else { &mut self.search };
        (search, &mut self.simple.colours)
    }

    fn step(&mut self, marks: &Pencilmarks, grid: &Grid, hint: &Hint, level: Level) -> Step {
        let rating = level.base() + length(hint.nodes as usize);
        let extra = tenths(rating) - tenths(level.base());
        let kind = match hint.kind {
            Kind::Double => Forcing::Double,
            Kind::Cell => Forcing::Cell,
            Kind::House => Forcing::House,
            _ => Forcing::Contradiction,
        };
        let nodes = |chain: Vec<(Name, bool)>| chain.into_iter().map(|(name, on)| node(name, on)).collect();
        let chains = self.search(level).0.told(hint).into_iter().map(nodes).collect();
        let reason = Reason::Forcing { kind, chains, nodes: hint.nodes };
        let (eliminations, placement) = effect(marks, grid, hint.target);
        Step { technique: technique(hint.kind, level), placement, eliminations, extra, reason }
    }

    /// All hints of a level, sorted; of those that take away the same, the first. And the work that it was.
    pub(super) fn hints(&mut self, grid: &Grid, frame: &Frame, level: Level, budget: u64) -> (Hints, u64) {
        if let Some(known) = self.memory.get(grid, frame, level) {
            return known;
        }
        let (hints, work) = if level == Level::Simple {
            let mut all = simple::all(grid, simple::Wanted::ALL, &mut self.simple);
            all.sort_by(Simple::compare);
            (distinct(all.iter().map(|simple| nested_simple(grid, simple))), COLOURS_WORK)
        } else {
            let (search, colours) = self.search(level);
            search.nests.work = if level == Level::Multiple { COLOURS_WORK } else { 0 };
            search.nests.budget = budget;
            let mut all = search.all(grid, frame, level, colours);
            all.sort_by_key(|hint| (hint.nodes, hint.kind.sort_key()));
            let mut seen = BTreeSet::new();
            let all = all.iter().filter(|hint| seen.insert(eliminations(grid, hint.target)));
            let hints = all.map(|hint| Arc::new(search.nested(hint, eliminations(grid, hint.target))));
            (hints.collect(), search.nests.work)
        };
        if work <= budget {
            self.memory.put(grid, frame, level, &hints, work);
        }
        (hints, work)
    }
}

/// Of hints that take away the same, the first.
fn distinct(hints: impl Iterator<Item = Nested>) -> Hints {
    let mut seen = BTreeSet::new();
    hints.filter(|hint| seen.insert(hint.eliminations.clone())).map(Arc::new).collect()
}

/// What an end takes away.
fn eliminations(grid: &Grid, (target, on): (Name, bool)) -> Vec<Name> {
    let (cell, of) = parts(target);
    if on {
        bits(grid.cells[cell] & !(1 << of)).map(|other| name(cell, other)).collect()
    } else {
        vec![target]
    }
}

/// Hands over all but the first, and of those that take away the same the first.
fn rest(steps: impl Iterator<Item = Step>, sink: &mut Sink<'_>) -> Found {
    let mut seen = BTreeSet::new();
    for (n, step) in steps.enumerate() {
        if seen.insert(step.eliminations) && n > 0 {
            sink(step)?;
        }
    }
    Found::Continue(())
}

/// Hands over of those that take away the same the first.
fn each(steps: impl Iterator<Item = Step>, sink: &mut Sink<'_>) -> Found {
    let mut seen = BTreeSet::new();
    for step in steps {
        if seen.insert(step.eliminations) {
            sink(step)?;
        }
    }
    Found::Continue(())
}

/// The base of the easiest of the wanted simple kinds, from which a rule's rating counts.
fn easiest(wanted: Techniques) -> u16 {
    let bases = [
        (T::BidirectionalXCycle, 65),
        (T::BidirectionalYCycle, 65),
        (T::ForcingXChain, 66),
        (T::BidirectionalCycle, 70),
        (T::ForcingChain, 70),
    ];
    bases.into_iter().find(|&(technique, _)| wanted.contains(technique)).map_or(65, |(_, base)| base)
}

fn node(name: Name, on: bool) -> Node {
    let (cell, of) = parts(name);
    Node { cells: Cells::only(Cell::new(cell)), digit: digit(of), on }
}

/// What an end comes to: its digit goes, or is placed.
fn effect(marks: &Pencilmarks, grid: &Grid, (target, on): (Name, bool)) -> (Candidates, Option<Candidate>) {
    let (at, of) = parts(target);
    let cell = Cell::new(at);
    if on {
        let others = DigitSet::from_bits(u32::from(grid.cells[at])) - DigitSet::only(digit(of));
        (Candidates::within(marks, others, Cells::only(cell)), Some(Candidate { cell, digit: digit(of) }))
    } else {
        (Candidates::of(digit(of), Cells::only(cell)), None)
    }
}

fn simple_step(marks: &Pencilmarks, grid: &Grid, simple: &Simple, base: u16) -> Step {
    let last = simple.path[simple.path.len() - 1];
    let (eliminations, placement) = if matches!(simple.kind, Kind::Cycle(_)) {
        let mut eliminations = Candidates::EMPTY;
        for (of, cells) in cycle_eliminations(grid, &simple.path).into_iter().enumerate() {
            eliminations.extend(digit(of), cells);
        }
        (eliminations, None)
    } else {
        effect(marks, grid, (last.name, last.on))
    };
    let reason = Reason::Chain(simple.path.iter().map(|link| node(link.name, link.on)).collect());
    let extra = tenths(simple.rating) - base;
    Step { technique: technique(simple.kind, Level::Simple), placement, eliminations, extra, reason }
}

const fn cause(link: Link) -> Cause {
    match link.by {
        None => Cause::None,
        Some(0) => Cause::Cell,
        Some(house) => Cause::House(house - 1),
    }
}

/// A cycle or chain as one within others: a cycle also the other way round, where each node keeps the cause that it had.
fn nested_simple(grid: &Grid, simple: &Simple) -> Nested {
    let forward =
        |path: &Path| path.iter().rev().map(|link| (link.name, link.on, cause(*link))).collect::<Vec<_>>();
    let mut chains = vec![forward(&simple.path)];
    let mut eliminations = Vec::new();
    if matches!(simple.kind, Kind::Cycle(_)) {
        // The start equals the end, so each chain has it once: at its own end.
        chains[0].pop();
        let backward = simple.path.iter().map(|link| (link.name, !link.on, cause(*link)));
        chains.push(backward.take(simple.path.len() - 1).collect());
        let gone = cycle_eliminations(grid, &simple.path);
        for (of, cells) in gone.into_iter().enumerate() {
            eliminations.extend(cells.map(|cell| name(cell.index(), of)));
        }
        eliminations.sort_unstable();
    } else {
        let last = simple.path[simple.path.len() - 1];
        eliminations = self::eliminations(grid, (last.name, last.on));
    }
    let nodes = u32::try_from(simple.nodes).unwrap_or(u32::MAX);
    Nested { chains, assumed: Cause::None, nodes, eliminations }
}
