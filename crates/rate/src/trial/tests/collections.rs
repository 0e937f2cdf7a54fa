//! Reference values of collections, which belong to their makers: read in place from the folder `GRIDMILL_DATA`.

use super::puzzles;
use crate::Pencilmarks;
use crate::trial::{Trial, TrialValue};
use gridmill_board::{Grid, Shape};

/// Reads the rows of a table below its heading; none, with a line, if it is not there.
fn rows(name: &str) -> Vec<Vec<String>> {
    let folder = std::env::var_os("GRIDMILL_DATA").unwrap_or_default();
    let Ok(text) = std::fs::read_to_string(std::path::Path::new(&folder).join(name)) else {
        eprintln!("skipped {name}: not in the folder that GRIDMILL_DATA names");
        return Vec::new();
    };
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn grid(row: &[String]) -> Grid {
    Grid::parse(Shape::STANDARD, &row[0]).unwrap()
}

/// Fails with the rows whose reference is another value. An empty reference is none.
fn compare(name: &str, column: usize, mut of: impl FnMut(&[String]) -> Option<TrialValue>) {
    let mut differences = Vec::new();
    for row in rows(name) {
        let Some(wanted) = row.get(column).and_then(|text| text.parse().ok()) else { continue };
        let Some(found) = of(&row) else { continue };
        if found != TrialValue::Exactly(wanted) {
            differences.push(format!("{}: {found:?}, not {wanted}", row[0]));
        }
    }
    assert!(differences.is_empty(), "{name}:\n{}", differences.join("\n"));
}

#[test]
#[ignore = "seconds in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored reference_b"]
fn reference_b_ratings_are_equal() {
    let mut trial = Trial::new();
    compare("braid-ratings-dev.tsv", 1, |row| {
        Some(trial.braid_rating(&Pencilmarks::new(&grid(row)), u64::MAX))
    });
}

#[test]
#[ignore = "a minute in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored reference_depths"]
fn reference_depths_and_braids_in_copies_are_equal() {
    let mut trial = Trial::new();
    let name = "te-depth-dev.tsv";
    compare(name, 1, |row| Some(trial.depth(&Pencilmarks::new(&grid(row)), u64::MAX)));
    compare(name, 2, |row| (row[1] == "2").then(|| trial.bxb(&Pencilmarks::new(&grid(row)), u64::MAX)));
    compare(name, 3, |row| (row[1] == "3").then(|| trial.bxbb(&Pencilmarks::new(&grid(row)), u64::MAX)));
}

#[test]
#[ignore = "half a minute in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored a_thousand_puzzles"]
fn images_of_a_thousand_puzzles_have_equal_values() {
    let mut trial = Trial::new();
    let mut numbers = puzzles::Numbers::new(41);
    let mut puzzles: Vec<Grid> =
        rows("braid-ratings-dev.tsv").iter().take(900).map(|row| grid(row)).collect();
    let hard = rows("te-depth-dev.tsv");
    puzzles.extend(hard.iter().filter(|row| row[1] != "0").step_by(8).take(100).map(|row| grid(row)));
    for puzzle in puzzles {
        let mut values = |grid: &Grid| {
            let marks = Pencilmarks::new(grid);
            (trial.depth(&marks, u64::MAX), trial.braid_rating(&marks, u64::MAX))
        };
        let wanted = values(&puzzle);
        for _ in 0..20 {
            assert_eq!(values(&puzzles::image(&puzzle, &mut numbers)), wanted, "{puzzle:?}");
        }
    }
}
