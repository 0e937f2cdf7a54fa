//! Puzzles with the columns next to them, in batches: for commands that add columns of their own.
//!
//! Text has one column, `puzzle`: the first field of each line, or a drawn grid. Columns of CSV and JSON are text; those of Parquet keep
//! their types. An invalid puzzle is a row like any other, with the reason in place of the grid.
//!
//! Files of different tables are read by the columns that they have in common, so that a list of puzzles can stand next to a CSV.
//!
//! ```text
//! quizzes, solutions, id     Utf8, Utf8, Utf8   \
//! puzzle, level              Utf8, dictionary    + -> puzzle Utf8
//! a list of puzzles          puzzle Utf8        /
//! ```
//!
//! The columns with the grids are called `puzzle` and `solution`. A column whose type differs becomes text, as CSV has it.

use super::{
    LINE, check_files, detect,
    fields::arrow_error,
    format::{Input, InputFormat, Rows, RowsPart, TableReader},
    input_files::{FileList, InputFiles, expected_rows},
    limits::{self, BATCH_BYTES, VALUE_BYTES},
    names::{ColumnChoice, GridColumns, unique},
    unreadable,
};
use crate::{
    JsonLiterals,
    error::{Error, Result},
    facts::{Facts, InputIdentity},
    schema::arrow::{text, type_words},
    threads::spawn_small,
    write::{
        cells::{Cells, has_text_form},
        json::has_json_form,
        text::holds_texts,
    },
};
use arrow_array::{
    Array as _, ArrayRef, RecordBatch, StringArray,
    builder::{ArrayBuilder as _, StringBuilder},
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use gridmill_board::{Grid, Shape};
use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread, vec,
};

/// Rows of a batch, at most.
pub(super) const BATCH_ROWS: usize = 8192;

/// Batches that are held while none of a file's rows is a puzzle.
const MAX_WAITING: usize = 4;

/// The tables of one file after another, all with the same columns.
pub struct TableInput {
    shape: Shape,
    files: vec::IntoIter<PathBuf>,
    /// The first file.
    first: PathBuf,
    schema: SchemaRef,
    table: Option<(PathBuf, Box<dyn TableReader>)>,
    /// Lines of the present file from the first on, if it is a stream, which cannot be read again.
    beginning: String,
    /// Rows of the present file that were read before they are handed out.
    waiting: VecDeque<Rows>,
    /// True while no row of the present file is a puzzle.
    is_unreadable: bool,
    /// The column with the puzzles, where those of any shape are read.
    any_shape: Option<usize>,
    choice: ColumnChoice,
    facts: Facts,
    inputs: Box<dyn InputFiles>,
    part: RowsPart,
    /// Columns of every batch, and their places in the present table, where tables have others besides.
    common: Option<(CommonColumns, Vec<usize>)>,
}

impl TableInput {
    /// Opens the tables of files or corpus folders; the first is opened now, the others in turn. Of columns with the same name, the later ones become
    /// `name (2)` and so on.
    ///
    /// # Errors
    /// [`Error::Io`] for the first file that cannot be opened, [`Error::Corpus`] if the first holds no puzzles, or two columns of
    /// them.
    pub fn new(inputs: impl InputFiles + 'static, shape: Shape) -> Result<Self> {
        Self::with_columns(inputs, shape, &GridColumns::default())
    }

