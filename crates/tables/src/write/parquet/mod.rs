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
use super::arrays::arrow_schema;
use crate::{
    error::{Error, Result},
    schema::{ColumnKind, Layout},
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
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::{
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
    pub fn push(&mut self, block: &RecordBatch, pool: &rayon::ThreadPool) -> Result<()> {
        self.rows += block.num_rows();
        self.blocks += 1;
        let filling = self.filling()?;
        filling.push(block.columns().to_vec());
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
