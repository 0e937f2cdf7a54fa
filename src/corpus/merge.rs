//! Parts made on many machines, checked and joined into one corpus.

use super::{Existing, Folder, Manifest, Shard, card, patterns, rulebooks, write::is_whole};
use crate::error::{Error, Result};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
};

/// Joins the corpora in `parts` in the folder `out` and returns the manifest written there.
///
/// All parts must be of one corpus; a shard that several of them hold must have the same contents in each; and every
/// shard of the corpus must be there. Nothing is written unless all that is so.
///
/// # Errors
/// [`Error::Corpus`] naming the first part that does not fit, or the missing shards; [`Error::Io`] if a file cannot
/// be read or written.
pub fn merge(parts: &[PathBuf], out: &Path, existing: Existing) -> Result<Manifest> {
    let (mut manifest, found) = collect(parts)?;
    for (path, shard) in found.values() {
        if !is_whole(path, shard)? {
            let problem = "the file is not the one that its manifest names; make that part again".to_owned();
            return Err(Error::Corpus { path: path.clone(), problem });
        }
    }
    if parts.iter().any(|part| fs::canonicalize(part).ok() == fs::canonicalize(out).ok()) {
        let problem = "this folder is one of the parts; give another for the whole".to_owned();
        return Err(Error::Corpus { path: out.to_owned(), problem });
    }
    let (folder, _) = Folder::open(out, existing)?;
    for (path, shard) in found.into_values() {
        copy(&path, &folder, &shard)?;
        manifest.enter(shard);
    }
    manifest.write(&folder)?;
    patterns::write(&folder, &manifest.job)?;
    rulebooks::write(&folder, &manifest.job)?;
    folder.replace(&folder.card(), card::render(&manifest).as_bytes())?;
    Ok(manifest)
}

type Found = BTreeMap<String, (PathBuf, Shard)>;

/// Reads the manifests and finds a file for every shard.
fn collect(parts: &[PathBuf]) -> Result<(Manifest, Found)> {
    let mut merged: Option<Manifest> = None;
    let mut found = Found::new();
    for part in parts {
        let manifest = Manifest::read(&part.join("manifest.json"))?;
        let whole = merged.get_or_insert_with(|| Manifest::new(manifest.job.clone()));
        if let Some(difference) = manifest.difference(&whole.job) {
            let problem =
                format!("this part is of a different corpus than {}: {difference}", parts[0].display());
            return Err(Error::Corpus { path: part.clone(), problem });
        }
        for shard in manifest.shards {
            let path = part.join("data").join(&shard.name);
            match found.get(&shard.name) {
                Some((other, known)) if known.contents_blake3 != shard.contents_blake3 => {
                    let problem = format!("its rows differ from those of {}", other.display());
                    return Err(Error::Corpus { path, problem });
                }
                Some(_) => {}
                None => drop(found.insert(shard.name.clone(), (path, shard))),
            }
        }
    }
    let manifest = merged.ok_or_else(|| Error::Option("give one or more folders to merge".to_owned()))?;
    complete(&manifest, &found)?;
    Ok((manifest, found))
}

fn complete(manifest: &Manifest, found: &Found) -> Result<()> {
    let job = &manifest.job;
    let missing: Vec<_> =
        (0..job.shards()).map(|n| job.shard_name(n)).filter(|n| !found.contains_key(n)).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [first, rest @ ..] => Err(Error::Corpus {
            path: PathBuf::from(first),
            problem: format!("no part holds this shard ({} missing of {})", rest.len() + 1, job.shards()),
        }),
    }
}

fn copy(from: &Path, folder: &Folder, shard: &Shard) -> Result<()> {
    let draft = folder.work(&shard.name);
    fs::copy(from, &draft).map_err(Error::io("copying", from))?;
    File::open(&draft).and_then(|file| file.sync_all()).map_err(Error::io("syncing", &draft))?;
    folder.place(&draft, &folder.data().join(&shard.name))
}
