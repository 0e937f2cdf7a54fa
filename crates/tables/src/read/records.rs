//! Records of a table in text, each of bounded size, with the number of its first line.
//!
//! Blank lines are skipped. All records have as many fields as the first one, and quotation marks are those of RFC 4180;
//! anything else is an error, because rows would be lost or read wrong.
//!
//! The number of the line, and marks that RFC 4180 does not allow, are found next to the parser of the fields, which takes such marks:
//! rows would be lost in silence.
//!
//! ```text
//! 1,"a ""b"" c",2     a field in marks; a mark within it is written twice
//! 1,a "b" c,2         refused: a mark within a field without marks
//! 1,"a" b,2           refused: text after the mark that closes a field
//! 1,"a ...            refused at the end of the input: the field would swallow all rows
//! ```

use super::{
    encoding::{TextInput, decoded},
    limits::{COLUMNS, RECORD_BYTES},
};
use crate::error::{Error, Result};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use std::{
    borrow::Cow,
    io::{self, BufRead as _},
    path::{Path, PathBuf},
};

/// The records of a table.
pub struct Records {
    path: PathBuf,
    input: TextInput,
    parser: Reader,
    marks: Marks,
    /// Line and number of fields of the first record.
    first: Option<Record>,
    fields: Vec<u8>,
    ends: Vec<usize>,
    record: Record,
    has_ended: bool,
    /// True if the record read last is to be read again.
    is_repeated: bool,
}

/// The place and the number of fields of the record just read.
#[derive(Debug, Clone, Copy, Default)]
struct Record {
    line: u64,
    fields: usize,
}

impl Records {
    /// Reads the records of `input`, which errors call `path`, after the lines that were read before.
    pub fn new(path: &Path, input: TextInput, delimiter: u8, lines_before: u64) -> Self {
        Self {
            path: path.to_owned(),
            input,
            parser: ReaderBuilder::new().delimiter(delimiter).build(),
            marks: Marks::new(delimiter, lines_before + 1),
            first: None,
            fields: vec![0; 1 << 10],
            ends: vec![0; COLUMNS + 1],
            record: Record::default(),
            has_ended: false,
            is_repeated: false,
        }
    }

    /// Lets the record read last be read again, as the next one.
    pub(super) fn repeat(&mut self) {
        self.is_repeated = !self.has_ended;
    }

    /// Reads the next record; `false` after the last, and after an error.
    ///
    /// # Errors
    /// [`Error::Io`] if reading fails, [`Error::Corpus`] with the line of a record that is too large, has more or fewer fields than the first, or
    /// misplaced quotation marks.
    pub fn read(&mut self) -> Result<bool> {
        if std::mem::take(&mut self.is_repeated) {
            return Ok(true);
        }
        if self.has_ended {
            return Ok(false);
        }
        let read = self.try_read();
        self.has_ended = !matches!(read, Ok(true));
        read
    }

    fn try_read(&mut self) -> Result<bool> {
        self.skip_blank().map_err(Error::io("reading", &self.path))?;
        self.record = Record { line: self.marks.line, fields: 0 };
        let mut bytes = 0;
        loop {
            let input = self.input.fill_buf().map_err(Error::io("reading", &self.path))?;
            let (ends, fields) = (&mut self.ends[self.record.fields..], &mut self.fields[bytes..]);
            let (result, read, written, ended) = self.parser.read_record(input, fields, ends);
            let followed = self.marks.follow(&input[..read]);
            self.input.consume(read);
            followed.map_err(|problem| self.problem_at(problem))?;
            bytes += written;
            self.record.fields += ended;
            match result {
                _ if self.record.fields > COLUMNS => return Err(self.too_large(COLUMNS, "columns")),
                ReadRecordResult::OutputFull if bytes >= RECORD_BYTES => {
                    return Err(self.too_large(RECORD_BYTES, "bytes"));
                }
                ReadRecordResult::OutputFull => {
                    let longer = (2 * self.fields.len()).min(RECORD_BYTES);
                    self.fields.resize(longer, 0);
                }
                ReadRecordResult::OutputEndsFull => return Err(self.too_large(COLUMNS, "columns")),
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record => return self.check().map(|()| true),
                ReadRecordResult::End => return Ok(false),
            }
        }
    }

    fn check(&mut self) -> Result<()> {
        self.marks.end().map_err(|problem| self.problem_at(problem))?;
        let Record { line, fields } = *self.first.get_or_insert(self.record);
        if fields == self.record.fields {
            return Ok(());
        }
        let count =
            |fields: usize| if fields == 1 { "1 field".to_owned() } else { format!("{fields} fields") };
        let (found, expected) = (count(self.record.fields), count(fields));
        Err(self
            .problem(&format!("it has {found} and line {line} has {expected}; all rows must have as many")))
    }

