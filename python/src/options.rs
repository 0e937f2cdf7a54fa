//! Options of Python by name, as those of the library.

use crate::{
    arguments::{number, option_value, refused, seed_text},
    errors::{InputError, OptionError, argument, argument_name, exception},
};
use gridmill::{
    corpus::{Job, JobOptions, OptionValue},
    generate::with_options,
};
use pyo3::{
    exceptions::PyRuntimeError,
    prelude::*,
    types::{PyDict, PyString},
};

/// Returns the job of `generate` with these options, and its number of threads. An option that is None counts as not given, and a name may
/// end in `_`, as `from_` must. Without `no_timings`, rows have no times.
///
/// # Errors
/// `TypeError` for a value of another type, `ValueError` for options that `generate` would refuse.
pub(crate) fn job(
    count: Option<u64>,
    seed: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Job, usize)> {
    let mut all = JobOptions { no_timings: true, ..JobOptions::default() };
    // A count is needed also where there is no end.
    all.count = Some(count.unwrap_or(1));
    if let Some(seed) = seed.filter(|seed| !seed.is_none()) {
        let text = OptionValue::Text(seed_text(seed)?);
        all.set("seed", &text).map_err(|problem| refused("seed", seed, &problem))?;
    }
    let mut threads = 0;
    for (given, value) in options.into_iter().flatten() {
        let given: String = given.extract()?;
        let name = given.strip_suffix('_').unwrap_or(&given);
        if name == "threads" {
            threads = if value.is_none() { 0 } else { number::threads(&value)? };
        } else if JobOptions::names().all(|known| known != name) {
            if let Some(new) = JobOptions::renamed(name) {
                let new = with_options(&new, argument);
                return Err(OptionError::new_err(format!(
                    "there is no option {given:?} any more; give {new}"
                )));
            }
            let names: Vec<&str> = JobOptions::names().chain(["threads"]).collect();
            let problem = format!("there is no option {given:?}; there are: {}", names.join(", "));
            return Err(OptionError::new_err(problem));
        } else {
            let argument = argument_name(name);
            if let Some(parsed) = option_value(argument, &value)? {
                all.set(name, &parsed).map_err(|problem| refused(argument, &value, &problem))?;
            }
        }
    }
    Ok((all.job().map_err(exception)?, threads))
}

/// Returns the options where a job needs files that its description does not hold: grids to dig from, and excluded puzzles.
pub(crate) fn of_files(job: &Job, options: Option<&Bound<'_, PyDict>>) -> Option<Py<PyDict>> {
    let needs_files = job.plan.from.is_some() || job.plan.exclude.is_some();
    options.filter(|_| needs_files).map(|options| options.clone().unbind())
}

/// Returns the description of a job as JSON.
pub(crate) fn described(job: &Job) -> PyResult<String> {
    serde_json::to_string(job).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the job with this description; `options` are those of a job that needs files.
///
/// # Errors
/// `ValueError` for text that describes no job, and if the files are others here.
pub(crate) fn restored(json: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Job> {
    let job: Job =
        serde_json::from_str(json).map_err(|error| InputError::new_err(format!("no plan: {error}")))?;
    let Some(options) = options else { return Ok(job) };
    let seed = PyString::new(options.py(), &job.seed.to_string());
    let (mut found, _) = self::job(Some(job.count), Some(seed.as_any()), Some(options))?;
    // A stream without end has blocks that its options may not name.
    found.plan.mix = job.plan.mix;
    match job.difference(&found) {
        Some(difference) => {
            Err(OptionError::new_err(format!("the plan has another file here: {difference}")))
        }
        None => Ok(found),
    }
}
