//! Files of corpus folders, and of folders without a manifest.

use super::splits::{SourceFile, split_of};
use crate::{jobs::classes::SplitManifest, make::manifest::Manifest};
use gridmill_tables::{
    Error, Result,
    read::{is_known_ending, shown},
    storage,
};
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Component, Path, PathBuf},
};

/// Manifest of a folder.
#[derive(Debug)]
pub(crate) enum ManifestKind {
    /// None: the files are those of a known ending.
    Absent,
    /// That of a corpus, which may be unfinished.
    Corpus(Box<Manifest>),
    /// That of splits.
    Splits(Box<SplitManifest>),
}

/// Returns the files of a folder, with the splits that they are of, and its manifest if it has one. The files that a manifest names are
/// there and have the sizes that it says.
///
/// # Errors
/// [`Error::Io`] if the folder cannot be read, [`Error::Corpus`] if it holds neither a manifest nor a file of a known ending, or splits
/// that are not finished.
pub(crate) fn files_of_folder(path: &Path) -> Result<(Vec<SourceFile>, ManifestKind)> {
    let place = path.join("manifest.json");
    if !storage::exists(&place).map_err(Error::io("reading", &place))? {
        return Ok((files_without_manifest(path)?, ManifestKind::Absent));
    }
    let data = path.join("data");
    let manifest = match Manifest::read(&place) {
        Ok(manifest) => manifest,
        Err(_) if SplitManifest::is_at(&place) => {
            let manifest = SplitManifest::read(&place)?;
            return Ok((files_of_splits(path, &manifest)?, ManifestKind::Splits(Box::new(manifest))));
        }
        Err(error) => return Err(error),
    };
    if let Some(shard) = manifest.shards.iter().find(|shard| !is_file_name(&shard.name)) {
        let problem = format!("the shard {} is no name of a file", shown(&shard.name));
        return Err(Error::corpus(place, problem));
    }
    let file = |shard: &crate::make::manifest::Shard| {
        let file = data.join(&shard.name);
        check_file(&file, shard.size_bytes)?;
        Ok(SourceFile { path: file, split: None })
    };
    let files = manifest.shards.iter().map(file).collect::<Result<_>>()?;
    Ok((files, ManifestKind::Corpus(Box::new(manifest))))
}

/// Returns the files of a folder with splits.
fn files_of_splits(path: &Path, manifest: &SplitManifest) -> Result<Vec<SourceFile>> {
    if !manifest.complete {
        let problem = format!(
            "the run that makes its splits has not ended: {} of its {} files are whole",
            manifest.files.len(),
            manifest
                .planned_files()
                .map_or_else(|| "unknown number of".to_owned(), |files| files.to_string())
        );
        return Err(Error::corpus(path, problem));
    }
    let file = |file: &crate::jobs::classes::SplitFile| {
        let place = path.join("data").join(&file.name);
        check_file(&place, file.size_bytes)?;
        Ok(SourceFile { path: place, split: Some(file.split.clone()) })
    };
    let names = manifest.files.iter().map(|file| file.name.as_str()).collect();
    check_no_others(&path.join("data"), &names)?;
    let order = manifest.splits();
    let mut files: Vec<_> = manifest.files.iter().collect();
    files.sort_by_key(|file| order.iter().position(|split| *split == file.split));
    files.into_iter().map(file).collect()
}

/// Refuses files of puzzles next to those that a manifest names: readers that open the folder by its files would take them.
fn check_no_others(data: &Path, named: &BTreeSet<&str>) -> Result<()> {
    let names = storage::names(data).map_err(Error::io("reading", data))?;
    let is_rows = |name: &String| {
        let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
        !name.starts_with('.') && ending.is_some_and(|ending| is_known_ending(&ending))
    };
    match names.iter().find(|name| is_rows(name) && !named.contains(name.as_str())) {
        Some(name) => {
            let problem = "its manifest does not name this file; move it away".to_owned();
            Err(Error::corpus(data.join(name), problem))
        }
        None => Ok(()),
    }
}

/// Checks that a file which a manifest names is there and has this size. A pipe in its place would be waited for.
fn check_file(path: &Path, size: u64) -> Result<()> {
    if storage::is_remote(path) {
        return Ok(());
    }
    let broken = |problem: String| Err(Error::corpus(path, problem));
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => broken("it is missing".to_owned()),
        Err(error) => Err(Error::io("reading", path)(error)),
        Ok(found) if !found.is_file() => broken("this is no regular file, and no shard".to_owned()),
        Ok(found) if found.len() != size => {
            broken(format!("it has {} bytes, where its manifest has {size}", found.len()))
        }
        Ok(_) => Ok(()),
    }
}

/// Returns the files of a known ending in `data/` or in the folder itself.
fn files_without_manifest(path: &Path) -> Result<Vec<SourceFile>> {
    for folder in [path.join("data"), path.to_owned()] {
        let names = storage::names(&folder).map_err(Error::io("reading", &folder))?;
        let mut files: Vec<PathBuf> = names.into_iter().map(|name| folder.join(name)).collect();
        files.retain(|file| {
            let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            let is_known = ending.is_some_and(|ending| is_known_ending(&ending));
            is_known && (storage::is_remote(file) || file.is_file())
        });
        if !files.is_empty() {
            return Ok(files.into_iter().map(|path| SourceFile { split: split_of(&path), path }).collect());
        }
    }
    let problem =
        "no corpus is here: neither a manifest.json nor a file of puzzles, such as Parquet or CSV".to_owned();
    Err(Error::corpus(path, problem))
}

/// Returns true if a name is that of a file in the folder itself.
pub(crate) fn is_file_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(only)), None) if only == name)
}
