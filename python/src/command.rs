//! `main`: the program in this process.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program `gridmill` on these arguments, the first of which is its name, and returns its exit code. It prints, and takes the signals of the
/// process: it is for the command that is installed with the package.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| gridmill::cli::run(arguments))
}
