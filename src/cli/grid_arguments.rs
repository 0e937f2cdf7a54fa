//! Grids named by arguments: as text, or as files of them.

use super::{
    args::{ColumnArg, SplitArg},
    terminal::{rows_out, say, stdout_error, tell_standard_input},
};
use crate::{
    board::{Grid, GridError, Shape, Solution},
    solve::{Diagnosis, diagnose, in_only_shape},
    tables::{
        Error, Result,
        read::{Puzzles, TableInput, parse_puzzle},
    },
};
use std::{
    io::{BufWriter, Stdout, Write as _},
    path::{Path, PathBuf},
};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum GridArgument {
    /// Text of one grid, row by row.
    Text(String),
    /// File, corpus folder, or `-` for standard input.
    File(PathBuf),
}

impl GridArgument {
    /// Tells texts of grids from names of files. Arguments as long as a side of a grid are its rows.
    pub(super) fn all_of(words: &[String]) -> Vec<Self> {
        if let Some(grids) = joined_rows(words) {
            return grids.into_iter().map(Self::Text).collect();
        }
        let argument = |word: &String| {
            if is_file(word) { Self::File(PathBuf::from(word)) } else { Self::Text(word.clone()) }
        };
        words.iter().map(argument).collect()
    }

    /// Returns the files that the arguments of an option name.
    pub(super) fn only_files(words: &[String], option: &str) -> Result<Vec<PathBuf>> {
        let file = |argument| match argument {
            Self::File(path) => Ok(path),
            Self::Text(text) => {
                Err(Error::option(format!("{option} goes with files, and there is no file {text}")))
            }
        };
        Self::all_of(words).into_iter().map(file).collect()
    }

    /// Returns true for one grid as text: answers then need no number.
    pub(super) const fn is_single(all: &[Self]) -> bool {
        matches!(all, [Self::Text(_)])
    }
}

fn is_file(word: &str) -> bool {
    word == "-" || Path::new(word).exists()
}

/// Joins arguments that are the rows of grids; `None` if they are not.
fn joined_rows(words: &[String]) -> Option<Vec<String>> {
    let side = words.first()?.chars().count();
    let is_row = |word: &String| word.chars().count() == side && !is_file(word);
    let is_side = Shape::of_cells(side * side).is_some() && words.len().is_multiple_of(side);
    (is_side && words.iter().all(is_row)).then(|| words.chunks(side).map(<[String]>::concat).collect())
}

/// Error of a run in which some grids have no answer.
#[derive(Debug, thiserror::Error)]
enum Unanswered {
    /// The only grid, and its problem.
    #[error("{0}")]
    Only(String),
    /// Some of several. Their problems have been printed.
    #[error("{failed} of {all} {noun} have no answer")]
    Some { failed: u64, all: u64, noun: &'static str },
}

/// Answers about one grid after another, on standard output.
pub(super) struct Answers {
    pub(super) out: BufWriter<Stdout>,
    /// True for one grid as text: its answer needs no number.
    pub(super) is_single: bool,
    /// Name of a grid in messages, and that of all.
    nouns: [&'static str; 2],
    /// Grids so far.
    pub(super) all: u64,
    failed: u64,
    /// Problem of the last grid that has one.
    problem: String,
}

impl Answers {
    pub(super) fn new(grids: &[String], nouns: [&'static str; 2]) -> Result<Self> {
        let is_single = GridArgument::is_single(&GridArgument::all_of(grids));
        Ok(Self {
            out: BufWriter::new(rows_out()?),
            is_single,
            nouns,
            all: 0,
            failed: 0,
            problem: String::new(),
        })
    }

    pub(super) fn write(&mut self, text: &str) -> Result<()> {
        self.out.write_all(text.as_bytes()).map_err(stdout_error)
    }

    /// Says something about the present grid, after the answers so far.
    pub(super) fn say(&mut self, message: &str) -> Result<()> {
        self.out.flush().map_err(stdout_error)?;
        let number = if self.is_single { String::new() } else { format!("{} {}: ", self.nouns[0], self.all) };
        say(&(number + message));
        Ok(())
    }

    /// Counts a grid without an answer, and says why: as an object, or on standard error. The problem of an only grid is the error of the run.
    pub(super) fn fail(&mut self, object: Option<String>, problem: String) -> Result<()> {
        self.failed += 1;
        if let Some(object) = object {
            self.write(&(object + "\n"))?;
        } else if !self.is_single {
            self.say(&problem)?;
        }
        self.problem = problem;
        Ok(())
    }

    /// Ends the run. Answers so far are printed, whatever ended the input.
    pub(super) fn end(mut self, is_read: Result<()>) -> anyhow::Result<()> {
        self.out.flush().map_err(stdout_error)?;
        is_read?;
        match (self.failed, self.all) {
            (0, _) => Ok(()),
            (1, 1) => Err(Unanswered::Only(self.problem).into()),
            (failed, all) => Err(Unanswered::Some { failed, all, noun: self.nouns[1] }.into()),
        }
    }
}

/// Grids that a command asks about.
#[derive(Debug, clap::Args)]
pub(super) struct GridArguments {
    /// Grids, row by row, with ., 0, _ or * for an empty cell; or files of them (docs/INPUTS.md); - is standard input
    #[arg(value_name = "GRID|FILE", default_value = "-")]
    grids: Vec<String>,

    #[command(flatten)]
    column: ColumnArg,

    #[command(flatten)]
    split: SplitArg,

