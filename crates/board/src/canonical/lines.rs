//! The 18 lines of a 9x9 grid: rows of the grid, and rows of the transposed grid.

use super::super::{Digit, Grid, Shape, Transform};

/// Values of one line at 0 to 8, 0 where it is empty. Sixteen, so that an index masked to four bits needs no check.
pub(super) type Line = [u8; 16];

/// Lines of both orientations: rows at 0, columns (rows of the transposed grid) at 1.
pub(super) struct Lines(pub(super) [[Line; 9]; 2]);

impl Lines {
    /// Copies a 9x9 grid.
    pub(super) fn of(grid: &Grid) -> Self {
        let mut lines = [[[0; 16]; 9]; 2];
        for (row, cells) in grid.cells().chunks_exact(9).enumerate() {
            for (col, digit) in cells.iter().enumerate() {
                let value = digit.map_or(0, Digit::value);
                lines[0][row][col] = value;
                lines[1][col][row] = value;
            }
        }
        Self(lines)
    }

    /// Returns true if no cell is empty.
    pub(super) fn is_complete(&self) -> bool {
        self.0[0].iter().all(|line| line[..9].iter().all(|&value| value > 0))
    }
}

/// Creates the transform that puts line `lines[k]` of an orientation at row `k` and its cell `cols[p]` at column `p`, and gives the
/// digit of value `v` the value `labels[v]`, or one of those left, in ascending order, if that is not from 1 to 9.
pub(super) fn transform(orientation: usize, lines: &[u8], cols: &[u8], labels: &[u8]) -> Transform {
    let mut taken = 0_u32;
    for &label in &labels[1..=9] {
        taken |= 1 << label;
    }
    let mut left = (1..=9).filter(|label| taken >> label & 1 == 0);
    let digits: [usize; 9] = std::array::from_fn(|index| match labels[index + 1] {
        label @ 1..=9 => usize::from(label) - 1,
        _ => left.next().map_or(0, |label: usize| label - 1),
    });
    let (lines, cols) = (targets(lines), targets(cols));
    let (rows, cols) = if orientation == 0 { (lines, cols) } else { (cols, lines) };
    Transform::from_valid(Shape::STANDARD, &rows, &cols, &digits, orientation == 1)
}

/// Turns an order of lines into the target of each line.
fn targets(order: &[u8]) -> [usize; 9] {
    let mut targets = [0; 9];
    for (target, &line) in order.iter().enumerate() {
        targets[usize::from(line)] = target;
    }
    targets
}
