//! Closures of all candidates, on and off, and their comparison.

use super::{
    super::rating::{ChainKind, ChainLevel},
    Cause, Hint, Node, NodeKey, Set, advanced, ancestors, effect, off_to_on, on_to_off, places,
};
use crate::{House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit};
use std::{
    collections::{BTreeMap, VecDeque},
    rc::Rc,
};

/// All that follows from an assumption.
#[derive(Debug, Default)]
struct Followed {
    on: Set,
    off: Set,
    contradiction: Option<[Rc<Node>; 2]>,
}

fn propagate(base: &Pencilmarks, source: NodeKey, level: ChainLevel) -> Followed {
    let mut marks = base.clone();
    let by_cell = level != ChainLevel::Nishio;
    let start = Node::assumed(source);
    let Followed { mut on, mut off, .. } = Followed::default();
    let (mut on_queue, mut off_queue) = (VecDeque::new(), VecDeque::new());
    if source.2 {
        on.add(start.clone());
        on_queue.push_back(start);
    } else {
        off.add(start.clone());
        off_queue.push_back(start);
    }
    while !on_queue.is_empty() || !off_queue.is_empty() {
        if let Some(from) = on_queue.pop_front() {
            for to in on_to_off(&marks, &from, by_cell).order {
                if let Some(there) = on.get(to.negation()).cloned() {
                    return Followed { on, off, contradiction: Some([there, to]) };
                }
                if off.add(to.clone()) {
                    off_queue.push_back(to);
                }
            }
        } else if let Some(from) = off_queue.pop_front() {
            let next = off_to_on((&marks, base), &from, &off, (by_cell, true));
            if level.is_dynamic() {
                marks.eliminate(from.cell(), from.digit());
            }
            for to in next.order {
                if let Some(there) = off.get(to.negation()).cloned() {
                    return Followed { on, off, contradiction: Some([to, there]) };
                }
                if on.add(to.clone()) {
                    on_queue.push_back(to);
                }
            }
        }
        if on_queue.is_empty() && off_queue.is_empty() {
            for to in advanced::advanced(&marks, base, &off, level) {
                if off.add(to.clone()) {
                    off_queue.push_back(to);
                }
            }
        }
    }
    Followed { on, off, contradiction: None }
}

/// Returns all hints, unsorted.
pub(in super::super) fn collect(marks: &Pencilmarks, level: ChainLevel) -> Vec<Hint> {
    let mut search = OracleSearch { marks, level, followed: BTreeMap::new(), hints: Vec::new() };
    let fewest = if level == ChainLevel::Multiple { 3 } else { 2 };
    for cell in marks.empty().filter(|&cell| marks.candidates(cell).len() >= fewest) {
        search.at_cell(cell);
    }
    search.hints
}

struct OracleSearch<'a> {
    marks: &'a Pencilmarks,
    level: ChainLevel,
    /// Closures by source: each is used again for each house of the source.
    followed: BTreeMap<NodeKey, Rc<Followed>>,
    hints: Vec<Hint>,
}

impl OracleSearch<'_> {
    fn follow(&mut self, source: NodeKey) -> Rc<Followed> {
        let followed = self.followed.entry(source);
        followed.or_insert_with(|| Rc::new(propagate(self.marks, source, self.level))).clone()
    }

    fn at_cell(&mut self, cell: Cell) {
        let digits = self.marks.candidates(cell);
        let mut all = Vec::new();
        for digit in digits {
            let key = |on| (cell.index(), digit.index(), on);
            let (on, off) = (self.follow(key(true)), self.follow(key(false)));
            if self.level != ChainLevel::Multiple {
                for (followed, source) in [(&on, key(true)), (&off, key(false))] {
                    if let Some([a, b]) = &followed.contradiction {
                        let target = (source.0, source.1, !source.2);
                        self.push(ChainKind::Contradiction, vec![a.clone(), b.clone()], None, target);
                    }
                }
            }
            if self.level.is_dynamic() && self.level != ChainLevel::Nishio && digits.len() >= 3 {
                let common = common(&[&on, &off]);
                for ends in common {
                    let target = ends[0].key;
                    self.push(ChainKind::Double, ends, None, target);
                }
            }
            if self.level != ChainLevel::Nishio {
                for kind in HouseKind::BOX_ROW_COLUMN {
                    self.in_house(House::of(kind, cell), (cell, digit), &on);
                }
            }
            all.push(on);
        }
        if self.level != ChainLevel::Nishio {
            for ends in common(&all.iter().map(|followed| &**followed).collect::<Vec<_>>()) {
                let target = ends[0].key;
                self.push(ChainKind::Cell, ends, Some(Cause::Cell), target);
            }
        }
    }

    fn in_house(&mut self, house: House, (cell, digit): (Cell, Digit), first: &Followed) {
        let places = places(self.marks, house, digit);
        if places.len() < 2 || places[0] != cell.index() {
            return;
        }
        let others: Vec<Rc<Followed>> =
            places[1..].iter().map(|&cell| self.follow((cell, digit.index(), true))).collect();
        let all: Vec<_> = std::iter::once(first).chain(others.iter().map(|followed| &**followed)).collect();
        for ends in common(&all) {
            let target = ends[0].key;
            self.push(ChainKind::House, ends, Some(Cause::House(house.kind())), target);
        }
    }

    fn push(&mut self, kind: ChainKind, ends: Vec<Rc<Node>>, assumed: Option<Cause>, target: NodeKey) {
        let effect = effect(self.marks, target);
        if !effect.0.is_empty() {
            let flat = ends.iter().map(|end| ancestors(end).len()).sum();
            self.hints.push(Hint::new(kind, self.level.base(), ends, assumed, flat, effect));
        }
    }
}

/// Returns the nodes that all share, in the order of the first: on before off.
fn common(all: &[&Followed]) -> Vec<Vec<Rc<Node>>> {
    let sets = |on: bool| {
        all.iter().map(|followed| if on { &followed.on } else { &followed.off }).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for on in [true, false] {
        let sets = sets(on);
        for node in &sets[0].order {
            let ends: Option<Vec<_>> = sets.iter().map(|set| set.get(node.key).cloned()).collect();
            found.extend(ends);
        }
    }
    found
}
