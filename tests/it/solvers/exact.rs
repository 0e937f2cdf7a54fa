//! Counts that are known exactly.

use super::{PLENTY, checkers, solvers};
use gridmill::{
    board::{Grid, Shape, Solution, Transform},
    generate::{Generator, Plan},
    solve::Remover,
};
use std::collections::BTreeSet;

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

#[test]
fn there_are_288_grids_of_4x4() {
    let empty = Grid::empty(shape("2x2"));
    for (who, mut solver) in solvers(empty.shape(), PLENTY) {
        assert_eq!(solver.count(&empty, u64::MAX).unwrap().solutions, 288, "{who}");
    }
}

/// With the first row given there are 28,200,960 / 6! grids.
#[test]
#[ignore = "10 s, an exact count: bash scripts/long_tests.sh"]
fn long_there_are_39168_grids_of_6x6_with_a_given_row() {
    for text in ["2x3", "3x2"] {
        let grid = Grid::parse(shape(text), &format!("123456{}", ".".repeat(30))).unwrap();
        for (who, mut solver) in solvers(grid.shape(), PLENTY) {
            assert_eq!(solver.count(&grid, u64::MAX).unwrap().solutions, 39_168, "{who} on {text}");
        }
    }
}

#[test]
#[ignore = "40 seconds in release mode: cargo test --release --test it -- --ignored 28200960"]
fn there_are_28200960_grids_of_6x6() {
    let empty = Grid::empty(shape("2x3"));
    for (who, mut solver) in solvers(empty.shape(), PLENTY) {
        assert_eq!(solver.count(&empty, u64::MAX).unwrap().solutions, 28_200_960, "{who}");
    }
}

/// Valid puzzles of 4x4 by number of givens, from 0: every subset of every grid tried (an exhaustive count).
const VALID: [u64; 17] = [
    0, 0, 0, 0, 25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552, 522_624,
    161_280, 34_560, 4_608, 288,
];

/// Those among them from which no given can go.
const MINIMAL: [u64; 17] = [0, 0, 0, 0, 25_728, 58_368, 1_536, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// All subsets of one grid of each of the two essentially different kinds, times the grids of its kind.
#[test]
#[ignore = "10 s, an exact count: bash scripts/long_tests.sh"]
fn long_the_puzzles_of_4x4_are_as_many_as_counted() {
    let kinds = ["1234341221434321", "1234341223414123"]
        .map(|text| Solution::new(&Grid::parse(shape("2x2"), text).unwrap()).unwrap());
    let orbits = kinds.each_ref().map(orbit);
    assert_eq!(BTreeSet::from(orbits), BTreeSet::from([96, 192]));
    for (who, mut solver) in solvers(shape("2x2"), PLENTY) {
        let (mut valid, mut minimal) = ([0; 17], [0; 17]);
        for (kind, &orbit) in kinds.iter().zip(&orbits) {
            let is_valid = valid_subsets(kind, &mut *solver);
            for (subset, _) in is_valid.iter().enumerate().filter(|&(_, &is_valid)| is_valid) {
                let givens = subset.count_ones() as usize;
                let needed = |bit: usize| subset >> bit & 1 == 0 || !is_valid[subset & !(1 << bit)];
                valid[givens] += orbit;
                minimal[givens] += if (0..16).all(needed) { orbit } else { 0 };
            }
        }
        assert_eq!(valid, VALID, "{who}");
        assert_eq!(minimal, MINIMAL, "{who}");
    }
}

/// Returns, for each subset of cells as bits, true if they make a puzzle.
fn valid_subsets(solution: &Solution, solver: &mut dyn Remover) -> Vec<bool> {
    let is_valid = |subset: u32| {
        let mut grid = Grid::from(solution);
        for cell in solution.shape().all_cells().filter(|cell| subset >> cell.index() & 1 == 0) {
            grid.set(cell, None);
        }
        solver.count(&grid, 2).unwrap().solutions == 1
    };
    (0..1 << 16).map(is_valid).collect()
}

/// Counts the images of a 4x4 grid under all transformations.
fn orbit(solution: &Solution) -> u64 {
    let stay = [0, 1, 2, 3];
    let (swap, turn, bands) = ([1, 0, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1]);
    let make =
        |rows, digits, transposed| Transform::new(shape("2x2"), rows, &stay, digits, transposed).unwrap();
    let moves = [
        make(&swap, &stay, false),
        make(&bands, &stay, false),
        make(&stay, &swap, false),
        make(&stay, &turn, false),
        make(&stay, &stay, true),
    ];
    let mut seen = BTreeSet::from([solution.to_string()]);
    let mut fresh = vec![solution.clone()];
    while let Some(grid) = fresh.pop() {
        for moved in moves.map(|some| some.solution(&grid)) {
            if seen.insert(moved.to_string()) {
                fresh.push(moved);
            }
        }
    }
    seen.len() as u64
}

/// The checker decides what a puzzle costs, never which puzzle it is.
#[test]
fn a_seed_gives_the_same_puzzle_whoever_checks() {
    for (text, seeds) in [("2x2", 20), ("2x3", 20), ("3x3", 10), ("2x4", 10)] {
        for seed in 0..seeds {
            let made = checkers(shape(text)).map(|checker| {
                let plan = Plan::for_shape(shape(text)).with_checker(checker);
                let made = Generator::new(plan).unwrap().generate_with_seed([seed; 32]).unwrap();
                (made.puzzle, made.solution, made.minimal, made.effort.checks)
            });
            let made: Vec<_> = made.collect();
            assert!(made.iter().all(|other| *other == made[0]), "{text}, seed {seed}: {made:?}");
        }
    }
}
