//! `Shape`: the size of a Sudoku, as box rows by box columns.
//!
//! ```text
//! 2x3:  side 6, boxes of 2 rows x 3 columns     . . . | . . .
//!       bands  = side / box rows = 3            . . . | . . .
//!       stacks = side / box columns = 2         ------+------  ...
//! ```

use super::cell::{Cell, MAX_CELLS};
use std::{fmt, str::FromStr};

/// Shape of a grid: the rows and columns of a box, each 2 to 5. Their product is the side: cells in a house, and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    box_rows: u8,
    box_cols: u8,
}

/// Error: text or numbers that are not a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no box shape; give rows x columns, each 2 to 5, such as 2x2, 2x3, 3x3 or 4x4")]
pub struct ShapeError {
    found: String,
}

impl Shape {
    /// Usual 9x9 Sudoku with 3x3 boxes.
    pub const STANDARD: Self = Self { box_rows: 3, box_cols: 3 };
    /// Largest side, of 5x5 boxes.
    pub const MAX_SIDE: usize = 25;
    /// Number of cells of the largest shape.
    #[doc(hidden)]
    pub const MAX_CELLS: usize = MAX_CELLS;

    /// Creates the shape with boxes of `rows` x `cols` cells, each 2 to 5.
    ///
    /// # Errors
    /// [`ShapeError`] outside that range.
    pub fn new(rows: u8, cols: u8) -> Result<Self, ShapeError> {
        if (2..=5).contains(&rows) && (2..=5).contains(&cols) {
            Ok(Self { box_rows: rows, box_cols: cols })
        } else {
            Err(ShapeError { found: format!("{rows}x{cols}") })
        }
    }

    /// Returns the shape of a grid with this many cells: boxes as square as possible, and not taller than wide. `None` if
    /// no shape has this many cells.
    ///
    /// ```
    /// use gridmill_board::Shape;
    ///
    /// assert_eq!(Shape::of_cells(81), Some(Shape::STANDARD));
    /// assert_eq!(Shape::of_cells(36), Shape::new(2, 3).ok());
    /// assert_eq!(Shape::of_cells(49), None);
    /// ```
    pub fn of_cells(cells: usize) -> Option<Self> {
        // No two shapes that are not taller than wide have the same number of cells.
        let shapes =
            (2..=5).flat_map(|rows| (rows..=5).map(move |cols| Self { box_rows: rows, box_cols: cols }));
        shapes.into_iter().find(|shape| shape.cells() == cells)
    }

    /// Returns the rows of a box.
    #[inline]
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Returns the columns of a box.
    #[inline]
    pub const fn box_cols(self) -> usize {
        self.box_cols as usize
    }

    /// Returns the shape with rows and columns exchanged.
    #[inline]
    pub const fn transposed(self) -> Self {
        Self { box_rows: self.box_cols, box_cols: self.box_rows }
    }

    /// Returns the number of cells in a house, which is also the number of digits.
    #[inline]
    pub const fn side(self) -> usize {
        self.box_rows() * self.box_cols()
    }

