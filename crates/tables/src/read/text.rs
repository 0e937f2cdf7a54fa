//! The beginning of a text: its first line, by which formats are recognized.
//!
//! Blank lines and comments before the first line are skipped.

use super::{
    limits::LINE_BYTES,
    line_end::{check_length, is_ended, read_line, skip_line},
};
use crate::error::{Error, Result};
use std::{
    io::{self, BufRead, Cursor, Read as _},
    mem,
    path::Path,
};

/// Lines and bytes that are read ahead at most, to recognize a format.
const AHEAD_LINES: usize = 256;
const AHEAD_BYTES: usize = 1 << 20;

/// Bytes of a text.
pub(super) type TextInput = Box<dyn BufRead + Send>;

/// Text whose first line is known.
pub(super) struct Text {
    /// The text from its first line on that is neither blank nor a comment.
    pub(super) input: TextInput,
    /// Lines before it.
    pub(super) lines_before: u64,
    /// The first line, or its beginning if it is long.
    pub(super) first_line: String,
    /// The lines that were looked at, from the first on.
    seen: Vec<u8>,
}

impl Text {
    /// Reads the first line.
    pub(super) fn open(path: &Path, mut input: impl BufRead + Send + 'static) -> Result<Self> {
        let mut first = Vec::new();
        let lines_before = first_line(&mut input, &mut first).map_err(Error::io("reading", path))?;
        let first_line = String::from_utf8_lossy(&first).into_owned();
        Ok(Self {
            input: Box::new(Cursor::new(first).chain(input)),
            lines_before,
            first_line,
            seen: Vec::new(),
        })
    }

    /// Shows lines to `decide`, from the first on, until it returns a value; `None` if the text ends before, or is long. All of them
    /// are still to be read after that.
    pub(super) fn look_ahead<T>(
        &mut self,
        path: &Path,
        decide: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>> {
        let mut input = mem::replace(&mut self.input, Box::new(io::empty()));
        let mut read = Vec::new();
        let decision = ahead(&mut input, &mut read, decide);
        if read.len() > self.seen.len() {
            self.seen.clone_from(&read);
        }
        self.input = Box::new(Cursor::new(read).chain(input));
        decision.map_err(Error::io("reading", path))
    }

    /// Returns the lines that were looked at so far; the first line if no others were.
    pub(super) fn seen(&self) -> String {
        if self.seen.is_empty() {
            self.first_line.clone()
        } else {
            String::from_utf8_lossy(&self.seen).into_owned()
        }
    }
}

/// Reads lines into `read` until `decide` returns a value.
fn ahead<T>(
    input: &mut TextInput,
    read: &mut Vec<u8>,
    mut decide: impl FnMut(&str) -> Option<T>,
) -> io::Result<Option<T>> {
    for _ in 0..AHEAD_LINES {
        let start = read.len();
        if start >= AHEAD_BYTES || read_line(input, LINE_BYTES, read)? == 0 {
            return Ok(None);
        }
        let decision = decide(&String::from_utf8_lossy(&read[start..]));
        if decision.is_some() {
            return Ok(decision);
        }
    }
    Ok(None)
}

/// Reads the first line that is neither blank nor a comment into `line`, or the beginning of a long one; returns the lines before
/// it. A byte order mark is left out.
fn first_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let (mut lines, mut is_start, mut blank) = (0, true, 0);
    loop {
        line.clear();
        let read = read_line(input, LINE_BYTES, line)?;
        if is_start && line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        is_start = false;
        let is_whole = is_ended(line);
        let text = line.trim_ascii_start();
        if read == 0 || !(text.is_empty() || text.starts_with(b"#")) {
            return Ok(lines);
        }
        if !is_whole && text.starts_with(b"#") {
            skip_line(input, lines + 1)?;
        }
        // The rest of a long blank line is a line without a number of its own.
        let has_ended = is_whole || text.starts_with(b"#");
        blank = if has_ended { 0 } else { blank + read as u64 };
        check_length(blank, lines + 1)?;
        lines += u64::from(has_ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &[u8]) -> (u64, String) {
        let mut line = Vec::new();
        let lines = first_line(&mut &*text, &mut line).unwrap();
        (lines, String::from_utf8(line).unwrap())
    }

    #[test]
    fn blank_lines_and_comments_are_passed_over_and_counted() {
        assert_eq!(first(b""), (0, String::new()));
        assert_eq!(first(b"a\nb\n"), (0, "a\n".to_owned()));
        assert_eq!(first(b"\xEF\xBB\xBF# c\n\n  \r\n  # d\n x"), (4, " x".to_owned()));
        assert_eq!(first(b"# c\r\r# d\r\nx\ry\r"), (3, "x\r".to_owned()));
        let long = 3 * LINE_BYTES;
        let blank = [" ".repeat(long), "#".repeat(long), "x".to_owned()].join("\n");
        assert_eq!(first(blank.as_bytes()), (2, "x".to_owned()));
    }

    #[test]
    fn a_long_first_line_is_cut() {
        let long = "x".repeat(300_000);
        let mut line = Vec::new();
        first_line(&mut long.as_bytes(), &mut line).unwrap();
        assert_eq!(line.len(), LINE_BYTES);
    }
}
