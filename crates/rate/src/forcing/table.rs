//! Tables of assumptions, as HoDoKu keeps them for forcing nets (B. Hobiger 2012).
//!
//! ```text
//! direct     what a trial of the assumption finds, each with the causes that were entered before
//! borrowed   what follows directly from an entry is entered, too, with the table that it is from; and so on to the end of the list
//! way        from an entry back to the assumption by main causes; other causes begin side branches, which make it a net
//! ```
//!
//! Trials that the steps since the last search leave unchanged are [kept](super::kept).

use super::direct::Direct;
use super::kept::KeptTrials;
use super::outcome::ForcedCandidates;
use super::trial::{Trial, TrialState};
use crate::chains::link_graph::{self, LinkGraph, NodeId};
use crate::elimination_order::ascending;
use crate::{ChainNode, Pencilmarks};

/// Direct entries of all nodes of a state.
#[derive(Debug, Default)]
pub(super) struct Tables {
    state: TrialState,
    trial: Trial,
    kept: KeptTrials,
    /// Direct entries, and their range for each node.
    direct: Vec<Direct>,
    ranges: Vec<(u32, u32)>,
    entries: Vec<Direct>,
    closures: Closures,
    lists: Vec<(NodeId, List)>,
    spare: Vec<List>,
}

impl Tables {
    /// Tries every candidate on and off, and adds the links of groups.
    pub(super) fn read(&mut self, marks: &Pencilmarks, graph: &LinkGraph) {
        self.state.read(marks);
        self.kept.begin(marks);
        self.direct.clear();
        self.ranges.clear();
        self.ranges.resize(graph.len(), (0, 0));
        self.spare.extend(self.lists.drain(..).map(|(_, list)| list));
        for cell in marks.empty() {
            for digit in marks.candidates(cell) {
                for (root, is_on) in
                    [(link_graph::on(cell, digit), true), (link_graph::off(cell, digit), false)]
                {
                    self.entries.clear();
                    if !self.kept.take(root, &mut self.entries) {
                        self.trial.run(&self.state, root, is_on, &mut self.entries);
                        self.kept.put(root, &self.entries);
                    }
                    for &to in graph.links(root).iter().filter(|&&to| !link_graph::is_candidate(to)) {
                        self.entries.push(Direct::new(to, &[0], &self.entries));
                    }
                    self.keep(root);
                }
            }
        }
        for group in graph.groups_off().flat_map(|off| [off - 1, off]) {
            self.entries.clear();
            self.entries.push(Direct::new(group, &[0], &[]));
            for &to in graph.links(group) {
                self.entries.push(Direct::new(to, &[0], &self.entries));
            }
            self.keep(group);
        }
        self.closures.read(&self.direct, &self.ranges);
    }

    /// The direct entries of all nodes, and their range for each node.
    #[cfg(test)]
    pub(super) fn direct(&self) -> (&[Direct], &[(u32, u32)]) {
        (&self.direct, &self.ranges)
    }

    #[expect(clippy::cast_possible_truncation, reason = "some ten thousand")]
    fn keep(&mut self, root: NodeId) {
        let start = self.direct.len() as u32;
        self.direct.extend_from_slice(&self.entries);
        self.ranges[root as usize] = (start, self.direct.len() as u32);
    }

    /// All candidates that are in the table of a node.
    pub(super) fn forced(&mut self, root: NodeId) -> ForcedCandidates {
        self.closures.of(root)
    }

    /// Makes the table of a node, unless it is made. Returns its place.
    fn list(&mut self, root: NodeId) -> usize {
        if let Some(place) = self.lists.iter().position(|(of, _)| *of == root) {
            return place;
        }
        let mut list = self.spare.pop().unwrap_or_default();
        list.borrow(root, &self.direct, &self.ranges);
        self.lists.push((root, list));
        self.lists.len() - 1
    }

    /// Returns the way from an assumption to an entry of its table.
    pub(super) fn way(&mut self, root: NodeId, to: NodeId) -> Way {
        let place = self.list(root);
        self.lists[place].1.way(to, &self.direct, &self.ranges)
    }

