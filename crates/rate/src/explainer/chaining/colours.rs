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
    grid::{AROUND, CELL_IN, Grid, NAMES, Name, NameSet, bits, is_pair, name, parts},
    net::strong,
    rating::Links,
};
use crate::Cells;
use gridmill_board::Cell;

/// Candidates by digit.
type Places = [Cells; 9];

/// Colours, a bit each: two neighbouring bits for those that are opposites.
type Set = u128;

/// The most colours.
const MOST: usize = Set::BITS as usize;

/// A candidate without a colour.
const NONE: u8 = u8::MAX;

/// A cell's candidates, then a digit's places in a house.
const UNITS: usize = 81 + 243;

/// From where cycles and chains are to be traced, in the order of names.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// Candidates that, on or off, lead to their own negation.
    pub(super) chains: Vec<(Name, bool)>,
    /// Those that, on, may lead back to themselves, and take something away by that.
    pub(super) cycles: Vec<Name>,
    /// The candidates with strong links, at least.
    pub(super) linked: NameSet,
}

/// The colours of a state, and what follows from each.
#[derive(Debug)]
pub(super) struct Colours {
    colour: Box<[u8; NAMES]>,
    /// The candidates with a colour; those that hang together, together.
    members: Vec<Name>,
    /// The colours in a unit: those of a candidate at least, those of several.
    once: Box<[Set; UNITS]>,
    twice: Box<[Set; UNITS]>,
    /// The colours that are on because of a colour.
    implied: Vec<Set>,
    /// What the candidates of a colour see.
    direct: Vec<Places>,
    /// What is off because of a colour.
    off: Vec<Places>,
    /// What is off because of a candidate, and which colours are on, where that was asked.
    off_by: Vec<(Places, Set)>,
    asked: Box<[u16; NAMES]>,
    /// Whether there are no more than two colours to what hangs together, nor too many in all.
    sound: bool,
    /// The state, and by which links.
    painted: Option<Links>,
    cells: [u16; 81],
}

