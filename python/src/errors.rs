//! Errors of the library as exceptions of Python, with the same line of text.

use gridmill::Error;
use pyo3::{
    PyErr,
    exceptions::{PyKeyboardInterrupt, PyValueError},
};
use std::io;

/// Returns the exception for an error: `OSError` or a class of it for files, `KeyboardInterrupt`, and `ValueError` for everything else.
pub(crate) fn exception(error: Error) -> PyErr {
    let line = error.to_string();
    match error {
        Error::Io { source, .. } => io::Error::new(source.kind(), line).into(),
        Error::Interrupted => PyKeyboardInterrupt::new_err(line),
        _ => PyValueError::new_err(line),
    }
}
