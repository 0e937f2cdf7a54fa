//! `path_tokens` and `path_states`: steps of a person as arrays for training.

use crate::{
    arguments::{budget, number},
    boards::rulebook_for,
    input::{Boxes, Puzzles},
    traces::{Found, RunOptions, Totals, Traces, each, offsets, side_of},
};
use gridmill::{
    board::{Grid, Shape},
    generate::Budgets,
    rate::{Rater, Rulebook},
    solve::{Remover, Solutions, SolverKind, diagnose},
    traces::{encode_path, path_states as states_of_path},
};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Rater, and the solver that checks that a puzzle has exactly one solution.
struct PathWorker {
    rater: Rater,
    solver: Box<dyn Remover>,
}

impl PathWorker {
    fn new(rulebook: &Rulebook, shape: Shape, budget: u64) -> Self {
        let solver = SolverKind::default_for(shape).solver(shape, u64::MAX);
        Self { rater: Rater::new(rulebook).with_budget(budget), solver }
    }

    fn check(&mut self, puzzle: &Grid) -> Result<(), String> {
        match self.solver.solutions(puzzle) {
            Ok(Solutions::Unique(_)) => Ok(()),
            _ => Err(diagnose(puzzle).to_string()),
        }
    }
}

/// Returns the steps of a person for puzzles, each with exactly one solution, as tokens: `bos`, the cells of the board, `sep`, the steps,
/// `solved` or `stuck`, `eos`. A step is its technique, its placements, and the candidates that it removes.
///
/// Takes what `solve` takes; all puzzles have one shape. `rulebook` and `budget` are those of `steps`.
///
/// >>> import gridmill
/// >>> paths = gridmill.path_tokens(["......34.3....2."])
/// >>> paths.events(0)[:2]
/// [{'technique': 'hidden_single_box', 'placements': [(0, 3)], 'eliminations': []}, {'technique': 'hidden_single_box', 'placements': [(1, 4)], 'eliminations': []}]
#[pyfunction]
#[pyo3(signature = (puzzles, rulebook=None, *, budget=Budgets::DEFAULT, column=None, r#box=None, threads=0, progress=None), text_signature = "(puzzles, rulebook=None, *, budget=None, column=None, box=None, threads=0, progress=None)")]
pub(crate) fn path_tokens(
    puzzles: &Bound<'_, PyAny>,
    rulebook: Option<PathBuf>,
    #[pyo3(from_py_with = budget::rating)] budget: Budgets,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Traces> {
    let (py, puzzles) = (puzzles.py(), Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?);
    let shape = puzzles.first_shape();
    let (vocabulary, rulebook) = (side_of(shape)?, rulebook_for(rulebook, shape)?);
    let worker = move || PathWorker::new(&rulebook, shape, budget.rating);
    let run = RunOptions { description: "path_tokens", threads, progress };
    let work = |worker: &mut PathWorker, puzzle: &Grid, found: &mut Found| {
        worker.check(puzzle)?;
        let start = found.tokens.len();
        let rating = encode_path(&mut worker.rater, puzzle, &mut found.tokens);
        let length = found.tokens.len() - start;
        found.totals.push(Totals { length, solutions: rating.solved.into(), ..Totals::default() });
        Ok(())
    };
    each(py, puzzles, run, worker, work, Found::extend)?.into_traces(py, vocabulary, false)
}

/// Digits, candidates and number of states of some puzzles.
#[derive(Default)]
struct FoundStates {
    digits: Vec<u8>,
    candidates: Vec<u16>,
    counts: Vec<usize>,
}

/// Digits, candidates, and places where the states of each puzzle begin.
type StateArrays<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<u16>>, Bound<'py, PyArray1<i64>>);

/// Returns the states before each step of a person, and the last one, for puzzles, each with exactly one solution.
///
/// Takes what `path_tokens` takes. Returns three arrays: digits (uint8, states x cells, 0 for an empty cell), candidates (uint16, states x
/// cells, bit 0 is digit 1, 0 where a digit stands), and offsets (int64): states `offsets[i]` to `offsets[i + 1]` are those of puzzle i.
///
/// >>> import gridmill
/// >>> digits, candidates, offsets = gridmill.path_states("......34.3....2.")
/// >>> digits.shape, candidates[0, :4].tolist(), offsets.tolist()
/// ((13, 16), [15, 11, 1, 3], [0, 13])
#[pyfunction]
#[pyo3(signature = (puzzles, rulebook=None, *, budget=Budgets::DEFAULT, column=None, r#box=None, threads=0, progress=None), text_signature = "(puzzles, rulebook=None, *, budget=None, column=None, box=None, threads=0, progress=None)")]
pub(crate) fn path_states<'py>(
    puzzles: &Bound<'py, PyAny>,
    rulebook: Option<PathBuf>,
    #[pyo3(from_py_with = budget::rating)] budget: Budgets,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<StateArrays<'py>> {
    let (py, puzzles) = (puzzles.py(), Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?);
    let shape = puzzles.first_shape();
    side_of(shape)?;
    let rulebook = rulebook_for(rulebook, shape)?;
    let worker = move || PathWorker::new(&rulebook, shape, budget.rating);
    let run = RunOptions { description: "path_states", threads, progress };
    let work = |worker: &mut PathWorker, puzzle: &Grid, found: &mut FoundStates| {
        worker.check(puzzle)?;
        let states = states_of_path(&mut worker.rater, puzzle);
        found.counts.push(states.digits.len() / puzzle.cells().len());
        found.digits.extend(states.digits);
        found.candidates.extend(states.candidates);
        Ok(())
    };
    let join = |all: &mut FoundStates, more: FoundStates| {
        all.digits.extend(more.digits);
        all.candidates.extend(more.candidates);
        all.counts.extend(more.counts);
    };
    let found = each(py, puzzles, run, worker, work, join)?;
    py.import("numpy")?;
    let sizes = [found.digits.len() / shape.cells(), shape.cells()];
    Ok((
        found.digits.into_pyarray(py).reshape(sizes)?,
        found.candidates.into_pyarray(py).reshape(sizes)?,
        offsets(&found.counts).into_pyarray(py),
    ))
}
