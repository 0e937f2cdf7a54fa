//! Existing grids with the number of minimal puzzles within each, by givens, in the order of the input.
//!
//! A grid with several solutions has no minimal puzzle within it: its numbers are 0, so that sums over random subsets of complete grids
//! are those of all subsets. A row without numbers has a reason.

use super::column_job::{AddedColumns, ColumnJob};
use gridmill_board::{Grid, Shape};
use gridmill_generate::Budgets;
use gridmill_solve::{Diagnosis, Remover, SolverKind};
use gridmill_tables::{
    Result,
    facts::Facts,
    numbers::thousands,
    read::Invalid,
    schema::{Column, LayoutColumn, Value},
};
use std::ops::RangeInclusive;

/// Options of counting the minimal puzzles within existing grids.
#[derive(Debug, Clone)]
pub struct MinimalsJob {
    /// Shape of the grids.
    pub shape: Shape,
    /// Most minimal puzzles of a grid that are counted.
    pub limit: usize,
    /// Search nodes that a search may take.
    pub budgets: Budgets,
    /// Treatment of rows without numbers, which get a reason when they are skipped.
    pub invalid: Invalid,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Minimal puzzles within a grid, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MinimalCounts {
    /// Givens that all have; `None` if the grid has several solutions, and so no minimal puzzle.
    pub needed: Option<u64>,
    /// Number of minimal puzzles.
    pub all: u64,
    /// Number of minimal puzzles by givens, from 0; 0 beyond its end.
    pub by_givens: Vec<u64>,
}

/// Totals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MinimalsTotals {
    /// Rows read.
    pub rows: u64,
    /// Rows with numbers.
    pub counted: u64,
    /// Rows with exactly one solution, and with numbers.
    pub unique: u64,
    /// Minimal puzzles counted.
    pub minimal_puzzles: u64,
}

impl MinimalsJob {
    /// Returns the numbers of givens that have a column: from the fewest of a puzzle to half of the cells. No minimal puzzle with more is
    /// known; a grid that has one gets no numbers.
    pub fn givens(shape: Shape) -> RangeInclusive<usize> {
        shape.fewest_givens()..=shape.cells() / 2
    }

    fn counts(&self, solver: &mut dyn Remover, grid: &Grid) -> Result<MinimalCounts, String> {
        let solution = match Diagnosis::new(grid, solver).map_err(|error| error.to_string())? {
            Diagnosis::Unique(solution) => solution,
            Diagnosis::Multiple(_) => return Ok(MinimalCounts::default()),
            without => return Err(without.to_string()),
        };
        let found =
            solver.minimal_puzzles_up_to(grid, &solution, self.limit).map_err(|error| error.to_string())?;
        if !found.complete {
            return Err(format!("more than {} minimal puzzles", thousands(self.limit as u64)));
        }
        let most = *Self::givens(self.shape).end();
        let mut by_givens = vec![0; most + 1];
        for (givens, count) in found.by_givens() {
            *by_givens.get_mut(givens).ok_or_else(|| format!("a minimal puzzle of {givens} givens"))? = count;
        }
        let (needed, all) = (Some(found.needed.len() as u64), found.choices.len() as u64);
        Ok(MinimalCounts { needed, all, by_givens })
    }
}

impl ColumnJob for MinimalsJob {
    type Worker = (Self, Box<dyn Remover>);
    type Row = Result<MinimalCounts, String>;
    type Totals = MinimalsTotals;

    fn columns(&self, _given: &[&str], facts: &Facts) -> Result<AddedColumns> {
        let [needed, all] = Column::of_minimals();
        let by_givens = Self::givens(self.shape).map(|givens| LayoutColumn::of_givens(all, givens));
        let columns = [needed, all].map(LayoutColumn::plain).into_iter().chain(by_givens).collect();
        Ok(AddedColumns::append_only(columns, facts))
    }

    fn command(&self) -> String {
        format!("gridmill minimals --print by-givens --limit {}", self.limit)
    }

    fn worker(&self) -> Self::Worker {
        (self.clone(), SolverKind::default_for(self.shape).solver(self.shape, self.budgets.nodes))
    }

    fn row((job, solver): &mut Self::Worker, grid: &Result<Grid, String>) -> Self::Row {
        job.counts(&mut **solver, grid.as_ref().map_err(Clone::clone)?)
    }

    fn value<'a>(column: &LayoutColumn, row: &'a Self::Row) -> Value<'a> {
        let [needed, _] = Column::of_minimals();
        Value::Number(row.as_ref().ok().and_then(|counts| match column.place {
            0 if column.column.id == needed.id => counts.needed,
            0 => Some(counts.all),
            givens => Some(counts.by_givens.get(givens).copied().unwrap_or(0)),
        }))
    }

    fn run_options(&self) -> (usize, Invalid) {
        (self.threads, self.invalid)
    }

    fn count(rows: &[Self::Row], totals: &mut MinimalsTotals) {
        totals.rows += rows.len() as u64;
        for counts in rows.iter().flatten() {
            totals.counted += 1;
            totals.unique += u64::from(counts.needed.is_some());
            totals.minimal_puzzles += counts.all;
        }
    }

    fn reason(row: &Self::Row) -> Option<&str> {
        row.as_ref().err().map(String::as_str)
    }
}
