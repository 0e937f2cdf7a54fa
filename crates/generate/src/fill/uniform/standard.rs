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
//! All choices are drawn independently, and the draw is rejected as soon as one of them is impossible: B5, B6 or B8 has a
//! line whose three digits are all forbidden in one cell, or the row and the column of a cell of B9 have no digit in
//! common. Each grid arises from exactly one outcome of the draws, so that all are equally likely. The share of draws that
//! is accepted is
//! 6670903752021072936960 / (9! * (56 * 6^6)^2 * 448 * 64) = 0.0939 (the count: Felgenhauer and Jarvis 2005).

use super::lanes::{Lanes, fitting, ordered, union};
use super::{MixedRadix, names};
use crate::random;
use rand::Rng;

/// Number of pairs of row sets for the two boxes beside a box.
const BESIDE: u64 = 56;
/// Number of orders of the three lines of a box.
const BOX_ORDERS: u64 = 216;
/// Number of ways to fill the rest of a band, or of a stack.
const BAND: u64 = BESIDE * BOX_ORDERS * BOX_ORDERS;
/// Number of ways to choose B5, B6 and B8: row sets, and one bit for each of nine lines.
const INNER: u64 = BESIDE * 512;

/// Rows and columns of the first box, digits named in reading order.
const FIRST_ROWS: [Lanes; 3] = [Lanes::line([0, 1, 2]), Lanes::line([3, 4, 5]), Lanes::line([6, 7, 8])];
const FIRST_COLS: [Lanes; 3] = [Lanes::line([0, 3, 6]), Lanes::line([1, 4, 7]), Lanes::line([2, 5, 8])];
const FULL: Lanes = Lanes::spread(0x1ff);

/// Three lines of a box: rows (lanes are columns) or columns (lanes are rows).
type Box3 = [Lanes; 3];

/// Complete grid without the names of its digits; the first box is left out.
#[derive(Debug)]
pub(super) struct Boxes {
    /// B2, B3, B5, B6 and B9 with their places.
    by_rows: [(usize, Box3); 5],
    /// B4, B7 and B8.
    by_cols: [(usize, Box3); 3],
}

/// Draws a grid of digits from 0; every grid has the same probability.
pub(super) fn fill(rng: &mut impl Rng) -> [u8; 81] {
    loop {
        if let Some(boxes) = attempt(rng) {
            return boxes.named(names(rng));
        }
    }
}

/// Makes one draw from the superset; `None` if it is no grid.
///
/// One word serves all choices: a number uniform below the product of their sizes.
#[inline]
pub(super) fn attempt(rng: &mut impl Rng) -> Option<Boxes> {
    let mut word = MixedRadix(random::below(rng, BAND * BAND * INNER));
    let (mut top, mut left, mut inner) = (word.part(BAND), word.part(BAND), word);
    let (b2, b3) = beside(FIRST_COLS, top.digit(BESIDE));
    let (b2, b3) = (in_order(b2, &mut top), in_order(b3, &mut top));
    let (b4, b7) = beside(FIRST_ROWS, left.digit(BESIDE));
    let (b4, b7) = (in_order(b4, &mut left), in_order(b7, &mut left));

    let (b5, b6) = beside(b4, inner.digit(BESIDE));
    let b5 = fit(b5, union(b2), inner.digit(8))?;
    let b6 = fit(b6, union(b3), inner.digit(8))?;
    let b8 = fit(FULL.without(union(b2)).without(union(b5)), union(b7), inner.digit(8))?;
    let b9 = last(FULL.without(union(b7)).without(union(b8)), FULL.without(union(b3)).without(union(b6)))?;
    Some(Boxes {
        by_rows: [(3, b2), (6, b3), (30, b5), (33, b6), (60, b9)],
        by_cols: [(27, b4), (54, b7), (57, b8)],
    })
}

/// Returns the row sets of the two boxes beside the box with these columns, one of 56 ways; by transposition also the
/// column sets of the two boxes below the box with these rows.
///
/// From box to box, either all digits move up by a row, cyclically, or all but one of each row do and those three move
/// down; or the same with the two boxes exchanged: 2 * (1 + 27) ways.
#[inline]
fn beside(cols: Box3, number: usize) -> (Lanes, Lanes) {
    let all = union(cols);
    let down = match number / 2 {
        27 => Lanes::NONE,
        n => cols[n % 3].only(0).or(cols[n / 3 % 3].only(1)).or(cols[n / 9].only(2)),
    };
    let near = all.without(down).turned().or(down.turned().turned());
    let far = FULL.without(all).without(near);
    near.exchanged(far, number % 2 == 1)
}

/// Returns lines with these sets, each in one of its six orders.
#[inline]
fn in_order(sets: Lanes, draw: &mut MixedRadix) -> Box3 {
    [0, 1, 2].map(|i| ordered(sets.lane(i), draw.digit(6)))
}

/// Returns lines with these sets that avoid `forbidden`; one bit of `bits` decides each. `None` if there are none.
#[inline]
fn fit(sets: Lanes, forbidden: Lanes, bits: usize) -> Option<Box3> {
    let lines = [0, 1, 2].map(|i| fitting(sets.lane(i), forbidden, bits >> i & 1 == 1));
    all(lines, |line| line != Lanes::NONE).then_some(lines)
}

/// Returns the rows of the box with these row and column sets; `None` if there is none.
#[inline]
fn last(rows: Lanes, cols: Lanes) -> Option<Box3> {
    let lines = [0, 1, 2].map(|i| cols.and(Lanes::spread(rows.lane(i))));
    all(lines, Lanes::all_filled).then_some(lines)
}

/// Returns true if `fine` holds for all three lines, with one branch instead of three.
fn all(lines: Box3, fine: impl Fn(Lanes) -> bool) -> bool {
    fine(lines[0]) & fine(lines[1]) & fine(lines[2])
}

impl Boxes {
    /// Returns the grid whose first box holds `names` in reading order.
    fn named(&self, names: [u8; 9]) -> [u8; 81] {
        let mut grid = [0; 81];
        for (i, &name) in names.iter().enumerate() {
            grid[i / 3 * 9 + i % 3] = name;
        }
        for (corner, rows) in &self.by_rows {
            for i in 0..9 {
                grid[corner + i / 3 * 9 + i % 3] = names[rows[i / 3].digit(i % 3)];
            }
        }
        for (corner, cols) in &self.by_cols {
            for i in 0..9 {
                grid[corner + i / 3 * 9 + i % 3] = names[cols[i % 3].digit(i / 3)];
            }
        }
        grid
    }
}
