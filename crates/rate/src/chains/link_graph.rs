//! Link graph of one state: the nodes that follow directly from a candidate, or a group of candidates, that is on or off.
//!
//! ```text
//! on    -> off    all others in the cell, then all others in the row, the column and the box          weak links
//! off   -> on     the other of two in the cell, the row, the column or the box                        strong links
//! group           two or three places of a digit in a box and a line, on if one of them is, off if none is
//! als   off       almost locked cells that lost a digit: they are locked, and eliminate their digits from the cells they see
//!
//! ids   0..1296 on, 1296..2592 off: 16 * cell + digit
//!       2592..3564 groups, on and off in turn: 108 * digit + 6 * line + 2 * place in the line; then almost locked sets
//! ```
//!
//! The order of the links of a node is HoDoKu's (B. Hobiger 2012): among chains of one length it decides which is found.
//!
//! Links of a digit are rebuilt only if the digit has lost a place, or if one of its cells got or lost a link.

use crate::{
    CellSet, ChainNode, House, HouseKind, Pencilmarks, als, candidates::bits, peers, pencilmarks::KEPT,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// A node's place among the nodes.
pub(crate) type NodeId = u32;

/// Number of ids of candidates that are on, and of those that are off.
pub(crate) const CANDIDATES: usize = 16 * 81;
/// The first node that is off.
const OFF: NodeId = 1296;
/// The first node that is no single candidate.
const EXTENDED: NodeId = 2 * OFF;
/// Nodes of groups of one digit: on and off, three in each line.
const GROUPS: usize = 2 * MAX_GROUPS;

/// Returns the node of a candidate that is on.
#[inline]
pub(crate) fn on(cell: Cell, digit: Digit) -> NodeId {
    #[expect(clippy::cast_possible_truncation, reason = "below 1296")]
    let id = (16 * cell.index() + digit.index()) as NodeId;
    id
}

/// Returns the node of a candidate that is off.
#[inline]
pub(crate) fn off(cell: Cell, digit: Digit) -> NodeId {
    OFF + on(cell, digit)
}

/// Returns true if the node is one candidate, not a group or set.
#[inline]
pub(crate) fn is_candidate(id: NodeId) -> bool {
    id < EXTENDED
}

#[inline]
pub(crate) fn is_on_candidate(id: NodeId) -> bool {
    id < OFF
}

/// Number of groups of all digits that a state may have.
pub(crate) const ALL_GROUPS: usize = 9 * MAX_GROUPS;

/// Returns a number below [`ALL_GROUPS`] for a node that is a group.
#[inline]
pub(crate) fn group_number(id: NodeId) -> usize {
    (id - EXTENDED) as usize / 2
}

/// Returns the node of a candidate turned from on to off, or back.
#[inline]
pub(crate) const fn opposite(id: NodeId) -> NodeId {
    if id < OFF { id + OFF } else { id - OFF }
}

#[inline]
pub(crate) fn candidate(id: NodeId) -> (Cell, Digit) {
    let id = (if id < OFF { id } else { id - OFF }) as usize;
    (Cell::new(id / 16), Digit::from_index(id % 16))
}

/// Nodes that a graph has besides candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nodes {
    /// None.
    Candidates,
    /// Groups.
    Groups,
    /// Groups and almost locked sets.
    Sets,
}

/// A node that is no single candidate.
#[derive(Debug, Clone, Copy)]
struct Extended {
    cells: CellSet,
    first: Cell,
    digit: Digit,
    on: bool,
    set: Option<u32>,
}

impl Extended {
    /// No node.
    const NONE: Self = Self {
        cells: CellSet::EMPTY,
        first: Cell::new(0),
        digit: Digit::from_index(0),
        on: false,
        set: None,
    };
}

/// Most groups of a digit: three in each line.
const MAX_GROUPS: usize = 54;

/// Places of a digit in the meeting of a box and a line.
#[derive(Debug, Clone, Copy)]
struct Group {
    cells: CellSet,
    digit: Digit,
    line: House,
    square: House,
    on: NodeId,
}

