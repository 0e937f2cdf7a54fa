//! Rows as Parquet: arrays are built by the workers, row groups encoded by them, and the file only joins the bytes.
//!
//! Grids look random: no dictionary, no statistics (readers truncate them to 64 bytes), zstd 1.

use super::{
    Job,
    contents::Hashed,
    path,
    schema::{Column, Kind, Layout, Value},
};
use crate::{
    error::{Error, Result},
    pipeline::{Record, STREAM_VERSION},
};
use ::parquet::{
    arrow::{
        ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata,
        arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves},
    },
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::types::ColumnPath,
};
use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{
        BooleanBuilder, Float64Builder, StringBuilder, StringDictionaryBuilder, UInt16Builder, UInt64Builder,
    },
    types::Int32Type,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use rayon::prelude::*;
use std::{
    collections::VecDeque,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
};

/// Rows of a row group.
const ROW_GROUP_ROWS: usize = 131_072;

/// Row groups being encoded at once; more would only take memory.
const ENCODING: usize = 2;

type Chunks = Result<Vec<ArrowColumnChunk>, ParquetError>;

/// One Parquet file being written.
pub(super) struct ParquetFile {
    path: PathBuf,
    writer: SerializedFileWriter<Hashed<File>>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    /// Blocks of arrays that wait for their row group to be full.
    blocks: Vec<Vec<ArrayRef>>,
    rows: usize,
    row_groups: usize,
    encoding: VecDeque<mpsc::Receiver<Chunks>>,
}

/// A block of rows as arrays, one for each column.
pub(super) fn arrays(records: &[Record], layout: Layout) -> Vec<ArrayRef> {
    layout.columns().map(|column| array(column, records)).collect()
}

fn array(column: &Column, records: &[Record]) -> ArrayRef {
    array_of(column.kind, records.iter().map(|record| column.value(record)))
}

/// The arrays of a block as a table.
pub(super) fn batch(arrays: Vec<ArrayRef>, layout: Layout) -> Result<RecordBatch> {
    RecordBatch::try_new(Arc::new(arrow_schema(layout)), arrays)
        .map_err(|error| Error::Option(format!("the columns do not fit: {error}")))
}

/// The values of a column as an array.
pub(super) fn array_of<'a>(kind: Kind, values: impl ExactSizeIterator<Item = Value<'a>>) -> ArrayRef {
    let len = values.len();
    match kind {
        Kind::Grid => {
            let mut builder = StringBuilder::with_capacity(len, len * 81);
            let mut text = Vec::new();
            for value in values {
                text.clear();
                match value {
                    Value::Puzzle(grid) => grid.write_text(&mut text),
                    Value::Solution(solution) => solution.write_text(&mut text),
                    _ => {}
                }
                builder.append_option(std::str::from_utf8(&text).ok());
            }
            Arc::new(builder.finish())
        }
        Kind::U16 => {
            let mut builder = UInt16Builder::with_capacity(len);
            values.for_each(|value| builder.append_option(number(value).and_then(|n| u16::try_from(n).ok())));
            Arc::new(builder.finish())
        }
        Kind::U64 => {
            let mut builder = UInt64Builder::with_capacity(len);
            values.for_each(|value| builder.append_option(number(value)));
            Arc::new(builder.finish())
        }
        Kind::F64 => {
            let mut builder = Float64Builder::with_capacity(len);
            values.for_each(|value| {
                builder.append_option(if let Value::Real(number) = value { number } else { None });
            });
            Arc::new(builder.finish())
        }
        Kind::Bool => {
            let mut builder = BooleanBuilder::with_capacity(len);
            values.for_each(|value| {
                builder.append_option(if let Value::Flag(flag) = value { flag } else { None });
            });
            Arc::new(builder.finish())
        }
        Kind::Name => {
            let mut builder = StringDictionaryBuilder::<Int32Type>::new();
            values.for_each(|value| {
                builder.append_option(if let Value::Name(name) = value { name } else { None });
            });
            Arc::new(builder.finish())
        }
        Kind::Path => {
            let paths = values.map(|value| if let Value::Path(path) = value { path } else { None });
            path::array(paths)
        }
    }
}

const fn number(value: Value<'_>) -> Option<u64> {
    if let Value::Number(number) = value { number } else { None }
}

/// A column as Parquet readers see it.
pub(super) fn field(column: &Column) -> Field {
    let kind = match column.kind {
        Kind::Grid => DataType::Utf8,
        Kind::U16 => DataType::UInt16,
        Kind::U64 => DataType::UInt64,
        Kind::F64 => DataType::Float64,
        Kind::Bool => DataType::Boolean,
        Kind::Name => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        Kind::Path => path::data_type(),
    };
    Field::new(column.name, kind, column.nullable)
}

fn arrow_schema(layout: Layout) -> Schema {
    Schema::new(layout.columns().map(field).collect::<Vec<_>>())
}

