//! Link graph of one state: the nodes that follow directly from a candidate, or a group of candidates, that is on or off.
//!
//! ```text
//! on    -> off    all others in the cell, then all others in the row, the column and the box          weak links
//! off   -> on     the other of two in the cell, the row, the column or the box                        strong links
//! group           two or three places of a digit in a box and a line, on if one of them is, off if none is
//! als   off       almost locked cells that lost a digit: they are locked, and eliminate their digits from the cells they see
//!
//! ids   0..1296 on, 1296..2592 off: 16 * cell + digit; then groups, on and off in turn, then almost locked sets
//! ```
//!
//! The order of the links of a node is HoDoKu's (B. Hobiger 2012): among chains of one length it decides which is found.

mod sets;

use crate::{CellSet, ChainNode, House, HouseKind, Pencilmarks, als, bits::bits, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// A node's place among the nodes.
pub(crate) type NodeId = u32;

/// Number of ids of candidates that are on, and of those that are off.
pub(crate) const CANDIDATES: usize = 16 * 81;
/// The first node that is off.
const OFF: NodeId = 1296;
/// The first node that is no single candidate.
const EXTENDED: NodeId = 2 * OFF;

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

/// Returns true if the node is a candidate that is on.
#[inline]
pub(crate) fn is_on_candidate(id: NodeId) -> bool {
    id < OFF
}

/// Returns the node of a candidate turned from on to off, or back.
#[inline]
pub(crate) const fn opposite(id: NodeId) -> NodeId {
    if id < OFF { id + OFF } else { id - OFF }
}

/// The cell and the digit of a node that is a candidate.
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

/// Most groups of a digit: three in each line.
const MOST_GROUPS: usize = 54;

/// Places of a digit in the meeting of a box and a line.
#[derive(Debug, Clone, Copy)]
struct Group {
    cells: CellSet,
    digit: Digit,
    line: House,
    square: House,
    on: NodeId,
}

/// The links of one state.
#[derive(Debug)]
pub(crate) struct LinkGraph {
    places: [CellSet; 9],
    digits: [DigitSet; 81],
    nodes: Option<Nodes>,
    /// Number of states that were read.
    reads: u32,
    /// Links in the order in which they were found, each with its node.
    found: Vec<(NodeId, NodeId)>,
    /// All links in one list, in that order for each node, and the range of each node in it.
    flat: Vec<NodeId>,
    spans: Vec<(u32, u32)>,
    extended: Vec<Extended>,
    groups: Vec<Group>,
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
            found: Vec::new(),
            flat: Vec::new(),
            spans: Vec::new(),
            extended: Vec::new(),
            groups: Vec::new(),
            sets: Vec::new(),
            triggers: Vec::new(),
        }
    }
}

impl LinkGraph {
    /// Builds the links of a state, unless they are known.
    pub(crate) fn read(&mut self, marks: &Pencilmarks, nodes: Nodes) {
        let same = DigitSet::full(9).all(|digit| self.places[digit.index()] == marks.places(digit));
        if same && self.nodes == Some(nodes) {
            return;
        }
        self.nodes = Some(nodes);
        self.reads = self.reads.wrapping_add(1);
        for digit in DigitSet::full(9) {
            self.places[digit.index()] = marks.places(digit);
        }
        self.digits = std::array::from_fn(|cell| marks.candidates(Cell::new(cell)));
        self.clear();
        if nodes == Nodes::Candidates {
            self.link_flatly(marks);
            return;
        }
        self.link_candidates(marks);
        self.link_groups(marks);
        if nodes == Nodes::Sets {
            self.link_sets(marks);
        }
        self.flatten();
    }

    /// Strong links of candidates alone need no lists that grow.
    #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
    fn link_flatly(&mut self, marks: &Pencilmarks) {
        self.flat.clear();
        self.spans.resize(EXTENDED as usize, (0, 0));
        for cell in marks.empty() {
            for digit in marks.candidates(cell) {
                let start = self.flat.len() as u32;
                link_strongly(marks, cell, digit, &mut self.flat);
                self.spans[off(cell, digit) as usize] = (start, self.flat.len() as u32);
            }
        }
    }

    /// Sorts the links by their nodes.
    fn flatten(&mut self) {
        self.spans.clear();
        self.spans.resize(self.len(), (0, 0));
        self.found.iter().for_each(|&(from, _)| self.spans[from as usize].1 += 1);
        let mut start = 0;
        for span in &mut self.spans {
            let count = std::mem::replace(&mut span.1, start);
            span.0 = start;
            start += count;
        }
        self.flat.clear();
        self.flat.resize(self.found.len(), 0);
        for &(from, to) in &self.found {
            let end = &mut self.spans[from as usize].1;
            self.flat[*end as usize] = to;
            *end += 1;
        }
    }

