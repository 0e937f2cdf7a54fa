//! Links of a state, by candidate: the graph in which chains are traced.
//!
//! ```text
//! strong    from a candidate that is off to one that is then on     by its cell, box, row, column; each target once
//! weak      from a candidate that is on to one that is then off     only to targets with strong links
//! ```

use super::{
    LinkKinds,
    candidates::{
        CANDIDATES, CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, CandidateSet, bits, id, is_pair, parts,
    },
};
use crate::CellSet;
use gridmill_board::Cell;

/// Target of a link, and the unit that links: 0 for the cell, 1 to 3 for box, row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LinkTarget(u16);

impl LinkTarget {
    const NONE: Self = Self(u16::MAX);

    pub(crate) const fn new(to: CandidateId, by: u8) -> Self {
        Self(to | (by as u16) << 10)
    }

    #[inline]
    pub(crate) const fn id(self) -> CandidateId {
        self.0 & 0x3FF
    }

    #[inline]
    pub(crate) const fn by(self) -> u8 {
        (self.0 >> 10) as u8
    }
}

/// Strong and weak links by candidate.
#[derive(Debug)]
pub(crate) struct LinkGraph {
    strong: Box<[[LinkTarget; 4]; CANDIDATES]>,
    /// Range of the weak links of a candidate in `weak`.
    ranges: Box<[(u32, u32); CANDIDATES]>,
    weak: Vec<LinkTarget>,
    linked: CandidateSet,
    links: LinkKinds,
}

impl Default for LinkGraph {
    fn default() -> Self {
        Self {
            strong: Box::new([[LinkTarget::NONE; 4]; CANDIDATES]),
            ranges: Box::new([(0, 0); CANDIDATES]),
            weak: Vec::new(),
            linked: CandidateSet::EMPTY,
            links: LinkKinds::Xy,
        }
    }
}

/// Visits the strong links of a candidate that is off, with the unit of each.
#[inline]
fn each_strong_link(
    grid: &CandidateGrid,
    off: CandidateId,
    links: LinkKinds,
    visit: &mut impl FnMut(CandidateId, u8),
) {
    let (cell, digit) = parts(off);
    let candidates = grid.cells[cell];
    if links != LinkKinds::X && is_pair(candidates) {
        visit(id(cell, (candidates & !(1 << digit)).trailing_zeros() as usize), 0);
    }
    if links != LinkKinds::Y {
        let around = &CELL_HOUSES[cell];
        for kind in 0..3u8 {
            let (house, index) = (around.houses[usize::from(kind)], around.index[usize::from(kind)]);
            let positions = grid.positions[usize::from(house)][digit];
            if is_pair(positions) {
                let other = (positions & !(1 << index)).trailing_zeros() as usize;
                visit(id(usize::from(CELL_AT[usize::from(house)][other]), digit), kind + 1);
            }
        }
    }
}

/// Visits the weak links of a candidate that is on, to targets in `linked`.
fn each_weak_link(
    linked: &CandidateSet,
    on: CandidateId,
    links: LinkKinds,
    visit: &mut impl FnMut(LinkTarget),
) {
    let (cell, digit) = parts(on);
    if links != LinkKinds::X {
        bits(linked.cells[cell] & !(1 << digit)).for_each(|other| visit(LinkTarget::new(id(cell, other), 0)));
    }
    for (by, segment) in (1..).zip(CELL_HOUSES[cell].segments) {
        for other in linked.places[digit] & segment {
            visit(LinkTarget::new(id(other.index(), digit), by));
        }
    }
}

