//! The board: candidates and placed cells as bits, the layouts of shapes, and the operations on the boards of a shape.
#![expect(clippy::needless_range_loop, reason = "bands and lanes are indices of several arrays")]

use crate::{CellSet, Pencilmarks, candidates::bits};
use gridmill_board::{Cell, Digit, Shape};

/// Layout of a shape: its cells in bands, and the operations on its boards.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub(super) shape: Shape,
    band_cells: usize,
    /// Cells of the row, the column and the box of each cell.
    houses: Vec<[[u32; BANDS]; 3]>,
    /// All of these.
    seen: Vec<[u32; BANDS]>,
}

/// Calls the operation for the shape.
macro_rules! of_shape {
    ($layout:expr, $operation:ident($($argument:expr),*)) => {
        match ($layout.shape.box_rows(), $layout.shape.box_cols()) {
            (2, 2) => $operation::<2, 2>($($argument),*),
            (2, 3) => $operation::<2, 3>($($argument),*),
            (3, 2) => $operation::<3, 2>($($argument),*),
            (2, 4) => $operation::<2, 4>($($argument),*),
            (4, 2) => $operation::<4, 2>($($argument),*),
            _ => $operation::<3, 3>($($argument),*),
        }
    };
}

impl Layout {
    /// Lays out a shape with a side up to 9.
    pub(crate) fn new(shape: Shape) -> Self {
        let band_cells = shape.box_rows() * shape.side();
        let house = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
        let houses = |cell| {
            let own = house(cell);
            [0, 1, 2].map(|kind| {
                let mut bands = [0; BANDS];
                for other in shape.all_cells().filter(|&other| house(other)[kind] == own[kind]) {
                    bands[other.index() / band_cells] |= 1 << (other.index() % band_cells);
                }
                bands
            })
        };
        let houses: Vec<[[u32; BANDS]; 3]> = shape.all_cells().map(houses).collect();
        let any = |[row, column, same_box]: &[[u32; BANDS]; 3]| {
            std::array::from_fn(|band| row[band] | column[band] | same_box[band])
        };
        let seen = houses.iter().map(any).collect();
        Self { shape, band_cells, houses, seen }
    }

    /// Returns the place of a candidate.
    #[inline]
    pub(super) fn place(&self, cell: Cell, digit: Digit) -> Place {
        let (band, bit) = (cell.index() / self.band_cells, cell.index() % self.band_cells);
        Place { band, bit, lane: digit.index() }
    }

    /// Returns the cell of a candidate.
    #[inline]
    pub(crate) fn cell(&self, place: Place) -> Cell {
        Cell::new(place.band * self.band_cells + place.bit)
    }

    /// Copies pencilmarks. Their placed digits are singles of the board.
    pub(crate) fn board(&self, marks: &Pencilmarks) -> Board {
        let mut board = Board::EMPTY;
        for cell in self.shape.all_cells() {
            let digits =
                marks.value(cell).map_or_else(|| marks.candidates(cell), gridmill_board::DigitSet::only);
            for digit in digits {
                self.place(cell, digit).join(&mut board.candidates);
            }
        }
        board
    }

    /// Returns the candidates of these digits, cell by cell, 0 for an empty one.
    pub(crate) fn givens(&self, digits: &[u8]) -> Bands {
        let mut givens = [[0; LANES]; BANDS];
        for (band, digits) in givens.iter_mut().zip(digits.chunks(self.band_cells)) {
            for (bit, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                band[usize::from(digit) - 1] |= 1 << bit;
            }
        }
        givens
    }

    /// Copies pencilmarks whose placed digits are values: they are no singles, and what they delete is gone. `None` if they show a
    /// contradiction.
    pub(super) fn board_of_play(&self, marks: &Pencilmarks) -> Option<Board> {
        let mut board = self.board(marks);
        for cell in self.shape.all_cells() {
            if let Some(digit) = marks.value(cell) {
                let place = self.place(cell, digit);
                board.placed[place.band] |= 1 << place.bit;
            }
        }
        let found = self.find_singles(&board, &mut [[0; LANES]; BANDS]);
        (found != Closure::Contradiction).then_some(board)
    }

