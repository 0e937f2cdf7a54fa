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

/// A checker's name and its solver.
type Contestant = (String, Box<dyn Solver>);

/// Every checker that knows 9x9, `bitboard` once for each instruction set of this machine.
fn contestants() -> Vec<Contestant> {
    let one = |checker: SolverKind| (checker.name().to_owned(), checker.solver(Shape::STANDARD, BUDGET));
    let bitboard =
        |band: Bitboard| (format!("bitboard, {}", band.instruction_set()), Box::new(band) as Box<dyn Solver>);
    let (bands, others): (Vec<_>, Vec<_>) = SolverKind::ALL
        .into_iter()
        .filter(|checker| checker.supports(Shape::STANDARD))
        .partition(|&checker| checker == SolverKind::Bitboard);
    let bands = bands.into_iter().flat_map(|_| Bitboard::on_each_instruction_set(BUDGET)).map(bitboard);
    bands.chain(others.into_iter().map(one)).collect()
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
                _ => count_ours(&mut *solvers[n - 1].1, grids)?,
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
        for (name, solver) in &mut *solvers {
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

fn count_ours(solver: &mut dyn Solver, grids: &[Grid]) -> Result<u64> {
    let mut found = 0;
    for grid in grids {
        found += black_box(solver.count(grid, LIMIT as u64)?).solutions;
    }
    Ok(found)
}

fn head(quick: bool, ours: &[Contestant]) -> String {
    let quick = if quick { " --quick" } else { "" };
    let names: String = ours.iter().map(|(name, _)| format!(" {name} |")).collect();
    format!(
        "<!-- bash scripts/bench.sh solvers{quick} -->\n# Uniqueness checks beside the `sudoku` crate 0.8\n\n{} on {}.\n\n\
         Each checker counts the solutions of the same puzzles up to {LIMIT}, in blocks whose order rotates, {ROUNDS} times \
         over, on one thread. A ratio is gridmill's speed over the crate's in the same block: median (quartiles). All \
         verdicts agree, or there would be no report. Sets that are files are not part of gridmill; those that were not \
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
