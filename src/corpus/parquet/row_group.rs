//! A row group being encoded: blocks arrive, and any free thread encodes a column.
//!
//! ```text
//!              .- column 0: blocks that wait -> writer \
//! block -> push+- column 1: blocks that wait -> writer  + advance, by any thread; a column by one at a time
//!              '- ...                                  /
//! ```
//!
//! Blocks are encoded soon after they were made. A row group kept as arrays until it is whole would be 30 MB of memory
//! that the system has to hand out anew for each.

use super::path;
use ::parquet::{
    arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, compute_leaves},
    errors::ParquetError,
};
use arrow_array::ArrayRef;
use arrow_schema::{Field, Schema};
use rayon::prelude::*;
use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The encoded columns, in order.
pub(super) type Chunks = Result<Vec<ArrowColumnChunk>, ParquetError>;

/// A row group being encoded.
pub(super) struct RowGroup {
    columns: Vec<ColumnEncoder>,
}

struct ColumnEncoder {
    field: Arc<Field>,
    /// Locked for moments only.
    waiting: Mutex<Vec<ArrayRef>>,
    /// One writer, or for a column of structs one for each of their leaves; or the error that ended encoding. A thread
    /// that holds this lock waits for no other.
    writers: Mutex<Result<Vec<ArrowColumnWriter>, ParquetError>>,
}

impl RowGroup {
    /// Returns a row group without rows; `writers` in the order of the schema's leaves.
    pub(super) fn new(schema: &Schema, writers: Vec<ArrowColumnWriter>) -> Self {
        let mut writers = writers.into_iter();
        let column = |field: &Arc<Field>| ColumnEncoder {
            writers: Mutex::new(Ok(writers.by_ref().take(path::leaves(field.data_type())).collect())),
            field: field.clone(),
            waiting: Mutex::default(),
        };
        Self { columns: schema.fields().iter().map(column).collect() }
    }

    /// Takes the next block, one array for each column.
    pub(super) fn push(&self, block: Vec<ArrayRef>) {
        for (column, array) in self.columns.iter().zip(block) {
            lock(&column.waiting).push(array);
        }
    }

    /// Encodes the waiting blocks, except in columns that another thread is encoding; those are encoded later.
    pub(super) fn advance(&self) {
        for column in &self.columns {
            if let Ok(mut writers) = column.writers.try_lock() {
                column.encode(&mut writers);
            }
        }
    }

    /// Encodes all that is left.
    pub(super) fn finish(&self) -> Chunks {
        let columns: Result<Vec<Vec<_>>, _> = self.columns.par_iter().map(ColumnEncoder::finish).collect();
        Ok(columns?.into_iter().flatten().collect())
    }
}

impl ColumnEncoder {
    fn encode(&self, writers: &mut Result<Vec<ArrowColumnWriter>, ParquetError>) {
        let waiting = mem::take(&mut *lock(&self.waiting));
        let written = writers.as_mut().map(|writers| self.write(&waiting, writers));
        if let Ok(Err(error)) = written {
            *writers = Err(error);
        }
    }

    fn write(&self, arrays: &[ArrayRef], writers: &mut [ArrowColumnWriter]) -> Result<(), ParquetError> {
        for array in arrays {
            for (leaf, writer) in compute_leaves(&self.field, array)?.iter().zip(&mut *writers) {
                writer.write(leaf)?;
            }
        }
        Ok(())
    }

    fn finish(&self) -> Chunks {
        let mut writers = lock(&self.writers);
        self.encode(&mut writers);
        let writers = mem::replace(&mut *writers, Ok(Vec::new()))?;
        writers.into_iter().map(ArrowColumnWriter::close).collect()
    }
}

/// Locks, ignoring poison: a panic of another thread ends the run, and its data is never read.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
