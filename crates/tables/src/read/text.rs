//! Reads texts: the first line, which tells the format, and then line by line, each up to a bound. Lines end with LF, CR LF, or CR as on
//! old Macs and in some spreadsheets.
//!
//! Blank lines and comments before the first line are skipped, and a line `sep=;`, with which spreadsheets name the delimiter.

use super::{
    encoding::{TextInput, as_utf8, decoded},
    limits::{LINE_BYTES, LONGEST_LINE},
};
use crate::{
    error::{Error, Result},
    numbers::thousands,
};
use std::{
    borrow::Cow,
    io::{self, BufRead, Cursor, Read as _},
    mem,
    path::{Path, PathBuf},
};

/// Lines and bytes that are read ahead at most, to recognize a format.
const AHEAD_LINES: usize = 256;
const AHEAD_BYTES: usize = 1 << 20;

/// Text whose first line is known.
pub(super) struct Text {
    /// The text from its first line on that is neither blank nor a comment.
    pub(super) input: TextInput,
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
            let breaks = take_line_feeds(input)?;
            if breaks > 0 {
                (lines_before, is_start, blank, comment) = (lines_before + breaks, false, 0, None);
                continue;
            }
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

/// Reader of lines in memory that depends neither on their number nor on their length.
pub(super) struct LineReader {
    pub(super) path: PathBuf,
    input: TextInput,
    /// Bytes of a line that are read.
    most: usize,
    /// The line read last, from 1.
    pub(super) number: u64,
    pub(super) bytes: Vec<u8>,
    /// True if only the beginning of the line was read. The rest is skipped at the next read: a line may have no end.
    pub(super) is_cut: bool,
    has_ended: bool,
}

impl LineReader {
    pub(super) fn of_text(text: &str) -> Self {
        let input = Box::new(io::Cursor::new(text.to_owned().into_bytes()));
        Self::of_input(Path::new(""), input, LINE_BYTES, 0)
    }

    pub(super) fn new(path: &Path, text: Text, most: usize) -> Self {
        Self::of_input(path, text.input, most, text.lines_before)
    }

    fn of_input(path: &Path, input: TextInput, most: usize, number: u64) -> Self {
        Self {
            path: path.to_owned(),
            input,
            most,
            number,
            bytes: Vec::new(),
            is_cut: false,
            has_ended: false,
        }
    }

    /// Reads the next line, whatever it holds; `None` after the last line and after an error.
    pub(super) fn read(&mut self) -> Option<Result<()>> {
        if self.has_ended {
            return None;
        }
        let read = self.try_read();
        self.has_ended = !matches!(read, Ok(true));
        match read {
            Ok(true) => Some(Ok(())),
            Ok(false) => None,
            Err(error) => Some(Err(Error::io("reading", &self.path)(error))),
        }
    }

    fn try_read(&mut self) -> io::Result<bool> {
        if self.is_cut {
            skip_line(&mut self.input, self.number)?;
        }
        self.bytes.clear();
        self.number += 1;
        let read = read_line(&mut self.input, self.most, &mut self.bytes)?;
        self.is_cut = read >= self.most && !is_ended(&self.bytes);
        Ok(read > 0)
    }

    /// Returns the line read last.
    pub(super) fn text(&self) -> Cow<'_, str> {
        decoded(&self.bytes)
    }
}

const fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns true if a line is whole: its end was read.
pub fn is_ended(line: &[u8]) -> bool {
    line.last().is_some_and(|&last| is_end(last))
}

/// Finds the first byte that ends a line.
fn position_of_end(bytes: &[u8]) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', bytes)
}

/// Reads the line feeds that are next, as many as the buffer has: a file may have nothing but blank lines. Returns their number.
fn take_line_feeds(input: &mut impl BufRead) -> io::Result<u64> {
    let buffer = loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            buffer => break buffer?,
        }
    };
    let breaks = buffer.iter().take_while(|&&byte| byte == b'\n').count();
    input.consume(breaks);
    Ok(breaks as u64)
}

