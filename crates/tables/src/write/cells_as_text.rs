//! Values of foreign columns as text.

use crate::{
    error::{Error, Result},
    schema::{Column, ColumnKind, arrow::type_words},
};
use arrow_array::{
    Array, ArrayRef, DictionaryArray,
    cast::AsArray,
    types::{
        ArrowDictionaryKeyType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
        UInt8Type, UInt16Type, UInt32Type, UInt64Type,
    },
};
use arrow_schema::{DataType, Field};
use std::io::Write as _;

/// Returns true if the values of a type have a form as text.
pub fn has_text_form(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float32
        | DataType::Float64 => true,
        DataType::Dictionary(_, values) => {
            !matches!(**values, DataType::Dictionary(..)) && has_text_form(values)
        }
        _ => false,
    }
}

/// Writes the value at `row`; nothing where it is null.
///
/// # Errors
/// [`Error::Option`] for columns whose values have no text form (see [`has_text_form`]), such as lists.
pub fn write_cell(array: &ArrayRef, row: usize, out: &mut Vec<u8>) -> Result<()> {
    macro_rules! number {
        ($type:ty) => {
            write!(out, "{}", array.as_primitive::<$type>().value(row))
        };
    }
    macro_rules! text {
        ($strings:expr) => {{
            out.extend_from_slice($strings.value(row).as_bytes());
            Ok(())
        }};
    }
    if array.is_null(row) {
        return Ok(());
    }
    let written = match array.data_type() {
        DataType::Utf8 => text!(array.as_string::<i32>()),
        DataType::LargeUtf8 => text!(array.as_string::<i64>()),
        DataType::Utf8View => text!(array.as_string_view()),
        DataType::Boolean => write!(out, "{}", array.as_boolean().value(row)),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Dictionary(key, _) => match **key {
            DataType::Int8 => return write_key(array.as_dictionary::<Int8Type>(), row, out),
            DataType::Int16 => return write_key(array.as_dictionary::<Int16Type>(), row, out),
            DataType::Int32 => return write_key(array.as_dictionary::<Int32Type>(), row, out),
            DataType::Int64 => return write_key(array.as_dictionary::<Int64Type>(), row, out),
            DataType::UInt8 => return write_key(array.as_dictionary::<UInt8Type>(), row, out),
            DataType::UInt16 => return write_key(array.as_dictionary::<UInt16Type>(), row, out),
            DataType::UInt32 => return write_key(array.as_dictionary::<UInt32Type>(), row, out),
            DataType::UInt64 => return write_key(array.as_dictionary::<UInt64Type>(), row, out),
            _ => return Err(no_text(array.data_type())),
        },
        other => return Err(no_text(other)),
    };
    // Writing to a vector cannot fail.
    let _: std::io::Result<()> = written;
    Ok(())
}

fn write_key<K: ArrowDictionaryKeyType>(
    array: &DictionaryArray<K>,
    row: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    match array.key(row) {
        Some(key) => write_cell(array.values(), key, out),
        None => Ok(()),
    }
}

/// Returns true for a column of the schema with lists of texts. Such texts have no spaces.
pub fn holds_texts(field: &Field) -> bool {
    is_list_of_text(field.data_type())
        && Column::of_name(field.name()).is_some_and(|column| column.kind == ColumnKind::Texts)
}

/// Returns true for lists of plain text.
pub fn is_list_of_text(kind: &DataType) -> bool {
    matches!(kind, DataType::List(item) if item.data_type() == &DataType::Utf8)
}

/// Writes the texts of the list at `row` with a space between them; nothing where it is null.
pub fn write_texts(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    if array.is_null(row) {
        return;
    }
    let texts = array.as_list::<i32>().value(row);
    for (place, text) in texts.as_string::<i32>().iter().enumerate() {
        if place > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(text.unwrap_or_default().as_bytes());
    }
}

fn no_text(kind: &DataType) -> Error {
    Error::option(format!("a column of {} has no form in CSV; give `out=FILE.parquet`", type_words(kind)))
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
