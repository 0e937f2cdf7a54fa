//! Signals: the first stops the run in an orderly way, the second ends the process.
//!
//! ```text
//! SIGINT, SIGTERM, SIGHUP -> stop is set -> workers end after their puzzle -> files closed -> exit code 130
//!                                 |
//!                                 `-> after GRACE, or at the second signal -> last words -> exit code 130
//! ```
//!
//! A single search can take longer than [`GRACE`]. Ending the process then loses only files that were not whole; commands of external
//! checkers are killed and drafts removed first.

use super::terminal::say;
use crate::{corpus::Events, report::compare::External, tables::files::Draft};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use std::{
    sync::{Arc, OnceLock, atomic::Ordering::Relaxed, mpsc},
    thread,
    time::Duration,
};

/// Time that a run has to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// The exit code of a run that was interrupted.
const INTERRUPTED: i32 = 130;

/// Message of a run that is cut short; empty until it is set.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<OnceLock<Box<dyn Fn() -> String + Send + Sync>>>);

impl LastWords {
    /// Sets the message; later calls change nothing.
    pub(super) fn set(&self, words: impl Fn() -> String + Send + Sync + 'static) {
        // Only the first message is kept.
        let _ = self.0.set(Box::new(words));
    }
}

/// Returns true if the loss of the terminal is to end the run: unless the signal is ignored, as under `nohup`. Where that cannot be
/// asked, the system ends the process by itself.
fn ends_on_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 0)
}

/// Ends the run at signals. Called before files are opened: a signal that is not watched would leave drafts behind.
///
/// # Errors
/// Those of the system, if signals cannot be watched.
pub(super) fn end_on_signals(events: &Events) -> anyhow::Result<LastWords> {
    let watched = [SIGINT, SIGTERM].into_iter().chain(ends_on_hangup().then_some(SIGHUP));
    let mut signals = Signals::new(watched)?;
    let (stop, closing) = (Arc::clone(&events.stop), Arc::clone(&events.closing));
    let (sender, received) = mpsc::channel();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            // The receiver is there until the process ends.
            let _ = sender.send(());
        }
    })?;
    let last_words = LastWords::default();
    let LastWords(words) = last_words.clone();
    thread::Builder::new().name("end".to_owned()).spawn(move || {
        if received.recv().is_ok() {
            stop.store(true, Relaxed);
            // A second signal ends the run at once; the first one after a while, unless the run is about to end.
            if received.recv_timeout(GRACE).is_err() && closing.load(Relaxed) {
                let _ = received.recv();
            }
            External::end_all();
            Draft::remove_all();
            if let Some(words) = words.get() {
                words().lines().for_each(say);
            }
            say("error: interrupted");
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(last_words)
}
