//! Rows of shards that are not whole yet, kept in `.work/` so that an interrupted run goes on with them.
//!
//! ```text
//! .work/part-00000-of-00002.parquet.rows
//!   stamp                                           the job and the program that wrote them
//!   first index, rows, bytes, hash | the rows       as often as rows were saved, in any order
//!   ...
//! ```
//!
//! A run whose shards are whole within [`WAIT`] saves nothing. After that, each worker saves the rows of its block when the block is
//! made, and every second before. So a killed run loses the first seconds of a shard, and the last one. `--resume` makes the rows
//! that are missing. A block that is made of saved rows and new ones has the bytes that it would have had anyway.
//!
//! Rows that are damaged are made again.

use super::{
    encoded::Encoded,
    folder::{Folder, SAVED_ROWS},
    job::Job,
};
use gridmill_tables::{
    Error, Result,
    files::{platform, remove_file},
    threads::spawn_small,
    write::arrays::arrow_schema,
};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::Duration,
};

/// Time between two ticks.
const TICK: Duration = Duration::from_secs(1);

/// Ticks without a whole shard after which rows are saved.
const WAIT: u32 = 4;

/// Ticks between syncs to the disk. Rows that are not synced survive the end of the process, not that of the machine.
const SYNC: u32 = 4;

/// Bytes of the stamp at the beginning of a file.
const STAMP: usize = blake3::OUT_LEN;

/// Bytes before the rows of a frame: first index, rows, length, hash.
const HEAD: usize = 8 + 4 + 4 + HASH;

/// Bytes of the rows of a frame, at most: more than a block has. Those of a larger block are not saved.
const LONGEST: u32 = 1 << 26;

/// Bytes of a frame's hash.
const HASH: usize = 16;

/// Rows of shards that are not whole yet.
#[derive(Debug)]
pub(crate) struct SavedRows {
    /// Names the version of the form, the program and the job.
    stamp: [u8; STAMP],
    saves: bool,
    /// Rows of an earlier run, by their first index.
    found: BTreeMap<u64, Frame>,
    files: Mutex<BTreeMap<u64, RowsFile>>,
    /// Seconds since the run began.
    ticks: AtomicU32,
    /// The tick at which the last shard was whole.
    whole_at: AtomicU32,
    /// Rows found that this run has gone on with.
    used: AtomicU64,
}

#[derive(Debug)]
struct RowsFile {
    path: PathBuf,
    /// Bytes of it that are frames.
    end: u64,
    rows: u64,
    is_synced: bool,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    rows: u32,
    /// Byte at which the frame begins.
    start: u64,
    length: u32,
}

impl SavedRows {
    /// Returns the state of a run that has neither found nor saved rows. It never saves any unless `saves` is true.
    pub(crate) fn new(job: &Job, saves: bool) -> Self {
        Self {
            stamp: stamp(job),
            saves,
            found: BTreeMap::new(),
            files: Mutex::default(),
            ticks: AtomicU32::new(0),
            whole_at: AtomicU32::new(0),
            used: AtomicU64::new(0),
        }
    }

