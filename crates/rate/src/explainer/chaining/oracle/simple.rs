//! Cycles and forcing chains.

use super::{
    super::rating::{ChainKind, LinkKinds},
    Cause, Hint, Node, NodeKey, Set, ancestors, effect, off_to_on, on_to_off,
};
use crate::{Candidates, CellSet, Pencilmarks, peers};
use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
};

/// Returns all hints, unsorted.
pub(in super::super) fn collect(marks: &Pencilmarks) -> Vec<Hint> {
    let mut hints = Vec::new();
    for links in [LinkKinds::X, LinkKinds::Y, LinkKinds::Xy] {
        let graph = LinkMap { marks, links, known: RefCell::default() };
        for cell in marks.empty() {
            let candidates = marks.candidates(cell);
            if candidates.len() < 2 || (links == LinkKinds::Y && candidates.len() > 2) {
                continue;
            }
            for digit in candidates {
                from_source(&graph, (cell.index(), digit.index(), true), &mut hints);
            }
        }
    }
    hints
}

fn from_source(graph: &LinkMap<'_>, source: NodeKey, hints: &mut Vec<Hint>) {
    let LinkMap { marks, links, .. } = *graph;
    for end in cycles(graph, source) {
        hints.extend(cycle_hint(marks, &end, links));
    }
    if links != LinkKinds::Y {
        for on in [true, false] {
            if let Some(end) = forcing(graph, (source.0, source.1, on)) {
                let (flat, effect) = (ancestors(&end).len(), effect(marks, end.key));
                if !effect.0.is_empty() {
                    hints.push(Hint::new(
                        ChainKind::Forcing(links),
                        links.forcing_base(),
                        vec![end],
                        None,
                        flat,
                        effect,
                    ));
                }
            }
        }
    }
}

/// A node that follows, and its cause.
type Next = (NodeKey, Option<Cause>);

/// Links in a state. The successors of a node are remembered by its key.
struct LinkMap<'a> {
    marks: &'a Pencilmarks,
    links: LinkKinds,
    known: RefCell<BTreeMap<NodeKey, Rc<[Next]>>>,
}

impl LinkMap<'_> {
    /// Returns the wanted successors of a node. Nodes that are known already need not be made.
    fn steps(&self, from: &Rc<Node>, wanted: impl Fn(NodeKey) -> bool) -> Vec<Rc<Node>> {
        let mut known = self.known.borrow_mut();
        let next = known.entry(from.key).or_insert_with(|| {
            let next = if from.on() {
                on_to_off(self.marks, from, self.links != LinkKinds::X)
            } else {
                let by = (self.links != LinkKinds::X, self.links != LinkKinds::Y);
                off_to_on((self.marks, self.marks), from, &Set::default(), by)
            };
            next.order.iter().map(|node| (node.key, node.cause)).collect()
        });
        let node =
            |&(key, cause): &Next| Rc::new(Node { key, parents: vec![from.clone()], cause, nested: None });
        next.iter().filter(|next| wanted(next.0)).map(node).collect()
    }
}

fn cycles(graph: &LinkMap<'_>, source: NodeKey) -> Vec<Rc<Node>> {
    let mut ends = Vec::new();
    let (mut on, mut queue, mut off_queue) = (Set::default(), VecDeque::new(), VecDeque::new());
    on.add(Node::assumed(source));
    queue.push_back(on.order[0].clone());
    let mut length = 0;
    while !queue.is_empty() || !off_queue.is_empty() {
        length += 1;
        while let Some(from) = queue.pop_front() {
            let line = line(&from);
            off_queue.extend(graph.steps(&from, |off| !line.contains(&off)));
        }
        length += 1;
        while let Some(from) = off_queue.pop_front() {
            for next in graph.steps(&from, |next| next == source || on.get(next).is_none()) {
                if length >= 4 && next.key == source {
                    ends.push(next.clone());
                }
                if on.add(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
    }
    ends
}

/// Returns the keys on the path from a node to the source: here each node has one parent.
fn line(end: &Rc<Node>) -> Vec<NodeKey> {
    std::iter::successors(Some(end), |node| node.parents.first()).map(|node| node.key).collect()
}

/// Returns the negated nodes of a cycle in the other direction. Each keeps its cause.
fn reversed(end: &Rc<Node>) -> Rc<Node> {
    let mut result: Option<Rc<Node>> = None;
    let mut node = Some(end.clone());
    // The end becomes the assumption, so the last node made belongs to the forward assumption.
    let mut line = Vec::new();
    while let Some(at) = node {
        node = at.parents.first().cloned();
        line.push(at);
    }
    for at in line {
        let parents = result.into_iter().collect();
        result = Some(Rc::new(Node { key: at.negation(), parents, cause: at.cause, nested: None }));
    }
    result.unwrap()
}

fn cycle_hint(marks: &Pencilmarks, end: &Rc<Node>, links: LinkKinds) -> Option<Hint> {
    let mut nodes = Vec::new();
    let mut node = end.clone();
    while let Some(parent) = node.parents.first().cloned() {
        nodes.push(node);
        node = parent;
    }
    let own: CellSet = nodes.iter().map(|node| node.cell()).collect();
    let mut seen = [Candidates::EMPTY; 2];
    for node in &nodes {
        let digit = node.digit();
        seen[usize::from(node.on())].extend(digit, (peers(node.cell()) - own) & marks.places(digit));
    }
    let both: Candidates = seen[0].iter().filter(|c| seen[1].cells(c.digit).contains(c.cell)).collect();
    let flat = ancestors(end).len();
    let ends = vec![end.clone(), reversed(end)];
    (!both.is_empty())
        .then(|| Hint::new(ChainKind::Cycle(links), links.cycle_base(), ends, None, flat, (both, None)))
}

fn forcing(graph: &LinkMap<'_>, source: NodeKey) -> Option<Rc<Node>> {
    let mut sets = [Set::default(), Set::default()];
    let start = Node::assumed(source);
    sets[usize::from(source.2)].add(start.clone());
    let mut level = vec![start.clone()];
    let mut end = None;
    while !level.is_empty() {
        let mut next = Vec::new();
        for from in level {
            let new = |to: NodeKey| to == start.negation() || sets[usize::from(to.2)].get(to).is_none();
            for to in graph.steps(&from, new) {
                if to.key == start.negation() && end.is_none() {
                    end = Some(to.clone());
                }
                if sets[usize::from(to.on())].add(to.clone()) {
                    next.push(to);
                }
            }
        }
        level = next;
    }
    end
}
