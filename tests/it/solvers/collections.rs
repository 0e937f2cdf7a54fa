//! Real collections.

use super::{assert_solves, data, solvers};
use gridmill::{
    board::{Grid, Shape},
    solve::Solutions,
};

/// Files, true if their puzzles have one solution. The puzzle is the first thing in a line.
const FILES: [(&str, bool); 9] = [
    ("17-clue.txt", true),
    ("top1465.txt", true),
    ("hardest-1106.txt", true),
    ("hardest-11plus-5000.txt", true),
    ("se-ratings-dev.csv", true),
    ("se-ratings-extreme-dev.txt", true),
    ("se-steps-dev.tsv", true),
    ("hodoku-ratings-dev.tsv", true),
    ("multiple-solutions.txt", false),
];

/// Far above what the hardest puzzles known take.
const BUDGET: u64 = 1_000_000;

fn puzzles(name: &str, text: &str) -> Vec<Grid> {
    let lines = text.lines().filter_map(|line| line.get(..81));
    let grids: Vec<_> = lines.filter_map(|line| Grid::parse(Shape::STANDARD, line).ok()).collect();
    assert!(grids.len() > 300, "{name}: only {} puzzles", grids.len());
    grids
}

/// Solves at most `most` puzzles of each file, evenly spread.
fn come_out_right(most: usize) {
    let texts = data::read("collections", FILES.map(|(file, _)| file));
    for ((file, unique), text) in FILES.into_iter().zip(texts) {
        let Some(grids) = text.map(|text| puzzles(file, &text)) else { continue };
        let step = grids.len().div_ceil(most);
        for (name, mut solver) in solvers(Shape::STANDARD, BUDGET) {
            for grid in grids.iter().step_by(step) {
                match solver.solutions(grid).unwrap() {
                    Solutions::Unique(solution) if unique => assert_solves(name, grid, &solution),
                    Solutions::Multiple if !unique => {}
                    other => panic!("{name} on {grid} of {file}: {other:?}"),
                }
            }
        }
        println!("{file}: {} of {} puzzles tried", grids.len().div_ceil(step), grids.len());
    }
}

#[test]
#[ignore = "20 s: bash scripts/long_tests.sh"]
fn long_samples_of_collections_come_out_right() {
    come_out_right(300);
}

#[test]
#[ignore = "15 seconds in release mode: cargo test --release --test it -- --ignored whole_collections"]
fn whole_collections_come_out_right() {
    come_out_right(usize::MAX);
}
