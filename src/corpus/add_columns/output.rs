//! Destination of rows with added columns: CSV, JSON lines or Parquet.

use super::{
    super::{
        Draft, Format,
        cells_as_text::write_cell,
        json_lines,
        parquet::array_of,
        read::{format::Rows, table::Tables},
        text::{self, write_value},
        text_sink::{TextSink, output_error},
    },
    AddColumns, schema,
};
use crate::{
    error::{Error, Result},
    schema::{Column, Value},
};
use ::parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{metadata::KeyValue, properties::WriterProperties},
};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{Schema, SchemaRef};
use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Destination of rows with added columns: a stream, or a file that appears under its name at the end of the run.
pub struct RowsOutput {
    /// Name that errors give.
    path: PathBuf,
    format: RowsFormat,
}

/// Writers of rows by file format.
enum RowsFormat {
    Csv(BufWriter<TextSink>),
    Jsonl(BufWriter<TextSink>),
    Parquet(Box<ArrowWriter<Draft>>),
}

impl std::fmt::Debug for RowsOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let format = match self.format {
            RowsFormat::Csv(_) => Format::Csv,
            RowsFormat::Jsonl(_) => Format::Jsonl,
            RowsFormat::Parquet(_) => Format::Parquet,
        };
        f.debug_struct("RowsOutput").field("file", &self.path).field("format", &format.name()).finish()
    }
}

impl RowsOutput {
    /// CSV to a stream, which errors call `name`.
    pub fn csv(name: &str, out: impl Write + Send + 'static) -> Self {
        let out = TextSink::Stream(Box::new(out)).buffered();
        Self { path: name.into(), format: RowsFormat::Csv(out) }
    }

    /// JSON lines to a stream, which errors call `name`.
    pub fn jsonl(name: &str, out: impl Write + Send + 'static) -> Self {
        let out = TextSink::Stream(Box::new(out)).buffered();
        Self { path: name.into(), format: RowsFormat::Jsonl(out) }
    }

    /// CSV to a file.
    pub fn csv_file(draft: Draft) -> Self {
        let path = draft.path().to_owned();
        Self { path, format: RowsFormat::Csv(TextSink::File(draft).buffered()) }
    }

    /// JSON lines to a file.
    pub fn jsonl_file(draft: Draft) -> Self {
        let path = draft.path().to_owned();
        Self { path, format: RowsFormat::Jsonl(TextSink::File(draft).buffered()) }
    }

