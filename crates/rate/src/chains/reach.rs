//! Reachability: which nodes follow from a node, without the paths. Most nodes lead to no conclusion and need no
//! `Tree`.
//!
//! ```text
//! on y -weak-> off z -strong-> on x       bit x of row y, for all z at once
//! ```
//!
//! Closures are kept from step to step. One is unchanged if the rows of all its nodes are.

use super::{
    Tree,
    link_graph::{self, LinkGraph, NodeId, Nodes},
};
use crate::{
    Candidate, Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, TechniqueSet,
    als::Als,
    candidates::{ascending, bits, elimination_order},
    peers,
    pencilmarks::KEPT,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Relation between nodes that are on: one follows from the other by one weak link and one strong link. Closures of nodes are kept: many
/// roots lead to the same few.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// Version of the graph that was read, and its places.
    version: (Option<Nodes>, u32),
    places: [CellSet; 9],
    /// The nodes that a strong link leads to, or led to in an earlier state.
    ends: Vec<StrongTarget>,
    /// Index of a node in `ends`, by id.
    numbers: Vec<u16>,
    words: usize,
    /// The nodes that follow from each node that is off, by [`off_row`].
    off_rows: Vec<u64>,
    /// The candidates whose row is not empty.
    active: [CellSet; 9],
    /// The groups of each digit.
    groups: [Vec<(NodeId, CellSet)>; 9],
    /// The nodes that follow from each node directly.
    direct: Vec<u64>,
    /// All that follow, and the node itself, if its closure is known.
    rows: Vec<u64>,
    /// Nodes with a known closure.
    known: Vec<u64>,
    /// Candidates that follow from the nodes with a known closure.
    closed: Vec<Consequences>,
    /// Differences from the state in which nothing was found.
    since: Changes,
    /// The techniques that were searched there.
    nothing_found: Option<TechniqueSet>,
    changed: Vec<u64>,
    /// The nodes that follow from a node, and those of them whose consequences are among these, too.
    found: Vec<u64>,
    done: Vec<u64>,
    added: Vec<u64>,
}

/// Differences from an earlier state.
#[derive(Debug, Default)]
struct Changes {
    /// Nodes whose closures may differ.
    closures: Vec<u64>,
    /// Candidates that lead to other nodes if they are off, or are gone and did lead to some.
    candidates: Candidates,
    /// Digits with other groups, or with groups that lead to other nodes.
    groups: DigitSet,
}

/// A node that is on.
#[derive(Debug, Clone, Copy)]
struct StrongTarget {
    digit: Digit,
    /// Cell; empty for a group.
    cell: CellSet,
    /// Places of its digit that it turns off.
    seen: CellSet,
    id: NodeId,
}

/// Candidates that follow from a node.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Consequences {
    pub(crate) on: Candidates,
    pub(crate) off: Candidates,
}

/// The number of a node that no strong link leads to.
const NONE: u16 = u16::MAX;

/// Rows of nodes that are off: candidates and groups.
const OFF_ROWS: usize = link_graph::CANDIDATES + link_graph::ALL_GROUPS;

#[inline]
fn off_row(id: NodeId) -> usize {
    if link_graph::is_candidate(id) {
        link_graph::opposite(id) as usize
    } else {
        link_graph::CANDIDATES + link_graph::group_number(id)
    }
}

impl Reach {
    /// Reads the links of a graph in which all count the same, unless they are known.
    pub(crate) fn read(&mut self, graph: &LinkGraph) {
        if self.version == graph.version() {
            return;
        }
        let places = self.places.iter().zip(&graph.places);
        let follows =
            KEPT && self.version.0 == graph.version().0 && self.version.1 < graph.version().1 && { places }
                .all(|(before, now)| now.is_within(*before));
        let is_built = |&digit: &Digit| graph.built(digit) > self.version.1;
        let mut digits = DigitSet::full(9);
        if follows {
            digits = digits.iter().filter(is_built).collect();
            self.number_ends(graph, digits);
        }
        if !follows || self.ends.len() > 64 * self.words {
            digits = DigitSet::full(9);
            self.reset(graph);
        }
        self.version = graph.version();
        let touched = self.read_off_rows(graph, digits);
        self.read_direct(graph, digits, touched);
        if KEPT {
            self.forget(graph);
        }
        self.places = graph.places;
    }

