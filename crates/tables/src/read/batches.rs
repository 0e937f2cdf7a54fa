//! Tables whose rows are Arrow batches: Parquet, Arrow, NumPy. For puzzles alone, other columns are not read.
//! Columns of grids are text of any type, with a dictionary or not, and lists of cells or of rows.

use super::{
    Numbered, ROW,
    arrays::Arrays,
    fields::{arrow_error, numbered},
    format::{FileReader, Input, Rows, RowsPart, TableReader, place},
    puzzle_text::{of_value, reason},
    table::with_unique_names,
};
use crate::{
    JsonLiterals,
    error::Result,
    schema::arrow::{is_plain_text, text},
    write::json::write_json,
};
use arrow_array::{
    Array as _, ArrayRef, LargeStringArray, RecordBatch, StringArray, StringViewArray, cast::AsArray as _,
};
use arrow_schema::{DataType, Schema, SchemaRef};
use gridmill_board::{Grid, Shape};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    vec,
};

/// Rows of a batch of a table, at most.
pub(super) const TABLE_BATCH_ROWS: usize = 8192;

pub(super) trait BatchSource: Send {
    fn schema(&self) -> &SchemaRef;

    /// Reads the rows from the first on: the `columns` by place, or all, in batches of a bounded size.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file cannot be opened again, [`Error::Corpus`](crate::Error::Corpus) if the columns cannot be read.
    fn batches(&self, columns: Option<&[usize]>) -> Result<TableBatches>;
}

/// Batches of a file, in order. The iterator ends after an error.
pub(super) type TableBatches = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

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
    pub(super) fn open(source: Box<dyn BatchSource>, input: &Input) -> Result<Self> {
        let (path, shape) = (input.path.clone(), input.grid_shape());
        let grids = input.choice.grid_places(&path, source.schema())?;
        let schema = as_text_schema(source.schema(), &grids);
        let schema = with_unique_names(&path, &schema, input.read_by_name)?;
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
                return Some(numbered((&self.path, ROW), line, puzzle.map_err(place)));
            }
            match self.next_rows().transpose()? {
                Ok(rows) => self.decoded = rows.puzzles.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Returns the columns with those at `places` as text.
pub(super) fn as_text_schema(schema: &SchemaRef, places: &[usize]) -> SchemaRef {
    if places.iter().all(|&place| is_plain_text(schema.field(place).data_type())) {
        return Arc::clone(schema);
    }
    let fields = schema.fields().iter().enumerate().map(|(place, field)| {
        if !places.contains(&place) || is_plain_text(field.data_type()) {
            return Arc::clone(field);
        }
        Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8))
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns rows with the columns of `schema`, of which some are text that is none in the batch.
pub(super) fn as_text_batch(path: &Path, schema: &SchemaRef, batch: &RecordBatch) -> Result<RecordBatch> {
    let columns = schema.fields().iter().zip(batch.columns()).map(|(field, column)| {
        if field.data_type() == column.data_type() { Arc::clone(column) } else { as_text(column) }
    });
    RecordBatch::try_new(Arc::clone(schema), columns.collect()).map_err(|error| arrow_error(path, &error))
}

/// Returns the values of a column of grids as text: lists as their cells, or as JSON if they are none.
fn as_text(column: &ArrayRef) -> ArrayRef {
    if let Some(dictionary) = column.as_any_dictionary_opt() {
        let values = dictionary.values();
        if values.is_empty() {
            // Without values, every row is null, and there are no keys to normalize.
            return Arc::new(StringArray::new_null(column.len()));
        }
        let keys = dictionary.normalized_keys();
        let value = |row: usize| if column.is_null(row) { None } else { text(values, keys[row]) };
        return Arc::new((0..column.len()).map(value).collect::<StringArray>());
    }
    let value = |row: usize| {
        if column.is_null(row) {
            return None;
        }
        let mut json = Vec::new();
        write_json(column, row, &mut json);
        let json = String::from_utf8_lossy(&json).into_owned();
        Some(Arrays::cells_of_list(&json).unwrap_or(json))
    };
    Arc::new((0..column.len()).map(value).collect::<StringArray>())
}

/// Reads the puzzles of a column of text; returns them with the column, in which other forms of a puzzle are replaced by its cells.
pub(super) fn read_grids(shape: Shape, column: &ArrayRef) -> (Vec<Result<Grid, String>>, ArrayRef) {
    let mut has_other_form = false;
    let mut cells: Vec<Option<String>> = Vec::new();
    let puzzles = (0..column.len()).map(|row| {
        let Some(text) = text(column, row) else { return Err("there is no puzzle".to_owned()) };
        let value = of_value(shape, text);
        if let (true, Ok(grid)) = (value.is_other_form, &value.grid) {
            has_other_form = true;
            cells.resize(column.len(), None);
            cells[row] = Some(grid.to_string());
        }
        reason(value.grid)
    });
    let puzzles = puzzles.collect();
    if !has_other_form {
        return (puzzles, Arc::clone(column));
    }
    let texts = (0..column.len()).map(|row| cells[row].as_deref().or_else(|| text(column, row)));
    let column: ArrayRef = match column.data_type() {
        DataType::LargeUtf8 => Arc::new(texts.collect::<LargeStringArray>()),
        DataType::Utf8View => Arc::new(texts.collect::<StringViewArray>()),
        _ => Arc::new(texts.collect::<StringArray>()),
    };
    (puzzles, column)
}

/// Returns rows with another column at a place.
pub(super) fn with_column(
    path: &Path,
    batch: &RecordBatch,
    place: usize,
    column: ArrayRef,
) -> Result<RecordBatch> {
    let mut columns = batch.columns().to_vec();
    columns[place] = column;
    RecordBatch::try_new(batch.schema(), columns).map_err(|error| arrow_error(path, &error))
}