    pub(super) fn placed(&self, board: &Board) -> CellSet {
        let bits = board.placed.iter().enumerate();
        // Shapes with fewer bands have no bits in the others.
        let bits = bits.filter(|(_, bits)| **bits != 0);
        CellSet::from_bits(
            bits.fold(0, |all, (band, &bits)| all | u128::from(bits) << (band * self.band_cells)),
        )
    }

    /// Iterates over the candidates of a set: by digit, then by cell.
    #[inline]
    pub(crate) fn places(&self, set: &Bands) -> impl Iterator<Item = Place> + use<> {
        let set = *set;
        (0..self.shape.side()).flat_map(move |lane| {
            (0..BANDS).flat_map(move |band| bits(set[band][lane]).map(move |bit| Place { band, bit, lane }))
        })
    }

    /// Iterates over the candidates of cells that are not placed.
    pub(super) fn open(&self, board: &Board) -> impl Iterator<Item = Place> + use<> {
        let mut open = board.candidates;
        for (band, placed) in open.iter_mut().zip(board.placed) {
            for cells in band {
                *cells &= !placed;
            }
        }
        self.places(&open)
    }

    /// Counts the candidates of each cell; 0 for those that are placed.
    pub(super) fn cell_sizes(&self, board: &Board) -> [u8; 81] {
        let mut sizes = [0; 81];
        for place in self.open(board) {
            sizes[self.cell(place).index()] += 1;
        }
        sizes
    }

    /// Returns the candidates of the first cell with the fewest that is not placed.
    pub(super) fn smallest_cell(&self, board: &Board) -> Vec<Place> {
        let sizes = self.cell_sizes(board);
        let cell = (0..81).filter(|&cell| sizes[cell] > 0).min_by_key(|&cell| sizes[cell]);
        self.open(board).filter(|&place| Some(self.cell(place).index()) == cell).collect()
    }

    /// Finds all singles: see [`find_singles`].
    #[inline]
    pub(super) fn find_singles(&self, board: &Board, singles: &mut Bands) -> Closure {
        of_shape!(self, find_singles(board, singles))
    }

    /// Places all these singles: see [`place_all`].
    #[inline]
    pub(crate) fn place_all(&self, board: &mut Board, singles: &Bands) {
        of_shape!(self, place_all(board, singles));
    }

    /// Returns true if a variable has no candidate.
    #[inline]
    pub(super) fn has_empty(&self, board: &Board) -> bool {
        of_shape!(self, has_empty(board))
    }

    /// Deletes by locked candidates: see [`delete_locked`].
    #[inline]
    pub(super) fn delete_locked(&self, board: &mut Board) -> bool {
        of_shape!(self, delete_locked(board))
    }

    /// Asserts a candidate: places it and deletes what is linked to it.
    #[inline]
    pub(super) fn assert(&self, board: &mut Board, place: Place) {
        let seen = &self.seen[place.band * self.band_cells + place.bit];
        let cell = 1 << place.bit;
        for candidates in &mut board.candidates[place.band] {
            *candidates &= !cell;
        }
        for (band, seen) in board.candidates.iter_mut().zip(seen) {
            band[place.lane] &= !seen;
        }
        board.candidates[place.band][place.lane] |= cell;
        board.placed[place.band] |= cell;
    }

    /// Returns true if a single is alone in a variable with a candidate of the board `start` that is linked to the last assertion.
    pub(super) fn follows(&self, board: &Board, start: &Board, last: Place, single: Place) -> bool {
        let Place { band, bit, lane } = single;
        let cell = |place: Place| place.band * self.band_cells + place.bit;
        let (own, seen) = (cell(single), &self.seen[cell(last)]);
        let in_cell = board.candidates[band].iter().filter(|cells| *cells >> bit & 1 != 0).count();
        if in_cell == 1 && (start.candidates[band][last.lane] & seen[band]) >> bit & 1 != 0 {
            return true;
        }
        let mut last_cell = [0; BANDS];
        last_cell[last.band] = 1 << last.bit;
        let linked = if lane == last.lane { seen } else { &last_cell };
        self.houses[own].iter().any(|house| {
            let bands = 0..BANDS;
            let left: u32 = bands.clone().map(|n| (house[n] & board.candidates[n][lane]).count_ones()).sum();
            left == 1 && bands.fold(0, |any, n| any | house[n] & start.candidates[n][lane] & linked[n]) != 0
        })
    }

