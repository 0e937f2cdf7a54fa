//! Files of puzzles, as most commands take them.

use super::{columns::ColumnArg, terminal::tell_standard_input};
use crate::{
    corpus::{Sources, SplitChoice},
    tables::read::GridColumns,
};
use std::path::{Path, PathBuf};

/// Choice between splits of the files.
#[derive(Debug, clap::Args)]
pub(super) struct SplitArg {
    /// Split to read of files that are of several, such as train and test; all mixes them
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
}

impl SplitArg {
    /// Returns the choice.
    pub(super) fn choice(&self) -> SplitChoice {
        SplitChoice::of_word(self.split.as_deref())
    }

    /// Returns the files as sources of that split.
    pub(super) fn sources(&self, files: &[PathBuf]) -> Sources {
        Sources::new(files.to_vec(), self.choice())
    }

    /// Returns the name of the split, if one is named.
    pub(super) fn name(&self) -> Option<&str> {
        self.split.as_deref()
    }
}

/// Files of puzzles, and the column that holds them.
#[derive(Debug, clap::Args)]
pub(super) struct PuzzleFiles {
    /// Files of puzzles (text, drawn grids, CSV, JSON lines, Parquet, and others of docs/INPUTS.md), or corpus
    /// folders; - is standard input
    #[arg(value_name = "CORPUS_OR_FILE", default_value = "-")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    column: ColumnArg,

    #[command(flatten)]
    split: SplitArg,
}

impl PuzzleFiles {
    /// Returns the files and the split of theirs that is read.
    pub(super) fn sources(&self) -> Sources {
        self.split.sources(&self.files)
    }

    /// Returns the choice between their splits.
    pub(super) const fn split(&self) -> &SplitArg {
        &self.split
    }

    /// Goes through the files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Returns the columns to read.
    pub(super) fn columns(&self) -> GridColumns {
        self.column.named()
    }

    /// Says that puzzles are read from the terminal, if they are.
    pub(super) fn tell(&self) {
        tell_standard_input(self.paths());
    }
}
