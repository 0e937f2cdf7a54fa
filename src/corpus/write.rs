//! Makes a corpus: blocks from the workers, in order, into shards, each entered in the manifest when it is whole.

use super::{
    Existing, Folder, Format, Job, Manifest, Part, Shard, card,
    commit::Group,
    encoded::{BatchObserver, Body, Encoded, show, tallies, text_header, text_rows},
    hashing_writer::HashingWriter,
    manifest::OpenManifest,
    parquet::ParquetShard,
    patterns, rulebooks,
    saved_rows::SavedRows,
    text, verify,
};
use crate::{
    error::{Error, Result},
    pipeline::{BLOCK_ROWS, Block, Counters, Record, RunSummary, Workers},
    run::RowMaker,
};
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
    /// Rows of the missing shards that an earlier run saved.
    saved: SavedRows,
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
    /// Rows of other shards that are saved, for a run that goes on with them.
    pub rows_saved: AtomicU64,
}

/// Result of a run.
#[derive(Debug)]
pub struct Written {
    /// Totals over the rows made now.
    pub summary: RunSummary,
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
        let saved = SavedRows::new(&manifest.job);
        let mut corpus = Self { folder, manifest, shards, missing: Vec::new(), remade: Vec::new(), saved };
        corpus.keep_if(|path, shard, _| is_whole(path, shard))?;
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

    /// Makes the missing shards, and shows the rows that it makes.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_seen(
        mut self,
        workers: &Workers,
        events: &Events,
        observer: BatchObserver<'_>,
    ) -> Result<Written> {
        let rows_whole: u64 = self.whole().iter().map(|shard| shard.rows).sum();
        self.manifest.save(&self.folder)?;
        patterns::write(&self.folder, &self.manifest.job)?;
        rulebooks::write(&self.folder, &self.manifest.job)?;
        let mut summary = RunSummary::default();
        let made = self.make((workers, observer), events, &mut summary);
        let rows_kept = rows_whole + self.saved.rows_used();
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
        events: &Events,
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
        let mut commit = |group: &mut Group| {
            let done = group.commit(folder, manifest)?;
            events.shards.fetch_add(done as u64, Relaxed);
            saved.forget(|number| manifest.holds(number))?;
            events.rows_saved.store(saved.rows(), Relaxed);
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
                        None => ShardFile::create(folder, &job, number)?,
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
                    if group.is_due() { commit(&mut group) } else { Ok(()) }
                },
            )
        });
        events.closing.store(true, Relaxed);
        made.and(commit(&mut group))
    }
}