impl LinkGraph {
    /// Builds the links of all candidates in `linked`, which must contain every candidate with a strong link.
    #[expect(clippy::cast_possible_truncation, reason = "some thousands of links")]
    pub(crate) fn build(&mut self, grid: &CandidateGrid, linked: &CandidateSet, links: LinkKinds) {
        self.strong.fill([LinkTarget::NONE; 4]);
        self.weak.clear();
        self.linked.clone_from(linked);
        self.links = links;
        for (cell, &digits) in linked.cells.iter().enumerate() {
            for own in bits(digits).map(|digit| id(cell, digit)) {
                let (list, mut count) = (&mut self.strong[usize::from(own)], 0);
                each_strong_link(grid, own, links, &mut |to, by| {
                    if list[..count].iter().all(|known| known.id() != to) {
                        list[count] = LinkTarget::new(to, by);
                        count += 1;
                    }
                });
                let begin = self.weak.len() as u32;
                each_weak_link(linked, own, links, &mut |to| self.weak.push(to));
                self.ranges[usize::from(own)] = (begin, self.weak.len() as u32);
            }
        }
    }

    /// Adds the weak links of a source that has no strong ones.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    pub(crate) fn add(&mut self, source: CandidateId) {
        if !self.linked.has(source) {
            let begin = self.weak.len() as u32;
            each_weak_link(&self.linked, source, self.links, &mut |to| self.weak.push(to));
            self.ranges[usize::from(source)] = (begin, self.weak.len() as u32);
        }
    }

    /// Iterates over the candidates with strong links.
    pub(crate) fn linked(&self) -> impl Iterator<Item = CandidateId> + use<'_> {
        let cells = self.linked.cells.iter().enumerate();
        let all = cells.flat_map(|(cell, &digits)| bits(digits).map(move |digit| id(cell, digit)));
        all.filter(|&own| self.strong[usize::from(own)][0] != LinkTarget::NONE)
    }

    /// Visits the candidates that one, on, turns off, with or without strong links.
    pub(crate) fn each_seen(
        &self,
        grid: &CandidateGrid,
        on: CandidateId,
        mut visit: impl FnMut(CandidateId),
    ) {
        let (cell, digit) = parts(on);
        if self.links != LinkKinds::X {
            bits(grid.cells[cell] & !(1 << digit)).for_each(|other| visit(id(cell, other)));
        }
        for other in grid.places[digit] & CELL_HOUSES[cell].peers {
            visit(id(other.index(), digit));
        }
    }

    #[inline]
    pub(crate) fn strong(&self, off: CandidateId) -> impl Iterator<Item = LinkTarget> + use<> {
        self.strong[usize::from(off)].into_iter().take_while(|&to| to != LinkTarget::NONE)
    }

    #[inline]
    pub(crate) fn weak(&self, on: CandidateId) -> &[LinkTarget] {
        let (begin, end) = self.ranges[usize::from(on)];
        &self.weak[begin as usize..end as usize]
    }

    /// Returns the unit by which one candidate turns off another, if any.
    #[inline]
    pub(crate) fn by(&self, on: CandidateId, off: CandidateId) -> Option<u8> {
        let ((cell, digit), (other, other_digit)) = (parts(on), parts(off));
        if cell == other {
            (self.links != LinkKinds::X && digit != other_digit).then_some(0)
        } else if digit == other_digit {
            let houses = CELL_HOUSES[cell].houses.iter().zip(CELL_HOUSES[other].houses);
            (1..).zip(houses).find(|&(_, (a, b))| *a == b).map(|(by, _)| by)
        } else {
            None
        }
    }
}

// Implication sets: all static consequences of every candidate, as sets without paths.
//
// ```text
// r1c1 = 3 - r1c7 = 3     two places of a digit in a house, or two candidates of a cell: one is on, the other is off.
//            |            Candidates connected by such pairs form two opposite classes (the two colours of 3D Medusa),
//            r1c7 = 5     and exactly one class is on.
// ```
//
// A class that is on turns off every candidate that its members see. If one of those belongs to another class, the opposite of
// that class is on. These implications between some sixty classes are closed transitively. The
// consequences of a single candidate are those of the opposites of the classes that it sees.
//
// Each implication has its contraposition: a class turns a candidate off exactly if that candidate, on, turns the class off. So a
// candidate is off by either of two opposite classes exactly if it turns both of them on, and sets of classes, 16 bytes each, tell
// everything. Sets of candidates are made only where they are asked for: by `closure.rs`.
//
// The sets show the conclusions of chains, but neither nodes nor order. If there is no conclusion, no chain is traced.
//
// Source: 3D Medusa (Sudopedia).

