//! Rows as comma-separated text, and the text of their cells.

use super::{
    arrays,
    cells::{Cells, CellsKind, has_text_form, write_cell},
    json::write_json,
};
use crate::{
    error::{Error, Result},
    schema::{Column, ColumnKind},
};
use arrow_array::{Array as _, ArrayRef, RecordBatch, cast::AsArray};
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
    rows_of(batch, 0..batch.num_rows(), out)
}

/// Appends rows to `out` as [`rows`] does, and to `kept` the same lines with fewer columns. `is_kept` has a value for each column.
///
/// # Errors
/// As [`rows`].
pub fn rows_and_kept(
    batch: &RecordBatch,
    is_kept: &[bool],
    out: &mut Vec<u8>,
    kept: &mut Vec<u8>,
) -> Result<()> {
    let columns = columns(batch);
    reserve(out, &columns, batch.num_rows());
    reserve(kept, &columns, batch.num_rows());
    let kept_columns = is_kept.iter().filter(|&&is_kept| is_kept).count();
    for row in 0..batch.num_rows() {
        let (line, kept_line) = (out.len(), kept.len());
        // Fields next to each other are copied together.
        let mut from = line;
        for (column, &is_kept) in columns.iter().zip(is_kept) {
            let start = out.len();
            column.write_field(row, out)?;
            if !is_kept {
                kept.extend_from_slice(&out[from..start]);
                from = out.len();
            }
        }
        kept.extend_from_slice(&out[from..]);
        end_line(kept, kept_line, kept_columns);
        end_line(out, line, columns.len());
    }
    Ok(())
}

/// Appends the rows of these numbers, as [`rows`] does.
///
/// # Errors
/// As [`rows`].
pub fn rows_of(batch: &RecordBatch, rows: impl Iterator<Item = usize>, out: &mut Vec<u8>) -> Result<()> {
    let columns = columns(batch);
    reserve(out, &columns, batch.num_rows());
    for row in rows {
        let line = out.len();
        for column in &columns {
            column.write_field(row, out)?;
        }
        end_line(out, line, columns.len());
    }
    Ok(())
}

struct Fields<'a> {
    cells: Cells<'a>,
    may_need_quotes: bool,
}

impl Fields<'_> {
    /// Writes the cell at `row`, with the quotes that it needs, and a comma.
    #[inline]
    fn write_field(&self, row: usize, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        self.cells.write_text(row, out)?;
        if self.may_need_quotes {
            quote(out, start);
        }
        out.push(b',');
        Ok(())
    }
}

fn columns(batch: &RecordBatch) -> Vec<Fields<'_>> {
    let cells = Cells::of(batch).into_iter();
    cells.map(|cells| Fields { may_need_quotes: cells.may_need_quotes(), cells }).collect()
}

fn reserve(out: &mut Vec<u8>, columns: &[Fields<'_>], rows: usize) {
    out.reserve(columns.iter().map(|column| column.cells.text_bytes(rows)).sum());
}

/// Ends the line of so many fields that begins at `line`, of which the last has a comma behind it.
fn end_line(out: &mut Vec<u8>, line: usize, fields: usize) {
    out.pop();
    if fields == 1 && out.len() == line {
        // An empty line would be no row.
        out.extend_from_slice(b"\"\"");
    }
    out.push(b'\n');
}

impl Cells<'_> {
    /// Returns false if no cell has a character that needs quotes. One look at all bytes of a column answers that for every row.
    fn may_need_quotes(&self) -> bool {
        match self.kind {
            CellsKind::Text(texts) | CellsKind::Name(_, texts) => needs_quotes(texts.value_data()),
            CellsKind::Other(_) => true,
            _ => false,
        }
    }

    /// Returns about how many bytes the cells of `rows` rows take with their commas.
    fn text_bytes(&self, rows: usize) -> usize {
        match self.kind {
            CellsKind::Text(texts) => texts.value_data().len() + rows,
            _ => rows * 8,
        }
    }

    /// Writes the cell at `row` without quotes; nothing where it is null.
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
    } else if arrays::is_tokens(array.data_type()) {
        arrays::write_tokens_of_row(array, row, out);
    } else {
        // The steps of a path, as corpora in CSV have them.
        write_json(array, row, out);
    }
    Ok(())
}

/// Puts the field from `start` on in quotes, if it needs them.
pub fn quote(out: &mut Vec<u8>, start: usize) {
    if needs_quotes(&out[start..]) {
        let text = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        // Writing to a vector cannot fail.
        drop(write!(out, "\"{text}\""));
    }
}

/// Returns true for texts with a comma, a quote or the end of a line.
fn needs_quotes(text: &[u8]) -> bool {
    // Without an early exit, which the compiler vectorises.
    text.iter().fold(false, |is_special, byte| is_special | matches!(byte, b',' | b'"' | b'\r' | b'\n'))
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
