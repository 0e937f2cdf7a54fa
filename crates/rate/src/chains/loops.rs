//! Nice loops and alternating inference chains, with or without groups.
//!
//! ```text
//! off a ... on a     in one cell     a is there: discontinuous                     2 or more eliminations
//! off a ... off b    in one cell     b is not: discontinuous                       1
//! off a ... on b     in one cell     every weak link holds: continuous             any
//! on  a ... off a, on b              a is not: discontinuous                       1
//! off a ... on a     in two cells    one of them is a: an inference chain          2 or more
//! off a ... on b     in two cells that see each other: a is not in the one, b not in the other: likewise
//! ```
//!
//! Chains are shortest paths in the [`Tree`] of their first node. Chains that return to one of their cells do not count.
//! As HoDoKu does (B. Hobiger 2012), the chain is preferred that eliminates most, then the one whose eliminations come first, then the
//! one found first: loops that begin with a weak link before others, and loops before chains. Length decides only which of several
//! chains with the same eliminations is shown.

use super::link_graph::{self, LinkGraph, NodeId};
use super::reach::{Consequences, Reach};
use super::tree::Tree;
use crate::als::Als;
use crate::elimination_order::{ascending, elimination_order};
use crate::{
    Candidate, Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, TechniqueSet,
    peers,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Kind of a chain, by its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NiceLoopKind {
    Discontinuous,
    Continuous,
    Inference,
}

/// Negated number of eliminations, and their order: the lowest is the best.
type Rank = (i32, u32);

/// Place in the order of the search: kind of the chain, root, and place of the end in the tree of the root.
type FoundAt = (u8, NodeId, usize);

/// Best conclusion so far.
#[derive(Debug, Clone, Copy)]
struct Best {
    rank: Rank,
    technique: Technique,
    eliminations: Candidates,
    found_at: FoundAt,
    /// Length and place of the chain that is shown: the shortest, of those the one found first.
    shown: (u32, FoundAt),
}

/// The search in one state.
#[derive(Debug)]
pub(super) struct NiceLoopSearch<'a> {
    pub(super) marks: &'a Pencilmarks,
    pub(super) graph: &'a LinkGraph,
    pub(super) tree: &'a mut Tree,
    pub(super) reach: &'a mut Reach,
    pub(super) wanted: TechniqueSet,
    pub(super) grouped: bool,
}

