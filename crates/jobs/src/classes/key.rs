//! Keys of rows: a hash of what the rows of a class have in common.

use gridmill_board::{Grid, Shape};
use gridmill_corpus::Equivalence;
use gridmill_generate::Budgets;
use gridmill_rate::SinglesClosure;
use gridmill_solve::{Diagnosis, Remover, Solutions, SolverKind};
use gridmill_tables::{Result, read::Rows, threads::OrderedMap};
use rayon::ThreadPool;
use std::{mem, ops::Range, sync::Arc};

/// Means of computing the forms of one thread.
struct Worker {
    solver: Box<dyn Remover>,
    closure: SinglesClosure,
    /// Text of the class of a row: what all begin with, and a form.
    text: Vec<u8>,
}

impl Worker {
    /// Writes the text that the rows of a class have in common.
    fn write_form(&mut self, by: Equivalence, grid: &Grid, out: &mut Vec<u8>) -> Result<(), String> {
        let canonical = |grid: &Grid| grid.canonical().map_err(|error| error.to_string());
        match by {
            Equivalence::Row => grid.write_text(out),
            Equivalence::Puzzle => canonical(grid)?.form.write_text(out),
            Equivalence::Expansion => match self.closure.expand(grid) {
                Some(expansion) => canonical(&expansion)?.form.write_text(out),
                None => return Err(self.problem(grid)),
            },
            Equivalence::Grid => match self.solver.solutions(grid).map_err(|error| error.to_string())? {
                Solutions::Unique(solution) => {
                    solution.canonical().map_err(|error| error.to_string())?.form.write_text(out);
                }
                Solutions::None | Solutions::Multiple => return Err(self.problem(grid)),
            },
        }
        Ok(())
    }

    /// Says why a grid is no puzzle.
    fn problem(&mut self, grid: &Grid) -> String {
        Diagnosis::new(grid, &mut *self.solver)
            .map_or_else(|error| error.to_string(), |diagnosis| diagnosis.to_string())
    }
}

/// Hash of what the rows of a class have in common.
pub(super) type Key = [u8; 16];

/// Keys of a row by several relations, or the reason why it has none.
pub(super) type RowKeys = Result<Vec<Result<Key, String>>, String>;

/// Context of keys that no seed decides.
const CONTEXT: &str = "gridmill 2026-11-22 keys of classes 1";

pub(super) struct Keys {
    shape: Shape,
    secret: [u8; 32],
    /// Beginning of the text of each class.
    beginning: Vec<u8>,
    nodes: u64,
    workers: OrderedMap<Worker>,
}

impl Keys {
    /// Keys that are the same for every run.
    pub(super) fn new(shape: Shape, pool: &Arc<ThreadPool>) -> Self {
        Self::seeded(shape, pool, blake3::derive_key(CONTEXT, &[]))
    }

    /// Keys that depend on `secret`: their order is a random order of the classes.
    pub(super) fn seeded(shape: Shape, pool: &Arc<ThreadPool>, secret: [u8; 32]) -> Self {
        let workers = OrderedMap::on(Arc::clone(pool));
        let beginning = format!("{shape}:").into_bytes();
        Self { shape, secret, beginning, nodes: Budgets::DEFAULT.nodes, workers }
    }

    /// Computes the keys of the rows by each of `relations`, or the reason why there is none.
    pub(super) fn of(&self, rows: &Rows, relations: &[Equivalence]) -> Vec<RowKeys> {
        self.workers.map_slice(
            &rows.puzzles,
            || self.worker(),
            |worker, _, (_, grid)| {
                let grid = grid.as_ref().map_err(Clone::clone)?;
                Ok(relations.iter().map(|&by| self.key(by, grid, worker)).collect())
            },
        )
    }

    /// Computes the key of each row by one relation, or the reason why there is none, while this thread does other work.
    pub(super) fn of_meanwhile<R>(
        &self,
        rows: &Rows,
        by: Equivalence,
        other: impl FnOnce() -> R,
    ) -> (Vec<Result<Key, String>>, R) {
        let key = |worker: &mut Worker, (_, grid): &(u64, Result<Grid, String>)| {
            self.key(by, grid.as_ref().map_err(Clone::clone)?, worker)
        };
        let keys = |worker: &mut Worker, run: Range<usize>, found: &mut Vec<_>| {
            found.extend(rows.puzzles[run].iter().map(|row| key(worker, row)));
        };
        self.workers.map_runs(rows.puzzles.len(), || self.worker(), keys, other)
    }

    fn worker(&self) -> Worker {
        Worker {
            solver: SolverKind::default_for(self.shape).solver(self.shape, self.nodes),
            closure: SinglesClosure::new(self.shape),
            text: Vec::new(),
        }
    }

    fn key(&self, by: Equivalence, grid: &Grid, worker: &mut Worker) -> Result<Key, String> {
        let mut text = mem::take(&mut worker.text);
        text.clear();
        text.extend_from_slice(&self.beginning);
        let written = worker.write_form(by, grid, &mut text);
        let hash = blake3::keyed_hash(&self.secret, &text);
        worker.text = text;
        written?;
        let mut key = Key::default();
        key.copy_from_slice(&hash.as_bytes()[..16]);
        Ok(key)
    }

    /// Returns the pool, for other work of the run.
    pub(super) fn pool(&self) -> &ThreadPool {
        self.workers.pool()
    }
}
