//! Existing puzzles with their ratings beside them, in the order of the input.
//!
//! A row without a puzzle, or whose puzzle has not exactly one solution, has no rating but a reason.

use super::{
    add_columns::{self, AddColumns, RunOptions},
    read::table::Tables,
    table_writer::RowsOutput,
};
use crate::{
    board::{Grid, Puzzle, Shape},
    error::Result,
    escape::shell_word,
    facts::{Facts, RatingScale},
    pipeline::{Plan, PlanRater, Rated, RatingTotals, SYSTEM_CLOCK, SearchDifficulty, SearchRater},
    rate::{Rater, Rulebook},
    schema::{Column, Layout, RowRatings, Value},
    solve::{Diagnosis, Solutions, Solver, SolverKind},
};
use arrow_array::RecordBatch;
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64},
};

/// Options of rating existing puzzles.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct RateJob {
    /// The rulebook.
    pub rulebook: Arc<Rulebook>,
    /// True if the steps are kept.
    pub trace: bool,
    /// The work that the chains of one puzzle may take, in nodes ([`Rater::BUDGET`]).
    pub rate_budget: u64,
    /// True to measure the search difficulty, too.
    pub search_difficulty: bool,
    /// True if the times are kept.
    pub timings: bool,
    /// True if a row that cannot be rated ends the run.
    pub strict: bool,
    /// Search nodes that a uniqueness check may take.
    pub node_budget: u64,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Totals of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RateTotals {
    /// Rows read.
    pub rows: u64,
    /// Totals of the puzzles that have exactly one solution.
    pub ratings: RatingTotals,
}

/// Ratings of a puzzle.
#[derive(Debug)]
pub struct PuzzleRatings {
    rated: Rated,
    search_difficulty: Option<SearchDifficulty>,
}

/// Ratings of a row, or the reason why there are none.
type RowOutcome = Result<PuzzleRatings, String>;

/// Raters and solver of one thread.
#[derive(Debug)]
pub struct Worker {
    rater: PlanRater,
    search_rater: Option<SearchRater>,
    solver: Box<dyn Solver>,
}

impl RateJob {
    /// Creates a job that rates by a rulebook and measures nothing else: equal rows have equal ratings.
    pub fn new(rulebook: Arc<Rulebook>, threads: usize) -> Self {
        Self {
            rulebook,
            trace: false,
            rate_budget: Rater::BUDGET,
            search_difficulty: false,
            timings: false,
            strict: false,
            node_budget: Plan::NODE_BUDGET,
            threads,
        }
    }

    /// Rates the rows of `tables` into `out`; counts rows as they are rated. A file appears under its name if the run succeeds, and
    /// not otherwise.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) and [`Error::Corpus`](crate::Error::Corpus) for input and output that fail,
    /// [`Error::NoPuzzle`](crate::Error::NoPuzzle) if the job is strict, [`Error::Interrupted`](crate::Error::Interrupted) once `stop`
    /// is set.
    pub fn run(
        &self,
        tables: &mut Tables,
        out: RowsOutput,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<RateTotals> {
        let mut totals = RateTotals::default();
        let count = |outcomes: &[RowOutcome]| totals.count(outcomes);
        let options = RunOptions { threads: self.threads, strict: self.strict };
        add_columns::run(self, options, tables, out, stop, count, rows_done)?;
        Ok(totals)
    }

    /// Rates the rows of `tables` in memory.
    pub(super) fn run_in_memory(
        &self,
        tables: &mut Tables,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<Vec<RecordBatch>> {
        let options = RunOptions { threads: self.threads, strict: self.strict };
        add_columns::run_in_memory(self, options, tables, stop, rows_done)
    }
}

impl AddColumns for RateJob {
    type Worker = Worker;
    type Row = RowOutcome;

    fn columns(&self) -> Vec<&'static Column> {
        Layout::of_ratings(&self.rulebook, self.trace, self.search_difficulty, self.timings)
            .rating_columns()
            .collect()
    }

    fn about(&self) -> Vec<(&'static str, String)> {
        vec![
            ("gridmill.rating_scale", self.rulebook.scale().to_owned()),
            ("gridmill.rate_budget", self.rate_budget.to_string()),
        ]
    }

    fn facts(&self, given: Facts) -> Facts {
        given.rated(RatingScale::of(&self.rulebook, "", self.rate_budget))
    }

    fn command(&self) -> String {
        let trace = if self.trace { " --trace" } else { "" };
        let guesses = if self.search_difficulty { " --search-difficulty" } else { "" };
        let limited = Rater::limits(self.rulebook.techniques());
        let budget = if limited { format!(" --rate-budget {}", self.rate_budget) } else { String::new() };
        format!("gridmill rate --rulebook {}{trace}{guesses}{budget}", shell_word(self.rulebook.name()))
    }

    fn worker(&self) -> Worker {
        let rater = PlanRater::new(Arc::clone(&self.rulebook), self.trace, self.rate_budget);
        let rater = rater.with_clock(SYSTEM_CLOCK);
        let solver = SolverKind::default_for(Shape::STANDARD).solver(Shape::STANDARD, self.node_budget);
        Worker { rater, search_rater: self.search_difficulty.then(SearchRater::new), solver }
    }

    fn row(worker: &mut Worker, puzzle: &Result<Grid, String>) -> RowOutcome {
        worker.outcome(puzzle)
    }

    fn value<'a>(column: &Column, outcome: &'a RowOutcome) -> Value<'a> {
        column.value_of_ratings(ratings(outcome))
    }

    fn reason(outcome: &RowOutcome) -> Option<&str> {
        outcome.as_ref().err().map(String::as_str)
    }
}

impl Worker {
    fn outcome(&mut self, puzzle: &Result<Grid, String>) -> RowOutcome {
        let puzzle = puzzle.as_ref().map_err(Clone::clone)?;
        match self.solver.solutions(puzzle) {
            Ok(Solutions::None | Solutions::Multiple) => Err(Diagnosis::of(puzzle, &mut *self.solver)
                .map_or_else(|error| error.to_string(), |found| found.to_string())),
            Err(error) => Err(error.to_string()),
            Ok(Solutions::Unique(_)) if puzzle.givens() == puzzle.cells().len() => {
                Err("nothing to solve".to_owned())
            }
            Ok(Solutions::Unique(_)) => Ok(PuzzleRatings {
                rated: self.rater.rate(puzzle),
                search_difficulty: self
                    .search_rater
                    .as_mut()
                    .map(|rater| rater.rate(&Puzzle::from_proven(puzzle.clone()))),
            }),
        }
    }
}

/// Returns the ratings of a row; none where there is a reason.
fn ratings(outcome: &RowOutcome) -> RowRatings<'_> {
    let Ok(PuzzleRatings { rated, search_difficulty }) = outcome else { return RowRatings::default() };
    RowRatings { rated: Some(rated), search_difficulty: *search_difficulty }
}

impl RateTotals {
    fn count(&mut self, outcomes: &[RowOutcome]) {
        self.rows += outcomes.len() as u64;
        outcomes.iter().flatten().for_each(|ratings| self.ratings.add((&ratings.rated).into()));
    }
}
