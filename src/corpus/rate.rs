//! Existing puzzles with their ratings beside them, in the order of the input.
//!
//! ```text
//! Tables -rows-> threads: unique? then rated -> columns of the input, columns of ratings, `reason` -> CSV, JSON lines or Parquet
//! ```
//!
//! A row without a puzzle, or whose puzzle has not exactly one solution, has no rating but a reason. A column of the input with
//! the name of an output column is kept as `input_NAME`.

use super::{
    Draft, Format,
    cells_as_text::write_cell,
    json_lines,
    parquet::{array_of, field},
    read::{format::Rows, table::Tables},
    text::write_value,
};
use crate::{
    board::{Grid, Puzzle, Shape},
    error::{Error, Result},
    pipeline::{PlanRater, Rated, RatingTotals, SYSTEM_CLOCK, SearchDifficulty, SearchRater, thread_pool},
    rate::Rulebook,
    schema::{Column, Layout, RowRatings, Value},
    solve::{Diagnosis, Solutions, Solver, SolverKind},
};
use ::parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{metadata::KeyValue, properties::WriterProperties},
};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use rayon::prelude::*;
use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// Options of rating existing puzzles.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct RateJob {
    /// The rulebook.
    pub rulebook: Arc<Rulebook>,
    /// True if the steps are kept.
    pub trace: bool,
    /// The work that the chains of one puzzle may take, in nodes ([`Rater::BUDGET`](crate::rate::Rater::BUDGET)).
    pub rate_budget: u64,
    /// True to measure the search difficulty, too.
    pub search_difficulty: bool,
    /// True if the times are kept.
    pub timings: bool,
    /// True if a row that cannot be rated ends the run.
    pub strict: bool,
    /// Search nodes that a uniqueness check may take.
    pub node_budget: u64,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Totals of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RateTotals {
    /// Rows read.
    pub rows: u64,
    /// Totals of the puzzles that have exactly one solution.
    pub ratings: RatingTotals,
}

/// Destination of rated rows: a stream, or a file that appears under its name at the end of the run.
pub struct RateOutput {
    /// The name that errors give.
    path: PathBuf,
    format: RateFormat,
}

/// Writers of rows by file format.
enum RateFormat {
    Csv(BufWriter<TextSink>),
    Jsonl(BufWriter<TextSink>),
    Parquet(Box<ArrowWriter<Draft>>),
}

/// Destination of text.
enum TextSink {
    Stream(Box<dyn Write>),
    File(Draft),
}

impl std::fmt::Debug for RateOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let format = match self.format {
            RateFormat::Csv(_) => Format::Csv,
            RateFormat::Jsonl(_) => Format::Jsonl,
            RateFormat::Parquet(_) => Format::Parquet,
        };
        f.debug_struct("RateOutput").field("path", &self.path).field("format", &format.name()).finish()
    }
}

/// Ratings of a puzzle.
struct PuzzleRatings {
    rated: Rated,
    search_difficulty: Option<SearchDifficulty>,
}

/// Ratings of a row, or the reason why there are none.
type RowOutcome = Result<PuzzleRatings, String>;

/// Raters and solver of one thread.
struct Worker {
    rater: PlanRater,
    search_rater: Option<SearchRater>,
    solver: Box<dyn Solver>,
}

