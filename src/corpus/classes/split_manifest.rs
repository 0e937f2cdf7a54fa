//! The manifest of a folder with splits: what was chosen from which files, what came of it, and the files.

use super::{inputs::InputFile, key::Equivalence, shares::Shares, split::Stratum};
use crate::{
    board::Shape,
    corpus::{Format, Job, folder::FolderManifest, read::folders::is_file_name, small::read_text},
    error::{Error, Result},
    pipeline::MasterSeed,
};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// Bytes of a manifest, at most.
const LONGEST: u64 = 64 << 20;

/// Name of the file of keys in `.work/`.
pub(super) const KEYS: &str = "classes.keys";

/// Name of the file of places in `.work/`.
pub(super) const PLACES: &str = "classes.places";

/// Name of the folder in `.work/` of a corpus that is made and split in one run.
pub(super) const GENERATED: &str = "generated";

/// Manifest of a folder with splits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitManifest {
    /// The program and its version.
    pub program: String,
    /// The files and options that decide the rows.
    pub(in crate::corpus) selection: Selection,
    /// The rows of each split; `None` until all rows are read.
    pub plan: Option<SplitPlan>,
    /// Identifier of the license, if the maker chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The whole files.
    pub files: Vec<SplitFile>,
    /// True if every file is whole.
    pub complete: bool,
}

/// Files and options that decide which rows go where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::corpus) struct Selection {
    pub by: Equivalence,
    pub shape: Shape,
    pub format: Format,
    pub shard_rows: u64,
    #[serde(flatten)]
    pub rule: Rule,
    /// The corpus that was made and split in one run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<Job>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) inputs: Vec<InputFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exclude: Vec<InputFile>,
}

/// Rule by which rows are chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub(in crate::corpus) enum Rule {
    /// The first row of each class.
    Dedup,
    /// Whole classes to each split.
    Split { into: Shares, seed: MasterSeed, stratify: Option<Stratum> },
}

/// Rows of each split.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitPlan {
    /// Rows read.
    pub rows: u64,
    /// Rows left out because they hold no puzzle or, where solutions are compared, not exactly one solution.
    pub no_puzzle: u64,
    /// Rows left out because an earlier row is of the same class.
    #[serde(default)]
    pub duplicates: u64,
    /// Those of them that have the very givens of the earlier row.
    #[serde(default)]
    pub equal: u64,
    /// Classes of which rows were left out as duplicates.
    #[serde(default)]
    pub groups: u64,
    /// Rows left out because their class is among the excluded files.
    pub excluded: u64,
    /// Classes of which rows were left out for that.
    pub excluded_classes: u64,
    /// Classes of all rows that have one.
    pub classes: u64,
    /// Classes that more than one split has a row of.
    pub classes_in_common: u64,
    /// The splits.
    pub splits: Vec<SplitRows>,
    /// Rows of each stratum, by split.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strata: Vec<StratumRows>,
}

/// Rows of one split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitRows {
    /// The name.
    pub name: String,
    /// Rows.
    pub rows: u64,
    /// Their classes.
    pub classes: u64,
}

/// Rows of one stratum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StratumRows {
    /// The value that its classes have in common; that of the least row where they differ.
    pub value: String,
    /// Rows of each split.
    pub rows: Vec<u64>,
}

/// Whole file of a split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitFile {
    /// Name in `data/`.
    pub name: String,
    /// Its split.
    pub split: String,
    /// Rows.
    pub rows: u64,
    /// Length.
    pub size_bytes: u64,
    /// Hash of the bytes.
    pub blake3: String,
}

impl SplitManifest {
    pub(super) fn new(selection: Selection) -> Self {
        let program = crate::PROGRAM.to_owned();
        Self { program, selection, plan: None, license: None, files: Vec::new(), complete: false }
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Corpus`] if it is none of this kind.
    pub fn read(path: &Path) -> Result<Self> {
        let broken = |problem: String| Error::Corpus { path: path.to_owned(), problem };
        // To open a pipe would wait for its other end.
        if !fs::metadata(path).map_err(Error::io("reading", path))?.is_file() {
            return Err(broken("this is no manifest of gridmill: it is no regular file".to_owned()));
        }
        let text = read_text(path, LONGEST).map_err(Error::io("reading", path))?;
        let manifest: Self = serde_json::from_str(&text)
            .map_err(|error| broken(format!("this is no manifest of a folder with splits: {error}")))?;
        match manifest.files.iter().find(|file| !is_file_name(&file.name)) {
            None => Ok(manifest),
            Some(file) => Err(broken(format!("{:?} is no name of a file", file.name))),
        }
    }

    /// Returns the names of the splits.
    pub fn splits(&self) -> Vec<String> {
        match &self.selection.rule {
            Rule::Dedup => vec!["train".to_owned()],
            Rule::Split { into, .. } => into.names().map(str::to_owned).collect(),
        }
    }

    /// Describes the first difference from `selection`; `None` if the rows are the same.
    pub(super) fn difference(&self, selection: &Selection) -> Option<String> {
        if self.program != crate::PROGRAM {
            return Some(format!("it was made by {} and this is {}", self.program, crate::PROGRAM));
        }
        let [mine, theirs] =
            [&self.selection, selection].map(|selection| serde_json::to_value(selection).unwrap_or_default());
        let (mine, theirs) = (mine.as_object()?, theirs.as_object()?);
        let differs = mine.keys().chain(theirs.keys()).find(|&name| mine.get(name) != theirs.get(name))?;
        if let (Some(mine), Some(theirs)) = (&self.selection.generated, &selection.generated)
            && let Some(difference) = mine.difference(theirs)
        {
            return Some(difference);
        }
        let shown = |fields: &serde_json::Map<_, _>| match fields.get(differs) {
            Some(value) if differs != "inputs" && differs != "exclude" => value.to_string(),
            Some(_) => "of other files".to_owned(),
            None => "absent".to_owned(),
        };
        Some(format!("{differs} is {} there and {} here", shown(mine), shown(theirs)))
    }

    /// Returns the name of file `number` of a split with `rows` rows.
    pub(super) fn file_name(&self, split: &str, number: u64, rows: u64) -> String {
        let Selection { shard_rows, format, .. } = &self.selection;
        let of = rows.div_ceil(*shard_rows).max(1);
        format!("{split}-{number:05}-of-{of:05}.{}", format.name())
    }
}

impl FolderManifest for SplitManifest {
    fn read(path: &Path) -> Result<Self> {
        Self::read(path)
    }

    fn keeps(name: &str) -> bool {
        name == KEYS || name == PLACES || name == GENERATED
    }

    const IN_OBJECT_STORES: bool = false;
}
