//! Rows in the form of their file, on the way from the workers to a shard.

use super::run_summary::RowStatistics;
use super::{job::Job, verify};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::{reader::StreamReader, writer::StreamWriter};
use arrow_schema::ArrowError;
use gridmill_generate::Record;
use gridmill_tables::{
    Error, Result,
    schema::Layout,
    write::{Format, json_lines, parquet, text},
};
use std::io::Cursor;

/// Callback that receives each block of rows as a table, on the threads that make them.
pub type BatchObserver<'a> = Option<&'a (dyn Fn(&RecordBatch) + Sync)>;

/// Rows in the form of their file.
pub(crate) struct Encoded {
    /// The rows as CSV without timings: what is hashed, and what a CSV file without timings holds.
    pub contents: Vec<u8>,
    pub body: Body,
    /// Statistics of the rows that this run made.
    pub tallies: Vec<RowStatistics>,
}

/// Contents of the file.
pub(crate) enum Body {
    /// The contents themselves.
    Contents,
    Text(Vec<u8>),
    Parquet(Vec<ArrayRef>),
}

impl Encoded {
    /// Encodes rows, and passes them to the observer.
    pub(crate) fn new(job: &Job, records: &[Record], observer: BatchObserver<'_>) -> Result<Self> {
        let layout = &job.layout();
        let body = match (job.format, observer) {
            (Format::Parquet, Some(observe)) => {
                let arrays = parquet::arrays(records, layout);
                observe(&parquet::batch(arrays.clone(), layout)?);
                Body::Parquet(arrays)
            }
            (Format::Parquet, None) => Body::Parquet(parquet::arrays(records, layout)),
            (Format::Csv | Format::Jsonl, observer) => {
                show(records, layout, observer)?;
                if is_contents(job) {
                    Body::Contents
                } else {
                    Body::Text(text_rows(job.format, records, layout))
                }
            }
        };
        Ok(Self { contents: text::rows(records, &job.contents_layout()), body, tallies: tallies(records) })
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
        for piece in pieces {
            contents.extend(piece.contents);
            tallies.extend(piece.tallies);
            match piece.body {
                Body::Contents => {}
                Body::Text(rows) => text.extend(rows),
                Body::Parquet(arrays) => batches.push(arrays),
            }
        }
        let body = match job.format {
            Format::Parquet => {
                let joined = parquet::join(&batches).map_err(|error| cannot_join(&error))?;
                Body::Parquet(joined)
            }
            Format::Csv | Format::Jsonl if is_contents(job) => Body::Contents,
            Format::Csv | Format::Jsonl => Body::Text(text),
        };
        Ok(Self { contents, body, tallies })
    }

    /// Returns the rows as bytes that [`from_bytes`](Self::from_bytes) reads: the length of the contents, the contents and the text; or
    /// the arrays, from which the contents follow.
    pub(crate) fn to_bytes(&self, job: &Job) -> Result<Vec<u8>> {
        let text: &[u8] = match &self.body {
            Body::Parquet(arrays) => {
                let batch = parquet::batch(arrays.clone(), &job.layout())?;
                return to_stream(&batch).map_err(|error| cannot_join(&error));
            }
            Body::Contents => &[],
            Body::Text(text) => text,
        };
        let mut bytes = (self.contents.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(&self.contents);
        bytes.extend_from_slice(text);
        Ok(bytes)
    }

    /// Reads `rows` rows; `None` if the bytes are not such rows of the job.
    pub(crate) fn from_bytes(job: &Job, bytes: &[u8], rows: usize) -> Option<Self> {
        if job.format == Format::Parquet {
            let batch = from_stream(bytes).ok()?;
            let layout = job.layout();
            let fields = batch.schema_ref().fields();
            let is_ours =
                layout.columns().iter().map(parquet::field).eq(fields.iter().map(|field| (**field).clone()));
            if !is_ours || batch.num_rows() != rows {
                return None;
            }
            let mut contents = Vec::new();
            verify::rows(&batch, &job.contents_layout(), &mut contents).ok()?;
            let body = Body::Parquet(batch.columns().to_vec());
            return Some(Self { contents, body, tallies: Vec::new() });
        }
        let (length, rest) = bytes.split_first_chunk()?;
        let (contents, text) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let body = if is_contents(job) { Body::Contents } else { Body::Text(text.to_vec()) };
        Some(Self { contents: contents.to_vec(), body, tallies: Vec::new() })
    }
}

/// Passes rows as a table to the observer, if there is one.
pub(crate) fn show(records: &[Record], layout: &Layout, observer: BatchObserver<'_>) -> Result<()> {
    if let Some(observe) = observer {
        observe(&parquet::record_batch(records, layout)?);
    }
    Ok(())
}

/// Returns the beginning of a file of text.
pub(crate) fn text_header(format: Format, layout: &Layout) -> Result<Vec<u8>> {
    if format == Format::Jsonl { Ok(Vec::new()) } else { text::header(layout) }
}

pub(crate) fn text_rows(format: Format, records: &[Record], layout: &Layout) -> Vec<u8> {
    if format == Format::Jsonl { json_lines::rows(records, layout) } else { text::rows(records, layout) }
}

pub(crate) fn tallies(records: &[Record]) -> Vec<RowStatistics> {
    records.iter().map(RowStatistics::from).collect()
}

/// Returns true if the file holds the contents that are hashed, and nothing else.
fn is_contents(job: &Job) -> bool {
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
