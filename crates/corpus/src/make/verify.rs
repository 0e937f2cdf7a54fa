//! The hash of the rows in a shard's file, to compare with `contents_blake3`.
//!
//! Rows are read again, written as CSV without timings as a run does it, and hashed. The hash of the file proves that it is the
//! entered one; this hash proves that it holds the rows that the manifest claims.

use super::{
    encoded::{contents as contents_of, contents_header, hashed},
    job::Job,
};
use gridmill_tables::{
    Error, Result,
    files::file_hash,
    read::{Fields, JsonLines, JsonValue, ParquetFile, Records},
    schema::{ColumnKind, LayoutColumn},
    storage::StoredFile,
    write::{Format, text},
};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::{borrow::Cow, io::BufReader, path::Path};

/// Rows that are read at once.
const BATCH_ROWS: usize = 4096;

/// Computes the hash of the rows in a shard of `job`, without timings.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Corpus`] if it is damaged or its columns are not those of the job.
pub(crate) fn contents(path: &Path, job: &Job) -> Result<String> {
    if job.format == Format::Csv && !job.timings {
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
                update(&contents_of(&batch?, &layout)?);
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
