//! Puzzles, tables and chunks of Parquet files. For puzzles alone, other columns are not read.

use super::{
    Numbered, PuzzleRows, ROW,
    format::{ChunkedFile, Input, InputFormat, Rows, TableReader},
    guarded::{Batches, ParquetFile},
    no_puzzle,
    table::{arrow_error, parse, with_unique_names},
};
use crate::{
    error::{Error, Result},
    schema::arrow::text,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Rows decoded at once.
const BATCH_ROWS: usize = 1024;

/// Rows of a batch of a table, at most.
const TABLE_BATCH_ROWS: usize = 8192;

/// The first bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// Apache Parquet.
#[derive(Debug)]
pub(super) struct Parquet;

impl InputFormat for Parquet {
    fn endings(&self) -> &'static [&'static str] {
        &["parquet"]
    }

    fn row_word(&self) -> &'static str {
        ROW
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        if !input.is_stream() {
            return Ok(input.begins_with(MAGIC)? || input.is_named_as(self));
        }
        let text = input.text()?;
        if text.lines_before == 0 && text.first_line.as_bytes().starts_with(MAGIC) {
            let problem = "Parquet cannot be read from a stream; give the file".to_owned();
            return Err(Error::corpus(input.path().to_owned(), problem));
        }
        Ok(false)
    }

    fn open_puzzles(&self, input: Input, shape: Shape) -> Result<PuzzleRows> {
        let path = input.path().to_owned();
        let file = ParquetFile::open(&path)?;
        let column = input.choice().text_place(&path, file.schema())?;
        let batches = file.batches(Some(&[column]), 0..file.row_groups(), BATCH_ROWS)?;
        Ok(Box::new(ParquetPuzzles { path, batches, shape, batch: None, next: 0, row: 0 }))
    }

    fn open_table(
        &self,
        input: Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn TableReader>> {
        let path = input.path().to_owned();
        let file = ParquetFile::open(&path)?;
        let column = input.choice().text_place(&path, file.schema())?;
        let schema = with_unique_names(&path, file.schema(), read_by_name)?;
        let batches = file.all_batches(TABLE_BATCH_ROWS)?;
        Ok(Box::new(ParquetTable { path, shape, schema, column, batches, row: 0 }))
    }

    fn open_chunked(&self, path: &Path) -> Result<Option<Box<dyn ChunkedFile>>> {
        Ok(Some(Box::new(ParquetFile::open(path)?)))
    }
}

/// Row groups are the chunks.
impl ChunkedFile for ParquetFile {
    fn schema(&self) -> &SchemaRef {
        Self::schema(self)
    }

    fn rows(&self) -> u64 {
        Self::rows(self)
    }

    fn chunks(&self) -> usize {
        self.row_groups()
    }

    fn value(&self, key: &str) -> Option<String> {
        self.pairs()?.iter().find(|pair| pair.key == key)?.value.clone()
    }

    fn batches(
        &self,
        columns: &[usize],
        chunks: Range<usize>,
        batch_rows: usize,
    ) -> Result<Box<dyn Iterator<Item = Result<RecordBatch>>>> {
        Ok(Box::new(Self::batches(self, Some(columns), chunks, batch_rows)?))
    }
}

/// Puzzles of one column.
struct ParquetPuzzles {
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

impl Iterator for ParquetPuzzles {
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

/// Rows with all columns.
struct ParquetTable {
    path: PathBuf,
    shape: Shape,
    schema: SchemaRef,
    /// The place of the column with the puzzles.
    column: usize,
    batches: Batches,
    /// Rows returned.
    row: u64,
}

impl TableReader for ParquetTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let Some(batch) = self.batches.next().transpose()? else { return Ok(None) };
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), batch.columns().to_vec())
            .map_err(|error| arrow_error(&self.path, &error))?;
        let texts = batch.column(self.column);
        let puzzle = |n: usize| match text(texts, n) {
            Some(text) => parse(self.shape, text, 0),
            None => Err("there is no puzzle".to_owned()),
        };
        let puzzles = (0..texts.len()).map(|n| (self.row + n as u64 + 1, puzzle(n))).collect();
        self.row += texts.len() as u64;
        Ok(Some(Rows { batch, file: (self.path.clone(), ROW), puzzles, bare: Vec::new() }))
    }
}
