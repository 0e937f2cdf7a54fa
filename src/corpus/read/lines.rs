//! Puzzles from lines of text: the first field of each.
//!
//! ```text
//! ....5..3.  81 cells  ....7.12.  # what follows a blank , ; : | or # is ignored
//! ^column 1
//! ```

use super::{LINE, Numbered, limits::LINE_BYTES, no_puzzle, text::TextInput};
use crate::{
    board::{Grid, Shape},
    error::Error,
};
use std::{
    io::{self, BufRead as _, Read as _},
    path::{Path, PathBuf},
};

/// The puzzles of a text.
pub(super) struct Lines {
    path: PathBuf,
    input: TextInput,
    shape: Shape,
    /// The line read last, from 1.
    line: u64,
    bytes: Vec<u8>,
    /// True if the line goes on after what was read of it. The rest is skipped at the next read: a line may have no end.
    goes_on: bool,
    has_ended: bool,
}

impl Lines {
    pub(super) fn new(path: &Path, input: TextInput, shape: Shape, lines_before: u64) -> Self {
        Self {
            path: path.to_owned(),
            input,
            shape,
            line: lines_before,
            bytes: Vec::new(),
            goes_on: false,
            has_ended: false,
        }
    }

    /// Reads the next line, whatever it holds; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        if self.goes_on {
            self.input.skip_until(b'\n')?;
        }
        self.bytes.clear();
        self.line += 1;
        let read = self.input.by_ref().take(LINE_BYTES).read_until(b'\n', &mut self.bytes)?;
        self.goes_on = read as u64 == LINE_BYTES && !self.bytes.ends_with(b"\n");
        Ok(read > 0)
    }

    /// The first field of the line just read, and how many characters stand before it; `None` if the line is blank or a
    /// comment.
    fn field(&self) -> Option<(usize, String)> {
        let line = String::from_utf8_lossy(&self.bytes);
        let text = line.trim_start();
        if text.is_empty() || text.starts_with('#') {
            return None;
        }
        let before = line[..line.len() - text.len()].chars().count();
        let field = text.split(|c: char| c.is_whitespace() || ",;:|#".contains(c)).next().unwrap_or_default();
        Some((before, field.to_owned()))
    }

    /// The next line that holds something: its number, the characters before its first field, and that field. `None` after the last
    /// line and after an error.
    pub(super) fn next_field(&mut self) -> Option<Result<(u64, usize, String), Error>> {
        loop {
            if self.has_ended {
                return None;
            }
            let read = self.read_line();
            self.has_ended = !matches!(read, Ok(true));
            if let Err(error) = read {
                return Some(Err(Error::io("reading", &self.path)(error)));
            }
            if self.has_ended {
                return None;
            }
            if let Some((before, field)) = self.field() {
                return Some(Ok((self.line, before, field)));
            }
        }
    }
}

impl Iterator for Lines {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        Some(self.next_field()?.and_then(|(line, before, field)| {
            let grid = Grid::parse(self.shape, &field);
            grid.map(|grid| (line, grid)).map_err(|error| no_puzzle(&self.path, LINE, line, before, &error))
        }))
    }
}
