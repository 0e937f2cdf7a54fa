//! Rows as Parquet: the workers build arrays and encode row groups; the file only joins the bytes.
//!
//! Grids look random: no dictionary, no statistics (readers truncate them to 64 bytes), zstd level 1 for the gain of entropy coding,
//! and the lengths, which all repeat, stored apart; `grid_column` writes them. 64-bit numbers are nearly sorted, small, or noise:
//! delta packing leaves nothing to compress.
//!
//! The columns of a batch are encoded on the threads of a pool, while the caller prepares the next batch.
//!
//! ```text
//! batches -> row group: columns, each encoded by one thread -> full: closed by the threads -> written by the caller
//! ```
//!
//! Without a pool the caller does all of it, and the bytes are the same. Columns with names of the schema are encoded as in a corpus.

mod grid_column;
mod row_group;

use self::row_group::{Chunks, RowGroup};
use crate::{
    error::Error,
    facts::Facts,
    schema::{Column, ColumnKind},
};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Metadata, SchemaRef};
use parquet::{
    arrow::{
        ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata, arrow_writer::ArrowRowGroupWriterFactory,
    },
    basic::{Compression, Encoding, ZstdLevel},
    errors::{ParquetError, Result},
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
        writer::SerializedFileWriter,
    },
    schema::types::ColumnPath,
};
use std::{
    any::Any,
    collections::VecDeque,
    io::{self, BufWriter, Write},
    path::Path,
    sync::{Arc, mpsc},
};

const ROW_GROUP_ROWS: usize = 131_072;

/// Bytes of a page, before compression: above the 256 KiB from which zstd takes its quicker parameters, and so small that
/// a page's buffers are used again for the next; those of the usual 1 MiB go back to the system each time.
const PAGE_BYTES: usize = 288 << 10;

/// Bytes that are hashed and written at once: columns of grids arrive in pieces of 8 KiB.
const SINK_BYTES: usize = 128 << 10;

/// Returns the properties of a file with columns of these names and kinds. Its metadata have the program, and the facts of the schema.
fn properties<'a>(
    columns: impl Iterator<Item = (&'a str, ColumnKind)>,
    metadata: &Metadata,
) -> Result<WriterProperties, ParquetError> {
    let program = [KeyValue::new("gridmill.program".to_owned(), crate::PROGRAM.to_owned())];
    // Arrow's readers see the metadata of the schema, others those of the file.
    let fact = |key: &str| Some(KeyValue::new(key.to_owned(), metadata.get(key)?.clone()));
    let facts = [Facts::KEY, Facts::ROWS_KEY, Facts::COUNTS_KEY].into_iter().filter_map(fact);
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(grid_column::LEVEL)?))
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_data_page_size_limit(PAGE_BYTES)
        .set_key_value_metadata(Some(program.into_iter().chain(facts).collect()));
    for (name, kind) in columns {
        builder = pack(builder, name, kind);
    }
    Ok(builder.build())
}

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
        // Nearly all differ.
        ColumnKind::Text | ColumnKind::Texts => builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_statistics_enabled(path, EnabledStatistics::None),
        // `GridColumn` writes grids.
        _ => builder,
    }
}

/// Returns the system's error behind that of Parquet, if there is one.
pub fn write_error(path: &Path, error: ParquetError) -> Error {
    let source = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    Error::io("writing", path)(source)
}

/// Row groups of a corpus that are closed at once; more would only take memory.
const CLOSING: usize = 2;

/// Rows that are encoded together, at least: enough to be worth a task for each column.
const TASK_ROWS: usize = 1024;

/// Bytes of rows from which fewer are encoded together.
const TASK_BYTES: usize = 1 << 20;

/// Destination of a file; its type is forgotten while the file is written, so that the writer is compiled once for all of them.
trait Sink: Write + Send + Any {}

impl<W: Write + Send + Any> Sink for W {}

