//! Unavoidable sets known without search: cells of a complete grid of which every puzzle must keep one.
//!
//! ```text
//! two digits   rows linked where a column or a box joins the one's cell to the other's;   4 . 7    swapping 4 and 7 in
//!              the digits can change places in any set of rows that links do not leave    7 . 4    linked rows alone
//! two lines    of one band or stack: columns linked where a digit of the one is below     1 2 3    swapping the lines
//!              another's column; the lines can change places in any such cycle            2 3 1    in linked columns
//! ```
//!
//! Each set waits at the place of its last cell in the order: when that is tried and all others went, it stays.
//!
//! Sources: unavoidable sets, the Sudoku forum's (2005); G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue
//! Sudoku" (2012).

use super::dig::CellSet;
use super::layout::AT_OF;

/// Rows of two digits and columns of two lines that are worth knowing.
const ROWS: u32 = 6;

/// More sets than a grid can have: four of each of 36 pairs of digits, three of each of 18 pairs of lines.
const MOST: usize = 256;

/// The seeds of one grid by their last cell in the order.
#[derive(Debug)]
pub(super) struct Seeds {
    /// The first set of each place, and the next of each set; 0 ends.
    first: [u8; 82],
    next: [u8; MOST],
    sets: [CellSet; MOST],
    len: usize,
    /// The places of cells, row-major, from 1; 0 for what is empty, `NEVER` for what is not tried.
    places: [u8; 81],
}

/// The place of a cell that stays.
pub(super) const NEVER: u8 = 82;

impl Seeds {
    pub(super) const fn new() -> Self {
        Self { first: [0; 82], next: [0; MOST], sets: [0; MOST], len: 1, places: [NEVER; 81] }
    }

    /// Whether some seed with its last cell at this place of the order has nothing else in `given`.
    #[inline(always)]
    pub(super) fn reject(&self, place: usize, given: CellSet) -> bool {
        let mut at = usize::from(self.first[place + 1]);
        while at != 0 {
            if self.sets[at] & given == 0 {
                return true;
            }
            at = usize::from(self.next[at]);
        }
        false
    }

    /// Finds the seeds of a complete grid; `places` as the field says.
    pub(super) fn find(&mut self, solution: &[u8; 81], places: &[u8; 81]) {
        self.first = [0; 82];
        self.len = 1;
        self.places = *places;
        let mut columns = [[0; 9]; 9];
        for (row, digits) in solution.chunks_exact(9).enumerate() {
            for (col, &digit) in digits.iter().enumerate() {
                columns[usize::from(digit) - 1][row] = col;
            }
        }
        let mut rows = [[0; 9]; 9];
        let mut box_rows = [[0; 9]; 9];
        for digit in 0..9 {
            for row in 0..9 {
                let col = columns[digit][row];
                rows[digit][col] = row;
                box_rows[digit][row / 3 * 3 + col / 3] = row;
            }
        }
        for a in 0..9 {
            for b in a + 1..9 {
                let link = |row: usize| {
                    let (c, d) = (columns[a][row], columns[b][row]);
                    let boxes = row / 3 * 3;
                    1u32 << rows[b][c]
                        | 1 << rows[a][d]
                        | 1 << box_rows[b][boxes + c / 3]
                        | 1 << box_rows[a][boxes + d / 3]
                };
                let cells = |row: usize| [9 * row + columns[a][row], 9 * row + columns[b][row]];
                self.components(link, cells, 2);
            }
        }
        for band in 0..3 {
            for (one, two) in [(0, 1), (0, 2), (1, 2)] {
                let (one, two) = (3 * band + one, 3 * band + two);
                let digit = |row: usize, col: usize| usize::from(solution[9 * row + col]) - 1;
                let link =
                    |col: usize| 1u32 << columns[digit(two, col)][one] | 1 << columns[digit(one, col)][two];
                self.components(link, |col| [9 * one + col, 9 * two + col], 3);
                let link = |row: usize| 1u32 << rows[digit(row, two)][one] | 1 << rows[digit(row, one)][two];
                self.components(link, |row| [9 * row + one, 9 * row + two], 3);
            }
        }
    }

    /// Adds the connected parts of nine things, each of two cells, that are of at least so many things.
    #[inline(always)]
    fn components(&mut self, link: impl Fn(usize) -> u32, cells: impl Fn(usize) -> [usize; 2], least: u32) {
        let mut left = 0x1FFu32;
        while left != 0 {
            let (mut part, mut new) = (0, left & left.wrapping_neg());
            while new != 0 {
                part |= new & new.wrapping_neg();
                let thing = new.trailing_zeros() as usize;
                new = (new & (new - 1) | link(thing)) & !part;
            }
            left &= !part;
            if (least..=ROWS).contains(&part.count_ones()) {
                self.add(part, &cells);
            }
        }
    }

    fn add(&mut self, mut part: u32, cells: impl Fn(usize) -> [usize; 2]) {
        let (mut set, mut last) = (0, 0);
        while part != 0 {
            for cell in cells(part.trailing_zeros() as usize) {
                set |= 1 << AT_OF[cell];
                last = last.max(self.places[cell]);
            }
            part &= part - 1;
        }
        if last < NEVER && self.len < MOST {
            self.sets[self.len] = set;
            self.next[self.len] = self.first[usize::from(last)];
            self.first[usize::from(last)] = self.len as u8;
            self.len += 1;
        }
    }
}
