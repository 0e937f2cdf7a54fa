//! A shard being written in `.work/`.

use super::{
    Folder, Format, Job, Shard,
    encoded::{Body, text_header},
    hashing_writer::HashingWriter,
    parquet::ParquetShard,
    text,
};
use crate::error::{Error, Result};
use std::{fs::File, io::Write as _, path::PathBuf};

/// A shard being written in `.work/`.
pub(super) struct ShardFile {
    number: u64,
    draft: PathBuf,
    contents: blake3::Hasher,
    sink: ShardSink,
}

enum ShardSink {
    Text(Box<HashingWriter<File>>),
    Parquet(Box<ParquetShard>),
}

impl ShardFile {
    pub(super) fn create(folder: &Folder, job: &Job, number: u64) -> Result<Self> {
        Self::create_at(folder.work(&job.shard_name(number)), job, number)
    }

    /// Creates the file at `draft`, for a process that does not hold the lock of the folder.
    pub(super) fn create_at(draft: PathBuf, job: &Job, number: u64) -> Result<Self> {
        let sink = match job.format {
            Format::Parquet => ShardSink::Parquet(Box::new(ParquetShard::create(&draft, job)?)),
            Format::Csv | Format::Jsonl => {
                let file = File::create_new(&draft).map_err(Error::io("creating", &draft))?;
                let mut file = HashingWriter::new(file);
                let header = text_header(job.format, job.layout())?;
                file.write_all(&header).map_err(Error::io("writing", &draft))?;
                ShardSink::Text(Box::new(file))
            }
        };
        let mut contents = blake3::Hasher::new();
        contents.update(&text::header(job.contents_layout())?);
        Ok(Self { number, draft, contents, sink })
    }

    pub(super) fn push(&mut self, contents: &[u8], body: Body, pool: &rayon::ThreadPool) -> Result<()> {
        self.contents.update(contents);
        match (&mut self.sink, body) {
            (ShardSink::Parquet(file), Body::Parquet(arrays)) => file.push(arrays, pool),
            (ShardSink::Text(file), Body::Text(rows)) => {
                file.write_all(&rows).map_err(Error::io("writing", &self.draft))
            }
            (ShardSink::Text(file), Body::Contents | Body::Parquet(_)) => {
                file.write_all(contents).map_err(Error::io("writing", &self.draft))
            }
            (ShardSink::Parquet(_), Body::Contents | Body::Text(_)) => {
                unreachable!("a Parquet job encodes arrays")
            }
        }
    }

    /// Closes the file, without syncing or renaming it.
    pub(super) fn finish(mut self, job: &Job, pool: &rayon::ThreadPool) -> Result<(PathBuf, Shard)> {
        if let ShardSink::Parquet(file) = &mut self.sink {
            file.finish(pool)?;
        }
        let file = match &self.sink {
            ShardSink::Text(file) => &**file,
            ShardSink::Parquet(file) => file.written(),
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
        Ok((self.draft, shard))
    }
}
