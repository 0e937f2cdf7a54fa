//! Rows in the form of their file, on the way from the workers to a shard.
//!
//! To compare the hash of the rows in a shard's file with `contents_blake3`, rows are read again, written as CSV without timings as a run does it, and hashed. The hash of the file proves that it is the
//! entered one; this hash proves that it holds the rows that the manifest claims.

use super::{job::Job, run_summary::RowStatistics};
use arrow_array::RecordBatch;
use arrow_ipc::{reader::StreamReader, writer::StreamWriter};
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;
use gridmill_generate::{CountSums, Record, RowCounts};
use gridmill_tables::{
    Error, JsonLiterals, Result,
    files::file_hash,
    read::{Fields, JsonLines, JsonValue, ParquetFile, Records},
    schema::{ColumnKind, Layout, LayoutColumn, Promise},
    storage::StoredFile,
    write::{Format, arrow_schema, json, record_batch, text},
};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::{
    borrow::Cow,
    io::{BufReader, Cursor},
    path::Path,
};

/// Callback that receives each block of rows as a table, on the threads that make them.
pub type BatchObserver<'a> = Option<&'a (dyn Fn(&RecordBatch) + Sync)>;

/// Rows in the form of their file.
pub(crate) struct Encoded {
    /// The rows as CSV without timings: what is hashed, and what a CSV file without timings holds.
    pub contents: Vec<u8>,
    pub body: Body,
    /// Statistics of the rows that this run made.
    pub tallies: Vec<RowStatistics>,
    /// Counts of the attempts of each row; empty where the plan counts nothing.
    pub counts: Vec<CountedRow>,
}

pub(crate) struct CountedRow {
    attempts: u64,
    counts: RowCounts,
}

/// Contents of the file.
pub(crate) enum Body {
    /// The contents themselves.
    Contents,
    Text(Vec<u8>),
    Parquet(RecordBatch),
}

impl Encoded {
    /// Encodes rows, and passes them to the observer.
    pub(crate) fn new(job: &Job, records: &[Record], observer: BatchObserver<'_>) -> Result<Self> {
        let layout = &job.layout();
        let batch = observed(records, layout, observer)?;
        let (contents, body) = match job.format {
            Format::Csv if is_contents(job) => (contents(&batch, layout)?, Body::Contents),
            Format::Csv => {
                let is_hashed: Vec<bool> = layout.columns().iter().map(is_hashed).collect();
                let (mut text, mut contents) = (Vec::new(), Vec::new());
                text::rows_and_kept(&batch, &is_hashed, &mut text, &mut contents)?;
                (contents, Body::Text(text))
            }
            Format::Jsonl => (contents(&batch, layout)?, Body::Text(text_rows(job.format, &batch)?)),
            Format::Parquet => (contents(&batch, layout)?, Body::Parquet(batch)),
        };
        // Not collected, for the reason that `tallies` has.
        let mut counts = Vec::new();
        for Record { made, .. } in records {
            if let Some(found) = &made.counts {
                counts.push(CountedRow { attempts: made.attempts, counts: found.clone() });
            }
        }
        Ok(Self { contents, body, tallies: tallies(records), counts })
    }

    /// Adds what the attempts of the rows counted.
    pub(crate) fn count_in(&self, sums: &mut CountSums) {
        self.counts.iter().for_each(|row| sums.absorb(&row.counts, row.attempts));
    }

    /// Joins rows that follow each other.
    pub(crate) fn join(job: &Job, mut pieces: Vec<Self>) -> Result<Self> {
        if pieces.len() == 1
            && let Some(piece) = pieces.pop()
        {
            return Ok(piece);
        }
        let (mut contents, mut tallies, mut text, mut batches) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut counts = Vec::new();
        for piece in pieces {
            contents.extend(piece.contents);
            tallies.extend(piece.tallies);
            counts.extend(piece.counts);
            match piece.body {
                Body::Contents => {}
                Body::Text(rows) => text.extend(rows),
                Body::Parquet(batch) => batches.push(batch),
            }
        }
        let body = match job.format {
            Format::Parquet => {
                let schema = arrow_schema(&job.layout()).into();
                Body::Parquet(concat_batches(&schema, &batches).map_err(|error| cannot_join(&error))?)
            }
            Format::Csv | Format::Jsonl if is_contents(job) => Body::Contents,
            Format::Csv | Format::Jsonl => Body::Text(text),
        };
        Ok(Self { contents, body, tallies, counts })
    }

