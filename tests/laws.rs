//! Exact laws of small grids: what a sampler gives against what it must give.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use gridmill::{
    board::{Cell, Digit, Grid, Shape, Solution},
    generate::{Effort, random, top_down},
    solve::{Backtrack, Solver},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The 288 complete grids of 4x4, by trying every digit in every cell.
fn all_4x4(shape: Shape) -> Vec<Solution> {
    fn extend(grid: &mut Grid, index: usize, all: &mut Vec<Solution>) {
        if index == grid.shape().cells() {
            all.extend(Solution::new(grid));
            return;
        }
        for digit in 0..4 {
            grid.set(Cell::new(index), Some(Digit::from_index(digit)));
            let rows_fit = index % 4 < 3
                || (0..4).all(|d| grid.cells()[index - 3..=index].contains(&Some(Digit::from_index(d))));
            if rows_fit {
                extend(grid, index + 1, all);
            }
        }
        grid.set(Cell::new(index), None);
    }
    let mut all = Vec::new();
    extend(&mut Grid::empty(shape), 0, &mut all);
    all
}

/// Top-down minimal puzzles of a uniform grid and order have 4, 5 or 6 givens with exactly known probabilities
/// (exhaustive computation over the 288 grids). Chi-square on 2 degrees of freedom: 27.6 is passed with probability
/// one in a million by the true law.
#[test]
fn top_down_clue_counts_of_4x4_follow_the_exact_law() {
    const LAW: [f64; 3] = [13_908_043.0 / 21_621_600.0, 53_247_251.0 / 151_351_200.0, 236.0 / 47_775.0];
    const PUZZLES: u32 = 100_000;
    let shape: Shape = "2x2".parse().unwrap();
    let grids = all_4x4(shape);
    assert_eq!(grids.len(), 288);
    let mut rng = Pcg64::from_seed(*b"clue counts of 4x4 minimal grids");
    let mut solver = Backtrack::new(shape, 1_000_000);
    let mut counts = [0_u32; 3];
    for _ in 0..PUZZLES {
        let grid = &grids[random::index_below(&mut rng, grids.len())];
        let mut order: Vec<Cell> = shape.all_cells().collect();
        random::shuffle(&mut rng, &mut order);
        let dug = top_down(grid, &order, 0, &mut solver, &mut Effort::default()).unwrap();
        counts[dug.givens - 4] += 1;
    }
    let chi2: f64 = counts
        .iter()
        .zip(LAW)
        .map(|(&n, p)| (f64::from(n) - p * f64::from(PUZZLES)).powi(2) / (p * f64::from(PUZZLES)))
        .sum();
    assert!(chi2 < 27.6, "chi-square {chi2} of {counts:?}");
}

#[test]
fn the_counter_finds_all_288_grids() {
    let shape: Shape = "2x2".parse().unwrap();
    let count = Backtrack::new(shape, 1_000_000).count(&Grid::empty(shape), u64::MAX).unwrap();
    assert_eq!(count.solutions, 288);
}
