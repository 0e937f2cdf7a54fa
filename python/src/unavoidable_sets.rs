//! `unavoidable_sets`: the unavoidable sets of a grid.

use crate::{
    arguments::{refused, whole},
    background,
    errors::InputError,
    input::{Boxes, Puzzles},
    progress::Bar,
};
use gridmill::{
    board::{Cell, CellSet, Grid, Solution},
    cli::bindings::only_solution,
    tables::Error,
    unavoidable::{self, MaxClique},
};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// Cells of the largest sets, by default.
const SIZE: usize = 10;
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
        None => SIZE,
        Some(value) => match whole("size", value)? {
            size @ 4..=81 => usize::try_from(size).unwrap_or(SIZE),
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
    let found = background::run(py, Bar::none(), move |_| Ok::<_, Error>(find(grid, size, budget)))?;
    found.map_err(InputError::new_err)
}

/// Finds the sets, or the reason why there are none.
fn find(grid: Grid, size: usize, budget: u64) -> Result<UnavoidableSets, String> {
    let solution = only_solution(&grid)?;
    let sets = unavoidable::UnavoidableSets::find_within(&solution, size, budget);
    let clique = sets.max_clique(CLIQUE_BUDGET);
    Ok(UnavoidableSets { grid, solution, sets, clique })
}
