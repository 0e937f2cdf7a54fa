//! Files and folders that a command reads, and which split of them.
//!
//! ```text
//! paths -> files of folders in their place, checked against their manifests -> files of one split
//! ```
//!
//! Rows of a training set and of a test set must not meet by accident. So whoever reads files goes through here, and where files are of
//! several splits, one is chosen by name, or all on purpose.

use super::{
    folders::{ManifestKind, files_of_folder},
    splits::{SourceFile, SplitChoice, split_of},
};
use gridmill_tables::{Error, Result, read::is_stdin, storage};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// Files of puzzles and folders of corpora, of which one split is read.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    paths: Vec<PathBuf>,
    split: SplitChoice,
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

    /// Returns the choice between splits.
    pub const fn split(&self) -> &SplitChoice {
        &self.split
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
    pub(crate) fn try_map(self, change: impl FnMut(PathBuf) -> Result<PathBuf>) -> Result<Self> {
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

    /// Returns the files of the split.
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