    fn skip_blank(&mut self) -> io::Result<()> {
        while let Some(&end @ (b'\n' | b'\r')) = self.input.fill_buf()?.first() {
            // An end of a line is no misplaced mark.
            let _: Result<(), _> = self.marks.follow_byte(end);
            self.input.consume(1);
        }
        Ok(())
    }

    pub(super) const fn line(&self) -> u64 {
        self.record.line
    }

    /// Returns the number of fields of the record.
    pub const fn fields(&self) -> usize {
        self.record.fields
    }

    /// Returns the field at `place` without surrounding whitespace.
    pub(super) fn get(&self, place: usize) -> Option<&[u8]> {
        self.raw(place).map(<[u8]>::trim_ascii)
    }

    /// Returns the bytes of the field at `place`, unchanged.
    pub fn raw(&self, place: usize) -> Option<&[u8]> {
        let ends = &self.ends[..self.record.fields];
        let end = *ends.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| ends[before]);
        Some(&self.fields[start..end])
    }

    /// Returns the field at `place` as text without surrounding white space; empty if the record is shorter.
    pub(super) fn trimmed(&self, place: usize) -> Cow<'_, str> {
        decoded(self.get(place).unwrap_or_default())
    }

    fn too_large(&self, most: usize, of: &str) -> Error {
        let most = crate::numbers::thousands(most as u64);
        self.problem(&format!("the record has more than {most} {of}; at most that many are allowed"))
    }

    fn problem(&self, problem: &str) -> Error {
        self.problem_at((self.record.line, problem.to_owned()))
    }

    fn problem_at(&self, (line, problem): (u64, String)) -> Error {
        Error::corpus(self.path.clone(), format!("line {line}: {problem}"))
    }
}

gridmill_board::debug_of_fields!(Records: path);

/// Part of a record that the last byte belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// No field in marks; true at the beginning of a field.
    Plain(bool),
    /// A field in marks, which may be at the mark that closes it.
    Marks,
    /// After a mark in a field in marks: its end, or the first of two.
    AfterMark,
}

struct Marks {
    delimiter: u8,
    /// The line of the next byte, from 1.
    pub(super) line: u64,
    /// True if the last byte was a carriage return, which ends a line together with a line feed.
    is_after_return: bool,
    within: Within,
    /// The line in which the field in marks begins.
    opened: u64,
}

impl Marks {
    pub(super) const fn new(delimiter: u8, line: u64) -> Self {
        Self { delimiter, line, is_after_return: false, within: Within::Plain(true), opened: line }
    }

    /// Follows bytes of a record.
    ///
    /// # Errors
    /// The line of a misplaced mark, and what is wrong.
    pub(super) fn follow(&mut self, bytes: &[u8]) -> Result<(), (u64, String)> {
        let Some((&last, most)) = bytes.split_last() else { return Ok(()) };
        // Without an early exit, which the compiler vectorises.
        let has_special =
            most.iter().fold(false, |found, &byte| found | matches!(byte, b'"' | b'\n' | b'\r'));
        if has_special || !matches!(self.within, Within::Plain(_)) {
            return bytes.iter().try_for_each(|&byte| self.follow_byte(byte));
        }
        if let Some(&before) = most.last() {
            self.is_after_return = false;
            self.within = Within::Plain(before == self.delimiter);
        }
        self.follow_byte(last)
    }

    fn follow_byte(&mut self, byte: u8) -> Result<(), (u64, String)> {
        let line = self.line;
        if byte == b'\r' || byte == b'\n' && !self.is_after_return {
            self.line += 1;
        }
        self.is_after_return = byte == b'\r';
        let ends_field = byte == self.delimiter || matches!(byte, b'\r' | b'\n');
        self.within = match (self.within, byte) {
            (Within::Plain(true), b'"') => {
                self.opened = line;
                Within::Marks
            }
            (Within::Plain(false), b'"') => {
                let problem = "a quotation mark is within a field; put the field in quotation marks and write \
                               the mark twice";
                return Err((line, problem.to_owned()));
            }
            (Within::Marks, b'"') => Within::AfterMark,
            (Within::Marks, _) | (Within::AfterMark, b'"') => Within::Marks,
            (Within::AfterMark, _) if !ends_field => {
                let problem = format!(
                    "text follows the quotation mark that closes the field begun in line {}; write a mark within \
                     a field twice",
                    self.opened
                );
                return Err((line, problem));
            }
            _ => Within::Plain(ends_field),
        };
        Ok(())
    }

