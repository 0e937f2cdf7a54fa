//! Almost locked sets that are linked: cells of one house with one candidate more than cells.
//!
//! ```text
//! restricted common   a digit of two sets whose places in one see all its places in the other: only one set can hold it
//! XZ                  A -x- B             z of both goes from all cells that see its places; two such x lock both sets
//! XY-wing             A -x- C -y- B       likewise
//! XY-chain            A -x- ... -y- B     likewise, four sets or more, no digit twice in turn
//! death blossom       each candidate of a stem cell links it to a set: a digit of all sets goes from all cells that see its places
//! ```
//!
//! Definitions and orders are HoDoKu's (B. Hobiger 2012): sets are tried in the order of their list, and sets do not
//! overlap, unless the search is thorough.

mod chain;

use crate::{
    AlmostLockedSet, Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, SearchFlow, Sink, Technique,
    candidates::count,
    pencilmarks::{KEPT, KnownEmpty, Snapshot},
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Memory of the search: the sets and links of a state.
#[derive(Debug, Default)]
pub(super) struct AlsScratch {
    list: AlsList,
    links: AlsLinks,
    /// True if sets that overlap are linked, too.
    overlapping: bool,
    near: Vec<bool>,
    chain: chain::AlsChainScratch,
    /// For each technique that links sets, without those that overlap.
    nothing_found: [KnownEmpty; 3],
}

impl AlsScratch {
    /// Lists the sets and links of a state, unless they are known.
    fn read(&mut self, marks: &Pencilmarks, now: &Snapshot, overlapping: bool) {
        let rebuild = self.overlapping != overlapping;
        self.overlapping = overlapping;
        let change = self.list.read(marks, now, rebuild);
        if change != AlsChange::None {
            self.links.read(&self.list, change, overlapping);
        }
    }
}

/// Finds linked sets.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, thorough, .. } = *finder;
    let scratch = &mut finder.scratch.als;
    let techniques = [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsXyChain, Technique::DeathBlossom];
    let now = Snapshot::new(marks);
    for (n, technique) in
        techniques.into_iter().enumerate().filter(|&(_, technique)| requested.contains(technique))
    {
        for overlapping in [false, true].into_iter().take(1 + usize::from(thorough)) {
            scratch.read(marks, &now, overlapping);
            let AlsScratch { list, links, near, chain, nothing_found, .. } = &mut *scratch;
            let nothing_found = nothing_found.get_mut(n).filter(|_| !thorough);
            let changed = nothing_found.as_ref().map_or(CellSet::ALL, |before| before.changed(&now));
            let mut any = false;
            let sink = &mut |step| {
                any = true;
                sink(step)
            };
            match technique {
                Technique::AlsXz => chain::find_pairs(list, links, changed, sink)?,
                Technique::AlsXyWing => {
                    chain::find_wings(list, links, changed, overlapping, near, sink)?;
                }
                Technique::AlsXyChain => {
                    chain.backwards = thorough;
                    chain::find_chains(list, links, changed, chain, sink)?;
                }
                _ => chain::find_blossoms(marks, list, overlapping, sink)?,
            }
            if let Some(nothing_found) = nothing_found.filter(|_| !any) {
                nothing_found.note(&now);
            }
        }
    }
    SearchFlow::Continue(())
}

// The almost locked sets of a state, kept from step to step: those without a changed cell stay, each at its index.
//
// ```text
// index   a set's place in memory, the same as long as it stays
// rank    its place in the order of the search: by house, then by its cells
// ```

/// Almost locked sets in the order of the search.
#[derive(Debug, Default)]
struct AlsList {
    state: Option<Snapshot>,
    sets: Vec<Als>,
    /// The cells of each set, and what it sees.
    cells: Vec<CellSet>,
    sights: Vec<VisibleCells>,
    /// Indices of the sets of each house, in order.
    of_house: [Vec<u16>; 27],
    /// Indices of all sets, in order, and the place of each in it.
    order: Vec<u16>,
    rank: Vec<u16>,
    /// Indices without a set.
    free: Vec<u16>,
    /// List of a house that is not used.
    merged: Vec<u16>,
    /// Sets that the last state had and this one has not, and the other way round.
    removed: Vec<u16>,
    added: Vec<u16>,
}

