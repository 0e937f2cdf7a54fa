//! Passes over eight grids of up to 64 cells: one word of 64 cells a digit, one lane a grid.
//!
//! ```text
//! digit 3 of eight 8x8 grids      grid 0      grid 1      ...  grid 7         row r, column c: bit 8 r + c
//! u64                             ........    x.......         ..x.....
//! ```
//!
//! No operation crosses lanes. Each is a loop over the eight grids around plain words, which the compiler turns into vectors of
//! eight, four or two grids. Boxes have two rows, and there are two side by side: true of all shapes up to 8x8, boxes not taller than
//! wide.

/// Grids side by side.
pub(in crate::bit_parallel) const GRIDS: usize = 8;

/// One word for each grid.
pub(super) type Words = [u64; GRIDS];

/// Column 0 of every row.
const COLUMN_0: u64 = 0x0101_0101_0101_0101;

/// Candidates of eight grids, whose boxes are 2 x `BC` cells; `SIDE` is 2 `BC`.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Slots<const BC: usize, const SIDE: usize> {
    digits: [Words; SIDE],
    /// Cells whose only candidate was removed from their peers.
    placed: Words,
    /// Hidden singles of each digit: memory of a pass.
    hidden: [Words; SIDE],
}

/// Candidates of one grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const SIDE: usize> {
    pub(super) digits: [u64; SIDE],
    pub(super) placed: u64,
}

/// Result of a pass over singles, for each grid zero or not.
#[derive(Debug)]
pub(super) struct Singles {
    /// A cell has no candidate, or a digit no place in a house.
    pub(super) contradiction: Words,
    /// New singles: the grid needs another pass.
    pub(super) new: Words,
}

impl<const BC: usize, const SIDE: usize> Slots<BC, SIDE> {
    /// All cells.
    pub(super) const FULL: u64 = {
        let (mut full, mut row) = (0, 0);
        while row < SIDE {
            full |= ((1 << SIDE) - 1) << (8 * row);
            row += 1;
        }
        full
    };
    /// First cell of each box of each row.
    const FIRST: u64 = Self::FULL & (COLUMN_0 | COLUMN_0 << BC);
    /// Cells of the first boxes of the rows.
    const LEFT: u64 = Self::FULL & (COLUMN_0 * ((1 << BC) - 1));
    /// Cells of the first rows of the boxes.
    const UPPER: u64 = Self::FULL & 0x00FF_00FF_00FF_00FF;

    pub(super) fn new() -> Self {
        Self { digits: [[0; GRIDS]; SIDE], placed: [0; GRIDS], hidden: [[0; GRIDS]; SIDE] }
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: usize) -> State<SIDE> {
        let mut digits = [0; SIDE];
        for digit in 0..SIDE {
            digits[digit] = self.digits[digit][slot];
        }
        State { digits, placed: self.placed[slot] }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, slot: usize, state: &State<SIDE>) {
        for digit in 0..SIDE {
            self.digits[digit][slot] = state.digits[digit];
        }
        self.placed[slot] = state.placed;
    }

    #[inline(always)]
    pub(super) fn is_solved(&self, slot: usize) -> bool {
        self.placed[slot] == Self::FULL
    }

    /// Places naked singles, then assigns hidden singles.
    #[inline(always)]
    pub(super) fn singles(&mut self) -> Singles {
        let (mut contradiction, mut new) = ([0; GRIDS], [0; GRIDS]);
        for grid in 0..GRIDS {
            let (mut once, mut twice) = (0, 0);
            for digit in 0..SIDE {
                let cells = self.digits[digit][grid];
                twice |= once & cells;
                once |= cells;
            }
            contradiction[grid] = Self::FULL & !once;
            new[grid] = once & !twice & !self.placed[grid];
            self.placed[grid] |= new[grid];
        }
        let (mut some, mut several) = ([0; GRIDS], [0; GRIDS]);
        for digit in 0..SIDE {
            let (digits, hidden) = (&mut self.digits[digit], &mut self.hidden[digit]);
            for grid in 0..GRIDS {
                let mut bad = 0;
                let cells = Self::place(digits[grid], digits[grid] & new[grid], &mut bad);
                let singles = Self::hidden(cells, &mut bad);
                contradiction[grid] |= bad;
                several[grid] |= some[grid] & singles;
                some[grid] |= singles;
                digits[grid] = cells;
                hidden[grid] = singles;
            }
        }
        for grid in 0..GRIDS {
            for digit in 0..SIDE {
                self.digits[digit][grid] &= self.hidden[digit][grid] | !some[grid];
            }
            contradiction[grid] |= several[grid];
            new[grid] |= some[grid] & !self.placed[grid];
        }
        Singles { contradiction, new }
    }

