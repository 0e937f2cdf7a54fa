//! Puzzles from seed to puzzle, on one thread, compared with the `sudoku` crate where it has the same.
//!
//! ```text
//! a sample of each mode is made and checked (and warms up)
//! block 0   gridmill, crate     as many puzzles each; one clock reading before and after
//! block 1   crate, gridmill     who begins takes turns
//! ...       ratio of a block = time a puzzle of the crate / time a puzzle of gridmill
//! ```

use crate::modes::{MODES, Mode, Peer};
use anyhow::{Context as _, Result};
use gridmill::{
    generate::{Generator, MasterSeed, Tasks},
    report::compare::{Machine, Spread},
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;
use std::{hint::black_box, time::Instant};

/// Puzzles of each mode that are checked.
const SAMPLE: u64 = 40;

/// Puzzles whose first digs are made together, as the program does.
const BATCH: usize = 64;

/// Factor by which the crate makes fewer puzzles in a block.
const PEER_SHARE: u64 = 8;

/// Seconds a puzzle of each block, gridmill's and the crate's.
struct Times {
    ours: Vec<f64>,
    peers: Vec<f64>,
}

/// Races all modes.
pub fn report(quick: bool) -> Result<()> {
    let blocks = if quick { 4 } else { 25 };
    print!("{}", head(quick, blocks));
    for mode in &MODES {
        eprintln!("{}", mode.options);
        let times = race(mode, blocks).with_context(|| mode.options.to_owned())?;
        println!("{}", row(mode, &times));
    }
    Ok(())
}

fn race(mode: &Mode, blocks: u64) -> Result<Times> {
    let mut generator = Generator::new(mode.plan())?;
    let seed: MasterSeed = "42".parse()?;
    let tasks = Tasks::new(&mode.plan(), seed, None)?;
    let mut rng = Pcg64::from_seed([42; 32]);
    for index in 0..SAMPLE {
        mode.check(&generator.make(&tasks.task(index)?)?)?;
        if let Some(peer) = mode.peer {
            peer.check(peer.make(&mut rng))?;
        }
    }
    let mut times = Times { ours: Vec::new(), peers: Vec::new() };
    for block in 0..blocks {
        let from = SAMPLE + block * mode.block;
        for turn in 0..2 {
            if (block + turn) % 2 == 0 {
                let clock = Instant::now();
                for first in (from..from + mode.block).step_by(BATCH) {
                    let batch: Vec<_> = (first..)
                        .take(BATCH)
                        .take_while(|&n| n < from + mode.block)
                        .map(|n| tasks.task(n))
                        .collect::<Result<_, _>>()?;
                    generator.dig_ahead(&batch);
                    for task in &batch {
                        black_box(generator.make(task)?);
                    }
                }
                times.ours.push(clock.elapsed().as_secs_f64() / mode.block as f64);
            } else if let Some(peer) = mode.peer {
                times.peers.push(race_peer(peer, (mode.block / PEER_SHARE).max(1), &mut rng));
            }
        }
    }
    Ok(times)
}

/// Seconds a puzzle of the crate.
fn race_peer(peer: Peer, puzzles: u64, rng: &mut Pcg64) -> f64 {
    let clock = Instant::now();
    for _ in 0..puzzles {
        black_box(peer.make(rng));
    }
    clock.elapsed().as_secs_f64() / puzzles as f64
}

fn head(quick: bool, blocks: u64) -> String {
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

fn row(mode: &Mode, times: &Times) -> String {
    let rates = |seconds: &[f64]| spread(seconds.iter().map(|seconds| 1.0 / seconds), 0);
    let ratios = times.peers.iter().zip(&times.ours).map(|(peer, ours)| peer / ours);
    format!(
        "| {} | {} | {} | {} | {} |",
        mode.options,
        mode.block,
        rates(&times.ours),
        rates(&times.peers),
        spread(ratios, 1)
    )
}

/// Median and quartiles; nothing of nothing.
fn spread(numbers: impl Iterator<Item = f64>, digits: usize) -> String {
    Spread::of(numbers).map_or_else(String::new, |Spread { q1, median, q3 }| {
        format!("{median:.digits$} ({q1:.digits$}-{q3:.digits$})")
    })
}
