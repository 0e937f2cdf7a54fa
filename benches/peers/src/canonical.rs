//! Canonical forms of the same grids by gridmill and by the `sudoku` crate, on one thread: `bash scripts/bench.sh canonical [--quick]`.
//!
//! ```text
//! round 0   gridmill, sudoku      the whole set by gridmill, a part of it by the crate; one clock reading before and after
//! round 1   sudoku, gridmill      the order rotates
//! ...       ratio of a round = time a grid of sudoku / time a grid of gridmill
//! ```
//!
//! The crate solves a puzzle and transforms it as it does the solution; gridmill's form is of the givens alone. So the forms of
//! complete grids must agree, and those of puzzles do not.

use crate::sets::{self, Set};
use anyhow::{Result, ensure};
use gridmill::{
    board::Grid,
    compare::{Machine, Spread},
    solve::{Solutions, solve},
};
use std::{hint::black_box, time::Instant};
use sudoku::Sudoku;

/// Rounds, in a quick report and in a whole one.
const ROUNDS: [usize; 2] = [2, 11];

/// The crate takes one grid of so many, as it is slower.
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
    Ok(())
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
    let (mut ours_ns, mut theirs_ns) = (Vec::new(), Vec::new());
    let mut least_ns = vec![f64::MAX; set.puzzles.len()];
    for round in 0..rounds {
        for n in [round % 2, (round + 1) % 2] {
            let clock = Instant::now();
            if n == 0 {
                for grid in &set.puzzles {
                    black_box(grid.canonical()?);
                }
                ours_ns.push(nanoseconds(clock) / set.puzzles.len() as f64);
            } else {
                for sudoku in part {
                    black_box(sudoku.canonicalized());
                }
                theirs_ns.push(nanoseconds(clock) / part.len() as f64);
            }
        }
        for (least, grid) in least_ns.iter_mut().zip(&set.puzzles) {
            let clock = Instant::now();
            black_box(grid.canonical()?);
            *least = least.min(nanoseconds(clock));
        }
    }
    let rates = |ns: &[f64]| spread(ns.iter().map(|ns| 1e9 / ns));
    Ok(format!(
        "| {} | {} | {} | {} | {} | {:.1} us |",
        set.name,
        set.puzzles.len(),
        rates(&ours_ns),
        rates(&theirs_ns),
        spread(theirs_ns.iter().zip(&ours_ns).map(|(theirs, ours)| theirs / ours)),
        least_ns.iter().copied().fold(0.0, f64::max) / 1000.0
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

/// Median and quartiles, with three digits that count.
fn spread(numbers: impl Iterator<Item = f64>) -> String {
    Spread::of(numbers).map_or_else(String::new, |Spread { q1, median, q3 }| {
        let digits = usize::from(median < 100.0);
        format!("{median:.digits$} ({q1:.digits$}-{q3:.digits$})")
    })
}

fn head(quick: bool) -> String {
    let rounds = ROUNDS[usize::from(!quick)];
    let quick = if quick { " --quick" } else { "" };
    format!(
        "<!-- bash scripts/bench.sh canonical{quick} -->\n# Canonical forms a second on one core\n\n{} on {}.\n\n\
         gridmill finds the forms of each set {rounds} times on one thread, in turns with the `sudoku` crate 0.8 on an eighth of the set; \
         the order rotates. Rates and the ratio are medians (quartiles) over rounds. Both find the least text; of puzzles the crate \
         transforms the solution and takes the puzzle along, while gridmill's form is of the givens alone. Forms and numbers of \
         automorphisms of the complete grids are the same, or there would be no report. \"Slowest\" is the slowest grid of the set by its \
         least time over rounds. Sets that are files are not part of gridmill; those that were not there are missing.\n\n\
         | set | grids | gridmill/s | sudoku/s | ratio | slowest |\n|---|--:|--:|--:|--:|--:|\n",
        gridmill::PROGRAM,
        Machine::here()
    )
}
