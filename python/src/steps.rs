//! `steps`: the steps of a person, one puzzle at a time.

use crate::{
    background,
    errors::InputError,
    errors::exception,
    input::{Boxes, Puzzles},
    progress::Bar,
    values::json,
};
use gridmill::{
    board::{Grid, Shape},
    cli::bindings::pencilmarks_text,
    corpus::read_rulebook,
    rate::{Pencilmarks, Rater, Step as RatedStep, StepData},
    solve::{Diagnosis, Solutions, diagnose, solve},
    tables::Error,
};
use pyo3::prelude::*;
use std::path::PathBuf;

/// One step of a person: a technique, its reason, and what it places or takes away. `print(s)` says it in a sentence.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Step {
    before: Pencilmarks,
    step: RatedStep,
}

impl Step {
    pub(crate) const fn new(before: Pencilmarks, step: RatedStep) -> Self {
        Self { before, step }
    }
}

#[pymethods]
impl Step {
    /// Name of the technique, as in the columns `hardest` and `t_NAME`.
    #[getter]
    const fn technique(&self) -> &'static str {
        self.step.technique.name()
    }

    /// The step in a sentence.
    #[getter]
    fn text(&self) -> String {
        self.step.to_string()
    }

    /// The candidates before the step, drawn with characters.
    #[getter]
    fn drawing(&self) -> String {
        pencilmarks_text(&self.before, &self.step)
    }

    /// The step as a dict: the fields of the column `path`. Cells count from 0, row by row.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &self.json())
    }

    /// The step as JSON.
    #[getter]
    fn json(&self) -> String {
        serde_json::json!(StepData::from(&self.step)).to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.Step {}>", self.step)
    }
}

/// Takes one 9x9 puzzle with exactly one solution.
fn take(puzzle: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let puzzles = Puzzles::take(puzzle, None, Boxes::Any)?;
    if puzzles.len() != 1 {
        let found = puzzles.len();
        return Err(InputError::new_err(format!("{found} puzzles where one is wanted")));
    }
    let mut grid = Grid::empty(Shape::STANDARD);
    puzzles.read(0, &mut grid).map_err(|reason| puzzles.refuse(0, &reason))?;
    if grid.shape() != Shape::STANDARD {
        return Err(InputError::new_err("the grid is not 9x9"));
    }
    match solve(&grid) {
        Solutions::Unique(_) => Ok(grid),
        Solutions::None | Solutions::Multiple => {
            let diagnosis: Diagnosis = diagnose(&grid);
            Err(InputError::new_err(diagnosis.to_string()))
        }
    }
}

/// Finds all steps of a person for a 9x9 puzzle with exactly one solution, as far as the techniques of a rulebook lead.
///
/// `rulebook` is `hodoku`, `se` or a file. `rate_budget` limits the work of the chains of se, in nodes.
///
/// >>> import gridmill
/// >>> steps = gridmill.steps("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> len(steps), steps[0].technique
/// (51, 'naked_single')
/// >>> print(steps[0])
/// r5c5: naked single places 5
#[pyfunction]
#[pyo3(signature = (puzzle, rulebook=PathBuf::from("hodoku"), *, rate_budget=Rater::BUDGET), text_signature = "(puzzle, rulebook='hodoku', *, rate_budget=200000000)")]
pub(crate) fn steps(puzzle: &Bound<'_, PyAny>, rulebook: PathBuf, rate_budget: u64) -> PyResult<Vec<Step>> {
    let grid = take(puzzle)?;
    let rulebook = read_rulebook(&rulebook.to_string_lossy()).map_err(exception)?;
    background::run(puzzle.py(), Bar::none(), move |_| {
        let (mut marks, mut steps) = (Pencilmarks::new(&grid), Vec::new());
        Rater::new(&rulebook).with_budget(rate_budget).trace(&mut marks, |before, step| {
            steps.push(Step { before: before.clone(), step: step.clone() });
        });
        Ok::<_, Error>(steps)
    })
}
