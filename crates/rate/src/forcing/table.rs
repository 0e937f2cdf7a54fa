//! Tables of assumptions, as HoDoKu keeps them for forcing nets (B. Hobiger 2012).
//!
//! ```text
//! direct     what a trial of the assumption finds, each with the causes that were entered before
//! borrowed   what follows directly from an entry is entered, too, with the table that it is from; and so on to the end of the list
//! way        from an entry back to the assumption by main causes; other causes begin side branches, which make it a net
//! ```
//!
//! Trials that the steps since the last search leave unchanged are kept.

use super::{Consequences, Direct, KeptTrials};
use crate::{
    CellSet, ChainNode, House, HouseKind, Pencilmarks,
    candidates::ascending,
    chains::link_graph::{self, LinkGraph, NodeId},
    peers,
};
use gridmill_board::{Cell, Digit, DigitSet};

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
    pub(super) fn forced(&mut self, root: NodeId) -> Consequences {
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
    pub(super) fn trace(&mut self, graph: &LinkGraph, root: NodeId, to: NodeId) -> LinkedNodes {
        let way = self.way(root, to);
        let follows = way.follows();
        let Way { main, branches, .. } = way;
        let all: Vec<NodeId> = main.into_iter().chain(branches.into_iter().flatten()).collect();
        let place = self.list(root);
        let places = &self.lists[place].1.places;
        let keys: Vec<_> = all.iter().map(|&node| [places[node as usize].into(), 0, 0]).collect();
        let mut nodes: Vec<NodeId> = ascending(&keys).into_iter().map(|number| all[number]).collect();
        nodes.dedup();
        let position = |node: NodeId| nodes.iter().position(|&known| known == node);
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
        (nodes.iter().map(|&node| graph.node(node)).collect(), links)
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

    fn of(&mut self, root: NodeId) -> Consequences {
        let Some(number) = usize::from(self.numbers[root as usize]).checked_sub(1) else {
            return Consequences::default();
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
        let mut forced = Consequences::default();
        for (word, &bits) in self.found.iter().enumerate() {
            for bit in crate::candidates::bits(bits) {
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

// Trial of an assumption: four rounds of naked and hidden singles on a copy of the state.
//
// ```text
// assume r1c1=5 -> off: 5 from the peers, the rest of r1c1 -> round 1: the singles that came to light -> ... -> round 4
// ```
//
// Singles are queued, placed and explained in HoDoKu's order (B. Hobiger 2012), because which cause is named decides the length of a net.

/// Rounds of a trial.
const ROUNDS: usize = 4;

#[derive(Debug, Clone)]
pub(super) struct TrialState {
    places: [CellSet; 9],
    digits: [DigitSet; 81],
    /// Numbers of places by digit and house. They may exceed the places that are left in a cell without candidates.
    counts: [[u8; 27]; 9],
    values: [Option<Digit>; 81],
}

impl Default for TrialState {
    fn default() -> Self {
        let (places, digits) = ([CellSet::EMPTY; 9], [DigitSet::EMPTY; 81]);
        Self { places, digits, counts: [[0; 27]; 9], values: [None; 81] }
    }
}

impl TrialState {
    pub(super) fn read(&mut self, marks: &Pencilmarks) {
        for digit in DigitSet::full(9) {
            self.places[digit.index()] = marks.places(digit);
            for house in House::all() {
                #[expect(clippy::cast_possible_truncation, reason = "nine at most")]
                let count = marks.positions(house, digit).count_ones() as u8;
                self.counts[digit.index()][house.index()] = count;
            }
        }
        for cell in CellSet::ALL {
            self.digits[cell.index()] = marks.candidates(cell);
            self.values[cell.index()] = marks.value(cell);
        }
    }
}

impl TrialState {
    /// Returns true if a single comes to light without a candidate: its cell or one of its houses has two.
    fn may_lead_on(&self, cell: Cell, digit: Digit) -> bool {
        let counts =
            HouseKind::ALL.map(|kind| self.counts[digit.index()][House::holding(kind, cell).index()]);
        self.digits[cell.index()].len() <= 2 || counts.into_iter().any(|count| count <= 2)
    }
}

/// Single that came to light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Single {
    cell: Cell,
    digit: Digit,
    is_hidden: bool,
}

/// Memory of trials.
#[derive(Debug, Default)]
pub(super) struct Trial {
    state: TrialState,
    naked: Vec<Single>,
    hidden: Vec<Single>,
    round: Vec<Single>,
    /// Place in the list of entries by node, counted from 1; 0 if the node is not entered.
    entered: Vec<u16>,
}

impl Trial {
    /// Appends what follows from a candidate that is on, or off.
    pub(super) fn run(&mut self, before: &TrialState, root: NodeId, is_on: bool, entries: &mut Vec<Direct>) {
        let (cell, digit) = link_graph::candidate(root);
        if !is_on && !before.may_lead_on(cell, digit) {
            entries.push(Direct::new(root, &[0], entries));
            return;
        }
        self.state.clone_from(before);
        self.naked.clear();
        self.hidden.clear();
        self.entered.resize(2 * link_graph::CANDIDATES, 0);
        if is_on {
            self.place(before, cell, digit, None, entries);
        } else {
            self.remove(cell, digit);
            self.enter(root, &[0], entries);
            if let Some(last) = self.state.digits[cell.index()].single() {
                self.place(before, cell, last, None, entries);
            }
        }
        for _ in 0..ROUNDS {
            self.list_round();
            let round = std::mem::take(&mut self.round);
            for single in &round {
                self.place(before, single.cell, single.digit, Some(single.is_hidden), entries);
            }
            let is_over = round.is_empty();
            self.round = round;
            if is_over {
                break;
            }
        }
        for entry in &*entries {
            self.entered[entry.node as usize] = 0;
        }
    }

    /// Lists the singles of a round.
    fn list_round(&mut self) {
        let Self { state, naked, hidden, round, .. } = self;
        round.clear();
        let is_open = |single: &Single| state.values[single.cell.index()].is_none();
        round.extend(naked.iter().filter(|single| is_open(single)));
        for single in hidden.iter().filter(|single| is_open(single)) {
            let count = |kind| state.counts[single.digit.index()][House::holding(kind, single.cell).index()];
            if HouseKind::ALL.into_iter().any(|kind| count(kind) == 1) && !round.contains(single) {
                round.push(*single);
            }
        }
    }

    /// Places a digit and enters it with its causes, then all that it turns off. `hidden` is the kind of single; `None` is an
    /// assumption.
    fn place(
        &mut self,
        before: &TrialState,
        cell: Cell,
        digit: Digit,
        hidden: Option<bool>,
        entries: &mut Vec<Direct>,
    ) {
        let position = entries.len();
        let house = HouseKind::ALL.map(|kind| House::holding(kind, cell));
        let least = |house: &House| self.state.counts[digit.index()][house.index()];
        let [row, column, square] = house;
        let mut house = row;
        for other in [column, square] {
            if least(&other) < least(&house) {
                house = other;
            }
        }
        let had = self.fill(cell, digit);
        let mut causes = [0; Direct::CAUSES];
        let place = |entered: &[u16], node: NodeId| entered[node as usize].saturating_sub(1);
        let count = match hidden {
            None => 1,
            Some(false) => {
                let others = before.digits[cell.index()] - DigitSet::only(digit);
                let nodes = others.iter().map(|other| place(&self.entered, link_graph::off(cell, other)));
                causes.iter_mut().zip(nodes).map(|(cause, node)| *cause = node).count()
            }
            Some(true) => {
                let others = (before.places[digit.index()] & house.cells()).without(cell);
                let nodes = others.iter().map(|other| place(&self.entered, link_graph::off(other, digit)));
                causes.iter_mut().zip(nodes).map(|(cause, node)| *cause = node).count()
            }
        };
        self.enter(link_graph::on(cell, digit), &causes[..count], entries);
        #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
        let cause = [position as u16];
        for other in before.places[digit.index()] & peers(cell) {
            self.enter(link_graph::off(other, digit), &cause, entries);
        }
        for other in had - DigitSet::only(digit) {
            self.enter(link_graph::off(cell, other), &cause, entries);
        }
    }

    /// Enters a node, unless it is entered.
    fn enter(&mut self, node: NodeId, causes: &[u16], entries: &mut Vec<Direct>) {
        if self.entered[node as usize] == 0 {
            entries.push(Direct::new(node, causes, entries));
            #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
            let place = entries.len() as u16;
            self.entered[node as usize] = place;
        }
    }

    /// Places a digit in the copy. Returns the candidates that the cell had.
    fn fill(&mut self, cell: Cell, digit: Digit) -> DigitSet {
        let state = &mut self.state;
        let had = std::mem::replace(&mut state.digits[cell.index()], DigitSet::EMPTY);
        if state.values[cell.index()].replace(digit) == Some(digit) {
            return had;
        }
        for other in had {
            state.places[other.index()] = state.places[other.index()].without(cell);
        }
        for peer in state.places[digit.index()] & peers(cell) {
            self.remove(peer, digit);
        }
        let state = &mut self.state;
        for other in had {
            for house in HouseKind::ALL.map(|kind| House::holding(kind, cell)) {
                let count = &mut state.counts[other.index()][house.index()];
                *count = count.saturating_sub(1);
                if *count == 1
                    && other != digit
                    && let Some(place) = (state.places[other.index()] & house.cells()).first()
                {
                    self.hidden.push(Single { cell: place, digit: other, is_hidden: true });
                }
            }
        }
        had
    }

    /// Removes a candidate from the copy.
    fn remove(&mut self, cell: Cell, digit: Digit) {
        let state = &mut self.state;
        let digits = &mut state.digits[cell.index()];
        digits.remove(digit);
        state.places[digit.index()] = state.places[digit.index()].without(cell);
        if digits.is_empty() {
            return;
        }
        if let Some(last) = digits.single() {
            self.naked.push(Single { cell, digit: last, is_hidden: false });
        }
        for house in HouseKind::ALL.map(|kind| House::holding(kind, cell)) {
            let count = &mut state.counts[digit.index()][house.index()];
            *count = count.saturating_sub(1);
            if *count == 1 {
                if let Some(place) = (state.places[digit.index()] & house.cells()).first() {
                    self.hidden.push(Single { cell: place, digit, is_hidden: true });
                }
            } else if *count == 0 {
                let is_dropped =
                    |single: &Single| single.digit == digit && house.cells().contains(single.cell);
                if let Some(place) = self.hidden.iter().position(is_dropped) {
                    self.hidden.remove(place);
                }
            }
        }
    }
}
