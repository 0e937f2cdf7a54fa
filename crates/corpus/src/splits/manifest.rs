//! The manifest of a folder with splits: what was chosen from which files, what came of it, and the files.

use super::{
    choice::SplitChoice,
    equivalence::Equivalence,
    shares::{Shares, Stratum},
};
use crate::make::{
    folder::FolderManifest,
    job::{Job, is_default},
};
use gridmill_board::Shape;
use gridmill_generate::{MasterSeed, without_code};
use gridmill_tables::{
    Error, Result,
    facts::{Facts, InputIdentity, SplitFacts},
    files::read_text,
    read::{GridColumns, Invalid},
    schema::ColumnNames,
    write::Format,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fs, path::Path};

/// Bytes of a manifest, at most.
const LONGEST: u64 = 64 << 20;

/// Manifest of a folder with splits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitManifest {
    /// The program and its version.
    pub program: String,
    /// The files and options that decide the rows.
    pub selection: Selection,
    /// The rows of each split; `None` until all rows are read.
    pub plan: Option<SplitPlan>,
    /// Hash of the places of the rows in `.work/`; `None` once every file is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub places_blake3: Option<String>,
    /// Hash of the file of duplicates that was written next to the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub report_blake3: Option<String>,
    /// Identifier of the license, if the maker chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Facts about the rows of all splits together; none until every file is whole.
    #[serde(default, skip_serializing_if = "is_default")]
    pub facts: Facts,
    /// The whole files.
    pub files: Vec<SplitFile>,
    /// True if every file is whole.
    pub complete: bool,
}

/// Files and options that decide which rows go where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Relation of rows that are one class.
    pub by: Equivalence,
    /// The size of the grids.
    pub shape: Shape,
    /// File format.
    pub format: Format,
    /// Rows of each file but the last of a split.
    pub shard_rows: u64,
    /// Rule by which rows are chosen.
    #[serde(flatten)]
    pub rule: Rule,
    /// Treatment of rows without a puzzle.
    #[serde(default)]
    pub invalid: Invalid,
    /// Names of the columns that hold the grids, in all files.
    #[serde(default, skip_serializing_if = "is_default")]
    pub columns: GridColumns,
    /// Columns of the rows; all if none is named.
    #[serde(default, skip_serializing_if = "is_default")]
    pub output_columns: ColumnNames,
    /// The corpus that was made and split in one run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<Job>,
    /// Files whose rows are chosen from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputFile>,
    /// Files whose classes are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<InputFile>,
}

/// Rule by which rows are chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub enum Rule {
    /// The first row of each class.
    Dedup,
    /// Whole classes to each split.
    Split {
        /// The splits.
        into: Shares,
        /// Seed of the order of classes.
        seed: MasterSeed,
        /// Property whose values have the same shares in each split.
        stratify: Option<Stratum>,
    },
    /// The rows of a job of its own in each split.
    Benchmark {
        /// Name of the benchmark.
        name: String,
        /// The splits.
        strata: Vec<StratumJob>,
    },
}

