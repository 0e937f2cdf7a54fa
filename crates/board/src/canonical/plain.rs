//! Plain search for the canonical form, for any shape with few orders of columns.
//!
//! ```text
//! for each orientation that has the shape of the grid
//!     for each order of columns
//!         place row after row, any that the bands allow; digits are named as they appear
//!         stop at the first row that is greater than that of the least grid so far
//! ```

use super::{Least, orders};
use crate::{Digit, Grid, Shape, Transform};

/// Finds the least grid among all transforms of `grid`, by search through all orders of columns and rows.
pub(super) fn least(grid: &Grid) -> Least {
    let search = Search::run(grid);
    let cells = search.least.into_iter().map(Digit::new).collect();
    Least { cells, transform: search.transform.unwrap(), automorphisms: search.minimisers }
}

/// Search through the orders of rows, below one orientation and one order of columns.
struct Search {
    shape: Shape,
    /// Values of the grid, transposed or not.
    rows: Vec<Vec<u8>>,
    transposed: bool,
    /// Column of the grid at each position.
    cols: Vec<usize>,
    /// Row of the grid at each position filled so far.
    order: Vec<usize>,
    /// Least values so far: rows of a prefix that may be shorter than the grid while the search is below it.
    least: Vec<u8>,
    /// One transform to `least`.
    transform: Option<Transform>,
    /// Number of orders that give `least`.
    minimisers: u32,
}

impl Search {
    /// Searches all orders of columns and rows.
    fn run(grid: &Grid) -> Self {
        let shape = grid.shape();
        let side = shape.side();
        let mut search = Self {
            shape,
            rows: Vec::new(),
            transposed: false,
            cols: Vec::new(),
            order: Vec::new(),
            least: Vec::new(),
            transform: None,
            minimisers: 0,
        };
        for transposed in [false, true] {
            if transposed && shape.transposed() != shape {
                continue;
            }
            let value = |row, col| {
                let cell = if transposed { shape.cell(col, row) } else { shape.cell(row, col) };
                grid.get(cell).map_or(0, Digit::value)
            };
            search.transposed = transposed;
            search.rows = (0..side).map(|row| (0..side).map(|col| value(row, col)).collect()).collect();
            for cols in orders(shape.box_rows(), shape.box_cols()) {
                search.cols = cols;
                search.extend(&vec![0; side + 1], 0);
            }
        }
        search
    }

    /// Places one more row in each possible way. `labels` has the new value of each digit, 0 if none yet; `named` counts these.
    fn extend(&mut self, labels: &[u8], named: u8) {
        let side = self.shape.side();
        let depth = self.order.len();
        if depth == side {
            if self.minimisers == 0 {
                self.transform = Some(self.transform_of(labels));
            }
            self.minimisers += 1;
            return;
        }
        for row in 0..side {
            if self.order.contains(&row) || !self.continues_band(row) {
                continue;
            }
            let (mut labels, mut named) = (labels.to_vec(), named);
            let text: Vec<u8> =
                self.cols.iter().map(|&col| label(self.rows[row][col], &mut labels, &mut named)).collect();
            let at = depth * side;
            if self.least.len() > at {
                if self.least[at..at + side] < text[..] {
                    continue;
                }
                if self.least[at..at + side] > text[..] {
                    self.least.truncate(at);
                    self.minimisers = 0;
                }
            }
            if self.least.len() == at {
                self.least.extend(text);
            }
            self.order.push(row);
            self.extend(&labels, named);
            self.order.pop();
        }
    }

    /// Returns true if `row` may follow: it begins a band, or belongs to the band that is begun.
    fn continues_band(&self, row: usize) -> bool {
        let per_band = self.shape.box_rows();
        let begun = !self.order.len().is_multiple_of(per_band);
        !begun || self.order.last().is_none_or(|last| last / per_band == row / per_band)
    }

    /// Returns the transform of this order. Digits without label take those left, in ascending order.
    fn transform_of(&self, labels: &[u8]) -> Transform {
        let mut left = (1..).filter(|label| !labels[1..].contains(label));
        let digits: Vec<u8> = labels[1..]
            .iter()
            .map(|&label| if label > 0 { label - 1 } else { left.next().map_or(0, |label| label - 1) })
            .collect();
        let (lines, cols) = (targets(&self.order), targets(&self.cols));
        let (rows, cols) = if self.transposed { (cols, lines) } else { (lines, cols) };
        Transform::from_valid(self.shape, &rows, &cols, &digits, self.transposed)
    }
}

/// Returns the new value of a cell, naming its digit if it has no name yet.
fn label(value: u8, labels: &mut [u8], named: &mut u8) -> u8 {
    let label = &mut labels[usize::from(value)];
    if value > 0 && *label == 0 {
        *named += 1;
        *label = *named;
    }
    *label
}

/// Turns an order of lines into the target of each line.
fn targets(order: &[usize]) -> Vec<u8> {
    let mut targets = vec![0; order.len()];
    for (target, &line) in (0..).zip(order) {
        targets[line] = target;
    }
    targets
}
