//! Rows as Parquet: the workers build arrays and encode row groups; the file only joins the bytes.
//!
//! Grids look random: no dictionary, no statistics (readers truncate them to 64 bytes), zstd level 1 for the gain of entropy coding,
//! and the lengths, which all repeat, stored apart; `grid_column` writes them. 64-bit numbers are nearly sorted, small, or noise:
//! delta packing leaves nothing to compress.

mod grid_column;
mod row_group;
mod table_rows;

use self::row_group::{Chunks, RowGroup};
pub(super) use self::table_rows::TableRows;
use super::{path, text::write_value, tokens};
use crate::{
    error::{Error, Result},
    schema::{
        ColumnKind, Value, {Layout, LayoutColumn},
    },
};
use ::parquet::{
    arrow::{
        ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata, arrow_writer::ArrowRowGroupWriterFactory,
    },
    basic::{Compression, Encoding, ZstdLevel},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
        writer::SerializedFileWriter,
    },
    schema::types::ColumnPath,
};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray, RecordBatch, StringArray,
    builder::{BooleanBuilder, Float64Builder, ListBuilder, StringBuilder, StringDictionaryBuilder},
    types::{Int32Type, UInt16Type, UInt32Type, UInt64Type},
};
use arrow_buffer::{Buffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::concat::concat;
use gridmill_generate::Record;
use std::{
    borrow::Cow,
    collections::VecDeque,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
};

/// Rows of a row group.
const ROW_GROUP_ROWS: usize = 131_072;

/// Bytes of a page, before compression: above the 256 KiB from which zstd takes its quicker parameters, and so small that
/// a page's buffers are used again for the next; those of the usual 1 MiB go back to the system each time.
const PAGE_BYTES: usize = 288 << 10;

/// Whole row groups being encoded at once; more would only take memory.
const ENCODING: usize = 2;

/// Blocks that are encoded together: enough to be worth a task.
const BLOCKS_A_TASK: usize = 16;

/// Bytes that are hashed and written at once: columns of grids arrive in pieces of 8 KiB.
const SINK_BYTES: usize = 128 << 10;

/// One Parquet file being written.
pub struct ParquetRows<W: Write + Send> {
    path: PathBuf,
    writer: SerializedFileWriter<BufWriter<W>>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    /// For each column, true if it has grids.
    are_grids: Vec<bool>,
    /// The row group that is not full, its rows and its blocks.
    filling: Option<Arc<RowGroup>>,
    rows: usize,
    blocks: usize,
    row_groups: usize,
    encoding: VecDeque<mpsc::Receiver<Chunks>>,
}

/// Builds the arrays of a block of rows, one for each column.
pub fn arrays(records: &[Record], layout: &Layout) -> Vec<ArrayRef> {
    layout.columns().iter().map(|column| array(column, records)).collect()
}

fn array(column: &LayoutColumn, records: &[Record]) -> ArrayRef {
    array_of(column.column.kind, records.iter().map(|record| column.value(record)))
}

/// Joins the arrays of rows that follow each other, column by column.
///
/// # Errors
/// That of Arrow if the pieces have different columns.
pub fn join(pieces: &[Vec<ArrayRef>]) -> Result<Vec<ArrayRef>, ArrowError> {
    let columns = pieces.first().map_or(0, Vec::len);
    let column = |place: usize| {
        let parts: Vec<&dyn Array> = pieces.iter().map(|piece| &*piece[place]).collect();
        concat(&parts)
    };
    (0..columns).map(column).collect()
}

/// Builds the table of a block from its arrays.
///
/// # Errors
/// [`Error::Option`] if the columns do not fit each other.
pub fn batch(arrays: Vec<ArrayRef>, layout: &Layout) -> Result<RecordBatch> {
    RecordBatch::try_new(Arc::new(arrow_schema(layout)), arrays)
        .map_err(|error| Error::option(format!("the columns do not fit: {error}")))
}

/// Builds the table of some rows of a corpus, as its Parquet files have it.
///
/// # Errors
/// [`Error::Option`] if the columns do not fit each other.
pub fn record_batch(records: &[Record], layout: &Layout) -> Result<RecordBatch> {
    batch(arrays(records, layout), layout)
}

/// Returns the columns of such a table.
pub fn arrow_schema(layout: &Layout) -> Schema {
    Schema::new(layout.columns().iter().map(field).collect::<Vec<_>>())
}

/// Builds the array of a column from its values.
pub fn array_of<'a>(kind: ColumnKind, values: impl ExactSizeIterator<Item = Value<'a>>) -> ArrayRef {
    let len = values.len();
    match kind {
        ColumnKind::Grid => {
            let (mut text, mut ends) = (Vec::with_capacity(len * 81), vec![0]);
            let mut present = NullBufferBuilder::new(len);
            for value in values {
                present.append(!matches!(value, Value::Number(None)));
                write_value(value, &mut text);
                ends.push(i32::try_from(text.len()).unwrap_or(i32::MAX));
            }
            let (ends, text) = (OffsetBuffer::new(ends.into()), Buffer::from_vec(text));
            Arc::new(StringArray::new(ends, text, present.finish()))
        }
        ColumnKind::U16 => numbers::<UInt16Type>(values, |n| u16::try_from(n).ok()),
        ColumnKind::U32 => numbers::<UInt32Type>(values, |n| u32::try_from(n).ok()),
        ColumnKind::U64 => numbers::<UInt64Type>(values, Some),
        ColumnKind::Decimal | ColumnKind::F64 => {
            let mut builder = Float64Builder::with_capacity(len);
            values.for_each(|value| builder.append_option(real(value)));
            Arc::new(builder.finish())
        }
        ColumnKind::Bool => {
            let mut builder = BooleanBuilder::with_capacity(len);
            values.for_each(|value| {
                builder.append_option(if let Value::Flag(flag) = value { flag } else { None });
            });
            Arc::new(builder.finish())
        }
        ColumnKind::Name => {
            let mut builder = StringDictionaryBuilder::<Int32Type>::new();
            values.for_each(|value| {
                builder.append_option(if let Value::Name(name) = value { name } else { None });
            });
            Arc::new(builder.finish())
        }
        ColumnKind::Text => {
            let texts = values.map(|value| match value {
                Value::Cell(Some(_)) | Value::Mask(Some(_)) => Some(Cow::Owned(written(value))),
                Value::Name(text) => text.map(Cow::Borrowed),
                Value::CompactPath(path) => path.map(|path| Cow::Owned(path::compact(path))),
                _ => None,
            });
            Arc::new(texts.collect::<StringArray>())
        }
        ColumnKind::Texts => {
            let mut builder = ListBuilder::new(StringBuilder::new());
            for value in values {
                let is_there = matches!(value, Value::Masks(Some(_)) | Value::Solutions(Some(_)));
                written(value).split_whitespace().for_each(|text| builder.values().append_value(text));
                builder.append(is_there);
            }
            Arc::new(builder.finish())
        }
        ColumnKind::Path => {
            let paths = values.map(|value| if let Value::Path(path) = value { path } else { None });
            path::array(paths)
        }
        ColumnKind::Tokens => tokens::array(values.map(|value| {
            if let Value::SearchTrace(puzzle) = value { puzzle.map(tokens::of_search) } else { None }
        })),
    }
}

