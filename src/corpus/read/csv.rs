//! Puzzles from one column of a table in text, with comma, semicolon or tab as delimiter.

use super::{Columns, LINE, Numbered, Rows, column_of, is_called, no_puzzle, records::Records, text::Text};
use crate::{board::Grid, board::Shape, error::Result};
use std::path::{Path, PathBuf};

/// Possible delimiters of fields.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Returns true if a line is the header of a table with one of the `columns`.
pub(super) fn names_grids(header: &str, columns: Columns) -> bool {
    header.split(DELIMITERS).any(|name| columns.iter().any(|&column| is_called(name, column)))
}

/// Returns the delimiter of a header.
pub(super) fn delimiter(header: &str) -> u8 {
    header.bytes().find(|&byte| DELIMITERS.contains(&char::from(byte))).unwrap_or(b',')
}

/// Opens a table and reads the names of its columns.
pub(super) fn open_table(path: &Path, text: Text, delimiter: u8) -> Result<(Vec<String>, Records)> {
    let mut records = Records::new(path, text.input, delimiter, text.lines_before);
    records.read()?;
    let names = (0..records.len()).map(|place| records.lossy(place).trim().trim_matches('"').to_owned());
    Ok((names.collect(), records))
}

/// The puzzles of a table.
pub(super) fn open(path: &Path, text: Text, delimiter: u8, shape: Shape, columns: Columns) -> Result<Rows> {
    let (names, records) = open_table(path, text, delimiter)?;
    let column = column_of(path, &names, columns)?;
    Ok(Box::new(Table { path: path.to_owned(), records, column, shape }))
}

struct Table {
    path: PathBuf,
    records: Records,
    column: usize,
    shape: Shape,
}

impl Iterator for Table {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        match self.records.read() {
            Ok(true) => {
                let line = self.records.line();
                let grid = Grid::parse(self.shape, self.records.lossy(self.column).trim());
                Some(
                    grid.map(|grid| (line, grid))
                        .map_err(|error| no_puzzle(&self.path, LINE, line, 0, &error)),
                )
            }
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
