//! Files of puzzles, as most commands take them.

use super::terminal::tell_standard_input;
use crate::corpus::GridColumns;
use std::path::{Path, PathBuf};

/// Files of puzzles, and the column that holds them.
#[derive(Debug, clap::Args)]
pub(super) struct PuzzleFiles {
    /// Files of puzzles in any format of docs/INPUTS.md (text, drawn grids, CSV, JSON lines, Parquet, .sdk, .sdm), or corpus
    /// folders; - is standard input
    #[arg(value_name = "CORPUS_OR_FILE", default_value = "-")]
    files: Vec<PathBuf>,

    /// Column with the puzzles of a table [default: puzzle, question, quizzes, quiz, sudoku or clues, the first that there is]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    column: Option<String>,
}

impl PuzzleFiles {
    /// Returns the files.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.files.clone()
    }

    /// Goes through the files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Returns the columns to read.
    pub(super) fn columns(&self) -> GridColumns {
        GridColumns { puzzle: self.column.clone(), solution: None }
    }

    /// Says that puzzles are read from the terminal, if they are.
    pub(super) fn tell(&self) {
        tell_standard_input(self.paths());
    }
}
