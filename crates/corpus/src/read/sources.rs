//! Files and folders that a command reads, and which split of them.
//!
//! ```text
//! paths -> files of folders in their place, checked against their manifests -> files of one split
//! ```
//!
//! Rows of a training set and of a test set must not meet by accident. So whoever reads files goes through here, and where files are of
//! several splits, one is chosen by name, or all on purpose.

use crate::{
    make::manifest::Manifest,
    splits::{
        choice::{SourceFile, SplitChoice, split_of},
        manifest::{SplitFile, SplitManifest},
    },
};
use gridmill_tables::{
    Error, Result,
    read::{is_known_ending, is_stdin, shown},
    storage,
};
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Component, Path, PathBuf},
};

/// Files of puzzles and folders of corpora, of which one split is read.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    paths: Vec<PathBuf>,
    /// The choice between splits.
    pub split: SplitChoice,
}

impl From<Vec<PathBuf>> for Sources {
    /// Reads the only split of the files.
    fn from(paths: Vec<PathBuf>) -> Self {
        Self { paths, split: SplitChoice::Only }
    }
}

impl Sources {
    /// Reads a split of files and folders; `-` is standard input.
    pub const fn new(paths: Vec<PathBuf>, split: SplitChoice) -> Self {
        Self { paths, split }
    }

    /// Returns the files and folders as they were given.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns every file that reading the paths may open, of all splits; of a folder that cannot be read, none.
    pub fn every_file(&self) -> Vec<PathBuf> {
        let files = |path: &PathBuf| match files_of_folder(path) {
            Ok((files, _)) if path.is_dir() => files.into_iter().map(|file| file.path).collect(),
            Ok(_) | Err(_) => vec![path.clone()],
        };
        self.paths.iter().flat_map(files).collect()
    }