/// Candidates by digit.
type Places = [CellSet; 9];

/// Set of classes, one bit each. Opposite classes have neighbouring bits.
pub(crate) type ClassSet = u128;

/// Most classes that a set holds.
const MAX_CLASSES: usize = ClassSet::BITS as usize;

/// Mark of a candidate without a class.
const NONE: u8 = u8::MAX;

/// Number of units: the candidates of a cell, then the places of a digit in a house.
pub(super) const UNITS: usize = 81 + 243;

/// Candidates from which cycles and chains are traced, in the order of their numbers.
#[derive(Debug, Default)]
pub(crate) struct ChainSources {
    /// Candidates that lead to their own negation, each with the state, on or off, that does.
    pub(crate) chains: Vec<(CandidateId, bool)>,
    /// Candidates that may start a cycle with eliminations.
    pub(crate) cycles: Vec<CandidateId>,
    /// All candidates with strong links, and perhaps others.
    pub(crate) linked: CandidateSet,
}

impl ChainSources {
    /// Iterates over the sources, some of which may come twice.
    pub(crate) fn each(&self) -> impl Iterator<Item = CandidateId> + use<'_> {
        self.chains.iter().map(|&(of, _)| of).chain(self.cycles.iter().copied())
    }
}

/// Classes of a state, and all that follows from each.
#[derive(Debug)]
pub(crate) struct ImplicationSets {
    class: Box<[u8; CANDIDATES]>,
    /// Candidates with a class, component by component.
    members: Vec<CandidateId>,
    /// Classes with at least one candidate in a unit.
    in_unit: Box<[ClassSet; UNITS]>,
    /// Classes with at least two candidates in a unit.
    twice_in_unit: Box<[ClassSet; UNITS]>,
    /// By class: classes that are on because of it.
    implied: Vec<ClassSet>,
    /// Classes that are on because of a candidate in a unit that has no class itself.
    on_by_unit: Box<[ClassSet; UNITS]>,
    /// By class: candidates that its members see. Made where cycles are sought.
    direct: Vec<Places>,
    /// True if each component has two consistent classes, and all classes fit into a set.
    sound: bool,
    /// Links and (in `cells`) candidates that all this was computed for.
    computed_for: Option<LinkKinds>,
    cells: [u16; 81],
}

impl Default for ImplicationSets {
    fn default() -> Self {
        Self {
            class: Box::new([NONE; CANDIDATES]),
            members: Vec::new(),
            in_unit: Box::new([0; UNITS]),
            twice_in_unit: Box::new([0; UNITS]),
            implied: Vec::new(),
            on_by_unit: Box::new([0; UNITS]),
            direct: Vec::new(),
            sound: false,
            computed_for: None,
            cells: [0; 81],
        }
    }
}

#[inline]
fn join(places: &mut Places, more: &Places) {
    for (cells, more) in places.iter_mut().zip(more) {
        *cells |= *more;
    }
}

/// Returns the units of a candidate: its houses, and its cell.
#[inline]
pub(super) fn units(own: CandidateId) -> [usize; 4] {
    let (cell, digit) = parts(own);
    let [a, b, c] = CELL_HOUSES[cell].houses.map(|house| 81 + 9 * usize::from(house) + digit);
    [a, b, c, cell]
}

/// Returns the units in which links of a kind lead from a candidate.
#[inline]
fn linking(own: &[usize; 4], links: LinkKinds) -> &[usize] {
    &own[..if links == LinkKinds::X { 3 } else { 4 }]
}

