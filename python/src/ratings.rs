//! `rate` and `canonical`: the columns of the commands of these names.

use crate::{
    arguments::{Items, budget, by_name, names, number, option_value, refused},
    background::{self, Bar},
    errors::{InputError, exception},
    input::{Boxes, Form, Puzzles},
    table::Table,
    values::json,
};
use arrow_array::RecordBatch;
use gridmill::{
    board::{Grid, Shape},
    corpus::{AddColumns, CanonicalJob, JobOptions, RateJob, read_rulebooks},
    generate::{Additions, Budgets, FormFact},
    rate::{Candidate, CandidateData, CompactPath, CompactPathError, CompactStep, Rulebook},
    tables::read::Invalid,
};
use pyo3::{IntoPyObjectExt, prelude::*};
use std::{path::PathBuf, sync::Arc};

/// Computes the columns of a job.
fn columns<J: AddColumns + Send + 'static>(
    py: Python<'_>,
    job: J,
    shape: Shape,
    puzzles: Puzzles,
    threads: usize,
    (description, progress): (&'static str, Option<bool>),
) -> PyResult<RecordBatch> {
    let grids: Vec<Result<Grid, String>> =
        puzzles.into_grids().into_iter().map(|grid| of_shape(shape, grid)).collect();
    let bar = Bar::new(description, Some(grids.len() as u64), progress);
    background::run(py, bar, move |events| {
        job.added_columns(&grids, threads, &events.stop, &events.counters.rows)
    })
}

/// Refuses a grid of another shape.
fn of_shape(shape: Shape, grid: Result<Grid, String>) -> Result<Grid, String> {
    let grid = grid?;
    if grid.shape() == shape { Ok(grid) } else { Err(format!("the grid is not {0}x{0}", shape.side())) }
}

/// Returns the columns as they are for several puzzles, and as a dict for one. A reason is an error there, if `strict`.
fn result(py: Python<'_>, form: Form, batch: RecordBatch, strict: bool) -> PyResult<Py<PyAny>> {
    let table = Table::new(batch);
    if !matches!(form, Form::Text | Form::OneArray) {
        return table.into_py_any(py);
    }
    let row = table.row(py, 0)?;
    let reason = row.get_item("reason")?.filter(|reason| !reason.is_none());
    match reason {
        Some(reason) if strict => Err(InputError::new_err(reason.extract::<String>()?)),
        _ => {
            row.del_item("reason")?;
            row.into_py_any(py)
        }
    }
}

/// Parses the option `add`.
fn additions(value: Option<&Bound<'_, PyAny>>) -> PyResult<Additions> {
    let mut options = JobOptions::default();
    if let Some(value) = value
        && let Some(parsed) = option_value("add", value)?
    {
        options.set("add", &parsed).map_err(|problem| refused("add", value, &problem))?;
    }
    Ok(options.add)
}

/// Rates puzzles by the techniques that a person would need. Takes what `solve` takes; all puzzles have the shape
/// of the first, with `box` such as `3x2` where two shapes have as many cells.
///
/// `rulebook` is `hodoku` (score), `se` (ER, EP and ED of the Sudoku Explainer), `basic` (score, for any side up to 9), `braids` (B as
/// ER, for any side up to 9), a file, or a list of these: the columns of each have its name before theirs then, such as `se_er`; `none`
/// measures without a rulebook. By default it is `hodoku` for 9x9 grids, and `basic` for smaller ones. `add` names
/// columns to add, as a text or a list: `path` (the steps), `compact_path` (the same as short text), `guesses`, `search_trace` (tokens as of
/// `gridmill.search_trace`), `trial` (columns `trial_depth`, `b`, `bxb`, `bxbb`), `backdoors`, `er_images:K` (columns `er_least`,
/// `er_most` over K images) and `unavoidable` (columns `unavoidable_sets`, `max_clique`, `hit_once`). `budget` limits the work on a
/// puzzle, in nodes, such as `{"rating": 5_000_000, "trial": 1000}`: `rating` that of the chains of se, or of braids, `trial` that of each question of `trial` or
/// `backdoors`, `nodes` that of its search. Columns are
/// those of `gridmill rate`, described in docs/COLUMNS.md; `rate_ns`, in nanoseconds, is there with `no_timings=False`.
///
/// Returns a `Table` with a row for each puzzle. Where there is no rating, `reason` says why. For one text, returns a dict of its columns;
/// a puzzle without a rating is a ValueError then.
///
/// >>> import gridmill
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> rating = gridmill.rate(puzzle, "se")
/// >>> rating["er"], rating["hardest"]
/// (1.2, 'hidden_single')
/// >>> theory = gridmill.rate(puzzle, "none", add=["trial", "backdoors"])
/// >>> theory["trial_depth"], theory["b"], theory["backdoor_size"]
/// (0, 0, 0)
/// >>> sets = gridmill.rate(puzzle, "none", add="unavoidable")
/// >>> sets["unavoidable_sets"], sets["max_clique"], sets["hit_once"]
/// (114, 11, 10)
/// >>> gridmill.rate([puzzle, "." * 81])["level"].to_list()
/// ['easy', None]
#[pyfunction]
#[pyo3(signature = (puzzles, rulebook=None, *, add=None, budget=Budgets::DEFAULT, no_timings=true, column=None, r#box=None, threads=0, progress=None), text_signature = "(puzzles, rulebook=None, *, add=None, budget=None, no_timings=True, column=None, box=None, threads=0, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn rate(
    puzzles: &Bound<'_, PyAny>,
    rulebook: Option<Rulebooks>,
    add: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = budget::all)] budget: Budgets,
    no_timings: bool,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let (py, puzzles) = (puzzles.py(), Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?);
    let shape = puzzles.first_shape();
    let rulebooks = match rulebook {
        Some(rulebooks) => rulebooks.read()?,
        None => vec![Arc::new(Rulebook::default_for(shape).clone())],
    };
    let job = RateJob {
        budgets: budget,
        add: additions(add)?,
        timings: !no_timings,
        ..RateJob::new(shape, rulebooks, threads)
    };
    let form = puzzles.form;
    result(py, form, columns(py, job, shape, puzzles, threads, ("rate", progress))?, true)
}