    /// Places singles until there is none.
    #[inline]
    pub(crate) fn propagate(&self, board: &mut Board) -> Closure {
        of_shape!(self, propagate(board))
    }
}

/// Lanes for the digits: a multiple of the width of vectors.
pub(super) const LANES: usize = 12;
/// Greatest number of bands, of 2x4.
pub(super) const BANDS: usize = 4;

/// Bits of the cells of each band, for each digit.
pub(crate) type Bands = [[u32; LANES]; BANDS];

/// Candidates, and cells whose digit is placed. A placed cell has one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) candidates: Bands,
    pub(super) placed: [u32; BANDS],
}

impl Board {
    pub(super) const EMPTY: Self = Self { candidates: [[0; LANES]; BANDS], placed: [0; BANDS] };

    /// Returns true if the cell of the candidate is placed.
    #[inline]
    pub(crate) fn is_placed(&self, place: Place) -> bool {
        self.placed[place.band] >> place.bit & 1 != 0
    }

    /// Returns true if the other board has all candidates of this one.
    #[inline]
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let pairs = self.candidates.iter().flatten().zip(other.candidates.iter().flatten());
        pairs.fold(0, |beyond, (own, others)| beyond | own & !others) == 0
    }

    /// Counts the candidates.
    pub(super) fn len(&self) -> u32 {
        self.candidates.iter().flatten().map(|cells| cells.count_ones()).sum()
    }

    /// Adds the digits of placed cells to a set.
    #[inline]
    pub(super) fn add_values(&self, set: &mut Bands) {
        for ((set, cells), placed) in set.iter_mut().zip(&self.candidates).zip(self.placed) {
            for (set, cells) in set.iter_mut().zip(cells) {
                *set |= cells & placed;
            }
        }
    }

    /// Keeps the candidates that both have, and places what either has placed.
    #[inline]
    pub(super) fn meet(&mut self, other: &Self) {
        for (band, others) in self.candidates.iter_mut().zip(&other.candidates) {
            for (cells, others) in band.iter_mut().zip(others) {
                *cells &= others;
            }
        }
        for (placed, others) in self.placed.iter_mut().zip(&other.placed) {
            *placed |= others;
        }
    }
}

/// A candidate by its place in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Band, and its cell.
    pub(super) band: usize,
    pub(super) bit: usize,
    /// Digit, from 0.
    pub(crate) lane: usize,
}

impl Place {
    /// Returns a number below `BANDS * LANES * 32`.
    #[inline]
    pub(super) const fn id(self) -> usize {
        (self.band * LANES + self.lane) * 32 + self.bit
    }

    /// Returns true if the set holds the candidate.
    #[inline]
    pub(super) fn is_in(self, set: &Bands) -> bool {
        set[self.band][self.lane] >> self.bit & 1 != 0
    }

    /// Removes the candidate from a set.
    #[inline]
    pub(super) fn leave(self, set: &mut Bands) {
        set[self.band][self.lane] &= !(1 << self.bit);
    }

    /// Adds the candidate to a set.
    #[inline]
    pub(super) fn join(self, set: &mut Bands) {
        set[self.band][self.lane] |= 1 << self.bit;
    }
}

// Operations on all candidates at once: finding singles, placing them, locked candidates.
//
// One lane is a digit. A band of a lane is one word, row by row, so each operation below does all digits of a band side by side:
//
// ```text
// word of digit 5 in band 0 of 9x9     bit 9 * (row in the band) + column
//   row 2: 26..18   row 1: 17..9   row 0: 8..0
// fold                                 the rows on top of each other: 9 bits, one a column; `once` and `twice` say in how many rows
// ```
//
// The six shapes are six instances of the same code, by the rows `R` and columns `C` of a box. There are `C` bands, of `R` boxes each.

