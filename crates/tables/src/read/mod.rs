//! Puzzles from files: text, CSV or Parquet, one at a time, in memory that does not grow with the file.
//!
//! The ending of the name decides the format, or else the beginning of the content: see `FORMATS` and the tables of `docs/INPUTS.md`, which are made of
//! it.
//!
//! For complete grids, the column of solutions is preferred to that of puzzles.
//!
//! `-` is standard input. In text and JSON lines, and before the header of a table, `#` or `%` starts a line of comment. Other than regular files
//! are read once, like standard input, as anything but Parquet. Devices without end are refused.
//!
//! Every byte is part of a row, a comment or another part that `docs/INPUTS.md` names, or an error with its place.
//!
//! | bound on the input | |
//! |---|---|
//! | columns of a table | 1,024 |
//! | line of plain text | 65,536 bytes are read; a longer one is no puzzle, one of more than 16 MiB an error |
//! | record of CSV, line of JSON, element of a JSON list | 1,048,576 bytes |
//! | decompressed puzzle of a link | 1,048,576 characters |
//! | Arrow | 256 MiB a batch, as it is in memory |
//! | Parquet | see `guarded`: pages of 64 MiB, footers of 16 MiB |

mod arrays;
mod arrow;
mod batches;
mod csv;
mod drawn;
mod drawn_grid;
mod elements;
mod encoding;
mod fields;
pub mod format;
pub mod guarded;
pub mod input_files;
pub mod json;
mod json_objects;
mod limits;
mod lines;
pub(crate) mod links;
pub mod memory;
pub mod names;
mod numpy;
mod opensudoku;
mod parquet;
mod puzzle_text;
pub mod records;
mod rows_of_cells;
pub mod table;
pub mod text;
pub mod typed;
mod unreadable;

use self::{
    arrow::Arrow,
    csv::Csv,
    drawn::DrawnFormat,
    format::Input,
    json::{Json, Jsonl},
    lines::LineFormat,
    numpy::Numpy,
    opensudoku::OpenSudoku,
    parquet::Parquet,
};
pub use self::{
    format::{ChunkedFile, FileReader, FormatDescription, InputFormat, Rows, RowsPart, TableReader},
    guarded::ParquetFile,
    input_files::{FileList, InputFiles},
    json::JsonLines,
    json_objects::{Fields, JsonValue},
    limits::shown,
    memory::MemoryTable,
    names::{ColumnChoice, GridColumns},
    numpy::NUMPY_MAGIC,
    puzzle_text::parse_puzzle,
    records::Records,
    table::{CommonColumns, TableInput},
    typed::Typed,
};

use crate::{
    error::{Error, Result},
    storage::StoredFile,
};
use gridmill_board::{Grid, Shape};
use serde::{Deserialize, Serialize};
use std::{
    path::{Path, PathBuf},
    vec,
};

/// Words for a row in messages: of text, and of tables that are none.
const LINE: &str = "line";
const ROW: &str = "row";

/// Every format, in the order in which they are tried.
const FORMATS: [&dyn InputFormat; 12] = [
    &Parquet,
    &Arrow,
    &Numpy,
    &OpenSudoku,
    &DrawnFormat::Array,
    &Json,
    &Jsonl,
    &DrawnFormat::Sdk,
    &LineFormat::Sdm,
    &Csv,
    &DrawnFormat::Drawn,
    &LineFormat::PlainText,
];

/// Treatment of rows that hold no puzzle: the same choice for every command that reads rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// The first such row is an error, with its file and line.
    #[default]
    Stop,
    /// Such rows are counted and passed over.
    Skip,
}

gridmill_board::named_values!(Invalid { Stop "stop", Skip "skip" });

/// The number of a line or row, from 1, and the grid there.
pub type Numbered = Result<(u64, Grid)>;

/// The grids of one file after another.
///
/// # Example
/// ```no_run
/// use gridmill_board::Shape;
/// use gridmill_tables::read::{FileList, Puzzles};
///
/// for row in Puzzles::new(&FileList(vec!["puzzles.txt".into()]), Shape::STANDARD)? {
///     let (line, grid) = row?;
///     println!("{line}: {} givens", grid.givens());
/// }
/// # Ok::<(), gridmill_tables::Error>(())
/// ```
pub struct Puzzles {
    shape: Shape,
    files: vec::IntoIter<PathBuf>,
    choice: ColumnChoice,
    rows: Option<Box<dyn FileReader>>,
    /// The present file, and the word for its rows.
    place: (PathBuf, &'static str),
    invalid: Invalid,
    /// Number of rows skipped so far.
    pub skipped: u64,
    /// Grids of the present file so far.
    grids: u64,
    /// The form that the first file without a grid at its beginning seems to have.
    form: Option<String>,
}

impl Puzzles {
    /// Reads the grids of `shape` in files or corpus folders. Each file is opened now as a check, and again in its turn.
    ///
    /// # Errors
    /// [`Error::Io`] for the first file that cannot be opened, [`Error::Corpus`] for a folder without files.
    pub fn new(inputs: &impl InputFiles, shape: Shape) -> Result<Self> {
        let files = inputs.files()?;
        check_files(&files)?;
        let files = files.into_iter();
        let place = (PathBuf::new(), LINE);
        let choice = ColumnChoice::default();
        Ok(Self {
            shape,
            files,
            choice,
            rows: None,
            place,
            invalid: Invalid::Stop,
            skipped: 0,
            grids: 0,
            form: None,
        })
    }

