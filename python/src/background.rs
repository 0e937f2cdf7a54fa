//! Long work on a thread of its own, while the caller looks for signals and shows progress.
//!
//! ```text
//! caller   without the GIL: waits ---- every 50 ms: bar; signals? --no--> waits ...
//!                                               '--yes--> asks the work to stop, waits half a second, raises
//! work     --------------------------------------------------------> result
//! ```
//!
//! Work that does not stop in that time, such as one long search, is left to itself: it owns everything that it uses.

use crate::{errors::exception, progress::Bar};
use gridmill::{corpus::RunHooks, tables::Error};
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, TryLockError,
        atomic::Ordering::Relaxed,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::Duration,
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