/// State of a board after a search for singles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closure {
    /// A variable without candidates, or two placed digits that are linked.
    Contradiction,
    /// Cells are left.
    Open,
    /// Every cell has its digit.
    Solved,
}

/// Bit sets of a shape.
struct Masks<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Masks<R, C> {
    const SIDE: usize = R * C;
    /// All cells of a row, of a band.
    pub(super) const ROW: u32 = (1 << Self::SIDE) - 1;
    pub(super) const BAND: u32 = u32::MAX >> (32 - R * Self::SIDE);
    /// First and last cell of each row.
    const FIRST: u32 = Self::BAND / Self::ROW;
    const LAST: u32 = Self::FIRST << (Self::SIDE - 1);
    /// All cells but the last of each row.
    const BUT_LAST: u32 = Self::BAND & !Self::LAST;
    /// First column of each box, in one row.
    const BOXES: u32 = Self::ROW / ((1 << C) - 1);
    const DIGITS: [u32; LANES] = {
        let mut lanes = [0; LANES];
        let mut lane = 0;
        while lane < Self::SIDE {
            lanes[lane] = u32::MAX;
            lane += 1;
        }
        lanes
    };

    /// Repeats a set of columns in each row of a band.
    #[inline]
    fn in_each_row(columns: u32) -> u32 {
        let mut cells = columns;
        let mut row = 1;
        while row < R {
            cells |= columns << (Self::SIDE * row);
            row += 1;
        }
        cells
    }

    /// Fills the rows whose last cell is set.
    #[inline]
    fn whole_rows(last: u32) -> u32 {
        (last << 1).wrapping_sub(last >> (Self::SIDE - 1))
    }

    /// Sets the last cell of each row that has a cell.
    #[inline]
    fn rows_with_cells(cells: u32) -> u32 {
        (((cells & Self::BUT_LAST) + Self::BUT_LAST) | cells) & Self::LAST
    }

    /// Fills the columns of the boxes whose first column is set.
    #[inline]
    fn whole_boxes(first: u32) -> u32 {
        (first << C) - first
    }

    /// Returns the columns that have a cell in any row, and those that have cells in several.
    #[inline]
    fn fold_rows(cells: u32) -> (u32, u32) {
        let (mut once, mut twice) = (0, 0);
        let mut row = 0;
        while row < R {
            let bits = cells >> (Self::SIDE * row) & Self::ROW;
            twice |= once & bits;
            once |= bits;
            row += 1;
        }
        (once, twice)
    }

    /// Returns the boxes, by their first column, that have any of these columns, and those that have several.
    #[inline]
    fn fold_columns(columns: u32) -> (u32, u32) {
        let (mut once, mut twice) = (0, 0);
        let mut column = 0;
        while column < C {
            let bits = columns >> column & Self::BOXES;
            twice |= once & bits;
            once |= bits;
            column += 1;
        }
        (once, twice)
    }
}

/// Finds all naked and hidden singles that are not placed.
#[inline]
pub(super) fn find_singles<const R: usize, const C: usize>(board: &Board, singles: &mut Bands) -> Closure {
    let mut wrong = 0;
    let mut open = 0;
    let mut naked = [0; BANDS];
    for band in 0..C {
        let (mut once, mut twice) = (0, 0);
        for lane in 0..R * C {
            let cells = board.candidates[band][lane];
            twice |= once & cells;
            once |= cells;
        }
        wrong |= Masks::<R, C>::BAND & !once | twice & board.placed[band];
        naked[band] = once & !twice;
        open |= Masks::<R, C>::BAND & !board.placed[band];
    }
    let mut wrongs = [0; LANES];
    for lane in 0..LANES {
        wrongs[lane] = singles_of_lane::<R, C>(board, &naked, lane, singles) & Masks::<R, C>::DIGITS[lane];
    }
    wrong |= wrongs.iter().fold(0, |all, lane| all | lane);
    if wrong != 0 {
        Closure::Contradiction
    } else if open == 0 {
        Closure::Solved
    } else {
        Closure::Open
    }
}

