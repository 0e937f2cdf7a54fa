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

use super::terminal::say;
use crate::{corpus::RunHooks, report::compare::External, tables::files::Draft};
use signal_hook::{consts::SIGINT, flag};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGTERM, SIGXFSZ},
    iterator::Signals,
};
use std::{
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Sender},
    },
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

/// Returns true if the loss of the terminal is to end the run: unless the signal is ignored, as under `nohup`. Where that cannot be
/// asked, the system ends the process by itself.
#[cfg(unix)]
fn ends_on_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 0)
}

/// Starts a thread that sends a message for each signal that is to end the run: SIGINT, SIGTERM and SIGHUP.
#[cfg(unix)]
fn watch(sender: Sender<()>) -> io::Result<()> {
    let watched = [SIGINT, SIGTERM].into_iter().chain(ends_on_hangup().then_some(SIGHUP));
    let mut signals = Signals::new(watched)?;
    let wait = move || {
        for _ in signals.forever() {
            // The receiver is there until the process ends.
            let _ = sender.send(());
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Lets a write beyond the file size limit (`ulimit -f`) fail like one on a full disk. The signal that comes with it would end the
/// process, and leave drafts behind.
#[cfg(unix)]
pub(super) fn survive_file_size_limits() {
    // Without a handler, the limit ends the process as before.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Time between two looks at the flag.
#[cfg(windows)]
const PAUSE: Duration = Duration::from_millis(50);

/// Starts a thread that sends a message for each Ctrl-C. A console that is closed ends the process without a word, as a kill does.
#[cfg(windows)]
fn watch(sender: Sender<()>) -> io::Result<()> {
    let pressed = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&pressed))?;
    let wait = move || {
        loop {
            thread::sleep(PAUSE);
            if pressed.swap(false, Relaxed) && sender.send(()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Does nothing: Windows has no limit of file sizes.
#[cfg(windows)]
pub(super) const fn survive_file_size_limits() {}
