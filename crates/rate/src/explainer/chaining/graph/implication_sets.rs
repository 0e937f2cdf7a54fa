//! What follows statically from every candidate at once, by colours.
//!
//! ```text
//! r1c1 = 3 - r1c7 = 3     two places of a digit in a house, or two candidates of a cell: one is on and the other is off, so
//!            |            that all that hang together have two colours, one of which is on
//!            r1c7 = 5
//! ```
//!
//! A colour that is on turns off all that its candidates see, and so the colours of these: their opposites are on. That is a
//! relation between some sixty colours, and what follows from a candidate is the union of what follows from the opposites
//! of the colours that it sees.
//!
//! This tells what chains come to, not by which nodes and in which order. Where they come to nothing, nothing has to be traced.
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
use crate::Cells;
use gridmill_board::Cell;

/// Candidates by digit.
type Places = [Cells; 9];

/// Colours, a bit each: two neighbouring bits for those that are opposites.
type ClassSet = u128;

/// The most colours.
const MAX_CLASSES: usize = ClassSet::BITS as usize;

/// A candidate without a colour.
const NONE: u8 = u8::MAX;

/// A cell's candidates, then a digit's places in a house.
const UNITS: usize = 81 + 243;

/// From where cycles and chains are to be traced, in the order of names.
#[derive(Debug, Default)]
pub(crate) struct ChainSources {
    /// Candidates that, on or off, lead to their own negation.
    pub(crate) chains: Vec<(CandidateId, bool)>,
    /// Those that, on, may lead back to themselves, and take something away by that.
    pub(crate) cycles: Vec<CandidateId>,
    /// The candidates with strong links, at least.
    pub(crate) linked: CandidateSet,
}

/// The colours of a state, and what follows from each.
#[derive(Debug)]
pub(crate) struct ImplicationSets {
    class: Box<[u8; CANDIDATES]>,
    /// The candidates with a colour; those that hang together, together.
    members: Vec<CandidateId>,
    /// The colours in a unit: those of a candidate at least, those of several.
    in_unit: Box<[ClassSet; UNITS]>,
    twice_in_unit: Box<[ClassSet; UNITS]>,
    /// The colours that are on because of a colour.
    implied: Vec<ClassSet>,
    /// What the candidates of a colour see.
    direct: Vec<Places>,
    /// What is off because of a colour.
    off: Vec<Places>,
    /// What is off because of a candidate, and which colours are on, where that was asked.
    conclusions: Vec<(Places, ClassSet)>,
    conclusion_index: Box<[u16; CANDIDATES]>,
    /// Whether there are no more than two colours to what hangs together, nor too many in all.
    sound: bool,
    /// The state, and by which links.
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

/// The units of a candidate: its cell, unless only houses count, and its houses.
#[inline]
fn units(own: CandidateId, links: LinkKinds) -> impl Iterator<Item = usize> {
    let (cell, digit) = parts(own);
    let houses = CELL_HOUSES[cell].houses.into_iter().map(move |house| 81 + 9 * usize::from(house) + digit);
    (links != LinkKinds::X).then_some(cell).into_iter().chain(houses)
}

/// All colours for their opposites.
#[inline]
const fn opposites(classes: ClassSet) -> ClassSet {
    const EVEN: ClassSet = ClassSet::MAX / 3;
    (classes & EVEN) << 1 | (classes >> 1) & EVEN
}

/// The lowest bits first.
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
    /// Works out what follows from the colours of a state by links of a kind.
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

    /// Gives two new colours to all that hangs together with a candidate.
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

    /// Finds what each colour turns off, and which colours follow directly.
    fn link_classes(&mut self, grid: &CandidateGrid, links: LinkKinds) {
        let count = self.members.last().map_or(0, |&last| usize::from(self.class[usize::from(last)] | 1) + 1);
        self.in_unit.fill(0);
        self.twice_in_unit.fill(0);
        self.implied.clear();
        self.implied.resize(count, 0);
        self.off.clear();
        self.off.resize(count, [Cells::EMPTY; 9]);
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

    /// The colours that turn off a candidate, and that it turns off.
    #[inline]
    fn seen(&self, own: CandidateId, links: LinkKinds) -> ClassSet {
        let class = self.class[usize::from(own)];
        let bit = if class == NONE { 0 } else { 1 << class };
        units(own, links).fold(0, |seen, unit| seen | self.in_unit[unit] & !bit | self.twice_in_unit[unit])
    }

    /// Follows colours to the end.
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
                // A lower colour was followed to its end before.
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

    /// Whether there may be a chain from a candidate, on or off, to its negation.
    ///
    /// Both ends of such a chain see, or have, colours, and what is off by either of two opposites leads to its own
    /// negation. A candidate that turns itself on has opposites that turn themselves off.
    pub(crate) fn may_have_chains(&self) -> bool {
        let both = |pair: &[Places]| pair[0].iter().zip(&pair[1]).any(|(a, b)| a.meets(*b));
        !self.sound || self.off.chunks_exact(2).any(both)
    }

    /// Finds from where there are chains, and where there may be cycles.
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

    /// The candidates that are off by either of two opposites.
    fn self_refuting(&self) -> Places {
        let mut all = if self.sound { [Cells::EMPTY; 9] } else { [Cells::ALL; 9] };
        for pair in self.off.chunks_exact(2).filter(|_| self.sound) {
            for (all, (a, b)) in all.iter_mut().zip(pair[0].iter().zip(&pair[1])) {
                *all |= *a & *b;
            }
        }
        all
    }

    /// The colours of cycles that may take something away.
    ///
    /// The nodes of a cycle that are on imply each other, so their colours do, and those that are off have the opposites. What
    /// goes sees one of each.
    fn cycle_classes(&self) -> ClassSet {
        let mut around = 0;
        for class in (0..self.implied.len()).step_by(2).filter(|_| self.sound) {
            let each_other = self.implied[class] & opposites(self.implied[class + 1]);
            let see = |classes: ClassSet| {
                let mut seen = [Cells::EMPTY; 9];
                ones(classes).for_each(|class| join(&mut seen, &self.direct[class]));
                seen
            };
            if see(each_other).iter().zip(&see(opposites(each_other))).any(|(a, b)| a.meets(*b)) {
                around |= each_other | opposites(each_other);
            }
        }
        around
    }

    /// Whether anything may follow from each of several candidates.
    pub(crate) fn may_share_conclusion(
        &mut self,
        grid: &CandidateGrid,
        all: impl Iterator<Item = CandidateId>,
    ) -> bool {
        if !self.sound {
            return true;
        }
        let mut on = ClassSet::MAX;
        let mut off = [Cells::ALL; 9];
        for own in all {
            let by = self.conclusions_of(grid, own);
            let (conclusions, on_by) = &self.conclusions[by];
            let mut any = Cells::EMPTY;
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

    /// The number of what follows from a candidate.
    #[expect(clippy::cast_possible_truncation, reason = "729 at most")]
    fn conclusions_of(&mut self, grid: &CandidateGrid, own: CandidateId) -> usize {
        let conclusion_index = self.conclusion_index[usize::from(own)];
        if conclusion_index != 0 {
            return usize::from(conclusion_index) - 1;
        }
        let mut off = [Cells::EMPTY; 9];
        let mut on = 0;
        add_turned_off(grid, own, LinkKinds::Xy, &mut off);
        for class in ones(opposites(self.seen(own, LinkKinds::Xy)) | self.bit(own)) {
            // What follows from a colour that is on already is there.
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

/// Visits where there are two bits.
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

/// Adds what a candidate that is on turns off.
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
