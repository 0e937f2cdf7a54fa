//! Questions about solutions: `solve`, `count_solutions`, `is_unique`, `is_minimal`.

use crate::{
    arguments::number,
    background::{self, Bar},
    errors::exception,
    input::{Boxes, Form, Puzzles, sizes},
    table::Column,
};
use arrow_array::{ArrayRef, BooleanArray, StringArray, UInt64Array};
use gridmill::{
    board::{Grid, Shape},
    generate::{Effort, is_minimal as has_no_spare_given},
    solve::{OutOfNodes, Remover, Solutions, SolverKind},
    tables::{Error, threads::OrderedMap},
};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::{IntoPyObjectExt, prelude::*};
use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Rows that a thread takes at once.
const CHUNK: usize = 256;
/// Chunks for each thread that are answered ahead of the first without an answer.
const WINDOW: usize = 64;
/// Rows that are not worth a second thread.
const FEW: usize = 64;
/// Nodes of a search that is over before anyone would want to stop it.
const SOON: u64 = 20_000;

/// Puzzles for each grid that a solver works on at the same time: few stay over at the end of a batch.
const BATCH: usize = 8;

/// Solver of the shape that was asked for last, and puzzles of this shape to ask about together.
struct Tools {
    budget: u64,
    solver: Option<(Shape, Box<dyn Remover>)>,
    grids: Vec<Grid>,
}

impl Tools {
    fn new(budget: u64) -> Self {
        Self { budget, solver: None, grids: Vec::new() }
    }

    /// Reads the first of some rows, and those behind it that have the same shape, as many as the solver is to be asked about
    /// together. Returns them with the solver.
    fn read(
        &mut self,
        puzzles: &Puzzles,
        rows: Range<usize>,
    ) -> Result<(&[Grid], &mut dyn Remover), Failure> {
        let mut read = 0;
        let mut most = 1;
        for row in rows {
            if read == self.grids.len() {
                self.grids.push(Grid::empty(Shape::STANDARD));
            }
            puzzles.read(row, &mut self.grids[read]).map_err(|reason| Failure::NoPuzzle(row, reason))?;
            let shape = self.grids[read].shape();
            if read == 0 {
                let solver = match self.solver.take() {
                    Some((of, solver)) if of == shape => solver,
                    _ => SolverKind::default_for(shape).solver(shape, self.budget),
                };
                most = if solver.side_by_side() > 1 { BATCH * solver.side_by_side() } else { 1 };
                self.solver = Some((shape, solver));
            } else if shape != self.grids[0].shape() {
                break;
            }
            read += 1;
            if read == most {
                break;
            }
        }
        let Some((_, solver)) = &mut self.solver else { unreachable!("there is a first row") };
        Ok((&self.grids[..read], &mut **solver))
    }
}

/// Reason why there are no answers.
enum Failure {
    /// A row that is not a puzzle, and why.
    NoPuzzle(usize, String),
    OutOfNodes,
    Stopped,
}

/// Options of every question.
#[derive(Debug, Clone, Copy)]
struct Options {
    /// Word for the work in a bar.
    description: &'static str,
    /// Values of each answer.
    width: usize,
    threads: usize,
    progress: Option<bool>,
}

/// Answer to a question about puzzles.
type Answer<T> = Result<T, OutOfNodes>;

