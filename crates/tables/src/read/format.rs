//! Formats of input files: the trait that each implements.
//!
//! ```text
//! path -> Input -> FORMATS, the first that recognizes it -> open           batches, in order      (TableInput)
//!                                                           next_puzzle    or grids one at a time (Puzzles)
//!                                                        -> open_chunked   batches, by threads    (CorpusReader)
//! ```
//!
//! To add a format, implement [`InputFormat`] in a file of its own and add it to `FORMATS`, before plain text,
//! which takes every input.

use super::{
    Numbered, encoding::decoded, is_stdin, is_stream, limits::LINE_BYTES, names::ColumnChoice, text::Text,
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
    facts::Facts,
    files::platform::is_standard_input_endless,
    schema::ColumnId,
    storage::{StoredFile, endless},
    write::cells::write_cell,
};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::{
    fmt::Debug,
    io::{BufReader, Read as _, stdin},
    ops::Range,
    path::{Path, PathBuf},
};

/// Rows of a table.
#[derive(Debug)]
pub struct Rows {
    /// All columns.
    pub batch: RecordBatch,
    /// The file, and the word for its rows: `line`, or `row` in Parquet.
    pub file: (PathBuf, &'static str),
    /// The number of each row in it, and its puzzle or the reason why there is none.
    pub puzzles: Vec<(u64, Result<Grid, String>)>,
    /// Cells whose text is JSON.
    pub literals: JsonLiterals,
}

impl Rows {
    /// Returns the error of a row, by its place among these, that is none because of a `problem`.
    pub fn error_at(&self, row: usize, problem: String) -> Error {
        let ((path, unit), line) = (self.file.clone(), self.puzzles[row].0);
        let (column, problem) = place(problem);
        Error::NoPuzzle { path, unit, line, column, problem }
    }

    /// Returns the index that a row has in its column `index`, if there is one.
    pub fn index(&self, row: usize) -> Option<u64> {
        let column = self.batch.column_by_name(ColumnId::Index.name())?;
        let mut text = Vec::new();
        write_cell(column, row, &mut text).ok()?;
        std::str::from_utf8(&text).ok()?.trim().parse().ok()
    }
}

/// Splits a reason into the column that it begins with (the first if there is none) and the rest.
pub(super) fn place(reason: String) -> (usize, String) {
    let place = reason.strip_prefix("column ").and_then(|rest| rest.split_once(": "));
    match place.map(|(column, problem)| (column.parse(), problem)) {
        Some((Ok(column), problem)) => (column, problem.to_owned()),
        _ => (1, reason),
    }
}

/// Part of rows that a command needs. Formats that can leave out the rest do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowsPart {
    /// All columns and the puzzles.
    #[default]
    All,
    /// The puzzles. The batch may have no other column.
    Puzzles,
    /// The columns. Each row may have an error in place of its puzzle.
    Columns,
}

/// Rows of one file, in order.
pub trait TableReader: Send {
    /// Returns the columns of every batch.
    fn schema(&self) -> &SchemaRef;

    /// Returns the next rows; `None` after the last.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Corpus`] if the file cannot be read.
    fn next_rows(&mut self) -> Result<Option<Rows>>;

    /// Leaves out what is not of the part, if the format can. No rows were returned yet.
    ///
    /// # Errors
    /// As [`next_rows`](Self::next_rows).
    fn limit_to(&mut self, _part: RowsPart) -> Result<()> {
        Ok(())
    }
}

/// Rows of a file, as batches or as puzzles one at a time.
pub trait FileReader: TableReader {
    /// Returns the next puzzle, without a copy of its text and as soon as it is read: a stream may wait for an answer before its next line.
    /// `None` after the last. A file is read with this method alone, or with [`next_rows`](TableReader::next_rows) alone.
    fn next_puzzle(&mut self) -> Option<Numbered>;
}

/// Description of a format. `docs/INPUTS.md` has tables and lists of these; tests and attacks read the examples.
#[derive(Debug, Clone, Copy)]
pub struct FormatDescription {
    /// Name that people know.
    pub name: &'static str,
    /// The anchor of its section in `docs/INPUTS.md`.
    pub section: &'static str,
    /// The endings of file names that select it, in lower case.
    pub endings: &'static [&'static str],
    /// Beginning of its content, in words; empty if only the ending selects it.
    pub begins: &'static str,
    /// The word for a row in messages.
    pub row_word: &'static str,
    /// Programs and sites whose puzzles are of the format, and what of theirs is read.
    pub programs: &'static [(&'static str, &'static str)],
    /// Sentences for a list in `docs/INPUTS.md`; empty where its section says all.
    pub about: &'static str,
    /// Content of a sound file, from which tests and attacks make damaged ones; empty for files that they make by libraries.
    pub example: &'static [u8],
}

/// Format of input files.
pub trait InputFormat: Debug + Sync {
    /// Describes the format.
    fn description(&self) -> FormatDescription;

    /// Returns true if the name or the beginning of an input is of this format.
    ///
    /// # Errors
    /// [`Error::Io`] if the input cannot be opened or read, [`Error::Corpus`] if it is of this format and cannot be read as a stream.
    fn sniff(&self, input: &mut Input) -> Result<bool>;

    /// Opens an input.
    ///
    /// # Errors
    /// [`Error::Io`] or [`Error::Corpus`] if the input cannot be read or has no grids.
    fn open(&self, input: Input) -> Result<Box<dyn FileReader>>;

