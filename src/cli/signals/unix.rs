//! Signals of Unix.

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
};
use std::{
    io,
    sync::{Arc, atomic::AtomicBool, mpsc::Sender},
    thread,
};

/// Returns true if the loss of the terminal is to end the run: unless the signal is ignored, as under `nohup`. Where that cannot be
/// asked, the system ends the process by itself.
fn ends_on_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 0)
}

/// Starts a thread that sends a message for each signal that is to end the run: SIGINT, SIGTERM and SIGHUP.
///
/// # Errors
/// Those of the system, if signals cannot be watched.
pub(super) fn watch(sender: Sender<()>) -> io::Result<()> {
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
pub(in crate::cli) fn survive_file_size_limits() {
    // Without a handler, the limit ends the process as before.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
