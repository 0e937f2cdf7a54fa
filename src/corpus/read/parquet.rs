//! Puzzles from one column of a Parquet file; other columns are not read.

use super::{Columns, Numbered, ROW, Rows, column_of, no_puzzle};
use crate::{
    board::{Grid, Shape},
    error::{Error, Result},
};
use ::parquet::arrow::{
    ProjectionMask,
    arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder},
};
use arrow_array::{Array, ArrayRef, cast::AsArray};
use arrow_schema::DataType;
use std::{
    fmt::Display,
    fs::File,
    path::{Path, PathBuf},
};

/// Rows decoded at once.
const BATCH_ROWS: usize = 1024;

/// The puzzles of a file.
pub(super) fn open(path: &Path, file: File, shape: Shape, columns: Columns) -> Result<Rows> {
    let broken = |error: &dyn Display| corpus_error(path, format!("this is no Parquet file: {error}"));
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    let fields = builder.schema().fields();
    let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
    let column = column_of(path, &names, columns)?;
    let field = &fields[column];
    if !matches!(field.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) {
        let (name, kind) = (field.name(), field.data_type());
        return Err(corpus_error(path, format!("the {name} column holds {kind}; it must hold text (Utf8)")));
    }
    let columns = ProjectionMask::roots(builder.parquet_schema(), [column]);
    let batches = builder.with_projection(columns).with_batch_size(BATCH_ROWS).build();
    let batches = batches.map_err(|error| broken(&error))?;
    Ok(Box::new(Table { path: path.to_owned(), batches, shape, batch: None, next: 0, row: 0 }))
}

struct Table {
    path: PathBuf,
    batches: ParquetRecordBatchReader,
    shape: Shape,
    /// The puzzles decoded last.
    batch: Option<ArrayRef>,
    /// The first of them not yet handed over.
    next: usize,
    /// Rows handed over.
    row: u64,
}

impl Iterator for Table {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        while self.batch.as_ref().is_none_or(|batch| self.next == batch.len()) {
            self.next = 0;
            self.batch = match self.batches.next()? {
                Ok(batch) => Some(batch.column(0).clone()),
                Err(error) => return Some(Err(corpus_error(&self.path, error.to_string()))),
            };
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

/// The text at `row`, `None` where there is none.
pub(in crate::corpus) fn text(array: &ArrayRef, row: usize) -> Option<&str> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        _ => None,
    }
}

fn corpus_error(path: &Path, problem: String) -> Error {
    Error::Corpus { path: path.to_owned(), problem }
}
