//! Rows as comma-separated text.

use super::{path, tokens};
use crate::{
    error::{Error, Result},
    schema::{
        Value, {Layout, LayoutColumn},
    },
};
use gridmill_board::Solution;
use gridmill_generate::{CellMask, Record};
use std::io::Write as _;

/// Bytes reserved for the text of a row without ratings.
const LINE_BYTES: usize = 256;

/// Returns the header line of a CSV file.
///
/// # Errors
/// [`Error::Option`] if it cannot be written as CSV.
pub fn header(layout: &Layout) -> Result<Vec<u8>> {
    names(layout.columns().iter().map(LayoutColumn::name))
}

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

/// Formats rows as CSV lines, without header.
///
/// Every row of every corpus is hashed as this text: fields that never need quotes bypass the CSV writer.
pub fn rows(records: &[Record], layout: &Layout) -> Vec<u8> {
    let columns = layout.columns();
    let mut out = Vec::with_capacity(records.len() * LINE_BYTES);
    for record in records {
        for column in &columns {
            write_field(column.value(record), &mut out);
            out.push(b',');
        }
        out.pop();
        out.push(b'\n');
    }
    out
}

/// Writes a value as a field, quoted where that is needed.
#[inline]
fn write_field(value: Value<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    write_value(value, out);
    if matches!(value, Value::Name(_) | Value::Path(_) | Value::CompactPath(_)) {
        quote(out, start);
    }
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

/// Writes a value as the text of a field.
#[inline]
pub fn write_value(value: Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Puzzle(grid) => grid.write_text(out),
        Value::Solution(solution) => solution.write_text(out),
        Value::Flag(None)
        | Value::Real(None)
        | Value::Tenths(None)
        | Value::Hundredths(None)
        | Value::Number(None)
        | Value::Name(None)
        | Value::Path(None)
        | Value::CompactPath(None)
        | Value::Cell(None)
        | Value::Mask(None)
        | Value::Masks(None)
        | Value::Solutions(None)
        | Value::SearchTrace(None) => {}
        Value::Cell(Some((cell, shape))) => out.extend_from_slice(cell.name(shape).as_bytes()),
        Value::Mask(Some(mask)) => mask.write_text(out),
        Value::Masks(Some(masks)) => {
            between_spaces(masks, out, CellMask::write_text);
        }
        Value::Solutions(Some(solutions)) => {
            between_spaces(solutions, out, Solution::write_text);
        }
        Value::Name(Some(name)) => out.extend_from_slice(name.as_bytes()),
        Value::Path(Some(steps)) => out.extend_from_slice(path::json(steps).as_bytes()),
        Value::CompactPath(Some(steps)) => out.extend_from_slice(path::compact(steps).as_bytes()),
        Value::SearchTrace(Some(puzzle)) => tokens::write(&tokens::of_search(puzzle), b' ', out),
        Value::Flag(Some(flag)) => out.extend_from_slice(if flag { b"true" } else { b"false" }),
        Value::Number(Some(number)) => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        // Always with its decimal: readers that guess types take the column for floating point numbers.
        Value::Tenths(Some(number)) => drop(write!(out, "{number}")),
        Value::Hundredths(Some(hundredths)) => drop(write!(out, "{:?}", f64::from(hundredths) / 100.0)),
        // The shortest decimal that reads back as the same number; writing to a vector cannot fail.
        Value::Real(Some(number)) => drop(write!(out, "{number}")),
    }
}

/// Writes texts with a space between them. They have none themselves.
fn between_spaces<T>(items: &[T], out: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            out.push(b' ');
        }
        write(item, out);
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
