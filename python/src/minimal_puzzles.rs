//! `minimal_puzzles`: all minimal puzzles within a puzzle.

use crate::{
    arguments::{refused, whole},
    background,
    errors::InputError,
    input::{Boxes, Puzzles},
    progress::Bar,
};
use gridmill::{
    board::{Digit, Grid, Solution},
    solve::{self, Diagnosis, SolverKind, diagnose},
    tables::Error,
};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::{exceptions::PyMemoryError, prelude::*};
use std::{collections::BTreeMap, sync::Arc};

/// Minimal puzzles to find by default.
const LIMIT: usize = 1_000_000;

/// Minimal puzzles within a puzzle: `len(found)` of them.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct MinimalPuzzles {
    found: Arc<Found>,
}

#[derive(Debug)]
struct Found {
    puzzle: Grid,
    solution: Solution,
    all: solve::MinimalPuzzles,
}

#[pymethods]
impl MinimalPuzzles {
    /// The puzzle in which they are.
    #[getter]
    fn puzzle(&self) -> String {
        self.found.puzzle.to_string()
    }

    /// The solution of all.
    #[getter]
    fn solution(&self) -> String {
        self.found.solution.to_string()
    }

    /// Cells of the givens of every minimal puzzle, counted from 0, row by row.
    #[getter]
    fn needed(&self) -> Vec<usize> {
        self.found.all.needed.iter().map(|cell| cell.index()).collect()
    }

    /// Cells of the other givens.
    #[getter]
    fn optional(&self) -> Vec<usize> {
        self.found.all.optional.iter().map(|cell| cell.index()).collect()
    }

    /// True if these are all minimal puzzles; False if there are more than the limit, so that their number is at least `len(found)`.
    #[getter]
    fn complete(&self) -> bool {
        self.found.all.complete
    }

    /// Numbers of the minimal puzzles found, by number of givens.
    #[getter]
    fn by_givens(&self) -> BTreeMap<usize, u64> {
        self.found.all.by_givens()
    }

    /// Counts the essentially different ones: those that transforms lead to each other are one.
    fn classes(&self, py: Python<'_>) -> PyResult<u64> {
        let found = Arc::clone(&self.found);
        let classes =
            background::run(py, Bar::none(), move |_| Ok::<_, Error>(found.all.classes(&found.solution)))?;
        classes.map_err(|error| InputError::new_err(error.to_string()))
    }

    /// The minimal puzzles as a list of texts.
    fn to_list(&self) -> Vec<String> {
        self.found.all.grids(&self.found.puzzle).map(|grid| grid.to_string()).collect()
    }

    /// The minimal puzzles as a NumPy array of uint8 with shape (n, 81), 0 for an empty cell; for other sizes, the cells of the grid.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = (self.__len__(), self.found.puzzle.cells().len());
        array(py, size, self.found.all.grids(&self.found.puzzle))
    }

    fn __len__(&self) -> usize {
        self.found.all.choices.len()
    }

    fn __repr__(&self) -> String {
        let (count, more) = (self.__len__(), if self.found.all.complete { "" } else { " or more" });
        format!("<gridmill.MinimalPuzzles: {count}{more} within {} givens>", self.found.puzzle.givens())
    }
}

/// Returns the digits of grids as an array, 0 for an empty cell.
///
/// # Errors
/// `MemoryError` if there is no room for them.
pub(crate) fn array(
    py: Python<'_>,
    (rows, width): (usize, usize),
    grids: impl Iterator<Item = Grid>,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(rows * width).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    for grid in grids {
        cells.extend(grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)));
    }
    cells.into_pyarray(py).reshape([rows, width])
}

/// Finds all minimal puzzles within a puzzle with exactly one solution: the choices of its givens that have one solution and lose it with
/// any given.
///
/// Their number grows fast with the givens: often a thousand within 33, a million within 42. If there are more than `limit`, only that number is found, and
/// `complete` is False; each takes some 32 bytes of memory. Up to 64 givens may be optional. `box` such as `3x2` tells apart shapes with as many cells.
///
/// >>> import gridmill
/// >>> found = gridmill.minimal_puzzles("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> found
/// <gridmill.MinimalPuzzles: 416 within 30 givens>
/// >>> found.by_givens, len(found.needed), found.complete
/// ({20: 1, 21: 57, 22: 144, 23: 169, 24: 42, 25: 3}, 8, True)
/// >>> found.to_list()[0]
/// '53..7.......195....98....6.8...6...34....3..17...2...6.6....28....4............7.'
#[pyfunction]
#[pyo3(signature = (puzzle, *, limit=None, r#box=None), text_signature = "(puzzle, *, limit=1000000, box=None)")]
pub(crate) fn minimal_puzzles(
    puzzle: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyAny>>,
    r#box: Option<&str>,
) -> PyResult<MinimalPuzzles> {
    let limit = match limit {
        None => LIMIT,
        Some(value) => match whole("limit", value)? {
            0 => return Err(refused("limit", value, "give 1 or more")),
            limit => usize::try_from(limit).unwrap_or(usize::MAX),
        },
    };
    let grid = Puzzles::take_one(puzzle, Boxes::of_option(r#box)?)?;
    let found = background::run(puzzle.py(), Bar::none(), move |_| Ok::<_, Error>(find(grid, limit)))?;
    found.map(|found| MinimalPuzzles { found: Arc::new(found) }).map_err(InputError::new_err)
}

/// Finds the minimal puzzles, or the reason why there are none.
fn find(puzzle: Grid, limit: usize) -> Result<Found, String> {
    let solution = match diagnose(&puzzle) {
        Diagnosis::Unique(solution) => solution,
        other => return Err(other.to_string()),
    };
    let shape = puzzle.shape();
    let mut solver = SolverKind::default_for(shape).solver(shape, u64::MAX);
    let all = solver.minimal_puzzles_up_to(&puzzle, &solution, limit).map_err(|error| error.to_string())?;
    Ok(Found { puzzle, solution, all })
}
