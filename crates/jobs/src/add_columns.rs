//! Jobs that add columns to rows, as their callers see them.

use crate::{
    canonical::{CanonicalJob, CanonicalTotals},
    column_job::{self, ColumnJob as _},
    minimals::{MinimalsJob, MinimalsTotals},
    rate::{RateJob, RateTotals},
    solve::{CountJob, CountTotals, SolveJob, SolveTotals},
};
use arrow_array::RecordBatch;
use gridmill_board::Grid;
use gridmill_tables::{Result, read::TableInput, write::RowsOutput};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Job that adds columns to rows of existing files.
pub trait AddColumns: Sync {
    /// Totals of a run.
    type Totals;

    /// Returns the number of threads asked for, 0 for one a core.
    fn threads(&self) -> usize;

    /// Writes the rows of `tables` with the added columns to `out`; counts rows as they are computed. A file appears under its name if the run
    /// succeeds, and not otherwise.
    ///
    /// # Errors
    /// [`Io`](gridmill_tables::Error::Io) and [`Corpus`](gridmill_tables::Error::Corpus) for input and output that fail,
    /// [`NoPuzzle`](gridmill_tables::Error::NoPuzzle) unless such rows are skipped, [`Interrupted`](gridmill_tables::Error::Interrupted) once
    /// `stop` is set.
    fn run(
        &self,
        tables: &mut TableInput,
        out: RowsOutput,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<Self::Totals>;

    /// Returns the rows of `tables` with the added columns, in memory.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn run_in_memory(
        &self,
        tables: &mut TableInput,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<Vec<RecordBatch>>;

    /// Computes the columns for rows in memory, each with a grid or the reason why there is none: the table of added columns and `reason`.
    /// Counts the rows as they are done.
    ///
    /// # Errors
    /// [`Option`](gridmill_tables::Error::Option) if the threads cannot be had, [`Interrupted`](gridmill_tables::Error::Interrupted) once `stop` is
    /// set.
    fn added_columns(
        &self,
        grids: &[Result<Grid, String>],
        threads: usize,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<RecordBatch>;
}

/// Implements [`AddColumns`] for each job by itself: what is generic would be compiled by every caller, and the program is
/// compiled without optimisation.
macro_rules! add_columns {
    ($($job:ident: $totals:ty),*) => {$(
        impl AddColumns for $job {
            type Totals = $totals;

            fn threads(&self) -> usize {
                self.run_options().0
            }

            fn run(
                &self,
                tables: &mut TableInput,
                out: RowsOutput,
                stop: &AtomicBool,
                rows_done: &AtomicU64,
            ) -> Result<$totals> {
                column_job::run(self, tables, out, (stop, rows_done))
            }

            fn run_in_memory(
                &self,
                tables: &mut TableInput,
                stop: &AtomicBool,
                rows_done: &AtomicU64,
            ) -> Result<Vec<RecordBatch>> {
                column_job::run_in_memory(self, tables, (stop, rows_done))
            }

            fn added_columns(
                &self,
                grids: &[Result<Grid, String>],
                threads: usize,
                stop: &AtomicBool,
                rows_done: &AtomicU64,
            ) -> Result<RecordBatch> {
                column_job::added_columns(self, grids, threads, (stop, rows_done))
            }
        }
    )*};
}

add_columns!(
    CanonicalJob: CanonicalTotals,
    CountJob: CountTotals,
    MinimalsJob: MinimalsTotals,
    RateJob: RateTotals,
    SolveJob: SolveTotals
);
