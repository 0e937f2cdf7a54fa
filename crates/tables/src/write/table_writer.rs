//! Rows of tables, written as CSV, JSON lines or Parquet.

use super::{
    Format, json,
    parquet::{ParquetRows, write_error},
    text,
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
    facts::Facts,
    files::{TextSink, draft::Draft, output_error},
    read::table::TableInput,
    schema::ColumnNames,
};
use ::parquet::file::metadata::KeyValue;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Writer of rows that all have the same columns.
pub struct TableWriter<W: Write + Send + 'static> {
    /// Name that errors give.
    path: PathBuf,
    count: u64,
    rows: Encoder<W>,
    /// Lines of a batch; their memory serves the next one.
    lines: Vec<u8>,
    /// Columns of the rows that are written, if not all are.
    picked: Option<PickedColumns>,
}

enum Encoder<W: Write + Send + 'static> {
    Csv(BufWriter<W>),
    Jsonl(BufWriter<W>),
    Parquet(Box<ParquetRows>),
}

/// Destination of rows, before its columns are known: a stream, or a file that appears under its name at the end of the run.
pub struct RowsOutput {
    /// Name that errors give.
    path: PathBuf,
    /// Format of the rows.
    pub format: Format,
    sink: TextSink,
    columns: ColumnNames,
}

gridmill_board::debug_of_fields!(RowsOutput: path, format);

impl RowsOutput {
    /// Rows to a stream, which errors call `name`.
    pub fn stream(format: Format, name: &str, out: impl Write + Send + 'static) -> Self {
        let sink = TextSink::Stream(Box::new(out));
        Self { path: name.into(), format, sink, columns: ColumnNames::default() }
    }

    /// Rows to a file.
    pub fn file(format: Format, draft: Draft) -> Self {
        let path = draft.path().to_owned();
        Self { path, format, sink: TextSink::File(draft), columns: ColumnNames::default() }
    }

    /// Writes these columns alone, in this order.
    #[must_use]
    pub fn with_columns(self, columns: ColumnNames) -> Self {
        Self { columns, ..self }
    }

    /// Begins the rows, of `schema`, whose facts go to the metadata of Parquet.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be written, [`Error::Option`] for columns that are not there.
    pub fn begin(self, schema: &SchemaRef) -> Result<TableWriter<TextSink>> {
        if self.columns.is_all() {
            return TableWriter::begin(&self.path, self.format, self.sink, schema);
        }
        let picked = PickedColumns::of(&self.columns, schema)?;
        let writer = TableWriter::begin(&self.path, self.format, self.sink, picked.schema())?;
        Ok(TableWriter { picked: Some(picked), ..writer })
    }
}

impl Format {
    /// Checks that the format can hold the columns of `tables`.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the first column that it cannot hold.
    pub fn check_columns(self, tables: &TableInput) -> Result<()> {
        match self {
            Self::Csv => tables.check_text_form(),
            Self::Jsonl => tables.check_json_form(),
            Self::Parquet => Ok(()),
        }
    }
}

impl TableWriter<TextSink> {
    /// Writes what is buffered, and gives a file its name.
    ///
    /// # Errors
    /// As [`Draft::keep`].
    pub fn keep(self) -> Result<()> {
        let path = self.path.clone();
        self.end()?.keep(&path)
    }

    /// Writes what is buffered, and returns a file, which has no name yet.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn into_draft(self) -> Result<Option<Draft>> {
        let path = self.path.clone();
        self.end()?.into_draft(&path)
    }
}

