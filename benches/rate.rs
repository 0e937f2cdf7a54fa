//! Ratings: `cargo bench --bench rate`. Each iteration rates the next of 1,000 puzzles of one kind on one core.
//!
//! ```text
//! minimal   random minimal puzzles
//! easy      those of 36 givens that singles solve
//! singles   minimal ones that singles solve
//! NAME.txt  that file of the folder GRIDMILL_DATA; nothing is measured if it is not there
//! ```

use divan::{Bencher, counter::ItemsCount};
use gridmill::{
    board::{Grid, Shape},
    generate::{Dig, Generator, Givens, Plan},
    rate::{
        Family, Pencilmarks, Rater, Rulebook,
        trial::{Trial, TrialValue},
    },
};

fn main() {
    divan::main();
}

/// The first 1,000 puzzles of a collection.
fn collection(name: &str) -> Vec<Grid> {
    let folder = std::env::var_os("GRIDMILL_DATA").unwrap_or_default();
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join(name)).unwrap_or_default();
    let puzzles = text.lines().filter_map(|line| Grid::parse(Shape::STANDARD, line.get(..81)?).ok());
    puzzles.take(1000).collect()
}

/// Measures one value of puzzles: random minimal ones, or those of a file.
fn bench_trial(bencher: Bencher, kind: &str, measure: impl Fn(&mut Trial, &Pencilmarks) -> TrialValue) {
    let puzzles = if kind == "minimal" { puzzles(Givens::Minimal, false) } else { collection(kind) };
    let mut trial = Trial::new();
    let mut next = puzzles.iter().cycle();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let value = next.next().map(|puzzle| measure(&mut trial, &Pencilmarks::new(puzzle)));
        assert!(value.is_none_or(|value| value.exact().is_some()));
    });
}

#[divan::bench(args = ["minimal", "top1465.txt", "hardest-11plus-5000.txt"])]
fn trial_depth(bencher: Bencher, kind: &str) {
    bench_trial(bencher, kind, |trial, marks| trial.depth(marks, u64::MAX));
}

#[divan::bench(args = ["minimal"])]
fn trial_braid_rating(bencher: Bencher, kind: &str) {
    bench_trial(bencher, kind, |trial, marks| trial.braid_rating(marks, u64::MAX));
}

#[divan::bench(args = ["hardest-11plus-5000.txt"])]
fn trial_bxb(bencher: Bencher, kind: &str) {
    bench_trial(bencher, kind, |trial, marks| trial.bxb(marks, u64::MAX));
}

/// 1,000 puzzles with these givens; those alone that singles solve, if `easy`.
fn puzzles(givens: Givens, easy: bool) -> Vec<Grid> {
    let mut generator = Generator::new(Plan::default().with_dig(Dig::top_down(givens))).expect("a plan");
    let mut singles = Rater::new(&Rulebook::hodoku().restricted(|rule| rule.family() == Family::Singles));
    let seed = |n: u16| [n.to_le_bytes(); 16].concat().try_into().expect("32 bytes");
    let made =
        (0..10_000).map(|n| generator.generate_with_seed(seed(n)).expect("a puzzle").puzzle.into_grid());
    let is_kept = |grid: &Grid| !easy || singles.rate(&mut Pencilmarks::new(grid)).solved;
    made.filter(is_kept).take(1000).collect()
}

fn bench(bencher: Bencher, rulebook: &str, kind: &str) {
    let puzzles = match kind {
        "minimal" => puzzles(Givens::Minimal, false),
        "easy" => puzzles(Givens::Range(36, 36), true),
        _ => puzzles(Givens::Minimal, true),
    };
    let mut rater = Rater::new(Rulebook::built_in(rulebook).expect("a rulebook"));
    let mut next = puzzles.iter().cycle();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let puzzle = next.next().expect("endless");
        let rating = rater.rate(&mut Pencilmarks::new(puzzle));
        assert!(rating.steps > 0 && (kind == "minimal" || rating.solved));
        rating.steps
    });
}

#[divan::bench(args = ["minimal", "easy", "singles"])]
fn hodoku(bencher: Bencher, kind: &str) {
    bench(bencher, "hodoku", kind);
}

#[divan::bench(args = ["minimal", "easy", "singles"])]
fn se(bencher: Bencher, kind: &str) {
    bench(bencher, "se", kind);
}
