//! Makes a corpus: blocks from the workers, in order, into shards, each entered in the manifest when it is whole.

use super::{
    Existing, Folder, Format, Job, Manifest, Part, Shard, card,
    commit::Group,
    hashing_writer::HashingWriter,
    json_lines,
    manifest::OpenManifest,
    parquet::{self, ParquetShard},
    patterns, rulebooks, text, verify,
};
use crate::{
    error::{Error, Result},
    pipeline::{BLOCK_ROWS, Block, Counters, Record, RowStatistics, RunSummary, Workers},
    schema::Layout,
};
use arrow_array::{ArrayRef, RecordBatch};
use std::{
    fs::{self, File},
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// Shards that a folder holds at most, so that its manifest stays one that is read.
const MOST_SHARDS: u64 = 500_000;

/// A corpus, or one machine's part of it, about to be made in a folder.
#[derive(Debug)]
pub struct Corpus {
    folder: Folder,
    manifest: OpenManifest,
    /// Numbers of the shards of this part.
    shards: Range<u64>,
    /// Those of them that are to be made.
    missing: Vec<u64>,
    /// Names of those that were entered and are not what was entered.
    remade: Vec<String>,
}

/// Shared state of a run: progress, and the request to stop.
#[derive(Debug, Default)]
pub struct Events {
    /// Set to end the run after the shards that are whole.
    pub stop: Arc<AtomicBool>,
    /// Set by the run when all puzzles are made and only files remain to be closed.
    pub closing: Arc<AtomicBool>,
    /// Progress.
    pub counters: Counters,
    /// Shards that this run has made whole.
    pub shards: AtomicU64,
}

/// Result of a run.
#[derive(Debug)]
pub struct Written {
    /// Totals over the rows made now.
    pub summary: RunSummary,
    /// Rows of shards that were there already.
    pub rows_kept: u64,
    /// Shards that were there but had been changed, and were made again.
    pub remade: Vec<String>,
    /// Outcome of the run; shards that are whole by then are kept.
    pub outcome: Result<()>,
    /// Shards of this part that are whole now, and how many it has.
    pub shards: (u64, u64),
}

/// Callback that receives each block of rows as a table, on the threads that make them.
pub type BatchObserver<'a> = Option<&'a (dyn Fn(&RecordBatch) + Sync)>;

/// A block of rows on its way from a worker to a file.
struct Encoded {
    /// The rows as CSV without timings: what is hashed, and what a CSV file without timings holds.
    contents: Vec<u8>,
    body: Body,
    tallies: Vec<RowStatistics>,
}

enum Body {
    Contents,
    Text(Vec<u8>),
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
        if shards.end - shards.start > MOST_SHARDS {
            let (rows, files) = (part.rows(&job)?, shards.end - shards.start);
            let enough = (rows.end - rows.start).div_ceil(MOST_SHARDS);
            return Err(Error::Option(format!(
                "--shard-rows {} makes {files} files; a folder holds at most {MOST_SHARDS}: give --shard-rows {enough} or more",
                job.shard_rows
            )));
        }
        let differs = |earlier: &Manifest| match earlier.difference(&job) {
            None if earlier.has_tenths() => {
                let problem = "its ratings are in whole tenths, as an earlier version of the program wrote them; reports read it, but its \
                    rows cannot be made again: give another folder, or --overwrite"
                    .to_owned();
                Err(Error::Corpus { path: out.to_owned(), problem })
            }
            None => Ok(()),
            Some(difference) => {
                let problem = format!(
                    "a different corpus is here: {difference}; resume with the options it was made with"
                );
                Err(Error::Corpus { path: out.to_owned(), problem })
            }
        };
        // Checked before the folder is touched, and again for the manifest that is read under the lock.
        if existing == Existing::Resume && out.join("manifest.json").exists() {
            differs(&Manifest::read(&out.join("manifest.json"))?)?;
        }
        let (folder, earlier) = Folder::open(out, existing)?;
        earlier.iter().try_for_each(differs)?;
        let mut manifest = earlier.unwrap_or_else(|| Manifest::new(job));
        manifest.plan_part(part);
        let manifest = OpenManifest::new(manifest);
        let mut corpus = Self { folder, manifest, shards, missing: Vec::new(), remade: Vec::new() };
        corpus.keep_if(|path, shard, _| is_whole(path, shard))?;
        Ok(corpus)
    }

    /// Compares the rows of the shards that are kept with the hashes of their contents, and makes those again that differ. ([`open`](Self::open) has
    /// compared their files with the manifest.)
    ///
    /// # Errors
    /// [`Error::Io`] if a shard cannot be read.
    pub fn verify(&mut self) -> Result<()> {
        self.keep_if(|path, shard, job| Ok(verify::contents(path, job)? == shard.contents_blake3))
    }

    /// Removes the entries of shards that fail `keep`, and lists the missing shards.
    fn keep_if(&mut self, keep: impl Fn(&Path, &Shard, &Job) -> Result<bool>) -> Result<()> {
        let data = self.folder.data();
        let mut gone = Vec::new();
        for shard in self.manifest.shards_in(&self.shards) {
            if !keep(&data.join(&shard.name), shard, &self.manifest.job)? {
                gone.push(shard.name.clone());
            }
        }
        self.manifest.edit().forget(&gone);
        self.remade.extend(gone);
        self.missing = self.shards.clone().filter(|&number| !self.manifest.holds(number)).collect();
        Ok(())
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
    pub fn write_seen(
        mut self,
        workers: &Workers,
        events: &Events,
        observer: BatchObserver<'_>,
    ) -> Result<Written> {
        let rows_kept = self.whole().iter().map(|shard| shard.rows).sum();
        self.manifest.save(&self.folder)?;
        patterns::write(&self.folder, &self.manifest.job)?;
        rulebooks::write(&self.folder, &self.manifest.job)?;
        let mut summary = RunSummary::default();
        let made = self.make((workers, observer), events, &mut summary);
        let saved = self.manifest.save(&self.folder);
        let outcome = made
            .and(saved)
            .and_then(|()| self.folder.replace(&self.folder.card(), card::render(&self.manifest).as_bytes()));
        let shards = (self.whole().len() as u64, self.files());
        Ok(Written { summary, rows_kept, remade: self.remade, outcome, shards })
    }

    /// Returns the number of files of this part.
    pub const fn files(&self) -> u64 {
        self.shards.end - self.shards.start
    }

    /// Returns the number of files of this part that are whole already.
    pub fn files_whole(&self) -> u64 {
        self.files() - self.missing.len() as u64
    }

    /// Returns the number of rows that are still to be made.
    pub fn rows_missing(&self) -> u64 {
        self.missing.iter().map(|&n| self.manifest.job.rows_of(n)).map(|rows| rows.end - rows.start).sum()
    }

    /// Returns the entered shards of this part.
    fn whole(&self) -> &[Shard] {
        self.manifest.shards_in(&self.shards)
    }

    fn make(
        &mut self,
        (workers, observer): (&Workers, BatchObserver<'_>),
        events: &Events,
        summary: &mut RunSummary,
    ) -> Result<()> {
        let job = self.manifest.job.clone();
        let missing = std::mem::take(&mut self.missing);
        let blocks = missing.iter().flat_map(|&n| shard_blocks(&job, n));
        let mut open: Option<ShardFile> = None;
        let mut group = Group::new();
        let made = workers.run(
            blocks,
            &events.stop,
            &events.counters,
            |records| encode(&job, records, observer),
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
                    let (draft, shard) = file.finish(&job, workers.pool())?;
                    group.push(draft, shard);
                } else {
                    open = Some(file);
                }
                if group.is_due() {
                    let done = group.commit(&self.folder, &mut self.manifest)?;
                    events.shards.fetch_add(done as u64, Relaxed);
                }
                Ok(())
            },
        );
        events.closing.store(true, Relaxed);
        made.and(group.commit(&self.folder, &mut self.manifest).map(drop))
    }
}

