//! Shards being written, and finished files on their way from `.work/` to their place: synced, renamed and entered in groups.
//!
//! ```text
//! finished, finished, finished ... -> synced by a thread -> renames -> sync of data/ -> journal or manifest
//! ```
//!
//! A sync takes milliseconds, whatever it syncs, and each file needs three. Small shards share them in groups; a large shard is a
//! group of its own, whose rows take longer to be synced than its names, so that a thread does it while rows of the next are made. Shards of
//! a group that a kill interrupts are made again.

use super::{
    encoded::{Body, Encoded, contents_header, is_contents, text_header},
    folder::Folder,
    job::Job,
    manifest::{OpenManifest, Shard},
};
use gridmill_generate::CountSums;
use gridmill_tables::{
    Error, Result,
    facts::Facts,
    files::{HashingWriter, platform},
    storage::{self, Address, PendingUpload, Upload},
    threads::{Background, spawn_small},
    write::{Format, ParquetRows, arrow_schema, parquet::write_error},
};
use std::{
    fs::File,
    io::{self, Write},
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

pub(crate) struct ShardFile {
    number: u64,
    path: PathBuf,
    /// Hash of the contents; `None` where the file is the contents, so that its hash is theirs.
    contents: Option<blake3::Hasher>,
    sink: ShardSink,
    counts: Option<CountSums>,
}

enum ShardSink {
    Text(Box<HashingWriter<NewFile>>),
    Parquet(Box<ParquetRows>),
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
        let path = file.path.clone();
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
        let contents = if is_contents(job) {
            None
        } else {
            let mut contents = blake3::Hasher::new();
            contents.update(&contents_header(&job.layout())?);
            Some(contents)
        };
        let counts = job.plan.counts_puzzles().then(CountSums::default);
        Ok(Self { number, path, contents, sink, counts })
    }

    pub(crate) fn push(&mut self, block: Encoded) -> Result<()> {
        if let Some(counts) = &mut self.counts {
            block.count_in(counts);
        }
        let Encoded { contents, body, .. } = block;
        if let Some(hasher) = &mut self.contents {
            hasher.update(&contents);
        }
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
        let (rows, blake3) = (job.rows_of(self.number), file.hash());
        let contents = self.contents.map(|hasher| hasher.finalize().to_string());
        let shard = Shard {
            name: job.shard_name(self.number),
            first_index: rows.start,
            rows: rows.end - rows.start,
            size_bytes: file.bytes,
            contents_blake3: contents.unwrap_or_else(|| blake3.clone()),
            blake3,
            counts: self.counts,
        };
        Ok((file.into_inner().finish(), shard))
    }
}

/// A shard being written: a draft in `.work/`, or an object that is not there until it is whole.
pub(crate) struct NewFile {
    pub(crate) path: PathBuf,
    target: Target,
}

enum Target {
    Draft(File),
    Object(Box<dyn Upload>),
}

pub(crate) enum FinishedFile {
    /// In `.work/`, closed, neither synced nor renamed.
    Draft(PathBuf),
    /// On its way to the object store.
    Object(Box<dyn PendingUpload>),
    Placed,
}

impl NewFile {
    /// Begins the shard of this name.
    pub(crate) fn create(folder: &Folder, name: &str) -> Result<Self> {
        let place = folder.data().join(name);
        if storage::is_remote(&place) { Self::object(place) } else { Self::draft(folder.work(name)) }
    }

    /// Begins an object that will be at `path`.
    pub(crate) fn object(path: PathBuf) -> Result<Self> {
        let address = Address::of(&path).map_err(Error::io("creating", &path))?;
        Ok(Self { path, target: Target::Object(address.upload()) })
    }

    /// Begins the draft of a shard at `path`.
    pub(crate) fn draft(path: PathBuf) -> Result<Self> {
        let file = File::create_new(&path).map_err(Error::io("creating", &path))?;
        Ok(Self { path, target: Target::Draft(file) })
    }

    pub(crate) fn finish(self) -> FinishedFile {
        match self.target {
            Target::Draft(_) => FinishedFile::Draft(self.path),
            Target::Object(upload) => FinishedFile::Object(upload.finish()),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Draft(file) => file.write(bytes),
            Target::Object(upload) => upload.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Draft(file) => file.flush(),
            Target::Object(upload) => upload.flush(),
        }
    }
}