    /// Opens the tables, whose puzzles are in the columns of these names.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_columns(
        inputs: impl InputFiles + 'static,
        shape: Shape,
        columns: &GridColumns,
    ) -> Result<Self> {
        let choice = ColumnChoice::puzzles(columns);
        let files = inputs.files()?;
        check_files(&files)?;
        let mut files = files.into_iter();
        let first = files.next().unwrap_or_else(|| PathBuf::from("-"));
        let (table, beginning) = open(&first, shape, &choice)?;
        let facts = inputs.facts(&choice)?.with_shape(shape);
        let tables = Self::begin(shape, (first, table), files, choice);
        Ok(Self { is_unreadable: true, beginning, facts, inputs: Box::new(inputs), ..tables })
    }

    /// Opens tables that have other columns besides `common`, which are all that is read; if it is `None`, as [`with_columns`](Self::with_columns).
    ///
    /// # Errors
    /// As [`with_columns`](Self::with_columns).
    pub fn with_common_columns(
        inputs: impl InputFiles + 'static,
        shape: Shape,
        columns: &GridColumns,
        common: Option<CommonColumns>,
    ) -> Result<Self> {
        let tables = Self::with_columns(inputs, shape, columns)?;
        let Some(common) = common else { return Ok(tables) };
        let places = common.places(&tables.first, &tables.schema)?;
        let names: Vec<&str> = common.schema().fields().iter().map(|field| field.name().as_str()).collect();
        let (facts, schema) = (tables.facts.clone().of_columns(&names), Arc::clone(common.schema()));
        Ok(Self { schema, facts, common: Some((common, places)), ..tables })
    }

    /// Opens one input whose format is detected already, in which no two columns may have a name that is `read_by_name`. Its puzzles may be of any shape, if none was known; the error for an input without
    /// puzzles asks for one of any shape.
    ///
    /// # Errors
    /// Those of opening the table.
    pub fn of_input(
        path: &Path,
        format: &dyn InputFormat,
        mut input: Input,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Self> {
        input.read_by_name = read_by_name;
        let (shape, choice) = (input.grid_shape(), input.choice.clone());
        let beginning = if input.is_stream() { input.text()?.seen() } else { String::new() };
        let table: Box<dyn TableReader> = format.open(input)?;
        let any_shape = choice.text_place(path, table.schema()).ok();
        let (first, none) = ((path.to_owned(), table), Vec::new().into_iter());
        let tables = Self::begin(shape, first, none, choice);
        Ok(Self { is_unreadable: any_shape.is_some(), any_shape, beginning, ..tables })
    }

    /// Returns the rows with these facts that a reader makes of the rows of other tables, the first of which is called `first`.
    pub fn of_reader(first: PathBuf, reader: Box<dyn TableReader>, facts: Facts) -> Self {
        let shape = facts.shape.unwrap_or(Shape::STANDARD);
        let made = Self::begin(shape, (first, reader), Vec::new().into_iter(), ColumnChoice::default());
        Self { facts, ..made }
    }

    /// Returns the rows of one table with these facts, whose reader is open, with an error if none of its rows is a puzzle.
    pub(super) fn of_table(
        first: (PathBuf, Box<dyn TableReader>),
        choice: ColumnChoice,
        facts: Facts,
    ) -> Self {
        let shape = facts.shape.unwrap_or(Shape::STANDARD);
        let tables = Self::begin(shape, first, Vec::new().into_iter(), choice);
        Self { is_unreadable: true, facts, ..tables }
    }

    fn begin(
        shape: Shape,
        (first, table): (PathBuf, Box<dyn TableReader>),
        files: vec::IntoIter<PathBuf>,
        choice: ColumnChoice,
    ) -> Self {
        let schema = Arc::clone(table.schema());
        Self {
            shape,
            files,
            first: first.clone(),
            schema,
            table: Some((first, table)),
            beginning: String::new(),
            waiting: VecDeque::new(),
            is_unreadable: false,
            any_shape: None,
            choice,
            facts: Facts::of_shape(shape),
            inputs: Box::new(FileList::default()),
            part: RowsPart::All,
            common: None,
        }
    }

    /// Reads no more than a part of the rows, where the format allows. Without puzzles, files of which no row is a puzzle are no error.
    ///
    /// # Errors
    /// As [`with_columns`](Self::with_columns).
    pub fn with_part(mut self, part: RowsPart) -> Result<Self> {
        if let Some((_, table)) = &mut self.table {
            table.limit_to(part)?;
        }
        self.is_unreadable &= part != RowsPart::Columns;
        Ok(Self { part, ..self })
    }

    /// Lets `see` take the batches in order, while another thread reads the next ones. The last of them is an error if reading fails.
    ///
    /// # Errors
    /// [`Error::Io`] if the thread cannot be had, and those of `see`.
    pub fn read_ahead<T>(
        &mut self,
        see: impl FnOnce(mpsc::Receiver<Result<Rows>>) -> Result<T>,
    ) -> Result<T> {
        thread::scope(|scope| {
            let (read, batches) = mpsc::sync_channel(1);
            let reader = spawn_small(scope, move || {
                loop {
                    let batch = self.next_rows().transpose();
                    let goes_on = matches!(batch, Some(Ok(_)));
                    // The receiver leaves early after an error.
                    if batch.is_none_or(|batch| read.send(batch).is_err()) || !goes_on {
                        break;
                    }
                }
            });
            reader.map_err(Error::io("starting", "a thread"))?;
            see(batches)
        })
    }

    /// Checks that all values can be written as text.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the first column of which the values have no form in CSV.
    pub fn check_text_form(&self) -> Result<()> {
        self.check_form("CSV", |field| has_text_form(field.data_type()) || holds_texts(field))
    }

    /// Checks that all values can be written as JSON.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the first column of which the values have no form in JSON.
    pub fn check_json_form(&self) -> Result<()> {
        self.check_form("JSON", |field| has_json_form(field.data_type()))
    }

    fn check_form(&self, format: &str, has_form: fn(&Field) -> bool) -> Result<()> {
        match self.schema.fields().iter().find(|field| !has_form(field)) {
            None => Ok(()),
            Some(field) => {
                let (name, kind) = (limits::shown(field.name()), type_words(field.data_type()));
                let problem = format!(
                    "the {name} column holds {kind}, for which {format} has no form; give `out=FILE.parquet`"
                );
                Err(Error::corpus(self.first.clone(), problem))
            }
        }
    }

    /// Returns the first file.
    pub fn first(&self) -> &Path {
        &self.first
    }

    /// Returns the shape of the puzzles.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the facts about the rows.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Identifies the files and folders that are read; none for rows in memory.
    pub fn identities(&self) -> Vec<InputIdentity> {
        self.inputs.identities().unwrap_or_default()
    }

    /// Returns the number of rows of all files, for progress; `None` where it takes long to find. That of text is an estimate: its lines that are
    /// long enough for a 9x9 puzzle.
    pub fn expected_rows(&self) -> Option<u64> {
        expected_rows([&self.first].into_iter().chain(self.files.as_slice()))
    }

    /// Returns the columns of every batch.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the next rows; `None` after the last, and after an error. A file of which no row is a puzzle is an error, before its rows are
    /// returned if they are not many.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Corpus`] for files that cannot be read, have other columns than the first, or hold no puzzle at all.
    pub fn next_rows(&mut self) -> Result<Option<Rows>> {
        let rows = self.try_next_rows();
        if rows.is_err() {
            (self.table, self.files) = (None, Vec::new().into_iter());
        }
        rows
    }

    fn try_next_rows(&mut self) -> Result<Option<Rows>> {
        loop {
            if (!self.is_unreadable || self.waiting.len() >= MAX_WAITING)
                && let Some(rows) = self.waiting.pop_front()
            {
                return Ok(Some(rows));
            }
            let Some((_, table)) = &mut self.table else { return Ok(None) };
            if let Some(rows) = table.next_rows()? {
                self.is_unreadable = self.is_unreadable && !has_puzzle(&rows, self.any_shape);
                let rows = match &self.common {
                    Some((common, places)) if self.part != RowsPart::Puzzles => common.rows(rows, places)?,
                    _ => rows,
                };
                self.waiting.push_back(rows);
                continue;
            }
            if let (true, Some(first)) = (self.is_unreadable, self.waiting.front()) {
                return Err(unreadable::describe(first, &self.beginning, self.shape));
            }
            self.table = None;
            self.is_unreadable = self.part != RowsPart::Columns;
            self.table = self.files.next().map(|path| self.open_next(path)).transpose()?;
        }
    }

    fn open_next(&mut self, path: PathBuf) -> Result<(PathBuf, Box<dyn TableReader>)> {
        let mut table;
        (table, self.beginning) = open(&path, self.shape, &self.choice)?;
        table.limit_to(self.part)?;
        if let Some((common, places)) = &mut self.common {
            *places = common.places(&path, table.schema())?;
            return Ok((path, table));
        }
        if table.schema().fields() == self.schema.fields() {
            return Ok((path, table));
        }
        let names = |schema: &Schema| {
            let columns = schema.fields().iter();
            let columns = columns
                .map(|field| format!("{} {}", limits::shown(field.name()), type_words(field.data_type())));
            let columns: Vec<String> = columns.collect();
            limits::listed(columns.iter().map(String::as_str))
        };
        let (its, first) = (names(table.schema()), names(&self.schema));
        let problem = format!("its columns differ from the first file's: {its} here, {first} there");
        Err(Error::corpus(path, problem))
    }
}

