//! Puzzles from one column of a Parquet file; other columns are not read.

use super::{
    Columns, Numbered, ROW, Rows, column_of,
    guarded::{Batches, ParquetFile},
    no_puzzle,
};
use crate::{
    board::{Grid, Shape},
    error::{Error, Result},
    schema::arrow::{is_plain_text, text},
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::Schema;
use std::path::{Path, PathBuf};

/// Rows decoded at once.
const BATCH_ROWS: usize = 1024;

/// The puzzles of a file.
pub(super) fn open(path: &Path, shape: Shape, columns: Columns) -> Result<Rows> {
    let file = ParquetFile::open(path)?;
    let column = text_column(path, file.schema(), columns)?;
    let batches = file.batches(Some(&[column]), 0..file.row_groups(), BATCH_ROWS)?;
    Ok(Box::new(Table { path: path.to_owned(), batches, shape, batch: None, next: 0, row: 0 }))
}

/// Returns the place of the column to read, which must hold text.
pub(in crate::corpus) fn text_column(path: &Path, schema: &Schema, columns: Columns) -> Result<usize> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let column = column_of(path, &names, columns)?;
    let field = schema.field(column);
    if is_plain_text(field.data_type()) {
        return Ok(column);
    }
    let (name, kind) = (field.name(), field.data_type());
    let problem = format!("the {name} column holds {kind}; it must hold text (Utf8)");
    Err(Error::Corpus { path: path.to_owned(), problem })
}

struct Table {
    path: PathBuf,
    batches: Batches,
    shape: Shape,
    /// The puzzles decoded last.
    batch: Option<ArrayRef>,
    /// The next of them to return.
    next: usize,
    /// Rows returned.
    row: u64,
}

impl Iterator for Table {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        while self.batch.as_ref().is_none_or(|batch| self.next == batch.len()) {
            // The old batch is dropped before the next is read, so that the iterator stays at its end.
            (self.batch, self.next) = (None, 0);
            match self.batches.next()? {
                Ok(batch) => self.batch = Some(batch.column(0).clone()),
                Err(error) => return Some(Err(error)),
            }
        }
        let text = self.batch.as_ref().and_then(|batch| text(batch, self.next)).unwrap_or_default();
        let grid = Grid::parse(self.shape, text);
        self.next += 1;
        self.row += 1;
        Some(
            grid.map(|grid| (self.row, grid))
                .map_err(|error| no_puzzle(&self.path, ROW, self.row, 0, &error)),
        )
    }
}
