//! Uniform fill by rejection: every complete grid is exactly equally likely.
//!
//! ```text
//! draw from a superset that holds every grid exactly once, next to elements that are no grids;
//! reject the latter and draw again: the accepted draws are uniform over the grids.
//! ```
//!
//! The superset must have a size that does not depend on earlier draws, be easy to draw from, and not be much larger than
//! the set of grids: `standard` and `small` define it. A number uniform below a product a * b * c, split by division,
//! gives independent numbers uniform below a, b and c. One word of random bits therefore serves all choices of a try.

use crate::random;
use gridmill_board::{Digit, Shape, Solution};
use rand::Rng;

#[derive(Debug, Clone, Copy)]
pub(super) struct Uniform {
    shape: Shape,
    kind: UniformKind,
}

#[derive(Debug, Clone, Copy)]
enum UniformKind {
    /// 2x2.
    Four,
    /// 2x3.
    Six,
    /// 3x2, the transpose of 2x3.
    SixTransposed,
    /// 3x3.
    Nine,
}

impl Uniform {
    /// Creates the fill for `shape`; `None` if the shape is not supported.
    pub(super) const fn new(shape: Shape) -> Option<Self> {
        let kind = match (shape.box_rows(), shape.box_cols()) {
            (2, 2) => UniformKind::Four,
            (2, 3) => UniformKind::Six,
            (3, 2) => UniformKind::SixTransposed,
            (3, 3) => UniformKind::Nine,
            _ => return None,
        };
        Some(Self { shape, kind })
    }

    pub(super) fn fill(self, rng: &mut impl Rng) -> Solution {
        match self.kind {
            UniformKind::Four => self.solution(&fill_4x4(rng)),
            UniformKind::Six => self.solution(&fill_6x6(rng)),
            UniformKind::SixTransposed => {
                let grid = fill_6x6(rng);
                self.solution(&std::array::from_fn::<u8, 36, _>(|i| grid[i % 6 * 6 + i / 6]))
            }
            UniformKind::Nine => Solution::from_valid(self.shape, fill(rng).into()),
        }
    }

    fn solution(self, grid: &[u8]) -> Solution {
        Solution::from_valid(self.shape, grid.iter().map(|&digit| Digit::from_index(digit.into())).collect())
    }
}

/// Number uniform below a product, to be split into numbers uniform below its factors.
#[derive(Debug, Clone, Copy)]
struct MixedRadix(u64);

impl MixedRadix {
    /// Splits off the next number, below `n`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below `n`, which is small")]
    fn digit(&mut self, n: u64) -> usize {
        self.part(n).0 as usize
    }

    /// Splits off the next number, below `n`, to be split itself.
    #[inline]
    fn part(&mut self, n: u64) -> Self {
        let part = self.0 % n;
        self.0 /= n;
        Self(part)
    }
}

/// Returns the digits from 0 below `N` (12 at most) in random order, all orders equally likely. One word suffices: the
/// Fisher-Yates shuffle takes its indices from a number uniform below N!.
fn names<const N: usize>(rng: &mut impl Rng) -> [u8; N] {
    arrangement(MixedRadix(random::below(rng, (1..=N as u64).product())))
}

fn arrangement<const N: usize>(mut draw: MixedRadix) -> [u8; N] {
    let mut names = [0; N];
    for (name, digit) in names.iter_mut().zip(0..) {
        *name = digit;
    }
    for last in (1..N).rev() {
        names.swap(last, draw.digit(last as u64 + 1));
    }
    names
}

// Uniform 4x4 and 6x6 grids, by the same rejection as 9x9.
//
// ```text
//   B1 B2     Boxes of two rows: the digits in one row of a box are in the other row of the box next to it.
//   B3 B4     B1 is in reading order, the digits get their names at the end.
//   B5 B6
//             2x2: orders of the rows of B2 (2 * 2) and of the columns of B3 (2 * 2); B4 is forced, 12 of 16 fit.
//             2x3: orders of the rows of B2 (6 * 6); column sets of B3 and B5 (10), each column in two orders
//             (2^6); two orders for each row of B4 (2^2), as in 9x9 (here no cell forbids a whole row); B6 is forced:
//             39,168 of 92,160 fit.
// ```
//
// Each grid arises from exactly one outcome of the draws. 12 * 4! = 288 and 39,168 * 6! = 28,200,960.

