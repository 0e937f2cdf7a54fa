//! A corpus whose shards are written by other processes, on this machine or on others that see the same folder.
//!
//! ```text
//! driver   begin: lock, manifest -- name of the run --> ... <-- entries --- enter: journal ... finish: checks, manifest, card
//!                                        |                  ^
//! workers                                '-> write_shard ---'   .work/run-XXXXXX/ATTEMPT/shard, synced, renamed to data/
//! ```
//!
//! The driver holds the lock of the folder; workers write next to it. Each attempt writes in a folder of its own and renames the whole file. A
//! task that runs twice, at once or after a kill, leaves the file that one task leaves, because bytes are a function of the job.
//!
//! A driver that dies leaves the folder of an interrupted run, with the shards that were entered. The next run removes the folder of the
//! dead one, so that its workers fail: they cannot write into a corpus that may be another by then.
//!
//! In an object store, the run is an object, `.work/run-XXXXXX`, and an attempt is an upload, which appears as a whole.

use super::Corpus;
use crate::{
    cards::card,
    make::{
        encoded::Encoded,
        folder::IfExists,
        job::{Job, Part},
        manifest::Shard,
        shard_file::{FinishedFile, NewFile, ShardFile},
        workers::{Counters, Workers, shard_blocks},
    },
};
use gridmill_generate::MasterSeed;
use gridmill_tables::{
    Error, Result,
    files::{platform, remove_file},
    storage::{self, Address},
};
use rayon::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// The beginning of the name of a run.
const RUN: &str = "run-";

/// A corpus in a folder, about to be made by other processes.
#[derive(Debug)]
pub struct DistributedCorpus {
    corpus: Corpus,
    run: String,
}

impl DistributedCorpus {
    /// Opens `out` for the whole of `job`, writes the manifest, and makes a folder for the attempts of workers.
    ///
    /// # Errors
    /// Those of [`Corpus::open`]; [`Error::Option`] for a job with timings, whose rows differ from attempt to attempt.
    pub fn begin(job: Job, out: &Path, existing: IfExists, license: Option<String>) -> Result<Self> {
        refuse_timings(&job)?;
        let mut corpus = Corpus::open(job, Part::WHOLE, out, existing)?;
        if let Some(license) = license {
            corpus.set_license(license);
        }
        corpus.write_plan()?;
        let run = begin_run(&out.join(".work"))?;
        Ok(Self { corpus, run })
    }

    /// Returns the name of the run, for [`write_shard`].
    pub fn run(&self) -> &str {
        &self.run
    }

    /// Returns the numbers of the shards that are not there yet.
    pub fn missing(&self) -> Vec<u64> {
        let manifest = &self.corpus.manifest;
        self.corpus.missing.iter().copied().filter(|&number| !manifest.holds(number)).collect()
    }

    /// Enters shards that workers have written. A shard that is entered again has the same entry.
    ///
    /// # Errors
    /// [`Error::Corpus`] for an entry that is none of this corpus, [`Error::Io`] if it cannot be written.
    pub fn enter(&mut self, shards: Vec<Shard>) -> Result<()> {
        let Corpus { folder, manifest, saved, .. } = &mut self.corpus;
        for shard in &shards {
            manifest.number_of(shard).map_err(|problem| Error::corpus(folder.manifest(), problem))?;
        }
        manifest.enter(shards, folder)?;
        saved.remove_shards(|number| manifest.holds(number))
    }

    /// Checks that the shards written for this run are there and are those entered, and writes manifest, card and description.
    ///
    /// # Errors
    /// [`Error::Corpus`] if a shard is missing or is another file, [`Error::Io`] if a file cannot be read or written.
    pub fn finish(mut self) -> Result<()> {
        let missing = self.missing();
        let Corpus { folder, manifest, missing: made, .. } = &mut self.corpus;
        let (data, job) = (folder.data(), manifest.job.clone());
        if let Some(&first) = missing.first() {
            let problem =
                format!("nobody has written this shard ({} missing of {})", missing.len(), job.shards());
            return Err(Error::corpus(data.join(job.shard_name(first)), problem));
        }
        folder.refresh()?;
        let folder = &*folder;
        let written = made.iter().flat_map(|&number| manifest.shards_in(&(number..number + 1)));
        written.collect::<Vec<_>>().par_iter().try_for_each(|shard| {
            if shard.is_whole_in(folder)? {
                return Ok(());
            }
            let path = data.join(&shard.name);
            Err(Error::corpus(path, "the file is not the one that was entered; resume makes it again"))
        })?;
        manifest.save(folder)?;
        card::write(folder, manifest)?;
        let run = folder.work(&self.run);
        // A folder of attempts goes with `.work/`.
        if storage::is_remote(&run) { remove_file(&run) } else { Ok(()) }
    }
}

