//! Statistics of the puzzles: givens, cells, digits, symmetry, and agreement with the other columns.

use super::{
    add_counts,
    batch::{Batch, MISSING},
};
use arrow_array::Array;
use gridmill_board::{Digit, Grid, Shape, Symmetry};
use gridmill_tables::schema::{ColumnId, arrow::text};

/// The symmetries looked for.
pub const SYMMETRIES: [Symmetry; 7] = [
    Symmetry::Rot180,
    Symmetry::Rot90,
    Symmetry::Diagonal,
    Symmetry::Antidiagonal,
    Symmetry::Horizontal,
    Symmetry::Vertical,
    Symmetry::Full,
];

/// No cell of a grid: neither a digit nor empty.
const NONE: u8 = u8::MAX;

/// Rows that fail a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offences {
    /// Rows that offend.
    pub rows: u64,
    /// The least of their puzzles, as text.
    pub least: Option<String>,
}

/// Counts over puzzles.
#[derive(Debug, Clone)]
pub struct PuzzleCounts {
    tables: ShapeTables,
    /// Rows whose puzzle can be read.
    pub rows: u64,
    /// Rows by number of givens.
    pub givens: Vec<u64>,
    /// Count of each digit in each cell: side numbers for each cell.
    pub digits: Vec<u64>,
    /// Rows with each of [`SYMMETRIES`].
    pub symmetric: [u64; SYMMETRIES.len()],
    /// Rows without a puzzle, or with one that cannot be read.
    pub unreadable: Offences,
    /// Rows whose `givens` column says another number; `None` without the column.
    pub other_givens: Option<Offences>,
    /// Rows whose solution is none, or does not hold the givens; `None` without the column.
    pub other_solution: Option<Offences>,
}

#[derive(Debug, Clone)]
struct ShapeTables {
    shape: Shape,
    /// Digit of each byte, 0 for empty.
    digit_of: Box<[u8; 256]>,
    /// For each symmetry, cells that must be given together.
    pairs: Vec<Vec<(u16, u16)>>,
}

/// The puzzle of a row: the digits of its cells, 0 for none.
pub(crate) type CellDigits = [u8; Shape::MAX_CELLS];

impl Offences {
    pub(crate) fn add(&mut self, puzzle: &str) {
        self.rows += 1;
        if self.least.as_deref().is_none_or(|least| puzzle < least) {
            self.least = Some(puzzle.to_owned());
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.least = match (self.least.take(), &other.least) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs.clone())),
            (mine, theirs) => mine.or_else(|| theirs.clone()),
        };
    }
}

impl ShapeTables {
    fn new(shape: Shape) -> Self {
        let digit = |byte: u8| match byte {
            b'.' | b'0' | b'_' | b'*' => 0,
            byte => Digit::from_ascii(byte).map_or(NONE, Digit::value),
        };
        let mut digit_of = Box::new([NONE; 256]);
        for (place, byte) in digit_of.iter_mut().zip(0..=u8::MAX) {
            *place = Some(digit(byte)).filter(|&d| usize::from(d) <= shape.side()).unwrap_or(NONE);
        }
        #[expect(clippy::cast_possible_truncation, reason = "below 625")]
        let pairs = |symmetry: Symmetry| {
            let orbits = symmetry.orbits(shape).into_iter();
            let pair = |orbit: Vec<gridmill_board::Cell>| {
                let first = orbit[0].index() as u16;
                orbit.into_iter().skip(1).map(move |other| (first, other.index() as u16))
            };
            orbits.flat_map(pair).collect()
        };
        Self { shape, digit_of, pairs: SYMMETRIES.into_iter().map(pairs).collect() }
    }

    /// Reads a puzzle; returns the number of givens, or `None` if it is no puzzle of the shape.
    fn read(&self, text: &str, cells: &mut CellDigits) -> Option<u16> {
        if text.len() != self.shape.cells() {
            return None;
        }
        let (mut givens, mut readable) = (0, true);
        for (cell, byte) in cells.iter_mut().zip(text.bytes()) {
            *cell = self.digit_of[usize::from(byte)];
            givens += u16::from(*cell != 0);
            readable &= *cell != NONE;
        }
        // A 0 together with another sign for empty may be a digit.
        // Without an early exit, which the compiler vectorises.
        let has = |sign| text.bytes().fold(0, |found, byte| found | u8::from(byte == sign)) != 0;
        if has(b'0') && b"._*".iter().any(|&sign| has(sign)) {
            readable &= Grid::parse(self.shape, text).is_ok();
        }
        readable.then_some(givens)
    }

