//! Puzzles from one column of a table in text, with comma, semicolon or tab as delimiter, or from as many columns as a grid has cells.
//!
//! White space around the puzzle and around values of known columns is left out. Values of all other columns keep their characters.

use super::{
    LINE, Numbered, drawn,
    encoding::decoded,
    fields::{DELIMITERS, TextGrid, numbered, text_schema},
    format::{FileReader, FormatDescription, Input, InputFormat, Rows, TableReader},
    names::{ColumnChoice, holds_grids, unique, without_puzzles},
    puzzle_text::{of_value, reason},
    records::Records,
    rows_of_cells::cell_of_word,
    table::TextBatch,
    text::Text,
};
use crate::{
    error::{Error, Result},
    schema::{Column, ColumnId},
};
use arrow_schema::SchemaRef;
use gridmill_board::Shape;
use std::{borrow::Cow, ops::Range, path::PathBuf};

/// Returns the fields of a header with this delimiter, which may be in quotation marks.
fn fields_of(header: &str, delimiter: u8) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for c in header.trim_end_matches(['\r', '\n']).chars() {
        if c == '"' {
            is_quoted = !is_quoted;
        } else if c == char::from(delimiter) && !is_quoted {
            fields.push(String::new());
        } else if let Some(field) = fields.last_mut() {
            field.push(c);
        }
    }
    fields.into_iter().map(|field| field.trim().to_owned()).collect()
}

/// Returns true if a line is the header of a table with a column that may hold the grids.
fn names_grids(header: &str, choice: &ColumnChoice) -> bool {
    let has_name = |delimiter: u8| fields_of(header, delimiter).iter().any(|name| choice.allows(name));
    DELIMITERS.into_iter().filter_map(|delimiter| u8::try_from(delimiter).ok()).any(has_name)
}

/// Returns the comment before the first line, if it is the header of the table.
fn header_in_comment(text: &Text, choice: &ColumnChoice) -> Option<String> {
    let header = text.comment.as_deref()?.trim_start_matches(['#', '%']).trim();
    let is_header = !names_grids(&text.first_line, choice) && names_grids(header, choice);
    is_header.then(|| header.to_owned())
}

/// Returns the delimiter of a header: the first one with which a column may hold the grids, or the first that is not within quotation marks.
fn delimiter(header: &str, choice: &ColumnChoice) -> u8 {
    let delimiters = || DELIMITERS.into_iter().filter_map(|delimiter| u8::try_from(delimiter).ok());
    let has_name = |&delimiter: &u8| {
        let fields = fields_of(header, delimiter);
        fields.len() > 1 && fields.iter().any(|name| choice.allows(name))
    };
    let mut is_quoted = false;
    let mut first = header.bytes().filter(|&byte| {
        is_quoted ^= byte == b'"';
        !is_quoted && DELIMITERS.contains(&char::from(byte))
    });
    delimiters().find(has_name).or_else(|| first.next()).unwrap_or(b',')
}

#[derive(Debug)]
pub(super) struct Csv;

impl InputFormat for Csv {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "tables in text",
            section: "tables",
            endings: &["csv", "tsv"],
            begins: "a header with a known name, `sep=;`, or 81 fields",
            row_word: LINE,
            programs: &[
                (
                    "Spreadsheets",
                    "CSV and TSV with `sep=;`, UTF-16 or Windows-1252; one cell a field, or 81 columns",
                ),
                ("pandas, Polars, DuckDB, Spark", "CSV, with arrays as values of a column"),
            ],
            about: "",
            example: b"id,puzzle\n\"1,\"\"a\",53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n2,....5..3.1..8..2...7....6..2..4...........1.5....3.....6..7.......2..4...........\n",
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        let (choice, is_named) = (input.choice.clone(), input.is_named_as(self));
        let shape = input.shape;
        let text = input.text()?;
        let (header, is_separated) = (text.first_line.clone(), text.separator.is_some());
        if choice.is_named() {
            // Only tables have named columns; lines have numbered fields.
            return Ok(is_named || choice.number().is_none() || header.contains(DELIMITERS));
        }
        if names_grids(&header, &choice) {
            // A word alone may be the title of a drawn grid.
            return Ok(is_named || header.contains(DELIMITERS) || drawn::side(input)?.is_none());
        }
        let is_table = is_named
            || is_separated
            || header_in_comment(text, &choice).is_some_and(|header| header.contains(DELIMITERS));
        let fields = fields_of(&header, delimiter(&header, &choice)).len();
        let cells = shape.unwrap_or(Shape::STANDARD).cells();
        // Rows of cells, a field each, are drawn.
        Ok((is_table || fields >= cells) && drawn::side(input)?.is_none())
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let (path, choice) = (input.path.clone(), input.choice.clone());
        let (shape, read_by_name) = (input.grid_shape(), input.read_by_name);
        let Opened { names, values, column, records } = open_records(input, &choice, shape)?;
        let names = unique(&path, names.iter().map(String::as_str), read_by_name)?;
        let schema = text_schema(names.iter().map(String::as_str));
        let is_known = |name: &String| {
            Column::of_name(name).is_some() || holds_grids(name) || choice.names_solution(name)
        };
        let known = (0..).zip(&names).map(|(place, name)| place == column || is_known(name)).collect();
        let solution = choice.solution_place(&path, &schema, column).ok().flatten();
        Ok(Box::new(CsvTable { schema, known, values, path, records, column, solution, shape }))
    }
}