fn properties(job: &Job) -> Result<WriterProperties, ParquetError> {
    let plan = serde_json::to_string(&job.plan).map_err(|error| ParquetError::External(Box::new(error)))?;
    let scale = job.plan.rating.rulebook.as_ref().map(|rulebook| rulebook.scale().to_owned());
    let about = [
        ("gridmill.program", crate::PROGRAM.to_owned()),
        ("gridmill.stream", STREAM_VERSION.to_string()),
        ("gridmill.seed", job.seed.to_string()),
        ("gridmill.plan", plan),
    ];
    let about = about.into_iter().chain(scale.map(|scale| ("gridmill.rating_scale", scale)));
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_key_value_metadata(Some(
            about.map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect(),
        ));
    for column in Layout::of(job).columns().filter(|column| column.kind == Kind::Grid) {
        let path = ColumnPath::from(column.name);
        builder = builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_statistics_enabled(path, EnabledStatistics::None);
    }
    Ok(builder.build())
}

impl ParquetFile {
    pub(super) fn create(path: &Path, job: &Job) -> Result<Self> {
        let file = File::create_new(path).map_err(Error::io("creating", path))?;
        let open = || {
            let schema = Arc::new(arrow_schema(Layout::of(job)));
            let mut properties = properties(job)?;
            add_encoded_arrow_schema_to_metadata(&schema, &mut properties);
            let parquet = ArrowSchemaConverter::new().convert(&schema)?;
            let writer = SerializedFileWriter::new(
                Hashed::new(file),
                parquet.root_schema_ptr(),
                Arc::new(properties),
            )?;
            let factory = ArrowRowGroupWriterFactory::new(&writer, schema.clone());
            Ok((schema, writer, factory))
        };
        let (schema, writer, factory) = open().map_err(|error| write_error(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            writer,
            factory,
            schema,
            blocks: Vec::new(),
            rows: 0,
            row_groups: 0,
            encoding: VecDeque::new(),
        })
    }

    /// Takes the next block; a full row group is encoded on `pool`.
    pub(super) fn push(&mut self, arrays: Vec<ArrayRef>, pool: &rayon::ThreadPool) -> Result<()> {
        self.rows += arrays.first().map_or(0, arrow_array::Array::len);
        self.blocks.push(arrays);
        if self.rows >= ROW_GROUP_ROWS { self.encode(pool) } else { Ok(()) }
    }

    /// Writes what is left and the footer; the file is still to be synced.
    pub(super) fn finish(&mut self, pool: &rayon::ThreadPool) -> Result<()> {
        if self.rows > 0 {
            self.encode(pool)?;
        }
        while !self.encoding.is_empty() {
            self.append_oldest()?;
        }
        self.writer.finish().map(drop).map_err(|error| write_error(&self.path, error))
    }

    pub(super) fn written(&self) -> &Hashed<File> {
        self.writer.inner()
    }

    fn encode(&mut self, pool: &rayon::ThreadPool) -> Result<()> {
        let writers =
            self.factory.create_column_writers(self.row_groups).map_err(|e| write_error(&self.path, e))?;
        let blocks = std::mem::take(&mut self.blocks);
        self.rows = 0;
        self.row_groups += 1;
        let (sender, receiver) = mpsc::sync_channel(1);
        let schema = self.schema.clone();
        pool.spawn(move || {
            // The receiver is gone only after an error, when nobody wants the row group any more.
            let _ = sender.send(encode_row_group(&schema, writers, &blocks));
        });
        self.encoding.push_back(receiver);
        if self.encoding.len() > ENCODING { self.append_oldest() } else { Ok(()) }
    }

    fn append_oldest(&mut self) -> Result<()> {
        let Some(receiver) = self.encoding.pop_front() else { return Ok(()) };
        let chunks =
            receiver.recv().unwrap_or_else(|_| Err(ParquetError::General("an encoder stopped".into())));
        let append = || {
            let mut row_group = self.writer.next_row_group()?;
            for chunk in chunks? {
                chunk.append_to_row_group(&mut row_group)?;
            }
            row_group.close().map(drop)
        };
        append().map_err(|error| write_error(&self.path, error))
    }
}

fn encode_row_group(schema: &Schema, writers: Vec<ArrowColumnWriter>, blocks: &[Vec<ArrayRef>]) -> Chunks {
    let encode = |(n, mut writers): (usize, Vec<ArrowColumnWriter>)| {
        for block in blocks {
            for (leaf, writer) in compute_leaves(schema.field(n), &block[n])?.iter().zip(&mut writers) {
                writer.write(leaf)?;
            }
        }
        writers.into_iter().map(ArrowColumnWriter::close).collect()
    };
    let columns: Result<Vec<Vec<_>>, _> =
        by_column(schema, writers).into_par_iter().enumerate().map(encode).collect();
    Ok(columns?.into_iter().flatten().collect())
}

/// The writers of each column: one, or for a column of structs one for each of their leaves.
fn by_column(schema: &Schema, writers: Vec<ArrowColumnWriter>) -> Vec<Vec<ArrowColumnWriter>> {
    let mut writers = writers.into_iter();
    let leaves = |field: &Arc<Field>| path::leaves(field.data_type());
    schema.fields().iter().map(|field| writers.by_ref().take(leaves(field)).collect()).collect()
}

fn write_error(path: &Path, error: ParquetError) -> Error {
    let source = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    Error::io("writing", path)(source)
}