/// Makes shard `number` of `job` in the folder `out`, for the run of this name, without the lock of the folder. Returns its entry for
/// [`DistributedCorpus::enter`].
///
/// # Errors
/// [`Error::Option`] for a number beyond the last, [`Error::Corpus`] if the run is over, those of making rows and writing files, and
/// [`Error::Interrupted`] once `stop` is set.
pub fn write_shard(
    job: &Job,
    number: u64,
    (out, run): (&Path, &str),
    workers: &Workers,
    stop: &AtomicBool,
) -> Result<Shard> {
    refuse_timings(job)?;
    if number >= job.shards() {
        return Err(Error::option(format!("there is no shard {number}; there are {}", job.shards())));
    }
    let work = work_of(out, run)?;
    let (name, data) = (job.shard_name(number), out.join("data"));
    let place = data.join(&name);
    // The attempt's folder goes when this returns.
    let (file, _attempt) = if storage::is_remote(&place) {
        (NewFile::object(place.clone())?, None)
    } else {
        let attempt = tempfile::Builder::new().prefix("attempt-").tempdir_in(&work);
        let attempt = attempt.map_err(Error::io("writing", &work))?;
        (NewFile::draft(attempt.path().join(&name))?, Some(attempt))
    };
    let mut file = ShardFile::create_in(file, job, number, workers.pool())?;
    workers.run(
        shard_blocks(job, number),
        stop,
        &Counters::default(),
        |records| Encoded::new(job, records, None),
        |_, block| file.push(block),
    )?;
    // The run may have ended since.
    work_of(out, run)?;
    let (file, shard) = file.finish(job)?;
    match file {
        FinishedFile::Draft(draft) => {
            platform::sync_file(&draft).map_err(Error::io("syncing", &draft))?;
            fs::rename(&draft, &place).map_err(Error::io("renaming to", &place))?;
            platform::sync_folder(&data).map_err(Error::io("syncing", &data))?;
        }
        FinishedFile::Object(upload) => upload.wait().map_err(Error::io("writing", place))?,
        FinishedFile::Placed => {}
    }
    Ok(shard)
}

