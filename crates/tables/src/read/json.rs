//! Puzzles from JSON: lines with one object each, or documents, which are lists of objects, of strings or of cells, or objects over several lines. The
//! rows of documents are numbered by the elements of all lists.
//!
//! The columns are the keys of the first objects, in the order in which they come. A value that is no string keeps its text: numbers
//! lose no digit, and lists and objects stay JSON.

use super::{
    LINE, Numbered, ROW,
    arrays::Arrays,
    elements::{Beginning, Elements, beginning},
    fields::{TextGrid, numbered, text_schema},
    format::{FileReader, FormatDescription, Input, InputFormat, Rows, TableReader},
    has_known_ending,
    json_objects::{Fields, JsonValue, Nested},
    limits::{BATCH_BYTES, COLUMNS, RECORD_BYTES, listed, shown},
    names::{ColumnChoice, unique, without_puzzles},
    puzzle_text::{self, of_list, of_value},
    table::{BATCH_ROWS, TextBatch},
    text::{LineReader, Text},
};
use crate::{
    error::{Error, Result},
    storage::StoredFile,
};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use gridmill_generate::without_code;
use std::{
    collections::{BTreeMap, VecDeque},
    io::{BufRead, BufReader},
    path::Path,
};

#[derive(Debug)]
pub(super) struct Jsonl;

impl InputFormat for Jsonl {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "JSON lines",
            section: "json",
            endings: &["jsonl", "ndjson"],
            begins: "`{`",
            row_word: LINE,
            programs: &[("pandas, Polars, DuckDB, Spark", "JSON lines")],
            about: "",
            example: br#"{"question":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","n":[1,{}]}"#,
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        Ok(input.is_named_as(self)
            || !has_known_ending(input) && input.text()?.first_line.trim_start().starts_with('{'))
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let (path, choice) = (input.path.clone(), input.choice.clone());
        let open = (input.grid_shape(), input.read_by_name);
        open_objects(&path, JsonLines::new(&path, input.into_text()?), &choice, open)
    }
}

#[derive(Debug)]
pub(super) struct Json;

impl InputFormat for Json {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "JSON documents",
            section: "json",
            endings: &["ipuz"],
            begins: "`[`, `{` and a list under a key such as `puzzles`, or an object over several lines",
            row_word: ROW,
            programs: &[("ipuz", "`.ipuz`"), ("Interfaces of sites", "nested JSON")],
            about: "",
            example: br#"{"n":1,"puzzles":["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","....5..3.1..8..2...7....6..2..4...........1.5....3.....6..7.......2..4..........."]}"#,
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        if input.is_named_as(self) {
            return Ok(true);
        }
        // A list that is called JSON lines is a list.
        if has_known_ending(input) && !input.is_named_as(&Jsonl) {
            return Ok(false);
        }
        Ok(begins(input)? != Beginning::Other)
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let (path, choice) = (input.path.clone(), input.choice.clone());
        let open = (input.grid_shape(), input.read_by_name);
        open_objects(&path, objects(input, open.0)?, &choice, open)
    }
}

fn begins(input: &mut Input) -> Result<Beginning> {
    if !input.text()?.first_line.trim_start().starts_with(['[', '{']) {
        return Ok(Beginning::Other);
    }
    Ok(beginning(&input.beginning()?, &input.choice))
}

fn objects(mut input: Input, shape: Shape) -> Result<JsonLines> {
    let (path, begins) = (input.path.clone(), begins(&mut input)?);
    let choice = input.choice.clone();
    let side = side_of_lists(&mut input)?.unwrap_or(shape.side());
    let text = input.into_text()?;
    // An object alone is a row, in one line or in several.
    let (text, is_objects) = ((text.input, text.lines_before), begins != Beginning::List);
    Ok(JsonLines::of_elements(Elements::new(&path, text, &choice, side, is_objects)))
}

/// Returns the side that the first list of numbers shows, if the shape of the grids is not known.
fn side_of_lists(input: &mut Input) -> Result<Option<usize>> {
    if input.shape.is_some() {
        return Ok(None);
    }
    let text = input.beginning()?;
    Ok(if text.trim_start().starts_with('[') { Arrays::side_of(&text) } else { None })
}

fn open_objects(
    path: &Path,
    lines: JsonLines,
    choice: &ColumnChoice,
    (shape, read_by_name): (Shape, fn(&str) -> bool),
) -> Result<Box<dyn FileReader>> {
    let (KeyedLines { lines, names, known_from }, column) = KeyedLines::open(path, lines, choice, shape)?;
    let schema =
        text_schema(unique(path, names.iter().map(String::as_str), read_by_name)?.iter().map(String::as_str));
    let solution = choice.solution_place(path, &schema, column).ok().flatten();
    let places = names.into_iter().zip(0..).collect();
    Ok(Box::new(JsonTable { schema, lines, places, known_from, column, solution, shape }))
}

