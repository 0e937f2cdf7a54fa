//! Test oracle: the Explainer's chaining by its definition, slow and plain.
//!
//! A node knows its parents. A set keeps the first of equal nodes, in order of arrival.

mod advanced;
mod search;
mod simple;

use super::rating::{ChainKind, ChainLevel, length};
use crate::{Candidate, Candidates, CellSet, House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

pub(super) use search::collect as multiple;
pub(super) use simple::collect as simple;

/// Reason why a node follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Cell,
    House(HouseKind),
    Advanced,
}

/// Key of a node: cell, digit, on. Equal nodes have equal keys.
type NodeKey = (usize, usize, bool);

#[derive(Debug)]
struct Node {
    key: NodeKey,
    parents: Vec<Rc<Node>>,
    cause: Option<Cause>,
    nested: Option<Rc<Hint>>,
}

impl Node {
    fn assumed(key: NodeKey) -> Rc<Self> {
        Rc::new(Self { key, parents: Vec::new(), cause: None, nested: None })
    }

    fn cell(&self) -> Cell {
        Cell::new(self.key.0)
    }

    fn digit(&self) -> Digit {
        Digit::from_index(self.key.1)
    }

    fn on(&self) -> bool {
        self.key.2
    }

    fn negation(&self) -> NodeKey {
        (self.key.0, self.key.1, !self.on())
    }
}

/// Returns `end` and all its ancestors, level by level, each once.
fn ancestors(end: &Rc<Node>) -> Vec<Rc<Node>> {
    let (mut all, mut done) = (Vec::new(), BTreeSet::new());
    let mut todo = vec![end.clone()];
    while !todo.is_empty() {
        let mut next = Vec::new();
        for node in todo {
            if done.insert(node.key) {
                next.extend(node.parents.iter().cloned());
                all.push(node);
            }
        }
        todo = next;
    }
    all
}

/// Set of nodes in order of arrival. The first of equal nodes stays.
#[derive(Debug, Default, Clone)]
struct Set {
    order: Vec<Rc<Node>>,
    by_key: BTreeMap<NodeKey, Rc<Node>>,
}

impl Set {
    fn add(&mut self, node: Rc<Node>) -> bool {
        let new = !self.by_key.contains_key(&node.key);
        if new {
            self.by_key.insert(node.key, node.clone());
            self.order.push(node);
        }
        new
    }

    fn get(&self, key: NodeKey) -> Option<&Rc<Node>> {
        self.by_key.get(&key)
    }
}

/// Result of chains.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) kind: ChainKind,
    pub(super) eliminations: Candidates,
    pub(super) placement: Option<Candidate>,
    pub(super) rating: f64,
    pub(super) complexity: usize,
    ends: Vec<Rc<Node>>,
    /// Cause that the assumptions count as.
    assumed: Option<Cause>,
}

impl Hint {
    fn new(
        kind: ChainKind,
        base: f64,
        ends: Vec<Rc<Node>>,
        assumed: Option<Cause>,
        flat: usize,
        (eliminations, placement): (Candidates, Option<Candidate>),
    ) -> Self {
        let mut hint = Self { kind, eliminations, placement, rating: 0.0, complexity: 0, ends, assumed };
        hint.complexity = flat + hint.nested_complexity();
        hint.rating = base + length(hint.complexity);
        hint
    }

    /// Returns the chains: two hints with the same chains are equal.
    fn chains(&self) -> Vec<Vec<NodeKey>> {
        self.ends.iter().map(|end| ancestors(end).iter().map(|node| node.key).collect()).collect()
    }

    fn nested_complexity(&self) -> usize {
        let mut counted = BTreeSet::new();
        let mut sum = 0;
        for end in &self.ends {
            for node in ancestors(end) {
                if let Some(nested) = &node.nested
                    && counted.insert(nested.chains())
                {
                    sum += nested.complexity;
                }
            }
        }
        sum
    }
}

