//! Ratings against what the programs that the rulebooks follow say, and what does not change when a grid is moved.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's way to fail, and to say what it tried"
)]

mod explainer;
mod hodoku;
mod transforms;

use gridmill::{
    board::{Grid, Shape},
    rate::{Pencilmarks, Rater, Rating, Step},
};
use std::{fs, path::PathBuf};

fn grid(puzzle: &str) -> Grid {
    Grid::parse(Shape::STANDARD, puzzle).unwrap()
}

/// The rating of a puzzle, and each step shown.
fn rate(rater: &mut Rater, puzzle: &str, mut see: impl FnMut(&Step)) -> Rating {
    rater.trace(&mut Pencilmarks::new(&grid(puzzle)), |_, step| see(step))
}

/// The text of a file in `../shared/data` beside the repository, or in the folder `GRIDMILL_DATA`.
fn data(name: &str) -> Option<String> {
    let beside = || concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data").into();
    let path = std::env::var_os("GRIDMILL_DATA").map_or_else(beside, PathBuf::from).join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there; GRIDMILL_DATA may name another folder", path.display());
    }
    text
}