/// Fields of a record that make the value of a column.
enum Source {
    Field(usize),
    Cells(Range<usize>),
}

/// Table whose columns are known.
struct Opened {
    names: Vec<String>,
    values: Vec<Source>,
    /// The place of the column with the grids.
    column: usize,
    records: Records,
}

/// Opens a table: reads the names of its columns, and finds that with the grids. In a table without header, the columns are called by their
/// numbers.
fn open_records(input: Input, choice: &ColumnChoice, shape: Shape) -> Result<Opened> {
    let path = input.path.clone();
    let text = input.into_text()?;
    let header = header_in_comment(&text, choice);
    let line = header.as_deref().unwrap_or(&text.first_line);
    let delimiter = text.separator.unwrap_or_else(|| delimiter(line, choice));
    let mut records = Records::new(&path, text.input, delimiter, text.lines_before);
    records.read()?;
    let fields = |records: &Records| -> Vec<String> {
        (0..records.fields())
            .map(|place| records.trimmed(place).trim_matches('"').trim().to_owned())
            .collect()
    };
    let first = fields(&records);
    let in_comment =
        header.map(|header| fields_of(&header, delimiter)).filter(|names| names.len() == first.len());
    let names = in_comment.unwrap_or_else(|| first.clone());
    if names != first {
        records.repeat();
    }
    let opened = |names: Vec<String>, column, records| {
        let values = (0..names.len()).map(Source::Field).collect();
        Ok(Opened { names, values, column, records })
    };
    let problem = match choice.place(&path, &names) {
        Ok(column) => return opened(names, column, records),
        Err(problem) => problem,
    };
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    let mut grids =
        (1..).zip(&names).filter(|(_, field)| of_value(shape, field).grid.is_ok()).map(|(number, _)| number);
    if let Some(number) = grids.next() {
        if let (true, Ok(column)) = (choice.is_named(), choice.place(&path, &numbers)) {
            records.repeat();
            return opened(numbers, column, records);
        }
        // One column with puzzles needs no name.
        if names.len() == 1 && !choice.is_named() {
            records.repeat();
            return opened(vec![ColumnId::Puzzle.name().to_owned()], 0, records);
        }
        let problem = format!(
            "it has no header, and its column {number} holds puzzles; name it with `column={number}`"
        );
        return Err(Error::corpus(path, problem));
    }
    if choice.is_named() {
        return Err(problem);
    }
    if records.fields() < shape.cells() {
        let is_empty = !records.read()?;
        let holds_puzzle = fields(&records).iter().any(|field| of_value(shape, field).grid.is_ok());
        return Err(if is_empty || holds_puzzle { problem } else { without_puzzles(problem) });
    }
    let is_header = cells_of_record(&first, shape, &numbers).is_none();
    if is_header && !records.read()? {
        return Err(problem);
    }
    let names = if is_header { names } else { numbers };
    let Some(cells) = cells_of_record(&fields(&records), shape, &names) else { return Err(problem) };
    records.repeat();
    let is_grid = |place: &usize| cells.contains(place);
    let (mut columns, mut values) = (Vec::new(), Vec::new());
    let names_of_grids = [ColumnId::Puzzle.name(), ColumnId::Solution.name()];
    for (grid, name) in (0..cells.len() / shape.cells()).zip(names_of_grids) {
        let begin = cells.start + grid * shape.cells();
        columns.push(name.to_owned());
        values.push(Source::Cells(begin..begin + shape.cells()));
    }
    for place in (0..names.len()).filter(|place| !is_grid(place)) {
        columns.push(names[place].clone());
        values.push(Source::Field(place));
    }
    Ok(Opened { names: columns, values, column: 0, records })
}

