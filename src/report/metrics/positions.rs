//! Positions of the givens.

use super::Category;
use super::Proportion;
use crate::report::summary::{PuzzleCounts, SYMMETRIES};
use serde::Serialize;

/// Givens by cell, digit and symmetry.
#[derive(Debug, Serialize)]
pub(in crate::report) struct PositionMetrics {
    /// The side of the grid.
    pub(in crate::report) side: usize,
    /// Rows with a given in each cell, row by row.
    pub(in crate::report) cells: Vec<u64>,
    /// Rows with each digit (inner) in each cell (outer).
    pub(in crate::report) digits: Vec<Vec<u64>>,
    /// Givens of each digit.
    pub(in crate::report) by_digit: Vec<u64>,
    /// Rows whose cells of givens have a symmetry; one may have several.
    pub(in crate::report) symmetries: Vec<Category>,
}

impl PositionMetrics {
    pub(super) fn of(puzzles: &PuzzleCounts) -> Option<Self> {
        if puzzles.rows == 0 {
            return None;
        }
        let side = puzzles.shape().side();
        let digits: Vec<Vec<u64>> = puzzles.digits.chunks_exact(side).map(<[u64]>::to_vec).collect();
        let symmetry = |(symmetry, &rows): (&crate::board::Symmetry, &u64)| Category {
            name: symmetry.name().to_owned(),
            share: Proportion::of(rows, puzzles.rows),
        };
        Some(Self {
            side,
            cells: digits.iter().map(|cell| cell.iter().sum()).collect(),
            by_digit: (0..side).map(|digit| digits.iter().map(|cell| cell[digit]).sum()).collect(),
            digits,
            symmetries: SYMMETRIES.iter().zip(&puzzles.symmetric).map(symmetry).collect(),
        })
    }
}
