//! Uniqueness checks: `cargo bench --bench check`. Each iteration checks the next of 1,000 puzzles of one kind.

use divan::Bencher;
use gridmill::{
    board::{Grid, Shape},
    generate::{Dig, Generator, Givens, Plan},
    solve::SolverKind,
};

fn main() {
    divan::main();
}

/// 1,000 puzzles of seeds 0 to 999.
fn puzzles(givens: Givens) -> Vec<Grid> {
    let mut generator = Generator::new(Plan::default().with_dig(Dig::top_down(givens))).expect("a plan");
    let seed = |n: u16| [n.to_le_bytes(); 16].concat().try_into().expect("32 bytes");
    (0..1000).map(|n| generator.generate_with_seed(seed(n)).expect("a puzzle").puzzle.into_grid()).collect()
}

#[divan::bench(args = ["minimal", "30", "46"])]
fn backtracking(bencher: Bencher, givens: &str) {
    let puzzles = puzzles(givens.parse().expect("givens"));
    let mut solver = SolverKind::Backtracking.solver(Shape::STANDARD, 10_000_000);
    let mut next = puzzles.iter().cycle();
    bencher.bench_local(|| {
        let count = next.next().map(|puzzle| solver.count(puzzle, 2));
        assert!(count.is_some_and(|count| count.is_ok_and(|count| count.solutions == 1)));
    });
}