/// Replaces each class by its opposite.
#[inline]
const fn opposites(classes: ClassSet) -> ClassSet {
    const EVEN: ClassSet = ClassSet::MAX / 3;
    (classes & EVEN) << 1 | (classes >> 1) & EVEN
}

/// Returns the classes of a set, lowest first.
#[inline]
fn ones(mut set: ClassSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

impl ImplicationSets {
    /// Computes the implications of a state by links of a kind, unless they are known.
    pub(crate) fn update(&mut self, grid: &CandidateGrid, links: LinkKinds) {
        if self.computed_for == Some(links) && self.cells == grid.cells {
            return;
        }
        self.computed_for = Some(links);
        self.cells = grid.cells;
        self.class.fill(NONE);
        self.members.clear();
        self.sound = true;
        if links != LinkKinds::X {
            each_pair(&grid.cells, |cell| {
                self.grow_component(grid, id(cell, grid.cells[cell].trailing_zeros() as usize), links);
            });
        }
        if links != LinkKinds::Y {
            let positions = grid.positions.as_flattened();
            each_pair(positions, |at| {
                let cell = CELL_AT[at / 9][positions[at].trailing_zeros() as usize];
                self.grow_component(grid, id(usize::from(cell), at % 9), links);
            });
        }
        if self.sound {
            self.link_classes(links);
            self.close_transitively();
            self.fill_units(links);
        }
    }

    /// Gives two new classes to the component of a candidate.
    fn grow_component(&mut self, grid: &CandidateGrid, seed: CandidateId, links: LinkKinds) {
        let Self { class, members, sound, .. } = self;
        if class[usize::from(seed)] != NONE || !*sound {
            return;
        }
        let new = members.last().map_or(0, |&last| (class[usize::from(last)] | 1) + 1);
        if usize::from(new) >= MAX_CLASSES {
            *sound = false;
            return;
        }
        let mut at = members.len();
        class[usize::from(seed)] = new;
        members.push(seed);
        while at < members.len() {
            let from = members[at];
            let own = class[usize::from(from)];
            each_strong_link(grid, from, links, &mut |to, _| {
                let other = &mut class[usize::from(to)];
                if *other == NONE {
                    *other = own ^ 1;
                    members.push(to);
                } else if *other == own {
                    *sound = false;
                }
            });
            at += 1;
        }
    }

    /// Finds the classes that follow directly from each class.
    fn link_classes(&mut self, links: LinkKinds) {
        let count = self.members.last().map_or(0, |&last| usize::from(self.class[usize::from(last)] | 1) + 1);
        self.in_unit.fill(0);
        self.twice_in_unit.fill(0);
        self.implied.clear();
        self.implied.resize(count, 0);
        for &member in &self.members {
            let bit = 1 << self.class[usize::from(member)];
            for &unit in linking(&units(member), links) {
                self.twice_in_unit[unit] |= self.in_unit[unit] & bit;
                self.in_unit[unit] |= bit;
            }
        }
        for &member in &self.members {
            let class = usize::from(self.class[usize::from(member)]);
            let seen = self.seen(member, links);
            self.implied[class] |= opposites(seen) | 1 << class;
        }
    }

    /// Returns the classes that see a candidate: they turn it off, and it turns them off.
    #[inline]
    fn seen(&self, own: CandidateId, links: LinkKinds) -> ClassSet {
        let class = self.class[usize::from(own)];
        let bit = if class == NONE { 0 } else { 1 << class };
        let add = |seen, &unit: &usize| seen | self.in_unit[unit] & !bit | self.twice_in_unit[unit];
        linking(&units(own), links).iter().fold(0, add)
    }

    /// Closes the implications transitively.
    fn close_transitively(&mut self) {
        for class in 0..self.implied.len() {
            let mut all = self.implied[class];
            let mut todo = all & !(1 << class);
            while todo != 0 {
                let next = todo.trailing_zeros() as usize;
                todo &= todo - 1;
                let more = self.implied[next];
                // A lower class is closed already.
                if next < class {
                    todo &= !more;
                } else {
                    todo |= more & !all;
                }
                all |= more;
            }
            self.implied[class] = all;
        }
    }

    /// Finds the classes that are on where a candidate of a unit is on that has no class itself: it turns off all members there.
    fn fill_units(&mut self, links: LinkKinds) {
        self.on_by_unit.fill(0);
        for &member in &self.members {
            let on = self.implied[usize::from(self.class[usize::from(member)] ^ 1)];
            for &unit in linking(&units(member), links) {
                self.on_by_unit[unit] |= on;
            }
        }
    }

    /// Returns the classes that are on because a candidate is, by links of the kind that this was computed for.
    ///
    /// The opposites of all classes that a candidate sees follow from its own class, if it has one, and its own class is one of them.
    #[inline]
    fn turned_on(&self, own: CandidateId, links: LinkKinds) -> ClassSet {
        let class = self.class[usize::from(own)];
        if class == NONE {
            linking(&units(own), links).iter().fold(0, |on, &unit| on | self.on_by_unit[unit])
        } else {
            self.implied[usize::from(class)]
        }
    }

    /// Returns true if a candidate, on, turns itself off.
    #[inline]
    fn refutes_itself(&self, own: CandidateId, links: LinkKinds) -> bool {
        let on = self.turned_on(own, links);
        on & opposites(on) != 0
    }

    /// Returns true if there may be a chain from a candidate, on or off, to its negation.
    ///
    /// Both ends of such a chain see classes or have one. If a candidate turns itself on, its opposites turn themselves off.
    pub(crate) fn may_have_chains(&self, grid: &CandidateGrid, links: LinkKinds) -> bool {
        let by_class = |(class, on): (usize, &ClassSet)| on >> (class ^ 1) & 1 == 1;
        if !self.sound || self.implied.iter().enumerate().any(by_class) {
            return true;
        }
        // With a class, a candidate that refutes itself refutes its class, which was met above; without, it sees at least two.
        let by_house = self.on_by_unit[81..].as_chunks::<9>().0;
        let mut any = 0;
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            let by_cell = if links == LinkKinds::X { 0 } else { self.on_by_unit[cell] };
            let [a, b, c] = CELL_HOUSES[cell].houses.map(|house| &by_house[usize::from(house)]);
            for digit in bits(candidates) {
                let on = by_cell | a[digit] | b[digit] | c[digit];
                any |= on & opposites(on) & self.alone(id(cell, digit));
            }
        }
        any != 0
    }

    /// Returns all classes for a candidate that has none.
    #[inline]
    fn alone(&self, own: CandidateId) -> ClassSet {
        if self.class[usize::from(own)] == NONE { ClassSet::MAX } else { 0 }
    }

    /// Finds the sources of chains, and the possible sources of cycles.
    pub(crate) fn find_sources(
        &mut self,
        grid: &CandidateGrid,
        links: LinkKinds,
        sources: &mut ChainSources,
    ) {
        let ChainSources { chains, cycles, linked } = sources;
        chains.clear();
        cycles.clear();
        linked.clone_from(&CandidateSet::EMPTY);
        if self.sound {
            for &member in &self.members {
                let (cell, digit) = parts(member);
                linked.insert(cell, digit);
            }
        } else {
            (linked.cells, linked.places) = (grid.cells, grid.places);
        }
        self.see(grid, links);
        let cycle_classes = self.cycle_classes();
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
            for digit in bits(candidates) {
                let own = id(cell, digit);
                let bit = self.bit(own);
                if !self.sound || self.refutes_itself(own, links) {
                    chains.push((own, true));
                }
                let class = bit.trailing_zeros() as usize;
                if !self.sound || bit != 0 && self.implied[class ^ 1] & bit != 0 {
                    chains.push((own, false));
                }
                if (!self.sound || cycle_classes & bit != 0) && (links != LinkKinds::Y || is_pair(candidates))
                {
                    cycles.push(own);
                }
            }
        }
    }

    /// Finds the candidates that the members of each class see.
    fn see(&mut self, grid: &CandidateGrid, links: LinkKinds) {
        self.direct.clear();
        self.direct.resize(self.implied.len(), [CellSet::EMPTY; 9]);
        for &member in self.members.iter().filter(|_| self.sound) {
            let class = usize::from(self.class[usize::from(member)]);
            add_turned_off(grid, member, links, &mut self.direct[class]);
        }
    }

    /// Returns the classes of cycles that may eliminate something.
    ///
    /// The nodes of a cycle that are on imply each other, and so do their classes. The nodes that are off have the opposite
    /// classes. An eliminated candidate sees a node of each sort.
    fn cycle_classes(&self) -> ClassSet {
        let mut around = 0;
        for class in (0..self.implied.len()).step_by(2).filter(|_| self.sound) {
            let each_other = self.implied[class] & opposites(self.implied[class + 1]);
            let see = |classes: ClassSet| {
                let mut seen = [CellSet::EMPTY; 9];
                ones(classes).for_each(|class| join(&mut seen, &self.direct[class]));
                seen
            };
            if see(each_other).iter().zip(&see(opposites(each_other))).any(|(a, b)| a.meets(*b)) {
                around |= each_other | opposites(each_other);
            }
        }
        around
    }

    #[inline]
    fn bit(&self, own: CandidateId) -> ClassSet {
        let class = self.class[usize::from(own)];
        if class == NONE { 0 } else { 1 << class }
    }

    /// Returns the implications by classes, for conclusions; `None` if classes cannot represent them.
    pub(crate) fn classes(&self) -> Option<Classes<'_>> {
        self.sound.then_some(Classes(self))
    }
}