impl Default for Colours {
    fn default() -> Self {
        Self {
            colour: Box::new([NONE; NAMES]),
            members: Vec::new(),
            once: Box::new([0; UNITS]),
            twice: Box::new([0; UNITS]),
            implied: Vec::new(),
            direct: Vec::new(),
            off: Vec::new(),
            off_by: Vec::new(),
            asked: Box::new([0; NAMES]),
            sound: false,
            painted: None,
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
fn units(own: Name, links: Links) -> impl Iterator<Item = usize> {
    let (cell, digit) = parts(own);
    let houses = AROUND[cell].houses.into_iter().map(move |house| 81 + 9 * usize::from(house) + digit);
    (links != Links::X).then_some(cell).into_iter().chain(houses)
}

/// All colours for their opposites.
#[inline]
const fn opposites(colours: Set) -> Set {
    const EVEN: Set = Set::MAX / 3;
    (colours & EVEN) << 1 | (colours >> 1) & EVEN
}

/// The lowest bits first.
#[inline]
fn ones(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

impl Colours {
    /// Works out what follows from the colours of a state by links of a kind.
    pub(super) fn paint(&mut self, grid: &Grid, links: Links) {
        if self.painted == Some(links) && self.cells == grid.cells {
            return;
        }
        self.painted = Some(links);
        self.cells = grid.cells;
        self.asked.fill(0);
        self.off_by.clear();
        self.colour.fill(NONE);
        self.members.clear();
        self.sound = true;
        if links != Links::X {
            each_pair(&grid.cells, |cell| {
                self.spread(grid, name(cell, grid.cells[cell].trailing_zeros() as usize), links);
            });
        }
        if links != Links::Y {
            let positions = grid.positions.as_flattened();
            each_pair(positions, |at| {
                let cell = CELL_IN[at / 9][positions[at].trailing_zeros() as usize];
                self.spread(grid, name(usize::from(cell), at % 9), links);
            });
        }
        if self.sound {
            self.connect(grid, links);
            self.direct.clone_from(&self.off);
            self.close();
        }
    }

    /// Gives two new colours to all that hangs together with a candidate.
    fn spread(&mut self, grid: &Grid, seed: Name, links: Links) {
        let Self { colour, members, sound, .. } = self;
        if colour[usize::from(seed)] != NONE || !*sound {
            return;
        }
        let new = members.last().map_or(0, |&last| (colour[usize::from(last)] | 1) + 1);
        if usize::from(new) >= MOST {
            *sound = false;
            return;
        }
        let mut at = members.len();
        colour[usize::from(seed)] = new;
        members.push(seed);
        while at < members.len() {
            let from = members[at];
            let own = colour[usize::from(from)];
            strong(grid, from, links, &mut |to, _| {
                let other = &mut colour[usize::from(to)];
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
    fn connect(&mut self, grid: &Grid, links: Links) {
        let count =
            self.members.last().map_or(0, |&last| usize::from(self.colour[usize::from(last)] | 1) + 1);
        self.once.fill(0);
        self.twice.fill(0);
        self.implied.clear();
        self.implied.resize(count, 0);
        self.off.clear();
        self.off.resize(count, [Cells::EMPTY; 9]);
        for &member in &self.members {
            let colour = usize::from(self.colour[usize::from(member)]);
            let bit = 1 << colour;
            for unit in units(member, links) {
                self.twice[unit] |= self.once[unit] & bit;
                self.once[unit] |= bit;
            }
            turn_off(grid, member, links, &mut self.off[colour]);
        }
        for &member in &self.members {
            let colour = usize::from(self.colour[usize::from(member)]);
            let seen = self.seen(member, links);
            self.implied[colour] |= opposites(seen) | 1 << colour;
        }
    }

    /// The colours that turn off a candidate, and that it turns off.
    #[inline]
    fn seen(&self, own: Name, links: Links) -> Set {
        let colour = self.colour[usize::from(own)];
        let bit = if colour == NONE { 0 } else { 1 << colour };
        units(own, links).fold(0, |seen, unit| seen | self.once[unit] & !bit | self.twice[unit])
    }

    /// Follows colours to the end.
    fn close(&mut self) {
        for colour in 0..self.implied.len() {
            let mut all = self.implied[colour];
            let mut todo = all & !(1 << colour);
            let mut off = self.off[colour];
            while todo != 0 {
                let next = todo.trailing_zeros() as usize;
                todo &= todo - 1;
                let more = self.implied[next];
                join(&mut off, &self.off[next]);
                // A lower colour was followed to its end before.
                if next < colour {
                    todo &= !more;
                } else {
                    todo |= more & !all;
                }
                all |= more;
            }
            self.implied[colour] = all;
            self.off[colour] = off;
        }
    }

    /// Whether there may be a chain from a candidate, on or off, to its negation.
    ///
    /// Both ends of such a chain see, or have, colours, and what is off by either of two opposites leads to its own
    /// negation. A candidate that turns itself on has opposites that turn themselves off.
    pub(super) fn may_have_chains(&self) -> bool {
        let both = |pair: &[Places]| pair[0].iter().zip(&pair[1]).any(|(a, b)| a.meets(*b));
        !self.sound || self.off.chunks_exact(2).any(both)
    }

    /// Finds from where there are chains, and where there may be cycles.
    pub(super) fn find_sources(&self, grid: &Grid, links: Links, sources: &mut Sources) {
        let Sources { chains, cycles, linked } = sources;
        chains.clear();
        cycles.clear();
        linked.clone_from(&NameSet::EMPTY);
        if self.sound {
            for &member in &self.members {
                let (cell, digit) = parts(member);
                linked.insert(cell, digit);
            }
        } else {
            (linked.cells, linked.places) = (grid.cells, grid.places);
        }
        let itself = self.turned_off_themselves();
        let around = self.around();
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
            for digit in bits(candidates) {
                let own = name(cell, digit);
                let bit = self.bit(own);
                if itself[digit].contains(Cell::new(cell)) {
                    chains.push((own, true));
                }
                let colour = bit.trailing_zeros() as usize;
                if !self.sound || bit != 0 && self.implied[colour ^ 1] & bit != 0 {
                    chains.push((own, false));
                }
                if (!self.sound || around & bit != 0) && (links != Links::Y || is_pair(candidates)) {
                    cycles.push(own);
                }
            }
        }
    }

    /// The candidates that are off by either of two opposites.
    fn turned_off_themselves(&self) -> Places {
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
    fn around(&self) -> Set {
        let mut around = 0;
        for colour in (0..self.implied.len()).step_by(2).filter(|_| self.sound) {
            let each_other = self.implied[colour] & opposites(self.implied[colour + 1]);
            let see = |colours: Set| {
                let mut seen = [Cells::EMPTY; 9];
                ones(colours).for_each(|colour| join(&mut seen, &self.direct[colour]));
                seen
            };
            if see(each_other).iter().zip(&see(opposites(each_other))).any(|(a, b)| a.meets(*b)) {
                around |= each_other | opposites(each_other);
            }
        }
        around
    }

    /// Whether anything may follow from each of several candidates.
    pub(super) fn may_agree(&mut self, grid: &Grid, all: impl Iterator<Item = Name>) -> bool {
        if !self.sound {
            return true;
        }
        let mut on = Set::MAX;
        let mut off = [Cells::ALL; 9];
        for own in all {
            let by = self.follows_from(grid, own);
            let (off_by, on_by) = &self.off_by[by];
            let mut any = Cells::EMPTY;
            for (off, by) in off.iter_mut().zip(off_by) {
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
    fn bit(&self, own: Name) -> Set {
        let colour = self.colour[usize::from(own)];
        if colour == NONE { 0 } else { 1 << colour }
    }

    /// The number of what follows from a candidate.
    #[expect(clippy::cast_possible_truncation, reason = "729 at most")]
    fn follows_from(&mut self, grid: &Grid, own: Name) -> usize {
        let asked = self.asked[usize::from(own)];
        if asked != 0 {
            return usize::from(asked) - 1;
        }
        let mut off = [Cells::EMPTY; 9];
        let mut on = 0;
        turn_off(grid, own, Links::Xy, &mut off);
        for colour in ones(opposites(self.seen(own, Links::Xy)) | self.bit(own)) {
            // What follows from a colour that is on already is there.
            if on & 1 << colour == 0 {
                join(&mut off, &self.off[colour]);
                on |= self.implied[colour];
            }
        }
        self.off_by.push((off, on));
        self.asked[usize::from(own)] = self.off_by.len() as u16;
        self.off_by.len() - 1
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
fn turn_off(grid: &Grid, own: Name, links: Links, off: &mut Places) {
    let (cell, digit) = parts(own);
    off[digit] |= AROUND[cell].peers & grid.places[digit];
    if links != Links::X {
        for other in bits(grid.cells[cell] & !(1 << digit)) {
            off[other] = off[other].with(Cell::new(cell));
        }
    }
}