    /// Opens a file whose chunks can be decoded by several threads; `None` for formats that are read from start to end. The columns with the
    /// grids, by the `choice`, are text.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    fn open_chunked(&self, _path: &Path, _choice: &ColumnChoice) -> Result<Option<Box<dyn ChunkedFile>>> {
        Ok(None)
    }

    /// Returns the facts that the metadata of a file state about its rows. Text states none.
    ///
    /// # Errors
    /// [`Error::Corpus`] for damaged facts; those of [`open`](Self::open).
    fn facts(&self, path: &Path, choice: &ColumnChoice) -> Result<Facts> {
        let Some(file) = self.open_chunked(path, choice)? else { return Ok(Facts::default()) };
        let facts = Facts::of_values(|key| file.value(key), Some(file.rows()));
        facts.map_err(|problem| Error::corpus(path, problem))
    }
}

/// File in chunks of rows that are decoded independently.
pub trait ChunkedFile: Sync {
    /// Returns all columns.
    fn schema(&self) -> &SchemaRef;

    /// Returns the number of rows of all chunks.
    fn rows(&self) -> u64;

    /// Returns the number of chunks.
    fn chunks(&self) -> usize;

    /// Returns the value that the writer added under `key`.
    fn value(&self, key: &str) -> Option<String>;

    /// Reads the rows of some chunks in order: the `columns` by place, in batches of at most `batch_rows` rows.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be opened again, [`Error::Corpus`] if the columns cannot be read.
    fn batches(
        &self,
        columns: &[usize],
        chunks: Range<usize>,
        batch_rows: usize,
    ) -> Result<Box<dyn Iterator<Item = Result<RecordBatch>>>>;
}

/// Input whose format is being detected. A stream is read once: the format that opens it gets the beginning that was read.
pub struct Input {
    pub(super) path: PathBuf,
    pub(super) shape: Option<Shape>,
    pub(super) choice: ColumnChoice,
    /// Names that two columns may not have; other duplicates are renamed.
    pub(super) read_by_name: fn(&str) -> bool,
    text: Option<Text>,
}

impl Input {
    pub(super) fn new(path: &Path, shape: Option<Shape>, choice: &ColumnChoice) -> Self {
        Self { path: path.to_owned(), shape, choice: choice.clone(), read_by_name: |_| false, text: None }
    }

    /// Returns the shape of the grids, 9x9 if it is not known.
    pub(super) fn grid_shape(&self) -> Shape {
        self.shape.unwrap_or(Shape::STANDARD)
    }

    /// Returns true for standard input and for files that are read once, like it.
    pub fn is_stream(&self) -> bool {
        is_stream(&self.path)
    }

    /// Returns true if the name ends in one of the endings of `format`.
    pub(super) fn is_named_as(&self, format: &dyn InputFormat) -> bool {
        let ending = self.path.extension();
        ending.is_some_and(|ending| {
            format.description().endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
        })
    }

    /// Returns true if the file is of `format`, which is no text, by its name or by one of the words at its beginning.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a stream that begins with such a word: it cannot be read.
    pub(super) fn is_binary(&mut self, format: &dyn InputFormat, words: &[&[u8]]) -> Result<bool> {
        if !self.is_stream() {
            let file = || StoredFile::open(&self.path).map_err(Error::io("opening", &self.path));
            let mut beginning = Vec::new();
            let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
            return Ok(self.is_named_as(format)
                || file()?.take(longest as u64).read_to_end(&mut beginning).is_ok()
                    && words.iter().any(|word| beginning.starts_with(word)));
        }
        let text = self.text()?;
        let is_beginning = |word: &&[u8]| {
            [&*String::from_utf8_lossy(word), &*decoded(word)]
                .iter()
                .any(|word| text.first_line.starts_with(*word))
        };
        if text.lines_before == 0 && words.iter().any(is_beginning) {
            let problem = format!("{format:?} cannot be read from a stream; give the file");
            return Err(Error::corpus(self.path.clone(), problem));
        }
        Ok(false)
    }

    /// Opens the input as text, if it is not open, and reads its first line.
    pub(super) fn text(&mut self) -> Result<&mut Text> {
        match &mut self.text {
            Some(text) => Ok(text),
            closed => Ok(closed.insert(open_text(&self.path)?)),
        }
    }

    /// Shows lines of the text to `decide`, as [`Text::look_ahead`] does.
    pub(super) fn look_ahead<T>(&mut self, decide: impl FnMut(&str) -> Option<T>) -> Result<Option<T>> {
        let path = self.path.clone();
        self.text()?.look_ahead(&path, decide)
    }

    /// Returns as much of the text from its first line on as one line may have.
    pub(super) fn beginning(&mut self) -> Result<String> {
        let mut text = String::new();
        self.look_ahead(|line| {
            text += line;
            (text.len() >= LINE_BYTES).then_some(())
        })?;
        Ok(text)
    }

    pub(super) fn into_text(self) -> Result<Text> {
        self.text.map_or_else(|| open_text(&self.path), Ok)
    }
}

fn open_text(path: &Path) -> Result<Text> {
    if is_stdin(path) {
        if is_standard_input_endless() {
            return Err(Error::io("reading", path)(endless()));
        }
        return Text::open(path, BufReader::new(stdin()));
    }
    let file = StoredFile::open(path).map_err(Error::io("opening", path))?;
    Text::open(path, BufReader::new(file))
}

gridmill_board::debug_of_fields!(Input: path);
