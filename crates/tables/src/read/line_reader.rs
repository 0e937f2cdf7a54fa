//! Lines of a text, each read up to a bound.

use super::{
    encoding::{TextInput, decoded},
    limits::LINE_BYTES,
    line_end::{is_ended, read_line, skip_line},
    text::Text,
};
use crate::error::{Error, Result};
use std::{
    borrow::Cow,
    io,
    path::{Path, PathBuf},
};

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

    /// Returns the line read last.
    pub(super) fn text(&self) -> Cow<'_, str> {
        decoded(&self.bytes)
    }
}