/// Time that a finished file waits for others, at most.
const WAIT: Duration = Duration::from_millis(200);

/// Files that wait together, at most.
const MOST: usize = 4096;

/// Files that are synced at once.
const SYNCING: usize = 16;

/// Files that are finished and not yet in their place.
pub(crate) struct Group {
    waiting: Vec<(FinishedFile, Shard)>,
    /// The group before, which is being synced.
    syncing: Option<SyncingGroup>,
    /// Time at which the last group was committed.
    last: Option<Instant>,
}

struct SyncingGroup {
    files: Vec<(FinishedFile, Shard)>,
    sync: Background<Result<()>>,
}

impl Group {
    pub(crate) const fn new() -> Self {
        Self { waiting: Vec::new(), syncing: None, last: None }
    }

    pub(crate) fn push(&mut self, file: FinishedFile, shard: Shard) {
        self.waiting.push((file, shard));
    }

    /// Puts files that are synced in their place and enters them in the manifest; returns how many. Begins to sync those that wait, if that
    /// is due.
    pub(crate) fn advance(&mut self, folder: &Folder, manifest: &mut OpenManifest) -> Result<usize> {
        let is_synced = self.syncing.as_ref().is_some_and(|group| group.sync.is_done());
        let placed = if is_synced { self.place(folder, manifest)? } else { 0 };
        let is_due =
            self.waiting.len() >= MOST || self.last.is_none_or(|last: Instant| last.elapsed() >= WAIT);
        if is_due && self.syncing.is_none() && !self.waiting.is_empty() {
            self.begin_sync();
        }
        Ok(placed)
    }

    /// Puts all files in their place and enters them in the manifest; returns how many.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder fails. Files that are in their place by then are entered all the same.
    pub(crate) fn commit(&mut self, folder: &Folder, manifest: &mut OpenManifest) -> Result<usize> {
        let placed = self.place(folder, manifest)?;
        if self.waiting.is_empty() {
            return Ok(placed);
        }
        self.begin_sync();
        Ok(placed + self.place(folder, manifest)?)
    }

    fn begin_sync(&mut self) {
        let files = std::mem::take(&mut self.waiting);
        let drafts = files.iter().filter_map(|(file, _)| match file {
            FinishedFile::Draft(draft) => Some(draft.clone()),
            FinishedFile::Object(_) | FinishedFile::Placed => None,
        });
        let drafts: Vec<PathBuf> = drafts.collect();
        self.syncing = Some(SyncingGroup { files, sync: Background::start(move || sync_all(&drafts)) });
    }

    /// Puts the files of the group that was being synced in their place.
    fn place(&mut self, folder: &Folder, manifest: &mut OpenManifest) -> Result<usize> {
        let Some(SyncingGroup { files, sync }) = self.syncing.take() else { return Ok(0) };
        sync.wait()?;
        let (mut placed, mut outcome) = (Vec::with_capacity(files.len()), Ok(()));
        for (file, shard) in files {
            let place = folder.data().join(&shard.name);
            outcome = match file {
                FinishedFile::Draft(draft) => folder.rename(&draft, &place),
                FinishedFile::Object(upload) => upload.wait().map_err(Error::io("writing", place)),
                FinishedFile::Placed => Ok(()),
            };
            if outcome.is_err() {
                break;
            }
            placed.push(shard);
        }
        let count = placed.len();
        outcome = outcome.and(folder.sync(&folder.data())).and(manifest.enter(placed, folder));
        self.last = Some(Instant::now());
        outcome.map(|()| count)
    }
}

/// Syncs many files at once, so that they share the writes of the file system's journal.
fn sync_all(files: &[PathBuf]) -> Result<()> {
    let sync = |path: &Path| platform::sync_file(path).map_err(Error::io("syncing", path));
    if let [file] = files {
        return sync(file);
    }
    thread::scope(|scope| {
        let share = files.len().div_ceil(SYNCING).max(1);
        let threads: Vec<_> = files
            .chunks(share)
            .map(|files| {
                let sync = move || files.iter().try_for_each(|path| sync(path));
                // Where no thread can be had, this one syncs.
                spawn_small(scope, sync).map_err(|_| sync())
            })
            .collect();
        let done = threads.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(done) => done,
        });
        done.fold(Ok(()), Result::and)
    })
}
