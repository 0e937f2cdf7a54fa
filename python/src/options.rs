//! Options of Python by name, as options of the command line.

use crate::errors::exception;
use gridmill::{
    cli::bindings::{OptionValue, generate_job},
    corpus::Job,
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple},
};
use std::{ffi::OsString, path::PathBuf};

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
    let mut all = Vec::new();
    // A count is needed also where there is no end.
    all.push(("count".to_owned(), OptionValue::Text(count.unwrap_or(1).to_string().into())));
    if let Some(seed) = seed.filter(|seed| !seed.is_none()) {
        all.push(("seed".to_owned(), OptionValue::Text(seed_text(seed)?)));
    }
    let mut has_timings_option = false;
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let name = name.strip_suffix('_').unwrap_or(&name).to_owned();
        has_timings_option |= name == "no_timings";
        if let Some(value) = option_value(&name, &value)? {
            all.push((name, value));
        }
    }
    if !has_timings_option {
        all.push(("no_timings".to_owned(), OptionValue::Flag(true)));
    }
    generate_job(all).map_err(exception)
}

/// Returns a seed as text: an int, a text, or 32 bytes as hexadecimal digits.
///
/// # Errors
/// `TypeError` for another value.
pub(crate) fn seed_text(seed: &Bound<'_, PyAny>) -> PyResult<OsString> {
    match seed.cast::<PyBytes>() {
        Ok(bytes) if bytes.as_bytes().len() == 32 => {
            Ok(bytes.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>().into())
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
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<OsString> {
    if value.is_instance_of::<PyString>() {
        return Ok(value.extract::<String>()?.into());
    }
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if is_number && !value.is_instance_of::<PyBool>() {
        return Ok(value.str()?.extract::<String>()?.into());
    }
    if value.hasattr("__fspath__")? {
        return Ok(value.extract::<PathBuf>()?.into_os_string());
    }
    if value.hasattr("__index__")? && !value.is_instance_of::<PyBool>() {
        return Ok(value.call_method0("__index__")?.str()?.extract::<String>()?.into());
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("option {name:?} is {kind}; it must be text, a number or a path")))
}