#[expect(clippy::cast_possible_truncation, reason = "some thousands")]
fn group_id(digit: Digit, n: usize) -> NodeId {
    EXTENDED + (GROUPS * digit.index() + n) as NodeId
}

#[derive(Debug)]
pub(crate) struct LinkGraph {
    pub(crate) places: [CellSet; 9],
    pub(crate) digits: [DigitSet; 81],
    nodes: Option<Nodes>,
    /// Number of states that were read.
    reads: u32,
    /// Number of the state for which the links of each digit were built.
    built: [u32; 9],
    /// Links of each digit in the order in which they were found, each with its node.
    found: [Vec<(NodeId, NodeId)>; 9],
    /// The links of each digit in one list, in that order for each node, and the range of each node in it.
    flat: [Vec<NodeId>; 9],
    spans: Vec<(u32, u32)>,
    /// The nodes of a digit.
    ids: Vec<NodeId>,
    extended: Vec<Extended>,
    groups: [Vec<Group>; 9],
    sets: Vec<als::Als>,
    triggers: Vec<[Option<NodeId>; 9]>,
}

impl Default for LinkGraph {
    fn default() -> Self {
        Self {
            places: [CellSet::EMPTY; 9],
            digits: [DigitSet::EMPTY; 81],
            nodes: None,
            reads: 0,
            built: [0; 9],
            found: Default::default(),
            flat: Default::default(),
            spans: Vec::new(),
            ids: Vec::new(),
            extended: Vec::new(),
            groups: Default::default(),
            sets: Vec::new(),
            triggers: Vec::new(),
        }
    }
}

impl LinkGraph {
    /// Builds the links of a state, unless they are known.
    pub(crate) fn read(&mut self, marks: &Pencilmarks, nodes: Nodes) {
        let same = DigitSet::full(9).iter().all(|digit| self.places[digit.index()] == marks.places(digit));
        if same && self.nodes == Some(nodes) {
            return;
        }
        let follows =
            DigitSet::full(9).iter().all(|digit| marks.places(digit).is_within(self.places[digit.index()]));
        let is_kept = follows && self.nodes == Some(nodes) && nodes != Nodes::Sets;
        let digits = if KEPT && is_kept { self.changed(marks) } else { DigitSet::full(9) };
        self.nodes = Some(nodes);
        self.reads = self.reads.wrapping_add(1);
        for digit in DigitSet::full(9) {
            self.places[digit.index()] = marks.places(digit);
        }
        self.digits = std::array::from_fn(|cell| marks.candidates(Cell::new(cell)));
        let groups = if nodes == Nodes::Candidates { 0 } else { 9 * GROUPS };
        self.extended.truncate(groups);
        self.extended.resize(groups, Extended::NONE);
        for digit in digits {
            self.built[digit.index()] = self.reads;
            self.groups[digit.index()].clear();
            self.found[digit.index()].clear();
            if nodes == Nodes::Candidates {
                self.link_flatly(marks, digit);
                continue;
            }
            self.link_candidates(marks, digit);
            self.link_groups(marks, digit);
        }
        if nodes == Nodes::Sets {
            self.link_sets(marks);
        }
        if nodes != Nodes::Candidates {
            digits.iter().for_each(|digit| self.flatten(digit));
        }
    }

    /// Returns the digits whose links differ from those of the state that was read last.
    fn changed(&self, marks: &Pencilmarks) -> DigitSet {
        let (mut digits, mut cells) = (DigitSet::EMPTY, CellSet::EMPTY);
        for digit in DigitSet::full(9) {
            let gone = self.places[digit.index()] - marks.places(digit);
            cells |= gone;
            digits |= if gone.is_empty() { DigitSet::EMPTY } else { DigitSet::only(digit) };
        }
        // The candidates of a cell are linked if they are two.
        for cell in cells {
            let before = self.digits[cell.index()];
            if before.len() == 2 || marks.candidates(cell).len() == 2 {
                digits |= before;
            }
        }
        digits
    }

