//! Puzzles from one column of a table in text, with comma, semicolon or tab as delimiter.
//!
//! White space around the puzzle and around values of known columns is left out. Values of all other columns keep their bytes.

use super::{
    LINE, Numbered, drawn,
    fields::{DELIMITERS, parse, text_schema},
    format::{FileReader, Input, InputFormat, Rows, TableReader},
    names::{ColumnChoice, holds_grids, unique},
    no_puzzle,
    records::Records,
    table::TextBatch,
};
use crate::{
    error::{Error, Result},
    schema::Column,
};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::path::PathBuf;

/// Returns true if a line is the header of a table with a column that may hold the grids.
fn names_grids(header: &str, choice: &ColumnChoice) -> bool {
    header.split(DELIMITERS).any(|name| choice.allows(name))
}

/// Returns the delimiter of a header.
fn delimiter(header: &str) -> u8 {
    header.bytes().find(|&byte| DELIMITERS.contains(&char::from(byte))).unwrap_or(b',')
}

/// Tables in text.
#[derive(Debug)]
pub(super) struct Csv;

impl InputFormat for Csv {
    fn endings(&self) -> &'static [&'static str] {
        &["csv", "tsv"]
    }

    fn row_word(&self) -> &'static str {
        LINE
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        // Only tables have named columns.
        if input.is_named_as(self) || input.choice().is_named() {
            return Ok(true);
        }
        let choice = input.choice().clone();
        let header = input.text()?.first_line.clone();
        // A word alone may be the title of a drawn grid.
        Ok(names_grids(&header, &choice) && (header.contains(DELIMITERS) || drawn::side(input)?.is_none()))
    }

    fn open(
        &self,
        input: Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        let (path, choice) = (input.path().to_owned(), input.choice().clone());
        let (names, column, records) = open_records(input, &choice, shape)?;
        let names = unique(&path, names.iter().map(String::as_str), read_by_name)?;
        let schema = text_schema(names.iter().map(String::as_str));
        let is_known = |name: &String| {
            Column::of_name(name).is_some() || holds_grids(name) || choice.names_solution(name)
        };
        let known = (0..).zip(&names).map(|(place, name)| place == column || is_known(name)).collect();
        Ok(Box::new(CsvTable { schema, known, path, records, column, shape }))
    }
}

/// Opens a table: reads the names of its columns, and finds that with the grids. In a table without header, the columns are called by their
/// numbers.
fn open_records(input: Input, choice: &ColumnChoice, shape: Shape) -> Result<(Vec<String>, usize, Records)> {
    let path = input.path().to_owned();
    let text = input.into_text()?;
    let mut records = Records::new(&path, text.input, delimiter(&text.first_line), text.lines_before);
    records.read()?;
    let fields = (0..records.fields()).map(|place| records.lossy(place).trim().trim_matches('"').to_owned());
    let names: Vec<String> = fields.collect();
    let mut grids =
        (1..).zip(&names).filter(|(_, field)| Grid::parse(shape, field).is_ok()).map(|(number, _)| number);
    let found: Option<usize> = grids.next();
    let place = choice.place(&path, &names);
    let (Some(number), Err(_)) = (found, &place) else { return Ok((names, place?, records)) };
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    if let (true, Ok(place)) = (choice.is_named(), choice.place(&path, &numbers)) {
        records.repeat();
        return Ok((numbers, place, records));
    }
    let problem =
        format!("it has no header, and its column {number} holds puzzles; name it with `column={number}`");
    Err(Error::corpus(path, problem))
}

/// Rows of a table with all columns, as text.
struct CsvTable {
    schema: SchemaRef,
    /// True for the columns whose values are read, without white space around them.
    known: Vec<bool>,
    path: PathBuf,
    records: Records,
    /// The place of the column with the puzzles.
    column: usize,
    shape: Shape,
}

impl TableReader for CsvTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let Self { path, records, column, shape, .. } = self;
        let columns = self.schema.fields().len();
        let mut batch = TextBatch::new(columns);
        while !batch.is_full() && records.read()? {
            let puzzle = parse(*shape, records.text(*column)?.unwrap_or_default().trim(), 0);
            batch.push_row(records.line(), puzzle);
            for (place, is_known) in self.known.iter().enumerate() {
                let text = records.text(place)?;
                batch.push(place, if *is_known { text.map(str::trim) } else { text });
            }
        }
        batch.finish(path, &self.schema)
    }
}

impl FileReader for CsvTable {
    fn next_puzzle(&mut self) -> Option<Numbered> {
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
