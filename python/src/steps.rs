//! The steps of a person: `steps`, one puzzle at a time; `hint`, what is wrong with a state of play, and what is next.

use crate::{
    arguments::{budget, by_name},
    background::{self, Bar},
    boards::rulebook_for,
    errors::{InputError, exception},
    input::{Boxes, Puzzles},
    values::json,
};
use gridmill::{
    board::Grid,
    cli::bindings::{Words, pencilmarks_text},
    corpus::{read_rulebook, read_wording},
    draw::{Marks, StepPicture, svg},
    generate::Budgets,
    hints::{self, HelpData, Helper, StateText},
    rate::{CellNames, Pencilmarks, Rater, Rulebook, Step as RatedStep, StepData},
    solve::{Diagnosis, Solutions, diagnose, solve},
    tables::Error,
};
use pyo3::{
    exceptions::PyTypeError,
    ffi::c_str,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

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
fn words(language: Option<&Path>, cells: &str) -> PyResult<Arc<Words>> {
    let names = by_name("cells", cells, &CellNames::ALL, CellNames::name)?;
    let read = |language: &Path| read_wording(&language.to_string_lossy());
    let chosen = language.map(read).transpose().map_err(exception)?;
    Ok(Arc::new(Words { names, chosen, font: None }))
}

/// Takes one puzzle with exactly one solution and a side up to 9, and the rulebook that is named, or the one for its shape.
fn take(
    puzzle: &Bound<'_, PyAny>,
    rulebook: Option<PathBuf>,
    boxes: Option<&str>,
) -> PyResult<(Grid, Rulebook)> {
    let grid = Puzzles::take_one(puzzle, Boxes::of_option(boxes)?)?;
    let rulebook = rulebook_for(rulebook, grid.shape())?;
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
/// `rulebook` is `hodoku`, `se`, `basic`, `braids` or a file; by default `hodoku` for 9x9 grids, and `basic` for smaller ones. `budget`
/// limits the work of the chains of se, or of braids, in nodes; `box` such as `3x2` tells apart shapes with as many cells. `language` is that of
/// titles and explanations: `en`, `de`, `fr`, `es` or `ja`; or a file `.txt` with them. `cells` names cells `r1c1`, `A1` or in `words`.
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
#[pyo3(signature = (puzzle, rulebook=None, *, budget=Budgets::DEFAULT, r#box=None, language=None, cells="r1c1"), text_signature = "(puzzle, rulebook=None, *, budget=None, box=None, language=None, cells='r1c1')")]
pub(crate) fn steps(
    puzzle: &Bound<'_, PyAny>,
    rulebook: Option<PathBuf>,
    #[pyo3(from_py_with = budget::rating)] budget: Budgets,
    r#box: Option<&str>,
    language: Option<PathBuf>,
    cells: &str,
) -> PyResult<Vec<Step>> {
    let words = words(language.as_deref(), cells)?;
    let (grid, rulebook) = take(puzzle, rulebook, r#box)?;
    background::run(puzzle.py(), Bar::none(), move |_| {
        let (mut marks, mut steps) = (Pencilmarks::new(&grid), Vec::new());
        Rater::new(&rulebook).with_budget(budget.rating).trace(&mut marks, |before, step| {
            steps.push(Step::new(before.clone(), step.clone(), Arc::clone(&words)));
        });
        Ok::<_, Error>(steps)
    })
}

/// Answer about one state of play. It has every attribute whatever is wrong with the state.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Help {
    found: hints::Help,
    data: HelpData,
    words: Arc<Words>,
}

#[pymethods]
impl Help {
    /// `unique`, `complete`, `wrong`, `multiple`, `none`, `contradiction`, `undecided` or `unreadable`.
    #[getter]
    const fn status(&self) -> &'static str {
        self.found.status.name()
    }

    /// The status in a sentence; of a wrong state, the first problem.
    #[getter]
    fn message(&self) -> String {
        self.found.text(self.words.names, self.words.wording())
    }

    /// Everything that is wrong, each as a dict: kind, cells, digit, house and message.
    #[getter]
    fn problems(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &serde_json::json!(self.data.problems).to_string())
    }

    /// The next step; None if the state is wrong or complete, or if no technique of the rulebook applies.
    #[getter]
    fn next(&self) -> Option<Step> {
        let (before, step) = self.found.marks_before_next().zip(self.found.next.clone())?;
        Some(Step::new(before, step, Arc::clone(&self.words)))
    }

    /// Steps that come before the next one, because it rests on them and the board does not show what they remove.
    #[getter]
    fn rests_on(&self) -> Vec<Step> {
        let Some(mut before) = self.found.marks.clone() else { return Vec::new() };
        let step = |step: &gridmill::rate::Step| {
            let shown = before.clone();
            before.apply(step);
            Step::new(shown, step.clone(), Arc::clone(&self.words))
        };
        self.found.rests_on.iter().map(step).collect()
    }

    /// The solution of the givens, if they have exactly one.
    #[getter]
    fn solution(&self) -> Option<&str> {
        self.data.solution.as_deref()
    }

    /// Two solutions of the givens, if they have several; an empty list otherwise.
    #[getter]
    fn solutions(&self) -> Vec<String> {
        self.data.solutions.clone()
    }

    /// Cells in which the two solutions differ, row by row from 0.
    #[getter]
    fn differing_cells(&self) -> Vec<usize> {
        self.data.differing_cells.clone()
    }

    /// Rulebook, scale and empty cells where no technique applies; None otherwise.
    #[getter]
    fn stuck(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &serde_json::json!(self.data.stuck).to_string())
    }

    /// All of it as a dict: the object of `gridmill solve --next --json`.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &self.data.to_json())
    }

    /// All of it as JSON.
    #[getter]
    fn json(&self) -> String {
        self.data.to_json()
    }

    fn __str__(&self) -> String {
        match &self.found.next {
            Some(step) => step.to_string(),
            None => self.message(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.Help {}: {self}>", self.found.status.name(), self = self.__str__())
    }
}

/// Lists of arrays; the error of JSON for anything else that has no form in it.
const TO_LIST: &std::ffi::CStr = c_str!(
    "lambda value: value.tolist() if hasattr(value, 'tolist') else __import__('json').JSONEncoder().default(value)"
);

/// Reads a state: text, a dict, or digits in a list or an array.
fn take_state(state: &Bound<'_, PyAny>) -> PyResult<StateText> {
    if let Ok(text) = state.cast::<PyString>() {
        return Ok(StateText::read(&text.to_cow()?, None));
    }
    let is_list = state.is_instance_of::<PyList>() || state.is_instance_of::<PyTuple>();
    if !is_list && !state.is_instance_of::<PyDict>() && !state.hasattr("tolist")? {
        let found = state.get_type().name()?;
        let problem = format!("a state is text, a dict, or digits in a list or an array, not {found}");
        return Err(PyTypeError::new_err(problem));
    }
    // Arrays within a dict, too.
    let py = state.py();
    let options = PyDict::new(py);
    options.set_item("default", py.eval(TO_LIST, None, None)?)?;
    let text = py.import("json")?.call_method("dumps", (state,), Some(&options))?;
    Ok(StateText::read(&text.extract::<String>()?, None))
}

/// Finds what is next in a puzzle, and everything that is wrong with it, for any state of play.
///
/// `state` is text (a puzzle, with `+` before digits that were entered; drawn candidates), or a dict with `givens`, and maybe `entries`
/// and `notes`: text, lists or arrays; or `notes` is `all`, `partial` or `none`, and `pencilmarks` are the notes. `rulebook` is `hodoku`, `se`, `basic`, `braids` or a file; grids smaller than 9x9 that it does not
/// fit have `basic`. `budget` limits the work of the chains of se, or of braids, in nodes. `language` is that of explanations and problems:
/// `en`, `de`, `fr`, `es` or `ja`; or a file `.txt` with them. `cells` names cells `r1c1`, `A1` or in `words`.
///
/// >>> import gridmill
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> gridmill.hint(puzzle).next.technique
/// 'naked_single'
/// >>> gridmill.hint({"givens": puzzle, "entries": "..8" + 78 * "."}).problems[-1]["message"]
/// 'r1c3 is not 8 in the solution'
/// >>> gridmill.hint(puzzle, language="es", cells="A1").next.explanation
/// '5 es el único dígito que aún es posible en E5. Por tanto, 5 va en E5.'
#[pyfunction]
#[pyo3(signature = (state, rulebook=PathBuf::from("hodoku"), *, budget=Budgets::DEFAULT, language=None, cells="r1c1"), text_signature = "(state, rulebook='hodoku', *, budget=None, language=None, cells='r1c1')")]
pub(crate) fn hint(
    state: &Bound<'_, PyAny>,
    rulebook: PathBuf,
    #[pyo3(from_py_with = budget::rating)] budget: Budgets,
    language: Option<PathBuf>,
    cells: &str,
) -> PyResult<Help> {
    let words = words(language.as_deref(), cells)?;
    let StateText { id, state: read, .. } = take_state(state)?;
    let rulebook = read_rulebook(&rulebook.to_string_lossy()).map_err(exception)?;
    background::run(state.py(), Bar::none(), move |_| {
        let mut helper = Helper::new(&rulebook).with_rate_budget(budget.rating);
        let help = match read {
            Ok(state) => helper.help(&state),
            Err(problem) => hints::Help::unreadable(problem.to_string()),
        };
        let data = HelpData::in_words(&help, words.names, words.wording()).with_id(id);
        Ok::<_, Error>(Help { found: help, data, words })
    })
}
