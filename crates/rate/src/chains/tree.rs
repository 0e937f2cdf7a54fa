//! Breadth-first tree of one node: its consequences, with the path to each.
//!
//! ```text
//! unreached   the places of each digit that are not off yet:  on r1c1 -> unreached & peers of r1c1, in one operation
//! ```
//!
//! Consequences of a node come in the order of its links. So of several shortest paths the one is kept that HoDoKu keeps.

use super::link_graph::{self, LinkGraph, NodeId};
use super::reach::Consequences;
use crate::{Candidates, CellSet, House, HouseKind, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Links that a tree follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Along {
    /// All.
    Everything,
    /// Those between candidates of the root's digit.
    Digit,
    /// Strong ones in the cells, weak ones between them.
    CellSet(CellSet),
}

/// A node that was reached.
#[derive(Debug, Clone, Copy)]
struct Reached {
    id: NodeId,
    parent: u32,
    cost: u32,
}

/// Everything that follows from a node.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Number of the growth in which a node was last reached, and its place there.
    seen: Vec<(u32, u32)>,
    growth: u32,
    nodes: Vec<Reached>,
    unreached: [CellSet; 9],
    unreached_digits: [DigitSet; 81],
    on: Candidates,
    path: Vec<NodeId>,
}

impl Default for Tree {
    fn default() -> Self {
        let (unreached, unreached_digits) = ([CellSet::EMPTY; 9], [DigitSet::EMPTY; 81]);
        let (seen, nodes, path) = (Vec::new(), Vec::new(), Vec::new());
        Self { seen, growth: 0, nodes, unreached, unreached_digits, on: Candidates::EMPTY, path }
    }
}

impl Tree {
    /// Grows from `root`, no longer chains than of `length` nodes.
    pub(crate) fn grow(&mut self, graph: &LinkGraph, root: NodeId, length: u32) {
        if graph.is_weighted() {
            self.grow_weighted(graph, root);
        } else {
            self.grow_along(graph, root, length, Along::Everything);
        }
    }

    /// Grows along some of the links.
    #[inline]
    pub(crate) fn grow_along(&mut self, graph: &LinkGraph, root: NodeId, length: u32, along: Along) {
        self.plant(graph, root);
        let limit = 2 * length.min(1 << 20);
        let mut n = 0;
        while let Some(&Reached { id, cost, .. }) = self.nodes.get(n)
            && cost + 4 <= limit
        {
            if link_graph::is_on_candidate(id) {
                self.put_off(graph, id, (n, cost + 2), along);
                if along != Along::Everything || !graph.has_groups() {
                    n += 1;
                    continue;
                }
            }
            for &to in graph.links(id) {
                let follows = match along {
                    Along::Everything => true,
                    Along::Digit => graph.digit(to) == graph.digit(id),
                    Along::CellSet(_) => graph.cell(to) == graph.cell(id),
                };
                if follows && self.seen[to as usize].0 != self.growth {
                    self.reach(to, n, cost + 2);
                }
            }
            n += 1;
        }
    }

    /// Turns off the rest of the cell, row, column and box of a candidate that is on.
    #[inline]
    fn put_off(&mut self, graph: &LinkGraph, id: NodeId, (parent, cost): (usize, u32), along: Along) {
        let (cell, digit) = (graph.cell(id), graph.digit(id));
        let mut seen = self.unreached[digit.index()] & peers(cell);
        match along {
            Along::Everything => {
                for other in self.unreached_digits[cell.index()].filter(|&other| other != digit) {
                    self.reach_off((cell, other), parent, cost);
                }
            }
            Along::Digit => {}
            Along::CellSet(cells) => seen &= cells,
        }
        if !seen.is_several() {
            seen.for_each(|peer| self.reach_off((peer, digit), parent, cost));
            return;
        }
        for kind in HouseKind::ALL {
            let there = seen & House::of(kind, cell).cells();
            for peer in there {
                self.reach_off((peer, digit), parent, cost);
            }
            seen -= there;
        }
    }

