//! `Transform`: the transforms that keep a valid grid valid.
//!
//! ```text
//! digits       renames the digits                              9!           (numbers for 3x3 boxes)
//! rows         permutes bands, and the rows of each band       3! * 3!^3
//! columns      permutes stacks, and the columns of each stack  3! * 3!^3
//! transposed   exchanges rows and columns, as the last step    2            (boxes of r x c become c x r)
//!
//!  1 2 | 3 4      rows 2, 1, 3, 4      3 4 | 1 2      transposed      3 1 | 2 4
//!  3 4 | 1 2     ----------------->    1 2 | 3 4     ------------>    4 2 | 1 3
//!  ----+----                           ----+----                      ----+----
//!  2 1 | 4 3                           2 1 | 4 3                      1 3 | 4 2
//!  4 3 | 2 1                           4 3 | 2 1                      2 4 | 3 1
//! ```
//!
//! Every transform of a shape is one renaming, one permutation of rows, one of columns, and a transposition or none. A
//! [`Transform`] holds these four, and [`mod@text`] writes and reads them as one word: `3x3-d314592687-r132465879-c123456789-t`.
//!
//! Source: E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006.

mod text;

use super::{Cell, Digit, Grid, Shape, Solution};
pub use text::TransformTextError;

/// Transform of the grids of one shape to grids of the same shape or the transposed one.
///
/// Its text is one word, with all that is needed to apply it: the shape, then the target of each digit, row and column, and `t` where the
/// grid is transposed at the end. It never changes, and each transform has exactly one text.
///
/// ```text
/// 3x3-d314592687-r132465879-c123456789-t
///      |          |          |         rows and columns are exchanged at the end
///      |          |          columns stay
///      |          row 1 stays, row 2 moves to row 3, row 3 to row 2, row 5 to row 6 ...
///      digit 1 becomes 3, digit 2 becomes 1, digit 3 becomes 4 ...
/// ```
///
/// Digits, rows and columns above 9 are letters, as digits of grids are: `A` is 10, `P` is 25.
///
/// ```
/// use gridmill_board::{Grid, Transform};
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let transform: Transform = "3x3-d314592687-r132465879-c123456789-t".parse()?;
/// let image = transform.grid(&puzzle);
/// assert_eq!(image.to_string(), "9.2865...47.....2..8.........3..85..6.721.3.8..9..47.........1..2.....86...4239.7");
/// assert_eq!(transform.inverse().to_string(), "3x3-d261347985-r123456789-c132465879-t");
/// assert_eq!(transform.inverse().grid(&image), puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transform {
    shape: Shape,
    rows: Permutation,
    cols: Permutation,
    digits: Permutation,
    transposed: bool,
}

/// Permutation of up to 25 lines or digits, as the target of each. Those beyond the side are fixed.
type Permutation = [u8; Shape::MAX_SIDE];

/// Error: permutations that are not a transform of the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransformError {
    /// Some number from 0 to the side less one is missing or repeated.
    #[error("the order of {0} is not a permutation of 0 to the side less one")]
    NoPermutation(&'static str),
    /// Lines of one band or stack would be separated.
    #[error("the order of {0} takes lines of one box to different boxes")]
    BoxTorn(&'static str),
}

impl Transform {
    /// Returns the transform that changes nothing.
    #[expect(clippy::cast_possible_truncation, reason = "below 25")]
    pub fn identity(shape: Shape) -> Self {
        let identity = std::array::from_fn(|i| i as u8);
        Self { shape, rows: identity, cols: identity, digits: identity, transposed: false }
    }

    /// Creates the transform that moves row `r` to row `rows[r]` and column `c` to `cols[c]`, replaces the digit of index `d`
    /// by that of index `digits[d]`, all from 0, then transposes the grid if `transposed` is true.
    ///
    /// # Errors
    /// [`TransformError`] if an order is not a permutation, or separates the lines of a band or stack.
    pub fn new(
        shape: Shape,
        rows: &[usize],
        cols: &[usize],
        digits: &[usize],
        transposed: bool,
    ) -> Result<Self, TransformError> {
        Ok(Self {
            shape,
            rows: lines("rows", shape, rows, shape.box_rows())?,
            cols: lines("columns", shape, cols, shape.box_cols())?,
            digits: permutation("digits", shape, digits)?,
            transposed,
        })
    }

    /// Creates a transform from permutations that are known to be one, as [`new`](Self::new) takes them. Only debug builds check.
    pub(super) fn from_valid(
        shape: Shape,
        rows: &[u8],
        cols: &[u8],
        digits: &[u8],
        transposed: bool,
    ) -> Self {
        let mut transform = Self { transposed, ..Self::identity(shape) };
        transform.rows[..rows.len()].copy_from_slice(rows);
        transform.cols[..cols.len()].copy_from_slice(cols);
        transform.digits[..digits.len()].copy_from_slice(digits);
        #[cfg(debug_assertions)]
        {
            let [rows, cols, digits] =
                [rows, cols, digits].map(|order| order.iter().copied().map(usize::from).collect::<Vec<_>>());
            assert_eq!(Self::new(shape, &rows, &cols, &digits, transposed), Ok(transform), "no transform");
        }
        transform
    }

    /// Returns the shape of the grids before the transform.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the shape of the grids after the transform.
    #[inline]
    pub const fn target(&self) -> Shape {
        if self.transposed { self.shape.transposed() } else { self.shape }
    }

    /// Returns the image of `cell`.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        let row = usize::from(self.rows[self.shape.row(cell)]);
        let col = usize::from(self.cols[self.shape.col(cell)]);
        if self.transposed { self.shape.cell(col, row) } else { self.shape.cell(row, col) }
    }

    /// Returns the image of `digit`.
    #[inline]
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(usize::from(self.digits[digit.index()]))
    }

    /// Transforms a grid.
    ///
    /// # Panics
    /// Panics if the grid has another shape.
    pub fn grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the transform's");
        let mut result = Grid::empty(self.target());
        for (cell, &digit) in self.shape.all_cells().zip(grid.cells()) {
            result.set(self.cell(cell), digit.map(|digit| self.digit(digit)));
        }
        result
    }

    /// Transforms a solution, which gives a solution again.
    ///
    /// # Panics
    /// Panics if the solution has another shape.
    pub fn solution(&self, solution: &Solution) -> Solution {
        assert_eq!(solution.shape(), self.shape, "a solution of another shape than the transform's");
        let mut result: Box<[_]> = solution.cells().into();
        for (cell, &digit) in self.shape.all_cells().zip(solution.cells()) {
            result[self.cell(cell).index()] = self.digit(digit);
        }
        Solution::from_valid(self.target(), result)
    }

    /// Returns the composition: this transform, then `next`.
    ///
    /// # Panics
    /// Panics if `next` is for another shape than the target of this transform.
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.target(), next.shape, "a transform for another shape than the one before gives");
        // The rows of `next` are the columns of the grid before the transposition of this transform.
        let (rows, cols) = if self.transposed { (&next.cols, &next.rows) } else { (&next.rows, &next.cols) };
        Self {
            shape: self.shape,
            rows: composed(&self.rows, rows),
            cols: composed(&self.cols, cols),
            digits: composed(&self.digits, &next.digits),
            transposed: self.transposed != next.transposed,
        }
    }

    /// Returns the inverse transform.
    pub fn inverse(&self) -> Self {
        let (rows, cols) = if self.transposed { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        Self {
            shape: self.target(),
            rows: inverted(rows),
            cols: inverted(cols),
            digits: inverted(&self.digits),
            transposed: self.transposed,
        }
    }
}