    /// Returns the rows as bytes that [`from_bytes`](Self::from_bytes) reads: the counts; the length of the contents, the contents and the
    /// text; or the table, from which the contents follow.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = CountedRow::to_bytes(&self.counts);
        let text: &[u8] = match &self.body {
            Body::Parquet(batch) => {
                bytes.extend(to_stream(batch).map_err(|error| cannot_join(&error))?);
                return Ok(bytes);
            }
            Body::Contents => &[],
            Body::Text(text) => text,
        };
        bytes.extend_from_slice(&(self.contents.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&self.contents);
        bytes.extend_from_slice(text);
        Ok(bytes)
    }

    /// Reads `rows` rows; `None` if the bytes are not such rows of the job.
    pub(crate) fn from_bytes(job: &Job, bytes: &[u8], rows: usize) -> Option<Self> {
        let (counts, bytes) = CountedRow::from_bytes(bytes)?;
        if counts.len() != if job.plan.counts_puzzles() { rows } else { 0 } {
            return None;
        }
        if job.format == Format::Parquet {
            let (batch, layout) = (from_stream(bytes).ok()?, job.layout());
            if batch.schema_ref().fields() != arrow_schema(&layout).fields() || batch.num_rows() != rows {
                return None;
            }
            let contents = contents(&batch, &layout).ok()?;
            return Some(Self { contents, body: Body::Parquet(batch), tallies: Vec::new(), counts });
        }
        let (length, rest) = bytes.split_first_chunk()?;
        let (contents, text) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let body = if is_contents(job) { Body::Contents } else { Body::Text(text.to_vec()) };
        Some(Self { contents: contents.to_vec(), body, tallies: Vec::new(), counts })
    }
}