/// Finds the singles of one digit. Returns bits if a house has no place for it, or a placed one is not alone.
#[inline]
fn singles_of_lane<const R: usize, const C: usize>(
    board: &Board,
    naked: &[u32; BANDS],
    lane: usize,
    singles: &mut Bands,
) -> u32 {
    let mut folded = [(0, 0); BANDS];
    let (mut once, mut twice) = (0, 0);
    for band in 0..C {
        folded[band] = Masks::<R, C>::fold_rows(board.candidates[band][lane]);
        twice |= folded[band].1 | once & folded[band].0;
        once |= folded[band].0;
    }
    let mut wrong = Masks::<R, C>::ROW & !once;
    let columns = Masks::<R, C>::in_each_row(once & !twice);
    for band in 0..C {
        let cells = board.candidates[band][lane];
        let (once, twice) = Masks::<R, C>::fold_columns(folded[band].0);
        let several = twice | Masks::<R, C>::fold_columns(folded[band].1).0;
        wrong |= Masks::<R, C>::BOXES & !once;
        let boxes = Masks::<R, C>::in_each_row(Masks::<R, C>::whole_boxes(once & !several));
        // Takes the lowest cell from each row; a row without cells borrows from the next and is wrong anyway.
        let less = cells.wrapping_sub(Masks::<R, C>::FIRST);
        wrong |= less & !cells & Masks::<R, C>::LAST;
        let several = Masks::<R, C>::rows_with_cells(cells & less);
        let rows = Masks::<R, C>::whole_rows(Masks::<R, C>::LAST & !several);
        let placed = board.placed[band];
        wrong |= cells & placed & !(rows & columns & boxes);
        singles[band][lane] =
            cells & !placed & (rows | columns | boxes | naked[band]) & Masks::<R, C>::DIGITS[lane];
    }
    wrong
}

/// Places all these candidates and deletes what is linked to them. Two that are linked both stay; [`find_singles`] then says
/// contradiction.
#[inline]
pub(super) fn place_all<const R: usize, const C: usize>(board: &mut Board, singles: &Bands) {
    let mut taken = [0; BANDS];
    for band in 0..C {
        for lane in 0..LANES {
            taken[band] |= singles[band][lane];
        }
        board.placed[band] |= taken[band];
    }
    for lane in 0..LANES {
        let mut folded = [0; BANDS];
        let mut columns = 0;
        for band in 0..C {
            folded[band] = Masks::<R, C>::fold_rows(singles[band][lane]).0;
            columns |= folded[band];
        }
        let columns = Masks::<R, C>::in_each_row(columns);
        for band in 0..C {
            let placed = singles[band][lane];
            let boxes = Masks::<R, C>::fold_columns(folded[band]).0;
            let boxes = Masks::<R, C>::in_each_row(Masks::<R, C>::whole_boxes(boxes));
            let rows = Masks::<R, C>::whole_rows(Masks::<R, C>::rows_with_cells(placed));
            let cells = board.candidates[band][lane];
            board.candidates[band][lane] = cells & !(rows | columns | boxes | taken[band]) | placed;
        }
    }
}

/// Places singles, all that there are at once, until there is none.
#[inline]
pub(super) fn propagate<const R: usize, const C: usize>(board: &mut Board) -> Closure {
    let mut singles = [[0; LANES]; BANDS];
    loop {
        let closure = find_singles::<R, C>(board, &mut singles);
        if closure != Closure::Open || is_empty(&singles) {
            return closure;
        }
        place_all::<R, C>(board, &singles);
    }
}

