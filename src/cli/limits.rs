//! Limits of the machine and of the system that a run meets before it begins.

use super::terminal::say;
use crate::tables::threads::threads;

/// Address space that a run takes besides its threads: among others, three batches of rows that are read, computed and written.
const MEMORY: u64 = 144 << 20;

/// Address space of each thread: its stack, its part of the allocator, and what it has under way.
const MEMORY_A_THREAD: u64 = 128 << 20;

/// Prints a message if fewer threads are used than were asked for.
pub(super) fn warn_about_threads(asked: usize) {
    let used = threads(asked);
    if asked > used {
        say(&format!(
            "{used} threads are used in place of {asked}: four for each core are the most that help"
        ));
    }
}

/// Returns a message if the limit of address space (`ulimit -v`) is below what a run takes: with a thread for each core, two at least, and `more` that
/// write or wait. An allocation that fails ends the process without a word.
pub(super) fn too_little_memory(more: usize) -> Option<String> {
    // On one core, a run with two threads failed under a limit of 390 MB.
    let threads = threads(0).max(2) + more;
    let needed = MEMORY + MEMORY_A_THREAD * threads as u64;
    let limit = address_space().filter(|&limit| limit < needed)?;
    Some(format!(
        "the address space is limited to {} MB (ulimit -v), and {} MB are needed with {} threads",
        limit >> 20,
        needed >> 20,
        threads
    ))
}

/// Returns the limit of address space in bytes; `None` if there is none.
#[cfg(unix)]
pub(super) fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// Returns the limit of open files; `None` if there is none.
#[cfg(unix)]
pub(super) fn open_files() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

/// Returns `None`: Windows has no such limit.
#[cfg(not(unix))]
pub(super) fn address_space() -> Option<u64> {
    None
}

/// Returns `None`: Windows has no such limit.
#[cfg(not(unix))]
pub(super) fn open_files() -> Option<u64> {
    None
}