    /// Reads the grids of tables from these columns.
    pub fn columns(self, columns: &GridColumns) -> Self {
        Self { choice: ColumnChoice::puzzles(columns), ..self }
    }

    /// Reads the grids of tables from their column of solutions, where they have one.
    pub fn solutions_first(self) -> Self {
        Self { choice: self.choice.solutions_first(), ..self }
    }

    /// Treats rows without a puzzle in this way.
    pub fn invalid(self, invalid: Invalid) -> Self {
        Self { invalid, ..self }
    }

    /// Returns the form that a file seems to have whose first rows are no puzzles, if it has a name.
    pub fn likely_form(&self) -> Option<&str> {
        self.form.as_deref()
    }

    /// Adds the form that the present file seems to have to the error of its first row.
    fn with_form(&mut self, error: Error) -> Error {
        let Error::NoPuzzle { path, unit, line, column, problem } = error else { return error };
        if self.grids > 0 || self.form.is_some() || self.skipped > 0 {
            return Error::NoPuzzle { path, unit, line, column, problem };
        }
        let by_reason = || unreadable::form_of_reason(&problem, self.shape);
        let of_text = (unit == LINE).then(|| unreadable::form_of_file(&path, "", self.shape)).flatten();
        self.form = of_text.or_else(by_reason);
        match &self.form {
            Some(form) if self.invalid == Invalid::Stop => {
                let problem = format!("it looks like {form} ({unit} {line}, column {column}: {problem})");
                Error::corpus(path, problem)
            }
            _ => Error::NoPuzzle { path, unit, line, column, problem },
        }
    }

