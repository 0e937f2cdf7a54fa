//! Puzzles from seed to row: `cargo bench --bench generate`. Each iteration makes the next puzzle of seed 42.

use divan::Bencher;
use gridmill::{
    generate::Fill,
    pipeline::{Generator, MasterSeed, Plan},
};

fn main() {
    divan::main();
}

#[divan::bench(args = ["minimal", "46"])]
fn uniform(bencher: Bencher, givens: &str) {
    generate(bencher, Fill::Uniform, givens);
}

#[divan::bench(args = ["minimal", "22..26", "30", "36", "46"])]
fn diagonal(bencher: Bencher, givens: &str) {
    generate(bencher, Fill::Diagonal, givens);
}

#[divan::bench(args = ["minimal", "46"])]
fn digitwise(bencher: Bencher, givens: &str) {
    generate(bencher, Fill::Digitwise, givens);
}

fn generate(bencher: Bencher, fill: Fill, givens: &str) {
    let plan = Plan { fill, givens: givens.parse().expect("givens"), ..Plan::default() };
    let mut generator = Generator::new(plan).expect("a plan");
    let seed: MasterSeed = "42".parse().expect("a seed");
    let mut index = 0;
    bencher.bench_local(|| {
        let made = generator.generate_with_seed(seed.puzzle_seed(index)).expect("a puzzle");
        index += 1;
        assert!(made.givens > 16);
        made
    });
}
