//! Ambiguous boards: puzzles that lose givens until they have several solutions.
//!
//! ```text
//! order of removal   r3c1  r7c8  r2c2           numbers of solutions 1, 1, 4: in 2..10, so three givens go
//!                    r5c5                       38: jumped over the range, so another order is drawn
//! ```

use super::{BoardError, BoardLabel, BoardSource, CellMask, CountRange, DerivedBoard, TwoSolvers};
use crate::random;
use gridmill_board::{Cell, CellSet, Grid, Solution};
use rand::Rng;

/// Orders of removal that are drawn for one puzzle.
pub(super) const ORDERS: usize = 64;

/// Label of a board with several solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmbiguousLabel {
    /// All solutions, in ascending order of their text.
    pub solutions: Vec<Solution>,
    /// Cells where solutions differ.
    pub ambiguous: CellMask,
    /// Smallest sets of cells in which two solutions differ: all of those with the fewest cells, in ascending order of their text.
    pub differing_sets: Vec<CellMask>,
}

/// Removes givens until the number of solutions is in the range; `None` if all orders jump over it.
pub(super) fn make(
    BoardSource { puzzle, .. }: BoardSource<'_>,
    range: CountRange,
    solvers: &mut TwoSolvers,
    rng: &mut impl Rng,
) -> Result<Option<DerivedBoard>, BoardError> {
    let mut order: Vec<Cell> = puzzle.shape().all_cells().filter(|&c| puzzle.get(c).is_some()).collect();
    for _ in 0..ORDERS {
        random::shuffle(rng, &mut order);
        let Some(grid) = first_in_range(puzzle, &order, range, solvers)? else { continue };
        let Some(solutions) = solvers.list(&grid, range.most())? else {
            return Err(BoardError::Disagreement(grid));
        };
        let label = BoardLabel::Ambiguous(AmbiguousLabel::of(solutions));
        return Ok(Some(DerivedBoard { grid, label }));
    }
    Ok(None)
}

/// Removes givens in this order until the number of solutions is in the range; `None` if it jumps over it.
fn first_in_range(
    puzzle: &Grid,
    order: &[Cell],
    range: CountRange,
    solvers: &mut TwoSolvers,
) -> Result<Option<Grid>, BoardError> {
    let mut board = puzzle.clone();
    for &cell in order {
        board.set(cell, None);
        let count = solvers.fast.count(&board, u64::from(range.most()) + 1)?;
        if range.contains(count.solutions) {
            return Ok(Some(board));
        }
        if count.solutions > u64::from(range.most()) {
            break;
        }
    }
    Ok(None)
}

impl AmbiguousLabel {
    /// Compares solutions.
    pub(super) fn of(solutions: Vec<Solution>) -> Self {
        let mut ambiguous = CellSet::EMPTY;
        let mut smallest: Vec<CellSet> = Vec::new();
        for (place, one) in solutions.iter().enumerate() {
            for other in &solutions[..place] {
                let differ = differing(one, other);
                ambiguous |= differ;
                let least = smallest.first().map_or(u32::MAX, |set| set.len());
                if differ.len() < least {
                    smallest.clear();
                }
                if differ.len() <= least && !smallest.contains(&differ) {
                    smallest.push(differ);
                }
            }
        }
        let shape = solutions.first().map_or(gridmill_board::Shape::STANDARD, Solution::shape);
        // The text of `.` comes before that of `x`, as its cell is empty.
        smallest.sort_unstable_by_key(|set| set.bits().reverse_bits());
        let mask = |cells| CellMask::new(shape, cells);
        let differing_sets = smallest.into_iter().map(mask).collect();
        Self { solutions, ambiguous: mask(ambiguous), differing_sets }
    }
}

/// Returns the cells where two solutions differ.
fn differing(one: &Solution, other: &Solution) -> CellSet {
    one.shape().all_cells().filter(|&cell| one.get(cell) != other.get(cell)).collect()
}