/// Writes the rows of `part` of `job` as text to `out`, in order, and returns their totals.
///
/// # Errors
/// [`Error::Option`] if the job cannot be met or its format needs a file, [`Error::OutputClosed`] if the reader went away, or what stopped the
/// making.
pub fn stream(
    job: &Job,
    part: Part,
    out: &mut impl Write,
    (workers, observer): (&Workers, BatchObserver<'_>),
    events: &Events,
) -> Result<RunSummary> {
    if job.format == Format::Parquet {
        let problem = "Parquet needs a folder: give --out DIR, or --format csv or jsonl for standard output";
        return Err(Error::Option(problem.to_owned()));
    }
    let shards = part.shards(job)?;
    let closed = |error: io::Error| match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", "standard output")(error),
    };
    let layout = job.layout();
    let mut summary = RunSummary::default();
    out.write_all(&text_header(job.format, layout)?).map_err(closed)?;
    workers.run(
        shards.flat_map(|n| shard_blocks(job, n)),
        &events.stop,
        &events.counters,
        |records| {
            show(records, layout, observer)?;
            Ok((text_rows(job.format, records, layout), tallies(records)))
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

/// Returns the blocks of shard `number`, each with that number and whether it is the last.
fn shard_blocks(job: &Job, number: u64) -> impl Iterator<Item = Block<(u64, bool)>> + use<> {
    let rows = job.rows_of(number);
    let end = rows.end;
    rows.step_by(usize::try_from(BLOCK_ROWS).unwrap_or(usize::MAX)).map(move |first| {
        let indices = first..first.saturating_add(BLOCK_ROWS).min(end);
        Block { tag: (number, indices.end == end), indices }
    })
}

/// Passes rows as a table to the observer, if there is one.
fn show(records: &[Record], layout: Layout, observer: BatchObserver<'_>) -> Result<()> {
    if let Some(observe) = observer {
        observe(&parquet::batch(parquet::arrays(records, layout), layout)?);
    }
    Ok(())
}

fn encode(job: &Job, records: &[Record], observer: BatchObserver<'_>) -> Result<Encoded> {
    let layout = job.layout();
    let body = match (job.format, observer) {
        (Format::Parquet, Some(observe)) => {
            let arrays = parquet::arrays(records, layout);
            observe(&parquet::batch(arrays.clone(), layout)?);
            Body::Parquet(arrays)
        }
        (Format::Parquet, None) => Body::Parquet(parquet::arrays(records, layout)),
        (Format::Csv | Format::Jsonl, observer) => {
            show(records, layout, observer)?;
            text_body(job, records)
        }
    };
    Ok(Encoded { contents: text::rows(records, job.contents_layout()), body, tallies: tallies(records) })
}

fn text_body(job: &Job, records: &[Record]) -> Body {
    match job.format {
        Format::Csv if !job.timings => Body::Contents,
        format => Body::Text(text_rows(format, records, job.layout())),
    }
}

/// Returns the beginning of a file of text.
fn text_header(format: Format, layout: Layout) -> Result<Vec<u8>> {
    if format == Format::Jsonl { Ok(Vec::new()) } else { text::header(layout) }
}

fn text_rows(format: Format, records: &[Record], layout: Layout) -> Vec<u8> {
    if format == Format::Jsonl { json_lines::rows(records, layout) } else { text::rows(records, layout) }
}

fn tallies(records: &[Record]) -> Vec<RowStatistics> {
    records.iter().map(RowStatistics::from).collect()
}

/// A shard being written in `.work/`.
struct ShardFile {
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
    fn create(folder: &Folder, job: &Job, number: u64) -> Result<Self> {
        let draft = folder.work(&job.shard_name(number));
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

    fn push(&mut self, contents: &[u8], body: Body, pool: &rayon::ThreadPool) -> Result<()> {
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
    fn finish(mut self, job: &Job, pool: &rayon::ThreadPool) -> Result<(PathBuf, Shard)> {
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

/// Returns true if the file at `path` is the entered shard.
pub(super) fn is_whole(path: &Path, shard: &Shard) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() && found.len() == shard.size_bytes => {
            Ok(verify::file(path)? == shard.blake3)
        }
        _ => Ok(false),
    }
}
