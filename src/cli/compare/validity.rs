//! Counts of the puzzles of files: with one solution, several or none.

use crate::{
    board::{Grid, Shape},
    solve::{Diagnosis, OutOfNodes, Remover, Solutions, SolverKind},
    tables::{Error, format::thousands},
};

/// Counts of puzzles by the number of their solutions, found by a solver of its own that is not timed.
#[derive(Debug)]
pub(super) struct Validity {
    solver: Box<dyn Remover>,
    one: u64,
    several: u64,
    none: u64,
    unknown: u64,
    /// The first grid that is no puzzle, and why.
    first: Option<Error>,
}

impl Validity {
    pub(super) fn new(shape: Shape, node_budget: u64) -> Self {
        let solver = SolverKind::default_for(shape).solver(shape, node_budget);
        Self { solver, one: 0, several: 0, none: 0, unknown: 0, first: None }
    }

    /// Counts a grid; `problem_at` says where it is.
    pub(super) fn count(&mut self, grid: &Grid, problem_at: impl FnOnce(String) -> Error) {
        let found = self.solver.solutions(grid);
        let count = match &found {
            Ok(Solutions::Unique(_)) => &mut self.one,
            Ok(Solutions::Multiple) => &mut self.several,
            Ok(Solutions::None) => &mut self.none,
            Err(OutOfNodes { .. }) => &mut self.unknown,
        };
        *count += 1;
        if matches!(found, Ok(Solutions::Multiple | Solutions::None)) && self.first.is_none() {
            let diagnosis = Diagnosis::new(grid, &mut *self.solver);
            self.first = diagnosis.ok().map(|diagnosis| problem_at(diagnosis.to_string()));
        }
    }

    /// Returns the counts, and the first grid that is no puzzle, a line each.
    pub(super) fn lines(&self) -> Vec<String> {
        let all = self.one + self.several + self.none + self.unknown;
        let counts = [
            (self.one, "with one solution"),
            (self.several, "with several"),
            (self.none, "without a solution"),
            (self.unknown, "not decided within --node-budget"),
        ];
        let counts = counts.into_iter().filter(|&(count, _)| count > 0);
        let counts: Vec<String> =
            counts.map(|(count, which)| format!("{} {which}", thousands(count))).collect();
        let puzzles = if all == 1 { "grid" } else { "grids" };
        let line = format!("{} {puzzles}: {}", thousands(all), counts.join(", "));
        std::iter::once(line).chain(self.first.iter().map(ToString::to_string)).collect()
    }
}
