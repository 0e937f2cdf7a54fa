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
    limits::LINE_BYTES,
    line_reader::LineReader,
    puzzle_text::{LineText, of_line},
    table::TextBatch,
};
use crate::error::{Error, Result};
use arrow_schema::SchemaRef;
use gridmill_board::Shape;

/// Text with one puzzle a line: the format of every input that no other format recognizes.
#[derive(Debug)]
pub(super) struct PlainText {
    /// Endings of the names that select it before other formats are tried.
    endings: &'static [&'static str],
}

impl PlainText {
    pub(super) const ANY: Self = Self { endings: &[] };
    /// Collections of SudoCue and other programs.
    pub(super) const SDM: Self = Self { endings: &["sdm"] };
}

impl InputFormat for PlainText {
    fn endings(&self) -> &'static [&'static str] {
        self.endings
    }

    fn row_word(&self) -> &'static str {
        LINE
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        Ok(self.endings.is_empty() || input.is_named_as(self))
    }

    fn open(
        &self,
        input: Input,
        shape: Shape,
        _read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        let path = input.path().to_owned();
        let lines = LineReader::new(&path, input.into_text()?, LINE_BYTES);
        Ok(Box::new(Lines { schema: puzzle_schema(), lines, shape }))
    }
}

/// The puzzles of a text, as a table with one column.
struct Lines {
    schema: SchemaRef,
    lines: LineReader,
    shape: Shape,
}

impl Lines {
    /// Shows the next line that holds something, with its number. `None` after the last line and after an error.
    fn next_line<T>(&mut self, see: impl FnOnce(u64, LineText<'_>) -> T) -> Option<Result<T>> {
        loop {
            if let Err(error) = self.lines.read()? {
                return Some(Err(error));
            }
            if let Some(found) = of_line(self.shape, &self.lines.text()) {
                return Some(Ok(see(self.lines.number(), found)));
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
        batch.finish(self.lines.path(), &self.schema)
    }
}

impl FileReader for Lines {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        Some(self.next_line(|line, found| (line, found.grid))?.and_then(|(line, grid)| {
            grid.map(|grid| (line, grid)).map_err(|(column, problem)| {
                let path = self.lines.path().to_owned();
                Error::NoPuzzle { path, unit: LINE, line, column, problem }
            })
        }))
    }
}