/// Differences of a list of sets from that of the state before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AlsChange {
    /// The state is the same.
    None,
    /// Some sets were removed and some added.
    Some,
    /// All sets are new.
    All,
}

/// Candidates that sets see, by digit; cells 14 apart share a bit. It shows for most pairs of sets that they do not meet.
#[derive(Debug, Clone, Copy)]
struct VisibleCells(u128);

impl VisibleCells {
    const BITS: usize = 14;
    /// All candidates of each digit.
    const OF_DIGIT: [u128; 9] = {
        let (mut of_digit, mut digit) = ([0; 9], 0);
        while digit < 9 {
            of_digit[digit] = ((1 << Self::BITS) - 1) << (Self::BITS * digit);
            digit += 1;
        }
        of_digit
    };

    fn from_set(set: &Als) -> Self {
        let mut seen = Candidates::EMPTY;
        set.seen_digits.iter().for_each(|digit| seen.extend(digit, set.seen(digit)));
        Self::new(&seen)
    }

    fn new(seen: &Candidates) -> Self {
        let mut sight = 0;
        for digit in DigitSet::full(9) {
            let cells = seen.cells(digit).bits();
            let half = cells | cells >> (3 * Self::BITS);
            let bits = half | half >> Self::BITS | half >> (2 * Self::BITS);
            sight |= (bits & ((1 << Self::BITS) - 1)) << (Self::BITS * digit.index());
        }
        Self(sight)
    }

    /// Leaves the digits of a link out.
    #[inline]
    fn without(self, link: AlsLink) -> Self {
        let [first, last] = [link.first, link.last.unwrap_or(link.first)];
        Self(self.0 & !(Self::OF_DIGIT[first.index()] | Self::OF_DIGIT[last.index()]))
    }

    /// Returns false if no candidate is seen by both.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Maximum number of changed cells with which a list is updated; with more, it is rebuilt.
const MAX_CHANGED: u32 = 16;

impl AlsList {
    /// Lists the sets of a state. Keeps those that the last state had, unless `rebuild` is true.
    fn read(&mut self, marks: &Pencilmarks, now: &Snapshot, rebuild: bool) -> AlsChange {
        if !rebuild && self.state.as_ref() == Some(now) {
            return AlsChange::None;
        }
        let before = self.state.replace(*now);
        let changed = before.and_then(|before| before.changed(now));
        let changed = changed.filter(|changed| !rebuild && changed.len() <= MAX_CHANGED);
        self.removed.clear();
        self.added.clear();
        if let (Some(before), Some(changed)) = (before, changed) {
            self.update(marks, changed);
            let gone = before.gone(now);
            let sight = VisibleCells::new(&gone);
            for &index in self.of_house.iter().flatten() {
                let index = usize::from(index);
                if self.sights[index].meets(sight) && self.sets[index].restrict(&gone) {
                    self.sights[index] = VisibleCells::from_set(&self.sets[index]);
                }
            }
        } else {
            self.sets.clear();
            self.cells.clear();
            self.sights.clear();
            self.free.clear();
            self.of_house.iter_mut().for_each(Vec::clear);
            for house in House::all() {
                self.list_house(marks, house, CellSet::ALL);
            }
        }
        self.order.clear();
        self.order.extend(self.of_house.iter().flatten());
        self.rank.resize(self.sets.len(), 0);
        for (rank, &index) in (0..).zip(&self.order) {
            self.rank[usize::from(index)] = rank;
        }
        if changed.is_some() { AlsChange::Some } else { AlsChange::All }
    }

    /// Replaces the sets with a changed cell.
    fn update(&mut self, marks: &Pencilmarks, changed: CellSet) {
        for of_house in &mut self.of_house {
            let (cells, removed) = (&self.cells, &mut self.removed);
            of_house.retain(|&index| {
                let is_kept = !cells[usize::from(index)].meets(changed);
                removed.extend((!is_kept).then_some(index));
                is_kept
            });
        }
        self.free.extend(&self.removed);
        for house in changed.houses() {
            self.list_house(marks, house, changed);
        }
    }

