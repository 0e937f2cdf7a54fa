//! The first rows of a data set, for its card.

use crate::read::sources::Sources;
use arrow_array::Array as _;
use gridmill_board::Shape;
use gridmill_tables::{
    Result,
    read::{GridColumns, TableInput},
    schema::{Column, Presence, Promise},
    write::{json, json::has_json_form},
};
use std::path::Path;

/// Rows of a sample.
const ROWS: usize = 3;

/// Bytes of a value, at most; a longer one is left out.
const LONGEST: usize = 400;

/// Returns the first rows of the first of the files in `data`, whose grids are of this shape and in these columns, as JSON lines, without what differs from run to run, techniques that
/// were not used, and long values.
///
/// # Errors
/// Those of reading the file.
pub(crate) fn of<'a>(
    data: &Path,
    (shape, columns): (Shape, &GridColumns),
    mut files: impl Iterator<Item = &'a str>,
) -> Result<String> {
    let Some(file) = files.next() else { return Ok(String::new()) };
    let mut tables = TableInput::with_columns(Sources::from(vec![data.join(file)]), shape, columns)?;
    let Some(rows) = tables.next_rows()? else { return Ok(String::new()) };
    let mut out = Vec::new();
    for row in 0..rows.batch.num_rows().min(ROWS) {
        json::begin(&mut out);
        for (place, field) in rows.batch.schema_ref().fields().iter().enumerate() {
            let (array, start) = (rows.batch.column(place), out.len());
            let known = Column::of_name(field.name());
            let is_timing = known.is_some_and(|column| column.promise == Promise::Run);
            if is_timing || array.is_null(row) || !has_json_form(field.data_type()) {
                continue;
            }
            out.extend(json::key(field.name()));
            let before = out.len();
            json::write_cell(array, row, rows.literals.contains(place, row), &mut out);
            let is_count = known.is_some_and(|column| matches!(column.presence, Presence::Technique(_)));
            if out.len() - before > LONGEST || is_count && matches!(&out[before..], b"0" | b"\"0\"") {
                out.truncate(start);
            } else {
                out.push(b',');
            }
        }
        json::end(&mut out);
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}
