//! Makes a corpus: blocks from the workers, in order, into shards, each entered in the manifest when it is whole.

use super::{
    commit::Group,
    encoded::{BatchObserver, Encoded},
    folder::{Folder, IfExists, is_emptying},
    job::{Job, Part},
    manifest::{Manifest, OpenManifest, Shard},
    patterns, rulebooks,
    saved_rows::SavedRows,
    shard_file::ShardFile,
    verify,
    workers::{Counters, Workers, encode_block, shard_blocks},
};
use crate::cards::card;
use crate::make::run_summary::RunSummary;
use gridmill_generate::CountSums;
use gridmill_tables::{Error, Result, schema::ColumnId, storage};
use std::{
    ops::Range,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// Shards that a folder holds at most, so that its manifest stays one that is read.
pub(crate) const MAX_SHARDS: u64 = 500_000;

/// The same of a job whose shards have counts in the manifest.
const MAX_COUNTED_SHARDS: u64 = 50_000;

/// Returns the number of shards of a job that a folder holds at most.
pub(crate) fn max_shards(job: &Job) -> u64 {
    if job.plan.counts_puzzles() { MAX_COUNTED_SHARDS } else { MAX_SHARDS }
}

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
    /// Rows of the missing shards that an earlier run saved.
    saved: SavedRows,
}

/// Shared state of a run: progress, and the request to stop.
#[derive(Debug, Default)]
pub struct RunHooks {
    /// Set to end the run after the shards that are whole.
    pub stop: Arc<AtomicBool>,
    /// Set by the run when all puzzles are made and only files remain to be closed.
    pub closing: Arc<AtomicBool>,
    /// Progress.
    pub counters: Counters,
    /// Shards that this run has made whole.
    pub shards: AtomicU64,
    /// Rows of other shards that are saved, for a run that goes on with them.
    pub rows_saved: AtomicU64,
}

/// Result of a run.
#[derive(Debug)]
pub struct WriteReport {
    /// Totals over the rows made now.
    pub summary: RunSummary,
    /// Minimal puzzles that the attempts of all rows in the folder counted, if the plan counts them.
    pub counts: Option<CountSums>,
    /// Rows that were there already, in whole shards or saved by an interrupted run.
    pub rows_kept: u64,
    /// Shards that were there but had been changed, and were made again.
    pub remade: Vec<String>,
    /// Outcome of the run; shards that are whole by then are kept.
    pub outcome: Result<()>,
    /// Shards of this part that are whole now, and how many it has.
    pub shards: (u64, u64),
}

impl Corpus {
    /// Opens `out` for `part` of `job`.
    ///
    /// # Errors
    /// [`Error::Option`] if the job cannot be met; [`Error::Corpus`] if the folder holds something else, or a
    /// different corpus under [`IfExists::Resume`]; [`Error::Io`] if it cannot be written to.
    pub fn open(job: Job, part: Part, out: &Path, existing: IfExists) -> Result<Self> {
        job.validate()?;
        job.columns.check_puzzles(ColumnId::Puzzle.name())?;
        let shards = part.shards(&job)?;
        let most = max_shards(&job);
        if shards.end - shards.start > most {
            let (rows, files) = (part.rows(&job)?, shards.end - shards.start);
            let enough = (rows.end - rows.start).div_ceil(most);
            return Err(Error::option(format!(
                "`shard_rows={}` makes {files} files; a folder holds at most {most}: give `shard_rows={enough}` or more",
                job.shard_rows
            )));
        }
        let differs = |earlier: &Manifest| match earlier.difference(&job) {
            None => Ok(()),
            Some(difference) => {
                let problem = format!(
                    "a different corpus is here: {difference}; resume with the options it was made with"
                );
                Err(Error::corpus(out, problem))
            }
        };
        // Checked before the folder is touched, and again for the manifest that is read under the lock.
        let manifest = out.join("manifest.json");
        if existing == IfExists::Resume
            && !is_emptying(out)
            && storage::exists(&manifest).map_err(Error::io("reading", &manifest))?
        {
            differs(&Manifest::read(&manifest)?)?;
        }
        let (folder, earlier) = Folder::open::<Manifest>(out, existing)?;
        earlier.iter().try_for_each(differs)?;
        let mut manifest = earlier.unwrap_or_else(|| Manifest::new(job));
        manifest.plan_part(part);
        let manifest = OpenManifest::new(manifest);
        let saved = SavedRows::new(&manifest.job, folder.saves_rows());
        let mut corpus = Self { folder, manifest, shards, missing: Vec::new(), remade: Vec::new(), saved };
        corpus.retain_shards(|folder, shard, _| shard.is_whole_in(folder))?;
        let Self { folder, manifest, shards, saved, .. } = &mut corpus;
        saved.find(folder, &manifest.job, shards, |number| manifest.holds(number))?;
        Ok(corpus)
    }

    /// Compares the rows of the shards that are kept with the hashes of their contents, and makes those again that differ. ([`open`](Self::open) has
    /// compared their files with the manifest.)
    ///
    /// # Errors
    /// [`Error::Io`] if a shard cannot be read.
    pub fn verify(&mut self) -> Result<()> {
        self.retain_shards(|folder, shard, job| {
            Ok(verify::contents(&folder.data().join(&shard.name), job)? == shard.contents_blake3)
        })
    }

