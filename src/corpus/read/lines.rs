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

    /// The grid of the line just read; `None` if it is blank or a comment.
    fn grid(&self) -> Option<Numbered> {
        let line = String::from_utf8_lossy(&self.bytes);
        let text = line.trim_start();
        if text.is_empty() || text.starts_with('#') {
            return None;
        }
        let before = line[..line.len() - text.len()].chars().count();
        let field = text.split(|c: char| c.is_whitespace() || ",;:|#".contains(c)).next().unwrap_or_default();
        let grid = Grid::parse(self.shape, field);
        Some(
            grid.map(|grid| (self.line, grid))
                .map_err(|error| no_puzzle(&self.path, LINE, self.line, before, &error)),
        )
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        loop {
            match self.read_line() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(Error::io("reading", &self.path)(error))),
            }
            if let Some(row) = self.grid() {
                return Some(row);
            }
        }
    }
}
