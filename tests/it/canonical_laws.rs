//! Laws of canonical forms over many grids of every kind. Long: `cargo test --release --test it -- --ignored canonical_laws::`, some ten minutes
//! on two cores; the quick form runs with the other tests.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::data;
use gridmill::{
    board::{Cell, Digit, Grid, Shape, Solution},
    generate::{Fill, Filler, random_transform},
};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use std::{cmp::Ordering, collections::BTreeSet};

/// Complete grid with the most automorphisms: 648 (Russell and Jarvis 2006).
const MAX_AUTOMORPHISMS: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn below(rng: &mut Pcg64, bound: usize) -> usize {
    usize::try_from(rng.next_u64() % bound as u64).unwrap()
}

fn solutions(count: usize, seed: u8) -> Vec<Solution> {
    let mut rng = Pcg64::from_seed([seed; 32]);
    let mut filler = Filler::new(Fill::Uniform, Shape::STANDARD, 1_000_000);
    (0..count).map(|_| filler.fill(&mut rng).unwrap()).collect()
}

/// The grid with the digits of the cells that `keep` names.
fn kept(solution: &Solution, keep: impl Fn(usize) -> bool) -> Grid {
    let mut grid = Grid::empty(Shape::STANDARD);
    for (cell, digit) in solution.cells().iter().enumerate().filter(|(cell, _)| keep(*cell)) {
        grid.set(Cell::new(cell), Some(*digit));
    }
    grid
}

/// The grid with the digits of random cells.
fn kept_at_random(solution: &Solution, givens: usize, rng: &mut Pcg64) -> Grid {
    let mut cells: Vec<usize> = (0..81).collect();
    for place in 0..givens {
        let other = place + below(rng, 81 - place);
        cells.swap(place, other);
    }
    kept(solution, |cell| cells[..givens].contains(&cell))
}

/// Whole rows, columns, boxes or digits of a complete grid: most have automorphisms.
fn symmetric(solution: &Solution, rng: &mut Pcg64) -> Grid {
    let (kind, mask) = (below(rng, 4), below(rng, 512));
    kept(solution, |cell| {
        let (row, col) = (cell / 9, cell % 9);
        let group = match kind {
            0 => row,
            1 => col,
            2 => row / 3 * 3 + col / 3,
            _ => solution.cells()[cell].index(),
        };
        mask >> group & 1 == 1
    })
}

/// Grids of every kind, `count` of each.
fn kinds(test: &str, count: usize) -> Vec<(&'static str, Vec<Grid>)> {
    let (complete, mut rng) = (solutions(count, 1), Pcg64::from_seed([2; 32]));
    let most = Solution::new(&MAX_AUTOMORPHISMS.parse().unwrap()).unwrap();
    let of = |make: &mut dyn FnMut(&Solution) -> Grid| complete.iter().map(make).collect::<Vec<_>>();
    let [seventeen] = data::read(test, ["17-clue.txt"]);
    let seventeen = seventeen.unwrap_or_default();
    let seventeen = seventeen.lines().take(count).map(|line| line[..81].parse().unwrap()).collect();
    vec![
        ("17 givens", seventeen),
        ("minimal", gridmill::generate(3).take(count).map(gridmill::board::Puzzle::into_grid).collect()),
        (
            "symmetric",
            of(&mut |solution| {
                let from = if below(&mut rng, 2) == 0 { &most } else { solution };
                symmetric(from, &mut rng)
            }),
        ),
        ("complete", of(&mut |solution| Grid::from(solution))),
        ("several solutions", of(&mut |solution| kept_at_random(solution, 20, &mut rng))),
        (
            "nearly empty",
            of(&mut |solution| {
                let givens = below(&mut rng, 7);
                kept_at_random(solution, givens, &mut rng)
            }),
        ),
    ]
}

/// Checks that `images` random images of each grid have its form, and that the transform leads there.
fn check_images(test: &str, count: usize, images: usize) {
    for (kind, grids) in kinds(test, count) {
        grids.par_iter().enumerate().for_each(|(number, grid)| {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
            let (canonical, mut rng) = (grid.canonical().unwrap(), Pcg64::from_seed(seed));
            assert_eq!(canonical.transform.grid(grid), canonical.form, "{kind}: {grid}");
            for _ in 0..images {
                let image = random_transform(&mut rng, Shape::STANDARD).grid(grid);
                let other = image.canonical().unwrap();
                assert_eq!(
                    (&other.form, other.automorphisms, other.transform.grid(&image)),
                    (&canonical.form, canonical.automorphisms, canonical.form.clone()),
                    "{kind}: {grid} and {image}"
                );
            }
        });
    }
}

