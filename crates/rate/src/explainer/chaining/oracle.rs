//! Test oracle: the Explainer's chaining by its definition, slow and plain.
//!
//! A node knows its parents. A set keeps the first of equal nodes, in order of arrival.

use super::{ChainKind, ChainLevel, LinkKinds, length};
use crate::{
    Candidate, Candidates, CellSet, Conventions, Finder, FinderMemory, House, HouseKind, HouseSet,
    Pencilmarks, Reason, SearchFlow, Step, Technique as T, TechniqueSet, peers,
};
pub(super) use collect as multiple;
pub(super) use collect_simple as simple;
use gridmill_board::{Cell, Digit, DigitSet};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, VecDeque},
    rc::Rc,
};

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
        (Candidates::from_cells(digit, CellSet::only(cell)), None)
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
        for other in marks.candidates(from.cell()).iter().filter(|&other| other != from.digit()) {
            add(from.cell(), other, Cause::Cell);
        }
    }
    for kind in HouseKind::BOX_ROW_COLUMN {
        for cell in places(marks, House::holding(kind, from.cell()), from.digit()) {
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
        parents.extend(gone.iter().map(|digit| hidden(from.key.0, digit.index())));
        let key = (from.key.0, other.index(), true);
        on.add(Rc::new(Node { key, parents, cause: Some(Cause::Cell), nested: None }));
    }
    for kind in HouseKind::BOX_ROW_COLUMN.into_iter().filter(|_| by_house) {
        let house = House::holding(kind, from.cell());
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

// Closures of all candidates, on and off, and their comparison.

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
            for to in advanced_effects(&marks, base, &off, level) {
                if off.add(to.clone()) {
                    off_queue.push_back(to);
                }
            }
        }
    }
    Followed { on, off, contradiction: None }
}