/// Makes the rows of a block that are not saved, and saves them if the shard takes long.
fn encode_block(
    job: &Job,
    (folder, saved): (&Folder, &SavedRows),
    maker: &RowMaker<'_>,
    indices: Range<u64>,
    observer: BatchObserver<'_>,
) -> Result<Encoded> {
    let make = |indices: Range<u64>| -> Result<Encoded> {
        let first = indices.start;
        let save = |from: usize, records: &[Record]| match &records[from..] {
            [] => Ok(()),
            rows => saved.save(folder, job, first + from as u64, rows.len(), &Encoded::new(job, rows, None)?),
        };
        let (mut done, mut tick) = (0, saved.tick());
        let records = maker.make(indices, |records| {
            let is_due = saved.tick() != tick && saved.is_on();
            if is_due {
                save(done, records)?;
                (done, tick) = (records.len(), saved.tick());
            }
            Ok(is_due)
        })?;
        let encoded = Encoded::new(job, &records, observer)?;
        match done {
            _ if !saved.is_on() => {}
            0 => saved.save(folder, job, first, records.len(), &encoded)?,
            _ => save(done, &records)?,
        }
        Ok(encoded)
    };
    let (mut pieces, mut next) = (Vec::new(), indices.start);
    for (place, piece) in saved.of_block(job, &indices)? {
        if next < place.start {
            pieces.push(make(next..place.start)?);
        }
        pieces.push(piece);
        next = place.end;
    }
    if next < indices.end {
        pieces.push(make(next..indices.end)?);
    }
    Encoded::join(job, pieces)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pipeline::{MasterSeed, Plan, RatingPlan},
        rate::Rulebook,
    };
    use arrow_array::RecordBatch;
    use std::collections::BTreeMap;

    const COUNT: u64 = 1600;

    fn seed() -> MasterSeed {
        "saved".parse().unwrap()
    }

    fn plan(rulebook: Option<(&str, bool)>) -> Plan {
        let rating = rulebook.map(|(name, trace)| RatingPlan {
            rulebook: Some(Arc::new(Rulebook::by_name(name).unwrap().clone())),
            trace,
            ..RatingPlan::default()
        });
        Plan { rating: rating.unwrap_or_default(), ..Plan::default() }
    }

    fn job(plan: &Plan, count: u64, format: Format, timings: bool) -> Job {
        Job { format, timings, ..Job::new(plan.clone(), seed(), count) }
    }

    /// Makes the corpus, saving rows from the beginning on, until `rows` rows are made.
    fn make(job: &Job, out: &Path, rows: u64) -> Written {
        let corpus = Corpus::open(job.clone(), Part::WHOLE, out, Existing::Resume).unwrap();
        corpus.saved.turn_on();
        let workers = Workers::new(job.plan.clone(), seed(), job.count, 2).unwrap();
        let events = Events::default();
        let made = AtomicU64::new(0);
        let stop = |batch: &RecordBatch| {
            if made.fetch_add(batch.num_rows() as u64, Relaxed) + batch.num_rows() as u64 >= rows {
                events.stop.store(true, Relaxed);
            }
        };
        corpus.write_seen(&workers, &events, Some(&stop)).unwrap()
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
        let traced = plan(Some(("hodoku", true)));
        let all = Format::ALL;
        let runs = all.map(|format| (plan(None), format, false)).into_iter();
        let runs = runs.chain(all.map(|format| (plan(None), format, true)));
        for (plan, format, timings) in runs.chain([(traced, Format::Parquet, false)]) {
            let what = format!("{format:?}, timings {timings}, {:?}", plan.rating.rulebook.is_some());
            let job = job(&plan, COUNT, format, timings);
            let folder = tempfile::tempdir().unwrap();
            let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
            make(&job, &whole, u64::MAX).outcome.unwrap();
            assert!(!whole.join(".work").exists());
            let mut saved = 0;
            for rows in [300, 400] {
                let written = make(&job, &out, rows);
                assert!(matches!(written.outcome, Err(Error::Interrupted)), "{what}");
                assert_eq!(written.rows_kept, saved, "{what}");
                let corpus = Corpus::open(job.clone(), Part::WHOLE, &out, Existing::Resume).unwrap();
                assert!(corpus.rows_saved() >= saved + rows, "{what}: {}", corpus.rows_saved());
                assert_eq!(corpus.rows_missing(), COUNT - corpus.rows_saved());
                saved = corpus.rows_saved();
            }
            let written = make(&job, &out, u64::MAX);
            written.outcome.unwrap();
            assert_eq!(written.rows_kept, saved, "{what}");
            assert!(!out.join(".work").exists(), "{what}");
            assert_eq!(hashes(&out), hashes(&whole), "{what}");
            if !timings {
                assert!(files(&out.join("data")) == files(&whole.join("data")), "{what}");
            }
            let mut corpus = Corpus::open(job, Part::WHOLE, &out, Existing::Resume).unwrap();
            corpus.verify().unwrap();
            assert_eq!(corpus.rows_missing(), 0, "{what}");
        }
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

    /// Rows of a block that takes long are saved before it is whole.
    #[test]
    fn slow_blocks_are_saved_in_pieces() {
        let mut slow = plan(Some(("se", false)));
        slow.rating.er = Some((70, 120));
        let job = job(&slow, 512, Format::Csv, false);
        let folder = tempfile::tempdir().unwrap();
        let corpus = Corpus::open(job.clone(), Part::WHOLE, folder.path(), Existing::Resume).unwrap();
        corpus.saved.turn_on();
        let workers = Workers::new(slow, seed(), job.count, 2).unwrap();
        let events = Events::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while events.rows_saved.load(Relaxed) == 0 && events.counters.rows.load(Relaxed) < 400 {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                events.stop.store(true, Relaxed);
            });
            let written = corpus.write(&workers, &events).unwrap();
            assert!(matches!(written.outcome, Err(Error::Interrupted)));
        });
        let corpus = Corpus::open(job, Part::WHOLE, folder.path(), Existing::Resume).unwrap();
        let (made, saved) = (events.counters.rows.load(Relaxed), corpus.rows_saved());
        assert!((1..512).contains(&saved) && saved <= made, "{saved} of {made} are saved");
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
}
