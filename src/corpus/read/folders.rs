//! Files of corpus folders, and of folders without a manifest.

use super::{is_known_ending, shown};
use crate::{
    corpus::Manifest,
    error::{Error, Result},
};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

/// Puts the files of each folder in its place.
///
/// # Errors
/// [`Error::Io`] and [`Error::Corpus`] for a folder that cannot be read or has no files.
pub(super) fn with_files_of_folders(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        if !path.is_dir() {
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
    if manifest.exists() {
        let found = Manifest::read(&manifest)?;
        let data = path.join("data");
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
    for folder in [path.join("data"), path.to_owned()].iter().filter(|folder| folder.is_dir()) {
        let entries = fs::read_dir(folder).map_err(Error::io("reading", folder))?;
        let files =
            entries.map(|entry| entry.map(|entry| entry.path()).map_err(Error::io("reading", folder)));
        let mut files: Vec<PathBuf> = files.collect::<Result<_>>()?;
        files.retain(|file| {
            let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            file.is_file() && ending.is_some_and(|ending| is_known_ending(&ending))
        });
        files.sort();
        if !files.is_empty() {
            return Ok((files, None));
        }
    }
    let problem =
        "no corpus is here: neither a manifest.json nor a file of puzzles, such as Parquet or CSV".to_owned();
    Err(Error::Corpus { path: path.to_owned(), problem })
}

/// Returns true if a name is that of a file in the folder itself.
fn is_file_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(only)), None) if only == name)
}