    /// Parquet to a file, with what the job tells about itself in its metadata.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    pub fn parquet<J: AddColumns>(draft: Draft, tables: &Tables, job: &J) -> Result<Self> {
        let about = [("gridmill.program", crate::PROGRAM.to_owned())].into_iter().chain(job.about());
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(about))
            .build();
        let path = draft.path().to_owned();
        match ArrowWriter::try_new(draft, schema(&job.columns(), tables), Some(properties)) {
            Ok(writer) => Ok(Self { path, format: RowsFormat::Parquet(Box::new(writer)) }),
            Err(error) => Err(parquet_error(&path, error)),
        }
    }

    /// Checks that the format can hold the columns of the input.
    pub(super) fn check(&self, tables: &Tables) -> Result<()> {
        match self.format {
            RowsFormat::Csv(_) => tables.check_text_form(),
            RowsFormat::Jsonl(_) => tables.check_json_form(),
            RowsFormat::Parquet(_) => Ok(()),
        }
    }

    /// Writes the header.
    pub(super) fn begin(&mut self, schema: &Schema) -> Result<()> {
        let RowsFormat::Csv(out) = &mut self.format else { return Ok(()) };
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let lines = text::lines(|writer| writer.write_record(&names))?;
        out.write_all(&lines).map_err(|error| output_error(&self.path, error))
    }

    /// Writes rows of the input with what the job added to them.
    pub(super) fn push<J: AddColumns>(
        &mut self,
        rows: &Rows,
        schema: &SchemaRef,
        columns: &[&Column],
        added: &[J::Row],
    ) -> Result<()> {
        let batch = &rows.batch;
        match &mut self.format {
            RowsFormat::Csv(out) => {
                let lines = csv_lines::<J>(batch, columns, added)?;
                out.write_all(&lines).map_err(|error| output_error(&self.path, error))
            }
            RowsFormat::Jsonl(out) => {
                let lines = jsonl_lines::<J>(rows, schema, columns, added);
                out.write_all(&lines).map_err(|error| output_error(&self.path, error))
            }
            RowsFormat::Parquet(writer) => {
                let own = columns
                    .iter()
                    .map(|column| array_of(column.kind, added.iter().map(|row| J::value(column, row))));
                let reasons = added.iter().map(J::reason);
                let reasons: ArrayRef = Arc::new(reasons.collect::<StringArray>());
                let arrays = batch.columns().iter().cloned().chain(own).chain([reasons]).collect();
                let batch = RecordBatch::try_new(Arc::clone(schema), arrays)
                    .map_err(|error| Error::Option(format!("the columns do not fit: {error}")))?;
                writer.write(&batch).map_err(|error| parquet_error(&self.path, error))
            }
        }
    }

    /// Writes what is buffered, and gives a file its name.
    pub(super) fn end(self) -> Result<()> {
        let Self { path, format } = self;
        match format {
            RowsFormat::Csv(out) | RowsFormat::Jsonl(out) => TextSink::finish(out, &path),
            RowsFormat::Parquet(writer) => {
                writer.into_inner().map_err(|error| parquet_error(&path, error))?.keep()
            }
        }
    }
}

/// Formats rows as CSV. Bytes of input columns stay unchanged, even if a spreadsheet would read them as formulas.
fn csv_lines<J: AddColumns>(batch: &RecordBatch, columns: &[&Column], added: &[J::Row]) -> Result<Vec<u8>> {
    let mut field = Vec::new();
    let mut problem = None;
    let lines = text::lines(|writer| {
        for (row, added) in added.iter().enumerate() {
            for array in batch.columns() {
                field.clear();
                if let Err(error) = write_cell(array, row, &mut field) {
                    problem = Some(error);
                }
                writer.write_field(&field)?;
            }
            for column in columns {
                field.clear();
                write_value(J::value(column, added), &mut field);
                writer.write_field(&field)?;
            }
            writer.write_field(J::reason(added).unwrap_or_default())?;
            writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    })?;
    problem.map_or(Ok(lines), Err)
}

/// Formats rows as JSON lines. Values of JSON stay unchanged.
fn jsonl_lines<J: AddColumns>(
    rows: &Rows,
    schema: &Schema,
    columns: &[&Column],
    added: &[J::Row],
) -> Vec<u8> {
    let keys: Vec<Vec<u8>> = schema.fields().iter().map(|field| json_lines::key(field.name())).collect();
    let (given, own) = keys.split_at(rows.batch.num_columns());
    let mut out = Vec::new();
    for (row, added) in added.iter().enumerate() {
        json_lines::begin(&mut out);
        for (place, (key, array)) in given.iter().zip(rows.batch.columns()).enumerate() {
            out.extend_from_slice(key);
            json_lines::write_cell(array, row, rows.is_bare(place, row), &mut out);
            out.push(b',');
        }
        let values = columns.iter().map(|column| J::value(column, added));
        let reason = Value::Name(J::reason(added));
        for (key, value) in own.iter().zip(values.chain([reason])) {
            out.extend_from_slice(key);
            json_lines::write_value(value, &mut out);
            out.push(b',');
        }
        json_lines::end(&mut out);
    }
    out
}

/// Returns the system's error behind that of Parquet, if there is one.
fn parquet_error(path: &Path, error: ParquetError) -> Error {
    let error = match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        error => io::Error::other(error),
    };
    Error::io("writing", path)(error)
}
