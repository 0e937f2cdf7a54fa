//! Rows as JSON lines, one object a line with the columns as its keys, and values of any columns as JSON. Cells of text
//! that are JSON literals are told apart.

use super::cells::{Cells, CellsKind, has_text_form, named_value, write_cell as write_text_cell};
use arrow_array::{
    Array, ArrayRef, RecordBatch,
    cast::AsArray,
    downcast_integer_array,
    types::{Float32Type, Float64Type, Int32Type, UInt8Type},
};
use arrow_buffer::ArrowNativeType as _;
use arrow_schema::DataType;
use serde_json::Value;
use std::ops::Range;

/// Appends rows as lines.
pub fn rows(batch: &RecordBatch, literals: &JsonLiterals, out: &mut Vec<u8>) {
    let keys = batch.schema_ref().fields().iter().map(|field| key(field.name()));
    let columns: Vec<(Vec<u8>, Cells<'_>)> = keys.zip(Cells::of(batch)).collect();
    for row in 0..batch.num_rows() {
        begin(out);
        for (column, (key, cells)) in columns.iter().enumerate() {
            out.extend_from_slice(key);
            match cells.kind {
                _ if cells.is_null(row) => out.extend_from_slice(b"null"),
                CellsKind::Text(texts) if !literals.contains(column, row) => {
                    write_text(texts.value(row), out);
                }
                CellsKind::Name(names, values) => {
                    write_text(names.key(row).map_or("", |key| values.value(key)), out);
                }
                CellsKind::Decimal(numbers) | CellsKind::Real(numbers) if !numbers.value(row).is_finite() => {
                    out.extend_from_slice(b"null");
                }
                CellsKind::Other(array) => write_json(array, row, out),
                // All of these have a form as text, which is JSON.
                _ => drop(cells.write_text(row, out)),
            }
            out.push(b',');
        }
        end(out);
    }
}

/// Returns a key with its colon.
pub fn key(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    write_text(name, &mut key);
    key.push(b':');
    key
}

/// Begins an object.
pub fn begin(out: &mut Vec<u8>) {
    out.push(b'{');
}

/// Ends an object after the comma of its last value.
pub fn end(out: &mut Vec<u8>) {
    out.pop();
    out.extend_from_slice(b"}\n");
}

/// Writes text as a string of JSON.
pub fn write_text(text: &str, out: &mut Vec<u8>) {
    // Without an early exit, which the compiler vectorises.
    let is_escaped = |found: bool, byte: &u8| found | matches!(byte, 0..b' ' | b'"' | b'\\');
    if text.as_bytes().iter().fold(false, is_escaped) {
        // Writing to a vector cannot fail.
        let _ = serde_json::to_writer(out, text);
    } else {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    }
}

/// Writes a value of any column; text that `is_literal` is JSON already.
pub fn write_cell(array: &ArrayRef, row: usize, is_literal: bool, out: &mut Vec<u8>) {
    if array.is_null(row) {
        out.extend_from_slice(b"null");
    } else if array.data_type() == &DataType::Utf8 {
        let text = array.as_string::<i32>().value(row);
        if is_literal { out.extend_from_slice(text.as_bytes()) } else { write_text(text, out) }
    } else {
        write_json(array, row, out);
    }
}

/// Returns true if the values of a type have a form as JSON.
pub fn has_json_form(kind: &DataType) -> bool {
    match kind {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            has_json_form(item.data_type())
        }
        DataType::Struct(fields) => fields.iter().all(|field| has_json_form(field.data_type())),
        other => has_text_form(other),
    }
}

/// Writes the value at `row`, structs with their fields in order. Numbers that are not finite, and values of types without a form
/// ([`has_json_form`]), are null.
pub fn write_json(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    match array.data_type() {
        _ if array.is_null(row) => out.extend_from_slice(b"null"),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let ends = list.value_offsets();
            write_list(list.values(), ends[row].as_usize()..ends[row + 1].as_usize(), out);
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let ends = list.value_offsets();
            write_list(list.values(), ends[row].as_usize()..ends[row + 1].as_usize(), out);
        }
        DataType::FixedSizeList(..) => {
            let list = array.as_fixed_size_list();
            let (begin, length) = (list.value_offset_at(row), list.value_length().as_usize());
            write_list(list.values(), begin..begin + length, out);
        }
        DataType::Struct(fields) => {
            out.push(b'{');
            for (place, (field, column)) in fields.iter().zip(array.as_struct().columns()).enumerate() {
                separate(place, out);
                write_text(field.name(), out);
                out.push(b':');
                write_json(column, row, out);
            }
            out.push(b'}');
        }
        // The types of paths, without a value in between.
        DataType::Utf8 => write_text(array.as_string::<i32>().value(row), out),
        DataType::UInt8 => {
            out.extend_from_slice(
                itoa::Buffer::new().format(array.as_primitive::<UInt8Type>().value(row)).as_bytes(),
            );
        }
        DataType::Dictionary(key, _) if **key == DataType::Int32 => {
            let names = array.as_dictionary::<Int32Type>();
            match names.key(row) {
                Some(key) => write_json(names.values(), key, out),
                None => out.extend_from_slice(b"null"),
            }
        }
        _ => out.extend_from_slice(scalar(array, row).to_string().as_bytes()),
    }
}

fn write_list(items: &ArrayRef, places: Range<usize>, out: &mut Vec<u8>) {
    out.push(b'[');
    let first = places.start;
    for place in places {
        separate(place - first, out);
        write_json(items, place, out);
    }
    out.push(b']');
}

