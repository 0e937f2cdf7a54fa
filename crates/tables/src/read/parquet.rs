//! Puzzles, tables and chunks of Parquet files. For puzzles alone, other columns are not read.

use super::{
    ROW,
    batches::{BatchSource, BatchTable, TABLE_BATCH_ROWS, TableBatches, as_text_batch, as_text_schema},
    fields::arrow_error,
    format::{ChunkedFile, FileReader, FormatDescription, Input, InputFormat},
    guarded::ParquetFile,
    names::ColumnChoice,
};
use crate::error::Result;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The first bytes of a file.
const MAGIC: &[u8] = b"PAR1";

#[derive(Debug)]
pub(super) struct Parquet;

impl InputFormat for Parquet {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "Parquet",
            section: "tables",
            endings: &["parquet"],
            begins: "`PAR1`; not from a stream",
            row_word: ROW,
            programs: &[("pandas, Polars, DuckDB, Spark", "Parquet")],
            about: "",
            example: b"",
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        input.is_binary(self, &[MAGIC])
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let file = ParquetFile::open(&input.path)?;
        Ok(Box::new(BatchTable::open(Box::new(file), &input)?))
    }

    fn open_chunked(&self, path: &Path, choice: &ColumnChoice) -> Result<Option<Box<dyn ChunkedFile>>> {
        let file = ParquetFile::open(path)?;
        // Without grids there is no column to read as text; what is missing is said where it is needed.
        let grids = choice.grid_places(path, file.schema()).unwrap_or_default();
        let schema = as_text_schema(file.schema(), &grids);
        Ok(Some(Box::new(FileOfGrids { path: path.to_owned(), file, schema })))
    }
}

/// File with its columns of grids as plain text. Row groups are the chunks.
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
        self.file.row_groups()
    }

    fn value(&self, key: &str) -> Option<String> {
        self.file.pairs()?.iter().find(|pair| pair.key == key)?.value.clone()
    }

    fn batches(
        &self,
        columns: &[usize],
        chunks: Range<usize>,
        batch_rows: usize,
    ) -> Result<Box<dyn Iterator<Item = Result<RecordBatch>>>> {
        let schema = self.schema.project(columns).map_err(|error| arrow_error(&self.path, &error))?;
        let (schema, path) = (Arc::new(schema), self.path.clone());
        let batches = self.file.batches(Some(columns), chunks, batch_rows)?;
        Ok(Box::new(batches.map(move |batch| as_text_batch(&path, &schema, &batch?))))
    }
}

impl BatchSource for ParquetFile {
    fn schema(&self) -> &SchemaRef {
        Self::schema(self)
    }

    fn batches(&self, columns: Option<&[usize]>) -> Result<TableBatches> {
        let row_groups = 0..self.row_groups();
        Ok(Box::new(Self::batches(self, columns, row_groups, TABLE_BATCH_ROWS)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        JsonLiterals,
        read::{FileList, GridColumns, RowsPart, TableInput},
        write::{Format, TableWriter},
    };
    use arrow_array::{ArrayRef, StringArray};
    use arrow_schema::{DataType, Field, Schema};
    use gridmill_board::Shape;

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