/// Returns true if a variable has no candidate.
#[inline]
pub(super) fn has_empty<const R: usize, const C: usize>(board: &Board) -> bool {
    let mut wrong = 0;
    for band in 0..C {
        let cells = board.candidates[band][..R * C].iter().fold(0, |all, cells| all | cells);
        wrong |= Masks::<R, C>::BAND & !cells;
    }
    let mut wrongs = [0; LANES];
    for lane in 0..LANES {
        let mut columns = 0;
        let mut empty = 0;
        for band in 0..C {
            let cells = board.candidates[band][lane];
            let once = Masks::<R, C>::fold_rows(cells).0;
            columns |= once;
            empty |= Masks::<R, C>::BOXES & !Masks::<R, C>::fold_columns(once).0;
            empty |= cells.wrapping_sub(Masks::<R, C>::FIRST) & !cells & Masks::<R, C>::LAST;
        }
        wrongs[lane] = (empty | Masks::<R, C>::ROW & !columns) & Masks::<R, C>::DIGITS[lane];
    }
    wrongs.iter().fold(wrong, |all, lane| all | lane) != 0
}

/// Deletes all that locked candidates delete at once: what braids of length 1 prove false. Returns true if something was deleted.
#[inline]
pub(super) fn delete_locked<const R: usize, const C: usize>(board: &mut Board) -> bool {
    let mut deleted = [0; LANES];
    for lane in 0..LANES {
        let mut cells = [0; BANDS];
        let mut folded = [0; BANDS];
        for band in 0..C {
            cells[band] = board.candidates[band][lane];
            folded[band] = Masks::<R, C>::fold_rows(cells[band]).0;
        }
        for band in 0..C {
            let mut gone = locked_in_rows::<R, C>(cells[band]);
            // Columns whose cells are all in this band; and columns of the other bands that hold all cells of a box.
            let (mut elsewhere, mut pointed) = (0, 0);
            for other in (0..C).filter(|&other| other != band) {
                elsewhere |= folded[other];
                let (once, twice) = Masks::<R, C>::fold_columns(folded[other]);
                pointed |= folded[other] & Masks::<R, C>::whole_boxes(once & !twice);
            }
            let (once, twice) = Masks::<R, C>::fold_columns(folded[band] & !elsewhere);
            let claimed = Masks::<R, C>::whole_boxes(once) & (elsewhere | Masks::<R, C>::whole_boxes(twice));
            gone |= Masks::<R, C>::in_each_row(pointed | claimed);
            deleted[lane] |= cells[band] & gone & Masks::<R, C>::DIGITS[lane];
            board.candidates[band][lane] = cells[band] & !gone;
        }
    }
    deleted.iter().fold(0, |all, lane| all | lane) != 0
}

/// Returns what locked candidates of a row and a box of the band delete.
#[inline]
fn locked_in_rows<const R: usize, const C: usize>(cells: u32) -> u32 {
    let mut boxes = [0; R];
    let (mut once, mut twice) = (0, 0);
    for row in 0..R {
        boxes[row] = Masks::<R, C>::fold_columns(cells >> (Masks::<R, C>::SIDE * row) & Masks::<R, C>::ROW).0;
        twice |= once & boxes[row];
        once |= boxes[row];
    }
    let mut gone = 0;
    for row in 0..R {
        // The only box of each row that has one, and rows that hold all cells of a box.
        let mut claimed = 0;
        for other in (0..R).filter(|&other| other != row) {
            let several = boxes[other] & boxes[other].wrapping_sub(1);
            claimed |= if several == 0 { boxes[other] } else { 0 };
        }
        let pointing = boxes[row] & !twice;
        let mut pointed = if pointing == 0 { 0 } else { Masks::<R, C>::BOXES & !pointing };
        pointed |= if pointing & pointing.wrapping_sub(1) == 0 { 0 } else { pointing };
        gone |= Masks::<R, C>::whole_boxes(claimed | pointed) << (Masks::<R, C>::SIDE * row);
    }
    gone
}

/// Returns true if no bit is set.
#[inline]
pub(super) fn is_empty(bands: &Bands) -> bool {
    bands.iter().flatten().fold(0, |all, bits| all | bits) == 0
}
