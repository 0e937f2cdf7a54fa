//! The links of a state, by candidate, for chains that are traced.
//!
//! ```text
//! strong    what is on if a candidate is off     by its cell, box, row, column; each once
//! weak      what is off if it is on              of those that have strong links
//! ```

use super::{
    grid::{AROUND, CELL_IN, Grid, NAMES, Name, NameSet, bits, is_pair, name, parts},
    rating::Links,
};

/// The candidate that a link leads to, and by what: 0 for the cell, 1 to 3 for box, row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct To(u16);

impl To {
    const NONE: Self = Self(u16::MAX);

    pub(super) const fn new(to: Name, by: u8) -> Self {
        Self(to | (by as u16) << 10)
    }

    #[inline]
    pub(super) const fn name(self) -> Name {
        self.0 & 0x3FF
    }

    #[inline]
    pub(super) const fn by(self) -> u8 {
        (self.0 >> 10) as u8
    }
}

/// Links by candidate.
#[derive(Debug)]
pub(super) struct Net {
    strong: Box<[[To; 4]; NAMES]>,
    /// Where the weak links of a candidate begin and end.
    ranges: Box<[(u32, u32); NAMES]>,
    weak: Vec<To>,
    linked: NameSet,
    links: Links,
}

impl Default for Net {
    fn default() -> Self {
        Self {
            strong: Box::new([[To::NONE; 4]; NAMES]),
            ranges: Box::new([(0, 0); NAMES]),
            weak: Vec::new(),
            linked: NameSet::EMPTY,
            links: Links::Xy,
        }
    }
}

/// What is turned on by what is off, and how.
#[inline]
pub(super) fn strong(grid: &Grid, off: Name, links: Links, visit: &mut impl FnMut(Name, u8)) {
    let (cell, digit) = parts(off);
    let candidates = grid.cells[cell];
    if links != Links::X && is_pair(candidates) {
        visit(name(cell, (candidates & !(1 << digit)).trailing_zeros() as usize), 0);
    }
    if links != Links::Y {
        let around = &AROUND[cell];
        for kind in 0..3u8 {
            let (house, index) = (around.houses[usize::from(kind)], around.index[usize::from(kind)]);
            let positions = grid.positions[usize::from(house)][digit];
            if is_pair(positions) {
                let other = (positions & !(1 << index)).trailing_zeros() as usize;
                visit(name(usize::from(CELL_IN[usize::from(house)][other]), digit), kind + 1);
            }
        }
    }
}

/// What is turned off by what is on, and how; of those that are linked.
fn weak(linked: &NameSet, on: Name, links: Links, visit: &mut impl FnMut(To)) {
    let (cell, digit) = parts(on);
    if links != Links::X {
        bits(linked.cells[cell] & !(1 << digit)).for_each(|other| visit(To::new(name(cell, other), 0)));
    }
    for (by, segment) in (1..).zip(AROUND[cell].segments) {
        for other in linked.places[digit] & segment {
            visit(To::new(name(other.index(), digit), by));
        }
    }
}

impl Net {
    /// Finds the links of those candidates that have strong ones, all of which are told.
    #[expect(clippy::cast_possible_truncation, reason = "some thousands of links")]
    pub(super) fn build(&mut self, grid: &Grid, linked: &NameSet, links: Links) {
        self.strong.fill([To::NONE; 4]);
        self.weak.clear();
        self.linked.clone_from(linked);
        self.links = links;
        for (cell, &digits) in linked.cells.iter().enumerate() {
            for own in bits(digits).map(|digit| name(cell, digit)) {
                let (list, mut count) = (&mut self.strong[usize::from(own)], 0);
                strong(grid, own, links, &mut |to, by| {
                    if list[..count].iter().all(|known| known.name() != to) {
                        list[count] = To::new(to, by);
                        count += 1;
                    }
                });
                let begin = self.weak.len() as u32;
                weak(linked, own, links, &mut |to| self.weak.push(to));
                self.ranges[usize::from(own)] = (begin, self.weak.len() as u32);
            }
        }
    }

    /// Adds the links of a source that has no strong ones.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    pub(super) fn add(&mut self, source: Name) {
        if !self.linked.has(source) {
            let begin = self.weak.len() as u32;
            weak(&self.linked, source, self.links, &mut |to| self.weak.push(to));
            self.ranges[usize::from(source)] = (begin, self.weak.len() as u32);
        }
    }

    #[inline]
    pub(super) fn strong(&self, off: Name) -> impl Iterator<Item = To> + use<> {
        self.strong[usize::from(off)].into_iter().take_while(|&to| to != To::NONE)
    }

    #[inline]
    pub(super) fn weak(&self, on: Name) -> &[To] {
        let (begin, end) = self.ranges[usize::from(on)];
        &self.weak[begin as usize..end as usize]
    }

    /// By what one candidate turns off another.
    #[inline]
    pub(super) fn by(&self, on: Name, off: Name) -> Option<u8> {
        let ((cell, digit), (other, other_digit)) = (parts(on), parts(off));
        if cell == other {
            (self.links != Links::X && digit != other_digit).then_some(0)
        } else if digit == other_digit {
            let houses = AROUND[cell].houses.iter().zip(AROUND[other].houses);
            (1..).zip(houses).find(|&(_, (a, b))| *a == b).map(|(by, _)| by)
        } else {
            None
        }
    }
}
