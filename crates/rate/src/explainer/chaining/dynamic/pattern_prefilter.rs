//! Pattern prefilter: where locked digits, pairs or X-Wings may be new since an earlier state.
//!
//! ```text
//! before   positions of 5 in box 1    now        7 has the same positions: a hidden pair may be new in box 1
//!          1 1 .                      1 . .
//!          . 1 .                      . 1 .
//!          . . .                      . . .
//! ```
//!
//! A pattern counts only if an elimination of this search created it. So two places, or two candidates of a cell, are considered
//! only if there were more before. Most states pass this test as having nothing new.

use super::super::candidates::{CELL_AT, CELL_HOUSES, CandidateGrid, is_pair};
use crate::CellSet;

/// Digits and houses that may have a new pattern.
#[derive(Debug, Default)]
pub(crate) struct PatternPrefilter {
    /// Digits that may be locked.
    pub(crate) locked: u16,
    /// Houses that may have hidden pairs, as bits.
    pub(crate) hidden: u32,
    /// Houses that may have naked pairs, as bits.
    pub(crate) naked: u32,
    /// Digits that may have X-Wings with columns, and with rows, as base.
    pub(crate) wings: [u16; 2],
}

/// By the nine segments of a band that hold a digit, row by row: true if all places of a box lie in one row that has others, or all
/// places of a row in one box that has others.
static LOCKED: [bool; 512] = {
    let mut locked = [false; 512];
    let mut segments = 0;
    while segments < 512 {
        let mut n = 0;
        while n < 3 {
            let row = segments >> (3 * n) & 7;
            let column = segments >> n & 0o111;
            let mut k = 0;
            while k < 3 {
                let (in_row, in_box) = (1 << k, 1 << (3 * k));
                locked[segments] |= row == in_row && segments & (0o111 << k) != in_row << (3 * n);
                locked[segments] |= column == in_box && segments & (7 << (3 * k)) != in_box << n;
                k += 1;
            }
            n += 1;
        }
        segments += 1;
    }
    locked
};

/// Returns true if a digit with these places may be locked.
#[expect(clippy::cast_possible_truncation, reason = "a band is 27 bits")]
#[inline]
fn may_be_locked(places: CellSet) -> bool {
    let places = places.bits();
    let mut columns = [0u32; 3];
    let mut any = false;
    for (n, columns) in columns.iter_mut().enumerate() {
        let band = (places >> (27 * n)) as u32 & 0x7FF_FFFF;
        *columns = (band | band >> 9 | band >> 18) & 0x1FF;
        let segments = (band | band >> 1 | band >> 2) & 0o111_111_111;
        let segments = (segments | segments >> 2 | segments >> 4) & 0o007_007_007;
        any |= LOCKED[(segments | segments >> 6 | segments >> 12) as usize & 0x1FF];
    }
    for stack in [0, 3, 6] {
        let [a, b, c] = columns.map(|columns| columns >> stack & 7);
        any |= LOCKED[(a | b << 3 | c << 6) as usize];
    }
    any
}

impl PatternPrefilter {
    pub(crate) fn of(base: &CandidateGrid, now: &CandidateGrid) -> Self {
        let mut prefilter = Self::default();
        for digit in (0..9).filter(|&digit| base.places[digit] != now.places[digit]) {
            prefilter.locked |= u16::from(may_be_locked(now.places[digit])) << digit;
        }
        prefilter.note_naked_pairs(base, now);
        let (base, now) = (base.positions.as_flattened(), now.positions.as_flattened());
        new_pairs(base, now, |at| prefilter.note_pair(now, at / 9, at % 9));
        prefilter
    }

    /// Notes hidden pairs and X-Wings with a digit's two places in a house.
    fn note_pair(&mut self, positions: &[u16], house: usize, digit: usize) {
        let pair = positions[9 * house + digit];
        let same = positions[9 * house..9 * house + 9].iter().filter(|&&other| other == pair).count();
        self.hidden |= u32::from(same > 1) << house;
        if house < 18 {
            let first = house / 9 * 9;
            let same = (first..first + 9).filter(|line| positions[9 * line + digit] == pair).count();
            self.wings[usize::from(house < 9)] |= u16::from(same > 1) << digit;
        }
    }

    fn note_naked_pairs(&mut self, base: &CandidateGrid, now: &CandidateGrid) {
        let mut of_cell = |cell: usize| {
            let pair = now.cells[cell];
            for &house in &CELL_HOUSES[cell].houses {
                let cells = &CELL_AT[usize::from(house)];
                let same = cells.iter().filter(|&&other| now.cells[usize::from(other)] == pair).count();
                self.naked |= u32::from(same > 1) << house;
            }
        };
        new_pairs(&base.cells, &now.cells, &mut of_cell);
    }
}

/// Visits the indices of all entries that have two bits now and had more before.
#[inline]
fn new_pairs(base: &[u16], now: &[u16], mut visit: impl FnMut(usize)) {
    const STRIDE: usize = 16;
    for (n, (base, now)) in base.chunks(STRIDE).zip(now.chunks(STRIDE)).enumerate() {
        let mut any = false;
        for (&base, &now) in base.iter().zip(now) {
            any |= is_pair(now) && base != now;
        }
        if any {
            for (k, (&base, &now)) in base.iter().zip(now).enumerate() {
                if is_pair(now) && base != now {
                    visit(STRIDE * n + k);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pencilmarks;
    use gridmill_board::Cell;

    #[test]
    fn no_elimination_creates_no_pattern() {
        let grid = CandidateGrid::of(&Pencilmarks::blank());
        let PatternPrefilter { locked, hidden, naked, wings } = PatternPrefilter::of(&grid, &grid);
        assert_eq!((locked, hidden, naked, wings), (0, 0, 0, [0; 2]));
    }

    #[test]
    fn segments_of_a_band_show_locked_digits() {
        assert!([0o463, 0o011, 0o321, 0o174].into_iter().all(|segments: usize| LOCKED[segments]));
        assert!([0, 0o001, 0o421, 0o033, 0o777].into_iter().all(|segments: usize| !LOCKED[segments]));
        let cells = |ids: &[usize]| ids.iter().map(|&cell| Cell::new(cell)).collect::<CellSet>();
        assert!(may_be_locked(cells(&[0, 1, 5])) && may_be_locked(cells(&[0, 9, 45])));
        assert!(!may_be_locked(cells(&[0, 3, 9, 12])) && !may_be_locked(CellSet::ALL));
    }
}
