//! `hint`: what is wrong with a state of play, and what is next.

use crate::{
    background,
    errors::exception,
    progress::Bar,
    steps::{Step, words},
    values::json,
};
use gridmill::{
    cli::bindings::Words,
    corpus::read_rulebook,
    hints::{self, HelpData, Helper, StateText},
    rate::Rater,
    tables::Error,
};
use pyo3::{
    exceptions::PyTypeError,
    ffi::c_str,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use std::{path::PathBuf, sync::Arc};

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
fn take(state: &Bound<'_, PyAny>) -> PyResult<StateText> {
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
/// fit have `basic`. `rate_budget` limits the work of the chains of se, or of braids, in nodes. `language` is that of explanations and problems:
/// `en`, `de`, `fr`, `es` or `ja`; or `wording` is a file with them. `cells` names cells `r1c1`, `A1` or in `words`.
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
#[pyo3(signature = (state, rulebook=PathBuf::from("hodoku"), *, rate_budget=Rater::BUDGET, language=None, wording=None, cells="r1c1"), text_signature = "(state, rulebook='hodoku', *, rate_budget=200000000, language=None, wording=None, cells='r1c1')")]
pub(crate) fn hint(
    state: &Bound<'_, PyAny>,
    rulebook: PathBuf,
    rate_budget: u64,
    language: Option<&str>,
    wording: Option<PathBuf>,
    cells: &str,
) -> PyResult<Help> {
    let words = words(language, wording, cells)?;
    let StateText { id, state: read, .. } = take(state)?;
    let rulebook = read_rulebook(&rulebook.to_string_lossy()).map_err(exception)?;
    background::run(state.py(), Bar::none(), move |_| {
        let mut helper = Helper::new(&rulebook).with_rate_budget(rate_budget);
        let help = match read {
            Ok(state) => helper.help(&state),
            Err(problem) => hints::Help::unreadable(problem.to_string()),
        };
        let data = HelpData::in_words(&help, words.names, words.wording()).with_id(id);
        Ok::<_, Error>(Help { found: help, data, words })
    })
}
