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
//! Chains are shortest ways in the [`Tree`] of their first node; those that come back to a cell of theirs do not count.
//! As HoDoKu does (B. Hobiger 2012), the chain is preferred that eliminates most, then the shortest, then the one whose
//! eliminations come first; loops go before chains, and loops that begin with a weak link before others.

use super::network::{self, Id, Network};
use super::reach::{Consequences, Reach};
use super::tree::Tree;
use crate::als::Als;
use crate::{Candidates, Cells, Found, Pencilmarks, Reason, Sink, Step, Technique, Techniques, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// What a chain comes to, by its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Discontinuous,
    Continuous,
    Inference,
}

/// A chain, and how it ranks: the lowest is the best.
#[derive(Debug, Clone, Copy)]
struct Best {
    rank: Rank,
    root: Id,
    place: usize,
}

/// Fewest missing eliminations, nodes, order of the eliminations, order of the kinds.
type Rank = (i32, u32, u32, u8);

/// The search in one state.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) marks: &'a Pencilmarks,
    pub(super) network: &'a Network,
    pub(super) tree: &'a mut Tree,
    pub(super) reach: &'a mut Reach,
    pub(super) wanted: Techniques,
    pub(super) grouped: bool,
}

impl Search<'_> {
    /// Hands over the best chain, then all others by their first nodes.
    pub(super) fn find(&mut self, sink: &mut Sink<'_>) -> Found {
        let Some(best) = self.best() else { return Found::Continue(()) };
        self.tree.grow(self.network, best.root, u32::MAX);
        if let Some(step) = self.chain(best.root, best.place) {
            sink(step)?;
        }
        for root in roots(self.marks) {
            self.tree.grow(self.network, root, u32::MAX);
            for place in 1..self.tree.len() {
                if (root, place) != (best.root, best.place)
                    && let Some(step) = self.chain(root, place)
                {
                    sink(step)?;
                }
            }
        }
        Found::Continue(())
    }

    /// The best chain.
    ///
    /// Roots that are on lead to one elimination at most, so they come last, and no deeper than the best chain so far. They
    /// lead to a chain only if one of the nodes that they put off puts them off: `forced` are those of which that is known.
    fn best(&mut self) -> Option<Best> {
        let (marks, network) = (self.marks, self.network);
        if !network.is_weighted() {
            self.reach.read(network);
        }
        let (mut best, mut forced) = (None, Candidates::EMPTY);
        for (cell, digit) in candidates(marks) {
            let root = network::off(cell, digit);
            if !network.links(root).is_empty() {
                let all = self.consequences(root);
                forced.extend(digit, all.off.cells(digit) & peers(cell));
                for other in marks.candidates(cell).filter(|&other| other != digit) {
                    forced.extend(other, all.off.cells(other) & Cells::only(cell));
                }
                let most = most_from_off(marks, (cell, digit), &all);
                if most > 0 && best.is_none_or(|Best { rank: (least, ..), .. }| -most <= least) {
                    self.tree.grow(network, root, u32::MAX);
                    self.improve_off((cell, digit), &mut best);
                }
            }
        }
        if best.is_some_and(|Best { rank: (least, ..), .. }| least < -1) {
            return best;
        }
        for root in network.groups_off().filter(|&root| !network.links(root).is_empty()) {
            let digit = network.digit(root);
            let all = self.consequences(root);
            forced.extend(digit, all.off.cells(digit) & network.cells(root).common_peers());
        }
        for (cell, digit) in candidates(marks) {
            if network.is_weighted() || forced.cells(digit).contains(cell) {
                let length = best.map_or(u32::MAX, |Best { rank: (_, length, ..), .. }| length);
                self.tree.grow(network, network::on(cell, digit), length);
                self.improve_on((cell, digit), &mut best);
            }
        }
        best
    }

    /// Everything that follows from a node.
    fn consequences(&mut self, root: Id) -> Consequences {
        if !self.network.is_weighted() {
            return self.reach.from(self.network, root);
        }
        self.tree.grow(self.network, root, u32::MAX);
        self.tree.consequences(self.network)
    }

    /// Compares the chains from a candidate that is off with the best.
    fn improve_off(&mut self, (cell, digit): (Cell, Digit), best: &mut Option<Best>) {
        let (marks, root, seen) = (self.marks, network::off(cell, digit), peers(cell));
        let others = marks.places(digit) & seen;
        let on = *self.tree.on();
        if others.is_several() {
            for end in on.cells(digit).without(cell) {
                if (others & peers(end)).is_several() {
                    self.improve(root, network::on(end, digit), best);
                }
            }
        }
        for other in marks.candidates(cell) {
            if on.cells(other).contains(cell) {
                self.improve(root, network::on(cell, other), best);
            }
            if other != digit {
                for end in on.cells(other) & others {
                    self.improve(root, network::on(end, other), best);
                }
                if self.tree.off(self.network, other).contains(cell) {
                    self.improve(root, network::off(cell, other), best);
                }
            }
        }
    }

    /// Compares the chains from a candidate that is on with the best.
    fn improve_on(&mut self, (cell, digit): (Cell, Digit), best: &mut Option<Best>) {
        let root = network::on(cell, digit);
        if self.tree.off(self.network, digit).contains(cell) {
            self.improve(root, network::off(cell, digit), best);
        }
        for other in self.tree.on().digits(cell).filter(|&other| other != digit) {
            self.improve(root, network::on(cell, other), best);
        }
    }

    /// Compares a chain with the best.
    fn improve(&mut self, root: Id, end: Id, best: &mut Option<Best>) {
        let Some(place) = self.tree.place(end) else { return };
        let Some((kind, most)) = self.kind(root, place) else { return };
        if best.is_some_and(|best| (-most, self.tree.cost(place) / 2 + 1) > (best.rank.0, best.rank.1)) {
            return;
        }
        let order = if self.network.is_on(root) { 0 } else { 1 + u8::from(kind == Kind::Inference) };
        let Some((eliminations, length)) = self.eliminations(root, place, kind) else { return };
        let rank = (-i32::try_from(eliminations.len()).unwrap_or(0), length, sum(&eliminations), order);
        let before = |best: Best| rank == best.rank && root == best.root && place < best.place;
        if best.is_none_or(|best| rank < best.rank || before(best)) {
            *best = Some(Best { rank, root, place });
        }
    }

    /// What the chain from the root to a place comes to, and how many eliminations it has at most.
    fn kind(&self, root: Id, place: usize) -> Option<(Kind, i32)> {
        let (network, end) = (self.network, self.tree.node(place));
        if !network::is_candidate(end) || self.tree.cost(place) <= 2 {
            return None;
        }
        let ends = [root, end].map(|id| (network.is_on(id), network.cell(id), network.digit(id)));
        let [(root_on, root_cell, root_digit), (end_on, end_cell, end_digit)] = ends;
        let (same_cell, same_digit) = (root_cell == end_cell, root_digit == end_digit);
        match (same_cell, root_on, end_on, same_digit) {
            (true, false, true, true) => {
                let others = self.marks.candidates(root_cell).len() - 1;
                Some((Kind::Discontinuous, i32::try_from(others).unwrap_or(0)))
            }
            (true, false, true, false) => Some((Kind::Continuous, i32::MAX)),
            (true, false, false, false) | (true, true, false, true) | (true, true, true, false) => {
                Some((Kind::Discontinuous, 1))
            }
            (false, false, true, true) => {
                let seen = self.marks.places(root_digit) & peers(root_cell) & peers(end_cell);
                let most = i32::try_from(seen.len()).unwrap_or(0);
                seen.is_several().then_some((Kind::Inference, most))
            }
            (false, false, true, false) => {
                let crossed = peers(root_cell).contains(end_cell)
                    && self.marks.has(root_cell, end_digit)
                    && self.marks.has(end_cell, root_digit);
                crossed.then_some((Kind::Inference, 2))
            }
            _ => None,
        }
    }

    /// What the chain eliminates, and its length; `None` if it crosses itself, or has not the nodes that are wanted.
    fn eliminations(&mut self, root: Id, place: usize, kind: Kind) -> Option<(Candidates, u32)> {
        let (network, marks) = (self.network, self.marks);
        let path = self.tree.path(place);
        let grouped = path.iter().any(|&id| !network::is_candidate(id));
        if !self.wanted.contains(technique(kind, grouped)) || crosses_itself(network, path, kind) {
            return None;
        }
        let end = path[path.len() - 1];
        let (cell, digit) = (network.cell(root), network.digit(root));
        let (last, final_digit) = (network.cell(end), network.digit(end));
        let mut eliminations = Candidates::EMPTY;
        match kind {
            Kind::Continuous => eliminations = continuous(marks, network, path),
            Kind::Inference if digit == final_digit => {
                eliminations.extend(digit, marks.places(digit) & peers(cell) & peers(last));
            }
            Kind::Inference => {
                eliminations.insert(cell, final_digit);
                eliminations.insert(last, digit);
            }
            Kind::Discontinuous if network.is_on(root) => eliminations.insert(cell, digit),
            Kind::Discontinuous if network.is_on(end) => {
                let others = marks.candidates(cell) - DigitSet::only(digit);
                eliminations = Candidates::within(marks, others, Cells::only(cell));
            }
            Kind::Discontinuous => eliminations.insert(cell, final_digit),
        }
        let length = path.iter().map(|&id| 1 + network.set(id).map_or(0, Als::penalty)).sum();
        (!eliminations.is_empty()).then_some((eliminations, length))
    }

    /// The step from the root to a place.
    fn chain(&mut self, root: Id, place: usize) -> Option<Step> {
        let (kind, _) = self.kind(root, place)?;
        let (eliminations, _) = self.eliminations(root, place, kind)?;
        let nodes = self.tree.path(place).iter().map(|&id| self.network.node(id)).collect();
        let technique = technique(kind, self.grouped);
        Some(Step::eliminate(technique, eliminations, Reason::Chain(nodes)))
    }
}

