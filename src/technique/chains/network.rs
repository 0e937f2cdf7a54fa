//! The links of one state: what follows at once from a candidate, or a group of candidates, being on or off.
//!
//! ```text
//! on    -> off    all others in the cell, then all others in the row, the column and the box          weak links
//! off   -> on     the other of two in the cell, the row, the column or the box                        strong links
//! group           two or three places of a digit in a box and a line, on if one of them is, off if none is
//! als   off       almost locked cells that lost a digit: they are locked, and take what they hold from the cells they see
//!
//! ids   0..729 on, 729..1458 off: 9 * cell + digit; then groups, on and off in turn, then almost locked sets
//! ```
//!
//! The order of the links of a node is HoDoKu's (B. Hobiger 2012): among chains of one length it decides which is found.

use crate::board::{Cell, Digit, DigitSet};
use crate::technique::{Cells, House, HouseKind, Node, Pencilmarks, als, peers};

/// A node's place among the nodes.
pub(in crate::technique) type Id = u32;

/// The first node that is off.
const OFF: Id = 729;
/// The first node that is no single candidate.
const EXTENDED: Id = 1458;

/// The candidate is in the cell.
#[inline]
pub(in crate::technique) fn on(cell: Cell, digit: Digit) -> Id {
    #[expect(clippy::cast_possible_truncation, reason = "below 729")]
    let id = (9 * cell.index() + digit.index()) as Id;
    id
}

/// It is not.
#[inline]
pub(in crate::technique) fn off(cell: Cell, digit: Digit) -> Id {
    OFF + on(cell, digit)
}

/// Whether the node is one candidate, and no group or set.
#[inline]
pub(in crate::technique) fn is_candidate(id: Id) -> bool {
    id < EXTENDED
}

/// Whether the node is a candidate that is on.
#[inline]
pub(in crate::technique) fn is_on_candidate(id: Id) -> bool {
    id < OFF
}

/// The cell and the digit of a node that is a candidate.
#[inline]
pub(in crate::technique) fn candidate(id: Id) -> (Cell, Digit) {
    let id = (id % OFF) as usize;
    (Cell::new(id / 9), Digit::from_index(id % 9))
}

/// Which nodes a network has beside candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::technique) enum Nodes {
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
    cells: Cells,
    first: Cell,
    digit: Digit,
    on: bool,
    set: Option<u32>,
}

/// Places of a digit in the meeting of a box and a line.
#[derive(Debug, Clone, Copy)]
struct Group {
    cells: Cells,
    digit: Digit,
    line: House,
    square: House,
    on: Id,
}

/// The links of one state.
#[derive(Debug)]
pub(in crate::technique) struct Network {
    places: [Cells; 9],
    digits: [DigitSet; 81],
    nodes: Option<Nodes>,
    links: Vec<Vec<Id>>,
    extended: Vec<Extended>,
    groups: Vec<Group>,
    sets: Vec<als::Als>,
    triggers: Vec<[Option<Id>; 9]>,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            places: [Cells::EMPTY; 9],
            digits: [DigitSet::EMPTY; 81],
            nodes: None,
            links: Vec::new(),
            extended: Vec::new(),
            groups: Vec::new(),
            sets: Vec::new(),
            triggers: Vec::new(),
        }
    }
}

impl Network {
    /// Reads the links of a state, unless it did so before.
    pub(in crate::technique) fn read(&mut self, marks: &Pencilmarks, nodes: Nodes) {
        let same = DigitSet::full(9).all(|digit| self.places[digit.index()] == marks.places(digit));
        if same && self.nodes == Some(nodes) {
            return;
        }
        self.nodes = Some(nodes);
        for digit in DigitSet::full(9) {
            self.places[digit.index()] = marks.places(digit);
        }
        self.digits = std::array::from_fn(|cell| marks.candidates(Cell::new(cell)));
        self.link_candidates(marks);
        if nodes >= Nodes::Groups {
            self.link_groups(marks);
        }
        if nodes == Nodes::Sets {
            self.link_sets(marks);
        }
    }

    /// The places of each digit.
    #[inline]
    pub(in crate::technique) fn places(&self) -> &[Cells; 9] {
        &self.places
    }

    /// The candidates of each cell.
    #[inline]
    pub(in crate::technique) fn digits(&self) -> &[DigitSet; 81] {
        &self.digits
    }

    /// How many nodes there are.
    #[inline]
    pub(in crate::technique) fn len(&self) -> usize {
        EXTENDED as usize + self.extended.len()
    }

    /// What follows at once; weak links of single candidates to each other only where links differ in cost.
    #[inline]
    pub(in crate::technique) fn links(&self, id: Id) -> &[Id] {
        &self.links[id as usize]
    }