type Objects = VecDeque<(u64, Vec<u8>)>;

/// Objects of a text, a line each, or the elements of a list.
pub struct JsonLines {
    source: Source,
    /// Objects that were read to know the keys, or that are within the last one read.
    ahead: Objects,
    /// The place of the puzzles in objects of a shape, if it is further within them.
    nested: Option<(Nested, Shape)>,
    /// The line, or element, being read.
    number: u64,
    bytes: Vec<u8>,
}

enum Source {
    Lines(LineReader),
    Elements(Elements),
}

impl JsonLines {
    fn new(path: &Path, text: Text) -> Self {
        Self::of(Source::Lines(LineReader::new(path, text, RECORD_BYTES)))
    }

    pub(super) fn of_elements(elements: Elements) -> Self {
        Self::of(Source::Elements(elements))
    }

    fn of(source: Source) -> Self {
        Self { source, ahead: VecDeque::new(), nested: None, number: 0, bytes: Vec::new() }
    }

    /// Reads the objects by which the columns are known; returns them with their keys.
    fn first_objects(&mut self) -> Result<(Objects, Vec<String>)> {
        let (mut names, mut places) = (Vec::new(), BTreeMap::new());
        let (mut ahead, mut bytes) = (VecDeque::new(), 0);
        while ahead.len() < BATCH_ROWS && bytes < BATCH_BYTES && self.read()? {
            for (key, _) in self.fields()?.0 {
                if !places.contains_key(&key) {
                    places.insert(key.clone(), names.len());
                    names.push(key);
                }
            }
            bytes += self.bytes.len();
            if names.len() > COLUMNS {
                return Err(
                    self.problem(&format!("the objects so far have more than {COLUMNS} keys together"))
                );
            }
            ahead.push_back((self.number, self.bytes.clone()));
        }
        // What is within the last object is read, too.
        ahead.extend(std::mem::take(&mut self.ahead));
        Ok((ahead, names))
    }

    /// Finds the puzzles within the first object.
    fn find_nested(&mut self, choice: &ColumnChoice, shape: Shape) -> Result<Option<Nested>, String> {
        let Some((_, bytes)) = self.ahead.front() else { return Ok(None) };
        let fields: Fields<'_> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        Nested::find(&fields, choice, shape)
    }

    /// Returns true if the value of a key of the first object is an object, too.
    fn is_object(&self, name: &str) -> bool {
        let Some((_, bytes)) = self.ahead.front() else { return false };
        let fields: Result<Fields<'_>, _> = serde_json::from_slice(bytes);
        fields.is_ok_and(|fields| fields.0.iter().any(|(key, raw)| key == name && raw.get().starts_with('{')))
    }

    /// Returns true if a value of the first object is a puzzle, or there is no object.
    fn holds_puzzle(&self, shape: Shape) -> bool {
        let Some((_, bytes)) = self.ahead.front() else { return true };
        let fields: Result<Fields<'_>, _> = serde_json::from_slice(bytes);
        let is_grid = |value| JsonPuzzle::of(shape, Some(&value)).grid.is_ok();
        fields.is_ok_and(|fields| fields.0.iter().filter_map(|(_, raw)| JsonValue::of(raw)).any(is_grid))
    }

    fn path(&self) -> &Path {
        match &self.source {
            Source::Lines(lines) => &lines.path,
            Source::Elements(elements) => &elements.path,
        }
    }

    /// Returns the word for an object in messages.
    const fn unit(&self) -> &'static str {
        if matches!(self.source, Source::Lines(_)) { LINE } else { ROW }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be opened or read.
    pub fn open(path: &Path) -> Result<Self> {
        let file = StoredFile::open(path).map_err(Error::io("opening", path))?;
        Self::of_input(path, BufReader::new(file))
    }

    /// Reads an input, which errors call `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read.
    pub fn of_input(path: &Path, input: impl BufRead + Send + 'static) -> Result<Self> {
        Ok(Self::new(path, Text::open(path, input)?))
    }

    /// Reads the next line with an object; `false` after the last.
    ///
    /// # Errors
    /// [`Error::Io`] if reading fails, [`Error::Corpus`] with the number of a line that is too long.
    pub fn read(&mut self) -> Result<bool> {
        if self.take_ahead() {
            return Ok(true);
        }
        let has_read = self.read_object()?;
        if has_read && self.nested.is_some() {
            self.expand()?;
            return Ok(self.take_ahead());
        }
        Ok(has_read)
    }

