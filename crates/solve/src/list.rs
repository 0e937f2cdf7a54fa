//! List of the solutions of a grid, by any solver that counts.

use super::{OutOfNodes, Solutions, Solver};
use gridmill_board::{Cell, DigitSet, Grid, Shape, Solution};

/// Lists at most `limit` solutions in ascending order. A grid with several solutions is divided by the digits of one cell, so that each
/// part has fewer empty cells.
pub(super) fn by_counts(
    solver: &mut (impl Solver + ?Sized),
    grid: &Grid,
    limit: usize,
) -> Result<Vec<Solution>, OutOfNodes> {
    let (mut found, mut parts) = (Vec::new(), vec![grid.clone()]);
    while found.len() < limit
        && let Some(part) = parts.pop()
    {
        match solver.solutions(&part)? {
            Solutions::None => {}
            Solutions::Unique(solution) => found.push(solution),
            Solutions::Multiple => {
                let Some((cell, digits)) = fewest_candidates(&part) else { continue };
                for digit in digits {
                    let mut smaller = part.clone();
                    smaller.set(cell, Some(digit));
                    parts.push(smaller);
                }
            }
        }
    }
    sort(&mut found);
    Ok(found)
}

/// Sorts solutions by their text.
pub(super) fn sort(solutions: &mut [Solution]) {
    solutions.sort_unstable_by(|one, other| one.cells().cmp(other.cells()));
}

/// Returns the empty cell that the fewest digits fit, but more than one, and these digits; `None` if there is none.
fn fewest_candidates(grid: &Grid) -> Option<(Cell, DigitSet)> {
    let shape = grid.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for (cell, digit) in shape.all_cells().zip(grid.cells()) {
        let Some(digit) = *digit else { continue };
        for (free, house) in free.iter_mut().zip(houses(cell)) {
            free[house].remove(digit);
        }
    }
    let open = shape.all_cells().filter(|&cell| grid.get(cell).is_none()).map(|cell| {
        let [row, col, box_] = houses(cell);
        (cell, free[0][row] & free[1][col] & free[2][box_])
    });
    open.filter(|(_, digits)| digits.len() > 1).min_by_key(|(_, digits)| digits.len())
}
