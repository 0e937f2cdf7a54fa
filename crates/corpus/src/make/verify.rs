//! The hash of the rows in a shard's file, to compare with `contents_blake3`.
//!
//! Rows are read again, written as CSV without timings as a run does it, and hashed. The hash of the file proves that it is the
//! entered one; this hash proves that it holds the rows that the manifest claims.

use super::job::Job;
use arrow_array::{Array, ArrayRef, RecordBatch, cast::AsArray, types::Float64Type};
use gridmill_tables::{
    Error, Result,
    files::file_hash::file_hash,
    read::{Fields, JsonLines, JsonValue, ParquetFile, Records},
    schema::{Column, ColumnKind, Layout, LayoutColumn, Promise},
    storage::StoredFile,
    write::{
        Format,
        cells_as_json::write_json,
        cells_as_text::{write_cell, write_texts},
        text,
        tokens::{is_tokens, write_text},
    },
};
use serde::de::DeserializeOwned;
use std::{io::BufReader, path::Path};

/// Rows that are read at once.
const BATCH_ROWS: usize = 4096;

/// Computes the hash of the rows in a shard of `job`, without timings.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Corpus`] if it is damaged or its columns are not those of the job.
pub(crate) fn contents(path: &Path, job: &Job) -> Result<String> {
    match job.format {
        Format::Csv if !job.timings => file_hash(path),
        Format::Csv => csv(path, &job.layout()),
        Format::Jsonl => jsonl(path, job),
        Format::Parquet => parquet(path, job),
    }
}

/// Reads CSV and leaves the timings out.
fn csv(path: &Path, layout: &Layout) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    let columns = layout.columns();
    let input = BufReader::new(StoredFile::open(path).map_err(Error::io("reading", path))?);
    let mut records = Records::new(path, Box::new(input), b',', 0);
    let mut line = Vec::new();
    let mut is_header = true;
    while records.read()? {
        let is_named =
            |(place, column): (usize, &LayoutColumn)| records.raw(place) == Some(column.name().as_bytes());
        if records.fields() != columns.len() || is_header && !columns.iter().enumerate().all(is_named) {
            return Err(other_columns(path));
        }
        is_header = false;
        line.clear();
        for (place, _) in
            columns.iter().enumerate().filter(|(_, column)| column.column.promise != Promise::Run)
        {
            let start = line.len();
            line.extend_from_slice(records.raw(place).unwrap_or_default());
            text::quote(&mut line, start);
            line.push(b',');
        }
        line.pop();
        line.push(b'\n');
        hasher.update(&line);
    }
    Ok(hasher.finalize().to_string())
}

/// Reads JSON lines, whose values have the text of CSV or are strings of it, and leaves the timings out.
fn jsonl(path: &Path, job: &Job) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&text::header(&job.contents_layout())?);
    let columns = job.layout().columns();
    let mut lines = JsonLines::open(path)?;
    let mut line = Vec::new();
    while lines.read()? {
        let Fields(fields) = lines.fields()?;
        if !fields.iter().map(|(key, _)| key.as_str()).eq(columns.iter().map(LayoutColumn::name)) {
            return Err(other_columns(path));
        }
        line.clear();
        for ((_, value), column) in
            fields.iter().zip(&columns).filter(|(_, column)| column.column.promise != Promise::Run)
        {
            let start = line.len();
            let text = match column.column.kind {
                ColumnKind::Texts => list_text::<String>(value.get()),
                ColumnKind::Tokens => list_text::<u16>(value.get()),
                _ => JsonValue::of(value).map(|value| match value {
                    JsonValue::Null => String::new(),
                    JsonValue::Text(text) => text.into_owned(),
                    JsonValue::Bare(text) => text.to_owned(),
                }),
            };
            line.extend_from_slice(text.ok_or_else(|| other_columns(path))?.as_bytes());
            text::quote(&mut line, start);
            line.push(b',');
        }
        line.pop();
        line.push(b'\n');
        hasher.update(&line);
    }
    Ok(hasher.finalize().to_string())
}

/// Returns a list in JSON as text has it: its values between spaces, nothing for null. `None` if it is no such list.
fn list_text<T: DeserializeOwned + ToString>(json: &str) -> Option<String> {
    let values: Option<Vec<T>> = serde_json::from_str(json).ok()?;
    Some(values.unwrap_or_default().iter().map(T::to_string).collect::<Vec<_>>().join(" "))
}

fn parquet(path: &Path, job: &Job) -> Result<String> {
    let layout = job.contents_layout();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&text::header(&layout)?);
    let mut lines = Vec::new();
    for batch in ParquetFile::open(path)?.all_batches(BATCH_ROWS)? {
        let batch = batch?;
        lines.clear();
        if !rows(&batch, &layout, &mut lines)? {
            return Err(other_columns(path));
        }
        hasher.update(&lines);
    }
    Ok(hasher.finalize().to_string())
}

/// Writes rows as [`text::rows`] does; false if a column is missing.
pub(crate) fn rows(batch: &RecordBatch, layout: &Layout, lines: &mut Vec<u8>) -> Result<bool> {
    let columns = layout.columns();
    let columns: Option<Vec<(&Column, &ArrayRef)>> =
        columns.iter().map(|column| Some((column.column, batch.column_by_name(column.name())?))).collect();
    let Some(columns) = columns else { return Ok(false) };
    for row in 0..batch.num_rows() {
        for &(column, array) in &columns {
            let start = lines.len();
            match (column.kind, array.as_primitive_opt::<Float64Type>()) {
                (ColumnKind::Path, _) if !array.is_null(row) => write_json(array, row, lines),
                (ColumnKind::Path, _) => {}
                (ColumnKind::Texts, _) => write_texts(array, row, lines),
                (ColumnKind::Tokens, _) if is_tokens(array.data_type()) => write_text(array, row, lines),
                // As `Value::Tenths` and `Value::Hundredths` are written, with a decimal.
                (ColumnKind::Decimal, Some(numbers)) if !array.is_null(row) => {
                    lines.extend_from_slice(format!("{:?}", numbers.value(row)).as_bytes());
                }
                _ => write_cell(array, row, lines)?,
            }
            text::quote(lines, start);
            lines.push(b',');
        }
        lines.pop();
        lines.push(b'\n');
    }
    Ok(true)
}

fn other_columns(path: &Path) -> Error {
    let problem = "the columns are not those of the corpus; make the shard again".to_owned();
    Error::corpus(path, problem)
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

    /// Rows read have the hash of the rows written, for all columns, in all formats, with and without timings.
    #[test]
    fn what_is_read_has_the_hash_of_what_was_written() {
        let rated = |names: &str, add: &[Addition]| {
            let named = |name| Rulebook::by_name(name).unwrap().clone();
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
                let workers = Workers::new(plan.clone(), seed.clone(), 60, 1).unwrap();
                let job = Job { format, timings, ..Job::new(plan.clone(), seed, 60) };
                let out = folder.path().join("corpus");
                let corpus = Corpus::open(job.clone(), Part::WHOLE, &out, IfExists::Refuse).unwrap();
                corpus.write(&workers, &RunHooks::default()).unwrap().outcome.unwrap();
                let manifest = crate::Manifest::read(&out.join("manifest.json")).unwrap();
                let shard = &manifest.shards[0];
                let found = contents(&out.join("data").join(&shard.name), &job).unwrap();
                assert_eq!(found, shard.contents_blake3, "plan {n}, {format:?}, timings {timings}");
            }
        }
    }
}
