//! Links of a state, by candidate: the graph in which chains are traced.
//!
//! ```text
//! strong    from a candidate that is off to one that is then on     by its cell, box, row, column; each target once
//! weak      from a candidate that is on to one that is then off     only to targets with strong links
//! ```

use super::super::{
    candidates::{
        CANDIDATES, CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, CandidateSet, bits, id, is_pair, parts,
    },
    rating::LinkKinds,
};

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
pub(crate) fn each_strong_link(
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
