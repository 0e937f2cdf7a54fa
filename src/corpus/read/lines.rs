//! Puzzles from lines of text: the first field of each.
//!
//! ```text
//! ....5..3.  81 cells  ....7.12.  # what follows a blank , ; : | or # is ignored
//! ^column 1
//! ```

use super::{
    LINE, Numbered, PuzzleRows,
    format::{Input, InputFormat, Rows, TableReader},
    limits::LINE_BYTES,
    no_puzzle,
    table::{TextBatch, parse, text_schema},
    text::TextInput,
};
use crate::{
    board::{Grid, Shape},
    error::{Error, Result},
    schema::ColumnId,
};
use arrow_schema::SchemaRef;
use std::{
    io::{self, BufRead as _, Read as _},
    path::PathBuf,
};

/// Text with one puzzle a line: the format of every input that no other format recognizes.
#[derive(Debug)]
pub(super) struct PlainText;

impl InputFormat for PlainText {
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn row_word(&self) -> &'static str {
        LINE
    }

    fn sniff(&self, _input: &mut Input) -> Result<bool> {
        Ok(true)
    }

    fn open_puzzles(&self, input: Input, shape: Shape) -> Result<PuzzleRows> {
        Ok(Box::new(Lines::new(input, shape)?))
    }

    fn open_table(
        &self,
        input: Input,
        shape: Shape,
        _read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn TableReader>> {
        let schema = text_schema([ColumnId::Puzzle.name()].into_iter());
        Ok(Box::new(LinesTable { schema, lines: Lines::new(input, shape)? }))
    }
}

/// The puzzles of a text.
struct Lines {
    path: PathBuf,
    input: TextInput,
    shape: Shape,
    /// The line read last, from 1.
    line: u64,
    bytes: Vec<u8>,
    /// True if only the beginning of the line was read. The rest is skipped at the next read: a line may have no end.
    goes_on: bool,
    has_ended: bool,
}

impl Lines {
    fn new(input: Input, shape: Shape) -> Result<Self> {
        let path = input.path().to_owned();
        let text = input.into_text()?;
        Ok(Self {
            path,
            input: text.input,
            shape,
            line: text.lines_before,
            bytes: Vec::new(),
            goes_on: false,
            has_ended: false,
        })
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

    /// Returns the first field of the line just read, and the number of characters before it; `None` if the line is blank or a
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

    /// Returns the next line that holds something: its number, the characters before its first field, and that field. `None` after the last
    /// line and after an error.
    fn next_field(&mut self) -> Option<Result<(u64, usize, String), Error>> {
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

/// Lines as a table with one column.
struct LinesTable {
    schema: SchemaRef,
    lines: Lines,
}

impl TableReader for LinesTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let mut batch = TextBatch::new(1);
        while !batch.is_full()
            && let Some(field) = self.lines.next_field()
        {
            let (line, before, text) = field?;
            batch.push_row(line, parse(self.lines.shape, &text, before));
            batch.push(0, Some(&text));
        }
        batch.finish(&self.lines.path, &self.schema)
    }
}
