//! Uniform grids of 4x4 and 6x6: every grid counted.

use super::{bands::chi_square, sample};
use gridmill::generate::Fill;
use std::collections::BTreeMap;

/// All grids of `rows` x `cols` boxes whose first box is in reading order, by trying every digit in every cell.
fn normalised(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    fn extend(grid: &mut Vec<usize>, index: usize, (rows, cols): (usize, usize), all: &mut Vec<Vec<usize>>) {
        let side = rows * cols;
        if index == side * side {
            all.push(grid.clone());
            return;
        }
        let (row, col) = (index / side, index % side);
        let name = (row < rows && col < cols).then_some(row * cols + col);
        for digit in (0..side).filter(|&digit| name.is_none_or(|name| name == digit)) {
            let meets = |other: usize| {
                let (r, c) = (other / side, other % side);
                r == row || c == col || (r / rows, c / cols) == (row / rows, col / cols)
            };
            if !(0..index).any(|other| grid[other] == digit && meets(other)) {
                grid.push(digit);
                extend(grid, index + 1, (rows, cols), all);
                grid.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), 0, (rows, cols), &mut all);
    all
}

/// Chi-square over the normalised grids, and over the orders of the digits in the first box.
fn chi_squares((rows, cols): (usize, usize), seed: &[u8; 32], count: u64) -> [(usize, f64); 2] {
    let side = rows * cols;
    let places: BTreeMap<Vec<usize>, usize> = normalised(rows, cols).into_iter().zip(0..).collect();
    let mut grids = vec![0; places.len()];
    let mut names = BTreeMap::<Vec<u8>, u64>::new();
    sample(Fill::Uniform, &format!("{rows}x{cols}"), seed, count, |grid| {
        let first: Vec<u8> = (0..side).map(|i| grid[i / cols * side + i % cols]).collect();
        let name = |digit: &u8| (0..).zip(&first).find(|pair| pair.1 == digit).map(|pair| pair.0).unwrap();
        grids[places[&grid.iter().map(name).collect::<Vec<usize>>()]] += 1;
        *names.entry(first).or_default() += 1;
    });
    let names: Vec<u64> = names.into_values().collect();
    [grids, names].map(|counts| {
        let share = 1.0 / counts.len() as f64;
        (counts.len(), chi_square(&counts, |_| share))
    })
}

/// All 288 grids: chi-square on 287 degrees of freedom; 415.7 is passed once in a million seeds.
#[test]
fn all_288_grids_of_4x4_come_equally_often() {
    let mut counts = BTreeMap::<Vec<u8>, u64>::new();
    sample(Fill::Uniform, "2x2", b"all two hundred eighty-eight 4x4", 288_000, |grid| {
        *counts.entry(grid.to_vec()).or_default() += 1;
    });
    let counts: Vec<u64> = counts.into_values().collect();
    assert_eq!(counts.len(), 288);
    let chi2 = chi_square(&counts, |_| 1.0 / 288.0);
    assert!(chi2 < 415.7, "chi-square {chi2}");
}

/// All 28,200,960 = 39,168 * 6! grids, as normalised grids and as orders of the first box: chi-squares on 39,167 and
/// 719 degrees of freedom; 40,512 and 914 are passed once in a million seeds.
fn uniform_6x6(count: u64) {
    for (shape, seed) in
        [((2, 3), b"six by six in boxes of two rows."), ((3, 2), b"six by six in boxes of 3 rows...")]
    {
        let [(grids, of_grids), (names, of_names)] = chi_squares(shape, seed, count);
        println!(
            "{count} grids of {shape:?}: chi-squares {of_grids:.0} of {grids}, {of_names:.0} of {names} kinds"
        );
        assert_eq!((grids, names), (39_168, 720));
        assert!(of_grids < 40_512.0 && of_names < 914.0, "{shape:?}: {of_grids} and {of_names}");
    }
}

#[test]
#[ignore = "10 s, statistics: bash scripts/long_tests.sh"]
fn long_all_grids_of_6x6_come_equally_often() {
    uniform_6x6(200_000);
}

#[test]
#[ignore = "half a minute in release mode: cargo test --release --test it -- --ignored --nocapture fills::"]
fn all_grids_of_6x6_come_equally_often_by_ten_millions() {
    uniform_6x6(10_000_000);
}