/// Implications between classes and candidates, by all links.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Classes<'a>(&'a ImplicationSets);

impl<'a> Classes<'a> {
    /// The candidates that have a class.
    pub(super) fn members(self) -> &'a [CandidateId] {
        &self.0.members
    }

    /// By class: the classes that are on because of it.
    pub(super) fn implied(self) -> &'a [ClassSet] {
        &self.0.implied
    }

    /// Returns the class of a candidate, if it has one.
    #[inline]
    pub(super) fn of(self, own: CandidateId) -> Option<usize> {
        let class = self.0.class[usize::from(own)];
        (class != NONE).then_some(usize::from(class))
    }

    /// Returns the classes that are on because a candidate is.
    #[inline]
    pub(super) fn turned_on(self, own: CandidateId) -> ClassSet {
        self.0.turned_on(own, LinkKinds::Xy)
    }

    /// Returns true if a candidate, on, turns itself off.
    #[inline]
    pub(super) fn refutes_itself(self, own: CandidateId) -> bool {
        self.0.refutes_itself(own, LinkKinds::Xy)
    }
}

/// Visits the indices of all entries with exactly two bits.
#[inline]
fn each_pair(all: &[u16], mut visit: impl FnMut(usize)) {
    const STRIDE: usize = 16;
    for (n, some) in all.chunks(STRIDE).enumerate() {
        if some.iter().fold(false, |any, &bits| any | is_pair(bits)) {
            let pairs = some.iter().enumerate().filter(|(_, bits)| is_pair(**bits));
            pairs.for_each(|(k, _)| visit(STRIDE * n + k));
        }
    }
}

#[inline]
fn add_turned_off(grid: &CandidateGrid, own: CandidateId, links: LinkKinds, off: &mut Places) {
    let (cell, digit) = parts(own);
    off[digit] |= CELL_HOUSES[cell].peers & grid.places[digit];
    if links != LinkKinds::X {
        for other in bits(grid.cells[cell] & !(1 << digit)) {
            off[other] = off[other].with(Cell::new(cell));
        }
    }
}
