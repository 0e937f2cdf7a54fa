//! Complete grids: `cargo bench --bench fill`. Each iteration makes one grid from a running stream of numbers.

use divan::Bencher;
use gridmill::generate::{Fill, Filler};
use rand::SeedableRng;
use rand_pcg::Pcg64;

fn main() {
    divan::main();
}

#[divan::bench(args = ["2x2", "2x3", "3x3"])]
fn uniform(bencher: Bencher, shape: &str) {
    fill(bencher, Fill::Uniform, shape);
}

#[divan::bench(args = ["2x3", "3x3", "3x4", "4x4"])]
fn diagonal(bencher: Bencher, shape: &str) {
    fill(bencher, Fill::Diagonal, shape);
}

#[divan::bench(args = ["2x3", "3x3", "3x4", "4x4"])]
fn digitwise(bencher: Bencher, shape: &str) {
    fill(bencher, Fill::Digitwise, shape);
}

fn fill(bencher: Bencher, fill: Fill, shape: &str) {
    let shape = shape.parse().expect("a shape");
    let mut filler = Filler::new(fill, shape, 10_000_000);
    let mut rng = Pcg64::from_seed([1; 32]);
    bencher.bench_local(|| {
        let solution = filler.fill(&mut rng).expect("enough nodes");
        assert_eq!(solution.shape(), shape);
        solution
    });
}
