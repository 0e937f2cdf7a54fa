//! gridmill's 9x9 checkers and other solvers on the same puzzles: `python3 benches solvers [--quick]`.
//!
//! ```text
//! parse all puzzles, check that the verdicts are the same (and warm up)
//! block 0   crate, other peers, checker A, checker B     each counts to the limit; one clock reading before and after
//! block 1   other peers, checker A, checker B, crate     the order rotates
//! ...       all blocks, ROUNDS times                     ratio of a block = time of the crate / time of the checker
//! ```
//!
//! Sets that are not there are skipped, and named on standard error. So are the peers of other repositories, which run as child
//! processes (`benches/peers/*/count.cc`) where `TDOKU_COUNT` and `SCHOKU_COUNT` name their programs.

use crate::{
    children::Child,
    sets::{self, Set},
    tails,
    turns::{in_turns, ratios, spread},
};
use anyhow::{Context as _, Result, ensure};
use gridmill::{
    board::{Grid, Shape},
    report::compare::{Machine, Spread, block_size},
    solve::{Bitboard, Solver, SolverKind},
};
use std::{hint::black_box, time::Instant};
use sudoku::Sudoku;

/// Runs of all blocks.
const ROUNDS: usize = 3;

/// Solutions at which counting stops: a check of uniqueness, and whether there is a solution at all.
const LIMITS: [u64; 2] = [2, 1];

/// Nodes that a check may visit: more than any here needs.
const BUDGET: u64 = 100_000_000;

/// Grids of one call where a checker works on several side by side.
const BATCH: usize = 64;

/// A solver in the race.
struct Contestant {
    name: String,
    solver: Kind,
}

enum Kind {
    Crate,
    Child(Child),
    Ours { solver: Box<dyn Solver>, batch: usize },
}

/// One set's times: for each contestant the seconds of each block.
struct Times {
    blocks: Vec<usize>,
    seconds: Vec<Vec<f64>>,
}

/// The puzzles of a block as contestants take them.
struct Block<'a> {
    grids: &'a [Grid],
    parsed: &'a [Sudoku],
}

/// Races all solvers on all sets.
pub fn report(quick: bool) -> Result<()> {
    let mut contestants = contestants()?;
    print!("{}", head(quick));
    let sets = sets::all(quick)?;
    for limit in LIMITS {
        print!("{}", table_head(limit, &contestants));
        let mut best = String::new();
        for set in &sets {
            eprintln!("{}: {} puzzles, up to {limit}", set.name, set.puzzles.len());
            let times = race(set, &mut contestants, limit).with_context(|| set.name.to_owned())?;
            print!("{}", row(set, &times));
            best += &best_row(set, &times, &contestants);
        }
        print!("{}{best}", best_head(&contestants));
    }
    print!("{}", tails::table(quick)?);
    Ok(())
}

/// The crate, the peers that are there, and every checker that knows 9x9: `bitboard` once for each instruction set of this machine, and
/// again with several grids side by side.
fn contestants() -> Result<Vec<Contestant>> {
    let ours = |name: String, solver: Box<dyn Solver>, batch| Contestant {
        name,
        solver: Kind::Ours { solver, batch },
    };
    let mut all = vec![Contestant { name: "crate".to_owned(), solver: Kind::Crate }];
    for child in Child::all()? {
        all.push(Contestant { name: child.name().to_owned(), solver: Kind::Child(child) });
    }
    let twice =
        Bitboard::on_each_instruction_set(BUDGET).into_iter().zip(Bitboard::on_each_instruction_set(BUDGET));
    for (alone, together) in twice {
        let (name, grids) = (format!("bitboard, {}", alone.instruction_set()), alone.side_by_side());
        all.push(ours(name.clone(), Box::new(alone), 1));
        if grids > 1 {
            all.push(ours(format!("{name}, {grids} side by side"), Box::new(together), BATCH));
        }
    }
    let others = SolverKind::ALL
        .into_iter()
        .filter(|&checker| checker.supports(Shape::STANDARD) && checker != SolverKind::Bitboard);
    all.extend(
        others.map(|checker| ours(checker.name().to_owned(), checker.solver(Shape::STANDARD, BUDGET), 1)),
    );
    Ok(all)
}

impl Contestant {
    fn is_peer(&self) -> bool {
        !matches!(self.solver, Kind::Ours { .. })
    }

    /// Puts the number of solutions of each puzzle into `counts`, and returns the seconds that it took.
    fn count(&mut self, block: &Block, limit: u64, counts: &mut Vec<u64>) -> Result<f64> {
        counts.clear();
        let start = Instant::now();
        match &mut self.solver {
            Kind::Crate => {
                let limit = usize::try_from(limit)?;
                let peers = block.parsed.iter();
                counts.extend(peers.map(|peer| black_box(peer.solutions_count_up_to(limit)) as u64));
            }
            Kind::Child(child) => return child.count(block.grids, limit, counts),
            Kind::Ours { solver, batch: 1 } => {
                for grid in block.grids {
                    counts.push(black_box(solver.count(grid, limit)?).solutions);
                }
            }
            Kind::Ours { solver, batch } => {
                for batch in block.grids.chunks(*batch) {
                    for count in black_box(solver.count_each(batch, limit)) {
                        counts.push(count?.solutions);
                    }
                }
            }
        }
        Ok(start.elapsed().as_secs_f64())
    }
}

