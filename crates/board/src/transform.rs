//! The moves that keep a valid grid valid.
//!
//! ```text
//! digits    every digit renamed                  9!   (3x3 boxes)
//! rows      bands among themselves,              3! * 3!^3
//!           rows within each band
//! columns   stacks, and columns within each      3! * 3!^3
//! transposed    at last: rows become columns, r x c boxes c x r boxes      2
//!
//!  1 2 | 3 4      rows 2, 1, 3, 4      3 4 | 1 2      transposed      3 1 | 2 4
//!  3 4 | 1 2     ----------------->    1 2 | 3 4     ------------>    4 2 | 1 3
//!  ----+----                           ----+----                      ----+----
//!  2 1 | 4 3                           2 1 | 4 3                      1 3 | 4 2
//!  4 3 | 2 1                           4 3 | 2 1                      2 4 | 3 1
//! ```
//!
//! All moves of a shape can be had as one renaming, one order of rows, one of columns, and a transposition or none,
//! which is how a [`Transform`] holds them. Sources: E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006.

use super::{Cell, Digit, Grid, Shape, Solution};

/// A move, or several done one after the other, from grids of one shape to grids of the same or the transposed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transform {
    shape: Shape,
    rows: Order,
    cols: Order,
    digits: Order,
    transposed: bool,
}

/// Where each of up to 25 things goes; those beyond the side stay.
type Order = [u8; Shape::MAX_SIDE];

/// Orders that are no move of the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransformError {
    /// Not every number from 0 to the side comes once.
    #[error("the order of {0} is not a permutation of 0 to the side less one")]
    NoPermutation(&'static str),
    /// Lines of one band or stack would part.
    #[error("the order of {0} takes lines of one box to different boxes")]
    BoxTorn(&'static str),
}

impl Transform {
    /// The move that changes nothing.
    #[expect(clippy::cast_possible_truncation, reason = "below 25")]
    pub fn identity(shape: Shape) -> Self {
        let stay = std::array::from_fn(|i| i as u8);
        Self { shape, rows: stay, cols: stay, digits: stay, transposed: false }
    }

    /// Takes row `r` to row `rows[r]`, column `c` to `cols[c]`, the digit of index `d` to that of index
    /// `digits[d]`, all from 0, then transposes if so wished.
    ///
    /// # Errors
    /// [`TransformError`] if an order is none, or tears a box.
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
            digits: order("digits", shape, digits)?,
            transposed,
        })
    }

    /// The shape of the grids it takes.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The shape of the grids it gives.
    #[inline]
    pub const fn target(&self) -> Shape {
        if self.transposed { self.shape.transposed() } else { self.shape }
    }

    /// Where `cell` goes.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        let row = usize::from(self.rows[self.shape.row(cell)]);
        let col = usize::from(self.cols[self.shape.col(cell)]);
        if self.transposed { self.shape.cell(col, row) } else { self.shape.cell(row, col) }
    }

    /// What `digit` becomes.
    #[inline]
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(usize::from(self.digits[digit.index()]))
    }

    /// The grid moved.
    ///
    /// # Panics
    /// If the grid is of another shape.
    pub fn grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the transform's");
        let mut moved = Grid::empty(self.target());
        for (cell, &digit) in self.shape.all_cells().zip(grid.cells()) {
            moved.set(self.cell(cell), digit.map(|digit| self.digit(digit)));
        }
        moved
    }

    /// The solution moved, which is a solution again.
    ///
    /// # Panics
    /// If the solution is of another shape.
    pub fn solution(&self, solution: &Solution) -> Solution {
        assert_eq!(solution.shape(), self.shape, "a solution of another shape than the transform's");
        let mut moved: Box<[_]> = solution.cells().into();
        for (cell, &digit) in self.shape.all_cells().zip(solution.cells()) {
            moved[self.cell(cell).index()] = self.digit(digit);
        }
        Solution::from_valid(self.target(), moved)
    }

    /// This move, then `next`.
    ///
    /// # Panics
    /// If `next` takes grids of another shape than this gives.
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.target(), next.shape, "a transform for another shape than the one before gives");
        // What `next` does to rows it does to columns of the grid before this one's transposition.
        let (rows, cols) = if self.transposed { (&next.cols, &next.rows) } else { (&next.rows, &next.cols) };
        Self {
            shape: self.shape,
            rows: joined(&self.rows, rows),
            cols: joined(&self.cols, cols),
            digits: joined(&self.digits, &next.digits),
            transposed: self.transposed != next.transposed,
        }
    }

    /// The move that undoes this one.
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

