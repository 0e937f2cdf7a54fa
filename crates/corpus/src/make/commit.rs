//! Finished files on their way from `.work/` to their place: synced, renamed and entered in groups.
//!
//! ```text
//! finished, finished, finished ... -> synced by a thread -> renames -> sync of data/ -> journal or manifest
//! ```
//!
//! A sync takes milliseconds, whatever it syncs, and each file needs three. Small shards share them in groups; a large shard is a
//! group of its own, whose rows take longer to be synced than its names, so that a thread does it while rows of the next are made. Shards of
//! a group that a kill interrupts are made again.

use super::{
    folder::Folder,
    manifest::{OpenManifest, Shard},
    new_file::FinishedFile,
};
use gridmill_tables::{
    Error, Result,
    files::platform,
    threads::{Background, spawn_small},
};
use std::{
    panic::resume_unwind,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// Time that a finished file waits for others, at most.
const WAIT: Duration = Duration::from_millis(200);

/// Files that wait together, at most.
const MOST: usize = 4096;

/// Files that are synced at once.
const SYNCING: usize = 16;

/// Files that are finished and not yet in their place.
#[derive(Debug)]
pub(crate) struct Group {
    /// Shards and their files.
    waiting: Vec<(FinishedFile, Shard)>,
    /// The group before, which is being synced.
    syncing: Option<SyncingGroup>,
    /// Time at which the last group was committed.
    last: Option<Instant>,
}

/// Files that are being synced.
#[derive(Debug)]
struct SyncingGroup {
    files: Vec<(FinishedFile, Shard)>,
    sync: Background<Result<()>>,
}

impl Group {
    pub(crate) const fn new() -> Self {
        Self { waiting: Vec::new(), syncing: None, last: None }
    }

    /// Adds a shard that is written.
    pub(crate) fn push(&mut self, file: FinishedFile, shard: Shard) {
        self.waiting.push((file, shard));
    }

    /// Puts files that are synced in their place and enters them in the manifest; returns how many. Begins to sync those that wait, if that
    /// is due.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
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
