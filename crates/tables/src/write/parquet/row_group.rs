//! A row group being encoded: blocks arrive, and any free thread encodes a column.
//!
//! ```text
//!              .- column 0: blocks that wait -> writer \
//! block -> push+- column 1: blocks that wait -> writer  + advance, by any thread; a column by one at a time
//!              '- ...                                  /
//! ```
//!
//! Blocks are encoded soon after they were made. A row group kept as arrays until it is whole would be 30 MB of memory
//! that the system would have to provide again for each.

use super::grid_column::{GridChunk, GridColumn};
use crate::threads::lock;
use ::parquet::{
    arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, compute_leaves},
    errors::ParquetError,
    file::writer::SerializedRowGroupWriter,
    schema::types::SchemaDescriptor,
};
use arrow_array::ArrayRef;
use arrow_schema::{Field, Schema};
use rayon::prelude::*;
use std::{
    io::Write,
    mem,
    sync::{Arc, Mutex},
};

/// The encoded columns, in order.
pub(super) type Chunks = Result<Vec<Chunk>, ParquetError>;

pub(super) enum Chunk {
    Grids(GridChunk),
    Other(ArrowColumnChunk),
}

enum ColumnWriter {
    Grids(Box<GridColumn>),
    /// One writer, or for a column of structs one for each of their leaves.
    Other(Vec<ArrowColumnWriter>),
}

pub(super) struct RowGroup {
    columns: Vec<ColumnEncoder>,
}

struct ColumnEncoder {
    field: Arc<Field>,
    /// Locked for moments only.
    waiting: Mutex<Vec<ArrayRef>>,
    /// The writer, or the error that ended encoding. A thread that holds this lock waits for no other.
    writer: Mutex<Result<ColumnWriter, ParquetError>>,
}

impl RowGroup {
    /// Returns a row group without rows; `writers` in the order of the `leaves` of the schema. Columns of grids have writers of their own.
    pub(super) fn new(
        schema: &Schema,
        (leaves, writers): (&SchemaDescriptor, Vec<ArrowColumnWriter>),
        are_grids: &[bool],
    ) -> Result<Self, ParquetError> {
        let mut writers = writers.into_iter().enumerate().peekable();
        let column = |(place, (field, &are_grids)): (usize, (&Arc<Field>, &bool))| {
            let mut general = Vec::new();
            let mut first = None;
            while let Some((leaf, writer)) =
                writers.next_if(|(leaf, _)| leaves.get_column_root_idx(*leaf) == place)
            {
                first = first.or(Some(leaf));
                general.push(writer);
            }
            let writer = match first {
                Some(leaf) if are_grids => {
                    ColumnWriter::Grids(Box::new(GridColumn::new(leaves.column(leaf))?))
                }
                _ => ColumnWriter::Other(general),
            };
            Ok(ColumnEncoder {
                writer: Mutex::new(Ok(writer)),
                field: field.clone(),
                waiting: Mutex::default(),
            })
        };
        let columns = schema.fields().iter().zip(are_grids).enumerate().map(column);
        Ok(Self { columns: columns.collect::<Result<_, ParquetError>>()? })
    }

    pub(super) const fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Takes the next block, one array for each column.
    pub(super) fn push(&self, block: Vec<ArrayRef>) {
        for (column, array) in self.columns.iter().zip(block) {
            lock(&column.waiting).push(array);
        }
    }

    /// Encodes the waiting blocks of a column, unless another thread is encoding it; then they are encoded later.
    pub(super) fn encode(&self, column: usize) {
        let column = &self.columns[column];
        if let Ok(mut writer) = column.writer.try_lock() {
            column.encode(&mut writer);
        }
    }

    /// Encodes all that is left, on the threads of the pool that calls it.
    pub(super) fn finish(&self) -> Chunks {
        let columns: Result<Vec<Vec<_>>, _> = self.columns.par_iter().map(ColumnEncoder::finish).collect();
        Ok(columns?.into_iter().flatten().collect())
    }

    /// Encodes all that is left, on this thread.
    pub(super) fn finish_here(&self) -> Chunks {
        let columns: Result<Vec<Vec<_>>, _> = self.columns.iter().map(ColumnEncoder::finish).collect();
        Ok(columns?.into_iter().flatten().collect())
    }
}

impl ColumnEncoder {
    fn encode(&self, writer: &mut Result<ColumnWriter, ParquetError>) {
        let waiting = mem::take(&mut *lock(&self.waiting));
        let written = writer.as_mut().map(|writer| self.write(&waiting, writer));
        if let Ok(Err(error)) = written {
            *writer = Err(error);
        }
    }

    fn write(&self, arrays: &[ArrayRef], writer: &mut ColumnWriter) -> Result<(), ParquetError> {
        match writer {
            ColumnWriter::Grids(grids) => arrays.iter().try_for_each(|array| grids.write(array)),
            ColumnWriter::Other(writers) => {
                for array in arrays {
                    for (leaf, writer) in compute_leaves(&self.field, array)?.iter().zip(&mut *writers) {
                        writer.write(leaf)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn finish(&self) -> Chunks {
        let mut writer = lock(&self.writer);
        self.encode(&mut writer);
        match mem::replace(&mut *writer, Ok(ColumnWriter::Other(Vec::new())))? {
            ColumnWriter::Grids(grids) => Ok(vec![Chunk::Grids(grids.close()?)]),
            ColumnWriter::Other(writers) => {
                writers.into_iter().map(|writer| writer.close().map(Chunk::Other)).collect()
            }
        }
    }
}

impl Chunk {
    pub(super) fn append<W: Write + Send>(
        self,
        row_group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Grids(chunk) => chunk.append(row_group),
            Self::Other(chunk) => chunk.append_to_row_group(row_group),
        }
    }
}
