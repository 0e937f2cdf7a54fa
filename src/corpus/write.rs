//! Makes a corpus: blocks from the workers, in order, into shards, each entered in the manifest when it is whole.

use super::{
    Existing, Folder, Format, Job, Manifest, Part, Shard, card,
    contents::Hashed,
    parquet::{self, ParquetFile},
    patterns, rulebooks,
    schema::Layout,
    text,
};
use crate::{
    error::{Error, Result},
    pipeline::{BLOCK_ROWS, Block, Counters, Record, RunSummary, Tally, Workers},
};
use arrow_array::{ArrayRef, RecordBatch};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

/// A corpus, or one machine's part of it, about to be made in a folder.
#[derive(Debug)]
pub struct Corpus {
    folder: Folder,
    manifest: Manifest,
    shards: std::ops::Range<u64>,
}

/// What others may see and say while a run goes on.
#[derive(Debug, Default)]
pub struct Events {
    /// Set to end the run after the shards that are whole.
    pub stop: Arc<AtomicBool>,
    /// How far it has come.
    pub counters: Counters,
}

/// What a run did.
#[derive(Debug)]
pub struct Written {
    /// Totals over the rows made now.
    pub summary: RunSummary,
    /// Rows of shards that were there already.
    pub rows_kept: u64,
    /// Shards that were there but had been changed, and were made again.
    pub remade: Vec<String>,
    /// How the run ended; whatever was whole by then is kept.
    pub outcome: Result<()>,
    /// Shards of this part that are whole now, and how many it has.
    pub shards: (u64, u64),
}

/// Who sees each block of rows that is made, as a table, from the threads that make them.
pub type See<'a> = Option<&'a (dyn Fn(&RecordBatch) + Sync)>;

/// A block of rows on its way from a worker to a file.
struct Encoded {
    /// The rows as CSV without timings: what is hashed, and what a CSV file without timings holds.
    contents: Vec<u8>,
    body: Body,
    tallies: Vec<Tally>,
}

enum Body {
    Contents,
    Csv(Vec<u8>),
    Parquet(Vec<ArrayRef>),
}

impl Corpus {
    /// Opens `out` for `part` of `job`.
    ///
    /// # Errors
    /// [`Error::Option`] if the job cannot be met; [`Error::Corpus`] if the folder holds something else, or a
    /// different corpus under [`Existing::Resume`]; [`Error::Io`] if it cannot be written to.
    pub fn open(job: Job, part: Part, out: &Path, existing: Existing) -> Result<Self> {
        job.validate()?;
        let shards = part.shards(&job)?;
        if existing == Existing::Resume && out.join("manifest.json").exists() {
            let earlier = Manifest::read(&out.join("manifest.json"))?;
            if let Some(difference) = earlier.difference(&job) {
                let problem = format!(
                    "a different corpus is here: {difference}; resume with the options it was made with"
                );
                return Err(Error::Corpus { path: out.to_owned(), problem });
            }
        }
        let (folder, earlier) = Folder::open(out, existing)?;
        let mut manifest = earlier.unwrap_or_else(|| Manifest::new(job));
        manifest.plan_part(part);
        Ok(Self { folder, manifest, shards })
    }

    /// Makes the missing shards.
    ///
    /// # Errors
    /// [`Error::Io`] or [`Error::Corpus`] if the folder fails before any puzzle is made; what happens later is in
    /// [`Written::outcome`].
    pub fn write(self, workers: &Workers, events: &Events) -> Result<Written> {
        self.write_seen(workers, events, None)
    }

