//! Puzzles from lines of text: the first field of each, or another form of [`puzzle_text`](super::puzzle_text).
//!
//! ```text
//! ....5..3.  81 cells  ....7.12.  # what follows a blank , ; : | or # is ignored
//! ^column 1
//! 7f2c  ....5..3.  81 cells  ....7.12.  1.5   the only field that is a puzzle, or that of a number
//! ```

use super::{
    LINE, Numbered,
    fields::{numbered, puzzle_schema},
    format::{FileReader, FormatDescription, Input, InputFormat, Rows, TableReader},
    limits::LINE_BYTES,
    puzzle_text::{LineText, of_field, of_line, reason},
    table::TextBatch,
    text::LineReader,
};
use crate::error::Result;
use arrow_schema::SchemaRef;
use gridmill_board::Shape;

/// Text with one puzzle a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineFormat {
    /// The format of every input that no other format recognizes.
    PlainText,
    /// Collections of SudoCue and other programs.
    Sdm,
}

impl InputFormat for LineFormat {
    fn description(&self) -> FormatDescription {
        match self {
            Self::PlainText => FormatDescription {
                name: "one puzzle a line",
                section: "one-puzzle-a-line",
                endings: &[],
                begins: "anything else",
                row_word: LINE,
                programs: &[
                    ("HoDoKu", "lines of libraries"),
                    ("Solo (Simon Tatham)", "game ids such as `3x3:c9b3_2...`"),
                    ("SudokuWiki", "links, and their packed part (`S9B...`)"),
                    ("sudoku.coach", "links"),
                    ("f-puzzles", "links"),
                    ("SudokuPad", "links"),
                    ("Other sites", "links with all cells in them"),
                    ("Other programs", "a puzzle a line"),
                ],
                about: "",
                example: b"# comment\n\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,81,x\n  ....5..3.1..8..2...7....6..2..4...........1.5....3.....6..7.......2..4...........\tmore\r\n",
            },
            Self::Sdm => FormatDescription {
                name: "collections",
                section: "one-puzzle-a-line",
                endings: &["sdm"],
                begins: "",
                row_word: LINE,
                programs: &[("SadMan Sudoku", "`.sdm`")],
                about: "",
                example: b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n....5..3.1..8..2...7....6..2..4...........1.5....3.....6..7.......2..4...........\n",
            },
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        Ok(*self == Self::PlainText || input.is_named_as(self))
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let path = input.path.clone();
        let (shape, field) = (input.grid_shape(), input.choice.number());
        let reader = LineReader::new(&path, input.into_text()?, LINE_BYTES);
        Ok(Box::new(Lines { schema: puzzle_schema(), reader, shape, field }))
    }
}

struct Lines {
    schema: SchemaRef,
    reader: LineReader,
    shape: Shape,
    /// The number of the field with the puzzle, if it is not the first that is one.
    field: Option<usize>,
}

impl Lines {
    /// Shows the next line that holds something, with its number. `None` after the last line and after an error.
    fn next_line<T>(&mut self, see: impl FnOnce(u64, LineText<'_>) -> T) -> Option<Result<T>> {
        loop {
            if let Err(error) = self.reader.read()? {
                return Some(Err(error));
            }
            let text = self.reader.text();
            let found = match self.field {
                None => of_line(self.shape, &text),
                Some(field) => of_field(self.shape, &text, field),
            };
            if let Some(found) = found {
                return Some(Ok(see(self.reader.number, found)));
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
                batch.push_row(line, reason(found.grid));
                batch.push(0, Some(&found.text));
            })
        {
            read?;
        }
        batch.finish(&self.reader.path, &self.schema)
    }
}

impl FileReader for Lines {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        let read = self.next_line(|line, found| (line, found.grid))?;
        Some(read.and_then(|(line, grid)| numbered((&self.reader.path, LINE), line, grid)))
    }
}