/// One Parquet file of rows of a table being written.
pub struct ParquetRows {
    writer: SerializedFileWriter<BufWriter<Box<dyn Sink>>>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    are_grids: Vec<bool>,
    pool: Option<Arc<rayon::ThreadPool>>,
    /// Distance by which the caller may be ahead.
    ahead: Ahead,
    /// The row group that is not full, and its rows.
    filling: Option<Arc<RowGroup>>,
    rows: usize,
    row_groups: usize,
    /// Rows and bytes that no thread encodes yet.
    waiting: (usize, usize),
    /// Ends when the tasks that encode the last batch have ended.
    encoding: Option<mpsc::Receiver<()>>,
    /// Columns of the row groups before, being closed.
    closing: VecDeque<mpsc::Receiver<Chunks>>,
}

/// Distance by which the caller may be ahead of the threads that encode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ahead {
    /// By one batch, which may be large.
    OneBatch,
    /// By whole row groups: rows of corpora are small, and the thread that writes them keeps all others busy.
    RowGroups,
}

impl ParquetRows {
    /// Begins a file with the facts of the schema in its metadata.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn begin(out: impl Write + Send + 'static, schema: &SchemaRef) -> Result<Self> {
        Self::begin_in(Box::new(out), schema)
    }

    fn begin_in(out: Box<dyn Sink>, schema: &SchemaRef) -> Result<Self> {
        let kinds: Vec<Option<ColumnKind>> = schema.fields().iter().map(|field| kind(field)).collect();
        let columns = schema.fields().iter().zip(&kinds);
        let columns = columns.filter_map(|(field, &kind)| Some((field.name().as_str(), kind?)));
        let mut properties = properties(columns, schema.metadata())?;
        add_encoded_arrow_schema_to_metadata(schema, &mut properties);
        let parquet = ArrowSchemaConverter::new().convert(schema)?;
        let out = BufWriter::with_capacity(SINK_BYTES, out);
        let writer = SerializedFileWriter::new(out, parquet.root_schema_ptr(), Arc::new(properties))?;
        Ok(Self {
            factory: ArrowRowGroupWriterFactory::new(&writer, Arc::clone(schema)),
            writer,
            schema: Arc::clone(schema),
            are_grids: kinds.into_iter().map(|kind| kind == Some(ColumnKind::Grid)).collect(),
            pool: None,
            ahead: Ahead::OneBatch,
            filling: None,
            rows: 0,
            row_groups: 0,
            waiting: (0, 0),
            encoding: None,
            closing: VecDeque::new(),
        })
    }

    /// Encodes on the threads of `pool`, none of which may call this writer.
    pub fn set_pool(&mut self, pool: &Arc<rayon::ThreadPool>) {
        self.pool = Some(Arc::clone(pool));
    }

    /// Encodes the rows of a corpus on the threads of `pool`: never waits for them but at the end of row groups.
    #[must_use]
    pub fn for_corpus(self, pool: &Arc<rayon::ThreadPool>) -> Self {
        Self { pool: Some(Arc::clone(pool)), ahead: Ahead::RowGroups, ..self }
    }

    /// Adds rows.
    ///
    /// # Errors
    /// That of Parquet, or behind it that of the system, if they cannot be written.
    pub fn push(&mut self, batch: &RecordBatch) -> Result<()> {
        let mut first = 0;
        while first < batch.num_rows() {
            let count = (batch.num_rows() - first).min(ROW_GROUP_ROWS - self.rows);
            let part = batch.slice(first, count);
            let row_group = self.filling()?;
            self.waiting.0 += count;
            self.waiting.1 += part.columns().iter().map(ArrayRef::get_array_memory_size).sum::<usize>();
            row_group.push(part.columns().to_vec());
            if self.waiting.0 >= TASK_ROWS || self.waiting.1 >= TASK_BYTES {
                self.encode(&row_group);
                self.append_closed(if self.ahead == Ahead::OneBatch { 0 } else { CLOSING })?;
            }
            self.rows += count;
            first += count;
            if self.rows == ROW_GROUP_ROWS {
                self.close_row_group()?;
            }
        }
        Ok(())
    }

    /// Writes the remaining rows and the footer, maybe with one more key in the metadata, and returns the destination.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    ///
    /// # Panics
    /// Panics if the destination that [`begin`](Self::begin) got is no `W`.
    pub fn finish<W: 'static>(self, last: Option<KeyValue>) -> Result<W> {
        let sink: Box<dyn Any> = self.end(last)?;
        let Ok(sink) = sink.downcast() else {
            panic!("the file was begun in a destination of another type");
        };
        Ok(*sink)
    }

    fn end(mut self, last: Option<KeyValue>) -> Result<Box<dyn Sink>> {
        self.close_row_group()?;
        self.append_closed(0)?;
        if let Some(last) = last {
            self.writer.append_key_value_metadata(last);
        }
        let sink = self.writer.into_inner()?;
        sink.into_inner().map_err(|error| ParquetError::External(Box::new(error.into_error())))
    }

    fn filling(&mut self) -> Result<Arc<RowGroup>> {
        if let Some(filling) = &self.filling {
            return Ok(Arc::clone(filling));
        }
        let writers = self.factory.create_column_writers(self.row_groups)?;
        let row_group = RowGroup::new(&self.schema, (self.writer.schema_descr(), writers), &self.are_grids)?;
        Ok(Arc::clone(self.filling.insert(Arc::new(row_group))))
    }

    /// Encodes what waits, where no more than one batch may wait once the one before is encoded.
    fn encode(&mut self, row_group: &Arc<RowGroup>) {
        self.waiting = (0, 0);
        self.wait();
        let Some(pool) = &self.pool else {
            return (0..row_group.columns()).for_each(|column| row_group.encode(column));
        };
        let (task, encoding) = mpsc::channel();
        for column in 0..row_group.columns() {
            let (row_group, task) = (Arc::clone(row_group), task.clone());
            pool.spawn(move || {
                row_group.encode(column);
                drop(task);
            });
        }
        self.encoding = (self.ahead == Ahead::OneBatch).then_some(encoding);
    }

    fn wait(&mut self) {
        if let Some(encoding) = self.encoding.take() {
            // No task sends: this ends with the last of them.
            let _ = encoding.recv();
        }
    }

    fn close_row_group(&mut self) -> Result<()> {
        let Some(full) = self.filling.take() else { return Ok(()) };
        (self.rows, self.waiting) = (0, (0, 0));
        self.row_groups += 1;
        self.wait();
        let Some(pool) = &self.pool else { return self.append(full.finish_here()) };
        let (sender, closing) = mpsc::sync_channel(1);
        pool.spawn(move || {
            // The receiver is gone only after an error; the row group is not needed then.
            let _ = sender.send(full.finish());
        });
        self.closing.push_back(closing);
        self.append_closed(if self.ahead == Ahead::OneBatch { 1 } else { CLOSING })
    }

    /// Writes row groups that are being closed, once they are, until no more than `rest` are left.
    fn append_closed(&mut self, rest: usize) -> Result<()> {
        while self.closing.len() > rest
            && let Some(closing) = self.closing.pop_front()
        {
            let stopped = |_| Err(ParquetError::General("an encoder stopped".to_owned()));
            self.append(closing.recv().unwrap_or_else(stopped))?;
        }
        Ok(())
    }

    fn append(&mut self, chunks: Chunks) -> Result<()> {
        let mut row_group = self.writer.next_row_group()?;
        for chunk in chunks? {
            chunk.append(&mut row_group)?;
        }
        row_group.close().map(drop)
    }
}