/// Orders of lines that keep the lines of a box together: 3! * 3!^3.
fn orders() -> Vec<[usize; 9]> {
    const THREE: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::with_capacity(1296);
    for bands in THREE {
        for inner in 0..216 {
            let lines = [THREE[inner / 36], THREE[inner / 6 % 6], THREE[inner % 6]];
            orders.push(std::array::from_fn(|place| 3 * bands[place / 3] + lines[place / 3][place % 3]));
        }
    }
    orders
}

/// The least text of all 2 x 1296 x 1296 images with digits named as they appear, and the number of orders that give it.
fn search_whole_group(grid: &Grid, orders: &[[usize; 9]]) -> ([u8; 81], u32) {
    let values: Vec<u8> = grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
    let turned: Vec<u8> = (0..81).map(|cell| values[cell % 9 * 9 + cell / 9]).collect();
    let (mut least, mut count) = ([u8::MAX; 81], 0);
    for values in [values, turned] {
        for rows in orders {
            for cols in orders {
                let (mut names, mut next, mut order, mut image) = ([0; 10], 0, Ordering::Equal, [0; 81]);
                for (place, cell) in image.iter_mut().enumerate() {
                    let value = usize::from(values[rows[place / 9] * 9 + cols[place % 9]]);
                    if value > 0 && names[value] == 0 {
                        next += 1;
                        names[value] = next;
                    }
                    *cell = names[value];
                    order = order.then((*cell).cmp(&least[place]));
                    if order == Ordering::Greater {
                        break;
                    }
                }
                match order {
                    Ordering::Less => (least, count) = (image, 1),
                    Ordering::Equal => count += 1,
                    Ordering::Greater => {}
                }
            }
        }
    }
    (least, count)
}

fn check_whole_group(test: &str, count: usize) {
    let orders = orders();
    for (kind, grids) in kinds(test, count) {
        grids.par_iter().for_each(|grid| {
            let canonical = grid.canonical().unwrap();
            let values: Vec<u8> =
                canonical.form.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
            let (least, automorphisms) = search_whole_group(grid, &orders);
            assert_eq!((&values[..], canonical.automorphisms), (&least[..], automorphisms), "{kind}: {grid}");
        });
    }
}

#[test]
fn images_have_one_form() {
    check_images("images_have_one_form", 20, 20);
}

#[test]
#[ignore = "minutes in release mode: cargo test --release --test it ten_thousand -- --ignored"]
fn ten_thousand_of_each_kind_have_one_form_with_their_images() {
    check_images("ten_thousand_of_each_kind_have_one_form_with_their_images", 10_000, 1000);
}

#[test]
#[ignore = "minutes in release mode: cargo test --release --test it least_in_the_whole_group -- --ignored"]
fn forms_of_each_kind_are_least_in_the_whole_group() {
    check_whole_group("forms_of_each_kind_are_least_in_the_whole_group", 200);
}

/// All puzzles of 17 givens in the collection are inequivalent (G. Royle).
#[test]
fn puzzles_of_17_givens_have_as_many_forms() {
    let [text] = data::read("puzzles_of_17_givens_have_as_many_forms", ["17-clue.txt"]);
    let Some(text) = text else { return };
    let puzzles: Vec<Grid> = text.lines().map(|line| line[..81].parse().unwrap()).collect();
    let forms: BTreeSet<String> = puzzles
        .par_iter()
        .map(|puzzle| puzzle.canonical().unwrap().form.to_string())
        .collect::<Vec<_>>()
        .into_iter()
        .collect();
    assert_eq!((puzzles.len(), forms.len()), (49_158, 49_158));
}

/// Of all grids, classes x group / grids automorphisms on average: 5,472,730,538 x 1,218,998,108,160 / 6,670,903,752,021,072,936,960, which is
/// 1.0000519 (Felgenhauer and Jarvis 2005, Russell and Jarvis 2006). Nearly all automorphic grids have two: of four million grids, some
/// 200 have more than one. Less than 120 or more than 290 come once in a million seeds.
#[test]
#[ignore = "minutes in release mode: cargo test --release --test it automorphic_grids -- --ignored"]
fn automorphic_grids_are_as_frequent_as_known() {
    let mean = 5_472_730_538.0 * 1_218_998_108_160.0 / 6_670_903_752_021_072_936_960.0;
    let automorphic: u32 = (0..40_u8)
        .into_par_iter()
        .map(|seed| {
            let counts = solutions(100_000, 100 + seed).into_iter();
            counts.map(|solution| solution.canonical().unwrap().automorphisms - 1).sum::<u32>()
        })
        .sum();
    let expected = 4e6 * (mean - 1.0);
    assert!((120..=290).contains(&automorphic), "{automorphic} automorphisms, {expected} expected");
}
