//! A shard being written.

use super::{
    Folder, Format, Job, Shard,
    encoded::{Body, text_header},
    hashing_writer::HashingWriter,
    new_file::{FinishedFile, NewFile},
    parquet::ParquetShard,
    text,
};
use crate::error::{Error, Result};
use std::{io::Write as _, path::PathBuf};

/// A shard being written.
pub(super) struct ShardFile {
    number: u64,
    path: PathBuf,
    contents: blake3::Hasher,
    sink: ShardSink,
}

enum ShardSink {
    Text(Box<HashingWriter<NewFile>>),
    Parquet(Box<ParquetShard>),
}

impl ShardFile {
    pub(super) fn create(folder: &Folder, job: &Job, number: u64) -> Result<Self> {
        Self::create_in(NewFile::create(folder, &job.shard_name(number))?, job, number)
    }

    /// Begins the shard in `file`, for a process that does not hold the lock of the folder.
    pub(super) fn create_in(file: NewFile, job: &Job, number: u64) -> Result<Self> {
        let path = file.path().to_owned();
        let sink = match job.format {
            Format::Parquet => {
                let rows = job.rows_of(number);
                ShardSink::Parquet(Box::new(ParquetShard::create(file, job, rows.end - rows.start)?))
            }
            Format::Csv | Format::Jsonl => {
                let mut file = HashingWriter::new(file);
                let header = text_header(job.format, &job.layout())?;
                file.write_all(&header).map_err(Error::io("writing", &path))?;
                ShardSink::Text(Box::new(file))
            }
        };
        let mut contents = blake3::Hasher::new();
        contents.update(&text::header(&job.contents_layout())?);
        Ok(Self { number, path, contents, sink })
    }

    pub(super) fn push(&mut self, contents: &[u8], body: Body, pool: &rayon::ThreadPool) -> Result<()> {
        self.contents.update(contents);
        match (&mut self.sink, body) {
            (ShardSink::Parquet(file), Body::Parquet(arrays)) => file.push(arrays, pool),
            (ShardSink::Text(file), Body::Text(rows)) => {
                file.write_all(&rows).map_err(Error::io("writing", &self.path))
            }
            (ShardSink::Text(file), Body::Contents | Body::Parquet(_)) => {
                file.write_all(contents).map_err(Error::io("writing", &self.path))
            }
            (ShardSink::Parquet(_), Body::Contents | Body::Text(_)) => {
                unreachable!("a Parquet job encodes arrays")
            }
        }
    }

    /// Closes the file, without syncing or renaming it.
    pub(super) fn finish(self, job: &Job, pool: &rayon::ThreadPool) -> Result<(FinishedFile, Shard)> {
        let file = match self.sink {
            ShardSink::Text(file) => *file,
            ShardSink::Parquet(file) => file.finish(pool)?,
        };
        let rows = job.rows_of(self.number);
        let shard = Shard {
            name: job.shard_name(self.number),
            first_index: rows.start,
            rows: rows.end - rows.start,
            size_bytes: file.bytes(),
            blake3: file.hash(),
            contents_blake3: self.contents.finalize().to_string(),
        };
        Ok((file.into_inner().finish(), shard))
    }
}
