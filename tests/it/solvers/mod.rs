//! Every checker on every question, each tested against the others and against what is known.
//!
//! `table` puzzles with their counts; `agreement` random grids; `exact` counts of whole sets; `collections` real puzzles;
//! `hostile` anything at all; `removal` digs. What takes long is ignored, with the command that runs it.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's way to fail, and to say what it tried"
)]

mod agreement;
mod collections;
mod exact;
mod hostile;
mod removal;
mod table;

use crate::common::data;
use gridmill::{
    board::{Grid, Shape, Solution},
    solve::{Bitboard, Remover, SolverKind},
};

/// A budget that no test is meant to reach.
const PLENTY: u64 = u64::MAX;

/// All checkers that know `shape`.
fn checkers(shape: Shape) -> impl Iterator<Item = SolverKind> {
    SolverKind::ALL.into_iter().filter(move |checker| checker.supports(shape))
}

/// A solver of each of them, `bitboard` once for each instruction set of this machine.
fn solvers(shape: Shape, budget: u64) -> Vec<(&'static str, Box<dyn Remover>)> {
    checkers(shape)
        .flat_map(|checker| match checker {
            SolverKind::Bitboard => bands(budget),
            other => vec![(other.name(), other.solver(shape, budget))],
        })
        .collect()
}

/// `bitboard` on each instruction set, the one without special needs first.
fn bands(budget: u64) -> Vec<(&'static str, Box<dyn Remover>)> {
    let boxed = |bitboard| ("bitboard", Box::new(bitboard) as Box<dyn Remover>);
    Bitboard::on_each_instruction_set(budget).into_iter().map(boxed).collect()
}

/// Checks that what a solver found is a solution of `grid`.
fn assert_solves(name: &str, grid: &Grid, solution: &Solution) {
    assert!(Solution::new(&Grid::from(solution)).is_ok(), "{name} on {grid}: {solution} is no solution");
    assert!(grid.is_within(solution), "{name} on {grid}: {solution} has other givens");
}

/// A solver has one name, in plans as in options.
#[test]
fn solvers_have_distinct_names() {
    for solver in SolverKind::ALL {
        assert_eq!(serde_json::to_value(solver).unwrap(), solver.name());
        assert_eq!(SolverKind::from_name(solver.name()), Some(solver));
    }
    assert_eq!(SolverKind::from_name("abacus"), None);
}
