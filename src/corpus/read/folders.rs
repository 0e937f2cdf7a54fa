//! Files of corpus folders, and of folders without a manifest.

use super::{is_known_ending, shown};
use crate::{
    corpus::{Manifest, SplitManifest},
    error::{Error, Result},
    storage,
};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

/// Puts the files of each folder in its place.
///
/// # Errors
/// [`Error::Io`] and [`Error::Corpus`] for a folder that cannot be read or has no files.
pub(in crate::corpus) fn with_files_of_folders(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        if !storage::is_folder(&path).map_err(Error::io("reading", &path))? {
            files.push(path);
            continue;
        }
        let (inner, _) = files_of_folder(&path)?;
        if inner.is_empty() {
            let problem = "no file of this corpus is whole yet".to_owned();
            return Err(Error::Corpus { path, problem });
        }
        files.extend(inner);
    }
    Ok(files)
}

/// Returns the files of a folder, and its manifest if it has one.
///
/// # Errors
/// [`Error::Io`] if the folder cannot be read, [`Error::Corpus`] if it holds neither a manifest nor a file of a known ending.
pub(in crate::corpus) fn files_of_folder(path: &Path) -> Result<(Vec<PathBuf>, Option<Manifest>)> {
    let manifest = path.join("manifest.json");
    if storage::exists(&manifest).map_err(Error::io("reading", &manifest))? {
        let data = path.join("data");
        let found = match Manifest::read(&manifest) {
            Ok(found) => found,
            Err(error) => match SplitManifest::read(&manifest) {
                Ok(found) => {
                    return Ok((found.files.iter().map(|file| data.join(&file.name)).collect(), None));
                }
                Err(_) => return Err(error),
            },
        };
        if let Some(shard) = found.shards.iter().find(|shard| !is_file_name(&shard.name)) {
            let problem = format!("the shard {} is no name of a file", shown(&shard.name));
            return Err(Error::Corpus { path: manifest, problem });
        }
        let files: Vec<PathBuf> = found.shards.iter().map(|shard| data.join(&shard.name)).collect();
        // Opening a pipe would block.
        if let Some(path) = files.iter().find(|file| fs::metadata(file).is_ok_and(|found| !found.is_file())) {
            let problem = "this is no regular file, and no shard".to_owned();
            return Err(Error::Corpus { path: path.clone(), problem });
        }
        return Ok((files, Some(found)));
    }
    for folder in [path.join("data"), path.to_owned()] {
        let names = storage::names(&folder).map_err(Error::io("reading", &folder))?;
        let mut files: Vec<PathBuf> = names.into_iter().map(|name| folder.join(name)).collect();
        files.retain(|file| {
            let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            let is_known = ending.is_some_and(|ending| is_known_ending(&ending));
            is_known && (storage::is_remote(file) || file.is_file())
        });
        if !files.is_empty() {
            return Ok((files, None));
        }
    }
    let problem =
        "no corpus is here: neither a manifest.json nor a file of puzzles, such as Parquet or CSV".to_owned();
    Err(Error::Corpus { path: path.to_owned(), problem })
}

/// Corpus with a name: its files.
type NamedFiles = (String, Vec<PathBuf>);

/// Returns the corpora at `path`, with their names: the splits of a folder that has several, or else one.
///
/// # Errors
/// As [`files_of_folder`].
pub(in crate::corpus) fn corpora_of(path: &Path) -> Result<Vec<NamedFiles>> {
    let name = path.display().to_string();
    let manifest = path.join("manifest.json");
    if !storage::exists(&manifest).map_err(Error::io("reading", &manifest))?
        || SplitManifest::read(&manifest).is_err()
    {
        return Ok(vec![(name, vec![path.to_owned()])]);
    }
    let manifest = SplitManifest::read(&manifest)?;
    let splits = manifest.splits();
    if let [_] = splits.as_slice() {
        return Ok(vec![(name, vec![path.to_owned()])]);
    }
    let name = name.trim_end_matches('/');
    let files = |split: &String| {
        let files = manifest.files.iter().filter(|file| file.split == *split);
        files.map(|file| path.join("data").join(&file.name)).collect()
    };
    Ok(splits.iter().map(|split| (format!("{name}/{split}"), files(split))).collect())
}

/// Returns true if a name is that of a file in the folder itself.
pub(in crate::corpus) fn is_file_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(only)), None) if only == name)
}
