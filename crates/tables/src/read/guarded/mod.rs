//! Guarded reader of Parquet files from untrusted sources; all readers of Parquet use it.
//!
//! ```text
//! footer, checked -> schema -> row group: first page of each column, checked -> rows of a batch -> batches
//! ```
//!
//! The parquet crate reserves memory for what a file declares, and panics on some damage. Here, declarations are checked
//! before they are decoded, the pages and values of a batch stay within a budget, and a panic is an error. Memory does not depend on
//! the size of the file. A file is open only while its batches are read.

mod footer;
mod pages;
mod thrift;

use self::pages::{Budget, Chunks, Pages};
use crate::{
    error::{Error, Result},
    storage::StoredFile,
};
use ::parquet::{
    arrow::{
        FieldLevels, ProjectionMask,
        arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, RowGroups},
        parquet_to_arrow_field_levels,
    },
    basic::Type,
    column::page::{PageIterator, PageReader},
    errors::ParquetError,
    file::metadata::{KeyValue, ParquetMetaData, RowGroupMetaData},
};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    ops::Range,
    panic::{self, AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Once},
};

/// Bytes that the values of a batch should take.
const BATCH_BYTES: usize = 16 << 20;
/// Bytes that the longest values of a row may take.
const ROW_BYTES: usize = 64 << 20;

/// A Parquet file whose footer is known and sound.
#[derive(Debug, Clone)]
pub struct ParquetFile {
    path: PathBuf,
    metadata: ArrowReaderMetadata,
}

impl ParquetFile {
    /// Reads the footer.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be opened, [`Error::Corpus`] if it is no Parquet file, or declares what it cannot hold.
    pub fn open(path: &Path) -> Result<Self> {
        let (file, size) = open(path)?;
        let read = || {
            let metadata = footer::read(&file, size)?;
            ArrowReaderMetadata::try_new(Arc::new(metadata), ArrowReaderOptions::default())
                .map_err(|error| first_line(&error))
        };
        let metadata = catch(read).unwrap_or_else(|| Err("the file is damaged".to_owned()));
        let metadata = metadata.map_err(|problem| {
            corpus_error(path, &format!("this is no Parquet file that can be read: {problem}"))
        })?;
        Ok(Self { path: path.to_owned(), metadata })
    }

    /// Returns all columns.
    pub fn schema(&self) -> &SchemaRef {
        self.metadata.schema()
    }