gridmill_board::debug_of_fields!(TableInput: files);

/// Returns true if some row is a puzzle; of a column, if some text is as long as a puzzle of any shape.
fn has_puzzle(rows: &Rows, any_shape: Option<usize>) -> bool {
    let has_length = |column: &ArrayRef| {
        (0..column.len())
            .filter_map(|row| text(column, row))
            .any(|text| Shape::of_cells(text.trim().len()).is_some())
    };
    rows.puzzles.iter().any(|(_, puzzle)| puzzle.is_ok())
        || any_shape.is_some_and(|place| has_length(rows.batch.column(place)))
}

/// Opens a table; returns the lines of a stream that were looked at with it.
fn open(path: &Path, shape: Shape, choice: &ColumnChoice) -> Result<(Box<dyn TableReader>, String)> {
    let (format, mut input) = detect(path, Some(shape), choice)?;
    let beginning = if input.is_stream() { input.text()?.seen() } else { String::new() };
    Ok((format.open(input)?, beginning))
}

/// Renames columns of a file so that their names are unique.
///
/// # Errors
/// [`Error::Corpus`] if two columns have a name that is `read_by_name`.
pub fn with_unique_names(
    path: &Path,
    schema: &SchemaRef,
    read_by_name: impl Fn(&str) -> bool,
) -> Result<SchemaRef> {
    let names = unique(path, schema.fields().iter().map(|field| field.name().as_str()), read_by_name)?;
    let fields = schema.fields().iter().zip(names).map(|(field, name)| {
        if field.name() == &name {
            Arc::clone(field)
        } else {
            Arc::new(field.as_ref().clone().with_name(name))
        }
    });
    Ok(Arc::new(Schema::new(fields.collect::<Vec<_>>())))
}

