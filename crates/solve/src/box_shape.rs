//! Boxes of a grid that is given as cells: wide or tall.
//!
//! ```text
//! 36 cells     2x3  . . . | . . .     3x2  . . | . . | . .
//!                   . . . | . . .          . . | . . | . .
//!                   ------+------          . . | . . | . .
//! ```

use super::{Solutions, SolverKind};
use gridmill_board::{Digit, Grid, Shape, Solution};

/// Nodes of a search. Puzzles with a solution take far fewer.
const NODE_BUDGET: u64 = 10_000;

/// Returns the grid in the only shape in which it has exactly one solution; `None` if that is neither its shape nor the transposed one, or
/// both, or takes too long to find out. A complete grid is in the shape in which it is valid.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_solve::in_only_shape;
///
/// let grid: Grid = ".1...........23..5.......6.21....5.2".parse()?;
/// assert_eq!(grid.shape().to_string(), "2x3");
/// let found = in_only_shape(&grid).ok_or("both shapes, or none")?;
/// assert_eq!(found.shape().to_string(), "3x2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn in_only_shape(grid: &Grid) -> Option<Grid> {
    let shape = grid.shape();
    if shape == shape.transposed() {
        return Some(grid.clone());
    }
    let other = in_shape(grid, shape.transposed())?;
    match [grid, &other].map(has_one_solution) {
        [Some(true), Some(false)] => Some(grid.clone()),
        [Some(false), Some(true)] => Some(other),
        _ => None,
    }
}

/// Returns the same cells in another shape; `None` if it has another number of them.
pub fn in_shape(grid: &Grid, shape: Shape) -> Option<Grid> {
    let values: Vec<u8> = grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
    let mut other = Grid::empty(shape);
    other.set_values(&values).ok().map(|()| other)
}

/// Returns true for exactly one solution; `None` if that takes too long to find out.
fn has_one_solution(grid: &Grid) -> Option<bool> {
    if grid.givens() == grid.cells().len() {
        return Some(Solution::new(grid).is_ok());
    }
    let shape = grid.shape();
    let mut solver = SolverKind::default_for(shape).solver(shape, NODE_BUDGET);
    solver.solutions(grid).ok().map(|found| matches!(found, Solutions::Unique(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape_of(text: &str) -> Option<String> {
        in_only_shape(&text.parse().unwrap()).map(|grid| grid.shape().to_string())
    }

    #[test]
    fn uniqueness_and_validity_decide_between_wide_and_tall_boxes() {
        let decided = |shape: &str| Some(shape.to_owned());
        assert_eq!(shape_of(".4...2....6..5...6....3.2...1...63.."), decided("2x3"));
        assert_eq!(shape_of("324156152634465321531462643215216543"), decided("3x2"));
        assert_eq!(
            shape_of("4.........6.38........7.25...1.........8...257.6...16.5.3..7...."),
            decided("4x2")
        );
        let ten = "..8.6.1A.2...4..8.3.3...1.7.8....7....A9.4........A....9.5...6..25...........3.4...5...87697.1......";
        assert_eq!(shape_of(ten), decided("2x5"));
        // Unique in both shapes, valid in both, in none.
        assert_eq!(shape_of("5.6..2....5......6....2..4.3..13...."), None);
        assert_eq!(shape_of("134625562314421536356142643251215463"), None);
        assert_eq!(shape_of(&".".repeat(36)), None);
        assert_eq!(shape_of(&".".repeat(81)), decided("3x3"));
    }
}