/// Appends the next line with its end to `line`, but not many more than `most` bytes of it; returns the number of bytes, 0 at the end of
/// the input.
///
/// # Errors
/// Those of the input.
pub fn read_line(input: &mut (impl BufRead + ?Sized), most: usize, line: &mut Vec<u8>) -> io::Result<usize> {
    let start = line.len();
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let part = &buffer[..buffer.len().min(most - (line.len() - start).min(most))];
        let end = position_of_end(part);
        let taken = end.map_or(part.len(), |end| end + 1);
        let is_return = end.is_some_and(|end| part[end] == b'\r');
        line.extend_from_slice(&part[..taken]);
        input.consume(taken);
        if is_return && take_line_feed(input)? {
            line.push(b'\n');
        }
        if end.is_some() || taken == 0 {
            return Ok(line.len() - start);
        }
    }
}

/// Skips the rest of the line of this number.
fn skip_line(input: &mut (impl BufRead + ?Sized), number: u64) -> io::Result<()> {
    let mut skipped = 0;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let end = position_of_end(buffer);
        let taken = end.map_or(buffer.len(), |end| end + 1);
        let is_return = end.is_some_and(|end| buffer[end] == b'\r');
        input.consume(taken);
        if is_return {
            take_line_feed(input)?;
        }
        if end.is_some() || taken == 0 {
            return Ok(());
        }
        skipped += taken as u64;
        check_length(skipped, number)?;
    }
}

/// Checks that a line ends within this number of bytes.
fn check_length(bytes: u64, number: u64) -> io::Result<()> {
    if bytes <= LONGEST_LINE {
        return Ok(());
    }
    let most = thousands(LONGEST_LINE);
    let problem = format!("line {number} has more than {most} bytes; at most that many are allowed");
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// Takes the line feed that follows a carriage return, if there is one.
fn take_line_feed(input: &mut (impl BufRead + ?Sized)) -> io::Result<bool> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            buffer => {
                let is_there = buffer?.first() == Some(&b'\n');
                input.consume(usize::from(is_there));
                return Ok(is_there);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

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
        // Wherever the buffer ends.
        for capacity in 1..9 {
            let mut input = BufReader::with_capacity(capacity, &b"# c\n\n\n\n \n\nx"[..]);
            let first = FirstLine::read(&mut input).unwrap();
            assert_eq!(
                (first.lines_before, first.comment, first.line),
                (6, None, b"x".to_vec()),
                "{capacity}"
            );
        }
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

    #[test]
    fn lines_end_with_lf_cr_or_both() {
        let text = format!("a\r\nb\rc\n\r\r\n{}\n\r{}", "x".repeat(40), "y".repeat(33));
        let expected = ["a\r\n", "b\r", "c\n", "\r", "\r\n", &("x".repeat(40) + "\n"), "\r", &"y".repeat(33)];
        for capacity in [1, 2, 3, 16, 17, 100] {
            let mut input = BufReader::with_capacity(capacity, text.as_bytes());
            let mut lines = Vec::new();
            loop {
                let mut line = Vec::new();
                if read_line(&mut input, 1000, &mut line).unwrap() == 0 {
                    break;
                }
                lines.push(String::from_utf8(line).unwrap());
            }
            assert_eq!(lines, expected, "{capacity}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_their_rest_is_skipped() {
        for end in ["\n", "\r", "\r\n"] {
            let text = format!("{}{end}b", "a".repeat(100));
            let mut input = BufReader::with_capacity(7, text.as_bytes());
            let mut line = Vec::new();
            assert_eq!(read_line(&mut input, 20, &mut line).unwrap(), 20);
            assert!(!is_ended(&line));
            skip_line(&mut input, 1).unwrap();
            line.clear();
            assert_eq!(read_line(&mut input, 20, &mut line).unwrap(), 1);
            assert_eq!(line, b"b");
        }
        let problem = check_length(LONGEST_LINE + 1, 3).unwrap_err().to_string();
        assert_eq!(problem, "line 3 has more than 16,777,216 bytes; at most that many are allowed");
    }
}
