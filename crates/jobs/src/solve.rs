//! Existing puzzles with their solutions next to them, or with the number of their solutions, in the order of the input.
//!
//! A row that has not exactly one solution, or more solutions than are counted, has no value in the column, and a reason.

use super::column_job::{self, AddedColumns, ColumnJob};
use gridmill_board::{Grid, Shape, Solution};
use gridmill_generate::Budgets;
use gridmill_solve::{Remover, SolverKind};
use gridmill_tables::{
    Result,
    facts::Facts,
    numbers::thousands,
    read::Invalid,
    schema::{Column, LayoutColumn, Value},
};
use std::fmt;

/// Options of solving existing puzzles.
#[derive(Debug, Clone)]
pub struct SolveJob {
    /// Shape of the puzzles.
    pub shape: Shape,
    /// Search nodes that solving a puzzle may take.
    pub budgets: Budgets,
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

impl ColumnJob for SolveJob {
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
        SolverKind::default_for(self.shape).solver(self.shape, self.budgets.nodes)
    }

    fn row(solver: &mut Box<dyn Remover>, grid: &Result<Grid, String>) -> Result<Solution, String> {
        let grid = grid.as_ref().map_err(Clone::clone)?;
        column_job::only_solution(&mut **solver, grid)
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
                Some(solutions) => column_job::only_of(solutions, grid, &mut **solver),
                None => column_job::only_solution(&mut **solver, grid),
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

/// Options of counting the solutions of existing puzzles.
#[derive(Debug, Clone)]
pub struct CountJob {
    /// Shape of the puzzles.
    pub shape: Shape,
    /// Most solutions of a puzzle that are counted.
    pub up_to: u64,
    /// Search nodes that counting may take.
    pub budgets: Budgets,
    /// Treatment of rows without a number, which get a reason when they are skipped.
    pub invalid: Invalid,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Solver that counts up to a number.
#[derive(Debug)]
pub struct SolutionCounter {
    solver: Box<dyn Remover>,
    up_to: u64,
}

impl SolutionCounter {
    /// Creates a counter for grids of a shape, of at most `up_to` solutions, which takes at most `nodes` search nodes for a grid.
    pub fn new(shape: Shape, up_to: u64, nodes: u64) -> Self {
        Self { solver: SolverKind::default_for(shape).solver(shape, nodes), up_to }
    }

    /// Counts the solutions of a grid.
    ///
    /// # Errors
    /// A line that says that the search ran out of nodes.
    pub fn count(&mut self, grid: &Grid) -> Result<SolutionCount, String> {
        let count =
            self.solver.count(grid, self.up_to.saturating_add(1)).map_err(|error| error.to_string())?;
        Ok(if count.solutions > self.up_to {
            SolutionCount::MoreThan(self.up_to)
        } else {
            SolutionCount::Exactly(count.solutions)
        })
    }
}

/// Number of solutions, as far as they were counted. As text: `2 solutions`, `more than 1,000 solutions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionCount {
    /// All were counted.
    Exactly(u64),
    /// There are more than were counted.
    MoreThan(u64),
}

impl SolutionCount {
    /// Returns the number, if all were counted.
    pub const fn exactly(self) -> Option<u64> {
        match self {
            Self::Exactly(count) => Some(count),
            Self::MoreThan(_) => None,
        }
    }
}

impl fmt::Display for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exactly(1) => f.write_str("1 solution"),
            Self::Exactly(count) => write!(f, "{} solutions", thousands(count)),
            Self::MoreThan(count) => write!(f, "more than {} solutions", thousands(count)),
        }
    }
}

/// Totals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CountTotals {
    /// Rows read.
    pub rows: u64,
    /// Rows with a number.
    pub counted: u64,
}

impl ColumnJob for CountJob {
    type Worker = SolutionCounter;
    type Row = Result<u64, String>;
    type Totals = CountTotals;

    fn columns(&self, _given: &[&str], facts: &Facts) -> Result<AddedColumns> {
        Ok(AddedColumns::append_only(vec![LayoutColumn::plain(Column::of_counted_rows())], facts))
    }

    fn command(&self) -> String {
        format!("gridmill solve --count-solutions={}", self.up_to)
    }

    fn worker(&self) -> SolutionCounter {
        SolutionCounter::new(self.shape, self.up_to, self.budgets.nodes)
    }

    fn row(counter: &mut SolutionCounter, grid: &Result<Grid, String>) -> Result<u64, String> {
        let count = counter.count(grid.as_ref().map_err(Clone::clone)?)?;
        count.exactly().ok_or_else(|| count.to_string())
    }

    fn value<'a>(_: &LayoutColumn, row: &'a Result<u64, String>) -> Value<'a> {
        Value::Number(row.as_ref().ok().copied())
    }

    fn run_options(&self) -> (usize, Invalid) {
        (self.threads, self.invalid)
    }

    fn count(rows: &[Self::Row], totals: &mut CountTotals) {
        totals.rows += rows.len() as u64;
        totals.counted += rows.iter().flatten().count() as u64;
    }

    fn reason(row: &Result<u64, String>) -> Option<&str> {
        row.as_ref().err().map(String::as_str)
    }
}
