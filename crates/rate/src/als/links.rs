//! Restricted commons: digits that two almost locked sets cannot both hold.
//!
//! ```text
//! class      a digit with its places in a set; many sets share one
//! linked     sets with a class of the same digit, each of whose places sees all places of this one
//! touching   sets with a class of the same digit that some cell sees together with this one
//! links      two sets without a common cell, with linked classes
//! ```
//!
//! Sets are bits of rows, so that a search looks at many second sets at once. Lists of links are made for wings and chains alone.

use super::Als;
use crate::{CellSet, SearchFlow, bits::bits};
use gridmill_board::{Digit, DigitSet};

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

/// Word of the row of a set: sets that it is linked to, and those of them or of others that it touches, without those that share a cell.
#[derive(Debug, Clone, Copy, Default)]
struct Others {
    /// Linked by a digit, by several.
    linked: [u64; 2],
    /// Touching by a digit, by several.
    touching: [u64; 2],
    /// Linked by several digits, or by one and touching by another.
    pairs: u64,
}

impl Others {
    /// Adds the sets that a digit links, and those that it makes touch.
    #[inline]
    fn add(&mut self, linked: u64, touching: u64) {
        self.pairs |= self.linked[0] & (linked | touching) | linked & self.touching[0];
        self.linked = [self.linked[0] | linked, self.linked[1] | self.linked[0] & linked];
        self.touching = [self.touching[0] | touching, self.touching[1] | self.touching[0] & touching];
    }
}

/// The links of each set to others.
#[derive(Debug, Default)]
pub(super) struct AlsLinks {
    /// Words of a row.
    words: usize,
    /// Class of each digit in each set; the first class is none.
    class_of: Vec<[u16; 9]>,
    /// Rows of each class: its sets, the linked ones, those that touch.
    members: Vec<u64>,
    linked: Vec<u64>,
    touching: Vec<u64>,
    /// Rows of each set.
    others: Vec<Others>,
    classes: PlaceClasses,
    /// For each cell the sets that have it, or that see it by a digit.
    at_cell: Vec<u64>,
    /// For each class of a digit the next one with the same first place.
    next: Vec<usize>,
    /// Links of each set, those to earlier ones first, if they are listed; their start, the first to a later set, and their end.
    list: Vec<AlsLink>,
    spans: Vec<[u32; 3]>,
    lists_all: bool,
}

impl AlsLinks {
    /// Finds the links of all sets.
    pub(super) fn read(&mut self, sets: &[Als], overlapping: bool) {
        self.words = sets.len().div_ceil(64);
        self.spans.clear();
        self.class_sets(sets);
        self.link_classes();
        let words = self.words;
        self.at_cell.clear();
        self.at_cell.resize(81 * words, 0);
        for (n, set) in sets.iter().enumerate() {
            for cell in set.cells() {
                self.at_cell[cell.index() * words + n / 64] |= 1 << (n % 64);
            }
        }
        self.others.clear();
        self.others.resize(sets.len() * words, Others::default());
        let mut rows = self.others.chunks_exact_mut(words.max(1));
        for (set, classes) in sets.iter().zip(&self.class_of) {
            let Some(row) = rows.next() else { break };
            for digit in set.seen_digits() {
                let start = usize::from(classes[digit.index()]) * words;
                let classes = self.linked[start..][..words].iter().zip(&self.touching[start..][..words]);
                row.iter_mut()
                    .zip(classes)
                    .for_each(|(others, (&linked, &touching))| others.add(linked, touching));
            }
            if overlapping {
                continue;
            }
            for cell in set.cells() {
                for (others, &same) in row.iter_mut().zip(&self.at_cell[cell.index() * words..][..words]) {
                    others.linked = others.linked.map(|linked| linked & !same);
                    others.touching = others.touching.map(|touching| touching & !same);
                    others.pairs &= !same;
                }
            }
        }
    }

