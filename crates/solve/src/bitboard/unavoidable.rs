//! Unavoidable sets found without search: sets of cells of a complete grid of which every puzzle keeps at least one.
//!
//! ```text
//! group       nine cells: those of a digit (position: row), of a row (position: column), of a column (position: row)
//! two digits  rows are linked where a column or a box joins the cell of one digit to the cell      4 . 7
//!             of the other; both digits can be exchanged within linked rows alone                  7 . 4
//! two lines   of one band or stack: positions are linked where a digit of one line stands at       1 2 3
//!             another position of the other; the lines can be exchanged within linked positions    2 3 1
//! turn        number of a cell in the dig order, from 1
//! label       latest turn that a position reaches by links: positions of one set have the same label
//! trigger     position that has the label as its own turn. It holds the cell of the set that is tried last: this cell
//!             must stay if no other cell of the set is given.
//! ```
//!
//! A few rounds of links are enough for small sets, which matter most. A set is dropped if a link from it leads to another
//! label after these rounds: it is not complete.
//!
//! Sources: unavoidable sets, the Sudoku forum (2005); G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku"
//! (2012).

use super::lanes::Bytes;
use super::layout::BIT_OF_CELL;

/// Largest set, in positions. Larger sets hardly ever decide a cell.
const MAX_POSITIONS: u32 = 6;

/// Turn of a given that is not in the dig order.
pub(super) const NOT_TRIED: u8 = 82;

/// More sets than a grid can have: four for each of 36 pairs of digits, four for each of 18 pairs of lines.
const MAX_SETS: usize = 256;

/// Groups: digits, rows and columns.
const GROUPS: usize = 27;
const FIRST_ROW: usize = 9;
const FIRST_COLUMN: usize = 18;

/// One byte for each position, padded to half a vector.
type ByteRow = [u8; 16];

/// Unavoidable set: two groups, the positions of its cells in both, and the next set with the same last cell (0: none).
#[derive(Clone, Copy, Debug)]
struct UnavoidableSet {
    groups: [u8; 2],
    positions: u16,
    next: u8,
}

/// Set of given cells, as the given positions of each group.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenCells([u16; GROUPS]);

/// Unavoidable sets of a grid, in lists by the turn of their last cell, and the grid by groups.
#[derive(Debug)]
pub(super) struct UnavoidableSets {
    first: [u8; 82],
    sets: [UnavoidableSet; MAX_SETS],
    len: usize,
    /// Turns of the cells of each group.
    turns: [ByteRow; GROUPS],
    /// Key of each position: for a digit, its column at each row; for a line, its digit at each position.
    keys: [ByteRow; GROUPS],
    /// Position of each key.
    key_positions: [ByteRow; GROUPS],
    /// Box of each digit at each row.
    boxes: [ByteRow; 9],
    /// Row of each digit in each box.
    box_positions: [ByteRow; 9],
    /// Digits of the grid from 0 to 8, in row-major order.
    digits: [u8; 81],
}

impl UnavoidableSets {
    pub(super) const fn new() -> Self {
        Self {
            first: [0; 82],
            sets: [UnavoidableSet { groups: [0; 2], positions: 0, next: 0 }; MAX_SETS],
            len: 1,
            turns: [[0; 16]; GROUPS],
            keys: [[0; 16]; GROUPS],
            key_positions: [[0; 16]; GROUPS],
            boxes: [[0; 16]; 9],
            box_positions: [[0; 16]; 9],
            digits: [0; 81],
        }
    }

    /// Returns true if the cell at `index` (from 0) in the dig order is the last one of a set without a cell in `given`.
    #[inline(always)]
    pub(super) fn must_stay(&self, index: usize, given: &GivenCells) -> bool {
        let mut at = usize::from(self.first[index + 1]);
        while at != 0 {
            let set = &self.sets[at];
            let [a, b] = set.groups.map(usize::from);
            if (given.0[a] | given.0[b]) & set.positions == 0 {
                return true;
            }
            at = usize::from(set.next);
        }
        false
    }

