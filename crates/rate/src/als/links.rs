//! Restricted commons: digits that two almost locked sets cannot both hold.
//!
//! ```text
//! class     a digit with its places in a set; many sets share one
//! linked    two classes of a digit, each of whose places sees all places of the other
//! links     two sets without a common cell, with linked classes
//! ```

use super::Als;
use gridmill_board::{CellSet, Digit, DigitSet};

/// Link of a set to another. There are many; each takes eight bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlsLink {
    other: u16,
    digits: (Digit, Option<Digit>),
    both: DigitSet,
}

impl AlsLink {
    /// Links to a set by these digits, of which the first and the last count.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    fn new(other: usize, digits: DigitSet) -> Self {
        let mut rest = digits;
        let first = rest.next().unwrap_or(Digit::from_index(0));
        let last = rest.last();
        let both = DigitSet::only(first) | last.map_or(DigitSet::EMPTY, DigitSet::only);
        Self { other: other as u16, digits: (first, last), both }
    }

    /// Index of the other set.
    #[inline]
    pub(super) fn other(self) -> usize {
        self.other.into()
    }

    /// First linking digit.
    #[inline]
    pub(super) fn first(self) -> Digit {
        self.digits.0
    }

    /// Last linking digit, if there are several.
    #[inline]
    pub(super) fn last(self) -> Option<Digit> {
        self.digits.1
    }

    /// Both digits.
    #[inline]
    pub(super) fn set(self) -> DigitSet {
        self.both
    }
}

/// The links of each set to later ones, and to earlier ones, in the order of the sets.
#[derive(Debug, Default)]
pub(super) struct AlsLinks {
    later: Vec<Vec<AlsLink>>,
    earlier: Vec<Vec<AlsLink>>,
    classes: PlaceClasses,
    /// For each set: later sets and a digit that links them, as bits.
    found: Vec<Vec<(usize, u32)>>,
}

impl AlsLinks {
    /// Finds the links of all sets.
    pub(super) fn read(&mut self, sets: &[Als], overlapping: bool) {
        for side in [&mut self.later, &mut self.earlier] {
            side.resize_with(side.len().max(sets.len()), Vec::new);
            side.iter_mut().for_each(Vec::clear);
        }
        self.found.resize_with(self.found.len().max(sets.len()), Vec::new);
        for digit in DigitSet::full(9) {
            self.classes.read(sets, digit);
            self.classes.for_each_linked(|one, other| {
                if overlapping || !sets[one].cells().meets(sets[other].cells()) {
                    self.found[one.min(other)].push((one.max(other), 1 << digit.index()));
                }
            });
        }
        for (n, found) in self.found.iter_mut().enumerate() {
            found.sort_unstable();
            for links in found.chunk_by(|one, other| one.0 == other.0) {
                let digits = links.iter().fold(0, |digits, link| digits | link.1);
                let (other, digits) = (links[0].0, DigitSet::from_bits(digits));
                self.later[n].push(AlsLink::new(other, digits));
                self.earlier[other].push(AlsLink::new(n, digits));
            }
            found.clear();
        }
    }

    /// Returns the links of a set to later ones, in their order.
    pub(super) fn later(&self, set: usize) -> &[AlsLink] {
        &self.later[set]
    }

    /// Returns the links of a set to earlier ones, in their order.
    pub(super) fn earlier(&self, set: usize) -> &[AlsLink] {
        &self.earlier[set]
    }
}

/// No class, or the end of a list.
const NONE: u32 = u32::MAX;

/// The classes of one digit, without those whose places nothing sees.
#[derive(Debug, Default)]
struct PlaceClasses {
    /// Places, the cells that see them all, and the last set of the class.
    classes: Vec<(CellSet, CellSet, u32)>,
    /// For each set the one before it in its class.
    before: Vec<u32>,
    /// Classes by a hash of their places; the next slot is tried if one is taken.
    table: Vec<u32>,
}

impl PlaceClasses {
    /// Sorts the sets with a digit into classes.
    fn read(&mut self, sets: &[Als], digit: Digit) {
        let slots = (2 * sets.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(slots, NONE);
        self.before.resize(sets.len().max(self.before.len()), NONE);
        self.classes.clear();
        for (n, set) in (0..).zip(sets) {
            let seen = set.seen(digit);
            if seen.is_empty() {
                continue;
            }
            let class = self.class_of(set.places(digit), seen);
            self.before[n as usize] = self.classes[class].2;
            self.classes[class].2 = n;
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a hash; fewer classes than sets")]
    fn class_of(&mut self, places: CellSet, seen: CellSet) -> usize {
        let bits = places.bits();
        let hash = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let class = self.table[slot];
            if class == NONE {
                self.table[slot] = self.classes.len() as u32;
                self.classes.push((places, seen, NONE));
                return self.classes.len() - 1;
            }
            if self.classes[class as usize].0 == places {
                return class as usize;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Passes the sets of each pair of linked classes.
    #[inline]
    fn for_each_linked(&self, mut see: impl FnMut(usize, usize)) {
        for (n, &(_, seen, last)) in self.classes.iter().enumerate() {
            for other in &self.classes[n + 1..] {
                if !other.0.is_within(seen) {
                    continue;
                }
                for one in self.members(last) {
                    self.members(other.2).for_each(|other| see(one, other));
                }
            }
        }
    }

    /// The sets of a class, from its last.
    fn members(&self, last: u32) -> impl Iterator<Item = usize> {
        let next = |&set: &u32| Some(self.before[set as usize]).filter(|&set| set != NONE);
        std::iter::successors(Some(last), next).map(|set| set as usize)
    }
}
