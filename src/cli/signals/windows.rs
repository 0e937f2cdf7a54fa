//! Signals of Windows: Ctrl-C. A console that is closed ends the process without a word, as a kill does.

use signal_hook::{consts::SIGINT, flag};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::Sender,
    },
    thread,
    time::Duration,
};

/// Time between two looks at the flag.
const PAUSE: Duration = Duration::from_millis(50);

/// Starts a thread that sends a message for each Ctrl-C.
///
/// # Errors
/// Those of the system, if signals cannot be watched.
pub(super) fn watch(sender: Sender<()>) -> io::Result<()> {
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
pub(in crate::cli) const fn survive_file_size_limits() {}
