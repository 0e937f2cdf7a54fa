//! A shard being written.

use super::{
    encoded::{Body, Encoded, contents_header, text_header},
    folder::Folder,
    job::Job,
    manifest::Shard,
    new_file::{FinishedFile, NewFile},
};
use gridmill_generate::CountSums;
use gridmill_tables::{
    Error, Result,
    facts::Facts,
    files::HashingWriter,
    write::{Format, ParquetRows, arrow_schema, parquet::write_error},
};
use std::{io::Write as _, path::PathBuf, sync::Arc};

/// A shard being written.
pub(crate) struct ShardFile {
    number: u64,
    path: PathBuf,
    contents: blake3::Hasher,
    sink: ShardSink,
    counts: Option<CountSums>,
}

enum ShardSink {
    Text(Box<HashingWriter<NewFile>>),
    Parquet(Box<ParquetRows<HashingWriter<NewFile>>>),
}

impl ShardFile {
    /// Begins the shard in the folder; Parquet is encoded on the threads of `pool`.
    pub(crate) fn create(
        folder: &Folder,
        job: &Job,
        number: u64,
        pool: &Arc<rayon::ThreadPool>,
    ) -> Result<Self> {
        Self::create_in(NewFile::create(folder, &job.shard_name(number))?, job, number, pool)
    }

    /// Begins the shard in `file`, for a process that does not hold the lock of the folder.
    pub(crate) fn create_in(
        file: NewFile,
        job: &Job,
        number: u64,
        pool: &Arc<rayon::ThreadPool>,
    ) -> Result<Self> {
        let path = file.path().to_owned();
        let sink = match job.format {
            Format::Parquet => {
                let rows = job.rows_of(number);
                let facts = job.facts(gridmill_tables::PROGRAM);
                let schema = facts.in_schema_of(&arrow_schema(&job.layout()), rows.end - rows.start);
                let rows = ParquetRows::begin(HashingWriter::new(file), &schema);
                let rows = rows.map_err(|error| write_error(&path, error))?;
                ShardSink::Parquet(Box::new(rows.for_corpus(pool)))
            }
            Format::Csv | Format::Jsonl => {
                let mut file = HashingWriter::new(file);
                let header = text_header(job.format, &job.layout())?;
                file.write_all(&header).map_err(Error::io("writing", &path))?;
                ShardSink::Text(Box::new(file))
            }
        };
        let mut contents = blake3::Hasher::new();
        contents.update(&contents_header(&job.layout())?);
        let counts = job.plan.counts_puzzles().then(CountSums::default);
        Ok(Self { number, path, contents, sink, counts })
    }

    /// Adds a block of rows.
    pub(crate) fn push(&mut self, block: Encoded) -> Result<()> {
        if let Some(counts) = &mut self.counts {
            block.count_in(counts);
        }
        let Encoded { contents, body, .. } = block;
        self.contents.update(&contents);
        match (&mut self.sink, body) {
            (ShardSink::Parquet(file), Body::Parquet(batch)) => {
                file.push(&batch).map_err(|error| write_error(&self.path, error))
            }
            (ShardSink::Text(file), Body::Text(rows)) => {
                file.write_all(&rows).map_err(Error::io("writing", &self.path))
            }
            (ShardSink::Text(file), Body::Contents | Body::Parquet(_)) => {
                file.write_all(&contents).map_err(Error::io("writing", &self.path))
            }
            (ShardSink::Parquet(_), Body::Contents | Body::Text(_)) => {
                unreachable!("a Parquet job encodes tables")
            }
        }
    }

    /// Closes the file, without syncing or renaming it.
    pub(crate) fn finish(self, job: &Job) -> Result<(FinishedFile, Shard)> {
        let file = match self.sink {
            ShardSink::Text(file) => *file,
            ShardSink::Parquet(file) => {
                let counts = self.counts.as_ref().map(Facts::counts_value);
                file.finish(counts).map_err(|error| write_error(&self.path, error))?
            }
        };
        let rows = job.rows_of(self.number);
        let shard = Shard {
            name: job.shard_name(self.number),
            first_index: rows.start,
            rows: rows.end - rows.start,
            size_bytes: file.bytes(),
            blake3: file.hash(),
            contents_blake3: self.contents.finalize().to_string(),
            counts: self.counts,
        };
        Ok((file.into_inner().finish(), shard))
    }
}
