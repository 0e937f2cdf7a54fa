//! Candidates that come with a grid: whether they decide.

use gridmill_board::{DigitSet, Grid, Shape};
use gridmill_solve::{Solutions, SolverKind};

/// Nodes of the search by which candidates are found not to matter.
const NODE_BUDGET: u64 = 100_000;

/// Checks that a grid without these candidates is the same puzzle: it has one solution or none, or they exclude no more than its digits.
///
/// # Errors
/// A line that says that the candidates may decide.
pub(super) fn check_candidates(grid: &Grid, candidates: &[DigitSet]) -> Result<(), String> {
    let shape = grid.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for cell in shape.all_cells() {
        let Some(digit) = grid.get(cell) else { continue };
        for (free, house) in free.iter_mut().zip(houses(cell)) {
            free[house].remove(digit);
        }
    }
    let excludes = |cell| {
        let [row, col, box_] = houses(cell);
        let noted = candidates[cell.index()];
        !noted.is_empty()
            && grid.get(cell).is_none()
            && !((free[0][row] & free[1][col] & free[2][box_]) - noted).is_empty()
    };
    if !shape.all_cells().any(excludes) {
        return Ok(());
    }
    let mut solver = SolverKind::default_for(shape).solver(shape, NODE_BUDGET);
    match solver.solutions(grid) {
        Ok(Solutions::None | Solutions::Unique(_)) => Ok(()),
        Ok(Solutions::Multiple) | Err(_) => Err(
            "its digits alone have several solutions, and its candidates may decide; solve reads them if a file begins with them".to_owned()
        ),
    }
}
