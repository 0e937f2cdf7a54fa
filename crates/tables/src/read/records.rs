//! Records of a table in text, each of bounded size, with the number of its first line.

use super::{
    limits::{COLUMNS, RECORD_BYTES},
    text::TextInput,
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
    /// The line of the next byte, from 1.
    line: u64,
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
    /// Reads the records of `input`, which errors call `path`, after so many lines that were read before.
    pub fn new(path: &Path, input: TextInput, delimiter: u8, lines_before: u64) -> Self {
        Self {
            path: path.to_owned(),
            input,
            parser: ReaderBuilder::new().delimiter(delimiter).build(),
            line: lines_before + 1,
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
    /// [`Error::Io`] if reading fails, [`Error::Corpus`] with the line of a record that is too large.
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
        self.record = Record { line: self.line, fields: 0 };
        let mut bytes = 0;
        loop {
            let input = self.input.fill_buf().map_err(Error::io("reading", &self.path))?;
            let (ends, fields) = (&mut self.ends[self.record.fields..], &mut self.fields[bytes..]);
            let (result, read, written, ended) = self.parser.read_record(input, fields, ends);
            self.line += count_lines(&input[..read]);
            self.input.consume(read);
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
                ReadRecordResult::Record => return Ok(true),
                ReadRecordResult::End => return Ok(false),
            }
        }
    }

    /// Skips blank lines and comments of any length.
    fn skip_blank(&mut self) -> io::Result<()> {
        loop {
            match self.input.fill_buf()?.first() {
                Some(b'\n') => {
                    self.line += 1;
                    self.input.consume(1);
                }
                Some(b'\r') => self.input.consume(1),
                Some(b'#') => {
                    self.input.skip_until(b'\n')?;
                    self.line += 1;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Returns the line on which the record begins.
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

    /// Returns the field at `place` as text.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the line if it is not UTF-8.
    pub(super) fn text(&self, place: usize) -> Result<Option<&str>> {
        let text = self.get(place).map(std::str::from_utf8).transpose();
        let text = text.map_err(|_| self.problem(&format!("field {} is not UTF-8", place + 1)))?;
        Ok(text.map(str::trim))
    }

    /// Returns the field at `place` with invalid UTF-8 replaced; empty if the record is shorter.
    pub(super) fn lossy(&self, place: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.get(place).unwrap_or_default())
    }

    fn too_large(&self, most: usize, of: &str) -> Error {
        let most = crate::format::thousands(most as u64);
        self.problem(&format!("the record has more than {most} {of}; at most that many are allowed"))
    }

    fn problem(&self, problem: &str) -> Error {
        let problem = format!("line {}: {problem}", self.record.line);
        Error::corpus(self.path.clone(), problem)
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

impl std::fmt::Debug for Records {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Records").field("file", &self.path).finish_non_exhaustive()
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
                    let fields = (0..records.fields()).map(|place| records.lossy(place).into_owned());
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
        let text = "a,b\r\n\r\n# no, \"record\n 1 ,\"x\n\"\"y\"\"\"\n\n\n2\n".to_owned();
        let fields = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect::<Vec<_>>();
        let expected = [(1, fields(&["a", "b"])), (4, fields(&["1", "x\n\"y\""])), (8, fields(&["2"]))];
        assert_eq!(all(text), (expected.to_vec(), None));
        assert_eq!(all(String::new()), (vec![], None));
        assert_eq!(all("# no\n\n".to_owned()), (vec![], None));
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
        assert_eq!(all(columns(COLUMNS)).0[1].1.len(), COLUMNS);
        let problem = "a.csv: line 2: the record has more than 1,024 columns; at most that many are allowed";
        assert_eq!(all(columns(COLUMNS + 1)).1.as_deref(), Some(problem));
        assert_eq!(all(columns(1_000_000)).1.as_deref(), Some(problem));
    }
}
