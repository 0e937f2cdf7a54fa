//! Rows as comma-separated text.

use super::{
    path,
    schema::{Column, Layout, Value},
};
use crate::{
    error::{Error, Result},
    pipeline::Record,
};
use std::io::Write as _;

/// The header line of a CSV file.
pub(super) fn header(layout: Layout) -> Result<Vec<u8>> {
    lines(|writer| writer.write_record(layout.columns().map(|column| column.name)))
}

/// Rows as CSV lines, without header.
pub(super) fn rows(records: &[Record], layout: Layout) -> Result<Vec<u8>> {
    let columns: Vec<&Column> = layout.columns().collect();
    let mut field = Vec::new();
    lines(|writer| {
        for record in records {
            for column in &columns {
                field.clear();
                write_value(column.value(record), &mut field);
                writer.write_field(&field)?;
            }
            writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    })
}

/// A value as the text of a field.
pub(super) fn write_value(value: Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Puzzle(grid) => grid.write_text(out),
        Value::Solution(solution) => solution.write_text(out),
        Value::Flag(None)
        | Value::Real(None)
        | Value::Number(None)
        | Value::Name(None)
        | Value::Path(None) => {}
        Value::Name(Some(name)) => out.extend_from_slice(name.as_bytes()),
        Value::Path(Some(steps)) => out.extend_from_slice(path::json(steps).as_bytes()),
        Value::Flag(Some(flag)) => out.extend_from_slice(if flag { b"true" } else { b"false" }),
        // Writing to a vector cannot fail.
        Value::Number(Some(number)) => drop(write!(out, "{number}")),
        // The shortest decimal that reads back as the same number.
        Value::Real(Some(number)) => drop(write!(out, "{number}")),
    }
}

/// The lines that `write` writes.
pub(super) fn lines(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: String| Error::Option(format!("rows cannot be written as CSV: {error}"));
    write(&mut writer).map_err(|error| failed(error.to_string()))?;
    writer.into_inner().map_err(|error| failed(error.to_string()))
}
