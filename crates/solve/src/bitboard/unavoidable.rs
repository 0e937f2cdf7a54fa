//! Unavoidable sets known without search: cells of a complete grid of which every puzzle must keep one.
//!
//! ```text
//! a file of nine   the cells of a digit by row; those of a row by column; those of a column by row
//! two digits       ranks (rows) linked where a column or a box joins the one's cell to the other's;   4 . 7
//!                  the digits can change places in linked ranks alone                                 7 . 4
//! two lines        of one band or stack: ranks linked where a digit of the one is the other's at      1 2 3
//!                  another rank; the lines can change places in linked ranks alone                    2 3 1
//! labels           each rank takes the latest place in the order that it can reach by links: label of its set, and
//!                  trigger, for when that cell is tried and nothing of the set is kept, it stays
//! ```
//!
//! A few rounds of links suffice for the small sets that matter; ranks whose links lead to another label after them are part
//! of a set not yet whole, which is left out.
//!
//! Sources: unavoidable sets, the Sudoku forum's (2005); G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue
//! Sudoku" (2012).

use super::lanes::Bytes;

/// Ranks of a set, at most: more are hardly ever the first to be bare.
const RANKS: u32 = 6;

/// The place of a cell that stays.
pub(super) const NEVER: u8 = 82;

/// More sets than a grid can have: four of each of 36 pairs of digits, four of each of 18 pairs of lines.
const MOST: usize = 256;

/// Digits, rows and columns.
const FILES: usize = 27;
const ROWS: usize = 9;
const COLUMNS: usize = 18;

/// Nine ranks, and room to the end of a vector.
type Ranks = [u8; 16];

/// Two files, the ranks of a set, and the set after it with the same last cell; 0 ends.
#[derive(Clone, Copy, Debug)]
struct Set {
    files: [u8; 2],
    ranks: u16,
    next: u8,
}

/// The ranks of each file that are given.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenCells([u16; FILES]);

/// A grid by files, and its seeds by their last cell in the order.
#[derive(Debug)]
pub(super) struct UnavoidableSets {
    first: [u8; 82],
    sets: [Set; MOST],
    len: usize,
    /// The order's places of the cells of a file.
    places: [Ranks; FILES],
    /// What a link goes by: the column of a digit at each row; the digit of a line at each rank. And back.
    keys: [Ranks; FILES],
    ranks: [Ranks; FILES],
    /// The box of a digit at each row, and back.
    boxes: [Ranks; 9],
    box_ranks: [Ranks; 9],
    /// Row-major.
    digits: [u8; 81],
}

impl UnavoidableSets {
    pub(super) const fn new() -> Self {
        Self {
            first: [0; 82],
            sets: [Set { files: [0; 2], ranks: 0, next: 0 }; MOST],
            len: 1,
            places: [[0; 16]; FILES],
            keys: [[0; 16]; FILES],
            ranks: [[0; 16]; FILES],
            boxes: [[0; 16]; 9],
            box_ranks: [[0; 16]; 9],
            digits: [0; 81],
        }
    }

    /// Whether some seed with its last cell at this place (from 0) of the order has nothing in `given`.
    #[inline(always)]
    pub(super) fn reject(&self, place: usize, given: &GivenCells) -> bool {
        let mut at = usize::from(self.first[place + 1]);
        while at != 0 {
            let set = &self.sets[at];
            let [a, b] = set.files.map(usize::from);
            if (given.0[a] | given.0[b]) & set.ranks == 0 {
                return true;
            }
            at = usize::from(set.next);
        }
        false
    }

    /// Sets out on a grid of digits from 1 to 9, without any sets.
    #[inline(always)]
    pub(super) fn set_grid(&mut self, solution: &[u8; 81]) {
        for (digit, &value) in self.digits.iter_mut().zip(solution) {
            *digit = (value - 1) % 9;
        }
        self.first = [0; 82];
        self.len = 1;
    }

