//! Parts made on many machines, checked and joined into one corpus.
//!
//! The shards of many parts take 96 bytes a shard, and its counts. Ten thousand manifests are read one after the other, and none stays in memory. Of a shard only its part, its size, its hashes and its
//! counts are kept: its name and its rows follow from the job.

use super::{
    encoded,
    folder::{Folder, IfExists},
    job::{Job, Part},
    manifest::{Manifest, OpenManifest, Shard},
    option_files::{write_patterns, write_rulebooks},
    shard_file::{FinishedFile, Group, NewFile},
    write::{is_whole, max_shards},
};
use crate::cards::card;
use gridmill_generate::CountSums;
use gridmill_tables::{
    Error, Result,
    files::HashingWriter,
    numbers::thousands,
    storage::{self, StoredFile},
};
use rayon::prelude::*;
use std::{
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Joins the corpora in `parts` in the folder `out` and returns the manifest written there.
///
/// All parts must be of one corpus; a shard that several of them hold must have the same contents in each; every shard of the
/// corpus must be there, be the file that its manifest names, and hold the rows that it claims (they are read again). Otherwise nothing is
/// written. [`IfExists::Resume`] continues an interrupted merge.
///
/// # Errors
/// [`Error::Corpus`] naming the first part that does not fit, or the missing shards; [`Error::Io`] if a file cannot
/// be read or written, [`Error::Interrupted`] once `stop` is set.
pub fn merge(parts: &[PathBuf], out: &Path, existing: IfExists, stop: &AtomicBool) -> Result<Manifest> {
    let found = FoundShards::of(parts)?;
    if parts.iter().any(|part| storage::is_same_place(part, out)) {
        return Err(Error::corpus(out, "this folder is one of the parts; give another for the whole"));
    }
    let job = &found.job;
    let go_on = || if stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(()) };
    found.shards.par_iter().try_for_each(|shard| {
        go_on()?;
        let (path, shard) = (found.path(shard), found.entry(shard));
        if !is_whole(&path, &shard)? {
            return Err(not_as_named(&path));
        }
        if encoded::contents_of_file(&path, job)? == shard.contents_blake3 {
            return Ok(());
        }
        Err(Error::corpus(path, "its rows are not those that its manifest names; make that part again"))
    })?;
    let (folder, earlier) = Folder::open::<Manifest>(out, existing)?;
    if let Some(difference) = earlier.as_ref().and_then(|earlier| earlier.difference(job)) {
        return Err(Error::corpus(out, format!("a different corpus is here: {difference}")));
    }
    let mut merged = OpenManifest::new(earlier.unwrap_or_else(|| Manifest::new(job.clone())));
    merged.edit().parts.clear();
    merged.save(&folder)?;
    let mut group = Group::new();
    for shard in &found.shards {
        go_on()?;
        let (path, shard) = (found.path(shard), found.entry(shard));
        // Files that an interrupted merge has copied stay.
        if shard.is_whole_in(&folder)? {
            group.push(FinishedFile::Placed, shard);
        } else {
            group.push(copy(&path, &folder, &shard)?, shard);
        }
        group.advance(&folder, &mut merged)?;
    }
    group.commit(&folder, &mut merged)?;
    merged.save(&folder)?;
    write_patterns(&folder, job)?;
    write_rulebooks(&folder, job)?;
    card::write(&folder, &merged)?;
    Ok(merged.into_manifest())
}

/// Copies a shard and hashes the copied bytes: another process may have changed the part after the check.
fn copy(from: &Path, folder: &Folder, shard: &Shard) -> Result<FinishedFile> {
    let mut source = StoredFile::open(from).map_err(Error::io("reading", from))?;
    let mut target = HashingWriter::new(NewFile::create(folder, &shard.name)?);
    io::copy(&mut source, &mut target).map_err(Error::io("copying", from))?;
    if target.hash() != shard.blake3 {
        return Err(not_as_named(from));
    }
    Ok(target.into_inner().finish())
}

fn not_as_named(path: &Path) -> Error {
    Error::corpus(path, "the file is not the one that its manifest names; make that part again")
}

/// Numbers of missing parts that a message lists.
const LISTED: usize = 12;

struct FoundShard {
    number: u64,
    size_bytes: u64,
    blake3: [u8; 32],
    contents_blake3: [u8; 32],
    part: u32,
    counts: Option<Box<CountSums>>,
}

/// A file for each shard of a corpus.
struct FoundShards<'a> {
    parts: &'a [PathBuf],
    job: Job,
    /// In order, each once.
    shards: Vec<FoundShard>,
}

impl<'a> FoundShards<'a> {
    /// Reads the manifests of `parts` and finds a file for each shard.
    ///
    /// # Errors
    /// [`Error::Corpus`] naming the first part that does not fit, or the missing shards and their parts; [`Error::Io`] if a manifest
    /// cannot be read.
    pub(crate) fn of(parts: &'a [PathBuf]) -> Result<Self> {
        let mut found: Option<Self> = None;
        let mut divisor = None;
        for (place, part) in (0..).zip(parts) {
            let manifest = Manifest::read(&part.join("manifest.json"))?;
            let refuse = |problem: String| Err(Error::corpus(part.clone(), problem));
            let whole = match &mut found {
                Some(whole) => whole,
                none => none.insert(Self::new(parts, manifest.job.clone())?),
            };
            if let Some(difference) = manifest.difference(&whole.job) {
                return refuse(format!(
                    "this part is of a different corpus than {}: {difference}",
                    parts[0].display()
                ));
            }
            let of = manifest.parts.iter().map(|part| part.of()).max();
            divisor = divisor.max(of);
            whole.shards.extend(manifest.shards.iter().filter_map(|shard| {
                Some(FoundShard {
                    number: whole.job.shard_with(shard.first_index)?,
                    size_bytes: shard.size_bytes,
                    // The manifest has been checked: its hashes are hashes.
                    blake3: blake3::Hash::from_hex(&shard.blake3).ok()?.into(),
                    contents_blake3: blake3::Hash::from_hex(&shard.contents_blake3).ok()?.into(),
                    part: place,
                    counts: shard.counts.clone().map(Box::new),
                })
            }));
        }
        let mut found = found.ok_or_else(|| Error::option("give one or more folders to merge"))?;
        found.keep_one_of_each()?;
        found.refuse_missing(divisor)?;
        Ok(found)
    }