    /// Returns the ids of the nodes of a digit, without almost locked sets.
    fn of_digit(&self, digit: Digit) -> impl Iterator<Item = NodeId> + use<> {
        let has_groups = self.nodes != Some(Nodes::Candidates);
        let candidates = CellSet::ALL.iter().flat_map(move |cell| [on(cell, digit), off(cell, digit)]);
        let groups = (0..if has_groups { GROUPS } else { 0 }).map(move |n| group_id(digit, n));
        candidates.chain(groups)
    }

    /// Strong links of candidates alone need no lists that grow.
    #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
    fn link_flatly(&mut self, marks: &Pencilmarks, digit: Digit) {
        self.spans.resize(EXTENDED as usize, (0, 0));
        for cell in CellSet::ALL {
            self.spans[off(cell, digit) as usize] = (0, 0);
        }
        let flat = &mut self.flat[digit.index()];
        flat.clear();
        for cell in marks.places(digit) {
            let start = flat.len() as u32;
            link_strongly(marks, cell, digit, flat);
            self.spans[off(cell, digit) as usize] = (start, flat.len() as u32);
        }
    }

    /// Sorts the links of a digit by their nodes.
    fn flatten(&mut self, digit: Digit) {
        self.spans.resize(self.len(), (0, 0));
        let sets = (EXTENDED..).zip(&self.extended).skip(9 * GROUPS);
        let sets = sets.filter(|(_, set)| set.digit == digit).map(|(id, _)| id);
        let mut ids = std::mem::take(&mut self.ids);
        ids.clear();
        ids.extend(self.of_digit(digit).chain(sets));
        let (found, flat) = (&self.found[digit.index()], &mut self.flat[digit.index()]);
        for &id in &ids {
            self.spans[id as usize] = (0, 0);
        }
        for &(from, _) in found {
            self.spans[from as usize].1 += 1;
        }
        let mut start = 0;
        for &id in &ids {
            let span = &mut self.spans[id as usize];
            let count = std::mem::replace(&mut span.1, start);
            span.0 = start;
            start += count;
        }
        self.ids = ids;
        flat.clear();
        flat.resize(found.len(), 0);
        for &(from, to) in found {
            let end = &mut self.spans[from as usize].1;
            flat[*end as usize] = to;
            *end += 1;
        }
    }

    /// The kind of nodes, and a number that changes with the state.
    #[inline]
    pub(crate) fn version(&self) -> (Option<Nodes>, u32) {
        (self.nodes, self.reads)
    }

    /// Returns the number of the state for which the links of a digit were built.
    pub(crate) fn built(&self, digit: Digit) -> u32 {
        self.built[digit.index()]
    }

    /// Returns true if the graph may have groups.
    #[inline]
    pub(crate) fn has_groups(&self) -> bool {
        !self.extended.is_empty()
    }

