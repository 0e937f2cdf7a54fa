//! Printing: data to standard output, messages to standard error.

use crate::{Error, escape::visible};
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

/// Prints text to standard output, and waits until it is there.
pub(super) fn print(text: &str) -> crate::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(stdout_error)
}

/// Converts an error of standard output; a reader that closed it early is no failure.
pub(super) fn stdout_error(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", "standard output")(error),
    }
}