    /// Adds the sets of a house that have a changed cell to those that stayed.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    fn list_house(&mut self, marks: &Pencilmarks, house: House, changed: CellSet) {
        let stayed = std::mem::take(&mut self.of_house[house.index()]);
        let mut all = std::mem::take(&mut self.merged);
        all.clear();
        let mut rest = stayed.iter().copied();
        for_each_in_house(marks, house, &mut |cells, digits| {
            if !cells.meets(changed) {
                all.extend(rest.next());
                return;
            }
            let set = Als::new(marks, cells, digits);
            let index = self.free.pop().unwrap_or(self.sets.len() as u16);
            let place = usize::from(index);
            if place < self.sets.len() {
                (self.cells[place], self.sights[place], self.sets[place]) =
                    (cells, VisibleCells::from_set(&set), set);
            } else {
                self.cells.push(cells);
                self.sights.push(VisibleCells::from_set(&set));
                self.sets.push(set);
            }
            all.push(index);
            self.added.push(index);
        });
        (self.of_house[house.index()], self.merged) = (all, stayed);
    }

    /// The indices of the sets, in the order of the search.
    fn order(&self) -> impl DoubleEndedIterator<Item = usize> + Clone + use<'_> {
        self.order.iter().map(|&index| usize::from(index))
    }

    /// The sets, in the order of the search.
    fn iter(&self) -> impl Iterator<Item = &Als> + Clone {
        self.order().map(|index| &self.sets[index])
    }
}

// Almost locked sets: cells of one house with one candidate more than cells.
//
// They are listed by house, rows before columns before boxes, and by their cells; a set of two houses is listed once.

/// An almost locked set in a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Als {
    pub(crate) cells: CellSet,
    pub(crate) digits: DigitSet,
    places: [CellSet; 9],
    seen: [CellSet; 9],
    /// The candidates for which [`seen`](Self::seen) has cells.
    seen_digits: DigitSet,
}

impl Als {
    fn new(marks: &Pencilmarks, cells: CellSet, digits: DigitSet) -> Self {
        let (none, mut seen_digits) = ([CellSet::EMPTY; 9], 0);
        let mut set = Self { cells, digits, places: none, seen: none, seen_digits: DigitSet::EMPTY };
        for digit in digits {
            let places = marks.places(digit) & cells;
            set.places[digit.index()] = places;
            let seen = (places.common_peers() & marks.places(digit)) - cells;
            set.seen[digit.index()] = seen;
            seen_digits |= u32::from(!seen.is_empty()) << digit.index();
        }
        set.seen_digits = DigitSet::from_bits(seen_digits);
        set
    }

    /// Removes candidates that are gone from those that the set sees. Returns true if there were any.
    fn restrict(&mut self, gone: &Candidates) -> bool {
        let mut any = false;
        for digit in self.seen_digits {
            let seen = &mut self.seen[digit.index()];
            any |= seen.meets(gone.cells(digit));
            *seen -= gone.cells(digit);
            if seen.is_empty() {
                self.seen_digits.remove(digit);
            }
        }
        any
    }

    /// Returns its cells with a candidate.
    #[inline]
    pub(crate) fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// Returns the cells outside the set with a candidate that see all its places in the set.
    #[inline]
    pub(crate) fn seen(&self, digit: Digit) -> CellSet {
        self.seen[digit.index()]
    }

    /// Returns the length that the set adds to a chain.
    #[inline]
    pub(crate) fn penalty(&self) -> u32 {
        match self.digits.len() {
            2 => 1,
            count => 2 * (count - 1),
        }
    }

    /// Converts to the form that a reason has.
    pub(crate) fn as_reason(&self) -> AlmostLockedSet {
        AlmostLockedSet { cells: self.cells, digits: self.digits }
    }
}

/// Lists the almost locked sets of a state.
pub(crate) fn collect(marks: &Pencilmarks, sets: &mut Vec<Als>) {
    sets.clear();
    for house in House::all() {
        for_each_in_house(marks, house, &mut |cells, digits| sets.push(Als::new(marks, cells, digits)));
    }
}

/// Passes the cells and candidates of each almost locked set of a house, unless an earlier house has all its cells.
fn for_each_in_house(marks: &Pencilmarks, house: House, see: &mut impl FnMut(CellSet, DigitSet)) {
    let mut open = [(Cell::new(0), 0); 9];
    let cells = (house.cells() & marks.empty()).iter().map(|cell| (cell, marks.candidate_bits(cell)));
    let count = open.iter_mut().zip(cells).map(|(open, cell)| *open = cell).count();
    extend(house, &open[..count], (CellSet::EMPTY, 0, 0), see);
}