    /// Returns true if `text` is a complete grid that holds the givens. Its digits are left in `digits`.
    fn solves(&self, text: &str, cells: &CellDigits, digits: &mut CellDigits) -> bool {
        if text.len() != self.shape.cells() {
            return false;
        }
        let digits = &mut digits[..text.len()];
        for (digit, byte) in digits.iter_mut().zip(text.bytes()) {
            *digit = self.digit_of[usize::from(byte)];
        }
        // Without an early exit, which the compiler vectorises.
        let holds = |(&digit, &given): (&u8, &u8)| digit != NONE && (given == 0 || given == digit);
        if !digits.iter().zip(cells).fold(true, |all, pair| all & holds(pair)) {
            return false;
        }
        let (side, box_rows, box_cols) = (self.shape.side(), self.shape.box_rows(), self.shape.box_cols());
        let full = ((1_u32 << side) - 1) << 1;
        let (mut cols, mut boxes) = ([0_u32; Shape::MAX_SIDE], [0_u32; Shape::MAX_SIDE]);
        let mut rows_are_full = true;
        // Box by box within a row: most digits are joined before they meet memory, and nothing depends on them.
        for (row, digits) in digits.chunks_exact(side).enumerate() {
            let mut in_row = 0;
            let boxes = &mut boxes[row / box_rows * box_rows..];
            let parts = digits.chunks_exact(box_cols).zip(cols.chunks_exact_mut(box_cols));
            for ((digits, cols), in_box) in parts.zip(boxes) {
                let mut bits = 0;
                for (digit, col) in digits.iter().zip(cols) {
                    let bit = 1_u32 << digit;
                    *col |= bit;
                    bits |= bit;
                }
                *in_box |= bits;
                in_row |= bits;
            }
            rows_are_full &= in_row == full;
        }
        rows_are_full && cols[..side].iter().chain(&boxes[..side]).all(|&house| house == full)
    }
}

impl PuzzleCounts {
    pub(crate) fn new(shape: Shape) -> Self {
        Self {
            tables: ShapeTables::new(shape),
            rows: 0,
            givens: vec![0; shape.cells() + 1],
            digits: vec![0; shape.cells() * shape.side()],
            symmetric: [0; SYMMETRIES.len()],
            unreadable: Offences::default(),
            other_givens: None,
            other_solution: None,
        }
    }

    /// Returns the shape of the grids.
    pub const fn shape(&self) -> Shape {
        self.tables.shape
    }

    /// Adds a batch, calls `see` with each readable puzzle, and returns the number of givens by row (`MISSING` of what
    /// cannot be read).
    pub fn absorb(&mut self, batch: Batch<'_>, mut see: impl FnMut(usize, &str, &CellDigits)) -> Vec<u64> {
        let mut givens = vec![MISSING; batch.rows()];
        let puzzles = batch.texts(ColumnId::Puzzle);
        let (claimed, solutions) = (batch.whole(ColumnId::Givens), batch.texts(ColumnId::Solution));
        let (mut cells, mut digits) = ([0; Shape::MAX_CELLS], [0; Shape::MAX_CELLS]);
        let mut values = vec![0; self.shape().cells() * (self.shape().side() + 1)];
        for (row, givens) in givens.iter_mut().enumerate() {
            let puzzle = puzzles.and_then(|texts| text(texts, row)).unwrap_or("");
            let Some(found) = self.tables.read(puzzle, &mut cells) else {
                self.unreadable.add(puzzle);
                continue;
            };
            *givens = found.into();
            self.count(found, &cells, &mut values);
            see(row, puzzle, &cells);
            if let Some(claimed) = &claimed
                && claimed[row] != MISSING
            {
                let other = self.other_givens.get_or_insert_default();
                if claimed[row] != u64::from(found) {
                    other.add(puzzle);
                }
            }
            if let Some(solution) = solutions.and_then(|texts: &dyn Array| text(texts, row)) {
                let solves = self.tables.solves(solution, &cells, &mut digits);
                let other = self.other_solution.get_or_insert_default();
                if !solves {
                    other.add(puzzle);
                }
            }
        }
        let side = self.shape().side();
        for (all, counted) in self.digits.chunks_exact_mut(side).zip(values.chunks_exact(side + 1)) {
            add_counts(all, &counted[1..]);
        }
        givens
    }

