//! Restricted commons: digits that two almost locked sets cannot both hold.
//!
//! ```text
//! class      places of a digit in a set; many sets share one
//! adjacent   classes of a digit whose places all see each other
//! links      two sets without a common cell, with adjacent classes
//! ```
//!
//! Links of sets that stay from step to step are kept.

use super::{
    Als,
    list::{AlsChange, AlsList},
    sets::AlsLink,
};
use crate::{CellSet, earlier_state::KEPT};
use gridmill_board::{Digit, DigitSet};

/// Links of a set in the order of the other sets, and the number of those to earlier ones.
#[derive(Debug, Clone, Default)]
struct LinksOfSet {
    links: Vec<AlsLink>,
    earlier: usize,
}

/// The links of each set to others.
#[derive(Debug, Default)]
pub(super) struct AlsLinks {
    of_set: Vec<LinksOfSet>,
    /// Class of each digit in each set.
    class_of: Vec<[Option<u16>; 9]>,
    classes: PlaceClasses,
    /// Digits that link each set to the one that is added.
    linking: Vec<DigitSet>,
    linked: Vec<u16>,
    /// Sets with new links or without some.
    is_changed: Vec<bool>,
}

impl AlsLinks {
    /// Updates the links to the sets of a list.
    pub(super) fn read(&mut self, list: &AlsList, change: AlsChange, overlapping: bool) {
        if change == AlsChange::All {
            self.classes.clear();
            self.of_set.iter_mut().for_each(|of_set| of_set.links.clear());
        }
        let most = self.of_set.len().max(list.len());
        self.of_set.resize(most, LinksOfSet::default());
        self.class_of.resize(most, [None; 9]);
        self.linking.resize(most, DigitSet::EMPTY);
        self.is_changed.clear();
        self.is_changed.resize(most, false);
        if KEPT {
            list.removed().for_each(|index| self.remove(index));
        }
        list.added().for_each(|index| self.add(list, index, overlapping));
        for (index, of_set) in self.of_set[..list.len()].iter_mut().enumerate() {
            if self.is_changed[index] {
                of_set.links.sort_unstable_by_key(|link| list.rank(link.other()));
                let is_earlier = |link: &AlsLink| list.rank(link.other()) < list.rank(index);
                of_set.earlier = of_set.links.partition_point(is_earlier);
            }
        }
    }

    /// Removes the links of a set.
    fn remove(&mut self, index: usize) {
        for class in std::mem::take(&mut self.class_of[index]).into_iter().flatten() {
            let members = &mut self.classes.all[usize::from(class)].members;
            members.retain(|&member| usize::from(member) != index);
        }
        let mut links = std::mem::take(&mut self.of_set[index].links);
        for link in links.drain(..) {
            self.of_set[link.other()].links.retain(|back| back.other() != index);
            self.is_changed[link.other()] = true;
        }
        self.of_set[index].links = links;
    }

    /// Links a set to those that were added before.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    fn add(&mut self, list: &AlsList, index: usize, overlapping: bool) {
        let set = list.set(index);
        let mut class_of = [None; 9];
        for digit in set.seen_digits() {
            let class = self.classes.class_of(digit, set);
            class_of[digit.index()] = Some(class);
            for &adjacent in &self.classes.all[usize::from(class)].adjacent {
                for &other in &self.classes.all[usize::from(adjacent)].members {
                    let linking = &mut self.linking[usize::from(other)];
                    if linking.is_empty() {
                        self.linked.push(other);
                    }
                    linking.insert(digit);
                }
            }
            self.classes.all[usize::from(class)].members.push(index as u16);
        }
        self.class_of[index] = class_of;
        self.is_changed[index] = true;
        for other in self.linked.drain(..).map(usize::from) {
            let digits = std::mem::take(&mut self.linking[other]);
            if overlapping || !list.set(other).cells().meets(set.cells()) {
                let link = AlsLink::new(other, digits);
                self.of_set[index].links.push(link);
                self.of_set[other].links.push(link.to(index));
                self.is_changed[other] = true;
            }
        }
    }

    /// The links of a set to later ones, or to all, in order.
    #[inline]
    pub(super) fn of(&self, index: usize, all: bool) -> &[AlsLink] {
        let LinksOfSet { links, earlier } = &self.of_set[index];
        &links[if all { 0 } else { *earlier }..]
    }

    /// The links of a set to those after an earlier one, in order.
    #[inline]
    pub(super) fn after(&self, list: &AlsList, index: usize, earlier: usize) -> &[AlsLink] {
        let of_set = &self.of_set[index];
        let rank = list.rank(earlier);
        let before = of_set.links[..of_set.earlier].iter().take_while(|link| list.rank(link.other()) <= rank);
        &of_set.links[before.count()..]
    }
}

