//! Progress bars of tqdm, for work that takes long.

use pyo3::{prelude::*, types::PyDict};
use std::time::{Duration, Instant};

/// Time after which a bar is shown: shorter work needs none.
const SOON: Duration = Duration::from_millis(500);

/// A bar that is shown once the work takes long.
///
/// Asked for, it is shown. Otherwise it is shown in a terminal or a notebook, if tqdm is installed.
#[derive(Debug)]
pub(crate) struct Bar {
    description: &'static str,
    rows: Option<u64>,
    asked: Option<bool>,
    begun: Instant,
    shown: Option<Shown>,
}

/// A bar of tqdm.
#[derive(Debug)]
struct Shown {
    bar: Py<PyAny>,
    rows: u64,
}

impl Bar {
    /// Prepares a bar for `rows` rows, if their number is known. `asked` is the option `progress`.
    pub(crate) fn new(description: &'static str, rows: Option<u64>, asked: Option<bool>) -> Self {
        Self { description, rows, asked, begun: Instant::now(), shown: None }
    }

    /// Prepares a bar that is never shown.
    pub(crate) fn none() -> Self {
        Self::new("", None, Some(false))
    }

    /// Shows that `rows` rows are done.
    ///
    /// # Errors
    /// The exceptions of tqdm; without tqdm, `ImportError` if the bar was asked for.
    pub(crate) fn show(&mut self, py: Python<'_>, rows: u64) -> PyResult<()> {
        if self.shown.is_none() && self.asked != Some(false) && self.begun.elapsed() >= SOON {
            self.shown = self.open(py)?.map(|bar| Shown { bar, rows: 0 });
            if self.shown.is_none() {
                self.asked = Some(false);
            }
        }
        if let Some(shown) = &mut self.shown
            && rows > shown.rows
        {
            shown.bar.call_method1(py, "update", (rows - shown.rows,))?;
            shown.rows = rows;
        }
        Ok(())
    }

    /// Shows that `rows` rows are done, and that these are all.
    ///
    /// # Errors
    /// As [`show`](Self::show).
    pub(crate) fn close(mut self, py: Python<'_>, rows: u64) -> PyResult<()> {
        // A bar that was not shown so far is not needed.
        if self.shown.is_some() {
            self.show(py, rows)?;
        }
        match self.shown.take() {
            Some(shown) => shown.bar.call_method0(py, "close").map(drop),
            None => Ok(()),
        }
    }

    fn open(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        if self.asked.is_none() && !is_watched(py)? {
            return Ok(None);
        }
        let tqdm = match py.import("tqdm.auto") {
            Ok(tqdm) => tqdm,
            Err(_) if self.asked.is_none() => return Ok(None),
            Err(error) => return Err(error),
        };
        let options = PyDict::new(py);
        options.set_item("desc", self.description)?;
        options.set_item("total", self.rows)?;
        options.set_item("unit", " puzzles")?;
        options.set_item("unit_scale", true)?;
        Ok(Some(tqdm.getattr("tqdm")?.call((), Some(&options))?.unbind()))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        // After an exception, the line of the bar ends.
        if let Some(shown) = self.shown.take() {
            Python::attach(|py| drop(shown.bar.call_method0(py, "close")));
        }
    }
}

/// Returns true if somebody sees what goes to standard error: a terminal, or a notebook.
fn is_watched(py: Python<'_>) -> PyResult<bool> {
    let sys = py.import("sys")?;
    // The shell of a notebook has a kernel.
    if let Ok(shell) = sys.getattr("modules")?.get_item("IPython")
        && shell.call_method0("get_ipython").is_ok_and(|shell| shell.hasattr("kernel").unwrap_or(false))
    {
        return Ok(true);
    }
    let stderr = sys.getattr("stderr")?;
    let is_terminal = || stderr.call_method0("isatty").and_then(|is_terminal| is_terminal.is_truthy());
    Ok(!stderr.is_none() && is_terminal().unwrap_or(false))
}
