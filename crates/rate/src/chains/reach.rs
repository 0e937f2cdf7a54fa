//! Reachability: which nodes follow from a node, without the paths. Most nodes lead to no conclusion and need no
//! [`Tree`](super::tree::Tree).
//!
//! ```text
//! on y -weak-> off z -strong-> on x       bit x of row y, for all z at once
//! ```

use super::link_graph::{self, LinkGraph, NodeId, Nodes};
use crate::{Candidates, CellSet, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Relation between nodes that are on: one follows from the other by one weak link and one strong link. Closures of nodes are kept: many
/// roots lead to the same few.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// Version of the graph that was read.
    version: (Option<Nodes>, u32),
    /// The nodes that a strong link leads to.
    ends: Vec<StrongTarget>,
    /// Index of a node in `ends`, by id.
    numbers: Vec<u16>,
    /// The candidates that a strong link leads from, once they are off.
    active: [CellSet; 9],
    words: usize,
    /// The nodes that follow from each node directly; all that follow, and the node itself, if its closure is known.
    rows: Vec<u64>,
    /// Nodes with a known closure.
    known: Vec<u64>,
    /// Candidates that follow from the nodes with a known closure.
    closed: Vec<Consequences>,
    /// The nodes that follow from a node, and those of them whose consequences are among these, too.
    found: Vec<u64>,
    done: Vec<u64>,
    added: Vec<u64>,
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

impl Reach {
    /// Reads the links of a graph in which all count the same, unless they are known.
    pub(crate) fn read(&mut self, graph: &LinkGraph) {
        if self.version == graph.version() {
            return;
        }
        self.version = graph.version();
        self.ends.clear();
        self.numbers.clear();
        self.numbers.resize(graph.len(), NONE);
        self.active = [CellSet::EMPTY; 9];
        for digit in DigitSet::full(9) {
            for cell in graph.places()[digit.index()] {
                let links = graph.links(link_graph::off(cell, digit));
                if !links.is_empty() {
                    self.active[digit.index()] = self.active[digit.index()].with(cell);
                    for &to in links {
                        self.number(graph, to);
                    }
                }
            }
        }
        for group in graph.groups_off() {
            for &to in graph.links(group) {
                self.number(graph, to);
            }
        }
        self.words = self.ends.len().div_ceil(64).max(1);
        self.rows.clear();
        self.rows.resize(self.ends.len() * self.words, 0);
        self.known.clear();
        self.known.resize(self.words, 0);
        self.closed.resize(self.closed.len().max(self.ends.len()), Consequences::default());
        let numbers = &self.numbers;
        for (end, row) in self.ends.iter().zip(self.rows.chunks_exact_mut(self.words)) {
            put_off(graph, &self.active, end.id, |off| {
                for &to in graph.links(off) {
                    let number = usize::from(numbers[to as usize]);
                    row[number / 64] |= 1 << (number % 64);
                }
            });
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
    fn number(&mut self, graph: &LinkGraph, id: NodeId) {
        if self.numbers[id as usize] != NONE {
            return;
        }
        self.numbers[id as usize] = self.ends.len() as u16;
        let digit = graph.digit(id);
        let (cell, seen) = if link_graph::is_candidate(id) {
            (CellSet::only(graph.cell(id)), peers(graph.cell(id)))
        } else {
            (CellSet::EMPTY, graph.cells(id).common_peers())
        };
        self.ends.push(StrongTarget { digit, cell, seen: seen & graph.places()[digit.index()], id });
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
        // The closures that were added, as bits: a node among them adds nothing.
        let mut added = std::mem::take(&mut self.added);
        added.clear();
        added.resize(self.words, 0);
        let active = self.active;
        let mut begin = |off: NodeId| {
            for &to in graph.links(off) {
                let number = usize::from(self.numbers[to as usize]);
                if added[number / 64] >> (number % 64) & 1 == 0 {
                    self.close(graph, number);
                    added.iter_mut().zip(self.row(number)).for_each(|(added, row)| *added |= row);
                    all.extend(&self.closed[number]);
                }
            }
        };
        if graph.is_on(root) {
            put_off(graph, &active, root, begin);
        } else {
            begin(root);
        }
        self.added = added;
        all
    }

    fn row(&self, number: usize) -> &[u64] {
        &self.rows[number * self.words..][..self.words]
    }

    /// Finds everything that follows from a node that is on, unless it is known.
    fn close(&mut self, graph: &LinkGraph, number: usize) {
        let words = self.words;
        let bit = |number: usize| 1 << (number % 64);
        if self.known[number / 64] & bit(number) != 0 {
            return;
        }
        let Self { ends, rows, known, closed, found, done, .. } = self;
        found.clear();
        found.extend_from_slice(&rows[number * words..][..words]);
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
            let row = &rows[next * words..][..words];
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
        let (cell, digit): (Cell, Digit) = link_graph::candidate(id);
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