impl<W: Write + Send + 'static> TableWriter<W> {
    /// Begins a file, which errors call `path`. The facts of the schema go to the metadata of Parquet.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn begin(path: &Path, format: Format, out: W, schema: &SchemaRef) -> Result<Self> {
        let buffered = |out| BufWriter::with_capacity(1 << 16, out);
        let rows = match format {
            Format::Csv => {
                let mut out = buffered(out);
                let header = text::names(schema.fields().iter().map(|field| field.name().as_str()))?;
                out.write_all(&header).map_err(|error| output_error(path, error))?;
                Encoder::Csv(out)
            }
            Format::Jsonl => Encoder::Jsonl(buffered(out)),
            Format::Parquet => {
                let rows = ParquetRows::begin(out, schema);
                Encoder::Parquet(Box::new(rows.map_err(|error| write_error(path, error))?))
            }
        };
        Ok(Self { path: path.to_owned(), count: 0, rows, lines: Vec::new(), picked: None })
    }

    /// Encodes Parquet on the threads of `pool`, none of which may call this writer. The bytes stay the same.
    #[must_use]
    pub fn on(mut self, pool: &Arc<rayon::ThreadPool>) -> Self {
        if let Encoder::Parquet(rows) = &mut self.rows {
            rows.set_pool(pool);
        }
        self
    }

    /// Writes rows. Text of input columns stays unchanged, even if a spreadsheet would read it as a formula.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be written, [`Error::Option`] for values that the format cannot hold.
    pub fn push(&mut self, batch: &RecordBatch, literals: &JsonLiterals) -> Result<()> {
        if let Some(picked) = self.picked.take() {
            let literals = literals.select(picked.places.iter().copied().map(Some));
            let pushed = self.push(&picked.batch(batch)?, &literals);
            self.picked = Some(picked);
            return pushed;
        }
        self.count += batch.num_rows() as u64;
        let failed = |error| output_error(&self.path, error);
        match &mut self.rows {
            Encoder::Csv(out) => {
                self.lines.clear();
                text::rows(batch, &mut self.lines)?;
                out.write_all(&self.lines).map_err(failed)
            }
            Encoder::Jsonl(out) => {
                self.lines.clear();
                json::rows(batch, literals, &mut self.lines);
                out.write_all(&self.lines).map_err(failed)
            }
            Encoder::Parquet(rows) => rows.push(batch).map_err(|error| write_error(&self.path, error)),
        }
    }

    /// Writes what is buffered and returns the destination.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn end(self) -> Result<W> {
        let Self { path, rows, count, .. } = self;
        match rows {
            Encoder::Csv(out) | Encoder::Jsonl(out) => {
                out.into_inner().map_err(|error| output_error(&path, error.into_error()))
            }
            Encoder::Parquet(rows) => {
                let count = KeyValue::new(Facts::ROWS_KEY.to_owned(), count.to_string());
                rows.finish(Some(count)).map_err(|error| write_error(&path, error))
            }
        }
    }
}

gridmill_board::debug_of_fields!([W: Write + Send + 'static] TableWriter<W>: path, count);

/// Columns picked from rows.
#[derive(Debug, Clone)]
pub struct PickedColumns {
    /// Places of the picked columns among all.
    pub places: Vec<usize>,
    schema: SchemaRef,
}

impl PickedColumns {
    /// Picks columns of rows with this schema. Facts in it become those of rows with these columns.
    ///
    /// # Errors
    /// [`Error::Option`] for a column that is not there.
    pub fn of(names: &ColumnNames, schema: &SchemaRef) -> Result<Self> {
        let there: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let places = names.places(&there)?;
        let picked: Vec<&str> = places.iter().map(|&place| there[place]).collect();
        let schema = match Facts::of_metadata(schema.metadata()) {
            Ok(facts) if !names.is_all() && facts != Facts::default() => {
                facts.of_columns(&picked).in_schema(schema)
            }
            Ok(_) | Err(_) => SchemaRef::clone(schema),
        };
        let schema = schema.project(&places).map_err(|error| cannot_pick(&error))?;
        Ok(Self { places, schema: schema.into() })
    }

    /// Returns the picked columns.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the rows with the picked columns alone.
    ///
    /// # Errors
    /// [`Error::Option`] for rows of another schema.
    pub fn batch(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        batch.project(&self.places).map_err(|error| cannot_pick(&error))
    }
}

fn cannot_pick(error: &arrow_schema::ArrowError) -> Error {
    Error::option(format!("the columns cannot be picked: {error}"))
}
