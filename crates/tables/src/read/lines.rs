//! Puzzles from lines of text: the first field of each, or another form of [`puzzle_text`](super::puzzle_text).
//!
//! ```text
//! ....5..3.  81 cells  ....7.12.  # what follows a blank , ; : | or # is ignored
//! ^column 1
//! ```

use super::{
    LINE, Numbered,
    fields::puzzle_schema,
    format::{FileReader, Input, InputFormat, Rows, TableReader},
    limits::{LINE_BYTES, LONGEST_LINE},
    puzzle_text::{LineText, of_line},
    table::TextBatch,
    text::{Text, TextInput},
};
use crate::{
    error::{Error, Result},
    format::thousands,
};
use arrow_schema::SchemaRef;
use gridmill_board::Shape;
use std::{
    borrow::Cow,
    io::{self, BufRead},
    path::{Path, PathBuf},
};

/// Text with one puzzle a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineFormat {
    /// The format of every input that no other format recognizes.
    PlainText,
    /// Collections of SudoCue and other programs.
    Sdm,
}

impl InputFormat for LineFormat {
    fn endings(&self) -> &'static [&'static str] {
        if *self == Self::Sdm { &["sdm"] } else { &[] }
    }

    fn row_word(&self) -> &'static str {
        LINE
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        Ok(*self == Self::PlainText || input.is_named_as(self))
    }

    fn open(
        &self,
        input: Input,
        shape: Shape,
        _read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        let path = input.path().to_owned();
        let reader = LineReader::new(&path, input.into_text()?, LINE_BYTES);
        Ok(Box::new(Lines { schema: puzzle_schema(), reader, shape }))
    }
}

/// The puzzles of a text, as a table with one column.
struct Lines {
    schema: SchemaRef,
    reader: LineReader,
    shape: Shape,
}

impl Lines {
    /// Shows the next line that holds something, with its number. `None` after the last line and after an error.
    fn next_line<T>(&mut self, see: impl FnOnce(u64, LineText<'_>) -> T) -> Option<Result<T>> {
        loop {
            if let Err(error) = self.reader.read()? {
                return Some(Err(error));
            }
            if let Some(found) = of_line(self.shape, &self.reader.text()) {
                return Some(Ok(see(self.reader.number(), found)));
            }
        }
    }
}

impl TableReader for Lines {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let mut batch = TextBatch::new(1);
        while !batch.is_full()
            && let Some(read) = self.next_line(|line, found| {
                batch.push_row(line, LineText::reason(found.grid));
                batch.push(0, Some(&found.text));
            })
        {
            read?;
        }
        batch.finish(self.reader.path(), &self.schema)
    }
}

impl FileReader for Lines {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        Some(self.next_line(|line, found| (line, found.grid))?.and_then(|(line, grid)| {
            grid.map(|grid| (line, grid)).map_err(|(column, problem)| {
                let path = self.reader.path().to_owned();
                Error::NoPuzzle { path, unit: LINE, line, column, problem }
            })
        }))
    }
}

/// Bytes that are compared at once.
const CHUNK: usize = 16;

const fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns true if a line is whole: its end was read.
pub fn is_ended(line: &[u8]) -> bool {
    line.last().is_some_and(|&last| is_end(last))
}

/// Finds the first byte that ends a line.
fn position_of_end(bytes: &[u8]) -> Option<usize> {
    // Chunks without an early exit, which the compiler vectorises.
    let has_end = |chunk: &[u8]| chunk.iter().fold(false, |found, &byte| found | is_end(byte));
    let whole = bytes.chunks_exact(CHUNK).take_while(|chunk| !has_end(chunk)).count() * CHUNK;
    Some(whole + bytes[whole..].iter().position(|&byte| is_end(byte))?)
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
///
/// # Errors
/// Those of the input, and an error for a line without end.
pub(super) fn skip_line(input: &mut (impl BufRead + ?Sized), number: u64) -> io::Result<()> {
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
///
/// # Errors
/// An error that names the line and the bound.
pub(super) fn check_length(bytes: u64, number: u64) -> io::Result<()> {
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

/// Reader of lines in memory that depends neither on their number nor on their length.
pub(super) struct LineReader {
    path: PathBuf,
    input: TextInput,
    /// Bytes of a line that are read.
    most: usize,
    /// The line read last, from 1.
    number: u64,
    bytes: Vec<u8>,
    /// True if only the beginning of the line was read. The rest is skipped at the next read: a line may have no end.
    is_cut: bool,
    has_ended: bool,
}

impl LineReader {
    /// Reads the lines of a text in memory.
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

    /// Returns the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of the line read last, from 1.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the bytes of the line read last, with its end.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns true if the line read last is longer than its bytes.
    pub(super) const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the line read last, with invalid UTF-8 replaced.
    pub(super) fn text(&self) -> Cow<'_, str> {
        // The check of a whole text is faster than the search for its first mistake.
        str::from_utf8(&self.bytes).map_or_else(|_| String::from_utf8_lossy(&self.bytes), Cow::Borrowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

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
