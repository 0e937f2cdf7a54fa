//! `gridmill.boards`: questions about NumPy arrays of boards, answered in arrays.

use crate::{
    arguments::{budget, number},
    background::{self, Bar},
    errors::{InputError, exception},
    input::{Boxes, Form, Puzzles, sizes},
};
use gridmill::{
    board::Shape,
    corpus::read_rulebook,
    env::{Advice, Boards, BoardsError, Teacher},
    generate::Budgets,
    rate::{Candidate, Rulebook, Technique},
    tables::{Error, threads::OrderedMap},
};
use numpy::{Element, IntoPyArray, PyArrayMethods};
use pyo3::{exceptions::PyTypeError, prelude::*};
use std::{
    ops::Range,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Division of boards among threads.
#[derive(Debug, Clone, Copy)]
struct Split {
    /// Boards that a thread takes at once.
    chunk: usize,
    /// Boards that are answered on the thread of the caller, before a signal could matter.
    at_once: usize,
}

/// Questions that take a microsecond a board.
const QUICK: Split = Split { chunk: 1024, at_once: 16 * 1024 };
/// Searches, of which one may take seconds.
const SLOW: Split = Split { chunk: 64, at_once: 0 };

/// Chunks for each thread that are answered ahead of the first without an answer.
const WINDOW: usize = 64;

/// Boards of an array, and the sizes of the array.
pub(crate) struct Taken {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<u8>,
    sizes: Vec<usize>,
}

impl Taken {
    /// Takes the boards of a NumPy array.
    ///
    /// # Errors
    /// `TypeError` for another object, `ValueError` for an array of another form, or for the first value that is no digit.
    pub(crate) fn take(object: &Bound<'_, PyAny>, name: &str, boxes: Boxes) -> PyResult<Self> {
        let Some(puzzles) = Puzzles::of_numpy(object, boxes)? else {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "{name} is {kind}; it must be a NumPy array of whole numbers, of shape (n, 81), (n, 9, 9), (81,) or (9, 9), or the same for another size"
            )));
        };
        let is_one = puzzles.form == Form::OneArray;
        let Some((shape, cells)) = puzzles.into_digits() else {
            unreachable!("arrays of numbers are digits")
        };
        Boards::new(shape, &cells).map_err(|error| {
            InputError::new_err(match error {
                BoardsError::Value { source, .. } if is_one => format!("{name}: {source}"),
                error => format!("{name}: {error}"),
            })
        })?;
        Ok(Self { shape, cells, sizes: sizes(object) })
    }

    /// Returns the number of boards.
    pub(crate) fn len(&self) -> usize {
        self.cells.len() / self.shape.cells()
    }
}

/// Answers a question about all boards: a few at once, many on threads. `width` is the number of answers about one board; the question
/// has the number of its first board.
fn answer<T: Copy + Default + Send + 'static>(
    py: Python<'_>,
    (shape, cells): (Shape, Vec<u8>),
    width: usize,
    threads: usize,
    split: Split,
    question: impl Fn(usize, Boards<'_>, &mut [T]) + Send + Sync + 'static,
) -> PyResult<Vec<T>> {
    let rows = cells.len() / shape.cells();
    let work = move |stop: &AtomicBool| -> Result<Vec<T>, Error> {
        let boards = Boards::new(shape, &cells).map_err(|error| Error::option(error.to_string()))?;
        let answers = |rows: Range<usize>| {
            let mut out = vec![T::default(); rows.len() * width];
            question(rows.start, boards.rows(rows), &mut out);
            out
        };
        if rows <= split.at_once.max(split.chunk) {
            return Ok(answers(0..rows));
        }
        let chunks = (0..rows).step_by(split.chunk).map(|start| start..rows.min(start + split.chunk));
        let chunk = |(): &mut (), rows: Range<usize>, _: &AtomicBool| {
            if stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(answers(rows)) }
        };
        let mut out = Vec::with_capacity(rows * width);
        let join = |answers: Vec<T>| {
            out.extend(answers);
            Ok(())
        };
        OrderedMap::new(threads)?.map(chunks, WINDOW, || (), chunk, join)?;
        Ok(out)
    };
    if rows <= split.at_once {
        return py.detach(|| work(&AtomicBool::new(false))).map_err(exception);
    }
    background::run(py, Bar::none(), move |events| work(&events.stop))
}

/// Answers a question about each cell, in an array of the boards' sizes and a further one, if `last` gives it.
fn answer_cells<T: Element + Copy + Default + Send + 'static>(
    py: Python<'_>,
    taken: Taken,
    last: Option<usize>,
    threads: usize,
    question: impl Fn(usize, Boards<'_>, &mut [T]) + Send + Sync + 'static,
) -> PyResult<Py<PyAny>> {
    let Taken { shape, cells, mut sizes } = taken;
    let width = shape.cells() * last.unwrap_or(1);
    let out = answer(py, (shape, cells), width, threads, QUICK, question)?;
    sizes.extend(last);
    Ok(out.into_pyarray(py).reshape(sizes)?.into_any().unbind())
}