/// Returns a value as text.
fn written(value: Value<'_>) -> String {
    let mut text = Vec::new();
    write_value(value, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns the floating point number nearest to the value.
fn real(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Real(number) => number,
        Value::Tenths(number) => number.map(f64::from),
        Value::Hundredths(hundredths) => hundredths.map(|hundredths| f64::from(hundredths) / 100.0),
        Value::Puzzle(_)
        | Value::Solution(_)
        | Value::Number(_)
        | Value::Flag(_)
        | Value::Name(_)
        | Value::Path(_)
        | Value::CompactPath(_)
        | Value::Cell(_)
        | Value::Mask(_)
        | Value::Masks(_)
        | Value::Solutions(_)
        | Value::SearchTrace(_) => None,
    }
}

/// Builds an array of whole numbers, null where there is none or where it does not fit.
fn numbers<'a, T: ArrowPrimitiveType<Native: Default>>(
    values: impl ExactSizeIterator<Item = Value<'a>>,
    fit: impl Fn(u64) -> Option<T::Native>,
) -> ArrayRef {
    let mut nulls = NullBufferBuilder::new(values.len());
    let number = |value| {
        let number = if let Value::Number(Some(number)) = value { fit(number) } else { None };
        nulls.append(number.is_some());
        number.unwrap_or_default()
    };
    let numbers: Vec<T::Native> = values.map(number).collect();
    Arc::new(PrimitiveArray::<T>::new(numbers.into(), nulls.finish()))
}

/// Returns a column as an Arrow field.
pub fn field(column: &LayoutColumn) -> Field {
    let kind = match column.column.kind {
        ColumnKind::Grid | ColumnKind::Text => DataType::Utf8,
        ColumnKind::U16 => DataType::UInt16,
        ColumnKind::U64 => DataType::UInt64,
        ColumnKind::U32 => DataType::UInt32,
        ColumnKind::Decimal | ColumnKind::F64 => DataType::Float64,
        ColumnKind::Bool => DataType::Boolean,
        ColumnKind::Name => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        ColumnKind::Path => path::data_type(),
        ColumnKind::Texts => DataType::new_list(DataType::Utf8, true),
        ColumnKind::Tokens => tokens::data_type(),
    };
    Field::new(column.name(), kind, column.column.nullable)
}

/// Returns the properties of a file with columns of these names and kinds, and keys and values of these names in its metadata.
fn properties<'a>(
    columns: impl Iterator<Item = (&'a str, ColumnKind)>,
    about: impl IntoIterator<Item = (&'static str, String)>,
) -> Result<WriterProperties, ParquetError> {
    let about = about.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(grid_column::LEVEL)?))
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_data_page_size_limit(PAGE_BYTES)
        .set_key_value_metadata(Some(about.collect()));
    for (name, kind) in columns {
        builder = pack(builder, name, kind);
    }
    Ok(builder.build())
}