/// Sorts hints, and keeps the first of those with the same eliminations.
fn sorted(mut hints: Vec<Hint>) -> Vec<Hint> {
    hints.sort_by(|a, b| {
        a.rating
            .total_cmp(&b.rating)
            .then((a.complexity, a.kind.sort_key()).cmp(&(b.complexity, b.kind.sort_key())))
    });
    let mut seen = BTreeSet::new();
    hints.retain(|hint| seen.insert(hint.eliminations));
    hints
}

/// Returns all hints of a level, sorted.
pub(super) fn hints(marks: &Pencilmarks, level: ChainLevel) -> Vec<Hint> {
    sorted(match level {
        ChainLevel::Simple => simple(marks),
        _ => multiple(marks, level),
    })
}

/// Returns the effect of an end: its digit is eliminated, or placed.
fn effect(marks: &Pencilmarks, node: NodeKey) -> (Candidates, Option<Candidate>) {
    let (cell, digit) = (Cell::new(node.0), Digit::from_index(node.1));
    if node.2 {
        let others = marks.candidates(cell) - DigitSet::only(digit);
        (Candidates::within(marks, others, CellSet::only(cell)), Some(Candidate { cell, digit }))
    } else {
        (Candidates::of(digit, CellSet::only(cell)), None)
    }
}

/// Returns the cells of `house` that have `digit`, by index.
fn places(marks: &Pencilmarks, house: House, digit: Digit) -> Vec<usize> {
    (0..9).map(|n| house.cell(n)).filter(|&cell| marks.has(cell, digit)).map(Cell::index).collect()
}

/// Returns the nodes that a node turns off.
fn on_to_off(marks: &Pencilmarks, from: &Rc<Node>, by_cell: bool) -> Set {
    let mut off = Set::default();
    let mut add = |cell: Cell, digit: Digit, cause| {
        let key = (cell.index(), digit.index(), false);
        off.add(Rc::new(Node { key, parents: vec![from.clone()], cause: Some(cause), nested: None }));
    };
    if by_cell {
        for other in marks.candidates(from.cell()).filter(|&other| other != from.digit()) {
            add(from.cell(), other, Cause::Cell);
        }
    }
    for kind in HouseKind::BOX_ROW_COLUMN {
        for cell in places(marks, House::of(kind, from.cell()), from.digit()) {
            if cell != from.key.0 {
                add(Cell::new(cell), from.digit(), Cause::House(kind));
            }
        }
    }
    off
}

/// Returns the nodes that follow from a node that is off. Candidates of `base` that are gone are parents too.
fn off_to_on(
    (marks, base): (&Pencilmarks, &Pencilmarks),
    from: &Rc<Node>,
    went: &Set,
    (by_cell, by_house): (bool, bool),
) -> Set {
    let mut on = Set::default();
    let hidden = |cell: usize, digit: usize| went.get((cell, digit, false)).expect("went before").clone();
    let candidates = marks.candidates(from.cell());
    if by_cell && candidates.len() == 2 {
        let other = (candidates - DigitSet::only(from.digit())).first().unwrap();
        let gone = base.candidates(from.cell()) - candidates;
        let mut parents = vec![from.clone()];
        parents.extend(gone.map(|digit| hidden(from.key.0, digit.index())));
        let key = (from.key.0, other.index(), true);
        on.add(Rc::new(Node { key, parents, cause: Some(Cause::Cell), nested: None }));
    }
    for kind in HouseKind::BOX_ROW_COLUMN.into_iter().filter(|_| by_house) {
        let house = House::of(kind, from.cell());
        let now = places(marks, house, from.digit());
        if now.len() == 2 {
            let other = if now[0] == from.key.0 { now[1] } else { now[0] };
            let mut parents = vec![from.clone()];
            let before = places(base, house, from.digit());
            let gone = before.into_iter().filter(|cell| !now.contains(cell));
            parents.extend(gone.map(|cell| hidden(cell, from.key.1)));
            let key = (other, from.key.1, true);
            on.add(Rc::new(Node { key, parents, cause: Some(Cause::House(kind)), nested: None }));
        }
    }
    on
}
