//! Existing puzzles with their ratings next to them, in the order of the input.
//!
//! A row without a puzzle, or whose puzzle has not exactly one solution, has no rating but a reason.

use super::column_job::{self, AddedColumns, ColumnJob, REASON};
use gridmill_board::{Grid, Shape};
use gridmill_corpus::{RatingTotals, SYSTEM_CLOCK};
use gridmill_generate::{Addition, Additions, Budget, Budgets, Measured, Measurer, PlanRater, Rated};
use gridmill_rate::{Measure, Rater, Rulebook};
use gridmill_solve::{Remover, SolverKind};
use gridmill_tables::{
    Error, Result,
    escape::shell_word,
    facts::{Facts, RatingScale},
    read::Invalid,
    schema::{Column, Layout, LayoutColumn, Presence, RowRatings, Value, without_prefix},
};
use std::sync::Arc;

/// Options of rating existing puzzles.
#[derive(Debug)]
pub struct RateJob {
    /// The shape of the puzzles.
    pub shape: Shape,
    /// The rulebooks, of different names; none if `add` has something ([`read_rulebooks`](gridmill_corpus::read_rulebooks)).
    pub rulebooks: Vec<Arc<Rulebook>>,
    /// Columns of paths and of measures without a rulebook.
    pub add: Additions,
    /// True if the times are kept.
    pub timings: bool,
    /// Treatment of rows that cannot be rated, which get a reason when they are skipped.
    pub invalid: Invalid,
    /// Work that chains, questions by trial and error, and uniqueness checks may take.
    pub budgets: Budgets,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Totals of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RateTotals {
    /// Rows read.
    pub rows: u64,
    /// Totals of the puzzles that have exactly one solution, by each rulebook; empty where there is none.
    pub ratings: Vec<RatingTotals>,
    /// Puzzles with exactly one solution.
    pub measured: u64,
}

pub(crate) struct PuzzleRatings {
    /// By each rulebook.
    ratings: Vec<Rated>,
    measured: Measured,
}

pub(crate) type RowOutcome = Result<PuzzleRatings, String>;

/// Raters and solver of one thread.
pub(crate) struct Worker {
    raters: Vec<PlanRater>,
    measurer: Measurer,
    solver: Box<dyn Remover>,
}

impl RateJob {
    /// Creates a job that rates puzzles of a shape by rulebooks and measures nothing else: equal rows have equal ratings.
    pub fn new(shape: Shape, rulebooks: Vec<Arc<Rulebook>>, threads: usize) -> Self {
        Self {
            shape,
            rulebooks,
            add: Additions::default(),
            timings: false,
            invalid: Invalid::Skip,
            budgets: Budgets::DEFAULT,
            threads,
        }
    }

    /// Checks that the options rate puzzles of the shape.
    pub(crate) fn check(&self) -> Result<()> {
        for rulebook in &self.rulebooks {
            rulebook.check_shape(self.shape).map_err(|unfit| Error::option(unfit.to_string()))?;
        }
        if self.rulebooks.is_empty() && (self.add.is_empty() || self.add.keep_steps()) {
            let problem = if self.add.is_empty() {
                "there is nothing to measure: name a rulebook, or give `add=guesses` or other columns"
            } else {
                "paths are those of a rulebook: leave `rulebook=none` out"
            };
            return Err(Error::option(problem));
        }
        if self.add.has(Addition::Canonical) {
            return Err(Error::option("`add=canonical`: the command canonical adds these columns"));
        }
        let problem = self.add.iter().find_map(|addition| addition.check_shape(self.shape).err());
        problem.map_or(Ok(()), |problem| Err(Error::option(problem)))
    }

    /// Returns true for a column of the measures without a rulebook.
    fn measures(&self, column: &Column) -> bool {
        matches!(column.presence, Presence::Added(addition) if self.add.has(addition))
            && !column.is_of_rulebook()
    }
}

impl ColumnJob for RateJob {
    type Worker = Worker;
    type Row = RowOutcome;
    type Totals = RateTotals;

