//! Puzzles from seed to puzzle, on one thread, compared with the `sudoku` crate where it has the same.
//!
//! ```text
//! a sample of each mode is made and checked (and warms up)
//! block 0   gridmill, crate     as many puzzles each; one clock reading before and after
//! block 1   crate, gridmill     who begins takes turns
//! ...       ratio of a block = time a puzzle of the crate / time a puzzle of gridmill
//! ```

use crate::{
    modes::{MODES, Mode},
    shapes::{BATCH, make},
    turns::{in_turns, ratios, spread},
};
use anyhow::{Context as _, Result};
use gridmill::{
    generate::{Generator, Tasks},
    report::compare::Machine,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;
use std::{hint::black_box, time::Instant};

/// Puzzles of each mode that are checked.
const SAMPLE: u64 = 40;

/// Factor by which the crate makes fewer puzzles in a block.
const PEER_SHARE: u64 = 8;

/// Races all modes.
pub fn report(quick: bool) -> Result<()> {
    let blocks = if quick { 4 } else { 25 };
    print!("{}", head(quick, blocks));
    for mode in &MODES {
        eprintln!("{}", mode.options);
        let seconds = race(mode, blocks).with_context(|| mode.options.to_owned())?;
        println!("{}", row(mode, &seconds));
    }
    Ok(())
}

/// Returns the seconds a puzzle of each block, gridmill's and the crate's.
fn race(mode: &Mode, blocks: usize) -> Result<Vec<Vec<f64>>> {
    let plan = mode.plan()?;
    let (tasks, mut generator) = (Tasks::new(&plan, "42".parse()?, None)?, Generator::new(plan)?);
    let mut rng = Pcg64::from_seed([42; 32]);
    for index in 0..SAMPLE {
        mode.check(&generator.make(&tasks.task(index)?)?)?;
        if let Some(peer) = mode.peer {
            peer.check(peer.make(&mut rng))?;
        }
    }
    in_turns(if mode.peer.is_some() { 2 } else { 1 }, blocks, |who, block| {
        let clock = Instant::now();
        if let Some(peer) = mode.peer.filter(|_| who == 1) {
            let puzzles = (mode.block / PEER_SHARE).max(1);
            for _ in 0..puzzles {
                black_box(peer.make(&mut rng));
            }
            return Ok(clock.elapsed().as_secs_f64() / puzzles as f64);
        }
        let from = SAMPLE + block as u64 * mode.block;
        make(&mut generator, &tasks, from..from + mode.block, |puzzle| drop(black_box(puzzle)))?;
        Ok(clock.elapsed().as_secs_f64() / mode.block as f64)
    })
}

fn head(quick: bool, blocks: usize) -> String {
    let quick = if quick { " --quick" } else { "" };
    format!(
        "<!-- python3 benches generate{quick} -->\n# Puzzles a second on one core\n\n{} on {}, {}.\n\n\
         Each mode makes puzzles of seed 42 from seed to puzzle, complete grid included, on one thread, {BATCH} at a time, in {blocks} blocks that \
         take turns with the `sudoku` crate 0.8 where it has the same: `generate_from(generate_solved())` for minimal puzzles; for a \
         number of givens, `generate_solved()` and the classical dig with `solutions_count_up_to(2)`. Rates and ratios (time \
         a puzzle of the crate over gridmill's, in the same block) are medians (quartiles) over blocks. The first {SAMPLE} puzzles of each \
         mode were checked by `dlx`, which makes none of them: one solution, the right one; givens as asked for; minimal or \
         symmetric where so promised.\n\n\
         | `gridmill generate` | puzzles a block | puzzles/s | crate, puzzles/s | ratio |\n|---|--:|--:|--:|--:|\n",
        gridmill::tables::PROGRAM,
        Machine::here(),
        match gridmill::solve::Bitboard::on_each_instruction_set(1).pop() {
            Some(band) => format!("`bitboard` on {}", band.instruction_set()),
            None => String::new(),
        }
    )
}

fn row(mode: &Mode, seconds: &[Vec<f64>]) -> String {
    let peers = seconds.get(1).map_or(&[][..], Vec::as_slice);
    let rates = |seconds: &[f64]| spread(seconds.iter().map(|seconds| 1.0 / seconds), |_| 0);
    format!(
        "| {} | {} | {} | {} | {} |",
        mode.options,
        mode.block,
        rates(&seconds[0]),
        rates(peers),
        spread(ratios(&seconds[0], peers), |_| 1)
    )
}