    /// Returns the number of nodes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        EXTENDED as usize + self.extended.len()
    }

    /// Returns the nodes that follow directly. Weak links between single candidates are listed only if links differ in cost.
    #[inline]
    pub(crate) fn links(&self, id: NodeId) -> &[NodeId] {
        let (start, end) = self.spans[id as usize];
        &self.flat[self.digit(id).index()][start as usize..end as usize]
    }

    /// Returns the cost of a link: two, more from an almost locked set.
    #[inline]
    pub(crate) fn cost(&self, from: NodeId, to: NodeId) -> u32 {
        match self.set(from) {
            None => 2,
            Some(set) => 2 + set.penalty() + u32::from(self.is_on(to)),
        }
    }

    /// Returns true if some links cost more than others.
    #[inline]
    pub(crate) fn is_weighted(&self) -> bool {
        self.nodes == Some(Nodes::Sets)
    }

    /// The almost locked set that the node is.
    #[inline]
    pub(crate) fn set(&self, id: NodeId) -> Option<&als::Als> {
        let set = self.extended.get(id.checked_sub(EXTENDED)? as usize)?.set?;
        self.sets.get(set as usize)
    }

    #[inline]
    pub(crate) fn is_on(&self, id: NodeId) -> bool {
        match id.checked_sub(EXTENDED) {
            None => id < OFF,
            Some(n) => self.extended[n as usize].on,
        }
    }

    #[inline]
    pub(crate) fn digit(&self, id: NodeId) -> Digit {
        match id.checked_sub(EXTENDED) {
            None => candidate(id).1,
            Some(n) => self.extended[n as usize].digit,
        }
    }

    /// The cell; the first of several.
    #[inline]
    pub(crate) fn cell(&self, id: NodeId) -> Cell {
        match id.checked_sub(EXTENDED) {
            None => candidate(id).0,
            Some(n) => self.extended[n as usize].first,
        }
    }

    #[inline]
    pub(crate) fn cells(&self, id: NodeId) -> CellSet {
        match id.checked_sub(EXTENDED) {
            None => CellSet::only(self.cell(id)),
            Some(n) => self.extended[n as usize].cells,
        }
    }

    /// The cells that see the node, where a digit may stand.
    pub(crate) fn seen(&self, id: NodeId, digit: Digit) -> CellSet {
        self.set(id).map_or_else(|| self.cells(id).common_peers(), |set| set.seen(digit))
    }

    /// Converts a node to the form that a reason has.
    pub(crate) fn node(&self, id: NodeId) -> ChainNode {
        ChainNode { cells: self.cells(id), digit: self.digit(id), on: self.is_on(id) }
    }

    /// The nodes that are groups, off.
    pub(crate) fn groups_off(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        self.groups.iter().flatten().map(|group| group.on + 1)
    }

    /// The nodes that are groups of a digit, on.
    pub(crate) fn groups_of(&self, digit: Digit) -> impl Iterator<Item = NodeId> + use<'_> {
        self.groups[digit.index()].iter().map(|group| group.on)
    }

    fn link(&mut self, from: NodeId, to: NodeId) {
        self.found[self.digit(from).index()].push((from, to));
    }

    fn link_candidates(&mut self, marks: &Pencilmarks, digit: Digit) {
        let mut links = std::mem::take(&mut self.flat[digit.index()]);
        for cell in marks.places(digit) {
            if self.is_weighted() {
                self.link_weakly(marks, cell, digit);
            }
            links.clear();
            link_strongly(marks, cell, digit, &mut links);
            self.found[digit.index()].extend(links.iter().map(|&to| (off(cell, digit), to)));
        }
        self.flat[digit.index()] = links;
    }

    fn link_weakly(&mut self, marks: &Pencilmarks, cell: Cell, digit: Digit) {
        let (from, found) = (on(cell, digit), &mut self.found[digit.index()]);
        let others = marks.candidates(cell).iter().filter(|&other| other != digit);
        found.extend(others.map(|other| (from, off(cell, other))));
        let mut rest = (marks.places(digit) & peers(cell)).without(cell);
        for kind in HouseKind::ALL {
            let there = rest & House::holding(kind, cell).cells();
            found.extend(there.iter().map(|peer| (from, off(peer, digit))));
            rest -= there;
        }
    }

    fn link_groups(&mut self, marks: &Pencilmarks, digit: Digit) {
        for id in (0..GROUPS).map(|n| group_id(digit, n)) {
            self.extended[(id - EXTENDED) as usize] = Extended { digit, ..Extended::NONE };
        }
        for kind in [HouseKind::Row, HouseKind::Column] {
            for line in kind.houses() {
                self.collect_groups(marks, line, digit);
            }
        }
        let groups = std::mem::take(&mut self.groups[digit.index()]);
        for group in &groups {
            self.link_group(marks, group);
        }
        self.link_to_groups(marks, digit, &groups);
        self.groups[digit.index()] = groups;
    }

    fn collect_groups(&mut self, marks: &Pencilmarks, line: House, digit: Digit) {
        let mut places = marks.places_in(line, digit);
        while let Some(first) = places.first() {
            let square = House::holding(HouseKind::Box, first);
            let cells = places & square.cells();
            places -= cells;
            if cells.is_several() {
                let node = Extended { cells, first, digit, on: true, set: None };
                let number = square.number();
                let number = if line.kind() == HouseKind::Row { number % 3 } else { number / 3 };
                let on = group_id(digit, 6 * line.index() + 2 * number);
                let place = (on - EXTENDED) as usize;
                self.extended[place] = node;
                self.extended[place + 1] = Extended { on: false, ..node };
                self.groups[digit.index()].push(Group { cells, digit, line, square, on });
            }
        }
    }

    fn extend(&mut self, node: Extended) -> NodeId {
        #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
        let id = EXTENDED + self.extended.len() as NodeId;
        self.extended.push(node);
        id
    }

    /// A group and single candidates.
    fn link_group(&mut self, marks: &Pencilmarks, group: &Group) {
        let &Group { cells, digit, line, square, on: group_on } = group;
        let seen = marks.places(digit) & cells.common_peers();
        for cell in seen {
            self.link(group_on, off(cell, digit));
            self.link(on(cell, digit), group_on + 1);
        }
        for house in [square, line] {
            if let Some(cell) = (seen & house.cells()).single() {
                self.link(group_on + 1, on(cell, digit));
                self.link(off(cell, digit), group_on);
            }
        }
    }

    /// Links each group of a digit to others in its line or its box.
    fn link_to_groups(&mut self, marks: &Pencilmarks, digit: Digit, groups: &[Group]) {
        // Places in the list, as bits, of the groups in each house.
        let mut in_house = [0_u64; 27];
        for (n, group) in groups.iter().enumerate() {
            in_house[group.line.index()] |= 1 << n;
            in_house[group.square.index()] |= 1 << n;
        }
        for group in groups {
            let mut partner: [(u32, Option<&Group>); 2] = [(0, None); 2];
            let others = bits(in_house[group.line.index()] | in_house[group.square.index()]);
            let others = others.map(|n| &groups[n]);
            for other in others.filter(|other| !other.cells.meets(group.cells)) {
                let meeting = [other.line == group.line, other.square == group.square];
                for (partner, _) in partner.iter_mut().zip(meeting).filter(|&(_, meets)| meets) {
                    *partner = (partner.0 + 1, partner.1.or(Some(other)));
                    self.link(group.on, other.on + 1);
                }
            }
            for ((count, other), house) in partner.into_iter().zip([group.line, group.square]) {
                if let (1, Some(other)) = (count, other)
                    && (marks.places_in(house, digit) - group.cells - other.cells).is_empty()
                {
                    self.link(group.on + 1, other.on);
                }
            }
        }
    }
}

