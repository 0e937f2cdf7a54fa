//! Puzzles with the columns beside them, in batches: for commands that add columns of their own.
//!
//! Text has one column, `puzzle`, the first field of each line; columns of CSV are text; those of Parquet keep their types. What is
//! no puzzle is a row like any other, with the reason in place of the grid.

use super::{
    LINE, PUZZLES, ROW, column_of, csv::DELIMITERS, csv::names_grids, first_line, is_parquet, is_stdin,
    lines::Lines, parquet::text,
};
use crate::{
    board::{Grid, Shape},
    error::{Error, Result},
};
use ::csv::{ReaderBuilder, StringRecord, Trim};
use ::parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::{
    fmt,
    fs::File,
    io::{BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
    vec,
};

/// Rows of a batch, at most.
const BATCH_ROWS: usize = 8192;

/// Rows of a table.
#[derive(Debug)]
pub struct Rows {
    /// All columns.
    pub batch: RecordBatch,
    /// The file, and what its rows are called: `line`, or `row` in Parquet.
    pub file: (PathBuf, &'static str),
    /// The number of each row in it, and its puzzle, or why it has none.
    pub puzzles: Vec<(u64, Result<Grid, String>)>,
}

/// The tables of one file after another, all with the same columns.
pub struct Tables {
    shape: Shape,
    files: vec::IntoIter<PathBuf>,
    schema: SchemaRef,
    table: Option<(PathBuf, Table)>,
}

/// One file.
struct Table {
    schema: SchemaRef,
    /// The place of the `puzzle` column.
    column: usize,
    source: Source,
}

type Input = Box<dyn BufRead + Send>;

enum Source {
    Text(Lines<Input>),
    Csv(Box<::csv::Reader<Input>>),
    Parquet { batches: ParquetRecordBatchReader, row: u64 },
}

impl Tables {
    /// The tables of `files`; the first is opened now, the others when their turn has come.
    ///
    /// # Errors
    /// [`Error::Io`] for the first file that cannot be opened, [`Error::Corpus`] if the first holds no puzzles.
    pub fn new(files: Vec<PathBuf>, shape: Shape) -> Result<Self> {
        for path in files.iter().filter(|path| !is_stdin(path)) {
            File::open(path).map_err(Error::io("opening", path))?;
        }
        let mut files = files.into_iter();
        let first = files.next().unwrap_or_else(|| PathBuf::from("-"));
        let table = open(&first, shape)?;
        Ok(Self { shape, files, schema: Arc::clone(&table.schema), table: Some((first, table)) })
    }

    /// The columns of every batch.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The next rows; `None` after the last.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Corpus`] for files that cannot be read, or have other columns than the first.
    pub fn next_rows(&mut self) -> Result<Option<Rows>> {
        loop {
            let Some((path, table)) = &mut self.table else { return Ok(None) };
            if let Some(rows) = table.next_rows(path, self.shape)? {
                return Ok(Some(rows));
            }
            self.table = self.files.next().map(|path| self.open_next(path)).transpose()?;
        }
    }

    fn open_next(&self, path: PathBuf) -> Result<(PathBuf, Table)> {
        let table = open(&path, self.shape)?;
        if table.schema.fields() == self.schema.fields() {
            return Ok((path, table));
        }
        let names = |schema: &Schema| {
            let columns =
                schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type()));
            columns.collect::<Vec<_>>().join(", ")
        };
        let (its, first) = (names(&table.schema), names(&self.schema));
        let problem = format!("its columns differ from the first file's: {its} here, {first} there");
        Err(Error::Corpus { path, problem })
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("files", &self.files).finish_non_exhaustive()
    }
}

fn open(path: &Path, shape: Shape) -> Result<Table> {
    let open = || File::open(path).map_err(Error::io("opening", path));
    if is_stdin(path) {
        return open_text(path, Box::new(BufReader::new(std::io::stdin())), shape);
    }
    if is_parquet(path)? {
        return open_parquet(path, open()?);
    }
    open_text(path, Box::new(BufReader::new(open()?)), shape)
}

fn open_text(path: &Path, mut input: Input, shape: Shape) -> Result<Table> {
    let mut beginning = Vec::new();
    let first = first_line(&mut input, &mut beginning).map_err(Error::io("reading", path))?;
    if beginning.starts_with(b"PAR1") {
        let problem = "Parquet cannot be read from a stream; give the file".to_owned();
        return Err(Error::Corpus { path: path.to_owned(), problem });
    }
    let input: Input = Box::new(Cursor::new(beginning).chain(input));
    let is_table =
        path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv") || e.eq_ignore_ascii_case("tsv"));
    if is_table || names_grids(&first, PUZZLES) {
        return open_csv(path, input, &first);
    }
    let schema = Arc::new(Schema::new(vec![Field::new("puzzle", DataType::Utf8, true)]));
    Ok(Table { schema, column: 0, source: Source::Text(Lines::new(path, input, shape)) })
}

fn open_csv(path: &Path, input: Input, header: &str) -> Result<Table> {
    let delimiter = header.bytes().find(|&byte| DELIMITERS.contains(&char::from(byte))).unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .flexible(true)
        .trim(Trim::All)
        .from_reader(input);
    let names = reader.headers().map_err(|error| csv_error(path, error))?;
    let names: Vec<String> = names.iter().map(|name| name.trim_matches('"').to_owned()).collect();
    let column = puzzle_column(path, &names)?;
    let fields: Vec<_> = names.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
    Ok(Table { schema: Arc::new(Schema::new(fields)), column, source: Source::Csv(Box::new(reader)) })
}