/// How many eliminations a chain from a candidate that is off has at most, by what follows from it; many from a continuous loop.
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
fn roots(marks: &Pencilmarks) -> impl Iterator<Item = Id> + use<'_> {
    candidates(marks).flat_map(|(cell, digit)| [network::on(cell, digit), network::off(cell, digit)])
}

fn technique(kind: Kind, grouped: bool) -> Technique {
    match (kind, grouped) {
        (Kind::Discontinuous, false) => Technique::DiscontinuousNiceLoop,
        (Kind::Continuous, false) => Technique::ContinuousNiceLoop,
        (Kind::Inference, false) => Technique::Aic,
        (Kind::Discontinuous, true) => Technique::GroupedDiscontinuousNiceLoop,
        (Kind::Continuous, true) => Technique::GroupedContinuousNiceLoop,
        (Kind::Inference, true) => Technique::GroupedAic,
    }
}

/// The order of eliminations: earlier cells first, the later ones weighing more.
pub(crate) fn sum(eliminations: &Candidates) -> u32 {
    let weighed = eliminations.iter().zip((1..).step_by(80));
    #[expect(clippy::cast_possible_truncation, reason = "below 81")]
    let cell = |cell: Cell| cell.index() as u32;
    weighed.map(|(at, weight)| cell(at.cell) * weight + u32::from(at.digit.value())).sum()
}