/// Draws a 4x4 grid of digits from 0.
fn fill_4x4(rng: &mut impl Rng) -> [u8; 16] {
    loop {
        if let Some(grid) = attempt_4x4(rng) {
            let names: [u8; 4] = names(rng);
            return grid.map(|digit| names[digit]);
        }
    }
}

/// Makes one of sixteen draws, with digits named by the first box; `None` if it is no grid.
fn attempt_4x4(rng: &mut impl Rng) -> Option<[usize; 16]> {
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
const FULL_SMALL: u32 = 0b11_1111;

/// Two rows of three cells: a box of 2x3.
type Box2x3 = [Lanes; 2];

/// Draws a 6x6 grid of digits from 0, in boxes of 2x3.
fn fill_6x6(rng: &mut impl Rng) -> [u8; 36] {
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
fn attempt_6x6(rng: &mut impl Rng) -> Option<[Box2x3; 6]> {
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
    let left = Lanes::spread(FULL_SMALL).without(forbidden).without(b4[0].or(b4[1]));
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
    (near, Lanes::spread(FULL_SMALL).without(all).without(near))
}

/// Turns columns of two digits into two rows: a bit per column decides which digit is above.
fn split(cols: Lanes, bits: usize) -> Box2x3 {
    let low = |i: usize| cols.lane(i).trailing_zeros();
    let high = |i: usize| cols.lane(i).ilog2();
    let above = Lanes::line([0, 1, 2].map(|i| if bits >> i & 1 == 0 { low(i) } else { high(i) }));
    [above, cols.without(above)]
}

fn digits(row: Lanes) -> u32 {
    row.lane(0) | row.lane(1) | row.lane(2)
}

// Uniform 9x9 grids: rejection from a superset of constant size that holds every grid once.
//
// ```text
//   B1 B2 B3      B1 is 123/456/789; the digits get their names at the end              9!
//   B4 B5 B6      B2 and B3: 56 pairs of row sets, 6 orders for each of six rows        56 * 6^6
//   B7 B8 B9      B4 and B7: the same with columns                                      56 * 6^6
//                 B5: its row sets one of the 56 that go with B4; two orders a row      56 * 2^3
//                 B6: the remaining row sets; two orders a row                          2^3
//                 B8: the remaining column sets; two orders a column                    2^3
//                 B9: nothing to choose
// ```
//
// All choices are drawn independently, and the draw is rejected if one of them is impossible: B5, B6 or B8 has a
// line whose three digits are all forbidden in one cell, or the row and the column of a cell of B9 have no digit in
// common. Each grid arises from exactly one outcome of the draws, so that all are equally likely. The share of draws that
// is accepted is
// 6670903752021072936960 / (9! * (56 * 6^6)^2 * 448 * 64) = 0.0939 (the count: Felgenhauer and Jarvis 2005).

/// Number of pairs of row sets for the two boxes next to a box.
const NEIGHBOURS: usize = 56;
/// Number of orders of the three lines of a box.
const BOX_ORDERS: u64 = 216;
/// Number of ways to fill the rest of a band, or of a stack.
const BAND: u64 = NEIGHBOURS as u64 * BOX_ORDERS * BOX_ORDERS;
/// Number of ways to choose B5, B6 and B8: row sets, and one bit for each of nine lines.
const INNER: u64 = NEIGHBOURS as u64 * 512;

/// Rows and columns of the first box, digits named in reading order.
const FIRST_ROWS: [Lanes; 3] = [Lanes::line([0, 1, 2]), Lanes::line([3, 4, 5]), Lanes::line([6, 7, 8])];
const FIRST_COLS: [Lanes; 3] = [Lanes::line([0, 3, 6]), Lanes::line([1, 4, 7]), Lanes::line([2, 5, 8])];
const FULL: Lanes = Lanes::spread(0x1ff);

/// Complete grid without the names of its digits: each box by its rows and its columns as sets. Line and set of a cell have
/// one digit in common.
struct Boxes([(Lanes, Lanes); 9]);

/// Draws a grid; every grid has the same probability.
fn fill(rng: &mut impl Rng) -> [Digit; 81] {
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
fn attempt(rng: &mut impl Rng) -> Option<Boxes> {
    let mut word = MixedRadix(random::below(rng, BAND * BAND * INNER));
    let (mut top, mut left, mut inner) = (word.part(BAND), word.part(BAND), word);
    let (right, below) = (top.digit(NEIGHBOURS as u64), left.digit(NEIGHBOURS as u64));
    // The other box of the pair: see `numbered_neighbours`.
    let cols2 = BESIDE_FIRST.columns(right, &mut top);
    let cols3 = BESIDE_FIRST.columns(right ^ 1, &mut top);
    let rows4 = BELOW_FIRST.columns(below, &mut left);
    let rows7 = BELOW_FIRST.columns(below ^ 1, &mut left);

    let number = inner.digit(NEIGHBOURS as u64);
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

/// Returns the row sets of the two boxes next to the box with these columns, one of 56 ways; by transposition also the
/// column sets of the two boxes below the box with these rows.
///
/// From box to box, either all digits move up by a row, cyclically, or all but one of each row do and those three move
/// down; or the same with the two boxes exchanged: 2 * (1 + 27) ways.
const fn numbered_neighbours(cols: [Lanes; 3], number: usize) -> (Lanes, Lanes) {
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

/// Returns the row sets of the two boxes next to the box with the rows `all`, of which the digits `down` move down and the others up.
#[inline]
const fn neighbours(all: Lanes, down: Lanes, exchange: bool) -> (Lanes, Lanes) {
    let near = all.without(down).turned().or(down.turned().turned());
    let far = FULL.without(all).without(near);
    near.exchanged(far, exchange)
}

struct Neighbours {
    sets: [Lanes; NEIGHBOURS],
    /// Union of the first two rows, by their 36 orders.
    two: [[Lanes; 36]; NEIGHBOURS],
    /// Third row, by its order.
    third: [[Lanes; 6]; NEIGHBOURS],
}

impl Neighbours {
    /// Returns the boxes next to the box with these columns.
    const fn new(cols: [Lanes; 3]) -> Self {
        let mut all = Self {
            sets: [Lanes::NONE; NEIGHBOURS],
            two: [[Lanes::NONE; 36]; NEIGHBOURS],
            third: [[Lanes::NONE; 6]; NEIGHBOURS],
        };
        let mut n = 0;
        while n < NEIGHBOURS {
            let sets = numbered_neighbours(cols, n).0;
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

/// Digits of B4 that move down to the boxes next to it, by its column sets and the way.
static MOVE_DOWN: [[Lanes; NEIGHBOURS / 2]; NEIGHBOURS] = {
    let mut masks = [[Lanes::NONE; NEIGHBOURS / 2]; NEIGHBOURS];
    let mut n = 0;
    while n < NEIGHBOURS {
        let sets = numbered_neighbours(FIRST_ROWS, n).0;
        let cols = [Lanes::spread(sets.lane(0)), Lanes::spread(sets.lane(1)), Lanes::spread(sets.lane(2))];
        let mut number = 0;
        while number < NEIGHBOURS / 2 {
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

// Three sets of digits in one word, and the orders of three digits that fit next to digits already placed.
//
// ```text
// bit   29 28 .. 20   19 18 .. 10    9  8 .. 0      lane 2, lane 1, lane 0: a guard bit, then nine digits
//        0 [ set ]     0 [ set ]     0 [ set ]      (digit 1 is the lowest bit of its lane)
// ```
//
// A line of a box (one of its rows or columns) is such a word with one digit per lane; the lanes are the cells of the
// line. The union of the three rows of a box holds the columns of the box as sets, and the union of its columns holds
// its rows.

/// Three sets of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lanes(u32);

const WIDTH: u32 = 10;
/// One bit in each lane.
const EACH: u32 = 1 | 1 << WIDTH | 1 << (2 * WIDTH);
const SHIFT: [u32; 3] = [0, WIDTH, 2 * WIDTH];
const LANE: u32 = (1 << 9) - 1;
const GUARDS: u32 = EACH << 9;

impl Lanes {
    const NONE: Self = Self(0);

    /// Creates a line from its digits (from 0), cell by cell.
    const fn line(digits: [u32; 3]) -> Self {
        Self(1 << digits[0] | 1 << (digits[1] + WIDTH) | 1 << (digits[2] + 2 * WIDTH))
    }

    /// Creates the word with the same set in all three lanes.
    const fn spread(set: u32) -> Self {
        Self(set * EACH)
    }

    const fn lane(self, i: usize) -> u32 {
        self.0 >> SHIFT[i] & LANE
    }

    /// Returns the digit in lane `i`, from 0, if the lane has exactly one.
    const fn digit(self, i: usize) -> usize {
        self.lane(i).trailing_zeros() as usize
    }

    /// Returns lane `i` alone.
    const fn only(self, i: usize) -> Self {
        Self(self.0 & LANE << SHIFT[i])
    }

    /// Moves each lane one place down, the lowest to the top.
    const fn turned(self) -> Self {
        Self(self.0 >> WIDTH | (self.0 & LANE) << (2 * WIDTH))
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the digits of `self`, lane by lane, that `other` lacks.
    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the two words in this order, or exchanged; without a branch, which random bits would mispredict.
    const fn exchanged(self, other: Self, exchange: bool) -> (Self, Self) {
        let change = (self.0 ^ other.0) & (exchange as u32).wrapping_neg();
        (Self(self.0 ^ change), Self(other.0 ^ change))
    }

    /// Returns true if no lane is empty: adding 511 to a nonempty lane carries into its guard bit.
    const fn all_filled(self) -> bool {
        (self.0 + LANE * EACH) & GUARDS == GUARDS
    }
}

/// Returns the union of three lines: the sets of the lines that cross them.
const fn union(lines: [Lanes; 3]) -> Lanes {
    lines[0].or(lines[1]).or(lines[2])
}

/// Permutations of three items.
const SIX: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Entries of a table of the 84 sets of three digits, the last ones unused: seven bits need no check of bounds.
const TABLE: usize = 128;

/// Returns the digits of a set of three, lowest first.
const fn digits_of(set: u32) -> [u32; 3] {
    let (low, high) = (set.trailing_zeros(), set.ilog2());
    [low, (set ^ 1 << low ^ 1 << high).trailing_zeros(), high]
}

/// Index in [`ORDERS`] of each set of three digits; 0 for other sets.
static PLACES: [u8; 512] = {
    let mut places = [0; 512];
    let (mut set, mut place) = (0_usize, 0_u8);
    while set < 512 {
        if set.count_ones() == 3 {
            places[set] = place;
            place += 1;
        }
        set += 1;
    }
    places
};

/// The six lines that each set of three digits can form, and two empty ones.
static ORDERS: [[Lanes; 8]; TABLE] = {
    let mut orders = [[Lanes::NONE; 8]; TABLE];
    let (mut set, mut place) = (0_u32, 0);
    while set < 512 {
        if set.count_ones() == 3 {
            let digits = digits_of(set);
            let mut k = 0;
            while k < 6 {
                let [a, b, c] = SIX[k];
                orders[place][k] = Lanes::line([digits[a], digits[b], digits[c]]);
                k += 1;
            }
            place += 1;
        }
        set += 1;
    }
    orders
};

/// Returns the lines that the three digits of `set` can form.
const fn orders(set: u32) -> &'static [Lanes; 8] {
    &ORDERS[PLACES[set as usize] as usize % TABLE]
}

/// Returns the line of the digits of `set` in order `number`, below 6.
const fn line(set: u32, number: usize) -> Lanes {
    orders(set)[number]
}

/// Ways in which the three digits of a set can be forbidden, one cell each.
const WAYS: usize = 27;
/// Slots for them in a hash table.
const SLOTS: usize = 128;

/// Numbers of the two lines of a set that fit, four bits each, or of two empty lines with a mark: see [`fitting`].
type TwoLines = u8;
const MARK: u8 = 8;
const EMPTY_LINES: TwoLines = (MARK | 6) | (MARK | 7) << 4;

/// Hash tables of the lines that fit, one for each set of three digits.
struct Fitting {
    /// Factor of a set's hash, which has no collisions.
    factors: [u32; TABLE],
    lines: [[TwoLines; SLOTS]; TABLE],
}

static FITTING: Fitting = {
    let mut fitting = Fitting { factors: [0; TABLE], lines: [[EMPTY_LINES; SLOTS]; TABLE] };
    let (mut set, mut factor) = (0_u32, 1_u32);
    while set < 512 {
        if set.count_ones() == 3 {
            let place = PLACES[set as usize] as usize;
            // Any odd number may do; multiplication by another odd number gives the next.
            while !has_own_slots(set, factor) {
                factor = factor.wrapping_mul(0x9e37_79b1);
            }
            fitting.factors[place] = factor;
            let mut way = 0;
            while way < WAYS {
                let forbidden = forbidden(set, way);
                fitting.lines[place][slot(forbidden, factor)] = two_lines(set, forbidden);
                way += 1;
            }
        }
        set += 1;
    }
    fitting
};

/// Returns the digits of `set`, each in the cell where it is forbidden.
const fn forbidden(set: u32, way: usize) -> Lanes {
    let digits = digits_of(set);
    let cells = [way % 3, way / 3 % 3, way / 9];
    Lanes(
        1 << (digits[0] + SHIFT[cells[0]])
            | 1 << (digits[1] + SHIFT[cells[1]])
            | 1 << (digits[2] + SHIFT[cells[2]]),
    )
}

/// Returns the slot of a hash table.
#[inline]
const fn slot(forbidden: Lanes, factor: u32) -> usize {
    (forbidden.0.wrapping_mul(factor) >> (u32::BITS - SLOTS.ilog2())) as usize
}

/// Returns true if all ways have slots of their own.
const fn has_own_slots(set: u32, factor: u32) -> bool {
    let (mut taken, mut way) = (0_u128, 0);
    while way < WAYS {
        let bit = 1 << slot(forbidden(set, way), factor);
        if taken & bit != 0 {
            return false;
        }
        taken |= bit;
        way += 1;
    }
    true
}

/// Returns the first two lines of `set` that fit.
const fn two_lines(set: u32, forbidden: Lanes) -> TwoLines {
    let (mut k, mut found, mut lines): (TwoLines, _, _) = (0, 0, 0);
    while k < 6 {
        if orders(set)[k as usize].and(forbidden).0 == 0 && found < 2 {
            lines |= k << (4 * found);
            found += 1;
        }
        k += 1;
    }
    if found == 2 { lines } else { EMPTY_LINES }
}

/// Returns one of the two lines of the digits of `set` that have no digit in a lane where `forbidden` has it, or the empty
/// line if there is none. The lanes of `forbidden` are disjoint and hold every digit of `set`.
///
/// There are two lines or none. Digits forbidden at three different cells can only rotate, one way or the other. If two digits
/// are forbidden at one cell and the third at another, the third must take the cell of the first two, which take the other
/// cells in either order. Three digits forbidden at one cell leave it empty.
#[inline]
fn fitting(set: u32, forbidden: Lanes, second: bool) -> Lanes {
    numbered(set, forbidden, second).0
}

/// Returns that line and its number, which has the [`MARK`] if the line is empty.
#[inline]
fn numbered(set: u32, forbidden: Lanes, second: bool) -> (Lanes, u8) {
    let place = usize::from(PLACES[set as usize]) % TABLE;
    let slot = slot(forbidden.and(Lanes::spread(set)), FITTING.factors[place]);
    let number = FITTING.lines[place][slot] >> (4 * u32::from(second));
    (ORDERS[place][usize::from(number) % 8], number)
}

/// Returns the union of three lines with these sets that avoid `forbidden`; one bit of `bits` decides each. The number has the
/// [`MARK`] if one of the sets has no line.
#[inline]
fn fit(sets: Lanes, forbidden: Lanes, bits: usize) -> (Lanes, u8) {
    let line = |i| numbered(sets.lane(i), forbidden, bits >> i & 1 == 1);
    let lines = [line(0), line(1), line(2)];
    (union([lines[0].0, lines[1].0, lines[2].0]), lines[0].1 | lines[1].1 | lines[2].1)
}

/// Returns true if no number has a [`MARK`], and each row and column have a digit in common; with one branch for all.
#[inline]
fn is_box(marks: u8, rows: Lanes, cols: Lanes) -> bool {
    let line = |i| cols.and(Lanes::spread(rows.lane(i))).0 + LANE * EACH;
    let empty = !(line(0) & line(1) & line(2)) & GUARDS;
    empty | u32::from(marks & MARK) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use std::collections::BTreeSet;

    /// Returns the number of successes among `tries` attempts, in standard deviations from its expectation by the exact
    /// acceptance.
    fn z(tries: u32, accepted: f64, mut attempt: impl FnMut() -> bool) -> f64 {
        let kept = (0..tries).filter(|_| attempt()).count() as f64;
        let tries = f64::from(tries);
        (kept - tries * accepted) / (tries * accepted * (1.0 - accepted)).sqrt()
    }

    /// Compares the acceptance with the exact share of grids in the superset. A deviation of one part in 300 would be
    /// detected; 4.9 standard deviations are exceeded once in a million seeds.
    #[test]
    fn acceptance_is_the_exact_share() {
        let mut rng = Pcg64::from_seed(*b"the share of draws that are kept");
        let all_grids = 6_670_903_752_021_072_936_960.0_f64;
        let nine = all_grids / (362_880.0 * 2_612_736.0_f64.powi(2) * 448.0 * 64.0);
        assert!((nine - 0.0939).abs() < 0.0001);
        let found = [
            z(1_000_000, nine, || super::attempt(&mut rng).is_some()),
            z(100_000, 12.0 / 16.0, || super::attempt_4x4(&mut rng).is_some()),
            z(100_000, 39_168.0 / 92_160.0, || super::attempt_6x6(&mut rng).is_some()),
        ];
        assert!(found.iter().all(|z| z.abs() < 4.9), "{found:?}");
    }

    /// Each of the 24 orders of four digits comes from one number below 4!.
    #[test]
    fn names_are_a_bijection_of_the_number_drawn() {
        let orders: BTreeSet<[u8; 4]> = (0..24).map(|number| arrangement(MixedRadix(number))).collect();
        assert_eq!(orders.len(), 24);
    }

    /// The lowest and the highest number below a product give the lowest and the highest of each part.
    #[test]
    fn numbers_come_apart() {
        let mut draw = MixedRadix(2 * 3 * 5 - 1);
        assert_eq!([draw.digit(2), draw.digit(3), draw.digit(5)], [1, 2, 4]);
        assert_eq!(draw.0, 0);
    }

    /// Proves the lemma that gives the superset a constant size: for each of the 1,680 ways to forbid every digit at one
    /// cell of three, three per cell, and each set of three, two lines fit, or none if one cell forbids the whole set.
    #[test]
    fn two_lines_fit_or_none() {
        let mut tried = 0;
        for (a, b) in (0..512_u32).flat_map(|a| (0..512_u32).map(move |b| (a, b))) {
            let c = LANE & !(a | b);
            if a & b != 0 || [a, b, c].iter().any(|cell| cell.count_ones() != 3) {
                continue;
            }
            tried += 1;
            let forbidden = Lanes(a | b << WIDTH | c << (2 * WIDTH));
            for set in (0..512).filter(|set: &u32| set.count_ones() == 3) {
                let fit = orders(set)[..6].iter().filter(|line| line.and(forbidden) == Lanes::NONE);
                let fit: Vec<Lanes> = fit.copied().collect();
                assert_eq!(fit.len(), if [a, b, c].contains(&set) { 0 } else { 2 });
                for (i, second) in [false, true].into_iter().enumerate() {
                    let (line, number) = numbered(set, forbidden, second);
                    assert_eq!(line, fit.get(i).copied().unwrap_or(Lanes::NONE));
                    assert_eq!(number & MARK == 0, !fit.is_empty());
                }
            }
        }
        assert_eq!(tried, 1680);
    }

    #[test]
    fn empty_lanes_are_seen() {
        for lanes in [Lanes::spread(LANE), Lanes::spread(1), Lanes::line([8, 0, 4])] {
            assert!(lanes.all_filled());
            for i in 0..3 {
                assert!(!lanes.without(lanes.only(i)).all_filled());
            }
        }
    }
}