/// Writes a comma before every item but the first.
fn separate(place: usize, out: &mut Vec<u8>) {
    if place > 0 {
        out.push(b',');
    }
}

/// Returns a value that is neither a list nor a struct.
fn scalar(array: &ArrayRef, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    downcast_integer_array! {
        array => array.value(row).into(),
        DataType::Boolean => array.as_boolean().value(row).into(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into(),
        // The shortest decimal that reads back as the same number.
        DataType::Float32 => {
            let text = array.as_primitive::<Float32Type>().value(row).to_string();
            text.parse::<f64>().map_or(Value::Null, Value::from)
        }
        DataType::Dictionary(..) => {
            named_value(array, row).map_or(Value::Null, |(values, place)| scalar(values, place))
        },
        _ => {
            let mut text = Vec::new();
            let written = write_text_cell(array, row, &mut text);
            written.map_or(Value::Null, |()| String::from_utf8_lossy(&text).into_owned().into())
        }
    }
}

/// Cells of text columns that hold a number, a flag, a list or an object of JSON: writers of JSON give them no quotes. Only readers of JSON know
/// any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JsonLiterals {
    /// True at the rows of each column. Columns without such cells, and the rows after the last of them, may have no entry.
    columns: Vec<Vec<bool>>,
}

impl JsonLiterals {
    /// No cell.
    pub const NONE: Self = Self { columns: Vec::new() };

    /// Returns true if the cell is a literal.
    pub fn contains(&self, column: usize, row: usize) -> bool {
        self.columns.get(column).and_then(|rows| rows.get(row)).copied().unwrap_or(false)
    }

    pub(crate) fn insert(&mut self, column: usize, row: usize) {
        if self.columns.len() <= column {
            self.columns.resize_with(column + 1, Vec::new);
        }
        let rows = &mut self.columns[column];
        rows.resize(rows.len().max(row + 1), false);
        rows[row] = true;
    }

    /// Returns the cells of some columns: those at these places, in order; none for a column that is new.
    #[must_use]
    pub fn select(&self, places: impl IntoIterator<Item = Option<usize>>) -> Self {
        if self.columns.is_empty() {
            return Self::NONE;
        }
        let column = |place: Option<usize>| place.and_then(|place| self.columns.get(place)).cloned();
        Self { columns: places.into_iter().map(|place| column(place).unwrap_or_default()).collect() }
    }

    /// Returns the cells of some rows, in order.
    #[must_use]
    pub fn take(&self, rows: &(impl Iterator<Item = usize> + Clone)) -> Self {
        let column = |(column, known): (usize, &Vec<bool>)| {
            if known.is_empty() {
                return Vec::new();
            }
            rows.clone().map(|row| self.contains(column, row)).collect()
        };
        Self { columns: self.columns.iter().enumerate().map(column).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        BinaryArray, Float32Array, Float64Array, Int64Array, ListArray, StringArray, StructArray,
        new_null_array, types::Int64Type,
    };
    use arrow_schema::Field;
    use std::sync::Arc;

    fn written(array: &ArrayRef) -> String {
        let mut out = Vec::new();
        write_json(array, 0, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_keep_their_types() {
        let text: ArrayRef = Arc::new(StringArray::from(vec!["a\"b"]));
        let number: ArrayRef = Arc::new(Int64Array::from(vec![i64::MIN]));
        let structs = StructArray::from(vec![
            (Arc::new(Field::new("t", DataType::Utf8, true)), Arc::clone(&text)),
            (Arc::new(Field::new("n", DataType::Int64, true)), Arc::clone(&number)),
        ]);
        let list = ListArray::from_iter_primitive::<Int64Type, _, _>([Some(vec![Some(1), None])]);
        let cases: [(ArrayRef, &str); 7] = [
            (text, r#""a\"b""#),
            (number, "-9223372036854775808"),
            (Arc::new(structs), r#"{"t":"a\"b","n":-9223372036854775808}"#),
            (Arc::new(list), "[1,null]"),
            (Arc::new(Float32Array::from(vec![0.1])), "0.1"),
            (Arc::new(Float64Array::from(vec![f64::NAN])), "null"),
            (new_null_array(&DataType::Utf8, 1), "null"),
        ];
        for (array, expected) in cases {
            assert!(has_json_form(array.data_type()));
            assert_eq!(written(&array), expected);
        }
        let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&b"x"[..]]));
        assert!(!has_json_form(bytes.data_type()) && written(&bytes) == "null");
    }

    #[test]
    fn cells_follow_their_columns_and_rows() {
        let mut cells = JsonLiterals::NONE;
        assert_eq!(cells.select([Some(3), None]), JsonLiterals::NONE);
        cells.insert(2, 1);
        cells.insert(0, 4);
        let all = |cells: &JsonLiterals| {
            let places = (0..4).flat_map(|column| (0..6).map(move |row| (column, row)));
            places.filter(|&(column, row)| cells.contains(column, row)).collect::<Vec<_>>()
        };
        assert_eq!(all(&cells), [(0, 4), (2, 1)]);
        assert_eq!(all(&cells.select([None, Some(2), Some(0)])), [(1, 1), (2, 4)]);
        assert_eq!(all(&cells.take(&[4, 1, 1].into_iter())), [(0, 0), (2, 1), (2, 2)]);
    }
}