    /// The kind of nodes, and a number that changes with the state.
    #[inline]
    pub(crate) fn version(&self) -> (Option<Nodes>, u32) {
        (self.nodes, self.reads)
    }

    /// Returns true if the graph has groups.
    #[inline]
    pub(crate) fn has_groups(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The places of each digit.
    #[inline]
    pub(crate) fn places(&self) -> &[CellSet; 9] {
        &self.places
    }

    /// The candidates of each cell.
    #[inline]
    pub(crate) fn digits(&self) -> &[DigitSet; 81] {
        &self.digits
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
        &self.flat[start as usize..end as usize]
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

    /// Returns true if the node is on.
    #[inline]
    pub(crate) fn is_on(&self, id: NodeId) -> bool {
        match id.checked_sub(EXTENDED) {
            None => id < OFF,
            Some(n) => self.extended[n as usize].on,
        }
    }

    /// The digit.
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

    /// All cells.
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
        self.groups.iter().map(|group| group.on + 1)
    }

    fn clear(&mut self) {
        self.extended.clear();
        self.groups.clear();
        self.found.clear();
    }

    fn link(&mut self, from: NodeId, to: NodeId) {
        self.found.push((from, to));
    }

    fn link_candidates(&mut self, marks: &Pencilmarks) {
        for cell in marks.empty() {
            for digit in marks.candidates(cell) {
                if self.is_weighted() {
                    self.link_weakly(marks, cell, digit);
                }
                self.flat.clear();
                link_strongly(marks, cell, digit, &mut self.flat);
                self.found.extend(self.flat.iter().map(|&to| (off(cell, digit), to)));
            }
        }
    }

    fn link_weakly(&mut self, marks: &Pencilmarks, cell: Cell, digit: Digit) {
        let from = on(cell, digit);
        let others = marks.candidates(cell).filter(|&other| other != digit);
        self.found.extend(others.map(|other| (from, off(cell, other))));
        let mut rest = (marks.places(digit) & peers(cell)).without(cell);
        for kind in HouseKind::ALL {
            let there = rest & House::of(kind, cell).cells();
            self.found.extend(there.map(|peer| (from, off(peer, digit))));
            rest -= there;
        }
    }

    /// A node that is off and one that is on, in turn.
    fn extend(&mut self, node: Extended) -> NodeId {
        #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
        let id = EXTENDED + self.extended.len() as NodeId;
        self.extended.push(node);
        id
    }

    fn link_groups(&mut self, marks: &Pencilmarks) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            for line in kind.houses() {
                for digit in DigitSet::full(9) {
                    self.collect_groups(marks, line, digit);
                }
            }
        }
        let groups = std::mem::take(&mut self.groups);
        for group in &groups {
            self.link_group(marks, group);
        }
        for digit in DigitSet::full(9) {
            self.link_to_groups(marks, digit, &groups);
        }
        self.groups = groups;
    }

    fn collect_groups(&mut self, marks: &Pencilmarks, line: House, digit: Digit) {
        let mut places = marks.places_in(line, digit);
        while let Some(first) = places.first() {
            let square = House::of(HouseKind::Box, first);
            let cells = places & square.cells();
            places -= cells;
            if cells.is_several() {
                let node = Extended { cells, first, digit, on: true, set: None };
                let on = self.extend(node);
                self.extend(Extended { on: false, ..node });
                self.groups.push(Group { cells, digit, line, square, on });
            }
        }
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
        let (mut same, mut in_house) = ([0; MOST_GROUPS], [0_u64; 27]);
        let of_digit = groups.iter().enumerate().filter(|(_, group)| group.digit == digit);
        let count = same.iter_mut().zip(of_digit).enumerate().map(|(n, (same, (place, group)))| {
            *same = place;
            in_house[group.line.index()] |= 1 << n;
            in_house[group.square.index()] |= 1 << n;
        });
        let count = count.count();
        for group in same[..count].iter().map(|&place| &groups[place]) {
            let mut partner: [(u32, Option<&Group>); 2] = [(0, None); 2];
            let others = bits(in_house[group.line.index()] | in_house[group.square.index()]);
            let others = others.map(|n| &groups[same[n]]);
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
    let mut others = marks.candidates(cell).filter(|&other| other != digit);
    if let (Some(other), None) = (others.next(), others.next()) {
        links.push(on(cell, other));
    }
    let first = links.len();
    for kind in HouseKind::ALL {
        let house = House::of(kind, cell);
        let others = marks.positions(house, digit) & !(1 << House::index_of(kind, cell));
        if others.is_power_of_two() {
            let other = on(house.cell(others.trailing_zeros() as usize), digit);
            if !links[first..].contains(&other) {
                links.push(other);
            }
        }
    }
}
