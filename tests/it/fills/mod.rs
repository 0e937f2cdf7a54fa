//! Distributions of the fills: samples of each against all grids; of 4x4 and 6x6, every grid counted.
#![allow(clippy::print_stdout, reason = "what the long tests found")]

pub(crate) mod bands;

use self::bands::{PUBLISHED, Tally, chi_square};
use crate::prelude::*;
use gridmill::unavoidable::UnavoidableSets;

/// Returns `count` grids.
fn grids(fill: Fill, shape: &str, seed: &[u8; 32], count: u64) -> impl Iterator<Item = Solution> {
    let mut filler = Filler::new(fill, shape.parse::<Shape>().unwrap(), 1_000_000);
    let mut rng = Pcg64::from_seed(*seed);
    (0..count).map(move |_| filler.fill(&mut rng).unwrap())
}

/// Calls `see` with the digits, from 0, of `count` uniform grids.
fn sample(shape: &str, seed: &[u8; 32], count: u64, mut see: impl FnMut(&[u8])) {
    for solution in grids(Fill::Uniform, shape, seed, count) {
        let digits: Vec<u8> = solution.cells().iter().map(|digit: &Digit| digit.value() - 1).collect();
        see(&digits);
    }
}

/// Counts over `count` grids of 9x9.
fn tally(fill: Fill, seed: &[u8; 32], count: u64) -> Tally {
    let mut tally = Tally::new();
    grids(fill, "3x3", seed, count).for_each(|grid| tally.absorb(&grid));
    tally
}

/// The gangsters are the published classes, row by row, and with them all 9x9 grids.
#[test]
fn classes_of_bands_are_the_published_ones() {
    assert_eq!(bands::bands(), PUBLISHED.map(|(bands, _)| bands));
    let grids = PUBLISHED.map(|(bands, completions)| u128::from(bands * completions)).iter().sum::<u128>();
    assert_eq!(grids * 362_880 * 5184, 6_670_903_752_021_072_936_960);
    assert_eq!(bands::mean_fours(), (82_120_835_397_888, 7_092_292_600_576));
}

/// The sets that are counted here are those that a search for unavoidable sets finds.
#[test]
fn sets_of_four_cells_are_those_of_a_search() {
    for grid in grids(Fill::Uniform, "3x3", b"unavoidable sets of four cells..", 2000) {
        assert_eq!(UnavoidableSets::find(&grid, 4).as_slice().len(), bands::fours(&grid), "{grid}");
    }
}

/// Chi-square on 43 degrees of freedom: passed once in a million seeds, once in 170,000 for six of them.
const LIMIT: f64 = 102.7;

/// Fails unless bands, stacks and four-cell unavoidable sets of `count` uniform grids are as in all grids.
fn uniform_9x9(seed: &[u8; 32], count: u64) {
    let tally = tally(Fill::Uniform, seed, count);
    let (sets, all) = bands::mean_fours();
    let (exact, (mean, sd)) = (sets as f64 / all as f64, tally.fours());
    let z = (mean - exact) / sd * (count as f64).sqrt();
    let chi_squares = tally.chi_squares();
    println!("{count} grids: chi-squares of bands and stacks on 43 degrees of freedom {chi_squares:.1?}");
    println!(
        "four-cell unavoidable sets: mean {mean:.5}, exact {sets}/{all} = {exact:.5}, z {z:.2}, sd {sd:.4}"
    );
    assert!(chi_squares.iter().all(|&chi2| chi2 < LIMIT), "{chi_squares:?}");
    assert!(z.abs() < 4.9, "mean {mean}, exact {exact}, z {z}");
}

#[test]
#[ignore = "10 s: bash scripts/long_tests.sh"]
fn long_uniform_9x9_has_the_classes_and_unavoidable_sets_of_all_grids() {
    uniform_9x9(b"two hundred thousand 9x9 grids..", 200_000);
}

#[test]
#[ignore = "two minutes in release mode: cargo test --release --test it -- --ignored --nocapture fills::"]
fn uniform_9x9_by_tens_of_millions() {
    uniform_9x9(b"thirty million 9x9 grids, once..", 30_000_000);
}

/// The names of the digits, seen in the first row's first three cells: 504 outcomes. Chi-square on 503 degrees of
/// freedom: 668.5 is passed once in a million seeds.
#[test]
fn digits_of_9x9_are_named_fairly() {
    let mut counts = vec![0; 729];
    sample("3x3", b"names of the first three cells..", 200_000, |grid| {
        counts[usize::from(grid[0]) * 81 + usize::from(grid[1]) * 9 + usize::from(grid[2])] += 1;
    });
    counts.retain(|&count| count > 0);
    assert_eq!(counts.len(), 504);
    let chi2 = chi_square(&counts, |_| 1.0 / 504.0);
    assert!(chi2 < 668.5, "chi-square {chi2}");
}

/// The tests above can fail: 20,000 grids of the other fills, or 200 of the selected one, are enough to show that they are biased.
#[test]
#[ignore = "5 s: bash scripts/long_tests.sh"]
fn long_the_bias_of_other_fills_is_seen() {
    let (sets, all) = bands::mean_fours();
    let exact = sets as f64 / all as f64;
    for (fill, grids) in [(Fill::Diagonal, 20_000), (Fill::Digitwise, 20_000), (Fill::Selected, 200)] {
        let (mean, sd) = tally(fill, b"twenty thousand grids of a fill.", grids).fours();
        let z = (mean - exact) / sd * (grids as f64).sqrt();
        assert!(z.abs() > 10.0, "{}: mean {mean}, exact {exact}", fill.name());
    }
}

/// Cells of the first box, in reading order.
fn first_box(shape: Shape) -> Vec<Cell> {
    shape.all_cells().filter(|&cell| shape.box_of(cell) == 0).collect()
}

/// All grids of a shape whose first box is in reading order, with digits from 0.
fn normalised(shape: Shape) -> Vec<Vec<usize>> {
    let mut grid = Grid::empty(shape);
    for (digit, cell) in first_box(shape).into_iter().enumerate() {
        grid.set(cell, Some(Digit::from_index(digit)));
    }
    let all = DancingLinks::new(shape, 10_000_000).list(&grid, 100_000).unwrap();
    all.iter().map(|solution| solution.cells().iter().map(|digit| digit.index()).collect()).collect()
}

/// Chi-square over the normalised grids, and over the orders of the digits in the first box.
fn chi_squares(name: &str, seed: &[u8; 32], count: u64) -> [(usize, f64); 2] {
    let shape: Shape = name.parse().unwrap();
    let places: BTreeMap<Vec<usize>, usize> = normalised(shape).into_iter().zip(0..).collect();
    let mut grids = vec![0; places.len()];
    let mut names = BTreeMap::<Vec<u8>, u64>::new();
    sample(name, seed, count, |grid| {
        let first: Vec<u8> = first_box(shape).into_iter().map(|cell| grid[cell.index()]).collect();
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
    sample("2x2", b"all two hundred eighty-eight 4x4", 288_000, |grid| {
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
        [("2x3", b"six by six in boxes of two rows."), ("3x2", b"six by six in boxes of 3 rows...")]
    {
        let [(grids, of_grids), (names, of_names)] = chi_squares(shape, seed, count);
        println!(
            "{count} grids of {shape}: chi-squares {of_grids:.0} of {grids}, {of_names:.0} of {names} kinds"
        );
        assert_eq!((grids, names), (39_168, 720));
        assert!(of_grids < 40_512.0 && of_names < 914.0, "{shape}: {of_grids} and {of_names}");
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
