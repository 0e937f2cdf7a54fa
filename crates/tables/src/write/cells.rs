//! Cells of columns, and the text of single values.

use crate::{
    error::{Error, Result},
    schema::{Column, ColumnKind, arrow::type_words},
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, RecordBatch, StringArray, UInt16Array,
    UInt32Array, UInt64Array,
    cast::AsArray,
    types::{
        ArrowDictionaryKeyType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
        UInt8Type, UInt16Type, UInt32Type, UInt64Type,
    },
};
use arrow_buffer::NullBuffer;
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

    /// Returns the cells of a column of this name.
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
