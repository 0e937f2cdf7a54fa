//! Options that name the columns of tables, shared by the commands that read puzzles and solutions.

use crate::tables::{escape::shell_word, read::GridColumns, schema::ColumnNames};
use clap::Args;

/// Name of the column with the puzzles.
#[derive(Debug, Args)]
pub(super) struct ColumnArg {
    /// Column with the puzzles of a table [default: puzzle, question, quizzes, quiz, sudoku or clues, the first that there is]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub column: Option<String>,
}

impl ColumnArg {
    /// Returns the name, with none for solutions.
    pub(super) fn named(&self) -> GridColumns {
        GridColumns { puzzle: self.column.clone(), solution: None }
    }
}

/// Columns of rows that are written.
#[derive(Debug, Args)]
pub(super) struct OutputColumnsArg {
    /// Columns to write, in this order, such as puzzle,solution,level [default: all]
    #[arg(long = "columns", value_name = "NAME,...", hide_short_help = true)]
    names: Option<ColumnNames>,
}

impl OutputColumnsArg {
    /// Returns the names; none for all columns.
    pub(super) fn names(&self) -> ColumnNames {
        self.names.clone().unwrap_or_default()
    }
}

/// Names of the columns with the grids.
#[derive(Debug, Args)]
pub(super) struct ColumnArgs {
    #[command(flatten)]
    puzzles: ColumnArg,

    /// Column with the solutions of a table [default: solution, answer or solutions, the first that there is]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    solution_column: Option<String>,
}

impl ColumnArgs {
    /// Returns the names.
    pub(super) fn named(&self) -> GridColumns {
        GridColumns { solution: self.solution_column.clone(), ..self.puzzles.named() }
    }
}

/// Returns the options that name columns; `None` if none is named.
pub(super) fn column_words(columns: &GridColumns) -> Option<String> {
    let options = [("--column", &columns.puzzle), ("--solution-column", &columns.solution)];
    let given = options.into_iter().filter_map(|(option, name)| Some((option, name.as_ref()?)));
    let words: Vec<String> = given.map(|(option, name)| format!("{option} {}", shell_word(name))).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
