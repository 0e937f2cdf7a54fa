//! Printing: data to standard output, messages to standard error.

use crate::{
    draw::{is_wide, pieces},
    tables::{Error, escape::visible},
};
use std::{
    io::{self, IsTerminal, Write, stderr, stdin, stdout},
    path::Path,
};

/// Prints one line to standard error, unsafe characters and line ends within it made visible. A closed standard error is no reason
/// to fail.
pub(super) fn say(line: &str) {
    let _ = writeln!(stderr(), "{}", visible(line));
}

/// Columns of a terminal whose width is not known.
pub(super) const COLUMNS: usize = 80;

/// Returns true if standard output is a terminal and nobody asked for no colours.
pub(super) fn wants_colour() -> bool {
    stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Says that puzzles are read from standard input, if one of the files is it and a person would have to type them.
pub(super) fn tell_standard_input<'a>(files: impl IntoIterator<Item = &'a Path>) {
    if files.into_iter().any(|file| file.as_os_str() == "-") && stdin().is_terminal() {
        say("reading puzzles from the terminal, one a line; end with Ctrl-D");
    }
}

/// Returns standard output, for rows.
///
/// # Errors
/// [`Error::Io`] if it takes no writes: the standard library would drop what is written without a word.
pub(super) fn rows_out() -> crate::Result<io::Stdout> {
    if is_writable() {
        return Ok(stdout());
    }
    Err(Error::io("writing", "standard output")(io::Error::other("it is not open for writing")))
}

/// Returns true if standard output takes writes. One that was closed when the process began does: Rust's runtime opens `/dev/null` in its
/// place, for reading and writing, before `main`. Python's `DEVNULL` and Node's `ignore` open it the same way, and no property of the
/// descriptor shows which of them did. Callers that want no output are many, and those that close it want none either.
#[cfg(unix)]
fn is_writable() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl};
    use std::os::fd::AsFd as _;
    let mode = fcntl_getfl(stdout().as_fd()).map(|flags| flags & OFlags::RWMODE);
    mode.is_ok_and(|mode| mode != OFlags::RDONLY)
}

/// Returns true: on Windows, a write to an output that takes none fails by itself.
#[cfg(not(unix))]
fn is_writable() -> bool {
    true
}

/// Prints text to standard output, and waits until it is there.
pub(super) fn print(text: &str) -> crate::Result<()> {
    let mut out = rows_out()?;
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(stdout_error)
}

/// Converts an error of standard output; a reader that closed it early is no failure.
pub(super) fn stdout_error(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", "standard output")(error),
    }
}

/// Breaks text between words into lines that fit a terminal.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for (is_spaced, piece) in pieces(text) {
        let space = usize::from(is_spaced && used > 0);
        let length = piece.chars().map(|letter| if is_wide(letter) { 2 } else { 1 }).sum::<usize>();
        if used > 0 && used + space + length > COLUMNS {
            lines.push('\n');
            used = 0;
        } else if space > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += piece;
        used += length;
    }
    lines + "\n"
}