    /// Finds the class of each digit of each set.
    #[expect(clippy::cast_possible_truncation, reason = "fewer classes than digits of sets")]
    fn class_sets(&mut self, sets: &[Als]) {
        self.classes.clear(sets.iter().map(|set| set.seen_digits().len() as usize).sum());
        self.class_of.clear();
        self.class_of.resize(sets.len(), [0; 9]);
        self.members.clear();
        self.members.resize(self.words, 0);
        for (n, (set, classes)) in sets.iter().zip(&mut self.class_of).enumerate() {
            for digit in set.seen_digits() {
                let class = self.classes.class_of(digit, set);
                if self.members.len() <= class * self.words {
                    self.members.resize((class + 1) * self.words, 0);
                }
                self.members[class * self.words + n / 64] |= 1 << (n % 64);
                classes[digit.index()] = class as u16;
            }
        }
    }

    /// Finds the sets that each class is linked to, and those that it touches.
    fn link_classes(&mut self) {
        let words = self.words;
        for rows in [&mut self.linked, &mut self.touching] {
            rows.clear();
            rows.resize(self.members.len(), 0);
        }
        self.at_cell.resize(self.at_cell.len().max(81 * words), 0);
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
        for digit in DigitSet::full(9) {
            let classes = &self.classes.of_digit[digit.index()];
            for cell in classes.iter().fold(CellSet::EMPTY, |all, class| all | class.seen) {
                self.at_cell[cell.index() * words..][..words].fill(0);
            }
            // Classes by their first place.
            let (mut heads, mut cells) = ([usize::MAX; 81], CellSet::EMPTY);
            self.next.clear();
            for (n, class) in classes.iter().enumerate() {
                let members = &self.members[class.number * words..][..words];
                class.seen.for_each(|cell| add(&mut self.at_cell[cell.index() * words..][..words], members));
                if let Some(first) = class.places.first() {
                    self.next.push(std::mem::replace(&mut heads[first.index()], n));
                    cells = cells.with(first);
                }
            }
            for class in classes {
                let row = class.number * words;
                for cell in class.seen {
                    add(&mut self.touching[row..][..words], &self.at_cell[cell.index() * words..][..words]);
                }
                for cell in class.seen & cells {
                    let mut at = heads[cell.index()];
                    while let Some(other) = classes.get(at) {
                        if other.places.is_within(class.seen) {
                            add(
                                &mut self.linked[row..][..words],
                                &self.members[other.number * words..][..words],
                            );
                        }
                        at = self.next[at];
                    }
                }
            }
        }
    }

    /// Passes the later sets to which a set is linked, in order, if they may make an elimination by several links, or by other digits than
    /// the link.
    pub(super) fn each_pair(&self, set: usize, see: &mut dyn FnMut(AlsLink) -> SearchFlow) -> SearchFlow {
        for word in set / 64..self.words {
            let pairs = self.others[set * self.words + word].pairs & later(set, word);
            self.each_link(set, word, pairs, see)?;
        }
        SearchFlow::Continue(())
    }

    /// Passes the sets after `first` to which `stem` is linked, in order, if they and the set `one` may make an elimination. The stem is
    /// linked to `one` by `link`.
    pub(super) fn each_second(
        &self,
        first: usize,
        (stem, one): (usize, usize),
        link: AlsLink,
        see: &mut dyn FnMut(AlsLink) -> SearchFlow,
    ) -> SearchFlow {
        let by = link.first().index();
        let [of_stem, of_one] = [stem, one].map(|set| usize::from(self.class_of[set][by]) * self.words);
        // One digit cannot be both links.
        let repeats = if link.last().is_none() { u64::MAX } else { 0 };
        for word in first / 64..self.words {
            let [from_stem, from_one] = [stem, one].map(|set| &self.others[set * self.words + word]);
            let linked = from_stem.linked[1] | from_stem.linked[0] & !(self.linked[of_stem + word] & repeats);
            let touching = from_one.touching[1] | from_one.touching[0] & !self.touching[of_one + word];
            let seconds = linked & touching & later(first, word);
            if seconds != 0 {
                self.each_link(stem, word, seconds, see)?;
            }
        }
        SearchFlow::Continue(())
    }

