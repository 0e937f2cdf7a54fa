//! Options that several commands have in common, each defined once.

pub(super) use super::progress::ProgressArg;
use super::terminal::{print, say, tell_standard_input};
use crate::{
    board::Shape,
    corpus::{Equivalence, IfExists, Sources, SplitChoice},
    generate::{Budget, Budgets, MasterSeed},
    tables::{
        Error, Result,
        escape::shell_word,
        read::{GridColumns, Invalid},
        schema::ColumnNames,
        write::Format,
    },
};
use bytesize::ByteSize;
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use std::path::{Path, PathBuf};

/// Number of threads.
#[derive(Debug, Args)]
pub(super) struct ThreadsArg {
    /// Threads, 0 for one a core; the result does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0, global = true)]
    pub threads: usize,
}

/// Options of every command, which only the help of the program lists.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(super) struct CommonArgs {
    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    progress: ProgressArg,
}

/// The way in which a command runs and says what it did.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    threads: ThreadsArg,

    /// Print the result, or the closing summary, as JSON on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub progress: ProgressArg,
}

impl RunArgs {
    /// Returns the number of threads asked for, 0 for one a core.
    pub(super) const fn threads(&self) -> usize {
        self.threads.threads
    }

    /// Prints the summary of a run as JSON, or says it in lines.
    pub(super) fn close(
        &self,
        json: impl FnOnce() -> serde_json::Value,
        lines: impl FnOnce() -> Vec<String>,
    ) -> anyhow::Result<()> {
        if self.json {
            print(&format!("{:#}\n", json()))?;
        } else if !self.progress.is_quiet() {
            for line in lines() {
                say(&line);
            }
        }
        Ok(())
    }

    /// Checks that rows and summary do not both go to standard output.
    pub(super) fn check_output(&self, out: &Path) -> Result<()> {
        if self.json && out.as_os_str() == "-" {
            return Err(Error::option("--json takes standard output: give --out FILE for the rows"));
        }
        Ok(())
    }
}

/// Treatment of a folder that is there already.
#[derive(Debug, Args)]
pub(super) struct ExistingArgs {
    /// Resume an interrupted run
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,

    /// Replace what is there
    #[arg(long)]
    pub overwrite: bool,
}

impl ExistingArgs {
    pub(super) const fn existing(&self) -> IfExists {
        match (self.resume, self.overwrite) {
            (true, _) => IfExists::Resume,
            (_, true) => IfExists::Overwrite,
            _ => IfExists::Refuse,
        }
    }
}

/// One destination of rows.
#[derive(Debug, Args)]
pub(super) struct RowsOutArgs {
    /// File of the rows (.csv, .jsonl, .ndjson, .parquet), or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,

    /// File format [default: by the ending of --out; csv for standard output]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true)]
    pub format: Option<Format>,

    /// Replace the output file
    #[arg(long)]
    pub overwrite: bool,

    #[command(flatten)]
    pub columns: OutputColumnsArg,
}

impl RowsOutArgs {
    /// Returns true if any of the options is given.
    pub(super) fn is_given(&self) -> bool {
        self.out.as_os_str() != "-"
            || self.format.is_some()
            || self.overwrite
            || !self.columns.names().is_all()
    }
}

/// Shape of puzzles that are read.
#[derive(Debug, Args)]
pub(super) struct ShapeArg {
    /// Box rows x box columns, each 2 to 5, such as 2x3 [default: as the files state, or their first puzzles show; 3x3 for streams]
    #[arg(long = "box", value_name = "RxC", hide_short_help = true)]
    pub shape: Option<Shape>,
}

/// Treatment of rows without a puzzle.
#[derive(Debug, Args)]
pub(super) struct InvalidArg {
    /// Rows without a puzzle: stop at the first, or count and skip them
    #[arg(long, value_parser = by_name(&Invalid::ALL, Invalid::name), ignore_case = true, default_value = Invalid::Stop.name(), hide_short_help = true)]
    pub invalid: Invalid,
}

/// Treatment of rows without a puzzle by commands that add columns, where they can stay.
#[derive(Debug, Args)]
pub(super) struct InvalidRowsArg {
    /// Treatment of rows without a valid puzzle: stop, or keep the row and record why
    #[arg(long, value_parser = by_name(&Invalid::ALL, Invalid::name), ignore_case = true, default_value = Invalid::Skip.name(), hide_short_help = true)]
    pub invalid: Invalid,
}

/// Bound of the work of a search.
#[derive(Debug, Args)]
pub(super) struct BudgetArg {
    /// Search nodes that one grid, puzzle or check may take before it is given up
    #[arg(long = "budget", value_name = "NODES", default_value = "10000000", value_parser = search_budget, hide_short_help = true)]
    pub budgets: Budgets,
}

/// Parses a number of search nodes.
pub(super) fn search_budget(text: &str) -> Result<Budgets, String> {
    Budgets::parse(text, &[Budget::Nodes])
}

/// Seed of what is random in a command on rows.
#[derive(Debug, Args)]
pub(super) struct SeedArg {
    /// Seed of the random choices: a number, 64 hexadecimal digits, or any text
    #[arg(long, value_name = "SEED", default_value = "0")]
    pub seed: MasterSeed,
}