impl RateJob {
    /// Rates the rows of `tables` into `out`; counts rows as they are written. A file appears under its name if the run succeeds, and
    /// not otherwise.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Corpus`] for input and output that fail, [`Error::NoPuzzle`] if the job is strict,
    /// [`Error::Interrupted`] once `stop` is set.
    pub fn run(
        &self,
        tables: &mut Tables,
        mut out: RateOutput,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<RateTotals> {
        let pool = thread_pool(self.threads)?;
        let idle = Mutex::new(Vec::new());
        let columns: Vec<&Column> = self.layout().rating_columns().collect();
        let schema = self.schema(tables);
        let mut totals = RateTotals::default();
        match out.format {
            RateFormat::Csv(_) => tables.check_text_form()?,
            RateFormat::Jsonl(_) => tables.check_json_form()?,
            RateFormat::Parquet(_) => {}
        }
        out.begin(&schema)?;
        while let Some(rows) = tables.next_rows()? {
            if stop.load(Relaxed) {
                return Err(Error::Interrupted);
            }
            let outcomes = pool.install(|| self.outcomes(&rows, &idle));
            self.refuse(&rows, &outcomes)?;
            out.push(&rows, &schema, &columns, &outcomes)?;
            totals.count(&outcomes);
            rows_done.store(totals.rows, Relaxed);
        }
        out.end()?;
        Ok(totals)
    }

    fn layout(&self) -> Layout {
        Layout::of_ratings(&self.rulebook, self.trace, self.search_difficulty, self.timings)
    }

    /// Returns the columns of the output.
    fn schema(&self, tables: &Tables) -> SchemaRef {
        let columns: Vec<&Column> = self.layout().rating_columns().collect();
        let ours = |name: &str| name == REASON || columns.iter().any(|column| column.name() == name);
        let fields = tables.schema().fields();
        let taken = |name: &str| ours(name) || fields.iter().any(|field| field.name() == name);
        let given = fields.iter().map(|field| {
            let mut name = field.name().clone();
            while ours(field.name()) && taken(&name) {
                name = format!("input_{name}");
            }
            Field::new(name, field.data_type().clone(), true)
        });
        let reason = Field::new(REASON, DataType::Utf8, true);
        let own = columns.iter().map(|column| field(column)).chain([reason]);
        Arc::new(Schema::new(given.chain(own).collect::<Vec<_>>()))
    }

    fn worker(&self) -> Worker {
        let rater = PlanRater::new(Arc::clone(&self.rulebook), self.trace, self.rate_budget);
        let rater = rater.with_clock(SYSTEM_CLOCK);
        let solver = SolverKind::default_for(Shape::STANDARD).solver(Shape::STANDARD, self.node_budget);
        Worker { rater, search_rater: self.search_difficulty.then(SearchRater::new), solver }
    }

    fn outcomes(&self, rows: &Rows, idle: &Mutex<Vec<Worker>>) -> Vec<RowOutcome> {
        let outcomes = rows.puzzles.par_chunks(CHUNK).map(|chunk| {
            let worker = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = worker.unwrap_or_else(|| self.worker());
            let outcomes: Vec<RowOutcome> = chunk.iter().map(|(_, puzzle)| worker.outcome(puzzle)).collect();
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
            outcomes
        });
        outcomes.flatten_iter().collect()
    }

    /// Returns the first row without a rating as an error, if the job is strict.
    fn refuse(&self, rows: &Rows, outcomes: &[RowOutcome]) -> Result<()> {
        let failed =
            rows.puzzles.iter().zip(outcomes).find_map(|((line, _), outcome)| {
                outcome.as_ref().err().map(|reason| (*line, reason.clone()))
            });
        match failed.filter(|_| self.strict) {
            None => Ok(()),
            Some((line, problem)) => {
                let (path, unit) = rows.file.clone();
                let (column, problem) = place(problem);
                Err(Error::NoPuzzle { path, unit, line, column, problem })
            }
        }
    }
}

/// Splits a reason into the column that it begins with (the first if there is none) and the rest.
fn place(reason: String) -> (usize, String) {
    let place = reason.strip_prefix("column ").and_then(|rest| rest.split_once(": "));
    match place.map(|(column, problem)| (column.parse(), problem)) {
        Some((Ok(column), problem)) => (column, problem.to_owned()),
        _ => (1, reason),
    }
}

/// Name of the column with the reason why a row has no rating.
const REASON: &str = "reason";

/// Rows that a thread takes at once.
const CHUNK: usize = 64;

impl Worker {
    fn outcome(&mut self, puzzle: &Result<Grid, String>) -> RowOutcome {
        let puzzle = puzzle.as_ref().map_err(Clone::clone)?;
        match self.solver.solutions(puzzle) {
            Ok(Solutions::None | Solutions::Multiple) => Err(Diagnosis::of(puzzle, &mut *self.solver)
                .map_or_else(|error| error.to_string(), |found| found.to_string())),
            Err(error) => Err(error.to_string()),
            Ok(Solutions::Unique(_)) if puzzle.givens() == puzzle.cells().len() => {
                Err("nothing to solve".to_owned())
            }
            Ok(Solutions::Unique(_)) => Ok(PuzzleRatings {
                rated: self.rater.rate(puzzle),
                search_difficulty: self
                    .search_rater
                    .as_mut()
                    .map(|rater| rater.rate(&Puzzle::from_proven(puzzle.clone()))),
            }),
        }
    }
}

/// Returns the ratings of a row; none where there is a reason.
fn ratings(outcome: &RowOutcome) -> RowRatings<'_> {
    let Ok(PuzzleRatings { rated, search_difficulty }) = outcome else { return RowRatings::default() };
    RowRatings { rated: Some(rated), search_difficulty: *search_difficulty }
}