/// Checks an order of rows or columns, `thick` of them to a box.
fn lines(what: &'static str, shape: Shape, places: &[usize], thick: usize) -> Result<Order, TransformError> {
    let order = order(what, shape, places)?;
    let together = |lines: &[usize]| lines.iter().all(|line| line / thick == lines[0] / thick);
    if places.chunks(thick).all(together) { Ok(order) } else { Err(TransformError::BoxTorn(what)) }
}

/// Checks an order.
#[expect(clippy::cast_possible_truncation, reason = "below 25")]
fn order(what: &'static str, shape: Shape, places: &[usize]) -> Result<Order, TransformError> {
    let mut taken = [false; Shape::MAX_SIDE];
    let fresh = |&place: &usize| place < shape.side() && !std::mem::replace(&mut taken[place], true);
    if places.len() != shape.side() || !places.iter().all(fresh) {
        return Err(TransformError::NoPermutation(what));
    }
    Ok(std::array::from_fn(|i| places.get(i).map_or(i as u8, |&place| place as u8)))
}

fn joined(first: &Order, next: &Order) -> Order {
    first.map(|place| next[usize::from(place)])
}

#[expect(clippy::cast_possible_truncation, reason = "below 25")]
fn inverted(order: &Order) -> Order {
    let mut inverse = [0; Shape::MAX_SIDE];
    for (from, &to) in order.iter().enumerate() {
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
    fn the_picture_above() {
        let stay = [0, 1, 2, 3];
        let grid = Grid::parse(small(), "1234341221434321").unwrap();
        let swapped = Transform::new(small(), &[1, 0, 2, 3], &stay, &stay, false).unwrap();
        assert_eq!(swapped.grid(&grid).to_string(), "3412123421434321");
        let flipped = Transform::new(small(), &stay, &stay, &stay, true).unwrap();
        assert_eq!(flipped.grid(&swapped.grid(&grid)), swapped.then(&flipped).grid(&grid));
        assert_eq!(swapped.then(&flipped).grid(&grid).to_string(), "3124421313422431");
    }

    #[test]
    fn transposing_turns_the_boxes() {
        let tall: Shape = "2x3".parse().unwrap();
        let stay: Vec<_> = (0..6).collect();
        let flip = Transform::new(tall, &stay, &stay, &stay, true).unwrap();
        assert_eq!(flip.target().to_string(), "3x2");
        assert_eq!(flip.cell(tall.cell(1, 5)), tall.transposed().cell(5, 1));
        assert_eq!(flip.then(&flip.inverse()), Transform::identity(tall));
    }

    #[test]
    fn orders_that_are_no_moves_are_refused() {
        let stay = [0, 1, 2, 3];
        let with_rows = |rows: &[usize]| Transform::new(small(), rows, &stay, &stay, false);
        assert_eq!(with_rows(&[0, 2, 1, 3]), Err(TransformError::BoxTorn("rows")));
        for bad in [&[0, 1, 2][..], &[0, 1, 2, 4], &[0, 0, 2, 3], &[0, 1, 2, 3, 4]] {
            assert_eq!(with_rows(bad), Err(TransformError::NoPermutation("rows")));
        }
        assert!(with_rows(&[3, 2, 0, 1]).is_ok());
    }
}