fn open_parquet(path: &Path, file: File) -> Result<Table> {
    let broken = |error: &dyn fmt::Display| Error::Corpus {
        path: path.to_owned(),
        problem: format!("this is no Parquet file: {error}"),
    };
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    let fields = builder.schema().fields().clone();
    let column = text_column(path, builder.schema())?;
    let batches = builder.with_batch_size(BATCH_ROWS).build().map_err(|error| broken(&error))?;
    Ok(Table { schema: Arc::new(Schema::new(fields)), column, source: Source::Parquet { batches, row: 0 } })
}

/// The place of the `puzzle` column, which must hold text.
pub(in crate::corpus) fn text_column(path: &Path, schema: &Schema) -> Result<usize> {
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
    let column = puzzle_column(path, &names)?;
    let kind = schema.field(column).data_type();
    if !matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) {
        let problem = format!("the puzzle column holds {kind}; it must hold text (Utf8)");
        return Err(Error::Corpus { path: path.to_owned(), problem });
    }
    Ok(column)
}

fn puzzle_column(path: &Path, names: &[String]) -> Result<usize> {
    column_of(path, &names.iter().map(String::as_str).collect::<Vec<_>>(), PUZZLES)
}

impl Table {
    fn next_rows(&mut self, path: &Path, shape: Shape) -> Result<Option<Rows>> {
        match &mut self.source {
            Source::Text(lines) => text_rows(lines, path, shape, &self.schema),
            Source::Csv(reader) => csv_rows(reader, path, shape, self.column, &self.schema),
            Source::Parquet { batches, row } => {
                let Some(batch) = batches.next() else { return Ok(None) };
                let batch = batch.map_err(|error| arrow_error(path, &error))?;
                Ok(Some(parquet_rows(batch, path, shape, self.column, row)))
            }
        }
    }
}

fn text_rows(
    lines: &mut Lines<Input>,
    path: &Path,
    shape: Shape,
    schema: &SchemaRef,
) -> Result<Option<Rows>> {
    let (mut texts, mut puzzles) = (Vec::new(), Vec::new());
    while texts.len() < BATCH_ROWS
        && let Some(field) = lines.next_field()
    {
        let (line, before, text) = field?;
        puzzles.push((line, parse(shape, &text, before)));
        texts.push(text);
    }
    rows(path, schema, vec![texts.into_iter().map(Some).collect()], puzzles)
}

fn csv_rows(
    reader: &mut ::csv::Reader<Input>,
    path: &Path,
    shape: Shape,
    column: usize,
    schema: &SchemaRef,
) -> Result<Option<Rows>> {
    let mut columns: Vec<Vec<Option<String>>> = vec![Vec::new(); schema.fields().len()];
    let (mut puzzles, mut record) = (Vec::new(), StringRecord::new());
    while puzzles.len() < BATCH_ROWS
        && reader.read_record(&mut record).map_err(|error| csv_error(path, error))?
    {
        let line = record.position().map_or(0, ::csv::Position::line);
        puzzles.push((line, parse(shape, record.get(column).unwrap_or_default(), 0)));
        for (n, values) in columns.iter_mut().enumerate() {
            values.push(record.get(n).map(ToOwned::to_owned));
        }
    }
    rows(path, schema, columns, puzzles)
}

/// Columns of text as rows; `None` if there are none.
fn rows(
    path: &Path,
    schema: &SchemaRef,
    columns: Vec<Vec<Option<String>>>,
    puzzles: Vec<(u64, Result<Grid, String>)>,
) -> Result<Option<Rows>> {
    if puzzles.is_empty() {
        return Ok(None);
    }
    let arrays = columns.into_iter().map(|values| Arc::new(StringArray::from(values)) as ArrayRef).collect();
    let batch =
        RecordBatch::try_new(Arc::clone(schema), arrays).map_err(|error| arrow_error(path, &error))?;
    Ok(Some(Rows { batch, file: (path.to_owned(), LINE), puzzles }))
}

fn parquet_rows(batch: RecordBatch, path: &Path, shape: Shape, column: usize, row: &mut u64) -> Rows {
    let texts = batch.column(column);
    let puzzle = |n: usize| match text(texts, n) {
        Some(text) => parse(shape, text, 0),
        None => Err("there is no puzzle".to_owned()),
    };
    let puzzles = (0..texts.len()).map(|n| (*row + n as u64 + 1, puzzle(n))).collect();
    *row += texts.len() as u64;
    Rows { batch, file: (path.to_owned(), ROW), puzzles }
}

fn parse(shape: Shape, text: &str, before: usize) -> Result<Grid, String> {
    Grid::parse(shape, text).map_err(|error| {
        let (column, problem) = error.place();
        format!("column {}: {problem}", before + column)
    })
}

fn csv_error(path: &Path, error: ::csv::Error) -> Error {
    Error::io("reading", path)(error.into())
}

fn arrow_error(path: &Path, error: &ArrowError) -> Error {
    Error::Corpus { path: path.to_owned(), problem: error.to_string() }
}