/// Builder of a batch of text columns, of bounded rows and bytes.
pub(super) struct TextBatch {
    columns: Vec<StringBuilder>,
    puzzles: Vec<(u64, Result<Grid, String>)>,
    literals: JsonLiterals,
    bytes: usize,
}

impl TextBatch {
    pub(super) fn new(columns: usize) -> Self {
        let columns = (0..columns).map(|_| StringBuilder::with_capacity(0, 0)).collect();
        Self { columns, puzzles: Vec::new(), literals: JsonLiterals::NONE, bytes: 0 }
    }

    pub(super) fn is_full(&self) -> bool {
        self.puzzles.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    pub(super) fn push_row(&mut self, line: u64, puzzle: Result<Grid, String>) {
        self.puzzles.push((line, puzzle));
    }

    pub(super) fn push(&mut self, column: usize, text: Option<&str>) {
        self.bytes += text.map_or(0, str::len) + VALUE_BYTES;
        self.columns[column].append_option(text);
    }

    /// Adds the value of a column that is a JSON literal.
    pub(super) fn push_literal(&mut self, column: usize, text: &str) {
        self.literals.insert(column, self.columns[column].len());
        self.push(column, Some(text));
    }

    /// Returns the rows; `None` if there are none.
    pub(super) fn finish(mut self, path: &Path, schema: &SchemaRef) -> Result<Option<Rows>> {
        if self.puzzles.is_empty() {
            return Ok(None);
        }
        let arrays = self.columns.iter_mut().map(|values| Arc::new(values.finish()) as ArrayRef).collect();
        let batch =
            RecordBatch::try_new(Arc::clone(schema), arrays).map_err(|error| arrow_error(path, &error))?;
        let Self { puzzles, literals, .. } = self;
        Ok(Some(Rows { batch, file: (path.to_owned(), LINE), puzzles, literals }))
    }
}

/// Columns that several tables have in common.
#[derive(Debug, Clone)]
pub struct CommonColumns {
    schema: SchemaRef,
    choice: ColumnChoice,
    /// Names of the columns that not all tables have.
    pub left_out: Vec<String>,
}

impl CommonColumns {
    /// Finds the columns in common of tables, in the order of the first; `None` if all have the same columns.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a table without puzzles.
    pub fn of(tables: &[(PathBuf, SchemaRef)], choice: &ColumnChoice) -> Result<Option<Self>> {
        if tables.windows(2).all(|pair| pair[0].1.fields() == pair[1].1.fields()) {
            return Ok(None);
        }
        let standard = tables.iter().map(|(path, schema)| choice.with_standard_names(path, schema));
        let standard = standard.collect::<Result<Vec<_>>>()?;
        let (mut fields, mut left_out) = (Vec::new(), Vec::<String>::new());
        for field in standard.iter().flat_map(|schema| schema.fields()) {
            let name = field.name();
            let is_known = fields.iter().any(|known: &Field| known.name() == name) || left_out.contains(name);
            let same: Vec<&Field> =
                standard.iter().filter_map(|schema| schema.field_with_name(name).ok()).collect();
            if is_known {
                continue;
            }
            if same.len() < standard.len() {
                left_out.push(name.clone());
                continue;
            }
            let is_same = same.iter().all(|other| other.data_type() == field.data_type());
            let kind = if is_same { field.data_type().clone() } else { DataType::Utf8 };
            fields.push(Field::new(name, kind, true));
        }
        Ok(Some(Self { schema: Arc::new(Schema::new(fields)), choice: choice.clone(), left_out }))
    }