    /// Finds the rows that an earlier run saved for those of `shards` that are not whole. Removes the rows of all that are whole.
    pub(crate) fn find(
        &mut self,
        folder: &Folder,
        job: &Job,
        shards: &Range<u64>,
        is_whole: impl Fn(u64) -> bool,
    ) -> Result<()> {
        for name in folder.saved_rows()? {
            let path = folder.work(&name);
            let is_of_use = match number_of(&name, job).filter(|&number| !is_whole(number)) {
                None => false,
                // Of another part of the corpus.
                Some(number) if !shards.contains(&number) => true,
                Some(number) => {
                    self.read(&path, number, &job.rows_of(number)).map_err(Error::io("reading", &path))?
                }
            };
            if !is_of_use {
                remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// Finds the frames of a file, up to the first that is not whole; false if the file is of no use.
    fn read(&mut self, path: &Path, number: u64, indices: &Range<u64>) -> io::Result<bool> {
        let found = fs::symlink_metadata(path)?;
        if !found.is_file() {
            return Ok(false);
        }
        let (file, size) = (File::options().read(true).write(true).open(path)?, found.len());
        let mut stamp = [0; STAMP];
        if size < STAMP as u64
            || platform::read_exact_at(&file, &mut stamp, 0).is_err()
            || stamp != self.stamp
        {
            return Ok(false);
        }
        let mut end = STAMP as u64;
        while size - end >= HEAD as u64 {
            let mut head = [0; HEAD];
            platform::read_exact_at(&file, &mut head, end)?;
            let (first, frame) = Frame::parse(&head, end);
            let last = first.saturating_add(frame.rows.into());
            let next = end + HEAD as u64 + u64::from(frame.length);
            if frame.rows == 0
                || frame.length > LONGEST
                || first < indices.start
                || last > indices.end
                || next > size
            {
                break;
            }
            // Rows that were saved later hold: the earlier ones were damaged.
            self.found.insert(first, frame);
            end = next;
        }
        file.set_len(end)?;
        let rows = self.found.range(indices.clone()).map(|(_, frame)| u64::from(frame.rows)).sum();
        self.files().insert(number, RowsFile { path: path.to_owned(), end, rows, is_synced: true });
        Ok(true)
    }

    pub(crate) fn rows(&self) -> u64 {
        self.files().values().map(|file| file.rows).sum()
    }

    /// Returns the number of saved rows that [`of_block`](Self::of_block) has returned.
    pub(crate) fn rows_used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Returns the saved rows of a block, in order; rows that are damaged are left out.
    pub(crate) fn of_block(&self, job: &Job, indices: &Range<u64>) -> Result<Vec<(Range<u64>, Encoded)>> {
        let mut pieces: Vec<(Range<u64>, Encoded)> = Vec::new();
        let mut frames = self.found.range(indices.clone()).peekable();
        if frames.peek().is_none() {
            return Ok(pieces);
        }
        let number = job.shard_with(indices.start);
        let path = number.and_then(|number| self.files().get(&number).map(|file| file.path.clone()));
        let Some(path) = path else { return Ok(pieces) };
        let file = File::open(&path).map_err(Error::io("reading", &path))?;
        for (&first, frame) in frames {
            let place = first..first + u64::from(frame.rows);
            let is_free = pieces.last().is_none_or(|(before, _)| before.end <= first);
            if is_free
                && place.end <= indices.end
                && let Some(bytes) = frame.read(&file, first).map_err(Error::io("reading", &path))?
                && let Some(piece) = Encoded::from_bytes(job, &bytes, frame.rows as usize)
            {
                self.used.fetch_add(frame.rows.into(), Relaxed);
                pieces.push((place, piece));
            }
        }
        Ok(pieces)
    }

    /// Returns true if rows are saved now.
    pub(crate) fn is_on(&self) -> bool {
        self.saves && self.ticks.load(Relaxed).saturating_sub(self.whole_at.load(Relaxed)) >= WAIT
    }

    /// Saves rows from the beginning on.
    #[cfg(test)]
    pub(crate) fn turn_on(&self) {
        self.ticks.store(WAIT, Relaxed);
    }

    /// Returns the present tick.
    pub(crate) fn tick(&self) -> u32 {
        self.ticks.load(Relaxed)
    }

    /// Saves `rows` rows of one block, from the index `first` on.
    pub(crate) fn save(
        &self,
        folder: &Folder,
        job: &Job,
        first: u64,
        rows: usize,
        encoded: &Encoded,
    ) -> Result<()> {
        let body = encoded.to_bytes()?;
        let (Ok(rows), Ok(length)) = (u32::try_from(rows), u32::try_from(body.len())) else { return Ok(()) };
        if length > LONGEST {
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(HEAD + body.len());
        bytes.extend_from_slice(&first.to_le_bytes());
        bytes.extend_from_slice(&rows.to_le_bytes());
        bytes.extend_from_slice(&length.to_le_bytes());
        let hash = short_hash(&bytes, &body);
        bytes.extend_from_slice(&hash);
        bytes.extend_from_slice(&body);
        let Some(number) = job.shard_with(first) else { return Ok(()) };
        let mut files = self.files();
        let is_new = !files.contains_key(&number);
        let file = files.entry(number).or_insert_with(|| {
            let path = folder.work(&format!("{}{SAVED_ROWS}", job.shard_name(number)));
            RowsFile { path, end: 0, rows: 0, is_synced: false }
        });
        let mut write = || {
            // Opened each time: a run with many threads and small shards has more of them than a process may hold open.
            let open = File::options().write(true).create_new(is_new).open(&file.path)?;
            if is_new {
                platform::write_all_at(&open, &self.stamp, 0)?;
                file.end = STAMP as u64;
            }
            platform::write_all_at(&open, &bytes, file.end)?;
            file.end += bytes.len() as u64;
            file.rows += u64::from(rows);
            file.is_synced = false;
            Ok(())
        };
        let written = write();
        written.map_err(Error::io("writing", &file.path))
    }

    /// Removes the rows of shards that are whole now.
    pub(crate) fn remove_shards(&self, is_whole: impl Fn(u64) -> bool) -> Result<()> {
        self.whole_at.store(self.tick(), Relaxed);
        let mut files = self.files();
        let gone: Vec<u64> = files.keys().copied().filter(|&number| is_whole(number)).collect();
        gone.iter().filter_map(|number| files.remove(number)).try_for_each(|file| remove_file(&file.path))
    }

    /// Counts the seconds and syncs the files while `work` runs.
    pub(crate) fn while_running<T>(&self, work: impl FnOnce() -> T) -> T {
        let (done, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            // Without the thread, no rows are saved: a kill loses those of unfinished shards.
            let _ = spawn_small(scope, move || {
                while ended.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                    if (self.ticks.fetch_add(1, Relaxed) + 1).is_multiple_of(SYNC) {
                        self.sync();
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// Syncs what was written since the last time.
    fn sync(&self) {
        let written: Vec<PathBuf> = self
            .files()
            .values_mut()
            .filter_map(|file| (!std::mem::replace(&mut file.is_synced, true)).then(|| file.path.clone()))
            .collect();
        for path in written {
            // A file that is gone belongs to a shard that is whole. Another failure is no error of the corpus: its shards are synced when
            // they are whole.
            let _ = platform::sync_file(&path);
        }
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<u64, RowsFile>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Frame {
    /// Returns the first index and the frame that begins at byte `start`.
    fn parse(head: &[u8; HEAD], start: u64) -> (u64, Self) {
        let (mut first, mut rows, mut length) = ([0; 8], [0; 4], [0; 4]);
        first.copy_from_slice(&head[..8]);
        rows.copy_from_slice(&head[8..12]);
        length.copy_from_slice(&head[12..16]);
        let frame = Self { rows: u32::from_le_bytes(rows), start, length: u32::from_le_bytes(length) };
        (u64::from_le_bytes(first), frame)
    }

    /// Reads the rows; `None` if they are not those that were written.
    fn read(self, file: &File, first: u64) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = vec![0; HEAD + self.length as usize];
        platform::read_exact_at(file, &mut bytes, self.start)?;
        let body = bytes.split_off(HEAD);
        let is_same = bytes[..8] == first.to_le_bytes()
            && short_hash(&bytes[..HEAD - HASH], &body) == bytes[HEAD - HASH..];
        Ok(is_same.then_some(body))
    }
}

/// Returns the number of the shard whose rows a file of this name holds.
fn number_of(name: &str, job: &Job) -> Option<u64> {
    let shard = name.strip_suffix(SAVED_ROWS)?;
    let number = shard.strip_prefix("part-")?.split('-').next()?.parse().ok()?;
    (job.shard_name(number) == shard).then_some(number)
}

/// Returns the hash of what decides the rows and their form.
fn stamp(job: &Job) -> [u8; STAMP] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"gridmill saved rows 2\n");
    hasher.update(gridmill_tables::PROGRAM.as_bytes());
    hasher.update(&serde_json::to_vec(job).unwrap_or_default());
    hasher.update(arrow_schema(&job.layout()).to_string().as_bytes());
    *hasher.finalize().as_bytes()
}

/// Returns a hash of 16 bytes of two texts, the first of which has a known length or end.
pub fn short_hash(head: &[u8], body: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(head);
    hasher.update(body);
    let mut hash = [0; HASH];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..HASH]);
    hash
}