/// Adds the strong links of a candidate that is off: to the other of two in its cell, row, column and box.
fn link_strongly(marks: &Pencilmarks, cell: Cell, digit: Digit, links: &mut Vec<NodeId>) {
    let mut others = marks.candidates(cell).iter().filter(|&other| other != digit);
    if let (Some(other), None) = (others.next(), others.next()) {
        links.push(on(cell, other));
    }
    let first = links.len();
    for kind in HouseKind::ALL {
        let house = House::holding(kind, cell);
        let others = marks.positions(house, digit) & !(1 << House::index_of(kind, cell));
        if others.is_power_of_two() {
            let other = on(house.cell(others.trailing_zeros() as usize), digit);
            if !links[first..].contains(&other) {
                links.push(other);
            }
        }
    }
}

// Almost locked sets as nodes of chains.
//
// ```text
// on 1 r1c1 -> off 1 of {1,2,3} r1c89 -> {2,3} is locked there -> off 2, off 3 in cells that see all their places
// ```
//
// A set leads to groups among the candidates that it eliminates, to further sets that lose a digit, and to cells that keep one
// candidate.

impl LinkGraph {
    /// Links almost locked sets of two cells and more, with their eliminations when they lose a digit.
    fn link_sets(&mut self, marks: &Pencilmarks) {
        als::collect(marks, &mut self.sets);
        self.sets.retain(|set| set.cells.is_several());
        self.triggers.clear();
        self.triggers.resize(self.sets.len(), [None; 9]);
        let sets = std::mem::take(&mut self.sets);
        for number in 0..sets.len() {
            for digit in sets[number].digits {
                self.link_set(marks, &sets, number, digit);
            }
        }
        self.sets = sets;
    }