    /// Makes the missing shards, and shows their rows.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_seen(mut self, workers: &Workers, events: &Events, see: See<'_>) -> Result<Written> {
        let (missing, remade) = self.missing()?;
        let rows_kept = self.rows_of_part();
        self.manifest.write(&self.folder)?;
        patterns::write(&self.folder, &self.manifest.job)?;
        rulebooks::write(&self.folder, &self.manifest.job)?;
        let mut summary = RunSummary::default();
        let mut outcome = self.make(&missing, (workers, see), events, &mut summary);
        if outcome.is_ok() {
            outcome = self.folder.replace(&self.folder.card(), card::render(&self.manifest).as_bytes());
        }
        let done = self.whole().count() as u64;
        Ok(Written {
            summary,
            rows_kept,
            remade,
            outcome,
            shards: (done, self.shards.end - self.shards.start),
        })
    }

    /// Rows that are still to be made.
    ///
    /// # Errors
    /// [`Error::Io`] if a shard that is there cannot be read.
    pub fn rows_missing(&mut self) -> Result<u64> {
        let (missing, _) = self.missing()?;
        Ok(missing.iter().map(|&n| self.manifest.job.rows_of(n)).map(|rows| rows.end - rows.start).sum())
    }

    /// The entered shards of this part.
    fn whole(&self) -> impl Iterator<Item = &Shard> {
        let names: Vec<_> = self.shards.clone().map(|n| self.manifest.job.shard_name(n)).collect();
        self.manifest.shards.iter().filter(move |shard| names.contains(&shard.name))
    }

    fn rows_of_part(&self) -> u64 {
        self.whole().map(|shard| shard.rows).sum()
    }

    /// Shards of this part that are not whole, and the names of those among them that were entered once. The
    /// manifest forgets the latter.
    fn missing(&mut self) -> Result<(Vec<u64>, Vec<String>)> {
        let mut remade = Vec::new();
        for shard in self.whole() {
            if !is_whole(&self.folder.data().join(&shard.name), shard)? {
                remade.push(shard.name.clone());
            }
        }
        self.manifest.shards.retain(|shard| !remade.contains(&shard.name));
        self.manifest.complete &= remade.is_empty();
        let entered =
            |n: &u64| self.manifest.shards.iter().any(|s| s.name == self.manifest.job.shard_name(*n));
        Ok((self.shards.clone().filter(|n| !entered(n)).collect(), remade))
    }

    fn make(
        &mut self,
        missing: &[u64],
        (workers, see): (&Workers, See<'_>),
        events: &Events,
        summary: &mut RunSummary,
    ) -> Result<()> {
        let job = self.manifest.job.clone();
        let blocks = missing.iter().flat_map(|&n| shard_blocks(&job, n));
        let mut open: Option<ShardFile> = None;
        workers.run(
            blocks,
            &events.stop,
            &events.counters,
            |records| encode(&job, records, see),
            |(number, last), block: Encoded| {
                let mut file = match open.take() {
                    Some(file) => file,
                    None => ShardFile::create(&self.folder, &job, number)?,
                };
                file.push(&block.contents, block.body, workers.pool())?;
                for &tally in &block.tallies {
                    summary.absorb(tally);
                }
                if last {
                    self.manifest.enter(file.finish(&self.folder, &job, workers.pool())?);
                    self.manifest.write(&self.folder)
                } else {
                    open = Some(file);
                    Ok(())
                }
            },
        )
    }
}

/// Writes the rows of `part` of `job` as CSV to `out`, in order, and returns their totals.
///
/// # Errors
/// [`Error::Option`] if the job cannot be met, [`Error::OutputClosed`] if the reader went away, or what stopped the
/// making.
pub fn stream_csv(
    job: &Job,
    part: Part,
    out: &mut impl Write,
    (workers, see): (&Workers, See<'_>),
    events: &Events,
) -> Result<RunSummary> {
    let shards = part.shards(job)?;
    let closed = |error: io::Error| match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", "standard output")(error),
    };
    let layout = Layout::of(job);
    let mut summary = RunSummary::default();
    out.write_all(&text::header(layout)?).map_err(closed)?;
    workers.run(
        shards.flat_map(|n| shard_blocks(job, n)),
        &events.stop,
        &events.counters,
        |records| {
            show(records, layout, see)?;
            Ok((text::rows(records, layout), tallies(records)))
        },
        |_, (rows, tallies)| {
            out.write_all(&rows).map_err(closed)?;
            for tally in tallies {
                summary.absorb(tally);
            }
            Ok(())
        },
    )?;
    out.flush().map_err(closed)?;
    Ok(summary)
}

/// The blocks of shard `number`, each with that number and whether it is the last.
fn shard_blocks(job: &Job, number: u64) -> impl Iterator<Item = Block<(u64, bool)>> + use<> {
    let rows = job.rows_of(number);
    let end = rows.end;
    rows.step_by(usize::try_from(BLOCK_ROWS).unwrap_or(usize::MAX)).map(move |first| {
        let indices = first..(first + BLOCK_ROWS).min(end);
        Block { tag: (number, indices.end == end), indices }
    })
}

