//! Puzzles with the columns beside them, in batches: for commands that add columns of their own.
//!
//! Text has one column, `puzzle`, the first field of each line; columns of CSV are text; those of Parquet keep their types. An
//! invalid puzzle is a row like any other, with the reason in place of the grid.

use super::{
    LINE, PUZZLES, ROW, check_files, csv,
    guarded::{Batches, ParquetFile},
    is_parquet,
    limits::{self, BATCH_BYTES, VALUE_BYTES},
    lines::Lines,
    names::{column_of, unique},
    open_text,
    parquet::text_column,
    records::Records,
};
use crate::{
    board::{Grid, Shape},
    corpus::cells_as_text::has_text_form,
    error::{Error, Result},
    schema::{ColumnId, arrow::text},
};
use arrow_array::{Array, ArrayRef, RecordBatch, builder::StringBuilder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::{
    fmt,
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
    /// The file, and the word for its rows: `line`, or `row` in Parquet.
    pub file: (PathBuf, &'static str),
    /// The number of each row in it, and its puzzle or the reason why there is none.
    pub puzzles: Vec<(u64, Result<Grid, String>)>,
}

/// The tables of one file after another, all with the same columns.
pub struct Tables {
    shape: Shape,
    files: vec::IntoIter<PathBuf>,
    /// The first file.
    first: PathBuf,
    schema: SchemaRef,
    table: Option<(PathBuf, Table)>,
    read_by_name: fn(&str) -> bool,
}

/// One file.
struct Table {
    schema: SchemaRef,
    /// The place of the `puzzle` column.
    column: usize,
    source: Source,
}

enum Source {
    Text(Lines),
    Csv(Box<Records>),
    Parquet { batches: Box<Batches>, row: u64 },
}

impl Tables {
    /// The tables of `files`; the first is opened now, the others in turn. Of columns with the same name, the later ones become
    /// `name (2)` and so on.
    ///
    /// # Errors
    /// [`Error::Io`] for the first file that cannot be opened, [`Error::Corpus`] if the first holds no puzzles, or two columns of
    /// them.
    pub fn new(files: Vec<PathBuf>, shape: Shape) -> Result<Self> {
        Self::with_names(files, shape, |_| false)
    }

    /// The same, with an error if two columns have a name that is `read_by_name`.
    pub(in crate::corpus) fn with_names(
        files: Vec<PathBuf>,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Self> {
        check_files(&files)?;
        let mut files = files.into_iter();
        let first = files.next().unwrap_or_else(|| PathBuf::from("-"));
        let table = open(&first, shape, read_by_name)?;
        let schema = Arc::clone(&table.schema);
        Ok(Self { shape, files, first: first.clone(), schema, table: Some((first, table)), read_by_name })
    }

    /// Checks that all values can be written as text.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the first column of which the values have no form in CSV.
    pub fn check_text_form(&self) -> Result<()> {
        match self.schema.fields().iter().find(|field| !has_text_form(field.data_type())) {
            None => Ok(()),
            Some(field) => {
                let (name, kind) = (limits::shown(field.name()), field.data_type());
                let kind = limits::shown(&kind.to_string());
                let problem = format!(
                    "the {name} column holds {kind}, which has no form in CSV; give --out FILE.parquet"
                );
                Err(Error::Corpus { path: self.first.clone(), problem })
            }
        }
    }

    /// The columns of every batch.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The next rows; `None` after the last, and after an error.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Corpus`] for files that cannot be read, or have other columns than the first.
    pub fn next_rows(&mut self) -> Result<Option<Rows>> {
        let rows = self.try_next_rows();
        if rows.is_err() {
            (self.table, self.files) = (None, Vec::new().into_iter());
        }
        rows
    }

    fn try_next_rows(&mut self) -> Result<Option<Rows>> {
        loop {
            let Some((path, table)) = &mut self.table else { return Ok(None) };
            if let Some(rows) = table.next_rows(path, self.shape)? {
                return Ok(Some(rows));
            }
            self.table = None;
            self.table = self.files.next().map(|path| self.open_next(path)).transpose()?;
        }
    }

    fn open_next(&self, path: PathBuf) -> Result<(PathBuf, Table)> {
        let table = open(&path, self.shape, self.read_by_name)?;
        if table.schema.fields() == self.schema.fields() {
            return Ok((path, table));
        }
        let names = |schema: &Schema| {
            let columns = schema.fields().iter();
            let columns =
                columns.map(|field| format!("{} {}", limits::shown(field.name()), field.data_type()));
            let columns: Vec<String> = columns.collect();
            limits::listed(columns.iter().map(String::as_str))
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

fn open(path: &Path, shape: Shape, read_by_name: fn(&str) -> bool) -> Result<Table> {
    if is_parquet(path)? {
        return open_parquet(path, read_by_name);
    }
    let text = open_text(path, PUZZLES)?;
    let Some(delimiter) = text.delimiter else {
        let schema = Arc::new(Schema::new(vec![Field::new(ColumnId::Puzzle.name(), DataType::Utf8, true)]));
        let lines = Lines::new(path, text.input, shape, text.lines_before);
        return Ok(Table { schema, column: 0, source: Source::Text(lines) });
    };
    let (names, records) = csv::open_table(path, text, delimiter)?;
    let column = column_of(path, &names, PUZZLES)?;
    let names = unique(path, names.iter().map(String::as_str), read_by_name)?;
    let fields: Vec<_> = names.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
    Ok(Table { schema: Arc::new(Schema::new(fields)), column, source: Source::Csv(Box::new(records)) })
}

fn open_parquet(path: &Path, read_by_name: fn(&str) -> bool) -> Result<Table> {
    let file = ParquetFile::open(path)?;
    let column = text_column(path, file.schema(), PUZZLES)?;
    let schema = with_unique_names(path, file.schema(), read_by_name)?;
    let source = Source::Parquet { batches: Box::new(file.all_batches(BATCH_ROWS)?), row: 0 };
    Ok(Table { schema, column, source })
}

/// The columns of a file, each with a name of its own.
pub(in crate::corpus) fn with_unique_names(
    path: &Path,
    schema: &SchemaRef,
    read_by_name: impl Fn(&str) -> bool,
) -> Result<SchemaRef> {
    let names = unique(path, schema.fields().iter().map(|field| field.name().as_str()), read_by_name)?;
    let fields = schema.fields().iter().zip(names).map(|(field, name)| {
        if field.name() == &name {
            Arc::clone(field)
        } else {
            Arc::new(field.as_ref().clone().with_name(name))
        }
    });
    Ok(Arc::new(Schema::new(fields.collect::<Vec<_>>())))
}

impl Table {
    fn next_rows(&mut self, path: &Path, shape: Shape) -> Result<Option<Rows>> {
        match &mut self.source {
            Source::Text(lines) => text_rows(lines, path, shape, &self.schema),
            Source::Csv(records) => csv_rows(records, path, shape, self.column, &self.schema),
            Source::Parquet { batches, row } => {
                let Some(batch) = batches.next().transpose()? else { return Ok(None) };
                let batch = RecordBatch::try_new(Arc::clone(&self.schema), batch.columns().to_vec())
                    .map_err(|error| arrow_error(path, &error))?;
                Ok(Some(parquet_rows(batch, path, shape, self.column, row)))
            }
        }
    }
}

/// Values of a batch of text as they come, with the bytes that they take.
struct TextBatch {
    columns: Vec<StringBuilder>,
    puzzles: Vec<(u64, Result<Grid, String>)>,
    bytes: usize,
}

impl TextBatch {
    fn new(columns: usize) -> Self {
        let columns = (0..columns).map(|_| StringBuilder::with_capacity(0, 0)).collect();
        Self { columns, puzzles: Vec::new(), bytes: 0 }
    }

    fn is_full(&self) -> bool {
        self.puzzles.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    fn push(&mut self, column: usize, text: Option<&str>) {
        self.bytes += text.map_or(0, str::len) + VALUE_BYTES;
        self.columns[column].append_option(text);
    }

    /// The rows; `None` if there are none.
    fn finish(self, path: &Path, schema: &SchemaRef) -> Result<Option<Rows>> {
        if self.puzzles.is_empty() {
            return Ok(None);
        }
        let arrays =
            self.columns.into_iter().map(|mut values| Arc::new(values.finish()) as ArrayRef).collect();
        let batch =
            RecordBatch::try_new(Arc::clone(schema), arrays).map_err(|error| arrow_error(path, &error))?;
        Ok(Some(Rows { batch, file: (path.to_owned(), LINE), puzzles: self.puzzles }))
    }
}

fn text_rows(lines: &mut Lines, path: &Path, shape: Shape, schema: &SchemaRef) -> Result<Option<Rows>> {
    let mut batch = TextBatch::new(1);
    while !batch.is_full()
        && let Some(field) = lines.next_field()
    {
        let (line, before, text) = field?;
        batch.puzzles.push((line, parse(shape, &text, before)));
        batch.push(0, Some(&text));
    }
    batch.finish(path, schema)
}

fn csv_rows(
    records: &mut Records,
    path: &Path,
    shape: Shape,
    column: usize,
    schema: &SchemaRef,
) -> Result<Option<Rows>> {
    let columns = schema.fields().len();
    let mut batch = TextBatch::new(columns);
    while !batch.is_full() && records.read()? {
        batch.puzzles.push((records.line(), parse(shape, records.text(column)?.unwrap_or_default(), 0)));
        for place in 0..columns {
            batch.push(place, records.text(place)?);
        }
    }
    batch.finish(path, schema)
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

fn arrow_error(path: &Path, error: &ArrowError) -> Error {
    Error::Corpus { path: path.to_owned(), problem: error.to_string() }
}
