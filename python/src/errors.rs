//! Errors of the library as exceptions of Python, with settings as Python writes them.

use gridmill::{
    Error,
    board::Shape,
    corpus::{FewClasses, JobOptions, OptionKind, OptionRow},
    generate::with_options,
};
use pyo3::{
    PyErr, create_exception,
    exceptions::{PyKeyboardInterrupt, PyUserWarning, PyValueError},
    prelude::*,
};
use std::{ffi::CString, io};

create_exception!(
    gridmill,
    OptionError,
    PyValueError,
    "An argument, or several together, that cannot be met: the line names it, and what is allowed."
);
create_exception!(
    gridmill,
    InputError,
    PyValueError,
    "Rows, grids or files that do not hold what they should: the line says which, where, and why."
);
create_exception!(
    gridmill,
    SearchError,
    PyValueError,
    "A puzzle that was not found within the attempts and the node budget of its plan."
);

/// Returns the name of an option as an argument: `from` is a word of Python.
pub(crate) fn argument_name(option: &str) -> &str {
    if option == "from" { "from_" } else { option }
}

/// Writes an option that a message names as an argument: `shard_rows=500`, `givens="19..21"`, `overwrite=True`.
pub(crate) fn argument(name: &str, value: Option<&str>) -> String {
    let is_switch = |row: &OptionRow| row.name == name && matches!(row.kind, OptionKind::Switch);
    let argument = argument_name(name);
    match value {
        Some(value) if value == "N" || value.parse::<u64>().is_ok() => format!("{argument}={value}"),
        Some(value) => format!("{argument}=\"{value}\""),
        None if ["overwrite", "resume"].contains(&name) || JobOptions::rows().iter().any(is_switch) => {
            format!("{argument}=True")
        }
        None => argument.to_owned(),
    }
}

/// Warns that rows of a shape repeat each other, where they must.
///
/// # Errors
/// The warning, where Python turns warnings into errors.
pub(crate) fn warn_few_classes(py: Python<'_>, shape: Shape, rows: u64) -> PyResult<()> {
    let Some(note) = FewClasses::note(shape, rows) else { return Ok(()) };
    // Its text has no byte 0.
    let note = CString::new(note).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 1)
}

/// Returns the exception for an error: `OSError` or a class of it for files, `KeyboardInterrupt`, and a class of this package for everything
/// else.
pub(crate) fn exception(error: Error) -> PyErr {
    let line = with_options(&error.to_string(), argument);
    match error {
        Error::Io { source, .. } => io::Error::new(source.kind(), line).into(),
        Error::Interrupted => PyKeyboardInterrupt::new_err(line),
        Error::Option(_) => OptionError::new_err(line),
        Error::Generate(_) => SearchError::new_err(line),
        _ => InputError::new_err(line),
    }
}