/// Sets the encoding of a column.
fn pack(builder: WriterPropertiesBuilder, name: &str, kind: ColumnKind) -> WriterPropertiesBuilder {
    let mut path = vec![name.to_owned()];
    if kind == ColumnKind::Texts {
        path.extend(["list", "item"].map(str::to_owned));
    }
    let path = ColumnPath::from(path);
    match kind {
        ColumnKind::U64 => builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
            .set_column_compression(path, Compression::UNCOMPRESSED),
        // `GridColumn` writes grids.
        ColumnKind::Grid
        | ColumnKind::U16
        | ColumnKind::U32
        | ColumnKind::Decimal
        | ColumnKind::F64
        | ColumnKind::Name
        | ColumnKind::Path
        | ColumnKind::Tokens
        | ColumnKind::Bool => builder,
        // Nearly all differ.
        ColumnKind::Text | ColumnKind::Texts => builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_statistics_enabled(path, EnabledStatistics::None),
    }
}

impl<W: Write + Send> ParquetRows<W> {
    /// Begins the file that errors call `path`, whose rows have these columns, with these keys and values in its metadata.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn begin(
        path: PathBuf,
        out: W,
        layout: &Layout,
        about: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<Self> {
        let open = || {
            let schema = Arc::new(arrow_schema(layout));
            let columns = layout.columns();
            let columns = columns.iter().map(|column| (column.name(), column.column.kind));
            let mut properties = properties(columns, about)?;
            add_encoded_arrow_schema_to_metadata(&schema, &mut properties);
            let parquet = ArrowSchemaConverter::new().convert(&schema)?;
            let writer = SerializedFileWriter::new(
                BufWriter::with_capacity(SINK_BYTES, out),
                parquet.root_schema_ptr(),
                Arc::new(properties),
            )?;
            let factory = ArrowRowGroupWriterFactory::new(&writer, schema.clone());
            Ok((schema, writer, factory))
        };
        let (schema, writer, factory) = open().map_err(|error| write_error(&path, error))?;
        Ok(Self {
            path,
            writer,
            factory,
            schema,
            are_grids: layout.columns().iter().map(|column| column.column.kind == ColumnKind::Grid).collect(),
            filling: None,
            rows: 0,
            blocks: 0,
            row_groups: 0,
            encoding: VecDeque::new(),
        })
    }

    /// Adds the next block; encoding continues on `pool`.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be written.
    pub fn push(&mut self, arrays: Vec<ArrayRef>, pool: &rayon::ThreadPool) -> Result<()> {
        self.rows += arrays.first().map_or(0, arrow_array::Array::len);
        self.blocks += 1;
        let filling = self.filling()?;
        filling.push(arrays);
        if self.rows >= ROW_GROUP_ROWS {
            return self.close_row_group(pool);
        }
        if self.blocks.is_multiple_of(BLOCKS_A_TASK) {
            pool.spawn(move || filling.advance());
        }
        Ok(())
    }

    /// Writes the remaining rows and the footer, without closing the file.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be written.
    pub fn finish(mut self, pool: &rayon::ThreadPool) -> Result<W> {
        if self.rows > 0 {
            self.close_row_group(pool)?;
        }
        while !self.encoding.is_empty() {
            self.append_oldest()?;
        }
        let sink = self.writer.into_inner().map_err(|error| write_error(&self.path, error))?;
        sink.into_inner().map_err(|error| Error::io("writing", &self.path)(error.into_error()))
    }

    fn filling(&mut self) -> Result<Arc<RowGroup>> {
        if let Some(filling) = &self.filling {
            return Ok(filling.clone());
        }
        let begin = || {
            let writers = self.factory.create_column_writers(self.row_groups)?;
            RowGroup::new(&self.schema, (self.writer.schema_descr(), writers), &self.are_grids)
        };
        let row_group = begin().map_err(|error| write_error(&self.path, error))?;
        Ok(self.filling.insert(Arc::new(row_group)).clone())
    }

    fn close_row_group(&mut self, pool: &rayon::ThreadPool) -> Result<()> {
        let Some(full) = self.filling.take() else { return Ok(()) };
        (self.rows, self.blocks) = (0, 0);
        self.row_groups += 1;
        let (sender, receiver) = mpsc::sync_channel(1);
        pool.spawn(move || {
            // The receiver is gone only after an error; the row group is not needed then.
            let _ = sender.send(full.finish());
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
                chunk.append(&mut row_group)?;
            }
            row_group.close().map(drop)
        };
        append().map_err(|error| write_error(&self.path, error))
    }
}

/// Returns the system's error behind that of Parquet, if there is one.
pub(super) fn write_error(path: &Path, error: ParquetError) -> Error {
    let source = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    Error::io("writing", path)(source)
}

impl<W: Write + Send> std::fmt::Debug for ParquetRows<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetRows").field("file", &self.path).finish_non_exhaustive()
    }
}
