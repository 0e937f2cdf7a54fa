//! The frozen benchmarks: made, read and scored.

use crate::{
    arguments::{number, whole_or_none},
    background::{self, Bar},
    errors::exception,
    input::is_path,
    values::json,
};
use gridmill::corpus::{
    Answers, BENCHMARK_ROWS, BENCHMARKS, Benchmark, BenchmarkFolder, BenchmarkJob, BenchmarkScore, IfExists,
};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use std::path::PathBuf;

/// Makes a benchmark in a folder, as `gridmill benchmark --out` does; `gridmill.benchmark.make` calls it.
#[pyfunction]
#[pyo3(signature = (folder, *, name="gridmill-bench-1", first=None, overwrite=false, resume=false, license=None, threads=0, progress=None))]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn make_benchmark(
    py: Python<'_>,
    folder: PathBuf,
    name: &str,
    first: Option<&Bound<'_, PyAny>>,
    overwrite: bool,
    resume: bool,
    license: Option<String>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<()> {
    let option = |problem: String| exception(gridmill::Error::option(problem));
    let rows = whole_or_none("first", first)?.unwrap_or(BENCHMARK_ROWS);
    if !(1..=BENCHMARK_ROWS).contains(&rows) {
        return Err(option(format!("first is {rows}; give 1 to {BENCHMARK_ROWS}")));
    }
    let names = BENCHMARKS.map(|benchmark| benchmark.name).join(", ");
    let benchmark =
        Benchmark::named(name).ok_or_else(|| option(format!("name is {name:?}; give one of: {names}")))?;
    let existing = match (overwrite, resume) {
        (true, true) => return Err(option("overwrite and resume exclude each other; give one".to_owned())),
        (true, false) => IfExists::Overwrite,
        (false, true) => IfExists::Resume,
        (false, false) => IfExists::Refuse,
    };
    let job = BenchmarkJob { benchmark, rows, license, threads, ..BenchmarkJob::default() };
    let bar = Bar::new("benchmark", Some(benchmark.rows(rows)), progress);
    background::run(py, bar, move |events| job.run(&folder, existing, events)?.check())
}

/// Returns the puzzles of a folder with the benchmark, as a list of dicts; `gridmill.benchmark.load` calls it.
#[pyfunction]
pub(crate) fn benchmark_questions(py: Python<'_>, folder: PathBuf) -> PyResult<Py<PyAny>> {
    let read = || {
        let folder = BenchmarkFolder::open(&folder)?;
        Ok((folder.benchmark, folder.questions()?))
    };
    let (benchmark, questions) = py.detach(read).map_err(exception)?;
    let questions = questions.iter().map(|question| {
        serde_json::json!({
            "id": question.id,
            "stratum": benchmark.strata[question.stratum].name,
            "puzzle": question.puzzle.to_string(),
            "solution": question.solution.to_string(),
        })
    });
    json(py, &questions.collect::<serde_json::Value>().to_string())
}

/// Scores answers to the puzzles of a folder with the benchmark; `gridmill.benchmark.score` calls it.
#[pyfunction]
pub(crate) fn score_benchmark(
    py: Python<'_>,
    answers: &Bound<'_, PyAny>,
    folder: PathBuf,
) -> PyResult<Py<PyAny>> {
    let answers = taken(answers)?;
    let score = py.detach(|| BenchmarkScore::of(&BenchmarkFolder::open(&folder)?, &answers));
    json(py, &score.map_err(exception)?.to_json().to_string())
}

/// Reads answers: a file, a dict by puzzle or id, or a sequence in order. A list or an array is read as its text.
fn taken(answers: &Bound<'_, PyAny>) -> PyResult<Answers> {
    let text = |answer: &Bound<'_, PyAny>| -> PyResult<Option<String>> {
        if answer.is_none() { Ok(None) } else { answer.str()?.extract().map(Some) }
    };
    if is_path(answers)? {
        return Answers::read(&answers.extract::<PathBuf>()?).map_err(exception);
    }
    if let Ok(answers) = answers.cast::<PyDict>() {
        let pair = |(key, answer): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let key = key.extract::<String>();
            let key =
                key.map_err(|_| PyTypeError::new_err("keys of answers must be texts: puzzles or ids"))?;
            Ok((key, text(&answer)?))
        };
        return Ok(Answers::ByKey(answers.iter().map(pair).collect::<PyResult<_>>()?));
    }
    if answers.extract::<String>().is_ok() {
        let problem =
            "answers is a text; give a dict, a list with an answer for each puzzle, or a pathlib.Path";
        return Err(PyTypeError::new_err(problem));
    }
    let answer = |answer: PyResult<Bound<'_, PyAny>>| text(&answer?);
    Ok(Answers::InOrder(answers.try_iter()?.map(answer).collect::<PyResult<_>>()?))
}