/// Passes the sets that begin with the chosen cells of a house; the next cell is among `rest`.
fn extend(
    house: House,
    rest: &[(Cell, u16)],
    (chosen, size, digits): (CellSet, usize, u16),
    see: &mut impl FnMut(CellSet, DigitSet),
) {
    for (n, &(cell, candidates)) in rest.iter().enumerate() {
        let (cells, size, digits) = (chosen.with(cell), size + 1, digits | candidates);
        let (count, rest) = (count(digits) as usize, &rest[n + 1..]);
        if count == size + 1 && is_first(house, cells) {
            see(cells, DigitSet::from_bits(digits.into()));
        }
        // Each further cell lowers the excess of candidates by at most one.
        if size < 8 && !rest.is_empty() && count <= size + rest.len() + 1 {
            extend(house, rest, (cells, size, digits), see);
        }
    }
}

/// Returns true if no earlier house has all the cells.
fn is_first(house: House, cells: CellSet) -> bool {
    match house.kind() {
        HouseKind::Row => true,
        HouseKind::Column => cells.is_several(),
        HouseKind::Box => cells.common_houses().len() == 1,
    }
}

/// Link of a set to another. There are many; each takes eight bytes.
#[derive(Debug, Clone, Copy)]
struct AlsLink {
    other: u16,
    first: Digit,
    /// Last linking digit, if there are several.
    last: Option<Digit>,
    /// Both digits.
    both: DigitSet,
}

impl AlsLink {
    /// Links to a set by these digits, of which the first and the last count.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    fn new(other: usize, digits: DigitSet) -> Self {
        let mut rest = digits;
        let first = rest.pop_first().unwrap_or(Digit::from_index(0));
        let last = rest.iter().last();
        let both = DigitSet::only(first) | last.map_or(DigitSet::EMPTY, DigitSet::only);
        Self { other: other as u16, first, last, both }
    }

    /// Returns the same link to another set.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have fewer sets")]
    fn to(self, other: usize) -> Self {
        Self { other: other as u16, ..self }
    }

    /// Index of the other set.
    #[inline]
    fn other(self) -> usize {
        self.other.into()
    }
}

// Restricted commons: digits that two almost locked sets cannot both hold.
//
// ```text
// class      places of a digit in a set; many sets share one
// adjacent   classes of a digit whose places all see each other
// links      two sets without a common cell, with adjacent classes
// ```
//
// Links of sets that stay from step to step are kept.

/// Links of a set in the order of the other sets, and the number of those to earlier ones.
#[derive(Debug, Clone, Default)]
struct LinksOfSet {
    links: Vec<AlsLink>,
    earlier: usize,
}