    fn take_ahead(&mut self) -> bool {
        let Some((number, bytes)) = self.ahead.pop_front() else { return false };
        (self.number, self.bytes) = (number, bytes);
        true
    }

    /// Replaces the object just read by the rows within it, as objects that were read ahead.
    fn expand(&mut self) -> Result<()> {
        let Some((nested, shape)) = &self.nested else { return Ok(()) };
        let rows = nested.rows(&self.fields()?, *shape).map_err(|problem| self.problem(&problem))?;
        let number = self.number;
        self.ahead.extend(rows.into_iter().map(|row| (number, row)));
        Ok(())
    }

    fn read_object(&mut self) -> Result<bool> {
        let lines = match &mut self.source {
            Source::Lines(lines) => lines,
            Source::Elements(elements) => {
                let read = elements.read(&mut self.bytes)?;
                self.number = elements.number;
                return Ok(read);
            }
        };
        while let Some(read) = lines.read() {
            read?;
            let text = lines.bytes.trim_ascii();
            if text.is_empty() || text.starts_with(b"#") {
                continue;
            }
            self.number = lines.number;
            if lines.is_cut {
                let most = crate::numbers::thousands(RECORD_BYTES as u64);
                return Err(
                    self.problem(&format!("it has more than {most} bytes; at most that many are allowed"))
                );
            }
            self.bytes.clear();
            self.bytes.extend_from_slice(text);
            return Ok(true);
        }
        Ok(false)
    }

    /// Parses the line read last.
    ///
    /// # Errors
    /// [`Error::Corpus`] with line and column if it is no object, or has a key twice.
    pub fn fields(&self) -> Result<Fields<'_>> {
        let fields: Fields<'_> = serde_json::from_slice(&self.bytes).map_err(|error| {
            let text = without_code(&error.to_string());
            // The line that it names is that of one object.
            let problem = text.split(" at line ").next().unwrap_or_default();
            self.problem(&format!("column {}: this is no JSON object: {problem}", error.column().max(1)))
        })?;
        for (place, (key, _)) in fields.0.iter().enumerate() {
            if fields.0[..place].iter().any(|(other, _)| other == key) {
                return Err(self.problem(&format!("the key {} comes twice", shown(key))));
            }
        }
        Ok(fields)
    }

    /// Returns an error about the line read last.
    fn problem(&self, problem: &str) -> Error {
        Error::corpus(self.path().to_owned(), format!("{} {}: {problem}", self.unit(), self.number))
    }

    fn no_text(&self, key: &str) -> Error {
        self.problem(&format!("the string of {} is not Unicode", shown(key)))
    }
}

struct KeyedLines {
    lines: JsonLines,
    names: Vec<String>,
    /// Objects that have these keys.
    known_from: usize,
}

impl KeyedLines {
    /// Reads the first objects; returns the place of the key with the grids, too.
    fn open(path: &Path, mut lines: JsonLines, choice: &ColumnChoice, shape: Shape) -> Result<(Self, usize)> {
        let (ahead, mut names) = lines.first_objects()?;
        lines.ahead = ahead;
        let column = match choice.place(path, &names) {
            Ok(column) if !lines.is_object(&names[column]) => column,
            found => {
                let problem = found.err().unwrap_or_else(|| {
                    Error::corpus(path, "the puzzle is an object, without a puzzle in it")
                });
                let found =
                    lines.find_nested(choice, shape).map_err(|problem| Error::corpus(path, problem))?;
                let Some(nested) = found else {
                    return Err(if lines.holds_puzzle(shape) { problem } else { without_puzzles(problem) });
                };
                let key = nested.key().to_owned();
                lines.nested = Some((nested, shape));
                for (number, bytes) in std::mem::take(&mut lines.ahead) {
                    (lines.number, lines.bytes) = (number, bytes);
                    lines.expand()?;
                }
                (lines.ahead, names) = lines.first_objects()?;
                let place = names.iter().position(|name| *name == key);
                place.ok_or(problem)?
            }
        };
        let known_from = lines.ahead.len();
        Ok((Self { lines, names, known_from }, column))
    }
}

struct JsonPuzzle {
    /// The puzzle, or the column of the mistake in the value, from 1, and what it is.
    grid: TextGrid,
    /// True if the value is no row of cells: a list, or another form of a puzzle.
    is_other_form: bool,
}