    /// Returns the number of rows of all row groups.
    pub fn rows(&self) -> u64 {
        u64::try_from(self.metadata.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    /// Returns the number of row groups.
    pub fn row_groups(&self) -> usize {
        self.metadata.metadata().num_row_groups()
    }

    /// Pairs of key and value that the writer added.
    pub fn pairs(&self) -> Option<&Vec<KeyValue>> {
        self.metadata.metadata().file_metadata().key_value_metadata()
    }

    /// Reads the rows of some row groups in order: the `columns` by place, or all, in batches of at most `batch_rows` rows. The
    /// iterator ends after an error.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be opened again, [`Error::Corpus`] if the columns cannot be read.
    pub fn batches(
        &self,
        columns: Option<&[usize]>,
        row_groups: Range<usize>,
        batch_rows: usize,
    ) -> Result<Batches> {
        let (file, size) = open(&self.path)?;
        let parquet_schema = self.metadata.parquet_schema();
        let mask = match columns {
            None => ProjectionMask::all(),
            Some(columns) => ProjectionMask::roots(parquet_schema, columns.iter().copied()),
        };
        let hint = Some(self.schema().fields());
        let levels = catch(|| parquet_to_arrow_field_levels(parquet_schema, mask.clone(), hint));
        let levels = levels.unwrap_or_else(|| Err(ParquetError::General("the file is damaged".to_owned())));
        let levels = levels.map_err(|error| corpus_error(&self.path, &first_line(&error)))?;
        let fixed = self.schema().fields().iter().enumerate();
        let fixed = fixed.filter(|(place, _)| columns.is_none_or(|columns| columns.contains(place)));
        let fixed =
            fixed.fold(0, |sum: usize, (_, field)| sum.saturating_add(fixed_bytes(field.data_type())));
        Ok(Batches {
            path: self.path.clone(),
            metadata: Arc::clone(self.metadata.metadata()),
            chunks: Arc::new(Chunks::new(Arc::new(file), size)),
            mask,
            levels,
            fixed,
            row_groups,
            batch_rows,
            budget: Arc::default(),
            reader: None,
            rows_left: 0,
        })
    }

    /// Reads all columns of all rows in order.
    ///
    /// # Errors
    /// As [`batches`](Self::batches).
    pub fn all_batches(&self, batch_rows: usize) -> Result<Batches> {
        self.batches(None, 0..self.row_groups(), batch_rows)
    }
}

fn open(path: &Path) -> Result<(StoredFile, u64)> {
    let file = StoredFile::open(path).map_err(Error::io("opening", path))?;
    let size = file.size().map_err(Error::io("reading", path))?;
    Ok((file, size))
}

/// Rows in batches.
pub struct Batches {
    path: PathBuf,
    metadata: Arc<ParquetMetaData>,
    chunks: Arc<Chunks>,
    mask: ProjectionMask,
    levels: FieldLevels,
    /// Bytes of the lists and values of fixed length in a row.
    fixed: usize,
    /// Row groups still to be read.
    row_groups: Range<usize>,
    batch_rows: usize,
    budget: Arc<Budget>,
    /// The present row group, and its rows still to come.
    reader: Option<ParquetRecordBatchReader>,
    rows_left: usize,
}

impl Batches {
    /// Reads the next batch; an error keeps its first line.
    fn read(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            if let Some(reader) = &mut self.reader {
                self.budget.begin_batch();
                let batch = reader.next().transpose().map_err(|error| arrow_line(&error))?;
                let rows = batch.as_ref().map_or(0, RecordBatch::num_rows);
                let left = self.rows_left.checked_sub(rows).filter(|left| rows > 0 || *left == 0);
                self.rows_left = left.ok_or("a row group has other rows than it declares")?;
                if rows > 0 {
                    return Ok(batch);
                }
            }
            self.reader = None;
            let Some(number) = self.row_groups.next() else { return Ok(None) };
            self.reader = Some(self.open_row_group(number)?);
        }
    }

    fn open_row_group(&mut self, number: usize) -> Result<ParquetRecordBatchReader, String> {
        let line = |error: ParquetError| first_line(&error);
        self.budget.begin_batch();
        let row_group = self.metadata.row_group(number);
        self.rows_left = usize::try_from(row_group.num_rows()).unwrap_or(0);
        let (mut pages, mut row, mut longest) = (BTreeMap::new(), self.fixed, self.fixed);
        for (leaf, column) in row_group.columns().iter().enumerate() {
            if self.mask.leaf_included(leaf) {
                let chunks = Arc::clone(&self.chunks);
                let opened =
                    Pages::open(chunks, column, self.rows_left, Arc::clone(&self.budget)).map_err(line)?;
                longest = longest.saturating_add(opened.longest);
                row = row.saturating_add(bytes_a_row(column, self.rows_left).max(opened.longest));
                pages.insert(leaf, opened);
            }
        }
        if longest > ROW_BYTES {
            return Err(format!("a row may take {longest} bytes; at most {ROW_BYTES} are read"));
        }
        let batch_rows = (BATCH_BYTES / row.max(1)).clamp(1, self.batch_rows);
        let row_group =
            OneRowGroup { metadata: Arc::clone(&self.metadata), number, pages: RefCell::new(pages) };
        ParquetRecordBatchReader::try_new_with_row_groups(&self.levels, &row_group, batch_rows, None)
            .map_err(line)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = catch(|| self.read()).unwrap_or_else(|| Err("the file is damaged".to_owned()));
        if !matches!(read, Ok(Some(_))) {
            self.reader = None;
            self.row_groups = 0..0;
        }
        read.map_err(|problem| corpus_error(&self.path, &problem)).transpose()
    }
}

gridmill_board::debug_of_fields!(Batches: path);

/// Estimates the bytes of a column's values in a row, by what the row group declares. A wrong estimate costs speed, not memory.
fn bytes_a_row(column: &::parquet::file::metadata::ColumnChunkMetaData, rows: usize) -> usize {
    let share = |all: i64| usize::try_from(all).unwrap_or(usize::MAX).div_ceil(rows.max(1));
    let descriptor = column.column_descr();
    let value = match descriptor.physical_type() {
        Type::BYTE_ARRAY => share(column.uncompressed_size()).saturating_add(8),
        Type::FIXED_LEN_BYTE_ARRAY => usize::try_from(descriptor.type_length()).unwrap_or(0),
        Type::INT96 => 12,
        _ => 8,
    };
    if descriptor.max_rep_level() == 0 {
        return value;
    }
    let values = share(column.num_values());
    match descriptor.physical_type() {
        Type::BYTE_ARRAY => value.saturating_add(values.saturating_mul(16)),
        _ => values.saturating_mul(value.saturating_add(8)),
    }
}

/// Counts the bytes of the lists and values of fixed length in a value: they take their place also where they are missing.
fn fixed_bytes(data_type: &DataType) -> usize {
    match data_type {
        DataType::FixedSizeList(field, length) => {
            let length = usize::try_from(*length).unwrap_or(0);
            length.saturating_mul(fixed_bytes(field.data_type()).max(8))
        }
        DataType::FixedSizeBinary(length) => usize::try_from(*length).unwrap_or(0),
        DataType::List(field) | DataType::LargeList(field) | DataType::Map(field, _) => {
            fixed_bytes(field.data_type())
        }
        DataType::Struct(fields) => {
            fields.iter().fold(0, |sum: usize, field| sum.saturating_add(fixed_bytes(field.data_type())))
        }
        _ => 0,
    }
}

/// The opened columns of a row group, each to be taken once.
struct OneRowGroup {
    metadata: Arc<ParquetMetaData>,
    number: usize,
    pages: RefCell<BTreeMap<usize, Pages>>,
}

impl RowGroups for OneRowGroup {
    fn num_rows(&self) -> usize {
        usize::try_from(self.metadata.row_group(self.number).num_rows()).unwrap_or(0)
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>, ParquetError> {
        let pages = self.pages.borrow_mut().remove(&leaf);
        Ok(Box::new(OneChunk(Some(pages.ok_or_else(|| ParquetError::General("no such column".to_owned()))?))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.metadata.row_group(self.number)))
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

struct OneChunk(Option<Pages>);

impl Iterator for OneChunk {
    type Item = Result<Box<dyn PageReader>, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(|pages| Ok(Box::new(pages) as Box<dyn PageReader>))
    }
}

impl PageIterator for OneChunk {}

/// Returns the first line of an error, without the library's name of its kind.
fn first_line(error: &ParquetError) -> String {
    let text = match error {
        ParquetError::General(text) | ParquetError::EOF(text) | ParquetError::ArrowError(text) => {
            text.clone()
        }
        ParquetError::External(source) => source.to_string(),
        other => other.to_string(),
    };
    text.lines().next().unwrap_or_default().to_owned()
}

pub(super) fn arrow_line(error: &ArrowError) -> String {
    let text = match error {
        ArrowError::ParquetError(text) => text.clone(),
        other => other.to_string(),
    };
    let text = text.lines().next().unwrap_or_default();
    let kinds = ["Parquet error: ", "EOF: ", "External: ", "Arrow: "];
    kinds.iter().fold(text, |text, kind| text.strip_prefix(kind).unwrap_or(text)).to_owned()
}

thread_local! {
    /// Set while this thread decodes what may be damaged.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Runs `read`; returns `None` if it panics. Panics of other threads, and of this one outside of `read`, are shown as before.
pub(super) fn catch<T>(read: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                previous(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    QUIET.set(before);
    result.ok()
}

fn corpus_error(path: &Path, problem: &str) -> Error {
    Error::corpus(path, problem.to_owned())
}

#[cfg(test)]
mod tests;