impl CountedRow {
    /// Returns rows as bytes: their number, then for each its attempts, and how many numbers of givens it has, with these and their counts.
    fn to_bytes(rows: &[Self]) -> Vec<u8> {
        let mut bytes = (rows.len() as u64).to_le_bytes().to_vec();
        for Self { attempts, counts } in rows {
            bytes.extend(attempts.to_le_bytes());
            bytes.extend((counts.by_givens().len() as u64).to_le_bytes());
            for (givens, count) in counts.by_givens() {
                bytes.extend(givens.to_le_bytes());
                bytes.extend(count.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads such rows, and returns the bytes after them; `None` of other bytes.
    fn from_bytes(mut bytes: &[u8]) -> Option<(Vec<Self>, &[u8])> {
        fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
            let (taken, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(taken)
        }
        let number = |bytes: &mut &[u8]| Some(u64::from_le_bytes(*take(bytes)?));
        let mut rows = Vec::new();
        for _ in 0..number(&mut bytes)? {
            let attempts = number(&mut bytes)?;
            let mut counts = Vec::new();
            for _ in 0..number(&mut bytes)? {
                let givens = u16::from_le_bytes(*take(&mut bytes)?);
                counts.push((givens, f64::from_le_bytes(*take(&mut bytes)?)));
            }
            rows.push(Self { attempts, counts: RowCounts::new(counts) });
        }
        Some((rows, bytes))
    }
}

/// Returns rows as a table, which the observer gets, too.
pub(crate) fn observed(
    records: &[Record],
    layout: &Layout,
    observer: BatchObserver<'_>,
) -> Result<RecordBatch> {
    let batch = record_batch(records, layout)?;
    if let Some(observe) = observer {
        observe(&batch);
    }
    Ok(batch)
}

/// Returns rows with these columns as the text that is hashed: CSV without timings.
pub(crate) fn contents(batch: &RecordBatch, layout: &Layout) -> Result<Vec<u8>> {
    let places: Vec<usize> = hashed(&layout.columns()).map(|(place, _)| place).collect();
    let mut lines = Vec::new();
    text::rows(&batch.project(&places).map_err(|error| cannot_join(&error))?, &mut lines)?;
    Ok(lines)
}

/// Returns the columns that are hashed, with their places: those that do not differ from run to run.
pub(crate) fn hashed(columns: &[LayoutColumn]) -> impl Iterator<Item = (usize, &LayoutColumn)> {
    columns.iter().enumerate().filter(|(_, column)| is_hashed(column))
}

fn is_hashed(column: &LayoutColumn) -> bool {
    column.column.promise != Promise::Run
}

pub(crate) fn contents_header(layout: &Layout) -> Result<Vec<u8>> {
    text::names(hashed(&layout.columns()).map(|(_, column)| column.name()))
}

pub(crate) fn text_header(format: Format, layout: &Layout) -> Result<Vec<u8>> {
    match format {
        Format::Jsonl => Ok(Vec::new()),
        Format::Csv | Format::Parquet => text::names(layout.columns().iter().map(LayoutColumn::name)),
    }
}

pub(crate) fn text_rows(format: Format, batch: &RecordBatch) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    match format {
        Format::Jsonl => json::rows(batch, &JsonLiterals::NONE, &mut lines),
        Format::Csv | Format::Parquet => text::rows(batch, &mut lines)?,
    }
    Ok(lines)
}

pub(crate) fn tallies(records: &[Record]) -> Vec<RowStatistics> {
    // Not collected: compiled for size, each step of an iterator is a call.
    let mut tallies = Vec::with_capacity(records.len());
    for record in records {
        tallies.push(record.into());
    }
    tallies
}

/// Returns true if the file holds the contents that are hashed, and nothing else.
pub(crate) fn is_contents(job: &Job) -> bool {
    job.format == Format::Csv && !job.timings
}

fn to_stream(batch: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
    let mut writer = StreamWriter::try_new(Vec::new(), batch.schema_ref())?;
    writer.write(batch)?;
    writer.into_inner()
}

fn from_stream(bytes: &[u8]) -> Result<RecordBatch, ArrowError> {
    let mut batches = StreamReader::try_new(Cursor::new(bytes), None)?;
    batches.next().unwrap_or_else(|| Err(ArrowError::IpcError("no rows".to_owned())))
}

fn cannot_join(error: &ArrowError) -> Error {
    Error::option(format!("the columns do not fit: {error}"))
}

/// Rows that are read at once.
const BATCH_ROWS: usize = 4096;

/// Computes the hash of the rows in a shard of `job`, without timings.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Corpus`] if it is damaged or its columns are not those of the job.
pub fn contents_of_file(path: &Path, job: &Job) -> Result<String> {
    if is_contents(job) {
        return file_hash(path);
    }
    let layout = job.layout();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&contents_header(&layout)?);
    let mut update = |rows: &[u8]| _ = hasher.update(rows);
    match job.format {
        Format::Csv => csv(path, &layout.columns(), &mut update)?,
        Format::Jsonl => jsonl(path, &layout.columns(), &mut update)?,
        Format::Parquet => {
            let file = ParquetFile::open(path)?;
            let columns = layout.columns();
            let found = file.schema().fields().iter().map(|field| field.name().as_str());
            if !found.eq(columns.iter().map(LayoutColumn::name)) {
                return Err(other_columns(path));
            }
            for batch in file.all_batches(BATCH_ROWS)? {
                update(&contents(&batch?, &layout)?);
            }
        }
    }
    Ok(hasher.finalize().to_string())
}

/// Reads CSV and leaves the timings out.
fn csv(path: &Path, columns: &[LayoutColumn], update: &mut impl FnMut(&[u8])) -> Result<()> {
    let input = BufReader::new(StoredFile::open(path).map_err(Error::io("reading", path))?);
    let mut records = Records::new(path, Box::new(input), b',', 0);
    let (mut line, mut is_header) = (Vec::new(), true);
    while records.read()? {
        let is_named =
            |(place, column): (usize, &LayoutColumn)| records.raw(place) == Some(column.name().as_bytes());
        if records.fields() != columns.len() || is_header && !columns.iter().enumerate().all(is_named) {
            return Err(other_columns(path));
        }
        if !std::mem::take(&mut is_header) {
            let field = |(place, _)| Some(Cow::Borrowed(records.raw(place)?));
            write_line(hashed(columns).map(field), &mut line).ok_or_else(|| other_columns(path))?;
            update(&line);
        }
    }
    Ok(())
}

/// Reads JSON lines, whose values have the text of CSV or are strings of it, and leaves the timings out.
fn jsonl(path: &Path, columns: &[LayoutColumn], update: &mut impl FnMut(&[u8])) -> Result<()> {
    let (mut lines, mut line) = (JsonLines::open(path)?, Vec::new());
    while lines.read()? {
        let Fields(fields) = lines.fields()?;
        if !fields.iter().map(|(key, _)| key.as_str()).eq(columns.iter().map(LayoutColumn::name)) {
            return Err(other_columns(path));
        }
        let field = |(place, column): (usize, &LayoutColumn)| json_text(column.column.kind, fields[place].1);
        write_line(hashed(columns).map(field), &mut line).ok_or_else(|| other_columns(path))?;
        update(&line);
    }
    Ok(())
}

/// Writes fields as a line of CSV; `None` if one has no text.
fn write_line<'a>(fields: impl Iterator<Item = Option<Cow<'a, [u8]>>>, line: &mut Vec<u8>) -> Option<()> {
    line.clear();
    for field in fields {
        let start = line.len();
        line.extend_from_slice(&field?);
        text::quote(line, start);
        line.push(b',');
    }
    line.pop();
    line.push(b'\n');
    Some(())
}

/// Returns the text of a value in JSON; `None` if it has none.
fn json_text(kind: ColumnKind, value: &RawValue) -> Option<Cow<'_, [u8]>> {
    let text = match kind {
        ColumnKind::Texts => Cow::Owned(list_text::<String>(value.get())?),
        ColumnKind::Tokens => Cow::Owned(list_text::<u16>(value.get())?),
        _ => match JsonValue::of(value)? {
            JsonValue::Null => Cow::Borrowed(""),
            JsonValue::Text(text) => text,
            JsonValue::Bare(text) => Cow::Borrowed(text),
        },
    };
    Some(match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    })
}

