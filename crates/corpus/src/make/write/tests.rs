//! Corpora whose runs are interrupted: the same bytes in the end, whatever happened to the saved rows.

use super::*;
use crate::read::sources::Sources;
use arrow_array::RecordBatch;
use gridmill_board::Shape;
use gridmill_generate::{Addition, MasterSeed, Plan, RatingPlan};
use gridmill_rate::Rulebook;
use gridmill_tables::{read::Puzzles, write::Format};
use std::{collections::BTreeMap, fs, path::PathBuf};

const COUNT: u64 = 1600;

fn seed() -> MasterSeed {
    "saved".parse().unwrap()
}

fn plan(rulebook: Option<(&str, bool)>) -> Plan {
    let Some((name, trace)) = rulebook else { return Plan::default() };
    let rating = RatingPlan::by([Rulebook::by_name(name).unwrap().clone()]);
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
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
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
        let what = format!("{format:?}, timings {timings}, {:?}", !plan.rating.rulebooks.is_empty());
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
            let corpus = Corpus::open(job.clone(), Part::WHOLE, &out, IfExists::Resume).unwrap();
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
        let mut corpus = Corpus::open(job, Part::WHOLE, &out, IfExists::Resume).unwrap();
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
