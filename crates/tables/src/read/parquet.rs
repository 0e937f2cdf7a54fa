//! Puzzles, tables and chunks of Parquet files. For puzzles alone, other columns are not read.

use super::{
    Numbered, ROW,
    fields::arrow_error,
    format::{ChunkedFile, FileReader, Input, InputFormat, Rows, RowsPart, TableReader},
    guarded::{Batches, ParquetFile},
    puzzle_text::{of_value, reason},
    table::with_unique_names,
    unreadable::place,
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
    schema::arrow::text,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
    vec,
};

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

    fn open(
        &self,
        input: Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        let path = input.path().to_owned();
        let file = ParquetFile::open(&path)?;
        let column = input.choice().text_place(&path, file.schema())?;
        let schema = with_unique_names(&path, file.schema(), read_by_name)?;
        let batches = file.all_batches(TABLE_BATCH_ROWS)?;
        let part = RowsPart::All;
        Ok(Box::new(ParquetTable {
            path,
            file,
            shape,
            schema,
            column,
            part,
            batches,
            row: 0,
            decoded: Vec::new().into_iter(),
        }))
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

/// Rows of a table.
struct ParquetTable {
    path: PathBuf,
    file: ParquetFile,
    shape: Shape,
    schema: SchemaRef,
    /// The place of the column with the puzzles.
    column: usize,
    part: RowsPart,
    batches: Batches,
    /// Rows decoded.
    row: u64,
    /// Puzzles that are decoded and not returned yet.
    decoded: vec::IntoIter<(u64, Result<Grid, String>)>,
}

impl TableReader for ParquetTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let Some(batch) = self.batches.next().transpose()? else { return Ok(None) };
        let schema = match self.part {
            RowsPart::All | RowsPart::Columns => Ok(Arc::clone(&self.schema)),
            RowsPart::Puzzles => self.schema.project(&[self.column]).map(Arc::new),
        };
        let batch = schema.and_then(|schema| RecordBatch::try_new(schema, batch.columns().to_vec()));
        let batch = batch.map_err(|error| arrow_error(&self.path, &error))?;
        let texts = batch.column(if self.part == RowsPart::Puzzles { 0 } else { self.column });
        let puzzle = |n: usize| match text(texts, n) {
            // Parsing takes longer than reading.
            _ if self.part == RowsPart::Columns => Err(String::new()),
            Some(text) => reason(of_value(self.shape, text).grid),
            None => Err("there is no puzzle".to_owned()),
        };
        let puzzles = (0..texts.len()).map(|n| (self.row + n as u64 + 1, puzzle(n))).collect();
        self.row += texts.len() as u64;
        Ok(Some(Rows { batch, file: (self.path.clone(), ROW), puzzles, literals: JsonLiterals::NONE }))
    }

    fn limit_to(&mut self, part: RowsPart) -> Result<()> {
        if part == RowsPart::Puzzles {
            let row_groups = 0..self.file.row_groups();
            self.batches = self.file.batches(Some(&[self.column]), row_groups, TABLE_BATCH_ROWS)?;
        }
        self.part = part;
        Ok(())
    }
}

impl FileReader for ParquetTable {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        read::{FileList, GridColumns, TableInput},
        write::{Format, TableWriter},
    };
    use arrow_array::{ArrayRef, StringArray};
    use arrow_schema::{DataType, Field, Schema};

    /// Two files: each part has the same rows, with what it is for.
    #[test]
    fn a_part_of_rows_can_be_read_alone() {
        let folder = tempfile::tempdir().unwrap();
        let schema = ["name", "puzzle"].map(|name| Field::new(name, DataType::Utf8, true));
        let schema = Arc::new(Schema::new(schema.to_vec()));
        let write = |number: usize| {
            let path = folder.path().join(format!("{number}.parquet"));
            let puzzles = [".".repeat(81), "1".to_owned(), format!("{number}").repeat(81)];
            let arrays: [ArrayRef; 2] = [
                Arc::new(StringArray::from(vec!["a", "b", "c"])),
                Arc::new(StringArray::from(puzzles.to_vec())),
            ];
            let batch = RecordBatch::try_new(Arc::clone(&schema), arrays.to_vec()).unwrap();
            let file = std::fs::File::create(&path).unwrap();
            let mut out = TableWriter::begin(&path, Format::Parquet, file, &schema, Vec::new()).unwrap();
            out.push(&batch, &JsonLiterals::NONE).unwrap();
            out.end().unwrap();
            (path, batch)
        };
        let (files, batches): (Vec<_>, Vec<_>) = [1, 2].map(write).into_iter().unzip();
        let read = |part| {
            let tables =
                TableInput::with_columns(FileList(files.clone()), Shape::STANDARD, &GridColumns::default());
            let mut tables = tables.unwrap().with_part(part).unwrap();
            std::iter::from_fn(move || tables.next_rows().unwrap()).collect::<Vec<_>>()
        };
        let all = read(RowsPart::All);
        for (rows, batch) in all.iter().zip(&batches) {
            assert_eq!(&rows.batch, batch);
            let is_puzzle: Vec<bool> = rows.puzzles.iter().map(|(_, puzzle)| puzzle.is_ok()).collect();
            assert_eq!(is_puzzle, [true, false, true]);
        }
        for (rows, all) in read(RowsPart::Puzzles).iter().zip(&all) {
            assert_eq!(rows.puzzles, all.puzzles);
            assert_eq!(rows.batch, all.batch.project(&[1]).unwrap());
        }
        let columns = read(RowsPart::Columns);
        assert_eq!((all.len(), columns.len()), (2, 2));
        for (rows, all) in columns.iter().zip(&all) {
            assert_eq!(rows.batch, all.batch);
            assert!(rows.puzzles.iter().zip(1..).all(|((row, puzzle), n)| *row == n && puzzle.is_err()));
        }
    }
}