/// Returns a list in JSON as text has it: its values between spaces, nothing for null. `None` if it is no such list.
fn list_text<T: DeserializeOwned + ToString>(json: &str) -> Option<String> {
    let values: Option<Vec<T>> = serde_json::from_str(json).ok()?;
    Some(values.unwrap_or_default().iter().map(T::to_string).collect::<Vec<_>>().join(" "))
}

fn other_columns(path: &Path) -> Error {
    Error::corpus(path, "the columns are not those of the corpus; make the shard again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::{
        folder::IfExists,
        job::Part,
        workers::Workers,
        write::{Corpus, RunHooks},
    };
    use gridmill_generate::{Addition, BoardPlan, Plan, RatingPlan};
    use gridmill_rate::Rulebook;
    use gridmill_testing::sample;

    /// Rows read have the hash of the rows written, for all columns, in all formats, with and without timings.
    #[test]
    fn what_is_read_has_the_hash_of_what_was_written() {
        let rated = |names: &str, add: &[Addition]| {
            let named = |name| Rulebook::built_in(name).unwrap().clone();
            let rating = RatingPlan::by(names.split(',').map(named));
            Plan::default().with_rating(rating).with_columns(add.iter().copied())
        };
        let plans = [
            Plan::default(),
            rated("hodoku", &[]),
            rated("se", &[Addition::Path]),
            rated("hodoku,se", &[Addition::Path, Addition::Guesses]),
            Plan::default().with_dig(gridmill_generate::Dig::Weighted),
            Plan::default().with_columns([Addition::Guesses]),
            Plan::default().with_columns([Addition::SearchTrace]),
            Plan::default().with_columns([Addition::Unavoidable]),
            rated("se", &[Addition::Guesses]),
            Plan::default().with_columns([Addition::Canonical]),
            Plan::default().with_board(BoardPlan::Ambiguous { solutions: "2..10".parse().unwrap() }),
            Plan::default().with_board(BoardPlan::Broken),
            rated("hodoku", &[Addition::Path, Addition::Canonical]),
            Plan::default().with_dig(gridmill_generate::Dig::symmetric(gridmill_board::Symmetry::Rot180)),
        ];
        for (n, plan) in plans.into_iter().enumerate() {
            for (format, timings) in Format::ALL.into_iter().flat_map(|f| [(f, true), (f, false)]) {
                let folder = tempfile::tempdir().unwrap();
                let seed: gridmill_generate::MasterSeed = "verify".parse().unwrap();
                let rows = sample(6, 60);
                let workers = Workers::new(plan.clone(), seed.clone(), rows, 1).unwrap();
                let job = Job { format, timings, ..Job::new(plan.clone(), seed, rows) };
                let out = folder.path().join("corpus");
                let corpus = Corpus::open(job.clone(), Part::WHOLE, &out, IfExists::Refuse).unwrap();
                corpus.write(&workers, &RunHooks::default()).unwrap().outcome.unwrap();
                let manifest = crate::Manifest::read(&out.join("manifest.json")).unwrap();
                let shard = &manifest.shards[0];
                let found = contents_of_file(&out.join("data").join(&shard.name), &job).unwrap();
                assert_eq!(found, shard.contents_blake3, "plan {n}, {format:?}, timings {timings}");
            }
        }
    }
}
