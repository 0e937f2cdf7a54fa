//! Puzzles, tables and chunks of Parquet files. For puzzles alone, other columns are not read.

use super::{
    Numbered, ROW,
    fields::arrow_error,
    format::{ChunkedFile, FileReader, Input, InputFormat, Rows, RowsPart, TableReader},
    grid_texts::{as_text_batch, as_text_schema, read_grids, with_column},
    guarded::{Batches, ParquetFile},
    names::ColumnChoice,
    table::with_unique_names,
    unreadable::place,
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
};
use arrow_array::RecordBatch;
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
        let grids = input.choice().grid_places(&path, file.schema())?;
        let column = grids[0];
        let schema = with_unique_names(&path, &as_text_schema(file.schema(), &grids), read_by_name)?;
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

    fn open_chunked(&self, path: &Path, choice: &ColumnChoice) -> Result<Option<Box<dyn ChunkedFile>>> {
        let file = ParquetFile::open(path)?;
        // Without grids there is no column to read as text; what is missing is said where it is needed.
        let grids = choice.grid_places(path, file.schema()).unwrap_or_default();
        let schema = as_text_schema(file.schema(), &grids);
        if schema == *file.schema() {
            return Ok(Some(Box::new(file)));
        }
        Ok(Some(Box::new(FileOfGrids { path: path.to_owned(), file, schema })))
    }
}

/// File whose grids are no plain text, with these columns as text.
struct FileOfGrids {
    path: PathBuf,
    file: ParquetFile,
    schema: SchemaRef,
}

impl ChunkedFile for FileOfGrids {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn rows(&self) -> u64 {
        self.file.rows()
    }

    fn chunks(&self) -> usize {
        self.file.chunks()
    }

    fn value(&self, key: &str) -> Option<String> {
        self.file.value(key)
    }

    fn batches(
        &self,
        columns: &[usize],
        chunks: Range<usize>,
        batch_rows: usize,
    ) -> Result<Box<dyn Iterator<Item = Result<RecordBatch>>>> {
        let schema = self.schema.project(columns).map_err(|error| arrow_error(&self.path, &error))?;
        let (schema, path) = (Arc::new(schema), self.path.clone());
        let batches = ChunkedFile::batches(&self.file, columns, chunks, batch_rows)?;
        Ok(Box::new(batches.map(move |batch| as_text_batch(&path, &schema, &batch?))))
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
            let mut out = TableWriter::begin(&path, Format::Parquet, file, &schema).unwrap();
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