/// Class: places of a digit in almost locked sets.
#[derive(Debug, Clone, Default)]
struct PlaceClass {
    /// Sets with these places.
    members: Vec<u16>,
    /// Classes of the same digit whose places all see these.
    adjacent: Vec<u16>,
}

/// The classes of all sets.
#[derive(Debug, Default)]
struct PlaceClasses {
    /// Classes by number, and others whose memory is reused.
    all: Vec<PlaceClass>,
    count: usize,
    /// Places of the classes of each digit, and their numbers.
    places: [Vec<CellSet>; 9],
    numbers: [Vec<u16>; 9],
    /// Classes in the lists of their digits, counted from 1, by a hash of digit and places. The next slot is tried if one is taken.
    table: Vec<u16>,
}

impl PlaceClasses {
    fn clear(&mut self) {
        self.count = 0;
        self.places.iter_mut().for_each(Vec::clear);
        self.numbers.iter_mut().for_each(Vec::clear);
        self.table.clear();
        self.table.resize(1024, 0);
    }

    /// Returns the number of the class of a digit in a set.
    fn class_of(&mut self, digit: Digit, set: &Als) -> u16 {
        let places = set.places(digit);
        let mut slot = self.slot(digit, places);
        while let Some(place) = usize::from(self.table[slot]).checked_sub(1) {
            if self.places[digit.index()].get(place) == Some(&places) {
                return self.numbers[digit.index()][place];
            }
            slot = (slot + 1) % self.table.len();
        }
        self.add(digit, places, slot)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a hash")]
    fn slot(&self, digit: Digit, places: CellSet) -> usize {
        let bits = places.bits();
        let key = bits as u64 ^ ((bits >> 64) as u64 | (digit.index() as u64) << 32);
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % self.table.len()
    }

    /// Adds a class whose slot in the table is free.
    #[expect(clippy::cast_possible_truncation, reason = "fewer classes than digits of sets")]
    fn add(&mut self, digit: Digit, places: CellSet, slot: usize) -> u16 {
        let (number, seen) = (self.count as u16, places.common_peers());
        self.count += 1;
        self.all.resize(self.all.len().max(self.count), PlaceClass::default());
        let mut class = std::mem::take(&mut self.all[usize::from(number)]);
        class.members.clear();
        class.adjacent.clear();
        let (known, numbers) = (&mut self.places[digit.index()], &mut self.numbers[digit.index()]);
        for (_, &other) in known.iter().zip(&*numbers).filter(|(known, _)| known.is_within(seen)) {
            class.adjacent.push(other);
            self.all[usize::from(other)].adjacent.push(number);
        }
        known.push(places);
        numbers.push(number);
        self.all[usize::from(number)] = class;
        self.table[slot] = known.len() as u16;
        if 2 * self.count > self.table.len() {
            self.rehash();
        }
        number
    }

    /// Doubles the table.
    #[expect(clippy::cast_possible_truncation, reason = "fewer classes than digits of sets")]
    fn rehash(&mut self) {
        let size = 2 * self.table.len();
        self.table.clear();
        self.table.resize(size, 0);
        for digit in DigitSet::full(9) {
            for n in 0..self.places[digit.index()].len() {
                let mut slot = self.slot(digit, self.places[digit.index()][n]);
                while self.table[slot] != 0 {
                    slot = (slot + 1) % size;
                }
                self.table[slot] = n as u16 + 1;
            }
        }
    }
}
