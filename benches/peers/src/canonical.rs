//! Canonical forms of the same grids by gridmill and by the `sudoku` crate, on one thread: `python3 benches canonical [--quick]`.
//!
//! ```text
//! round 0   gridmill, sudoku      the whole set by gridmill, a part of it by the crate; one clock reading before and after
//! round 1   sudoku, gridmill      the order rotates
//! ...       ratio of a round = time a grid of sudoku / time a grid of gridmill
//! ```
//!
//! The crate solves a puzzle and transforms it as it does the solution; gridmill's form is of the givens alone. So the forms of
//! complete grids must agree, and those of puzzles do not.

use crate::{
    sets::{self, Set},
    turns::{in_turns, ratios, spread},
};
use anyhow::{Result, ensure};
use gridmill::{
    board::{Cell, Grid, Shape, Solution},
    generate::{Fill, Filler},
    report::compare::Machine,
    solve::{Solutions, solve},
};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;
use std::{hint::black_box, time::Instant};
use sudoku::Sudoku;

/// Rounds, in a quick report and in a whole one.
const ROUNDS: [usize; 2] = [2, 11];

/// The crate takes one grid of this many, because it is slower.
const PART: usize = 8;

/// Name of the set of complete grids.
const COMPLETE: &str = "complete";

/// Races both on all sets.
pub fn report(quick: bool) -> Result<()> {
    print!("{}", head(quick));
    for set in contents(quick)? {
        eprintln!("{}: {} grids", set.name, set.puzzles.len());
        println!("{}", race(&set, ROUNDS[usize::from(!quick)])?);
    }
    println!("{}", slowest(if quick { 10_000 } else { 1_000_000 })?);
    Ok(())
}

/// Complete grid with the most automorphisms: 648 (Russell and Jarvis 2006).
const MAX_AUTOMORPHISMS: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Looks for the slowest grid among whole rows, columns, boxes or digits of complete grids, most of which have automorphisms.
fn slowest(count: usize) -> Result<String> {
    let mut rng = Pcg64::from_seed([9; 32]);
    let mut filler = Filler::new(Fill::Uniform, Shape::STANDARD, 1_000_000);
    let mut complete = vec![Solution::new(&MAX_AUTOMORPHISMS.parse()?)?];
    for _ in 0..1000 {
        complete.push(filler.fill(&mut rng)?);
    }
    let (mut slowest_ns, mut slowest) = (0.0, Grid::empty(Shape::STANDARD));
    for number in 0..count {
        let from = &complete[if number % 4 == 0 { 0 } else { number % complete.len() }];
        let draw = rng.next_u64();
        let (kind, groups) = (draw % 4, draw >> 8 & 511);
        let grid = whole_groups(from, kind, groups);
        let mut least = f64::MAX;
        // Other load makes a grid slow once, not each time.
        for _ in 0..50 {
            let clock = Instant::now();
            black_box(grid.canonical()?);
            least = least.min(nanoseconds(clock));
            if least <= slowest_ns {
                break;
            }
        }
        if least > slowest_ns {
            (slowest_ns, slowest) = (least, grid);
        }
    }
    Ok(format!(
        "\nOf {count} grids made of whole rows, columns, boxes or digits of complete grids, a quarter of them of the grid with 648 automorphisms, \
         the slowest takes {:.2} ms: `{slowest}`.",
        slowest_ns / 1e6
    ))
}

/// Keeps the rows (0), columns (1), boxes (2) or digits (3) whose bit is set.
fn whole_groups(solution: &Solution, kind: u64, groups: u64) -> Grid {
    let mut grid = Grid::empty(Shape::STANDARD);
    for (cell, digit) in solution.cells().iter().enumerate() {
        let group = match kind {
            0 => cell / 9,
            1 => cell % 9,
            2 => cell / 27 * 3 + cell % 9 / 3,
            _ => digit.index(),
        };
        if groups >> group & 1 == 1 {
            grid.set(Cell::new(cell), Some(*digit));
        }
    }
    grid
}

