//! Uniform 4x4 and 6x6 grids, by the same rejection as 9x9.
//!
//! ```text
//!   B1 B2     Boxes of two rows: the digits in one row of a box are in the other row of the box beside it.
//!   B3 B4     B1 is in reading order, the digits get their names at the end.
//!   B5 B6
//!             2x2: orders of the rows of B2 (2 * 2) and of the columns of B3 (2 * 2); B4 is forced, 12 of 16 fit.
//!             2x3: orders of the rows of B2 (6 * 6); column sets of B3 and B5 (10), each column in two orders
//!             (2^6); two orders for each row of B4 (2^2), as in 9x9 (here no cell forbids a whole row); B6 is forced:
//!             39,168 of 92,160 fit.
//! ```
//!
//! Each grid arises from exactly one outcome of the draws. 12 * 4! = 288 and 39,168 * 6! = 28,200,960.

use super::lanes::{Lanes, fitting, line};
use super::{MixedRadix, names};
use crate::random;
use rand::Rng;

/// Draws a 4x4 grid of digits from 0.
pub(super) fn fill_4x4(rng: &mut impl Rng) -> [u8; 16] {
    loop {
        if let Some(grid) = attempt_4x4(rng) {
            let names: [u8; 4] = names(rng);
            return grid.map(|digit| names[digit]);
        }
    }
}

/// Makes one of sixteen draws, with digits named by the first box; `None` if it is no grid.
pub(super) fn attempt_4x4(rng: &mut impl Rng) -> Option<[usize; 16]> {
    let mut draw = MixedRadix(random::below(rng, 16));
    let mut pair = |a, b| if draw.digit(2) == 0 { [a, b] } else { [b, a] };
    let right = [pair(2, 3), pair(0, 1)];
    let below = [pair(1, 3), pair(0, 2)];
    let mut grid = [0; 16];
    for (row, col) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        grid[row * 4 + col] = row * 2 + col;
        grid[row * 4 + 2 + col] = right[row][col];
        grid[(2 + row) * 4 + col] = below[col][row];
    }
    for (row, col) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        let seen = [(row, 0), (row, 1), (0, col), (1, col)].map(|(r, c)| grid[r * 4 + c]);
        grid[row * 4 + col] = (0..4).find(|digit| !seen.contains(digit))?;
    }
    let distinct = |a: usize, b: usize| grid[a] != grid[b];
    (distinct(10, 11) && distinct(14, 15) && distinct(10, 14) && distinct(11, 15)).then_some(grid)
}

/// Digits of the first box of 2x3, by row and by column.
const ROWS: [u32; 2] = [0b00_0111, 0b11_1000];
const COLS: [Lanes; 2] = [Lanes::line([0, 1, 2]), Lanes::line([3, 4, 5])];
const FULL: u32 = 0b11_1111;

/// Two rows of three cells: a box of 2x3.
type Box2x3 = [Lanes; 2];

/// Draws a 6x6 grid of digits from 0, in boxes of 2x3.
pub(super) fn fill_6x6(rng: &mut impl Rng) -> [u8; 36] {
    loop {
        if let Some(boxes) = attempt_6x6(rng) {
            let names: [u8; 6] = names(rng);
            let mut grid = [0; 36];
            for (i, cell) in grid.iter_mut().enumerate() {
                let (row, col) = (i / 6, i % 6);
                *cell = names[boxes[row / 2 * 2 + col / 3][row % 2].digit(col % 3)];
            }
            return grid;
        }
    }
}

/// Makes one of 92,160 draws, with digits named by the first box; `None` if it is no grid.
pub(super) fn attempt_6x6(rng: &mut impl Rng) -> Option<[Box2x3; 6]> {
    let mut draw = MixedRadix(random::below(rng, 36 * 10 * 64 * 4));
    let b1 = COLS;
    let b2 = [line(ROWS[1], draw.digit(6)), line(ROWS[0], draw.digit(6))];
    let (third, fifth) = below(draw.digit(10));
    let b3 = split(third, draw.digit(8));
    let b5 = split(fifth, draw.digit(8));
    let forbidden = b2[0].or(b2[1]);
    let b4 = [
        fitting(digits(b3[1]), forbidden, draw.digit(2) == 1),
        fitting(digits(b3[0]), forbidden, draw.digit(2) == 1),
    ];
    let left = Lanes::spread(FULL).without(forbidden).without(b4[0].or(b4[1]));
    let b6 = [left.and(Lanes::spread(digits(b5[1]))), left.and(Lanes::spread(digits(b5[0])))];
    b6.iter().all(|row| row.all_filled()).then_some([b1, b2, b3, b4, b5, b6])
}

/// Returns the column sets of the two boxes below the first, one of ten ways: of each column of B1 one digit moves left
/// and one right, cyclically (2^3 ways), or all six move to the same side.
fn below(number: usize) -> (Lanes, Lanes) {
    let all = COLS[0].or(COLS[1]);
    let left = match number {
        8 => all,
        9 => Lanes::NONE,
        n => COLS[n & 1].only(0).or(COLS[n >> 1 & 1].only(1)).or(COLS[n >> 2].only(2)),
    };
    let near = left.turned().or(all.without(left).turned().turned());
    (near, Lanes::spread(FULL).without(all).without(near))
}

/// Turns columns of two digits into two rows: a bit per column decides which digit is above.
fn split(cols: Lanes, bits: usize) -> Box2x3 {
    let low = |i: usize| cols.lane(i).trailing_zeros();
    let high = |i: usize| cols.lane(i).ilog2();
    let above = Lanes::line([0, 1, 2].map(|i| if bits >> i & 1 == 0 { low(i) } else { high(i) }));
    [above, cols.without(above)]
}

/// Returns the digits of a row of a box as one set.
fn digits(row: Lanes) -> u32 {
    row.lane(0) | row.lane(1) | row.lane(2)
}
