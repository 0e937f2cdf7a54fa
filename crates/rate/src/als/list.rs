//! The almost locked sets of a state, kept from step to step: those without a changed cell stay, each at its index.
//!
//! ```text
//! index   a set's place in memory, the same as long as it stays
//! rank    its place in the order of the search: by house, then by its cells
//! ```

use super::sets::{Als, AlsLink, for_each_in_house};
use crate::{Candidates, CellSet, House, Pencilmarks, earlier_state::Snapshot};
use gridmill_board::DigitSet;

/// Almost locked sets in the order of the search.
#[derive(Debug, Default)]
pub(super) struct AlsList {
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
pub(super) enum AlsChange {
    /// The state is the same.
    None,
    /// Some sets were removed and some added.
    Some,
    /// All sets are new.
    All,
}

/// Candidates that sets see, by digit; cells 14 apart share a bit. Most pairs of sets are told apart by it.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisibleCells(u128);

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

    fn of(set: &Als) -> Self {
        let mut seen = Candidates::EMPTY;
        set.seen_digits().for_each(|digit| seen.extend(digit, set.seen(digit)));
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
    pub(super) fn without(self, link: AlsLink) -> Self {
        let [first, last] = [link.first(), link.last().unwrap_or(link.first())];
        Self(self.0 & !(Self::OF_DIGIT[first.index()] | Self::OF_DIGIT[last.index()]))
    }

    /// Returns false if no candidate is seen by both.
    #[inline]
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Most changed cells with which a list is updated; it is made anew if there are more.
const MAX_CHANGED: u32 = 16;

impl AlsList {
    /// Lists the sets of a state. Keeps those that the last state had, unless all must be `anew`.
    pub(super) fn read(&mut self, marks: &Pencilmarks, now: &Snapshot, anew: bool) -> AlsChange {
        if !anew && self.state.as_ref() == Some(now) {
            return AlsChange::None;
        }
        let before = self.state.replace(*now);
        let changed = before.and_then(|before| before.changed(now));
        let changed = changed.filter(|changed| !anew && changed.len() <= MAX_CHANGED);
        self.removed.clear();
        self.added.clear();
        if let (Some(before), Some(changed)) = (before, changed) {
            self.update(marks, changed);
            let gone = before.gone(now);
            let sight = VisibleCells::new(&gone);
            for &index in self.of_house.iter().flatten() {
                let index = usize::from(index);
                if self.sights[index].meets(sight) && self.sets[index].restrict(&gone) {
                    self.sights[index] = VisibleCells::of(&self.sets[index]);
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
                    (cells, VisibleCells::of(&set), set);
            } else {
                self.cells.push(cells);
                self.sights.push(VisibleCells::of(&set));
                self.sets.push(set);
            }
            all.push(index);
            self.added.push(index);
        });
        (self.of_house[house.index()], self.merged) = (all, stayed);
    }

    /// Returns the number of indices, some of which may be without a set.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The set at an index.
    #[inline]
    pub(super) fn set(&self, index: usize) -> &Als {
        &self.sets[index]
    }

    /// Returns true if a set has one of some cells.
    #[inline]
    pub(super) fn meets(&self, index: usize, cells: CellSet) -> bool {
        self.cells[index].meets(cells)
    }

    /// Candidates that a set sees, roughly.
    #[inline]
    pub(super) fn sight(&self, index: usize) -> VisibleCells {
        self.sights[index]
    }

    /// The indices of the sets, in the order of the search.
    pub(super) fn order(&self) -> impl DoubleEndedIterator<Item = usize> + Clone + use<'_> {
        self.order.iter().map(|&index| usize::from(index))
    }

    /// The sets, in the order of the search.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Als> + Clone {
        self.order().map(|index| self.set(index))
    }

    /// Returns the place of a set in the order of the search.
    #[inline]
    pub(super) fn rank(&self, index: usize) -> u16 {
        self.rank[index]
    }

    /// The indices of the sets that the last state had and this one has not.
    pub(super) fn removed(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.removed.iter().map(|&index| usize::from(index))
    }

    /// The indices of the sets that the last state had not.
    pub(super) fn added(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.added.iter().map(|&index| usize::from(index))
    }
}
