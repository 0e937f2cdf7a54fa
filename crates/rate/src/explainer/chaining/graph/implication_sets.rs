//! Implication sets: all static consequences of every candidate, as sets without paths.
//!
//! ```text
//! r1c1 = 3 - r1c7 = 3     two places of a digit in a house, or two candidates of a cell: one is on, the other is off.
//!            |            Candidates connected by such pairs form two opposite classes (the two colours of 3D Medusa),
//!            r1c7 = 5     and exactly one class is on.
//! ```
//!
//! A class that is on turns off every candidate that its members see. If one of those belongs to another class, the opposite of
//! that class is on. These implications between some sixty classes are closed transitively. The
//! consequences of a single candidate are those of the opposites of the classes that it sees.
//!
//! The sets show the conclusions of chains, but neither nodes nor order. If there is no conclusion, no chain is traced.
//!
//! Source: 3D Medusa (Sudopedia).

use super::{
    super::{
        candidates::{
            CANDIDATES, CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, CandidateSet, bits, id, is_pair,
            parts,
        },
        rating::LinkKinds,
    },
    link_graph::each_strong_link,
};
use crate::CellSet;
use gridmill_board::Cell;

/// Candidates by digit.
type Places = [CellSet; 9];

/// Set of classes, one bit each. Opposite classes have neighbouring bits.
type ClassSet = u128;

/// Most classes that a set holds.
const MAX_CLASSES: usize = ClassSet::BITS as usize;

/// Mark of a candidate without a class.
const NONE: u8 = u8::MAX;

/// Number of units: the candidates of a cell, then the places of a digit in a house.
const UNITS: usize = 81 + 243;

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
    /// By class: candidates that its members see.
    direct: Vec<Places>,
    /// By class: candidates that are off because of it.
    off: Vec<Places>,
    /// Conclusions of single candidates, computed on demand: candidates that are off, classes that are on.
    conclusions: Vec<(Places, ClassSet)>,
    conclusion_index: Box<[u16; CANDIDATES]>,
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
            direct: Vec::new(),
            off: Vec::new(),
            conclusions: Vec::new(),
            conclusion_index: Box::new([0; CANDIDATES]),
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

