//! Puzzles from lines of text: the first field of each.
//!
//! ```text
//! ....5..3.  81 cells  ....7.12.  # what follows a blank , ; : | or # is ignored
//! ^column 1
//! ```

use super::{LINE, Numbered, no_puzzle};
use crate::{
    board::{Grid, Shape},
    error::Error,
};
use std::{
    io::{self, BufRead, Read as _},
    path::{Path, PathBuf},
};

/// Bytes of a line that are looked at; a puzzle of the largest shape has 625.
pub(super) const LONGEST: u64 = 1 << 16;

/// The puzzles of a text.
pub(super) struct Lines<R> {
    path: PathBuf,
    input: R,
    shape: Shape,
    line: u64,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(path: &Path, input: R, shape: Shape) -> Self {
        Self { path: path.to_owned(), input, shape, line: 0, bytes: Vec::new() }
    }

    /// Reads the next line, whatever it holds; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        self.line += 1;
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.bytes)?;
        if read as u64 == LONGEST && !self.bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
        }
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

    /// The next line that holds something: its number, the characters before its first field, and that field.
    pub(super) fn next_field(&mut self) -> Option<Result<(u64, usize, String), Error>> {
        loop {
            match self.read_line() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(Error::io("reading", &self.path)(error))),
            }
            if let Some((before, field)) = self.field() {
                return Some(Ok((self.line, before, field)));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        Some(self.next_field()?.and_then(|(line, before, field)| {
            let grid = Grid::parse(self.shape, &field);
            grid.map(|grid| (line, grid)).map_err(|error| no_puzzle(&self.path, LINE, line, before, &error))
        }))
    }
}