/// Rows that are the same.
#[derive(Debug, Args)]
pub(super) struct ByArg {
    /// Which rows are the same: equal givens (row), givens equal up to symmetry (puzzle), givens with all digits that singles place equal up
    /// to symmetry (expansion), or solutions equal up to symmetry (grid)
    #[arg(long, value_parser = by_name(&Equivalence::ALL, Equivalence::name), value_name = "WHICH", ignore_case = true, default_value = "puzzle")]
    pub by: Equivalence,
}

/// License of a corpus.
#[derive(Debug, Args)]
pub(super) struct LicenseArg {
    /// License that the card states, as an identifier of the hub: cc0-1.0, cc-by-4.0, mit [default: a line to fill in]
    #[arg(long, value_name = "ID", value_parser = license, hide_short_help = true)]
    pub license: Option<String>,
}

/// Memory of a sort.
#[derive(Debug, Args)]
pub(super) struct MemoryArg {
    /// Approximate memory limit; larger inputs are sorted on disk
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    memory: ByteSize,
}

impl MemoryArg {
    /// Returns the bytes that sorting may take.
    pub(super) fn sorting(&self) -> u64 {
        sorting(self.memory)
    }
}

/// Pictures of a report.
#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// Write each chart as SVG and as PDF, to DIR/NAME.svg and DIR/NAME.pdf, 85 mm wide, and to DIR/NAME-wide.*, 170 mm; drawings of steps to DIR/steps
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub svg: Option<PathBuf>,

    /// Replace files that exist, of the report and its charts
    #[arg(long)]
    pub overwrite: bool,
}

/// Returns a parser of options whose values are the names that a type lists.
pub(super) fn by_name<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    by_names(all, move |value| vec![name(value)])
}

/// Returns a parser of options whose values have several names each, in any case; help lists the first.
fn by_names<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    names: impl Fn(T) -> Vec<&'static str> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    let listed = all.iter().map(|&value| {
        let names = names(value);
        PossibleValue::new(names[0]).aliases(names[1..].to_vec())
    });
    PossibleValuesParser::new(listed.collect::<Vec<_>>()).try_map(move |text: String| {
        let is_named = |value: &T| names(*value).iter().any(|name| name.eq_ignore_ascii_case(&text));
        all.iter().copied().find(is_named).ok_or_else(|| format!("{text:?} is not in the list"))
    })
}

/// Memory, at least.
const LEAST: ByteSize = ByteSize::mib(64);
/// Memory that a run takes besides what it sorts: rows that are read and written.
const BESIDES: u64 = 256 << 20;

pub(super) fn sorting(memory: ByteSize) -> u64 {
    let all = memory.as_u64();
    all.saturating_sub(BESIDES).max(all / 4)
}

fn license(text: &str) -> Result<String, String> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if !text.is_empty() && text.len() <= 64 && text.bytes().all(is_sign) {
        return Ok(text.to_ascii_lowercase());
    }
    Err("give an identifier, such as cc0-1.0, cc-by-4.0 or mit".to_owned())
}

fn memory(text: &str) -> Result<ByteSize, String> {
    match text.parse::<ByteSize>() {
        Ok(size) if size >= LEAST => Ok(size),
        Ok(_) => Err(format!("give {LEAST} or more")),
        Err(_) => Err("give a size, such as 512MiB or 4GiB".to_owned()),
    }
}

/// Name of the column with the puzzles.
#[derive(Debug, Args)]
pub(super) struct ColumnArg {
    /// Column with the puzzles of a table [default: puzzle, question, quizzes, quiz, sudoku or clues, the first that there is]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub column: Option<String>,
}

impl ColumnArg {
    pub(super) fn named(&self) -> GridColumns {
        GridColumns { puzzle: self.column.clone(), solution: None }
    }
}

/// Columns of rows that are written.
#[derive(Debug, Clone, Args)]
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
    /// Columns of a table: with the puzzles [default: puzzle, question, quizzes, quiz, sudoku or clues, the first that there is], and after a
    /// comma with the solutions [default: solution, answer or solutions]
    #[arg(long, value_name = "PUZZLES,SOLUTIONS", hide_short_help = true)]
    column: Option<String>,
}

impl ColumnArgs {
    pub(super) fn named(&self) -> GridColumns {
        self.column.as_deref().map(GridColumns::from).unwrap_or_default()
    }
}

/// Returns the option that names columns; `None` if none is named.
pub(super) fn column_words(columns: &GridColumns) -> Option<String> {
    columns.text().map(|names| format!("--column {}", shell_word(&names)))
}

/// Choice between splits of the files.
#[derive(Debug, clap::Args)]
pub(super) struct SplitArg {
    /// Split to read of files that are of several, such as train and test; all mixes them
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
}

impl SplitArg {
    pub(super) fn choice(&self) -> SplitChoice {
        SplitChoice::of_word(self.split.as_deref())
    }

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
    pub split: SplitArg,
}

impl PuzzleFiles {
    pub(super) fn sources(&self) -> Sources {
        self.split.sources(&self.files)
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    pub(super) fn columns(&self) -> GridColumns {
        self.column.named()
    }

    /// Says that puzzles are read from the terminal, if they are.
    pub(super) fn tell(&self) {
        tell_standard_input(self.paths());
    }
}