    /// What a link counts for: two, more from an almost locked set.
    #[inline]
    pub(in crate::technique) fn cost(&self, from: Id, to: Id) -> u32 {
        match self.set(from) {
            None => 2,
            Some(set) => 2 + set.penalty() + u32::from(self.is_on(to)),
        }
    }

    /// Whether some links count for more than others.
    #[inline]
    pub(in crate::technique) fn is_weighted(&self) -> bool {
        self.nodes == Some(Nodes::Sets)
    }

    /// The almost locked set that the node is.
    #[inline]
    pub(in crate::technique) fn set(&self, id: Id) -> Option<&als::Als> {
        let set = self.extended.get(id.checked_sub(EXTENDED)? as usize)?.set?;
        self.sets.get(set as usize)
    }

    /// Whether the node says that a digit is there.
    #[inline]
    pub(in crate::technique) fn is_on(&self, id: Id) -> bool {
        match id.checked_sub(EXTENDED) {
            None => id < OFF,
            Some(n) => self.extended[n as usize].on,
        }
    }

    /// The digit.
    #[inline]
    pub(in crate::technique) fn digit(&self, id: Id) -> Digit {
        match id.checked_sub(EXTENDED) {
            None => Digit::from_index((id % 9) as usize),
            Some(n) => self.extended[n as usize].digit,
        }
    }

    /// The cell; the first of several.
    #[inline]
    pub(in crate::technique) fn cell(&self, id: Id) -> Cell {
        match id.checked_sub(EXTENDED) {
            None => Cell::new((id % OFF / 9) as usize),
            Some(n) => self.extended[n as usize].first,
        }
    }

    /// All cells.
    #[inline]
    pub(in crate::technique) fn cells(&self, id: Id) -> Cells {
        match id.checked_sub(EXTENDED) {
            None => Cells::only(self.cell(id)),
            Some(n) => self.extended[n as usize].cells,
        }
    }

    /// The cells that see the node, where a digit may stand.
    pub(in crate::technique) fn seen(&self, id: Id, digit: Digit) -> Cells {
        self.set(id).map_or_else(|| self.cells(id).common_peers(), |set| set.seen(digit))
    }

    /// The node as a reason tells it.
    pub(in crate::technique) fn node(&self, id: Id) -> Node {
        Node { cells: self.cells(id), digit: self.digit(id), on: self.is_on(id) }
    }

