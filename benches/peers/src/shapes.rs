//! Puzzles of other shapes than 9x9, on one thread, by the bit-parallel solver and by dancing links: `python3 benches shapes`.
//!
//! ```text
//! block 0   bit-parallel, dancing-links     the same puzzles each; one clock reading before and after
//! block 1   dancing-links, bit-parallel     who begins takes turns; the puzzles must be equal
//! ...       ratio of a block = time of dancing links / time of the bit-parallel solver
//! ```

use crate::turns::{in_turns, ratios, spread, three_digits};
use anyhow::{Context as _, Result, ensure};
use gridmill::{
    board::Grid,
    generate::{Dig, Generator, Givens, MasterSeed, Plan, Tasks},
    report::compare::Machine,
    solve::SolverKind,
};
use std::{ops::Range, time::Instant};

/// Puzzles whose first digs are made together, as the program does.
pub const BATCH: usize = 64;

/// Kind of puzzles: shape, givens, puzzles of a block, and whether dancing links can make them.
struct Kind {
    shape: &'static str,
    givens: &'static str,
    block: u64,
    by_both: bool,
}

const fn kind(shape: &'static str, givens: &'static str, block: u64) -> Kind {
    Kind { shape, givens, block, by_both: true }
}

/// All kinds, in the order of the report.
const KINDS: [Kind; 12] = [
    kind("2x2", "minimal", 5000),
    kind("2x3", "minimal", 2000),
    kind("2x4", "minimal", 500),
    kind("2x5", "minimal", 100),
    kind("3x4", "minimal", 50),
    kind("3x5", "minimal", 5),
    kind("4x4", "minimal", 5),
    kind("4x4", "110", 20),
    kind("4x4", "120", 20),
    kind("4x5", "210", 10),
    kind("5x5", "350", 5),
    Kind { by_both: false, ..kind("5x5", "300", 1) },
];

/// Times of one kind, of the solvers in the order of [`SOLVERS`].
struct Times {
    /// Seconds a puzzle of each block.
    seconds: Vec<Vec<f64>>,
    /// Longest time of a puzzle.
    slowest: [f64; 2],
}

const SOLVERS: [SolverKind; 2] = [SolverKind::BitParallel, SolverKind::DancingLinks];

/// Races all kinds.
pub fn report(quick: bool) -> Result<()> {
    let blocks = if quick { 4 } else { 20 };
    print!("{}", head(quick, blocks));
    for kind in &KINDS {
        eprintln!("{} {}", kind.shape, kind.givens);
        let times = race(kind, blocks).with_context(|| format!("{} {}", kind.shape, kind.givens))?;
        println!("{}", row(kind, &times));
    }
    Ok(())
}

fn race(kind: &Kind, blocks: usize) -> Result<Times> {
    let seed: MasterSeed = "42".parse()?;
    let givens: Givens = kind.givens.parse().map_err(anyhow::Error::msg)?;
    let plan = |checker| -> Result<Plan> {
        Ok(Plan::for_shape(kind.shape.parse()?).with_dig(Dig::top_down(givens)).with_checker(checker))
    };
    let mut generators = Vec::new();
    for solver in SOLVERS.into_iter().filter(|&solver| kind.by_both || solver == SolverKind::BitParallel) {
        generators.push(Generator::new(plan(solver)?)?);
    }
    let tasks = Tasks::new(&plan(SolverKind::BitParallel)?, seed, None)?;
    let (mut slowest, mut all) = ([0.0_f64; 2], [Vec::<Grid>::new(), Vec::new()]);
    let seconds = in_turns(generators.len(), blocks, |who, block| {
        let (generator, block) = (&mut generators[who], block as u64);
        let (places, mut made) = (block * kind.block..(block + 1) * kind.block, Vec::new());
        let start = Instant::now();
        make(generator, &tasks, places.clone(), |puzzle| made.push(puzzle))?;
        let seconds = start.elapsed().as_secs_f64() / kind.block as f64;
        for (place, together) in places.zip(&made) {
            let task = tasks.task(place)?;
            let one = Instant::now();
            let alone = generator.make(&task)?.puzzle;
            slowest[who] = slowest[who].max(one.elapsed().as_secs_f64());
            ensure!(alone.into_grid() == *together, "other puzzles alone");
        }
        all[who].extend(made);
        Ok(seconds)
    })?;
    ensure!(!kind.by_both || all[0] == all[1], "the solvers made different puzzles");
    Ok(Times { seconds, slowest })
}

/// Makes puzzles, [`BATCH`] at a time.
pub fn make(
    generator: &mut Generator,
    tasks: &Tasks,
    places: Range<u64>,
    mut see: impl FnMut(Grid),
) -> Result<()> {
    for first in places.clone().step_by(BATCH) {
        let batch = (first..places.end).take(BATCH).map(|place| tasks.task(place));
        let batch = batch.collect::<Result<Vec<_>, _>>()?;
        generator.dig_ahead(&batch);
        for task in &batch {
            see(generator.make(task)?.puzzle.into_grid());
        }
    }
    Ok(())
}

fn head(quick: bool, blocks: usize) -> String {
    let quick = if quick { " --quick" } else { "" };
    format!(
        "<!-- python3 benches shapes{quick} -->\n# Puzzles of other shapes a second on one core\n\n{} on {}.\n\n\
         Puzzles of seed 42 from seed to puzzle, complete grid included, on one thread, {BATCH} at a time, in {blocks} blocks that take turns with \
         the same puzzles by dancing links (`--checker dancing-links`). Both made the same puzzles. Rates and ratios (time of \
         dancing links over that of `bit-parallel`, in the same block) are medians (quartiles) over blocks; \"slowest\" is the puzzle that \
         took longest, made alone. Dancing links does not make the kind without its columns: searches exceed the node budget.\n\n\
         | `gridmill generate` | puzzles a block | bit-parallel, puzzles/s | slowest | dancing-links, puzzles/s | slowest | ratio |\n\
         |---|--:|--:|--:|--:|--:|--:|\n",
        gridmill::tables::PROGRAM,
        Machine::here(),
    )
}

fn row(kind: &Kind, Times { seconds, slowest }: &Times) -> String {
    let links = seconds.get(1).map_or(&[][..], Vec::as_slice);
    let rates = |seconds: &[f64]| spread(seconds.iter().map(|seconds| 1.0 / seconds), three_digits);
    let longest =
        |seconds: f64| if seconds > 0.0 { format!("{:.1} ms", seconds * 1e3) } else { String::new() };
    format!(
        "| --box {} --givens {} | {} | {} | {} | {} | {} | {} |",
        kind.shape,
        kind.givens,
        kind.block,
        rates(&seconds[0]),
        longest(slowest[0]),
        rates(links),
        longest(slowest[1]),
        spread(ratios(&seconds[0], links), three_digits),
    )
}