impl RateTotals {
    fn count(&mut self, outcomes: &[RowOutcome]) {
        self.rows += outcomes.len() as u64;
        outcomes.iter().flatten().for_each(|ratings| self.ratings.add((&ratings.rated).into()));
    }
}

/// Bytes of text that are written at once.
const BUFFER: usize = 1 << 16;

impl RateOutput {
    /// CSV to a stream, which errors call `name`.
    pub fn csv(name: &str, out: impl Write + 'static) -> Self {
        let out = BufWriter::with_capacity(BUFFER, TextSink::Stream(Box::new(out)));
        Self { path: name.into(), format: RateFormat::Csv(out) }
    }

    /// JSON lines to a stream, which errors call `name`.
    pub fn jsonl(name: &str, out: impl Write + 'static) -> Self {
        let out = BufWriter::with_capacity(BUFFER, TextSink::Stream(Box::new(out)));
        Self { path: name.into(), format: RateFormat::Jsonl(out) }
    }

    /// CSV to a file.
    pub fn csv_file(draft: Draft) -> Self {
        let path = draft.path().to_owned();
        Self { path, format: RateFormat::Csv(BufWriter::with_capacity(BUFFER, TextSink::File(draft))) }
    }

    /// JSON lines to a file.
    pub fn jsonl_file(draft: Draft) -> Self {
        let path = draft.path().to_owned();
        Self { path, format: RateFormat::Jsonl(BufWriter::with_capacity(BUFFER, TextSink::File(draft))) }
    }

    /// Parquet to a file, with the rulebook's scale and the budget in its metadata.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    pub fn parquet(draft: Draft, tables: &Tables, job: &RateJob) -> Result<Self> {
        let about = [
            ("gridmill.program", crate::PROGRAM.to_owned()),
            ("gridmill.rating_scale", job.rulebook.scale().to_owned()),
            ("gridmill.rate_budget", job.rate_budget.to_string()),
        ];
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(about))
            .build();
        let path = draft.path().to_owned();
        match ArrowWriter::try_new(draft, job.schema(tables), Some(properties)) {
            Ok(writer) => Ok(Self { path, format: RateFormat::Parquet(Box::new(writer)) }),
            Err(error) => Err(parquet_error(&path, error)),
        }
    }

    fn begin(&mut self, schema: &Schema) -> Result<()> {
        let RateFormat::Csv(out) = &mut self.format else { return Ok(()) };
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let lines = super::text::lines(|writer| writer.write_record(&names))?;
        out.write_all(&lines).map_err(|error| output_error(&self.path, error))
    }

    fn push(
        &mut self,
        rows: &Rows,
        schema: &SchemaRef,
        columns: &[&Column],
        outcomes: &[RowOutcome],
    ) -> Result<()> {
        let batch = &rows.batch;
        match &mut self.format {
            RateFormat::Csv(out) => {
                let lines = csv_lines(batch, columns, outcomes)?;
                out.write_all(&lines).map_err(|error| output_error(&self.path, error))
            }
            RateFormat::Jsonl(out) => {
                let lines = jsonl_lines(rows, schema, columns, outcomes);
                out.write_all(&lines).map_err(|error| output_error(&self.path, error))
            }
            RateFormat::Parquet(writer) => {
                let own = columns.iter().map(|column| {
                    array_of(
                        column.kind,
                        outcomes.iter().map(|outcome| column.value_of_ratings(ratings(outcome))),
                    )
                });
                let reasons = outcomes.iter().map(|outcome| outcome.as_ref().err().map(String::as_str));
                let reasons: ArrayRef = Arc::new(reasons.collect::<StringArray>());
                let arrays = batch.columns().iter().cloned().chain(own).chain([reasons]).collect();
                let batch = RecordBatch::try_new(Arc::clone(schema), arrays)
                    .map_err(|error| Error::Option(format!("the columns do not fit: {error}")))?;
                writer.write(&batch).map_err(|error| parquet_error(&self.path, error))
            }
        }
    }

    /// Writes what is buffered, and gives a file its name.
    fn end(self) -> Result<()> {
        let Self { path, format } = self;
        match format {
            RateFormat::Csv(out) | RateFormat::Jsonl(out) => {
                match out.into_inner().map_err(|error| output_error(&path, error.into_error()))? {
                    TextSink::Stream(mut out) => out.flush().map_err(|error| output_error(&path, error)),
                    TextSink::File(draft) => draft.keep(),
                }
            }
            RateFormat::Parquet(writer) => {
                writer.into_inner().map_err(|error| parquet_error(&path, error))?.keep()
            }
        }
    }
}

