//! Broken boards: puzzles with one wrong digit, which leaves no solution although no house shows a digit twice.

use super::{
    BoardError, BoardLabel, BoardSource, CellMask, DerivedBoard, TwoSolvers,
    conflict::{self, LeastConflict},
};
use crate::random;
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use rand::Rng;

/// Label of a board with a wrong digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenLabel {
    /// Cell of the wrong digit.
    pub wrong_cell: Cell,
    /// The wrong digit.
    pub wrong_digit: Digit,
    /// Fewest givens that leave no solution together with the wrong digit; `None` if the search for them took too much work.
    pub conflict: Option<CellMask>,
}

/// Adds a wrong digit; `None` if every wrong digit is shown by a given that its cell sees.
pub(super) fn make(
    BoardSource { puzzle, solution, .. }: BoardSource<'_>,
    solvers: &mut TwoSolvers,
    rng: &mut impl Rng,
) -> Result<Option<DerivedBoard>, BoardError> {
    let wrong = hidden_mistakes(puzzle, solution);
    if wrong.is_empty() {
        return Ok(None);
    }
    let (wrong_cell, wrong_digit) = wrong[random::index_below(rng, wrong.len())];
    let mut grid = puzzle.clone();
    grid.set(wrong_cell, Some(wrong_digit));
    if !solvers.has_none(&grid)? {
        return Err(BoardError::Disagreement(grid));
    }
    let conflict = match conflict::least(puzzle, (wrong_cell, wrong_digit), &mut *solvers.fast)? {
        LeastConflict::Cells(cells) => {
            let conflict = conflict::with_givens(puzzle, (wrong_cell, wrong_digit), cells);
            if !solvers.has_none(&conflict)? {
                return Err(BoardError::Disagreement(conflict));
            }
            Some(CellMask::new(puzzle.shape(), cells))
        }
        LeastConflict::OutOfBudget => None,
    };
    let label = BoardLabel::Broken(BrokenLabel { wrong_cell, wrong_digit, conflict });
    Ok(Some(DerivedBoard { grid, label }))
}

/// Lists empty cells with wrong digits that no given shows in their row, column and box, in ascending order.
fn hidden_mistakes(puzzle: &Grid, solution: &Solution) -> Vec<(Cell, Digit)> {
    let shape = puzzle.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for cell in shape.all_cells() {
        if let Some(digit) = puzzle.get(cell) {
            for (free, house) in free.iter_mut().zip(houses(cell)) {
                free[house].remove(digit);
            }
        }
    }
    let empty = shape.all_cells().filter(|&cell| puzzle.get(cell).is_none());
    let wrong = empty.flat_map(|cell| {
        let [row, col, box_] = houses(cell);
        let mut digits = free[0][row] & free[1][col] & free[2][box_];
        digits.remove(solution.get(cell));
        digits.map(move |digit| (cell, digit))
    });
    wrong.collect()
}