    /// Adds a puzzle. `values` are the counts of each value in each cell, 0 for empty: without a branch that no processor can predict.
    fn count(&mut self, givens: u16, cells: &CellDigits, values: &mut [u64]) {
        self.rows += 1;
        self.givens[usize::from(givens)] += 1;
        for (counts, &digit) in values.chunks_exact_mut(self.shape().side() + 1).zip(cells) {
            counts[usize::from(digit)] += 1;
        }
        let given = |cell: u16| cells[usize::from(cell)] != 0;
        for (count, pairs) in self.symmetric.iter_mut().zip(&self.tables.pairs) {
            *count += u64::from(pairs.iter().all(|&(one, other)| given(one) == given(other)));
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        add_counts(&mut self.givens, &other.givens);
        add_counts(&mut self.digits, &other.digits);
        add_counts(&mut self.symmetric, &other.symmetric);
        self.unreadable.merge(&other.unreadable);
        for (mine, theirs) in
            [(&mut self.other_givens, &other.other_givens), (&mut self.other_solution, &other.other_solution)]
        {
            if let Some(theirs) = theirs {
                mine.get_or_insert_default().merge(theirs);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits by a formula for rows and columns: houses are complete if boxes are filled row by row.
    fn grid(shape: Shape, digit: impl Fn(usize, usize) -> usize) -> String {
        let cells = shape.all_cells().map(|cell| digit(shape.row(cell), shape.col(cell)));
        cells.map(|index| Digit::from_index(index).to_string()).collect()
    }

    #[test]
    fn a_solution_fills_every_house_and_holds_the_givens() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 5), (5, 5)] {
            let shape = Shape::new(rows, cols).unwrap();
            let (side, rows, cols) = (shape.side(), shape.box_rows(), shape.box_cols());
            let tables = ShapeTables::new(shape);
            let shift = |row: usize| row % rows * cols + row / rows;
            let solution = grid(shape, |row, col| (shift(row) + col) % side);
            let mut cells = [0; Shape::MAX_CELLS];
            let solves =
                |text: &str, cells: &CellDigits| tables.solves(text, cells, &mut [0; Shape::MAX_CELLS]);
            assert!(solves(&solution, &cells), "{shape}, no givens");
            tables.read(&solution, &mut cells).unwrap();
            assert!(solves(&solution, &cells), "{shape}, all given");
            cells[1] = cells[0];
            assert!(!solves(&solution, &cells), "{shape}, another given");
            cells.fill(0);
            assert!(!solves(&grid(shape, |row, col| (row + col) % side), &cells), "{shape}, boxes");
            assert!(!solves(&grid(shape, |_, col| col), &cells), "{shape}, columns");
            assert!(!solves(&grid(shape, |row, _| row), &cells), "{shape}, rows");
            assert!(!solves(&solution[1..], &cells), "{shape}, a cell less");
            assert!(!solves(&solution.replacen('1', ".", 1), &cells), "{shape}, an empty cell");
            assert!(!solves(&solution.replacen('1', "x", 1), &cells), "{shape}, no digit");
        }
    }

    #[test]
    fn digits_are_counted_by_cell() {
        let mut counts = PuzzleCounts::new(Shape::STANDARD);
        let mut values = vec![0; 81 * 10];
        let mut cells = [0; Shape::MAX_CELLS];
        (cells[0], cells[80]) = (1, 9);
        for _ in 0..3 {
            counts.count(2, &cells, &mut values);
        }
        assert_eq!((values[1], values[0], values[80 * 10 + 9], values[10]), (3, 0, 3, 3));
        assert_eq!((counts.rows, counts.givens[2]), (3, 3));
    }
}
