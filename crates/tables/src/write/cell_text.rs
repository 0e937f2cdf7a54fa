//! Values as CSV has them.

use super::{
    cells_as_json::write_json,
    cells_as_text::{has_text_form, is_list_of_text, write_cell, write_texts},
    tokens,
};
use crate::{
    error::Result,
    schema::{Column, ColumnKind},
};
use arrow_array::{Array as _, ArrayRef, cast::AsArray as _, types::Float64Type};
use arrow_schema::{DataType, Field};
use std::io::Write as _;

/// Returns true for a column of ratings.
pub(crate) fn is_decimal(field: &Field) -> bool {
    field.data_type() == &DataType::Float64
        && Column::of_name(field.name()).is_some_and(|column| column.kind == ColumnKind::Decimal)
}

/// Writes a value as CSV has it, a rating with its decimal.
///
/// # Errors
/// [`Error::Option`](crate::error::Error::Option) for a value without a form as text.
pub(crate) fn write_text_cell(
    array: &ArrayRef,
    row: usize,
    is_decimal: bool,
    out: &mut Vec<u8>,
) -> Result<()> {
    if is_decimal && !array.is_null(row) {
        // Writing to a vector cannot fail.
        drop(write!(out, "{:?}", array.as_primitive::<Float64Type>().value(row)));
    } else if has_text_form(array.data_type()) {
        return write_cell(array, row, out);
    } else if is_list_of_text(array.data_type()) {
        write_texts(array, row, out);
    } else if tokens::is_tokens(array.data_type()) {
        tokens::write_text(array, row, out);
    } else if !array.is_null(row) {
        // The steps of a path, as corpora in CSV have them.
        write_json(array, row, out);
    }
    Ok(())
}