    /// Returns the columns.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the places of the columns in a table.
    pub(super) fn places(&self, path: &Path, schema: &SchemaRef) -> Result<Vec<usize>> {
        let standard = self.choice.with_standard_names(path, schema)?;
        let place =
            |field: &Arc<Field>| standard.index_of(field.name()).map_err(|error| arrow_error(path, &error));
        self.schema.fields().iter().map(place).collect()
    }

    /// Returns the rows of a table, which has the columns at these places.
    pub(super) fn rows(&self, rows: Rows, places: &[usize]) -> Result<Rows> {
        let arrays = self.schema.fields().iter().zip(places).map(|(field, &place)| {
            let array = rows.batch.column(place);
            if array.data_type() == field.data_type() {
                Ok(Arc::clone(array))
            } else {
                text_column(array, field)
            }
        });
        let arrays: Vec<ArrayRef> = arrays.collect::<Result<_>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays)
            .map_err(|error| arrow_error(&rows.file.0, &error))?;
        let literals = rows.literals.select(places.iter().copied().map(Some));
        Ok(Rows { batch, literals, ..rows })
    }
}

fn text_column(array: &ArrayRef, field: &Field) -> Result<ArrayRef> {
    let cells = Cells::new(field.name(), array);
    let mut texts = Vec::with_capacity(array.len());
    for row in 0..array.len() {
        let mut text = Vec::new();
        cells.write_text(row, &mut text)?;
        texts.push((!array.is_null(row)).then(|| String::from_utf8_lossy(&text).into_owned()));
    }
    Ok(Arc::new(texts.into_iter().collect::<StringArray>()))
}
