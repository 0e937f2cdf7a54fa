//! Tables whose rows are Arrow batches: Parquet, Arrow, NumPy. For puzzles alone, other columns are not read.

use super::{
    Numbered, ROW,
    fields::arrow_error,
    format::{FileReader, Input, Rows, RowsPart, TableReader, place},
    grid_texts::{as_text_batch, as_text_schema, read_grids, with_column},
    table::with_unique_names,
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::{path::PathBuf, sync::Arc, vec};

/// Rows of a batch of a table, at most.
pub(super) const TABLE_BATCH_ROWS: usize = 8192;

/// File whose rows are Arrow batches.
pub(super) trait BatchSource: Send {
    /// Returns all columns.
    fn schema(&self) -> &SchemaRef;

    /// Reads the rows from the first on: the `columns` by place, or all, in batches of a bounded size.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be opened again, [`Error::Corpus`] if the columns cannot be read.
    fn batches(&self, columns: Option<&[usize]>) -> Result<TableBatches>;
}

/// Batches of a file, in order. The iterator ends after an error.
pub(super) type TableBatches = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

/// Rows of batches, with a column of puzzles.
pub(super) struct BatchTable {
    path: PathBuf,
    source: Box<dyn BatchSource>,
    shape: Shape,
    schema: SchemaRef,
    /// The place of the column with the puzzles.
    column: usize,
    part: RowsPart,
    batches: TableBatches,
    /// Rows decoded.
    row: u64,
    /// Puzzles that are decoded and not returned yet.
    decoded: vec::IntoIter<(u64, Result<Grid, String>)>,
}

impl BatchTable {
    /// Reads the rows of `source`, which is the input's file.
    ///
    /// # Errors
    /// As [`InputFormat::open`](super::InputFormat::open).
    pub(super) fn open(
        source: Box<dyn BatchSource>,
        input: &Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Self> {
        let path = input.path().to_owned();
        let grids = input.choice().grid_places(&path, source.schema())?;
        let schema = with_unique_names(&path, &as_text_schema(source.schema(), &grids), read_by_name)?;
        let batches = source.batches(None)?;
        let (column, part, decoded) = (grids[0], RowsPart::All, Vec::new().into_iter());
        Ok(Self { path, source, shape, schema, column, part, batches, row: 0, decoded })
    }
}

impl TableReader for BatchTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let Some(batch) = self.batches.next().transpose()? else { return Ok(None) };
        let schema = match self.part {
            RowsPart::All | RowsPart::Columns => Ok(Arc::clone(&self.schema)),
            RowsPart::Puzzles => self.schema.project(&[self.column]).map(Arc::new),
        };
        let schema = schema.map_err(|error| arrow_error(&self.path, &error))?;
        let mut batch = as_text_batch(&self.path, &schema, &batch)?;
        let place = if self.part == RowsPart::Puzzles { 0 } else { self.column };
        // Parsing takes longer than reading.
        let puzzles = if self.part == RowsPart::Columns {
            vec![Err(String::new()); batch.num_rows()]
        } else {
            let (puzzles, column) = read_grids(self.shape, batch.column(place));
            if !Arc::ptr_eq(&column, batch.column(place)) {
                batch = with_column(&self.path, &batch, place, column)?;
            }
            puzzles
        };
        let rows = puzzles.len() as u64;
        let puzzles = (self.row + 1..).zip(puzzles).collect();
        self.row += rows;
        Ok(Some(Rows { batch, file: (self.path.clone(), ROW), puzzles, literals: JsonLiterals::NONE }))
    }

    fn limit_to(&mut self, part: RowsPart) -> Result<()> {
        if part == RowsPart::Puzzles {
            self.batches = self.source.batches(Some(&[self.column]))?;
        }
        self.part = part;
        Ok(())
    }
}

impl FileReader for BatchTable {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        loop {
            if let Some((line, puzzle)) = self.decoded.next() {
                return Some(puzzle.map(|grid| (line, grid)).map_err(|problem| {
                    let (column, problem) = place(problem);
                    Error::NoPuzzle { path: self.path.clone(), unit: ROW, line, column, problem }
                }));
            }
            match self.next_rows().transpose()? {
                Ok(rows) => self.decoded = rows.puzzles.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
