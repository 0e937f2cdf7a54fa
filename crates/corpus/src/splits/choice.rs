//! Splits of data sets, such as `train` and `test`: which one is read, and which a file is of by its name.

use std::path::{Path, PathBuf};

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