    /// Starts with a grid of digits from 1 to 9, and no sets.
    #[inline(always)]
    pub(super) fn set_grid(&mut self, solution: &[u8; 81]) {
        for (digit, &value) in self.digits.iter_mut().zip(solution) {
            *digit = (value - 1) % 9;
        }
        self.first = [0; 82];
        self.len = 1;
    }

    /// Returns true if no set was found yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 1
    }

    /// Calls `add` with the cells of each set, as cell bits.
    pub(super) fn for_each(&self, mut add: impl FnMut(u128)) {
        for set in &self.sets[1..self.len.min(MAX_SETS)] {
            let mut cells = 0;
            for group in set.groups.map(usize::from) {
                for at in (0..9).filter(|at| set.positions >> at & 1 != 0) {
                    let cell = match group {
                        0..FIRST_ROW => 9 * at + usize::from(self.keys[group][at]),
                        FIRST_ROW..FIRST_COLUMN => 9 * (group - FIRST_ROW) + at,
                        _ => 9 * at + group - FIRST_COLUMN,
                    };
                    cells |= 1 << BIT_OF_CELL[cell];
                }
            }
            add(cells);
        }
    }

    /// Finds the sets. `turns` (row-major) has the turn of each cell: 0 for an empty cell, `NOT_TRIED` for a given that is
    /// not in the dig order.
    #[inline(always)]
    pub(super) fn find<B: Bytes>(&mut self, turns: &[u8; 81]) {
        self.index_cells(turns);
        for first in (0..DIGIT_PAIRS.len()).step_by(B::ROWS) {
            let pairs = Pairs { of: &DIGIT_PAIRS, first };
            let link = linked::<B>(pairs, &self.key_positions, &self.keys);
            let by_box = linked::<B>(pairs, &self.box_positions, &self.boxes);
            self.label(pairs, link, by_box, 2);
        }
        for first in (0..LINE_PAIRS.len()).step_by(B::ROWS) {
            let pairs = Pairs { of: &LINE_PAIRS, first };
            let link = linked::<B>(pairs, &self.key_positions, &self.keys);
            self.label(pairs, link, link.shuffle(link).shuffle(link), 3);
        }
    }

    /// Enters every cell in its groups.
    #[inline(always)]
    fn index_cells(&mut self, turns: &[u8; 81]) {
        for row in 0..9 {
            for col in 0..9 {
                let (cell, box_) = (9 * row + col, row / 3 * 3 + col / 3);
                let (digit, turn) = (usize::from(self.digits[cell]), turns[cell]);
                (self.turns[digit][row], self.turns[FIRST_ROW + row][col]) = (turn, turn);
                self.turns[FIRST_COLUMN + col][row] = turn;
                (self.keys[digit][row], self.key_positions[digit][col]) = (col as u8, row as u8);
                (self.boxes[digit][row], self.box_positions[digit][box_]) = (box_ as u8, row as u8);
                (self.keys[FIRST_ROW + row][col], self.key_positions[FIRST_ROW + row][digit]) =
                    (digit as u8, col as u8);
                (self.keys[FIRST_COLUMN + col][row], self.key_positions[FIRST_COLUMN + col][digit]) =
                    (digit as u8, row as u8);
            }
        }
    }

    /// Labels the positions of pairs of groups, linked by `a` and `b`, and adds the sets of at least `least` positions.
    #[inline(always)]
    fn label<B: Bytes>(&mut self, pairs: Pairs, a: B, b: B, least: u32) {
        let turns = |of: usize| B::load(|row| &self.turns[pairs.at(row)[of]]);
        let own = turns(0).max(turns(1));
        let (aa, bb) = (a.shuffle(a), b.shuffle(b));
        let mut labels = own;
        for _ in 0..ROUNDS {
            labels = labels.max(labels.shuffle(a));
            labels = labels.max(labels.shuffle(aa));
            labels = labels.max(labels.shuffle(b));
            labels = labels.max(labels.shuffle(bb));
        }
        let incomplete = !(labels.equal_mask(labels.shuffle(a)) & labels.equal_mask(labels.shuffle(b)));
        let not_tried = labels.equal_mask(B::splat(NOT_TRIED));
        let mut triggers = labels.equal_mask(own) & !incomplete & !not_tried & pairs.bytes::<B>();
        while triggers != 0 {
            let at = triggers.trailing_zeros() as usize;
            triggers &= triggers - 1;
            let (row, position) = (at / 16, at % 16);
            let [x, y] = pairs.at(row);
            let last = self.turns[x][position].max(self.turns[y][position]);
            let set = labels.equal_mask(B::splat(last)) >> (16 * row) & NINE_BYTES;
            let size = set.count_ones();
            let complete = incomplete >> (16 * row) & set == 0;
            self.add([x, y], set as u16, last, complete & (least..=MAX_POSITIONS).contains(&size));
        }
    }

    /// Adds a set to the list of the turn of its last cell, if it is to be `kept`: that is not predictable, so without a jump.
    #[inline(always)]
    fn add(&mut self, groups: [usize; 2], positions: u16, last: u8, kept: bool) {
        let first = &mut self.first[usize::from(last)];
        self.sets[self.len % MAX_SETS] =
            UnavoidableSet { groups: groups.map(|group| group as u8), positions, next: *first };
        *first = if kept { self.len as u8 } else { *first };
        self.len += usize::from(kept);
    }
}

