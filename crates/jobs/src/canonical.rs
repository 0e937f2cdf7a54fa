//! Existing puzzles with their canonical forms next to them, in the order of the input.
//!
//! A grid with a digit twice in a house has no form but a reason. One that has not exactly one solution has a form of its givens, none of a
//! solution, and a reason.

use super::column_job::{self, AddedColumns, ColumnJob};
use gridmill_board::{Grid, Shape};
use gridmill_generate::{Budgets, FormFact, RowForms};
use gridmill_solve::{Remover, SolverKind};
use gridmill_tables::{
    Error, Result,
    facts::Facts,
    read::Invalid,
    schema::{Column, LayoutColumn, Value},
};

/// Options of finding canonical forms of existing puzzles.
#[derive(Debug, Clone)]
pub struct CanonicalJob {
    /// The shape of the puzzles.
    pub shape: Shape,
    /// Columns in addition to the usual ones.
    pub added: Vec<FormFact>,
    /// Search nodes that solving a puzzle may take.
    pub budgets: Budgets,
    /// Treatment of rows that are no puzzle, which get a reason when they are skipped.
    pub invalid: Invalid,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Totals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CanonicalTotals {
    /// Rows read.
    pub rows: u64,
    /// Rows with a form of the givens.
    pub forms: u64,
    /// Rows with exactly one solution.
    pub puzzles: u64,
    /// Rows with a form and more than one automorphism.
    pub automorphic: u64,
}

/// Forms of a row, and the reason why some or all are missing.
#[derive(Debug)]
pub struct CanonicalRow {
    forms: Option<RowForms>,
    reason: Option<String>,
}

impl ColumnJob for CanonicalJob {
    type Worker = (Box<dyn Remover>, Vec<FormFact>);
    type Row = CanonicalRow;
    type Totals = CanonicalTotals;

    fn columns(&self, _given: &[&str], facts: &Facts) -> Result<AddedColumns> {
        if self.added.contains(&FormFact::Bands) && self.shape != Shape::STANDARD {
            return Err(Error::option(format!("`add=bands` is for 9x9 grids, not for {} boxes", self.shape)));
        }
        Ok(AddedColumns::append_only(
            Column::of_forms_with(&self.added).map(LayoutColumn::plain).collect(),
            facts,
        ))
    }

    fn command(&self) -> String {
        let names: Vec<&str> = self.added.iter().map(|fact| fact.name()).collect();
        let added = if names.is_empty() { String::new() } else { format!(" --add {}", names.join(",")) };
        format!("gridmill canonical{added}")
    }

    fn worker(&self) -> Self::Worker {
        (SolverKind::default_for(self.shape).solver(self.shape, self.budgets.nodes), self.added.clone())
    }

    fn row((solver, added): &mut Self::Worker, grid: &Result<Grid, String>) -> CanonicalRow {
        match grid {
            Ok(grid) => forms(&mut **solver, grid, added),
            Err(reason) => CanonicalRow { forms: None, reason: Some(reason.clone()) },
        }
    }

    fn value<'a>(column: &LayoutColumn, row: &'a CanonicalRow) -> Value<'a> {
        column.column.value_of_forms(row.forms.as_ref())
    }

    fn run_options(&self) -> (usize, Invalid) {
        (self.threads, self.invalid)
    }

    fn count(rows: &[CanonicalRow], totals: &mut CanonicalTotals) {
        totals.rows += rows.len() as u64;
        for forms in rows.iter().filter_map(|row| row.forms.as_ref()) {
            totals.forms += 1;
            totals.puzzles += u64::from(forms.grid.is_some());
            totals.automorphic += u64::from(forms.automorphisms > 1);
        }
    }

    fn reason(row: &CanonicalRow) -> Option<&str> {
        row.reason.as_deref()
    }
}

fn forms(solver: &mut dyn Remover, grid: &Grid, added: &[FormFact]) -> CanonicalRow {
    let solution = column_job::only_solution(solver, grid);
    let forms = RowForms::with(grid, solution.as_ref().ok(), added);
    // A repeated digit is among the reasons of both.
    let reason = solution.err().or_else(|| forms.as_ref().err().map(ToString::to_string));
    CanonicalRow { forms: forms.ok(), reason }
}
