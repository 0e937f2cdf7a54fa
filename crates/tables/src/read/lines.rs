//! Puzzles from lines of text: the first field of each, or another form of [`puzzle_text`](super::puzzle_text).
//!
//! ```text
//! ....5..3.  81 cells  ....7.12.  # what follows a blank , ; : | or # is ignored
//! ^column 1
//! ```

use super::{
    LINE, Numbered, PuzzleRows,
    fields::text_schema,
    format::{Input, InputFormat, Rows, TableReader},
    limits::LINE_BYTES,
    line_reader::LineReader,
    puzzle_text::{LineText, of_line},
    table::TextBatch,
};
use crate::{
    error::{Error, Result},
    schema::ColumnId,
};
use arrow_schema::SchemaRef;
use gridmill_board::Shape;

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

/// Collections of SudoCue and other programs: text with one puzzle a line.
#[derive(Debug)]
pub(super) struct Sdm;

impl InputFormat for Sdm {
    fn endings(&self) -> &'static [&'static str] {
        &["sdm"]
    }

    fn row_word(&self) -> &'static str {
        LINE
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        Ok(input.is_named_as(self))
    }

    fn open_puzzles(&self, input: Input, shape: Shape) -> Result<PuzzleRows> {
        PlainText.open_puzzles(input, shape)
    }

    fn open_table(
        &self,
        input: Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn TableReader>> {
        PlainText.open_table(input, shape, read_by_name)
    }
}

/// The puzzles of a text.
struct Lines {
    lines: LineReader,
    shape: Shape,
}

impl Lines {
    fn new(input: Input, shape: Shape) -> Result<Self> {
        let path = input.path().to_owned();
        Ok(Self { lines: LineReader::new(&path, input.into_text()?, LINE_BYTES), shape })
    }

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

impl Iterator for Lines {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        Some(self.next_line(|line, found| (line, found.grid))?.and_then(|(line, grid)| {
            grid.map(|grid| (line, grid)).map_err(|(column, problem)| {
                let path = self.lines.path().to_owned();
                Error::NoPuzzle { path, unit: LINE, line, column, problem }
            })
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
            && let Some(read) = self.lines.next_line(|line, found| {
                batch.push_row(line, LineText::reason(found.grid));
                batch.push(0, Some(&found.text));
            })
        {
            read?;
        }
        batch.finish(self.lines.lines.path(), &self.schema)
    }
}
