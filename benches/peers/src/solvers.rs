//! gridmill's 9x9 checkers beside the `sudoku` crate on the same puzzles: `bash scripts/bench.sh solvers [--quick]`.
//!
//! ```text
//! parse all puzzles, check that the verdicts are the same (and warm up)
//! block 0   crate, checker A, checker B     each counts to 2; one clock reading before and after
//! block 1   checker A, checker B, crate     the order rotates
//! ...       all blocks, ROUNDS times        ratio of a block = time of the crate / time of the checker
//! ```
//!
//! Sets that are not there are skipped, and named on standard error.

use crate::sets::{self, Set};
use anyhow::{Context as _, Result, ensure};
use gridmill::{
    board::{Grid, Shape},
    compare::{Machine, Spread, block_size},
    solve::{Bitboard, Solver, SolverKind},
};
use std::{hint::black_box, time::Instant};
use sudoku::Sudoku;

/// Runs of all blocks.
const ROUNDS: usize = 3;

/// Solutions at which counting stops.
const LIMIT: usize = 2;

/// Nodes that a check may visit: more than any here needs.
const BUDGET: u64 = 100_000_000;

/// One set's times: for the crate and then each checker, the seconds of each block.
struct Times {
    blocks: Vec<usize>,
    seconds: Vec<Vec<f64>>,
}

/// Races all checkers on all sets.
pub fn report(quick: bool) -> Result<()> {
    let mut ours = contestants();
    print!("{}", head(quick, &ours));
    for set in sets::all(quick)? {
        eprintln!("{}: {} puzzles", set.name, set.puzzles.len());
        let times = race(&set, &mut ours).with_context(|| set.name.to_owned())?;
        print!("{}", row(&set, &times));
    }
    Ok(())
}

/// A checker.
struct Contestant {
    name: String,
    solver: Box<dyn Solver>,
    /// Grids that it counts the solutions of in one call.
    batch: usize,
}

/// Grids of one call where a checker works on several side by side.
const BATCH: usize = 64;

/// Every checker that knows 9x9, `bitboard` once for each instruction set of this machine, and again with several grids side by
/// side.
fn contestants() -> Vec<Contestant> {
    let (bitboards, others): (Vec<_>, Vec<_>) = SolverKind::ALL
        .into_iter()
        .filter(|checker| checker.supports(Shape::STANDARD))
        .partition(|&checker| checker == SolverKind::Bitboard);
    let mut all = Vec::new();
    for _ in bitboards {
        let twice = Bitboard::on_each_instruction_set(BUDGET)
            .into_iter()
            .zip(Bitboard::on_each_instruction_set(BUDGET));
        for (alone, together) in twice {
            let (name, grids) = (format!("bitboard, {}", alone.instruction_set()), alone.side_by_side());
            all.push(Contestant { name: name.clone(), solver: Box::new(alone), batch: 1 });
            if grids > 1 {
                let name = format!("{name}, {grids} side by side");
                all.push(Contestant { name, solver: Box::new(together), batch: BATCH });
            }
        }
    }
    all.extend(others.into_iter().map(|checker| Contestant {
        name: checker.name().to_owned(),
        solver: checker.solver(Shape::STANDARD, BUDGET),
        batch: 1,
    }));
    all
}