    /// Checks that the input may end here.
    ///
    /// # Errors
    /// The line of a mark that opens a field without end, and what is wrong.
    pub(super) fn end(&self) -> Result<(), (u64, String)> {
        if self.within == Within::Marks {
            return Err((
                self.opened,
                "the quotation mark that opens a field here has no closing one".to_owned(),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: String) -> Records {
        Records::new(Path::new("a.csv"), Box::new(io::Cursor::new(text.into_bytes())), b',', 0)
    }

    fn all(text: String) -> (Vec<(u64, Vec<String>)>, Option<String>) {
        let (mut records, mut read) = (open(text), Vec::new());
        loop {
            match records.read() {
                Ok(true) => {
                    let fields = (0..records.fields()).map(|place| records.trimmed(place).into_owned());
                    read.push((records.line(), fields.collect()));
                }
                Ok(false) => return (read, None),
                Err(error) => {
                    assert!(!records.read().unwrap(), "an error is the end");
                    return (read, Some(error.to_string()));
                }
            }
        }
    }

    #[test]
    fn records_know_their_lines() {
        let text = "a,b\r\n\r\n# a,row\n 1 ,\"x\n\"\"y\"\"\"\n\n\n2,\n";
        let fields = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect::<Vec<_>>();
        let rows = |lines: [u64; 4]| {
            let rows = [
                fields(&["a", "b"]),
                fields(&["# a", "row"]),
                fields(&["1", "x\n\"y\""]),
                fields(&["2", ""]),
            ];
            lines.into_iter().zip(rows).collect::<Vec<_>>()
        };
        assert_eq!(all(text.to_owned()), (rows([1, 3, 4, 8]), None));
        let mut returns = rows([1, 3, 4, 8]);
        returns[2].1[1] = "x\r\"y\"".to_owned();
        assert_eq!(all(text.replace("\r\n", "\n").replace('\n', "\r")), (returns, None));
        assert_eq!(all(String::new()), (vec![], None));
        assert_eq!(all("\n\r\n\r".to_owned()), (vec![], None));
    }

    #[test]
    fn misplaced_quotation_marks_are_refused() {
        let problem = |text: &str| all(text.to_owned()).1.unwrap_or_default();
        assert_eq!(
            problem("a,b\n1,\"2\n3,4\n"),
            "a.csv: line 2: the quotation mark that opens a field here has no closing one"
        );
        let within =
            "a quotation mark is within a field; put the field in quotation marks and write the mark twice";
        for text in ["a,b\n1,2\"\n", "a,b\n1, \"2\"\n", "a,b\n1\"\",2\n"] {
            assert_eq!(problem(text), format!("a.csv: line 2: {within}"), "{text}");
        }
        let after = |line, opened| {
            format!(
                "a.csv: line {line}: text follows the quotation mark that closes the field begun in line {opened}; \
                 write a mark within a field twice"
            )
        };
        assert_eq!(problem("a,b\n1,\"2\" \n"), after(2, 2));
        assert_eq!(problem("a,b\n1,\"2\n3,4\n5,\"6\"\n"), after(4, 2));
        assert_eq!(problem("a,b\r1,\"2\r3,4\r5,\"6\"\r"), after(4, 2));
        for text in ["\"a\",\"b\"\n\"\"\"\",\"\"\r\n\"\n\",\"\"", "\"a\"\r\"b\""] {
            assert_eq!(problem(text), "", "{text}");
        }
    }

    #[test]
    fn rows_have_as_many_fields_as_the_first() {
        let problem = |text: &str| all(text.to_owned()).1.unwrap_or_default();
        let expected = "a.csv: line 4: it has 3 fields and line 1 has 2 fields; all rows must have as many";
        assert_eq!(problem("a,b\n1,2\n\n1,2,3\n"), expected);
        let expected = "a.csv: line 3: it has 1 field and line 1 has 2 fields; all rows must have as many";
        assert_eq!(problem("a,b\n1,2\n1\n"), expected);
    }

    #[test]
    fn records_are_bounded() {
        let most = |bytes| format!("x\n{}\n", "y".repeat(bytes));
        assert_eq!(all(most(RECORD_BYTES - 1)).1, None);
        let problem =
            "a.csv: line 2: the record has more than 1,048,576 bytes; at most that many are allowed";
        assert_eq!(all(most(RECORD_BYTES + 1)).1.as_deref(), Some(problem));
        let open_quote = format!("x\n\"{}", "y\n".repeat(RECORD_BYTES));
        assert_eq!(all(open_quote).1.as_deref(), Some(problem));
        let columns = |columns| format!("a\n{}\n", vec!["b"; columns].join(","));
        assert_eq!(all(columns(COLUMNS)[2..].repeat(2)).0[1].1.len(), COLUMNS);
        let problem = "a.csv: line 2: the record has more than 1,024 columns; at most that many are allowed";
        assert_eq!(all(columns(COLUMNS + 1)).1.as_deref(), Some(problem));
        assert_eq!(all(columns(1_000_000)).1.as_deref(), Some(problem));
    }
}