/// Asks a question about all puzzles, several of one shape at a time: first quickly if there is one only, and otherwise on threads.
fn ask<T: Send + 'static>(
    py: Python<'_>,
    puzzles: &Arc<Puzzles>,
    options: Options,
    question: impl Fn(&[Grid], &mut dyn Remover, &mut Vec<T>) -> Answer<()> + Send + Sync + Copy + 'static,
) -> PyResult<Vec<T>> {
    let refuse = |failure| match failure {
        Failure::NoPuzzle(row, reason) => puzzles.refuse(row, &reason),
        Failure::Stopped => exception(Error::Interrupted),
        Failure::OutOfNodes => unreachable!("a search without a budget ends"),
    };
    // Answers the question about some rows, up to the first failure.
    let answer = move |all: &Puzzles, mut rows: Range<usize>, tools: &mut Tools, stop: &AtomicBool| {
        let mut found = Vec::with_capacity(rows.len() * options.width);
        while !rows.is_empty() {
            if stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
            let (grids, solver) = tools.read(all, rows.clone())?;
            rows.start += grids.len();
            question(grids, solver, &mut found).map_err(|_| Failure::OutOfNodes)?;
        }
        Ok(found)
    };
    let rows = puzzles.len();
    if rows <= 1 {
        let never = AtomicBool::new(false);
        match py.detach(|| answer(puzzles, 0..rows, &mut Tools::new(SOON), &never)) {
            Err(Failure::OutOfNodes) => {}
            found => return found.map_err(refuse),
        }
    }
    let all = Arc::clone(puzzles);
    let bar = Bar::new(options.description, Some(rows as u64), options.progress);
    background::run(py, bar, move |events| {
        let tools = || Tools::new(u64::MAX);
        if rows <= FEW {
            return Ok(answer(&all, 0..rows, &mut tools(), &events.stop));
        }
        let chunks = (0..rows).step_by(CHUNK).map(|start| start..rows.min(start + CHUNK));
        let chunk = |tools: &mut Tools, rows: Range<usize>, _: &AtomicBool| {
            let count = rows.len() as u64;
            let found = answer(&all, rows, tools, &events.stop);
            events.counters.rows.fetch_add(count, Relaxed);
            found
        };
        let mut together = Vec::with_capacity(rows * options.width);
        let join = |found: Vec<T>| {
            together.extend(found);
            Ok(())
        };
        let done = OrderedMap::new(options.threads)?.map(chunks, WINDOW, tools, chunk, join);
        Ok(done.map(|()| together))
    })?
    .map_err(refuse)
}

/// Returns answers in the form in which the puzzles came.
fn in_form<T: numpy::Element + Copy + for<'py> IntoPyObject<'py>>(
    py: Python<'_>,
    puzzles: &Puzzles,
    answers: Vec<T>,
    array: impl Fn(Vec<T>) -> ArrayRef,
) -> PyResult<Py<PyAny>> {
    match puzzles.form {
        Form::Text | Form::OneArray => answers[0].into_py_any(py),
        Form::List => answers.into_py_any(py),
        Form::Arrays => Ok(answers.into_pyarray(py).into_any().unbind()),
        Form::Arrow => Column::new(array(answers), puzzles.facts.clone()).into_py_any(py),
    }
}

/// Solves puzzles: one text, a list of texts, a NumPy array, or Arrow data.
///
/// Returns the solution where there is exactly one, and nothing otherwise, in the form of what was given: for a text, a text or None; for
/// a list, a list of these; for a NumPy array, an array of uint8 of the same shape with zeros in the rows without; for Arrow data, a
/// `Column` of text with nulls. A `Corpus`, a `Table` and a `Column` are Arrow data. `column` names the column of a table, if it is not called puzzle, question, quizzes, quiz, sudoku or clues.
/// `box` gives the rows and columns of a box, such as `"2x3"`, where the number of cells does not say it and the data do not state it.
/// `threads` are used for more than a few puzzles; 0 is one for each core.
///
/// >>> import gridmill
/// >>> gridmill.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
/// >>> gridmill.solve(["." * 81, "1...3.......4..1"])
/// [None, None]
#[pyfunction]
#[pyo3(signature = (puzzles, *, column=None, r#box=None, threads=0, progress=None))]
pub(crate) fn solve(
    puzzles: &Bound<'_, PyAny>,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let options = Options { description: "solve", width: 1, threads, progress };
    let py = puzzles.py();
    let taken = Arc::new(Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?);
    if let Some(shape) = taken.shape() {
        let options = Options { width: shape.cells(), ..options };
        let cells =
            ask(py, &taken, options, |grids, solver, cells: &mut Vec<u8>| solver.solve_into(grids, cells))?;
        debug_assert_eq!(cells.len(), taken.len() * shape.cells(), "a solution a row");
        return Ok(cells.into_pyarray(py).reshape(sizes(puzzles))?.into_any().unbind());
    }
    let texts = ask(py, &taken, options, |grids, solver, texts: &mut Vec<Option<String>>| {
        for solutions in solver.solutions_each(&grids.iter().collect::<Vec<_>>()) {
            texts.push(match solutions? {
                Solutions::Unique(solution) => Some(solution.to_string()),
                Solutions::None | Solutions::Multiple => None,
            });
        }
        Ok(())
    })?;
    match taken.form {
        Form::Text => texts.into_iter().next().flatten().into_py_any(py),
        Form::Arrow => Column::new(Arc::new(StringArray::from(texts)), taken.facts.clone()).into_py_any(py),
        _ => texts.into_py_any(py),
    }
}

