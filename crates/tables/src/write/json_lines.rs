//! Rows as JSON lines: one object a line, with the columns as its keys.

use super::{cells_as_json::write_json, text, tokens};
use crate::schema::{
    Value, {Layout, LayoutColumn},
};
use arrow_array::{Array as _, ArrayRef, cast::AsArray as _};
use arrow_schema::DataType;
use gridmill_generate::Record;

/// Bytes reserved for the text of a row without ratings.
const LINE_BYTES: usize = 400;

/// Formats rows.
pub fn rows(records: &[Record], layout: &Layout) -> Vec<u8> {
    let columns: Vec<(Vec<u8>, LayoutColumn)> =
        layout.columns().into_iter().map(|column| (key(column.name()), column)).collect();
    let mut out = Vec::with_capacity(records.len() * LINE_BYTES);
    for record in records {
        begin(&mut out);
        for (key, column) in &columns {
            out.extend_from_slice(key);
            write_value(column.value(record), &mut out);
            out.push(b',');
        }
        end(&mut out);
    }
    out
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
    // Writing to a vector cannot fail.
    let _ = serde_json::to_writer(out, text);
}

/// Writes texts between spaces as a list of strings.
fn write_texts(texts: &str, out: &mut Vec<u8>) {
    out.push(b'[');
    for (place, text) in texts.split_whitespace().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write_text(text, out);
    }
    out.push(b']');
}

/// Writes a value of a column of the schema.
pub fn write_value(value: Value<'_>, out: &mut Vec<u8>) {
    match value {
        // Their text has no sign that JSON escapes.
        Value::Puzzle(_)
        | Value::Solution(_)
        | Value::CompactPath(Some(_))
        | Value::Cell(Some(_))
        | Value::Mask(Some(_)) => {
            out.push(b'"');
            text::write_value(value, out);
            out.push(b'"');
        }
        Value::Masks(Some(_)) | Value::Solutions(Some(_)) => {
            let mut texts = Vec::new();
            text::write_value(value, &mut texts);
            write_texts(&String::from_utf8_lossy(&texts), out);
        }
        Value::Name(Some(name)) => write_text(name, out),
        Value::SearchTrace(Some(puzzle)) => {
            out.push(b'[');
            tokens::write(&tokens::of_search(puzzle), b',', out);
            out.push(b']');
        }
        Value::Flag(None)
        | Value::Number(None)
        | Value::Name(None)
        | Value::Path(None)
        | Value::CompactPath(None)
        | Value::Cell(None)
        | Value::Mask(None)
        | Value::Masks(None)
        | Value::Solutions(None)
        | Value::SearchTrace(None)
        | Value::Real(None)
        | Value::Tenths(None)
        | Value::Hundredths(None) => out.extend_from_slice(b"null"),
        Value::Real(Some(number)) if !number.is_finite() => out.extend_from_slice(b"null"),
        // Their text is JSON.
        Value::Flag(Some(_))
        | Value::Number(Some(_))
        | Value::Real(Some(_))
        | Value::Tenths(Some(_))
        | Value::Hundredths(Some(_))
        | Value::Path(Some(_)) => text::write_value(value, out),
    }
}

/// Writes a value of any column; text that `is_bare` is JSON already.
pub fn write_cell(array: &ArrayRef, row: usize, is_bare: bool, out: &mut Vec<u8>) {
    if array.is_null(row) {
        out.extend_from_slice(b"null");
    } else if array.data_type() == &DataType::Utf8 {
        let text = array.as_string::<i32>().value(row);
        if is_bare { out.extend_from_slice(text.as_bytes()) } else { write_text(text, out) }
    } else {
        write_json(array, row, out);
    }
}