/// Returns all hints, unsorted.
pub(super) fn collect(marks: &Pencilmarks, level: ChainLevel) -> Vec<Hint> {
    let mut search = OracleSearch { marks, level, followed: BTreeMap::new(), hints: Vec::new() };
    let fewest = if level == ChainLevel::Multiple { 3 } else { 2 };
    for cell in marks.empty().iter().filter(|&cell| marks.candidates(cell).len() >= fewest) {
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
                    self.in_house(House::holding(kind, cell), cell, digit, &on);
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

    fn in_house(&mut self, house: House, cell: Cell, digit: Digit, first: &Followed) {
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

// Cycles and forcing chains.

/// Returns all hints, unsorted.
pub(super) fn collect_simple(marks: &Pencilmarks) -> Vec<Hint> {
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
    /// Returns the successors of a node that `is_needed` accepts. Nodes that are known already need not be made.
    fn steps(&self, from: &Rc<Node>, is_needed: impl Fn(NodeKey) -> bool) -> Vec<Rc<Node>> {
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
        next.iter().filter(|next| is_needed(next.0)).map(node).collect()
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

// Patterns and nested chains that extend an exhausted closure: locked digits, pairs, X-Wings, chains.

/// State, the state at the start of the search, and the candidates eliminated since.
struct Since<'a> {
    marks: &'a Pencilmarks,
    base: &'a Pencilmarks,
    off: &'a Set,
}

fn advanced_effects(marks: &Pencilmarks, base: &Pencilmarks, off: &Set, level: ChainLevel) -> Vec<Rc<Node>> {
    let since = Since { marks, base, off };
    if level.plus() > 0 {
        for techniques in [&[T::Pointing, T::Claiming][..], &[T::HiddenPair], &[T::NakedPair], &[T::XWing]] {
            let nodes = since.by_technique(techniques.iter().copied().collect());
            if !nodes.is_empty() {
                return nodes;
            }
        }
    }
    for &nested in level.nested() {
        let nodes: Vec<_> = known(marks, nested).iter().flat_map(|hint| since.by_hint(hint)).collect();
        if !nodes.is_empty() {
            return nodes;
        }
    }
    Vec::new()
}

/// Hints by level and state. State: candidates of each cell, with a further bit if it is empty, and the count of each placed digit.
type Known = BTreeMap<(ChainLevel, Vec<u32>), Rc<[Rc<Hint>]>>;

thread_local! {
    static KNOWN: RefCell<Known> = const { RefCell::new(Known::new()) };
}

/// Returns all hints of a level. They are remembered, because many closures leave the same candidates.
fn known(marks: &Pencilmarks, level: ChainLevel) -> Rc<[Rc<Hint>]> {
    let cells = (0..81).map(Cell::new);
    let cells =
        cells.map(|cell| marks.candidates(cell).bits() | u32::from(marks.empty().contains(cell)) << 9);
    let placed = DigitSet::full(9).iter().map(|digit| marks.placed(digit));
    let key = (level, cells.chain(placed).collect());
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return known;
    }
    let hints: Rc<[Rc<Hint>]> = hints(marks, level).into_iter().map(Rc::new).collect();
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(key, hints.clone());
    });
    hints
}

/// Most remembered states; beyond it all are forgotten.
const MAX_KNOWN: usize = 5000;

impl Since<'_> {
    fn by_technique(&self, requested: TechniqueSet) -> Vec<Rc<Node>> {
        let mut steps = Vec::new();
        let mut scratch = FinderMemory::default();
        let family = requested.iter().next().unwrap().family();
        let _ = Finder::new(self.marks, requested, Conventions::Explainer, &mut scratch).find(
            family,
            &mut |step| {
                steps.push(step);
                SearchFlow::Continue(())
            },
        );
        steps.iter().flat_map(|step| self.nodes(&step.eliminations, &self.step_parents(step), None)).collect()
    }

    fn by_hint(&self, hint: &Rc<Hint>) -> Vec<Rc<Node>> {
        self.nodes(&hint.eliminations, &self.hint_parents(hint), Some(hint))
    }

    fn nodes(&self, gone: &Candidates, parents: &[NodeKey], hint: Option<&Rc<Hint>>) -> Vec<Rc<Node>> {
        let parents: Vec<_> = parents.iter().map(|&key| self.off.get(key).unwrap().clone()).collect();
        let mut nodes = Vec::new();
        for cell in gone.all_cells().iter().filter(|_| !parents.is_empty()) {
            for digit in gone.digits(cell) {
                nodes.push(Rc::new(Node {
                    key: (cell.index(), digit.index(), false),
                    parents: parents.clone(),
                    cause: Some(Cause::Advanced),
                    nested: hint.cloned(),
                }));
            }
        }
        nodes
    }

    fn gone(&self, cell: Cell, digit: Digit) -> Option<NodeKey> {
        let gone = self.base.has(cell, digit) && !self.marks.has(cell, digit);
        gone.then_some((cell.index(), digit.index(), false))
    }

    fn step_parents(&self, step: &Step) -> Vec<NodeKey> {
        match &step.reason {
            Reason::Intersection { house, cover, digit, .. } => {
                self.outside(HouseSet::only(*house), HouseSet::only(*cover), *digit)
            }
            Reason::Fish { digit, base, cover, .. } => self.outside(*base, *cover, *digit),
            Reason::Subset { house, digits, .. } if step.technique == T::HiddenPair => {
                let cells = (0..9).map(|n| house.cell(n));
                let cells = cells.filter(|&cell| (self.marks.candidates(cell) & *digits).is_empty());
                cells.flat_map(|cell| digits.iter().filter_map(move |digit| self.gone(cell, digit))).collect()
            }
            Reason::Subset { cells, digits, house } => {
                let others = DigitSet::full(9) - *digits;
                let cells = (0..9).map(|n| house.cell(n)).filter(|&cell| cells.contains(cell));
                cells.flat_map(|cell| others.iter().filter_map(move |digit| self.gone(cell, digit))).collect()
            }
            _ => unreachable!("no other technique is asked for"),
        }
    }

    fn outside(&self, base: HouseSet, cover: HouseSet, digit: Digit) -> Vec<NodeKey> {
        let covered: CellSet = cover.cells();
        let cells = base.iter().flat_map(|house| (0..9).map(move |n| house.cell(n)));
        cells.filter(|&cell| !covered.contains(cell)).filter_map(|cell| self.gone(cell, digit)).collect()
    }

    fn hint_parents(&self, hint: &Hint) -> Vec<NodeKey> {
        let mut parents: Vec<NodeKey> = Vec::new();
        for node in hint.ends.iter().flat_map(ancestors).filter(|node| node.on()) {
            let found: Vec<NodeKey> = match node.cause.or(hint.assumed) {
                Some(Cause::Cell) => {
                    DigitSet::full(9).iter().filter_map(|digit| self.gone(node.cell(), digit)).collect()
                }
                Some(Cause::House(kind)) => self.gone_from(House::holding(kind, node.cell()), node.digit()),
                Some(Cause::Advanced) | None => Vec::new(),
            };
            for key in found {
                if !parents.contains(&key) {
                    parents.push(key);
                }
            }
        }
        parents
    }

    fn gone_from(&self, house: House, digit: Digit) -> Vec<NodeKey> {
        (0..9).filter_map(|n| self.gone(house.cell(n), digit)).collect()
    }
}
