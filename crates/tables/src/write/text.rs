//! Rows as comma-separated text, and the text of their cells.

use super::{json::write_json, tokens};
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
use arrow_schema::{DataType, Field};
use std::io::Write as _;

/// Returns the header line with these names.
///
/// # Errors
/// [`Error::Option`] if it cannot be written as CSV.
pub fn names<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<u8>> {
    let mut names = names.peekable();
    let first = names.peek().map_or(0, |name| name.len());
    let mut line = lines(|writer| writer.write_record(names))?;
    if line.trim_ascii_start().starts_with(b"#") {
        // Lines before the header that begin with `#` are comments.
        line.insert(first, b'"');
        line.insert(0, b'"');
    }
    Ok(line)
}

/// Appends rows as lines, with the quotes that fields need.
///
/// # Errors
/// [`Error::Option`] for values without a form as text.
pub fn rows(batch: &RecordBatch, out: &mut Vec<u8>) -> Result<()> {
    let columns = Cells::of(batch);
    for row in 0..batch.num_rows() {
        let line = out.len();
        for cells in &columns {
            let start = out.len();
            cells.write_text(row, out)?;
            if cells.may_need_quotes() {
                quote(out, start);
            }
            out.push(b',');
        }
        out.pop();
        if columns.len() == 1 && out.len() == line {
            // An empty line would be no row.
            out.extend_from_slice(b"\"\"");
        }
        out.push(b'\n');
    }
    Ok(())
}

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

    const fn may_need_quotes(&self) -> bool {
        matches!(self.kind, CellsKind::Text(_) | CellsKind::Name(..) | CellsKind::Other(_))
    }

    /// Writes the cell at `row` without quotes; nothing where it is null.
    ///
    /// # Errors
    /// [`Error::Option`] for a value without a form as text.
    #[inline]
    pub(crate) fn write_text(&self, row: usize, out: &mut Vec<u8>) -> Result<()> {
        if self.is_null(row) {
            return Ok(());
        }
        let mut digits = itoa::Buffer::new();
        // Writing to a vector cannot fail.
        match self.kind {
            CellsKind::Text(texts) => out.extend_from_slice(texts.value(row).as_bytes()),
            CellsKind::Name(names, values) => {
                out.extend_from_slice(names.key(row).map_or("", |key| values.value(key)).as_bytes());
            }
            CellsKind::Bool(flags) => {
                out.extend_from_slice(if flags.value(row) { b"true" } else { b"false" });
            }
            CellsKind::U16(numbers) => {
                out.extend_from_slice(digits.format(numbers.value(row)).as_bytes());
            }
            CellsKind::U32(numbers) => {
                out.extend_from_slice(digits.format(numbers.value(row)).as_bytes());
            }
            CellsKind::U64(numbers) => {
                out.extend_from_slice(digits.format(numbers.value(row)).as_bytes());
            }
            CellsKind::Decimal(numbers) => drop(write!(out, "{:?}", numbers.value(row))),
            CellsKind::Real(numbers) => drop(write!(out, "{}", numbers.value(row))),
            CellsKind::Other(array) => return write_other(array, row, out),
        }
        Ok(())
    }
}

/// Writes a value of any type: lists of texts and tokens between spaces, other nested values as JSON.
fn write_other(array: &ArrayRef, row: usize, out: &mut Vec<u8>) -> Result<()> {
    if has_text_form(array.data_type()) {
        return write_cell(array, row, out);
    } else if is_list_of_text(array.data_type()) {
        write_texts(array, row, out);
    } else if tokens::is_tokens(array.data_type()) {
        tokens::write_text(array, row, out);
    } else {
        // The steps of a path, as corpora in CSV have them.
        write_json(array, row, out);
    }
    Ok(())
}

/// Puts the field from `start` on in quotes, if it needs them.
pub fn quote(out: &mut Vec<u8>, start: usize) {
    // Without an early exit, which the compiler vectorises.
    let needs_quotes = |is_special: bool, byte: &u8| is_special | matches!(byte, b',' | b'"' | b'\r' | b'\n');
    if out[start..].iter().fold(false, needs_quotes) {
        let text = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        // Writing to a vector cannot fail.
        drop(write!(out, "\"{text}\""));
    }
}

/// Returns the lines that `write` writes.
///
/// # Errors
/// [`Error::Option`] if they cannot be written as CSV.
pub fn lines(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: String| Error::option(format!("rows cannot be written as CSV: {error}"));
    write(&mut writer).map_err(|error| failed(error.to_string()))?;
    writer.into_inner().map_err(|error| failed(error.to_string()))
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