    /// Ratings of other rulebooks stay, those of the same are replaced. Where there are several then, or where columns of an unknown
    /// scale have the names of ours, each rulebook's columns have its prefix.
    fn columns(&self, given: &[&str], facts: &Facts) -> Result<AddedColumns> {
        self.check()?;
        let is_replaced_scale = |scale: &RatingScale| {
            self.rulebooks.iter().any(|rulebook| rulebook.prefix() == Rulebook::prefix_of(&scale.rulebook))
        };
        let (replaced, stay): (Vec<&RatingScale>, Vec<_>) =
            facts.scales.iter().partition(|scale| is_replaced_scale(scale));
        let is_known = facts.scales.iter().any(|scale| scale.prefix.is_empty());
        let is_taken = |column: &LayoutColumn| {
            column.column.is_of_rulebook() && !is_known && given.contains(&column.name())
        };
        let plain = self.rulebooks.iter().map(|rulebook| (&**rulebook, ""));
        let is_alone = self.rulebooks.len() == 1
            && stay.is_empty()
            && !Layout::of_ratings(plain, self.add, self.timings).iter().any(is_taken);
        let prefix = |rulebook: &Rulebook| if is_alone { String::new() } else { rulebook.prefix() };
        let prefixes: Vec<String> = self.rulebooks.iter().map(|rulebook| prefix(rulebook)).collect();

        let named =
            self.rulebooks.iter().map(|rulebook| &**rulebook).zip(prefixes.iter().map(String::as_str));
        let columns = Layout::of_ratings(named, self.add, self.timings);
        let is_of_this_program = !facts.scales.is_empty() || !facts.measures.is_empty();
        let is_replaced = |name: &str| {
            let is_ours = name == REASON || Column::named(name).is_some_and(|column| self.measures(column));
            replaced.iter().any(|scale| plain_of(scale, name).is_some()) || (is_ours && is_of_this_program)
        };
        // Without other ratings next to them, columns keep their names.
        let of_plain = stay.iter().find(|scale| scale.prefix.is_empty() && !self.rulebooks.is_empty());
        let renamed = |name: &&str| {
            let prefix = Rulebook::prefix_of(&of_plain?.rulebook);
            Some(((*name).to_owned(), prefix + plain_of(of_plain?, name)?))
        };
        let kept = stay.iter().map(|&scale| {
            let prefix = if scale.prefix.is_empty() && !self.rulebooks.is_empty() {
                Rulebook::prefix_of(&scale.rulebook)
            } else {
                scale.prefix.clone()
            };
            RatingScale { prefix, ..scale.clone() }
        });
        let added = self.rulebooks.iter().zip(&prefixes);
        let added = added.map(|(rulebook, prefix)| RatingScale::of(rulebook, prefix, self.budgets.rating));
        Ok(AddedColumns {
            columns,
            replaced: given.iter().filter(|name| is_replaced(name)).map(|&name| name.to_owned()).collect(),
            renamed: given.iter().filter_map(renamed).collect(),
            facts: facts.clone().rated(kept.chain(added).collect()).measured(self.add, self.budgets.trial),
        })
    }

    fn command(&self) -> String {
        let add = if self.add.is_empty() { String::new() } else { format!(" --add {}", self.add) };
        let is_used = |budget| match budget {
            Budget::Nodes => self.budgets.changes(Budget::Nodes),
            Budget::Rating => self.rulebooks.iter().any(|rulebook| Rater::limits(rulebook.techniques())),
            Budget::Trial => self.add.measure_trial(),
        };
        let budget = match self.budgets.text(is_used) {
            none if none.is_empty() => none,
            budget => format!(" --budget {budget}"),
        };
        let name =
            |book: &Arc<Rulebook>| if book.is_built_in() { book.scale() } else { book.name() }.to_owned();
        let names: Vec<String> = self.rulebooks.iter().map(name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        format!("gridmill rate --rulebook {}{add}{budget}", shell_word(&names))
    }

    fn worker(&self) -> Worker {
        let rater = |rulebook: &Arc<Rulebook>| {
            let keeps_steps = self.add.keep_steps();
            PlanRater::new(Arc::clone(rulebook), keeps_steps, self.budgets.rating).with_clock(SYSTEM_CLOCK)
        };
        let raters = self.rulebooks.iter().map(rater).collect();
        let solver = SolverKind::default_for(self.shape).solver(self.shape, self.budgets.nodes);
        Worker { raters, measurer: Measurer::new(self.add, self.shape, self.budgets.trial), solver }
    }

    fn row(worker: &mut Worker, puzzle: &Result<Grid, String>) -> RowOutcome {
        worker.outcome(puzzle)
    }

    fn value<'a>(column: &LayoutColumn, outcome: &'a RowOutcome) -> Value<'a> {
        column.value_of_ratings(ratings(outcome))
    }

    fn run_options(&self) -> (usize, Invalid) {
        (self.threads, self.invalid)
    }

    fn count(outcomes: &[RowOutcome], totals: &mut RateTotals) {
        totals.rows += outcomes.len() as u64;
        for row in outcomes.iter().flatten() {
            totals.measured += 1;
            RatingTotals::add_each(&mut totals.ratings, row.ratings.iter().map(Into::into));
        }
    }

    fn reason(outcome: &RowOutcome) -> Option<&str> {
        outcome.as_ref().err().map(String::as_str)
    }
}

/// Returns the name of a column of a scale without its prefix; `None` for columns that are not of the scale.
fn plain_of<'a>(scale: &RatingScale, name: &'a str) -> Option<&'a str> {
    let plain = without_prefix(name, &scale.prefix)?;
    let has = |column: &Column| match column.presence {
        Presence::Measure(measure) => scale.known_measure() == Some(measure),
        Presence::Budget => scale.known_measure() == Some(Measure::Er),
        _ => true,
    };
    Column::all().any(|column| column.name() == plain && has(column)).then_some(plain)
}

impl Worker {
    fn outcome(&mut self, puzzle: &Result<Grid, String>) -> RowOutcome {
        let puzzle = puzzle.as_ref().map_err(Clone::clone)?;
        let solution = column_job::only_solution(&mut *self.solver, puzzle)?;
        if puzzle.givens() == puzzle.cells().len() {
            return Err("nothing to solve".to_owned());
        }
        let mut measured = Measured::default();
        self.measurer.measure(puzzle, &solution, &mut measured);
        Ok(PuzzleRatings {
            ratings: self.raters.iter_mut().map(|rater| rater.rate(puzzle)).collect(),
            measured,
        })
    }
}

/// Returns the ratings of a row; none where there is a reason.
fn ratings(outcome: &RowOutcome) -> RowRatings<'_> {
    let Ok(PuzzleRatings { ratings, measured }) = outcome else { return RowRatings::default() };
    RowRatings { rated: ratings, measured: Some(measured) }
}