impl NiceLoopSearch<'_> {
    /// Passes the best chain to the sink, then all others by their first nodes.
    pub(super) fn find(&mut self, sink: &mut Sink<'_>) -> SearchFlow {
        let Some(Best { shown: (_, (_, best_root, best_place)), .. }) = self.best() else {
            return SearchFlow::Continue(());
        };
        self.tree.grow(self.graph, best_root, u32::MAX);
        if let Some(step) = self.chain(best_root, best_place) {
            sink(step)?;
        }
        for root in roots(self.marks) {
            self.tree.grow(self.graph, root, u32::MAX);
            for place in 1..self.tree.len() {
                if (root, place) != (best_root, best_place)
                    && let Some(step) = self.chain(root, place)
                {
                    sink(step)?;
                }
            }
        }
        SearchFlow::Continue(())
    }

    /// The best chain.
    ///
    /// Roots that are on lead to one elimination, that of the root, so they are tried last, and only those whose elimination comes no later
    /// than the best so far. They lead to a chain only if a node that they turn off turns them off: `forced` has those for which this is
    /// known.
    fn best(&mut self) -> Option<Best> {
        let (marks, graph) = (self.marks, self.graph);
        let mut nothing_found = false;
        if !graph.is_weighted() {
            self.reach.read(graph);
            nothing_found = self.reach.nothing_found(self.wanted);
            if nothing_found && self.reach.is_unchanged() {
                return None;
            }
        }
        let (mut best, mut forced) = (None, Candidates::EMPTY);
        for (cell, digit) in candidates(marks) {
            let root = link_graph::off(cell, digit);
            if !graph.links(root).is_empty() {
                let all = self.consequences(root);
                forced.extend(digit, all.off.cells(digit) & peers(cell));
                for other in marks.candidates(cell).filter(|&other| other != digit) {
                    forced.extend(other, all.off.cells(other) & CellSet::only(cell));
                }
                if nothing_found && self.reach.is_unchanged_from(root) {
                    continue;
                }
                let most = most_from_off(marks, (cell, digit), &all);
                if most > 0 && best.is_none_or(|Best { rank: (least, _), .. }| -most <= least) {
                    self.tree.grow(graph, root, u32::MAX);
                    self.improve_off((cell, digit), &mut best);
                }
            }
        }
        if best.is_some_and(|Best { rank: (least, _), .. }| least < -1) {
            return best;
        }
        for root in graph.groups_off().filter(|&root| !graph.links(root).is_empty()) {
            let digit = graph.digit(root);
            let all = self.consequences(root);
            forced.extend(digit, all.off.cells(digit) & graph.cells(root).common_peers());
        }
        let possible = |&(cell, digit): &(Cell, Digit)| {
            graph.is_weighted()
                || forced.cells(digit).contains(cell)
                    && !(nothing_found && self.reach.is_unchanged_from(link_graph::on(cell, digit)))
        };
        let order =
            |&(cell, digit): &(Cell, Digit)| elimination_order([Candidate { cell, digit }].into_iter());
        let possible: Vec<_> = candidates(marks).filter(possible).collect();
        let keys: Vec<_> = possible.iter().map(|at| [order(at) as usize, 0, 0]).collect();
        for at in ascending(&keys).into_iter().map(|number| possible[number]) {
            if best.is_some_and(|best| (-1, order(&at)) > best.rank) {
                break;
            }
            self.tree.grow(graph, link_graph::on(at.0, at.1), u32::MAX);
            self.improve_on(at, &mut best);
        }
        if best.is_none() && !graph.is_weighted() {
            self.reach.note_nothing_found(self.wanted);
        }
        best
    }

    /// Everything that follows from a node.
    fn consequences(&mut self, root: NodeId) -> Consequences {
        if !self.graph.is_weighted() {
            return self.reach.from(self.graph, root);
        }
        self.tree.grow(self.graph, root, u32::MAX);
        self.tree.consequences(self.graph)
    }

    /// Compares the chains from a candidate that is off with the best.
    fn improve_off(&mut self, (cell, digit): (Cell, Digit), best: &mut Option<Best>) {
        let (marks, root, seen) = (self.marks, link_graph::off(cell, digit), peers(cell));
        let others = marks.places(digit) & seen;
        let on = *self.tree.on();
        if others.is_several() {
            for end in on.cells(digit).without(cell) {
                if (others & peers(end)).is_several() {
                    self.improve(root, link_graph::on(end, digit), best);
                }
            }
        }
        for other in marks.candidates(cell) {
            if on.cells(other).contains(cell) {
                self.improve(root, link_graph::on(cell, other), best);
            }
            if other != digit {
                for end in on.cells(other) & others {
                    self.improve(root, link_graph::on(end, other), best);
                }
                if self.tree.off(self.graph, other).contains(cell) {
                    self.improve(root, link_graph::off(cell, other), best);
                }
            }
        }
    }

    /// Compares the chains from a candidate that is on with the best.
    fn improve_on(&mut self, (cell, digit): (Cell, Digit), best: &mut Option<Best>) {
        let root = link_graph::on(cell, digit);
        if self.tree.off(self.graph, digit).contains(cell) {
            self.improve(root, link_graph::off(cell, digit), best);
        }
        for other in self.tree.on().digits(cell).filter(|&other| other != digit) {
            self.improve(root, link_graph::on(cell, other), best);
        }
    }

    /// Compares a chain with the best.
    fn improve(&mut self, root: NodeId, end: NodeId, best: &mut Option<Best>) {
        let Some(place) = self.tree.place(end) else { return };
        let Some((kind, most)) = self.kind(root, place) else { return };
        if best.is_some_and(|best| -most > best.rank.0) {
            return;
        }
        // The ends of a chain tell its eliminations; only a loop that is continuous must be walked for them.
        if kind != NiceLoopKind::Continuous
            && best.is_some_and(|best| rank(&self.by_ends(root, end, kind)) > best.rank)
        {
            return;
        }
        let Some((eliminations, length, technique)) = self.eliminations(root, place, kind) else { return };
        let order = if self.graph.is_on(root) { 0 } else { 1 + u8::from(kind == NiceLoopKind::Inference) };
        let found_at = (order, root, place);
        let found =
            Best { rank: rank(&eliminations), technique, eliminations, found_at, shown: (length, found_at) };
        *best = Some(best.map_or(found, |best| best.or(found)));
    }

    /// Returns the kind of the chain from the root to a place, and an upper bound of its eliminations.
    fn kind(&self, root: NodeId, place: usize) -> Option<(NiceLoopKind, i32)> {
        let (graph, end) = (self.graph, self.tree.node(place));
        if !link_graph::is_candidate(end) || self.tree.cost(place) <= 2 {
            return None;
        }
        let ends = [root, end].map(|id| (graph.is_on(id), graph.cell(id), graph.digit(id)));
        let [(root_on, root_cell, root_digit), (end_on, end_cell, end_digit)] = ends;
        let (same_cell, same_digit) = (root_cell == end_cell, root_digit == end_digit);
        match (same_cell, root_on, end_on, same_digit) {
            (true, false, true, true) => {
                let others = self.marks.candidates(root_cell).len() - 1;
                Some((NiceLoopKind::Discontinuous, i32::try_from(others).unwrap_or(0)))
            }
            (true, false, true, false) => Some((NiceLoopKind::Continuous, i32::MAX)),
            (true, false, false, false) | (true, true, false, true) | (true, true, true, false) => {
                Some((NiceLoopKind::Discontinuous, 1))
            }
            (false, false, true, true) => {
                let seen = self.marks.places(root_digit) & peers(root_cell) & peers(end_cell);
                let most = i32::try_from(seen.len()).unwrap_or(0);
                seen.is_several().then_some((NiceLoopKind::Inference, most))
            }
            (false, false, true, false) => {
                let crossed = peers(root_cell).contains(end_cell)
                    && self.marks.has(root_cell, end_digit)
                    && self.marks.has(end_cell, root_digit);
                crossed.then_some((NiceLoopKind::Inference, 2))
            }
            _ => None,
        }
    }

    /// Returns the eliminations of a chain, its length and its technique; `None` if it crosses itself, lacks the nodes that are wanted, or
    /// eliminates nothing.
    fn eliminations(
        &mut self,
        root: NodeId,
        place: usize,
        kind: NiceLoopKind,
    ) -> Option<(Candidates, u32, Technique)> {
        let graph = self.graph;
        let path = self.tree.path(place);
        let technique = technique(kind, path.iter().any(|&id| !link_graph::is_candidate(id)));
        if !self.wanted.contains(technique) || crosses_itself(graph, path, kind) {
            return None;
        }
        let length = path.iter().map(|&id| 1 + graph.set(id).map_or(0, Als::penalty)).sum();
        let eliminations = match kind {
            NiceLoopKind::Continuous => continuous(self.marks, graph, path),
            _ => self.by_ends(root, self.tree.node(place), kind),
        };
        (!eliminations.is_empty()).then_some((eliminations, length, technique))
    }

    /// Returns the eliminations of a chain that its ends tell: of all but continuous loops.
    fn by_ends(&self, root: NodeId, end: NodeId, kind: NiceLoopKind) -> Candidates {
        let (graph, marks) = (self.graph, self.marks);
        let [(cell, digit), (last, final_digit)] = [root, end].map(|id| (graph.cell(id), graph.digit(id)));
        match kind {
            NiceLoopKind::Inference if digit == final_digit => {
                Candidates::of(digit, marks.places(digit) & peers(cell) & peers(last))
            }
            NiceLoopKind::Inference => {
                let mut eliminations = Candidates::of(final_digit, CellSet::only(cell));
                eliminations.insert(last, digit);
                eliminations
            }
            _ if graph.is_on(root) => Candidates::of(digit, CellSet::only(cell)),
            _ if graph.is_on(end) => {
                let others = marks.candidates(cell) - DigitSet::only(digit);
                Candidates::within(marks, others, CellSet::only(cell))
            }
            _ => Candidates::of(final_digit, CellSet::only(cell)),
        }
    }

    /// The step from the root to a place.
    fn chain(&mut self, root: NodeId, place: usize) -> Option<Step> {
        let (kind, _) = self.kind(root, place)?;
        let (eliminations, ..) = self.eliminations(root, place, kind)?;
        let nodes = self.tree.path(place).iter().map(|&id| self.graph.node(id)).collect();
        let technique = technique(kind, self.grouped);
        Some(Step::eliminate(technique, eliminations, Reason::Chain(nodes)))
    }
}

