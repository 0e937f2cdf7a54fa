//! Uniform 9x9 grids: rejection from a superset of constant size that holds every grid once.
//!
//! ```text
//!   B1 B2 B3      B1 is 123/456/789; the digits get their names at the end              9!
//!   B4 B5 B6      B2 and B3: 56 pairs of row sets, 6 orders for each of six rows        56 * 6^6
//!   B7 B8 B9      B4 and B7: the same with columns                                      56 * 6^6
//!                 B5: its row sets one of the 56 that go with B4; two orders a row      56 * 2^3
//!                 B6: the remaining row sets; two orders a row                          2^3
//!                 B8: the remaining column sets; two orders a column                    2^3
//!                 B9: nothing to choose
//! ```
//!
//! All choices are drawn independently, and the draw is rejected if one of them is impossible: B5, B6 or B8 has a
//! line whose three digits are all forbidden in one cell, or the row and the column of a cell of B9 have no digit in
//! common. Each grid arises from exactly one outcome of the draws, so that all are equally likely. The share of draws that
//! is accepted is
//! 6670903752021072936960 / (9! * (56 * 6^6)^2 * 448 * 64) = 0.0939 (the count: Felgenhauer and Jarvis 2005).

use super::lanes::{Lanes, fit, is_box, line, union};
use super::{MixedRadix, names};
use crate::random;
use gridmill_board::Digit;
use rand::Rng;

/// Number of pairs of row sets for the two boxes beside a box.
const BESIDE: usize = 56;
/// Number of orders of the three lines of a box.
const BOX_ORDERS: u64 = 216;
/// Number of ways to fill the rest of a band, or of a stack.
const BAND: u64 = BESIDE as u64 * BOX_ORDERS * BOX_ORDERS;
/// Number of ways to choose B5, B6 and B8: row sets, and one bit for each of nine lines.
const INNER: u64 = BESIDE as u64 * 512;

/// Rows and columns of the first box, digits named in reading order.
const FIRST_ROWS: [Lanes; 3] = [Lanes::line([0, 1, 2]), Lanes::line([3, 4, 5]), Lanes::line([6, 7, 8])];
const FIRST_COLS: [Lanes; 3] = [Lanes::line([0, 3, 6]), Lanes::line([1, 4, 7]), Lanes::line([2, 5, 8])];
const FULL: Lanes = Lanes::spread(0x1ff);

/// Complete grid without the names of its digits: each box by its rows and its columns as sets. Line and set of a cell have
/// one digit in common.
#[derive(Debug)]
pub(super) struct Boxes([(Lanes, Lanes); 9]);

/// Draws a grid; every grid has the same probability.
pub(super) fn fill(rng: &mut impl Rng) -> [Digit; 81] {
    loop {
        if let Some(boxes) = attempt(rng) {
            return boxes.named(names(rng).map(|name: u8| Digit::from_index(name.into())));
        }
    }
}

/// Makes one draw from the superset; `None` if it is no grid.
///
/// One word serves all choices: a number uniform below the product of their sizes. Most of what can reject a draw does so at the end;
/// so all is computed without a branch.
#[inline]
pub(super) fn attempt(rng: &mut impl Rng) -> Option<Boxes> {
    let mut word = MixedRadix(random::below(rng, BAND * BAND * INNER));
    let (mut top, mut left, mut inner) = (word.part(BAND), word.part(BAND), word);
    let (right, below) = (top.digit(BESIDE as u64), left.digit(BESIDE as u64));
    // The other box of the pair: see `beside`.
    let cols2 = BESIDE_FIRST.columns(right, &mut top);
    let cols3 = BESIDE_FIRST.columns(right ^ 1, &mut top);
    let rows4 = BELOW_FIRST.columns(below, &mut left);
    let rows7 = BELOW_FIRST.columns(below ^ 1, &mut left);

    let number = inner.digit(BESIDE as u64);
    let (rows5, rows6) = neighbours(rows4, rows4.and(MOVE_DOWN[below][number / 2]), number % 2 == 1);
    let (cols5, marks5) = fit(rows5, cols2, inner.digit(8));
    let (cols6, marks6) = fit(rows6, cols3, inner.digit(8));
    let cols8 = FULL.without(cols2).without(cols5);
    let (rows8, marks8) = fit(cols8, rows7, inner.digit(8));
    let (rows9, cols9) = (FULL.without(rows7).without(rows8), FULL.without(cols3).without(cols6));
    if !is_box(marks5 | marks6 | marks8, rows9, cols9) {
        return None;
    }
    let (rows2, rows3) = (BESIDE_FIRST.sets[right], BESIDE_FIRST.sets[right ^ 1]);
    let (cols4, cols7) = (BELOW_FIRST.sets[below], BELOW_FIRST.sets[below ^ 1]);
    let first = (union(FIRST_COLS), union(FIRST_ROWS));
    Some(Boxes([
        first,
        (rows2, cols2),
        (rows3, cols3),
        (rows4, cols4),
        (rows5, cols5),
        (rows6, cols6),
        (rows7, cols7),
        (rows8, cols8),
        (rows9, cols9),
    ]))
}