/// Shows rows as a table to whoever wants to see them.
fn show(records: &[Record], layout: Layout, see: See<'_>) -> Result<()> {
    if let Some(see) = see {
        see(&parquet::batch(parquet::arrays(records, layout), layout)?);
    }
    Ok(())
}

fn encode(job: &Job, records: &[Record], see: See<'_>) -> Result<Encoded> {
    let layout = Layout::of(job);
    let body = match (job.format, see) {
        (Format::Parquet, Some(see)) => {
            let arrays = parquet::arrays(records, layout);
            see(&parquet::batch(arrays.clone(), layout)?);
            Body::Parquet(arrays)
        }
        (Format::Parquet, None) => Body::Parquet(parquet::arrays(records, layout)),
        (Format::Csv, see) => {
            show(records, layout, see)?;
            csv_body(job, records)
        }
    };
    Ok(Encoded { contents: text::rows(records, Layout::of_contents(job)), body, tallies: tallies(records) })
}

fn csv_body(job: &Job, records: &[Record]) -> Body {
    if job.timings { Body::Csv(text::rows(records, Layout::of(job))) } else { Body::Contents }
}

fn tallies(records: &[Record]) -> Vec<Tally> {
    records.iter().map(Tally::from).collect()
}

/// A shard being written in `.work/`.
struct ShardFile {
    number: u64,
    draft: PathBuf,
    contents: blake3::Hasher,
    sink: Sink,
}

enum Sink {
    Csv(Box<Hashed<File>>),
    Parquet(Box<ParquetFile>),
}

impl ShardFile {
    fn create(folder: &Folder, job: &Job, number: u64) -> Result<Self> {
        let draft = folder.work(&job.shard_name(number));
        let sink = match job.format {
            Format::Parquet => Sink::Parquet(Box::new(ParquetFile::create(&draft, job)?)),
            Format::Csv => {
                let file = File::create_new(&draft).map_err(Error::io("creating", &draft))?;
                let mut file = Hashed::new(file);
                file.write_all(&text::header(Layout::of(job))?).map_err(Error::io("writing", &draft))?;
                Sink::Csv(Box::new(file))
            }
        };
        let mut contents = blake3::Hasher::new();
        contents.update(&text::header(Layout::of_contents(job))?);
        Ok(Self { number, draft, contents, sink })
    }

    fn push(&mut self, contents: &[u8], body: Body, pool: &rayon::ThreadPool) -> Result<()> {
        self.contents.update(contents);
        match (&mut self.sink, body) {
            (Sink::Parquet(file), Body::Parquet(arrays)) => file.push(arrays, pool),
            (Sink::Csv(file), Body::Csv(rows)) => {
                file.write_all(&rows).map_err(Error::io("writing", &self.draft))
            }
            (Sink::Csv(file), _) => file.write_all(contents).map_err(Error::io("writing", &self.draft)),
            (Sink::Parquet(_), _) => unreachable!("a Parquet job encodes arrays"),
        }
    }

    /// Closes and syncs the file and puts it in its place.
    fn finish(mut self, folder: &Folder, job: &Job, pool: &rayon::ThreadPool) -> Result<Shard> {
        if let Sink::Parquet(file) = &mut self.sink {
            file.finish(pool)?;
        }
        let file = match &self.sink {
            Sink::Csv(file) => &**file,
            Sink::Parquet(file) => file.written(),
        };
        file.get_ref().sync_all().map_err(Error::io("syncing", &self.draft))?;
        let (rows, name) = (job.rows_of(self.number), job.shard_name(self.number));
        folder.place(&self.draft, &folder.data().join(&name))?;
        Ok(Shard {
            name,
            first_index: rows.start,
            rows: rows.end - rows.start,
            size_bytes: file.bytes(),
            blake3: file.hash(),
            contents_blake3: self.contents.finalize().to_string(),
        })
    }
}

/// Whether the file at `path` is the shard that was entered.
pub(super) fn is_whole(path: &Path, shard: &Shard) -> Result<bool> {
    match fs::metadata(path) {
        Ok(found) if found.len() == shard.size_bytes => Ok(hash_file(path)? == shard.blake3),
        _ => Ok(false),
    }
}

fn hash_file(path: &Path) -> Result<String> {
    let mut hashed = Hashed::new(io::sink());
    let mut file = File::open(path).map_err(Error::io("reading", path))?;
    io::copy(&mut file, &mut hashed).map_err(Error::io("reading", path))?;
    Ok(hashed.hash())
}
