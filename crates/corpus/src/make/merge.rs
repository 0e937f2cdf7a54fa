//! Parts made on many machines, checked and joined into one corpus.

use super::{
    commit::Group,
    folder::{Folder, IfExists},
    found_shards::FoundShards,
    manifest::{Manifest, OpenManifest, Shard},
    new_file::{FinishedFile, NewFile},
    patterns, rulebooks, verify,
    write::is_whole,
};
use crate::cards::card;
use gridmill_tables::{
    Error, Result,
    files::HashingWriter,
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
        let problem = "this folder is one of the parts; give another for the whole".to_owned();
        return Err(Error::corpus(out, problem));
    }
    let job = found.job();
    let go_on = || if stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(()) };
    found.shards().par_iter().try_for_each(|shard| {
        go_on()?;
        let (path, shard) = (found.path(shard), found.entry(shard));
        if !is_whole(&path, &shard)? {
            return Err(not_as_named(&path));
        }
        if verify::contents(&path, job)? == shard.contents_blake3 {
            return Ok(());
        }
        let problem = "its rows are not those that its manifest names; make that part again".to_owned();
        Err(Error::corpus(path, problem))
    })?;
    let (folder, earlier) = Folder::open::<Manifest>(out, existing)?;
    if let Some(difference) = earlier.as_ref().and_then(|earlier| earlier.difference(job)) {
        let problem = format!("a different corpus is here: {difference}");
        return Err(Error::corpus(out, problem));
    }
    let mut merged = OpenManifest::new(earlier.unwrap_or_else(|| Manifest::new(job.clone())));
    merged.edit().parts.clear();
    merged.save(&folder)?;
    let mut group = Group::new();
    for shard in found.shards() {
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
    patterns::write(&folder, job)?;
    rulebooks::write(&folder, job)?;
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
    let problem = "the file is not the one that its manifest names; make that part again".to_owned();
    Error::corpus(path, problem)
}