    /// Returns each file or folder by itself.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        self.paths.iter().map(|path| Self::new(vec![path.clone()], self.split.clone()))
    }

    /// Puts other files in the place of some.
    #[doc(hidden)]
    pub fn try_map(self, change: impl FnMut(PathBuf) -> Result<PathBuf>) -> Result<Self> {
        Ok(Self { paths: self.paths.into_iter().map(change).collect::<Result<_>>()?, split: self.split })
    }

    /// Returns the files of the split, those of folders in their place.
    ///
    /// # Errors
    /// [`Error::Splits`] if the files are of several splits and none is chosen, or none is of the one that is; [`Error::Option`] for standard input
    /// twice; [`Error::Io`] and [`Error::Corpus`] for a folder that cannot be read, is not finished or lacks a file.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        self.split.choose(self.every_source(|path, kind| match kind {
            ManifestKind::Corpus(manifest) => manifest.check_finished(path),
            ManifestKind::Absent | ManifestKind::Splits(_) => Ok(()),
        })?)
    }

    /// Returns the files of all splits, with each folder's manifest shown to `check`.
    fn every_source(&self, check: impl Fn(&Path, &ManifestKind) -> Result<()>) -> Result<Vec<SourceFile>> {
        self.check_standard_input()?;
        let mut files = Vec::with_capacity(self.paths.len());
        for path in &self.paths {
            if is_stdin(path) || !storage::is_folder(path).map_err(Error::io("reading", path))? {
                files.push(SourceFile { split: split_of(path), path: path.clone() });
                continue;
            }
            let (inner, kind) = files_of_folder(path)?;
            check(path, &kind)?;
            files.extend(inner);
        }
        Ok(files)
    }

    /// Chooses the split of this name if the files are of several and it is one of them.
    ///
    /// # Errors
    /// As [`files`](Self::files), but for several splits.
    pub fn of_split_if_any(self, name: &str) -> Result<Self> {
        match self.check_splits() {
            Err(Error::Splits { found, .. })
                if found.iter().any(|split| split.eq_ignore_ascii_case(name)) =>
            {
                Ok(Self { split: SplitChoice::Named(name.to_owned()), ..self })
            }
            Ok(()) | Err(Error::Splits { .. }) => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// Checks that the files are of one split, or that one is chosen, whatever else they are.
    ///
    /// # Errors
    /// As [`files`](Self::files), but for unfinished corpora.
    pub fn check_splits(&self) -> Result<()> {
        self.split.choose(self.every_source(|_, _| Ok(()))?).map(drop)
    }

    /// Returns the corpora that these are, with their names: where no split is chosen and the files are of several, each by itself, called
    /// `name/split`; or else all as one, of the split chosen if there are several.
    ///
    /// # Errors
    /// As [`files`](Self::files), but for unfinished corpora.
    pub fn corpora(&self, name: &str) -> Result<Vec<(String, Self)>> {
        if let SplitChoice::Named(split) = &self.split {
            return Ok(vec![(name.to_owned(), Self::from(self.paths.clone()).of_split_if_any(split)?)]);
        }
        let mut splits: Vec<String> = Vec::new();
        for split in self.every_source(|_, _| Ok(()))?.into_iter().filter_map(|file| file.split) {
            if !splits.contains(&split) {
                splits.push(split);
            }
        }
        if self.split == SplitChoice::All || splits.len() < 2 {
            return Ok(vec![(name.to_owned(), self.clone())]);
        }
        let name = name.trim_end_matches('/');
        let of = |split: String| {
            (format!("{name}/{split}"), Self::new(self.paths.clone(), SplitChoice::Named(split)))
        };
        Ok(splits.into_iter().map(of).collect())
    }

    /// Checks that standard input is named once at most.
    ///
    /// # Errors
    /// [`Error::Option`] if it is named twice.
    pub fn check_standard_input(&self) -> Result<()> {
        match self.paths.iter().filter(|path| is_stdin(path)).count() {
            0 | 1 => Ok(()),
            _ => Err(Error::option("standard input is named twice, and can be read once")),
        }
    }
}

impl SplitChoice {
    /// Returns the choice that a word stands for: `all`, or the name of a split.
    pub fn of_word(word: Option<&str>) -> Self {
        match word {
            None => Self::Only,
            Some(word) if word.eq_ignore_ascii_case("all") => Self::All,
            Some(name) => Self::Named(name.to_owned()),
        }
    }

    pub(crate) fn choose(&self, files: Vec<SourceFile>) -> Result<Vec<PathBuf>> {
        let found: BTreeSet<&str> = files.iter().filter_map(|file| file.split.as_deref()).collect();
        let is_of = |file: &SourceFile, name: &str| {
            file.split.as_ref().is_some_and(|split| split.eq_ignore_ascii_case(name))
        };
        match self {
            Self::Only if found.len() > 1 => Err(splits(&found, None)),
            Self::Named(name)
                if !found.is_empty()
                    && let Some(file) = files.iter().find(|file| file.split.is_none()) =>
            {
                let path = file.path.display();
                Err(Error::option(format!(
                    "{path}: its name tells no split, where {name} is required of all"
                )))
            }
            Self::Named(name) if !files.iter().any(|file| is_of(file, name)) => {
                Err(splits(&found, Some(name)))
            }
            Self::Named(name) => {
                Ok(files.iter().filter(|file| is_of(file, name)).map(|file| file.path.clone()).collect())
            }
            Self::Only | Self::All => Ok(files.into_iter().map(|file| file.path).collect()),
        }
    }
}

fn splits(found: &BTreeSet<&str>, required: Option<&str>) -> Error {
    let found = found.iter().map(|&name| name.to_owned()).collect();
    Error::Splits { found, required: required.map(str::to_owned) }
}

pub(crate) enum ManifestKind {
    /// None: the files are those of a known ending.
    Absent,
    /// That of a corpus, which may be unfinished.
    Corpus(Box<Manifest>),
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
        return Err(Error::corpus(place, format!("the shard {} is no name of a file", shown(&shard.name))));
    }
    let file = |shard: &crate::make::manifest::Shard| {
        let file = data.join(&shard.name);
        check_file(&file, shard.size_bytes)?;
        Ok(SourceFile { path: file, split: None })
    };
    let files = manifest.shards.iter().map(file).collect::<Result<_>>()?;
    Ok((files, ManifestKind::Corpus(Box::new(manifest))))
}

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
    let file = |file: &SplitFile| {
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
            Err(Error::corpus(data.join(name), "its manifest does not name this file; move it away"))
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
fn is_file_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(only)), None) if only == name)
}