/// Returns the row sets of the two boxes beside the box with these columns, one of 56 ways; by transposition also the
/// column sets of the two boxes below the box with these rows.
///
/// From box to box, either all digits move up by a row, cyclically, or all but one of each row do and those three move
/// down; or the same with the two boxes exchanged: 2 * (1 + 27) ways.
const fn beside(cols: [Lanes; 3], number: usize) -> (Lanes, Lanes) {
    let all = union(cols);
    neighbours(all, all.and(moved_down(cols, number / 2)), number % 2 == 1)
}

/// Returns one digit of each row, in one of 27 ways, or none in the last way.
const fn moved_down(cols: [Lanes; 3], number: usize) -> Lanes {
    match number {
        27 => Lanes::NONE,
        n => cols[n % 3].only(0).or(cols[n / 3 % 3].only(1)).or(cols[n / 9].only(2)),
    }
}

/// Returns the row sets of the two boxes beside the box with the rows `all`, of which the digits `down` move down and the others up.
#[inline]
const fn neighbours(all: Lanes, down: Lanes, exchange: bool) -> (Lanes, Lanes) {
    let near = all.without(down).turned().or(down.turned().turned());
    let far = FULL.without(all).without(near);
    near.exchanged(far, exchange)
}

/// All boxes beside a box, by their number.
struct Neighbours {
    /// Row sets.
    sets: [Lanes; BESIDE],
    /// Union of the first two rows, by their 36 orders.
    two: [[Lanes; 36]; BESIDE],
    /// Third row, by its order.
    third: [[Lanes; 6]; BESIDE],
}

impl Neighbours {
    /// Returns the boxes beside the box with these columns.
    const fn new(cols: [Lanes; 3]) -> Self {
        let mut all = Self {
            sets: [Lanes::NONE; BESIDE],
            two: [[Lanes::NONE; 36]; BESIDE],
            third: [[Lanes::NONE; 6]; BESIDE],
        };
        let mut n = 0;
        while n < BESIDE {
            let sets = beside(cols, n).0;
            all.sets[n] = sets;
            let mut orders = 0;
            while orders < 36 {
                all.two[n][orders] = line(sets.lane(0), orders % 6).or(line(sets.lane(1), orders / 6));
                if orders < 6 {
                    all.third[n][orders] = line(sets.lane(2), orders);
                }
                orders += 1;
            }
            n += 1;
        }
        all
    }

    /// Returns the column sets of a box, with its rows each in one of six orders.
    #[inline]
    fn columns(&self, number: usize, draw: &mut MixedRadix) -> Lanes {
        self.two[number][draw.digit(36)].or(self.third[number][draw.digit(6)])
    }
}

static BESIDE_FIRST: Neighbours = Neighbours::new(FIRST_COLS);
static BELOW_FIRST: Neighbours = Neighbours::new(FIRST_ROWS);

/// Digits of B4 that move down to the boxes beside it, by its column sets and the way.
static MOVE_DOWN: [[Lanes; BESIDE / 2]; BESIDE] = {
    let mut masks = [[Lanes::NONE; BESIDE / 2]; BESIDE];
    let mut n = 0;
    while n < BESIDE {
        let sets = beside(FIRST_ROWS, n).0;
        let cols = [Lanes::spread(sets.lane(0)), Lanes::spread(sets.lane(1)), Lanes::spread(sets.lane(2))];
        let mut number = 0;
        while number < BESIDE / 2 {
            masks[n][number] = moved_down(cols, number);
            number += 1;
        }
        n += 1;
    }
    masks
};

impl Boxes {
    /// Returns the grid whose first box holds `names` in reading order.
    fn named(&self, names: [Digit; 9]) -> [Digit; 81] {
        // Sixteen, so that four bits need no check of bounds.
        let names: [Digit; 16] = std::array::from_fn(|digit| names[digit % 9]);
        let mut grid = [names[0]; 81];
        for (place, (rows, cols)) in self.0.iter().enumerate() {
            let corner = place / 3 * 27 + place % 3 * 3;
            for i in 0..3 {
                let row = cols.and(Lanes::spread(rows.lane(i)));
                for j in 0..3 {
                    grid[corner + i * 9 + j] = names[row.digit(j) % 16];
                }
            }
        }
        grid
    }
}