    /// Returns all nodes of a way, in the order of the table, with the places of each two of which one follows from the other.
    pub(super) fn tell(&mut self, graph: &LinkGraph, root: NodeId, to: NodeId) -> LinkedNodes {
        let way = self.way(root, to);
        let follows = way.follows();
        let Way { main, branches, .. } = way;
        let all: Vec<NodeId> = main.into_iter().chain(branches.into_iter().flatten()).collect();
        let place = self.list(root);
        let places = &self.lists[place].1.places;
        let keys: Vec<_> = all.iter().map(|&node| [places[node as usize].into(), 0, 0]).collect();
        let mut told: Vec<NodeId> = ascending(&keys).into_iter().map(|number| all[number]).collect();
        told.dedup();
        let position = |node: NodeId| told.iter().position(|&known| known == node);
        let links: Vec<[u16; 2]> = follows
            .into_iter()
            .filter_map(|(cause, node)| {
                let places = [position(cause)?, position(node)?];
                Some(places.map(|place| u16::try_from(place).unwrap_or(u16::MAX)))
            })
            .collect();
        let keys: Vec<_> = links.iter().map(|&[cause, node]| [node.into(), cause.into(), 0]).collect();
        let mut links: Vec<_> = ascending(&keys).into_iter().map(|number| links[number]).collect();
        links.dedup();
        (told.iter().map(|&node| graph.node(node)).collect(), links)
    }
}

/// Way from an entry back to the assumption.
#[derive(Debug, Default)]
pub(super) struct Way {
    main: Vec<NodeId>,
    branches: Vec<Vec<NodeId>>,
    /// For each branch, the node that follows from its first one.
    joins: Vec<NodeId>,
}

/// Nodes of a chain, and the places of each two of which the second follows from the first.
pub(super) type LinkedNodes = (Vec<ChainNode>, Vec<[u16; 2]>);

impl Way {
    /// Its length, in nodes.
    pub(super) fn length(&self) -> usize {
        self.main.len() + self.branches.iter().map(Vec::len).sum::<usize>()
    }

    /// Returns each cause with the node that follows from it. Ways lead back, from the end to the assumption.
    fn follows(&self) -> Vec<(NodeId, NodeId)> {
        let ways = std::iter::once(&self.main).chain(&self.branches);
        let along = ways.flat_map(|way| way.windows(2).map(|pair| (pair[1], pair[0])));
        let joins = self.branches.iter().zip(&self.joins);
        along.chain(joins.filter_map(|(branch, &join)| Some((*branch.first()?, join)))).collect()
    }

    /// Returns true if it has side branches.
    pub(super) fn is_net(&self) -> bool {
        !self.branches.is_empty()
    }
}

/// Entry of a table.
#[derive(Debug, Clone, Copy)]
struct Entry {
    node: NodeId,
    /// Node of the table that it is borrowed from.
    lender: Option<NodeId>,
    distance: u16,
}

/// Table of one assumption.
#[derive(Debug, Default)]
struct List {
    entries: Vec<Entry>,
    /// Place of each node in the list, counted from 1; 0 if it is not there.
    places: Vec<u16>,
}

/// Most entries of a table.
const ROOM: usize = 1000;

fn range<'a>(direct: &'a [Direct], ranges: &[(u32, u32)], node: NodeId) -> &'a [Direct] {
    let (start, end) = ranges[node as usize];
    &direct[start as usize..end as usize]
}

impl List {
    /// Enters the direct entries of the root, then what follows from each entry.
    #[expect(clippy::cast_possible_truncation, reason = "1,000 at most")]
    fn borrow(&mut self, root: NodeId, direct: &[Direct], ranges: &[(u32, u32)]) {
        self.entries.clear();
        self.places.clear();
        self.places.resize(ranges.len(), 0);
        for entry in range(direct, ranges, root) {
            self.entries.push(Entry { node: entry.node, lender: None, distance: entry.distance });
            self.places[entry.node as usize] = self.entries.len() as u16;
        }
        let mut n = 1;
        while let Some(&Entry { node, distance, .. }) = self.entries.get(n) {
            for lent in range(direct, ranges, node).iter().skip(1) {
                let sum = distance + lent.distance;
                match self.places[lent.node as usize] {
                    0 if self.entries.len() < ROOM => {
                        self.entries.push(Entry { node: lent.node, lender: Some(node), distance: sum });
                        self.places[lent.node as usize] = self.entries.len() as u16;
                    }
                    0 => {}
                    place => {
                        let known = &mut self.entries[usize::from(place) - 1];
                        if known.lender.is_some() && known.distance > sum {
                            *known = Entry { lender: Some(node), distance: sum, ..*known };
                        }
                    }
                }
            }
            n += 1;
        }
    }

    fn way(&self, to: NodeId, direct: &[Direct], ranges: &[(u32, u32)]) -> Way {
        let mut way = Way::default();
        let mut sides = Vec::new();
        self.walk(
            to,
            direct,
            ranges,
            |node| {
                way.main.push(node);
                true
            },
            &mut |side, join| sides.push((side, join)),
        );
        for (side, join) in sides {
            let mut branch = Vec::new();
            self.walk(
                side,
                direct,
                ranges,
                |node| {
                    branch.push(node);
                    !way.main.contains(&node)
                },
                &mut |_, _| (),
            );
            way.branches.push(branch);
            way.joins.push(join);
        }
        way
    }

