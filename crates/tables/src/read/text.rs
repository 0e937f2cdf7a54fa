//! The beginning of a text: its first line, by which formats are recognized.
//!
//! Blank lines and comments before the first line are skipped, and a line `sep=;`, with which spreadsheets name the delimiter.

use super::{
    encoding::{TextInput, as_utf8, decoded},
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

/// Text whose first line is known.
pub(super) struct Text {
    /// The text from its first line on that is neither blank nor a comment.
    pub(super) input: TextInput,
    /// Lines before it.
    pub(super) lines_before: u64,
    /// The first line, or its beginning if it is long.
    pub(super) first_line: String,
    /// The comment in the line before it, which may be the header of a table, with its sign.
    pub(super) comment: Option<String>,
    /// The delimiter that a line `sep=;` names.
    pub(super) separator: Option<u8>,
    /// The lines that were looked at, from the first on.
    seen: Vec<u8>,
}

impl Text {
    /// Reads the first line.
    pub(super) fn open(path: &Path, input: impl BufRead + Send + 'static) -> Result<Self> {
        let reading = Error::io("reading", path);
        Self::try_open(Box::new(input)).map_err(reading)
    }

    fn try_open(input: TextInput) -> io::Result<Self> {
        let mut input = as_utf8(input)?;
        let mut first = FirstLine::read(&mut input)?;
        let separator = separator(&first.line);
        let mut lines_before = first.lines_before;
        if separator.is_some() {
            first = FirstLine::read(&mut input)?;
            lines_before += 1 + first.lines_before;
        }
        let FirstLine { line, comment, .. } = first;
        let first_line = decoded(&line).into_owned();
        let input = Box::new(Cursor::new(line).chain(input));
        Ok(Self { input, lines_before, first_line, comment, separator, seen: Vec::new() })
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
        if self.seen.is_empty() { self.first_line.clone() } else { decoded(&self.seen).into_owned() }
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
        let decision = decide(&decoded(&read[start..]));
        if decision.is_some() {
            return Ok(decision);
        }
    }
    Ok(None)
}

/// Returns the delimiter that a line `sep=;` names.
fn separator(line: &[u8]) -> Option<u8> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [s, e, p, b'=', separator] if [s, e, p].map(u8::to_ascii_lowercase) == *b"sep" => Some(*separator),
        _ => None,
    }
}

/// Tabs that make a line of white space a row of empty cells: those of a 4x4 grid.
const MIN_TABS: usize = 3;

/// Returns true for a line that has nothing but white space, and no fields.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii_start().is_empty() && line.split(|&byte| byte == b'\t').count() <= MIN_TABS
}

/// The first line that is neither blank nor a comment, or the beginning of a long one, without a byte order mark.
struct FirstLine {
    line: Vec<u8>,
    lines_before: u64,
    /// The comment in the line before it.
    comment: Option<String>,
}

impl FirstLine {
    fn read(input: &mut impl BufRead) -> io::Result<Self> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let (mut line, mut comment) = (Vec::new(), None);
        let (mut lines_before, mut is_start, mut blank) = (0, true, 0);
        loop {
            line.clear();
            let read = read_line(input, LINE_BYTES, &mut line)?;
            if is_start && line.starts_with(MARK) {
                line.drain(..MARK.len());
            }
            is_start = false;
            let is_whole = is_ended(&line);
            let is_comment = line.trim_ascii_start().first().is_some_and(|first| b"#%".contains(first));
            if read == 0 || !(is_blank(&line) || is_comment) {
                return Ok(Self { line, lines_before, comment });
            }
            comment = (is_comment && is_whole).then(|| decoded(&line).trim().to_owned());
            if !is_whole && is_comment {
                skip_line(input, lines_before + 1)?;
            }
            // The rest of a long blank line is a line without a number of its own.
            let has_ended = is_whole || is_comment;
            blank = if has_ended { 0 } else { blank + read as u64 };
            check_length(blank, lines_before + 1)?;
            lines_before += u64::from(has_ended);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &[u8]) -> (u64, String) {
        let first = FirstLine::read(&mut &*text).unwrap();
        (first.lines_before, String::from_utf8(first.line).unwrap())
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
        let first = FirstLine::read(&mut long.as_bytes()).unwrap();
        assert_eq!(first.line.len(), LINE_BYTES);
    }

    #[test]
    fn a_line_may_name_the_delimiter_and_a_comment_the_columns() {
        let open = |text: &str| Text::try_open(Box::new(Cursor::new(text.to_owned().into_bytes()))).unwrap();
        let text = open("\u{feff}sep=;\r\n# id;puzzle\n\t\t\t\nx");
        assert_eq!(
            (text.separator, text.lines_before, text.first_line.as_str()),
            (Some(b';'), 2, "\t\t\t\n")
        );
        assert_eq!(text.comment.as_deref(), Some("# id;puzzle"));
        assert_eq!(open("\"SEP=\t\"\n5").separator, Some(b'\t'));
        assert_eq!(open("% a\n\nx").comment, None);
    }
}
