//! Puzzles from seed to puzzle: `cargo bench --bench generate`. Each iteration makes the next puzzle of seed 42.
//!
//! Rates beside a peer's, over many more puzzles: `python3 benches generate`.

use divan::Bencher;
use gridmill::{
    board::{Shape, Symmetry},
    generate::{Dig, Fill, Generator, Givens, MasterSeed, Plan},
};

fn main() {
    divan::main();
}

#[divan::bench(args = ["minimal", "46", "36", "30", "26", "22..26"])]
fn top_down(bencher: Bencher, givens: &str) {
    generate(bencher, top_down_to(givens, Fill::Uniform));
}

#[divan::bench(args = ["minimal", "46"])]
fn top_down_from_diagonal(bencher: Bencher, givens: &str) {
    generate(bencher, top_down_to(givens, Fill::Diagonal));
}

#[divan::bench(args = ["minimal", "46"])]
fn top_down_from_digitwise(bencher: Bencher, givens: &str) {
    generate(bencher, top_down_to(givens, Fill::Digitwise));
}

/// Minimal puzzles of other shapes.
#[divan::bench(args = ["2x3", "2x4", "3x4", "4x4"])]
fn other_shapes(bencher: Bencher, shape: &str) {
    generate(bencher, Plan::for_shape(shape.parse().expect("a shape")));
}

#[divan::bench]
fn rot180(bencher: Bencher) {
    generate(bencher, Plan::default().with_dig(Dig::symmetric(Symmetry::Rot180)));
}

#[divan::bench]
fn weighted(bencher: Bencher) {
    generate(bencher, Plan::default().with_dig(Dig::Weighted));
}

#[divan::bench]
fn enumerated(bencher: Bencher) {
    generate(bencher, Plan::default().with_dig(Dig::Enumerated));
}

#[divan::bench(sample_count = 50, args = ["21", "20"])]
fn walk(bencher: Bencher, givens: &str) {
    let dig = Dig::walk(givens.parse::<Givens>().expect("givens")).expect("a dig");
    generate(bencher, Plan::default().with_dig(dig));
}

#[divan::bench]
fn bottom_up(bencher: Bencher) {
    generate(bencher, Plan::default().with_dig(Dig::bottom_up(Givens::Minimal)));
}

/// On 4x4 grids: a 9x9 puzzle takes a second.
#[divan::bench]
fn controlled_bias_4x4(bencher: Bencher) {
    let shape = Shape::new(2, 2).expect("a shape");
    let dig = Dig::ControlledBias;
    let attempts = dig.facts().default_attempts;
    generate(bencher, Plan::for_shape(shape).with_dig(dig).with_attempts(attempts));
}

fn top_down_to(givens: &str, fill: Fill) -> Plan {
    let dig = Dig::top_down(givens.parse::<Givens>().expect("givens"));
    Plan::default().with_dig(dig).with_fill(fill)
}

fn generate(bencher: Bencher, plan: Plan) {
    let (range, shape) = (plan.dig.options().givens, plan.shape);
    let mut generator = Generator::new(plan).expect("a plan");
    let seed: MasterSeed = "42".parse().expect("a seed");
    let mut index = 0;
    bencher.bench_local(|| {
        let made = generator.generate_with_seed(seed.puzzle_seed(index)).expect("a puzzle");
        index += 1;
        assert!((shape.fewest_givens()..=shape.cells()).contains(&made.givens), "{range}: {}", made.givens);
        made
    });
}
