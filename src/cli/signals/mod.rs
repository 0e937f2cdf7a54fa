//! Signals: the first stops the run in an orderly way, the second ends the process.
//!
//! ```text
//! SIGINT, SIGTERM, SIGHUP -> stop is set -> workers end after their puzzle -> files closed -> exit code 130
//!                                 |
//!                                 `-> after GRACE, or at the second signal -> last words -> exit code 130
//! ```
//!
//! A single search can take longer than [`GRACE`]. Ending the process then loses only files that were not whole; commands of external
//! checkers are killed and drafts removed first. On Windows, Ctrl-C takes the place of the signals.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use self::unix::survive_file_size_limits;
#[cfg(unix)]
use self::unix::watch;
#[cfg(windows)]
pub(super) use self::windows::survive_file_size_limits;
#[cfg(windows)]
use self::windows::watch;
use super::terminal::say;
use crate::{corpus::RunHooks, report::compare::External, tables::files::Draft};
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
pub(super) struct InterruptMessage(Arc<OnceLock<Box<dyn Fn() -> String + Send + Sync>>>);

impl InterruptMessage {
    /// Sets the message; later calls change nothing.
    pub(super) fn set(&self, words: impl Fn() -> String + Send + Sync + 'static) {
        // Only the first message is kept.
        let _ = self.0.set(Box::new(words));
    }
}

/// Ends the run at signals. Called before files are opened: a signal that is not watched would leave drafts behind.
///
/// # Errors
/// Those of the system, if signals cannot be watched.
pub(super) fn end_on_signals(events: &RunHooks) -> anyhow::Result<InterruptMessage> {
    let (stop, closing) = (Arc::clone(&events.stop), Arc::clone(&events.closing));
    let (sender, received) = mpsc::channel();
    watch(sender)?;
    let last_words = InterruptMessage::default();
    let InterruptMessage(words) = last_words.clone();
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