/// Returns the units of a candidate: its cell, unless only houses link, and its houses.
#[inline]
fn units(own: CandidateId, links: LinkKinds) -> impl Iterator<Item = usize> {
    let (cell, digit) = parts(own);
    let houses = CELL_HOUSES[cell].houses.into_iter().map(move |house| 81 + 9 * usize::from(house) + digit);
    (links != LinkKinds::X).then_some(cell).into_iter().chain(houses)
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
        self.conclusion_index.fill(0);
        self.conclusions.clear();
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
            self.link_classes(grid, links);
            self.direct.clone_from(&self.off);
            self.close_transitively();
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

    /// Finds the candidates that each class turns off, and the classes that follow directly.
    fn link_classes(&mut self, grid: &CandidateGrid, links: LinkKinds) {
        let count = self.members.last().map_or(0, |&last| usize::from(self.class[usize::from(last)] | 1) + 1);
        self.in_unit.fill(0);
        self.twice_in_unit.fill(0);
        self.implied.clear();
        self.implied.resize(count, 0);
        self.off.clear();
        self.off.resize(count, [CellSet::EMPTY; 9]);
        for &member in &self.members {
            let class = usize::from(self.class[usize::from(member)]);
            let bit = 1 << class;
            for unit in units(member, links) {
                self.twice_in_unit[unit] |= self.in_unit[unit] & bit;
                self.in_unit[unit] |= bit;
            }
            add_turned_off(grid, member, links, &mut self.off[class]);
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
        units(own, links).fold(0, |seen, unit| seen | self.in_unit[unit] & !bit | self.twice_in_unit[unit])
    }

    /// Closes the implications transitively.
    fn close_transitively(&mut self) {
        for class in 0..self.implied.len() {
            let mut all = self.implied[class];
            let mut todo = all & !(1 << class);
            let mut off = self.off[class];
            while todo != 0 {
                let next = todo.trailing_zeros() as usize;
                todo &= todo - 1;
                let more = self.implied[next];
                join(&mut off, &self.off[next]);
                // A lower class is closed already.
                if next < class {
                    todo &= !more;
                } else {
                    todo |= more & !all;
                }
                all |= more;
            }
            self.implied[class] = all;
            self.off[class] = off;
        }
    }

    /// Returns true if there may be a chain from a candidate, on or off, to its negation.
    ///
    /// Both ends of such a chain see classes or have one. A candidate that is off by either of two opposite classes leads to its
    /// own negation. If a candidate turns itself on, its opposites turn themselves off.
    pub(crate) fn may_have_chains(&self) -> bool {
        let both = |pair: &[Places]| pair[0].iter().zip(&pair[1]).any(|(a, b)| a.meets(*b));
        !self.sound || self.off.chunks_exact(2).any(both)
    }

    /// Finds the sources of chains, and the possible sources of cycles.
    pub(crate) fn find_sources(&self, grid: &CandidateGrid, links: LinkKinds, sources: &mut ChainSources) {
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
        let self_refuting = self.self_refuting();
        let cycle_classes = self.cycle_classes();
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
            for digit in bits(candidates) {
                let own = id(cell, digit);
                let bit = self.bit(own);
                if self_refuting[digit].contains(Cell::new(cell)) {
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

    /// Returns the candidates that are off by either of two opposite classes.
    fn self_refuting(&self) -> Places {
        let mut all = if self.sound { [CellSet::EMPTY; 9] } else { [CellSet::ALL; 9] };
        for pair in self.off.chunks_exact(2).filter(|_| self.sound) {
            for (all, (a, b)) in all.iter_mut().zip(pair[0].iter().zip(&pair[1])) {
                *all |= *a & *b;
            }
        }
        all
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

    /// Returns true if several candidates may share a conclusion.
    pub(crate) fn may_share_conclusion(
        &mut self,
        grid: &CandidateGrid,
        all: impl Iterator<Item = CandidateId>,
    ) -> bool {
        if !self.sound {
            return true;
        }
        let mut on = ClassSet::MAX;
        let mut off = [CellSet::ALL; 9];
        for own in all {
            let by = self.conclusions_of(grid, own);
            let (conclusions, on_by) = &self.conclusions[by];
            let mut any = CellSet::EMPTY;
            for (off, by) in off.iter_mut().zip(conclusions) {
                *off &= *by;
                any |= *off;
            }
            on &= on_by;
            if on == 0 && any.is_empty() {
                return false;
            }
        }
        true
    }

    #[inline]
    fn bit(&self, own: CandidateId) -> ClassSet {
        let class = self.class[usize::from(own)];
        if class == NONE { 0 } else { 1 << class }
    }

    /// Computes the conclusions of a candidate, unless they are known. Returns their index.
    #[expect(clippy::cast_possible_truncation, reason = "729 at most")]
    fn conclusions_of(&mut self, grid: &CandidateGrid, own: CandidateId) -> usize {
        let conclusion_index = self.conclusion_index[usize::from(own)];
        if conclusion_index != 0 {
            return usize::from(conclusion_index) - 1;
        }
        let mut off = [CellSet::EMPTY; 9];
        let mut on = 0;
        add_turned_off(grid, own, LinkKinds::Xy, &mut off);
        for class in ones(opposites(self.seen(own, LinkKinds::Xy)) | self.bit(own)) {
            // Conclusions of a class that is on already are included.
            if on & 1 << class == 0 {
                join(&mut off, &self.off[class]);
                on |= self.implied[class];
            }
        }
        self.conclusions.push((off, on));
        self.conclusion_index[usize::from(own)] = self.conclusions.len() as u16;
        self.conclusions.len() - 1
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

/// Adds the candidates that a candidate turns off if it is on.
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