    /// Returns the next row of the present file, or of the next file that has one. A file is closed at its end.
    fn next_row(&mut self) -> Option<Numbered> {
        loop {
            if let Some(row) = self.rows.as_mut().and_then(|rows| rows.next_puzzle()) {
                return Some(row);
            }
            self.rows = None;
            let path = self.files.next()?;
            match open(&path, self.shape, &self.choice) {
                Ok((unit, rows)) => (self.rows, self.place, self.grids) = (Some(rows), (path, unit), 0),
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Returns an error for the grid at `line` of the present file.
    pub fn problem_at(&self, line: u64, problem: String) -> Error {
        let (path, unit) = self.place.clone();
        Error::NoPuzzle { path, unit, line, column: 1, problem }
    }
}

impl Iterator for Puzzles {
    type Item = Numbered;

    /// Returns the next grid. An error other than [`Error::NoPuzzle`] ends the file.
    fn next(&mut self) -> Option<Numbered> {
        loop {
            match self.next_row()?.map_err(|error| self.with_form(error)) {
                Err(Error::NoPuzzle { .. }) if self.invalid == Invalid::Skip => self.skipped += 1,
                row @ (Ok(_) | Err(Error::NoPuzzle { .. })) => {
                    self.grids += u64::from(row.is_ok());
                    return Some(row);
                }
                failed => {
                    self.rows = None;
                    return Some(failed);
                }
            }
        }
    }
}

gridmill_board::debug_of_fields!(Puzzles: shape, files, skipped);

impl std::iter::FusedIterator for Puzzles {}

/// Checks that the files exist and can be opened.
fn check_files(files: &[PathBuf]) -> Result<()> {
    for path in files.iter().filter(|path| !is_stdin(path)) {
        let opening = Error::io("opening", path);
        // Opening a pipe would consume it.
        if is_stream(path) { path.metadata().map(drop) } else { StoredFile::open(path).map(drop) }
            .map_err(opening)?;
    }
    Ok(())
}

/// Returns true for `-`, standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns true if a path can be read only once: standard input, a pipe, a device.
pub fn is_stream(path: &Path) -> bool {
    is_stdin(path) || path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Detects the format of an input, whose grids may be of a known shape.
///
/// # Errors
/// [`Error::Io`] if it cannot be opened or read, [`Error::Corpus`] if it cannot be read as a stream.
pub fn detect(
    path: &Path,
    shape: Option<Shape>,
    choice: &ColumnChoice,
) -> Result<(&'static dyn InputFormat, Input)> {
    let mut input = Input::new(path, shape, choice);
    for format in FORMATS {
        if format.sniff(&mut input)? {
            return Ok((format, input));
        }
    }
    Ok((&LineFormat::PlainText, input))
}

/// Returns the descriptions of all formats, in the order in which they are tried.
pub fn formats() -> impl Iterator<Item = FormatDescription> {
    FORMATS.iter().map(|format| format.description())
}

/// Returns true if an ending of a file name, in lower case, selects a format.
pub fn is_known_ending(ending: &str) -> bool {
    FORMATS.iter().any(|format| format.description().endings.contains(&ending))
}

/// Returns true if the ending of an input's name selects a format.
fn has_known_ending(input: &Input) -> bool {
    FORMATS.iter().any(|&format| input.is_named_as(format))
}

/// Opens the puzzles of a file; returns the word for its rows, and the rows.
fn open(path: &Path, shape: Shape, choice: &ColumnChoice) -> Result<(&'static str, Box<dyn FileReader>)> {
    let (format, input) = detect(path, Some(shape), choice)?;
    let mut rows = format.open(input)?;
    rows.limit_to(RowsPart::Puzzles)?;
    Ok((format.description().row_word, rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "1234341221434321";
    const B: &str = "1...3.......4..1";

    /// Returns the rows of a file of 2x2 boxes with this name and these contents, as text.
    fn rows(name: &str, contents: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, contents).unwrap();
        let show = |row: Numbered| match row {
            Ok((line, grid)) => format!("{line} {grid}"),
            Err(error) => error.to_string().replace(&path.display().to_string(), name),
        };
        Puzzles::new(&FileList(vec![path.clone()]), "2x2".parse().unwrap()).unwrap().map(show).collect()
    }

    #[test]
    fn text_takes_the_first_field_of_each_line() {
        let text = format!("# comment\n\n{A}\n  {B}\tmore\r\n{A},12,x\n{B}#note\n{A};1\n   # no\n{B}");
        let expected = [(3, A), (4, B), (5, A), (6, B), (7, A), (9, B)];
        assert_eq!(rows("a.txt", &text), expected.map(|(line, grid)| format!("{line} {grid}")));
        assert_eq!(rows("a", &format!("\u{feff}{A}\n")), [format!("1 {A}")]);
        assert_eq!(rows("empty.txt", ""), [""; 0]);
        assert_eq!(
            rows("empty.csv", ""),
            [
                "empty.csv: no column is called puzzle, question, quizzes, quiz, sudoku or clues; there is none"
            ]
        );
    }

    #[test]
    fn tables_are_told_by_their_header() {
        let table = format!("# made\nid,Puzzle,note\n1,{A},\"a\nb\"\n2,\"{B}\",\n");
        let expected = [format!("3 {A}"), format!("5 {B}")];
        assert_eq!(rows("a.csv", &table), expected);
        assert_eq!(rows("a.txt", &table), expected);
        assert_eq!(rows("a.tsv", &table.replace(',', "\t")), expected);
        assert_eq!(rows("a.csv", &format!("\u{feff}puzzle\n{A}\n")), [format!("2 {A}")]);
    }

    #[test]
    fn what_is_no_puzzle_is_told_by_line_and_column() {
        let text = format!("{A}\n 12w4............\n123\n{A}1\nhello\n{B}\n:x\n");
        insta::assert_snapshot!(rows("bad.txt", &text).join("\n"));
        let table = format!("note,puzzle\nx,{A}\n\"y\",..9.............\nz,\n,\n,{B}\n");
        insta::assert_snapshot!(rows("bad.csv", &table).join("\n"));
        insta::assert_snapshot!(rows("none.csv", "id,text\n").join("\n"), @"none.csv: no column is called puzzle, question, quizzes, quiz, sudoku or clues; the columns are: id, text; name it with `column`");
    }

    #[test]
    fn endless_lines_take_bounded_memory_and_one_error() {
        let text = format!("{}\n{A}\n", "1".repeat(300_000));
        let rows = rows("long.txt", &text);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1], format!("2 {A}"));
    }

    #[test]
    fn invalid_rows_are_counted_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one.txt", "two.csv"].map(|name| folder.path().join(name));
        std::fs::write(&one, format!("{A}\nbad\nworse\n{B}\n")).unwrap();
        std::fs::write(&two, format!("puzzle\n{A}\n.\n")).unwrap();
        let mut puzzles =
            Puzzles::new(&FileList(vec![one, two]), "2x2".parse().unwrap()).unwrap().invalid(Invalid::Skip);
        assert_eq!(puzzles.by_ref().flatten().count(), 3);
        assert_eq!(puzzles.skipped, 3);
    }

    #[test]
    fn missing_files_are_found_at_once() {
        let files = vec!["/dev/null".into(), "/dev/null/no".into()];
        assert!(matches!(Puzzles::new(&FileList(files), Shape::STANDARD), Err(Error::Io { .. })));
    }
}
