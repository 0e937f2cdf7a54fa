//! Fields of lines of text, and errors of what they hold.

use super::Numbered;
use crate::{
    error::{Error, Result},
    schema::ColumnId,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use gridmill_board::{Grid, Shape};
use std::{path::Path, sync::Arc};

/// Puzzle of a text, or the column of the mistake, from 1, and what it is.
pub(super) type TextGrid = Result<Grid, (usize, String)>;

/// Returns the puzzle of a row with its number, or the error of the row of that number; `unit` is the word for a row.
pub(super) fn numbered((path, unit): (&Path, &'static str), line: u64, grid: TextGrid) -> Numbered {
    let path = || path.to_owned();
    grid.map(|grid| (line, grid)).map_err(|(column, problem)| Error::NoPuzzle {
        path: path(),
        unit,
        line,
        column,
        problem,
    })
}

/// Possible delimiters of fields.
pub(super) const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Returns true for a line of comment: it begins with `#` or `%`.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

/// Returns the first field of a line, and the number of characters before it; `None` if the line is blank or a comment.
pub(super) fn first_field(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start();
    if text.is_empty() || is_comment(text) {
        return None;
    }
    let before = line[..line.len() - text.len()].chars().count();
    Some((before, text.split(|c: char| c.is_whitespace() || ",;:|#".contains(c)).next().unwrap_or_default()))
}

/// Returns the fields of a line between blanks, commas, semicolons, colons and bars, each with the number of characters before it. Empty ones are
/// left out, as are quotation marks around one.
pub(super) fn fields_of_line(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut before = 0;
    line.split(|c: char| c.is_whitespace() || ",;:|".contains(c)).filter_map(move |field| {
        let begin = before;
        before += field.chars().count() + 1;
        let inside = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
        Some((begin + usize::from(inside.is_some()), inside.unwrap_or(field)))
            .filter(|(_, field)| !field.is_empty())
    })
}

/// Returns the number of the only field of a line that is a grid, from 1.
pub(super) fn column_of_grids(line: &str, shape: Shape) -> Option<usize> {
    let is_grid = |field: &str| Grid::parse(shape, field.trim().trim_matches('"')).is_ok();
    let mut grids = (1..).zip(line.split(DELIMITERS)).filter(|(_, field)| is_grid(field));
    let (column, _) = grids.next().filter(|_| line.contains(DELIMITERS))?;
    grids.next().is_none().then_some(column)
}

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
