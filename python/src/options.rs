//! Options of Python by name, as those of the library.

use crate::errors::{OptionError, exception};
use gridmill::{
    corpus::{Job, JobOptions, OptionValue},
    tables::numbers,
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple},
};
use std::path::PathBuf;

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
        all.set("seed", &OptionValue::Text(seed_text(seed)?)).map_err(exception)?;
    }
    let mut threads = 0;
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let name = name.strip_suffix('_').unwrap_or(&name);
        if name == "threads" {
            threads = option_value(name, &value)?.as_ref().map_or(Ok(0), thread_count)?;
        } else if JobOptions::names().all(|known| known != name) {
            let names: Vec<&str> = JobOptions::names().chain(["threads"]).collect();
            let problem = format!("there is no option {name:?}; there are: {}", names.join(", "));
            return Err(OptionError::new_err(problem));
        } else if let Some(value) = option_value(name, &value)? {
            all.set(name, &value).map_err(exception)?;
        }
    }
    Ok((all.job().map_err(exception)?, threads))
}

/// Returns a number of threads.
fn thread_count(value: &OptionValue) -> PyResult<usize> {
    let count = match value {
        OptionValue::Text(text) => numbers::whole(text).ok().and_then(|count| usize::try_from(count).ok()),
        OptionValue::Flag(_) | OptionValue::Several(_) => None,
    };
    count.ok_or_else(|| OptionError::new_err("option threads is a whole number, 0 for one a core"))
}

/// Returns a seed as text: an int, a text, or 32 bytes as hexadecimal digits.
///
/// # Errors
/// `TypeError` for another value.
pub(crate) fn seed_text(seed: &Bound<'_, PyAny>) -> PyResult<String> {
    match seed.cast::<PyBytes>() {
        Ok(bytes) if bytes.as_bytes().len() == 32 => {
            Ok(bytes.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
        }
        _ => text("seed", seed),
    }
}

fn option_value(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<OptionValue>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Some(OptionValue::Flag(flag.is_true())));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let texts: PyResult<_> = value.try_iter()?.map(|item| text(name, &item?)).collect();
        return Ok(Some(OptionValue::Several(texts?)));
    }
    Ok(Some(OptionValue::Text(text(name, value)?)))
}

/// Returns a text, a number or a path as the word of a command line.
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return value.extract();
    }
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if is_number && !value.is_instance_of::<PyBool>() {
        return value.str()?.extract();
    }
    if value.hasattr("__fspath__")? {
        let path: PathBuf = value.extract()?;
        let text = path.into_os_string().into_string();
        return text
            .map_err(|path| PyTypeError::new_err(format!("option {name:?}: {} is no text", path.display())));
    }
    if value.hasattr("__index__")? && !value.is_instance_of::<PyBool>() {
        return value.call_method0("__index__")?.str()?.extract();
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("option {name:?} is {kind}; it must be text, a number or a path")))
}
