//! What follows from one node, breadth first, with the way to each consequence.
//!
//! Links are followed in their order, so that of several shortest ways the one is kept that HoDoKu keeps.

use super::network::{Id, Network};

/// Everything that follows from a node.
#[derive(Debug, Default)]
pub(in crate::technique) struct Tree {
    /// In which growth a node was last reached, and its place there.
    seen: Vec<(u32, u32)>,
    growth: u32,
    nodes: Vec<Id>,
    parents: Vec<u32>,
    costs: Vec<u32>,
    path: Vec<Id>,
}

impl Tree {
    /// Grows from `root`, no longer chains than of `length` nodes.
    pub(in crate::technique) fn grow(&mut self, network: &Network, root: Id, length: u32) {
        if network.is_weighted() {
            self.grow_weighted(network, root);
        } else {
            self.grow_along(network, root, length, |_, _| true);
        }
    }

    /// Grows along those links alone that `follows` accepts.
    #[inline]
    pub(in crate::technique) fn grow_along(
        &mut self,
        network: &Network,
        root: Id,
        length: u32,
        follows: impl Fn(Id, Id) -> bool,
    ) {
        self.plant(network, root);
        let limit = 2 * length.min(1 << 20);
        let mut n = 0;
        while n < self.nodes.len() && self.depth(n) + 4 <= limit {
            let (from, cost) = (self.nodes[n], self.depth(n) + 2);
            for &to in network.links(from) {
                if self.seen[to as usize].0 != self.growth && follows(from, to) {
                    self.reach(to, n, cost);
                }
            }
            n += 1;
        }
    }

    /// Grows where links differ in cost; a way that turns out cheaper replaces a dearer one.
    fn grow_weighted(&mut self, network: &Network, root: Id) {
        self.plant(network, root);
        let mut n = 0;
        while n < self.nodes.len() {
            let from = self.nodes[n];
            for &to in network.links(from) {
                let cost = self.depth(n) + network.cost(from, to);
                if self.seen[to as usize].0 == self.growth {
                    self.shorten(to, n, cost);
                } else {
                    self.reach(to, n, cost);
                }
            }
            n += 1;
        }
    }

    fn plant(&mut self, network: &Network, root: Id) {
        self.growth += 1;
        self.seen.resize(self.seen.len().max(network.len()), (0, 0));
        self.nodes.clear();
        self.parents.clear();
        self.costs.clear();
        self.reach(root, 0, 0);
    }

    #[inline]
    fn depth(&self, place: usize) -> u32 {
        self.costs[place]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
    fn reach(&mut self, id: Id, parent: usize, cost: u32) {
        self.seen[id as usize] = (self.growth, self.nodes.len() as u32);
        self.nodes.push(id);
        self.parents.push(parent as u32);
        self.costs.push(cost);
    }

    /// Keeps the cheaper way to a node that was reached before, unless that is a link from the root.
    fn shorten(&mut self, id: Id, parent: usize, cost: u32) {
        let place = self.seen[id as usize].1 as usize;
        if self.parents[place] != 0 && self.costs[place] > cost {
            #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
            let parent = parent as u32;
            self.parents[place] = parent;
            self.costs[place] = cost;
        }
    }

    /// The nodes as they were reached, the root first.
    #[inline]
    pub(in crate::technique) fn nodes(&self) -> &[Id] {
        &self.nodes
    }

    /// Whether a node was reached.
    #[inline]
    pub(in crate::technique) fn contains(&self, id: Id) -> bool {
        self.seen[id as usize].0 == self.growth
    }

    /// A node's place among those reached.
    #[inline]
    pub(in crate::technique) fn place(&self, id: Id) -> usize {
        self.seen[id as usize].1 as usize
    }

    /// Twice the links to the node at a place, more where they lead through almost locked sets.
    #[inline]
    pub(in crate::technique) fn cost(&self, place: usize) -> u32 {
        self.costs[place]
    }

    /// The way from the root to the node at a place.
    pub(in crate::technique) fn path(&mut self, place: usize) -> &[Id] {
        self.path.clear();
        let mut at = place;
        while at != 0 {
            self.path.push(self.nodes[at]);
            at = self.parents[at] as usize;
        }
        self.path.push(self.nodes[0]);
        self.path.reverse();
        &self.path
    }
}