/// Whether a chain comes back to one of its cells, other than from a node in the cell; a loop may come back to its first.
fn crosses_itself(network: &Network, path: &[Id], kind: Kind) -> bool {
    let loops = kind != Kind::Inference;
    let first = network.cell(path[0]);
    let count = path.len();
    if loops && (network.cell(path[count - 2]) == first || network.cell(path[1]) == first) {
        return true;
    }
    let mut left = Cells::EMPTY;
    path.windows(2).any(|pair| {
        let (from, to) = (pair[0], pair[1]);
        if left.contains(network.cell(to)) {
            return true;
        }
        if !loops || network.cell(from) != first {
            left |= network.cells(from).with(network.cell(from));
        }
        false
    })
}

/// What a continuous loop takes away: along its weak links, and in cells that it enters and leaves by strong ones.
fn continuous(marks: &Pencilmarks, network: &Network, path: &[Id]) -> Candidates {
    let inside = path[..path.len() - 1].iter().fold(Cells::EMPTY, |all, &id| all | network.cells(id));
    let end = path[path.len() - 1];
    let mut eliminations = Candidates::EMPTY;
    let mut keep = |cell, one: Digit, other: Digit| {
        let mut digits = marks.candidates(cell);
        digits.remove(one);
        digits.remove(other);
        eliminations.union(&Candidates::within(marks, digits, Cells::only(cell)));
    };
    keep(network.cell(end), network.digit(path[0]), network.digit(end));
    let stays = |from: Id, to: Id| network.cell(from) == network.cell(to);
    for four in path.windows(4) {
        let through = network.is_on(four[1])
            && !stays(four[0], four[1])
            && !network.is_on(four[2])
            && stays(four[1], four[2])
            && network.is_on(four[3])
            && !stays(four[2], four[3]);
        if through {
            keep(network.cell(four[1]), network.digit(four[1]), network.digit(four[3]));
        }
    }
    for (n, pair) in path.windows(2).enumerate().filter(|(_, pair)| !network.is_on(pair[1])) {
        let (from, to) = (pair[0], pair[1]);
        if stays(from, to) {
            continue;
        }
        let digit = network.digit(to);
        let seen = network.seen(from, digit) & network.seen(to, digit) & marks.places(digit);
        eliminations.extend(digit, seen - inside);
        if let Some(set) = network.set(to) {
            let next = path.get(n + 2).copied();
            eliminations.union(&locked(marks, network, set, digit, next));
        }
    }
    eliminations
}

/// What a locked set of the loop takes away, but for the digits by which the loop enters and leaves it.
fn locked(marks: &Pencilmarks, network: &Network, set: &Als, entry: Digit, next: Option<Id>) -> Candidates {
    let mut exits = DigitSet::EMPTY;
    let mut forced = None;
    if let Some(next) = next {
        exits.insert(network.digit(next));
        if network.is_on(next) {
            let cell = network.cell(next);
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