    /// Walks from a node to the assumption by main causes, until `see` returns false; shows the nodes of other causes to `side`, with those
    /// that follow from them.
    fn walk(
        &self,
        from: NodeId,
        direct: &[Direct],
        ranges: &[(u32, u32)],
        mut see: impl FnMut(NodeId) -> bool,
        side: &mut impl FnMut(NodeId, NodeId),
    ) {
        let (mut node, mut left) = (from, 4 * ROOM);
        while let Some(place) = usize::from(self.places[node as usize]).checked_sub(1) {
            let Entry { lender, .. } = self.entries[place];
            let lending = range(direct, ranges, lender.unwrap_or(self.entries[0].node));
            let Some(mut at) = lending.iter().position(|entry| entry.node == node) else { return };
            while at != 0 {
                // A node may be among its own causes where a digit is placed twice.
                left -= 1;
                if left == 0 || !see(lending[at].node) {
                    return;
                }
                let join = lending[at].node;
                lending[at].side_causes().for_each(|cause| side(lending[usize::from(cause)].node, join));
                at = usize::from(lending[at].main_cause());
            }
            node = lending[0].node;
            if place == 0 || lender.is_none() {
                see(node);
                return;
            }
        }
    }
}

/// Everything that follows from each node: the nodes of its table, as bits.
#[derive(Debug, Default)]
struct Closures {
    /// Number of each node among those that have a table, counted from 1.
    numbers: Vec<u16>,
    nodes: Vec<NodeId>,
    words: usize,
    direct: Vec<u64>,
    all: Vec<u64>,
    /// Nodes whose row in `all` is complete.
    known: Vec<u64>,
    found: Vec<u64>,
    done: Vec<u64>,
}

impl Closures {
    #[expect(clippy::cast_possible_truncation, reason = "some thousand")]
    fn read(&mut self, direct: &[Direct], ranges: &[(u32, u32)]) {
        self.nodes.clear();
        self.numbers.clear();
        self.numbers.resize(ranges.len(), 0);
        for (node, _) in ranges.iter().enumerate().filter(|(_, (start, end))| start < end) {
            self.nodes.push(node as NodeId);
            self.numbers[node] = self.nodes.len() as u16;
        }
        self.words = self.nodes.len().div_ceil(64);
        for rows in [&mut self.direct, &mut self.all] {
            rows.clear();
            rows.resize(self.nodes.len() * self.words, 0);
        }
        self.known.clear();
        self.known.resize(self.words, 0);
        for (row, &node) in self.direct.chunks_exact_mut(self.words.max(1)).zip(&self.nodes) {
            for entry in range(direct, ranges, node) {
                let number = usize::from(self.numbers[entry.node as usize]) - 1;
                row[number / 64] |= 1 << (number % 64);
            }
        }
    }

    fn of(&mut self, root: NodeId) -> ForcedCandidates {
        let Some(number) = usize::from(self.numbers[root as usize]).checked_sub(1) else {
            return ForcedCandidates::default();
        };
        let words = self.words;
        self.found.clear();
        self.found.extend_from_slice(&self.direct[number * words..][..words]);
        self.done.clear();
        self.done.resize(words, 0);
        self.done[number / 64] |= 1 << (number % 64);
        let mut word = 0;
        while word < words {
            let new = self.found[word] & !self.done[word];
            if new == 0 {
                word += 1;
                continue;
            }
            let next = 64 * word + new.trailing_zeros() as usize;
            let is_known = self.known[word] >> (next % 64) & 1 == 1;
            let row = &(if is_known { &self.all } else { &self.direct })[next * words..][..words];
            for (found, row) in self.found.iter_mut().zip(row) {
                *found |= row;
            }
            // What follows from a known node is complete.
            if is_known {
                self.done.iter_mut().zip(row).for_each(|(done, row)| *done |= row);
            }
            self.done[next / 64] |= 1 << (next % 64);
            word = 0;
        }
        self.all[number * words..][..words].copy_from_slice(&self.found);
        self.known[number / 64] |= 1 << (number % 64);
        let mut forced = ForcedCandidates::default();
        for (word, &bits) in self.found.iter().enumerate() {
            for bit in crate::bits::bits(bits) {
                let node = self.nodes[64 * word + bit];
                if link_graph::is_candidate(node) {
                    let (cell, digit) = link_graph::candidate(node);
                    let set =
                        if link_graph::is_on_candidate(node) { &mut forced.on } else { &mut forced.off };
                    set.insert(cell, digit);
                }
            }
        }
        forced
    }
}