/// Rulebooks by names or paths: one text with commas, a path, or a list.
#[derive(FromPyObject)]
pub(crate) enum Rulebooks {
    One(PathBuf),
    Several(Items<PathBuf>),
}

impl Rulebooks {
    /// Reads the rulebooks.
    pub(crate) fn read(&self) -> PyResult<Vec<Arc<Rulebook>>> {
        match self {
            Self::One(names) if names.as_os_str() == "none" => Ok(Vec::new()),
            Self::One(names) => read_rulebooks(&[names.to_string_lossy()]),
            Self::Several(Items(names)) => {
                read_rulebooks(&names.iter().map(|name| name.to_string_lossy()).collect::<Vec<_>>())
            }
        }
        .map_err(exception)
    }
}

/// Finds the canonical (minlex) forms of puzzles: two puzzles are equal up to symmetry exactly if their forms are equal. Takes what
/// `solve` takes.
///
/// Returns a `Table` with the columns of `gridmill canonical`: the form of the givens, the form of the solution, the number of
/// automorphisms, `class_id`, and the `reason` where some of these are missing. For one text, returns a dict of the columns and of
/// `transform`, the text of a transform that leads from the puzzle to its form; for one text, a digit twice in a house is a ValueError.
///
/// `add` names columns to add, as a text or a list: `puzzle_in_canonical_grid`, the givens within the form of their solution, and `bands`, the
/// numbers, 1 to 416, of the bands and stacks of that form, and their gangsters, 1 to 44 (9x9 only). docs/COLUMNS.md describes all columns.
///
/// >>> import gridmill
/// >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
/// >>> forms = gridmill.canonical(puzzle)
/// >>> forms["canonical_puzzle"]
/// '........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...'
/// >>> forms["automorphisms"]
/// 1
/// >>> numbers = gridmill.canonical(puzzle, add="bands")
/// >>> [numbers[name] for name in ("band_1", "band_2", "band_3", "band_1_gangster")]
/// [84, 283, 103, 8]
#[pyfunction]
#[pyo3(signature = (puzzles, *, add=None, column=None, r#box=None, threads=0, progress=None), text_signature = "(puzzles, *, add=None, column=None, box=None, threads=0, progress=None)")]
pub(crate) fn canonical(
    puzzles: &Bound<'_, PyAny>,
    add: Option<&Bound<'_, PyAny>>,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let (py, puzzles) = (puzzles.py(), Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?);
    let shape = puzzles.first_shape();
    let added = add.map(names).transpose()?.unwrap_or_default();
    let added = added.iter().map(|name| by_name("add", name, &FormFact::ALL, FormFact::name));
    let added = added.collect::<PyResult<_>>()?;
    let job = CanonicalJob { shape, added, budgets: Budgets::DEFAULT, invalid: Invalid::Skip, threads };
    let (form, bar) = (puzzles.form, ("canonical", progress));
    if !matches!(form, Form::Text | Form::OneArray) {
        return result(py, form, columns(py, job, shape, puzzles, threads, bar)?, false);
    }
    let mut grid = Grid::empty(shape);
    puzzles.read(0, &mut grid).map_err(|reason| puzzles.refuse(0, &reason))?;
    let grid = of_shape(shape, Ok(grid)).map_err(InputError::new_err)?;
    let transform = grid.canonical().map_err(|error| InputError::new_err(error.to_string()))?.transform;
    let row = result(py, form, columns(py, job, shape, puzzles, threads, bar)?, false)?;
    row.bind(py).set_item("transform", transform.to_string())?;
    Ok(row)
}

/// Reads a value of the column `compact_path`: a list of steps as dicts with `technique`, `placements` and `eliminations`, which are those of
/// the column `path`. Cells count from 0, row by row.
///
/// >>> import gridmill
/// >>> steps = gridmill.parse_compact_path("naked r5c5=4;pointing r45c7-6")
/// >>> steps[0]["technique"], steps[0]["placements"]
/// ('naked_single', [{'cell': 40, 'digit': 4}])
/// >>> [candidate["cell"] for candidate in steps[1]["eliminations"]]
/// [33, 42]
#[pyfunction]
pub(crate) fn parse_compact_path(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    let path: CompactPath =
        text.parse().map_err(|error: CompactPathError| InputError::new_err(error.to_string()))?;
    let candidates = |all: &mut dyn Iterator<Item = Candidate>| -> Vec<CandidateData> {
        all.map(CandidateData::from).collect()
    };
    let step = |step: &CompactStep| {
        serde_json::json!({
            "technique": step.technique,
            "placements": candidates(&mut step.placements.iter().copied()),
            "eliminations": candidates(&mut step.eliminations.iter()),
        })
    };
    let steps: Vec<serde_json::Value> = path.steps().iter().map(step).collect();
    json(py, &serde_json::Value::from(steps).to_string())
}
