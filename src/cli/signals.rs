//! Signals: the first asks the run to end, and none waits for long.
//!
//! ```text
//! SIGINT, SIGTERM -> stop is set -> workers end after their puzzle -> files closed -> exit code 130
//!                         |
//!                         `-> after GRACE, or at the second signal -> last words -> exit code 130
//! ```
//!
//! A single search can take longer than anyone waits for. To end the process in the midst of it loses what a kill loses: nothing that was
//! whole.

use super::say;
use crate::corpus::Events;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
};
use std::{
    sync::{Arc, atomic::Ordering::Relaxed, mpsc},
    thread,
    time::Duration,
};

/// Time that a run has to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// The exit code of a run that was interrupted.
const INTERRUPTED: i32 = 130;

/// Ends the run at signals; `last_words`, if any, are said if it has to be cut short.
///
/// # Errors
/// Those of the system, if signals cannot be watched.
pub(super) fn end_on_signals(
    events: &Events,
    last_words: impl Fn() -> String + Send + 'static,
) -> anyhow::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let (stop, closing) = (Arc::clone(&events.stop), Arc::clone(&events.closing));
    let (sender, received) = mpsc::channel();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            // The receiver is there until the process ends.
            let _ = sender.send(());
        }
    })?;
    thread::Builder::new().name("end".to_owned()).spawn(move || {
        if received.recv().is_ok() {
            stop.store(true, Relaxed);
            // A second signal ends the run at once; the first one after a while, unless the run is about to end.
            if received.recv_timeout(GRACE).is_err() && closing.load(Relaxed) {
                let _ = received.recv();
            }
            last_words().lines().for_each(say);
            say("error: interrupted");
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}
