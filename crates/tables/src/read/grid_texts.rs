//! Columns of grids in Arrow arrays: text of any type, with a dictionary or not, and lists of cells or of rows.

use super::puzzle_text::{of_value, reason};
use crate::{
    error::Result,
    read::{arrays::Arrays, fields::arrow_error},
    schema::arrow::{is_plain_text, text},
    write::json::write_json,
};
use arrow_array::{
    Array as _, ArrayRef, LargeStringArray, RecordBatch, StringArray, StringViewArray, cast::AsArray as _,
};
use arrow_schema::{DataType, Schema, SchemaRef};
use gridmill_board::{Grid, Shape};
use std::{path::Path, sync::Arc};

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
///
/// # Errors
/// [`Error::Corpus`](crate::Error::Corpus) for rows that have other columns.
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
///
/// # Errors
/// [`Error::Corpus`](crate::Error::Corpus) if the column is of another type.
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
