//! Options that name the columns of tables, shared by the commands that read puzzles and solutions.

use super::{
    args::{ExistingArgs, InvalidArg, LicenseArg, MemoryArg, RunArgs, ShapeArg},
    limits::warn_about_threads,
    outputs::{Destination, Outputs, destination, refuse_inputs_in},
    puzzle_files::PuzzleFiles,
    terminal::{rows_out, say},
};
use crate::{
    board::Shape,
    corpus::{EquivalenceInputs, Sources, SplitChoice},
    tables::{
        Error, Result,
        escape::{shell_word, visible},
        read::GridColumns,
        schema::{ColumnNames, is_step_count},
        write::{Format, RowsOutput},
    },
};
use clap::Args;
use std::path::{Path, PathBuf};

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

/// Opens the destination of the rows, before anything is computed: a file or `-` for standard output, in the format asked for or that of the
/// file's ending.
///
/// # Errors
/// [`Error::Option`] for another ending, and those of opening the file.
pub(super) fn output(out: &Path, asked: Option<Format>, mut outputs: Outputs) -> Result<RowsOutput> {
    let format = match (destination(out, asked, &Format::ALL, Format::endings)?, asked) {
        (Destination::StandardOutput, Some(Format::Parquet)) => {
            return Err(Error::option("Parquet needs a file: give --out FILE.parquet"));
        }
        (Destination::StandardOutput, asked) => {
            let format = asked.unwrap_or(Format::Csv);
            return Ok(RowsOutput::stream(format, "standard output", rows_out()?));
        }
        (Destination::File(format), _) => format,
        (Destination::Folder, Some(format)) if !out.is_dir() => format,
        (Destination::Folder, _) => {
            return Err(Error::option(format!(
                "--out {}: the name must end in .csv, .jsonl, .ndjson or .parquet, or --format say the format",
                out.display()
            )));
        }
    };
    Ok(RowsOutput::file(format, outputs.open(out)?))
}

/// Rows that are read by class, and how.
#[derive(Debug, clap::Args)]
pub(super) struct ClassedRows {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    pub existing: ExistingArgs,

    #[command(flatten)]
    pub invalid: InvalidArg,

    #[command(flatten)]
    pub license: LicenseArg,

    #[command(flatten)]
    pub memory: MemoryArg,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    output: OutputColumnsArg,
}

impl ClassedRows {
    /// Opens the files.
    pub(super) fn inputs(&self) -> Result<EquivalenceInputs> {
        warn_about_threads(self.run.threads());
        self.puzzles.tell();
        let (sources, columns) = (self.puzzles.sources(), self.puzzles.columns());
        let shape = sources.stated_shape(self.shape.shape, &columns)?;
        let inputs =
            EquivalenceInputs::new(sources, shape, columns)?.with_output_columns(self.output.names())?;
        if !inputs.left_out().is_empty() && !self.run.progress.is_quiet() {
            say(&format!("left out, because not all files have them: {}", shown(inputs.left_out())));
        }
        Ok(inputs)
    }

    /// Opens files whose rows are left out, read in the same way, of all splits.
    pub(super) fn excluded(&self, files: &[PathBuf], shape: Shape) -> Result<EquivalenceInputs> {
        let sources = Sources::new(files.to_vec(), SplitChoice::All);
        EquivalenceInputs::new(sources, shape, self.puzzles.columns())
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.puzzles.paths()
    }

    /// Checks that no input is in a folder that would be replaced.
    pub(super) fn refuse_own_input<'a>(
        &'a self,
        out: &Path,
        more: impl Iterator<Item = &'a Path>,
    ) -> Result<()> {
        if self.existing.overwrite { refuse_inputs_in(out, self.paths().chain(more)) } else { Ok(()) }
    }
}

/// Lists names of columns, those of counted steps as one.
fn shown(names: &[String]) -> String {
    let one = |name: &String| if is_step_count(name) { "t_*".to_owned() } else { visible(name).into_owned() };
    let mut shown: Vec<String> = names.iter().map(one).collect();
    shown.dedup();
    shown.join(", ")
}
