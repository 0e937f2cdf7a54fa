//! Reachability: which nodes follow from a node, without the paths. Most nodes lead to no conclusion and need no
//! [`Tree`](super::tree::Tree).
//!
//! ```text
//! on y -weak-> off z -strong-> on x       bit x of row y, for all z at once
//! ```

use super::link_graph::{self, LinkGraph, NodeId};
use crate::{Candidates, CellSet, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Relation between nodes that are on: one follows from the other by one weak link and one strong link.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// The nodes that a strong link leads to.
    ends: Vec<StrongTarget>,
    /// Index of a node in `ends`, by id.
    numbers: Vec<u16>,
    /// The candidates that a strong link leads from, once they are off.
    active: [CellSet; 9],
    words: usize,
    rows: Vec<u64>,
    /// The nodes that follow from a root, and their numbers in the order in which they were found.
    found: Vec<u64>,
    order: Vec<u16>,
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
    /// Reads the links of a network in which all count the same.
    pub(crate) fn read(&mut self, graph: &LinkGraph) {
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
        self.found.clear();
        self.found.resize(self.words, 0);
        self.order.clear();
        if link_graph::is_candidate(root) {
            let (cell, digit) = link_graph::candidate(root);
            if graph.is_on(root) {
                all.on.insert(cell, digit);
                all.off.extend(digit, graph.places()[digit.index()] & peers(cell));
            } else {
                all.off.insert(cell, digit);
            }
        }
        if graph.is_on(root) {
            let active = self.active;
            put_off(graph, &active, root, |off| self.begin(graph, off));
        } else {
            self.begin(graph, root);
        }
        let mut n = 0;
        while let Some(&number) = self.order.get(n) {
            let StrongTarget { digit, cell, seen, .. } = self.ends[usize::from(number)];
            all.on.extend(digit, cell);
            all.off.extend(digit, seen);
            self.follow(usize::from(number));
            n += 1;
        }
        all.put_off_in_cells(graph);
        all
    }

    /// Adds the nodes that follow directly from a node that is off.
    fn begin(&mut self, graph: &LinkGraph, off: NodeId) {
        for &to in graph.links(off) {
            let number = self.numbers[to as usize];
            let (word, bit) = (usize::from(number / 64), 1 << (number % 64));
            if self.found[word] & bit == 0 {
                self.found[word] |= bit;
                self.order.push(number);
            }
        }
    }

    /// Adds the nodes that follow by two links from a node that is on.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
    fn follow(&mut self, number: usize) {
        let row = &self.rows[number * self.words..][..self.words];
        for (word, (found, row)) in self.found.iter_mut().zip(row).enumerate() {
            let mut new = row & !*found;
            *found |= new;
            while new != 0 {
                self.order.push((64 * word) as u16 + new.trailing_zeros() as u16);
                new &= new - 1;
            }
        }
    }
}

impl Consequences {
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
