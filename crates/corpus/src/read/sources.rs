//! Files and folders that a command reads, and which split of them.
//!
//! ```text
//! paths -> files of folders in their place, checked against their manifests -> files of one split
//! ```
//!
//! Rows of a training set and of a test set must not meet by accident. So whoever reads files goes through here, and where files are of
//! several splits, one is chosen by name, or all on purpose.

use super::folders::{ManifestKind, files_of_folder};
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

/// Split that is read of files that may be of several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SplitChoice {
    /// The only one that there is.
    #[default]
    Only,
    /// The one of this name; upper and lower case are the same.
    Named(String),
    /// All of them, mixed.
    All,
}

/// A file, and the split that it is of, if that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFile {
    pub path: PathBuf,
    pub split: Option<String>,
}

impl SourceFile {
    pub(crate) fn into_path(self) -> PathBuf {
        self.path
    }
}

/// Words that name a split by themselves. Longer words of one beginning come first.
const WORDS: [&str; 8] = ["train", "training", "validation", "valid", "val", "dev", "test", "eval"];

/// Returns the split that a file is of, if its name tells: those of the Hugging Face hub (`train-00000-of-00003.parquet`), names that
/// begin with a usual word (`train.csv`, `test_hard.jsonl`), and files in a folder of such a name (`train/puzzles.txt`).
pub(crate) fn split_of(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_string_lossy().to_lowercase();
    // `part` is what corpora of this program are made of.
    if let Some(name) = before_shard(&stem).filter(|&name| name != "part") {
        return Some(name.to_owned());
    }
    let word = stem.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    // From the nearest folder up: `train/part-00000-of-00001.parquet`, `test/data/part-...`.
    let folders = file.parent()?.iter().rev().take(2).map(|name| name.to_string_lossy().to_lowercase());
    std::iter::once(word.to_owned())
        .chain(folders)
        .find(|name| WORDS.contains(&name.as_str()))
        .map(|name| usual(&name))
}

/// Returns the name before `-00000-of-00003`.
fn before_shard(stem: &str) -> Option<&str> {
    let (rest, shards) = stem.rsplit_once("-of-")?;
    let (name, shard) = rest.rsplit_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(shard) && is_number(shards) && !name.is_empty()).then_some(name)
}

/// Returns one word for those that mean the same.
fn usual(word: &str) -> String {
    match word {
        "training" => "train",
        "validation" | "valid" | "val" | "dev" => "validation",
        "eval" => "test",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_and_folders_tell_the_split() {
        for (file, split) in [
            ("sudoku/train-00000-of-00003.parquet", Some("train")),
            ("sudoku/data/very_hard-00002-of-00003.parquet", Some("very_hard")),
            ("corpus/data/part-00000-of-00001.parquet", None),
            ("Train.csv", Some("train")),
            ("test_hard.jsonl", Some("test")),
            ("a/validation/puzzles.txt", Some("validation")),
            ("train/data/part-00000-of-00001.parquet", Some("train")),
            ("val/x.csv", Some("validation")),
            ("testing.csv", None),
            ("puzzles.txt", None),
            ("-", None),
            ("x-of-.csv", None),
        ] {
            assert_eq!(split_of(Path::new(file)).as_deref(), split, "{file}");
        }
    }
}