/// Complete grids, then sets of puzzles.
fn contents(quick: bool) -> Result<Vec<Set>> {
    let mut sets = sets::all(quick)?;
    sets.retain(|set| !["several solutions", "random minimal, one given removed"].contains(&set.name));
    let minimal = sets.iter().filter(|set| set.name == "random minimal").flat_map(|set| &set.puzzles);
    let solution = |puzzle: &Grid| match solve(puzzle) {
        Solutions::Unique(solution) => Some(Grid::from(&solution)),
        Solutions::None | Solutions::Multiple => None,
    };
    let complete = minimal.filter_map(solution).collect();
    sets.insert(0, Set { name: COMPLETE, puzzles: complete });
    Ok(sets)
}

/// Measures one set, as a row of the table.
fn race(set: &Set, rounds: usize) -> Result<String> {
    let theirs: Vec<Sudoku> = (set.puzzles.iter())
        .map(|grid| Sudoku::from_str_line(&grid.to_string()))
        .collect::<Result<_, _>>()?;
    if set.name == COMPLETE {
        agree(&set.puzzles, &theirs)?;
    }
    let part = &theirs[..theirs.len().div_ceil(PART)];
    let ns = in_turns(2, rounds, |who, _| {
        let clock = Instant::now();
        if who == 1 {
            for sudoku in part {
                black_box(sudoku.canonicalized());
            }
            return Ok(nanoseconds(clock) / part.len() as f64);
        }
        for grid in &set.puzzles {
            black_box(grid.canonical()?);
        }
        Ok(nanoseconds(clock) / set.puzzles.len() as f64)
    })?;
    let mut slowest_ns = 0.0_f64;
    for grid in &set.puzzles {
        let mut least = f64::MAX;
        for _ in 0..rounds {
            let clock = Instant::now();
            black_box(grid.canonical()?);
            least = least.min(nanoseconds(clock));
        }
        slowest_ns = slowest_ns.max(least);
    }
    let digits = |median| usize::from(median < 100.0);
    let rates = |ns: &[f64]| spread(ns.iter().map(|ns| 1e9 / ns), digits);
    Ok(format!(
        "| {} | {} | {} | {} | {} | {:.1} us |",
        set.name,
        set.puzzles.len(),
        rates(&ns[0]),
        rates(&ns[1]),
        spread(ratios(&ns[0], &ns[1]), digits),
        slowest_ns / 1000.0
    ))
}

/// Checks that both find the same forms and numbers of automorphisms.
fn agree(grids: &[Grid], theirs: &[Sudoku]) -> Result<()> {
    for (grid, sudoku) in grids.iter().zip(theirs) {
        let ours = grid.canonical()?;
        let theirs = sudoku.canonicalized().map(|(form, count)| (form.to_string(), count));
        let ours = (ours.form.to_string(), usize::try_from(ours.automorphisms)?);
        ensure!(theirs.as_ref() == Some(&ours), "{grid}: {ours:?} and {theirs:?}");
    }
    Ok(())
}

fn nanoseconds(clock: Instant) -> f64 {
    clock.elapsed().as_secs_f64() * 1e9
}

fn head(quick: bool) -> String {
    let rounds = ROUNDS[usize::from(!quick)];
    let quick = if quick { " --quick" } else { "" };
    format!(
        "<!-- python3 benches canonical{quick} -->\n# Canonical forms a second on one core\n\n{} on {}.\n\n\
         gridmill finds the forms of each set {rounds} times on one thread, in turns with the `sudoku` crate 0.8 on an eighth of the set; \
         the order rotates. Rates and the ratio are medians (quartiles) over rounds. Both find the least text; of puzzles the crate \
         transforms the solution and takes the puzzle along, while gridmill's form is of the givens alone. Forms and numbers of \
         automorphisms of the complete grids are the same, or there would be no report. \"Slowest\" is the slowest grid of the set by its \
         least time over rounds. Sets that are files are not part of gridmill; those that were not there are missing.\n\n\
         | set | grids | gridmill/s | sudoku/s | ratio | slowest |\n|---|--:|--:|--:|--:|--:|\n",
        gridmill::tables::PROGRAM,
        Machine::here()
    )
}
