//! Ratings against what the programs that the rulebooks follow say, and what does not change when a grid is moved.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod explainer;
mod hodoku;
mod hodoku_paths;
mod shapes;
mod transforms;

use crate::common::data;
use gridmill::{
    board::{Grid, Shape},
    rate::{Pencilmarks, Rater, Rating, Step},
};

fn grid(puzzle: &str) -> Grid {
    Grid::parse(Shape::STANDARD, puzzle).unwrap()
}

/// The rating of a puzzle, and each step shown.
fn rate(rater: &mut Rater, puzzle: &str, mut see: impl FnMut(&Step)) -> Rating {
    rater.trace(&mut Pencilmarks::new(&grid(puzzle)), |_, step| see(step))
}