fn race(set: &Set, solvers: &mut [Contestant]) -> Result<Times> {
    let parsed: Vec<Sudoku> =
        set.puzzles.iter().map(|grid| Sudoku::from_str_line(&grid.to_string())).collect::<Result<_, _>>()?;
    let expected = verdicts(set, &parsed, solvers)?;
    let size = block_size(set.puzzles.len());
    let contestants = solvers.len() + 1;
    let mut times = Times { blocks: Vec::new(), seconds: vec![Vec::new(); contestants] };
    for block in (0..ROUNDS).flat_map(|_| (0..set.puzzles.len()).step_by(size)) {
        let range = block..(block + size).min(set.puzzles.len());
        let (grids, peers) = (&set.puzzles[range.clone()], &parsed[range.clone()]);
        let sum: u64 = expected[range].iter().sum();
        let turn = times.blocks.len();
        for n in (0..contestants).map(|place| (place + turn) % contestants) {
            let start = Instant::now();
            let found = match n {
                0 => peers.iter().map(|peer| count_peer(*peer)).sum(),
                _ => count_ours(&mut solvers[n - 1], grids)?,
            };
            times.seconds[n].push(start.elapsed().as_secs_f64());
            ensure!(found == sum, "a count changed between two runs: {found} instead of {sum}");
        }
        times.blocks.push(grids.len());
    }
    Ok(times)
}

/// Returns the verdicts on which all agree, one for each puzzle; an error at the first disagreement.
fn verdicts(set: &Set, parsed: &[Sudoku], solvers: &mut [Contestant]) -> Result<Vec<u64>> {
    let verdict = |(grid, peer): (&Grid, &Sudoku)| {
        let expected = count_peer(*peer);
        for Contestant { name, solver, .. } in &mut *solvers {
            let found = solver.count(grid, LIMIT as u64)?.solutions;
            ensure!(found == expected, "{grid} has {expected} solutions by the crate, {found} by {name}");
        }
        Ok(expected)
    };
    set.puzzles.iter().zip(parsed).map(verdict).collect()
}

fn count_peer(peer: Sudoku) -> u64 {
    black_box(peer.solutions_count_up_to(LIMIT)) as u64
}

fn count_ours(contestant: &mut Contestant, grids: &[Grid]) -> Result<u64> {
    let (solver, mut found) = (&mut contestant.solver, 0);
    if contestant.batch > 1 {
        for batch in grids.chunks(contestant.batch) {
            for count in black_box(solver.count_each(batch, LIMIT as u64)) {
                found += count?.solutions;
            }
        }
        return Ok(found);
    }
    for grid in grids {
        found += black_box(solver.count(grid, LIMIT as u64)?).solutions;
    }
    Ok(found)
}

fn head(quick: bool, ours: &[Contestant]) -> String {
    let quick = if quick { " --quick" } else { "" };
    let names: String = ours.iter().map(|one| format!(" {} |", one.name)).collect();
    format!(
        "<!-- bash scripts/bench.sh solvers{quick} -->\n# Uniqueness checks beside the `sudoku` crate 0.8\n\n{} on {}.\n\n\
         Each checker counts the solutions of the same puzzles up to {LIMIT}, in blocks whose order rotates, {ROUNDS} times \
         over, on one thread. A ratio is gridmill's speed over the crate's in the same block: median (quartiles). All \
         verdicts agree, or there would be no report. \"Side by side\" are calls with {BATCH} grids each, of which the solver works on \
         several at the same time. Sets that are files are not part of gridmill; those that were not \
         there are missing.\n\n\
         | set | puzzles | crate, checks/s |{names}\n|---|--:|--:|{}\n",
        gridmill::PROGRAM,
        Machine::here(),
        "--:|".repeat(ours.len())
    )
}

fn row(set: &Set, times: &Times) -> String {
    let rates = times.blocks.iter().zip(&times.seconds[0]).map(|(&n, seconds)| n as f64 / seconds);
    let rate = Spread::of(rates).map_or(f64::NAN, |rate| rate.median);
    let ratio = |ours: &Vec<f64>| {
        let ratios = times.seconds[0].iter().zip(ours).map(|(peer, ours)| peer / ours);
        Spread::of(ratios)
            .map_or_else(String::new, |Spread { q1, median, q3 }| format!(" {median:.2} ({q1:.2}-{q3:.2}) |"))
    };
    let ratios: String = times.seconds[1..].iter().map(ratio).collect();
    format!("| {} | {} | {rate:.0} |{ratios}\n", set.name, set.puzzles.len())
}
