//! Ratings against what the programs that the rulebooks follow say, and what does not change when a grid is moved.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's way to fail, and to say what it tried"
)]

mod explainer;
mod moves;

use gridmill::{
    board::{Grid, Shape},
    technique::{Pencilmarks, Rater, Rating, Step},
};

fn grid(puzzle: &str) -> Grid {
    Grid::parse(Shape::STANDARD, puzzle).unwrap()
}

/// The rating of a puzzle, and each step shown.
fn rate(rater: &mut Rater, puzzle: &str, mut see: impl FnMut(&Step)) -> Rating {
    rater.rate(&mut Pencilmarks::new(&grid(puzzle)), |_, step| see(step))
}