/// Rounds of label propagation, each up to three links of either kind.
const ROUNDS: usize = 3;

/// Mask of the bytes of nine positions.
const NINE_BYTES: u64 = 0x1FF;

/// Pairs of groups, one for each row of bytes.
#[derive(Clone, Copy)]
struct Pairs {
    of: &'static [[usize; 2]],
    first: usize,
}

impl Pairs {
    /// Returns the pair of a row. Rows behind the last pair repeat it.
    #[inline(always)]
    fn at(self, row: usize) -> [usize; 2] {
        self.of[(self.first + row).min(self.of.len() - 1)]
    }

    /// Mask of the bytes of all positions, without rows behind the last pair.
    #[inline(always)]
    fn bytes<B: Bytes>(self) -> u64 {
        let rows = B::ROWS.min(self.of.len() - self.first);
        (0..rows).fold(0, |bytes, row| bytes | NINE_BYTES << (16 * row))
    }
}

/// Returns for each position in the first group of a pair the position with the same key in the second.
#[inline(always)]
fn linked<B: Bytes>(pairs: Pairs, positions: &[ByteRow], keys: &[ByteRow]) -> B {
    B::load(|row| &positions[pairs.at(row)[1]]).shuffle(B::load(|row| &keys[pairs.at(row)[0]]))
}

/// Pairs of digits.
const DIGIT_PAIRS: [[usize; 2]; 36] = {
    let mut pairs = [[0; 2]; 36];
    let (mut a, mut n) = (0, 0);
    while a < 9 {
        let mut b = a + 1;
        while b < 9 {
            pairs[n] = [a, b];
            n += 1;
            b += 1;
        }
        a += 1;
    }
    pairs
};

/// Pairs of rows of a band, and of columns of a stack.
const LINE_PAIRS: [[usize; 2]; 18] = {
    let mut pairs = [[0; 2]; 18];
    let mut n = 0;
    while n < 18 {
        let first = FIRST_ROW + n / 3 * 3;
        pairs[n] = [first + n % 3 / 2, first + 1 + (n % 3).div_ceil(2)];
        n += 1;
    }
    pairs
};

impl GivenCells {
    /// No cell.
    pub(super) const NONE: Self = Self([0; GROUPS]);

    /// Adds a cell (row-major) of the grid of `sets`.
    #[inline(always)]
    pub(super) fn add(&mut self, cell: usize, sets: &UnavoidableSets) {
        let (digit, row, col) = (usize::from(sets.digits[cell]), cell / 9, cell % 9);
        self.0[digit] |= 1 << row;
        self.0[FIRST_ROW + row] |= 1 << col;
        self.0[FIRST_COLUMN + col] |= 1 << row;
    }
}
