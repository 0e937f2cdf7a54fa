//! The 18 lines of a 9x9 grid: rows of the grid, and rows of the transposed grid.

use super::{
    super::{Digit, Grid, Shape, Transform},
    Least,
};

/// Mask of nine lines or positions.
pub(super) const ALL: u16 = 0o777;

/// Values of one line at 0 to 8, 0 where it is empty. Sixteen, so that an index masked to four bits needs no check.
pub(super) type Line = [u8; 16];

/// Lines of both orientations: rows at 0, columns (rows of the transposed grid) at 1.
pub(super) struct Lines {
    /// Values.
    pub(super) values: [[Line; 9]; 2],
    /// Positions with a digit in each line, as bits.
    pub(super) givens: [[u16; 9]; 2],
}

impl Lines {
    /// Copies a 9x9 grid. `None` if a house has a digit twice.
    pub(super) fn of(grid: &Grid) -> Option<Self> {
        let mut lines = Self { values: [[[0; 16]; 9]; 2], givens: [[0; 9]; 2] };
        let (mut cols, mut boxes, mut repeated) = ([0_u16; 9], [0_u16; 9], 0);
        let (rows, _) = grid.cells().as_chunks::<9>();
        for (row, cells) in rows.iter().enumerate().take(9) {
            let values = cells.map(|digit| digit.map_or(0, Digit::value) & 15);
            // Bit 0, of empty cells, is left out.
            let bits = values.map(|value| 1_u16 << value & !1);
            for col in 0..9 {
                let is_given = u16::from(values[col] > 0);
                lines.values[0][row][col] = values[col];
                lines.values[1][col][row] = values[col];
                lines.givens[0][row] |= is_given << col;
                lines.givens[1][col] |= is_given << row;
                repeated |= cols[col] & bits[col];
                cols[col] |= bits[col];
            }
            let thirds = [0, 3, 6].map(|col| bits[col] | bits[col + 1] | bits[col + 2]);
            for (number, third) in (row / 3 * 3..).zip(thirds) {
                repeated |= boxes[number] & third;
                boxes[number] |= third;
            }
            let digits = thirds[0] | thirds[1] | thirds[2];
            repeated |= u16::from(digits.count_ones() != lines.givens[0][row].count_ones());
        }
        (repeated == 0).then_some(lines)
    }

    /// Returns true if no cell is empty.
    pub(super) fn is_complete(&self) -> bool {
        self.givens[0] == [ALL; 9]
    }

    /// Puts line `order[k]` of an orientation at row `k` and its cell `cols[p]` at column `p`, and gives the digit of value `v` the
    /// value `labels[v]`, or one of those left, in ascending order, if that is not from 1 to 9.
    pub(super) fn image(
        &self,
        orientation: usize,
        order: &[u8; 9],
        cols: &Line,
        labels: &Line,
        automorphisms: u32,
    ) -> Least {
        let mut cells = Box::new([None; 81]);
        for (row, line) in cells.chunks_exact_mut(9).zip(order) {
            let line = &self.values[orientation][usize::from(*line)];
            for (cell, col) in row.iter_mut().zip(cols) {
                *cell = Digit::new(labels[usize::from(line[usize::from(col & 15)] & 15)] & 15);
            }
        }
        let taken = labels[1..=9].iter().fold(0_u32, |taken, &label| taken | 1 << label);
        let mut left = (1..=9).filter(|label| taken >> label & 1 == 0);
        let digits: [u8; 9] = std::array::from_fn(|index| match labels[index + 1] {
            label @ 1..=9 => label - 1,
            _ => left.next().map_or(0, |label: u8| label - 1),
        });
        let (lines, cols) = (targets(order), targets(&cols[..9]));
        let (rows, cols) = if orientation == 0 { (lines, cols) } else { (cols, lines) };
        let transform = Transform::from_valid(Shape::STANDARD, &rows, &cols, &digits, orientation == 1);
        Least { cells, transform, automorphisms }
    }
}

/// Turns an order of lines into the target of each line.
fn targets(order: &[u8]) -> [u8; 9] {
    let mut targets = [0; 9];
    for (target, &line) in (0..).zip(order) {
        targets[usize::from(line)] = target;
    }
    targets
}