/// Makes the folder for the attempts of a new run, or its object, and returns its name.
fn begin_run(work: &Path) -> Result<String> {
    if storage::is_remote(work) {
        let run = format!("{RUN}{}", MasterSeed::random());
        let put = Address::of(&work.join(&run)).and_then(|address| address.put(Vec::new()));
        return put.map(|()| run).map_err(Error::io("writing", work));
    }
    let run = tempfile::Builder::new().prefix(RUN).tempdir_in(work).map_err(Error::io("writing", work))?;
    Ok(run.keep().file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// Returns the folder for the attempts of a run, or its object.
fn work_of(out: &Path, run: &str) -> Result<PathBuf> {
    let is_name =
        run.starts_with(RUN) && run.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let work = out.join(".work").join(run);
    if is_name && storage::exists(&work).map_err(Error::io("reading", &work))? {
        return Ok(work);
    }
    Err(Error::corpus(out, format!("{run:?} is no run that writes here, or it is over")))
}

fn refuse_timings(job: &Job) -> Result<()> {
    if job.timings {
        return Err(Error::option("rows with timings differ each time they are made; leave the timings out"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::{manifest::Manifest, write::RunHooks};
    use gridmill_generate::{Plan, RatingPlan};
    use gridmill_rate::Rulebook;
    use gridmill_tables::write::Format;
    use std::collections::BTreeMap;

    fn job(format: Format) -> Job {
        let own = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n\
             [[rule]]\ntechnique = \"naked_single\"\nrating = 1\n";
        let rating = RatingPlan::by([Rulebook::parse(own).unwrap()]);
        let plan = Plan::default().with_rating(rating);
        Job { format, shard_rows: 300, timings: false, ..Job::new(plan, "42".parse().unwrap(), 1000) }
    }

    fn workers(job: &Job) -> Workers {
        Workers::new(job.plan.clone(), job.seed.clone(), job.count, 1).unwrap()
    }

    fn write(job: &Job, number: u64, out: &Path, run: &str) -> Result<Shard> {
        write_shard(job, number, (out, run), &workers(job), &AtomicBool::new(false))
    }

    /// All files below a folder.
    fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(files(&path).into_iter().map(|(name, bytes)| (path.join(name), bytes)));
            } else {
                found.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
        found
            .into_iter()
            .map(|(path, bytes)| (path.strip_prefix(folder).unwrap().to_owned(), bytes))
            .collect()
    }

    /// The files that one run leaves.
    fn whole(job: &Job) -> BTreeMap<PathBuf, Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let corpus = Corpus::open(job.clone(), Part::WHOLE, folder.path(), IfExists::Refuse).unwrap();
        corpus.write(&workers(job), &RunHooks::default()).unwrap().outcome.unwrap();
        files(folder.path())
    }

    /// Shards written twice, in any order, over a driver that died: the bytes of one run.
    #[test]
    fn shards_of_other_processes_make_the_corpus_of_one_run() {
        for format in Format::ALL {
            let job = job(format);
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path();
            let mut driver = DistributedCorpus::begin(job.clone(), out, IfExists::Refuse, None).unwrap();
            assert_eq!(driver.missing(), [0, 1, 2, 3]);
            let run = driver.run().to_owned();
            let shard = write(&job, 2, out, &run).unwrap();
            driver.enter(vec![shard]).unwrap();
            // Written, and not entered.
            write(&job, 0, out, &run).unwrap();
            assert!(matches!(driver.finish(), Err(Error::Corpus { .. })));
            assert!(matches!(write(&job, 1, out, &run), Err(Error::Corpus { .. })), "the run is over");

            let mut driver = DistributedCorpus::begin(job.clone(), out, IfExists::Resume, None).unwrap();
            assert_eq!(driver.missing(), [0, 1, 3]);
            for number in [3, 0, 1, 3] {
                let shard = write(&job, number, out, driver.run()).unwrap();
                driver.enter(vec![shard]).unwrap();
            }
            driver.finish().unwrap();
            assert_eq!(files(out), whole(&job), "{format:?}");
        }
    }

    /// The command goes on with the folder of a driver that died.
    #[test]
    fn a_run_of_one_process_goes_on_with_the_folder() {
        let job = job(Format::Parquet);
        let folder = tempfile::tempdir().unwrap();
        let mut driver =
            DistributedCorpus::begin(job.clone(), folder.path(), IfExists::Refuse, None).unwrap();
        let shard = write(&job, 1, folder.path(), driver.run()).unwrap();
        driver.enter(vec![shard]).unwrap();
        drop(driver);
        let corpus = Corpus::open(job.clone(), Part::WHOLE, folder.path(), IfExists::Resume).unwrap();
        assert_eq!(corpus.files_whole(), 1);
        corpus.write(&workers(&job), &RunHooks::default()).unwrap().outcome.unwrap();
        assert_eq!(files(folder.path()), whole(&job));
    }

    #[test]
    fn files_that_are_not_as_entered_and_names_that_lead_elsewhere_are_refused() {
        let job = job(Format::Csv);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        let mut driver = DistributedCorpus::begin(job.clone(), out, IfExists::Refuse, None).unwrap();
        assert!(
            Corpus::open(job.clone(), Part::WHOLE, out, IfExists::Resume).is_err(),
            "the driver holds the lock"
        );
        for run in ["", ".", "..", "run-/../..", "run-none"] {
            assert!(write(&job, 0, out, run).is_err(), "{run}");
        }
        let run = driver.run().to_owned();
        assert!(write(&job, 4, out, &run).is_err());
        let shards: Vec<Shard> = (0..4).map(|number| write(&job, number, out, &run).unwrap()).collect();
        let mut other = shards[0].clone();
        other.rows = 299;
        assert!(driver.enter(vec![other]).is_err());
        driver.enter(shards).unwrap();
        fs::write(out.join("data").join(job.shard_name(2)), "other").unwrap();
        assert!(driver.finish().unwrap_err().to_string().contains("not the one that was entered"));
        assert!(!Manifest::read(&out.join("manifest.json")).unwrap().shards.is_empty());
        assert!(DistributedCorpus::begin(Job { timings: true, ..job }, out, IfExists::Resume, None).is_err());
    }
}
