//! `scan`: all minimal puzzles of a grid with few givens.

use crate::{
    arguments::{number, refused, whole},
    background,
    errors::InputError,
    input::{Boxes, Puzzles},
    minimal_puzzles::array,
    progress::Bar,
};
use gridmill::{
    board::Solution,
    cli::bindings::only_solution,
    corpus::{self, RunHooks, ScanJob, ScanProgress},
    tables::Error,
};
use numpy::PyArray2;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// All minimal puzzles of a grid with few givens: `len(found)` of them.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct ScannedGrid {
    solution: Solution,
    givens: usize,
    found: corpus::ScannedGrid,
}

#[pymethods]
impl ScannedGrid {
    /// The complete grid.
    #[getter]
    fn solution(&self) -> String {
        self.solution.to_string()
    }

    /// Most givens of a puzzle.
    #[getter]
    fn givens(&self) -> usize {
        self.givens
    }

    /// Numbers of the puzzles by number of givens.
    #[getter]
    fn by_givens(&self) -> BTreeMap<usize, u64> {
        self.found.by_givens()
    }

    /// The puzzles as a list of texts, in the order of the texts.
    fn to_list(&self) -> Vec<String> {
        self.found.puzzles.iter().map(ToString::to_string).collect()
    }

    /// The puzzles as a NumPy array of uint8 with shape (n, 81), 0 for an empty cell; for other sizes, the cells of the grid.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = (self.__len__(), self.solution.shape().cells());
        array(py, size, self.found.puzzles.iter().cloned())
    }

    fn __len__(&self) -> usize {
        self.found.puzzles.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<gridmill.ScannedGrid: {} minimal puzzles with up to {} givens>",
            self.__len__(),
            self.givens
        )
    }
}

/// Finds all minimal puzzles with at most `givens` givens of a complete grid, or of the solution of a puzzle. Sides up to 9.
///
/// Each given more takes some ten times as long: `gridmill scan --estimate` tells the time of 9x9 grids, and resumes long scans. Uses all cores, or the given number of `threads`.
/// `box` such as `3x2` tells apart shapes with as many cells.
///
/// >>> import gridmill
/// >>> found = gridmill.scan("1234341221434321", 5)
/// >>> found
/// <gridmill.ScannedGrid: 268 minimal puzzles with up to 5 givens>
/// >>> found.by_givens
/// {4: 12, 5: 256}
/// >>> all(gridmill.is_minimal(found.to_list()))
/// True
#[pyfunction]
#[pyo3(signature = (grid, givens, *, threads=0, r#box=None))]
pub(crate) fn scan(
    grid: &Bound<'_, PyAny>,
    givens: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    r#box: Option<&str>,
) -> PyResult<ScannedGrid> {
    let most = match whole("givens", givens)? {
        most @ 1..=81 => usize::try_from(most).unwrap_or(usize::MAX),
        _ => return Err(refused("givens", givens, "give 1 to 81")),
    };
    let py = grid.py();
    let grid = Puzzles::take_one(grid, Boxes::of_option(r#box)?)?;
    let work = move |events: &RunHooks| match only_solution(&grid) {
        Ok(solution) => run(solution, most, threads, events).map(Ok),
        Err(problem) => Ok(Err(problem)),
    };
    background::run(py, Bar::none(), work)?.map_err(InputError::new_err)
}

fn run(solution: Solution, givens: usize, threads: usize, events: &RunHooks) -> Result<ScannedGrid, Error> {
    let job = ScanJob { grids: vec![solution.clone()], givens, threads };
    let mut found = None;
    job.run(None, events, &ScanProgress::default(), |_, scanned| {
        found = Some(scanned.clone());
        Ok(())
    })?;
    let Some(found) = found else { unreachable!("a job takes the result of each of its grids") };
    Ok(ScannedGrid { solution, givens, found })
}