    #[inline]
    fn reach_off(&mut self, (cell, digit): (Cell, Digit), parent: usize, cost: u32) {
        self.unreached[digit.index()] = self.unreached[digit.index()].without(cell);
        self.unreached_digits[cell.index()].remove(digit);
        self.push(link_graph::off(cell, digit), parent, cost);
    }

    /// Grows along links of different cost. A cheaper path replaces a dearer one.
    fn grow_weighted(&mut self, graph: &LinkGraph, root: NodeId) {
        self.plant(graph, root);
        let mut n = 0;
        while let Some(&Reached { id, cost, .. }) = self.nodes.get(n) {
            for &to in graph.links(id) {
                let cost = cost + graph.cost(id, to);
                if self.seen[to as usize].0 == self.growth {
                    self.shorten(to, n, cost);
                } else {
                    self.reach(to, n, cost);
                }
            }
            n += 1;
        }
    }

    fn plant(&mut self, graph: &LinkGraph, root: NodeId) {
        self.growth += 1;
        self.seen.resize(self.seen.len().max(graph.len()), (0, 0));
        self.nodes.clear();
        self.on = Candidates::EMPTY;
        self.unreached = *graph.places();
        self.unreached_digits = *graph.digits();
        self.reach(root, 0, 0);
    }

    #[inline]
    fn reach(&mut self, id: NodeId, parent: usize, cost: u32) {
        if link_graph::is_candidate(id) {
            let (cell, digit) = link_graph::candidate(id);
            if !link_graph::is_on_candidate(id) {
                return self.reach_off((cell, digit), parent, cost);
            }
            self.on.insert(cell, digit);
        }
        self.push(id, parent, cost);
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
    fn push(&mut self, id: NodeId, parent: usize, cost: u32) {
        self.seen[id as usize] = (self.growth, self.nodes.len() as u32);
        self.nodes.push(Reached { id, parent: parent as u32, cost });
    }

    /// Replaces the path to a node that was reached before by a cheaper one, unless the old one is a link from the root.
    fn shorten(&mut self, id: NodeId, parent: usize, cost: u32) {
        let reached = &mut self.nodes[self.seen[id as usize].1 as usize];
        if reached.parent != 0 && reached.cost > cost {
            #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
            let parent = parent as u32;
            *reached = Reached { parent, cost, ..*reached };
        }
    }

    /// Returns the number of nodes reached, the root included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node that was reached as the `place`-th.
    #[inline]
    pub(crate) fn node(&self, place: usize) -> NodeId {
        self.nodes[place].id
    }

    /// The candidates that are on.
    #[inline]
    pub(crate) fn on(&self) -> &Candidates {
        &self.on
    }

    /// The places of a digit that are off.
    #[inline]
    pub(crate) fn off(&self, graph: &LinkGraph, digit: Digit) -> CellSet {
        graph.places()[digit.index()] - self.unreached[digit.index()]
    }

    /// All candidates that were reached.
    pub(crate) fn consequences(&self, graph: &LinkGraph) -> Consequences {
        let mut off = Candidates::EMPTY;
        for digit in DigitSet::full(9) {
            off.extend(digit, self.off(graph, digit));
        }
        Consequences { on: self.on, off }
    }

    /// A node's place among those reached.
    #[inline]
    pub(crate) fn place(&self, id: NodeId) -> Option<usize> {
        let (growth, place) = self.seen[id as usize];
        (growth == self.growth).then_some(place as usize)
    }

    /// Returns the cost of the path to the node at a place: two for each link, more through almost locked sets.
    #[inline]
    pub(crate) fn cost(&self, place: usize) -> u32 {
        self.nodes[place].cost
    }

    /// Returns the number of nodes of the path from the root to a node, where all links cost the same.
    #[inline]
    pub(crate) fn length(&self, id: NodeId) -> Option<usize> {
        self.place(id).map(|place| self.nodes[place].cost as usize / 2 + 1)
    }

    /// Returns the path from the root to the node at a place.
    pub(crate) fn path(&mut self, place: usize) -> &[NodeId] {
        self.path.clear();
        let mut at = place;
        while at != 0 {
            self.path.push(self.nodes[at].id);
            at = self.nodes[at].parent as usize;
        }
        self.path.push(self.nodes[0].id);
        self.path.reverse();
        &self.path
    }
}
