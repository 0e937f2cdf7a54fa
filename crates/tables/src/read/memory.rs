//! Tables in memory, read like files.

use super::{
    ROW,
    batches::{as_text_batch, as_text_schema, read_grids, with_column},
    fields::arrow_error,
    format::{Rows, TableReader},
    names::{ColumnChoice, GridColumns},
    table::{TableInput, with_unique_names},
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
    facts::{Facts, shape_of},
    schema::arrow::text,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::SchemaRef;
use gridmill_board::Shape;
use std::{path::PathBuf, sync::Arc};

/// Rows of a batch that is shown, at most.
const BATCH_ROWS: usize = 8192;

/// Rows in memory with named columns, of which one holds puzzles as text. Rows are counted from 0.
#[derive(Debug, Clone)]
pub struct MemoryTable {
    name: PathBuf,
    schema: SchemaRef,
    batches: Arc<[RecordBatch]>,
    facts: Facts,
}

impl MemoryTable {
    /// Takes batches that all have the columns of `schema`. Messages call the table `name`.
    ///
    /// # Errors
    /// [`Error::Corpus`] for batches with other columns.
    pub fn new(name: &str, schema: SchemaRef, batches: Vec<RecordBatch>) -> Result<Self> {
        let name = PathBuf::from(name);
        if batches.iter().any(|batch| batch.schema_ref().fields() != schema.fields()) {
            return Err(Error::corpus(name, "its batches have different columns"));
        }
        Ok(Self { name, schema, batches: batches.into(), facts: Facts::default() })
    }

    /// Returns the rows with these facts.
    #[must_use]
    pub fn with_facts(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }

    /// Returns the facts about the rows.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns the rows with the columns of grids as text, if they are lists of cells or have a dictionary.
    fn with_texts(&self, choice: &ColumnChoice) -> Result<Self> {
        let schema = as_text_schema(&self.schema, &choice.grid_places(&self.name, &self.schema)?);
        if schema == self.schema {
            return Ok(self.clone());
        }
        let batches = self.batches.iter().map(|batch| as_text_batch(&self.name, &schema, batch));
        let (name, facts, batches) = (self.name.clone(), self.facts.clone(), batches.collect::<Result<_>>()?);
        Ok(Self { name, schema, batches, facts })
    }

    /// Renames the columns with the grids to `puzzle` and `solution`, as reports read them.
    ///
    /// # Errors
    /// [`Error::Corpus`] if there are no puzzles, or a named column is not there.
    pub fn with_standard_names(&self, columns: &GridColumns) -> Result<Self> {
        let choice = ColumnChoice::puzzles(columns);
        let texts = self.with_texts(&choice)?;
        let schema = choice.with_standard_names(&self.name, &texts.schema)?;
        let renamed = |batch: &RecordBatch| self.with_schema(&schema, batch);
        Ok(Self {
            name: self.name.clone(),
            facts: self.facts.clone(),
            batches: texts.batches.iter().map(renamed).collect::<Result<_>>()?,
            schema,
        })
    }

    /// Returns the shape of the puzzles: `stated`, or else that of the first one that is as long as those of a shape, and 9x9 where there
    /// is none.
    ///
    /// # Errors
    /// [`Error::Corpus`] if the columns of these names hold no puzzles, if that puzzle does not fit the shape that is stated, or if two
    /// shapes fit and none is stated.
    pub fn shape(&self, columns: &GridColumns, stated: Option<Shape>) -> Result<Shape> {
        let choice = ColumnChoice::puzzles(columns);
        let place = choice.text_place(&self.name, &self.schema)?;
        let texts = self.with_texts(&choice)?;
        let columns = texts.batches.iter().map(|batch| batch.column(place));
        let lengths =
            columns.flat_map(|texts| (0..texts.len()).filter_map(|row| text(texts, row)).map(str::len));
        let cells = lengths.into_iter().find(|&cells| Shape::of_cells(cells).is_some());
        let shape = shape_of(cells, stated);
        shape.map_err(|problem| Error::corpus(self.name.clone(), problem))
    }

    /// Returns the columns.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the rows.
    pub fn batches(&self) -> &[RecordBatch] {
        &self.batches
    }

    /// Returns the name that messages give the table.
    pub const fn name(&self) -> &PathBuf {
        &self.name
    }

    fn with_schema(&self, schema: &SchemaRef, batch: &RecordBatch) -> Result<RecordBatch> {
        RecordBatch::try_new(Arc::clone(schema), batch.columns().to_vec())
            .map_err(|error| arrow_error(&self.name, &error))
    }

    /// Opens the rows, whose puzzles are of `shape` and in the columns of these names.
    ///
    /// # Errors
    /// [`Error::Corpus`] if it holds no puzzles, or two columns of them.
    pub fn tables(&self, shape: Shape, columns: &GridColumns) -> Result<TableInput> {
        let choice = ColumnChoice::puzzles(columns);
        let first = (self.name.clone(), self.reader(shape, &choice)?);
        Ok(TableInput::of_table(first, choice, self.facts.clone().with_shape(shape)))
    }

    /// Reads the rows from the first on.
    fn reader(&self, shape: Shape, choice: &ColumnChoice) -> Result<Box<dyn TableReader>> {
        let table = self.with_texts(choice)?;
        let schema = with_unique_names(&self.name, &table.schema, |_| false)?;
        let column = choice.text_place(&self.name, &table.schema)?;
        Ok(Box::new(MemoryReader { table, shape, schema, column, batch: 0, next: 0, row: 0 }))
    }
}

struct MemoryReader {
    table: MemoryTable,
    shape: Shape,
    schema: SchemaRef,
    /// The place of the column with the puzzles.
    column: usize,
    /// The batch of the next row.
    batch: usize,
    /// The next row in it.
    next: usize,
    /// Rows returned.
    row: u64,
}

impl TableReader for MemoryReader {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        while self.table.batches.get(self.batch).is_some_and(|batch| self.next >= batch.num_rows()) {
            (self.batch, self.next) = (self.batch + 1, 0);
        }
        let Some(batch) = self.table.batches.get(self.batch) else { return Ok(None) };
        let rows = (batch.num_rows() - self.next).min(BATCH_ROWS);
        let batch = self.table.with_schema(&self.schema, &batch.slice(self.next, rows))?;
        let (puzzles, column) = read_grids(self.shape, batch.column(self.column));
        let puzzles = (self.row..).zip(puzzles).collect();
        let batch = with_column(&self.table.name, &batch, self.column, column)?;
        self.next += rows;
        self.row += rows as u64;
        Ok(Some(Rows { batch, file: (self.table.name.clone(), ROW), puzzles, literals: JsonLiterals::NONE }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, StringArray};

    fn batch(name: &str, puzzles: &[Option<&str>]) -> RecordBatch {
        let texts: ArrayRef = Arc::new(StringArray::from(puzzles.to_vec()));
        RecordBatch::try_from_iter_with_nullable([(name, texts, true)]).unwrap()
    }

    /// Rows keep their numbers over batches; empty batches are passed over; nulls are no puzzles.
    #[test]
    fn rows_are_those_of_the_batches() {
        let small = "1...............";
        let batches = vec![
            batch("quiz", &[Some(small); 10_000]),
            batch("quiz", &[]),
            batch("quiz", &[None, Some("x")]),
        ];
        let table = MemoryTable::new("data", batches[0].schema(), batches).unwrap();
        let mut tables = table.tables("2x2".parse().unwrap(), &GridColumns::default()).unwrap();
        let (mut numbers, mut bad) = (Vec::new(), Vec::new());
        while let Some(rows) = tables.next_rows().unwrap() {
            assert_eq!(rows.batch.num_rows(), rows.puzzles.len());
            for (number, puzzle) in rows.puzzles {
                numbers.push(number);
                bad.extend(puzzle.err().map(|reason| (number, reason)));
            }
        }
        assert_eq!(numbers, (0..10_002).collect::<Vec<_>>());
        assert_eq!(bad[0], (10_000, "there is no puzzle".to_owned()));
        assert_eq!((bad.len(), bad[1].0), (2, 10_001));
    }

    #[test]
    fn columns_must_agree_and_hold_puzzles() {
        let (one, two) = (batch("quiz", &[]), batch("other", &[]));
        let problem = |schema, batches| {
            let table = MemoryTable::new("data", schema, batches)?;
            table.tables(Shape::STANDARD, &GridColumns::default()).map(drop)
        };
        let error = problem(one.schema(), vec![one.clone(), two.clone()]).unwrap_err().to_string();
        assert_eq!(error, "data: its batches have different columns");
        let error = problem(two.schema(), vec![two]).unwrap_err().to_string();
        assert!(error.starts_with("data: no column is called puzzle, question"), "{error}");
        let standard = MemoryTable::new("data", one.schema(), vec![one]).unwrap();
        let standard = standard.with_standard_names(&GridColumns::default()).unwrap();
        assert_eq!(standard.schema().field(0).name(), "puzzle");
        assert_eq!(standard.batches()[0].schema(), *standard.schema());
    }
}
