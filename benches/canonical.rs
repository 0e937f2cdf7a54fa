//! Canonical forms: `cargo bench --bench canonical`. Each iteration finds one form, of the next of 1,000 grids.

use divan::Bencher;
use gridmill::{
    board::{Grid, Shape},
    generate::{Generator, MasterSeed, Plan},
};

fn main() {
    divan::main();
}

/// Makes minimal puzzles of a shape, or their solutions.
fn grids(shape: &str, complete: bool) -> Vec<Grid> {
    let seed: MasterSeed = "canonical".parse().expect("a seed");
    let plan = Plan::for_shape(shape.parse().expect("a shape"));
    let mut generator = Generator::new(plan).expect("a plan");
    (0..1000)
        .map(|index| generator.generate_with_seed(seed.puzzle_seed(index)).expect("enough nodes"))
        .map(|made| if complete { Grid::from(&made.solution) } else { made.puzzle.into_grid() })
        .collect()
}

#[divan::bench(args = ["puzzles", "grids", "empty"])]
fn standard(bencher: Bencher, kind: &str) {
    let grids =
        if kind == "empty" { vec![Grid::empty(Shape::STANDARD)] } else { grids("3x3", kind == "grids") };
    let mut next = grids.iter().cycle();
    bencher.bench_local(|| next.next().map(Grid::canonical));
}

#[divan::bench(args = ["2x2", "2x3", "2x4", "3x4", "4x4"], consts = [false, true])]
fn other_shapes<const COMPLETE: bool>(bencher: Bencher, shape: &str) {
    let grids = grids(shape, COMPLETE);
    let mut next = grids.iter().cycle();
    bencher.bench_local(|| next.next().map(Grid::canonical));
}

#[divan::bench(args = ["12345678", "1.34..7.56....12", "................................................................"])]
fn eight_by_eight(bencher: Bencher, text: &str) {
    let shape: Shape = "2x4".parse().expect("a shape");
    let grid = Grid::parse(shape, &format!("{text:.<64}")).expect("a grid");
    bencher.bench_local(|| grid.canonical());
}