/// Stratum of a benchmark: a split whose rows a job of its own makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StratumJob {
    /// Name of the split.
    pub name: String,
    /// Job that makes its rows.
    pub job: Job,
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
    /// Puzzles that the excluded files hold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub excluded_puzzles: u64,
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
    /// Name of the file of keys in `.work/`.
    #[doc(hidden)]
    pub const KEYS: &str = "classes.keys";

    /// Name of the file of places in `.work/`.
    #[doc(hidden)]
    pub const PLACES: &str = "classes.places";

    /// Name of the folder in `.work/` of a corpus that is made and split in one run.
    #[doc(hidden)]
    pub const GENERATED: &str = "generated";

    /// Returns the manifest of a folder that is begun.
    #[doc(hidden)]
    pub fn new(selection: Selection) -> Self {
        let program = gridmill_tables::PROGRAM.to_owned();
        Self {
            program,
            selection,
            plan: None,
            places_blake3: None,
            report_blake3: None,
            license: None,
            facts: Facts::default(),
            files: Vec::new(),
            complete: false,
        }
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Corpus`] if it is none of this kind.
    pub fn read(path: &Path) -> Result<Self> {
        let broken = |problem: String| Error::corpus(path, problem);
        // To open a pipe would wait for its other end.
        if !fs::metadata(path).map_err(Error::io("reading", path))?.is_file() {
            return Err(broken("this is no manifest of gridmill: it is no regular file".to_owned()));
        }
        let text = read_text(path, LONGEST).map_err(Error::io("reading", path))?;
        let manifest: Self = serde_json::from_str(&text).map_err(|error| {
            let reason = without_code(&error.to_string());
            broken(format!("this is no manifest of a folder with splits: {reason}"))
        })?;
        manifest.check().map_err(broken)?;
        Ok(manifest)
    }

    /// Returns true if the manifest at `path` is one of this kind, whole or not.
    pub fn is_at(path: &Path) -> bool {
        #[derive(Deserialize)]
        struct Kind {
            #[serde(rename = "selection")]
            _selection: serde::de::IgnoredAny,
        }
        let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
        is_file && read_text(path, LONGEST).is_ok_and(|text| serde_json::from_str::<Kind>(&text).is_ok())
    }

    /// Checks that the plan is one of the selection and the files are those of the plan. Names of files come from here, so nothing of
    /// it is believed.
    fn check(&self) -> Result<(), String> {
        let Some(plan) = &self.plan else {
            let is_begun = self.files.is_empty() && !self.complete;
            return if is_begun { Ok(()) } else { Err("it names files, and has no plan".to_owned()) };
        };
        plan.check(&self.splits())?;
        let mut names = BTreeSet::new();
        for file in &self.files {
            if self.rows_of(file).is_none_or(|rows| rows != file.rows) || !names.insert(&file.name) {
                return Err(format!("the file {:?} is not one of its plan", file.name));
            }
        }
        if self.complete && !self.has_all_files() {
            return Err(format!("it is called complete with {} of its files", self.files.len()));
        }
        Ok(())
    }

    /// Returns true if every file of the plan is entered.
    #[doc(hidden)]
    pub fn has_all_files(&self) -> bool {
        self.planned_files() == Some(self.files.len() as u128)
    }

    /// Returns the number of files of the plan; `None` until there is one.
    pub fn planned_files(&self) -> Option<u128> {
        let files = |split: &SplitRows| u128::from(self.files_of(split.rows));
        self.plan.as_ref().map(|plan| plan.splits.iter().map(files).sum())
    }

    /// Returns the rows that the plan has in the file of this name and split; `None` if it has no such file.
    fn rows_of(&self, file: &SplitFile) -> Option<u64> {
        let split = self.plan.as_ref()?.splits.iter().find(|split| split.name == file.split)?;
        let number =
            file.name.strip_prefix(&split.name)?.strip_prefix('-')?.split('-').next()?.parse().ok()?;
        let is_named = number < self.files_of(split.rows)
            && self.file_name(&split.name, number, split.rows) == file.name;
        let shard_rows = self.selection.shard_rows;
        is_named.then(|| (split.rows - number * shard_rows).min(shard_rows))
    }

    /// Returns the number of files of a split with `rows` rows.
    fn files_of(&self, rows: u64) -> u64 {
        rows.div_ceil(self.selection.shard_rows.max(1)).max(1)
    }

    /// Returns the names of the splits.
    pub fn splits(&self) -> Vec<String> {
        match &self.selection.rule {
            Rule::Dedup => vec!["train".to_owned()],
            Rule::Split { into, .. } => into.names().map(str::to_owned).collect(),
            Rule::Benchmark { strata, .. } => strata.iter().map(|stratum| stratum.name.clone()).collect(),
        }
    }

    /// Returns the facts about the rows of the chosen split.
    pub fn facts_of(&self, split: &SplitChoice) -> Facts {
        let of = |name: &str| self.selection.facts_of_split(&self.facts, name, &self.program);
        match (split, self.splits().as_slice()) {
            (SplitChoice::Named(name), splits) => {
                let known = splits.iter().find(|split| split.eq_ignore_ascii_case(name));
                known.map_or_else(Facts::default, |name| of(name))
            }
            (SplitChoice::Only, [only]) => of(only),
            (SplitChoice::Only | SplitChoice::All, _) => self.facts.clone(),
        }
    }

    /// Describes the first difference from `selection`; `None` if the rows are the same.
    #[doc(hidden)]
    pub fn difference(&self, selection: &Selection) -> Option<String> {
        if self.program != gridmill_tables::PROGRAM {
            return Some(format!("it was made by {} and this is {}", self.program, gridmill_tables::PROGRAM));
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
    #[doc(hidden)]
    pub fn file_name(&self, split: &str, number: u64, rows: u64) -> String {
        let of = self.files_of(rows);
        format!("{split}-{number:05}-of-{of:05}.{}", self.selection.format.name())
    }
}

impl Selection {
    /// Returns the facts of the rows that were chosen by `plan` from rows with the facts `given`.
    pub fn facts(&self, given: Facts, plan: &SplitPlan) -> Facts {
        let identity = |file: &InputFile| file.identity();
        let inputs = self.inputs.iter().map(identity).collect();
        let by = self.by.name();
        match &self.rule {
            Rule::Dedup => {
                let command = format!("gridmill dedup --by {by}");
                given.without_duplicates(by, plan.duplicates).made_by(command, inputs)
            }
            Rule::Split { into, seed, stratify } => {
                let strata = stratify.map(|stratum| stratum.name().to_owned());
                let splits = SplitFacts {
                    name: None,
                    of: into.names().map(str::to_owned).collect(),
                    by: by.to_owned(),
                    seed: seed.to_string(),
                    strata: strata.clone(),
                    excluded: self.exclude.iter().map(identity).collect(),
                };
                let strata = strata.map(|strata| format!(" --stratify {strata}")).unwrap_or_default();
                let seed = gridmill_tables::escape::shell_word(&splits.seed);
                let command = format!("gridmill split --by {by} --into {into} --seed {seed}{strata}");
                given.split(splits, plan.excluded).made_by(command, inputs)
            }
            Rule::Benchmark { strata, .. } => {
                let splits = SplitFacts {
                    name: None,
                    of: strata.iter().map(|stratum| stratum.name.clone()).collect(),
                    by: by.to_owned(),
                    seed: String::new(),
                    strata: None,
                    excluded: Vec::new(),
                };
                given.split(splits, 0).made_by("gridmill benchmark", Vec::new())
            }
        }
    }

    /// Returns the facts of the rows of one split, where those of all are `facts`. The rows of a stratum are those of its own job.
    pub fn facts_of_split(&self, facts: &Facts, split: &str, program: &str) -> Facts {
        let Rule::Benchmark { strata, .. } = &self.rule else { return facts.clone().of_split(split) };
        let stratum = strata.iter().find(|stratum| stratum.name == split);
        let of_job = stratum.map_or_else(Facts::default, |stratum| stratum.job.facts(program));
        Facts { splits: facts.splits.clone(), ..of_job }.of_split(split)
    }
}

impl SplitPlan {
    /// Checks that the rows add up, and that the splits are those of these names.
    fn check(&self, names: &[String]) -> Result<(), String> {
        if !self.splits.iter().map(|split| &split.name).eq(names) {
            let found: Vec<&str> = self.splits.iter().map(|split| split.name.as_str()).collect();
            return Err(format!("its plan has the splits {found:?}, where {names:?} were asked for"));
        }
        let left_out = [self.no_puzzle, self.duplicates, self.excluded].map(u128::from);
        let rows: u128 = self.splits.iter().map(|split| u128::from(split.rows)).sum();
        if rows + left_out.iter().sum::<u128>() != u128::from(self.rows) {
            return Err(format!("the rows of its plan do not add up to {}", self.rows));
        }
        Ok(())
    }
}

impl FolderManifest for SplitManifest {
    fn read(path: &Path) -> Result<Self> {
        Self::read(path)
    }

    fn keeps(name: &str) -> bool {
        [Self::KEYS, Self::PLACES, Self::GENERATED].contains(&name)
    }

    const IN_OBJECT_STORES: bool = false;
}

/// Identity of an input file, by which a later run knows it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputFile {
    /// Name without folders.
    pub name: String,
    /// Length.
    pub size_bytes: u64,
    /// Hash of the bytes.
    pub blake3: String,
}

impl InputFile {
    /// Returns the name and the hash.
    pub fn identity(&self) -> InputIdentity {
        InputIdentity { name: self.name.clone(), blake3: self.blake3.clone() }
    }
}