impl Best {
    /// Returns the better of two conclusions; of equal ones, the one found first, with the shorter of their chains.
    fn or(self, other: Self) -> Self {
        let key = |best: &Self| (best.rank, best.found_at);
        let first = if key(&self) <= key(&other) { self } else { other };
        let same = (self.technique, self.eliminations) == (other.technique, other.eliminations);
        Self { shown: if same { self.shown.min(other.shown) } else { first.shown }, ..first }
    }
}

fn rank(eliminations: &Candidates) -> Rank {
    (-i32::try_from(eliminations.len()).unwrap_or(0), elimination_order(eliminations.iter()))
}

/// Returns an upper bound of the eliminations of a chain from a candidate that is off. A continuous loop may have many.
fn most_from_off(marks: &Pencilmarks, (cell, digit): (Cell, Digit), all: &Consequences) -> i32 {
    let others = marks.places(digit) & peers(cell);
    let mut most = 0;
    for other in marks.candidates(cell) {
        let on = all.on.cells(other);
        if other == digit {
            if on.contains(cell) {
                most = most.max(marks.candidates(cell).len() - 1);
            }
            for seen in on.without(cell).map(|end| others & peers(end)).filter(|seen| seen.is_several()) {
                most = most.max(seen.len());
            }
        } else {
            if on.contains(cell) && marks.candidates(cell).len() > 2 {
                return i32::MAX;
            }
            if on.meets(others) {
                most = most.max(2);
            }
            if all.off.cells(other).contains(cell) {
                most = most.max(1);
            }
        }
    }
    i32::try_from(most).unwrap_or(0)
}

