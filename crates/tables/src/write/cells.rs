//! Cells of columns, and the text of single values.

use crate::{
    error::{Error, Result},
    schema::{
        Column, ColumnKind,
        arrow::{ArrayKind, text, type_words},
    },
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, RecordBatch, StringArray, UInt16Array,
    UInt32Array, UInt64Array,
    cast::AsArray,
    downcast_integer_array,
    types::{Float32Type, Float64Type, Int32Type},
};
use arrow_buffer::{ArrowNativeType as _, NullBuffer};
use arrow_schema::DataType;
use std::io::Write as _;

/// Cells of a column. Its type is looked up once for each batch, because every row of every corpus is hashed as text.
pub(crate) struct Cells<'a> {
    pub(super) nulls: Option<&'a NullBuffer>,
    pub(super) kind: CellsKind<'a>,
}

/// Cells by type: those of most columns of corpora, and all others.
pub(super) enum CellsKind<'a> {
    Text(&'a StringArray),
    Name(&'a DictionaryArray<Int32Type>, &'a StringArray),
    Bool(&'a BooleanArray),
    U16(&'a UInt16Array),
    U32(&'a UInt32Array),
    U64(&'a UInt64Array),
    /// Always with a decimal: readers that guess types take them for numbers that are not whole.
    Decimal(&'a Float64Array),
    /// The shortest decimal that reads back as the same number.
    Real(&'a Float64Array),
    Other(&'a ArrayRef),
}

impl<'a> Cells<'a> {
    pub(super) fn of(batch: &'a RecordBatch) -> Vec<Self> {
        let columns = batch.schema_ref().fields().iter().zip(batch.columns());
        columns.map(|(field, array)| Self::new(field.name(), array)).collect()
    }

    pub(crate) fn new(name: &str, array: &'a ArrayRef) -> Self {
        let of_name = || Column::of_name(name).map(|column| column.kind);
        let kind = match array.data_type() {
            DataType::Utf8 => CellsKind::Text(array.as_string()),
            DataType::Boolean => CellsKind::Bool(array.as_boolean()),
            DataType::UInt16 => CellsKind::U16(array.as_primitive()),
            DataType::UInt32 => CellsKind::U32(array.as_primitive()),
            DataType::UInt64 => CellsKind::U64(array.as_primitive()),
            DataType::Float64 => match of_name() {
                Some(ColumnKind::Decimal) => CellsKind::Decimal(array.as_primitive()),
                Some(ColumnKind::F64) => CellsKind::Real(array.as_primitive()),
                _ => CellsKind::Other(array),
            },
            DataType::Dictionary(key, values)
                if (&**key, &**values) == (&DataType::Int32, &DataType::Utf8) =>
            {
                let names = array.as_dictionary::<Int32Type>();
                CellsKind::Name(names, names.values().as_string())
            }
            _ => CellsKind::Other(array),
        };
        Self { nulls: array.nulls(), kind }
    }

    pub(super) fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row))
    }
}

/// Returns true if the values of a type have a form as text.
pub fn has_text_form(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => {
            !matches!(**values, DataType::Dictionary(..)) && has_text_form(values)
        }
        kind => ArrayKind::of(kind) != ArrayKind::Other,
    }
}

/// Writes the value at `row`; nothing where it is null.
///
/// # Errors
/// [`Error::Option`] for columns whose values have no text form (see [`has_text_form`]), such as lists.
pub fn write_cell(array: &ArrayRef, row: usize, out: &mut Vec<u8>) -> Result<()> {
    if array.is_null(row) {
        return Ok(());
    }
    if let Some(text) = text(array, row) {
        out.extend_from_slice(text.as_bytes());
        return Ok(());
    }
    // Writing to a vector cannot fail.
    downcast_integer_array! {
        array => drop(write!(out, "{}", array.value(row))),
        DataType::Boolean => drop(write!(out, "{}", array.as_boolean().value(row))),
        DataType::Float32 => drop(write!(out, "{}", array.as_primitive::<Float32Type>().value(row))),
        DataType::Float64 => drop(write!(out, "{}", array.as_primitive::<Float64Type>().value(row))),
        DataType::Dictionary(..) => {
            if let Some((values, place)) = named_value(array, row) {
                return write_cell(values, place, out);
            }
        },
        other => {
            let words = type_words(other);
            return Err(Error::option(format!("a column of {words} has no form in CSV; give `out=FILE.parquet`")));
        }
    }
    Ok(())
}

/// Returns the values of a dictionary, and the place of that at `row`; `None` where there is none.
pub(super) fn named_value(array: &ArrayRef, row: usize) -> Option<(&ArrayRef, usize)> {
    let dictionary = array.as_any_dictionary();
    let keys = dictionary.keys();
    if keys.is_null(row) {
        return None;
    }
    let place = downcast_integer_array! {
        keys => keys.value(row).as_usize(),
        _ => return None,
    };
    Some((dictionary.values(), place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{BinaryArray, Int64Array, StringArray, new_null_array};
    use std::sync::Arc;

    /// Types with a text form can be written, all others cannot.
    #[test]
    fn types_with_a_text_form_can_be_written() {
        let keys = Int64Array::from(vec![0]);
        let texts = DictionaryArray::new(keys.clone(), Arc::new(StringArray::from(vec!["a"])));
        let bytes = DictionaryArray::new(keys.clone(), Arc::new(BinaryArray::from(vec![&b"a"[..]])));
        let arrays: [ArrayRef; 4] =
            [Arc::new(keys), Arc::new(texts), Arc::new(bytes), Arc::new(BinaryArray::from(vec![&b"a"[..]]))];
        for array in arrays {
            let written = write_cell(&array, 0, &mut Vec::new());
            assert_eq!(written.is_ok(), has_text_form(array.data_type()), "{}", array.data_type());
        }
        let mut out = Vec::new();
        write_cell(&new_null_array(&DataType::Utf8, 1), 0, &mut out).unwrap();
        assert!(out.is_empty());
    }
}
