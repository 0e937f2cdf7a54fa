//! Parts made on many machines, checked and joined into one corpus.

use super::{
    Existing, Folder, Manifest, Shard, card,
    commit::Group,
    hashing_writer::HashingWriter,
    manifest::OpenManifest,
    new_file::{FinishedFile, NewFile},
    patterns, rulebooks, verify,
    write::is_whole,
};
use crate::{
    error::{Error, Result},
    storage::{self, StoredFile},
};
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Joins the corpora in `parts` in the folder `out` and returns the manifest written there.
///
/// All parts must be of one corpus; a shard that several of them hold must have the same contents in each; every shard of the
/// corpus must be there, be the file that its manifest names, and hold the rows that it claims (they are read again). Otherwise nothing is
/// written. [`Existing::Resume`] continues an interrupted merge.
///
/// # Errors
/// [`Error::Corpus`] naming the first part that does not fit, or the missing shards; [`Error::Io`] if a file cannot
/// be read or written, [`Error::Interrupted`] once `stop` is set.
pub fn merge(parts: &[PathBuf], out: &Path, existing: Existing, stop: &AtomicBool) -> Result<Manifest> {
    let (manifest, found) = collect(parts)?;
    if parts.iter().any(|part| storage::is_same_place(part, out)) {
        let problem = "this folder is one of the parts; give another for the whole".to_owned();
        return Err(Error::Corpus { path: out.to_owned(), problem });
    }
    let job = manifest.job.clone();
    let go_on = || if stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(()) };
    found.par_iter().try_for_each(|(_, (path, shard))| {
        go_on()?;
        if !is_whole(path, shard)? {
            return Err(not_as_named(path));
        }
        if verify::contents(path, &job)? == shard.contents_blake3 {
            return Ok(());
        }
        let problem = "its rows are not those that its manifest names; make that part again".to_owned();
        Err(Error::Corpus { path: path.clone(), problem })
    })?;
    let (folder, earlier) = Folder::open::<Manifest>(out, existing)?;
    if let Some(difference) = earlier.as_ref().and_then(|earlier| earlier.difference(&job)) {
        let problem = format!("a different corpus is here: {difference}");
        return Err(Error::Corpus { path: out.to_owned(), problem });
    }
    let mut merged = OpenManifest::new(earlier.unwrap_or(manifest));
    merged.edit().parts.clear();
    merged.save(&folder)?;
    let mut group = Group::new();
    for (path, shard) in found.into_values() {
        go_on()?;
        // Files that an interrupted merge has copied stay.
        if folder.has_whole(&shard)? {
            group.push(FinishedFile::Placed, shard);
        } else {
            group.push(copy(&path, &folder, &shard)?, shard);
        }
        if group.is_due() {
            group.commit(&folder, &mut merged)?;
        }
    }
    group.commit(&folder, &mut merged)?;
    merged.save(&folder)?;
    patterns::write(&folder, &job)?;
    rulebooks::write(&folder, &job)?;
    card::write(&folder, &merged)?;
    Ok(merged.into_manifest())
}

/// The file of each shard, by its first row.
type FoundShards = BTreeMap<u64, (PathBuf, Shard)>;

/// Reads the manifests and finds a file for each shard.
fn collect(parts: &[PathBuf]) -> Result<(Manifest, FoundShards)> {
    let mut merged: Option<Manifest> = None;
    let mut found = FoundShards::new();
    for part in parts {
        let manifest = Manifest::read(&part.join("manifest.json"))?;
        if manifest.has_tenths() {
            let problem = "its ratings are in whole tenths, as an earlier version of the program wrote them: merge it with that version";
            return Err(Error::Corpus { path: part.clone(), problem: problem.to_owned() });
        }
        let whole = merged.get_or_insert_with(|| Manifest::new(manifest.job.clone()));
        if let Some(difference) = manifest.difference(&whole.job) {
            let problem =
                format!("this part is of a different corpus than {}: {difference}", parts[0].display());
            return Err(Error::Corpus { path: part.clone(), problem });
        }
        for shard in manifest.shards {
            let path = part.join("data").join(&shard.name);
            match found.get(&shard.first_index) {
                Some((other, known)) if known.contents_blake3 != shard.contents_blake3 => {
                    let problem = format!("its rows differ from those of {}", other.display());
                    return Err(Error::Corpus { path, problem });
                }
                Some(_) => {}
                None => drop(found.insert(shard.first_index, (path, shard))),
            }
        }
    }
    let manifest = merged.ok_or_else(|| Error::Option("give one or more folders to merge".to_owned()))?;
    complete(&manifest, &found)?;
    Ok((manifest, found))
}

fn complete(manifest: &Manifest, found: &FoundShards) -> Result<()> {
    let job = &manifest.job;
    let missing = job.shards() - found.len() as u64;
    if missing == 0 {
        return Ok(());
    }
    // The files found are in order: the first whose place is not its number follows the missing one.
    let first = found
        .keys()
        .zip(0..)
        .find(|&(&first_index, number)| first_index != job.rows_of(number).start)
        .map_or(found.len() as u64, |(_, number)| number);
    Err(Error::Corpus {
        path: PathBuf::from(job.shard_name(first)),
        problem: format!("no part holds this shard ({missing} missing of {})", job.shards()),
    })
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
    let problem = "the file is not the one that its manifest names; make that part again".to_owned();
    Error::Corpus { path: path.to_owned(), problem }
}