    /// Removes the entries of shards that fail `keep`, and lists the missing shards.
    fn retain_shards(&mut self, keep: impl Fn(&Folder, &Shard, &Job) -> Result<bool>) -> Result<()> {
        let mut gone = Vec::new();
        for shard in self.manifest.shards_in(&self.shards) {
            if !keep(&self.folder, shard, &self.manifest.job)? {
                gone.push(shard.name.clone());
            }
        }
        self.manifest.edit().remove_shards(&gone);
        self.remade.extend(gone);
        self.missing = self.shards.clone().filter(|&number| !self.manifest.holds(number)).collect();
        Ok(())
    }

    /// Sets the license that the card states.
    pub fn set_license(&mut self, license: String) {
        self.manifest.edit().license = Some(license);
    }

    /// Makes the missing shards.
    ///
    /// # Errors
    /// [`Error::Io`] or [`Error::Corpus`] if the folder fails before any puzzle is made; what happens later is in
    /// [`WriteReport::outcome`].
    pub fn write(self, workers: &Workers, events: &RunHooks) -> Result<WriteReport> {
        self.write_observed(workers, events, None)
    }

    /// Makes the missing shards, and shows the rows that it makes.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_observed(
        mut self,
        workers: &Workers,
        events: &RunHooks,
        observer: BatchObserver<'_>,
    ) -> Result<WriteReport> {
        let rows_whole: u64 = self.whole().iter().map(|shard| shard.rows).sum();
        self.write_plan()?;
        let mut summary = RunSummary::default();
        let made = self.make((workers, observer), events, &mut summary);
        let rows_kept = rows_whole + self.saved.rows_used();
        let saved = self.manifest.save(&self.folder);
        let outcome = made.and(saved).and_then(|()| card::write(&self.folder, &self.manifest));
        let shards = (self.whole().len() as u64, self.files());
        let counts = self.manifest.facts_of_rows().counts;
        Ok(WriteReport { summary, counts, rows_kept, remade: self.remade, outcome, shards })
    }

    /// Writes the files that say how the rows are made.
    fn write_plan(&mut self) -> Result<()> {
        self.manifest.save(&self.folder)?;
        patterns::write(&self.folder, &self.manifest.job)?;
        rulebooks::write(&self.folder, &self.manifest.job)
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
        let rows = self.missing.iter().map(|&n| self.manifest.job.rows_of(n));
        let rows: u64 = rows.map(|rows| rows.end - rows.start).sum();
        rows.saturating_sub(self.saved.rows())
    }

    /// Returns the number of rows that an interrupted run saved and this one goes on with.
    pub fn rows_saved(&self) -> u64 {
        self.saved.rows()
    }

    /// Returns the entered shards of this part.
    fn whole(&self) -> &[Shard] {
        self.manifest.shards_in(&self.shards)
    }

    fn make(
        &mut self,
        (workers, observer): (&Workers, BatchObserver<'_>),
        events: &RunHooks,
        summary: &mut RunSummary,
    ) -> Result<()> {
        let job = self.manifest.job.clone();
        let missing = std::mem::take(&mut self.missing);
        let blocks = missing.iter().flat_map(|&n| shard_blocks(&job, n));
        let Self { folder, manifest, saved, .. } = self;
        let (folder, saved) = (&*folder, &*saved);
        events.rows_saved.store(saved.rows(), Relaxed);
        let mut open: Option<ShardFile> = None;
        let mut group = Group::new();
        let mut commit = |group: &mut Group, is_last: bool| {
            let done =
                if is_last { group.commit(folder, manifest) } else { group.advance(folder, manifest) }?;
            if done > 0 {
                events.shards.fetch_add(done as u64, Relaxed);
                saved.remove_shards(|number| manifest.holds(number))?;
                events.rows_saved.store(saved.rows(), Relaxed);
            }
            Ok(())
        };
        let made = saved.while_running(|| {
            workers.run_blocks(
                blocks,
                &events.stop,
                &events.counters,
                |maker, indices| {
                    let block = encode_block(&job, (folder, saved), maker, indices, observer)?;
                    events.rows_saved.store(saved.rows(), Relaxed);
                    Ok(block)
                },
                |(number, last), block: Encoded| {
                    let mut file = match open.take() {
                        Some(file) => file,
                        None => ShardFile::create(folder, &job, number, workers.pool())?,
                    };
                    for tally in &block.tallies {
                        summary.absorb(tally);
                    }
                    file.push(block)?;
                    if last {
                        let (file, shard) = file.finish(&job)?;
                        group.push(file, shard);
                    } else {
                        open = Some(file);
                    }
                    commit(&mut group, false)
                },
            )
        });
        events.closing.store(true, Relaxed);
        made.and(commit(&mut group, true))
    }
}

/// Returns true if the file at `path` is the entered shard.
pub(crate) fn is_whole(path: &Path, shard: &Shard) -> Result<bool> {
    gridmill_tables::files::has_size_and_hash(path, shard.size_bytes, &shard.blake3)
}

mod distributed;

pub use distributed::{DistributedCorpus, write_shard};

#[cfg(test)]
mod tests;
