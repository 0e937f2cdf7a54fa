//! Makes a corpus: blocks from the workers, in order, into shards, each entered in the manifest when it is whole.
//! Rows can be written as text on a stream instead, in order.

mod distributed;

pub use self::distributed::{DistributedCorpus, write_shard};

use super::{
    encoded::{self, BatchObserver, Encoded, observed, tallies, text_header, text_rows},
    folder::{Folder, IfExists, is_emptying},
    job::{Job, Part},
    manifest::{Manifest, OpenManifest, Shard},
    option_files::{write_patterns, write_rulebooks},
    run_summary::RunSummary,
    saved_rows::SavedRows,
    shard_file::{Group, ShardFile},
    workers::{Counters, Workers, encode_block, shard_blocks},
};
use crate::cards::card;
use gridmill_generate::CountSums;
use gridmill_tables::{Error, Result, schema::ColumnId, storage, write::Format};
use std::{
    io::{self, Write},
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
        // Rows of shards that are not whole are kept in `.work/`, which only folders of this machine have.
        let saved = SavedRows::new(&manifest.job, folder.is_local());
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
            Ok(encoded::contents_of_file(&folder.data().join(&shard.name), job)? == shard.contents_blake3)
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
        write_patterns(&self.folder, &self.manifest.job)?;
        write_rulebooks(&self.folder, &self.manifest.job)
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
    events: &RunHooks,
) -> Result<RunSummary> {
    if job.format == Format::Parquet {
        let problem = "Parquet needs a folder: give `out=DIR`, or `format=csv` or jsonl for standard output";
        return Err(Error::option(problem));
    }
    let shards = part.shards(job)?;
    let closed = |error: io::Error| match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", "standard output")(error),
    };
    let layout = &job.layout();
    let mut summary = RunSummary::default();
    out.write_all(&text_header(job.format, layout)?).map_err(closed)?;
    workers.run(
        shards.flat_map(|n| shard_blocks(job, n)),
        &events.stop,
        &events.counters,
        |records| {
            let batch = observed(records, layout, observer)?;
            Ok((text_rows(job.format, &batch)?, tallies(records)))
        },
        |_, (rows, tallies)| {
            out.write_all(&rows).map_err(closed)?;
            for tally in tallies {
                summary.absorb(&tally);
            }
            Ok(())
        },
    )?;
    out.flush().map_err(closed)?;
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::sources::Sources;
    use arrow_array::RecordBatch;
    use gridmill_board::Shape;
    use gridmill_generate::{Addition, MasterSeed, Plan, RatingPlan};
    use gridmill_rate::Rulebook;
    use gridmill_tables::{read::Puzzles, write::Format};
    use gridmill_testing::sample;
    use std::{collections::BTreeMap, fs, path::PathBuf};

    const COUNT: u64 = 1600;

    fn seed() -> MasterSeed {
        "saved".parse().unwrap()
    }

    fn plan(rulebook: Option<(&str, bool)>) -> Plan {
        let Some((name, trace)) = rulebook else { return Plan::default() };
        let rating = RatingPlan::by([Rulebook::built_in(name).unwrap().clone()]);
        Plan::default().with_rating(rating).with_columns(trace.then_some(Addition::Path))
    }

    fn job(plan: &Plan, count: u64, format: Format, timings: bool) -> Job {
        Job { format, timings, ..Job::new(plan.clone(), seed(), count) }
    }

    /// Makes the corpus, saving rows from the beginning on, until `rows` rows are made.
    fn make(job: &Job, out: &Path, rows: u64) -> WriteReport {
        let corpus = Corpus::open(job.clone(), Part::WHOLE, out, IfExists::Resume).unwrap();
        corpus.saved.turn_on();
        let workers = Workers::new(job.plan.clone(), seed(), job.count, 2).unwrap();
        let events = RunHooks::default();
        let made = AtomicU64::new(0);
        let stop = |batch: &RecordBatch| {
            if made.fetch_add(batch.num_rows() as u64, Relaxed) + batch.num_rows() as u64 >= rows {
                events.stop.store(true, Relaxed);
            }
        };
        corpus.write_observed(&workers, &events, Some(&stop)).unwrap()
    }

    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        entries
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect()
    }

    fn hashes(out: &Path) -> Vec<String> {
        let manifest = Manifest::read(&out.join("manifest.json")).unwrap();
        manifest.shards.into_iter().map(|shard| shard.contents_blake3).collect()
    }

    fn rows_file(out: &Path, job: &Job) -> PathBuf {
        out.join(".work").join(format!("{}.rows", job.shard_name(0)))
    }

    /// Shards of saved rows and new ones have the bytes of shards made at once.
    #[test]
    fn interrupted_shards_are_continued_to_the_same_bytes() {
        for format in Format::ALL {
            assert_continues(job(&plan(None), COUNT, format, false));
            if format == sample(Format::Csv, format) {
                assert_continues(job(&plan(None), COUNT, format, true));
            }
        }
    }

    #[test]
    fn interrupted_shards_of_paths_are_continued_to_the_same_bytes() {
        let rulebook = sample("basic", "hodoku");
        assert_continues(job(&plan(Some((rulebook, true))), COUNT, Format::Parquet, false));
    }

    /// Interrupts a run twice.
    fn assert_continues(job: Job) {
        let what = format!("{:?}, timings {}", job.format, job.timings);
        let folder = tempfile::tempdir().unwrap();
        let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
        make(&job, &whole, u64::MAX).outcome.unwrap();
        assert!(!whole.join(".work").exists());
        let mut saved = 0;
        for rows in [300, 400] {
            let written = make(&job, &out, rows);
            assert!(matches!(written.outcome, Err(Error::Interrupted)), "{what}");
            assert_eq!(written.rows_kept, saved, "{what}");
            let corpus = Corpus::open(job.clone(), Part::WHOLE, &out, IfExists::Resume).unwrap();
            assert!(corpus.rows_saved() >= saved + rows, "{what}: {}", corpus.rows_saved());
            assert_eq!(corpus.rows_missing(), job.count - corpus.rows_saved());
            saved = corpus.rows_saved();
        }
        let written = make(&job, &out, u64::MAX);
        written.outcome.unwrap();
        assert_eq!(written.rows_kept, saved, "{what}");
        assert!(!out.join(".work").exists(), "{what}");
        assert_eq!(hashes(&out), hashes(&whole), "{what}");
        if !job.timings {
            assert!(files(&out.join("data")) == files(&whole.join("data")), "{what}");
        }
        let mut corpus = Corpus::open(job, Part::WHOLE, &out, IfExists::Resume).unwrap();
        corpus.verify().unwrap();
        assert_eq!(corpus.rows_missing(), 0, "{what}");
    }

    type Damage = fn(&mut Vec<u8>);

    /// Whatever happens to saved rows, the corpus is the same: what is damaged is made again.
    #[test]
    fn damaged_rows_are_made_again() {
        let job = job(&plan(None), COUNT, Format::Parquet, false);
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole");
        make(&job, &whole, u64::MAX).outcome.unwrap();
        let damages: [(&str, Damage); 8] = [
            ("nothing", |_| {}),
            ("a byte of the first rows", |bytes| bytes[200] ^= 1),
            ("a byte of the first index", |bytes| bytes[33] ^= 1),
            ("a byte of a length", |bytes| bytes[45] ^= 0x10),
            ("another stamp", |bytes| bytes[3] ^= 1),
            ("an end that is cut off", |bytes| bytes.truncate(bytes.len() - 1000)),
            ("an end of zeros", |bytes| bytes.extend([0; 5000])),
            ("an empty file", Vec::clear),
        ];
        for (n, (what, damage)) in damages.into_iter().enumerate() {
            let out = folder.path().join(format!("{n}"));
            make(&job, &out, 900);
            let path = rows_file(&out, &job);
            let mut bytes = fs::read(&path).unwrap();
            damage(&mut bytes);
            fs::write(&path, bytes).unwrap();
            let written = make(&job, &out, u64::MAX);
            written.outcome.unwrap();
            let expected = if n == 0 { 900..=COUNT } else { 0..=COUNT - 1 };
            assert!(expected.contains(&written.rows_kept), "{what}: {}", written.rows_kept);
            assert!(files(&out.join("data")) == files(&whole.join("data")), "{what}");
            assert!(!out.join(".work").exists(), "{what}");
        }
    }

    /// Rows of a block that takes long are saved before it is whole. One minimal puzzle in some hundreds has such a rating, so that a block
    /// takes many times the second after which its rows are saved.
    #[test]
    fn slow_blocks_are_saved_in_pieces() {
        // Minutes of work, so that the stop comes long before the end on any machine.
        const ROWS: u64 = 8192;
        let mut slow = plan(Some(("se", false)));
        slow.rating = slow.rating.with_target("er=8.3..12.0".parse().unwrap());
        let job = job(&slow, ROWS, Format::Csv, false);
        let folder = tempfile::tempdir().unwrap();
        let corpus = Corpus::open(job.clone(), Part::WHOLE, folder.path(), IfExists::Resume).unwrap();
        corpus.saved.turn_on();
        let workers = Workers::new(slow, seed(), job.count, 2).unwrap();
        let events = RunHooks::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while events.rows_saved.load(Relaxed) == 0 && events.counters.rows.load(Relaxed) < ROWS {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                events.stop.store(true, Relaxed);
            });
            let written = corpus.write(&workers, &events).unwrap();
            assert!(matches!(written.outcome, Err(Error::Interrupted)), "{:?}", written.outcome);
        });
        let corpus = Corpus::open(job, Part::WHOLE, folder.path(), IfExists::Resume).unwrap();
        let (made, saved) = (events.counters.rows.load(Relaxed), corpus.rows_saved());
        assert!((1..ROWS).contains(&saved) && saved <= made, "{saved} of {made} are saved");
    }

    /// A link or a folder in the place of saved rows is removed, and what a link leads to is left alone.
    #[cfg(unix)]
    #[test]
    fn links_in_the_place_of_saved_rows_are_not_followed() {
        let job = job(&plan(None), COUNT, Format::Csv, false);
        let folder = tempfile::tempdir().unwrap();
        let (canary, out) = (folder.path().join("canary"), folder.path().join("out"));
        make(&job, &out, 300);
        let path = rows_file(&out, &job);
        fs::rename(&path, &canary).unwrap();
        let before = fs::read(&canary).unwrap();
        std::os::unix::fs::symlink(&canary, &path).unwrap();
        let written = make(&job, &out, u64::MAX);
        written.outcome.unwrap();
        assert_eq!(written.rows_kept, 0);
        assert_eq!(fs::read(&canary).unwrap(), before);
    }

    /// Readers return what writers wrote, in every format and under any file name.
    #[test]
    fn corpora_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let seed: gridmill_generate::MasterSeed = "readers".parse().unwrap();
        let workers = Workers::new(Plan::default(), seed.clone(), 1500, 1).unwrap();
        let read = |format: Format| {
            let mut job = Job::new(Plan::default(), seed.clone(), 1500);
            (job.format, job.shard_rows) = (format, 1000);
            let out = folder.path().join(format.name());
            let written = Corpus::open(job, Part::WHOLE, &out, IfExists::Refuse)
                .unwrap()
                .write(&workers, &RunHooks::default())
                .unwrap();
            written.outcome.unwrap();
            let files = [0, 1].map(|n| out.join(format!("data/part-0000{n}-of-00002.{}", format.name())));
            let renamed = out.join("without ending");
            std::fs::copy(&files[0], &renamed).unwrap();
            let files = vec![renamed, files[1].clone()];
            let rows = Puzzles::new(&Sources::from(files), Shape::STANDARD).unwrap();
            rows.collect::<Result<Vec<_>>>().unwrap()
        };
        let (parquet, csv) = (read(Format::Parquet), read(Format::Csv));
        assert_eq!(parquet.len(), 1500);
        assert!(parquet.iter().zip(&csv).all(|(one, other)| one.1 == other.1));
        assert_eq!((parquet[0].0, parquet[999].0, parquet[1000].0), (1, 1000, 1));
        assert_eq!((csv[0].0, csv[999].0, csv[1000].0), (2, 1001, 2));
    }
}