/// Each candidate.
fn candidates(marks: &Pencilmarks) -> impl Iterator<Item = (Cell, Digit)> + use<'_> {
    marks.empty().flat_map(|cell| marks.candidates(cell).map(move |digit| (cell, digit)))
}

/// Each candidate, on and off.
fn roots(marks: &Pencilmarks) -> impl Iterator<Item = NodeId> + use<'_> {
    candidates(marks).flat_map(|(cell, digit)| [link_graph::on(cell, digit), link_graph::off(cell, digit)])
}

fn technique(kind: NiceLoopKind, grouped: bool) -> Technique {
    match (kind, grouped) {
        (NiceLoopKind::Discontinuous, false) => Technique::DiscontinuousNiceLoop,
        (NiceLoopKind::Continuous, false) => Technique::ContinuousNiceLoop,
        (NiceLoopKind::Inference, false) => Technique::Aic,
        (NiceLoopKind::Discontinuous, true) => Technique::GroupedDiscontinuousNiceLoop,
        (NiceLoopKind::Continuous, true) => Technique::GroupedContinuousNiceLoop,
        (NiceLoopKind::Inference, true) => Technique::GroupedAic,
    }
}

/// Returns true if a chain returns to one of its cells, except from a node in that cell. A loop may return to its first cell.
fn crosses_itself(graph: &LinkGraph, path: &[NodeId], kind: NiceLoopKind) -> bool {
    let loops = kind != NiceLoopKind::Inference;
    let first = graph.cell(path[0]);
    let count = path.len();
    if loops && (graph.cell(path[count - 2]) == first || graph.cell(path[1]) == first) {
        return true;
    }
    let mut left = CellSet::EMPTY;
    path.windows(2).any(|pair| {
        let (from, to) = (pair[0], pair[1]);
        if left.contains(graph.cell(to)) {
            return true;
        }
        if !loops || graph.cell(from) != first {
            left |= graph.cells(from).with(graph.cell(from));
        }
        false
    })
}

/// Returns the eliminations of a continuous loop: along its weak links, and in cells that it enters and leaves by strong ones.
fn continuous(marks: &Pencilmarks, graph: &LinkGraph, path: &[NodeId]) -> Candidates {
    let inside = path[..path.len() - 1].iter().fold(CellSet::EMPTY, |all, &id| all | graph.cells(id));
    let end = path[path.len() - 1];
    let mut eliminations = Candidates::EMPTY;
    let mut keep = |cell, one: Digit, other: Digit| {
        let mut digits = marks.candidates(cell);
        digits.remove(one);
        digits.remove(other);
        eliminations.union(&Candidates::within(marks, digits, CellSet::only(cell)));
    };
    keep(graph.cell(end), graph.digit(path[0]), graph.digit(end));
    let stays = |from: NodeId, to: NodeId| graph.cell(from) == graph.cell(to);
    for four in path.windows(4) {
        let through = graph.is_on(four[1])
            && !stays(four[0], four[1])
            && !graph.is_on(four[2])
            && stays(four[1], four[2])
            && graph.is_on(four[3])
            && !stays(four[2], four[3]);
        if through {
            keep(graph.cell(four[1]), graph.digit(four[1]), graph.digit(four[3]));
        }
    }
    for (n, pair) in path.windows(2).enumerate().filter(|(_, pair)| !graph.is_on(pair[1])) {
        let (from, to) = (pair[0], pair[1]);
        if stays(from, to) {
            continue;
        }
        let digit = graph.digit(to);
        let seen = graph.seen(from, digit) & graph.seen(to, digit) & marks.places(digit);
        eliminations.extend(digit, seen - inside);
        if let Some(set) = graph.set(to) {
            let next = path.get(n + 2).copied();
            eliminations.union(&locked(marks, graph, set, digit, next));
        }
    }
    eliminations
}

/// Returns the eliminations of a locked set of the loop, except the digits by which the loop enters and leaves it.
fn locked(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    set: &Als,
    entry: Digit,
    next: Option<NodeId>,
) -> Candidates {
    let mut exits = DigitSet::EMPTY;
    let mut forced = None;
    if let Some(next) = next {
        exits.insert(graph.digit(next));
        if graph.is_on(next) {
            let cell = graph.cell(next);
            exits = marks.candidates(cell) - exits;
            forced = Some(cell);
        }
    }
    let mut eliminations = Candidates::EMPTY;
    for digit in set.digits().filter(|&digit| digit != entry) {
        match forced {
            _ if !exits.contains(digit) => eliminations.extend(digit, set.seen(digit)),
            Some(cell) => eliminations.extend(digit, set.seen(digit) & peers(cell)),
            None => {}
        }
    }
    eliminations
}
