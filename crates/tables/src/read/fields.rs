//! Fields of lines of text, and errors of what they hold.

use crate::{
    error::{Error, Result},
    schema::ColumnId,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use gridmill_board::{Grid, Shape};
use std::{path::Path, sync::Arc};

/// Possible delimiters of fields.
pub(super) const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Returns the first field of a line, and the number of characters before it; `None` if the line is blank or a comment.
pub(super) fn first_field(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start();
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    let before = line[..line.len() - text.len()].chars().count();
    Some((before, text.split(|c: char| c.is_whitespace() || ",;:|#".contains(c)).next().unwrap_or_default()))
}

/// Returns the number of the only field of a line that is a grid, from 1.
pub(super) fn column_of_grids(line: &str, shape: Shape) -> Option<usize> {
    let is_grid = |field: &str| Grid::parse(shape, field.trim().trim_matches('"')).is_ok();
    let mut grids = (1..).zip(line.split(DELIMITERS)).filter(|(_, field)| is_grid(field));
    let (column, _) = grids.next().filter(|_| line.contains(DELIMITERS))?;
    grids.next().is_none().then_some(column)
}

/// Parses a puzzle; the error names the column, counted from the line's beginning with `before` characters.
pub(super) fn parse(shape: Shape, text: &str, before: usize) -> Result<Grid, String> {
    Grid::parse(shape, text).map_err(|error| {
        let (column, problem) = error.place();
        format!("column {}: {problem}", before + column)
    })
}

/// Returns a schema of text columns.
pub(super) fn text_schema<'a>(names: impl Iterator<Item = &'a str>) -> SchemaRef {
    Arc::new(Schema::new(names.map(|name| Field::new(name, DataType::Utf8, true)).collect::<Vec<_>>()))
}

/// Returns the schema of text that has nothing but puzzles.
pub(super) fn puzzle_schema() -> SchemaRef {
    text_schema([ColumnId::Puzzle.name()].into_iter())
}

/// Returns the error of a batch that the file gives.
pub(super) fn arrow_error(path: &Path, error: &ArrowError) -> Error {
    Error::corpus(path, error.to_string())
}