    /// Places the naked singles of one grid, then assigns hidden singles. Returns true if there were new ones, `None` at a contradiction.
    #[inline(always)]
    pub(super) fn singles_of(state: &mut State<SIDE>) -> Option<bool> {
        let (mut once, mut twice) = (0, 0);
        for cells in state.digits {
            twice |= once & cells;
            once |= cells;
        }
        let new = once & !twice & !state.placed;
        state.placed |= new;
        let (mut bad, mut hidden) = ([0; SIDE], [0; SIDE]);
        for digit in 0..SIDE {
            let cells = state.digits[digit];
            let cells = Self::place(cells, cells & new, &mut bad[digit]);
            hidden[digit] = Self::hidden(cells, &mut bad[digit]);
            state.digits[digit] = cells;
        }
        let (mut some, mut several) = (0, Self::FULL & !once);
        for digit in 0..SIDE {
            several |= some & hidden[digit] | bad[digit];
            some |= hidden[digit];
        }
        for digit in 0..SIDE {
            state.digits[digit] &= hidden[digit] | !some;
        }
        (several == 0).then_some((new | some & !state.placed) != 0)
    }

    /// Returns true if a digit is given twice in a house.
    pub(super) fn clash(givens: &[u64; SIDE]) -> bool {
        givens.iter().any(|&cells| {
            let mut bad = 0;
            Self::place(cells, cells, &mut bad) != cells || bad != 0
        })
    }

    /// Removes a digit from the peers of its new `placed` cells. Of two that are peers, both lose it, or `bad` is set.
    #[inline(always)]
    fn place(cells: u64, placed: u64, bad: &mut u64) -> u64 {
        let here = Self::fold(placed);
        *bad |= placed & placed.wrapping_sub(here);
        let elsewhere =
            Self::fill(Self::other_box(here) | Self::other_row(here)) | Self::rest_of_column(placed);
        cells & !(elsewhere | Self::fill(here) & !placed)
    }

    /// Returns the hidden singles of a digit. Sets `bad` if it has no place in a house.
    #[inline(always)]
    fn hidden(cells: u64, bad: &mut u64) -> u64 {
        let (mut once, mut twice) = (cells, 0);
        for col in 1..BC as u32 {
            let next = cells >> col;
            twice |= once & next;
            once |= next;
        }
        let (once, twice) = (once & Self::FIRST, twice & Self::FIRST);
        let (beside, below) = (Self::other_box(once), Self::other_row(once));
        *bad |= Self::FIRST & !(once | beside);
        *bad |= Self::FIRST & !(once | below);
        let row = twice | Self::other_box(twice) | once & beside;
        let of_box = twice | Self::other_row(twice) | once & below;
        let (column, columns) = Self::columns(cells);
        *bad |= Self::FULL & !column;
        cells & !(Self::fill(row & of_box) & columns)
    }

    /// Removes candidates by locked candidates, first in rows, then in columns, from the grids whose word in `which` is all ones.
    /// Returns for each grid zero, or the cells that lost some.
    #[inline(always)]
    pub(super) fn locked_candidates(&mut self, which: &Words) -> Words {
        let mut changed = [0; GRIDS];
        for digit in 0..SIDE {
            let digits = &mut self.digits[digit];
            for grid in 0..GRIDS {
                let cells = digits[grid];
                let left = Self::lock_columns(Self::lock_rows(cells));
                let lost = cells & !left & which[grid];
                digits[grid] = cells & !lost;
                changed[grid] |= lost;
            }
        }
        changed
    }