    /// Returns the number of cells of the grid.
    #[inline]
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Iterates over all cells, row by row.
    #[inline]
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.cells()).map(Cell::new)
    }

    /// Returns the row of `cell`, from 0.
    #[inline]
    pub const fn row(self, cell: Cell) -> usize {
        cell.index() / self.side()
    }

    /// Returns the column of `cell`, from 0.
    #[inline]
    pub const fn col(self, cell: Cell) -> usize {
        cell.index() % self.side()
    }

    /// Returns the box of `cell`, from 0, numbered left to right, then down.
    #[inline]
    pub const fn box_of(self, cell: Cell) -> usize {
        self.row(cell) / self.box_rows() * self.box_rows() + self.col(cell) / self.box_cols()
    }

    /// Returns the cell at (`row`, `col`), each from 0.
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> Cell {
        Cell::new(row * self.side() + col)
    }

    /// Iterates over the cells of box `number` in reading order.
    #[inline]
    pub fn box_cells(self, number: usize) -> impl Iterator<Item = Cell> {
        let top = number / self.box_rows() * self.box_rows();
        let left = number % self.box_rows() * self.box_cols();
        let cols = self.box_cols();
        (0..self.side()).map(move |i| self.cell(top + i / cols, left + i % cols))
    }

    /// Returns the number of complete grids, for 4x4, 6x6 and 9x9 only.
    ///
    /// Sources: B. Felgenhauer and F. Jarvis, "Enumerating Possible Sudoku Grids", 2005; 6x6 from OEIS A107739.
    #[doc(hidden)]
    pub const fn complete_grids(self) -> Option<u128> {
        match (self.box_rows, self.box_cols) {
            (2, 2) => Some(288),
            (2, 3) | (3, 2) => Some(28_200_960),
            (3, 3) => Some(6_670_903_752_021_072_936_960),
            _ => None,
        }
    }

    /// Returns a lower bound for the number of givens of a puzzle.
    ///
    /// The bound is exact for 4x4: 4, 6x6: 8, 8x8: 14 (exhaustive searches) and 9x9: 17 (McGuire, Tugemann, Civario 2012).
    /// Other shapes have the trivial bound: all digits but one must appear among the givens.
    pub const fn fewest_givens(self) -> usize {
        match (self.box_rows, self.box_cols) {
            (2, 2) => 4,
            (2, 3) | (3, 2) => 8,
            (2, 4) | (4, 2) => 14,
            (3, 3) => 17,
            _ => self.side() - 1,
        }
    }

    /// Returns the number of givens below which no search here has come, or comes in any time: eight standard deviations below the mean of
    /// random minimal puzzles, and less where these were not measured. Where the fewest possible are known, it is that.
    ///
    /// Means and deviations of top-down digging: 2x5 32.8 and 1.35, 3x4 47.6 and 1.58, 3x5 81.4 and 2.16, 4x4 94.0 and 2.38 (300 each).
    #[doc(hidden)]
    pub const fn fewest_givens_in_reach(self) -> usize {
        match (self.box_rows, self.box_cols) {
            (2, 5) | (5, 2) => 22,
            (3, 4) | (4, 3) => 35,
            (3, 5) | (5, 3) => 64,
            (4, 4) => 75,
            (4, 5) | (5, 4) => 120,
            (5, 5) => 190,
            _ => self.fewest_givens(),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_cols)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let numbers =
            text.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
        numbers
            .and_then(|(rows, cols)| Self::new(rows, cols).ok())
            .ok_or_else(|| ShapeError { found: text.to_owned() })
    }
}

#[cfg(feature = "serde")]
crate::text_in_data!(Shape);

impl Cell {
    /// Returns the name of the cell, such as `r1c1` for the first: rows and columns count from 1.
    pub fn name(self, shape: Shape) -> String {
        format!("r{}c{}", shape.row(self) + 1, shape.col(self) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_one() {
        assert_eq!(Cell::new(0).name(Shape::STANDARD), "r1c1");
        assert_eq!(Cell::new(80).name(Shape::STANDARD), "r9c9");
        assert_eq!(Cell::new(25).name("5x5".parse().unwrap()), "r2c1");
    }

    #[test]
    fn boxes_tile_the_grid_in_every_shape() {
        for (rows, cols) in (2..=5).flat_map(|r| (2..=5).map(move |c| (r, c))) {
            let shape = Shape::new(rows, cols).unwrap();
            let mut seen = vec![0; shape.cells()];
            for number in 0..shape.side() {
                for cell in shape.box_cells(number) {
                    assert_eq!(shape.box_of(cell), number);
                    seen[cell.index()] += 1;
                }
            }
            assert!(seen.iter().all(|&n| n == 1));
        }
    }

    #[test]
    fn numbers_of_cells_belong_to_one_shape() {
        let sides: Vec<usize> = (0..=Shape::MAX_CELLS).filter_map(Shape::of_cells).map(Shape::side).collect();
        assert_eq!(sides, [4, 6, 8, 9, 10, 12, 15, 16, 20, 25]);
    }

    #[test]
    fn text_round_trips_and_errors_list_valid_values() {
        assert_eq!("2x4".parse::<Shape>().unwrap().to_string(), "2x4");
        for bad in ["", "3", "3x", "1x4", "6x6", "3x3x3", "-2x2", "two"] {
            let message = bad.parse::<Shape>().unwrap_err().to_string();
            assert!(message.contains(bad) && message.contains("each 2 to 5"), "{message}");
        }
    }
}