impl Write for TextSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(out) => out.write(bytes),
            Self::File(draft) => draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stream(out) => out.flush(),
            Self::File(draft) => draft.flush(),
        }
    }
}

/// Formats rows as CSV. Bytes of input columns stay unchanged, even if a spreadsheet would read them as formulas.
fn csv_lines(batch: &RecordBatch, columns: &[&Column], outcomes: &[RowOutcome]) -> Result<Vec<u8>> {
    let mut field = Vec::new();
    let mut problem = None;
    let lines = super::text::lines(|writer| {
        for (row, outcome) in outcomes.iter().enumerate() {
            for array in batch.columns() {
                field.clear();
                if let Err(error) = write_cell(array, row, &mut field) {
                    problem = Some(error);
                }
                writer.write_field(&field)?;
            }
            for column in columns {
                field.clear();
                write_value(column.value_of_ratings(ratings(outcome)), &mut field);
                writer.write_field(&field)?;
            }
            writer.write_field(outcome.as_ref().err().map_or("", String::as_str))?;
            writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    })?;
    problem.map_or(Ok(lines), Err)
}

/// Formats rows as JSON lines. Values of JSON stay unchanged.
fn jsonl_lines(rows: &Rows, schema: &Schema, columns: &[&Column], outcomes: &[RowOutcome]) -> Vec<u8> {
    let keys: Vec<Vec<u8>> = schema.fields().iter().map(|field| json_lines::key(field.name())).collect();
    let (given, own) = keys.split_at(rows.batch.num_columns());
    let mut out = Vec::new();
    for (row, outcome) in outcomes.iter().enumerate() {
        json_lines::begin(&mut out);
        for (place, (key, array)) in given.iter().zip(rows.batch.columns()).enumerate() {
            out.extend_from_slice(key);
            json_lines::write_cell(array, row, rows.is_bare(place, row), &mut out);
            out.push(b',');
        }
        let values = columns.iter().map(|column| column.value_of_ratings(ratings(outcome)));
        let reason = Value::Name(outcome.as_ref().err().map(String::as_str));
        for (key, value) in own.iter().zip(values.chain([reason])) {
            out.extend_from_slice(key);
            json_lines::write_value(value, &mut out);
            out.push(b',');
        }
        json_lines::end(&mut out);
    }
    out
}

fn output_error(path: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", path)(error),
    }
}

/// Returns the system's error behind that of Parquet, if there is one.
fn parquet_error(path: &Path, error: ParquetError) -> Error {
    let error = match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        error => io::Error::other(error),
    };
    Error::io("writing", path)(error)
}