/// The links of each set to others.
#[derive(Debug, Default)]
struct AlsLinks {
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
    fn read(&mut self, list: &AlsList, change: AlsChange, overlapping: bool) {
        if change == AlsChange::All {
            self.classes.clear();
            self.of_set.iter_mut().for_each(|of_set| of_set.links.clear());
        }
        let most = self.of_set.len().max(list.sets.len());
        self.of_set.resize(most, LinksOfSet::default());
        self.class_of.resize(most, [None; 9]);
        self.linking.resize(most, DigitSet::EMPTY);
        self.is_changed.clear();
        self.is_changed.resize(most, false);
        if KEPT {
            list.removed.iter().for_each(|&index| self.remove(index.into()));
        }
        list.added.iter().for_each(|&index| self.add(list, index.into(), overlapping));
        for (index, of_set) in self.of_set[..list.sets.len()].iter_mut().enumerate() {
            if self.is_changed[index] {
                of_set.links.sort_unstable_by_key(|link| list.rank[link.other()]);
                let is_earlier = |link: &AlsLink| list.rank[link.other()] < list.rank[index];
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
        let set = &list.sets[index];
        let mut class_of = [None; 9];
        for digit in set.seen_digits {
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
            if overlapping || !list.sets[other].cells.meets(set.cells) {
                let link = AlsLink::new(other, digits);
                self.of_set[index].links.push(link);
                self.of_set[other].links.push(link.to(index));
                self.is_changed[other] = true;
            }
        }
    }

    /// The links of a set to later ones, or to all, in order.
    #[inline]
    fn of(&self, index: usize, all: bool) -> &[AlsLink] {
        let LinksOfSet { links, earlier } = &self.of_set[index];
        &links[if all { 0 } else { *earlier }..]
    }

    /// The links of a set to those after an earlier one, in order.
    #[inline]
    fn after(&self, list: &AlsList, index: usize, earlier: usize) -> &[AlsLink] {
        let of_set = &self.of_set[index];
        let rank = list.rank[earlier];
        let before = of_set.links[..of_set.earlier].iter().take_while(|link| list.rank[link.other()] <= rank);
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

#[cfg(test)]
mod tests {
    use super::{Als, chain::shared, collect};
    use crate::{
        Candidates, Technique,
        testing::{HARD, all, assert_memory_changes_nothing, states},
    };
    use gridmill_board::DigitSet;

    /// Returns the digits that link two sets: the first and the last.
    fn links(one: &Als, other: &Als) -> DigitSet {
        let sees = |from: &Als, to: &Als, digit| {
            !to.places(digit).is_empty() && to.places(digit).is_within(from.seen(digit))
        };
        let linking = |&digit: &_| sees(one, other, digit) && sees(other, one, digit);
        let mut digits: DigitSet = one.digits.iter().filter(linking).collect();
        if one.cells.meets(other.cells) {
            return DigitSet::EMPTY;
        }
        let first = digits.pop_first().map_or(DigitSet::EMPTY, DigitSet::only);
        first | digits.iter().last().map_or(DigitSet::EMPTY, DigitSet::only)
    }

    /// Returns the eliminations of all wings, in order: by the first link and then by the second.
    fn wings_by_definition(sets: &[Als]) -> Vec<Candidates> {
        let mut found = Vec::new();
        let mut wing = |[one, other]: [&Als; 2], digits: DigitSet| {
            let eliminations = shared(one, other, digits);
            if digits.len() > 1 && !one.cells.meets(other.cells) && !eliminations.is_empty() {
                found.push(eliminations);
            }
        };
        for n in 0..sets.len() {
            for (m, other) in sets.iter().enumerate().skip(n + 1) {
                let by = links(&sets[n], other);
                let seconds = || sets.iter().enumerate().skip(n + 1).filter(|(place, _)| *place != m);
                if by.is_empty() {
                    continue;
                }
                for (_, second) in seconds().filter(|(place, _)| *place > m) {
                    let digits = links(&sets[n], second);
                    if !digits.is_empty() {
                        wing([other, second], by | digits);
                    }
                }
                for (_, second) in seconds() {
                    let digits = links(other, second);
                    if !digits.is_empty() {
                        wing([&sets[n], second], by | digits);
                    }
                }
            }
        }
        found
    }

    #[test]
    fn pairs_and_wings_are_those_of_the_definition_all_along_a_path() {
        let mut counts = [0; 2];
        for marks in states(HARD).iter().step_by(3) {
            let mut sets = Vec::new();
            collect(marks, &mut sets);
            let mut pairs = Vec::new();
            for (n, one) in sets.iter().enumerate() {
                for other in &sets[n + 1..] {
                    let digits = links(one, other);
                    let mut eliminations = Candidates::EMPTY;
                    digits
                        .iter()
                        .for_each(|digit| eliminations.union(&shared(one, other, DigitSet::only(digit))));
                    if digits.len() > 1 {
                        for (set, other) in [(one, other), (other, one)] {
                            for digit in set.digits - digits {
                                eliminations.extend(digit, set.seen(digit) - other.cells);
                            }
                        }
                    }
                    if !eliminations.is_empty() {
                        pairs.push(eliminations);
                    }
                }
            }
            let found = |technique| -> Vec<Candidates> {
                all(marks, technique).into_iter().map(|step| step.eliminations).collect()
            };
            assert_eq!(found(Technique::AlsXz), pairs);
            let wings = wings_by_definition(&sets);
            assert_eq!(found(Technique::AlsXyWing), wings);
            counts = [counts[0] + pairs.len(), counts[1] + wings.len()];
        }
        assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
    }

    #[test]
    fn sets_and_links_are_kept_from_step_to_step_without_difference() {
        for technique in [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsXyChain] {
            assert_memory_changes_nothing(technique);
        }
    }
}