gridmill_board::debug_of_fields!(ParquetRows: schema);

/// Returns the kind of a column of the schema, if the field has its type.
fn kind(field: &Field) -> Option<ColumnKind> {
    let kind = Column::of_name(field.name())?.kind;
    let data_type = field.data_type();
    let fits = match kind {
        ColumnKind::Grid | ColumnKind::Text => data_type == &DataType::Utf8,
        ColumnKind::U64 => data_type == &DataType::UInt64,
        ColumnKind::Texts => data_type == &DataType::new_list(DataType::Utf8, true),
        // Encoded as any column is.
        _ => false,
    };
    fits.then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::guarded::ParquetFile;
    use arrow_array::{
        StringArray, StructArray, UInt64Array, builder::StringDictionaryBuilder, types::Int32Type,
    };
    use arrow_schema::{Fields, Schema};
    use arrow_select::concat::concat_batches;
    use gridmill_testing::sample;

    /// Rows of columns of the schema, and of others: a dictionary, and a struct with two leaves.
    fn table(rows: std::ops::Range<usize>) -> RecordBatch {
        let number = |row: usize| (!row.is_multiple_of(7)).then_some(row as u64);
        let numbers: ArrayRef = Arc::new(rows.clone().map(number).collect::<UInt64Array>());
        let grid = |row: usize| (row % 1000 > 3).then(|| format!("{:081}", row * row));
        let grids: ArrayRef = Arc::new(rows.clone().map(grid).collect::<StringArray>());
        let mut names = StringDictionaryBuilder::<Int32Type>::new();
        rows.for_each(|row| names.append_value(["a", "b", "c"][row % 3]));
        let names: ArrayRef = Arc::new(names.finish());
        let leaves: Fields = [("one", &numbers), ("two", &grids)]
            .map(|(name, array)| Field::new(name, array.data_type().clone(), true))
            .to_vec()
            .into();
        let both: ArrayRef =
            Arc::new(StructArray::new(leaves, vec![Arc::clone(&numbers), Arc::clone(&grids)], None));
        let columns = [("index", numbers), ("both", both), ("puzzle", grids), ("name", names)];
        let field = |(name, array): &(&str, ArrayRef)| Field::new(*name, array.data_type().clone(), true);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        RecordBatch::try_new(Arc::new(schema), columns.map(|(_, array)| array).to_vec()).unwrap()
    }

    fn written(batches: &[RecordBatch], threads: Option<usize>, ahead: Ahead) -> Vec<u8> {
        let mut rows = ParquetRows::begin(Vec::new(), &batches[0].schema()).unwrap();
        if let Some(threads) = threads {
            let pool = Arc::new(crate::threads::thread_pool(threads).unwrap());
            match ahead {
                Ahead::OneBatch => rows.set_pool(&pool),
                Ahead::RowGroups => rows = rows.for_corpus(&pool),
            }
        }
        for batch in batches {
            rows.push(batch).unwrap();
        }
        rows.finish(Some(KeyValue::new("rows".to_owned(), "many".to_owned()))).unwrap()
    }

    /// Rows of several row groups, in batches of several sizes, are what was written, and the bytes do not depend on the threads.
    #[test]
    fn threads_do_not_change_the_bytes() {
        let ends = [0, 1, 100, 1100, 9000, 140_000, 140_001, 270_000];
        let batches: Vec<_> = ends.windows(2).map(|pair| table(pair[0]..pair[1])).collect();
        let bytes = written(&batches, None, Ahead::OneBatch);
        for (threads, ahead) in sample(vec![3], vec![1, 2, 3])
            .into_iter()
            .flat_map(|n| [(n, Ahead::OneBatch), (n, Ahead::RowGroups)])
        {
            assert!(written(&batches, Some(threads), ahead) == bytes, "{threads} threads, {ahead:?}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        std::fs::write(&path, bytes).unwrap();
        let file = ParquetFile::open(&path).unwrap();
        assert_eq!((file.rows(), file.row_groups()), (270_000, 3));
        let pairs = file.pairs().unwrap().iter().map(|pair| pair.key.as_str()).collect::<Vec<_>>();
        assert!(["gridmill.program", "rows"].iter().all(|key| pairs.contains(key)), "{pairs:?}");
        let read = file.all_batches(8192).unwrap().collect::<crate::error::Result<Vec<_>>>().unwrap();
        let whole = concat_batches(file.schema(), &read).unwrap();
        assert_eq!(whole.columns()[..3], table(0..270_000).columns()[..3]);
    }

    #[test]
    fn a_file_may_have_no_rows() {
        let bytes = written(&[table(0..0)], Some(2), Ahead::OneBatch);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none.parquet");
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(ParquetFile::open(&path).unwrap().rows(), 0);
    }
}