/// Returns the fields of a record that are the cells of a grid, or of a puzzle and its solution: as many after each other, or those whose names
/// count them.
fn cells_of_record(fields: &[String], shape: Shape, names: &[String]) -> Option<Range<usize>> {
    let cells = shape.cells();
    let is_cell = |field: &String| matches!(cell_of_word(field, shape.side()), Ok(Some(_)));
    let mut runs: Vec<Range<usize>> = Vec::new();
    for place in (0..fields.len()).filter(|&place| is_cell(&fields[place])) {
        match runs.last_mut() {
            Some(run) if run.end == place => run.end += 1,
            _ => runs.push(place..place + 1),
        }
    }
    let mut long = runs.into_iter().filter(|run| run.len() >= cells);
    let (run, None) = (long.next()?, long.next()) else { return None };
    if run.len() == cells || run.len() == 2 * cells {
        return Some(run);
    }
    let number = |place: usize| -> Option<usize> {
        let name = &names[place];
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    let side = shape.side();
    let counts = |&start: &usize| {
        let (Some(first), Some(last)) = (number(start), number(start + cells - 1)) else { return false };
        first <= 1 && last == first + cells - 1 || (first, last) == (11, 11 * side)
    };
    let mut starts = (run.start..=run.end - cells).filter(counts);
    let (start, None) = (starts.next()?, starts.next()) else { return None };
    Some(start..start + cells)
}

/// Rows of a table with all columns, as text.
struct CsvTable {
    schema: SchemaRef,
    /// True for the columns whose values are read, without white space around them.
    known: Vec<bool>,
    values: Vec<Source>,
    path: PathBuf,
    records: Records,
    /// The place of the column with the puzzles.
    column: usize,
    solution: Option<usize>,
    shape: Shape,
}

/// Returns the value of a column of the present record.
fn value<'a>(records: &'a Records, source: &Source, side: usize) -> Cow<'a, str> {
    let range = match source {
        Source::Field(place) => return records.raw(*place).map(decoded).unwrap_or_default(),
        Source::Cells(range) => range.clone(),
    };
    let mut cells = String::with_capacity(range.len());
    for place in range {
        let word = records.trimmed(place);
        match cell_of_word(&word, side) {
            Ok(Some(cell)) => cells.push(cell),
            _ => cells += &word,
        }
    }
    Cow::Owned(cells)
}

/// Reads the puzzle of a text; returns the text that its column has, too: cells, whatever form they came in.
fn read_puzzle(shape: Shape, text: &str) -> (TextGrid, Cow<'_, str>) {
    let found = of_value(shape, text);
    let cells = match &found.grid {
        Ok(grid) if found.is_other_form => Cow::Owned(grid.to_string()),
        _ => Cow::Borrowed(text.trim()),
    };
    (found.grid, cells)
}

impl TableReader for CsvTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let Self { path, records, values, known, column, solution, shape, .. } = self;
        let mut batch = TextBatch::new(values.len());
        while !batch.is_full() && records.read()? {
            for (place, (source, is_known)) in values.iter().zip(known.iter()).enumerate() {
                let text = value(records, source, shape.side());
                if place == *column {
                    let (puzzle, cells) = read_puzzle(*shape, &text);
                    batch.push_row(records.line(), reason(puzzle));
                    batch.push(place, Some(&cells));
                } else if Some(place) == *solution && text.trim().contains(['\n', '\r', '[', ' ']) {
                    // A solution over several lines, or in brackets.
                    let solution = of_value(*shape, &text).grid.map(|grid| grid.to_string());
                    batch.push(place, Some(solution.as_deref().unwrap_or(&text)));
                } else {
                    batch.push(place, Some(if *is_known { text.trim() } else { &text }));
                }
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
                let text = value(&self.records, &self.values[self.column], self.shape.side());
                let grid = of_value(self.shape, &text).grid;
                Some(numbered((&self.path, LINE), line, grid))
            }
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