impl JsonPuzzle {
    fn of(shape: Shape, value: Option<&JsonValue<'_>>) -> Self {
        let (grid, is_other_form) = match value {
            Some(JsonValue::Text(text)) => {
                let value = of_value(shape, text);
                (value.grid, value.is_other_form)
            }
            Some(JsonValue::Bare(text)) if text.starts_with('[') => {
                (of_list(shape, text).map_err(|problem| (1, problem)), true)
            }
            Some(JsonValue::Bare(_)) => (Err((1, "the puzzle is no string".to_owned())), false),
            Some(JsonValue::Null) | None => (Err((1, "there is no puzzle".to_owned())), false),
        };
        Self { grid, is_other_form }
    }

    /// Returns the puzzle, or the reason why there is none, as rows have it.
    fn reason(self, value: Option<&JsonValue<'_>>) -> Result<Grid, String> {
        match value {
            Some(JsonValue::Text(_)) => puzzle_text::reason(self.grid),
            _ => self.grid.map_err(|(_, problem)| problem),
        }
    }
}

struct JsonTable {
    schema: SchemaRef,
    lines: JsonLines,
    places: BTreeMap<String, usize>,
    known_from: usize,
    /// Place of the column with the puzzles.
    column: usize,
    solution: Option<usize>,
    shape: Shape,
}

impl JsonTable {
    fn try_next_puzzle(&mut self) -> Result<Option<(u64, Grid)>> {
        if !self.lines.read()? {
            return Ok(None);
        }
        let line = self.lines.number;
        let fields = self.lines.fields()?;
        let field = fields.0.iter().find(|(key, _)| self.places.get(key) == Some(&self.column));
        let value =
            field.map(|(key, raw)| JsonValue::of(raw).ok_or_else(|| self.lines.no_text(key))).transpose()?;
        let puzzle = JsonPuzzle::of(self.shape, value.as_ref()).grid;
        numbered((self.lines.path(), self.lines.unit()), line, puzzle).map(Some)
    }
}

impl TableReader for JsonTable {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let columns = self.schema.fields().len();
        let mut batch = TextBatch::new(columns);
        while !batch.is_full() && self.lines.read()? {
            let mut values: Vec<Option<JsonValue<'_>>> = (0..columns).map(|_| None).collect();
            let fields = self.lines.fields()?;
            for (key, raw) in &fields.0 {
                let Some(&place) = self.places.get(key) else {
                    let (key, known) = (shown(key), crate::numbers::thousands(self.known_from as u64));
                    let keys = listed(self.schema.fields().iter().map(|field| field.name().as_str()));
                    let problem =
                        format!("the key {key} is new; those of the first {known} objects are: {keys}");
                    return Err(self.lines.problem(&problem));
                };
                values[place] = Some(JsonValue::of(raw).ok_or_else(|| self.lines.no_text(key))?);
            }
            let value = values[self.column].as_ref();
            let puzzle = JsonPuzzle::of(self.shape, value);
            // The column with the puzzles holds cells, whatever form they came in.
            let of_grid = puzzle.grid.as_ref().ok().filter(|_| puzzle.is_other_form).map(Grid::to_string);
            // Those of another shape tell it.
            let of_list = || match value {
                Some(JsonValue::Bare(text)) if puzzle.grid.is_err() => Arrays::cells_of_list(text),
                _ => None,
            };
            let cells = of_grid.or_else(of_list);
            batch.push_row(self.lines.number, puzzle.reason(value));
            for (place, value) in values.iter().enumerate() {
                match value {
                    _ if place == self.column && cells.is_some() => batch.push(place, cells.as_deref()),
                    None | Some(JsonValue::Null) => batch.push(place, None),
                    Some(JsonValue::Text(text)) => batch.push(place, Some(text)),
                    Some(JsonValue::Bare(text)) if Some(place) == self.solution => {
                        match Arrays::cells_of_list(text) {
                            Some(cells) => batch.push(place, Some(&cells)),
                            None => batch.push_literal(place, text),
                        }
                    }
                    Some(JsonValue::Bare(text)) => batch.push_literal(place, text),
                }
            }
        }
        let unit = self.lines.unit();
        let rows = batch.finish(self.lines.path(), &self.schema)?;
        Ok(rows.map(|rows| Rows { file: (rows.file.0, unit), ..rows }))
    }
}

impl FileReader for JsonTable {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        self.try_next_puzzle().transpose()
    }
}

impl std::fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JsonLines").field("ahead", &self.ahead.len()).finish_non_exhaustive()
    }
}
