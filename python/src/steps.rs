//! `steps`: the steps of a person, one puzzle at a time.

use crate::{
    arguments::number,
    background,
    by_split::by_name,
    errors::InputError,
    errors::exception,
    input::{Boxes, Puzzles},
    progress::Bar,
    values::json,
};
use gridmill::{
    board::Grid,
    cli::bindings::{Words, pencilmarks_text},
    corpus::{read_rulebook, read_wording},
    draw::{Marks, StepPicture, svg},
    rate::{CellNames, Pencilmarks, Rater, Rulebook, Step as RatedStep, StepData},
    solve::{Diagnosis, Solutions, diagnose, solve},
    tables::Error,
};
use pyo3::prelude::*;
use std::{path::PathBuf, sync::Arc};

/// One step of a person: a technique, its reason, and what it places or takes away. `print(s)` says it in a sentence.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Step {
    before: Pencilmarks,
    found: RatedStep,
    words: Arc<Words>,
}

impl Step {
    pub(crate) const fn new(before: Pencilmarks, step: RatedStep, words: Arc<Words>) -> Self {
        Self { before, found: step, words }
    }
}

#[pymethods]
impl Step {
    /// Name of the technique, as in the columns `hardest` and `t_NAME`.
    #[getter]
    const fn technique(&self) -> &'static str {
        self.found.technique.name()
    }

    /// Name of the technique for people, in the chosen language.
    #[getter]
    fn title(&self) -> String {
        self.words.wording().title(self.found.technique)
    }

    /// The step in a sentence.
    #[getter]
    fn text(&self) -> String {
        self.found.to_string()
    }

    /// Sentences that say what to look at, and why the step follows.
    #[getter]
    fn explanation(&self) -> String {
        self.found.explanation(self.words.wording(), &self.found.notation(self.words.names))
    }

    /// The candidates before the step, drawn with characters.
    #[getter]
    fn drawing(&self) -> String {
        pencilmarks_text(&self.before, &self.found)
    }

    /// Draws the step as an SVG document: the candidates before it, its pattern and result, and its chains as arrows. With `letters`,
    /// rows are named A to I.
    #[pyo3(signature = (*, letters=false))]
    fn svg(&self, letters: bool) -> String {
        let names = if letters { CellNames::LetterDigit } else { self.words.names };
        let marks = Marks::from(&self.before);
        svg(&StepPicture::new(&marks, &self.found)
            .with_names(names)
            .with_explanation(self.words.wording())
            .draw())
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> String {
        self.svg(false)
    }

    /// The step as a dict: the fields of the column `path`. Cells count from 0, row by row.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &self.json())
    }

    /// The step as JSON.
    #[getter]
    fn json(&self) -> String {
        serde_json::json!(StepData::from(&self.found)).to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.Step {}>", self.found)
    }
}

/// Takes the words of steps and problems: a language, or the file of a wording, and the names of cells.
pub(crate) fn words(language: Option<&str>, wording: Option<PathBuf>, cells: &str) -> PyResult<Arc<Words>> {
    let names = by_name("cells", cells, &CellNames::ALL, CellNames::name)?;
    let chosen = read_wording(language, wording.as_deref()).map_err(exception)?;
    Ok(Arc::new(Words { names, chosen, font: None }))
}

/// Takes one puzzle with exactly one solution and a side up to 9, and the rulebook that is named, or the one for its shape.
fn take(
    puzzle: &Bound<'_, PyAny>,
    rulebook: Option<PathBuf>,
    boxes: Option<&str>,
) -> PyResult<(Grid, Rulebook)> {
    let grid = Puzzles::take_one(puzzle, Boxes::of_option(boxes)?)?;
    let rulebook = match rulebook {
        Some(name) => read_rulebook(&name.to_string_lossy()).map_err(exception)?,
        None => Rulebook::default_for(grid.shape()).clone(),
    };
    rulebook.check_shape(grid.shape()).map_err(|unfit| InputError::new_err(unfit.to_string()))?;
    match solve(&grid) {
        Solutions::Unique(_) => Ok((grid, rulebook)),
        Solutions::None | Solutions::Multiple => {
            let diagnosis: Diagnosis = diagnose(&grid);
            Err(InputError::new_err(diagnosis.to_string()))
        }
    }
}

/// Finds all steps of a person for a puzzle with exactly one solution, as far as the techniques of a rulebook lead.
///
/// `rulebook` is `hodoku`, `se`, `basic`, `braids` or a file; by default `hodoku` for 9x9 grids, and `basic` for smaller ones. `rate_budget`
/// limits the work of the chains of se, or of braids, in nodes; `box` such as `3x2` tells apart shapes with as many cells. `language` is that of
/// titles and explanations: `en`, `de`, `fr`, `es` or `ja`; or `wording` is a file with them. `cells` names cells `r1c1`, `A1` or in `words`.
///
/// >>> import gridmill
/// >>> steps = gridmill.steps("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> len(steps), steps[0].technique
/// (51, 'naked_single')
/// >>> print(steps[0])
/// r5c5: naked single places 5
/// >>> gridmill.steps("......34.3....2.")[0].technique
/// 'hidden_single_box'
/// >>> gridmill.steps("......34.3....2.", language="de")[0].title
/// 'Versteckter Einer (Block)'
#[pyfunction]
#[pyo3(signature = (puzzle, rulebook=None, *, rate_budget=Rater::BUDGET, r#box=None, language=None, wording=None, cells="r1c1"), text_signature = "(puzzle, rulebook=None, *, rate_budget=200000000, box=None, language=None, wording=None, cells='r1c1')")]
pub(crate) fn steps(
    puzzle: &Bound<'_, PyAny>,
    rulebook: Option<PathBuf>,
    #[pyo3(from_py_with = number::rate_budget)] rate_budget: u64,
    r#box: Option<&str>,
    language: Option<&str>,
    wording: Option<PathBuf>,
    cells: &str,
) -> PyResult<Vec<Step>> {
    let words = words(language, wording, cells)?;
    let (grid, rulebook) = take(puzzle, rulebook, r#box)?;
    background::run(puzzle.py(), Bar::none(), move |_| {
        let (mut marks, mut steps) = (Pencilmarks::new(&grid), Vec::new());
        Rater::new(&rulebook).with_budget(rate_budget).trace(&mut marks, |before, step| {
            steps.push(Step::new(before.clone(), step.clone(), Arc::clone(&words)));
        });
        Ok::<_, Error>(steps)
    })
}