/// Counts the solutions of puzzles, up to `limit`.
///
/// Takes what `solve` takes. Returns an int for a text, a list for a list, an array of uint64 for a NumPy array, a column for Arrow data.
///
/// >>> import gridmill
/// >>> gridmill.count_solutions("." * 16, limit=1000)
/// 288
/// >>> gridmill.count_solutions(["." * 81, "12" * 8])
/// [2, 0]
#[pyfunction]
#[pyo3(signature = (puzzles, limit=2, *, column=None, r#box=None, threads=0, progress=None))]
pub(crate) fn count_solutions(
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number::limit)] limit: u64,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let options = Options { description: "count_solutions", width: 1, threads, progress };
    let (py, puzzles) = (puzzles.py(), Arc::new(Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?));
    let counts = ask(py, &puzzles, options, move |grids, solver, counts| {
        for count in solver.count_each(grids, limit) {
            counts.push(count?.solutions);
        }
        Ok(())
    })?;
    in_form(py, &puzzles, counts, |counts| Arc::new(UInt64Array::from(counts)))
}

/// Returns true for puzzles with exactly one solution.
///
/// Takes what `solve` takes. Returns a bool for a text, a list for a list, an array of bool for a NumPy array, a column for Arrow data.
///
/// >>> import gridmill
/// >>> gridmill.is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// True
/// >>> gridmill.is_unique(["." * 81])
/// [False]
#[pyfunction]
#[pyo3(signature = (puzzles, *, column=None, r#box=None, threads=0, progress=None))]
pub(crate) fn is_unique(
    puzzles: &Bound<'_, PyAny>,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let options = Options { description: "is_unique", width: 1, threads, progress };
    let (py, puzzles) = (puzzles.py(), Arc::new(Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?));
    let unique = ask(py, &puzzles, options, |grids, solver, unique| {
        for count in solver.count_each(grids, 2) {
            unique.push(count?.solutions == 1);
        }
        Ok(())
    })?;
    in_form(py, &puzzles, unique, |unique| Arc::new(BooleanArray::from(unique)))
}

/// Returns true for puzzles with exactly one solution of which no given can be removed.
///
/// Takes and returns what `is_unique` does.
///
/// >>> import gridmill
/// >>> gridmill.is_minimal("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
/// True
/// >>> gridmill.is_minimal("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// False
#[pyfunction]
#[pyo3(signature = (puzzles, *, column=None, r#box=None, threads=0, progress=None))]
pub(crate) fn is_minimal(
    puzzles: &Bound<'_, PyAny>,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let options = Options { description: "is_minimal", width: 1, threads, progress };
    let (py, puzzles) = (puzzles.py(), Arc::new(Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?));
    let minimal = ask(py, &puzzles, options, |grids, solver, minimal| {
        for (grid, count) in grids.iter().zip(solver.count_each(grids, 2)) {
            let is_unique = count?.solutions == 1;
            minimal.push(is_unique && has_no_spare_given(grid, solver, &mut Effort::default())?);
        }
        Ok(())
    })?;
    in_form(py, &puzzles, minimal, |minimal| Arc::new(BooleanArray::from(minimal)))
}
