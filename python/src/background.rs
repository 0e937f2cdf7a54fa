//! Long work on a thread of its own, while the caller looks for signals and shows progress.
//!
//! ```text
//! caller   without the GIL: waits ---- every 50 ms: bar; signals? --no--> waits ...
//!                                               '--yes--> asks the work to stop, waits half a second, raises
//! work     --------------------------------------------------------> result
//! ```
//!
//! Work that does not stop in that time, such as one long search, is left to itself: it owns everything that it uses.
//!
//! Progress is shown as bars of tqdm or, without it, as the lines that the program prints.

use crate::errors::exception;
use gridmill::{
    cli::bindings::{PAUSE, ProgressLines, SHORT_PAUSE},
    corpus::{Counters, RunHooks},
    tables::Error,
};
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyDict};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, TryLockError,
        atomic::Ordering::Relaxed,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);
/// Time that the work has to stop.
const GRACE: Duration = Duration::from_millis(500);

/// Locks an object for a call.
///
/// # Errors
/// `RuntimeError` while another thread is in a call that has the lock: to wait would hold the GIL, which that call may need.
pub(crate) fn try_lock<'a, T>(object: &'a Mutex<T>, name: &str, cure: &str) -> PyResult<MutexGuard<'a, T>> {
    match object.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            Err(PyRuntimeError::new_err(format!("another thread uses {name} at the moment; {cure}")))
        }
    }
}

/// Runs `work` without the GIL, and shows what it counts in `bar`. The work looks at the stop that it is given, and ends with
/// [`Error::Interrupted`] once it is set.
///
/// # Errors
/// The exception of a handler of signals, such as `KeyboardInterrupt`, or that of the work.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    bar: Bar,
    work: impl FnOnce(&RunHooks) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let events = Arc::new(RunHooks::default());
    let (sender, receiver) = mpsc::sync_channel(1);
    let seen = Arc::clone(&events);
    let spawned = thread::Builder::new().name("gridmill".to_owned()).spawn(move || {
        // The receiver is gone only after an exception.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&seen))));
    });
    spawned.map_err(PyErr::from)?;
    match wait(py, receiver, &events, bar)? {
        Some(Ok(result)) => result.map_err(exception),
        _ => Err(PyRuntimeError::new_err("an error in the program: a thread panicked")),
    }
}

/// Waits for the next message; `None` if the sender is gone. Asks the sender to stop if a signal comes.
fn wait<T: Send>(
    py: Python<'_>,
    receiver: Receiver<T>,
    events: &RunHooks,
    mut bar: Bar,
) -> PyResult<Option<T>> {
    let mut receiver = receiver;
    loop {
        let message;
        (message, receiver) = py.detach(move || (receiver.recv_timeout(LOOK), receiver));
        match message {
            Ok(message) => {
                bar.close(py, &events.counters)?;
                return Ok(Some(message));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(error) = py.check_signals().and_then(|()| bar.show(py, &events.counters)) {
            events.stop.store(true, Relaxed);
            py.detach(move || drop(receiver.recv_timeout(GRACE)));
            return Err(error);
        }
    }
}

/// Time after which a bar is shown: shorter work needs none.
const SOON: Duration = Duration::from_millis(500);

/// Progress that is shown once the work takes long.
///
/// Asked for, it is shown. Otherwise it is shown in a terminal or a notebook. Lines come every five seconds or, if asked for, every second.
#[derive(Debug)]
pub(crate) struct Bar {
    description: &'static str,
    rows: Option<u64>,
    asked: Option<bool>,
    begun: Instant,
    shown: Option<Shown>,
    lines: ProgressLines,
}

/// Form in which progress is shown.
#[derive(Debug)]
enum Shown {
    /// A bar of tqdm, and the rows that it counted.
    Bar(Py<PyAny>, u64),
    /// Lines, and the time of the last.
    Lines(Instant),
}

impl Bar {
    /// Prepares a bar for `rows` rows, if their number is known. `asked` is the option `progress`.
    pub(crate) fn new(description: &'static str, rows: Option<u64>, asked: Option<bool>) -> Self {
        let lines = ProgressLines::new(rows.unwrap_or(0));
        Self { description, rows, asked, begun: Instant::now(), shown: None, lines }
    }

    /// Prepares a bar that is never shown.
    pub(crate) fn none() -> Self {
        Self::new("", None, Some(false))
    }

    /// Shows how far the work is.
    ///
    /// # Errors
    /// The exceptions of tqdm, and those of writing a line.
    pub(crate) fn show(&mut self, py: Python<'_>, counters: &Counters) -> PyResult<()> {
        if self.shown.is_none() && self.asked != Some(false) && self.begun.elapsed() >= SOON {
            self.shown = self.open(py)?;
            if self.shown.is_none() {
                self.asked = Some(false);
            }
        }
        let rows = counters.rows.load(Relaxed);
        match &mut self.shown {
            Some(Shown::Bar(bar, counted)) if rows > *counted => {
                bar.call_method1(py, "update", (rows - *counted,))?;
                *counted = rows;
            }
            Some(Shown::Lines(last)) => {
                let pause = if self.asked == Some(true) { SHORT_PAUSE } else { PAUSE };
                if last.elapsed() >= pause {
                    *last = Instant::now();
                    let line = format!("{}: {}\n", self.description, self.lines.line(counters));
                    write_line(py, &line)?;
                }
            }
            Some(Shown::Bar(..)) | None => {}
        }
        Ok(())
    }

    /// Shows how far the work came, and that it is done.
    ///
    /// # Errors
    /// As [`show`](Self::show).
    pub(crate) fn close(mut self, py: Python<'_>, counters: &Counters) -> PyResult<()> {
        // A bar that was not shown so far is not needed.
        if let Some(Shown::Bar(..)) = self.shown {
            self.show(py, counters)?;
        }
        match self.shown.take() {
            Some(Shown::Bar(bar, _)) => bar.call_method0(py, "close").map(drop),
            Some(Shown::Lines(_)) | None => Ok(()),
        }
    }

    fn open(&self, py: Python<'_>) -> PyResult<Option<Shown>> {
        if self.asked.is_none() && !is_watched(py)? {
            return Ok(None);
        }
        let Ok(tqdm) = py.import("tqdm.auto") else { return Ok(Some(Shown::Lines(self.begun))) };
        let options = PyDict::new(py);
        options.set_item("desc", self.description)?;
        options.set_item("total", self.rows)?;
        options.set_item("unit", " puzzles")?;
        options.set_item("unit_scale", true)?;
        Ok(Some(Shown::Bar(tqdm.getattr("tqdm")?.call((), Some(&options))?.unbind(), 0)))
    }
}

/// Writes to standard error as Python has it, which a notebook shows.
fn write_line(py: Python<'_>, line: &str) -> PyResult<()> {
    let stderr = py.import("sys")?.getattr("stderr")?;
    if !stderr.is_none() {
        stderr.call_method1("write", (line,))?;
        stderr.call_method0("flush")?;
    }
    Ok(())
}

impl Drop for Bar {
    fn drop(&mut self) {
        // After an exception, the line of the bar ends.
        if let Some(Shown::Bar(bar, _)) = self.shown.take() {
            Python::attach(|py| drop(bar.call_method0(py, "close")));
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