    /// Box rows x box columns [default: by the number of cells, of 2x3 and 3x2 the one with exactly one solution; 3x3 for streams]
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,
}

impl GridArguments {
    pub(super) fn answers(&self, nouns: [&'static str; 2]) -> Result<Answers> {
        Answers::new(&self.grids, nouns)
    }

    pub(super) fn files(&self) -> Vec<PathBuf> {
        let file = |argument| match argument {
            GridArgument::File(path) => Some(path),
            GridArgument::Text(_) => None,
        };
        GridArgument::all_of(&self.grids).into_iter().filter_map(file).collect()
    }

    /// Returns the files that the arguments of an option name, their tables, and the shape of the grids in them.
    pub(super) fn tables(&self, option: &str) -> Result<(Vec<PathBuf>, TableInput, Shape)> {
        let files = GridArgument::only_files(&self.grids, option)?;
        tell_standard_input(files.iter().map(PathBuf::as_path));
        let (sources, columns) = (self.split.sources(&files), self.column.named());
        let shape = sources.stated_shape(self.shape, &columns)?;
        Ok((files, TableInput::with_columns(sources, shape, &columns)?, shape))
    }

    /// Calls `take` with each grid in order, or with the reason why a row of a file is none.
    ///
    /// # Errors
    /// [`Error::Option`] for an argument that is neither a grid nor a file; errors of `take`, and of reading.
    pub(super) fn each(
        &self,
        take: impl FnMut(std::result::Result<Grid, String>) -> Result<()>,
    ) -> Result<()> {
        each_grid(&self.grids, (&self.column, &self.split), self.shape, take)
    }
}

/// Calls `take` with each grid of the arguments, as [`GridArguments::each`] does.
pub(super) fn each_grid(
    arguments: &[String],
    (column, split): (&ColumnArg, &SplitArg),
    shape: Option<Shape>,
    mut take: impl FnMut(std::result::Result<Grid, String>) -> Result<()>,
) -> Result<()> {
    for argument in GridArgument::all_of(arguments) {
        match argument {
            GridArgument::Text(text) => {
                let grid = read_text(&text, shape).map_err(|problem| {
                    Error::option(format!("the grid (there is no file of this name): {problem}"))
                })?;
                take(Ok(grid))?;
            }
            GridArgument::File(path) => {
                tell_standard_input([path.as_path()]);
                let sources = split.sources(&[path]);
                let rows = Puzzles::new(&sources, sources.stated_shape(shape, &column.named())?)?;
                for row in rows.columns(&column.named()) {
                    match row {
                        Ok((_, grid)) => take(Ok(grid))?,
                        Err(error @ Error::NoPuzzle { .. }) => take(Err(error.to_string()))?,
                        Err(error) => return Err(error),
                    }
                }
            }
        }
    }
    Ok(())
}

/// Reads a grid from text: row by row, or in another form in which files have grids. Of wide and tall boxes, those count with which it has
/// exactly one solution.
fn read_text(text: &str, shape: Option<Shape>) -> std::result::Result<Grid, String> {
    let read = match shape {
        Some(shape) => Grid::parse(shape, &text.split_whitespace().collect::<String>()),
        None => text.parse(),
    };
    let usual = shape.unwrap_or(Shape::STANDARD);
    let grid = read.or_else(|problem| {
        // The problem of cells says most where there are as many as a grid has.
        let is_cells = !matches!(problem, GridError::Length { .. } | GridError::Size { .. });
        let is_row = is_cells || !text.contains([' ', '\n', '/']);
        parse_puzzle(usual, text).map_err(|other| if is_row { problem.to_string() } else { other })
    })?;
    if shape.is_some() {
        return Ok(grid);
    }
    Ok(in_only_shape(&grid).unwrap_or_else(|| {
        let (shape, other) = (grid.shape(), grid.shape().transposed());
        say(&format!("boxes of {shape} are assumed, because {other} fits as well; --box says which"));
        grid
    }))
}

/// Returns the only solution of a grid with a side up to 9, or why there is none.
///
/// # Errors
/// A line with the reason.
pub fn only_solution(grid: &Grid) -> std::result::Result<Solution, String> {
    let side = grid.shape().side();
    if side > Shape::STANDARD.side() {
        return Err(format!("unavoidable sets are known for sides up to 9, and this is {side}x{side}"));
    }
    match diagnose(grid) {
        Diagnosis::Unique(solution) => Ok(solution),
        other => Err(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn arguments_as_long_as_a_side_are_rows() {
        assert_eq!(joined_rows(&words("1... .... ..3. ....")).unwrap(), ["1.........3....."]);
        assert_eq!(joined_rows(&words("1... .... ..3. .... 2... .... ..3. ....")).unwrap().len(), 2);
        // Whole grids, too few rows, and rows of two lengths.
        assert!(joined_rows(&words("1.........3..... 2.........3.....")).is_none());
        assert!(joined_rows(&words("1... .... ..3.")).is_none());
        assert!(joined_rows(&words("1... .... ..3. ...")).is_none());
    }

    #[test]
    fn texts_are_told_from_files() {
        let all = GridArgument::all_of(&words("1.........3..... - Cargo.toml"));
        let file = |name: &str| GridArgument::File(PathBuf::from(name));
        assert_eq!(all, [GridArgument::Text("1.........3.....".to_owned()), file("-"), file("Cargo.toml")]);
        assert!(!GridArgument::is_single(&all) && GridArgument::is_single(&all[..1]));
        assert!(!GridArgument::is_single(&all[1..2]));
    }
}
