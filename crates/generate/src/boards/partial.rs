//! Partly filled boards: puzzles with some cells filled, on the way to the solution.

use super::{BoardError, BoardLabel, BoardSource, CellMask, CountRange, DerivedBoard, FillOrder, TwoSolvers};
use crate::random;
use gridmill_board::{Cell, CellSet, Grid, Solution};
use gridmill_rate::Step;
use gridmill_solve::{Solutions, Solver as _};
use rand::Rng;

/// Label of a partly filled board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialLabel {
    /// Number of filled cells, givens included.
    pub filled: usize,
    /// Cells that are filled and no givens.
    pub entries: CellMask,
}

/// Fills cells; `None` if the puzzle has more givens than any board may have filled cells.
pub(super) fn make(
    BoardSource { puzzle, solution, path }: BoardSource<'_>,
    range: CountRange,
    order: FillOrder,
    solvers: &mut TwoSolvers,
    rng: &mut impl Rng,
) -> Result<Option<DerivedBoard>, BoardError> {
    let (least, most) = (usize::from(range.least()).max(puzzle.givens()), usize::from(range.most()));
    if least > most {
        return Ok(None);
    }
    let filled = least + random::index_below(rng, most - least + 1);
    let order = match order {
        FillOrder::Path => path_order(puzzle, solution, path, rng)?,
        FillOrder::Random => random_order(puzzle, CellSet::EMPTY, rng),
    };
    let mut grid = puzzle.clone();
    let entries: CellSet = order.into_iter().take(filled - puzzle.givens()).collect();
    for cell in entries {
        grid.set(cell, Some(solution.get(cell)));
    }
    let unique = Solutions::Unique(solution.clone());
    if solvers.fast.solutions(&grid)? != unique || solvers.other.solutions(&grid)? != unique {
        return Err(BoardError::Disagreement(grid));
    }
    let label = PartialLabel { filled, entries: CellMask::new(puzzle.shape(), entries) };
    Ok(Some(DerivedBoard { grid, label: BoardLabel::Partial(label) }))
}

/// Returns the empty cells of a puzzle in the order of the steps; cells that no step fills follow in random order.
fn path_order(
    puzzle: &Grid,
    solution: &Solution,
    path: &[Step],
    rng: &mut impl Rng,
) -> Result<Vec<Cell>, BoardError> {
    let mut order = Vec::with_capacity(puzzle.shape().cells());
    let mut placed = CellSet::EMPTY;
    for candidate in path.iter().flat_map(Step::placements) {
        if candidate.digit != solution.get(candidate.cell) {
            return Err(BoardError::Disagreement(puzzle.clone()));
        }
        if puzzle.get(candidate.cell).is_none() && !placed.contains(candidate.cell) {
            placed = placed.with(candidate.cell);
            order.push(candidate.cell);
        }
    }
    order.extend(random_order(puzzle, placed, rng));
    Ok(order)
}

/// Returns the empty cells of a puzzle that are not `placed`, in random order.
fn random_order(puzzle: &Grid, placed: CellSet, rng: &mut impl Rng) -> Vec<Cell> {
    let is_open = |cell: &Cell| puzzle.get(*cell).is_none() && !placed.contains(*cell);
    let mut open: Vec<Cell> = puzzle.shape().all_cells().filter(is_open).collect();
    random::shuffle(rng, &mut open);
    open
}
