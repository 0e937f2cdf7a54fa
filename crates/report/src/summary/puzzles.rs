//! Statistics of the puzzles: givens, cells, digits, symmetry, and agreement with the other columns.

use super::batch::{Batch, MISSING};
use arrow_array::Array;
use gridmill_board::{Digit, Shape, Symmetry};
use gridmill_tables::schema::{ColumnId, arrow::text};

/// The symmetries looked for.
pub(crate) const SYMMETRIES: [Symmetry; 7] = [
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
pub(crate) struct Offences {
    pub(crate) rows: u64,
    /// The least of their puzzles, as text.
    pub(crate) least: Option<String>,
}

/// Counts over puzzles.
#[derive(Debug, Clone)]
pub(crate) struct PuzzleCounts {
    tables: ShapeTables,
    /// Rows whose puzzle can be read.
    pub(crate) rows: u64,
    /// Rows by number of givens.
    pub(crate) givens: Vec<u64>,
    /// Count of each digit in each cell: side numbers for each cell.
    pub(crate) digits: Vec<u64>,
    /// Rows with each of [`SYMMETRIES`].
    pub(crate) symmetric: [u64; SYMMETRIES.len()],
    /// Rows without a puzzle, or with one that cannot be read.
    pub(crate) unreadable: Offences,
    /// Rows whose `givens` column says another number; `None` without the column.
    pub(crate) other_givens: Option<Offences>,
    /// Rows whose solution is none, or does not hold the givens; `None` without the column.
    pub(crate) other_solution: Option<Offences>,
}

/// Lookup tables of a shape.
#[derive(Debug, Clone)]
struct ShapeTables {
    shape: Shape,
    /// Digit of each byte, 0 for empty.
    digit_of: Box<[u8; 256]>,
    /// Row, column and box of each cell.
    houses: Vec<[u8; 3]>,
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
        #[expect(clippy::cast_possible_truncation, reason = "below 25")]
        let houses = shape
            .all_cells()
            .map(|cell| [shape.row(cell) as u8, shape.col(cell) as u8, shape.box_of(cell) as u8]);
        #[expect(clippy::cast_possible_truncation, reason = "below 625")]
        let pairs = |symmetry: Symmetry| {
            let orbits = symmetry.orbits(shape).into_iter();
            let pair = |orbit: Vec<gridmill_board::Cell>| {
                let first = orbit[0].index() as u16;
                orbit.into_iter().skip(1).map(move |other| (first, other.index() as u16))
            };
            orbits.flat_map(pair).collect()
        };
        Self { shape, digit_of, houses: houses.collect(), pairs: SYMMETRIES.into_iter().map(pairs).collect() }
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
        readable.then_some(givens)
    }

    /// Returns true if `text` is a complete grid that holds the givens.
    fn solves(&self, text: &str, cells: &CellDigits) -> bool {
        if text.len() != self.shape.cells() {
            return false;
        }
        let mut seen = [[0_u32; Shape::MAX_SIDE]; 3];
        let mut agrees = true;
        for ((byte, houses), &given) in text.bytes().zip(&self.houses).zip(cells) {
            let digit = self.digit_of[usize::from(byte)];
            agrees &= digit != NONE && (given == 0 || given == digit);
            let bit = 1_u32 << (digit & 31);
            for (seen, house) in seen.iter_mut().zip(houses) {
                seen[usize::from(*house)] |= bit;
            }
        }
        let side = self.shape.side();
        let full = ((1_u32 << side) - 1) << 1;
        agrees && seen.iter().all(|houses| houses[..side].iter().all(|&house| house == full))
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

    pub(crate) const fn shape(&self) -> Shape {
        self.tables.shape
    }

    /// Adds a batch, calls `see` with each readable puzzle, and returns the number of givens by row ([`MISSING`] of what
    /// cannot be read).
    pub(crate) fn absorb(
        &mut self,
        batch: Batch<'_>,
        mut see: impl FnMut(usize, &str, &CellDigits),
    ) -> Vec<u64> {
        let mut givens = vec![MISSING; batch.rows()];
        let puzzles = batch.texts(ColumnId::Puzzle);
        let (claimed, solutions) = (batch.whole(ColumnId::Givens), batch.texts(ColumnId::Solution));
        let mut cells = [0; Shape::MAX_CELLS];
        for (row, givens) in givens.iter_mut().enumerate() {
            let puzzle = puzzles.and_then(|texts| text(texts, row)).unwrap_or("");
            let Some(found) = self.tables.read(puzzle, &mut cells) else {
                self.unreadable.add(puzzle);
                continue;
            };
            *givens = found.into();
            self.count(found, &cells);
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
                let solves = self.tables.solves(solution, &cells);
                let other = self.other_solution.get_or_insert_default();
                if !solves {
                    other.add(puzzle);
                }
            }
        }
        givens
    }

    fn count(&mut self, givens: u16, cells: &CellDigits) {
        let shape = self.tables.shape;
        self.rows += 1;
        self.givens[usize::from(givens)] += 1;
        for (counts, &digit) in self.digits.chunks_exact_mut(shape.side()).zip(cells) {
            if digit > 0 {
                counts[usize::from(digit) - 1] += 1;
            }
        }
        let given = |cell: u16| cells[usize::from(cell)] != 0;
        for (count, pairs) in self.symmetric.iter_mut().zip(&self.tables.pairs) {
            *count += u64::from(pairs.iter().all(|&(one, other)| given(one) == given(other)));
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.givens, &other.givens);
        add(&mut self.digits, &other.digits);
        add(&mut self.symmetric, &other.symmetric);
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