    /// The nodes that are groups, off.
    pub(in crate::technique) fn groups_off(&self) -> impl Iterator<Item = Id> + use<'_> {
        self.groups.iter().map(|group| group.on + 1)
    }

    fn clear(&mut self) {
        self.links.resize_with(self.links.len().max(EXTENDED as usize), Vec::new);
        self.links.iter_mut().for_each(Vec::clear);
        self.extended.clear();
        self.groups.clear();
    }

    fn link(&mut self, from: Id, to: Id) {
        self.links[from as usize].push(to);
    }

    fn link_candidates(&mut self, marks: &Pencilmarks) {
        self.clear();
        for cell in marks.empty() {
            for digit in marks.candidates(cell) {
                if self.is_weighted() {
                    self.link_weakly(marks, cell, digit);
                }
                self.link_strongly(marks, cell, digit);
            }
        }
    }

    fn link_weakly(&mut self, marks: &Pencilmarks, cell: Cell, digit: Digit) {
        let links = &mut self.links[on(cell, digit) as usize];
        links.extend(marks.candidates(cell).filter(|&other| other != digit).map(|other| off(cell, other)));
        let mut rest = (marks.places(digit) & peers(cell)).without(cell);
        for kind in HouseKind::ALL {
            let there = rest & House::of(kind, cell).cells();
            links.extend(there.map(|peer| off(peer, digit)));
            rest -= there;
        }
    }

    fn link_strongly(&mut self, marks: &Pencilmarks, cell: Cell, digit: Digit) {
        let links = &mut self.links[off(cell, digit) as usize];
        let candidates = marks.candidates(cell);
        if candidates.len() == 2 {
            links.extend(candidates.filter(|&other| other != digit).map(|other| on(cell, other)));
        }
        let mut seen = Cells::only(cell);
        for kind in HouseKind::ALL {
            let places = marks.places_in(House::of(kind, cell), digit);
            if places.len() == 2 {
                links.extend((places - seen).map(|other| on(other, digit)));
                seen |= places;
            }
        }
    }

    /// A node that is off and one that is on, in turn.
    fn extend(&mut self, node: Extended) -> Id {
        #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
        let id = EXTENDED + self.extended.len() as Id;
        self.extended.push(node);
        if self.links.len() <= id as usize {
            self.links.push(Vec::new());
        }
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
        for (n, group) in groups.iter().enumerate() {
            self.link_group(marks, group);
            self.link_to_groups(marks, group, groups.iter().enumerate().filter(|&(m, _)| m != n));
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

    /// A group and others of its digit in its line or its box.
    fn link_to_groups<'a>(
        &mut self,
        marks: &Pencilmarks,
        group: &Group,
        others: impl Iterator<Item = (usize, &'a Group)>,
    ) {
        let mut partner: [(u32, Option<&Group>); 2] = [(0, None); 2];
        for (_, other) in others {
            if other.digit != group.digit || other.cells.meets(group.cells) {
                continue;
            }
            let meeting = [other.line == group.line, other.square == group.square];
            for (partner, _) in partner.iter_mut().zip(meeting).filter(|&(_, meets)| meets) {
                *partner = (partner.0 + 1, partner.1.or(Some(other)));
                self.link(group.on, other.on + 1);
            }
        }
        for ((count, other), house) in partner.into_iter().zip([group.line, group.square]) {
            if let (1, Some(other)) = (count, other)
                && (marks.places_in(house, group.digit) - group.cells - other.cells).is_empty()
            {
                self.link(group.on + 1, other.on);
            }
        }
    }

    fn link_sets(&mut self, marks: &Pencilmarks) {
        als::collect(marks, &mut self.sets);
        self.sets.retain(|set| set.cells().is_several());
        self.triggers.clear();
        self.triggers.resize(self.sets.len(), [None; 9]);
        let sets = std::mem::take(&mut self.sets);
        for number in 0..sets.len() {
            for digit in sets[number].digits() {
                self.link_set(marks, &sets, number, digit);
            }
        }
        self.sets = sets;
    }

    /// The node of a set that loses a digit.
    fn trigger(&mut self, sets: &[als::Als], number: usize, digit: Digit) -> Option<Id> {
        if self.triggers[number][digit.index()].is_none() {
            let first = sets[number].places(digit).first()?;
            #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
            let node =
                Extended { cells: sets[number].cells(), first, digit, on: false, set: Some(number as u32) };
            self.triggers[number][digit.index()] = Some(self.extend(node));
        }
        self.triggers[number][digit.index()]
    }

    /// What a set does that loses a digit, and what takes the digit from it.
    fn link_set(&mut self, marks: &Pencilmarks, sets: &[als::Als], number: usize, digit: Digit) {
        let set = &sets[number];
        let mut taken = [Cells::EMPTY; 9];
        for other in set.digits().filter(|&other| other != digit) {
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
            for n in 0..self.groups.len() {
                let group = self.groups[n];
                if group.digit == other && group.cells.is_within(cells) {
                    self.link(id, group.on + 1);
                }
            }
        }
        self.link_between_sets(sets, number, id, &taken);
        self.link_forced(marks, set, id, &taken);
    }

    fn link_to_set(&mut self, set: &als::Als, digit: Digit, id: Id) {
        for cell in set.seen(digit) {
            self.link(on(cell, digit), id);
            for n in 0..self.groups.len() {
                let group = self.groups[n];
                let enters = group.digit == digit
                    && group.cells.contains(cell)
                    && !group.cells.meets(set.cells())
                    && set.places(digit).is_within(group.cells.common_peers());
                if enters && !self.links(group.on).contains(&id) {
                    self.link(group.on, id);
                }
            }
        }
    }

    fn link_between_sets(&mut self, sets: &[als::Als], number: usize, id: Id, taken: &[Cells; 9]) {
        for (n, other) in sets.iter().enumerate() {
            if n == number || other.cells().meets(sets[number].cells()) {
                continue;
            }
            for digit in other.digits() {
                if other.places(digit).is_within(taken[digit.index()])
                    && let Some(triggered) = self.trigger(sets, n, digit)
                {
                    self.link(id, triggered);
                }
            }
        }
    }

    /// Cells with one candidate left; those with two are linked anyway.
    fn link_forced(&mut self, marks: &Pencilmarks, set: &als::Als, id: Id, taken: &[Cells; 9]) {
        let seen = set.digits().fold(Cells::EMPTY, |seen, digit| seen | set.seen(digit));
        for cell in seen.filter(|&cell| marks.candidates(cell).len() != 2) {
            let mut left = marks.candidates(cell).filter(|digit| !taken[digit.index()].contains(cell));
            if let (Some(digit), None) = (left.next(), left.next()) {
                self.link(id, on(cell, digit));
            }
        }
    }
}
