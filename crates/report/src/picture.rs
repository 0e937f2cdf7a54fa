//! A grid as a picture of its own.

use super::{
    charts::{Canvas, Drawing, StepMarks, Sudoku},
    page::standalone,
};
use gridmill_board::Grid;

/// Draws a grid as a file of SVG, 336 pixels wide: the digits of `givens` bold, other digits of `filled` lighter.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_report::grid_svg;
///
/// let puzzle: Grid = "1...3.......4..1".parse()?;
/// assert!(grid_svg(&puzzle, &puzzle).starts_with("<svg xmlns="));
/// # Ok::<(), gridmill_board::GridError>(())
/// ```
pub fn grid_svg(givens: &Grid, filled: &Grid) -> String {
    let count = givens.givens();
    let step = StepMarks { filled: filled.to_string(), ..StepMarks::default() };
    let chart = Sudoku { shape: givens.shape(), puzzle: givens.to_string(), step: Some(step) };
    let description = format!("{count} givens: {givens}");
    standalone(&Drawing::Sudoku(chart).draw("grid", "Sudoku puzzle", &description, Canvas::COLUMN), None)
}