    fn new(parts: &'a [PathBuf], job: Job) -> Result<Self> {
        let most = max_shards(&job);
        if job.shards() > most {
            let problem = format!(
                "the corpus has {} files; a folder holds at most {}: leave it in parts, or make it again with `shard_rows={}` or more",
                thousands(job.shards()),
                thousands(most),
                job.count.div_ceil(most)
            );
            return Err(Error::corpus(parts[0].clone(), problem));
        }
        let shards = Vec::with_capacity(usize::try_from(job.shards()).unwrap_or(0));
        Ok(Self { parts, job, shards })
    }

    /// Puts the shards in order, and keeps the first of those with one number.
    fn keep_one_of_each(&mut self) -> Result<()> {
        self.shards.sort_by_key(|shard| shard.number);
        let differ = |pair: &&[FoundShard]| {
            pair[0].number == pair[1].number && pair[0].contents_blake3 != pair[1].contents_blake3
        };
        if let Some([first, second]) = self.shards.windows(2).find(differ) {
            let problem = format!("its rows differ from those of {}", self.path(first).display());
            return Err(Error::corpus(self.path(second), problem));
        }
        self.shards.dedup_by_key(|shard| shard.number);
        Ok(())
    }

    /// Checks that all shards are there. If not, names the first that is missing, and the parts that lack some.
    fn refuse_missing(&self, divisor: Option<u64>) -> Result<()> {
        let (job, missing) = (&self.job, self.job.shards() - self.shards.len() as u64);
        if missing == 0 {
            return Ok(());
        }
        // The shards are in order: the first whose place is not its number follows the missing one.
        let first = (0..).zip(&self.shards).find(|(place, shard)| *place != shard.number);
        let first = first.map_or(self.shards.len() as u64, |(place, _)| place);
        let parts =
            divisor.filter(|&of| of > 1).map(|of| self.parts_that_lack_shards(of)).unwrap_or_default();
        Err(Error::Corpus {
            path: PathBuf::from(job.shard_name(first)),
            problem: format!("no part holds this shard ({missing} missing of {}){parts}", job.shards()),
        })
    }

    /// Describes the parts of `of` that do not have all their shards.
    fn parts_that_lack_shards(&self, of: u64) -> String {
        let place = |number| self.shards.partition_point(|shard| shard.number < number) as u64;
        let lacks = |part: &Part| {
            part.shards(&self.job)
                .is_ok_and(|shards| place(shards.end) - place(shards.start) < shards.end - shards.start)
        };
        // There are no more parts with shards than shards.
        let parts =
            (1..=of.min(max_shards(&self.job))).filter_map(|number| Part::new(number, of)).filter(lacks);
        let numbers: Vec<u64> = parts.map(Part::number).collect();
        let listed: Vec<String> = numbers.iter().take(LISTED).map(ToString::to_string).collect();
        let more = match numbers.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("; not whole of {of} parts: {}{more}", listed.join(","))
    }

    pub(crate) fn path(&self, shard: &FoundShard) -> PathBuf {
        self.parts[shard.part as usize].join("data").join(self.job.shard_name(shard.number))
    }

    pub(crate) fn entry(&self, shard: &FoundShard) -> Shard {
        let rows = self.job.rows_of(shard.number);
        let hash = |bytes| blake3::Hash::from_bytes(bytes).to_string();
        Shard {
            name: self.job.shard_name(shard.number),
            first_index: rows.start,
            rows: rows.end - rows.start,
            size_bytes: shard.size_bytes,
            blake3: hash(shard.blake3),
            contents_blake3: hash(shard.contents_blake3),
            counts: shard.counts.as_deref().cloned(),
        }
    }
}

/// Returns the folders in `parent` that hold a manifest, in the order of their names, without `out`.
///
/// # Errors
/// [`Error::Io`] if `parent` cannot be read, [`Error::Option`] if there are none.
pub fn part_folders(parent: &Path, out: &Path) -> Result<Vec<PathBuf>> {
    if !storage::is_folder(parent).map_err(Error::io("reading", parent))? {
        return Err(Error::io("reading", parent)(io::ErrorKind::NotFound.into()));
    }
    let mut folders = Vec::new();
    for name in storage::names(parent).map_err(Error::io("reading", parent))? {
        let folder = parent.join(name);
        let size =
            storage::file_size(&folder.join("manifest.json")).map_err(Error::io("reading", &folder))?;
        if size.is_some() && !storage::is_same_place(&folder, out) {
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        return Err(Error::option(format!(
            "no folder in {} is a part: none holds a manifest.json",
            parent.display()
        )));
    }
    Ok(folders)
}
