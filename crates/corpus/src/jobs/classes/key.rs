//! The class of a row: which rows count as the same.

use gridmill_board::{Canonical, Grid, Shape};
use gridmill_generate::{Message, Plan, Setting};
use gridmill_rate::SinglesClosure;
use gridmill_solve::{Diagnosis, Remover, Solutions, SolverKind};
use gridmill_tables::{Error, Result, read::Rows, row_workers::RowWorkers};
use serde::{Deserialize, Serialize};

/// Relation between rows that counts as being the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equivalence {
    /// The same givens in the same cells.
    Row,
    /// Givens that a transform takes to each other: the same canonical form.
    Puzzle,
    /// Expansions that a transform takes to each other: the grids with all digits that naked and hidden singles place.
    Expansion,
    /// Solutions that a transform takes to each other.
    Grid,
}

impl Equivalence {
    /// Every relation, each wider than the one before.
    pub const ALL: [Self; 4] = [Self::Row, Self::Puzzle, Self::Expansion, Self::Grid];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Puzzle => "puzzle",
            Self::Expansion => "expansion",
            Self::Grid => "grid",
        }
    }

    /// Checks that classes of this relation can be told apart for a shape.
    ///
    /// # Errors
    /// [`Error::Option`] if the shape has no canonical form.
    pub(super) fn check(self, shape: Shape) -> Result<()> {
        match self {
            Self::Row => Ok(()),
            Self::Puzzle | Self::Expansion | Self::Grid => Canonical::check_shape(shape).map_err(|error| {
                let problem = Message::default().set_to(Setting::By, self.name()).and(format!(": {error}; "));
                Error::Option(problem.set_to(Setting::By, "row").and(" is for all"))
            }),
        }
    }

    /// Writes the text that the rows of a class have in common.
    fn write_form(self, grid: &Grid, worker: &mut Worker, out: &mut Vec<u8>) -> Result<(), String> {
        let canonical = |grid: &Grid| grid.canonical().map_err(|error| error.to_string());
        match self {
            Self::Row => grid.write_text(out),
            Self::Puzzle => canonical(grid)?.form.write_text(out),
            Self::Expansion => match worker.closure.expand(grid) {
                Some(expansion) => canonical(&expansion)?.form.write_text(out),
                None => return Err(worker.problem(grid)),
            },
            Self::Grid => match worker.solver.solutions(grid).map_err(|error| error.to_string())? {
                Solutions::Unique(solution) => {
                    solution.canonical().map_err(|error| error.to_string())?.form.write_text(out);
                }
                Solutions::None | Solutions::Multiple => return Err(worker.problem(grid)),
            },
        }
        Ok(())
    }
}

/// Means of computing the forms of one thread.
#[derive(Debug)]
struct Worker {
    solver: Box<dyn Remover>,
    closure: SinglesClosure,
}

impl Worker {
    /// Says why a grid is no puzzle.
    fn problem(&mut self, grid: &Grid) -> String {
        Diagnosis::of(grid, &mut *self.solver)
            .map_or_else(|error| error.to_string(), |diagnosis| diagnosis.to_string())
    }
}

/// Hash of what the rows of a class have in common.
pub(super) type Key = [u8; 16];

/// Keys of a row by several relations, or the reason why it has none.
pub(super) type RowKeys = Result<Vec<Result<Key, String>>, String>;

/// Context of keys that no seed decides.
const CONTEXT: &str = "gridmill 2026-11-22 keys of classes 1";

/// Computation of keys.
#[derive(Debug)]
pub(super) struct Keys {
    shape: Shape,
    secret: [u8; 32],
    node_budget: u64,
    workers: RowWorkers<Worker>,
}

impl Keys {
    /// Keys that are the same for every run.
    ///
    /// # Errors
    /// [`Error::Option`] if the threads cannot be had.
    pub(super) fn new(shape: Shape, threads: usize) -> Result<Self> {
        Self::seeded(shape, threads, blake3::derive_key(CONTEXT, &[]))
    }

    /// Keys that depend on `secret`: their order is a random order of the classes.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn seeded(shape: Shape, threads: usize, secret: [u8; 32]) -> Result<Self> {
        let workers = RowWorkers::new(threads)?;
        Ok(Self { shape, secret, node_budget: Plan::NODE_BUDGET, workers })
    }

    /// Computes the keys of the rows by each of `relations`, or the reason why there is none.
    pub(super) fn of(&self, rows: &Rows, relations: &[Equivalence]) -> Vec<RowKeys> {
        self.of_beside(rows, relations, || ()).0
    }

    /// The same while this thread does other work.
    pub(super) fn of_beside<R>(
        &self,
        rows: &Rows,
        relations: &[Equivalence],
        other: impl FnOnce() -> R,
    ) -> (Vec<RowKeys>, R) {
        let worker = || Worker {
            solver: SolverKind::default_for(self.shape).solver(self.shape, self.node_budget),
            closure: SinglesClosure::new(self.shape),
        };
        let keys = |worker: &mut Worker, _, (_, grid): &(u64, Result<Grid, String>)| {
            let grid = grid.as_ref().map_err(Clone::clone)?;
            Ok(relations.iter().map(|&by| self.key(by, grid, worker)).collect())
        };
        self.workers.map_beside(&rows.puzzles, worker, keys, other)
    }

    fn key(&self, by: Equivalence, grid: &Grid, worker: &mut Worker) -> Result<Key, String> {
        let mut form = format!("{}:", self.shape).into_bytes();
        by.write_form(grid, worker, &mut form)?;
        let mut key = Key::default();
        key.copy_from_slice(&blake3::keyed_hash(&self.secret, &form).as_bytes()[..16]);
        Ok(key)
    }

    /// Returns the pool, for other work of the run.
    pub(super) const fn pool(&self) -> &rayon::ThreadPool {
        self.workers.pool()
    }
}