    /// Clears everything and makes room for more nodes.
    fn reset(&mut self, graph: &LinkGraph) {
        self.places = graph.places;
        self.ends.clear();
        self.numbers.clear();
        self.numbers.resize(graph.len(), NONE);
        self.number_ends(graph, DigitSet::full(9));
        self.words = self.ends.len() / 64 + 1;
        self.active = [CellSet::EMPTY; 9];
        self.groups.iter_mut().for_each(Vec::clear);
        self.off_rows.clear();
        self.off_rows.resize(OFF_ROWS * self.words, 0);
        self.direct.clear();
        self.rows.clear();
        for rows in [&mut self.known, &mut self.changed, &mut self.since.closures] {
            rows.clear();
            rows.resize(self.words, 0);
        }
        self.nothing_found = None;
    }

    /// Numbers the nodes that strong links of some digits lead to.
    fn number_ends(&mut self, graph: &LinkGraph, digits: DigitSet) {
        for digit in digits {
            let candidates = graph.places[digit.index()].iter().map(|cell| link_graph::off(cell, digit));
            for off in candidates.chain(graph.groups_of(digit).map(|on| on + 1)) {
                graph.links(off).iter().for_each(|&to| self.number(graph, to));
            }
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
    fn number(&mut self, graph: &LinkGraph, id: NodeId) {
        if self.numbers[id as usize] == NONE {
            self.numbers[id as usize] = self.ends.len() as u16;
            let cell =
                if link_graph::is_candidate(id) { CellSet::only(graph.cell(id)) } else { CellSet::EMPTY };
            self.ends.push(StrongTarget { digit: graph.digit(id), cell, seen: CellSet::EMPTY, id });
        }
    }

    /// Reads the nodes that follow from candidates and groups of some digits that are off. Returns the cells of candidates with a change.
    fn read_off_rows(&mut self, graph: &LinkGraph, digits: DigitSet) -> CellSet {
        let mut touched = CellSet::EMPTY;
        for digit in digits {
            for cell in self.places[digit.index()] {
                if self.read_off_row(graph, link_graph::off(cell, digit)) {
                    touched = touched.with(cell);
                    self.since.candidates.insert(cell, digit);
                    let is_active = !graph.links(link_graph::off(cell, digit)).is_empty();
                    let active = &mut self.active[digit.index()];
                    *active = if is_active { active.with(cell) } else { active.without(cell) };
                }
            }
            if graph.has_groups() {
                let now: Vec<_> = graph.groups_of(digit).map(|id| (id, graph.cells(id))).collect();
                let before = std::mem::take(&mut self.groups[digit.index()]);
                let mut is_changed = now != before;
                for (id, _) in before.iter().chain(&now) {
                    is_changed |= self.read_off_row(graph, id + 1);
                }
                if is_changed {
                    self.since.groups |= DigitSet::only(digit);
                }
                self.groups[digit.index()] = now;
            }
        }
        touched
    }

    /// Reads the nodes that follow from a node that is off. Returns true if they have changed.
    fn read_off_row(&mut self, graph: &LinkGraph, id: NodeId) -> bool {
        self.found.clear();
        self.found.resize(self.words, 0);
        for &to in graph.links(id) {
            let number = usize::from(self.numbers[to as usize]);
            self.found[number / 64] |= 1 << (number % 64);
        }
        let row = &mut self.off_rows[off_row(id) * self.words..][..self.words];
        let is_changed = *row != *self.found;
        row.copy_from_slice(&self.found);
        is_changed
    }

    /// Reads the nodes that follow directly from those of some digits, or in some cells. Notes which have changed.
    fn read_direct(&mut self, graph: &LinkGraph, digits: DigitSet, touched: CellSet) {
        let (words, known) = (self.words, self.direct.len() / self.words);
        self.changed.fill(0);
        self.direct.resize(self.ends.len() * words, 0);
        self.rows.resize(self.ends.len() * words, 0);
        self.closed.resize(self.closed.len().max(self.ends.len()), Consequences::default());
        for n in 0..self.ends.len() {
            let StrongTarget { digit, cell, seen, id } = self.ends[n];
            if !digits.contains(digit) && !cell.meets(touched) && n < known {
                continue;
            }
            let places = graph.places[digit.index()];
            let now = if !cell.is_within(places) || graph.cells(id).is_empty() {
                CellSet::EMPTY
            } else {
                graph.cells(id).common_peers() & places
            };
            self.ends[n].seen = now;
            let mut row = std::mem::take(&mut self.found);
            self.add_direct(graph, id, &mut row);
            let direct = &mut self.direct[n * words..][..words];
            if *direct != *row || !now.is_within(seen) || n >= known {
                direct.copy_from_slice(&row);
                self.changed[n / 64] |= 1 << (n % 64);
            }
            self.found = row;
        }
    }

    /// Fills a row with the nodes that follow directly from a node that is on.
    fn add_direct(&self, graph: &LinkGraph, id: NodeId, row: &mut Vec<u64>) {
        row.clear();
        row.resize(self.words, 0);
        put_off(graph, &self.active, id, |off| {
            let from = &self.off_rows[off_row(off) * self.words..][..self.words];
            row.iter_mut().zip(from).for_each(|(row, from)| *row |= from);
        });
    }

    /// Forgets the closures with a node that has changed.
    fn forget(&mut self, graph: &LinkGraph) {
        let words = self.words;
        let before = self.places;
        let is_less = |digit: &Digit| before[digit.index()] != graph.places[digit.index()];
        let less: DigitSet = DigitSet::full(9).iter().filter(is_less).collect();
        for n in 0..self.ends.len() {
            let (word, bit) = (n / 64, 1 << (n % 64));
            let mut row = self.rows[n * words..][..words].iter().zip(&self.changed);
            if self.known[word] & bit == 0 || row.any(|(row, changed)| row & changed != 0) {
                self.known[word] &= !bit;
                self.since.closures[word] |= bit;
            } else {
                for digit in less {
                    self.closed[n].off.restrict(digit, graph.places[digit.index()]);
                }
            }
        }
    }

    /// Records that a search for some techniques found nothing.
    fn note_nothing_found(&mut self, requested: TechniqueSet) {
        self.nothing_found = Some(requested);
        self.since.closures.fill(0);
        self.since.candidates = Candidates::EMPTY;
        self.since.groups = DigitSet::EMPTY;
    }

    /// Returns true if a search for these techniques found nothing in the last state for which this was noted.
    pub(crate) fn nothing_found(&self, requested: TechniqueSet) -> bool {
        KEPT && self.nothing_found == Some(requested)
    }

    /// Returns true if all links are those of the last state in which nothing was found, except links from and to candidates that led
    /// nowhere.
    pub(crate) fn is_unchanged(&self) -> bool {
        let Changes { closures, candidates, groups } = &self.since;
        candidates.is_empty() && groups.is_empty() && closures.iter().all(|&word| word == 0)
    }

    /// Returns true if the same follows from a candidate as in the last state in which nothing was found; false if this is not known.
    fn is_unchanged_from(&self, root: NodeId) -> bool {
        let (cell, digit) = link_graph::candidate(root);
        if link_graph::is_on_candidate(root) {
            let number = self.numbers[root as usize];
            return number != NONE && self.since.closures[usize::from(number) / 64] >> (number % 64) & 1 == 0;
        }
        let row = &self.off_rows[off_row(root) * self.words..][..self.words];
        !self.since.candidates.cells(digit).contains(cell)
            && row.iter().zip(&self.since.closures).all(|(row, changed)| row & changed == 0)
    }

    /// Returns everything that follows from a node, the node itself included.
    pub(crate) fn from(&mut self, graph: &LinkGraph, root: NodeId) -> Consequences {
        let mut all = Consequences::default();
        if let Some(&number) = self.numbers.get(root as usize).filter(|&&number| number != NONE) {
            self.close(graph, number.into());
            return self.closed[usize::from(number)];
        }
        if link_graph::is_candidate(root) {
            let (cell, digit) = link_graph::candidate(root);
            if graph.is_on(root) {
                all.on.insert(cell, digit);
                all.off.extend(digit, graph.places[digit.index()] & peers(cell));
                all.put_off_in_cells(graph);
            } else {
                all.off.insert(cell, digit);
            }
        }
        // The nodes that follow, and the closures that were added: a node among them adds nothing.
        let [mut row, mut added] = [&mut self.done, &mut self.added].map(std::mem::take);
        if graph.is_on(root) {
            self.add_direct(graph, root, &mut row);
        } else {
            row.clear();
            row.extend_from_slice(&self.off_rows[off_row(root) * self.words..][..self.words]);
        }
        added.clear();
        added.resize(self.words, 0);
        for (word, &nodes) in row.iter().enumerate() {
            for bit in bits(nodes) {
                if added[word] >> bit & 1 == 0 {
                    let number = 64 * word + bit;
                    self.close(graph, number);
                    let row = &self.rows[number * self.words..][..self.words];
                    added.iter_mut().zip(row).for_each(|(added, row)| *added |= row);
                    all.extend(&self.closed[number]);
                }
            }
        }
        (self.done, self.added) = (row, added);
        all
    }

    /// Finds everything that follows from a node that is on, unless it is known.
    fn close(&mut self, graph: &LinkGraph, number: usize) {
        let words = self.words;
        let bit = |number: usize| 1 << (number % 64);
        if self.known[number / 64] & bit(number) != 0 {
            return;
        }
        let Self { ends, direct, rows, known, closed, found, done, .. } = self;
        found.clear();
        found.extend_from_slice(&direct[number * words..][..words]);
        found[number / 64] |= bit(number);
        done.clear();
        done.resize(words, 0);
        let mut all = Consequences::default();
        loop {
            // Known closures first, which hold most of the rest.
            let (mut next, mut is_known) = (None, false);
            for (word, ((found, done), known)) in found.iter().zip(&*done).zip(&*known).enumerate() {
                let new = found & !done;
                let closed = new & known;
                if closed != 0 {
                    (next, is_known) = (Some(64 * word + closed.trailing_zeros() as usize), true);
                    break;
                }
                if new != 0 && next.is_none() {
                    next = Some(64 * word + new.trailing_zeros() as usize);
                }
            }
            let Some(next) = next else { break };
            let row = &(if is_known { &*rows } else { &*direct })[next * words..][..words];
            found.iter_mut().zip(row).for_each(|(found, row)| *found |= row);
            if is_known {
                done.iter_mut().zip(row).for_each(|(done, row)| *done |= row);
                all.extend(&closed[next]);
            } else {
                done[next / 64] |= bit(next);
                let StrongTarget { digit, cell, seen, .. } = ends[next];
                all.on.extend(digit, cell);
                all.off.extend(digit, seen);
            }
        }
        all.put_off_in_cells(graph);
        closed[number] = all;
        rows[number * words..][..words].copy_from_slice(found);
        known[number / 64] |= bit(number);
    }
}

impl Consequences {
    /// Adds candidates that follow, too.
    pub(crate) fn extend(&mut self, other: &Self) {
        self.on.union(&other.on);
        self.off.union(&other.off);
    }

    /// Turns off the other candidates in the cells of nodes that are on.
    fn put_off_in_cells(&mut self, graph: &LinkGraph) {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for digit in DigitSet::full(9) {
            twice |= once & self.on.cells(digit);
            once |= self.on.cells(digit);
        }
        for digit in DigitSet::full(9) {
            let off = (once - self.on.cells(digit)) | twice;
            self.off.extend(digit, off & graph.places[digit.index()]);
        }
    }
}

/// Returns the nodes that a node turns off and that a strong link leads from.
#[inline]
fn put_off(graph: &LinkGraph, active: &[CellSet; 9], id: NodeId, mut see: impl FnMut(NodeId)) {
    if link_graph::is_on_candidate(id) {
        let (cell, digit) = link_graph::candidate(id);
        for peer in active[digit.index()] & peers(cell) {
            see(link_graph::off(peer, digit));
        }
        for other in graph.digits[cell.index()].iter().filter(|&other| other != digit) {
            if active[other.index()].contains(cell) {
                see(link_graph::off(cell, other));
            }
        }
    }
    if graph.has_groups() {
        graph.links(id).iter().for_each(|&off| see(off));
    }
}

// Nice loops and alternating inference chains, with or without groups.
//
// ```text
// off a ... on a     in one cell     a is there: discontinuous                     2 or more eliminations
// off a ... off b    in one cell     b is not: discontinuous                       1
// off a ... on b     in one cell     every weak link holds: continuous             any
// on  a ... off a, on b              a is not: discontinuous                       1
// off a ... on a     in two cells    one of them is a: an inference chain          2 or more
// off a ... on b     in two cells that see each other: a is not in the one, b not in the other: likewise
// ```
//
// Chains are shortest paths in the [`Tree`] of their first node. Chains that return to one of their cells do not count.
// As HoDoKu does (B. Hobiger 2012), the chain is preferred that eliminates most, then the one whose eliminations come first, then the
// one found first: loops that begin with a weak link before others, and loops before chains. Length decides only which of several
// chains with the same eliminations is shown.

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
    pub(super) requested: TechniqueSet,
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
            nothing_found = self.reach.nothing_found(self.requested);
            if nothing_found && self.reach.is_unchanged() {
                return None;
            }
        }
        let (mut best, mut forced) = (None, Candidates::EMPTY);
        for Candidate { cell, digit } in marks.each_candidate() {
            let root = link_graph::off(cell, digit);
            if !graph.links(root).is_empty() {
                let all = self.consequences(root);
                forced.extend(digit, all.off.cells(digit) & peers(cell));
                for other in marks.candidates(cell).iter().filter(|&other| other != digit) {
                    forced.extend(other, all.off.cells(other) & CellSet::only(cell));
                }
                if nothing_found && self.reach.is_unchanged_from(root) {
                    continue;
                }
                let most = most_from_off(marks, cell, digit, &all);
                if most > 0 && best.is_none_or(|Best { rank: (least, _), .. }| -most <= least) {
                    self.tree.grow(graph, root, u32::MAX);
                    self.improve_off(cell, digit, &mut best);
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
        let possible = |&Candidate { cell, digit }: &Candidate| {
            graph.is_weighted()
                || forced.cells(digit).contains(cell)
                    && !(nothing_found && self.reach.is_unchanged_from(link_graph::on(cell, digit)))
        };
        let order = |&at: &Candidate| elimination_order([at].into_iter());
        let possible: Vec<_> = marks.each_candidate().filter(possible).collect();
        let keys: Vec<_> = possible.iter().map(|at| [order(at) as usize, 0, 0]).collect();
        for at in ascending(&keys).into_iter().map(|number| possible[number]) {
            if best.is_some_and(|best| (-1, order(&at)) > best.rank) {
                break;
            }
            self.tree.grow(graph, link_graph::on(at.cell, at.digit), u32::MAX);
            self.improve_on(at.cell, at.digit, &mut best);
        }
        if best.is_none() && !graph.is_weighted() {
            self.reach.note_nothing_found(self.requested);
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
    fn improve_off(&mut self, cell: Cell, digit: Digit, best: &mut Option<Best>) {
        let (marks, root, seen) = (self.marks, link_graph::off(cell, digit), peers(cell));
        let others = marks.places(digit) & seen;
        let on = self.tree.on;
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
    fn improve_on(&mut self, cell: Cell, digit: Digit, best: &mut Option<Best>) {
        let root = link_graph::on(cell, digit);
        if self.tree.off(self.graph, digit).contains(cell) {
            self.improve(root, link_graph::off(cell, digit), best);
        }
        for other in self.tree.on.digits(cell).iter().filter(|&other| other != digit) {
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
        // The ends of a chain decide its eliminations; only a loop that is continuous must be walked for them.
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

    /// Returns the eliminations of a chain, its length and its technique; `None` if it crosses itself, lacks the requested nodes, or
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
        if !self.requested.contains(technique) || crosses_itself(graph, path, kind) {
            return None;
        }
        let length = path.iter().map(|&id| 1 + graph.set(id).map_or(0, Als::penalty)).sum();
        let eliminations = match kind {
            NiceLoopKind::Continuous => continuous(self.marks, graph, path),
            _ => self.by_ends(root, self.tree.node(place), kind),
        };
        (!eliminations.is_empty()).then_some((eliminations, length, technique))
    }

    /// Returns the eliminations of a chain that its ends decide: of all but continuous loops.
    fn by_ends(&self, root: NodeId, end: NodeId, kind: NiceLoopKind) -> Candidates {
        let (graph, marks) = (self.graph, self.marks);
        let [(cell, digit), (last, final_digit)] = [root, end].map(|id| (graph.cell(id), graph.digit(id)));
        match kind {
            NiceLoopKind::Inference if digit == final_digit => {
                Candidates::from_cells(digit, marks.places(digit) & peers(cell) & peers(last))
            }
            NiceLoopKind::Inference => {
                let mut eliminations = Candidates::from_cells(final_digit, CellSet::only(cell));
                eliminations.insert(last, digit);
                eliminations
            }
            _ if graph.is_on(root) => Candidates::from_cells(digit, CellSet::only(cell)),
            _ if graph.is_on(end) => {
                let others = marks.candidates(cell) - DigitSet::only(digit);
                Candidates::within(marks, others, CellSet::only(cell))
            }
            _ => Candidates::from_cells(final_digit, CellSet::only(cell)),
        }
    }

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
fn most_from_off(marks: &Pencilmarks, cell: Cell, digit: Digit, all: &Consequences) -> i32 {
    let others = marks.places(digit) & peers(cell);
    let mut most = 0;
    for other in marks.candidates(cell) {
        let on = all.on.cells(other);
        if other == digit {
            if on.contains(cell) {
                most = most.max(marks.candidates(cell).len() - 1);
            }
            for seen in
                on.without(cell).iter().map(|end| others & peers(end)).filter(|seen| seen.is_several())
            {
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

/// Each candidate, on and off.
fn roots(marks: &Pencilmarks) -> impl Iterator<Item = NodeId> + use<'_> {
    let nodes = |Candidate { cell, digit }| [link_graph::on(cell, digit), link_graph::off(cell, digit)];
    marks.each_candidate().flat_map(nodes)
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
    for digit in set.digits.iter().filter(|&digit| digit != entry) {
        match forced {
            _ if !exits.contains(digit) => eliminations.extend(digit, set.seen(digit)),
            Some(cell) => eliminations.extend(digit, set.seen(digit) & peers(cell)),
            None => {}
        }
    }
    eliminations
}