    /// A digit that a row has in one box only, and one that a box has in one row only.
    #[inline(always)]
    fn lock_rows(cells: u64) -> u64 {
        let boxes = Self::fold(cells);
        let single = boxes & !Self::other_box(boxes);
        let pointing = boxes & !Self::other_row(boxes);
        let away = Self::other_row(single) & !single | Self::other_box(pointing) & !pointing;
        cells & !Self::fill(away)
    }

    /// A digit that a column has in one band only, and one that a box has in one column only.
    #[inline(always)]
    fn lock_columns(cells: u64) -> u64 {
        let band = cells | Self::other_row(cells);
        let claimed = band & !Self::other_bands(band);
        let first = Self::fold(band);
        let several = Self::fill(Self::fold(band & band.wrapping_sub(first)));
        let pointing = band & !several;
        let away = Self::other_bands(pointing) & !pointing;
        cells & !(Self::fill(Self::fold(claimed)) & !claimed | away)
    }

    /// Reduces each box of a row to its first cell: set if any cell of the box is.
    #[inline(always)]
    fn fold(cells: u64) -> u64 {
        let mut folded = cells;
        let mut covered = 1;
        while covered < BC {
            let step = covered.min(BC - covered);
            folded |= folded >> step as u32;
            covered += step;
        }
        folded & Self::FIRST
    }

    /// Fills the boxes of rows whose first cell is set.
    #[inline(always)]
    fn fill(first: u64) -> u64 {
        (first << BC as u32).wrapping_sub(first)
    }

    /// Exchanges the two boxes of each row.
    #[inline(always)]
    fn other_box(cells: u64) -> u64 {
        (cells & Self::LEFT) << BC as u32 | cells >> BC as u32 & Self::LEFT
    }

    /// Exchanges the two rows of each band.
    #[inline(always)]
    fn other_row(cells: u64) -> u64 {
        (cells & Self::UPPER) << 8 | cells >> 8 & Self::UPPER
    }

    /// Moves the rows down, the last ones to the top.
    #[inline(always)]
    fn rotate(cells: u64, rows: usize) -> u64 {
        if SIDE == 8 {
            cells.rotate_left(8 * rows as u32)
        } else {
            (cells << (8 * rows as u32) | cells >> (8 * (SIDE - rows) as u32)) & Self::FULL
        }
    }

    /// Returns the union of the other bands, in each band.
    #[inline(always)]
    fn other_bands(cells: u64) -> u64 {
        let mut union = 0;
        for band in 1..BC {
            union |= Self::rotate(cells, 2 * band);
        }
        union
    }

    /// Returns the other cells of the columns of some cells.
    #[inline(always)]
    fn rest_of_column(cells: u64) -> u64 {
        let mut union = cells;
        let mut covered = 1;
        while covered < SIDE - 1 {
            let step = covered.min(SIDE - 1 - covered);
            union |= Self::rotate(union, step);
            covered += step;
        }
        Self::rotate(union, 1)
    }

    /// Returns the columns with a cell, and those with several, in all rows.
    #[inline(always)]
    fn columns(cells: u64) -> (u64, u64) {
        let (mut once, mut twice) = (cells, 0);
        let mut rows = SIDE;
        while rows > 1 {
            // 6 rows: pairs, then the other two pairs.
            let parts = if rows.is_multiple_of(2) { 2 } else { rows };
            rows /= parts;
            let (once_here, twice_here) = (once, twice);
            for part in 1..parts {
                let (next, next_twice) =
                    (Self::rotate(once_here, part * rows), Self::rotate(twice_here, part * rows));
                twice |= next_twice | once & next;
                once |= next;
            }
        }
        (once, twice)
    }
}