    /// The node of a set that loses a digit.
    fn trigger(&mut self, sets: &[als::Als], number: usize, digit: Digit) -> Option<NodeId> {
        if self.triggers[number][digit.index()].is_none() {
            let first = sets[number].places(digit).first()?;
            #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
            let node =
                Extended { cells: sets[number].cells, first, digit, on: false, set: Some(number as u32) };
            self.triggers[number][digit.index()] = Some(self.extend(node));
        }
        self.triggers[number][digit.index()]
    }

    /// Links a set that loses a digit: to the nodes that follow, and from the nodes that take the digit.
    fn link_set(&mut self, marks: &Pencilmarks, sets: &[als::Als], number: usize, digit: Digit) {
        let set = &sets[number];
        let mut taken = [CellSet::EMPTY; 9];
        for other in set.digits.iter().filter(|&other| other != digit) {
            taken[other.index()] = set.seen(other);
        }
        if taken.iter().all(|cells| cells.is_empty()) {
            return;
        }
        let Some(id) = self.trigger(sets, number, digit) else { return };
        self.link_to_set(set, digit, id);
        for other in DigitSet::full(9) {
            let cells = taken[other.index()];
            for cell in cells {
                self.link(id, off(cell, other));
            }
            for n in 0..self.groups[other.index()].len() {
                let group = self.groups[other.index()][n];
                if group.cells.is_within(cells) {
                    self.link(id, group.on + 1);
                }
            }
        }
        self.link_between_sets(sets, number, id, &taken);
        self.link_forced(marks, set, id, &taken);
    }

    fn link_to_set(&mut self, set: &als::Als, digit: Digit, id: NodeId) {
        let known = self.found[digit.index()].len();
        for cell in set.seen(digit) {
            self.link(on(cell, digit), id);
            for n in 0..self.groups[digit.index()].len() {
                let group = self.groups[digit.index()][n];
                let enters = group.cells.contains(cell)
                    && !group.cells.meets(set.cells)
                    && set.places(digit).is_within(group.cells.common_peers());
                if enters && !self.found[digit.index()][known..].contains(&(group.on, id)) {
                    self.link(group.on, id);
                }
            }
        }
    }

    fn link_between_sets(&mut self, sets: &[als::Als], number: usize, id: NodeId, taken: &[CellSet; 9]) {
        for (n, other) in sets.iter().enumerate() {
            if n == number || other.cells.meets(sets[number].cells) {
                continue;
            }
            for digit in other.digits {
                if other.places(digit).is_within(taken[digit.index()])
                    && let Some(triggered) = self.trigger(sets, n, digit)
                {
                    self.link(id, triggered);
                }
            }
        }
    }

    /// Cells with one candidate left; those with two are linked anyway.
    fn link_forced(&mut self, marks: &Pencilmarks, set: &als::Als, id: NodeId, taken: &[CellSet; 9]) {
        let seen = set.digits.iter().fold(CellSet::EMPTY, |seen, digit| seen | set.seen(digit));
        for cell in seen.iter().filter(|&cell| marks.candidates(cell).len() != 2) {
            let mut left = marks.candidates(cell).iter().filter(|digit| !taken[digit.index()].contains(cell));
            if let (Some(digit), None) = (left.next(), left.next()) {
                self.link(id, on(cell, digit));
            }
        }
    }
}
