//! Puzzles and sets within one grid: `minimal_puzzles`, all minimal puzzles within a puzzle; `scan`, those with few givens; `unavoidable_sets`.

use crate::{
    arguments::{number, refused, whole},
    background::{self, Bar},
    errors::InputError,
    input::{Boxes, Puzzles},
};
use gridmill::{
    board::{Cell, CellSet, Digit, Grid, Solution},
    cli::bindings::only_solution,
    corpus::{self, RunHooks, ScanJob, ScanProgress},
    solve::{self, Diagnosis, SolverKind, diagnose},
    tables::Error,
    unavoidable::{self, MaxClique},
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
fn array(
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

/// Finds all minimal puzzles with at most `givens` givens of a complete grid, or of the solution of a puzzle; with `within`, within the givens
/// of the puzzle alone. Sides up to 9.
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
#[pyo3(signature = (grid, givens, *, within=false, threads=0, r#box=None))]
pub(crate) fn scan(
    grid: &Bound<'_, PyAny>,
    givens: &Bound<'_, PyAny>,
    within: bool,
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
        Ok(solution) => {
            let puzzle = if within { grid } else { Grid::from(&solution) };
            scanned((puzzle, solution), most, threads, events).map(Ok)
        }
        Err(problem) => Ok(Err(problem)),
    };
    background::run(py, Bar::none(), work)?.map_err(InputError::new_err)
}

fn scanned(
    grid: (Grid, Solution),
    givens: usize,
    threads: usize,
    events: &RunHooks,
) -> Result<ScannedGrid, Error> {
    let solution = grid.1.clone();
    let job = ScanJob { grids: vec![grid], givens, threads };
    let mut found = None;
    job.run(None, events, &ScanProgress::default(), |_, scanned| {
        found = Some(scanned.clone());
        Ok(())
    })?;
    let Some(found) = found else { unreachable!("a job takes the result of each of its grids") };
    Ok(ScannedGrid { solution, givens, found })
}

/// Cells of the largest sets, by default.
const SET_SIZE: usize = 10;
/// Nodes that the search for the sets of each size may take, by default.
const BUDGET: u64 = 1_000_000_000;
/// Nodes of the search for the most sets that share no cell.
const CLIQUE_BUDGET: u64 = 10_000_000;

/// Minimal unavoidable sets of a grid: `len(found)` of them.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct UnavoidableSets {
    grid: Grid,
    solution: Solution,
    sets: unavoidable::UnavoidableSets,
    clique: MaxClique,
}

#[pymethods]
impl UnavoidableSets {
    /// The grid that was asked about.
    #[getter]
    fn grid(&self) -> String {
        self.grid.to_string()
    }

    /// The complete grid.
    #[getter]
    fn solution(&self) -> String {
        self.solution.to_string()
    }

    /// Cells of each set, counted from 0, row by row; small sets first.
    #[getter]
    fn sets(&self) -> Vec<Vec<usize>> {
        self.sets.as_slice().iter().map(cells).collect()
    }

    /// Size up to which no minimal set is missing: `size`, or less if the budget ended the search.
    #[getter]
    fn complete_to(&self) -> usize {
        self.sets.complete_to()
    }

    /// Numbers of the sets by their cells.
    #[getter]
    fn by_size(&self) -> BTreeMap<usize, usize> {
        self.sets.by_size().into_iter().collect()
    }

    /// Most of the sets that share no cell: no puzzle of the grid has fewer givens.
    #[getter]
    fn max_clique(&self) -> usize {
        self.clique.sets.len()
    }

    /// False if there may be more that share no cell, because the search for them took too long.
    #[getter]
    fn max_clique_is_largest(&self) -> bool {
        self.clique.is_largest
    }

    /// Cells of as many sets that share no cell.
    #[getter]
    fn max_clique_sets(&self) -> Vec<Vec<usize>> {
        self.clique.sets.iter().map(cells).collect()
    }

    /// Number of the sets with exactly one given of the puzzle; None for a complete grid.
    #[getter]
    fn hit_once(&self) -> Option<usize> {
        let is_puzzle = self.grid.givens() < self.grid.cells().len();
        is_puzzle.then(|| self.sets.hit_once(&self.grid).count())
    }

    fn __len__(&self) -> usize {
        self.sets.as_slice().len()
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.UnavoidableSets: {} with up to {} cells>", self.__len__(), self.complete_to())
    }
}

fn cells(set: &CellSet) -> Vec<usize> {
    set.into_iter().map(Cell::index).collect()
}

/// Finds the minimal unavoidable sets with up to `size` cells of a complete grid, or of the solution of a puzzle. Sides up to 9.
///
/// A set of cells is unavoidable if another grid differs within these cells alone. So every puzzle of the grid has a given in each set. Up to
/// 10 cells take about a millisecond for a 9x9 grid, each two more some eight times as long. The search for each size takes at most `budget` nodes;
/// beyond it, the sets are those of the sizes before. `box` such as `3x2` tells apart shapes with as many cells.
///
/// >>> import gridmill
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> found = gridmill.unavoidable_sets(puzzle)
/// >>> found
/// <gridmill.UnavoidableSets: 114 with up to 10 cells>
/// >>> found.by_size, found.max_clique, found.hit_once
/// ({4: 6, 6: 21, 8: 21, 9: 11, 10: 55}, 11, 10)
/// >>> [found.solution[cell] for cell in found.sets[0]]
/// ['6', '7', '7', '6']
/// >>> gridmill.unavoidable_sets(found.solution, 4).hit_once is None
/// True
#[pyfunction]
#[pyo3(signature = (grid, size=None, *, budget=None, r#box=None), text_signature = "(grid, size=10, *, budget=1000000000, box=None)")]
pub(crate) fn unavoidable_sets(
    grid: &Bound<'_, PyAny>,
    size: Option<&Bound<'_, PyAny>>,
    budget: Option<&Bound<'_, PyAny>>,
    r#box: Option<&str>,
) -> PyResult<UnavoidableSets> {
    let size = match size {
        None => SET_SIZE,
        Some(value) => match whole("size", value)? {
            size @ 4..=81 => usize::try_from(size).unwrap_or(SET_SIZE),
            _ => return Err(refused("size", value, "give 4 to 81")),
        },
    };
    let budget = match budget {
        None => BUDGET,
        Some(value) => match whole("budget", value)? {
            0 => return Err(refused("budget", value, "give 1 or more")),
            budget => budget,
        },
    };
    let py = grid.py();
    let grid = Puzzles::take_one(grid, Boxes::of_option(r#box)?)?;
    let found = background::run(py, Bar::none(), move |_| Ok::<_, Error>(find_sets(grid, size, budget)))?;
    found.map_err(InputError::new_err)
}

/// Finds the sets, or the reason why there are none.
fn find_sets(grid: Grid, size: usize, budget: u64) -> Result<UnavoidableSets, String> {
    let solution = only_solution(&grid)?;
    let sets = unavoidable::UnavoidableSets::find_within(&solution, size, budget);
    let clique = sets.max_clique(CLIQUE_BUDGET);
    Ok(UnavoidableSets { grid, solution, sets, clique })
}