/// Answers a question about each cell: `candidates` as a mask, `legal_moves` for each digit, `conflicts`, the digit that is `forced`, or the
/// number of its kind.
#[pyfunction]
#[pyo3(signature = (question, boards, *, r#box=None, threads=0))]
pub(crate) fn board_cells(
    question: &str,
    boards: &Bound<'_, PyAny>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
) -> PyResult<Py<PyAny>> {
    let (py, taken) = (boards.py(), Taken::take(boards, "boards", Boxes::of_option(r#box)?)?);
    let side = taken.shape.side();
    match question {
        "candidates" => answer_cells(py, taken, None, threads, |_, all, out: &mut [u16]| all.candidates(out)),
        "legal_moves" => {
            answer_cells(py, taken, Some(side), threads, |_, all, out: &mut [bool]| all.legal_moves(out))
        }
        "conflicts" => answer_cells(py, taken, None, threads, |_, all, out: &mut [bool]| all.conflicts(out)),
        "forced" => answer_cells(py, taken, None, threads, |_, all, out: &mut [u8]| all.forced(out)),
        _ => answer_cells(py, taken, None, threads, |_, all, out: &mut [u8]| all.forced_kinds(out)),
    }
}

/// Returns true for each cell that has a digit other than that of the solution.
#[pyfunction]
#[pyo3(signature = (boards, solutions, *, r#box=None, threads=0))]
pub(crate) fn board_wrong_cells(
    boards: &Bound<'_, PyAny>,
    solutions: &Bound<'_, PyAny>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
) -> PyResult<Py<PyAny>> {
    let boxes = Boxes::of_option(r#box)?;
    let (taken, right) = (Taken::take(boards, "boards", boxes)?, Taken::take(solutions, "solutions", boxes)?);
    if (taken.shape, taken.len()) != (right.shape, right.len()) {
        let (found, required) = (&right.sizes, &taken.sizes);
        return Err(InputError::new_err(format!(
            "solutions has shape {found:?} and boards {required:?}; give one solution for each board"
        )));
    }
    answer_cells(boards.py(), taken, None, threads, move |first, boards, out: &mut [bool]| {
        let cells = right.shape.cells();
        let rows = first * cells..(first + boards.len()) * cells;
        // Checked when they were taken.
        if let Ok(solutions) = Boards::new(right.shape, &right.cells[rows]) {
            boards.wrong_cells(&solutions, out);
        }
    })
}

/// Numbers of a row of `board_next_step` before the eliminations: status, technique, cell, digit.
const STEP_NUMBERS: usize = 4;

/// Returns the next step of a rulebook on each board: a row of status, technique, cell and digit, and with `eliminations` a mask for each
/// cell.
#[pyfunction]
#[pyo3(signature = (boards, rulebook=None, *, placement=false, eliminations=false, budget=Budgets::DEFAULT, r#box=None, threads=0), text_signature = "(boards, rulebook=None, *, placement=False, eliminations=False, budget=None, box=None, threads=0)")]
pub(crate) fn board_next_step(
    boards: &Bound<'_, PyAny>,
    rulebook: Option<PathBuf>,
    placement: bool,
    eliminations: bool,
    #[pyo3(from_py_with = budget::rating)] budget: Budgets,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
) -> PyResult<Py<PyAny>> {
    let taken = Taken::take(boards, "boards", Boxes::of_option(r#box)?)?;
    let (py, shape, rows) = (boards.py(), taken.shape, taken.len());
    let rulebook = rulebook_for(rulebook, shape)?;
    let width = STEP_NUMBERS + if eliminations { shape.cells() } else { 0 };
    let out = answer(py, (shape, taken.cells), width, threads, SLOW, move |_, boards, out: &mut [i16]| {
        // The rulebook was checked for the shape, and so were the boards.
        let Ok(teacher) = Teacher::new(&rulebook, shape) else { return };
        let mut teacher = teacher.with_budget(budget.rating);
        for (board, out) in boards.iter().zip(out.chunks_exact_mut(width)) {
            let advice = if placement { teacher.next_placement(board) } else { teacher.next_step(board) };
            write_advice(advice.unwrap_or(Advice::Stuck), out);
        }
    })?;
    Ok(out.into_pyarray(py).reshape([rows, width])?.into_any().unbind())
}

/// Returns the rulebook that is named, or the one for the shape.
///
/// # Errors
/// `ValueError` for one that is unknown or does not know the shape.
pub(crate) fn rulebook_for(name: Option<PathBuf>, shape: Shape) -> PyResult<Rulebook> {
    let rulebook = match name {
        Some(name) => read_rulebook(&name.to_string_lossy()).map_err(exception)?,
        None => Rulebook::default_for(shape).clone(),
    };
    rulebook.check_shape(shape).map_err(|unfit| InputError::new_err(unfit.to_string()))?;
    Ok(rulebook)
}

/// Writes an answer as numbers: status, technique, cell and digit, -1 or 0 for none; then the masks of the eliminations.
fn write_advice(advice: Advice, out: &mut [i16]) {
    // Techniques, cells and masks of nine digits are far below the limit.
    let number = |value: usize| i16::try_from(value).unwrap_or(i16::MAX);
    let status = match advice {
        Advice::Step(_) => 0,
        Advice::Complete => 1,
        Advice::Stuck => 2,
        Advice::DeadEnd => 3,
    };
    let (numbers, masks) = out.split_at_mut(STEP_NUMBERS);
    numbers.copy_from_slice(&[status, -1, -1, 0]);
    let Advice::Step(step) = advice else { return };
    numbers[1] = number(step.technique as usize);
    if let Some(Candidate { cell, digit }) = step.placement {
        (numbers[2], numbers[3]) = (number(cell.index()), digit.value().into());
    }
    if !masks.is_empty() {
        for Candidate { cell, digit } in step.eliminations.iter() {
            masks[cell.index()] |= 1 << digit.index();
        }
    }
}

/// Returns the names of the techniques, by number.
#[pyfunction]
pub(crate) fn technique_names() -> Vec<&'static str> {
    Technique::all().map(Technique::name).collect()
}
