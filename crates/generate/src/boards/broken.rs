//! Broken boards: puzzles with one wrong digit, which leaves no solution although no house shows a digit twice.

use super::{BoardError, BoardLabel, BoardSource, CellMask, DerivedBoard, TwoSolvers, conflict};
use crate::random;
use gridmill_board::{Cell, CellSet, Digit, DigitSet, Grid, Shape, Solution};
use gridmill_solve::{OutOfNodes, Solver as _};
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
    of_conflicts: &mut TwoSolvers,
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
    let cells = conflict::least(puzzle, (wrong_cell, wrong_digit), &mut *of_conflicts.fast);
    let conflict = match cells {
        Some(cells) => confirmed(puzzle, (wrong_cell, wrong_digit), cells, of_conflicts)?,
        None => None,
    };
    let label = BoardLabel::Broken(BrokenLabel { wrong_cell, wrong_digit, conflict });
    Ok(Some(DerivedBoard { grid, label }))
}

/// Returns the mask of a conflict that the other solver confirms; `None` if that takes too much work.
fn confirmed(
    puzzle: &Grid,
    wrong: (Cell, Digit),
    cells: CellSet,
    solvers: &mut TwoSolvers,
) -> Result<Option<CellMask>, BoardError> {
    let conflict = conflict::with_givens(puzzle, wrong, cells);
    match solvers.other.count(&conflict, 1) {
        Ok(count) if count.solutions > 0 => Err(BoardError::Disagreement(conflict)),
        Ok(_) => Ok(Some(CellMask::new(puzzle.shape(), cells))),
        Err(OutOfNodes { .. }) => Ok(None),
    }
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