fn race(set: &Set, contestants: &mut [Contestant], limit: u64) -> Result<Times> {
    let parsed: Vec<Sudoku> =
        set.puzzles.iter().map(|grid| Sudoku::from_str_line(&grid.to_string())).collect::<Result<_, _>>()?;
    let mut counts = Vec::new();
    let expected = verdicts(&Block { grids: &set.puzzles, parsed: &parsed }, contestants, limit)?;
    let size = block_size(set.puzzles.len());
    let starts = (0..ROUNDS).flat_map(|_| (0..set.puzzles.len()).step_by(size));
    let blocks: Vec<_> = starts.map(|start| start..(start + size).min(set.puzzles.len())).collect();
    let seconds = in_turns(contestants.len(), blocks.len(), |n, block| {
        let range = blocks[block].clone();
        let puzzles = Block { grids: &set.puzzles[range.clone()], parsed: &parsed[range.clone()] };
        let seconds = contestants[n].count(&puzzles, limit, &mut counts)?;
        ensure!(counts == expected[range], "a count of {} changed between two runs", contestants[n].name);
        Ok(seconds)
    })?;
    Ok(Times { blocks: blocks.into_iter().map(|range| range.len()).collect(), seconds })
}

/// Returns the verdicts on which all agree, one for each puzzle; an error at the first disagreement.
fn verdicts(block: &Block, contestants: &mut [Contestant], limit: u64) -> Result<Vec<u64>> {
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    for (n, contestant) in contestants.iter_mut().enumerate() {
        contestant.count(block, limit, if n == 0 { &mut expected } else { &mut found })?;
        if n > 0
            && let Some(place) = (0..expected.len()).find(|&place| found.get(place) != expected.get(place))
        {
            let (grid, name, expected) = (&block.grids[place], &contestant.name, expected[place]);
            anyhow::bail!("{grid} has {expected} solutions by the crate, {:?} by {name}", found.get(place));
        }
    }
    Ok(expected)
}

fn head(quick: bool) -> String {
    let quick = if quick { " --quick" } else { "" };
    format!(
        "<!-- python3 benches solvers{quick} -->\n# Uniqueness checks compared with other solvers\n\n{} on {}.\n\n\
         Each solver counts the solutions of the same puzzles, in blocks whose order rotates, {ROUNDS} times over, on one thread. A \
         ratio is the speed over that of the `sudoku` crate 0.8 in the same block: median (quartiles). All verdicts agree, or there \
         would be no report. \"Side by side\" are calls with {BATCH} grids each, of which the solver works on several at the same \
         time. tdoku, fsss2, JSolve and bb_sudoku, where they are there, are those of the tdoku repository (`bash \
         benches/build_tdoku.sh`), Schoku 0.9.6 is M. Schulz's (`bash benches/build_schoku.sh`), in child processes that time \
         themselves; they read puzzles as text, the others have read them before. \
         Sets that are files are not part of gridmill; those that were not there are missing.\n",
        gridmill::tables::PROGRAM,
        Machine::here(),
    )
}

fn table_head(limit: u64, contestants: &[Contestant]) -> String {
    let names: String = contestants[1..].iter().map(|one| format!(" {} |", one.name)).collect();
    let asked = if limit == 1 { "whether there is a solution" } else { "uniqueness" };
    format!(
        "\n## Up to {limit}: {asked}\n\n| set | puzzles | crate, checks/s |{names}\n|---|--:|--:|{}\n",
        "--:|".repeat(contestants.len() - 1)
    )
}

fn row(set: &Set, times: &Times) -> String {
    let rates = times.blocks.iter().zip(&times.seconds[0]).map(|(&n, seconds)| n as f64 / seconds);
    let rate = Spread::of(rates).map_or(f64::NAN, |rate| rate.median);
    let mut row = format!("| {} | {} | {rate:.0} |", set.name, set.puzzles.len());
    for seconds in &times.seconds[1..] {
        row += &ratio(&times.seconds[0], seconds);
    }
    row + "\n"
}

fn best_head(contestants: &[Contestant]) -> String {
    let ours = contestants.iter().filter(|one| !one.is_peer());
    let names: String = ours.clone().map(|one| format!(" {} |", one.name)).collect();
    format!(
        "\nOver the peer that is fastest on the set:\n\n| set | peer |{names}\n|---|---|{}\n",
        "--:|".repeat(ours.count())
    )
}

fn best_row(set: &Set, times: &Times, contestants: &[Contestant]) -> String {
    let median = |n: usize| {
        let pace = times.blocks.iter().zip(&times.seconds[n]).map(|(&n, seconds)| seconds / n as f64);
        Spread::of(pace).map_or(f64::INFINITY, |pace| pace.median)
    };
    let peers = (0..contestants.len()).filter(|&n| contestants[n].is_peer());
    let best = peers.min_by(|&a, &b| median(a).total_cmp(&median(b))).unwrap_or(0);
    let mut row = format!("| {} | {} |", set.name, contestants[best].name);
    for (_, seconds) in contestants.iter().zip(&times.seconds).filter(|(one, _)| !one.is_peer()) {
        row += &ratio(&times.seconds[best], seconds);
    }
    row + "\n"
}

/// The speed over a peer's, a cell of a table.
fn ratio(peer: &[f64], seconds: &[f64]) -> String {
    format!(" {} |", spread(ratios(seconds, peer), |_| 2))
}
