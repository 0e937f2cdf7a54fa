//! Existing puzzles with their solutions next to them, in the order of the input.
//!
//! A row that has not exactly one solution has none in its column, and a reason.

use super::add_columns::{self, AddColumns, AddedColumns};
use gridmill_board::{Grid, Shape, Solution};
use gridmill_solve::{Remover, SolverKind};
use gridmill_tables::{
    Result,
    facts::Facts,
    read::Invalid,
    schema::{Column, LayoutColumn, Value},
};

/// Options of solving existing puzzles.
#[derive(Debug, Clone)]
pub struct SolveJob {
    /// Shape of the puzzles.
    pub shape: Shape,
    /// Search nodes that solving a puzzle may take.
    pub node_budget: u64,
    /// Treatment of rows without exactly one solution, which get a reason when they are skipped.
    pub invalid: Invalid,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Totals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SolveTotals {
    /// Rows read.
    pub rows: u64,
    /// Rows with exactly one solution.
    pub solved: u64,
}

impl AddColumns for SolveJob {
    type Worker = Box<dyn Remover>;
    type Row = Result<Solution, String>;
    type Totals = SolveTotals;

    fn columns(&self, _given: &[&str], facts: &Facts) -> Result<AddedColumns> {
        Ok(AddedColumns::append_only(vec![LayoutColumn::plain(Column::of_solved_rows())], facts))
    }

    fn command(&self) -> String {
        "gridmill solve".to_owned()
    }

    fn worker(&self) -> Box<dyn Remover> {
        SolverKind::default_for(self.shape).solver(self.shape, self.node_budget)
    }

    fn row(solver: &mut Box<dyn Remover>, grid: &Result<Grid, String>) -> Result<Solution, String> {
        let grid = grid.as_ref().map_err(Clone::clone)?;
        add_columns::only_solution(&mut **solver, grid)
    }

    /// Solves the puzzles side by side where the solver can. Otherwise one by one, so that a stop ends a run of long searches early.
    fn rows<'a>(
        solver: &mut Box<dyn Remover>,
        grids: impl Iterator<Item = &'a Result<Grid, String>>,
        added: &mut Vec<Self::Row>,
    ) {
        if solver.side_by_side() == 1 {
            return added.extend(grids.map(|grid| Self::row(solver, grid)));
        }
        let given: Vec<_> = grids.collect();
        let puzzles: Vec<&Grid> = given.iter().filter_map(|grid| grid.as_ref().ok()).collect();
        let mut solutions = solver.solutions_each(&puzzles).into_iter();
        added.extend(given.into_iter().map(|grid| {
            let grid = grid.as_ref().map_err(Clone::clone)?;
            match solutions.next() {
                Some(solutions) => add_columns::only_of(solutions, grid, &mut **solver),
                None => add_columns::only_solution(&mut **solver, grid),
            }
        }));
    }

    fn value<'a>(_: &LayoutColumn, row: &'a Result<Solution, String>) -> Value<'a> {
        row.as_ref().map_or(Value::Number(None), Value::Solution)
    }

    fn run_options(&self) -> (usize, Invalid) {
        (self.threads, self.invalid)
    }

    fn count(rows: &[Self::Row], totals: &mut SolveTotals) {
        totals.rows += rows.len() as u64;
        totals.solved += rows.iter().flatten().count() as u64;
    }

    fn reason(row: &Result<Solution, String>) -> Option<&str> {
        row.as_ref().err().map(String::as_str)
    }
}
