//! Puzzles from one column of a table in text: fields apart by comma, semicolon or tab.

use super::{Columns, LINE, Numbered, Rows, column_of, is_called, no_puzzle};
use crate::{
    board::{Grid, Shape},
    error::{Error, Result},
};
use ::csv::{ByteRecord, Reader, ReaderBuilder, Trim};
use std::{
    io::Read,
    path::{Path, PathBuf},
};

/// What may keep fields apart.
pub(super) const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Whether a line is the header of a table with one of the `columns`.
pub(super) fn names_grids(header: &str, columns: Columns) -> bool {
    header.split(DELIMITERS).any(|name| columns.iter().any(|column| is_called(name, column)))
}

/// The puzzles of a table whose first line is `header`.
pub(super) fn open(
    path: &Path,
    input: impl Read + Send + 'static,
    header: &str,
    shape: Shape,
    columns: Columns,
) -> Result<Rows> {
    let delimiter = header.bytes().find(|&byte| DELIMITERS.contains(&char::from(byte))).unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .flexible(true)
        .trim(Trim::All)
        .from_reader(input);
    let names = reader.byte_headers().map_err(|error| failed(path, error))?;
    let names: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
    let column = column_of(path, &names.iter().map(AsRef::as_ref).collect::<Vec<_>>(), columns)?;
    Ok(Box::new(Table { path: path.to_owned(), reader, column, shape, record: ByteRecord::new() }))
}

struct Table<R> {
    path: PathBuf,
    reader: Reader<R>,
    column: usize,
    shape: Shape,
    record: ByteRecord,
}

impl<R: Read> Table<R> {
    fn grid(&self) -> Numbered {
        let line = self.record.position().map_or(0, ::csv::Position::line);
        let text = String::from_utf8_lossy(self.record.get(self.column).unwrap_or_default());
        let grid = Grid::parse(self.shape, &text);
        grid.map(|grid| (line, grid)).map_err(|error| no_puzzle(&self.path, LINE, line, 0, &error))
    }
}

impl<R: Read> Iterator for Table<R> {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        match self.reader.read_byte_record(&mut self.record) {
            Ok(true) => Some(self.grid()),
            Ok(false) => None,
            Err(error) => Some(Err(failed(&self.path, error))),
        }
    }
}

/// With records of any length and fields of any bytes, only reading itself can fail.
fn failed(path: &Path, error: ::csv::Error) -> Error {
    Error::io("reading", path)(error.into())
}