/// Checks a permutation of rows or columns, with `per_box` of them in a box.
fn lines(
    what: &'static str,
    shape: Shape,
    targets: &[usize],
    per_box: usize,
) -> Result<Permutation, TransformError> {
    let permutation = permutation(what, shape, targets)?;
    let together = |lines: &[usize]| lines.iter().all(|line| line / per_box == lines[0] / per_box);
    if targets.chunks(per_box).all(together) { Ok(permutation) } else { Err(TransformError::BoxTorn(what)) }
}

/// Checks a permutation of rows, columns or digits.
#[expect(clippy::cast_possible_truncation, reason = "below 25")]
fn permutation(what: &'static str, shape: Shape, targets: &[usize]) -> Result<Permutation, TransformError> {
    let mut taken = [false; Shape::MAX_SIDE];
    let unused = |&target: &usize| target < shape.side() && !std::mem::replace(&mut taken[target], true);
    if targets.len() != shape.side() || !targets.iter().all(unused) {
        return Err(TransformError::NoPermutation(what));
    }
    Ok(std::array::from_fn(|i| targets.get(i).map_or(i as u8, |&target| target as u8)))
}

/// Composes two permutations.
fn composed(first: &Permutation, next: &Permutation) -> Permutation {
    first.map(|target| next[usize::from(target)])
}

/// Inverts a permutation.
#[expect(clippy::cast_possible_truncation, reason = "below 25")]
fn inverted(permutation: &Permutation) -> Permutation {
    let mut inverse = [0; Shape::MAX_SIDE];
    for (from, &to) in permutation.iter().enumerate() {
        inverse[usize::from(to)] = from as u8;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Shape {
        "2x2".parse().unwrap()
    }

    #[test]
    fn the_example_of_the_module_holds() {
        let identity = [0, 1, 2, 3];
        let grid = Grid::parse(small(), "1234341221434321").unwrap();
        let swapped = Transform::new(small(), &[1, 0, 2, 3], &identity, &identity, false).unwrap();
        assert_eq!(swapped.grid(&grid).to_string(), "3412123421434321");
        let flipped = Transform::new(small(), &identity, &identity, &identity, true).unwrap();
        assert_eq!(flipped.grid(&swapped.grid(&grid)), swapped.then(&flipped).grid(&grid));
        assert_eq!(swapped.then(&flipped).grid(&grid).to_string(), "3124421313422431");
    }

    #[test]
    fn transposing_turns_the_boxes() {
        let tall: Shape = "2x3".parse().unwrap();
        let identity: Vec<_> = (0..6).collect();
        let flip = Transform::new(tall, &identity, &identity, &identity, true).unwrap();
        assert_eq!(flip.target().to_string(), "3x2");
        assert_eq!(flip.cell(tall.cell(1, 5)), tall.transposed().cell(5, 1));
        assert_eq!(flip.then(&flip.inverse()), Transform::identity(tall));
    }

    #[test]
    fn orders_that_are_no_transforms_are_rejected() {
        let identity = [0, 1, 2, 3];
        let with_rows = |rows: &[usize]| Transform::new(small(), rows, &identity, &identity, false);
        assert_eq!(with_rows(&[0, 2, 1, 3]), Err(TransformError::BoxTorn("rows")));
        for bad in [&[0, 1, 2][..], &[0, 1, 2, 4], &[0, 0, 2, 3], &[0, 1, 2, 3, 4]] {
            assert_eq!(with_rows(bad), Err(TransformError::NoPermutation("rows")));
        }
        assert!(with_rows(&[3, 2, 0, 1]).is_ok());
    }
}
