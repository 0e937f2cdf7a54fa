//! Printing: data to standard output, messages to standard error.

use crate::tables::{Error, escape::visible};
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
/// [`Error::Io`] if it is closed: what is written would be lost without a word.
pub(super) fn rows_out() -> crate::Result<io::Stdout> {
    if is_closed() {
        let problem = "it is closed (or /dev/null, open to be read as well); give --out FILE";
        return Err(Error::io("writing", "standard output")(io::Error::other(problem)));
    }
    Ok(stdout())
}

/// Returns true if standard output was closed when the process began: Rust then opens `/dev/null` in its place, for reading and writing.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fstat, stat};
    use std::os::fd::AsFd as _;
    let (out, null) = (stdout(), stat("/dev/null"));
    let Ok(found) = fstat(out.as_fd()) else { return true };
    let is_null = null.is_ok_and(|null| (null.st_dev, null.st_ino) == (found.st_dev, found.st_ino));
    is_null && fcntl_getfl(out.as_fd()).is_ok_and(|flags| flags.contains(OFlags::RDWR))
}

/// Returns false: on Windows, a write to a closed output fails by itself.
#[cfg(not(unix))]
fn is_closed() -> bool {
    false
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
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > COLUMNS {
            lines.push('\n');
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += length;
    }
    lines + "\n"
}