    /// Whether no sets are known yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 1
    }

    /// Finds the sets, by the places (row-major) of the cells in the order, from 1: 0 for what is empty, `NEVER` for what
    /// stays.
    #[inline(always)]
    pub(super) fn find<B: Bytes>(&mut self, places: &[u8; 81]) {
        self.file(places);
        for pairs in DIGITS.chunks_exact(2) {
            let [one, two] = [pairs[0], pairs[1]];
            let link = B::load(&self.ranks[one[1]], &self.ranks[two[1]])
                .shuffle(B::load(&self.keys[one[0]], &self.keys[two[0]]));
            let by_box = B::load(&self.box_ranks[one[1]], &self.box_ranks[two[1]])
                .shuffle(B::load(&self.boxes[one[0]], &self.boxes[two[0]]));
            self.label([one, two], link, by_box, 2);
        }
        for pairs in LINES.chunks_exact(2) {
            let [one, two] = [pairs[0], pairs[1]];
            let link = B::load(&self.ranks[one[1]], &self.ranks[two[1]])
                .shuffle(B::load(&self.keys[one[0]], &self.keys[two[0]]));
            self.label([one, two], link, link.shuffle(link).shuffle(link), 3);
        }
    }

    /// Puts every cell into its files.
    #[inline(always)]
    fn file(&mut self, places: &[u8; 81]) {
        for row in 0..9 {
            for col in 0..9 {
                let (cell, box_) = (9 * row + col, row / 3 * 3 + col / 3);
                let (digit, place) = (usize::from(self.digits[cell]), places[cell]);
                (self.places[digit][row], self.places[ROWS + row][col]) = (place, place);
                self.places[COLUMNS + col][row] = place;
                (self.keys[digit][row], self.ranks[digit][col]) = (col as u8, row as u8);
                (self.boxes[digit][row], self.box_ranks[digit][box_]) = (box_ as u8, row as u8);
                (self.keys[ROWS + row][col], self.ranks[ROWS + row][digit]) = (digit as u8, col as u8);
                (self.keys[COLUMNS + col][row], self.ranks[COLUMNS + col][digit]) = (digit as u8, row as u8);
            }
        }
    }

    /// Labels the ranks of two pairs of files, and adds the sets of at least so many ranks.
    #[inline(always)]
    fn label<B: Bytes>(&mut self, pairs: [[usize; 2]; 2], a: B, b: B, least: u32) {
        let [one, two] = pairs;
        let own = B::load(&self.places[one[0]], &self.places[two[0]])
            .max(B::load(&self.places[one[1]], &self.places[two[1]]));
        let (aa, bb) = (a.shuffle(a), b.shuffle(b));
        let mut labels = own;
        for _ in 0..ROUNDS {
            labels = labels.max(labels.shuffle(a));
            labels = labels.max(labels.shuffle(aa));
            labels = labels.max(labels.shuffle(b));
            labels = labels.max(labels.shuffle(bb));
        }
        let torn = !(labels.equal_mask(labels.shuffle(a)) & labels.equal_mask(labels.shuffle(b)));
        let late = labels.equal_mask(B::splat(NEVER));
        let mut triggers = labels.equal_mask(own) & !torn & !late & (NINE | NINE << 16);
        while triggers != 0 {
            let at = triggers.trailing_zeros() as usize;
            triggers &= triggers - 1;
            let (half, rank) = (at / 16, at % 16);
            let [x, y] = pairs[half];
            let last = self.places[x][rank].max(self.places[y][rank]);
            let set = labels.equal_mask(B::splat(last)) >> (16 * half) & NINE;
            let size = set.count_ones();
            if torn >> (16 * half) & set == 0 && (least..=RANKS).contains(&size) {
                self.add(pairs[half], set as u16, last);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, files: [usize; 2], ranks: u16, last: u8) {
        let first = &mut self.first[usize::from(last)];
        self.sets[self.len % MOST] = Set { files: files.map(|file| file as u8), ranks, next: *first };
        *first = self.len as u8;
        self.len += 1;
    }
}

/// Rounds of links, each up to three steps of either kind.
const ROUNDS: usize = 3;

/// The bytes of nine ranks.
const NINE: u32 = 0x1FF;

/// All pairs of digits.
const DIGITS: [[usize; 2]; 36] = {
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

/// All pairs of rows in a band and columns in a stack.
const LINES: [[usize; 2]; 18] = {
    let mut pairs = [[0; 2]; 18];
    let mut n = 0;
    while n < 18 {
        let first = ROWS + n / 3 * 3;
        pairs[n] = [first + n % 3 / 2, first + 1 + (n % 3).div_ceil(2)];
        n += 1;
    }
    pairs
};

impl GivenCells {
    /// Nothing.
    pub(super) const NONE: Self = Self([0; FILES]);

    /// Adds a cell, row-major, of the grid in `seeds`.
    #[inline(always)]
    pub(super) fn add(&mut self, cell: usize, seeds: &UnavoidableSets) {
        let (digit, row, col) = (usize::from(seeds.digits[cell]), cell / 9, cell % 9);
        self.0[digit] |= 1 << row;
        self.0[ROWS + row] |= 1 << col;
        self.0[COLUMNS + col] |= 1 << row;
    }
}