    /// Passes the links of a set to some of those in a word.
    fn each_link(
        &self,
        set: usize,
        word: usize,
        others: u64,
        see: &mut dyn FnMut(AlsLink) -> SearchFlow,
    ) -> SearchFlow {
        bits(others).try_for_each(|bit| {
            let classes = self.class_of[set].iter().zip(0_u32..);
            let digits = classes.fold(0, |digits, (&class, digit)| {
                let linked = self.linked[usize::from(class) * self.words + word] >> bit & 1 == 1;
                digits | u32::from(linked) << digit
            });
            see(AlsLink::new(64 * word + bit, DigitSet::from_bits(digits)))
        })
    }

    /// Lists the links of all sets, those to earlier ones only if `all` are wanted, for [`listed`](Self::listed).
    #[expect(clippy::cast_possible_truncation, reason = "some ten thousand")]
    pub(super) fn list(&mut self, all: bool) {
        if !self.spans.is_empty() && (self.lists_all || !all) {
            return;
        }
        self.lists_all = all;
        self.list.clear();
        self.spans.clear();
        for set in 0..self.class_of.len() {
            let [start, mut middle] = [self.list.len(); 2];
            for word in if all { 0 } else { set / 64 }..self.words {
                let others = self.others[set * self.words + word].linked[0];
                let others = if all { others } else { others & later(set, word) };
                let mut list = std::mem::take(&mut self.list);
                let _ = self.each_link(set, word, others, &mut |link| {
                    middle += usize::from(link.other() < set);
                    list.push(link);
                    SearchFlow::Continue(())
                });
                self.list = list;
            }
            self.spans.push([start, middle, self.list.len()].map(|place| place as u32));
        }
    }

    /// Returns the links of a set to later ones, or to all, the earlier ones first. They must have been [listed](Self::list).
    #[inline]
    pub(super) fn listed(&self, set: usize, all: bool) -> &[AlsLink] {
        let [start, middle, end] = self.spans[set].map(|place| place as usize);
        &self.list[if all { start } else { middle }..end]
    }
}

/// The bits of a word for sets after one.
#[inline]
fn later(set: usize, word: usize) -> u64 {
    if word == set / 64 { u64::MAX << (set % 64) << 1 } else { u64::MAX }
}

/// Class: places of a digit, with the cells that see them all.
#[derive(Debug, Clone, Copy)]
struct PlaceClass {
    places: CellSet,
    seen: CellSet,
    number: usize,
}

/// The classes of all sets, without those whose places nothing sees.
#[derive(Debug, Default)]
struct PlaceClasses {
    of_digit: [Vec<PlaceClass>; 9],
    count: usize,
    /// Places of classes in the lists of their digits, counted from 1, by a hash of digit and places. The next slot is tried if one is taken.
    table: Vec<u16>,
}

impl PlaceClasses {
    /// Begins with no class, and room for some.
    fn clear(&mut self, most: usize) {
        self.of_digit.iter_mut().for_each(Vec::clear);
        self.count = 0;
        self.table.clear();
        self.table.resize((2 * most).next_power_of_two(), 0);
    }

    /// Returns the number of the class of a digit in a set, from 1.
    #[expect(clippy::cast_possible_truncation, reason = "a hash; fewer classes than digits of sets")]
    fn class_of(&mut self, digit: Digit, set: &Als) -> usize {
        let places = set.places(digit);
        let bits = places.bits();
        let key = bits as u64 ^ ((bits >> 64) as u64 | (digit.index() as u64) << 32);
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        let classes = &mut self.of_digit[digit.index()];
        loop {
            let place = usize::from(self.table[slot]);
            match place.checked_sub(1).and_then(|place| classes.get(place)) {
                None if place == 0 => {
                    self.count += 1;
                    classes.push(PlaceClass { places, seen: set.seen(digit), number: self.count });
                    self.table[slot] = classes.len() as u16;
                    return self.count;
                }
                Some(class) if class.places == places => return class.number,
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}
