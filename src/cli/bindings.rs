//! Drawings, lines of progress, outputs and solutions of grids that packages for other languages share with the command line.

use super::draw;
pub use super::{
    grid_arguments::only_solution,
    outputs::{Destination, Outputs, destination, refuse_inputs_in},
    progress::{PAUSE, ProgressLines, SHORT_PAUSE},
    wording::Words,
};
use crate::{
    board::Grid,
    rate::{Pencilmarks, Step},
};

/// Draws a grid as lines of text with rules between its boxes.
pub fn grid_text(grid: &Grid) -> String {
    draw::grid(grid, grid, false).lines.join("\n")
}

/// Draws the candidates before a step as lines of text.
pub fn pencilmarks_text(marks: &Pencilmarks, step: &Step) -> String {
    draw::pencilmarks(marks, Some(step), false).lines.join("\n")
}
