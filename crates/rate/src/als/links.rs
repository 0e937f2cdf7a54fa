//! Restricted commons: digits that two almost locked sets cannot both hold.
//!
//! ```text
//! with      the sets with a digit at a cell: bit n for set n
//! linked    by a digit to a set: sets with the digit, all of whose places see all its places in the set
//! ```

use super::Als;
use crate::Pencilmarks;
use gridmill_board::{Cell, Digit, DigitSet};

/// Link of a set to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlsLink {
    /// Index of the other set.
    pub(super) other: usize,
    /// First linking digit, and the last if there are several.
    pub(super) digits: (Digit, Option<Digit>),
    both: DigitSet,
}

impl AlsLink {
    fn new(other: usize, digits: (Digit, Option<Digit>)) -> Self {
        let second = digits.1.map_or(DigitSet::EMPTY, DigitSet::only);
        Self { other, digits, both: second | DigitSet::only(digits.0) }
    }

    /// Both digits.
    #[inline]
    pub(super) fn set(&self) -> DigitSet {
        self.both
    }
}

/// The links of each set to later ones, and to earlier ones.
#[derive(Debug, Default)]
pub(super) struct AlsLinks {
    later: Vec<Vec<AlsLink>>,
    earlier: Vec<Vec<AlsLink>>,
    with: BitRows,
    linked: BitRows,
    /// Sets that share a cell with the current one; empty if overlaps are allowed.
    overlaps: BitRows,
}

/// The row of sets with any digit, after those of the nine.
const ANY: usize = 9;

impl AlsLinks {
    /// Finds the links of all sets.
    pub(super) fn read(&mut self, marks: &Pencilmarks, sets: &[Als], overlapping: bool) {
        for side in [&mut self.later, &mut self.earlier] {
            side.resize_with(side.len().max(sets.len()), Vec::new);
            side.iter_mut().for_each(Vec::clear);
        }
        self.list_sets_by_candidate(sets);
        for (n, one) in sets.iter().enumerate() {
            // Only links to later sets are searched.
            let from = n / 64;
            self.overlaps.clear(1, sets.len());
            if !overlapping {
                let rows = one.cells().map(|cell| row(ANY, cell));
                self.overlaps.gather((0, from), &self.with, rows);
            }
            self.linked.clear(9, sets.len());
            for digit in one.digits() {
                let unseen = marks.places(digit) - one.seen(digit);
                let rows = unseen.map(|cell| row(digit.index(), cell));
                self.linked.gather((digit.index(), from), &self.with, rows);
                let having = self.with.row(ROWS + digit.index());
                self.linked.keep_others((digit.index(), from), having, self.overlaps.row(0));
            }
            self.collect(n, one.digits());
        }
    }

    /// Lists the sets of each candidate, and of each digit.
    fn list_sets_by_candidate(&mut self, sets: &[Als]) {
        self.with.clear(ROWS + 9, sets.len());
        for (n, set) in sets.iter().enumerate() {
            for cell in set.cells() {
                self.with.insert(row(ANY, cell), n);
            }
            for digit in set.digits() {
                self.with.insert(ROWS + digit.index(), n);
                for cell in set.places(digit) {
                    self.with.insert(row(digit.index(), cell), n);
                }
            }
        }
    }

    /// Lists the later sets that some digit links.
    fn collect(&mut self, n: usize, digits: DigitSet) {
        let linked = &self.linked;
        for word in n / 64..linked.words {
            let mut any = digits.fold(0, |any, digit| any | linked.row(digit.index())[word]);
            if word == n / 64 {
                any &= u64::MAX << (n % 64) << 1;
            }
            while any != 0 {
                let bit = any.trailing_zeros();
                any &= any - 1;
                let mut links = digits.filter(|digit| linked.row(digit.index())[word] >> bit & 1 == 1);
                let other = 64 * word + bit as usize;
                if let Some(first) = links.next() {
                    let digits = (first, links.last());
                    self.later[n].push(AlsLink::new(other, digits));
                    self.earlier[other].push(AlsLink::new(n, digits));
                }
            }
        }
    }

    /// To later sets.
    pub(super) fn later(&self, set: usize) -> &[AlsLink] {
        &self.later[set]
    }

    /// To earlier sets.
    pub(super) fn earlier(&self, set: usize) -> &[AlsLink] {
        &self.earlier[set]
    }
}

/// The first row for a digit, after those for a digit at a cell.
const ROWS: usize = 10 * 81;

fn row(digit: usize, cell: Cell) -> usize {
    digit * 81 + cell.index()
}

/// Rows of bits, one bit for each set.
#[derive(Debug, Default)]
struct BitRows {
    bits: Vec<u64>,
    words: usize,
}

impl BitRows {
    fn clear(&mut self, rows: usize, sets: usize) {
        self.words = sets.div_ceil(64);
        self.bits.clear();
        self.bits.resize(rows * self.words, 0);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    fn insert(&mut self, row: usize, set: usize) {
        self.bits[row * self.words + set / 64] |= 1 << (set % 64);
    }

    /// Adds rows of another table to a row of this, from a word on.
    #[inline]
    fn gather(&mut self, (into, from): (usize, usize), other: &Self, rows: impl Iterator<Item = usize>) {
        let into = &mut self.bits[into * self.words..(into + 1) * self.words][from..];
        for row in rows {
            into.iter_mut().zip(&other.row(row)[from..]).for_each(|(into, bits)| *into |= bits);
        }
    }

    /// Replaces a row, from a word on, by the bits of `other` that are neither in it nor in `third`.
    #[inline]
    fn keep_others(&mut self, (row, from): (usize, usize), other: &[u64], third: &[u64]) {
        let row = &mut self.bits[row * self.words..(row + 1) * self.words];
        for ((row, other), third) in row.iter_mut().zip(other).zip(third).skip(from) {
            *row = other & !(*row | third);
        }
    }
}
