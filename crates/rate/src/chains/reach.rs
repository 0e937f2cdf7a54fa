//! Reachability: which nodes follow from a node, without the paths. Most nodes lead to no conclusion and need no
//! [`Tree`](super::tree::Tree).
//!
//! ```text
//! on y -weak-> off z -strong-> on x       bit x of row y, for all z at once
//! ```
//!
//! Closures are kept from step to step. One is unchanged if the rows of all its nodes are.

use super::link_graph::{self, LinkGraph, NodeId, Nodes};
use crate::{Candidates, CellSet, TechniqueSet, bits::bits, earlier_state::KEPT, peers};
use gridmill_board::{Digit, DigitSet};

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
    /// On.
    pub(crate) on: Candidates,
    /// Off.
    pub(crate) off: Candidates,
}

/// The number of a node that no strong link leads to.
const NONE: u16 = u16::MAX;

/// Rows of nodes that are off: candidates and groups.
const OFF_ROWS: usize = link_graph::CANDIDATES + link_graph::ALL_GROUPS;

/// Returns the row of a node that is off.
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
        let places = self.places.iter().zip(graph.places());
        let follows =
            KEPT && self.version.0 == graph.version().0 && self.version.1 < graph.version().1 && { places }
                .all(|(before, now)| now.is_within(*before));
        let is_built = |&digit: &Digit| graph.built(digit) > self.version.1;
        let mut digits = DigitSet::full(9);
        if follows {
            digits = digits.filter(is_built).fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit));
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
        self.places = *graph.places();
    }

    /// Begins anew, with room for more nodes.
    fn reset(&mut self, graph: &LinkGraph) {
        self.places = *graph.places();
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
            let candidates = graph.places()[digit.index()].map(|cell| link_graph::off(cell, digit));
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
            let places = graph.places()[digit.index()];
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
        let is_less = |digit: &Digit| before[digit.index()] != graph.places()[digit.index()];
        let less = DigitSet::full(9).filter(is_less);
        let less = less.fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit));
        for n in 0..self.ends.len() {
            let (word, bit) = (n / 64, 1 << (n % 64));
            let mut row = self.rows[n * words..][..words].iter().zip(&self.changed);
            if self.known[word] & bit == 0 || row.any(|(row, changed)| row & changed != 0) {
                self.known[word] &= !bit;
                self.since.closures[word] |= bit;
            } else {
                for digit in less {
                    self.closed[n].off.restrict(digit, graph.places()[digit.index()]);
                }
            }
        }
    }

    /// Records that a search for some techniques found nothing.
    pub(crate) fn note_nothing_found(&mut self, wanted: TechniqueSet) {
        self.nothing_found = Some(wanted);
        self.since.closures.fill(0);
        self.since.candidates = Candidates::EMPTY;
        self.since.groups = DigitSet::EMPTY;
    }

    /// Returns true if a search for these techniques found nothing in the last state for which this was noted.
    pub(crate) fn nothing_found(&self, wanted: TechniqueSet) -> bool {
        KEPT && self.nothing_found == Some(wanted)
    }

    /// Returns true if all links are those of the last state in which nothing was found, except links from and to candidates that led
    /// nowhere.
    pub(crate) fn is_unchanged(&self) -> bool {
        let Changes { closures, candidates, groups } = &self.since;
        candidates.is_empty() && groups.is_empty() && closures.iter().all(|&word| word == 0)
    }

    /// Returns true if the same follows from a candidate as in the last state in which nothing was found; false if this is not known.
    pub(crate) fn is_unchanged_from(&self, root: NodeId) -> bool {
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
                all.off.extend(digit, graph.places()[digit.index()] & peers(cell));
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
            self.off.extend(digit, off & graph.places()[digit.index()]);
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
        for other in graph.digits()[cell.index()].filter(|&other| other != digit) {
            if active[other.index()].contains(cell) {
                see(link_graph::off(cell, other));
            }
        }
    }
    if graph.has_groups() {
        graph.links(id).iter().for_each(|&off| see(off));
    }
}
